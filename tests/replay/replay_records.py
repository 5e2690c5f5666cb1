"""Records to replay: sampled ones, and changed copies of them."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec

from toolkit.records.faults import Fault
from toolkit.records.model import MatchResult, Record, Round, RoundResult
from toolkit.records.reading import Entry
from toolkit.replay import Mode, Outcome, Replayer
from toolkit.replay.batch import Wanted
from toolkit.simulate import Sampler

ALL = Wanted(counts=True, events=True)


@cache
def sampled(players: int = 3, match: int = 0, rounds: int = 2, kind: str = "random") -> Record:
    """A complete record of 猪牡忠臣 without a redealt round."""
    sampler = Sampler("shishibo", [kind] * players, 42, rules={"rounds": rounds}, mode=Mode.INTERPRETED)
    while True:
        record = sampler.record(match)
        if len(record.rounds) == rounds:
            return record
        match += 1000


def changed(record: Record, **values: Any) -> Record:
    """A copy of a record with other values."""
    return msgspec.structs.replace(record, **values)


def with_round(record: Record, number: int, **values: Any) -> Record:
    """A copy of a record with other values in one round (from 0)."""
    rounds = list(record.rounds)
    rounds[number] = msgspec.structs.replace(rounds[number], **values)
    return changed(record, rounds=rounds)


def with_moves(record: Record, number: int, moves: Sequence[str]) -> Record:
    """A copy with other moves in one round, and without claims that they would contradict."""
    return changed(with_round(without_results(record), number, moves=list(moves)))


def without_results(record: Record) -> Record:
    """A copy that claims nothing."""
    return changed(record, result=None, rounds=[msgspec.structs.replace(each, result=None) for each in record.rounds])


def entries(records: Iterable[Record]) -> list[Entry]:
    """Entries of one file, a line each."""
    return [Entry("a.jsonl", number, record, None, 1) for number, record in enumerate(records, 1)]


def outcome_of(record: Record, mode: Mode = Mode.INTERPRETED) -> Outcome:
    """What becomes of a record."""
    (outcome,) = Replayer(ALL, mode).outcomes(entries([record]))
    return outcome


def fault_in(record: Record) -> Fault:
    """The fault of a record that has one."""
    fault = outcome_of(record).fault
    assert fault is not None
    return fault


def place(fault: Fault) -> tuple[str, int | None, int | None]:
    """Kind, round and move of a fault."""
    return str(fault.kind), fault.round, fault.move


__all__ = ["MatchResult", "Round", "RoundResult"]
