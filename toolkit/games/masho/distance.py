"""How far concealed tiles are from a winning shape, and what completes them (MS-30).

The distance is the fewest tiles that have to be taken for a win: 0 for a winning hand of ``14 − 3 × melds`` tiles, 1 for a
hand of one tile less that waits, and so on. It goes by kinds and by the concealed tiles alone: a shape may hold
``copies`` tiles of a kind (4, with 土 5), whoever has the others.

The search goes through the numbers of each heaven once and keeps, for every number of 順 under way, the most tiles of the
hand that a shape can use: for each number of melds (at most) and with or without the pair, ten figures in one int.
A meld or a pair without any tile of the hand need not be searched: there is always a kind free to build it from nothing.
"""

from collections.abc import MutableSequence, Sequence

from toolkit.games.masho.cards import HEAVENS, KINDS, NUMBERS
from toolkit.games.masho.scoring_state import MELDS
from toolkit.games.masho.shapes import is_winning, pair_heaven

#: A figure takes six bits: REACHED + tiles used, and a free bit on top. Below REACHED there is no such shape.
FIGURE = 6
REACHED = 16
#: Figures of 0–4 melds without the pair, then of 0–4 melds with it.
ROW = MELDS + 1
PAIR = FIGURE * ROW
FIGURES = 2 * ROW
EACH = sum(1 << (FIGURE * figure) for figure in range(FIGURES))
TOP_BITS = EACH << (FIGURE - 1)
#: The figures that stay when ``melds`` more melds are counted, and those with the pair.
AFTER_MELDS = tuple(
    sum(((1 << FIGURE) - 1) << (FIGURE * figure) for figure in range(FIGURES) if figure % ROW >= melds)
    for melds in range(MELDS + 1)
)
WITH_PAIR = sum(((1 << FIGURE) - 1) << (FIGURE * figure) for figure in range(ROW, FIGURES))

#: Most 順 that need to start at one number: three of them are three 刻 as well.
RUNS = 3
#: What is under way: 順 that started two numbers below and one number below.
UNDER_WAY = RUNS * RUNS
#: Room that ``distance`` needs in its scratch memory.
SCRATCH = 2 * UNDER_WAY


def better(one: int, other: int) -> int:
    """Figure by figure the larger of two."""
    above = ((one | TOP_BITS) - other) & TOP_BITS
    kept = above - (above >> (FIGURE - 1))
    return (one & kept) | (other & ~kept & ~TOP_BITS)


def distance(counts: Sequence[int], base: int, melds_open: int, copies: int, scratch: MutableSequence[int]) -> int:
    """The fewest tiles to be taken for a pair and ``4 − melds_open`` melds.

    ``counts[base + kind]`` is the number of concealed tiles of a kind, any number of tiles in all; ``scratch`` has
    room for ``SCRATCH`` numbers.
    """
    figures = REACHED
    for heaven in range(HEAVENS):
        tiles = 0
        for number in range(NUMBERS):
            tiles += counts[base + heaven * NUMBERS + number]
        if tiles:
            figures = add_heaven(figures, counts, base + heaven * NUMBERS, copies, scratch)
    melds = MELDS - melds_open
    most = 0
    for figure in range(melds + 1):
        most = max(most, figures >> (FIGURE * figure) & 31, figures >> (PAIR + FIGURE * figure) & 31)
    return 3 * melds + 2 - (most - REACHED)


def add_heaven(figures: int, counts: Sequence[int], base: int, copies: int, scratch: MutableSequence[int]) -> int:
    """The figures after the nine counts of a heaven from ``counts[base]``."""
    now = 0
    then = UNDER_WAY
    for state in range(UNDER_WAY):
        scratch[state] = 0
    scratch[0] = figures
    for number in range(NUMBERS):
        for state in range(UNDER_WAY):
            scratch[then + state] = 0
        startable = runs_that_help(counts, base, number)
        for state in range(UNDER_WAY):
            if scratch[now + state]:
                add_number(scratch, now + state, then, counts[base + number], copies, startable)
        now, then = then, now
    return scratch[now]


def runs_that_help(counts: Sequence[int], base: int, number: int) -> int:
    """How many 順 may start at a number and use a tile of the hand each."""
    if number > NUMBERS - 3:
        return 0
    return min(RUNS - 1, counts[base + number] + counts[base + number + 1] + counts[base + number + 2])


def add_number(scratch: MutableSequence[int], at: int, then: int, count: int, copies: int, startable: int) -> None:
    """Go on from the state at ``scratch[at]`` with every use of the next number, which has ``count`` tiles."""
    figures = scratch[at]
    state = at % UNDER_WAY
    running = state // RUNS + state % RUNS
    for runs in range(startable + 1):
        used = running + runs
        if used > copies:
            return
        to = then + state % RUNS * RUNS + runs
        plain = (figures << (FIGURE * runs)) & AFTER_MELDS[runs]
        found = plain + min(used, count) * EACH
        if count > used and used + 2 <= copies:
            found = better(found, ((plain << PAIR) & WITH_PAIR) + min(used + 2, count) * EACH)
        if count > used and used + 3 <= copies:
            koku = (plain << FIGURE) & AFTER_MELDS[1]
            found = better(found, koku + min(used + 3, count) * EACH)
            if count > used + 3 and used + 5 <= copies:
                found = better(found, ((koku << PAIR) & WITH_PAIR) + min(used + 5, count) * EACH)
        scratch[to] = better(scratch[to], found)


def waits(counts: MutableSequence[int], base: int, melds_open: int, copies: int) -> int:
    """The kinds, as bits, of which one more tile completes the hand; ``counts`` is left as it was.

    A kind of which the hand itself holds all ``copies`` is not among them.
    """
    found = 0
    for heaven in range(HEAVENS):
        first = base + heaven * NUMBERS
        counts[first] += 1
        possible = pair_heaven(counts, base)
        counts[first] -= 1
        if possible >= 0:
            for kind in range(first, first + NUMBERS):
                if counts[kind] < copies:
                    counts[kind] += 1
                    if is_winning(counts, base, melds_open):
                        found |= 1 << (kind - base)
                    counts[kind] -= 1
    return found


def helpers(
    counts: MutableSequence[int], base: int, melds_open: int, copies: int, scratch: MutableSequence[int]
) -> int:
    """The kinds, as bits, of which one more tile brings the hand nearer to a win; ``counts`` is left as it was."""
    away = distance(counts, base, melds_open, copies, scratch)
    found = 0
    for kind in range(KINDS):
        if counts[base + kind] < copies:
            counts[base + kind] += 1
            if distance(counts, base, melds_open, copies, scratch) < away:
                found |= 1 << kind
            counts[base + kind] -= 1
    return found
