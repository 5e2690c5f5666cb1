"""Why the best reading scores what it does: its tiles, its 役, and what each meld counts as (MS-40).

``basic_points`` finds the points with looks, all that a meld may count as at once. ``explain`` goes back from the
best looks to one heaven and one number for every meld.
"""

from typing import Any

from toolkit.games.masho.cards import EARTHS, HEAVENS, NUMBERS
from toolkit.games.masho.light import ANKAN_LIGHT, KAKAN_LIGHT, NO_LIGHT, jun_light, koku_light
from toolkit.games.masho.options import Options
from toolkit.games.masho.scoring import (
    LEFT_OVER,
    THREE_EARTHS,
    earths_of_open_meld,
    light_of_choice,
    move_tiles,
    next_choice,
)
from toolkit.games.masho.scoring_state import ANKAN, CHI, KAKAN, MELDS
from toolkit.games.masho.shapes import KOKU, place_tiles
from toolkit.games.masho.yaku import (
    ALL_KOKU,
    DO,
    EDGES_JUN,
    EDGES_KOKU,
    HASHI,
    HEAVEN,
    HEAVEN_BITS,
    HIGHEST,
    JIANKAN,
    KOKU_LOOK,
    THREES,
    TWOS,
    YONTSUI,
    ZERO,
    colour_of,
    value_of_four,
    value_of_one,
    value_of_three,
    value_of_two,
)

#: Numbers in the order in which they are preferred where several will do: from 1 upwards, then from 0 downwards.
PREFERRED = (*range(1, HIGHEST + 1), *range(0, -ZERO - 1, -1))
NO_YAKU = -1
#: The heavens of a look, moved down to bit 0.
HEAVEN_DIGITS = HEAVEN_BITS >> HEAVEN


def explain(s: Any, o: Options, seat: int) -> None:
    """Set the fields ``sc_x_…`` for the hand that ``basic_points`` has just scored and that wins."""
    own = 1 << (seat + HEAVEN) if seat < HEAVENS else 0
    explain_tiles(s, o)
    s.sc_x_count = 0
    for index in range(MELDS):
        s.sc_x_yaku[index] = NO_YAKU
        s.sc_x_points[index] = 0
    choose_yaku(s, o, own)
    for number in range(s.sc_x_count):
        settle_yaku(s, o, number, seat)
    for index in range(MELDS):
        if s.sc_x_yaku[index] == NO_YAKU:
            settle_heaven(s, index, s.sc_best_looks[index])
            settle_number(s, index, s.sc_best_looks[index])


def explain_tiles(s: Any, o: Options) -> None:
    """Hand out the tiles as the best reading does: ``sc_x_tiles`` (melds, then the pair) and ``sc_x_light``."""
    place_tiles(s)
    concealed = MELDS - s.sc_melds
    # The melds that chose take their tiles before the ones that take what is left.
    for index in range(concealed):
        if s.sc_best_choices[index] != LEFT_OVER:
            take_tiles(s, o, index, s.sc_best_choices[index])
    for index in range(concealed):
        if s.sc_best_choices[index] == LEFT_OVER:
            take_tiles(s, o, index, next_choice(s, s.sc_best_forms[index], LEFT_OVER))
    put_tiles(s, 3 * MELDS, s.sc_best_pair, s.sc_earths[s.sc_best_pair])
    for index in range(s.sc_melds):
        for place in range(3):
            s.sc_x_tiles[3 * (concealed + index) + place] = s.sc_meld_tiles[3 * index + place]
        s.sc_x_light[concealed + index] = light_of_open_meld(s, o, index) if o.light else NO_LIGHT


def take_tiles(s: Any, o: Options, index: int, choice: int) -> None:
    """Give a concealed meld the tiles of a choice."""
    form = s.sc_best_forms[index]
    move_tiles(s, form, choice)
    s.sc_x_light[index] = light_of_choice(o, form, choice) if o.light else NO_LIGHT
    if form >= KOKU:
        put_tiles(s, 3 * index, form - KOKU, THREE_EARTHS[choice])
    else:
        put_tiles(s, 3 * index, form, 1 << (choice // (EARTHS * EARTHS)))
        put_tiles(s, 3 * index + 1, form + 1, 1 << (choice // EARTHS % EARTHS))
        put_tiles(s, 3 * index + 2, form + 2, 1 << (choice % EARTHS))


def put_tiles(s: Any, at: int, kind: int, earths: int) -> None:
    """Write the tiles of a kind with the given earths to ``sc_x_tiles[at]`` and after."""
    for earth in range(EARTHS):
        if earths >> earth & 1:
            s.sc_x_tiles[at] = (kind // NUMBERS * EARTHS + earth) * NUMBERS + kind % NUMBERS
            at += 1


def light_of_open_meld(s: Any, o: Options, index: int) -> int:
    """The outcome of light for an open meld."""
    heaven = s.sc_meld_tiles[3 * index] // (EARTHS * NUMBERS)
    kind = s.sc_meld_kind[index]
    if kind == ANKAN:
        return ANKAN_LIGHT
    if kind == KAKAN:
        return KAKAN_LIGHT
    earths = earths_of_open_meld(s, index)
    return jun_light(o.light_mapping, heaven, earths) if kind == CHI else koku_light(o.light_mapping, heaven, earths)


def choose_yaku(s: Any, o: Options, own: int) -> None:
    """Find 役 that make up the points of the best reading, and list them (``sc_x_yaku``, ``sc_x_points``)."""
    looks = s.sc_best_looks
    best = s.sc_best
    if best == 0:
        return
    if value_of_four(looks[0], looks[1], looks[2], looks[3], own, o.pairs_relation) == best:
        put_yaku(s, best, 0b1111)
        return
    for at in range(0, len(THREES), 4):
        left = THREES[at + 3]
        value = value_of_three(looks[THREES[at]], looks[THREES[at + 1]], looks[THREES[at + 2]], own)
        if value > 0 and value + value_of_one(looks[left], own) == best:
            put_yaku(s, value, 0b1111 ^ 1 << left)
            put_yaku(s, best - value, 1 << left)
            return
    for at in range(0, len(TWOS), 4):
        value = points_of_two(looks[TWOS[at]], looks[TWOS[at + 1]], own)
        if value + points_of_two(looks[TWOS[at + 2]], looks[TWOS[at + 3]], own) == best:
            put_two(s, TWOS[at], TWOS[at + 1], own)
            put_two(s, TWOS[at + 2], TWOS[at + 3], own)
            return


def points_of_two(a: int, b: int, own: int) -> int:
    """The most that two melds are worth, together or each alone."""
    return max(value_of_two(a, b, own), value_of_one(a, own) + value_of_one(b, own))


def put_two(s: Any, first: int, second: int, own: int) -> None:
    """List the 役 of two melds, together or each alone."""
    looks = s.sc_best_looks
    value = value_of_two(looks[first], looks[second], own)
    if value > 0:
        put_yaku(s, value, 1 << first | 1 << second)
    else:
        put_yaku(s, value_of_one(looks[first], own), 1 << first)
        put_yaku(s, value_of_one(looks[second], own), 1 << second)


def put_yaku(s: Any, points: int, melds: int) -> None:
    """List a 役 of some melds (bits), unless it is worth nothing."""
    if points == 0:
        return
    for index in range(MELDS):
        if melds >> index & 1:
            s.sc_x_yaku[index] = s.sc_x_count
    s.sc_x_points[s.sc_x_count] = points
    s.sc_x_count += 1


def settle_yaku(s: Any, o: Options, number: int, seat: int) -> None:
    """Give the melds of a 役 heavens and numbers with which they are that 役.

    The points say which 役 it is: 1–10 one meld, else colour + relation + kind.
    """
    points = s.sc_x_points[number]
    if points <= JIANKAN:
        for index in range(MELDS):
            if s.sc_x_yaku[index] == number:
                s.sc_x_heaven[index] = seat
                if points < JIANKAN:
                    s.sc_x_number[index] = points
                else:
                    settle_number(s, index, s.sc_best_looks[index])
        return
    colour = (points - 1) // 10 * 10
    relation = (points - 1) % ALL_KOKU + 1
    each = colour == YONTSUI and o.pairs_relation == 1 and relation < HASHI
    for heavens in range(HEAVENS**MELDS):
        if settle_heavens(s, number, heavens, colour, seat) and settle_numbers(s, number, relation, each):
            return


def settle_heavens(s: Any, number: int, heavens: int, colour: int, seat: int) -> int:
    """Give the melds of a 役 heavens, and say whether they are the colour.

    The digits of ``heavens`` (base 4) are for the melds that may have several.
    """
    count = 0
    found = 0  # how many melds have each heaven, in digits of four bits
    for index in range(MELDS):
        if s.sc_x_yaku[index] == number:
            settle_heaven(s, index, s.sc_best_looks[index])
            if s.sc_best_looks[index] >> (HEAVEN + 1 + s.sc_x_heaven[index]) & HEAVEN_DIGITS:
                s.sc_x_heaven[index] = heavens % HEAVENS
                heavens //= HEAVENS
            if s.sc_best_looks[index] >> (HEAVEN + s.sc_x_heaven[index]) & 1 == 0:
                return 0
            found += 1 << (4 * s.sc_x_heaven[index])
            count += 1
    # A digit that is left over would only try the same heavens again.
    return 1 if heavens == 0 and colour_of(found, count, seat) == colour else 0


def settle_numbers(s: Any, number: int, relation: int, each: int) -> int:
    """Give the melds of a 役 numbers in a relation; 0 if they cannot have it."""
    count = 0
    together = 0
    for index in range(MELDS):
        if s.sc_x_yaku[index] == number:
            look = s.sc_best_looks[index]
            count += 1
            together |= look
            if relation == HASHI:
                settle_number(s, index, look & (EDGES_KOKU if look & KOKU_LOOK else EDGES_JUN))
    if relation == HASHI:
        return 1
    step = 0 if relation == DO else relation
    places = 2 if each else count
    for lowest in PREFERRED:
        if together >> (lowest + ZERO) & 1 and lowest + step * (places - 1) <= HIGHEST:
            for order in range(1 if step == 0 else places**count):
                if settle_order(s, number, order, places, lowest, step, each):
                    return 1
    return 0


def settle_order(s: Any, number: int, order: int, places: int, lowest: int, step: int, each: int) -> int:
    """Give the melds of a 役 the numbers that the digits of ``order`` say, in steps from ``lowest``; 0 if they cannot.

    Melds of a progression have different numbers; with ``each`` those of one heaven have.
    """
    for index in range(MELDS):
        if s.sc_x_yaku[index] == number:
            value = lowest + step * (order % places)
            order //= places
            if s.sc_best_looks[index] >> (value + ZERO) & 1 == 0:
                return 0
            s.sc_x_number[index] = value
            for other in range(index):
                if (
                    step > 0
                    and s.sc_x_yaku[other] == number
                    and s.sc_x_number[other] == value
                    and (not each or s.sc_x_heaven[other] == s.sc_x_heaven[index])
                ):
                    return 0
    return 1


def settle_heaven(s: Any, index: int, look: int) -> None:
    """Give a meld the first heaven that it may have."""
    heaven = 0
    while look >> (HEAVEN + heaven) & 1 == 0:
        heaven += 1
    s.sc_x_heaven[index] = heaven


def settle_number(s: Any, index: int, look: int) -> None:
    """Give a meld the first of the preferred numbers that it may have."""
    for value in PREFERRED:
        if look >> (value + ZERO) & 1:
            s.sc_x_number[index] = value
            return
