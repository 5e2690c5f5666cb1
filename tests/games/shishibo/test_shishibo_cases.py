"""Records with known answers, in both modes.

The answers are those of slow implementations that share nothing with this one. `shishibo-options` are played with
options of every kind and stacked deals, so that rare 役, redeals, folding and limits occur.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from toolkit.records.reading import read
from toolkit.replay import Mode, Replayer

CASES = Path(__file__).parents[2] / "cases"


def answers(name: str) -> dict[str, dict[str, Any]]:
    """What is wrong with the records of a file, by their id."""
    lines = (CASES / f"{name}.expected.jsonl").read_text(encoding="utf-8").splitlines()
    return {answer["id"]: answer for answer in map(json.loads, lines)}


@pytest.fixture(params=[Mode.INTERPRETED, Mode.COMPILED])
def mode(request: pytest.FixtureRequest) -> Mode:
    """Both ways to run the rules."""
    found: Mode = request.param
    return found


@pytest.mark.parametrize(("name", "number"), [("shishibo-valid", 25), ("shishibo-options-valid", 28)])
def test_every_good_record_replays_to_what_it_claims(mode: Mode, name: str, number: int) -> None:
    outcomes = list(Replayer(mode=mode).outcomes(read([CASES / f"{name}.jsonl"])))
    assert len(outcomes) == number
    for outcome in outcomes:
        assert outcome.fault is None, str(outcome.fault)
        record = outcome.entry.record
        assert record is not None
        for each, points, reason in zip(record.rounds, outcome.round_points, outcome.round_reasons, strict=True):
            if each.result is not None:
                assert (each.result.points, each.result.reason) == (points, reason)
        assert record.result == outcome.result


@pytest.mark.parametrize(("name", "number"), [("shishibo-bad", 15), ("shishibo-spoiled-bad", 91)])
def test_every_bad_record_is_refused_for_what_is_wrong_with_it(mode: Mode, name: str, number: int) -> None:
    expected = answers(name)
    outcomes = list(Replayer(mode=mode).outcomes(read([CASES / f"{name}.jsonl"])))
    assert len(outcomes) == len(expected) == number
    for outcome in outcomes:
        fault = outcome.fault
        assert fault is not None
        answer = expected[str(fault.id)]
        found = {"kind": str(fault.kind), "round": fault.round, "move": fault.move, "rule": fault.rule}
        for name, value in found.items():
            if answer[name] is not None:
                assert value == answer[name], (fault.id, name)
        assert fault.message
        if fault.kind in ("illegal", "actor"):
            assert fault.expected
