"""Records with known answers, judged by the replay layer."""

import json
from pathlib import Path

import pytest

from toolkit.records.reading import read
from toolkit.replay import Mode, Replayer

CASES = Path(__file__).parents[2] / "cases"
EXPECTED = {
    answer["id"]: answer
    for answer in map(json.loads, (CASES / "shiji-bad.expected.jsonl").read_text(encoding="utf-8").splitlines())
}


def test_every_good_record_is_good_with_the_result_it_claims() -> None:
    outcomes = list(Replayer(mode=Mode.INTERPRETED).outcomes(read([str(CASES / "shiji-valid.jsonl")])))
    assert len(outcomes) == 38
    assert [outcome.fault for outcome in outcomes] == [None] * len(outcomes)


@pytest.fixture(scope="module")
def faults() -> dict[str, object]:
    outcomes = Replayer(mode=Mode.INTERPRETED).outcomes(read([str(CASES / "shiji-bad.jsonl")]))
    return {outcome.fault.id or "": outcome.fault for outcome in outcomes if outcome.fault is not None}


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_spoiled_record_has_the_expected_fault(faults: dict[str, object], name: str) -> None:
    fault = faults[name]
    for key in ("kind", "round", "move", "rule"):
        if EXPECTED[name][key] is not None:
            assert getattr(fault, key) == EXPECTED[name][key]
