"""``fuda compare``: rules on the same deals, in tables, JSON, files and charts."""

from pathlib import Path

import polars as pl
import pytest
from cli_driver import assert_one_line, fuda

SMALL = ("--rounds", 40, "--engine", "interpreted")


def test_a_rule_is_compared_with_the_default() -> None:
    ran = fuda("compare", "shishibo", "--rules", "fuke_limit=100", *SMALL, columns=80)
    assert ran.code == 0
    assert ran.err == ""
    for text in ("A: default", "B: fuke_limit=100", "Wins by seat", "B − A", "hold together", "philox"):
        assert text in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_rule_against_itself_is_the_same_in_every_round() -> None:
    ran = fuda("compare", "shiji", "--rules", "default", "--rules", "default", *SMALL, "--json")
    assert len(ran.objects) > 8
    assert {each["word"] for each in ran.objects} == {"same"}
    assert {each["difference"] for each in ran.objects} == {0}


def test_players_are_named_again_for_another_study() -> None:
    ran = fuda("compare", "shishibo", "--rules", "fuke_limit=100", "--players", "random", "--players", "greedy", *SMALL)
    assert "random players: 40 rounds" in ran.out
    assert "greedy players: 40 rounds" in ran.out
    assert "depends on the players: " in ran.out


def test_named_sets_files_and_inline_rules_go_together(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("hand_limit = 12\n")
    rules = ("--rules", "default", "--rules", "deck,hand_limit=12", "--rules", file)
    ran = fuda("compare", "shiji", *rules, "--rule", "motion=false", *SMALL, "-m", "length", "--json")
    assert [each["variant"] for each in ran.objects] == ["deck,hand_limit=12", str(file)]


def test_results_are_the_same_for_any_workers() -> None:
    rules = ("--rules", "fuke_limit=30", "--rounds", 60, "--json", "--engine", "interpreted")
    assert fuda("compare", "shishibo", *rules, "--workers", 1).out == fuda("compare", "shishibo", *rules).out


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_figures_are_written_to_a_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"out.{suffix}"
    assert fuda("compare", "shishibo", "--rules", "fuke_limit=30", *SMALL, "-o", path).code == 0
    found = pl.read_csv(path) if suffix == "csv" else pl.read_parquet(path)
    assert {"measure", "difference", "low_all", "p_holm", "saving", "verdict"} <= set(found.columns)


def test_a_chart_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "forest.png"
    players = ("--players", "random", "--players", "greedy")
    assert fuda("compare", "shishibo", "--rules", "fuke_limit=100", *players, *SMALL, "--chart", path).code == 0
    assert path.read_bytes().startswith(b"\x89PNG")


def test_a_run_stops_when_it_knows_enough() -> None:
    ran = fuda(
        "compare", "shishibo", "--rules", "points_sanbon=51", "--rounds", 60, "--until", "length:5",
        "-m", "length", "--json", "--engine", "interpreted",
    )  # fmt: skip
    assert [each["n"] for each in ran.objects] == [60]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["nothing to compare", "--rules A --rules B"]),
        (["--rules", "no_such=1"], ["no_such"]),
        (["--rules", "nosuch"], ["unknown rule set 'nosuch'"]),
        (["--rules", "fuke_limit=20", "--players", "nobody"], ["unknown player 'nobody'"]),
        (["--rules", "fuke_limit=20", "--players", "random", "--players", "random"], ["named twice"]),
        (["--rules", "fuke_limit=20", "-m", "nothing"], ["unknown measure 'nothing'"]),
        (["--rules", "fuke_limit=20", "--until", "points"], ["--until 'points'", "points:0.01"]),
        (["--rules", "fuke_limit=20", "--until", "points:0.1", "-m", "length"], ["is not compared"]),
        (["--rules", "fuke_limit=20", "--rounds", "9", "--matches", "9"], ["--rounds and --matches"]),
        (["--rules", "fuke_limit=20", "--start", "p2"], ["--start 'p2'"]),
        (["--rules", "fuke_limit=20", "-o", "x.txt"], [".csv or .parquet"]),
        (["--rules", "fuke_limit=20", "--chart", "x.pdf"], [".png or .svg"]),
    ],
)
def test_wrong_usage_is_told_in_one_line(arguments: list[str], words: list[str]) -> None:
    assert_one_line(fuda("compare", "shishibo", *arguments), *words)
