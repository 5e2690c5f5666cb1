"""``fuda arena`` from the command line."""

from pathlib import Path

import polars as pl
import pytest
from cli_driver import fuda

SHORT = ("--rounds", 8, "--engine", "interpreted", "--workers", 1)


def test_standings_pairings_and_a_verdict_are_printed(tmp_path: Path) -> None:
    chart, figures = tmp_path / "pairings.png", tmp_path / "figures.parquet"
    ran = fuda("arena", "shiji", "--players", "random,greedy", *SHORT, "--chart", chart, "-o", figures)
    assert ran.code == 0
    for words in ("2 seats, 8 deals in 2 seatings", "Standings", "Pairings", "random − greedy", "Holm"):
        assert words in ran.out
    assert chart.read_bytes().startswith(b"\x89PNG")
    assert set(pl.read_parquet(figures)["measure"]) >= {"ratings", "pairings", "ahead"}


def test_json_has_a_row_for_every_figure() -> None:
    ran = fuda("arena", "shishibo", "--players", "random,greedy", "--seatings", 3, "--json", *SHORT)
    assert (ran.code, ran.err) == (0, "")
    assert {row["measure"] for row in ran.objects} >= {"points-by-player", "ratings", "pairings", "ahead", "level"}
    assert {(row["seats"], row["seatings"]) for row in ran.objects} == {(3, 3)}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--players", "random"), "one contestant; expected two or more"),
        (("--players", "random,clever"), "unknown player 'clever'"),
        (("--players", "random,greedy", "--seats", 3), "3 players; 四時の札遊び is for 2"),
        (("--players", "random,greedy", "--seatings", 1), "at least 2 are needed"),
        (("--players", "random,greedy", "--rounds", 1, "--matches", 1), "give one of them"),
        (("--players", "random,greedy", "--chart", "a.gif"), "expected a name that ends in .png or .svg"),
        (("--players", "random,greedy", "-o", "a.txt"), "expected a name that ends in .csv or .parquet"),
    ],
)
def test_wrong_usage_is_explained(words: tuple[object, ...], message: str) -> None:
    ran = fuda("arena", "shiji", *words)
    assert ran.code == 2
    assert message in ran.err
