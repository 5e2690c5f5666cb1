"""Winning shapes (MS-30): a pair and melds, whatever the earths."""

from itertools import islice
from random import Random

import numpy as np
import pytest
from score_brute import readings, spelled
from score_hands import draw_hands

from toolkit.engine.compiling import Compiler
from toolkit.games.masho.cards import HEAVEN_NAMES, KIND_OF, KINDS, tile_name
from toolkit.games.masho.scoring_rows import load_hand
from toolkit.games.masho.scoring_state import ScoringState
from toolkit.games.masho.shapes import KOKU, is_winning, next_reading, place_tiles


def counts_of(text: str) -> list[int]:
    """Counts by kind of words like 空112233."""
    counts = [0] * KINDS
    for word in text.split():
        for number in word[1:]:
            counts[HEAVEN_NAMES.index(word[0]) * 9 + int(number) - 1] += 1
    return counts


@pytest.mark.parametrize(
    ("text", "melds_open"),
    [
        ("空11222333444555", 0),
        ("空111222333 日123 星99", 0),
        ("空112233 日112233 月55", 0),
        ("空11123456789999", 0),
        ("空11123455567899", 0),
        ("空11112222333344", 0),
        ("空11112223344455"[:-1], 0),
        ("空12344 日567", 2),
        ("空1112345", 3),
        ("日77", 4),
    ],
)
def test_winning_shapes(text: str, melds_open: int) -> None:
    counts = counts_of(text)
    expected = sum(counts) == 14 - 3 * melds_open
    assert bool(is_winning(counts, 0, melds_open)) == expected


@pytest.mark.parametrize(
    ("text", "melds_open"),
    [
        ("空112233 日112233 月5 星5", 0),
        ("空89 日1 月111222333 星44", 0),
        ("空1122334455667 日1", 0),
        ("空11 日22 月33 星44 空55 日66 月77", 0),
        ("日77", 3),
        ("空123 日77", 4),
        ("空12389 日123 星99"[:-1], 1),
        ("", 4),
    ],
)
def test_no_winning_shapes(text: str, melds_open: int) -> None:
    assert is_winning(counts_of(text), 0, melds_open) == 0


def test_counts_may_stand_anywhere_in_memory() -> None:
    assert is_winning([1, 1, 1, *counts_of("空12344"), 2], 3, 3)


def brute_shapes(hand: list[str]) -> set[tuple[str, ...]]:
    """The readings of tiles by kinds: sorted melds in short."""
    found = set()
    for melds in readings(tuple(map(spelled, hand))):
        short = [meld[0][0] + "".join(str(number) for number in sorted(tile[2] for tile in meld)) for meld in melds]
        found.add(tuple(sorted(short)))
    return found


def shapes(s: ScoringState) -> list[tuple[str, ...]]:
    """All readings that the search goes through, in the same short form."""
    found = []
    place_tiles(s)
    while next_reading(s):
        short = []
        for form in s.sc_forms[: s.sc_formed]:
            heaven, number = HEAVEN_NAMES[form % KOKU // 9], form % KOKU % 9 + 1
            short.append(heaven + (str(number) * 3 if form >= KOKU else f"{number}{number + 1}{number + 2}"))
        found.append(tuple(sorted(short)))
    return found


def test_the_search_finds_every_reading_once() -> None:
    s = ScoringState()
    for hand in islice(draw_hands(30), 108):
        load_hand(s, hand.row(), 0)
        found = shapes(s)
        assert len(found) == len(set(found))
        assert set(found) == brute_shapes([tile_name(code) for code in hand.tiles])


def can_be_melds(counts: list[int]) -> bool:
    """Whether counts are melds: the lowest kind is a 刻 or starts a 順."""
    kind = next((kind for kind in range(KINDS) if counts[kind]), None)
    if kind is None:
        return True
    steps = [[3]] + ([[1, 1, 1]] if kind % 9 < 7 else [])
    for step in steps:
        left = list(counts)
        for index, used in enumerate(step):
            left[kind + index] -= used
        if min(left) >= 0 and can_be_melds(left):
            return True
    return False


def can_win(counts: list[int], melds_open: int) -> bool:
    """Whether counts are a pair and melds, by trying every pair."""
    if sum(counts) != 14 - 3 * melds_open:
        return False
    for kind in range(KINDS):
        if counts[kind] >= 2:
            left = list(counts)
            left[kind] -= 2
            if can_be_melds(left):
                return True
    return False


def test_random_tiles_win_exactly_where_a_reading_exists() -> None:
    random = Random(1)
    s = ScoringState()
    compiled = Compiler("masho").twin(is_winning)
    wins = 0
    for number in range(4000):
        melds_open = random.randrange(5)
        highest = random.choice((2, 3, 4, 9))
        heavens = range(random.choice((1, 2, 4)) if melds_open > 2 else 1)
        pack = [h * 45 + e * 9 + n for h in heavens for e in range(5) for n in range(highest)]
        tiles = random.sample(pack, min(14 - 3 * melds_open, len(pack)))
        s.sc_tiles[: len(tiles)] = tiles
        s.sc_n, s.sc_melds = len(tiles), melds_open
        counts = [0] * KINDS
        for tile in tiles:
            counts[KIND_OF[tile]] += 1
        won = is_winning(counts, 0, melds_open)
        assert bool(won) == bool(shapes(s)) == can_win(counts, melds_open)
        if number % 10 == 0:
            assert compiled(np.array(counts), 0, melds_open) == won
        wins += won
    assert 400 < wins < 3600
