"""The JSON Schema that ships accepts what the reader accepts, and refuses what it refuses."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from record_samples import ABSENT, SAMPLE_LINES, fault_in, spelled

from toolkit.records.schema import record_schema, schema_text

VALIDATOR = Draft202012Validator(record_schema())
ROUND = {"deal": {}, "moves": ["p1 resign"]}


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(record_schema())
    assert json.loads(schema_text()) == record_schema()


@pytest.mark.parametrize("text", SAMPLE_LINES)
def test_the_samples_fit(text: bytes) -> None:
    assert list(VALIDATOR.iter_errors(json.loads(text))) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"meta": {"free": [1, {"x": None}]}},
        {"unfinished": True, "result": ABSENT},
        {"rules": {"a": True, "b": 3, "c": "word"}},
        {"result": {"points": [0, 0], "ranks": [1, 1], "rank_points": [0, 0]}},
        {"rounds": [{"deal": {"decks": [["0"] * 24, ["1"] * 24]}, "moves": []}]},
    ],
)
def test_what_the_reader_accepts_fits(changes: dict[str, Any]) -> None:
    assert list(VALIDATOR.iter_errors(json.loads(spelled(**changes)))) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"comment": "x"},
        {"format": 2},
        {"format": ABSENT},
        {"game": ""},
        {"id": ""},
        {"id": 3},
        {"players": []},
        {"players": [1, 2]},
        {"rules": None},
        {"rules": {"rounds": 1.5}},
        {"meta": []},
        {"rounds": []},
        {"rounds": [{"moves": []}]},
        {"rounds": [{"deal": {}}]},
        {"rounds": [{**ROUND, "moves": [34]}]},
        {"rounds": [{**ROUND, "extra": 1}]},
        {"rounds": [{**ROUND, "result": {"points": [1, -1]}}]},
        {"result": {"points": [1, -1]}},
        {"result": {"points": ["1", -1], "ranks": [1, 2]}},
        {"result": {"points": [2**63, -1], "ranks": [1, 2]}},
        {"unfinished": False},
    ],
)
def test_what_the_reader_refuses_does_not_fit(changes: dict[str, Any]) -> None:
    assert fault_in(spelled(**changes)).kind == "schema"
    assert list(VALIDATOR.iter_errors(json.loads(spelled(**changes))))


@pytest.mark.parametrize(
    ("game", "deal"),
    [
        ("shiji", {"wall": []}),
        ("shiji", {"decks": [["0"] * 24]}),
        ("shishibo", {}),
        ("shishibo", {"field": [], "hands": [["1K"]], "stock": [3]}),
        ("masho", {}),
        ("masho", {"wall": [], "field": []}),
    ],
)
def test_each_game_has_its_own_deal(game: str, deal: dict[str, Any]) -> None:
    data = json.loads(spelled(game=game, rounds=[{"deal": deal, "moves": []}]))
    assert {tuple(error.path)[:3] for error in VALIDATOR.iter_errors(data)} == {("rounds", 0, "deal")}


def test_a_game_that_is_not_known_and_a_token_with_double_spaces_do_not_fit() -> None:
    assert list(VALIDATOR.iter_errors(json.loads(spelled(game="poker"))))
    assert list(VALIDATOR.iter_errors(json.loads(spelled(rounds=[{"deal": {}, "moves": ["p1  resign"]}]))))
