"""Records with known answers, replayed interpreted and compiled."""

import json
from pathlib import Path
from typing import Any

import pytest
from masho_driver import judge

CASES = Path(__file__).parents[2] / "cases"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


EXPECTED = {answer["id"]: answer for answer in lines("masho-bad.expected.jsonl")}


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("record", lines("masho-valid.jsonl"), ids=lambda record: record["id"])
def test_a_valid_record_gives_its_claimed_results(record: dict[str, Any], compiled: bool) -> None:
    verdict = judge(record, compiled=compiled)
    assert verdict.kind == "ok"
    assert len(verdict.rounds) == len(record["players"])


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("record", lines("masho-bad.jsonl"), ids=lambda record: record["id"])
def test_a_spoiled_record_is_refused_where_and_why_expected(record: dict[str, Any], compiled: bool) -> None:
    expected = EXPECTED[record["id"]]
    verdict = judge(record, compiled=compiled)
    assert verdict.kind == expected["kind"]
    for key in ("round", "move", "rule"):
        if expected[key] is not None:
            assert getattr(verdict, key) == expected[key]
