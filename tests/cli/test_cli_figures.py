"""``fuda stats`` and ``fuda chart``: figures of good records, whatever else lies beside them."""

from pathlib import Path
from xml.dom import minidom

import polars as pl
import pytest
from cli_driver import CASES, GAMES, assert_one_line, fuda, lines_of, write_lines
from rich.cells import cell_len

from toolkit.charts import KINDS
from toolkit.stats import MEASURES

ALL = [CASES / f"{game}-valid.jsonl" for game in GAMES]
GOOD = CASES / "shishibo-valid.jsonl"
BAD = CASES / "shishibo-bad.jsonl"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_measures_and_kinds_are_listed() -> None:
    measures, kinds = fuda("stats", "--list"), fuda("chart", "--list")
    assert (measures.code, measures.err, kinds.code, kinds.err) == (0, "", 0, "")
    assert all(name in measures.out for name in MEASURES)
    assert all(name in kinds.out for name in KINDS)


def test_all_measures_are_estimated_for_every_game() -> None:
    few = write_lines(Path("few.jsonl"), [each for game in GAMES for each in lines_of(f"{game}-valid.jsonl")[:6]])
    ran = fuda("stats", few, "--all", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert {each["game"] for each in ran.objects} == set(GAMES)
    assert {each["measure"] for each in ran.objects} <= set(MEASURES)
    for each in ran.objects:
        assert each["n"] > 0
        assert each["method"]
        if each["low"] is not None:
            assert each["low"] <= each["estimate"] <= each["high"]


def test_wanted_measures_are_printed_for_people() -> None:
    ran = fuda("stats", GOOD, "-m", "reasons", "-m", "wins-by-seat")
    assert (ran.code, ran.err) == (0, "")
    assert "猪牡忠臣 (shishibo): 25 matches" in ran.out
    for measure in ("reasons", "wins-by-seat"):
        assert MEASURES[measure].title in ran.out
    assert MEASURES["length"].title not in ran.out


def test_faulty_records_are_reported_and_the_good_ones_counted() -> None:
    clean = fuda("stats", GOOD, "--json")
    mixed = fuda("stats", BAD, GOOD, "--json")
    assert (clean.code, mixed.code) == (0, 1)
    for found, expected in zip(mixed.objects, clean.objects, strict=True):
        assert found == pytest.approx(expected)
    assert mixed.err.count("\n") == 6
    assert "15 of 40 records are faulty and left out, 10 more not shown; see `fuda validate`" in mixed.err


def test_estimates_are_written_as_a_table(tmp_path: Path) -> None:
    printed = fuda("stats", *ALL, "-m", "reasons", "--json").objects
    for name in ("a.csv", "a.parquet"):
        ran = fuda("stats", *ALL, "-m", "reasons", "-o", name)
        assert (ran.code, ran.out) == (0, "")
        table = pl.read_csv(tmp_path / name) if name.endswith("csv") else pl.read_parquet(tmp_path / name)
        assert table.columns == list(printed[0])
        assert table.height == len(printed)
        assert_one_line(fuda("stats", GOOD, "-o", name), f"{name} exists already", "--force")
        assert fuda("stats", GOOD, "-m", "reasons", "-o", name, "--force").code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["no records given"]),
        (["-m", "weather", GOOD], ["'weather'", "wins-by-seat"]),
        ([GOOD, "-o", "a.xls"], [".csv or .parquet"]),
        ([GOOD, "-o", "none/a.csv"], ["there is no folder none"]),
        (["none.jsonl"], ["none.jsonl", "no such file"]),
    ],
)
def test_wrong_arguments_of_stats_are_named(arguments: list[object], words: list[str], tmp_path: Path) -> None:
    assert_one_line(fuda("stats", *arguments), *words)
    assert not list(tmp_path.iterdir())


def test_without_records_there_are_no_figures(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").touch()
    assert_one_line(fuda("stats", "a.jsonl", "-o", "a.csv"), "no records", code=1)
    assert_one_line(fuda("chart", "a.jsonl", "-o", "a.png"), "no good records", code=1)
    assert fuda("stats", BAD, "-o", "a.csv").code == 1
    assert fuda("chart", BAD, "-o", "a.png").code == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_condition_chooses_what_is_counted() -> None:
    some = fuda("stats", GOOD, "-m", "points-by-seat", "--json", "--where", "seat == 1 and players == 3")
    assert (some.code, some.err) == (0, "")
    assert {(each["section"], each["group"]) for each in some.objects} == {("3 players", "seat 1")}


def test_games_that_lack_a_name_are_left_out_and_said_so() -> None:
    ran = fuda("stats", *ALL, "-m", "length", "--json", "--where", "stake >= 2")
    assert ran.code == 0
    assert {each["game"] for each in ran.objects} == {"shishibo"}
    assert ran.err.splitlines() == [
        f"fuda: --where: {game} has no stake; its records are left out" for game in ("shiji", "masho")
    ]


def test_a_chart_takes_a_condition() -> None:
    assert fuda("chart", GOOD, "-k", "reasons", "-o", "some.svg", "--where", "stake >= 2").code == 0
    assert fuda("chart", GOOD, "-k", "reasons", "-o", "all.svg").code == 0
    assert Path("some.svg").read_bytes() != Path("all.svg").read_bytes()


@pytest.mark.parametrize("command", ["stats", "chart"])
@pytest.mark.parametrize(
    ("text", "words", "code"),
    [
        ("player = 'Aoi'", ["--where: ", "write == to compare"], 2),
        ("nobody == 1", ["--where: no game has nobody"], 2),
        ("lays.x.y", ["--where: ", "a chain of names"], 2),
        ("rounds.lays == 1", ["--where: shishibo has no rounds.lays"], 2),
        ("player == 'nobody'", ["the condition holds for nothing"], 1),
    ],
)
def test_wrong_conditions_are_named(command: str, text: str, words: list[str], code: int) -> None:
    output = ["-o", "a.png"] if command == "chart" else []
    assert_one_line(fuda(command, GOOD, *output, "--where", text), *words, code=code)
    assert not Path("a.png").exists()


def test_many_yaku_are_cut_for_people_unless_asked_for() -> None:
    masho = CASES / "masho-valid.jsonl"
    usual, asked = fuda("stats", masho), fuda("stats", masho, "-m", "yaku")
    rows = [each for each in fuda("stats", masho, "--json").objects if each["measure"] == "yaku"]
    assert len(rows) > 12
    assert f"and {len(rows) - 12} more" in usual.out
    assert "all rows: --all or --measure yaku" in usual.out
    assert all(each["group"] in asked.out for each in rows)
    assert "more" not in asked.out


def test_the_list_of_measures_fits_80_columns() -> None:
    lines = fuda("stats", "--list", columns=80).out.splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert any(line.startswith("Browne 2008, ") for line in lines)


def test_names_of_players_are_printed_harmlessly() -> None:
    record = {**lines_of("shiji-valid.jsonl")[0], "players": ["[red]x[/]", "\x1b[2J山田　太郎"]}
    record_file = write_lines(Path("a.jsonl"), [record])
    ran = fuda("stats", record_file, "-m", "wins-by-player")
    assert ran.code == 0
    assert "[red]x[/]" in ran.out
    assert "\\x1b[2J山田 太郎" in ran.out
    assert fuda("chart", record_file, "-k", "player-wins", "-o", "a.svg").code == 0
    minidom.parse("a.svg")


@pytest.mark.parametrize(("name", "start"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml")])
def test_a_chart_is_written_and_kept(name: str, start: bytes, tmp_path: Path) -> None:
    ran = fuda("chart", GOOD, "-k", "reasons", "-o", name)
    assert (ran.code, ran.out) == (0, "")
    assert (tmp_path / name).read_bytes().startswith(start)
    assert_one_line(fuda("chart", GOOD, "-o", name), f"{name} exists already", "--force")


def test_a_chart_leaves_faulty_records_out() -> None:
    ran = fuda("chart", BAD, GOOD, "-o", "a.svg")
    assert ran.code == 1
    assert "15 of 40 records are faulty" in ran.err
    assert Path("a.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        ([], ["-o FILE.png"], 2),
        ([GOOD], ["-o FILE.png"], 2),
        ([GOOD, "-o", "a.pdf"], [".png or .svg"], 2),
        ([GOOD, "-o", "a.png", "-k", "pie"], ["'pie'", "points, wins"], 2),
        ([GOOD, "-o", "none/a.png"], ["there is no folder none"], 2),
        ([*ALL, "-o", "a.png"], ["several games", "--game", "shiji, shishibo, masho"], 2),
        ([GOOD, "-o", "a.png", "--game", "masho"], ["no good records of masho"], 1),
    ],
)
def test_wrong_arguments_of_chart_are_named(
    arguments: list[object], words: list[str], code: int, tmp_path: Path
) -> None:
    assert_one_line(fuda("chart", *arguments), *words, code=code)
    assert not list(tmp_path.iterdir())
