"""The units that are counted, and estimates over groups of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from toolkit.replay.tables import Tables
from toolkit.stats import intervals
from toolkit.stats.estimates import SHARE, Estimate, frame

#: Columns that name a group of units: a section (say a number of players) and a group in it (say a seat).
GROUP = ("section", "group")


@dataclass(slots=True)
class Chosen(Tables):
    """Tables of which some rounds or seats were left out; ``whole`` has every round and seat of their matches.

    Measures that compare the players of a round, or follow a match, look there (:func:`everyone`, :func:`whole`).
    """

    whole: Tables


def whole(tables: Tables) -> Tables:
    """The same matches with all their rounds and seats."""
    return tables.whole if isinstance(tables, Chosen) else tables


def only(tables: Tables, match_ids: Sequence[str]) -> Tables:
    """The tables of these matches alone; ids that do not occur are passed over."""
    chosen = pl.col("match_id").is_in(list(match_ids))
    frames: dict[str, Any] = {name: table.filter(chosen) for name, table in tables.items()}
    if isinstance(tables, Chosen):
        frames["whole"] = only(tables.whole, match_ids)
    return replace(tables, **frames)


def ended(tables: Tables) -> pl.DataFrame:
    """Rounds that were played to their end, redealt ones included, with the number of ``players``."""
    rounds = tables.rounds.filter("complete")
    return rounds.join(tables.matches.select("match_id", "players"), on="match_id", maintain_order="left")


def played(tables: Tables) -> pl.DataFrame:
    """Rounds that were played to their end and count: not the redealt ones, of which ``counted`` is false."""
    rounds = ended(tables)
    return rounds.filter("counted") if "counted" in rounds.columns else rounds


def seats(tables: Tables) -> pl.DataFrame:
    """Rows of the seats table of the played rounds, with ``players`` and ``opener``."""
    return _of_played(tables.seats, tables)


def everyone(tables: Tables) -> pl.DataFrame:
    """The same with the rows of all players of these rounds, also of those that were not chosen."""
    return _of_played(whole(tables).seats, tables)


def _of_played(rows: pl.DataFrame, tables: Tables) -> pl.DataFrame:
    return rows.join(
        played(tables).select("match_id", "round", "players", "opener"),
        on=("match_id", "round"),
        maintain_order="left",
    )


def standings(tables: Tables) -> pl.DataFrame:
    """One row a player and finished match: seat, player, match_points, match_rank, rank_points, players."""
    finished = tables.matches.filter("finished").select("match_id", "players")
    last = tables.seats.group_by("match_id", "seat", maintain_order=True).last()
    return last.join(finished, on="match_id", maintain_order="left")


def by_table_size(units: pl.DataFrame, group: pl.Expr, *order: str) -> pl.DataFrame:
    """The units with the number of players as their section and this group, sorted by the number, then by ``order``."""
    return units.sort("players", *order, maintain_order=True).with_columns(
        section=pl.format("{} players", "players"), group=group
    )


def table_sizes(units: pl.DataFrame, section: str) -> pl.DataFrame:
    """The units with the number of players as their group, sorted by it, all in one section."""
    return units.sort("players", maintain_order=True).with_columns(
        section=pl.lit(section), group=pl.format("{} players", "players")
    )


def means(
    units: pl.DataFrame,
    measure: str,
    unit: str,
    value: str = "value",
    *,
    lowest: float | None = None,
    highest: float | None = None,
) -> pl.DataFrame:
    """The mean of a column for every section and group, in order of appearance; units without a value are left out.

    ``lowest`` and ``highest`` are what the mean can be at all: intervals end there, which costs no coverage.
    """
    return mean_of_sums(_sums(units, value), measure, unit, lowest=lowest, highest=highest)


def shares(units: pl.DataFrame, measure: str, of: str, value: str = "value") -> pl.DataFrame:
    """The share of units where a column is true for every section and group, in order of appearance."""
    return share_of_sums(_sums(units, value), measure, of)


def mean_of_sums(
    sums: pl.DataFrame, measure: str, unit: str, *, lowest: float | None = None, highest: float | None = None
) -> pl.DataFrame:
    """Means, from one row a section, group and match: ``n`` units and the ``sum`` of their values."""
    made = []
    for key, part in _groups(sums):
        interval = intervals.mean(part["sum"].to_numpy(), part["n"].to_numpy())
        figures = _cut(interval, lowest, highest)
        made.append(Estimate(measure, *key, int(part["n"].sum()), len(part), *figures, unit, interval.method))
    return frame(made)


def share_of_sums(sums: pl.DataFrame, measure: str, of: str) -> pl.DataFrame:
    """Shares, from one row a section, group and match: ``n`` units and in ``sum`` those that count."""
    made = []
    for key, part in _groups(sums):
        interval = intervals.share(part["sum"].to_numpy(), part["n"].to_numpy())
        figures = interval[:3]
        made.append(Estimate(measure, *key, int(part["n"].sum()), len(part), *figures, SHARE + of, interval.method))
    return frame(made)


def distribution(units: pl.DataFrame, measure: str, of: str, groups: Sequence[str] = ()) -> pl.DataFrame:
    """For every section the share of its units in each of its groups; the shares of a section sum to 1.

    Sections come in order of appearance, groups in the given order (they may be empty) or that of appearance.
    """
    trials = units.group_by("section", "match_id").agg(n=pl.len())
    found = units.group_by(*GROUP, "match_id").agg(sum=pl.len())
    present = units.select(GROUP).unique(maintain_order=True)
    if groups:
        named = pl.DataFrame({"group": groups}, schema={"group": pl.String})
        present = present.select("section").unique(maintain_order=True).join(named, how="cross")
    every = present.join(trials, on="section", maintain_order="left").join(
        found, on=(*GROUP, "match_id"), how="left", maintain_order="left"
    )
    return share_of_sums(every.with_columns(pl.col("sum").fill_null(0)), measure, of)


def occurrences(units: pl.DataFrame, found: pl.DataFrame, measure: str) -> pl.DataFrame:
    """For every section and group of ``found`` the share of rounds in which it occurs at least once.

    ``units`` are the rounds; both have the key columns ``match_id`` and ``round``. Groups may occur together.
    """
    once = found.select(*GROUP, "match_id", "round").unique(maintain_order=True)
    return share_of_sums(_by_match(units, once), measure, "rounds")


def counts(units: pl.DataFrame, found: pl.DataFrame, measure: str, unit: str) -> pl.DataFrame:
    """For every section and group of ``found`` how often it occurs in a round on average; tables as above."""
    return mean_of_sums(_by_match(units, found), measure, unit, lowest=0)


def _by_match(units: pl.DataFrame, found: pl.DataFrame) -> pl.DataFrame:
    """For every group and match: ``n``, the units of the match, and ``sum``, the rows of ``found`` (0 where none)."""
    trials = units.group_by("match_id", maintain_order=True).agg(n=pl.len())
    hits = found.group_by(*GROUP, "match_id").agg(sum=pl.len())
    groups = found.select(GROUP).unique(maintain_order=True)
    every = groups.join(trials, how="cross").join(hits, on=(*GROUP, "match_id"), how="left", maintain_order="left")
    return every.with_columns(pl.col("sum").fill_null(0))


def _sums(units: pl.DataFrame, value: str) -> pl.DataFrame:
    """``n`` and ``sum`` of a column by section, group and match; units without a value are left out."""
    known = units.filter(pl.col(value).is_not_null())
    return known.group_by(*GROUP, "match_id", maintain_order=True).agg(
        sum=pl.col(value).cast(pl.Float64).sum(), n=pl.len()
    )


def _cut(
    interval: intervals.Interval, lowest: float | None, highest: float | None
) -> tuple[float | None, float | None, float | None]:
    """Estimate, low and high, with low and high inside what is possible."""
    low, high = interval.low, interval.high
    if low is not None and lowest is not None:
        low = max(low, lowest)
    if high is not None and highest is not None:
        high = min(high, highest)
    return interval.estimate, low, high


def _groups(table: pl.DataFrame) -> Iterator[tuple[tuple[str, str], pl.DataFrame]]:
    for (section, group), part in table.group_by(GROUP, maintain_order=True):
        yield (str(section), str(group)), part
