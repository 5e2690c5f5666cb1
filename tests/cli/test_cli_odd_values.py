"""Odd values on the command line and in rule files: one line, exit code 2, and never a traceback."""

from pathlib import Path

import pytest
from cli_driver import CASES, assert_one_line, fuda

GOOD = CASES / "shiji-valid.jsonl"
DIGITS = "9" * 5000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["replay", GOOD, "--as", f"p{DIGITS}"], ["expected p1 to p2"]),
        (["replay", GOOD, "--as", "p１"], ["expected p1 to p2"]),
        (["replay", GOOD, "--as", "p01"], ["expected p1 to p2"]),
        (["replay", GOOD, "--as", ""], ["expected p1 to p2"]),
        (["replay", GOOD, "--move", DIGITS], ["--move"]),
        (["replay", GOOD, "--move", "-1"], ["--move"]),
        (["replay", GOOD, "--round", "0"], ["--round"]),
        (["validate", GOOD, "--max-faults", "-1"], ["--max-faults"]),
        (["validate", GOOD, "--max-faults", "１e3"], ["--max-faults"]),
        (["sample", "shishibo", "--seats", "1000000000"], ["--seats 1000000000", "3 to 7 players"]),
        (["sample", "shishibo", "--players", "random," * 100_000], ["unknown player ''"]),
        (["sample", "shishibo", "-n", "-1"], ["--count"]),
        (["sample", "shishibo", "--seed", "-1"], ["--seed"]),
        (["sample", "shishibo", "--seed", str(2**63)], ["--seed"]),
        (["sample", "shishibo", "--rule", "rounds=-1"], ["rounds is -1", "from 1 to 100"]),
        (["sample", "shishibo", "--rule", f"rounds={DIGITS}"], ["from 1 to 100"]),
        (["sample", "shishibo", "--rule", "rounds=１"], ["rounds is '１'", "from 1 to 100"]),
        (["sample", "shishibo", "--rule", "rounds=1.0"], ["rounds is '1.0'"]),
        (["sample", "shishibo", "--rule", "rounds=1 "], ["rounds is '1 '"]),
        (["sample", "shishibo", "--rule", "rounds"], ["expected NAME=VALUE"]),
        (["sample", "shishibo", "--rule", "ｒounds=1"], ["unknown option 'ｒounds'"]),
        (["sample", "shiji", "--rule", "handless=true"], ["rounds 13"]),
    ],
)
def test_an_odd_value_is_wrong_usage(arguments: list[object], words: list[str]) -> None:
    assert_one_line(fuda(*arguments), *words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"rounds = {DIGITS}", ["not readable as TOML"]),
        ("rounds = 1979-05-27", ["rounds is datetime.date(1979, 5, 27)"]),
        ("rounds = nan", ["rounds is nan"]),
        ("rounds = 1e400", ["rounds is inf"]),
        ("rounds = [1]", ["rounds is [1]"]),
        ("[rounds]\nx = 1", ["rounds is {'x': 1}"]),
        ("rounds = 1\nrounds = 2", ["not readable as TOML"]),
        ("rounds = \0", ["not readable as TOML"]),
        ("a = " + "[" * 10_000 + "]" * 10_000, ["not readable as TOML"]),
        ('"\\u001b[2J" = 1', ["unknown option"]),
    ],
)
def test_an_odd_rule_file_is_wrong_usage(text: str, words: list[str], tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text(text, encoding="utf-8")
    ran = fuda("sample", "shishibo", "-n", "1", "--rules", tmp_path / "rules.toml", "--engine", "interpreted")
    assert_one_line(ran, *words)
    assert "\x1b" not in ran.err


def test_a_rule_file_in_another_encoding_is_wrong_usage_and_a_byte_order_mark_is_not(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_bytes("# 猪牡忠臣\nrounds = 1\n".encode("cp932"))
    arguments = ["sample", "shishibo", "-n", "1", "--engine", "interpreted", "--rules", tmp_path / "rules.toml"]
    assert_one_line(fuda(*arguments), "not readable as TOML")
    (tmp_path / "rules.toml").write_bytes("\ufeffrounds = 1\r\n".encode())
    assert fuda(*arguments).objects[0]["rules"] == {"rounds": 1}


@pytest.mark.parametrize("name", ["position.toml", "position.json"])
@pytest.mark.parametrize("text", [f"turn = {DIGITS}", f'{{"turn": {DIGITS}}}', "[" * 100_000, "\0", "p1 = 1", "1"])
def test_an_odd_position_is_told_in_one_line(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert_one_line(fuda("solve", "shiji", tmp_path / name), name, code=1)
