"""What is said before the first card: SC-14 to SC-17."""

import pytest
from shishibo_table import Table, deal_of, match_of, options, play_out, played_by, say

from toolkit.games.game import OptionError
from toolkit.games.shishibo.cards import words_of
from toolkit.replay.match import IllegalMove, Match

PLAIN = "1K 2K 3K 4K 6K 7K"


def dealt(players: int, seats: tuple[int, ...] = (1, 2, 3), **rules: object) -> Match:
    """A match whose first round was dealt without 光 on the field, to be played by three seats."""
    return match_of(played_by(deal_of(players, field=PLAIN, seed=players), seats), players=players, **rules)


# SC-14


def test_each_player_from_the_oya_raises_by_one_or_looks() -> None:
    """SC-14"""
    match = dealt(3)
    for player, word, stake in (("p1", "mizu", 2), ("p2", "look", 2), ("p3", "mizu", 3)):
        assert match.turn == player
        assert match.legal() == [f"{player} look", f"{player} mizu"]
        say(match, word)
        assert match.state.stake == stake
    assert match.legal() == ["p1 kotsu", "p1 nashi"], "no 出る/下りる with three players (SC-15)"


def test_worked_case_1_two_mizu_on_a_field_with_two_hikari() -> None:
    """SC-13, SC-14"""
    match = match_of(deal_of(field="8H 12H 5K 6S 9K 2T"))
    assert match.state.stake == 3
    say(match, "mizu", "mizu", "look")
    assert match.state.stake == 5


def test_who_raised_unseen_must_stay_in_the_first_pass() -> None:
    """SC-14, SC-15"""
    match = dealt(4)
    say(match, "mizu", "look", "look", "look")
    assert match.legal() == ["p1 in"]
    with pytest.raises(IllegalMove, match="mizu") as raised:
        match.push("p1 out")
    assert raised.value.rule == "SC-15"
    assert raised.value.expected == ("in",)


def test_who_raised_unseen_may_fold_in_the_second_pass() -> None:
    """SC-14, SC-15"""
    match = dealt(4, (2, 3, 4))
    say(match, "mizu", "look", "look", "look", *["in"] * 4)
    assert match.legal() == ["p1 in", "p1 out"]
    say(match, "out")
    assert match.turn == "p2"


# SC-15


def test_a_player_with_mizu_still_says_in() -> None:
    """SC-15"""
    match = dealt(5, (1, 2, 3))
    say(match, *["mizu"] * 3, "look", "look")
    say(match, "in", "in", "in", "out", "out")
    assert match.legal() == ["p1 kotsu", "p1 nashi"]


def test_when_three_remain_they_are_in_and_nobody_else_is_asked() -> None:
    """SC-15"""
    match = dealt(6, (4, 5, 6))
    say(match, *["look"] * 6, "out", "out", "out")
    assert match.legal() == ["p4 kotsu", "p4 nashi"]
    assert match.state.stake == 1


def test_a_whole_pass_with_four_in_raises_the_stake_and_a_new_pass_begins() -> None:
    """SC-15"""
    match = dealt(5, (2, 3, 5))
    say(match, *["look"] * 5, "in", "out", "in", "in", "in")
    assert match.state.stake == 2
    assert match.turn == "p1", "the pass begins with the 親"
    say(match, "in")
    assert match.turn == "p3", "who folded is not asked again"


def test_a_pass_that_leaves_three_does_not_raise_the_stake() -> None:
    """SC-15"""
    match = dealt(4, (1, 2, 3))
    say(match, *["look"] * 4, "in", "in", "in", "out")
    assert match.state.stake == 1


def test_there_is_no_upper_limit_of_passes() -> None:
    """SC-15, option max_passes"""
    match = dealt(4)
    say(match, *["look"] * 4)
    for passes in range(1, 31):
        say(match, *["in"] * 4)
        assert match.state.stake == 1 + passes
    assert match.legal() == ["p1 in", "p1 out"]


@pytest.mark.parametrize("limit", [1, 2, 7])
def test_at_the_limit_of_passes_the_first_three_from_the_oya_play(limit: int) -> None:
    """SC-15, option max_passes"""
    match = dealt(6, (1, 3, 4), max_passes=limit)
    say(match, *["look"] * 6, "in", "out", "in", "in", "in", "in")
    for _ in range(limit - 1):
        assert match.state.stake == 1 + match.state.passes
        say(match, *["in"] * 5)
    assert match.state.places == [0, 2, 3]
    assert match.turn == "p1"
    assert match.state.stake == 1 + limit
    say(match, "nashi", "nashi", "nashi")
    play_out(match)
    points = match.points
    assert points[1] == points[4] == points[5] == 0


def test_the_limit_counts_from_the_oya_and_not_from_p1() -> None:
    """SC-15, option max_passes"""
    match = match_of(rounds=2, players=4, max_passes=1)
    match.deal(played_by(deal_of(4, field=PLAIN), (2, 3, 4)))
    say(match, *["look"] * 4, "out")
    play_out(match, choose=1)
    oya = match.points.index(max(match.points)) + 1
    assert oya > 1
    order = [(oya - 1 + step) % 4 for step in range(4)]
    match.deal(played_by(deal_of(4, field=PLAIN, seed=1), [seat + 1 for seat in order[:3]]))
    assert match.turn == f"p{oya}"
    say(match, *["look"] * 4, *["in"] * 4)
    assert match.state.places == order[:3]


def test_nothing_is_paid_for_folding() -> None:
    """SC-15, SC-43"""
    match = dealt(5, (1, 3, 5))
    say(match, *["look"] * 5, "in", "out", "in", "out")
    play_out(match)
    assert match.points[1] == match.points[3] == 0
    assert sum(match.points) == 0
    assert max(match.points) > 0


def test_if_the_oya_folds_the_next_remaining_player_is_oya_of_this_round() -> None:
    """SC-15"""
    match = dealt(5, (3, 4, 5))
    say(match, *["look"] * 5, "out", "out")
    assert match.state.places == [2, 3, 4]
    assert match.legal() == ["p3 kotsu", "p3 nashi"]


def test_the_next_pass_after_the_oya_folded_begins_with_the_next_player() -> None:
    """SC-15"""
    match = dealt(5, (2, 3, 4))
    say(match, *["look"] * 5, "out", *["in"] * 4)
    assert match.turn == "p2"
    assert match.state.stake == 2
    say(match, "in", "in", "in", "out")
    assert match.state.places == [1, 2, 3]


def test_naka_and_biki_are_the_next_two_remaining_players() -> None:
    """SC-15"""
    match = dealt(6, (1, 4, 6))
    say(match, *["look"] * 6, "in", "out", "out", "in", "out")
    assert match.state.places == [0, 3, 5]


@pytest.mark.parametrize("limit", [-1, 101])
def test_the_limit_of_passes_is_0_to_100(limit: int) -> None:
    """SC-15"""
    with pytest.raises(OptionError, match="max_passes"):
        options(max_passes=limit)


# SC-16


def test_kotsu_is_asked_once_of_the_three_and_raises_by_one() -> None:
    """SC-16"""
    match = match_of(deal_of(field=PLAIN, hands=["1H 2K 3K 4K 5K 6K 7K", "1S 2S 3S 4S 5S 6S 8H"]))
    say(match, "look", "look", "look", "kotsu", "nashi", "kotsu")
    assert match.state.stake == 3
    assert match.turn == "p1"
    assert all(" play " in token for token in match.legal())


def test_a_wrong_word_cites_the_rule_of_the_phase_that_is_due() -> None:
    """Tokens"""
    match = dealt(4)
    for rule, after in (("SC-14", ["look"] * 4), ("SC-15", ["in", "in", "in", "out"]), ("SC-16", ["nashi"] * 3)):
        for words in ("show", "flip 1K", "play 1K"):
            with pytest.raises(IllegalMove) as raised:
                match.push(f"{match.turn} {words}")
            assert raised.value.rule == rule
        say(match, *after)
    for words in ("look", "in", "kotsu"):
        with pytest.raises(IllegalMove) as raised:
            match.push(f"{match.turn} {words}")
        assert raised.value.rule in ("SC-17", "SC-18")


# SC-17

SANBON = "1H 1K 1K 2K 5S 8H 9T"
SOPPE = "1K 1K 2K 2K 5K 7K 12K"
TOICHI = "2T 3K 4K 6K 8K 9K 10K"


def asked_to_show(*hands: str, show: str = "choice") -> Table:
    """The three have answered コツ; who holds a 手役 is asked next."""
    table = Table(hands, asking_kotsu=True, show=show)
    return table.push("p1 nashi", "p2 nashi", "p3 nashi")


def test_each_holder_of_a_teyaku_is_asked_from_the_oya() -> None:
    """SC-17"""
    table = asked_to_show("2T 3K 4K 6K 8K 9K 10K", "1H 2S 3S 5T 6T 7S 8H", "12K 12K 12K 1S 4S 5S 10S")
    assert table.legal() == ["p1 show", "p1 hide"]
    table.push("p1 hide")
    assert table.legal() == ["p3 show", "p3 hide"]


def test_a_player_without_a_teyaku_has_no_turn() -> None:
    """SC-17"""
    table = asked_to_show("1H 2S 3S 5T 6T 7S 8H", "2T 4K", "")
    assert table.legal()[0].startswith("p1 play")


def test_one_word_answers_for_all_teyaku_of_a_hand() -> None:
    """SC-17, SC-30"""
    table = asked_to_show("12K 12K 12K 1K 1K 2K 6T", "", "")
    table.push("p1 show")
    assert table.legal()[0].startswith("p1 play")


def test_nothing_can_be_hidden_where_showing_is_the_rule() -> None:
    """SC-17, option show"""
    table = asked_to_show(SOPPE, "", "", show="always")
    assert table.legal() == ["p1 show"]
    assert table.rule_against("p1 hide") == "SC-17"
    assert table.rule_against("p1 show") == ""


@pytest.mark.parametrize(
    ("hand", "known"),
    [
        (SANBON, {"1H", "1K"}),
        (SOPPE, set(SOPPE.split())),
        (TOICHI, set(TOICHI.split())),
        ("2S 3K 4K 6K 8K 9K 10K", {"2S", "3K", "4K", "6K", "8K", "9K", "10K"}),
        ("12K 12K 12K 1K 1K 2K 6T", {"12K", "1K", "2K", "6T"}),
        ("3H 3S 3K 3K 4T 4S 4K", {"3H", "3S", "3K", "4T", "4S", "4K"}),
    ],
)
def test_what_the_others_know_of_a_shown_hand(hand: str, known: set[str]) -> None:
    """SC-17"""
    table = asked_to_show(hand, "", "")
    table.push("p1 show")
    assert set(words_of(table.s.known[0])) == known
    hidden = asked_to_show(hand, "", "")
    hidden.push("p1 hide")
    assert hidden.s.known[0] == 0


def test_a_card_that_was_played_is_no_longer_known_to_be_in_the_hand() -> None:
    """SC-17"""
    table = asked_to_show(SANBON, "", "")
    table.s.stock[0] = 47
    table.push("p1 show", "p1 play 1K")
    assert words_of(table.s.known[0]) == ["1H", "1K"]


def test_the_stake_says_why_it_rose() -> None:
    """SC-13 to SC-16, as events"""
    match = dealt(4, (1, 2, 3))
    match.state.log = 1
    say(match, "mizu", "look", "look", "look", *["in"] * 7, "out", "kotsu", "nashi", "nashi")
    s = match.state
    found = [tuple(s.events[at + 1 : at + 5]) for at in range(0, 5 * s.n_events, 5)]
    assert [event for event in found if event[0] == 0] == [(0, 0, 2, 1), (0, -1, 3, 2), (0, 0, 4, 3)]
    assert (1, 3, 3, 0) in found, "p4 folds and three are left"
