"""The measures, by name. Functions are imported when they are called, so that listing them costs nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from toolkit.replay.tables import Tables

BROWNE = "Browne 2008, Automatic generation and evaluation of recombination games (thesis, QUT)"
LUDII = "Piette et al. 2021, General board game concepts (IEEE CoG); the concepts of Ludii"


class StatsError(ValueError):
    """A measure that is asked for but does not exist; the message lists those that do."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure: what it is called, what it says, and which tables it needs beyond matches, rounds and seats."""

    name: str
    title: str
    description: str
    source: str
    #: ``module:function`` below ``toolkit.stats``, from tables to a frame of estimates.
    place: str
    needs: frozenset[str] = frozenset()

    def __call__(self, tables: "Tables") -> "pl.DataFrame":
        """The estimates of this measure; no rows where the game or the log has nothing to measure."""
        module, function = self.place.split(":")
        made: pl.DataFrame = getattr(import_module(f"toolkit.stats.{module}"), function)(tables)
        return made


def _listed(*measures: Measure) -> Mapping[str, Measure]:
    return {measure.name: measure for measure in measures}


_NONE = "descriptive"

MEASURES: Mapping[str, Measure] = _listed(
    Measure(
        "wins-by-seat",
        "Wins by seat",
        "share of rounds with positive points, by seat and number of players",
        f"balance: {BROWNE}",
        "by_seat:wins_by_seat",
    ),
    Measure("points-by-seat", "Points by seat", "mean points of a round, by seat", _NONE, "by_seat:points_by_seat"),
    Measure(
        "opener-wins",
        "Opener's advantage in wins",
        "win share of the player who opens the round, less the average of the round's players",
        f"AdvantageP1: {LUDII}",
        "by_seat:opener_wins",
    ),
    Measure(
        "opener-points",
        "Opener's advantage in points",
        "points of the player who opens the round, less the average of the round's players",
        f"AdvantageP1: {LUDII}",
        "by_seat:opener_points",
    ),
    Measure(
        "wins-by-player", "Wins by player", "share of rounds with positive points", _NONE, "by_seat:wins_by_player"
    ),
    Measure("points-by-player", "Points by player", "mean points of a round", _NONE, "by_seat:points_by_player"),
    Measure(
        "match-wins-by-player",
        "Match wins by player",
        "share of finished matches with rank 1",
        _NONE,
        "by_seat:match_wins_by_player",
    ),
    Measure("rank-by-player", "Rank by player", "mean rank in finished matches", _NONE, "by_seat:rank_by_player"),
    Measure(
        "rank-points-by-player",
        "Rank points by player",
        "mean rank points of finished matches, where the game has them",
        _NONE,
        "by_seat:rank_points_by_player",
    ),
    Measure("reasons", "How rounds end", "share of rounds by the reason of their end", _NONE, "by_round:reasons"),
    Measure(
        "undecided",
        "Rounds without a winner",
        "share of rounds in which nobody gets positive points",
        f"drawishness: {BROWNE}",
        "by_round:undecided",
    ),
    Measure(
        "length",
        "Length of a round",
        "mean number of decisions in a round",
        f"game length: {BROWNE}; DurationMoves: {LUDII}",
        "by_round:length",
    ),
    Measure(
        "lengths", "Lengths of rounds", "distribution of the number of decisions in a round", _NONE, "by_round:lengths"
    ),
    Measure("stakes", "Stakes", "distribution of the stake of a round", _NONE, "by_round:stakes"),
    Measure("features", "Features of a round", "means of the game's own numbers", _NONE, "by_round:features"),
    Measure("feature-shares", "States of a round", "shares of the game's own words", _NONE, "by_round:feature_shares"),
    Measure(
        "yaku",
        "Frequency of 役 and goods",
        "share of rounds in which each occurs",
        _NONE,
        "by_pattern:yaku",
        frozenset({"events"}),
    ),
    Measure(
        "yaku-counts",
        "Number of 役 and goods",
        "mean number of each in a round",
        _NONE,
        "by_pattern:yaku_counts",
        frozenset({"events"}),
    ),
    Measure(
        "yaku-values",
        "Value of 役 and goods",
        "mean value of each when it occurs",
        _NONE,
        "by_pattern:yaku_values",
        frozenset({"events"}),
    ),
    Measure(
        "branching",
        "Legal decisions",
        "mean number of legal decisions, by the verb that was chosen",
        f"branching factor: {BROWNE}; {LUDII}",
        "by_round:branching",
        frozenset({"moves"}),
    ),
    Measure(
        "choices",
        "Real choices",
        "share of decisions with more than one legal",
        f"DecisionMoves: {LUDII}",
        "by_round:choices",
        frozenset({"moves"}),
    ),
)


def measure(name: str) -> Measure:
    """The measure of that name; StatsError, with the names there are, if there is none."""
    if name not in MEASURES:
        raise StatsError(f"there is no measure {name!r}; the measures are {', '.join(MEASURES)}")
    return MEASURES[name]


def needs(names: Iterable[str] | None = None) -> frozenset[str]:
    """Which of the tables ``moves`` and ``events`` these measures need (None: all measures)."""
    return frozenset().union(*(measure(name).needs for name in (MEASURES if names is None else names)))


def compute(tables: "Tables", names: Iterable[str] | None = None) -> "pl.DataFrame":
    """The estimates of these measures (None: all) in one frame of :data:`toolkit.stats.estimates.SCHEMA`.

    Measures that do not apply to the game add no rows. StatsError for an unknown name.
    """
    import polars as pl

    from toolkit.stats.estimates import frame

    chosen = [measure(name) for name in (MEASURES if names is None else names)]
    parts: list[pl.DataFrame] = [frame(), *(each(tables) for each in chosen)]
    return pl.concat(parts)
