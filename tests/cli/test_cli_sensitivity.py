"""``fuda sweep --sensitivity``: which options matter."""

import sys
from pathlib import Path

import polars as pl
import pytest
from cli_driver import assert_one_line, fuda

VARY = ("--vary", "hand_limit=8:13", "--vary", "source=land,deck", "--vary", "goods=all")
SMALL = ("sweep", "shiji", *VARY, "--rounds", 8, "--engine", "interpreted")
MORRIS = (*SMALL, "--sensitivity", "morris", "--trajectories", 4)
SOBOL = (*SMALL, "--sensitivity", "sobol", "--samples", 8)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (MORRIS, ["μ*", "Morris 1991", "Campolongo et al. 2007", "16 points (4 trajectories)"]),
        (SOBOL, ["S1 alone", "ST in all", "Sobol' 2001", "Saltelli et al. 2010", "40 points (8 samples)"]),
    ],
)
def test_indices_stand_in_a_table_that_names_method_size_and_noise(command: list[object], words: list[str]) -> None:
    ran = fuda(*command, "-m", "length", columns=80)
    assert (ran.code, ran.err) == (0, "")
    for word in (*words, "8 rounds a point", "8 … 13 (6)", "interval at a point ±", "part of the indices"):
        assert word in " ".join(ran.out.split())
    assert max(map(len, ran.out.splitlines())) <= 80


def test_indices_are_written_drawn_and_the_same_for_any_workers(tmp_path: Path) -> None:
    table, chart = tmp_path / "indices.parquet", tmp_path / "indices.svg"
    ran = fuda(*SOBOL, "-m", "points", "-o", table, "--chart", chart)
    assert (ran.code, ran.out) == (0, "")
    assert "<svg" in chart.read_text()
    kept = pl.read_parquet(table)
    assert kept.height == 2 * 3 * 2
    lines = fuda(*SOBOL, "-m", "points", "--json", "--workers", 3).objects
    assert [{**each, "game": "shiji", "seed": 1} for each in kept.to_dicts()] == lines


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([*SMALL, "--sensitivity", "fast"], ["'fast'", "morris or sobol"]),
        ([*SMALL, "--samples", 8], ["--samples goes with --sensitivity sobol"]),
        ([*SMALL, "--sensitivity", "sobol", "--trajectories", 8], ["--trajectories goes with --sensitivity morris"]),
        ([*SMALL, "--sensitivity", "sobol", "--samples", 12], ["power of two, like 8 or 16"]),
        ([*MORRIS, "--alpha", 0.01], ["--alpha", "95 %"]),
        ([*MORRIS, "--vary", "handless=false"], ["handless: one value"]),
        ([*MORRIS, "--vary", "handless=all"], ["handless goes with rounds 13", "handless=true", "--rule"]),
    ],
)
def test_wrong_usage_is_told_in_one_line(arguments: list[object], words: list[str]) -> None:
    assert_one_line(fuda(*arguments), *words)


def test_without_salib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "SALib.sample.morris", None)
    assert_one_line(fuda(*MORRIS), "install fuda with the extra `sensitivity`")
