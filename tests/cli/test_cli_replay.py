"""``fuda replay``."""

import json
import os
import pty
import select
import subprocess
import time
from pathlib import Path
from typing import Any
from xml.dom import minidom

import pytest
from cli_driver import CASES, GAMES, assert_one_line, check_golden, command, environment, fuda, lines_of, write_lines

from toolkit.replay.match import Match

NASTY = ["[red]x[/]", '\x1b[31mRed\x07\r\n"<script>alert(1)</script>', "山田　太郎" * 12, "=cmd()", "\u202eReb"]


@pytest.fixture(autouse=True)
def _among_the_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)


def nasty(game: str) -> dict[str, Any]:
    """A good record whose names and id would steer a terminal."""
    record = lines_of(f"{game}-valid.jsonl")[0]
    return {**record, "players": NASTY[: len(record["players"])], "id": "[b]\x1b[2J"}


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_walked_through_move_by_move(game: str) -> None:
    record = lines_of(f"{game}-valid.jsonl")[0]
    ran = fuda("replay", f"{game}-valid.jsonl", "--id", record["id"], "--round", 1)
    assert (ran.code, ran.err) == (0, "")
    for number, token in enumerate(record["rounds"][0]["moves"], 1):
        assert f"{number:4d}  {token}\n" in ran.out
    check_golden(f"replay-{game}.txt", ran.out)


def test_the_first_record_is_shown_with_all_rounds_by_default() -> None:
    record = lines_of("shishibo-valid.jsonl")[0]
    ran = fuda("replay", "shishibo-valid.jsonl")
    assert ran.code == 0
    assert [line for line in ran.out.splitlines() if line.startswith("round ")] == [
        f"round {number}" for number in range(1, len(record["rounds"]) + 1)
    ]


def test_one_table_is_shown_after_the_chosen_move() -> None:
    ran = fuda("replay", "shishibo-valid.jsonl", "--round", 2, "--move", 9)
    assert ran.code == 0
    assert ran.out.count("╭") == 1
    check_golden("replay-move.txt", ran.out)


def test_a_seat_sees_neither_other_hands_nor_secret_tokens() -> None:
    ran = fuda("replay", "shiji-valid.jsonl", "--as", "p2")
    record = lines_of("shiji-valid.jsonl")[0]
    hands = {token.split(" ")[0]: token for token in record["rounds"][0]["moves"] if " hand " in token}
    assert hands["p2"] in ran.out
    assert hands["p1"] not in ran.out
    assert "p1 hand ▒" in ran.out
    check_golden("replay-as.txt", ran.out)


def test_the_table_is_shown_after_every_move_if_wanted() -> None:
    moves = len(lines_of("shiji-valid.jsonl")[0]["rounds"][0]["moves"])
    assert fuda("replay", "shiji-valid.jsonl", "--every").out.count("╰") == moves + 1


@pytest.mark.parametrize("game", GAMES)
def test_every_faulty_record_is_shown_up_to_its_fault(game: str) -> None:
    shown = 0
    for record, answer in zip(lines_of(f"{game}-bad.jsonl"), lines_of(f"{game}-bad.expected.jsonl"), strict=True):
        ran = fuda("replay", f"{game}-bad.jsonl", "--id", record["id"])
        assert ran.code == 1
        assert ran.err.count("\n") == 1
        assert record["id"] in ran.err
        if answer.get("move") is not None:
            shown += 1
            assert "╰" in ran.out
            last = [line for line in ran.out.splitlines() if line[:4].strip().isdecimal() and "│" not in line]
            assert len(last) <= sum(len(each["moves"]) for each in record["rounds"])
            if answer["move"] > 1:
                assert last[-1].startswith(f"{answer['move'] - 1:4d}  ")
    assert shown > 5


def test_a_record_with_a_wrong_deal_is_shown_up_to_that_round(tmp_path: Path) -> None:
    record = lines_of("shishibo-valid.jsonl")[0]
    record["rounds"][1]["deal"]["field"][0] = "13X"
    ran = fuda("replay", write_lines(tmp_path / "a.jsonl", [record]))
    assert ran.code == 1
    assert "round 1\n" in ran.out
    assert "round 2\n" not in ran.out
    assert "round 2: " in ran.err
    assert "13X" in ran.err


def test_redealt_rounds_are_shown() -> None:
    redealt = [
        r for r in lines_of("shishibo-valid.jsonl") if r["rounds"][0].get("result", {}).get("reason") == "redeal"
    ]
    assert redealt
    ran = fuda("replay", "shishibo-valid.jsonl", "--id", redealt[0]["id"])
    assert (ran.code, ran.err) == (0, "")
    assert "redeal" in ran.out


@pytest.mark.parametrize("game", GAMES)
def test_unfinished_records_are_shown_to_where_they_stop(game: str, tmp_path: Path) -> None:
    record = lines_of(f"{game}-valid.jsonl")[0]
    moves = record["rounds"][0]["moves"][:4]
    cut = {**record, "rounds": [{"deal": record["rounds"][0]["deal"], "moves": moves}], "unfinished": True}
    cut.pop("result", None)
    ran = fuda("replay", write_lines(tmp_path / "a.jsonl", [cut]))
    assert (ran.code, ran.err) == (0, "")
    assert f"   4  {moves[3]}\n" in ran.out
    assert "   5  " not in ran.out


def test_a_record_comes_from_standard_input() -> None:
    ran = fuda("replay", "-", "--move", 3, stdin=(CASES / "masho-valid.jsonl").read_bytes())
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--id", "nope"], ["none of the 25 records", "'nope'"]),
        (["--round", 99], ["12 rounds", "no round 99"]),
        (["--round", 0], ["--round"]),
        (["--move", 999], ["round 1 has", "no move 999"]),
        (["--as", "p9"], ["'p9'", "p1 to p3"]),
        (["--as", "p0"], ["'p0'", "p1 to p3"]),
        (["--as", "Aoi"], ["'Aoi'", "p1 to p3"]),
    ],
)
def test_what_is_not_there_is_wrong_usage(arguments: list[object], words: list[str]) -> None:
    assert_one_line(fuda("replay", "shishibo-valid.jsonl", *arguments), *words)


def test_a_file_without_records_has_nothing_to_show(tmp_path: Path) -> None:
    assert_one_line(fuda("replay", write_lines(tmp_path / "a.jsonl", [])), "holds no record", code=1)
    assert_one_line(fuda("replay", write_lines(tmp_path / "b.jsonl", ["{"])), "b.jsonl:1:", code=1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("columns", [40, 100])
def test_names_that_would_steer_a_terminal_are_printed_harmlessly(game: str, columns: int, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "a.jsonl", [nasty(game)])
    ran = fuda("replay", file, "--move", 5, columns=columns)
    assert (ran.code, ran.err) == (0, "")
    assert not set("\x1b\x07\r\u202e") & set(ran.out)
    squeezed = "".join(ran.out.split())
    assert "[b]\\x1b[2J" in squeezed
    if columns == 100:
        assert "[red]x[/]" in ran.out
        assert "\\x1b[31mRed" in ran.out


@pytest.mark.parametrize("game", GAMES)
def test_names_are_escaped_in_svg(game: str) -> None:
    record = nasty(game)
    names = ["<b>&Co", *record["players"][1:]]
    match = Match(game, names, rules=record.get("rules"))
    match.deal(record["rounds"][0]["deal"])
    picture = match.board()._repr_svg_()
    minidom.parseString(picture)
    assert "<script" not in picture
    assert "&lt;b&gt;&amp;Co" in picture


def test_enter_steps_and_q_ends() -> None:
    outer, inner = pty.openpty()
    done = subprocess.Popen(
        command("replay", "shiji-valid.jsonl", "--step"),
        stdin=inner, stdout=inner, stderr=inner, env=environment(TERM="dumb"), cwd=CASES,
    )  # fmt: skip
    os.close(inner)
    try:
        first = read_until(outer, "   1  p1 hand")
        assert "   2  " not in first
        os.write(outer, b"\n")
        read_until(outer, "   2  p2 hand")
        os.write(outer, b"q\n")
        assert done.wait(30) == 0
    finally:
        done.kill()
        done.wait()
        os.close(outer)


def read_until(terminal: int, text: str) -> str:
    """What a terminal shows up to a text and the table below it."""
    seen, end = b"", time.monotonic() + 60
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.5)[0]:
            seen += os.read(terminal, 65536)
        elif text in seen.decode(errors="replace").replace("\r", ""):
            return seen.decode(errors="replace")
    raise AssertionError(f"{text!r} never came; seen: {seen.decode(errors='replace')}")


def test_steps_do_not_wait_without_a_terminal() -> None:
    assert fuda("replay", "shiji-valid.jsonl", "--step").code == 0


def test_ids_are_found_by_their_own_spelling(tmp_path: Path) -> None:
    record = nasty("shiji")
    file = write_lines(tmp_path / "a.jsonl", [json.dumps(record)])
    assert fuda("replay", file, "--id", record["id"], "--move", 0).code == 0
