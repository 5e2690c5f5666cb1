"""Lines out of chunks of bytes, never holding more than one line and one chunk."""

from collections.abc import Iterator
from typing import NamedTuple

BLANK = b" \t\r\n"
BOM = b"\xef\xbb\xbf"


class Line(NamedTuple):
    """One line that is not blank, without its end; ``text`` is None if it exceeds the limit."""

    number: int
    text: bytes | None
    size: int


class LineSplitter:
    """Splits a stream into lines at every LF; blank lines are counted and left out.

    A line above ``limit`` bytes is not kept, only measured. A byte order mark at the start of any line is dropped
    (files with one may have been joined); CR before LF is left, since JSON takes it for a blank.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        #: Number of the line that the next byte belongs to.
        self.number = 1
        self._pieces: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> Iterator[Line]:
        """The lines that end within the chunk."""
        if not self._size and not chunk.strip(BLANK):
            self.number += chunk.count(b"\n")  # megabytes of blank lines need not be looked at one by one
            self._keep(chunk[chunk.rfind(b"\n") + 1 :])
            return
        lines = chunk.split(b"\n")
        rest = lines.pop()
        for text in lines:
            line = self._ended(text)
            if line is not None:
                yield line
        self._keep(rest)

    def finish(self) -> Line | None:
        """The last line, if the stream did not end with LF."""
        return self._ended(b"")

    def _keep(self, piece: bytes) -> None:
        if piece:
            self._size += len(piece)
            if self._size > self.limit:
                self._pieces.clear()
            else:
                self._pieces.append(piece)

    def _ended(self, text: bytes) -> Line | None:
        number = self.number
        self.number = number + 1
        size = self._size + len(text)
        if self._size:
            text = b"".join((*self._pieces, text)) if size <= self.limit else b""
            self._pieces.clear()
            self._size = 0
        if size > self.limit:
            return Line(number, None, size)
        if text.startswith(BOM):
            text = text[len(BOM) :]
        if not text or (text.isspace() and not text.strip(BLANK)):
            return None
        return Line(number, text, size)
