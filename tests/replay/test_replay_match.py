"""A match decision by decision: legal, push, undo, deals, boards and records."""

from collections import Counter
from dataclasses import asdict
from io import StringIO
from typing import Any

import pytest
from replay_records import outcome_of, sampled
from rich.console import Console

from toolkit.games.game import DealError, OptionError, TokenError
from toolkit.games.shishibo.cards import CARDS, WORDS
from toolkit.records.model import Record
from toolkit.replay import IllegalMove, Match
from toolkit.replay.rebuild import canonical

NAMES = ["Aoi", "Ren", "Yui"]


def a_match(players: int = 3, **rules: object) -> Match:
    """A match of one round."""
    return Match("shishibo", [f"n{seat}" for seat in range(1, players + 1)], rules={"rounds": 1, **rules})


def replayed(record: Record, upto: int | None = None) -> Match:
    """A match in which the decisions of a record were pushed, the first ``upto`` of them."""
    match = Match(record.game, record.players, rules=record.rules, id=record.id)
    left = 10**9 if upto is None else upto
    for each in record.rounds:
        match.deal(each.deal)
        for token in each.moves:
            if left == 0:
                return match
            match.push(token)
            left -= 1
    return match


def test_a_new_match_waits_for_a_deal() -> None:
    match = a_match()
    assert not match.is_dealt
    assert not match.is_over
    assert match.turn is None
    assert match.legal() == []
    assert match.moves == []
    assert match.rounds == []
    assert match.points == [0, 0, 0]
    with pytest.raises(IllegalMove, match="nothing is dealt"):
        match.push("p1 look")


def test_legal_decisions_of_who_has_the_move_can_be_pushed() -> None:
    match = a_match()
    match.deal(seed=1)
    assert match.is_dealt
    assert match.turn == "p1"
    assert match.legal() == ["p1 look", "p1 mizu"]
    match.push("p1 look")
    assert match.moves == ["p1 look"]
    assert match.turn == "p2"


def test_a_wrong_move_changes_nothing() -> None:
    match = a_match()
    match.deal(seed=1)
    before = asdict(match.state)
    for token, error in (
        ("p2 look", IllegalMove),
        ("p1 in", IllegalMove),
        ("p1 nonsense", TokenError),
        ("x", TokenError),
    ):
        with pytest.raises(error):
            match.push(token)
        assert asdict(match.state) == before
        assert match.moves == []
    with pytest.raises(IllegalMove) as raised:
        match.push("p2 look")
    assert (raised.value.kind, raised.value.expected) == ("actor", ("p1",))
    with pytest.raises(IllegalMove) as raised:
        match.push("p1 show")
    assert (raised.value.kind, raised.value.rule) == ("illegal", "SC-14")


def test_the_same_seed_is_the_same_deal_and_no_seed_is_another() -> None:
    assert a_match().deal(seed=7) == a_match().deal(seed=7)
    assert a_match().deal(seed=7) != a_match().deal(seed=8)
    assert a_match().deal() != a_match().deal()


def test_no_deal_while_a_round_is_open_or_after_the_end() -> None:
    match = a_match()
    match.deal(seed=1)
    with pytest.raises(ValueError, match="not over"):
        match.deal(seed=2)
    while match.turn:
        match.push(match.legal()[-1])
    assert match.is_over
    with pytest.raises(ValueError, match="the match is over"):
        match.deal(seed=2)
    with pytest.raises(IllegalMove, match="the match is over"):
        match.push("p1 look")


def test_a_bad_deal_leaves_nothing_to_take_back() -> None:
    match = a_match()
    with pytest.raises(DealError):
        match.deal({"field": [], "hands": [], "stock": []})
    with pytest.raises(ValueError, match="nothing to take back"):
        match.undo()
    match.deal(seed=1)
    assert match.undo() is None
    with pytest.raises(ValueError, match="nothing to take back"):
        match.undo()


def test_unknown_games_options_and_wrong_numbers_of_players_are_refused() -> None:
    with pytest.raises(KeyError, match="poker"):
        Match("poker", NAMES)
    with pytest.raises(OptionError, match="no_such"):
        Match("shishibo", NAMES, rules={"no_such": 1})
    with pytest.raises(ValueError, match="2 players"):
        Match("shishibo", NAMES[:2])


@pytest.mark.parametrize("players", [3, 5, 7])
def test_taking_back_everything_restores_every_position(players: int) -> None:
    record = sampled(players)
    match = Match(record.game, record.players, rules=record.rules)
    kept: list[tuple[dict[str, Any], list[str], str | None, int]] = []

    def now() -> tuple[dict[str, Any], list[str], str | None, int]:
        return asdict(match.state), match.legal(), match.turn, len(match.rounds)

    done: list[str | None] = []
    for each in record.rounds:
        kept.append(now())
        match.deal(each.deal)
        done.append(None)
        for token in each.moves:
            kept.append(now())
            match.push(token)
            done.append(token)
    assert match.is_over
    while done:
        assert match.undo() == done.pop()
        assert now() == kept.pop()
    assert match.rounds == []
    again = replayed(record)
    assert again.to_record().rounds == record.rounds


def test_a_redealt_round_can_be_taken_back() -> None:
    match = a_match()
    field = ["1H", "1S", "1K", "1K", "2T", "2S"]
    left = list((Counter(WORDS[:CARDS]) - Counter(field)).elements())
    # every third card, so that no hand has four of a month
    cards = [left[start + step] for start in range(3) for step in range(0, 42 - start, 3)]
    deal = {"field": field, "hands": [cards[at : at + 7] for at in (0, 7, 14)], "stock": cards[21:]}
    match.deal(deal)
    assert match.turn is None
    assert [each.result.reason for each in match.rounds if each.result] == ["redeal"]
    with pytest.raises(IllegalMove, match="the round is over"):
        match.push("p1 look")
    assert match.undo() is None
    assert match.rounds == []
    assert not match.is_dealt


def test_a_finished_match_is_a_record_with_its_results() -> None:
    record = sampled()
    made = replayed(record).to_record()
    assert made.result == record.result
    assert made.rounds == record.rounds
    assert not made.unfinished
    assert made.rules == {"rounds": 2}
    assert outcome_of(made).fault is None


@pytest.mark.parametrize("upto", [0, 1, 5, 20, 50, 60])
def test_a_match_can_be_written_at_any_time(upto: int) -> None:
    made = replayed(sampled(), upto).to_record()
    assert made.unfinished
    assert made.result is None
    assert outcome_of(made).fault is None


@pytest.mark.parametrize("players", range(3, 8))
def test_matches_of_random_deals_are_good_records(players: int) -> None:
    match = a_match(players)
    seed = 0
    while not match.is_over:
        match.deal(seed=seed)
        seed += 1
        while match.turn:
            match.push(match.legal()[-1])
    assert outcome_of(match.to_record()).fault is None


def test_options_written_at_their_default_are_left_out() -> None:
    match = Match("shishibo", NAMES, rules={"rounds": 1, "show": "choice", "points_kasu": 3}, meta={"event": "test"})
    match.deal(seed=3)
    record = match.to_record()
    assert record.rules == {"rounds": 1, "points_kasu": 3}
    assert record.meta_value == {"event": "test"}


def test_canonical_fills_in_results_and_keeps_meta() -> None:
    import msgspec

    from toolkit.records.model import meta_of

    record = sampled()
    bare = msgspec.structs.replace(
        record, result=None, meta=meta_of({"note": "bare"}), rules={"rounds": 2, "show": "choice"},
        rounds=[msgspec.structs.replace(each, result=None) for each in record.rounds],
    )  # fmt: skip
    made = canonical(bare)
    assert made.rounds == record.rounds
    assert made.result == record.result
    assert made.rules == record.rules
    assert made.meta_value == {"note": "bare"}


def printed(match: Match, seat: int | None = None) -> str:
    """The board as it is printed."""
    text = StringIO()
    Console(file=text, width=200, color_system=None).print(match.board(seat))
    return text.getvalue()


def test_a_board_shows_what_a_seat_sees() -> None:
    match = replayed(sampled(), 12)
    whole = printed(match)
    assert "▒" not in whole
    for seat in (1, 2, 3):
        seen = printed(match, seat)
        assert "▒" in seen
        assert f"as {match.players[seat - 1]} sees it" in seen
    svg = match.board(1)._repr_svg_()
    assert svg.startswith("<svg")
    assert svg.endswith("</svg>")
    before = asdict(match.state)
    printed(match, 2)
    assert asdict(match.state) == before, "looking changes nothing"


def test_every_position_of_every_number_of_players_has_a_board() -> None:
    for players in range(3, 8):
        record = sampled(players, rounds=1)
        match = Match(record.game, ["<b>&"] * players, rules=record.rules)
        match.deal(record.rounds[0].deal)
        for place, token in enumerate(record.rounds[0].moves):
            if place % 12 == 0 or place < 9:
                assert "<b>&" in printed(match, None if place % 2 else players)
                assert "<b>" not in match.board()._repr_svg_()
            match.push(token)
        assert "is over" in printed(match)
