"""Recorded games judged again: the same deals and moves, other consequences."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from scipy.stats import ttest_1samp
from statsmodels.stats.multitest import multipletests

from toolkit.records.faults import Kind
from toolkit.records.model import Record, Round
from toolkit.records.reading import Entry, read
from toolkit.replay import Mode
from toolkit.replay.match import Match
from toolkit.simulate import Sampler
from toolkit.stats import intervals
from toolkit.stats.moments import Moments
from toolkit.stats.significance import holm, p_value
from toolkit.studies.differences import Differences
from toolkit.studies.rescore import Rescored, Rescorer, rescored_record

RECORDS = Path(__file__).resolve().parents[2] / "records"


def sampled(game: str, players: list[str], count: int, rules: dict[str, Any] | None = None) -> list[Record]:
    """Matches of automatic players."""
    return list(Sampler(game, players, 11, rules=rules).records(count))


def rescored(records: Iterable[Record], rules: dict[str, Any], mode: Mode = Mode.INTERPRETED) -> list[Rescored]:
    """The records judged again."""
    entries = [Entry("sampled", line, record, None, 1) for line, record in enumerate(records, 1)]
    return [each for batch in Rescorer(lambda _game: rules, mode).batches(entries) for each in batch]


def differences(found: list[Rescored]) -> Differences:
    """What changes in the records that could be judged again."""
    good = [each for each in found if each.fault is None]
    assert good[0].after is not None
    assert good[0].after.rows is not None
    made = Differences(good[0].after.rows.game)
    for each in good:
        assert each.after is not None
        made.add(each.before, each.after)
    return made


@pytest.mark.parametrize(
    ("game", "players"), [("shishibo", ["greedy"] * 4), ("shiji", ["random", "greedy"]), ("masho", ["greedy"] * 2)]
)
def test_the_same_rules_change_nothing(game: str, players: list[str]) -> None:
    records = sampled(game, players, 5)
    found = rescored(records, {})
    assert [each.fault for each in found] == [None] * 5
    made = differences(found)
    assert made.changed_rounds == made.changed_matches == 0
    assert made.matches == 5
    assert all(old == new for old, new in made.reasons)
    assert made.verdict(made.frame().iter_rows(named=True)) == [
        "Nothing changes: every round has the same points and the same end under both rules."
    ]
    assert [rescored_record(each.record) for each in found] == [
        msgspec.structs.replace(record, meta=each.record.meta) for record, each in zip(records, found, strict=True)
    ]


def test_points_are_those_of_the_match_played_under_the_new_rules() -> None:
    rules = {"payers": "not_yet_won"}
    for each in rescored(sampled("masho", ["greedy"] * 4, 6), rules):
        record = each.record
        match = Match("masho", record.players, rules=rules)
        for number in record.rounds:
            match.deal(number.deal)
            for token in number.moves:
                match.push(token)
        assert each.after is not None
        assert match.points == each.after.result.points
        made = rescored_record(record)
        assert made.result is not None
        assert (made.rules, made.result.points) == (rules, match.points)


def test_differences_are_the_paired_ones_of_the_matches() -> None:
    found = rescored(sampled("shishibo", ["greedy", "greedy", "random"], 40, {"rounds": 4}), {"points_sanbon": 400})
    good = [each for each in found if each.fault is None]
    assert len(good) > 20
    made = differences(found)
    rows = {(row["measure"], row["group"]): row for row in made.frame().iter_rows(named=True)}
    for seat in range(3):
        old, new, n = [], [], []
        for each in good:
            assert each.after is not None
            complete = [was and now for was, now in zip(each.before.complete, each.after.complete, strict=True)]
            first, second = each.before.round_points, each.after.round_points
            redealt = [not any(points) and reason == "redeal" for points, reason in zip(
                first, each.before.round_reasons, strict=True
            )]  # fmt: skip
            assert all(complete)
            assert not any(redealt)
            old.append(sum(points[seat] for points in first))
            new.append(sum(points[seat] for points in second))
            n.append(len(first))
        row = rows["points-by-seat", f"seat {seat + 1}"]
        expected = intervals.mean(np.array(new) - np.array(old), np.array(n))
        assert row["old"] == pytest.approx(sum(old) / sum(n))
        assert row["new"] == pytest.approx(sum(new) / sum(n))
        assert (row["estimate"], row["low"], row["high"]) == pytest.approx(expected[:3])
        assert (row["n"], row["matches"]) == (sum(n), len(good))


def test_fewer_rounds_end_the_match_before_its_last_rounds() -> None:
    (each,) = rescored(sampled("shishibo", ["greedy"] * 3, 1, {"rounds": 3}), {"rounds": 2})
    fault = each.fault
    assert fault is not None
    assert (fault.kind, fault.round, fault.move) == (Kind.AFTER_END, 3, 1)
    assert fault.message == "under the new rules the match is over before this round (of 3)"


def test_more_rounds_let_the_match_go_on() -> None:
    (each,) = rescored(sampled("shishibo", ["greedy"] * 3, 1, {"rounds": 2}), {"rounds": 3})
    fault = each.fault
    assert fault is not None
    assert (fault.kind, fault.round) == (Kind.INCOMPLETE, 3)
    assert fault.message == "under the new rules the match goes on after its 2 recorded rounds"


def test_a_move_that_is_not_legal_any_more_is_named_with_its_rule() -> None:
    found = rescored(sampled("shiji", ["greedy", "greedy"], 12, {"reverse": False}), {"reverse": True})
    faults = [each.fault for each in found if each.fault is not None]
    illegal = [fault for fault in faults if fault.kind is Kind.ILLEGAL]
    assert illegal
    assert all(fault.rule and fault.token and fault.move and fault.id for fault in illegal)


def test_a_forbidden_combination_of_options_is_named() -> None:
    (each,) = rescored(sampled("shiji", ["random", "random"], 1), {"handless": True})
    assert each.fault is not None
    assert each.fault.kind is Kind.SCHEMA
    assert "handless goes with rounds 13 only" in each.fault.message


def test_an_unfinished_record_stays_as_unfinished_as_it_was() -> None:
    (record,) = sampled("shishibo", ["greedy"] * 3, 1, {"rounds": 3})
    cut = Round(record.rounds[1].deal, record.rounds[1].moves[:-4])
    unfinished = msgspec.structs.replace(record, rounds=[record.rounds[0], cut], result=None, unfinished=True)
    (each,) = rescored([unfinished], {"points_kasu": 1})
    assert each.fault is None
    made = differences([each])
    assert (made.rounds, made.matches) == (1, 0)
    assert rescored_record(each.record).unfinished


def test_a_last_round_that_was_over_and_is_not_drops_out_of_an_unfinished_record() -> None:
    finished = [each.record for each in read(RECORDS / "shiji" / "variant-deck.jsonl") if each.record is not None]
    longer = [each for each in rescored(finished, {"rounds": 13}) if each.fault is not None]
    assert longer
    record = longer[0].before.entry.record
    assert record is not None
    (each,) = rescored([msgspec.structs.replace(record, unfinished=True)], {"rounds": 13})
    assert each.fault is not None
    assert each.fault.kind is Kind.INCOMPLETE
    assert each.fault.message == "under the new rules the round goes on after its last move"
    assert each.fault.move == len(record.rounds[0].moves) + 1


def test_a_record_that_is_faulty_already_is_not_judged_again() -> None:
    (record,) = sampled("shiji", ["greedy", "greedy"], 1)
    broken = msgspec.structs.replace(record, rounds=[msgspec.structs.replace(record.rounds[0], moves=["p1 nonsense"])])
    good, bad = rescored([record, msgspec.structs.replace(broken, id="broken")], {})
    assert good.fault is None
    assert bad.after is None
    assert bad.fault is not None
    assert bad.fault.kind is Kind.TOKEN


def test_p_values_are_those_of_the_t_test_and_of_holm() -> None:
    values = [1, -2, 0, 4, 3, 1]
    sums = Moments(6, 6, sum(values), 6, sum(values), sum(value * value for value in values))
    assert p_value(sums) == pytest.approx(float(ttest_1samp(values, 0).pvalue))
    assert p_value(Moments(1, 1, 3, 1, 3, 9)) is None
    assert p_value(Moments(4, 4, 0, 4, 0, 0)) == 1.0
    assert p_value(Moments(4, 4, 8, 4, 8, 16)) == 2 / 2**4
    found = holm([0.01, None, 0.04, 0.03])
    assert found[1] is None
    expected = multipletests([0.01, 0.04, 0.03], method="holm")[1]
    assert [found[0], found[2], found[3]] == pytest.approx(list(expected))
