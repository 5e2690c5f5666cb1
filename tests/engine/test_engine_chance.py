"""Random numbers: known answers, uniformity, independence, and the same numbers in both modes."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from toolkit.engine.chance import (
    BLOCK,
    CHOICES,
    COUNTER,
    DEAL,
    STREAM_SIZE,
    WORD,
    below,
    fill_block,
    open_stream,
    shuffle,
    word,
)

SEEDS = st.integers(0, 2**63 - 1)
NUMBERS = st.integers(0, 2**32 - 1)

#: (counter, key, answer) of Philox4x32-10 from the test vectors of Random123, the authors' library.
KNOWN = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]


def words(text: str) -> list[int]:
    """Hexadecimal words as numbers."""
    return [int(each, 16) for each in text.split()]


def opened(seed: int = 1, match: int = 0, number: int = 0, purpose: int = DEAL) -> list[int]:
    """A stream at its start."""
    stream = [0] * STREAM_SIZE
    open_stream(stream, seed, match, number, purpose)
    return stream


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_philox_gives_the_known_answers(counter: str, key: str, answer: str) -> None:
    stream = [*words(key), *words(counter), *[0] * 5]
    fill_block(stream)
    assert stream[BLOCK : BLOCK + 4] == words(answer)
    assert stream[COUNTER] == (words(counter)[0] + 1) & WORD
    assert stream[COUNTER + 1 : BLOCK] == words(counter)[1:]


def test_words_are_the_blocks_in_order() -> None:
    stream = opened(9)
    blocks = []
    copy = opened(9)
    for _ in range(3):
        fill_block(copy)
        blocks += copy[BLOCK : BLOCK + 4]
    assert [word(stream) for _ in range(12)] == blocks


@given(SEEDS, NUMBERS, NUMBERS, st.integers(0, 8))
def test_a_stream_is_a_function_of_its_name_alone(seed: int, match: int, number: int, purpose: int) -> None:
    first = opened(seed, match, number, purpose)
    other = opened(seed ^ 1, match, number, purpose)
    taken = [(word(first), word(other)) for _ in range(9)]
    again = opened(seed, match, number, purpose)
    assert [word(again) for _ in range(9)] == [mine for mine, _ in taken]


def test_streams_with_different_names_differ() -> None:
    names = [(seed, match, number, purpose) for seed in (0, 1, 1 << 32) for match in (0, 1) for number in (0, 1)
             for purpose in (DEAL, CHOICES, CHOICES + 1)]  # fmt: skip
    starts = {tuple(word(stream) for _ in range(2)) for stream in (opened(*name) for name in names)}
    assert len(starts) == len(names)


@given(SEEDS, st.integers(1, 2**31 - 1))
def test_below_stays_below(seed: int, bound: int) -> None:
    stream = opened(seed)
    assert all(0 <= below(stream, bound) < bound for _ in range(5))


def test_below_one_is_zero() -> None:
    assert {below(opened(seed), 1) for seed in range(50)} == {0}


class Scripted(list[int]):
    """A stream whose next words are given."""

    def __init__(self, *values: int) -> None:
        super().__init__([*[0] * (BLOCK + 4 - len(values)), *values, len(values)])


@pytest.mark.parametrize("bound", [3, 5, 6, 7, 48, 49, 1000, 2**31 - 1])
def test_below_rejects_just_the_words_that_would_favour_a_number(bound: int) -> None:
    """Lemire: a word is rejected when the low half of its product is below 2**32 mod bound."""
    threshold = 2**32 % bound
    boundary = [0, 1, 2**32 - 1, 2**31]
    boundary += [(high * 2**32 + low) // bound for high in (1, bound - 1) for low in range(3)]
    for first in boundary:
        for start in (first, min(first + 1, WORD)):
            rejected = start * bound % 2**32 < threshold
            stream = Scripted(start, 2**31 + 1)
            found = below(stream, bound)
            assert found == (2**31 + 1 if rejected else start) * bound >> 32


@pytest.mark.parametrize("bound", [2, 3, 7, 48])
def test_below_is_uniform(bound: int) -> None:
    stream = opened(123)
    counts = Counter(below(stream, bound) for _ in range(400 * bound))
    assert set(counts) == set(range(bound))
    assert chisquare(list(counts.values())).pvalue > 0.001


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    stream = opened(77)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 200):
        items = [0, 1, 2, 3]
        shuffle(items, 4, stream)
        counts[tuple(items)] += 1
    assert set(counts) == set(permutations(range(4)))
    assert chisquare(list(counts.values())).pvalue > 0.001


@given(SEEDS, st.integers(0, 60))
def test_a_shuffle_moves_only_the_first_items(seed: int, count: int) -> None:
    items = list(range(60))
    shuffle(items, count, opened(seed))
    assert sorted(items[:count]) == list(range(count))
    assert items[count:] == list(range(count, 60))


def test_compiled_numbers_are_the_interpreted_ones() -> None:
    import numpy as np

    from toolkit.engine.compiling import Compiler

    compiler = Compiler("chance-test")
    quick_open, quick_below, quick_shuffle = (compiler.twin(each) for each in (open_stream, below, shuffle))
    bounds = [1, 2, 3, 6, 7, 48, 49, 1000, 2**31 - 1]
    for seed in (0, 1, 2**31, 2**32 - 1, 2**32, 2**62 + 12345, 2**63 - 1):
        slow = opened(seed, 2**32 - 1, 2**32 - 1, 9)
        fast = np.zeros(STREAM_SIZE, np.int64)
        quick_open(fast, seed, 2**32 - 1, 2**32 - 1, 9)
        for bound in bounds * 5:
            assert below(slow, bound) == quick_below(fast, bound)
        assert slow == fast.tolist()
        slow_items, fast_items = list(range(49)), np.arange(49)
        shuffle(slow_items, 49, slow)
        quick_shuffle(fast_items, 49, fast)
        assert slow_items == fast_items.tolist()
    for counter, key, answer in KNOWN:
        fast = np.array([*words(key), *words(counter), *[0] * 5], np.int64)
        compiler.twin(fill_block)(fast)
        assert fast[BLOCK : BLOCK + 4].tolist() == words(answer)
