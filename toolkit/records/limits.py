"""How much a reader takes before it calls an input broken."""

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of reading; the defaults are far above any real record."""

    #: Bytes of one line.
    line_bytes: int = 64 * MIB
    #: Lists and objects inside each other.
    depth: int = 64
    #: Commas, colons and brackets of one record: values, roughly. Keeps a line from becoming far larger in memory.
    values: int = 4_000_000
    #: Rounds of one record: room for the events of a whole match is made at once.
    rounds: int = 5_000
    #: A compressed file is refused when it unpacks to more than this many bytes …
    unpacked_bytes: int = 1024 * MIB
    #: … and to more than this many times its own size. Deflate reaches 1,030 on a single repeated byte; a log of the
    #: same few games over and over reaches 400.
    unpacked_ratio: int = 900


DEFAULT_LIMITS = Limits()
