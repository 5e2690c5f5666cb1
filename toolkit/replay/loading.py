"""Records into tables in one step."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from toolkit.records.faults import Fault
from toolkit.records.reading import read
from toolkit.replay.batch import Wanted
from toolkit.replay.stream import Mode, Outcome, Replayer
from toolkit.replay.tables import Deals, TableBuilders, Tables

#: Faults that are kept in full.
FAULTS_KEPT = 5


class Loaded:
    """The good records of some files as ``tables``, a game each, and what was left out.

    ``records`` counts all, ``bad`` the faulty ones; the first of their ``faults`` are kept.
    """

    def __init__(self) -> None:
        self.tables: dict[str, Tables] = {}
        self.faults: list[Fault] = []
        self.bad = 0
        self.records = 0

    def note(self, outcome: Outcome) -> None:
        """Count a record, and keep its fault if it is one of the first."""
        self.records += 1
        if outcome.fault is not None:
            self.bad += 1
            if len(self.faults) < FAULTS_KEPT:
                self.faults.append(outcome.fault)


def collect(batches: Iterable[Sequence[Outcome]], *, moves: bool, events: bool, deals: Deals = Deals.NONE) -> Loaded:
    """The tables of replayed batches."""
    loaded = Loaded()
    builders = TableBuilders(moves=moves, events=events, deals=deals)
    for batch in batches:
        for outcome in batch:
            loaded.note(outcome)
        builders.add(batch)
    loaded.tables = builders.take()
    return loaded


def load(
    paths: str | Path | Iterable[str | Path],
    *,
    moves: bool = True,
    events: bool = True,
    deals: bool = False,
    mode: Mode = Mode.AUTO,
) -> Loaded:
    """Replay all records of files and folders into tables, by game: ``load("records").tables["shishibo"]``.

    Faulty records are left out and counted. ``moves`` and ``events`` say whether these two tables are filled, ``deals``
    whether the rounds have their deal as JSON. Raises ``InputError`` for a path that is missing.
    """
    chosen = [paths] if isinstance(paths, str | Path) else list(paths)
    batches = Replayer(Wanted(moves, events), mode).batches(read(chosen))
    return collect(batches, moves=moves, events=events, deals=Deals.JSON if deals else Deals.NONE)
