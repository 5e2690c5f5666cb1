"""Files become entries; a bad line, stream or file costs itself and nothing else."""

import gzip
import io
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import zstandard
from record_samples import SAMPLE_LINES, SAMPLES, entries_of, line, outline, spelled

from toolkit.records.faults import Kind
from toolkit.records.limits import Limits
from toolkit.records.reading import InputError, read, total_bytes

THREE = line("m1") + line("m2") + line("m3")
GOOD = [(1, "m1"), (2, "m2"), (3, "m3")]


def packed(data: bytes, name: str) -> bytes:
    return gzip.compress(data, mtime=0) if name.endswith("gz") else zstandard.compress(data)


def test_every_sample_is_read() -> None:
    entries = list(read([SAMPLES]))
    assert [entry.line for entry in entries] == list(range(1, len(SAMPLE_LINES) + 1))
    assert [entry.size + 1 for entry in entries] == list(map(len, SAMPLE_LINES))
    assert {entry.record.game for entry in entries if entry.record} == {"shiji", "shishibo", "masho"}


def test_an_empty_file_and_one_of_blank_lines_have_no_entries(tmp_path: Path) -> None:
    assert entries_of(tmp_path, b"") == []
    assert entries_of(tmp_path, b"\xef\xbb\xbf\r\n\n \t\n\n") == []


def test_bom_crlf_blank_lines_and_a_missing_last_line_end_are_no_faults(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + line("m1").replace(b"\n", b"\r\n") + b"\r\n\n" + line("m2").rstrip()
    assert outline(entries_of(tmp_path, data)) == [(1, "m1"), (4, "m2")]


def test_a_damaged_line_costs_that_record_only(tmp_path: Path) -> None:
    data = line("m1") + line("m2")[:40] + b"\n\x00\xff\n" + line("m3")
    assert outline(entries_of(tmp_path, data)) == [(1, "m1"), (2, "json"), (3, "json"), (4, "m3")]


def test_a_line_over_the_limit_costs_that_record_only(tmp_path: Path) -> None:
    data = line("m1") + line("m2", meta={"x": "y" * 2000}) + line("m3")
    entries = entries_of(tmp_path, data, limits=Limits(line_bytes=1000))
    assert outline(entries) == [(1, "m1"), (2, "json"), (3, "m3")]
    assert "more than the limit of 1,000" in str(entries[1].fault)


def test_a_file_cut_between_lines_loses_nothing_else(tmp_path: Path) -> None:
    assert outline(entries_of(tmp_path, THREE[: len(line("m1"))])) == [(1, "m1")]


def test_a_file_cut_in_a_line_keeps_the_lines_before(tmp_path: Path) -> None:
    assert outline(entries_of(tmp_path, THREE[:-30])) == [*GOOD[:2], (3, "json")]


def test_a_fault_names_file_line_and_record(tmp_path: Path) -> None:
    entry = entries_of(tmp_path, b"\n" + line("m1", comment=1))[0]
    assert entry.fault is not None
    assert str(entry.fault).startswith(f'{tmp_path}/a.jsonl:2: record "m1": unknown key "comment"')
    assert (entry.file, entry.line, entry.record) == (f"{tmp_path}/a.jsonl", 2, None)


def test_an_entry_makes_faults_of_its_record(tmp_path: Path) -> None:
    entry = entries_of(tmp_path, line("m1"))[0]
    fault = entry.fault_of(Kind.TOKEN, "cannot be read", round=1, move=2, token="p1 x")
    assert (fault.file, fault.line, fault.id, fault.game) == (entry.file, 1, "m1", "shiji")
    assert (fault.kind, fault.round, fault.move, fault.token) == ("token", 1, 2, "p1 x")


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst", "A.JSONL.GZ", "renamed", "a.txt"])
def test_compressed_files_are_read(tmp_path: Path, name: str) -> None:
    packing = "zst" if name.endswith("zst") else "gz"
    assert outline(entries_of(tmp_path, packed(THREE, packing), name)) == GOOD


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_joined_compressed_streams_are_one_file(tmp_path: Path, name: str) -> None:
    data = b"".join(packed(part, name) for part in (THREE[:50], THREE[50:51], b"", THREE[51:]))
    assert outline(entries_of(tmp_path, data, name)) == GOOD


def test_padding_behind_gzip_and_frames_to_be_skipped_in_zstandard_are_no_faults(tmp_path: Path) -> None:
    padded = packed(THREE, "gz") + b"\0" * 600_000
    assert outline(entries_of(tmp_path, padded, "a.jsonl.gz")) == GOOD
    skipped = b"\x50\x2a\x4d\x18\x04\0\0\0abcd"
    assert outline(entries_of(tmp_path, packed(THREE, "zst") + skipped, "a.jsonl.zst")) == GOOD


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_a_compressed_stream_cut_anywhere_keeps_what_comes_before(tmp_path: Path, name: str) -> None:
    data = b"".join(packed(line(f"m{number}"), name) for number in (1, 2, 3))
    ends = [len(packed(line("m1"), name)), len(packed(line("m1"), name) + packed(line("m2"), name))]
    for size in range(len(data)):
        found = outline(entries_of(tmp_path, data[:size], name))
        kept = sum(end <= size for end in ends)
        assert found[:kept] == GOOD[:kept]
        if size in ends:
            assert len(found) == kept
        else:  # the last record may be whole already when only the checksum is missing
            assert [what for _, what in found].count("json") == 1
            assert found[-1][1] == "json"
            assert len(found) <= kept + 2


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_a_cut_inside_a_line_is_told_at_that_line(tmp_path: Path, name: str) -> None:
    lines = b"".join(line(f"{number}", meta={"x": [number * 7919 % 1000]}) for number in range(3000))
    data = packed(lines, name)
    entries = entries_of(tmp_path, data[: len(data) // 2], name)
    *before, last = outline(entries)
    assert before == [(number + 1, str(number)) for number in range(len(before))]
    assert last == (len(before) + 1, "json")
    assert "is cut off" in str(entries[-1].fault)


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_a_damaged_compressed_stream_is_one_fault(tmp_path: Path, name: str) -> None:
    data = bytearray(packed(THREE, name))
    data[len(data) // 2] ^= 0xFF
    entries = entries_of(tmp_path, bytes(data), name)
    assert outline(entries)[-1][1] == "json"
    assert "is damaged" in str(entries[-1].fault)


def test_something_else_behind_gzip_is_told(tmp_path: Path) -> None:
    entries = entries_of(tmp_path, packed(THREE, "gz") + b"trailing", "a.jsonl.gz")
    assert outline(entries) == [*GOOD, (4, "json")]
    assert "goes on with something else" in str(entries[-1].fault)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.jsonl.gz", THREE, "is plain text inside, though its name says gzip"),
        ("a.jsonl.gz", packed(THREE, "zst"), "is zstandard inside, though its name says gzip"),
        ("a.jsonl.zst", packed(THREE, "gz"), "is gzip inside, though its name says zstandard"),
        ("a.jsonl", packed(THREE, "gz"), "is gzip inside, though its name says plain text"),
        ("a.jsonl.gz", b"\0\1\2\3" * 9, "is binary data inside, though its name says gzip"),
        ("a.jsonl.gz", b"", "is empty, so it is cut off"),
        ("a.jsonl.zst", b"", "is empty, so it is cut off"),
    ],
)
def test_a_file_that_is_not_what_its_name_says_is_one_fault(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    entries = entries_of(tmp_path, data, name)
    assert outline(entries) == [(1, "json")]
    assert said in str(entries[0].fault)


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_a_decompression_bomb_is_refused(tmp_path: Path, name: str) -> None:
    bomb = packed(THREE + b"\n" * 50_000_000, name)
    entries = entries_of(tmp_path, bomb, name, Limits(unpacked_bytes=1_000_000))
    assert outline(entries)[:3] == GOOD
    assert [what for _, what in outline(entries)[3:]] == ["json"]
    assert "decompression bomb" in str(entries[-1].fault)


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_a_compressed_endless_line_is_a_line_over_the_limit(tmp_path: Path, name: str) -> None:
    data = packed(line("m1") + b"x" * 5_000_000 + b"\n" + line("m2"), name)
    assert outline(entries_of(tmp_path, data, name, Limits(line_bytes=100_000))) == [(1, "m1"), (2, "json"), (3, "m2")]


@pytest.mark.parametrize("data", [THREE, packed(THREE, "gz"), packed(THREE, "zst"), packed(THREE, "gz")[:-9]])
def test_standard_input_is_recognised_by_its_first_bytes(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    class Trickle(io.RawIOBase):
        """A pipe that hands out one byte at first, then little."""

        def __init__(self) -> None:
            self.at = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            part = data[self.at : self.at + (1 if self.at < 5 else 100)]
            buffer[: len(part)] = part
            self.at += len(part)
            return len(part)

    monkeypatch.setattr(
        sys,
        "stdin",
        io.TextIOWrapper(
            io.BufferedReader(Trickle())  # type: ignore[type-var]
        ),
    )
    reader = read(["-"])
    entries = list(reader)
    assert outline(entries)[:3] == GOOD
    assert {entry.file for entry in entries} == {"-"}
    assert reader.bytes_read == len(data)
    assert not sys.stdin.buffer.closed
    assert total_bytes(["-"]) is None


def test_standard_input_can_be_named_once() -> None:
    with pytest.raises(InputError, match="only once"):
        read(["-", "-"])


def test_folders_are_searched_through_in_order(tmp_path: Path) -> None:
    (tmp_path / "b" / "deep").mkdir(parents=True)
    (tmp_path / ".hidden").mkdir()
    names = ["z.jsonl", "b/deep/y.jsonl.gz", "b/a.jsonl.zst", "a.jsonl"]
    for number, name in enumerate(names):
        data = line(f"m{number}")
        (tmp_path / name).write_bytes(packed(data, name) if name.endswith(("gz", "zst")) else data)
    for name in ["notes.txt", "b/x.json", ".half.jsonl", ".hidden/a.jsonl", "jsonl"]:
        (tmp_path / name).write_text("no record")
    entries = list(read([tmp_path]))
    assert [Path(entry.file).relative_to(tmp_path).as_posix() for entry in entries] == sorted(names)
    assert all(entry.record for entry in entries)


def test_a_missing_path_is_a_wrong_usage_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there\.jsonl: no such file or directory"):
        read([SAMPLES, tmp_path / "there.jsonl"])
    with pytest.raises(InputError, match="no records in this folder"):
        read([tmp_path])
    with pytest.raises(InputError, match="an empty path"):
        read([""])
    with pytest.raises(InputError, match="null"):
        read(["a\0b"])


def test_a_single_path_need_not_be_a_list() -> None:
    assert len(list(read(SAMPLES))) == len(list(read(str(SAMPLES)))) == len(SAMPLE_LINES)
    assert total_bytes(SAMPLES) == SAMPLES.stat().st_size


def test_a_file_in_a_folder_that_cannot_be_read_is_one_fault(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(line("m1"))
    (tmp_path / "b.jsonl").symlink_to(tmp_path / "gone.jsonl")
    (tmp_path / "c.jsonl").write_bytes(line("m2"))
    entries = list(read([tmp_path]))
    assert outline(entries) == [(1, "m1"), (None, "json"), (1, "m2")]
    assert str(entries[1].fault) == f"{tmp_path}/b.jsonl: this file cannot be read: no such file or directory"


def test_a_file_that_may_not_be_read_is_a_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match=r"samples\.jsonl: permission denied"):
        read(SAMPLES)


def test_a_folder_that_may_not_be_read_is_a_fault_only_inside_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.jsonl").write_bytes(line("m1"))
    (tmp_path / "locked").mkdir()
    real = os.scandir

    def refused(path: str) -> object:
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", refused)
    assert total_bytes(tmp_path) == len(line("m1"))
    entries = list(read(tmp_path))
    assert outline(entries) == [(1, "m1"), (None, "json")]
    assert str(entries[1].fault) == f"{tmp_path}/locked: this file cannot be read: permission denied"
    with pytest.raises(InputError, match="locked: permission denied"):
        read(tmp_path / "locked")


def test_a_pipe_is_read_and_its_size_is_not_known(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert total_bytes(pipe) is None
    with ThreadPoolExecutor() as pool:
        written = pool.submit(pipe.write_bytes, THREE)
        assert outline(list(read(pipe))) == GOOD
        assert written.result() == len(THREE)


def test_an_error_while_reading_keeps_what_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell():
                raise OSError(5, "Input/output error")
            return super().read(size)

        read1 = read

    path = tmp_path / "a.jsonl"
    path.write_bytes(THREE)
    (tmp_path / "b.jsonl").write_bytes(line("m4"))
    real = Path.open

    def opened(self: Path, *args: object, **kwargs: object) -> io.BytesIO:
        return Failing(THREE) if self == path else real(self, *args, **kwargs)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", opened)
    assert outline(list(read([tmp_path]))) == [*GOOD, (None, "json"), (1, "m4")]


def test_an_id_used_twice_is_a_fault_of_the_later_record(tmp_path: Path) -> None:
    entries = entries_of(tmp_path, line("m1") + line("m2") + line("m1", meta={"other": True}) + line("m3"))
    assert outline(entries) == [(1, "m1"), (2, "m2"), (3, "schema"), (4, "m3")]
    fault = entries[2].fault
    assert fault is not None
    assert fault.message == f'id "m1" was used before, at {tmp_path}/a.jsonl:1; give each record its own'
    assert (fault.id, fault.game, fault.line) == ("m1", "shiji", 3)


def test_an_id_used_in_another_file_is_a_fault_too(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_bytes(b"\n" + line("m1"))
    entries = list(read([tmp_path]))
    assert outline(entries) == [(2, "m1"), (2, "schema")]
    assert f"{tmp_path}/a.jsonl:2" in str(entries[1].fault)


def test_the_id_of_a_record_that_was_refused_is_free(tmp_path: Path) -> None:
    assert outline(entries_of(tmp_path, line("m1", comment=1) + line("m1"))) == [(1, "schema"), (2, "m1")]


def test_a_fault_of_its_own_comes_before_a_used_id(tmp_path: Path) -> None:
    fault = entries_of(tmp_path, line("m1") + line("m1", comment=1))[1].fault
    assert fault is not None
    assert "unknown key" in fault.message


def test_progress_is_told_in_bytes_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(THREE)
    (tmp_path / "b.jsonl.gz").write_bytes(packed(line("m4"), "gz"))
    (tmp_path / "c.jsonl").symlink_to(tmp_path / "gone")
    total = total_bytes([tmp_path])
    assert total == len(THREE) + len(packed(line("m4"), "gz"))
    reader = read([tmp_path])
    assert reader.bytes_read == 0
    next(reader)
    assert reader.bytes_read == len(THREE)
    list(reader)
    assert reader.bytes_read == total


def test_a_file_in_another_encoding_is_told_line_by_line(tmp_path: Path) -> None:
    entries = entries_of(tmp_path, (spelled() + "\n" + spelled("m2")).encode("utf-16"))
    assert [what for _, what in outline(entries)] == ["json", "json"]
    assert all("UTF-16" in str(entry.fault) for entry in entries)


def test_control_characters_in_a_file_name_do_not_reach_the_message(tmp_path: Path) -> None:
    entries = entries_of(tmp_path, b"x\n", "a\x1b[31m.jsonl")
    assert str(entries[0].fault).isprintable()
    assert entries_of(tmp_path, b"x\n", "b\udcff.jsonl")[0].file.endswith("b\\xff.jsonl")
