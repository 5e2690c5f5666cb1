"""One line is either a record or one fault, whose words say what is wrong."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_samples import ABSENT, SAMPLE_LINES, fault_in, record_in, spelled

from toolkit.records import judging
from toolkit.records.limits import DEFAULT_LIMITS, Limits
from toolkit.records.model import Record

ROUND = {"deal": {}, "moves": ["p1 resign"]}


def claiming(points: list[Any], reason: Any = "x") -> list[dict[str, Any]]:
    """One round that claims a result."""
    return [{**ROUND, "result": {"points": points, "reason": reason}}]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no json", "column 1: no JSON"),
        ("nul", "column 1: no JSON"),
        (spelled()[:-20], "stops in the middle"),
        (spelled()[:30], "stops in the middle"),
        ('{"format": 1, "ga', "stops in the middle"),
        (spelled() + spelled("m2"), "something goes on behind the record"),
        (spelled() + ",", "something goes on behind the record"),
        (spelled(meta={"a": 1}).replace('"a": 1', '"a": NaN'), "NaN is no JSON"),
        (spelled(meta={"a": 1}).replace('"a": 1', '"a": -Infinity'), "-Infinity is no JSON"),
        (spelled().replace('"id"', '"game"'), 'key "game" stands twice'),
        (spelled().replace('"players"', '"\\u0067ame": "shiji", "players"'), 'key "game" stands twice'),
        (spelled(meta={"a": 1}).replace('"a": 1', '"a": 1, "a": 1'), 'key "a" stands twice'),
        (spelled(meta={"k": [{"a": 1}]}).replace('"a": 1', '"a": 1, "a": 1'), 'key "a" stands twice'),
        (spelled(meta={"k": "1:2"}).replace('"k"', '"k" : 1, "k"'), 'key "k" stands twice'),
        (spelled().replace('"deal": {}', '"deal": {}, "deal": {}'), 'key "deal" stands twice'),
        (spelled().replace('"deal": {}', '"deal": {"a": [], "a": []}'), 'key "a" stands twice'),
        (spelled().replace('"deal": {}', '"deal": {"a": {"b": 1, "b": 1}}'), 'key "b" stands twice'),
        (spelled(rules={"rounds": 1}).replace('"rounds": 1', '"rounds": 1, "rounds": 2'), 'key "rounds" stands twice'),
        (spelled(meta={"a": 2**64}), "number 18446744073709551616 does not fit into 64 bits"),
        (spelled(meta={"a": -(2**63) - 1}), "does not fit into 64 bits"),
        (spelled().replace("-1", "1" * 30), "does not fit into 64 bits"),
        (spelled().replace("-1", "1" * 100_000), "does not fit into 64 bits"),
        (spelled(meta={"a": 1}).replace('"a": 1', '"a": 1e400'), "number 1e400 does not fit into 64 bits"),
        (spelled(meta={"a": "x"}).replace('"x"', '"\\ud800"'), "half a surrogate pair"),
        (spelled().replace("Aoi", "\\udfff"), "half a surrogate pair"),
        (spelled().replace("Aoi", "A\tb"), "invalid control character"),
        (spelled().replace("Aoi", "A\0b"), "invalid control character"),
        (spelled().replace("-1", "-01"), "no JSON"),
        (spelled().replace("-1", "1."), "no JSON"),
        (spelled().replace('["Aoi"', "['Aoi'"), "no JSON"),
        ("[" * 10_000 + "]" * 10_000, "inside each other more than 64 deep"),
        ("[" * 1_000_000, "inside each other more than 64 deep"),
        ('{"meta": ' * 10_000 + "1" + "}" * 10_000, "inside each other more than 64 deep"),
        (spelled(meta={"a": 1}).replace('"a": 1', '"a": ' + "[" * 100 + "]" * 100), "more than 64 deep"),
        (spelled().replace('"deal": {}', '"deal": {"a": ' + "[" * 100 + "]" * 100 + "}"), "more than 64 deep"),
    ],
)
def test_what_is_no_json_is_said_in_words(text: str, said: str) -> None:
    fault = fault_in(text)
    assert fault.kind == "json"
    assert said in fault.message
    assert len(fault.message) < 250


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (spelled().encode("utf-16"), "it looks like UTF-16"),
        (spelled().encode("utf-16-le"), "it looks like UTF-16"),
        (spelled().encode("cp932"), "at offset 63 of the line; it looks like Shift_JIS"),
        (spelled(players=["大石内蔵助", "由良之助"]).encode("euc_jp"), "it looks like EUC-JP"),
        (spelled(meta={"a": "大石" * 40_000, "b": "x"}).encode("cp932"), "it looks like Shift_JIS"),
        (spelled(meta={"a": "x" + "大石" * 40_000}).encode("euc_jp"), "it looks like EUC-JP"),
        (spelled(players=["José", "Zoë"], rounds=[ROUND]).encode("latin-1"), "it looks like Latin-1"),
        (spelled().encode()[:60] + b"\xff" + spelled().encode()[60:], "not UTF-8: byte 0x"),
        (b"\x80\x81\x00\xff" * 10, "binary data"),
        (spelled().encode().replace(b"Aoi", b"\xed\xa0\x80"), "not UTF-8: byte 0xed at offset 56"),
        (spelled(meta={"a": "Q"}).encode().replace(b"Q", b"\xff"), "not UTF-8: byte 0xff"),
    ],
)
def test_what_is_not_utf8_is_told_with_its_place_and_a_guess(data: bytes, said: str) -> None:
    fault = fault_in(data)
    assert fault.kind == "json"
    assert said in fault.message


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"comment": "x"}, 'unknown key "comment" in the record; notes of your own belong into meta'),
        ({"palyers": []}, 'unknown key "palyers" in the record (did you mean "players"?)'),
        ({"rounds": [{**ROUND, "move": []}]}, 'unknown key "move" in rounds[0] (round 1) (did you mean "moves"?)'),
        ({"result": {"points": [1, -1], "ranks": [1, 2], "rank": 1}}, 'unknown key "rank" in result'),
        ({"format": ABSENT}, 'key "format" is missing in the record'),
        ({"id": ABSENT}, 'key "id" is missing in the record'),
        ({"rounds": [{"moves": []}]}, 'key "deal" is missing in rounds[0] (round 1)'),
        ({"rounds": [{"deal": {}}]}, 'key "moves" is missing in rounds[0] (round 1)'),
        ({"rounds": [{**ROUND, "result": {"points": [1, 1]}}]}, 'key "reason" is missing in rounds[0].result'),
        ({"rounds": [{**ROUND, "result": {"reason": "x"}}]}, 'key "points" is missing in rounds[0].result'),
        ({"result": {"points": [1, -1]}}, 'key "ranks" is missing in result'),
        ({"format": 2}, "format 2 is not known to this version, which reads format 1"),
        ({"format": 2, "news": 1, "rounds": []}, "format 2 is not known"),
        ({"format": "1"}, 'format is "1" where the number 1 is needed'),
        ({"format": True}, "format is true where the number 1 is needed"),
        ({"format": 1.0}, "format is 1.0 where the number 1 is needed"),
        ({"game": ""}, 'game is "" where a string that is not empty is needed'),
        ({"game": 7}, "game is 7 where"),
        ({"id": ""}, 'id is "" where a string that is not empty is needed'),
        ({"id": None}, "id is null where"),
        ({"players": []}, "players is empty; at least one player is needed"),
        ({"players": "Aoi"}, 'players is "Aoi" where a list is needed'),
        ({"players": ["Aoi", 2]}, "players[1] is 2 where a string is needed"),
        ({"rules": None}, "rules is null where an object is needed; leave the key out where there is none"),
        ({"rules": []}, "rules is a list of 0 where an object is needed"),
        ({"rules": {"rounds": 1.5}}, 'rules."rounds" is 1.5 where true, false, a whole number or a word is needed'),
        ({"rules": {"rounds": None}}, 'rules."rounds" is null where'),
        ({"rules": {"rounds": 2**63}}, 'rules."rounds" is 9223372036854775808 where a number between'),
        ({"meta": None}, "meta is null where an object is needed"),
        ({"meta": [1]}, "meta is a list of 1 where an object is needed"),
        ({"meta": "x"}, 'meta is "x" where an object is needed'),
        ({"rounds": []}, "rounds is empty; at least one round is needed"),
        ({"rounds": {}}, "rounds is an object where a list is needed"),
        ({"rounds": [ROUND, 3]}, "rounds[1] (round 2) is 3 where an object is needed"),
        ({"rounds": [{**ROUND, "deal": None}]}, "rounds[0].deal (round 1) is null where an object is needed"),
        ({"rounds": [{**ROUND, "deal": [1]}]}, "rounds[0].deal (round 1) is a list of 1 where"),
        ({"rounds": [ROUND, {**ROUND, "moves": ["a", 34]}]}, "rounds[1].moves[1] (round 2, move 2) is 34 where"),
        ({"rounds": [{**ROUND, "result": None}]}, "rounds[0].result (round 1) is null where an object is needed"),
        ({"rounds": claiming([1.0, 1])}, "rounds[0].result.points[0] (round 1) is 1.0"),
        ({"rounds": claiming([True, 1])}, "rounds[0].result.points[0] (round 1) is true where"),
        ({"rounds": claiming([1, 1], 3)}, "rounds[0].result.reason (round 1) is 3"),
        ({"rounds": claiming([1])}, "rounds[0].result.points has 1 entries for 2 players"),
        ({"result": {"points": [1, -1, 0], "ranks": [1, 2]}}, "result.points has 3 entries for 2 players"),
        ({"result": {"points": [1, -1], "ranks": [1]}}, "result.ranks has 1 entries for 2 players"),
        ({"result": {"points": [1, 1], "ranks": [1, 1], "rank_points": []}}, "result.rank_points has 0 entries"),
        ({"result": {"points": [1, 1], "ranks": [1, 1], "rank_points": None}}, "result.rank_points is null where a"),
        ({"result": {"points": [2**63, 1], "ranks": [1, 1]}}, "result.points[0] is 9223372036854775808 where a number"),
        ({"result": None}, "result is null where an object is needed; leave the key out where there is none"),
        ({"unfinished": False}, "unfinished is false where true (or no such key) is needed"),
        ({"unfinished": None}, "unfinished is null where true"),
        ({"unfinished": 1}, "unfinished is 1 where true"),
    ],
)  # fmt: skip
def test_what_is_no_record_is_said_with_its_path(changes: dict[str, Any], said: str) -> None:
    fault = fault_in(spelled(**changes))
    assert fault.kind == "schema"
    assert fault.message.startswith(said)
    assert (fault.round, fault.move, fault.token, fault.rule) == (None, None, None, None)


@pytest.mark.parametrize("value", ["3", '"x"', "null", "[]", "true", "1.5"])
def test_a_line_that_is_no_object_is_no_record(value: str) -> None:
    fault = fault_in(value)
    assert fault.kind == "schema"
    assert fault.message.startswith("the record is ")


def test_a_broken_line_is_json_even_if_its_schema_is_wrong_before() -> None:
    assert fault_in('{"format": 2, "players": [3], ').kind == "json"
    assert fault_in('{"format": 2, "format": 2}').kind == "json"


def test_an_unknown_key_names_the_keys_there_are() -> None:
    assert "players" in fault_in(spelled(comment=1)).expected


def test_id_and_game_are_told_where_they_can_be_read() -> None:
    assert (fault_in(spelled(comment=1)).id, fault_in(spelled(comment=1)).game) == ("m1", "shiji")
    assert fault_in(spelled(id=3, comment=1)).id is None
    assert fault_in(spelled(meta={"a": 2**70})).id == "m1"
    assert fault_in(spelled()[:-1]).id is None


def test_what_the_input_says_cannot_steer_the_terminal() -> None:
    fault = fault_in(spelled("m1", **{"\x1b[31mred\u202e\u200b": 1}))
    assert "\\x1b[31mred\\u202e\\u200b" in fault.message
    assert str(fault).isprintable()


def test_long_values_are_shortened_in_messages() -> None:
    assert len(fault_in(spelled("m1", **{"k" * 10_000: 1})).message) < 200
    assert len(fault_in(spelled(format="f" * 10_000)).message) < 200
    assert len(fault_in("x" * 10_000).message) < 200


@pytest.mark.parametrize(
    "changes",
    [
        {"meta": {"time": "12:30", "url": "https://example.org/:"}},
        {"meta": {"smile": ":)", "quote": '":'}},
        {"meta": {}},
        {"meta": {"emoji": "🀄", ":": "a\\ud800"}},
        {"meta": {"deep": [{"a": [{"b": {"c": []}}]}]}},
        {"meta": {"big": 2**64 - 1, "small": -(2**63)}},
        {"players": ["a:b", '":'], "rules": {}},
        {"rounds": [{"deal": {"strange": {"x": [1, 2.5, None, [["y"]]]}}, "moves": []}]},
        {"rounds": [{"deal": {"mixed": [1, "y", ["z", ["w"]]]}, "moves": [":"]}]},
        {"rules": {"a": True, "b": 3, "c": "word"}},
        {"unfinished": True, "result": ABSENT},
    ],
)
def test_unusual_but_good_records_are_read(changes: dict[str, Any]) -> None:
    record = record_in(spelled(**changes))
    data = json.loads(spelled(**changes))
    assert record.meta_value == data.get("meta", {})
    assert record.players == data["players"]
    assert [each.deal for each in record.rounds] == [each["deal"] for each in data["rounds"]]
    assert record.rules == data.get("rules", {})
    assert record.unfinished is data.get("unfinished", False)


def test_escaped_characters_outside_the_basic_plane_are_read() -> None:
    text = spelled(players=["x:", "y"]).replace("x:", "\\ud83c\\udc04 :").replace('"game"', '"game" ')
    assert record_in(text).players[0] == "🀄 :"
    assert judging._judge_exactly(text.encode(), DEFAULT_LIMITS) == record_in(text)


def test_other_key_orders_and_spacings_are_read() -> None:
    data = json.loads(spelled())
    other = json.dumps(dict(reversed(data.items())), indent=1).replace("\n", "\r\t ").replace(":", " \t\r:")
    assert record_in(other) == record_in(spelled())


def test_ordinary_records_need_no_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(judging, "_judge_exactly")
    for text in SAMPLE_LINES:
        assert isinstance(judging.judge(text), Record)
    assert isinstance(judging.judge(spelled(meta={"at": "12:30", "deep": [{"a": {"b": 1}}]}).encode()), Record)


def test_a_record_keeps_only_its_meta_alive() -> None:
    meta = bytes(record_in(spelled(meta={"a": 1.0})).meta)
    assert meta == b'{"a": 1.0}'


def test_a_line_of_too_many_values_is_refused_before_it_is_built() -> None:
    limits = Limits(values=1000)
    assert "more than 1,000 commas" in fault_in(spelled(meta={"a": [[]] * 2000}), limits).message
    assert "more than 1,000 commas" in fault_in("[" * 2000, limits).message


def test_a_record_of_too_many_rounds_is_refused() -> None:
    limits = Limits(rounds=100)
    assert isinstance(judging.judge(spelled(rounds=[ROUND] * 100, result=ABSENT).encode(), limits), Record)
    fault = fault_in(spelled(rounds=[ROUND] * 101, comment="x"), limits)
    assert (fault.kind, fault.id) == ("json", "m1")
    assert fault.message == "101 rounds in one record, more than the limit of 100"
    text = spelled(rounds=[ROUND] * 5001).encode()
    assert judging.judge(text) == judging._judge_exactly(text, DEFAULT_LIMITS) == fault_in(text)


KEYS = st.sampled_from(["a", "b", ":", '":'])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**65), 2**65) | st.floats() | st.text(max_size=5) | st.just(":"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
PLACES = ["meta", "rules", "result", "players", "rounds", "unfinished", "id", "format", "extra"]


@settings(deadline=None)
@given(changes=st.dictionaries(st.sampled_from(PLACES), JSON, max_size=2), deal=JSON, doubled=st.booleans())
def test_the_fast_way_and_the_exact_way_agree(changes: dict[str, Any], deal: Any, doubled: bool) -> None:
    changes = {"rounds": [{"deal": deal, "moves": ["p1 resign"]}], **changes}
    text = spelled(**changes)
    if doubled:
        text = text.replace('"a": ', '"a": 1, "a": ').replace('":": ', '":" :0, ":":')
    data = text.encode("utf-8", "surrogatepass")
    assert judging.judge(data) == judging._judge_exactly(data, DEFAULT_LIMITS)
