"""Studies on narrow and odd terminals, and in folders that are read-only or gone: every number comes out."""

import os
import re
from pathlib import Path

import pytest
from cli_driver import CASES, Ran, environment, fuda, process, write_lines
from rich.cells import cell_len
from test_cli_environment import can_mount, in_terminal, on_disk
from test_cli_full_disks import RUN, STUDIES

LOG = (CASES / "shishibo-valid.jsonl").read_text(encoding="utf-8").splitlines()[0]
PLAN = ("plan", "shishibo", "--width", 0.5, "--pilot", 100, "--engine", "interpreted")
TWO = ("sweep", "shiji", "--vary", "hand_limit=10,12", "--vary", "source=land,deck", *STUDIES["sweep"][4:])
PRINTED: dict[str, tuple[object, ...]] = {**STUDIES, "simulate": RUN, "plan": PLAN, "two options": TWO}
#: A number with what belongs to it.
NUMBER = re.compile(r"[−-]?\d[\d.,]*\d|\d")


def words_of(text: str) -> list[str]:
    """The numbers of a text, but those of a speed and in running text that a line may break."""
    lines = [line for line in text.splitlines() if "second" not in line and "/s" not in line]
    return sorted(NUMBER.findall("\n".join(lines)))


@pytest.mark.parametrize("name", PRINTED)
def test_forty_columns_hold_every_name_and_number(name: str) -> None:
    wide, narrow = (fuda(*PRINTED[name], columns=columns) for columns in (200, 40))
    assert (wide.code, narrow.code) == (0, 0)
    assert max(map(cell_len, narrow.out.splitlines())) <= 40
    assert set(words_of(wide.out)) <= set(words_of(narrow.out))
    assert narrow.out.count("…") <= wide.out.count("…")
    for player in ("random", "greedy") if name == "arena" else ():
        assert re.search(f"^{player}$", narrow.out, re.M)


def test_forty_columns_hold_rescored_figures(tmp_path: Path) -> None:
    log = write_lines(tmp_path / "log.jsonl", [LOG])
    arguments = ("rescore", log, "--rule", "fuke_limit=20", "--engine", "interpreted")
    narrow = fuda(*arguments, columns=40).out
    assert max(map(cell_len, narrow.splitlines())) <= 40
    assert "…" not in narrow
    assert set(words_of(fuda(*arguments, columns=200).out)) <= set(words_of(narrow))


@pytest.mark.parametrize(("columns", "meant"), [(0, 80), (-5, 80), (1, 40), (10**9, 1000)])
def test_an_odd_width_is_none(columns: int, meant: int) -> None:
    assert fuda(*STUDIES["compare"], columns=columns).out == fuda(*STUDIES["compare"], columns=meant).out


def test_a_width_that_is_no_number_is_left_out() -> None:
    ran = process("rules", "shiji", env=environment(COLUMNS="²", LINES="x"))
    assert (ran.code, ran.err, ran.out) == (0, "", fuda("rules", "shiji", columns=80).out)


def test_a_dumb_terminal_gets_its_width_and_no_escapes() -> None:
    code, got = in_terminal(*STUDIES["arena"], TERM="dumb", COLUMNS="40")
    assert code == 0
    assert "\x1b" not in got
    assert got.replace("\r", "") == fuda(*STUDIES["arena"], columns=40).out


# Folders


@pytest.mark.parametrize("name", ["simulate"])
def test_figures_come_out_in_a_folder_that_may_only_be_read(name: str, tmp_path: Path) -> None:
    if not can_mount():
        pytest.skip("needs a read-only file system, which this user may not mount")
    ran = on_disk("ro", tmp_path, list(map(str, PRINTED[name])))
    assert (ran.code, ran.err) == (0, ""), ran
    assert "\n" in ran.out


@pytest.mark.parametrize("name", ["compare", "sweep", "sensitivity", "arena"])
def test_a_file_in_a_folder_that_may_only_be_read_is_refused_before_anything_is_played(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    for option, file in (("-o", "out.csv"), ("--chart", "out.svg")):
        ran = fuda(*STUDIES[name], option, tmp_path / file)
        assert (ran.code, ran.out) == (2, "")
        assert re.fullmatch(rf"fuda: cannot write .*{file}: permission denied\n", ran.err)


def in_no_folder(*arguments: object) -> Ran:
    """Run a command in a folder that was removed."""
    before = Path.cwd()
    folder = before / "gone"
    folder.mkdir()
    os.chdir(folder)
    folder.rmdir()
    try:
        return fuda(*arguments)
    finally:
        os.chdir(before)


def test_a_folder_that_was_removed_is_said_where_it_matters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert in_no_folder(*RUN).code == 0
    ran = in_no_folder(*STUDIES["compare"], "-o", "out.csv")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "fuda: the folder you are in was removed; change to another one\n"


def test_names_of_files_are_told_as_they_are_whatever_the_locale(tmp_path: Path) -> None:
    log = write_lines(tmp_path / "log.jsonl", [LOG])
    settings = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    arguments = ("rescore", log, "--rule", "fuke_limit=20", "--engine", "interpreted", "-o")
    ran = process(*arguments, "再び.jsonl", env=environment(**settings), cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "fuda: 1 record written to 再び.jsonl\n")
    ran = fuda(*arguments, os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jsonl"))
    assert ran.code == 0
    assert ran.err.endswith("\\xff.jsonl\n")
