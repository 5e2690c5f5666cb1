"""The hands with known points, scored every way there is."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from score_brute import brute_points

from toolkit.games.masho.score_hand import Scorer, score
from toolkit.games.masho.score_json import Failure, LineScorer

CASES = Path(__file__).parents[2] / "cases" / "masho-score.jsonl"
LINES = CASES.read_bytes().splitlines()
HANDS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


def test_every_hand_scores_its_known_points() -> None:
    found = [score(hand["tiles"], hand["melds"], hand["seat"], hand["rules"]).points for hand in HANDS]
    assert found == [hand["points"] for hand in HANDS]


@pytest.mark.parametrize("compiled", [False, True])
def test_every_line_is_answered_with_its_known_points(compiled: bool) -> None:
    answers = list(LineScorer(Scorer(compiled=compiled)).answers(LINES))
    assert not any(isinstance(answer, Failure) for answer in answers)
    found = [json.loads(msgspec.json.encode(answer))["points"] for answer in answers]
    assert found == [hand["points"] for hand in HANDS]


def test_the_slow_scorer_agrees_with_the_known_points() -> None:
    for hand in HANDS[:100]:
        found = brute_points(
            hand["tiles"],
            [(meld["kind"], meld["tiles"]) for meld in hand["melds"]],
            "空日月星-"[hand["seat"] - 1],
            mapping=hand["rules"].get("light_mapping", "source"),
            each=hand["rules"].get("pairs_relation") == "each",
        )
        assert found == hand["points"], hand
