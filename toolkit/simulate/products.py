"""What a run makes of its units beside sums: tables and records, as bytes that follow one another.

A part is a run of Arrow streams (tables, one after the other) or of JSON lines (records). Parts of consecutive units
joined are the same rows and lines whatever the chunks were.
"""

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from typing import Any

import msgspec
import numpy as np
import polars as pl
import pyarrow as pa

from toolkit.engine import loops
from toolkit.records.writing import to_line
from toolkit.replay.batch import Arena, Recorded, Rows, Wanted, replay
from toolkit.replay.columns import TABLES
from toolkit.replay.flat import flatten
from toolkit.replay.grouping import Deals, Group, Labels
from toolkit.replay.tables import TableBuilder, Tables
from toolkit.simulate.experiment import Experiment
from toolkit.simulate.playing import Played
from toolkit.simulate.recording import Recorder, seat_names

#: Products of a run: one flat table, the five tables, records.
FLAT, FIVE, RECORDS = "flat", "tables", "records"

Parts = dict[str, bytes]


def part_names(products: Sequence[str]) -> list[str]:
    """The parts that make up some products."""
    return [name for product in products for name in (TABLES if product == FIVE else (product,))]


class Producer:
    """Makes the products of units played under the first variant of an experiment, which must be its only one."""

    def __init__(self, experiment: Experiment, products: Sequence[str], *, compiled: bool) -> None:
        (variant,) = experiment.variants
        self.products = tuple(products)
        self.game, self.options = experiment.rules_of_game, experiment.options(0)
        self.recorder = Recorder(
            self.game,
            self.options,
            seat_names(variant.players),
            experiment.seed,
            whole=experiment.whole,
            rotate=experiment.rotate,
        )
        self._patterns = [self.game.event_kinds.index(kind) for kind in self.game.patterns]
        self._rules = msgspec.json.encode(self.recorder.rules).decode()
        #: What the players have to keep for it: decisions with deals, events.
        self.keep = FIVE in products or RECORDS in products
        self.events = FLAT in products and FIVE not in products
        self._builder = TableBuilder(
            self.game, moves=FIVE in products, deals=Deals.JSON if FIVE in products else Deals.NONE
        )
        self._arena = Arena(self.game, compiled) if FIVE in products else None

    def make(self, played: Played) -> Parts:
        """The parts of the units that were played."""
        made: Parts = {}
        deals = self.recorder.deals_of(played) if self.keep else []
        if FLAT in self.products or FIVE in self.products:
            tables = self._tables(played, deals)
            if FIVE in self.products:
                made |= {name: stream(table) for name, table in tables.items()}
            if FLAT in self.products:
                made[FLAT] = stream(flatten(tables))
        if RECORDS in self.products:
            made[RECORDS] = b"".join(map(to_line, self.recorder.records(played, deals)))
        return made

    def _tables(self, played: Played, deals: Sequence[dict[str, Any]]) -> Tables:
        rows = self._rows(played) if self._arena is None else self._replayed(played, self._arena)
        units = range(played.first, played.first + len(played))
        nothing = [None] * len(units)
        labels = Labels(
            ids=[self.recorder.id_of(unit) for unit in units],
            files=nothing,
            lines=nothing,
            rules=[self._rules] * len(units),
            metas=[self.recorder.note_text(unit) for unit in units] if self._arena is not None else nothing,
            dates=nothing,
            events=nothing,
            players=[name for unit in units for name in self.recorder.players_of(unit)],
            deals=partial(_all, deals),
        )
        self._builder.add_rows(Group(rows, range(len(units)), labels))
        return self._builder.take()

    def _rows(self, played: Played) -> Rows:
        """What was played, as if it had been replayed without counting; of the events only the patterns."""
        kept = np.isin(played.events[:, 1], self._patterns)
        owner = np.repeat(np.arange(len(played.rounds)), played.rounds[:, 4])
        rounds = played.rounds.copy()
        rounds[:, 4] = np.bincount(owner[kept], minlength=len(rounds))
        return Rows(
            self.game, self.options, len(self.recorder.players), played.round_at, played.move_at, played.seats,
            played.decisions, np.zeros((len(played), loops.VERDICT), np.int64), played.matches, rounds,
            np.zeros(0, np.int64), played.events[kept],
        )  # fmt: skip

    def _replayed(self, played: Played, arena: Arena) -> Rows:
        """What was played, replayed to count the legal decisions; that also proves that no rule was broken."""
        columns: list[Any] = [
            played.round_at, played.deals, played.deal_at, played.seats, played.decisions, played.move_at,
            (played.matches[:, 1] == 0).astype(np.int64),
        ]  # fmt: skip
        matches = Recorded(*(columns if arena.compiled else [column.tolist() for column in columns]))
        rows = replay(arena, self.game, self.options, len(self.recorder.players), matches, Wanted(True, True))
        if (rows.verdicts[:, 0] != loops.GOOD).any() or (rows.matches != played.matches).any():
            raise AssertionError("automatic players broke a rule")
        return rows


def _all(deals: Sequence[dict[str, Any]], _lengths: Sequence[int]) -> Sequence[dict[str, Any]]:
    return deals


def stream(table: pl.DataFrame) -> bytes:
    """A table as an Arrow stream, words as texts; nothing for an empty table."""
    if table.is_empty():
        return b""
    arrow = plain(table)
    out = BytesIO()
    with pa.ipc.new_stream(out, arrow.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as writer:
        writer.write_table(arrow)
    return out.getvalue()


def plain(table: pl.DataFrame) -> pa.Table:
    """A table as files hold it, words as texts."""
    return table.with_columns(pl.col(pl.Enum).cast(pl.String)).to_arrow()
