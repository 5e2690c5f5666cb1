"""The five tables of a game: matches, rounds, seats, moves, events (polars).

Replayed records and simulated games give the same tables. Keys: ``match_id``, ``round``, ``seat``, ``move``,
all counted from 1. Categories are Enums with fixed words, so that tables of different runs fit together.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np
import polars as pl

from toolkit import games
from toolkit.engine import loops
from toolkit.engine.state import MOST_SEATS
from toolkit.games.game import Feature, Game
from toolkit.replay.batch import POINTS, TOTALS, Numbers, Rows
from toolkit.replay.columns import TABLES, schema, seat_name
from toolkit.replay.stream import Outcome

#: A column that no table has: the order in which records were read.
READING = "#"


class Deals(Enum):
    """What the column ``deal`` of the rounds holds: nothing, the deal as JSON, or a short name (:func:`deal_name`)."""

    NONE = auto()
    JSON = auto()
    NAME = auto()


def deal_name(game: Game, deal: Mapping[str, Any], players: int) -> str:
    """A name of 32 characters that equal deals share, however their rounds were played; "" where nothing is dealt."""
    dealt = game.dealt(deal, players)
    return blake2b(msgspec.json.encode(dealt, order="sorted"), digest_size=16).hexdigest() if dealt else ""


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
            self._add(_Group(rows, group))
        if len(groups) > 1:
            self._restore_order(len(groups), outcomes)

    def take(self) -> Tables:
        """The tables of everything added since the last call."""
        made = {}
        for name, parts in self._parts.items():
            made[name] = pl.concat(parts) if parts else pl.DataFrame(schema=self._schemas[name])
            self._parts[name] = []
        return Tables(self.game.name, **made)

    def _add(self, group: "_Group") -> None:
        self._put("matches", group.matches())
        self._put("rounds", group.rounds(self.game.round_features, self.deals))
        self._put("seats", group.seats(self.game.seat_features))
        if self.with_moves:
            self._put("moves", group.moves(self._token))
        if self.with_events:
            self._put("events", group.events(self._detail))

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


class _Group:
    """Good matches that were replayed in one batch, as columns."""

    def __init__(self, rows: Rows, outcomes: Sequence[Outcome]) -> None:
        self.rows = rows
        self.records = [outcome.entry.record for outcome in outcomes]
        self.entries = [outcome.entry for outcome in outcomes]
        self.chosen = np.array([outcome.match for outcome in outcomes], np.int64)
        starts, ends = rows.round_at[self.chosen], rows.round_at[self.chosen + 1]
        self.lengths = ends - starts
        #: Row of every round of the chosen matches, and the place of its match among them.
        self.round_rows = _ranges(starts, self.lengths)
        self.match_of_round = np.repeat(np.arange(len(self.chosen)), self.lengths)
        self.number = _ranges(np.zeros_like(starts), self.lengths) + 1
        self.ids = pl.Series([record.id for record in self.records if record is not None], dtype=pl.String)
        self.table = rows.rounds[self.round_rows]

    def matches(self) -> dict[str, Any]:
        """Columns of the matches table."""
        metas = [record.meta_value for record in self.records if record is not None]
        found = self.rows.matches[self.chosen]
        return {
            "match_id": self.ids,
            "file": [entry.file for entry in self.entries],
            "line": [entry.line for entry in self.entries],
            "players": np.full(len(self.chosen), self.rows.players),
            "rules": [msgspec.json.encode(record.rules).decode() for record in self.records if record is not None],
            "meta": pl.Series([bytes(r.meta).decode() or None for r in self.records if r], dtype=pl.String),
            "date": _texts(metas, "date"),
            "event": _texts(metas, "event"),
            "rounds": found[:, 0],
            "finished": found[:, 1] != 0,
        }

    def rounds(self, features: Sequence[Feature], deals: Deals) -> dict[str, Any]:
        """Columns of the rounds table."""
        complete = self.table[:, 0] != 0
        made: dict[str, Any] = {
            "match_id": self.ids.gather(self.match_of_round),
            "round": self.number,
            "complete": complete,
            "reason": np.where(complete, self.table[:, 1], -1),
            "opener": self.table[:, 2] + 1,
            "length": self.table[:, 3],
            "deal": pl.Series(self._deals(deals), dtype=pl.String),
        }
        for index, feature in enumerate(features):
            made[feature.name] = _feature(feature, self.table[:, loops.ROUND_HEAD + index], complete)
        return made

    def _deals(self, deals: Deals) -> list[str] | list[None]:
        """The deal of every round, as it was asked for."""
        if deals is Deals.NONE:
            return [None] * len(self.table)
        found = [
            each.deal
            for record, length in zip(self.records, self.lengths.tolist(), strict=True)
            if record is not None
            for each in record.rounds[:length]
        ]
        if deals is Deals.JSON:
            return [msgspec.json.encode(deal).decode() for deal in found]
        return [deal_name(self.rows.game, deal, self.rows.players) for deal in found]

    def seats(self, features: Sequence[Feature]) -> dict[str, Any]:
        """Columns of the seats table: every round, then every seat."""
        players = self.rows.players
        count = len(self.table)
        points = self.table[:, POINTS : POINTS + players]
        matches = self.rows.matches[self.chosen][self.match_of_round]
        totals, ranks, rank_points = (
            matches[:, start : start + players].reshape(-1) for start in range(TOTALS, loops.MATCH_ROW, MOST_SEATS)
        )
        names = [name for record in self.records if record is not None for name in record.players]
        seat = np.tile(np.arange(players), count)
        base = loops.ROUND_HEAD + len(self.rows.game.round_features)
        complete = np.repeat(self.table[:, 0] != 0, players)
        has_rank_points = self.rows.game.has_rank_points(players)
        made: dict[str, Any] = {
            "match_id": self.ids.gather(np.repeat(self.match_of_round, players)),
            "round": np.repeat(self.number, players),
            "seat": seat + 1,
            "player": pl.Series(names).gather(np.repeat(self.match_of_round, players) * players + seat),
            "points": points.reshape(-1),
            "won": points.reshape(-1) > 0,
            "total": _running(points, self.number).reshape(-1),
            "match_points": totals,
            "match_rank": ranks,
            "rank_points": rank_points if has_rank_points else [None] * len(seat),
        }
        for index, feature in enumerate(features):
            values = self.table[:, [base + seat * len(features) + index for seat in range(players)]].reshape(-1)
            made[seat_name(feature)] = _feature(feature, values, complete)
        return made

    def moves(self, token: Any) -> dict[str, Any]:
        """Columns of the moves table."""
        places, lengths = self._moves()
        owner = np.repeat(np.arange(len(self.round_rows)), lengths)
        seats = self.rows.seats[places]
        decisions = self.rows.decisions[places]
        return {
            "match_id": self.ids.gather(self.match_of_round[owner]),
            "round": self.number[owner],
            "move": _ranges(np.zeros_like(lengths), lengths) + 1,
            "seat": seats + 1,
            "token": [token(seat, decision) for seat, decision in zip(seats.tolist(), decisions.tolist(), strict=True)],
            "legal": self.rows.counts[places],
        }

    def events(self, detail: Any) -> dict[str, Any]:
        """Columns of the events table."""
        per_round = self.rows.rounds[:, 4]
        ends = np.cumsum(per_round)
        lengths = per_round[self.round_rows]
        found = self.rows.events[_ranges(ends[self.round_rows] - lengths, lengths)]
        owner = np.repeat(np.arange(len(self.round_rows)), lengths)
        return {
            "match_id": self.ids.gather(self.match_of_round[owner]),
            "round": self.number[owner],
            "move": found[:, 0],
            "seat": _nullable(found[:, 2], 1),
            "event": found[:, 1],
            "value": found[:, 3],
            "detail": pl.Series(
                [detail(kind, number) or None for kind, number in found[:, [1, 4]].tolist()], dtype=pl.String
            ),
        }

    def _moves(self) -> tuple[Numbers, Numbers]:
        """Places of the moves of all chosen rounds, and how many each round has."""
        starts = self.rows.move_at[self.round_rows]
        lengths = self.rows.move_at[self.round_rows + 1] - starts
        return _ranges(starts, lengths), lengths


def _ranges(starts: Numbers, lengths: Numbers) -> Numbers:
    """start, start + 1, … of each length, one range after the other."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) - np.repeat(ends - lengths - starts, lengths)


def _running(points: Numbers, number: Numbers) -> Numbers:
    """Running totals of each match; a match starts where the round number is 1."""
    sums = np.cumsum(points, axis=0)
    first = number == 1
    before = (sums - points)[first]
    return sums - before[np.cumsum(first) - 1] if len(points) else points


def _nullable(values: Numbers, offset: int) -> pl.Series:
    series = pl.Series(values + offset)
    return series.set(pl.Series(values < 0), None)


def _feature(feature: Feature, values: Numbers, complete: Any) -> Any:
    """A feature as a column: null where the round is unfinished, and for −1 where the feature may be missing."""
    missing = ~complete | (values < 0) if feature.nullable else ~complete
    if isinstance(feature.kind, tuple):
        return np.where(missing, -1, values)
    if feature.kind == "bool":
        series = pl.Series(values != 0)
    else:
        series = pl.Series(values + 1 if feature.kind == "seat" else values)
    return series.set(pl.Series(missing), None)


def _texts(metas: Sequence[dict[str, Any]], key: str) -> pl.Series:
    values = [meta.get(key) for meta in metas]
    return pl.Series([value if isinstance(value, str) else None for value in values], dtype=pl.String)
