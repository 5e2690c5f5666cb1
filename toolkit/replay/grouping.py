"""Matches that were played or replayed together, as the columns of the five tables."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
import numpy as np
import polars as pl

from toolkit.engine import loops
from toolkit.engine.state import MOST_SEATS
from toolkit.games.game import Feature, Game
from toolkit.replay.batch import POINTS, TOTALS, Numbers, Rows
from toolkit.replay.columns import seat_name


class Deals(Enum):
    """What the column ``deal`` of the rounds holds: nothing, the deal as JSON, or a short name (:func:`deal_name`)."""

    NONE = auto()
    JSON = auto()
    NAME = auto()


def deal_name(game: Game, deal: Mapping[str, Any], players: int) -> str:
    """A name of 32 characters that equal deals share, however their rounds were played; "" where nothing is dealt."""
    dealt = game.dealt(deal, players)
    return blake2b(msgspec.json.encode(dealt, order="sorted"), digest_size=16).hexdigest() if dealt else ""


class Labels(NamedTuple):
    """What tables tell of matches beyond what the loops find: one entry a match in each list, in their order.

    ``players`` has the names by seat, one match after the other; ``deals`` gives the deals of so many rounds of each
    match as records have them.
    """

    ids: Sequence[str]
    files: Sequence[str | None]
    lines: Sequence[int | None]
    rules: Sequence[str]
    metas: Sequence[str | None]
    dates: Sequence[str | None]
    events: Sequence[str | None]
    players: Sequence[str]
    deals: Callable[[Sequence[int]], Sequence[Mapping[str, Any]]]


class Group:
    """Some matches of ``rows`` (``chosen``, by number) as columns, and what the rows do not say of them."""

    def __init__(self, rows: Rows, chosen: Sequence[int], labels: Labels) -> None:
        self.rows = rows
        self.labels = labels
        self.chosen = np.array(chosen, np.int64)
        starts, ends = rows.round_at[self.chosen], rows.round_at[self.chosen + 1]
        self.lengths = ends - starts
        #: Row of every round of the chosen matches, and the place of its match among them.
        self.round_rows = _ranges(starts, self.lengths)
        self.match_of_round = np.repeat(np.arange(len(self.chosen)), self.lengths)
        self.number = _ranges(np.zeros_like(starts), self.lengths) + 1
        self.ids = pl.Series(labels.ids, dtype=pl.String)
        self.table = rows.rounds[self.round_rows]

    def matches(self) -> dict[str, Any]:
        """Columns of the matches table."""
        found = self.rows.matches[self.chosen]
        return {
            "match_id": self.ids,
            "file": pl.Series(self.labels.files, dtype=pl.String),
            "line": pl.Series(self.labels.lines, dtype=pl.Int64),
            "players": np.full(len(self.chosen), self.rows.players),
            "rules": pl.Series(self.labels.rules, dtype=pl.String),
            "meta": pl.Series(self.labels.metas, dtype=pl.String),
            "date": pl.Series(self.labels.dates, dtype=pl.String),
            "event": pl.Series(self.labels.events, dtype=pl.String),
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
        found = self.labels.deals(self.lengths.tolist())
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
        seat = np.tile(np.arange(players), count)
        match = np.repeat(self.match_of_round, players)
        names = pl.Series(self.labels.players, dtype=pl.String)
        base = loops.ROUND_HEAD + len(self.rows.game.round_features)
        complete = np.repeat(self.table[:, 0] != 0, players)
        has_rank_points = self.rows.game.has_rank_points(players)
        made: dict[str, Any] = {
            "match_id": self.ids.gather(match),
            "round": np.repeat(self.number, players),
            "seat": seat + 1,
            "player": names.gather(match * players + seat),
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
