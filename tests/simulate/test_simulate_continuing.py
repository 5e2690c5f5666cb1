"""Recorded positions played on with the hidden cards filled in anew."""

from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
from cli_driver import CASES, assert_one_line, fuda, lines_of, write_lines

from toolkit import games
from toolkit.engine.chance import DEAL, STREAM_SIZE, open_stream
from toolkit.records.writing import to_line
from toolkit.replay import Mode
from toolkit.replay.match import engine_of
from toolkit.simulate import Sampler
from toolkit.simulate.continuing import Position, PositionError, play_on, position_named, position_of
from toolkit.simulate.players import player_kind

PLAYERS = {"shiji": 2, "shishibo": 4, "masho": 3}
SAMPLES = 6


def position(game: str, share: float = 0.5) -> Position:
    """A position of a sampled match, after so much of its first round."""
    record = Sampler(game, ["greedy"] * PLAYERS[game], 9, mode=Mode.INTERPRETED).record(1)
    return position_of(record, 1, 1 + int(share * len(record.rounds[0].moves)))


def kinds(where: Position, name: str = "greedy") -> list[int]:
    """One kind of player at every seat."""
    return [player_kind(name)] * len(where.record.players)


@pytest.mark.parametrize("game", games.NAMES)
def test_what_the_seat_on_move_cannot_see_does_not_matter(game: str) -> None:
    where = position(game)
    engine = engine_of(where.game)
    other = deepcopy(where.state)
    other.log = 0
    engine.hide(other, where.options, where.seat)
    stream = [0] * STREAM_SIZE
    open_stream(stream, 77, 0, 0, DEAL)
    engine.resample(other, where.options, where.seat, stream)
    assert other != where.state
    found, same = (
        play_on(each, kinds(where), SAMPLES, 3, compiled=False) for each in (where, where._replace(state=other))
    )
    assert (found == same).all()


@pytest.mark.parametrize("game", games.NAMES)
def test_samples_differ_but_a_seed_gives_the_same(game: str) -> None:
    where = position(game, 0.2)
    found = play_on(where, kinds(where), SAMPLES, 3, compiled=False)
    assert found.shape == (SAMPLES, PLAYERS[game])
    assert len(np.unique(found, axis=0)) > 1
    assert (found == play_on(where, kinds(where), SAMPLES, 3, compiled=False)).all()
    assert (found != play_on(where, kinds(where), SAMPLES, 4, compiled=False)).any()


def test_compiled_and_interpreted_samples_agree() -> None:
    where = position("shishibo")
    for kind in ("random", "greedy", "mc:2"):
        found = [play_on(where, kinds(where, kind), 3, 5, compiled=compiled) for compiled in (False, True)]
        assert (found[0] == found[1]).all(), kind


def test_when_one_move_is_left_and_nothing_is_hidden_the_points_are_those_of_the_record() -> None:
    record = Sampler("shiji", ["greedy"] * 2, 9, mode=Mode.INTERPRETED).record(2)
    where = position_of(record, 1, len(record.rounds[0].moves))
    found = play_on(where, kinds(where), SAMPLES, 1, compiled=False)
    assert record.rounds[0].result is not None
    assert record.rounds[0].result.points in found.tolist()


def test_a_file_and_an_id_may_have_colons(tmp_path: Path) -> None:
    record = {**lines_of("shiji-valid.jsonl")[0], "id": "club:7"}
    file = write_lines(tmp_path / "a:b.jsonl", [record])
    assert position_named(f"{file}:club:7:1:2").record.id == "club:7"


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("", "expected FILE:ID:ROUND:MOVE"),
        ("{file}", "expected FILE:ID:ROUND:MOVE"),
        ("{file}:m:1", "expected FILE:ID:ROUND:MOVE"),
        ("{file}:m:0:1", "rounds and moves from 1"),
        ("{file}:m:1:-1", "rounds and moves from 1"),
        ("{file}:m:1:x", "rounds and moves from 1"),
        ("{file}:none:1:1", "has no record 'none'; it has 'm'"),
        ("{file}:m:9:1", "has 1 rounds, not 9"),
        ("{file}:m:1:99999", "is beyond the position after the last"),
        ("{file}:m:1:{end}", "the round is over before move"),
        ("nowhere.jsonl:m:1:1", "no such file"),
    ],
)
def test_a_position_that_is_not_there_is_one_clear_message(place: str, message: str, tmp_path: Path) -> None:
    record = Sampler("shiji", ["random"] * 2, 9, mode=Mode.INTERPRETED).record(2)
    line = to_line(record).decode().replace(f'"id": "{record.id}"', '"id": "m"')
    file = tmp_path / "a.jsonl"
    file.write_text(line, encoding="utf-8")
    text = place.format(file=file, end=len(record.rounds[0].moves) + 1)
    with pytest.raises(PositionError, match=message.replace("(", r"\(")):
        position_named(text)
    assert_one_line(fuda("simulate", "--from", text), "--from", message)


def test_a_record_that_breaks_a_rule_before_the_position_is_refused() -> None:
    bad = next(each for each in lines_of("shiji-bad.expected.jsonl") if each["kind"] == "illegal" and each["move"] > 1)
    place = f"{CASES / 'shiji-bad.jsonl'}:{bad['id']}:{bad['round']}"
    assert_one_line(fuda("simulate", "--from", f"{place}:{bad['move'] + 1}"), "is not right up to there")
    assert fuda("simulate", "--from", f"{place}:{bad['move']}", "--rounds", 2).code == 0


def test_the_summary_has_points_and_wins_by_seat() -> None:
    place = f"{CASES / 'shishibo-valid.jsonl'}:{lines_of('shishibo-valid.jsonl')[0]['id']}:1:3"
    ran = fuda("simulate", "--from", place, "--rounds", 20, "--players", "greedy", "--json")
    assert (ran.code, ran.err) == (0, "")
    told, *rows = ran.objects
    assert (told["from"]["move"], told["from"]["samples"]) == (3, 20)
    assert {row["measure"] for row in rows} == {"points-by-seat", "wins-by-seat"}
    assert sum(row["estimate"] for row in rows if row["measure"] == "points-by-seat") == pytest.approx(0)
    assert "drawn anew each time" in fuda("simulate", "--from", place, "--rounds", 5).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "random,random"], "--players names 2 players"),
        (["--players", "nobody"], "unknown player 'nobody'"),
        (["--matches", 5], "leave --matches out"),
        (["-o", "a.parquet"], "leave --output out"),
        (["--rule", "fuke_limit=20"], "leave --rule out"),
        (["--cluster", "local"], "leave --cluster out"),
        (["--engine", "fast"], "unknown engine"),
    ],
)
def test_what_does_not_go_with_a_position_is_named(arguments: list[object], message: str) -> None:
    place = f"{CASES / 'shishibo-valid.jsonl'}:{lines_of('shishibo-valid.jsonl')[0]['id']}:1:3"
    assert_one_line(fuda("simulate", "--from", place, *arguments), message)
    assert_one_line(fuda("simulate", "shiji", "--from", place), "is of shishibo, not of shiji")
