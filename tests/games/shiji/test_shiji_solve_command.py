"""``fuda solve`` as a user meets it."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from toolkit.cli.solve import solve

app = typer.Typer()
app.command()(solve)
RUNNER = CliRunner()

POSITION = """
title = "one lay"
[p1]
hand = "78"
[p2]
hand = "12"
market = "45"
"""


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "one.toml"
    path.write_text(POSITION, encoding="utf-8")
    return path


def test_the_winning_lays_and_their_lines_are_printed(position: Path) -> None:
    result = RUNNER.invoke(app, ["shiji", str(position)])
    assert result.exit_code == 0
    assert "p1 wins by force with\n  place 78 · 1 lay: p1 place 78\n  place 87 · 1 lay: p1 place 87" in result.stdout


def test_machines_get_one_object(position: Path) -> None:
    result = RUNNER.invoke(app, ["shiji", str(position), "--json"])
    answer = json.loads(result.stdout)
    assert answer["decided"] is True
    assert answer["wins"][0] == {"turn": ["p1 place 78"], "lays": 1, "line": ["p1 place 78"]}


def test_a_position_may_be_json(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"p1": {"hand": "12"}, "p2": {"hand": "1", "market": "98"}}), encoding="utf-8")
    result = RUNNER.invoke(app, ["shiji", str(path)])
    assert "the game is over before p1 can lay: hoi" in result.stdout


def test_no_win_is_said(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text('[p1]\nhand = "1234"\n[p2]\nhand = "89"\n', encoding="utf-8")
    result = RUNNER.invoke(app, ["shiji", str(path)])
    assert "p1 has no lay that wins by force (12 looked at)" in result.stdout


def test_an_open_question_is_said_to_be_open(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text('[p1]\nhand = "12345678"\n[p2]\nhand = "12345678"\n', encoding="utf-8")
    result = RUNNER.invoke(app, ["shiji", str(path), "--max-nodes", "20"])
    assert result.exit_code == 0
    assert "not decided within 20 positions" in result.stderr


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[p1", "not readable as TOML"),
        ('[p1]\nhand = "1"', "p2 is missing"),
        ('[p1]\nhand = "111"\n[p2]\nhand = "1"', "p1 has 1 3 times"),
    ],
)
def test_a_bad_file_is_one_line_and_exit_1(tmp_path: Path, text: str, part: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    result = RUNNER.invoke(app, ["shiji", str(path)])
    assert result.exit_code == 1
    assert part in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_missing_file_is_exit_1_and_another_game_exit_2(tmp_path: Path, position: Path) -> None:
    assert RUNNER.invoke(app, ["shiji", str(tmp_path / "no.toml")]).exit_code == 1
    assert RUNNER.invoke(app, ["chess", str(position)]).exit_code == 2
    (tmp_path / "latin.toml").write_bytes(b"\xff\xfe")
    assert RUNNER.invoke(app, ["shiji", str(tmp_path / "latin.toml")]).exit_code == 1
