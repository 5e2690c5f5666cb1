"""A corpus of broken records and files: every answer is known, and none is a traceback.

``expected.json`` says of each file what is wrong with it, the exit code of ``fuda validate --json``, and every object
that is printed. After a wanted change of wording, ``FUDA_GOLDEN=write`` writes the new messages; what is judged, and
where, it never changes.
"""

import gzip
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from cli_driver import fuda, needs_proc, run_measured

from toolkit import games
from toolkit.games.game import TokenError
from toolkit.records.faults import Fault, Kind
from toolkit.records.reading import Entry
from toolkit.replay import Mode, Replayer

HERE = Path(__file__).resolve().parent
ANSWERS = HERE / "expected.json"
EXPECTED: dict[str, dict[str, Any]] = json.loads(ANSWERS.read_text(encoding="utf-8"))
#: What a change of wording may change.
WORDING = ("message", "expected")
#: Messages longer than this would flood a terminal.
LONGEST = 700


@pytest.fixture(autouse=True)
def _among_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)


def without_wording(found: dict[str, Any]) -> dict[str, Any]:
    """An answer without its words."""
    return {key: value for key, value in found.items() if key not in WORDING}


def write_wording(name: str, objects: list[dict[str, Any]]) -> None:
    """Write new words for the answers of a file, one answer a line."""
    EXPECTED[name]["records"] = objects
    lines = []
    for file, answer in EXPECTED.items():
        head = ", ".join(f'"{key}": {json.dumps(answer[key], ensure_ascii=False)}' for key in ("what", "code"))
        records = ",\n".join("  " + json.dumps(each, ensure_ascii=False) for each in answer["records"])
        lines.append(f' "{file}": {{{head}, "records": [\n{records}{chr(10) if records else ""} ]}}')
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def test_every_file_of_the_folder_has_an_answer() -> None:
    assert {path.name for path in HERE.glob("*.jsonl")} == EXPECTED.keys()
    assert sum(len(answer["records"]) for answer in EXPECTED.values()) > 400


@pytest.mark.parametrize("name", EXPECTED)
def test_every_record_of_a_file_is_answered_as_it_should_be(name: str) -> None:
    ran = fuda("validate", "--json", "--engine", "interpreted", name)
    answer = EXPECTED[name]
    assert list(map(without_wording, ran.objects)) == list(map(without_wording, answer["records"]))
    assert ran.code == answer["code"]
    assert ran.err == ("" if answer["records"] else "fuda: there are no records in the input\n")
    if os.environ.get("FUDA_GOLDEN") == "write":
        write_wording(name, ran.objects)
    assert ran.objects == answer["records"]


def test_compiled_rules_give_the_same_answers(tmp_path: Path) -> None:
    lines: list[str] = []
    for number, name in enumerate(EXPECTED):
        for line in (HERE / name).read_text(encoding="utf-8").splitlines():
            if line.strip():  # ids are made unique, so that all files can be one
                lines.append(re.sub('"id": "(?=[^"])', f'"id": "{number} ', line, count=1))
    (tmp_path / "all.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    file = tmp_path / "all.jsonl"
    runs = [fuda("validate", "--json", "--engine", engine, file) for engine in ("interpreted", "compiled")]
    assert runs[0][:2] == runs[1][:2]  # on stderr it may be said that rules are being compiled
    expected = [record for answer in EXPECTED.values() for record in answer["records"]]
    assert [found["ok"] for found in runs[0].objects] == [each["ok"] for each in expected]


def test_for_people_every_fault_is_one_short_line_that_steers_no_terminal() -> None:
    for name in ("no-record.jsonl", "keys.jsonl", "header.jsonl", "shiji-lies.jsonl", "masho-tokens.jsonl"):
        answer = EXPECTED[name]
        ran = fuda("validate", "--engine", "interpreted", name)
        faults = sum(not each["ok"] for each in answer["records"])
        lines = ran.out.splitlines()[:faults]
        assert all(line.startswith(f"{name}:") for line in lines)
        assert all(line.isprintable() and len(line) < LONGEST for line in lines)


def test_an_id_used_in_two_files_is_told_with_both_places(tmp_path: Path) -> None:
    (tmp_path / "again.jsonl").write_bytes((HERE / "cut-between-lines.jsonl").read_bytes())
    ran = fuda("validate", "--json", "cut-between-lines.jsonl", tmp_path / "again.jsonl")
    assert [found["ok"] for found in ran.objects] == [True, True, False, False]
    assert [found["kind"] for found in ran.objects[2:]] == ["schema", "schema"]
    assert 'id "second" was used before, at cut-between-lines.jsonl:2' in ran.objects[3]["message"]


# Files that would not survive an editor or version control are made here.

GOOD = (HERE / "cut-between-lines.jsonl").read_bytes()
FIRST, SECOND = GOOD.splitlines(keepends=True)
JAPANESE = FIRST.replace(b'"random p1"', '"大石内蔵助"'.encode())
OK, JSON = "ok", "json"

Answer = list[tuple[int | None, str, str]]


def gz(data: bytes) -> bytes:
    """Data as gzip."""
    return gzip.compress(data, mtime=0)


def zst(data: bytes) -> bytes:
    """Data as zstandard."""
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


def many() -> bytes:
    """Some hundred records, so that a stream can be cut inside one."""
    return b"".join(SECOND.replace(b'"second"', b'"m%d"' % number) for number in range(300))


def nested(opening: bytes, closing: bytes) -> bytes:
    """A value 10,000 deep."""
    return opening * 10_000 + b"1" + closing * 10_000


def with_meta(value: bytes) -> bytes:
    """A record with that value in its meta."""
    return FIRST.replace(b'"players"', b'"meta": {"a": ' + value + b'}, "players"')


PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\x08\6\0\0\0" + bytes(range(32, 256)) * 4
BOM = b"\xef\xbb\xbf"
BOTH: Answer = [(1, OK, ""), (2, OK, "")]
MISNAMED = "inside, though its name says"

MADE: dict[str, tuple[str, Callable[[], bytes], Answer]] = {
    "bom": ("a.jsonl", lambda: BOM + GOOD, BOTH),
    "bom before every line": ("a.jsonl", lambda: BOM + FIRST + BOM + SECOND, BOTH),
    "two boms": ("a.jsonl", lambda: BOM * 2 + FIRST, [(1, JSON, "no JSON")]),
    "crlf": ("a.jsonl", lambda: GOOD.replace(b"\n", b"\r\n"), BOTH),
    "cr": ("a.jsonl", lambda: GOOD.replace(b"\n", b"\r"), [(1, JSON, "something goes on behind the record")]),
    "no last line end": ("a.jsonl", lambda: GOOD.rstrip(), BOTH),
    "another ending": ("a.txt", lambda: GOOD, BOTH),
    "utf-16": ("a.jsonl", lambda: FIRST.decode().encode("utf-16"), [(1, JSON, "iconv -f UTF-16"), (2, JSON, "")]),
    "utf-16, no bom": ("a.jsonl", lambda: FIRST.decode().strip().encode("utf-16-le"), [(1, JSON, "iconv -f UTF-16")]),
    "utf-32": ("a.jsonl", lambda: FIRST.decode().strip().encode("utf-32"), [(1, JSON, "not UTF-8: byte 0xff")]),
    "shift_jis": ("a.jsonl", lambda: JAPANESE.decode().encode("cp932"), [(1, JSON, "iconv -f CP932")]),
    "euc-jp": ("a.jsonl", lambda: JAPANESE.decode().encode("euc_jp"), [(1, JSON, "iconv -f EUC-JP")]),
    "latin-1": ("a.jsonl", lambda: FIRST.replace(b"random p1", b"Ren\xe9"), [(1, JSON, "byte 0xe9 at offset 62")]),
    "nul in a name": ("a.jsonl", lambda: FIRST.replace(b"random", b"a\0b", 1), [(1, JSON, "control character")]),
    "nul bytes": ("a.jsonl", lambda: b"\0" * 999 + b"\n" + FIRST, [(1, JSON, "no JSON"), (2, OK, "")]),
    "png": ("a.jsonl", lambda: PNG, [(1, JSON, "not UTF-8: byte 0x89"), (2, JSON, ""), (3, JSON, "binary data")]),
    "png as gzip": ("a.jsonl.gz", lambda: PNG, [(1, JSON, f"binary data {MISNAMED} gzip")]),
    "gzip as text": ("a.jsonl", lambda: gz(GOOD), [(1, JSON, f"gzip {MISNAMED} plain text")]),
    "zstd as text": ("a.jsonl", lambda: zst(GOOD), [(1, JSON, f"zstandard {MISNAMED} plain text")]),
    "zstd as gzip": ("a.jsonl.gz", lambda: zst(GOOD), [(1, JSON, f"zstandard {MISNAMED} gzip")]),
    "text as gzip": ("a.jsonl.gz", lambda: GOOD, [(1, JSON, f"plain text {MISNAMED} gzip")]),
    "text as zstd": ("a.jsonl.zst", lambda: GOOD, [(1, JSON, f"plain text {MISNAMED} zstandard")]),
    "zstd in gzip": ("a.jsonl.gz", lambda: gz(zst(FIRST)), [(1, JSON, "not UTF-8: byte 0xb5")]),
    "empty gzip": ("a.jsonl.gz", lambda: b"", [(1, JSON, "is empty, so it is cut off")]),
    "gzip of nothing": ("a.jsonl.gz", lambda: gz(b""), []),
    "cut gzip": ("a.jsonl.gz", lambda: gz(GOOD)[:-9], [*BOTH, (3, JSON, "its gzip stream has no end")]),
    "cut zstd": ("a.jsonl.zst", lambda: zst(GOOD)[:-2], [*BOTH, (3, JSON, "its zstandard stream has no end")]),
    "wrong checksum": ("a.jsonl.gz", lambda: gz(GOOD)[:-8] + bytes(8), [(1, JSON, "is damaged")]),
    "nested lists": ("a.jsonl", lambda: nested(b"[", b"]") + b"\n" + FIRST, [(1, JSON, "64 deep"), (2, OK, "")]),
    "nested in meta": ("a.jsonl", lambda: with_meta(nested(b'{"a": ', b"}")), [(1, JSON, "64 deep")]),
    "nested in a deal": (
        "a.jsonl",
        lambda: FIRST.replace(b'"deal": {}', b'"deal": {"a": ' + nested(b"[", b"]") + b"}"),
        [(1, JSON, "64 deep")],
    ),
    "four million values": (
        "a.jsonl",
        lambda: with_meta(b"[" + b"0," * 4_000_000 + b"0]") + SECOND,
        [(1, JSON, "more than 4,000,000 commas"), (2, OK, "")],
    ),
}


@pytest.mark.parametrize("case", MADE)
def test_files_that_are_made_here_are_answered_as_they_should_be(case: str, tmp_path: Path) -> None:
    name, data, answers = MADE[case]
    (tmp_path / name).write_bytes(data())
    ran = fuda("validate", "--json", "--engine", "interpreted", tmp_path / name)
    assert [found["line"] for found in ran.objects] == [line for line, _, _ in answers]
    assert [OK if found["ok"] else found["kind"] for found in ran.objects] == [kind for _, kind, _ in answers]
    for found, (_, kind, words) in zip(ran.objects, answers, strict=True):
        assert kind == OK or words in found["message"], found["message"]
    assert ran.code == any(kind != OK for _, kind, _ in answers)


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_a_stream_cut_anywhere_keeps_the_whole_records_before_the_cut(name: str, tmp_path: Path) -> None:
    packed = gz(many()) if name.endswith("gz") else zst(many())
    for size in range(20, len(packed), len(packed) // 7):
        (tmp_path / name).write_bytes(packed[:size])
        ran = fuda("validate", "--json", "--engine", "interpreted", tmp_path / name)
        *good, last = ran.objects
        assert all(found["ok"] for found in good)
        assert (ran.code, last["kind"], last["line"]) == (1, "json", len(good) + 1)
        assert "is cut off" in last["message"]


# What takes much room is judged in a process of its own, whose memory is measured.


def measured_answers(path: Path) -> tuple[list[dict[str, Any]], int]:
    """The answers for a file, and the most memory in MB that they took."""
    ran, measured = run_measured("validate", "--json", "--engine", "interpreted", path)
    assert (ran.code, ran.err) == (1, "")
    return ran.objects, measured.megabytes


@needs_proc
def test_a_line_of_100_megabytes_costs_itself_and_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        file.write(FIRST + b'{"format": 1, "meta": "')
        for _ in range(100):
            file.write(b"x" * 1_000_000)
        file.write(b'"}\n' + SECOND)
    found, peak = measured_answers(path)
    assert [(each["line"], each["ok"]) for each in found] == [(1, True), (2, False), (3, True)]
    assert "a line of 100,000,025 bytes, more than the limit of 67,108,864" in found[1]["message"]
    assert peak < 250


def test_long_records_are_not_gathered_in_memory() -> None:
    fault = Fault(Kind.JSON, "is long")
    sizes: list[list[int]] = [[], []]
    for size, found in ((40_000_000, sizes[0]), (10, sizes[1])):
        entries = (Entry("a.jsonl", number, None, fault, size) for number in range(1200))
        found += map(len, Replayer(mode=Mode.INTERPRETED).batches(entries))
    assert sizes == [[1] * 1200, [512, 512, 176]]


@pytest.mark.parametrize(("game", "words"), [("shiji", "hand "), ("shishibo", "play 5K "), ("masho", "set ")])
def test_long_tokens_are_not_remembered(game: str, words: str) -> None:
    parse = games.get(game).parse
    before = parse.cache_info().currsize  # type: ignore[attr-defined]
    for number in range(50):
        with pytest.raises(TokenError, match="none has more than 200"):
            parse(f"p1 {words}" + "1" * (500 + number), 2)
    assert parse.cache_info().currsize == before  # type: ignore[attr-defined]


@needs_proc
def test_a_decompression_bomb_is_refused_with_little_memory(tmp_path: Path) -> None:
    packed = zst(b"x" * (1 << 24))
    (tmp_path / "a.jsonl.zst").write_bytes(packed * 66)
    assert len(packed) * 66 < 1_200_000
    found, peak = measured_answers(tmp_path / "a.jsonl.zst")
    assert len(found) == 1
    assert found[0]["kind"] == "json"
    assert "unpacks to more than 900 times its size (a decompression bomb?)" in found[0]["message"]
    assert peak < 200
