"""Luck against skill: what the deal alone explains, where the same deal was played several times."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import msgspec
import polars as pl

from toolkit.stats import intervals, units
from toolkit.stats.estimates import SHARE, Estimate, frame

if TYPE_CHECKING:
    from toolkit.games.game import Game
    from toolkit.replay.tables import Tables

#: What has to be equal for two rounds to be of the same deal.
DEAL = ("players", "name", "rules", "opener")


def luck(tables: "Tables") -> "Dealt":
    """Share of the variance of a seat's points that the deal explains, for each number of players.

    0: the deal decides nothing; 1: it decides everything, as with players who always choose the same. One-way random
    effects with the deals as groups: the intraclass correlation ICC(1) with an interval that does not ask for normal
    points (:func:`toolkit.stats.intervals.intraclass`). What the deal does not explain is choice: of the same players,
    how they play again; of different players, their skill too.

    Rounds are of the same deal if deal, options and opener are equal. In 猪牡忠臣 with four and more the stock does not
    count, because folded hands go into it. Unit: the played round of a deal that was played twice or more. The tables
    need the column ``deal`` (``load(…, deals=True)``, or :func:`toolkit.simulate.replication.replicated` plays them);
    no rows for a game without a deal (四時の札遊び from the land).
    """
    rounds = units.played(tables).filter(pl.col("deal").is_not_null() & ~pl.col("deal").is_in(["", "{}"]))
    options = tables.matches.select("match_id", "rules")
    named = rounds.join(options, on="match_id", maintain_order="left").with_columns(name=_names(tables.game, rounds))
    keyed = named.select("match_id", "round", "players", deal=pl.struct(DEAL).hash())
    rows = tables.seats.join(keyed, on=("match_id", "round"), maintain_order="left")
    return Dealt(rows.select("players", "seat", "points", "deal", match=pl.col("match_id").hash()))


@dataclass(frozen=True, slots=True)
class Dealt:
    """The points of every seat of every played round, with a number for its deal and one for its match."""

    rows: pl.DataFrame

    @classmethod
    def merged(cls, parts: Sequence[Self]) -> Self:
        """The rows of several parts, one after the other."""
        return cls(pl.concat([part.rows for part in parts]))

    def estimates(self) -> pl.DataFrame:
        """The share that the deal explains, for every number of players and seat."""
        repeated = self.rows.filter(pl.len().over("deal", "players", "seat") > 1)
        made = []
        for (players, seat), part in repeated.sort("players", "seat", maintain_order=True).group_by(
            "players", "seat", maintain_order=True
        ):
            found = intervals.intraclass(part["points"].to_numpy(), part["deal"].to_numpy())
            if found.estimate is not None:
                labels = f"{players} players", f"seat {seat}"
                n, matches = len(part), part["match"].n_unique()
                made.append(
                    Estimate(
                        "luck", *labels, n, matches, *found[:3], f"{SHARE}the points' variance per round", found.method
                    )
                )
        return frame(made)


def _names(game: str, rounds: pl.DataFrame) -> pl.Series:
    """A text for the deal of every round that rounds of the same deal share."""
    from toolkit.games import get

    known: dict[tuple[str, int], str] = {}
    for key in rounds.select("deal", "players").unique().iter_rows():
        known[key] = _name(get(game), *key)
    return pl.Series([known[key] for key in rounds.select("deal", "players").iter_rows()], dtype=pl.String)


def _name(game: "Game", deal: str, players: int) -> str:
    """The name of a deal that is given as JSON, or as its name already."""
    from toolkit.replay.tables import deal_name

    return deal_name(game, msgspec.json.decode(deal), players) if deal.startswith("{") else deal
