"""Who wins and what it pays: by seat, by player, and for the player who opens the round."""

from typing import TYPE_CHECKING

import polars as pl

from toolkit.stats import units
from toolkit.stats.sums import Sums

if TYPE_CHECKING:
    from toolkit.replay.tables import Tables


def wins_by_seat(tables: "Tables") -> Sums:
    """Share of rounds in which the points of a seat are positive, for each number of players.

    Unit: the played round. Several players may win one round, or none.
    """
    return units.shares(_seats(tables), "wins-by-seat", "rounds", "won")


def points_by_seat(tables: "Tables") -> Sums:
    """Mean points of a seat in a round, for each number of players.

    Unit: the played round.
    """
    return units.means(_seats(tables), "points-by-seat", "points per round", "points")


def rank_by_seat(tables: "Tables") -> Sums:
    """Mean rank of a seat at the end of a match (1 is best, equal points share a rank), for each number of players.

    Unit: the finished match.
    """
    return units.means(_standings(tables), "rank-by-seat", "rank per match", "match_rank", lowest=1)


def match_points_by_seat(tables: "Tables") -> Sums:
    """Mean points of a seat in a whole match, for each number of players.

    Unit: the finished match.
    """
    return units.means(_standings(tables), "match-points-by-seat", "points per match", "match_points")


def wins_by_player(tables: "Tables") -> Sums:
    """Share of rounds in which the points of a player are positive.

    Unit: the player's played round, at any table size.
    """
    return units.shares(_players(units.seats(tables)), "wins-by-player", "rounds", "won")


def points_by_player(tables: "Tables") -> Sums:
    """Mean points of a player in a round.

    Unit: the player's played round, at any table size.
    """
    return units.means(_players(units.seats(tables)), "points-by-player", "points per round", "points")


def match_wins_by_player(tables: "Tables") -> Sums:
    """Share of matches in which a player has rank 1, shared or not.

    Unit: the player's finished match.
    """
    rows = units.standings(tables).with_columns(first=pl.col("match_rank") == 1)
    return units.shares(_players(rows), "match-wins-by-player", "matches", "first")


def rank_by_player(tables: "Tables") -> Sums:
    """Mean rank of a player at the end of a match (1 is best, equal points share a rank).

    Unit: the player's finished match.
    """
    return units.means(_players(units.standings(tables)), "rank-by-player", "rank per match", "match_rank", lowest=1)


def rank_points_by_player(tables: "Tables") -> Sums:
    """Mean rank points of a player in a match, where the game has them.

    Unit: the player's finished match.
    """
    return units.means(
        _players(units.standings(tables)), "rank-points-by-player", "rank points per match", "rank_points"
    )


def opener_wins(tables: "Tables") -> Sums:
    """How much more often the opener of a round wins than the players of that round on average.

    Per played round: 1 or 0 for the opener, less the share of its players who won; 0 is no advantage. The even share is
    so the right one whatever the number of players and of winners. Differences of shares: 0.05 is 5 percentage points.
    """
    rows = _openers(tables, pl.col("won").cast(pl.Float64))
    return units.means(rows, "opener-wins", "share above even per round", lowest=-1, highest=1)


def opener_points(tables: "Tables") -> Sums:
    """How many points more the opener of a round gets than the players of that round on average.

    Unit: the played round.
    """
    return units.means(_openers(tables, pl.col("points")), "opener-points", "points above even per round")


def _openers(tables: "Tables", value: pl.Expr) -> pl.DataFrame:
    rows = units.everyone(tables).with_columns(value=value - value.mean().over("match_id", "round"))
    openers = rows.filter(pl.col("seat") == pl.col("opener"))
    chosen = openers.join(tables.seats, on=("match_id", "round", "seat"), how="semi", maintain_order="left")
    return units.table_sizes(chosen, "opener")


def _seats(tables: "Tables") -> pl.DataFrame:
    return _by_seat(units.seats(tables))


def _standings(tables: "Tables") -> pl.DataFrame:
    return _by_seat(units.standings(tables))


def _by_seat(rows: pl.DataFrame) -> pl.DataFrame:
    return units.by_table_size(rows, pl.format("seat {}", "seat"), "seat")


def _players(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(section=pl.lit("players"), group=pl.col("player")).sort("player", maintain_order=True)
