"""Whatever happens to the bytes of a file, reading gives entries, and untouched records survive."""

import gzip
import json
import random
from pathlib import Path

import pytest
import zstandard
from record_samples import SAMPLE_LINES, line

from toolkit.records import streams
from toolkit.records.limits import Limits
from toolkit.records.reading import Entry, read

LINES = [
    *SAMPLE_LINES,
    line("the first", meta={"at": "12:30", "n": 1.0}),
    line("another", players=["a:b", "é"]),
    line("last of all", unfinished=True),
]
IDS = {json.loads(text)["id"] for text in LINES}
LIMITS = Limits(line_bytes=8000, unpacked_bytes=1 << 20)


PUT_IN = [
    b'"',
    b"{",
    b"}",
    b"[",
    b",",
    b":",
    b"\\",
    b"\0",
    b"\r",
    b"9" * 30,
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"null",
    b"-",
]
PUT_IN += [b'"id": 1, ', b"1e999", b"\\ud800"]


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The data with some bytes changed, put in, taken out or doubled."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(changed))
        match chance.randrange(5):
            case 0:
                changed[at] = chance.randrange(256)
            case 1:
                changed[at] ^= 1 << chance.randrange(8)
            case 2:
                changed[at:at] = chance.choice(PUT_IN)
            case 3:
                del changed[at : at + chance.randint(1, 20)]
            case _:
                changed[at:at] = changed[at : at + chance.randint(1, 40)]
    return bytes(changed)


def essence(entries: list[Entry]) -> set[str]:
    for entry in entries:
        assert (entry.record is None) != (entry.fault is None)
        if entry.fault is not None:
            assert entry.fault.kind in ("json", "schema")
            assert str(entry.fault).isprintable()
    return {entry.record.id for entry in entries if entry.record is not None}


@pytest.mark.parametrize("seed", range(150))
def test_a_damaged_line_never_touches_the_others(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    monkeypatch.setattr(streams, "CHUNK", chance.choice([7, 64, 1000, 1 << 18]))
    target = chance.randrange(len(LINES))
    lines = [*LINES]
    lines[target] = mutated(LINES[target][:-1], chance) + b"\n"
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(lines))
    assert essence(list(read([path], limits=LIMITS))) >= IDS - {json.loads(LINES[target])["id"]}


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst", "a"])
def test_no_damage_of_a_file_raises_anything(tmp_path: Path, name: str, seed: int) -> None:
    chance = random.Random(seed)
    data = b"".join(LINES)
    if name.endswith("gz"):
        data = gzip.compress(data, mtime=0)
    elif name.endswith("zst"):
        data = zstandard.compress(data)
    path = tmp_path / name
    path.write_bytes(mutated(data, chance))
    essence(list(read([path], limits=LIMITS)))
