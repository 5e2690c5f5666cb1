"""Bytes out of files, standard input and compressed streams, in chunks of bounded size."""

import errno
import os
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal

import zstandard

from toolkit.records.faults import shown
from toolkit.records.limits import Limits

SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst")
STDIN = "-"
#: Small enough that the allocator reuses the memory; four times as much reads a third slower.
CHUNK = 1 << 16
#: A zstandard block of 4 bytes can stand for 128 KiB and its decoder has no bound on output, so it is fed little.
ZSTD_SLICE = 512

Form = Literal["plain", "gzip", "zstd"]
MAGIC: tuple[tuple[bytes, Form], ...] = ((b"\x1f\x8b", "gzip"), (b"\x28\xb5\x2f\xfd", "zstd"))
NAMES = {"plain": "plain text", "gzip": "gzip", "zstd": "zstandard"}


class InputError(OSError):
    """A path that was asked for and cannot be read at all: missing, forbidden, or a folder without records."""


class StreamError(Exception):
    """A stream that breaks off or is not what its name says; the message completes "the file …"."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file to be read, or standard input; ``error`` is set if it is already known to be unreadable."""

    path: str
    error: OSError | None = None

    @property
    def label(self) -> str:
        """The path as text that any encoder takes."""
        return os.fsencode(self.path).decode("utf-8", "backslashreplace")

    def open(self) -> AbstractContextManager[IO[bytes]]:
        """The file, opened unbuffered; OSError as usual."""
        if self.error is not None:
            raise self.error
        if self.path == STDIN:
            return nullcontext(sys.stdin.buffer)
        return Path(self.path).open("rb", buffering=0)

    @property
    def form(self) -> Form | None:
        """The form that the name tells; None if it tells none."""
        name = self.path.lower()
        if name.endswith(".gz"):
            return "gzip"
        if name.endswith((".zst", ".zstd")):
            return "zstd"
        return "plain" if name.endswith((".jsonl", ".ndjson", ".json")) else None


class Stream:
    """The unpacked bytes of one source; ``taken`` counts the bytes read from the file itself."""

    def __init__(self, raw: IO[bytes], form: Form | None, limits: Limits) -> None:
        self.taken = 0
        self._unpacked = 0
        self._limits = limits
        self._form = form
        # A pipe should hand on what it has instead of waiting for a full chunk.
        self._read: Any = getattr(raw, "read1", raw.read)

    def chunks(self) -> Iterator[bytes]:
        """Chunks of unpacked bytes; raises StreamError where the stream breaks, OSError where reading fails."""
        first = self._first()
        found: Form = next((form for magic, form in MAGIC if first.startswith(magic)), "plain")
        if self._form not in (None, found) and (first or self._form != "plain"):
            raise StreamError(self._misnamed(first, found))
        if found == "plain":
            while first:
                yield first
                first = self._take()
        else:
            yield from self._bounded(self._gzip(first) if found == "gzip" else self._zstd(first))

    def _misnamed(self, first: bytes, found: Form) -> str:
        assert self._form is not None
        if not first:
            return "is empty, so it is cut off: a compressed stream has at least a header"
        name = "binary data" if found == "plain" and b"\0" in first[:512] else NAMES[found]
        return f"is {name} inside, though its name says {NAMES[self._form]}; rename it to fit"

    def _take(self) -> bytes:
        data: bytes = self._read(CHUNK) or b""
        self.taken += len(data)
        return data

    def _first(self) -> bytes:
        first = self._take()
        while 0 < len(first) < 4:
            more = self._take()
            if not more:
                break
            first += more
        return first

    def _bounded(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        limits = self._limits
        for chunk in chunks:
            for start in range(0, len(chunk), CHUNK):
                yield chunk[start : start + CHUNK]
            self._unpacked += len(chunk)
            if self._unpacked > limits.unpacked_bytes and self._unpacked > limits.unpacked_ratio * self.taken:
                raise StreamError(
                    f"unpacks to more than {limits.unpacked_ratio} times its size (a decompression bomb?) and is not "
                    "read further; unpack it by hand if it can be trusted"
                )

    def _gzip(self, data: bytes) -> Iterator[bytes]:
        decoder = zlib.decompressobj(wbits=31)
        while data:
            try:
                yield decoder.decompress(data, CHUNK)
            except zlib.error as error:
                raise StreamError(f"is damaged: its gzip stream cannot be unpacked ({shown(str(error))})") from None
            data = decoder.unconsumed_tail
            if decoder.eof:
                data = decoder.unused_data.lstrip(b"\0") or self._next_member()
                if not data:
                    return
                if len(data) < 2:
                    data += self._take()
                if not data.startswith(b"\x1f\x8b"):
                    raise StreamError("goes on with something else behind its gzip stream")
                decoder = zlib.decompressobj(wbits=31)
            elif not data:
                data = self._take()
        raise StreamError("is cut off: its gzip stream has no end; write or download it again")

    def _next_member(self) -> bytes:
        """The next bytes behind a gzip member, padding of zeros left out."""
        data = self._take()
        while data and not data.lstrip(b"\0"):
            data = self._take()
        return data.lstrip(b"\0")

    def _zstd(self, data: bytes) -> Iterator[bytes]:
        context = zstandard.ZstdDecompressor(max_window_size=1 << 27)
        decoder = context.decompressobj()
        fresh = False
        while data:
            for start in range(0, len(data), ZSTD_SLICE):
                rest = data[start : start + ZSTD_SLICE]
                while rest:
                    if fresh:
                        decoder, fresh = context.decompressobj(), False
                    try:
                        yield decoder.decompress(rest)
                    except zstandard.ZstdError as error:
                        raise StreamError(
                            f"is damaged: its zstandard stream cannot be unpacked ({shown(str(error))})"
                        ) from None
                    fresh = decoder.eof
                    rest = decoder.unused_data if fresh else b""
            data = self._take()
        if not fresh:
            raise StreamError("is cut off: its zstandard stream has no end; write or download it again")


def sources(paths: str | Path | Iterable[str | Path]) -> list[Source]:
    """The files that a path or some paths stand for, in order: folders are searched through, their files sorted.

    ``-`` is standard input. In folders only names ending in ``SUFFIXES`` count; hidden files and folders are left
    out (unfinished outputs are among them). Raises InputError for a path that is missing, that may not be read, or
    that is a folder without records; what cannot be read inside a folder becomes a source with an error.
    """
    found: list[Source] = []
    for path in map(str, [paths] if isinstance(paths, str | Path) else paths):
        if not path:
            raise InputError("an empty path (a variable that is not set?); . is the folder you are in")
        if path == STDIN:
            if any(source.path == STDIN for source in found):
                raise InputError("standard input (-) can be read only once")
            found.append(Source(path))
        elif Path(path).is_dir():
            found.extend(_inside(path))
        else:
            try:
                Path(path).stat()
            except (OSError, ValueError) as error:
                raise InputError(f"{shown(path, None)}: {_reason(error)}") from None
            if not os.access(path, os.R_OK):
                raise InputError(f"{shown(path, None)}: permission denied")
            found.append(Source(path))
    return found


def _inside(folder: str) -> list[Source]:
    found: list[Source] = []

    def unreadable(error: OSError) -> None:
        if os.fspath(error.filename) == folder:
            raise InputError(f"{shown(folder, None)}: {_reason(error)}")
        found.append(Source(error.filename, error))

    for place, folders, files in os.walk(folder, onerror=unreadable):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            if name.lower().endswith(SUFFIXES) and not name.startswith("."):
                found.append(_found(os.path.join(place, name)))  # noqa: PTH118 - half the time of a Path
    if not found:
        raise InputError(f"{shown(folder, None)}: no records in this folder; their names end in {', '.join(SUFFIXES)}")
    return sorted(found, key=lambda source: source.path)


def _found(path: str) -> Source:
    """A file of a folder; a pipe or device, where reading may wait for ever, is read only if it is named itself."""
    try:
        special = not stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH116 - half the time of a Path
    except OSError:  # told when it is opened
        special = False
    return Source(path, OSError(errno.EINVAL, "neither a file nor a folder", path) if special else None)


def _reason(error: Exception) -> str:
    return error.strerror.lower() if isinstance(error, OSError) and error.strerror else str(error)


def total_bytes(paths: str | Path | Iterable[str | Path]) -> int | None:
    """The size of all the files together, as :func:`sources` finds them; None if it cannot be known beforehand."""
    total = 0
    for source in sources(paths):
        if source.path == STDIN:
            return None
        path = Path(source.path)
        if source.error is None and path.exists():
            if not path.is_file():
                return None
            total += path.stat().st_size
    return total
