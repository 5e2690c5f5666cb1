"""役 and goods: how often they are made and what they are worth."""

from typing import TYPE_CHECKING

import polars as pl

from toolkit.stats import units
from toolkit.stats.sums import OFTEN, PLACE, Sums

if TYPE_CHECKING:
    from toolkit.replay.tables import Tables


def yaku(tables: "Tables") -> Sums:
    """Share of rounds in which each 役 (or kind of goods) occurs at least once. Unit: the played round.

    One that never occurs in these rounds has no row. What counts as 役 is for the game to say
    (:attr:`toolkit.games.game.Game.patterns`).
    """
    return units.occurrences(units.played(tables), _found(tables), "yaku")


def yaku_counts(tables: "Tables") -> Sums:
    """Mean number of each 役 (or kind of goods) in a round, all players together.

    Unit: the played round.
    """
    return units.counts(units.played(tables), _found(tables), "yaku-counts", "times per round")


def yaku_values(tables: "Tables") -> Sums:
    """Mean value of each 役 (or kind of goods) when it occurs: points, a multiplier, cards.

    Unit: the occurrence.
    """
    return units.means(_found(tables), "yaku-values", "value per occurrence")


def _found(tables: "Tables") -> pl.DataFrame:
    """Occurrences in played rounds, in the order of the game's kinds, those of most rounds first."""
    from toolkit.games import get

    patterns = get(tables.game).patterns
    rows = tables.events.join(units.played(tables).select("match_id", "round"), on=("match_id", "round"), how="semi")
    kind = pl.col("event").cast(pl.String)
    name = kind.replace_strict(
        {word: each.name for word, each in patterns.items()}, default=None, return_dtype=pl.String
    )
    single = [word for word, each in patterns.items() if each.details]
    rows = rows.filter(kind.is_in(list(patterns))).with_columns(
        section=name, group=pl.when(kind.is_in(single)).then(pl.col("detail").fill_null(name)).otherwise(name)
    )
    often = rows.group_by(units.GROUP).agg(pl.struct("match_id", "round").n_unique().alias(OFTEN))
    rows = rows.join(often, on=units.GROUP, maintain_order="left")
    order = {each.name: place for place, each in enumerate(patterns.values())}
    place = pl.col("section").replace_strict(order, default=None, return_dtype=pl.Int64)
    return rows.with_columns(place.alias(PLACE))
