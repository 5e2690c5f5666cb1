"""The distance to a win, the waits and the helpful tiles, against a plain search over all shapes."""

from random import Random

import numpy as np
import pytest

from toolkit.engine.compiling import Compiler
from toolkit.games.masho.cards import HEAVEN_NAMES, KINDS
from toolkit.games.masho.distance import (
    EACH,
    FIGURE,
    FIGURES,
    REACHED,
    SCRATCH,
    add_heaven,
    better,
    distance,
    distance_from,
    helpers,
    join,
    waits,
)
from toolkit.games.masho.shapes import is_winning


def counts_of(text: str) -> list[int]:
    """Counts by kind of words like 空112233."""
    counts = [0] * KINDS
    for word in text.split():
        for number in word[1:]:
            counts[HEAVEN_NAMES.index(word[0]) * 9 + int(number) - 1] += 1
    return counts


def away(text: str, melds_open: int = 0, copies: int = 4) -> int:
    """The distance of a hand in words."""
    return distance(counts_of(text), 0, melds_open, copies, [0] * SCRATCH)


def kinds_of(bits: int) -> str:
    """Kinds given as bits, in words."""
    return " ".join(f"{HEAVEN_NAMES[kind // 9]}{kind % 9 + 1}" for kind in range(KINDS) if bits >> kind & 1)


@pytest.mark.parametrize(
    ("text", "melds_open", "expected"),
    [
        ("空11222333444555", 0, 0),
        ("空1122233344455", 0, 1),
        ("日77", 4, 0),
        ("日7", 4, 1),
        ("", 4, 2),
        ("空147 日147 月147 星147", 0, 9),
        ("空147 日147 月147 星1479", 0, 8),
        ("空123456789 日12 月5", 0, 2),
        ("空12 日45 月78 星5", 2, 3),
        ("空12 日45 月78 星5", 1, 4),
    ],
)
def test_distances(text: str, melds_open: int, expected: int) -> None:
    assert away(text, melds_open) == expected


def test_a_wait_for_the_fifth_of_a_kind_is_none() -> None:
    # 空1111 is a 刻 and one tile of a pair that cannot be had, except with 土.
    assert away("空1111", 3, copies=5) == 1
    assert away("空1111", 3, copies=4) == 2
    assert waits(counts_of("空1111"), 0, 3, 4) == 0
    assert kinds_of(waits(counts_of("空1111"), 0, 3, 5)) == "空1"


def test_waits_name_every_kind_that_completes_the_hand() -> None:
    assert kinds_of(waits(counts_of("空1112345678999"), 0, 0, 4)) == "空1 空2 空3 空4 空5 空6 空7 空8 空9"
    assert kinds_of(waits(counts_of("空23 日55"), 0, 3, 4)) == "空1 空4"
    assert kinds_of(waits(counts_of("空23 日5 月5"), 0, 3, 4)) == ""


def test_helpers_bring_a_hand_nearer_and_others_do_not() -> None:
    counts = counts_of("空12 日45 月78 星5")
    bits = helpers(counts, 0, 1, 4, [0] * SCRATCH)
    assert kinds_of(bits) == "空3 日3 日6 月6 月9 星5"
    assert counts == counts_of("空12 日45 月78 星5")


#: Every meld as its kinds.
MELDS = [(kind,) * 3 for kind in range(KINDS)] + [(kind, kind + 1, kind + 2) for kind in range(KINDS) if kind % 9 < 7]


def brute_distance(counts: list[int], melds_open: int, copies: int) -> int:
    """The fewest missing tiles over all shapes with at most ``copies`` of a kind."""
    shape = [0] * KINDS
    best = 14

    def missing() -> int:
        return sum(max(0, wanted - there) for wanted, there in zip(shape, counts, strict=True))

    def add(first: int, melds: int) -> None:
        nonlocal best
        if missing() >= best:
            return
        if melds == 0:
            for kind in range(KINDS):
                if shape[kind] + 2 <= copies:
                    shape[kind] += 2
                    best = min(best, missing())
                    shape[kind] -= 2
            return
        for index in range(first, len(MELDS)):
            for kind in MELDS[index]:
                shape[kind] += 1
            if all(shape[kind] <= copies for kind in MELDS[index]):
                add(index, melds - 1)
            for kind in MELDS[index]:
                shape[kind] -= 1

    add(0, 4 - melds_open)
    return best


def random_hands(seed: int, count: int) -> list[tuple[list[int], int, int]]:
    """Counts, open melds and copies of random hands of full size or one tile less, crowded and not."""
    random = Random(seed)
    hands: list[tuple[list[int], int, int]] = []
    while len(hands) < count:
        copies = random.choice((4, 4, 5))
        melds_open = random.choice((0, 1, 2, 2, 3, 3, 4))
        heavens, highest = random.choice((1, 2, 4)), random.choice((3, 4, 6, 9))
        pack = [h * 9 + n for h in range(heavens) for n in range(highest) for _ in range(copies)]
        size = 14 - 3 * melds_open - random.randrange(2)
        if size <= len(pack):
            counts = [0] * KINDS
            for kind in random.sample(pack, size):
                counts[kind] += 1
            # The plain search is slow for hands that are far away.
            if distance(counts, 0, melds_open, copies, [0] * SCRATCH) < (3 if melds_open < 2 else 6):
                hands.append((counts, melds_open, copies))
    return hands


def test_random_distances_are_the_fewest_missing_tiles_over_all_shapes() -> None:
    for counts, melds_open, copies in random_hands(1, 80):
        scratch = [0] * SCRATCH
        found = distance(counts, 0, melds_open, copies, scratch)
        assert found == brute_distance(counts, melds_open, copies), (counts, melds_open, copies)


def test_random_waits_helpers_and_wins_agree_with_the_distance() -> None:
    for counts, melds_open, copies in random_hands(2, 300):
        scratch = [0] * SCRATCH
        found = distance(counts, 0, melds_open, copies, scratch)
        full = sum(counts) % 3 == 2
        assert not full or (found == 0) == bool(is_winning(counts, 0, melds_open))
        if not full:
            assert (found == 1) == bool(waits(counts, 0, melds_open, copies))
        nearer = 0
        for kind in range(KINDS):
            if counts[kind] < copies:
                counts[kind] += 1
                nearer |= (distance(counts, 0, melds_open, copies, scratch) < found) << kind
                counts[kind] -= 1
        assert helpers(counts, 0, melds_open, copies, scratch) == nearer
        if found == 1 and not full:
            assert nearer == waits(counts, 0, melds_open, copies)


def test_the_figures_of_heavens_can_be_joined_in_any_order() -> None:
    for counts, melds_open, copies in random_hands(3, 60):
        scratch = [0] * SCRATCH
        parts = [add_heaven(REACHED, counts, 9 * heaven, copies, scratch) for heaven in range(4)]
        joined = join(join(parts[3], parts[0]), join(parts[1], parts[2]))
        assert distance_from(joined, melds_open) == distance(counts, 0, melds_open, copies, scratch)


def test_figures_are_compared_one_by_one() -> None:
    random = Random(4)
    for _ in range(200):
        one = [random.randrange(32) for _ in range(FIGURES)]
        other = [random.randrange(32) for _ in range(FIGURES)]
        packed = [sum(value << (FIGURE * at) for at, value in enumerate(values)) for values in (one, other)]
        larger = sum(max(pair) << (FIGURE * at) for at, pair in enumerate(zip(one, other, strict=True)))
        assert better(*packed) == larger
    assert EACH.bit_length() == FIGURE * (FIGURES - 1) + 1


def test_compiled_distances_are_those_of_the_interpreted_functions() -> None:
    compiler = Compiler("masho")
    made, made_waits, made_helpers = (compiler.twin(function) for function in (distance, waits, helpers))
    scratch = np.zeros(SCRATCH, dtype=np.int64)
    for counts, melds_open, copies in random_hands(5, 200):
        array = np.array(counts, dtype=np.int64)
        plain = [0] * SCRATCH
        assert made(array, 0, melds_open, copies, scratch) == distance(counts, 0, melds_open, copies, plain)
        assert made_waits(array, 0, melds_open, copies) == waits(counts, 0, melds_open, copies)
        assert made_helpers(array, 0, melds_open, copies, scratch) == helpers(counts, 0, melds_open, copies, plain)
