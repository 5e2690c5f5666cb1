"""Recorded games judged again under other rules: the same deals, the same moves, other consequences.

What the players would have done under the other rules is not asked. A record in which a move would not be legal, or
which would end earlier or later than it does, cannot be judged again and is left out as a whole.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import msgspec

from toolkit.games.game import Game
from toolkit.records.faults import Fault, Kind
from toolkit.records.model import Record
from toolkit.records.reading import Entry
from toolkit.replay.batch import Wanted
from toolkit.replay.stream import Mode, Outcome, Replayer

#: Why records drop out, by the kind of their fault under the new rules.
REASONS = {
    Kind.SCHEMA: "the options do not go together",
    Kind.DEAL: "the deal is none of the new rules",
    Kind.TOKEN: "a move cannot be read",
    Kind.AFTER_END: "a round or the match ends earlier",
    Kind.ACTOR: "another player has the move",
    Kind.ILLEGAL: "a move is not legal",
    Kind.INCOMPLETE: "a round or the match ends later",
}


class Rescored(NamedTuple):
    """One record under its own rules and under the new ones; ``after`` is None where it is faulty already before."""

    before: Outcome
    after: Outcome | None

    @property
    def fault(self) -> Fault | None:
        """Why it could not be judged again."""
        return self.before.fault if self.after is None else self.after.fault

    @property
    def record(self) -> Record:
        """The record with the new rules and without claimed results."""
        assert self.after is not None
        assert self.after.entry.record is not None
        return self.after.entry.record


class Rescorer:
    """Judges records again. ``rules`` gives the options (names and values of a record) that replace a game's own.

    Other options of a record stay as they are. ``mode`` and ``announce`` are those of :class:`Replayer`.
    """

    def __init__(
        self,
        rules: Callable[[Game], Mapping[str, object]],
        mode: Mode = Mode.AUTO,
        announce: Callable[[Game], None] = lambda _game: None,
    ) -> None:
        self._rules = rules
        self._before = Replayer(Wanted(), mode, announce)
        self._after = Replayer(Wanted(), mode, announce)

    def batches(self, entries: Iterable[Entry]) -> Iterator[list[Rescored]]:
        """All entries judged twice, in order, some hundred at a time."""
        for batch in self._before.batches(entries):
            good = (self._changed(outcome) for outcome in batch if outcome.fault is None)
            after = self._after.outcomes(good)
            yield [Rescored(each, None if each.fault is not None else _judged(each, next(after))) for each in batch]

    def _changed(self, outcome: Outcome) -> Entry:
        """The entry with the new rules; what it claims came out is dropped, as it was said of the old ones."""
        record, rows = outcome.entry.record, outcome.rows
        assert record is not None
        assert rows is not None
        made = msgspec.structs.replace(
            record,
            rules={**record.rules, **self._rules(rows.game)},
            rounds=[msgspec.structs.replace(each, result=None) for each in record.rounds],
            result=None,
        )
        return outcome.entry._replace(record=made)


def rescored_record(record: Record) -> Record:
    """The record with the results that its rules give, as the toolkit writes it."""
    from toolkit.replay.rebuild import canonical

    return canonical(record)


def _judged(before: Outcome, after: Outcome) -> Outcome:
    """The outcome under the new rules, with a fault in their terms."""
    fault = after.fault
    if fault is None:
        shorter = [was and not now for was, now in zip(before.complete, after.complete, strict=True)]
        if not any(shorter):
            return after
        # An unfinished record whose last round was over, and is not under the new rules.
        number, record = shorter.index(True), after.entry.record
        assert record is not None
        move = len(record.rounds[number].moves) + 1
        fault = after.entry.fault_of(Kind.INCOMPLETE, "", round=number + 1, move=move)
    return Outcome(after.entry, replace(fault, message=_message(fault, after.entry)))


def _message(fault: Fault, entry: Entry) -> str:
    """What is wrong, where the words for a record that is read would mislead."""
    record = entry.record
    assert record is not None
    if fault.kind is Kind.AFTER_END:
        if fault.move == 1 and (fault.round or 0) > 1:
            return f"under the new rules the match is over before this round (of {len(record.rounds)})"
        return "under the new rules the round is over before this move"
    if fault.kind is Kind.INCOMPLETE:
        if (fault.round or 0) > len(record.rounds):
            return f"under the new rules the match goes on after its {len(record.rounds)} recorded rounds"
        return "under the new rules the round goes on after its last move"
    return fault.message
