"""Basic points of a winning hand (MS-40): the best over all readings, light changes and choices of 役.

A reading says which kinds are melds and pair; where a kind is needed in several places, it also has to say which of
its tiles go where, since light looks at earths. The search goes through the readings by kinds, then through the ways to
hand out the tiles, and leaves out what cannot beat the best so far: a meld whose tiles are not settled counts as all
looks it could get, which is never less than any of them.
"""

from typing import Any

from toolkit.games.masho.cards import EARTH_OF, EARTHS, HEAVEN_OF, HEAVENS, NUMBER_OF, NUMBERS
from toolkit.games.masho.light import (
    JUN_LIGHTS,
    OUTCOMES,
    TRIPLES,
    ankan_look,
    jun_light,
    kakan_look,
    koku_light,
    lights_of_runs,
    lights_of_same,
    lit_look,
    plain_look,
    union_look,
)
from toolkit.games.masho.options import Options
from toolkit.games.masho.scoring_state import ANKAN, CHI, KAKAN, MELDS
from toolkit.games.masho.shapes import KOKU, is_winning, next_reading, place_tiles
from toolkit.games.masho.yaku import HEAVEN, value_of_hand

__all__ = ["basic_points", "is_winning"]

#: Masks of three earths: the tiles that a 刻 can take.
THREE_EARTHS = tuple(mask for mask in range(1 << EARTHS) if mask.bit_count() == 3)
#: What the earths of the lowest, middle and highest tile of a 順 count in ``jun_light``.
WEIGHTS = (EARTHS * EARTHS, EARTHS, 1)
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
    kind = s.sc_meld_kind[index]
    one = s.sc_meld_tiles[3 * index]
    heaven = HEAVEN_OF[one]
    if kind == ANKAN:
        return ankan_look(heaven, NUMBER_OF[one], o.light)
    if kind == KAKAN:
        return kakan_look(heaven, NUMBER_OF[one], o.light)
    look = plain_look(heaven, lowest_number(s, index), kind != CHI)
    if not o.light:
        return look
    earths = earths_of_open_meld(s, index)
    if kind == CHI:
        return lit_look(look, jun_light(o.light_mapping, heaven, earths))
    return lit_look(look, koku_light(o.light_mapping, heaven, earths))


def lowest_number(s: Any, index: int) -> int:
    """The number of an open meld, the lowest of a 順."""
    lowest = NUMBERS
    for at in range(3 * index, 3 * index + 3):
        lowest = min(lowest, NUMBER_OF[s.sc_meld_tiles[at]])
    return lowest


def earths_of_open_meld(s: Any, index: int) -> int:
    """The earths of an open meld as ``jun_light`` or ``koku_light`` take them."""
    lowest = lowest_number(s, index)
    earths = 0
    for at in range(3 * index, 3 * index + 3):
        tile = s.sc_meld_tiles[at]
        if s.sc_meld_kind[index] != CHI:
            earths |= 1 << EARTH_OF[tile]
        else:
            earths += WEIGHTS[NUMBER_OF[tile] - lowest] * EARTH_OF[tile]
    return earths


def look_at_forms(s: Any, o: Options) -> None:
    """Set the look of every concealed meld of the reading to all that it could get from the hand's tiles.

    Melds that could get several looks become the levels of the search; the others take any tiles that are left.
    """
    s.sc_levels = 0
    for index in range(s.sc_wanted):
        form = s.sc_forms[index]
        look = look_of_form(form)
        s.sc_choices[index] = LEFT_OVER
        s.sc_looks[index] = look
        if o.light:
            lights = lights_of_form(s, o, form)
            s.sc_looks[index] = union_look(look, lights)
            if lights & (lights - 1):
                s.sc_level_meld[s.sc_levels] = index
                s.sc_level_look[s.sc_levels] = s.sc_looks[index]
                s.sc_level_before[s.sc_levels] = 0
                s.sc_levels += 1


def look_of_form(form: int) -> int:
    """The plain look of a concealed meld."""
    kind = form % KOKU
    return plain_look(kind // NUMBERS, kind % NUMBERS + 1, form // KOKU)


def lights_of_form(s: Any, o: Options, form: int) -> int:
    """All outcomes of light (as bits) that a concealed meld can get from the tiles in ``sc_earths``."""
    if form >= KOKU:
        return lights_of_same(o.light_mapping, (form - KOKU) // NUMBERS, s.sc_earths[form - KOKU])
    return lights_of_runs(
        o.light_mapping, form // NUMBERS, s.sc_earths[form], s.sc_earths[form + 1], s.sc_earths[form + 2]
    )


def light_of_choice(o: Options, form: int, choice: int) -> int:
    """The outcome of light for a concealed meld with the tiles of ``choice``."""
    if form >= KOKU:
        return koku_light(o.light_mapping, (form - KOKU) // NUMBERS, THREE_EARTHS[choice])
    return JUN_LIGHTS[(o.light_mapping * HEAVENS + form // NUMBERS) * TRIPLES + choice]


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


def move_tiles(s: Any, form: int, choice: int) -> None:
    """Take the tiles of a choice out of ``sc_earths``, or put them back."""
    if form >= KOKU:
        s.sc_earths[form - KOKU] ^= THREE_EARTHS[choice]
    else:
        s.sc_earths[form] ^= 1 << (choice // (EARTHS * EARTHS))
        s.sc_earths[form + 1] ^= 1 << (choice // EARTHS % EARTHS)
        s.sc_earths[form + 2] ^= 1 << (choice % EARTHS)


def hand_out_tiles(s: Any, o: Options, own: int) -> None:
    """Go through the ways to hand out the tiles of the reading, as long as they can beat the best so far."""
    value = value_of_hand(s.sc_looks, own, o.pairs_relation, s.sc_best)
    if value <= s.sc_best:
        return
    if s.sc_levels == 0:
        keep_best(s, value)
        return
    level = 0
    start_level(s, level, value)
    while level >= 0:
        if level == s.sc_levels - 1:
            settle_last_level(s, o, own)
        elif settle_next(s, o, own, level):
            level += 1
            continue
        level -= 1
        if level >= 0:
            index = s.sc_level_meld[level]
            move_tiles(s, s.sc_forms[index], s.sc_choices[index])


def start_level(s: Any, level: int, bound: int) -> None:
    """Make a level ready: its meld has made no choice.

    Values found there stay good as long as the melds before have the same outcomes of light, whatever their tiles.
    """
    index = s.sc_level_meld[level]
    s.sc_choices[index] = LEFT_OVER
    before = 1
    if level > 0:
        last = s.sc_level_meld[level - 1]
        before = s.sc_level_before[level - 1] * OUTCOMES + s.sc_level_light[level - 1]
        if s.sc_forms[index] == s.sc_forms[last]:
            s.sc_choices[index] = s.sc_choices[last]  # of two melds alike the first takes the earlier choice
    s.sc_level_bound[level] = bound
    if s.sc_level_before[level] != before:
        s.sc_level_before[level] = before
        for light in range(OUTCOMES):
            s.sc_level_values[level * OUTCOMES + light] = -1


def value_at_level(s: Any, o: Options, own: int, level: int, light: int) -> int:
    """Give the meld of a level an outcome of light; the best value that is possible then."""
    index = s.sc_level_meld[level]
    s.sc_level_light[level] = light
    s.sc_looks[index] = lit_look(look_of_form(s.sc_forms[index]), light)
    at = level * OUTCOMES + light
    if s.sc_level_values[at] < 0:
        s.sc_level_values[at] = value_of_hand(s.sc_looks, own, o.pairs_relation, s.sc_best)
    return int(s.sc_level_values[at])


def settle_next(s: Any, o: Options, own: int, level: int) -> int:
    """Take tiles for the meld of a level, and go on to the next level; 0 if no choice is left that can score more."""
    index = s.sc_level_meld[level]
    form = s.sc_forms[index]
    while s.sc_level_bound[level] > s.sc_best:
        choice = next_choice(s, form, s.sc_choices[index])
        if choice < 0:
            break
        s.sc_choices[index] = choice
        value = value_at_level(s, o, own, level, light_of_choice(o, form, choice))
        if value > s.sc_best:
            move_tiles(s, form, choice)
            start_level(s, level + 1, value)
            return 1
    s.sc_choices[index] = LEFT_OVER
    s.sc_looks[index] = s.sc_level_look[level]
    return 0


def settle_last_level(s: Any, o: Options, own: int) -> None:
    """Try every outcome of light that the last meld can still get; which tiles bring it about does not matter."""
    level = s.sc_levels - 1
    index = s.sc_level_meld[level]
    form = s.sc_forms[index]
    lights = lights_of_form(s, o, form)
    for light in range(OUTCOMES):
        if lights >> light & 1 and s.sc_level_bound[level] > s.sc_best:
            value = value_at_level(s, o, own, level, light)
            if value > s.sc_best:
                choice = next_choice(s, form, LEFT_OVER)
                while light_of_choice(o, form, choice) != light:
                    choice = next_choice(s, form, choice)
                s.sc_choices[index] = choice
                keep_best(s, value)
    s.sc_choices[index] = LEFT_OVER
    s.sc_looks[index] = s.sc_level_look[level]


def keep_best(s: Any, value: int) -> None:
    """Keep the reading under way as the best."""
    s.sc_best = value
    s.sc_best_pair = s.sc_pair
    for index in range(MELDS):
        s.sc_best_forms[index] = s.sc_forms[index]
        s.sc_best_looks[index] = s.sc_looks[index]
        s.sc_best_choices[index] = s.sc_choices[index]
