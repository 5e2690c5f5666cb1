"""``fuda rescore`` from the command line."""

from pathlib import Path

import pytest
from cli_driver import fuda


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Matches of three rounds of greedy players."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    ran = fuda("sample", "shishibo", "-n", 12, "--players", "greedy", "--rule", "rounds=3", "-o", path)
    assert ran.code == 0
    return path


def test_tables_and_a_verdict_are_printed(games: Path) -> None:
    ran = fuda("rescore", games, "--rule", "mult_akatan=10", "--rule", "mult_aotan=10")
    assert ran.code == 0
    assert ran.err == ""
    for words in ("Points by seat", "difference", "Ends of rounds, old → new", "rounds (", "Holm"):
        assert words in ran.out
    assert "Rank by seat" not in ran.out
    assert "Rank by seat" in fuda("rescore", games, "--rule", "mult_akatan=10", "--all").out


def test_rescored_records_are_right_under_the_new_rules(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "new.jsonl.zst"
    ran = fuda("rescore", games, "--rule", "mult_akatan=10", "-o", out)
    assert (ran.code, ran.err) == (0, f"fuda: 12 records written to {out}\n")
    judged = fuda("validate", out, "--json")
    assert judged.code == 0
    assert len(judged.objects) == 12
    assert fuda("rescore", out, "--rule", "mult_akatan=10").out.count("Nothing changes") == 1
    again = fuda("rescore", games, "--rule", "mult_akatan=10", "-o", out)
    assert (again.code, "exists already" in again.err) == (2, True)


def test_records_that_drop_out_are_counted_and_named(games: Path) -> None:
    ran = fuda("rescore", games, "--rule", "rounds=2")
    assert ran.code == 1
    assert "a round or the match ends earlier" in ran.out
    assert "… and 7 more" in ran.out
    assert ran.err == "fuda: 12 of 12 records could not be judged again\n"
    rows = fuda("rescore", games, "--rule", "rounds=2", "--json").objects
    assert [(row["row"], row["kind"], row["round"]) for row in rows] == [("left-out", "after-end", 3)] * 12


def test_json_has_differences_reasons_and_a_verdict(games: Path) -> None:
    rows = fuda("rescore", games, "--rule", "points_kasu=1", "--json").objects
    kinds = [row["row"] for row in rows]
    assert set(kinds) >= {"difference", "reasons", "verdict"}
    assert kinds.count("verdict") == 1
    seat = next(row for row in rows if row["row"] == "difference")
    assert (seat["measure"], seat["group"]) == ("points-by-seat", "seat 1")
    assert seat["estimate"] == pytest.approx(seat["new"] - seat["old"])


def test_figures_are_said_to_be_of_the_rest_when_records_drop_out(games: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.jsonl"
    fuda("sample", "shishibo", "-n", 3, "--seed", 2, "--players", "greedy", "--rule", "rounds=2", "-o", more)
    ran = fuda("rescore", games, more, "--rule", "rounds=2")
    assert ran.code == 1
    assert "The figures are of the other records only." in ran.out.replace("\n", " ")


def test_wrong_usage(games: Path, tmp_path: Path) -> None:
    assert fuda("rescore", games).err == "fuda: no rules to judge by; expected --rules or --rule NAME=VALUE\n"
    ran = fuda("rescore", games, "--rule", "payers=all")
    assert ran.code == 2
    assert "unknown option 'payers' of shishibo" in ran.err
    assert fuda("rescore", games, "--rule", "rounds=2", "-o", tmp_path / "out.csv").code == 2
    assert fuda("rescore", games, "--rule", "payers=all", "--game", "masho").code == 1  # there are none
