"""How rounds go: their length, their end, their features, and the decisions in them."""

from typing import TYPE_CHECKING

import polars as pl

from toolkit.stats import units
from toolkit.stats.estimates import SHARE
from toolkit.stats.spread import Spread, spread
from toolkit.stats.sums import OFTEN, PLACE, Sums, nothing, sums_of

if TYPE_CHECKING:
    from toolkit.replay.tables import Tables

#: Columns of the rounds table that every game has, or that only say which rounds count.
COMMON = ("match_id", "round", "complete", "reason", "opener", "length", "counted", "players")


def length(tables: "Tables") -> Sums:
    """Mean number of decisions in a round, for each number of players.

    Unit: the played round.
    """
    return units.means(
        units.table_sizes(units.played(tables), "rounds"), "length", "decisions per round", "length", lowest=1
    )


def lengths(tables: "Tables") -> Spread:
    """Distribution of the number of decisions in a round for each number of players, in classes of equal width.

    Unit: the played round.
    """
    rounds = units.by_table_size(units.played(tables), pl.lit(""))
    return spread("lengths", rounds, "length", pool=False)


def reasons(tables: "Tables") -> Sums:
    """Share of rounds that ended for each reason that occurred.

    Unit: the round that was played to its end or redealt.
    """
    rows = units.ended(tables).with_columns(section=pl.lit("reasons"), group=pl.col("reason").cast(pl.String))
    return units.distribution(rows.with_columns(pl.len().over("group").alias(OFTEN)), "reasons", "rounds")


def undecided(tables: "Tables") -> Sums:
    """Share of rounds in which nobody gets positive points: Browne's and Ludii's drawishness, of rounds.

    Unit: the played round.
    """
    nobody = (
        units.everyone(tables)
        .group_by("match_id", "round", "players", maintain_order=True)
        .agg(value=~pl.col("won").any())
    )
    return units.shares(units.table_sizes(nobody, "rounds"), "undecided", "rounds")


def turnover(tables: "Tables") -> Sums:
    """Mean number of points that change hands in a round: the sum of all positive points, for each number of players.

    Unit: the played round.
    """
    paid = (
        units.everyone(tables)
        .group_by("match_id", "round", "players", maintain_order=True)
        .agg(value=pl.col("points").clip(0).sum())
    )
    return units.means(units.table_sizes(paid, "rounds"), "turnover", "points per round", lowest=0)


def stakes(tables: "Tables") -> Spread | Sums:
    """Distribution of the stake of a round, where the game has one; high stakes are pooled.

    Unit: the played round.
    """
    rounds = units.played(tables)
    if "stake" not in rounds.columns:
        return nothing("stakes")
    return spread("stakes", rounds.with_columns(section=pl.lit("stake")), "stake", pool=True)


def features(tables: "Tables") -> Sums:
    """Means of the numbers of a round that only this game has (stake, wins, passes, …), for each number of players.

    Unit: the played round. Columns that name a seat are left out.
    """
    rounds = units.played(tables)
    numbers = [name for name, kind in rounds.schema.items() if kind == pl.Int64 and name not in COMMON]
    made = [
        units.means(units.by_table_size(rounds, pl.lit(name)), "features", "mean per round", name) for name in numbers
    ]
    return Sums.merged(made) if made else nothing("features")


def feature_shares(tables: "Tables") -> Sums:
    """Shares of the words and truths of a round that only this game has (say the order at the end).

    Unit: the played round.
    """
    rounds = units.played(tables)
    words = [
        name
        for name, kind in rounds.schema.items()
        if (kind == pl.Boolean or isinstance(kind, pl.Enum)) and name not in COMMON
    ]
    made = []
    for number, name in enumerate(words):
        known = rounds.filter(pl.col(name).is_not_null())
        place = (1000 * number + pl.col(name).to_physical().cast(pl.Int64)).alias(PLACE)
        rows = known.with_columns(section=pl.lit(name), group=pl.col(name).cast(pl.String)).with_columns(place)
        made.append(units.distribution(rows, "feature-shares", "rounds"))
    return Sums.merged(made) if made else nothing("feature-shares")


def branching(tables: "Tables") -> Sums:
    """Mean number of legal decisions, over all decisions and by the verb that was chosen.

    Unit: the decision of a played round. Forced ones (one legal) count; ``choices`` gives their share.
    """
    sums = _decisions(tables).with_columns(sum=pl.col("legal"))
    return sums_of("branching", sums, "legal decisions per decision", lowest=1)


def choices(tables: "Tables") -> Sums:
    """Share of decisions with more than one legal, over all decisions and by the verb that was chosen.

    Unit: the decision of a played round.
    """
    return sums_of("choices", _decisions(tables).with_columns(sum=pl.col("real")), SHARE + "decisions", share=True)


def _decisions(tables: "Tables") -> pl.DataFrame:
    """For all decisions and for every verb, by match: ``n`` decisions, ``legal`` in all, ``real`` with a choice.

    Rounds are summed first: the table of moves is by far the largest and is not copied.
    """
    by_round = (
        tables.moves.lazy()
        .group_by("match_id", "round", group=pl.col("token").str.extract(r"^(\S+)"))
        .agg(n=pl.len(), legal=pl.col("legal").cast(pl.Int64).sum(), real=(pl.col("legal") > 1).sum())
        .collect()
    )
    known = by_round.join(units.played(tables).select("match_id", "round"), on=("match_id", "round"), how="semi")
    verbs = known.with_columns(pl.lit(1, pl.Int64).alias(PLACE))
    every = pl.concat([known.with_columns(pl.lit("all").alias("group"), pl.lit(0, pl.Int64).alias(PLACE)), verbs])
    return every.group_by(pl.lit("decisions").alias("section"), "group", "match_id", PLACE, maintain_order=True).agg(
        pl.col("n", "legal", "real").sum()
    )
