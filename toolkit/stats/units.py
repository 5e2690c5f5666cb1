"""The units that are counted, and sums over groups of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from toolkit.replay.tables import Tables
from toolkit.stats.estimates import SHARE
from toolkit.stats.sums import OFTEN, PLACE, Sums, sums_of

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


def joined(parts: Sequence[Tables]) -> Tables:
    """The tables of several chunks as one."""
    if len(parts) == 1:
        return parts[0]
    frames: dict[str, Any] = {
        name: pl.concat([dict(part.items())[name] for part in parts]) for name, _ in parts[0].items()
    }
    if isinstance(parts[0], Chosen):
        frames["whole"] = joined([whole(part) for part in parts])
    return replace(parts[0], **frames)


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
) -> Sums:
    """The mean of a column for every section and group; units without a value are left out.

    ``lowest`` and ``highest`` are what the mean can be at all: intervals end there, which costs no coverage.
    """
    return sums_of(measure, _sums(units, value), unit, lowest=lowest, highest=highest)


def shares(units: pl.DataFrame, measure: str, of: str, value: str = "value") -> Sums:
    """The share of units where a column is true for every section and group."""
    return sums_of(measure, _sums(units, value), SHARE + of, share=True)


def distribution(units: pl.DataFrame, measure: str, of: str) -> Sums:
    """For every section the share of its units in each of its groups; the shares of a section sum to 1."""
    trials = units.group_by("section", "match_id").agg(n=pl.len())
    found = units.group_by(*GROUP, "match_id", maintain_order=True).agg(_order(units), sum=pl.len())
    hits = found.join(trials, on=("section", "match_id"), maintain_order="left")
    return _with_trials(measure, hits, trials, SHARE + of, share=True)


def occurrences(units: pl.DataFrame, found: pl.DataFrame, measure: str) -> Sums:
    """For every section and group of ``found`` the share of rounds in which it occurs at least once.

    ``units`` are the rounds; both have the key columns ``match_id`` and ``round``. Groups may occur together.
    """
    once = found.unique([*GROUP, "match_id", "round"], keep="first", maintain_order=True)
    return _with_trials(measure, *_by_match(units, once), SHARE + "rounds", share=True)


def counts(units: pl.DataFrame, found: pl.DataFrame, measure: str, unit: str) -> Sums:
    """For every section and group of ``found`` how often it occurs in a round on average; tables as above."""
    return _with_trials(measure, *_by_match(units, found), unit, share=False)


def _by_match(units: pl.DataFrame, found: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """For every group and match where it occurs ``n``, the units of the match, and ``sum``, the rows of ``found``.

    Also the ``n`` of every match, with and without.
    """
    trials = units.group_by("match_id", maintain_order=True).agg(n=pl.len())
    hits = found.group_by(*GROUP, "match_id", maintain_order=True).agg(_order(found), sum=pl.len())
    return hits.join(trials, on="match_id", maintain_order="left"), trials


def _with_trials(measure: str, hits: pl.DataFrame, trials: pl.DataFrame, unit: str, *, share: bool) -> Sums:
    """Sums of groups that matches may lack: the trials of all matches stand once, in a row without a group."""
    missing = [pl.lit(None, pl.String).alias(name) for name in GROUP if name not in trials.columns]
    every = trials.with_columns(*missing, sum=pl.lit(0))
    parts = [sums_of(measure, rows, unit, share=share, lowest=None if share else 0) for rows in (hits, every)]
    return Sums.merged(parts)


def _sums(units: pl.DataFrame, value: str) -> pl.DataFrame:
    """``n`` and ``sum`` of a column by section, group and match; units without a value are left out."""
    known = units.filter(pl.col(value).is_not_null())
    return known.group_by(*GROUP, "match_id", maintain_order=True).agg(
        _order(units), sum=pl.col(value).cast(pl.Float64).sum(), n=pl.len()
    )


def _order(units: pl.DataFrame) -> list[pl.Expr]:
    """What says where a group stands, where the units say so."""
    return [pl.col(name).first() for name in (PLACE, OFTEN) if name in units.columns]
