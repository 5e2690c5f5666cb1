"""Playing and turning over cards: SC-18 to SC-20."""

import pytest
from shishibo_table import DEFAULTS, ENGINE, Table, at_the_end, deal_of, finish, match_of, play_out

from toolkit.games.shishibo.cards import CARDS


def test_a_card_without_its_month_on_the_field_stays_there() -> None:
    """SC-18"""
    table = Table(["5K", "1K", "1K"], field="8H", stock="9K")
    assert table.legal() == ["p1 play 5K"]
    table.push("p1 play 5K")
    assert table.field == "5K 8H"
    assert table.captured(1) == ""


def test_capturing_one_card_of_the_month_is_compulsory() -> None:
    """SC-18"""
    table = Table(["5K", "1K", "1K"], field="5T 8H", stock="9K")
    assert table.legal() == ["p1 play 5K 5T"]
    assert table.rule_against("p1 play 5K") == "SC-18"
    table.push("p1 play 5K 5T")
    assert (table.captured(1), table.field) == ("5T 5K", "8H")


def test_of_two_cards_the_player_chooses_one() -> None:
    """SC-18"""
    table = Table(["5K", "1K", "1K"], field="5T 5S", stock="9K")
    assert table.legal() == ["p1 play 5K 5T", "p1 play 5K 5S"]
    for wrong in ("p1 play 5K", "p1 play 5K 5T 5S", "p1 play 5K 5K", "p1 play 5K 8H", "p1 play 5K W"):
        assert table.rule_against(wrong) == "SC-18", wrong
    table.push("p1 play 5K 5S")
    assert (table.captured(1), table.field) == ("5S 5K", "5T")


def test_two_kasu_of_the_field_are_one_choice() -> None:
    """SC-18, SC-3"""
    table = Table(["5T", "1K", "1K"], field="5K 5K", stock="9K")
    assert table.legal() == ["p1 play 5T 5K"]
    assert table.push("p1 play 5T 5K").field == "5K"


def test_three_cards_of_the_month_are_captured_with_it() -> None:
    """SC-18"""
    table = Table(["12H", "1K", "1K"], field="12K 12K 12K 1S", stock="9K")
    assert table.legal() == ["p1 play 12H 12K 12K 12K"]
    for wrong in ("p1 play 12H", "p1 play 12H 12K", "p1 play 12H 12K 12K", "p1 play 12H 12K 12K 12K 12K"):
        assert table.rule_against(wrong) == "SC-18", wrong
    table.push("p1 play 12H 12K 12K 12K")
    assert (table.captured(1), table.field) == ("12H 12K 12K 12K", "1S")


@pytest.mark.parametrize("order", ["8T 8H 8K", "8K 8H 8T", "8H 8K 8T", "8T 8K 8H", "8K 8T 8H"])
def test_captured_cards_in_another_order_are_illegal(order: str) -> None:
    """SC-18, Tokens"""
    table = Table(["8K", "1K", "1K"], field="8H 8T 8K", stock="9K")
    assert table.rule_against("p1 play 8K 8H 8T 8K") == ""
    assert table.rule_against(f"p1 play 8K {order}") == "SC-18"


def test_a_turn_is_a_hand_card_and_then_the_top_of_the_stock() -> None:
    """SC-18"""
    table = Table(["5K 6K", "1K", "1K"], field="9S", stock="9K 10K")
    assert table.rule_against("p1 flip 9K 9S") == "SC-18"
    table.push("p1 play 5K")
    assert table.legal() == ["p1 flip 9K 9S"]
    assert table.rule_against("p1 play 6K") == "SC-18"
    assert table.rule_against("p1 flip 10K") == "SC-18"
    assert table.rule_against("p1 flip 9K") == "SC-18"
    table.push("p1 flip 9K 9S")
    assert table.captured(1) == "9S 9K"
    assert table.s.actor == 1


def test_the_turned_card_may_capture_the_card_just_played() -> None:
    """SC-18"""
    table = Table(["5K", "1K", "1K"], stock="5T")
    table.push("p1 play 5K", "p1 flip 5T 5K")
    assert (table.captured(1), table.field) == ("5T 5K", "")


def test_the_player_chooses_for_the_turned_card_as_well() -> None:
    """SC-18"""
    table = Table(["1H", "2K", "3K"], field="8H 8T 9T", stock="8K")
    table.push("p1 play 1H")
    assert table.legal() == ["p1 flip 8K 8H", "p1 flip 8K 8T"]


@pytest.mark.parametrize(("places", "order"), [((0, 1, 2), [0, 1, 2]), ((1, 2, 0), [1, 2, 0]), ((2, 0, 1), [2, 0, 1])])
def test_the_turn_passes_counter_clockwise_from_the_oya(places: tuple[int, int, int], order: list[int]) -> None:
    """SC-18"""
    table = Table(["1K 1S", "2K 2S", "3K 3S"], stock="7K 8K 9K 10K 11K 12K", places=places)
    found = []
    while not table.s.over:
        if table.legal()[0].split()[1] == "play":
            found.append(table.s.actor)
        table.push(table.legal()[0])
    assert found == order * 2


def test_a_card_that_is_not_in_the_hand_cannot_be_played() -> None:
    """SC-18"""
    table = Table(["5K", "6K", "7K"], stock="1K")
    for wrong in ("p1 play 6K", "p1 play 5T", "p1 play W", "p1 play", "p1 flip", "p1 flip 1K", "p1 play 5K 5K"):
        assert table.rule_against(wrong) == "SC-18", wrong


def test_each_player_has_seven_turns() -> None:
    """SC-18"""
    match = match_of(deal_of(field="1K 2K 3K 4K 5K 6K", seed=3), mult_shiko=1)
    play_out(match)
    moves = match.rounds[0].moves
    result = match.rounds[0].result
    assert result is not None
    assert result.reason in ("points", "fuke")
    for player in ("p1", "p2", "p3"):
        for verb in ("play", "flip"):
            assert sum(token.startswith(f"{player} {verb} ") for token in moves) == 7


# SC-19


def test_an_uchikiri_by_the_hand_card_ends_the_round_before_the_stock_is_turned() -> None:
    """SC-19, SC-31"""
    table = Table(["3K", "6K", "7K"], field="3S", stock="9K", captured=["1S 2S", "", ""])
    table.push("p1 play 3K 3S")
    assert table.reason == "akatan"
    assert table.s.turned == -1
    assert table.s.stock_at == 0
    assert table.legal() == []


def test_an_uchikiri_by_the_turned_card_ends_the_round() -> None:
    """SC-19, SC-31"""
    table = Table(["4K", "6K", "7K"], field="10S", stock="10K", captured=["6S 9S", "", ""])
    table.push("p1 play 4K")
    assert table.reason == ""
    table.push("p1 flip 10K 10S")
    assert table.reason == "aotan"


def test_an_uchikiri_in_the_very_last_capture_still_counts() -> None:
    """SC-19, SC-40"""
    table = at_the_end(["1H 3H", "2T", "1S 2S"], places=(0, 1, 2))
    table.s.on_field |= 1 << 9
    table.s.hands[2] = 1 << 10
    table.push("p3 play 3K 3S")
    assert table.reason == "akatan"


# SC-20


@pytest.mark.parametrize("choose", range(4))
def test_a_normal_end_leaves_an_empty_field_and_all_48_cards_captured(choose: int) -> None:
    """SC-20"""
    ends = 0
    for seed in range(12):
        match = match_of(deal_of(field="1K 2K 3K 4K 5K 6K", seed=seed))
        play_out(match, choose)
        s = match.state
        result = match.rounds[0].result
        assert result is not None
        if result.reason in ("points", "fuke"):
            ends += 1
            assert s.on_field == 0
            assert sum(s.captured) == (1 << CARDS) - 1
            assert not any(s.held)
    assert ends > 0


def test_a_normal_end_comes_when_all_hands_are_empty() -> None:
    """SC-20"""
    table = at_the_end(["1H 2T 3S", "8H", "3H"])
    assert table.reason == ""
    finish(table)
    assert table.reason == "points"
    assert ENGINE.check(table.s, DEFAULTS, 0, 0) == 1, "a decision comes after the end"


def test_a_capture_is_an_event_with_the_card_points_taken() -> None:
    """SC-18, SC-4, as events"""
    table = Table(["8K", "1K", "1K"], field="8H 8T 8K 9T", stock="9K")
    table.push("p1 play 8K 8H 8T 8K", "p1 flip 9K 9T")
    assert table.events("capture") == [(1, 40, "8K 8H 8T 8K"), (1, 10, "9K 9T")]
