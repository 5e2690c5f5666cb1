"""``fuda report``: what it takes, and what it refuses."""

from pathlib import Path

import pytest
from cli_driver import CASES, assert_one_line, fuda, lines_of
from report_pages import all_of, parsed, report, text_of

GOOD = CASES / "shiji-valid.jsonl"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_report_of_good_records_is_fine_and_kept(tmp_path: Path) -> None:
    lines = lines_of("shiji-valid.jsonl")[:2]
    ran, page = report(tmp_path, lines=lines)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == f"fuda: report of 2 good records written to {page}\n"
    assert_one_line(report(tmp_path, lines=lines)[0], "exists already", "--force")
    assert report(tmp_path, "--force", lines=lines)[0].code == 0


def test_only_one_game_and_only_what_a_condition_chooses_are_reported(tmp_path: Path) -> None:
    lines = [*lines_of("shiji-valid.jsonl")[:2], *lines_of("shishibo-valid.jsonl")[:6]]
    ran, page = report(tmp_path, "--game", "shishibo", "--where", "players == 3", lines=lines)
    assert ran.code == 0, ran.err
    tree = parsed(page.read_text(encoding="utf-8"))
    assert "players == 3" in text_of(all_of(tree, "header")[0])
    words = text_of(tree)
    assert "四時の札遊び" not in words
    expected = sum(len(each["players"]) == 3 for each in lines)
    assert f"({expected} with 3 players)" in words
    assert "--game shishibo --where 'players == 3'" in words


def test_a_report_of_nothing_but_faulty_records_lists_them(tmp_path: Path) -> None:
    ran, page = report(tmp_path, lines=["{", "{"])
    assert ran.code == 1
    words = text_of(parsed(page.read_text(encoding="utf-8")))
    assert "2 of 2 records are faulty" in words
    assert "2 json" in words


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        ([GOOD], ["-o"], 2),
        ([GOOD, "-o", "a.pdf"], [".html"], 2),
        ([GOOD, "-o", "none/a.html"], ["there is no folder none"], 2),
        ([GOOD, "-o", "a.html", "--game", "chess"], ["'chess'", "shiji, shishibo, masho"], 2),
        ([GOOD, "-o", "a.html", "--where", "players =="], ["--where"], 2),
        ([GOOD, "-o", "a.html", "--engine", "fast"], ["'fast'"], 2),
        (["none.jsonl", "-o", "a.html"], ["none.jsonl"], 2),
    ],
)
def test_wrong_arguments_are_named(arguments: list[object], words: list[str], code: int, tmp_path: Path) -> None:
    assert_one_line(fuda("report", *arguments), *words, code=code)
    assert not list(tmp_path.iterdir())


def test_an_empty_file_gives_no_report(tmp_path: Path) -> None:
    ran, page = report(tmp_path, lines=[])
    assert_one_line(ran, "no records", code=1)
    assert not page.exists()


def test_a_condition_that_nothing_fulfils_gives_no_report(tmp_path: Path) -> None:
    lines = lines_of("shiji-valid.jsonl")[:2]
    ran, page = report(tmp_path, "--where", "players == 7", lines=lines)
    assert_one_line(ran, "the condition holds for nothing", code=1)
    assert not page.exists()
