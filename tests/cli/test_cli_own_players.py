"""Users' own players from the command line."""

from pathlib import Path

from cli_driver import ROOT, fuda

OWN = ROOT / "tests" / "simulate" / "own_players.py"


def test_commands_take_own_players(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    ran = fuda("sample", "shishibo", "-n", 2, "--players", f"{OWN}:by_lot,greedy,{OWN}:fair", "-o", path)
    assert ran.code == 0
    assert fuda("validate", path).code == 0
    ran = fuda("simulate", "shishibo", "--players", f"{OWN}:first,greedy,random", "--rounds", 6, "--json")
    assert ran.code == 0
    ran = fuda("arena", "shiji", "--players", f"{OWN}:first,random", "--rounds", 3, "--json")
    assert ran.code == 0
    assert {row["group"] for row in ran.objects if row["measure"] == "ratings"} == {f"{OWN}:first", "random"}


def test_a_player_that_fails_is_one_line() -> None:
    for command in (["sample", "-n", 1], ["simulate", "--rounds", 3], ["arena", "--rounds", 3]):
        ran = fuda(command[0], "shiji", *command[1:], "--players", f"{OWN}:broken,random")
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith(f"fuda: player {OWN}:broken failed in round 1, move 1 of p1: ZeroDivisionError")
        assert ran.err.count("\n") == 1


def test_a_player_that_is_not_there_is_wrong_usage() -> None:
    for command in ("sample", "simulate", "arena"):
        ran = fuda(command, "shiji", "--players", "there_is_none.py:first,random")
        assert (ran.code, ran.err) == (2, "fuda: player there_is_none.py:first: there is no file there_is_none.py\n")


def test_a_python_player_cannot_be_compiled() -> None:
    ran = fuda("simulate", "shiji", "--players", f"{OWN}:first,random", "--rounds", 3, "--engine", "compiled")
    assert ran.code == 1
    assert "is a Python function, which runs with interpreted rules only" in ran.err
