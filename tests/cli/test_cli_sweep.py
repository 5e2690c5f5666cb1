"""``fuda sweep`` and ``fuda plan``: grids of rules, and how long a study has to be."""

from pathlib import Path

import polars as pl
import pytest
from cli_driver import assert_one_line, fuda

SMALL = ("--rounds", 30, "--engine", "interpreted")


def test_a_sweep_has_a_row_a_point_and_its_difference_to_the_default() -> None:
    ran = fuda("sweep", "shiji", "--vary", "hand_limit=10:12", *SMALL, "-m", "length", columns=80)
    assert ran.code == 0
    for text in ("random players: 30 rounds a point", "hand_limit", "− default", "same", "hold together"):
        assert text in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_sweep_is_written_and_drawn(tmp_path: Path) -> None:
    table, chart = tmp_path / "sweep.parquet", tmp_path / "sweep.svg"
    vary = ("--vary", "hand_limit=10,12", "--vary", "source=land,deck")
    ran = fuda("sweep", "shiji", *vary, *SMALL, "-m", "points", "-o", table, "--chart", chart)
    assert (ran.code, ran.out) == (0, "")
    assert pl.read_parquet(table).select("hand_limit", "source").n_unique() == 4
    assert "<svg" in chart.read_text()


def test_a_plan_tells_rounds_and_time() -> None:
    ran = fuda("plan", "shishibo", "--width", 0.5, "--pilot", 100, "--engine", "interpreted", columns=80)
    assert ran.code == 0
    for text in ("rounds that are needed for ± 0.5", "seat 3", "95 % interval", "for all of them: ", "a second"):
        assert text in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["sweep", "shiji"], ["nothing to vary"]),
        (["sweep", "shiji", "--vary", "hand_limit=99"], ["hand_limit", "6 to 25"]),
        (["sweep", "shiji", "--vary", "hand_limit=6:25", "--vary", "hand_limit=7"], ["named twice"]),
        (["sweep", "shishibo", "--vary", "rounds=1:100", "--vary", "max_passes=0:9"], ["1,000 points", "at most 200"]),
        (["sweep", "shiji", "--vary", "handless=true"], ["handless goes with rounds 13"]),
        (["plan", "shiji"], ["--width W", "--detect D"]),
        (["plan", "shiji", "--detect", "0.1"], ["--rules A --rules B"]),
        (["plan", "shiji", "--width", "-1"], ["above 0"]),
    ],
)
def test_wrong_usage_is_told_in_one_line(arguments: list[str], words: list[str]) -> None:
    assert_one_line(fuda(*arguments), *words)
