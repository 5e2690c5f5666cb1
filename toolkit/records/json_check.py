"""The slow, exact judge of whether a line is acceptable JSON, with words for what is wrong.

Stricter than :mod:`json`: no doubled keys at any depth, no NaN or Infinity, no numbers beyond 64 bits, no
unpaired surrogates, no nesting bombs.
"""

import json
import re
from collections import Counter
from itertools import accumulate
from typing import Any, NoReturn

from toolkit.records.faults import quoted, shown
from toolkit.records.limits import Limits

#: Whole numbers from −2**63 to 2**64 − 1 fit into 64 bits, signed or unsigned.
LOWEST_WHOLE = -(2**63)
HIGHEST_WHOLE = 2**64 - 1
LONGEST_WHOLE = 20

SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


class JsonError(Exception):
    """A line that is no acceptable JSON. ``data`` is what it says nevertheless, where that can be told."""

    def __init__(self, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.message = message
        self.data = data


def parse(line: bytes, limits: Limits) -> Any:
    """The value that the line spells, as Python objects; raises JsonError."""
    text = _decoded(line)
    refuse_size(line, limits)
    if line.count(b"[") + line.count(b"{") > limits.depth and _depth(line) > limits.depth:
        raise JsonError(f"lists and objects inside each other more than {limits.depth} deep")
    notes = _Notes()
    try:
        data = notes.decoder().decode(text)
    except json.JSONDecodeError as error:
        raise JsonError(_syntax(text, error) + (_encoding_hint(line) if b"\0" in line else "")) from None
    if notes.first is not None:
        raise JsonError(notes.first, data)
    if SURROGATE.search(text) and _has_lone_surrogate(data):
        raise JsonError("a string with half a surrogate pair (\\ud800 to \\udfff must come in pairs)")
    return data


def refuse_size(line: bytes, limits: Limits) -> None:
    """Raise JsonError if the line could hold more values than the limit (commas, colons and brackets count)."""
    if len(line) > limits.values and sum(map(line.count, (b",", b":", b"[", b"{"))) > limits.values:
        raise JsonError(f"more than {limits.values:,} commas, colons and brackets in one record")


class _Notes:
    """Collects the first thing that :mod:`json` would let pass."""

    def __init__(self) -> None:
        self.first: str | None = None

    def decoder(self) -> json.JSONDecoder:
        return json.JSONDecoder(
            object_pairs_hook=self._object, parse_int=self._whole, parse_float=self._real, parse_constant=self._constant
        )

    def _note(self, message: str) -> None:
        if self.first is None:
            self.first = message

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            doubled = next(key for key, count in counts.items() if count > 1)
            self._note(f"key {quoted(doubled)} stands twice in one object; keep one of them")
        return made

    def _whole(self, digits: str) -> int:
        # Python refuses to read thousands of digits and takes long for fewer, so the length is looked at first.
        value = int(digits) if len(digits) <= LONGEST_WHOLE else HIGHEST_WHOLE + 1
        if not LOWEST_WHOLE <= value <= HIGHEST_WHOLE:
            self._note(f"number {shown(digits, 30)} does not fit into 64 bits")
        return value

    def _real(self, digits: str) -> float:
        value = float(digits)
        if value in (float("inf"), float("-inf")):
            self._note(f"number {shown(digits, 30)} does not fit into 64 bits")
        return value

    def _constant(self, word: str) -> None:
        self._note(f"{word} is no JSON; leave the value out or write a number")


def _depth(line: bytes) -> int:
    """How deep the brackets outside strings nest."""
    brackets = STRING.sub(b"", line).translate(None, NOT_BRACKETS)
    return max(accumulate((1 if bracket in b"[{" else -1 for bracket in brackets), initial=0))


def _has_lone_surrogate(data: Any) -> bool:
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _syntax(text: str, error: json.JSONDecodeError) -> str:
    rest = text[error.pos :].strip()
    if error.msg == "Extra data":
        return f"column {error.pos + 1}: something goes on behind the record: {quoted(rest, 30)}; one record a line"
    if not rest or error.msg.startswith("Unterminated string"):
        return f"the line stops in the middle after {len(text)} characters (cut off, or broken over several lines?)"
    return f"column {error.pos + 1}: no JSON ({error.msg.lower()}), found {quoted(rest, 30)}"


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        _not_utf8(line, error)


def _not_utf8(line: bytes, error: UnicodeDecodeError) -> NoReturn:
    found = f"not UTF-8: byte 0x{line[error.start]:02x} at offset {error.start} of the line"
    raise JsonError(found + _encoding_hint(line))


def _encoding_hint(line: bytes) -> str:
    """What a line looks like that is not UTF-8, or ASCII with NUL bytes between."""
    name = _likely_encoding(line)
    if name is None:
        return "; it looks like binary data" if b"\0" in line else ""
    label, charset = name
    return f"; it looks like {label}: convert the file with `iconv -f {charset} -t UTF-8`"


def _likely_encoding(line: bytes) -> tuple[str, str] | None:
    sample = line[: 1 << 16]
    if sample.startswith((b"\xff\xfe", b"\xfe\xff")) or sample[:64].count(0) * 3 > len(sample[:64]):
        return "UTF-16", "UTF-16"
    if sample.count(0):
        return None
    for codec, label, charset in (("euc_jp", "EUC-JP", "EUC-JP"), ("cp932", "Shift_JIS", "CP932")):
        try:
            text = sample.decode(codec)
        except UnicodeDecodeError as error:
            if len(sample) == len(line) or error.start < len(sample) - 2:
                continue
            text = sample[: error.start].decode(codec)
        if any("\u3041" <= character <= "\u9fff" for character in text):
            return label, charset
    high = sum(byte >= 0x80 for byte in sample)
    return ("Latin-1 or Windows-1252", "WINDOWS-1252") if high * 5 < len(sample) else None
