"""How rounds go: their length, their end, their features, and the decisions in them."""

from typing import TYPE_CHECKING

import polars as pl

from toolkit.stats import units
from toolkit.stats.estimates import frame

if TYPE_CHECKING:
    from toolkit.replay.tables import Tables

#: Columns of the rounds table that every game has, or that only say which rounds count.
COMMON = ("match_id", "round", "complete", "reason", "opener", "length", "counted", "players")

#: Values of a distribution beyond this many are pooled into one group.
MOST_VALUES = 14

#: Share of the rounds that may hide behind one "15+".
RARE = 0.1

#: Handy widths of classes: 1, 2, 5, 10, 20, …
WIDTHS = [digit * 10**power for power in range(18) for digit in (1, 2, 5)]


def length(tables: "Tables") -> pl.DataFrame:
    """Mean number of decisions in a round, for each number of players.

    Unit: the played round.
    """
    return units.means(
        units.table_sizes(units.played(tables), "rounds"), "length", "decisions per round", "length", lowest=1
    )


def lengths(tables: "Tables") -> pl.DataFrame:
    """Distribution of the number of decisions in a round for each number of players, in classes of equal width.

    Unit: the played round.
    """
    rounds = units.by_table_size(units.played(tables), pl.lit(""))
    return _spread(rounds, "length", "lengths", pool=False)


def reasons(tables: "Tables") -> pl.DataFrame:
    """Share of rounds that ended for each reason that occurred.

    Unit: the round that was played to its end or redealt.
    """
    rows = units.ended(tables).with_columns(section=pl.lit("reasons"), group=pl.col("reason").cast(pl.String))
    order = rows.group_by("group").agg(often=pl.len())
    rows = rows.join(order, on="group", maintain_order="left").sort("often", "group", descending=(True, False))
    return units.distribution(rows, "reasons", "rounds")


def undecided(tables: "Tables") -> pl.DataFrame:
    """Share of rounds in which nobody gets positive points: Browne's and Ludii's drawishness, of rounds.

    Unit: the played round.
    """
    nobody = (
        units.everyone(tables)
        .group_by("match_id", "round", "players", maintain_order=True)
        .agg(value=~pl.col("won").any())
    )
    return units.shares(units.table_sizes(nobody, "rounds"), "undecided", "rounds")


def stakes(tables: "Tables") -> pl.DataFrame:
    """Distribution of the stake of a round, where the game has one; high stakes are pooled.

    Unit: the played round.
    """
    rounds = units.played(tables)
    if "stake" not in rounds.columns:
        return frame()
    return _spread(rounds.with_columns(section=pl.lit("stake")), "stake", "stakes", pool=True)


def features(tables: "Tables") -> pl.DataFrame:
    """Means of the numbers of a round that only this game has (stake, wins, passes, …), for each number of players.

    Unit: the played round. Columns that name a seat are left out.
    """
    rounds = units.played(tables)
    numbers = [name for name, kind in rounds.schema.items() if kind == pl.Int64 and name not in COMMON]
    made = [
        units.means(units.by_table_size(rounds, pl.lit(name)), "features", "mean per round", name) for name in numbers
    ]
    return pl.concat(made).sort("section", maintain_order=True) if made else frame()


def feature_shares(tables: "Tables") -> pl.DataFrame:
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
    for name in words:
        known = rounds.filter(pl.col(name).is_not_null()).sort(name, maintain_order=True)
        rows = known.with_columns(section=pl.lit(name), group=pl.col(name).cast(pl.String))
        made.append(units.distribution(rows, "feature-shares", "rounds"))
    return pl.concat(made) if made else frame()


def branching(tables: "Tables") -> pl.DataFrame:
    """Mean number of legal decisions, over all decisions and by the verb that was chosen.

    Unit: the decision of a played round. Forced ones (one legal) count; ``choices`` gives their share.
    """
    sums = _decisions(tables).with_columns(sum=pl.col("legal"))
    return units.mean_of_sums(sums, "branching", "legal decisions per decision", lowest=1)


def choices(tables: "Tables") -> pl.DataFrame:
    """Share of decisions with more than one legal, over all decisions and by the verb that was chosen.

    Unit: the decision of a played round.
    """
    return units.share_of_sums(_decisions(tables).with_columns(sum=pl.col("real")), "choices", "decisions")


def _spread(rounds: pl.DataFrame, column: str, measure: str, *, pool: bool) -> pl.DataFrame:
    """Distribution of a column of whole numbers in each ``section``, from its least to its greatest value with gaps.

    More than MOST_VALUES values are pooled: where ``pool`` is set and they are rare, the high ones as "15+"; else all
    in classes of equal width, "20–24".
    """
    known = rounds.filter(pl.col(column).is_not_null())
    if known.is_empty():
        return frame()
    least, most = (int(known[column].cast(pl.Int64).sort()[place]) for place in (0, -1))
    last = min(most, least + MOST_VALUES - 1)
    if pool and (known[column] > last).sum() <= RARE * len(known):
        starts, width = list(range(least, last + 1)), 1
        words = [f"{start}+" if start == last < most else str(start) for start in starts]
    else:
        width = next(width for width in WIDTHS if most // width - least // width < MOST_VALUES)
        starts = list(range(least // width * width, most + 1, width))
        words = [str(start) if width == 1 else f"{start}–{start + width - 1}" for start in starts]
    place = ((pl.col(column).cast(pl.Int64) - starts[0]) // width).clip(0, len(starts) - 1)
    named = known.with_columns(group=pl.lit(pl.Series(words)).gather(place))
    return units.distribution(named, measure, "rounds", words)


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
    every = pl.concat([known.with_columns(group=pl.lit("all")), known.sort("group")])
    return every.group_by(pl.lit("decisions").alias("section"), "group", "match_id", maintain_order=True).agg(
        pl.col("n", "legal", "real").sum()
    )
