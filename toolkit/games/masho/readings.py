"""Which claims, kans and wins a hand allows, and how a ron may be read (MS-11 … MS-13, MS-30, MS-33)."""

from collections.abc import MutableSequence

from toolkit.games.masho.cards import HEAVEN_OF, HEAVENS, KIND_OF, KINDS, NUMBER_OF, NUMBERS
from toolkit.games.masho.decisions import MELD, with_tiles
from toolkit.games.masho.scoring import is_winning
from toolkit.games.masho.state import HAND, State

#: The other two numbers of a 順, as distances from the tile that completes it.
FIRST_STEP = (-2, -1, 1)
SECOND_STEP = (-1, 1, 2)


def is_left(s: State, seat: int, other: int) -> int:
    """1 if ``other`` is the player to the left, who played just before (MS-14)."""
    return 1 if other == (seat + s.players - 1) % s.players else 0


def is_pon(first: int, second: int, tile: int) -> int:
    """1 if two different tiles have the kind of ``tile`` (MS-11)."""
    return 1 if first != second and KIND_OF[first] == KIND_OF[tile] == KIND_OF[second] else 0


def is_chi(first: int, second: int, tile: int) -> int:
    """1 if three tiles are numbers in a row of one heaven (MS-12)."""
    if HEAVEN_OF[first] != HEAVEN_OF[tile] or HEAVEN_OF[second] != HEAVEN_OF[tile]:
        return 0
    low = min(NUMBER_OF[first], NUMBER_OF[second], NUMBER_OF[tile])
    high = max(NUMBER_OF[first], NUMBER_OF[second], NUMBER_OF[tile])
    middle = NUMBER_OF[first] + NUMBER_OF[second] + NUMBER_OF[tile] - low - high
    return 1 if middle == low + 1 and high == low + 2 else 0


def left_over(s: State, seat: int) -> int:
    """The heavens of which the hand has one tile more than triples, as bits, and from bit ``HEAVENS`` those with two.

    A pair and melds leave two tiles over in one heaven and none in the others.
    """
    found = 0
    for heaven in range(HEAVENS):
        left = s.heavens[seat * HEAVENS + heaven] % 3
        if left > 0:
            found |= 1 << (heaven + HEAVENS * (left - 1))
    return found


def completing_heavens(s: State, seat: int) -> int:
    """The heavens, as bits, of which the hand needs one more tile to be a pair and melds by numbers of tiles."""
    left = left_over(s, seat)
    ones = left & ((1 << HEAVENS) - 1)
    twos = left >> HEAVENS
    if ones.bit_count() == 1 and twos == 0:
        return ones
    return twos if twos.bit_count() == 2 and ones == 0 else 0


def wins_by_draw(s: State, seat: int) -> int:
    """1 if the hand with the drawn tile in it is a winning shape (MS-23, MS-30)."""
    left = left_over(s, seat)
    if left.bit_count() != 1 or left < 1 << HEAVENS:
        return 0
    return is_winning(s.counts, seat * KINDS, s.meld_n[seat])


def wins_with(s: State, seat: int, tile: int) -> int:
    """1 if the hand and ``tile`` are a winning shape (MS-13, MS-30)."""
    if completing_heavens(s, seat) >> HEAVEN_OF[tile] & 1 == 0:
        return 0
    return completes(s, seat, tile)


def completes(s: State, seat: int, tile: int) -> int:
    """:func:`wins_with` for a tile of one of the :func:`completing_heavens`."""
    at = seat * KINDS + KIND_OF[tile]
    s.counts[at] += 1
    answer = is_winning(s.counts, seat * KINDS, s.meld_n[seat])
    s.counts[at] -= 1
    return answer


def all_melds(s: State, seat: int) -> int:
    """1 if the concealed tiles are melds without a pair.

    The lowest number of a heaven is taken as 刻 as often as it can be: three equal 順 are three 刻 as well.
    """
    base = seat * KINDS
    for heaven in range(HEAVENS):
        row = base + heaven * NUMBERS
        one, two = 0, 0  # how many 順 began one and two numbers before
        for number in range(NUMBERS):
            left = s.counts[row + number] - one - two
            if left < 0:
                return 0
            one, two = left % 3, one
        if one + two > 0:
            return 0
    return 1


def may_be_pair(s: State, seat: int, tile: int) -> int:
    """1 if a ron on ``tile`` can be read as completing the pair (MS-33)."""
    at = seat * KINDS + KIND_OF[tile]
    if s.counts[at] == 0:
        return 0
    s.counts[at] -= 1
    answer = all_melds(s, seat)
    s.counts[at] += 1
    return answer


def leaves_a_win(s: State, seat: int, first: int, second: int) -> int:
    """1 if the hand holds the two kinds and the rest of it is a pair and melds (MS-33)."""
    base = seat * KINDS
    s.counts[base + first] -= 1
    s.counts[base + second] -= 1
    answer = 0
    if s.counts[base + first] >= 0 and s.counts[base + second] >= 0:
        answer = is_winning(s.counts, base, s.meld_n[seat] + 1)
    s.counts[base + first] += 1
    s.counts[base + second] += 1
    return answer


def list_pairs(
    s: State, seat: int, first: int, second: int, verb: int, other: int, out: MutableSequence[int], at: int
) -> int:
    """Write from ``out[at]`` each decision with a hand tile of kind ``first`` and one of ``second``; return the end."""
    for left in range(s.hand_n[seat]):
        low = s.hand[seat * HAND + left]
        if KIND_OF[low] != first and KIND_OF[low] != second:
            continue
        wanted = second if KIND_OF[low] == first else first
        for right in range(left + 1, s.hand_n[seat]):
            high = s.hand[seat * HAND + right]
            if KIND_OF[high] == wanted:
                out[at] = with_tiles(verb, other, low, high)
                at += 1
    return at


def find_meld_choices(s: State, seat: int, tile: int) -> None:
    """Set ``s.choices`` to every ``meld`` that a ron on ``tile`` allows (MS-33)."""
    out = s.choices
    kind = KIND_OF[tile]
    count = 0
    if s.counts[seat * KINDS + kind] >= 2 and leaves_a_win(s, seat, kind, kind) == 1:
        count = list_pairs(s, seat, kind, kind, MELD, 0, out, count)
    for index in range(3):
        low = NUMBER_OF[tile] + FIRST_STEP[index]
        high = NUMBER_OF[tile] + SECOND_STEP[index]
        if low < 1 or high > NUMBERS:
            continue
        first = kind + FIRST_STEP[index]
        second = kind + SECOND_STEP[index]
        if leaves_a_win(s, seat, first, second) == 1:
            count = list_pairs(s, seat, first, second, MELD, 0, out, count)
    s.choice_n = count
