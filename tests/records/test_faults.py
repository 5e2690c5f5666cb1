"""A fault says where, what was found and what was expected, on one line."""

import json

import pytest

from toolkit.records.faults import Fault, Kind, listed, look_alike, shown


def test_a_fault_reads_from_the_place_to_the_rule() -> None:
    fault = Fault(
        Kind.ILLEGAL, "a card of month 5 lies in the field and must be taken", "a.jsonl", 7, "m1", "shishibo",
        2, 17, "SC-18", "p1 play 5K", ("p1 play 5K 5S", "p1 play 5K 5T"),
    )  # fmt: skip
    assert str(fault) == (
        'a.jsonl:7: record "m1", round 2, move 17 "p1 play 5K": a card of month 5 lies in the field and must be '
        "taken; expected p1 play 5K 5S or p1 play 5K 5T (rule SC-18; see `fuda rules shishibo SC-18`)"
    )


def test_places_that_are_not_known_are_left_out() -> None:
    assert str(Fault(Kind.JSON, "no JSON")) == "no JSON"
    assert str(Fault(Kind.JSON, "no JSON", "a.jsonl")) == "a.jsonl: no JSON"
    assert str(Fault(Kind.JSON, "no JSON", "a.jsonl", 3)) == "a.jsonl:3: no JSON"
    assert str(Fault(Kind.RESULT, "differs", id="m1", round=1)) == 'record "m1", round 1: differs'
    assert str(Fault(Kind.INCOMPLETE, "stops", round=1, move=4)) == "round 1, move 4: stops"
    assert str(Fault(Kind.ILLEGAL, "no", rule="SC-1")) == "no (rule SC-1)"


def test_the_object_for_machines_has_the_promised_keys() -> None:
    fault = Fault(Kind.TOKEN, "cannot be read", "a.jsonl", 7, "m1", "shiji", 1, 2, None, "p1 \x1b", ("a", "b"))
    found = fault.to_dict()
    assert list(found) == [
        "file", "line", "id", "ok", "kind", "round", "move", "rule", "token", "message", "expected",
    ]  # fmt: skip
    assert json.loads(json.dumps(found)) == {
        "file": "a.jsonl", "line": 7, "id": "m1", "ok": False, "kind": "token", "round": 1, "move": 2, "rule": None,
        "token": "p1 \x1b", "message": "cannot be read", "expected": ["a", "b"],
    }  # fmt: skip


def test_nothing_of_the_input_reaches_the_line_raw() -> None:
    evil = "\x1b]0;x\x07\n\u202e\u2028\x00\x9b\U000e0001\ud800"
    fault = Fault(Kind.TOKEN, "m", evil, 1, evil, evil, 1, 1, evil, evil, (evil,))
    assert str(fault).isprintable()
    assert "\\x1b" in str(fault)
    assert "\\u202e" in str(fault)
    assert "\\U000e0001" in str(fault)


def test_look_alike_spaces_become_visible() -> None:
    assert shown("p1\u3000play\u00a05K") == "p1\\u3000play\\xa05K"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ｐ1 play 5K", "FULLWIDTH LATIN SMALL LETTER P"),
        ("р1 play 5K", "CYRILLIC SMALL LETTER ER"),
        ("p1 set ⽇金4", "KANGXI RADICAL SUN"),
        ("p1 hand 0158タX", "KATAKANA LETTER TA"),
        ("p1\u3000draw", "IDEOGRAPHIC SPACE"),
        ("p1 \ud800", "U+D800"),
    ],
)
def test_a_character_that_only_looks_right_is_named(text: str, name: str) -> None:
    assert look_alike(text).endswith(f" ({name})")
    assert look_alike(text).isprintable()


def test_characters_of_the_format_are_no_look_alikes() -> None:
    assert look_alike("p1 set 空木1") == look_alike("p2 hand 0158朝昼夕夜X") == look_alike("p1  play\t\0") == ""


def test_nothing_of_the_input_in_a_message_steers_the_terminal() -> None:
    assert str(Fault(Kind.RESULT, "claims reason \x1b[2J")) == "claims reason \\x1b[2J"


def test_japanese_text_is_left_alone() -> None:
    assert shown("p1 draw 空水4 朝昼") == "p1 draw 空水4 朝昼"


def test_long_text_is_shortened() -> None:
    assert len(shown("x" * 1000)) == 60
    assert shown("x" * 1000).endswith("…")
    assert shown("x" * 60) == "x" * 60
    assert len(str(Fault(Kind.TOKEN, "m", token="y" * 10**6, id="z" * 10**6, move=1))) < 200


def test_alternatives_are_listed_in_words_and_cut_when_many() -> None:
    assert listed(()) == ""
    assert listed(("a",)) == "a"
    assert listed(("a", "b", "c")) == "a, b or c"
    assert listed(tuple("abcdefghijklmnop")).endswith("l … (16 in all)")


def test_kinds_are_plain_words() -> None:
    assert [str(kind) for kind in Kind] == [
        "json", "schema", "deal", "token", "after-end", "actor", "illegal", "incomplete", "result",
    ]  # fmt: skip
