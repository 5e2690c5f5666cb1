"""Records for the tests of this folder: the samples, and small ones made to order."""

import json
from pathlib import Path
from typing import Any

from toolkit.records.faults import Fault
from toolkit.records.judging import judge
from toolkit.records.limits import DEFAULT_LIMITS, Limits
from toolkit.records.model import Record
from toolkit.records.reading import Entry, read

SAMPLES = Path(__file__).parent / "samples.jsonl"
SAMPLE_LINES = SAMPLES.read_bytes().splitlines(keepends=True)

#: As value of :func:`spelled`: the key is left out.
ABSENT = object()


def spelled(name: str = "m1", **changes: Any) -> str:
    """A small record as text, with some keys changed, added or left out."""
    data: dict[str, Any] = {
        "format": 1,
        "game": "shiji",
        "id": name,
        "players": ["Aoi", "蓮"],
        "rounds": [{"deal": {}, "moves": ["p1 hand 01247朝"], "result": {"points": [-1, 1], "reason": "hoi"}}],
        "result": {"points": [-1, 1], "ranks": [2, 1]},
    }
    data.update(changes)
    return json.dumps({key: value for key, value in data.items() if value is not ABSENT}, ensure_ascii=False)


def line(name: str = "m1", **changes: Any) -> bytes:
    """A small record as a line with its end."""
    return (spelled(name, **changes) + "\n").encode()


def fault_in(text: str | bytes, limits: Limits = DEFAULT_LIMITS) -> Fault:
    """The fault of a line that has one."""
    judged = judge(text.encode() if isinstance(text, str) else text, limits)
    assert isinstance(judged, Fault)
    return judged


def record_in(text: str | bytes) -> Record:
    """The record of a line that has none."""
    judged = judge(text.encode() if isinstance(text, str) else text)
    assert isinstance(judged, Record), judged
    return judged


def entries_of(folder: Path, data: bytes, name: str = "a.jsonl", limits: Limits = DEFAULT_LIMITS) -> list[Entry]:
    """What a file of these bytes reads as."""
    path = folder / name
    path.write_bytes(data)
    return list(read([path], limits=limits))


def outline(entries: list[Entry]) -> list[tuple[int | None, str]]:
    """Line and either the record's id or the fault's kind, for each entry."""
    found = []
    for entry in entries:
        if entry.record is not None:
            found.append((entry.line, entry.record.id))
        else:
            assert entry.fault is not None
            found.append((entry.line, str(entry.fault.kind)))
    return found
