"""Records with known answers, in both modes."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolkit.records.reading import read
from toolkit.replay import Mode, Replayer

CASES = Path(__file__).parents[2] / "cases"
VALID = CASES / "shishibo-valid.jsonl"
BAD = CASES / "shishibo-bad.jsonl"
EXPECTED: dict[str, dict[str, Any]] = {
    answer["id"]: answer
    for answer in map(json.loads, (CASES / "shishibo-bad.expected.jsonl").read_text(encoding="utf-8").splitlines())
}


@pytest.fixture(params=[Mode.INTERPRETED, Mode.COMPILED])
def mode(request: pytest.FixtureRequest) -> Mode:
    """Both ways to run the rules."""
    found: Mode = request.param
    return found


def test_every_good_record_replays_to_what_it_claims(mode: Mode) -> None:
    outcomes = list(Replayer(mode=mode).outcomes(read([VALID])))
    assert len(outcomes) == 25
    for outcome in outcomes:
        assert outcome.fault is None, str(outcome.fault)
        record = outcome.entry.record
        assert record is not None
        assert [each.result.points for each in record.rounds if each.result] == outcome.round_points
        assert [each.result.reason for each in record.rounds if each.result] == outcome.round_reasons
        assert record.result == outcome.result


def test_every_bad_record_is_refused_for_what_is_wrong_with_it(mode: Mode) -> None:
    outcomes = list(Replayer(mode=mode).outcomes(read([BAD])))
    assert len(outcomes) == len(EXPECTED) == 15
    for outcome in outcomes:
        fault = outcome.fault
        assert fault is not None
        answer = EXPECTED[str(fault.id)]
        found = {"kind": str(fault.kind), "round": fault.round, "move": fault.move, "rule": fault.rule}
        for name, value in found.items():
            if answer[name] is not None:
                assert value == answer[name], (fault.id, name)
        assert fault.message
        if fault.kind in ("illegal", "actor"):
            assert fault.expected
