"""Odd values for the commands that ask questions of rules and players: one line, and never a traceback."""

import os
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from cli_driver import CASES, assert_one_line, fuda

from toolkit.studies.seatings import MOST_CONTESTANTS, combination, seatings

MEANS = ["--engine", "interpreted", "--workers", "1"]
ARENA = ["arena", "shishibo", "--rounds", "1"]
PLAN = ["plan", "shiji", "--pilot", "100"]
COMPARE = ["compare", "shiji", "--rules", "deck", "--rounds", "2", "-m", "points"]
SIMULATE = ["simulate", "shishibo", "--rounds", "2"]
FROM = ["simulate", "--from", f"{CASES / 'shishibo-valid.jsonl'}:x:1:1"]
NO_UTF_8 = os.fsdecode(b"\xff")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([*ARENA, "--players", ",".join(["random"] * 9), "--seatings", "7"], ["not all of 9 contestants sit down"]),
        ([*ARENA, "--players", "random," * 5_000 + "greedy"], ["5,001 contestants; at most 64"]),
        ([*ARENA, "--players", "random,greedy", "--seats", str(10**30)], ["players; 猪牡忠臣 is for 3 to 7"]),
        (["arena", "shiji", "--players", "random,greedy", "--rounds", str(2**40)], ["one seed has 4,294,967,296"]),
        ([*PLAN, "--width", "nan"], ["expected a number from 1e-09 to 1e+09"]),
        ([*PLAN, "--width", "inf"], ["expected a number from"]),
        ([*PLAN, "--width", "1e-300"], ["expected a number from"]),
        ([*PLAN, "--detect", "nan", "--rules", "default", "--rules", "deck"], ["expected a number from"]),
        ([*COMPARE, "--until", "points:１"], ["expected MEASURE:NUMBER"]),
        ([*COMPARE, "--until", "points:1_0"], ["expected MEASURE:NUMBER"]),
        ([*COMPARE, "--until", "points:1e999"], ["expected MEASURE:NUMBER"]),
        ([*SIMULATE, "--until", "points:１"], ["expected MEASURE:HALF"]),
        ([*SIMULATE, "--until", "points:nan"], ["expected MEASURE:HALF"]),
        ([*SIMULATE, "-o", f"{NO_UTF_8}.parquet"], ["expected a name in UTF-8"]),
        ([*SIMULATE, "--records", f"{NO_UTF_8}.jsonl"], ["expected a name in UTF-8"]),
        ([*SIMULATE, "--players", f"{NO_UTF_8}.py:play"], ["expected a name in UTF-8"]),
        ([*FROM, "--all"], ["leave --all out"]),
        ([*FROM, "--force"], ["leave --force out"]),
    ],
)
def test_an_odd_value_is_wrong_usage(arguments: list[str], words: list[str]) -> None:
    assert_one_line(fuda(*arguments, *MEANS[:2]), *words)


@pytest.mark.parametrize("output", ["kept", "kept.new.parquet", "kept.seats"])
def test_a_checkpoint_does_not_take_the_place_of_an_output(output: str, tmp_path: Path) -> None:
    """The output was removed with the checkpoint at the end, and said to be written."""
    option, name = ("--records", "kept.jsonl") if output == "kept" else ("-o", output)
    place = tmp_path / ("kept.jsonl" if output == "kept" else "kept")
    ran = fuda(*SIMULATE, option, tmp_path / name, "--checkpoint", place, *MEANS)
    if output == "kept.new.parquet":
        assert ran.code == 0
        assert (tmp_path / name).exists()
    else:
        assert_one_line(ran, f"{place} and its work files would take the place of {tmp_path / name}")
    assert not place.exists()


def test_a_pilot_without_variance_is_not_said_to_have_pairs() -> None:
    ran = fuda(*PLAN, "--width", "0.5", "-m", "reasons", *MEANS)
    assert ran.code == 0
    assert "always the same in the pilot" in ran.out
    assert "for the 4 that can be told" in ran.out
    assert "pair" not in ran.out


@pytest.mark.parametrize(("things", "chosen"), [(5, 3), (6, 2), (4, 4), (7, 1)])
def test_combinations_are_found_by_their_place(things: int, chosen: int) -> None:
    found = [combination(things, chosen, place) for place in range(comb(things, chosen))]
    assert found == list(combinations(range(things), chosen))


def test_seatings_of_many_contestants_are_found_without_listing_all_tables() -> None:
    """There are 621 million tables; listing them took minutes."""
    found = seatings(MOST_CONTESTANTS, 7, 700)
    assert len(found) == 700
    assert {who for seating in found for who in seating} == set(range(MOST_CONTESTANTS))
