"""Records out of files, one at a time; a bad one becomes a fault and never stops the others."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from toolkit.records.faults import Fault, Kind, quoted, shown
from toolkit.records.ids import IdTable
from toolkit.records.judging import judge
from toolkit.records.limits import DEFAULT_LIMITS, Limits
from toolkit.records.lines import Line, LineSplitter
from toolkit.records.model import Record
from toolkit.records.streams import InputError, Stream, StreamError, sources, total_bytes

__all__ = ["Entry", "InputError", "Limits", "Reader", "read", "total_bytes"]

LINE_BITS = 40


class Entry(NamedTuple):
    """What one line held: either ``record`` or ``fault`` is set. ``size`` is the line's length in bytes.

    ``line`` is None (and ``size`` 0) for the fault of a file that could not be read as a whole.
    """

    file: str
    line: int | None
    record: Record | None
    fault: Fault | None
    size: int

    def fault_of(self, kind: Kind, message: str, **where: Any) -> Fault:
        """A fault of this entry's record, with file, line, id and game filled in."""
        assert self.record is not None
        return Fault(kind, message, self.file, self.line, self.record.id, self.record.game, **where)


class Reader:
    """An iterator over the entries of some files, which tells how far it is.

    Memory: one line, one chunk, and some 30 bytes a record for the ids that were seen.
    """

    def __init__(self, paths: str | Path | Iterable[str | Path], limits: Limits = DEFAULT_LIMITS) -> None:
        self._sources = sources(paths)
        self._limits = limits
        self._ids = IdTable()
        self._done = 0
        self._stream: Stream | None = None
        self._entries = self._read()

    def __iter__(self) -> Iterator[Entry]:
        return self._entries

    def __next__(self) -> Entry:
        return next(self._entries)

    @property
    def bytes_read(self) -> int:
        """Bytes taken from the files so far, compressed ones as they lie on disk; compare ``total_bytes``."""
        return self._done + (self._stream.taken if self._stream is not None else 0)

    def _read(self) -> Iterator[Entry]:
        for index, source in enumerate(self._sources):
            try:
                with source.open() as raw:
                    self._stream = Stream(raw, source.form, self._limits)
                    yield from self._entries_of(source.label, index, self._stream)
            except OSError as error:
                message = f"this file cannot be read: {(error.strerror or str(error)).lower()}"
                yield _broken(source.label, None, message)
            self._done, self._stream = self.bytes_read, None

    def _entries_of(self, file: str, index: int, stream: Stream) -> Iterator[Entry]:
        splitter = LineSplitter(self._limits.line_bytes)
        try:
            for chunk in stream.chunks():
                for line in splitter.feed(chunk):
                    yield self._entry(file, index, line)
        except StreamError as error:
            yield from self._last_before_break(file, index, splitter, error)
            return
        last = splitter.finish()
        if last is not None:
            yield self._entry(file, index, last)

    def _last_before_break(self, file: str, index: int, splitter: LineSplitter, error: StreamError) -> Iterator[Entry]:
        """The last line before a stream broke, if it is whole, and the fault of the stream."""
        number = splitter.number
        last = splitter.finish()
        if last is not None and last.text is not None and isinstance(judge(last.text, self._limits), Record):
            yield self._entry(file, index, last)
            number += 1
        yield _broken(file, number, f"the file {error}")

    def _entry(self, file: str, index: int, line: Line) -> Entry:
        number = line.number
        if line.text is None:
            limit = self._limits.line_bytes
            message = f"a line of {line.size:,} bytes, more than the limit of {limit:,}; one record a line"
            return Entry(file, number, None, Fault(Kind.JSON, message, file, number), line.size)
        judged = judge(line.text, self._limits)
        if isinstance(judged, Fault):
            fault = judged
        else:
            first = self._ids.add(judged.id, index << LINE_BITS | number)
            if first is None:
                return Entry(file, number, judged, None, line.size)
            before = f"{self._sources[first >> LINE_BITS].label}:{first & (1 << LINE_BITS) - 1}"
            message = f"id {quoted(judged.id)} was used before, at {shown(before, None)}; give each record its own"
            fault = Fault(Kind.SCHEMA, message, id=judged.id, game=judged.game)
        located = Fault(fault.kind, fault.message, file, number, fault.id, fault.game, expected=fault.expected)
        return Entry(file, number, None, located, line.size)


def _broken(file: str, line: int | None, message: str) -> Entry:
    return Entry(file, line, None, Fault(Kind.JSON, message, file, line), 0)


def read(paths: str | Path | Iterable[str | Path], *, limits: Limits = DEFAULT_LIMITS) -> Reader:
    """Read records from a path or several: files, folders and standard input (``-``), streaming.

    Takes ``.jsonl``, ``.jsonl.gz`` and ``.jsonl.zst`` files; other names and standard input are recognised by their
    first bytes. Raises :class:`InputError` at once for a path that is missing, forbidden or a folder without
    records; everything found later (a file in a folder that cannot be read, a stream that breaks off) is an entry
    with a fault of kind ``json``, and reading goes on behind it. A record whose id was used before in the same run is
    a fault of kind ``schema``; so are all records of a file that is named twice.
    """
    return Reader(paths, limits)
