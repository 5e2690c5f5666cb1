"""What is written is canonical, and reads back to the same bytes."""

import gzip
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw
from record_samples import SAMPLE_LINES, SAMPLES, line, record_in, spelled

from toolkit.records.model import MatchResult, Record, Round, RoundResult, meta_of
from toolkit.records.output import OutputError
from toolkit.records.reading import read
from toolkit.records.writing import RecordWriter, json_text, to_line


@pytest.mark.parametrize("text", SAMPLE_LINES)
def test_the_samples_are_written_as_they_were(text: bytes) -> None:
    assert to_line(record_in(text)) == text


def test_keys_in_another_order_are_put_in_order() -> None:
    for text in SAMPLE_LINES:
        data = json.loads(text)

        def turned(value: Any) -> Any:
            if isinstance(value, dict):
                return {key: turned(value[key]) for key in reversed(value)}
            return [turned(item) for item in value] if isinstance(value, list) else value

        # The order of options is the game's to tell, and that of meta the writer's.
        data = {**turned(data), **{key: data[key] for key in ("rules", "meta") if key in data}}
        other = json.dumps(data, indent=1).replace("\n", "")
        if "meta" not in data:
            assert to_line(record_in(other)) == text


@pytest.mark.parametrize(
    "meta",
    [
        '{"a": 1.0, "b": 1e5, "c": 18446744073709551615, "d": -0, "e": 1E+2, "f": 0.1000}',
        '{"z":1,"a":[1,2 ,3 ],   "m" : { } }',
        '{"a": "\\u00e9\\/\\n", "é": "\\ud83d\\ude00"}',
        '{"a":\t1,\r"b": 2}',
        "{}",
        '{"pi": 3.14159265358979323846264338327950288}',
    ],
)
def test_meta_keeps_its_own_bytes(meta: str) -> None:
    text = spelled(meta={}).replace('"meta": {}', f'"meta": {meta}')
    record = record_in(text)
    assert bytes(record.meta) == meta.encode()
    written = to_line(record)
    assert b'"meta": ' + meta.replace("\r", " ").encode() + b', "rounds"' in written
    assert to_line(record_in(written)) == written


def test_line_breaks_in_meta_of_a_program_do_not_break_the_line() -> None:
    data = json.loads(spelled())
    meta = Raw(json.dumps({"a": [1, {"b": "x\ny"}]}, indent=2).encode() + b"\n")
    record = Record(1, "shiji", "m1", data["players"], [Round({}, [])], meta=meta)
    written = to_line(record)
    assert written.count(b"\n") == 1
    assert record_in(written).meta_value == {"a": [1, {"b": "x\ny"}]}
    assert to_line(record_in(written)) == written


def test_meta_can_be_made_and_taken_apart() -> None:
    record = Record(1, "shiji", "m1", ["Aoi"], [Round({}, [])], meta=meta_of({"a": "é", "b": [1.5, None]}))
    assert bytes(record.meta) == '{"a": "é", "b": [1.5, null]}'.encode()
    assert record.meta_value == {"a": "é", "b": [1.5, None]}
    assert Record(1, "shiji", "m1", ["Aoi"], [Round({}, [])]).meta_value == {}


def test_only_what_json_needs_is_escaped() -> None:
    written = to_line(record_in(spelled(players=['"\\/\b\f\n\r\t\x01\x7f', "蓮\u2028🀄"])))
    assert '["\\"\\\\/\\b\\f\\n\\r\\t\\u0001\x7f", "蓮\u2028🀄"]'.encode() in written


def test_empty_and_absent_keys_are_left_out() -> None:
    written = to_line(Record(1, "shiji", "m1", ["Aoi"], [Round({}, [])], rules={}))
    assert written == (
        b'{"format": 1, "game": "shiji", "id": "m1", "players": ["Aoi"], "rounds": [{"deal": {}, "moves": []}]}\n'
    )
    assert to_line(record_in(spelled(rules={}))) == line()


def test_what_json_cannot_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_text({"a": float("nan")})
    with pytest.raises(ValueError, match="surrogates not allowed"):
        to_line(Record(1, "shiji", "\ud800", ["Aoi"], [Round({}, [])]))
    with pytest.raises(TypeError):
        meta_of({"a": object()})


TEXT = st.text(max_size=12)
NAME = st.text(min_size=1, max_size=12)
WHOLE = st.integers(-(2**63), 2**63 - 1)
FREE = st.recursive(
    st.none() | st.booleans() | WHOLE | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    players = draw(st.integers(1, 7))
    each = st.lists(WHOLE, min_size=players, max_size=players)
    round_result = st.none() | st.builds(RoundResult, each, TEXT)
    rounds = st.builds(Round, st.dictionaries(TEXT, FREE, max_size=3), st.lists(TEXT, max_size=5), round_result)
    return Record(
        format=1,
        game=draw(NAME),
        id=draw(NAME),
        players=draw(st.lists(TEXT, min_size=players, max_size=players)),
        rules=draw(st.dictionaries(TEXT, st.booleans() | WHOLE | TEXT, max_size=3)),
        meta=draw(st.just(Raw()) | st.builds(meta_of, st.dictionaries(TEXT, FREE, max_size=3))),
        rounds=draw(st.lists(rounds, min_size=1, max_size=3)),
        result=draw(st.none() | st.builds(MatchResult, each, each, st.none() | each)),
        unfinished=draw(st.booleans()),
    )


@settings(deadline=None, max_examples=60)
@given(record=records())
def test_any_record_reads_back_equal_and_to_the_same_bytes(record: Record) -> None:
    written = to_line(record)
    assert written.endswith(b"}\n")
    assert written.count(b"\n") == 1
    again = record_in(written)
    assert again == record
    assert to_line(again) == written


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"])
def test_a_writer_writes_what_a_reader_reads(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with RecordWriter(path) as writer:
        for entry in read([SAMPLES]):
            assert entry.record is not None
            writer.write(entry.record)
        assert writer.count == len(SAMPLE_LINES)
        assert not path.exists()
    data = path.read_bytes()
    if name.endswith("gz"):
        data = gzip.decompress(data)
    elif name.endswith("zst"):
        data = zstandard.ZstdDecompressor().decompressobj().decompress(data)
    assert data == SAMPLES.read_bytes()
    assert [entry.record for entry in read([path])] == [entry.record for entry in read([SAMPLES])]
    assert [each.name for each in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_the_same_records_give_the_same_compressed_bytes(tmp_path: Path, name: str) -> None:
    (tmp_path / "x").mkdir()
    for path in (tmp_path / name, tmp_path / "x" / f"other-{name}"):
        with RecordWriter(path) as writer:
            writer.write_line(line())
    assert (tmp_path / name).read_bytes() == (tmp_path / "x" / f"other-{name}").read_bytes()


def test_an_existing_file_is_overwritten_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("kept")
    with pytest.raises(OutputError, match=r"a\.jsonl exists already"), RecordWriter(path):
        pass
    assert path.read_text() == "kept"
    with RecordWriter(path, force=True) as writer:
        writer.write_line(line())
    assert path.read_bytes() == line()


def write_and_fail(path: Path, error: BaseException, force: bool = False) -> None:
    with RecordWriter(path, force=force) as writer:
        writer.write_line(line())
        raise error


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"])
@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_failure_leaves_nothing(tmp_path: Path, name: str, error: type[BaseException]) -> None:
    with pytest.raises(error):
        write_and_fail(tmp_path / name, error())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"])
def test_a_failure_keeps_the_file_that_was_to_be_replaced(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("kept")
    with pytest.raises(ValueError, match="stop"):
        write_and_fail(tmp_path / name, ValueError("stop"), force=True)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [(name, "kept")]


def test_standard_output_is_written_and_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(raw)))
    with RecordWriter("-") as writer:
        writer.write_line(line())
    assert raw.getvalue() == line()


def test_a_closed_pipe_stays_a_broken_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.RawIOBase):
        def writable(self) -> bool:
            return True

        def write(self, _: Any, /) -> int:
            raise BrokenPipeError(32, "Broken pipe")

    class Standard:
        buffer = io.BufferedWriter(Closed(), 1)

    monkeypatch.setattr(sys, "stdout", Standard())
    with pytest.raises(BrokenPipeError), RecordWriter("-") as writer:
        writer.write_line(line() * 100)
    Standard.buffer.detach()


def test_a_full_disk_is_an_output_error(tmp_path: Path) -> None:
    link = tmp_path / "a.jsonl"
    link.symlink_to("/dev/full")
    with (
        pytest.raises(OutputError, match=r"cannot write .*a\.jsonl: no space left on device"),
        RecordWriter(link) as writer,
    ):
        writer.write_line(line() * 10_000)
