"""The five tables of a game: matches, rounds, seats, moves, events (polars).

Replayed records and simulated games give the same tables. Keys: ``match_id``, ``round``, ``seat``, ``move``,
all counted from 1. Categories are Enums with fixed words, so that tables of different runs fit together.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import numpy as np
import polars as pl

from toolkit import games
from toolkit.games.game import Game
from toolkit.records.model import Record
from toolkit.replay.columns import TABLES, schema
from toolkit.replay.grouping import Deals, Group, Labels, deal_name
from toolkit.replay.stream import Outcome

__all__ = ["Deals", "TableBuilder", "TableBuilders", "Tables", "deal_name"]

#: A column that no table has: the order in which records were read.
READING = "#"


@dataclass(slots=True)
class Tables:
    """The tables of one game. ``moves`` and ``events`` are empty where they were not asked for."""

    game: str
    matches: pl.DataFrame
    rounds: pl.DataFrame
    seats: pl.DataFrame
    moves: pl.DataFrame
    events: pl.DataFrame

    def items(self) -> Iterable[tuple[str, pl.DataFrame]]:
        """(name, table) of the five tables."""
        return [(name, getattr(self, name)) for name in TABLES]

    def to_pandas(self) -> dict[str, Any]:
        """The five tables as pandas frames, by name."""
        return {name: table.to_pandas() for name, table in self.items()}


class TableBuilder:
    """Collects the tables of one game from replayed batches."""

    def __init__(self, game: Game, *, moves: bool = True, events: bool = True, deals: Deals = Deals.NONE) -> None:
        self.game = game
        self.deals = deals
        self.with_moves = moves
        self.with_events = events
        self._parts: dict[str, list[pl.DataFrame]] = {name: [] for name in TABLES}
        self._schemas = {name: schema(game, name) for name in TABLES}
        self._details: dict[tuple[int, int], str] = {}
        self._tokens: dict[tuple[int, int], str] = {}

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """Add the good records of one batch; records of other games are passed over."""
        groups: dict[int, list[Outcome]] = {}
        for outcome in outcomes:
            if outcome.rows is not None and outcome.rows.game is self.game:
                groups.setdefault(id(outcome.rows), []).append(outcome)
        for group in groups.values():
            rows = group[0].rows
            assert rows is not None
            self.add_rows(Group(rows, [outcome.match for outcome in group], labels_of(group)))
        if len(groups) > 1:
            self._restore_order(len(groups), outcomes)

    def add_rows(self, group: Group) -> None:
        """Add matches that were played or replayed together."""
        self._put("matches", group.matches())
        self._put("rounds", group.rounds(self.game.round_features, self.deals))
        self._put("seats", group.seats(self.game.seat_features))
        if self.with_moves:
            self._put("moves", group.moves(self._token))
        if self.with_events:
            self._put("events", group.events(self._detail))

    def take(self) -> Tables:
        """The tables of everything added since the last call."""
        made = {}
        for name, parts in self._parts.items():
            made[name] = pl.concat(parts) if parts else pl.DataFrame(schema=self._schemas[name])
            self._parts[name] = []
        return Tables(self.game.name, **made)

    def _put(self, table: str, values: dict[str, Any]) -> None:
        self._parts[table].append(_frame(values, self._schemas[table]))

    def _restore_order(self, groups: int, outcomes: Sequence[Outcome]) -> None:
        """Put the rows of the last groups into the order of the records."""
        ids = [outcome.entry.record.id for outcome in outcomes if outcome.entry.record is not None]
        places = pl.DataFrame({"match_id": ids}, schema={"match_id": pl.String}).with_row_index(READING)
        for parts in self._parts.values():
            if parts:
                joined = pl.concat(parts[-groups:]).join(places, on="match_id", how="left", maintain_order="left")
                parts[-groups:] = [joined.sort(READING, maintain_order=True).drop(READING)]

    def _token(self, seat: int, decision: int) -> str:
        """A token without its player; tokens repeat a lot."""
        known = self._tokens.get((seat, decision))
        if known is None:
            if len(self._tokens) > 1 << 16:
                self._tokens.clear()
            known = self._tokens[seat, decision] = self.game.write(seat, decision).split(" ", 1)[1]
        return known

    def _detail(self, kind: int, detail: int) -> str:
        known = self._details.get((kind, detail))
        if known is None:
            if len(self._details) > 1 << 16:
                self._details.clear()
            known = self._details[kind, detail] = self.game.describe_event(kind, detail)
        return known


class TableBuilders:
    """Collects the tables of every game that occurs."""

    def __init__(self, *, moves: bool = True, events: bool = True, deals: Deals = Deals.NONE) -> None:
        self._make = partial(TableBuilder, moves=moves, events=events, deals=deals)
        self._builders: dict[str, TableBuilder] = {}

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """Add the good records of one batch."""
        for outcome in outcomes:
            if outcome.rows is not None and outcome.rows.game.name not in self._builders:
                self._builders[outcome.rows.game.name] = self._make(outcome.rows.game)
        for builder in self._builders.values():
            builder.add(outcomes)

    def take(self) -> dict[str, Tables]:
        """The tables of everything added since the last call, by game, in the order of the registry."""
        found = {name: builder.take() for name, builder in self._builders.items()}
        return {name: found[name] for name in games.NAMES if name in found and len(found[name].matches)}


def _frame(values: dict[str, Any], types: dict[str, Any]) -> pl.DataFrame:
    """A frame with exactly the columns and types of a table; Enum columns come as numbers of words, −1 for null."""
    made = []
    for name, kind in types.items():
        column = values[name]
        if isinstance(kind, pl.Enum):
            words = pl.Series(kind.categories.to_list(), dtype=kind)
            numbers = pl.Series(name, np.asarray(column), dtype=pl.Int64)
            made.append(words.gather(numbers.set(numbers < 0, None)).alias(name))
        elif isinstance(column, pl.Series):
            made.append(column.cast(kind).alias(name))
        else:
            made.append(pl.Series(name, column).cast(kind))
    return pl.DataFrame(made)


def labels_of(outcomes: Sequence[Outcome]) -> Labels:
    """What the records of good outcomes say beside their decisions."""
    records = [outcome.entry.record for outcome in outcomes if outcome.entry.record is not None]
    metas = [record.meta_value for record in records]
    return Labels(
        ids=[record.id for record in records],
        files=[outcome.entry.file for outcome in outcomes],
        lines=[outcome.entry.line for outcome in outcomes],
        rules=[msgspec.json.encode(record.rules).decode() for record in records],
        metas=[bytes(record.meta).decode() or None for record in records],
        dates=_texts(metas, "date"),
        events=_texts(metas, "event"),
        players=[name for record in records for name in record.players],
        deals=partial(_deals_of, records),
    )


def _deals_of(records: Sequence[Record], lengths: Sequence[int]) -> list[Mapping[str, Any]]:
    """The deals of the first so many rounds of each record."""
    return [each.deal for record, length in zip(records, lengths, strict=True) for each in record.rounds[:length]]


def _texts(metas: Sequence[dict[str, Any]], key: str) -> list[str | None]:
    values = [meta.get(key) for meta in metas]
    return [value if isinstance(value, str) else None for value in values]
