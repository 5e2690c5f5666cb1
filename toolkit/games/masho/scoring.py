"""Basic points of a winning hand (MS-40): the best over all readings, light changes and choices of 役.

A reading says which kinds are melds and pair; where a kind is needed in several places, it also has to say which of
its tiles go where, since light looks at earths. The search goes through the readings by kinds, then through the ways to
hand out the tiles, and leaves out what cannot beat the best so far: a meld whose tiles are not settled counts as all
looks it could get, which is never less than any of them.
"""

from typing import Any

from toolkit.games.masho.cards import EARTH_OF, EARTHS, HEAVEN_OF, HEAVENS, NUMBER_OF, NUMBERS
from toolkit.games.masho.light import TRIPLES, ankan_look, jun_look, kakan_look, koku_look, plain_look
from toolkit.games.masho.options import Options
from toolkit.games.masho.scoring_state import ANKAN, CHI, KAKAN, MELDS
from toolkit.games.masho.shapes import KOKU, is_winning, next_reading, place_tiles
from toolkit.games.masho.yaku import HEAVEN, value_of_hand

__all__ = ["basic_points", "is_winning"]

#: Masks of three earths: the tiles that a 刻 can take.
THREE_EARTHS = tuple(mask for mask in range(1 << EARTHS) if mask.bit_count() == 3)
#: A choice of tiles that is not made: the meld takes what the others leave.
LEFT_OVER = -1


def basic_points(s: Any, o: Options, seat: int) -> int:
    """Basic points of the hand in ``s`` (``sc_tiles``, ``sc_n``, ``sc_meld_…``, ``sc_melds``) for ``seat`` (from 0).

    −1 if the tiles do not win. The reading that scores most is left in ``sc_best_…``. MS-40, MS-50.
    """
    own = 1 << (seat + HEAVEN) if seat < HEAVENS else 0
    place_tiles(s)
    look_at_open_melds(s, o)
    s.sc_best = -1
    while next_reading(s):
        look_at_forms(s, o)
        hand_out_tiles(s, o, own)
    return int(s.sc_best)


def look_at_open_melds(s: Any, o: Options) -> None:
    """Set the looks of the open melds, which come after the concealed ones."""
    concealed = MELDS - s.sc_melds
    for index in range(s.sc_melds):
        s.sc_looks[concealed + index] = look_of_open_meld(s, o, index)
        s.sc_choices[concealed + index] = LEFT_OVER


def look_of_open_meld(s: Any, o: Options, index: int) -> int:
    """What an open meld counts as once light has changed it."""
    one = s.sc_meld_tiles[3 * index]
    two = s.sc_meld_tiles[3 * index + 1]
    three = s.sc_meld_tiles[3 * index + 2]
    heaven = HEAVEN_OF[one]
    number = NUMBER_OF[one]
    kind = s.sc_meld_kind[index]
    if kind == ANKAN:
        return ankan_look(heaven, number, o.light)
    if kind == KAKAN:
        return kakan_look(heaven, number, o.light)
    if kind != CHI:
        earths = 1 << EARTH_OF[one] | 1 << EARTH_OF[two] | 1 << EARTH_OF[three]
        return koku_look(o.light_mapping, heaven, number, earths) if o.light else plain_look(heaven, number, 1)
    number = min(number, NUMBER_OF[two], NUMBER_OF[three])
    if not o.light:
        return plain_look(heaven, number, 0)
    earths = 0
    for at in range(3 * index, 3 * index + 3):
        tile = s.sc_meld_tiles[at]
        # The lowest of the three comes first.
        weight = EARTHS * EARTHS if NUMBER_OF[tile] == number else EARTHS if NUMBER_OF[tile] == number + 1 else 1
        earths += weight * EARTH_OF[tile]
    return jun_look(o.light_mapping, heaven, number, earths)


def look_at_forms(s: Any, o: Options) -> None:
    """Set the look of every concealed meld of the reading to all that it could get from the hand's tiles.

    Melds that could get several looks are listed in ``sc_open``; the others take any tiles that are left.
    """
    s.sc_opens = 0
    for index in range(s.sc_wanted):
        s.sc_choices[index] = LEFT_OVER
        form = s.sc_forms[index]
        if not o.light:
            s.sc_looks[index] = plain_look(form % KOKU // NUMBERS, form % KOKU % NUMBERS + 1, form // KOKU)
            continue
        choice = next_choice(s, form, LEFT_OVER)
        union = first = look_of_form(o, form, choice)
        several = 0
        choice = next_choice(s, form, choice)
        while choice >= 0:
            look = look_of_form(o, form, choice)
            several |= look ^ first
            union |= look
            choice = next_choice(s, form, choice)
        s.sc_looks[index] = union
        if several:
            s.sc_open[s.sc_opens] = index
            s.sc_unions[s.sc_opens] = union
            s.sc_opens += 1


def next_choice(s: Any, form: int, last: int) -> int:
    """The next way after ``last`` to take tiles for a form out of ``sc_earths``; −1 if there is none."""
    choice = last + 1
    if form >= KOKU:
        earths = s.sc_earths[form - KOKU]
        while choice < len(THREE_EARTHS):
            if THREE_EARTHS[choice] & ~earths == 0:
                return choice
            choice += 1
        return -1
    while choice < TRIPLES:
        first = choice // (EARTHS * EARTHS)
        middle = choice // EARTHS % EARTHS
        if s.sc_earths[form] >> first & 1 == 0:
            choice = (first + 1) * EARTHS * EARTHS
        elif s.sc_earths[form + 1] >> middle & 1 == 0:
            choice = (choice // EARTHS + 1) * EARTHS
        elif s.sc_earths[form + 2] >> (choice % EARTHS) & 1 == 0:
            choice += 1
        else:
            return choice
    return -1


def look_of_form(o: Options, form: int, choice: int) -> int:
    """What a concealed meld counts as with the tiles of ``choice``."""
    kind = form % KOKU
    if form >= KOKU:
        return koku_look(o.light_mapping, kind // NUMBERS, kind % NUMBERS + 1, THREE_EARTHS[choice])
    return jun_look(o.light_mapping, kind // NUMBERS, kind % NUMBERS + 1, choice)


def move_tiles(s: Any, form: int, choice: int) -> None:
    """Take the tiles of a choice out of ``sc_earths``, or put them back."""
    if form >= KOKU:
        s.sc_earths[form - KOKU] ^= THREE_EARTHS[choice]
    else:
        s.sc_earths[form] ^= 1 << (choice // (EARTHS * EARTHS))
        s.sc_earths[form + 1] ^= 1 << (choice // EARTHS % EARTHS)
        s.sc_earths[form + 2] ^= 1 << (choice % EARTHS)


def value_of_looks(s: Any, o: Options, own: int) -> int:
    """The best sum of 役 of the four looks."""
    return value_of_hand(s.sc_looks[0], s.sc_looks[1], s.sc_looks[2], s.sc_looks[3], own, o.pairs_relation)


def hand_out_tiles(s: Any, o: Options, own: int) -> None:
    """Go through the ways to hand out the tiles of the reading, as long as they can beat the best so far."""
    value = value_of_looks(s, o, own)
    depth = 0
    while value > s.sc_best or depth > 0:
        if value > s.sc_best and depth == s.sc_opens:
            keep_best(s, value)
        if value > s.sc_best and depth < s.sc_opens:
            s.sc_bounds[depth] = value
            choice = LEFT_OVER  # go deeper: settle one more meld
        else:
            if depth == 0:
                return
            depth -= 1
            choice = s.sc_choices[s.sc_open[depth]]
            move_tiles(s, s.sc_forms[s.sc_open[depth]], choice)
            if s.sc_bounds[depth] <= s.sc_best:
                choice = TRIPLES  # nothing better can come from here
        index = s.sc_open[depth]
        form = s.sc_forms[index]
        if choice == LEFT_OVER and depth > 0 and s.sc_forms[s.sc_open[depth - 1]] == form:
            choice = s.sc_choices[s.sc_open[depth - 1]]  # of two melds alike the first takes the earlier choice
        choice = next_choice(s, form, choice)
        if choice >= 0:
            s.sc_choices[index] = choice
            s.sc_looks[index] = look_of_form(o, form, choice)
            move_tiles(s, form, choice)
            depth += 1
            value = value_of_looks(s, o, own)
        else:
            s.sc_choices[index] = LEFT_OVER
            s.sc_looks[index] = s.sc_unions[depth]
            value = -1


def keep_best(s: Any, value: int) -> None:
    """Keep the reading under way as the best."""
    s.sc_best = value
    s.sc_best_pair = s.sc_pair
    for index in range(MELDS):
        s.sc_best_forms[index] = s.sc_forms[index]
        s.sc_best_looks[index] = s.sc_looks[index]
        s.sc_best_choices[index] = s.sc_choices[index]
