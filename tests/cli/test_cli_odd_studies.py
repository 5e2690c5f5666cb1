"""Odd values for the commands that ask questions of rules and players: one line, and never a traceback."""

import os
from itertools import combinations
from math import comb
from pathlib import Path
from xml.dom.minidom import parseString

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
        ([*PLAN, "--width", "nan"], ["from 1e-09 to 1e+09"]),
        ([*PLAN, "--width", "inf"], ["expected a number above 0, from"]),
        ([*PLAN, "--width", "1e-300"], ["expected a number above 0, from"]),
        ([*PLAN, "--detect", "nan", "--rules", "default", "--rules", "deck"], ["expected a number above 0, from"]),
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


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A player whose name is all that a name may be: markup, a minus sign, an escape sequence, right-to-left marks."""
    folder = tmp_path_factory.mktemp("odd") / "q["
    folder.mkdir()
    path = folder / "red] a − b $x$ <i>\x1b[31m\u202e=x.py"
    path.write_text("def play(turn):\n    return 0\n", encoding="utf-8")
    return f"{path}:play"


@pytest.mark.parametrize(
    "arguments",
    [
        ["arena", "shishibo", "--players", "ODD,random", "--rounds", "1", "--chart", "x.svg"],
        ["compare", "shishibo", "--rules", "fuke_limit=20", "--players", "ODD,random,random", "--players", "random",
         "--rounds", "2", "-m", "points-by-player", "--chart", "x.svg"],
        ["sweep", "shishibo", "--vary", "fuke_limit=10,20", "--players", "ODD,random,random", "--rounds", "2",
         "-m", "points-by-player", "--chart", "x.svg"],
        ["sweep", "shishibo", "--vary", "fuke_limit=10,20", "--vary", "points_sanbon=0,50", "--players",
         "ODD,random,random", "--rounds", "2", "-m", "points-by-player", "--chart", "x.svg"],
        ["simulate", "shishibo", "--players", "ODD,random,random", "--rounds", "1"],
    ],
    ids=["arena", "compare", "sweep", "map", "simulate"],
)  # fmt: skip
def test_names_of_players_are_text_and_nothing_else(
    arguments: list[str], odd: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = fuda(*(each.replace("ODD", odd) for each in arguments), *MEANS, columns=400)
    assert ran.code == 0, ran.err
    assert "q[/red] a − b $x$ <i>\\x1b[31m\\u202e=x.py" in ran.out
    assert not {"\x1b", "\u202e"} & {*ran.out, *ran.err}
    if "--chart" in arguments:
        drawn = Path("x.svg").read_text(encoding="utf-8")
        parseString(drawn)
        assert not {"\x1b", "\u202e"} & {*drawn}


def test_rules_whose_name_looks_like_markup_are_told_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("[").mkdir()
    Path("[/b]\x1b[31m.toml").write_text("hand_limit = 8\n", encoding="utf-8")
    ran = fuda(
        "compare", "shiji", "--rules", "[/b]\x1b[31m.toml", "--rounds", "2", "-m", "points", *MEANS, "--chart", "x.svg"
    )
    assert ran.code == 0, ran.err
    assert "B: [/b]\\x1b[31m.toml" in ran.out
    parseString(Path("x.svg").read_text(encoding="utf-8"))
