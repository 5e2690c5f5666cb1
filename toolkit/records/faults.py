"""What can be wrong with a record, as a value: where, what was found, what was expected."""

import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

#: Longer pieces of input are shortened in messages.
SHOWN = 60
#: Characters of a text that are searched for look-alikes.
LOOKED_AT = 200
#: More alternatives than this are not listed in the one-line form.
LISTED = 12


class Kind(StrEnum):
    """The kinds of faults, in the order in which a record is judged."""

    JSON = "json"
    SCHEMA = "schema"
    DEAL = "deal"
    TOKEN = "token"
    AFTER_END = "after-end"
    ACTOR = "actor"
    ILLEGAL = "illegal"
    INCOMPLETE = "incomplete"
    RESULT = "result"


def shown(text: str, most: int | None = SHOWN) -> str:
    """Text of the input as it may stand in a message: nothing that steers a terminal, and not too long.

    Control, format and look-alike space characters are written as escapes; what exceeds ``most`` characters
    is replaced by an ellipsis.
    """
    if most is not None and len(text) > most:
        text = text[: most - 1] + "…"
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else _escaped(character) for character in text)


def shown_name(name: str, most: int | None = None) -> str:
    """A player's name as it may be printed: like :func:`shown`, but a wide space between its parts is a space."""
    return shown(name.replace("\u3000", " "), most)


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def quoted(text: str, most: int | None = SHOWN) -> str:
    """Text of the input in double quotes, safe for a message."""
    return f'"{shown(text, most)}"'


def look_alike(text: str) -> str:
    """A hint for text that cannot be read: the first character that only looks like one of the format's, by name.

    Characters of the format are ASCII or CJK ideographs; wide digits, other alphabets, kana and odd spaces are neither.
    Empty where there is none.
    """
    for character in text[:LOOKED_AT]:
        name = unicodedata.name(character, f"U+{ord(character):04X}")
        if not character.isascii() and not name.startswith("CJK UNIFIED IDEOGRAPH"):
            return f"; it has the character {quoted(character)} ({name})"
    return ""


def listed(words: tuple[str, ...]) -> str:
    """``a, b or c``, cut after ``LISTED`` words."""
    if len(words) > LISTED:
        return ", ".join(words[:LISTED]) + f" … ({len(words)} in all)"
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " or " + words[-1]


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of one record (or of one file, where no line can be told).

    ``message`` is a sentence of its own: what was found, and how to mend it where that is not plain. ``line``,
    ``round`` and ``move`` count from 1. ``expected`` are the legal alternatives, when there are few.
    """

    kind: Kind
    message: str
    file: str | None = None
    line: int | None = None
    id: str | None = None
    game: str | None = None
    round: int | None = None
    move: int | None = None
    rule: str | None = None
    token: str | None = None
    expected: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The object that ``fuda validate --json`` prints for a bad record."""
        return {
            "file": self.file,
            "line": self.line,
            "id": self.id,
            "ok": False,
            "kind": str(self.kind),
            "round": self.round,
            "move": self.move,
            "rule": self.rule,
            "token": self.token,
            "message": self.message,
            "expected": list(self.expected),
        }

    def place(self) -> str:
        """Where the fault is: ``a.jsonl:7: record "m1", round 2, move 17 "p1 play 5K"``."""
        at = "" if self.file is None else shown(self.file, None) + ":" + ("" if self.line is None else f"{self.line}:")
        inside = []
        if self.id is not None:
            inside.append(f"record {quoted(self.id)}")
        if self.round is not None:
            inside.append(f"round {self.round}")
        if self.move is not None:
            inside.append(f"move {self.move}" + ("" if self.token is None else " " + quoted(self.token)))
        return " ".join(part for part in (at, ", ".join(inside)) if part)

    def __str__(self) -> str:
        place = self.place()
        text = f"{place}{' ' if place.endswith(':') else ': '}" if place else ""
        text += shown(self.message, None)  # whatever of the input it quotes
        if self.expected:
            text += "; expected " + listed(tuple(shown(word) for word in self.expected))
        if self.rule is not None:
            see = "" if self.game is None else f"; see `fuda rules {shown(self.game)} {shown(self.rule)}`"
            text += f" (rule {shown(self.rule)}{see})"
        return text
