"""Hidden cards of 四時の札遊び divided anew: each possible hand is as likely as any other."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hidden_cards import copied, stream_of
from scipy.stats import chisquare
from shiji_table import Table, new_table, table_of

from toolkit.games.shiji.cards import KINDS, LAND_CARDS, LAND_SIZE, NAMES
from toolkit.games.shiji.lays import any_lay
from toolkit.games.shiji.sampling import resample
from toolkit.games.shiji.views import hide

#: Both merchants are taken.
NONE = (False, False)


def sample(table: Table, seat: int, number: int) -> Any:
    made = copied(table.s)
    hide(made, table.o, seat)
    resample(made, table.o, seat, stream_of(1, number, 1))
    return made


def hand_of(s: Any, seat: int) -> str:
    return "".join(NAMES[kind] * s.hand[seat * KINDS + kind] for kind in range(KINDS))


def assert_even(table: Table, seat: int, expected: Counter[str], count: int = 4000) -> None:
    """The hands of the other player come about as often as there are ways to draw them."""
    found = Counter(hand_of(sample(table, seat, number), 1 - seat) for number in range(count))
    assert set(found) <= set(expected)
    share = count / sum(expected.values())
    hands = sorted(expected)
    assert chisquare([found[hand] for hand in hands], [expected[hand] * share for hand in hands]).pvalue > 0.001


def hands_of(cards: str, size: int) -> Counter[str]:
    """How many ways there are to draw each hand."""
    order = {name: place for place, name in enumerate(NAMES)}
    return Counter("".join(sorted(hand, key=order.get)) for hand in combinations(cards, size))  # type: ignore[arg-type]


def test_every_division_between_hand_and_land_is_equally_likely() -> None:
    """SJ-2, SJ-22: equal cards count each for itself"""
    table = table_of(hands=("0158", "223"), lands=("6", "49朝X"), markets=("", ""))
    assert_even(table, 0, hands_of("22349朝X", 3))


def test_whose_turn_it_is_has_a_lay() -> None:
    """SJ-10: else the game would be over"""
    table = table_of(hands=("5678", "97"), lands=("4", "112339朝"), markets=("85", ""), turn=2)
    expected = Counter[str]()
    for hand, ways in hands_of("97112339朝", 2).items():
        made = copied(table.s)
        for kind in range(KINDS):
            made.hand[KINDS + kind] = hand.count(NAMES[kind])
        if any_lay(made, table.o, 1):
            expected[hand] = ways
    assert "19" in expected
    assert "12" not in expected
    assert "9朝" not in expected
    assert_even(table, 0, expected)


def test_a_lay_that_chance_hardly_finds_is_given() -> None:
    """SJ-10, SJ-12: only 99 beats 98, and only 雷霆 is a lay of 001 against 99"""
    beaten = table_of(hands=("5678", "99"), lands=("4", "1122334455667788朝昼夕夜X"), markets=("98", ""), turn=2)
    starry = table_of(hands=("5678", "00X"), lands=("4", "112233445566778"), markets=("99", ""), merchants=NONE, turn=2)
    hands = Counter[str]()
    for number in range(40):
        assert hand_of(sample(beaten, 0, number), 1) == "99"
        hands[hand_of(sample(starry, 0, number), 1)] += 1
    assert all("X" in hand or hand == "001" for hand in hands)
    assert len(hands) > 10


def test_only_thunder_is_left_to_lay() -> None:
    """SJ-12: without stars the hand that has to lay against 99 is 0, 0, 1"""
    table = table_of(hands=("5678", "001"), lands=("4", "122334455667788"), markets=("99", ""), merchants=NONE, turn=2)
    for number in range(20):
        assert hand_of(sample(table, 0, number), 1) == "001"


def test_who_answers_thunder_holds_two_zeros() -> None:
    """SJ-16"""
    table = table_of(hands=("001", "00"), merchants=NONE).play("p1 place 100")
    for number in range(20):
        made = sample(table, 0, number)
        assert hand_of(made, 1) == "00"
        assert hand_of(sample(table, 1, number), 0) == ""


@pytest.mark.parametrize("merchant", [True, False])
def test_a_card_taken_back_openly_stays_in_the_hand_until_one_of_its_kind_is_laid(merchant: bool) -> None:
    """SJ-17"""
    table = table_of(hands=("X45670", "012678"), markets=("", "(35)"), merchants=(merchant, True))
    table.play("p1 place X4", "p2 recover 3")
    zeros = Counter(sample(table, 1, number).hand[0] for number in range(300))
    threes = Counter(sample(table, 0, number).hand[KINDS + 3] for number in range(300))
    assert (0 in zeros) == (not merchant)
    assert 0 not in threes
    assert len(threes) > 1
    table.play("p2 place 30")
    threes = Counter(sample(table, 0, number).hand[KINDS + 3] for number in range(300))
    assert 0 in threes


def test_a_stack_is_in_any_order() -> None:
    """SJ-42: the own one as well"""
    table = new_table(decks=("", ""), source="deck")
    for seat in (0, 1):
        found = Counter(sample(table, 0, number).stack[seat * LAND_SIZE + 6 + number % 18] for number in range(3600))
        seen = table.s.hand[:KINDS] if seat == 0 else [0] * KINDS
        weights = [cards - gone for cards, gone in zip(LAND_CARDS, seen, strict=True)]
        kinds = [kind for kind in range(KINDS) if weights[kind]]
        expected = [3600 * weights[kind] / sum(weights) for kind in kinds]
        assert chisquare([found[kind] for kind in kinds], expected).pvalue > 0.001


def test_without_hands_nothing_is_hidden() -> None:
    """SJ-43"""
    table = new_table(handless=True, rounds=13)
    assert sample(table, 0, 1) == copied(table.s)
