"""Every command and script of the README runs as printed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)( \w+)?\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
COMMANDS = [line for language, mark, text in BLOCKS if language == "sh" and not mark for line in text.splitlines()]
SCRIPTS = [text for language, _, text in BLOCKS if language == "python"]
SETUP = [text for language, mark, text in BLOCKS if language == "sh" and mark]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample records, in which the README's commands run one after the other."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "records").symlink_to(ROOT / "records")
    return folder


def environment() -> dict[str, str]:
    """The environment with this Python's commands first, as in an active virtual environment."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize("command", COMMANDS)
def test_command_of_the_readme_runs(command: str, place: Path) -> None:
    done = subprocess.run(command, shell=True, cwd=place, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", range(len(SCRIPTS)))
def test_script_of_the_readme_runs(number: int, place: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPTS[number]], cwd=place, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_setup_commands_are_one_line_each() -> None:
    assert [len(text.splitlines()) for text in SETUP] == [1, 1]


def test_setup_command_writes_a_report(tmp_path: Path) -> None:
    """Of some of the samples; ``.ci/run`` makes that of all."""
    for name in ("shiji", "shishibo", "masho"):
        (tmp_path / "records" / name).mkdir(parents=True)
        (tmp_path / "records" / name / "by-hand.jsonl").symlink_to(ROOT / "records" / name / "by-hand.jsonl")
    commands = SETUP[0].strip().split(" && ")
    for command in commands[2:]:  # behind the virtual environment and the installation
        done = subprocess.run(
            command.replace(".venv/bin/", ""), shell=True, cwd=tmp_path, env=environment(), capture_output=True,
            text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert len(page) < 5_000_000


def test_every_command_is_in_the_table_of_the_readme() -> None:
    from toolkit.cli.app import app

    names = {each.name or getattr(each.callback, "__name__", "") for each in app.registered_commands}
    names |= {group.name for group in app.registered_groups if group.name}
    assert names == set(re.findall(r"^\| `fuda (\w+)", README, re.MULTILINE))


def test_every_column_of_the_tables_is_documented() -> None:
    from toolkit import games
    from toolkit.replay.columns import columns, seat_name

    for name in games.NAMES:
        game = games.get(name)
        own = next(line for line in README.splitlines() if line.startswith(f"**{game.title}** (`{name}`)"))
        features = {each.name for each in game.round_features} | {seat_name(each) for each in game.seat_features}
        for table, found in columns(game).items():
            row = next(line for line in README.splitlines() if line.startswith(f"| `{table}` |"))
            for column in found:
                assert f"`{column.name}`" in (own if column.name in features else row), (table, column.name)
