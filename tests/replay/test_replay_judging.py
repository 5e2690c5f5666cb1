"""What is wrong with a record, and in which order it is judged."""

from typing import Any

import pytest
from replay_records import (
    MatchResult,
    Round,
    RoundResult,
    changed,
    entries,
    fault_in,
    outcome_of,
    place,
    sampled,
    with_moves,
    with_round,
    without_results,
)

from toolkit.records.model import Record
from toolkit.replay import Mode, Replayer
from toolkit.simulate import Sampler

GOOD = sampled()
FOUR = sampled(4)
MOVES = GOOD.rounds[0].moves
LENGTH = len(MOVES)


def test_a_good_record_has_no_fault() -> None:
    outcome = outcome_of(GOOD)
    assert outcome.fault is None
    assert outcome.result == GOOD.result
    assert outcome.complete == [True, True]


def test_a_token_that_cannot_be_read_is_named_with_its_place() -> None:
    fault = fault_in(with_moves(GOOD, 1, [*GOOD.rounds[1].moves[:4], "p1  look", *GOOD.rounds[1].moves[5:]]))
    assert place(fault) == ("token", 2, 5)
    assert fault.token == "p1  look"
    assert fault.rule is None
    assert (fault.file, fault.line, fault.id) == ("a.jsonl", 1, GOOD.id)


@pytest.mark.parametrize(
    "token",
    ["", "look", "p1", "p4 look", "p0 look", "p1 fold", "p1 look ", " p1 look", "P1 look", "p1 look 5K", "p1 play 13K",
     "p1 play 5k", "p1\tlook", "p1 look\n", "p1 play  5K", "p١ look", "p1 play 5K\u3000", "p10 look"],
)  # fmt: skip
def test_a_spelling_that_cannot_be_read_is_a_token(token: str) -> None:
    assert place(fault_in(with_moves(GOOD, 0, [token, *MOVES[1:]]))) == ("token", 1, 1)


@pytest.mark.parametrize(
    "token", ["p1 play", "p1 flip", "p1 play W", "p1 play 5K 1K 2K 3K 4K", "p1 in", "p1 flip 5K 5K"]
)
def test_a_readable_move_with_wrong_cards_or_counts_is_illegal(token: str) -> None:
    fault = fault_in(with_moves(GOOD, 0, [token, *MOVES[1:]]))
    assert place(fault) == ("illegal", 1, 1)
    assert fault.rule == "SC-14"
    assert fault.token == token
    assert fault.expected == ("look", "mizu")


def test_an_illegal_move_before_a_bad_token_comes_first() -> None:
    moves = [*MOVES[:3], "p1 show", *MOVES[4:10], "nonsense"]
    assert place(fault_in(with_moves(GOOD, 0, moves))) == ("illegal", 1, 4)


def test_a_bad_token_before_an_illegal_move_comes_first() -> None:
    moves = [*MOVES[:3], "nonsense", "p1 show", *MOVES[4:]]
    assert place(fault_in(with_moves(GOOD, 0, moves))) == ("token", 1, 4)


def test_a_bad_token_after_the_end_of_the_round_is_a_token() -> None:
    assert place(fault_in(with_moves(GOOD, 0, [*MOVES, "nonsense"]))) == ("token", 1, LENGTH + 1)


def test_a_good_token_after_the_end_of_the_round_comes_after_the_end() -> None:
    fault = fault_in(with_moves(GOOD, 0, [*MOVES, "p1 look", "nonsense"]))
    assert place(fault) == ("after-end", 1, LENGTH + 1)
    assert fault.token == "p1 look"


def test_after_end_comes_before_the_wrong_player_and_the_wrong_move() -> None:
    for token in ("p1 look", "p2 play 5K", "p3 hide"):
        assert place(fault_in(with_moves(GOOD, 1, [*GOOD.rounds[1].moves, token]))) == (
            "after-end", 2, len(GOOD.rounds[1].moves) + 1,
        )  # fmt: skip


def test_the_wrong_player_comes_before_the_wrong_move() -> None:
    fault = fault_in(with_moves(GOOD, 0, ["p2 show", *MOVES[1:]]))
    assert place(fault) == ("actor", 1, 1)
    assert fault.expected == ("p1",)
    assert fault.rule is None


def test_a_bad_deal_comes_before_every_move() -> None:
    """deal, even in a later round, comes before a token in an earlier one"""
    deal = {**GOOD.rounds[1].deal, "stock": GOOD.rounds[1].deal["stock"][:20]}
    record = with_moves(with_round(GOOD, 1, deal=deal), 0, ["nonsense"])
    fault = fault_in(record)
    assert place(fault) == ("deal", 2, None)
    assert fault.rule is None
    assert "20 cards; expected 21" in fault.message


DEAL = GOOD.rounds[1].deal


@pytest.mark.parametrize(
    "deal",
    [
        {},
        {key: DEAL[key] for key in ("field", "hands")},
        {**DEAL, "decks": []},
        {**DEAL, "field": None},
        {**DEAL, "field": "5K"},
        {**DEAL, "field": dict.fromkeys(DEAL["field"], 1)},
        {**DEAL, "stock": [5, *DEAL["stock"][1:]]},
        {**DEAL, "hands": {}},
        {**DEAL, "hands": [*DEAL["hands"][:2], 5]},
        {**DEAL, "hands": [*DEAL["hands"][:2], dict.fromkeys(DEAL["hands"][2], 1)]},
        {**DEAL, "hands": [DEAL["hands"][0], [["5K"], *DEAL["hands"][1][1:]]]},
    ],
)
def test_a_deal_with_keys_or_types_that_are_none_of_a_deal_is_a_schema(deal: dict[str, Any]) -> None:
    """schema, even of a later round, comes before the pack of an earlier deal"""
    record = with_round(GOOD, 1, deal=deal)
    assert place(fault_in(record)) == ("schema", None, None)
    short = {**GOOD.rounds[0].deal, "stock": []}
    fault = fault_in(with_round(record, 0, deal=short))
    assert place(fault) == ("schema", None, None)
    assert fault.message.startswith("rounds[1].deal (round 2): ")


@pytest.mark.parametrize("deal", [{}, {"wall": "空木1"}, {"wall": [], "field": []}, {"wall": ["空土1", 1]}])
def test_a_masho_deal_without_a_list_of_tiles_is_a_schema(deal: dict[str, Any]) -> None:
    record = Record(1, "masho", "m1", ["Aoi", "Ren"], [Round(deal, [])])
    assert place(fault_in(record)) == ("schema", None, None)
    assert place(fault_in(changed(record, rounds=[Round({"wall": ["空土1"]}, [])]))) == ("deal", 1, None)


@pytest.mark.parametrize(
    "deal", [{}, {"decks": "0"}, {"decks": [], "wall": []}, {"decks": ["0"]}, {"decks": [[0], []]}]
)
def test_a_shiji_deal_without_lists_of_cards_is_a_schema(deal: dict[str, Any]) -> None:
    record = Record(1, "shiji", "s1", ["Aoi", "Ren"], [Round(deal, [])], {"source": "deck"})
    assert place(fault_in(record)) == ("schema", None, None)
    assert place(fault_in(changed(record, rounds=[Round({"decks": [[], []]}, [])]))) == ("deal", 1, None)
    assert place(fault_in(changed(record, rounds=[Round({"field": []}, [])], rules={}))) == ("schema", None, None)


def test_a_stock_that_contradicts_the_folded_hands_is_a_deal() -> None:
    """SC-11"""
    rest = list(FOUR.rounds[0].deal["stock"])
    out = next(token for token in FOUR.rounds[0].moves if token.endswith(" out"))
    hand = FOUR.rounds[0].deal["hands"][int(out[1]) - 1]
    other = next(held for seat, held in enumerate(FOUR.rounds[0].deal["hands"], 1) if seat != int(out[1]))
    unlike = next(card for card in other if card not in hand and card not in rest)
    rest[rest.index(hand[0])] = unlike
    fault = fault_in(with_round(FOUR, 0, deal={**FOUR.rounds[0].deal, "stock": rest}))
    assert place(fault) == ("deal", 1, None)
    assert "stock" in fault.message


def test_a_bad_token_after_a_contradictory_stock_does_not_hide_it() -> None:
    """SC-11"""
    deal = dict(FOUR.rounds[0].deal)
    out = next(token for token in FOUR.rounds[0].moves if token.endswith(" out"))
    playing = [hand for seat, hand in enumerate(deal["hands"], 1) if seat != int(out[1])]
    card = next(card for card in playing[0] if card not in deal["stock"])
    deal["stock"] = [card, *deal["stock"][1:]]
    record = with_moves(with_round(FOUR, 0, deal=deal), 0, [*FOUR.rounds[0].moves[:-1], "nonsense"])
    assert place(fault_in(record)) == ("deal", 1, None)


def test_an_illegal_move_comes_before_incomplete_and_result() -> None:
    record = with_round(GOOD, 0, moves=[*MOVES[:5], f"{MOVES[5][:2]} mizu"], result=RoundResult([9, 9, 9], "nonsense"))
    assert place(fault_in(record)) == ("illegal", 1, 6)


def test_the_expected_moves_of_a_verb_are_listed_when_they_are_few() -> None:
    turn = next(at for at, token in enumerate(MOVES) if " play " in token)
    player = MOVES[turn][:2]
    fault = fault_in(with_moves(GOOD, 0, [*MOVES[:turn], f"{player} play W", *MOVES[turn + 1 :]]))
    assert fault.rule == "SC-18"
    assert MOVES[turn][3:] in fault.expected
    assert all(words.startswith("play ") for words in fault.expected)


def test_after_a_turn_that_passes_in_silence_moves_of_the_next_player_are_expected() -> None:
    """MS-8: in the last turn of 馬将 a draw needs no put, so the next player has the move as well"""
    record = without_results(Sampler("masho", ["random"] * 2, 3, rules={"turns": 1}, mode=Mode.INTERPRETED).record(0))
    *before, last = record.rounds[0].moves
    assert (before[-1][:7], last[:7]) == ("p1 draw", "p2 draw")
    fault = fault_in(with_moves(record, 0, [*before, "p2 discard 空木1"]))
    assert place(fault) == ("illegal", 1, len(before) + 1)
    assert (fault.rule, fault.expected) == ("MS-8", ("draw",))
    other = "p2 draw 空木1" if not last.endswith("空木1") else "p2 draw 空木2"
    assert fault_in(with_moves(record, 0, [*before, other])).expected == (last.removeprefix("p2 "),)


# incomplete, unfinished, after-end


@pytest.mark.parametrize("kept", [0, 1, 3, 10, LENGTH - 1])
def test_a_round_that_stops_early_is_incomplete_one_past_its_last_move(kept: int) -> None:
    record = changed(without_results(GOOD), rounds=[Round(GOOD.rounds[0].deal, MOVES[:kept])])
    assert place(fault_in(record)) == ("incomplete", 1, kept + 1)
    outcome = outcome_of(changed(record, unfinished=True))
    assert outcome.fault is None
    assert outcome.complete == [False]
    assert outcome.round_points == [[0, 0, 0]]
    assert outcome.round_reasons == [None]
    assert outcome.result == MatchResult([0, 0, 0], [1, 1, 1])


def test_a_missing_round_is_incomplete_at_its_first_move() -> None:
    record = changed(GOOD, rounds=GOOD.rounds[:1], result=None)
    fault = fault_in(record)
    assert place(fault) == ("incomplete", 2, 1)
    assert fault.token is None
    assert "unfinished" in fault.message


def test_with_unfinished_rounds_may_be_missing() -> None:
    first = GOOD.rounds[0].result
    assert first is not None
    record = changed(GOOD, rounds=GOOD.rounds[:1], result=None, unfinished=True)
    assert outcome_of(record).fault is None
    ranks = [1 + sum(other > own for other in first.points) for own in first.points]
    claimed = changed(record, result=MatchResult(first.points, ranks))
    assert outcome_of(claimed).fault is None, "the result of an unfinished match is the sum so far"
    wrong = changed(record, result=MatchResult([0, 0, 0], [1, 1, 1]))
    assert place(fault_in(wrong)) == ("result", None, None)


def test_only_the_last_round_may_be_unfinished() -> None:
    record = changed(with_moves(GOOD, 0, MOVES[:-1]), unfinished=True)
    assert place(fault_in(record)) == ("incomplete", 1, LENGTH)


def test_an_unfinished_round_has_no_result() -> None:
    record = changed(with_round(GOOD, 1, moves=GOOD.rounds[1].moves[:-1]), unfinished=True, result=None)
    fault = fault_in(record)
    assert place(fault) == ("result", 2, None)
    assert "unfinished" in fault.message
    assert outcome_of(with_round(record, 1, result=None)).fault is None


def test_an_unfinished_record_may_be_complete_and_may_have_an_empty_round() -> None:
    assert outcome_of(changed(GOOD, unfinished=True)).fault is None
    record = changed(GOOD, rounds=[GOOD.rounds[0], Round(GOOD.rounds[1].deal, [])], result=None, unfinished=True)
    assert outcome_of(record).complete == [True, False]


def test_unfinished_does_not_excuse_an_illegal_move_or_a_bad_token() -> None:
    for token, kind in (("p1 show", "illegal"), ("nonsense", "token"), ("p2 look", "actor")):
        record = changed(with_moves(GOOD, 0, [token]), unfinished=True, rounds=[Round(GOOD.rounds[0].deal, [token])])
        assert place(fault_in(record)) == (kind, 1, 1)


@pytest.mark.parametrize("stop", range(8))
def test_a_round_of_four_may_stop_before_three_remain(stop: int) -> None:
    """SC-11: then the deal lists all hands and the undealt rest"""
    from toolkit.replay import Match

    match = Match("shishibo", FOUR.players, rules={"rounds": 1})
    match.deal(seed=1)
    for _ in range(stop):
        match.push(next(token for token in match.legal() if not token.endswith((" out", " mizu"))))
    record = match.to_record()
    assert len(record.rounds[0].deal["stock"]) == 14
    assert outcome_of(record).fault is None


def test_a_surplus_round_comes_after_the_end_at_its_first_move() -> None:
    record = changed(GOOD, rounds=[*GOOD.rounds, GOOD.rounds[0]])
    fault = fault_in(record)
    assert place(fault) == ("after-end", 3, 1)
    assert fault.token == MOVES[0]
    empty = changed(GOOD, rounds=[*GOOD.rounds, Round(GOOD.rounds[0].deal, [])])
    assert place(fault_in(empty)) == ("after-end", 3, 1)
    assert fault_in(empty).token is None


def test_a_bad_token_in_a_surplus_round_is_judged_move_by_move() -> None:
    surplus = Round(GOOD.rounds[0].deal, ["nonsense"])
    assert place(fault_in(changed(GOOD, rounds=[*GOOD.rounds, surplus]))) == ("token", 3, 1)
    later = Round(GOOD.rounds[0].deal, ["p1 look", "nonsense"])
    assert place(fault_in(changed(GOOD, rounds=[*GOOD.rounds, later]))) == ("after-end", 3, 1)


# result


def test_the_first_claim_that_is_wrong_is_named() -> None:
    first = GOOD.rounds[0].result
    assert first is not None
    points = with_round(GOOD, 0, result=RoundResult([value + 1 for value in first.points], first.reason))
    assert place(fault_in(points)) == ("result", 1, None)
    reason = with_round(GOOD, 1, result=RoundResult(GOOD.rounds[1].result.points, "aotan+shiko"))  # type: ignore[union-attr]
    assert place(fault_in(reason)) == ("result", 2, None)
    assert "aotan+shiko" in fault_in(reason).message
    assert GOOD.result is not None
    totals = changed(GOOD, result=MatchResult([0, 0, 0], GOOD.result.ranks))
    assert place(fault_in(totals)) == ("result", None, None)
    ranks = changed(GOOD, result=MatchResult(GOOD.result.points, [9, 9, 9]))
    assert "ranks" in fault_in(ranks).message


def test_claims_may_be_left_out() -> None:
    assert outcome_of(without_results(GOOD)).fault is None
    assert outcome_of(with_round(GOOD, 0, result=None)).fault is None
    assert outcome_of(changed(GOOD, result=None)).fault is None


# schema


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (changed(GOOD, game="poker"), "poker"),
        (changed(GOOD, players=["a", "b"]), "2 players"),
        (changed(GOOD, players=list("abcdefgh")), "8 players"),
        (changed(GOOD, rules={"round": 2}), "round"),
        (changed(GOOD, rules={"rounds": 0}), "from 1 to 100"),
        (changed(GOOD, rules={"rounds": True}), "rounds"),
        (changed(GOOD, rules={"show": "never"}), "choice"),
        (changed(GOOD, rules={"willow_kasu_counts": 1}), "true or false"),
        (changed(GOOD, rules={"fuke_limit": -2}), "-1 to 270"),
        (changed(GOOD, result=MatchResult([0] * 3, [1] * 3, [0] * 3)), "rank_points"),
    ],
)
def test_unknown_games_options_and_numbers_of_players_are_schema(record: Record, message: str) -> None:
    fault = fault_in(record)
    assert place(fault) == ("schema", None, None)
    assert message in fault.message


def test_schema_comes_before_the_deal() -> None:
    record = changed(with_round(GOOD, 0, deal={}), rules={"rounds": 0})
    assert place(fault_in(record)) == ("schema", None, None)


def test_an_option_at_its_default_is_read() -> None:
    assert outcome_of(changed(GOOD, rules={"rounds": 2, "show": "choice", "fuke_limit": 15})).fault is None


# together


def test_a_bad_record_never_stops_the_others() -> None:
    records = [
        changed(GOOD, id="a"), changed(with_moves(GOOD, 0, ["nonsense"]), id="b"), changed(FOUR, id="c"),
        changed(with_moves(FOUR, 1, FOUR.rounds[1].moves[:-1]), id="d"), changed(GOOD, id="e", game="poker"),
        changed(GOOD, id="f"),
    ]  # fmt: skip
    for mode in (Mode.INTERPRETED, Mode.COMPILED):
        outcomes = list(Replayer(mode=mode).outcomes(entries(records)))
        assert [outcome.entry.record.id for outcome in outcomes if outcome.entry.record] == list("abcdef")
        assert [outcome.fault and str(outcome.fault.kind) for outcome in outcomes] == [
            None, "token", None, "incomplete", "schema", None,
        ]  # fmt: skip


def test_long_logs_are_announced_and_compiled_short_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    announced: list[str] = []
    replayer = Replayer(announce=lambda game: announced.append(game.name))
    assert all(outcome.fault is None for outcome in replayer.outcomes(entries([GOOD] * 3)))
    assert announced == []
    monkeypatch.setattr("toolkit.replay.stream.PATIENCE", 100)
    assert all(outcome.fault is None for outcome in replayer.outcomes(entries([GOOD] * 3)))
    assert all(outcome.fault is None for outcome in replayer.outcomes(entries([GOOD] * 3)))
    assert announced == ["shishibo"]
