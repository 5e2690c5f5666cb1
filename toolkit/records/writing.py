"""Records into files, in their one canonical spelling."""

import gzip
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, cast

import zstandard

from toolkit.records.model import MatchResult, Record, Round
from toolkit.records.output import OutputError, atomic_path, output_errors
from toolkit.records.streams import STDIN

__all__ = ["OutputError", "RecordWriter", "atomic_path", "json_text", "to_line"]

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False).encode


def json_text(value: Any) -> str:
    """Canonical JSON: separators ``, `` and ``: ``, escapes only where JSON needs them, keys as they come."""
    return _encode(value)


def to_line(record: Record) -> bytes:
    """The canonical line of a record, with its LF.

    Keys stand in the order of the format's table, those of a deal in alphabetical order, options in the order
    given; empty ``rules`` and absent keys are left out. ``meta`` keeps its own bytes (line breaks between its tokens,
    which only a program can have put there, become blanks). Reading the line and writing the record again gives
    the same bytes. Raises ValueError for what JSON or UTF-8 cannot hold (NaN, half a surrogate pair).
    """
    parts = [
        f'"format": {record.format}',
        f'"game": {_encode(record.game)}',
        f'"id": {_encode(record.id)}',
        f'"players": {_encode(record.players)}',
    ]
    if record.rules:
        parts.append(f'"rules": {_encode(record.rules)}')
    meta = bytes(record.meta)
    if meta:
        parts.append(f'"meta": {_meta(meta)}')
    parts.append(f'"rounds": {_encode([_round(each) for each in record.rounds])}')
    if record.result is not None:
        parts.append(f'"result": {_encode(_match_result(record.result))}')
    if record.unfinished:
        parts.append('"unfinished": true')
    return ("{" + ", ".join(parts) + "}\n").encode()


def _meta(text: bytes) -> str:
    return text.translate(bytes.maketrans(b"\r\n", b"  ")).strip(b" \t").decode()


def _round(each: Round) -> dict[str, Any]:
    made: dict[str, Any] = {"deal": dict(sorted(each.deal.items())), "moves": each.moves}
    if each.result is not None:
        made["result"] = {"points": each.result.points, "reason": each.result.reason}
    return made


def _match_result(result: MatchResult) -> dict[str, Any]:
    made = {"points": result.points, "ranks": result.ranks}
    if result.rank_points is not None:
        made["rank_points"] = result.rank_points
    return made


class RecordWriter:
    """Writes records to a file that appears only when it is complete; a context manager.

    ``.gz`` and ``.zst`` names are compressed, always to the same bytes; ``-`` is standard output. Raises OutputError
    where a file exists (unless ``force``) or cannot be written. A closed pipe stays a BrokenPipeError.
    """

    def __init__(self, path: str | Path, *, force: bool = False) -> None:
        self.path = str(path)
        self.force = force
        #: Records written so far.
        self.count = 0
        self._stack = ExitStack()
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        with self._stack:
            if self.path == STDIN:
                self._file = sys.stdout.buffer
                self._stack.callback(sys.stdout.buffer.flush)
            else:
                self._stack.enter_context(output_errors(self.path))
                raw = self._stack.enter_context(
                    self._stack.enter_context(atomic_path(self.path, force=self.force)).open("wb")
                )
                self._file = self._stack.enter_context(_compressed(raw, self.path))
            self._stack = self._stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def write(self, record: Record) -> None:
        """Append one record."""
        self.write_line(to_line(record))

    def write_line(self, line: bytes) -> None:
        """Append one line as :func:`to_line` makes them."""
        assert self._file is not None, "a RecordWriter is used in a with statement"
        self._file.write(line)
        self.count += 1


def _compressed(raw: IO[bytes], name: str) -> IO[bytes]:
    if name.lower().endswith(".gz"):
        # No name and no time in the header: the same records give the same bytes.
        return cast(IO[bytes], gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0, compresslevel=6))
    if name.lower().endswith((".zst", ".zstd")):
        compressor = zstandard.ZstdCompressor(level=3, write_checksum=True)
        return cast(IO[bytes], compressor.stream_writer(raw, closefd=False))
    return raw
