"""The sample records: all right, and together they show everything that can happen."""

import json
from pathlib import Path
from typing import Any

import pytest
from masho_driver import judge

from toolkit.engine.state import EVENT_SIZE
from toolkit.games.masho import GAME
from toolkit.games.masho.events import CLAIM_WAYS, describe_event

FOLDER = Path(__file__).parents[3] / "records" / "masho"
FILES = sorted(FOLDER.glob("*.jsonl"))


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_sample_replays_to_its_results(path: Path) -> None:
    for record in records(path):
        verdict = judge(record)
        assert verdict.kind == "ok", (record["id"], verdict[:4])
        assert len(verdict.rounds) == len(record["players"])


def test_there_are_more_than_a_hundred_with_two_to_five_players_and_names_of_their_own() -> None:
    everything = [record for path in FILES for record in records(path)]
    assert len(everything) >= 100
    assert len({record["id"] for record in everything}) == len(everything)
    assert {len(record["players"]) for record in everything} == {2, 3, 4, 5}


def test_every_kind_of_decision_and_end_occurs() -> None:
    verbs: set[str] = set()
    reasons: set[str] = set()
    for path in FILES:
        for record in records(path):
            for part in record["rounds"]:
                reasons.add(part["result"]["reason"])
                verbs |= {token.split()[1] for token in part["moves"]}
    assert reasons == set(GAME.reasons)
    assert verbs == {"set", "draw", "pon", "chi", "ron", "discard", "ankan", "kakan", "tsumo", "bury", "meld", "foul"}


def test_records_made_by_hand_say_so_and_what_they_show() -> None:
    for record in records(FOLDER / "by-hand.jsonl"):
        assert record["meta"]["constructed"] is True
        assert "MS-" in record["meta"]["shows"]


def test_every_draw_is_written_with_its_tile() -> None:
    for path in FILES:
        for record in records(path):
            for part in record["rounds"]:
                assert all(len(token.split()) == 3 for token in part["moves"] if token.split()[1] == "draw")


def test_events_have_words_and_the_yaku_of_a_win_add_up_to_its_points() -> None:
    seen: set[str] = set()
    for record in records(FOLDER / "sample-2-players.jsonl")[:6] + records(FOLDER / "by-hand.jsonl"):
        won = 0
        for event in judge(record).events:
            assert len(event) == EVENT_SIZE
            _, kind, _, value, detail = event
            name = GAME.event_kinds[kind]
            seen.add(name)
            assert describe_event(kind, detail)
            if name == "win":
                assert won == 0
                won = value
            elif name == "yaku":
                won -= value
            elif name in ("claim", "kan"):
                assert value == 0
                assert describe_event(kind, detail).split()[0] in CLAIM_WAYS
            else:
                assert won == 0
    assert seen == set(GAME.event_kinds)
