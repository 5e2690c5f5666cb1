"""How far concealed tiles are from a winning shape, and what completes them (MS-30).

The distance is the fewest tiles that have to be taken for a win: 0 for a winning hand of ``14 − 3 × melds`` tiles,
1 for a hand of one tile less that waits, and so on. It goes by kinds and by the concealed tiles alone: a shape may
hold ``copies`` tiles of a kind (4, with 土 5), whoever has the others.

The search goes through the numbers of each heaven once and keeps, for every number of 順 under way, the most tiles of
the hand that a shape can use: for each number of melds (at most) and with or without the pair, ten figures in one
int. A meld or a pair without any tile of the hand need not be searched: there is always a kind free to build it on.
"""

from collections.abc import MutableSequence, Sequence

from toolkit.games.masho.cards import HEAVENS, NUMBERS
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
FIGURE_BITS = (1 << (FIGURE - 1)) - 1
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

    ``counts[base + kind]`` is the number of concealed tiles of a kind, 14 in all at most; ``scratch`` has room for
    ``SCRATCH`` numbers.
    """
    figures = REACHED
    for heaven in range(HEAVENS):
        figures = add_heaven(figures, counts, base + heaven * NUMBERS, copies, scratch)
    return distance_from(figures, melds_open)


def other_heavens(counts: Sequence[int], base: int, heaven: int, copies: int, scratch: MutableSequence[int]) -> int:
    """The figures of all heavens but one."""
    figures = REACHED
    for other in range(HEAVENS):
        if other != heaven:
            figures = add_heaven(figures, counts, base + other * NUMBERS, copies, scratch)
    return figures


def distance_from(figures: int, melds_open: int) -> int:
    """The distance that the figures of all heavens mean."""
    melds = MELDS - melds_open
    # A shape with fewer melds, or without the pair, is filled up from nothing.
    most = 0
    for figure in range(melds + 1):
        most = max(most, figures >> (FIGURE * figure) & FIGURE_BITS, figures >> (PAIR + FIGURE * figure) & FIGURE_BITS)
    return 3 * melds + 2 - (most - REACHED)


def add_heaven(figures: int, counts: Sequence[int], base: int, copies: int, scratch: MutableSequence[int]) -> int:
    """Go on from ``figures`` with the nine counts of a heaven from ``counts[base]``."""
    now = 0
    then = UNDER_WAY
    last = base + NUMBERS
    states = 1  # as bits; with state 0 alone (no 順 under way) the figures are in ``figures`` too
    for kind in range(base, last):
        count = counts[kind]
        startable = runs_that_help(counts, kind, last)
        if states == 1 and startable == 0:
            if count:
                figures = add_number(figures, 0, count, copies)
            continue
        if states == 1:
            scratch[now] = figures
        reached = 0
        state = 0
        while states:
            if states & 1:
                reached = start_runs(scratch, now + state, then, reached, count, copies, startable)
            states >>= 1
            state += 1
        now, then = then, now
        states = reached
        figures = scratch[now]
    return figures


def runs_that_help(counts: Sequence[int], kind: int, last: int) -> int:
    """How many 順 are worth starting at a kind of the heaven that ends before ``last``.

    A 順 with one tile of the hand can be left out if the hand has at most two of that kind: either another
    meld lacks that tile, or a 刻 can be built on it as well.
    """
    if kind + 2 >= last:
        return 0
    low = counts[kind]
    middle = counts[kind + 1]
    high = counts[kind + 2]
    if low > 2 or middle > 2 or high > 2:
        return RUNS - 1
    return min(RUNS - 1, (low + middle + high) // 2) if (low > 0) + (middle > 0) + (high > 0) > 1 else 0


def start_runs(
    scratch: MutableSequence[int], at: int, then: int, reached: int, count: int, copies: int, startable: int
) -> int:
    """Go on from the state at ``scratch[at]`` with every number of 順 that can start at the next number.

    The figures of the states reached stand from ``scratch[then]``; return which those are, with the ones before.
    """
    state = at % UNDER_WAY
    running = state // RUNS + state % RUNS
    for runs in range(startable + 1):
        if running + runs <= copies:
            figures = add_number((scratch[at] << (FIGURE * runs)) & AFTER_MELDS[runs], running + runs, count, copies)
            to = state % RUNS * RUNS + runs
            scratch[then + to] = better(scratch[then + to], figures) if reached >> to & 1 else figures
            reached |= 1 << to
    return reached


def add_number(figures: int, used: int, count: int, copies: int) -> int:
    """Go on from ``figures`` with a number of which 順 use ``used`` tiles: with and without a 刻 and the pair."""
    found = figures + min(used, count) * EACH
    if count > used:
        if used + 2 <= copies:
            found = better(found, ((figures << PAIR) & WITH_PAIR) + min(used + 2, count) * EACH)
        if used + 3 <= copies:
            koku = (figures << FIGURE) & AFTER_MELDS[1]
            found = better(found, koku + min(used + 3, count) * EACH)
            if count > used + 3 and used + 5 <= copies:
                found = better(found, ((koku << PAIR) & WITH_PAIR) + min(used + 5, count) * EACH)
    return found


def join(one: int, other: int) -> int:
    """The figures of two groups of heavens together."""
    found = 0
    for figure in range(FIGURES):
        tiles = one >> (FIGURE * figure) & FIGURE_BITS
        if tiles >= REACHED:
            more = (other << (FIGURE * (figure % ROW))) & AFTER_MELDS[figure % ROW]
            if figure >= ROW:
                more = (more << PAIR) & WITH_PAIR
            found = better(found, more + (tiles - REACHED) * EACH)
    return found


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
    for heaven in range(HEAVENS):
        first = base + heaven * NUMBERS
        others = other_heavens(counts, base, heaven, copies, scratch)
        for kind in range(first, first + NUMBERS):
            if counts[kind] < copies:
                counts[kind] += 1
                if distance_from(add_heaven(others, counts, first, copies, scratch), melds_open) < away:
                    found |= 1 << (kind - base)
                counts[kind] -= 1
    return found
