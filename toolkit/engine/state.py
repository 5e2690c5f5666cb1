"""The state of a game: one flat class, used as a Python object or as a NumPy record.

A state class is a ``@dataclass(slots=True)`` whose fields are ints and flat lists of ints with a fixed
length. Interpreted rules work on an instance; compiled rules work on one record of an array with
:func:`dtype_of` the class. Both spell the same: ``s.points[seat] += 1``.
"""

from collections.abc import MutableSequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

import numpy as np

MOST_SEATS = 7
#: Numbers an event takes in ``events``: move (from 1, 0 = the deal), kind, seat (−1 = none), value, detail.
EVENT_SIZE = 5


@dataclass(slots=True)
class CommonState:
    """What every game's state has; a game's own state class extends it.

    It adds its own fields and three lists of its own length: ``round_features``, ``seat_features`` and ``events``.
    Seats and rounds count from 0 here; records and tables count from 1.
    """

    players: int = 0
    #: Index of the round within the match; set by the loops before ``begin_round``.
    round: int = 0
    #: Seat that opens the round (親, 先手, 開局者).
    opener: int = 0
    #: Seat that has the move, −1 when the round is over.
    actor: int = -1
    #: 1 when the round is over; then ``points`` and ``reason`` (an index into the game's reasons) stand.
    over: int = 0
    #: 1 when no further round belongs to the match.
    match_over: int = 0
    reason: int = 0
    #: Nonzero when the deal turns out to contradict the moves: a code of the game's deal faults.
    fault: int = 0
    #: Decisions of this round that were applied, silent ones not counted.
    move: int = 0
    points: list[int] = field(default_factory=lambda: [0] * MOST_SEATS)
    #: Points of the match up to and with this round, once the round is over.
    totals: list[int] = field(default_factory=lambda: [0] * MOST_SEATS)
    ranks: list[int] = field(default_factory=lambda: [0] * MOST_SEATS)
    rank_points: list[int] = field(default_factory=lambda: [0] * MOST_SEATS)
    #: 1 when events are to be recorded.
    log: int = 0
    n_events: int = 0


def dtype_of(state: type) -> np.dtype[Any]:
    """The NumPy record type with the fields of a state class, every number an int64, ``events`` last."""
    sample = state()
    described: list[Any] = []
    for entry in sorted(fields(state), key=lambda entry: entry.name == "events"):
        value = getattr(sample, entry.name)
        described.append((entry.name, np.int64, (len(value),)) if isinstance(value, list) else (entry.name, np.int64))
    return np.dtype(described, align=True)


@cache
def record_of(options: Any) -> Any:
    """Options as compiled code takes them: a NumPy record with their names, and all of them as ``numbers``.

    A record is handed on as one address, a tuple as all its numbers.
    """
    described: Any = [(name, np.int64) for name in options._fields]
    record = np.zeros(1, [*described, ("numbers", np.int64, (len(options),))])
    record[0] = (*options, options)
    return record[0]


def copy_state(states: MutableSequence[Any], to: int, source: int) -> None:
    """Overwrite state ``to`` of a row of states by state ``source``, all but the recorded events."""
    target, origin = states[to], states[source]
    for entry in fields(origin):
        if entry.name == "events":
            continue
        value = getattr(origin, entry.name)
        if isinstance(value, list):
            getattr(target, entry.name)[:] = value
        else:
            setattr(target, entry.name, value)


def following(seat: int, players: int) -> int:
    """The next seat in turn."""
    return seat + 1 if seat + 1 < players else 0  # a division takes ten times as long


def emit(s: Any, kind: int, seat: int, value: int, detail: int) -> None:
    """Record an event of the current move, if events are recorded.

    ``s.events`` must be long enough for a whole round; a game proves that in its tests.
    """
    if s.log == 0:
        return
    at = s.n_events * EVENT_SIZE
    s.events[at] = s.move
    s.events[at + 1] = kind
    s.events[at + 2] = seat
    s.events[at + 3] = value
    s.events[at + 4] = detail
    s.n_events += 1
