"""``fuda simulate``: what it prints and writes, and what it says to wrong usage."""

import re
from pathlib import Path

import polars as pl
import pytest
from cli_driver import assert_one_line, check_golden, fuda

from toolkit.stats import MEASURES

SMALL = ["simulate", "shishibo", "--rounds", 30, "--seed", 5]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_summary_reads_like_that_of_records() -> None:
    ran = fuda(*SMALL, "--players", "greedy,random,random", "--rule", "fuke_limit=20")
    assert (ran.code, ran.err) == (0, "")
    check_golden("simulate.txt", re.sub(r"; [\d,.]+ rounds/s", "; N rounds/s", ran.out))


def test_json_names_the_run_and_then_the_measures() -> None:
    ran = fuda("simulate", "masho", "--matches", 3, "--seats", 3, "--seed", 2, "--json")
    run, *rows = ran.objects
    assert run["run"]["players"] == ["random"] * 3
    assert (run["run"]["unit"], run["run"]["units"], run["run"]["seed"]) == ("match", 3, 2)
    assert {row["measure"] for row in rows} <= set(MEASURES)
    assert {"match-points-by-seat", "rank-points-by-player"} <= {row["measure"] for row in rows}
    assert all(row["n"] > 0 and row["method"] for row in rows)


def test_the_same_command_prints_the_same_whatever_the_workers() -> None:
    one, two = (fuda(*SMALL, "--json", "--workers", workers).out for workers in (1, 3))
    assert one == two


def test_the_start_may_stay_with_the_first_player() -> None:
    rows = fuda(
        *SMALL,
        "--players",
        "greedy,random,random",
        "--start",
        "p1",
        "--json",
        "-m",
        "points-by-player",
        "-m",
        "points-by-seat",
    )
    found = {(row["measure"], row["group"]): row["estimate"] for row in rows.objects[1:]}
    assert found["points-by-player", "greedy p1"] == found["points-by-seat", "seat 1"]


def test_figures_of_a_run_are_read_from_its_files() -> None:
    printed = fuda(*SMALL, "-o", "run.parquet", "--json", "-m", "points-by-seat", "-m", "yaku")
    assert printed.err == f"fuda: 30 rounds written to {Path('run.parquet').resolve()}\n"
    assert fuda(*SMALL, "-o", "tables", "--records", "run.jsonl").code == 0
    expected = [(row["measure"], row["section"], row["group"], row["n"]) for row in printed.objects[1:]]
    for path in ("run.parquet", "tables", "run.jsonl"):
        rows = fuda("stats", path, "-m", "points-by-seat", "-m", "yaku", "--json").objects
        assert sorted((row["measure"], row["section"], row["group"], row["n"]) for row in rows) == sorted(expected)
    estimates = {row["group"]: row["estimate"] for row in printed.objects[1:] if row["measure"] == "points-by-seat"}
    for row in fuda("stats", "run.parquet", "-m", "points-by-seat", "--json").objects:
        assert row["estimate"] == pytest.approx(estimates[row["group"]])
    assert fuda("chart", "tables", "-o", "a.svg").code == 0
    assert fuda("chart", "run.parquet", "-o", "b.svg").code == 0


def test_what_a_flat_table_does_not_hold_is_said() -> None:
    fuda(*SMALL, "-o", "run.parquet")
    ran = fuda("stats", "run.parquet", "--all", "--json")
    assert ran.code == 0
    assert ran.err.startswith("fuda: left out, because .parquet files have no decisions and deals: ")
    assert_one_line(fuda("stats", "run.parquet", "-m", "branching"), "run.parquet has no moves", "folder of tables")
    assert_one_line(fuda("convert", "run.parquet", "-o", "a.jsonl"), "has no decisions to convert")
    pl.DataFrame({"a": [1]}).write_parquet("other.parquet")
    assert_one_line(fuda("stats", "other.parquet"), "was not written by `fuda simulate`", code=1)
    assert_one_line(fuda("stats", "none.parquet"), "none.parquet: no such file")


def test_a_run_stops_when_an_interval_is_short_enough() -> None:
    words = ["simulate", "shishibo", "--rounds", 1500, "--rule", "rounds=1", "--until", "wins:0.2", "--json"]
    one, other = fuda(*words), fuda(*words, "--workers", 2)
    assert (one.code, one.out) == (0, other.out)
    assert one.objects[0]["run"]["units"] == 1000  # the first look
    rows = [row for row in one.objects[1:] if row["measure"] == "wins-by-seat"]
    assert all(row["method"].startswith("beta-binomial confidence sequence") for row in rows)
    assert all(max(row["high"] - row["estimate"], row["estimate"] - row["low"]) <= 0.2 for row in rows)


def test_a_goal_that_is_not_reached_is_said() -> None:
    ran = fuda(*SMALL, "--until", "points:0.0001")
    assert ran.code == 0
    assert "--until points:0.0001: not reached" in ran.out


def test_existing_outputs_are_kept() -> None:
    Path("a.parquet").write_text("mine")
    Path("b.jsonl").write_text("mine")
    Path("c").mkdir()
    Path("c/note.txt").write_text("mine")
    assert_one_line(fuda(*SMALL, "-o", "a.parquet"), "a.parquet exists already", "--force")
    assert_one_line(fuda(*SMALL, "--records", "b.jsonl"), "b.jsonl exists already", "--force")
    assert_one_line(fuda(*SMALL, "-o", "c"), "other things than tables")
    assert_one_line(fuda(*SMALL, "-o", "c", "--force"), "other things than tables")
    assert fuda(*SMALL, "-o", "a.parquet", "--records", "b.jsonl", "--force").code == 0
    assert sorted(path.name for path in Path().iterdir()) == ["a.parquet", "b.jsonl", "c"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["no game given", "--resume"]),
        (["chess"], ["unknown game 'chess'", "shiji, shishibo, masho"]),
        (["shishibo", "--rounds", "0"], ["--rounds", "greater than or equal to 1"]),
        (["shishibo", "--rounds", "many"], ["--rounds", "valid integer"]),
        (["shishibo", "--rounds", "5000000000"], ["one seed has 4,294,967,296"]),
        (["shishibo", "--rounds", "5", "--matches", "5"], ["--rounds and --matches"]),
        (["shishibo", "--players", "nobody"], ["unknown player 'nobody'", "random, greedy"]),
        (["shishibo", "--players", "random,random"], ["2 players", "3 to 7"]),
        (["shishibo", "--seats", "9"], ["--seats 9", "3 to 7"]),
        (["shishibo", "--players", "random,random,random", "--seats", "4"], ["3 players", "--seats says 4"]),
        (["shishibo", "--rule", "fuke_limit"], ["NAME=VALUE"]),
        (["shishibo", "--rule", "fuke_limit=9999"], ["fuke_limit", "from -1 to 270"]),
        (["shishibo", "--rules", "none"], ["unknown rule set 'none'"]),
        (["shishibo", "--start", "p2"], ["--start 'p2'", "rotate or p1"]),
        (["shishibo", "--seed", "-1"], ["--seed", "greater than or equal to 0"]),
        (["shishibo", "--until", "points"], ["MEASURE:HALF"]),
        (["shishibo", "--until", "points:0"], ["MEASURE:HALF"]),
        (["shishibo", "--until", "points:nan"], ["MEASURE:HALF"]),
        (["shishibo", "--until", "weather:1"], ["unknown measure 'weather'", "points-by-seat"]),
        (["shishibo", "-m", "weather"], ["unknown measure 'weather'", "points-by-seat"]),
        (["shishibo", "-o", "a.jsonl"], ["-o 'a.jsonl'", ".parquet", "--records"]),
        (["shishibo", "-o", ""], ["the name of the output is empty"]),
        (["shishibo", "-o", "none/a.parquet"], ["there is no folder"]),
        (["shishibo", "-o", "none/a"], ["there is no folder"]),
        (["shishibo", "--records", "a.txt"], ["--records 'a.txt'", ".jsonl.zst"]),
        (["shishibo", "--records", "none/a.jsonl"], ["there is no folder"]),
        (["shishibo", "--workers", "0"], ["--workers", "greater than or equal to 1"]),
        (["shishibo", "--engine", "fast"], ["unknown engine 'fast'"]),
        (["shishibo", "--checkpoint", "none/c"], ["cannot write", "no such file"]),
        (["shishibo", "--resume", "none"], ["--resume: none: no such file"]),
        (["--resume", "none", "--checkpoint", "c"], ["leave --checkpoint out"]),
        (["shishibo", "--no-such"], ["--no-such"]),
    ],
)
def test_wrong_usage_is_one_line(arguments: list[str], words: list[str], tmp_path: Path) -> None:
    assert_one_line(fuda("simulate", *arguments), *words)
    assert not list(tmp_path.iterdir())
