"""Records, tables on disk and simulated runs into tables in one step, or chunk by chunk."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import polars as pl

from toolkit import games
from toolkit.records.faults import Fault, Kind
from toolkit.records.reading import read
from toolkit.records.streams import STDIN, InputError
from toolkit.replay.batch import Wanted
from toolkit.replay.checking import checked
from toolkit.replay.flat import read_flat
from toolkit.replay.store import StoreError, holds_tables, read_tables
from toolkit.replay.stream import Mode, Outcome, Replayer
from toolkit.replay.tables import Deals, TableBuilders, Tables, deal_name

#: Faults that are kept in full.
FAULTS_KEPT = 5
#: Decisions of the records of a chunk of tables: some megabytes.
CHUNK = 80_000


#: What a flat file (:mod:`toolkit.replay.flat`) cannot give of what measures may need.
NOT_IN_FLAT = frozenset({"moves", "deals"})


class Loaded:
    """The good records of some files as ``tables``, a game each, and what was left out.

    ``records`` counts all, ``bad`` the faulty ones, ``kinds`` and ``bad_files`` their kinds and files; the first of
    their ``faults`` are kept. Matches of tables on disk count as records.
    """

    def __init__(self, keep: int = FAULTS_KEPT) -> None:
        self.tables: dict[str, Tables] = {}
        self.kinds: Counter[Kind] = Counter()
        self.bad_files: Counter[str] = Counter()
        self._keep = keep
        self.faults: list[Fault] = []
        self.bad = 0
        self.records = 0

    def note(self, outcome: Outcome) -> None:
        """Count a record, and keep its fault if it is one of the first."""
        self.records += 1
        if outcome.fault is not None:
            self.bad += 1
            self.kinds[outcome.fault.kind] += 1
            self.bad_files[outcome.entry.file] += 1
            if len(self.faults) < self._keep:
                self.faults.append(outcome.fault)

    def add(self, tables: Tables, path: Path) -> None:
        """Add tables that were read from a path; StoreError where one of their matches is there already."""
        self.records += len(tables.matches)
        before = self.tables.get(tables.game)
        if before is None:
            self.tables[tables.game] = tables
            return
        twice = tables.matches.join(before.matches, on="match_id", how="semi")["match_id"]
        if len(twice):
            raise StoreError(f"{path}: match {twice[0]!r} is in what was read before as well; read one of them")
        joined = {name: pl.concat([getattr(before, name), table]) for name, table in tables.items()}
        self.tables[tables.game] = Tables(tables.game, **joined)


def is_flat(path: str | Path) -> bool:
    """Whether a path is meant as a flat file of a simulated run."""
    return str(path).lower().endswith(".parquet") and not Path(path).is_dir()


def is_stored(path: str | Path) -> bool:
    """Whether a path is a flat file, or a folder of tables."""
    return is_flat(path) or (path != STDIN and holds_tables(Path(path)))


def add_stored(loaded: Loaded, paths: Iterable[str | Path], deals: Deals = Deals.NONE) -> None:
    """Add the tables of flat files and folders; StoreError for other files and missing columns."""
    for path in map(Path, paths):
        if is_flat(path) and not path.is_file():
            raise InputError(f"{path}: {'not a file' if path.exists() else 'no such file or folder'}")
        for tables in [read_flat(path)] if is_flat(path) else read_tables(path):
            sound = checked(tables, path)
            loaded.add(_named(sound) if deals is Deals.NAME else sound, path)


def _named(tables: Tables) -> Tables:
    """The same with names of deals for deals."""
    game = games.get(tables.game)
    rounds = tables.rounds.join(tables.matches.select("match_id", "players"), on="match_id", maintain_order="left")
    names = [
        None if deal is None else deal_name(game, msgspec.json.decode(deal), players)
        for deal, players in rounds.select("deal", "players").iter_rows()
    ]
    named = tables.rounds.with_columns(pl.Series("deal", names, dtype=pl.String))
    return replace(tables, rounds=named)


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


def chunks(
    batches: Iterable[Sequence[Outcome]],
    loaded: Loaded,
    *,
    moves: bool,
    events: bool,
    deals: Deals = Deals.NONE,
    size: int = CHUNK,
) -> Iterator[Tables]:
    """The tables of replayed batches in chunks of about ``size`` decisions, a game each; ``loaded`` counts along.

    A match is in one chunk only. Memory does not grow with the number of records.
    """
    builders = TableBuilders(moves=moves, events=events, deals=deals)
    decisions = 0
    for batch in batches:
        for outcome in batch:
            loaded.note(outcome)
            if outcome.entry.record is not None:
                decisions += sum(len(each.moves) for each in outcome.entry.record.rounds)
        builders.add(batch)
        if decisions >= size:
            yield from builders.take().values()
            decisions = 0
    yield from builders.take().values()


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
    whether the rounds have their deal as JSON. Folders of tables, and the ``.parquet`` files of simulated runs, are
    read as they are; the latter have neither decisions nor deals, and of the events only 役 and goods. Raises
    ``InputError`` for a path that is missing, ``StoreError`` for tables that are none.
    """
    chosen = [paths] if isinstance(paths, str | Path) else list(paths)
    records = [path for path in chosen if not is_stored(path)]
    loaded = Loaded()
    if records:
        batches = Replayer(Wanted(moves, events), mode).batches(read(records))
        loaded = collect(batches, moves=moves, events=events, deals=Deals.JSON if deals else Deals.NONE)
    add_stored(loaded, (path for path in chosen if is_stored(path)))
    return loaded
