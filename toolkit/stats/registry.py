"""The measures, by name. Functions are imported when they are called, so that listing them costs nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from toolkit.replay.tables import Tables
    from toolkit.stats.sums import Part

#: What the sources of measures stand for.
REFERENCES: Mapping[str, str] = {
    "Browne": "Browne 2008, Automatic generation and evaluation of recombination games, thesis, QUT",
    "Ludii": "Ludii's concepts: Piette, Stephenson, Soemers, Browne 2021, General board game concepts, IEEE CoG",
    "McGraw & Wong": "McGraw & Wong 1996, Forming inferences about some intraclass correlation coefficients",
    "Weng & Lin": "Weng & Lin 2011, A Bayesian approximation method for online ranking, JMLR 12",
}


class StatsError(ValueError):
    """A measure that is asked for but does not exist; the message lists those that do."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure: what it is called, what it says, and which tables it needs beyond matches, rounds and seats."""

    name: str
    title: str
    description: str
    #: ``module:function`` below ``toolkit.stats``, from tables to a :class:`toolkit.stats.sums.Part`.
    place: str
    #: Whose measure it is and what it is called there (:data:`REFERENCES`); "" for plain description.
    source: str = ""
    #: Which of the tables ``moves`` and ``events`` and the column ``deals`` have to be filled.
    needs: frozenset[str] = frozenset()

    def part(self, tables: "Tables") -> "Part":
        """What the measure keeps of these tables, to be merged with that of others."""
        module, function = self.place.split(":")
        made: Part = getattr(import_module(f"toolkit.stats.{module}"), function)(tables)
        return made

    def __call__(self, tables: "Tables") -> "pl.DataFrame":
        """The estimates of this measure; no rows where the game or the log has nothing to measure."""
        return self.part(tables).estimates()


_MOVES, _EVENTS, _DEALS = frozenset({"moves"}), frozenset({"events"}), frozenset({"deals"})


def _listed(*measures: Measure) -> Mapping[str, Measure]:
    return {measure.name: measure for measure in measures}


MEASURES: Mapping[str, Measure] = _listed(
    # Seats and players
    Measure(
        "wins-by-seat",
        "Wins by seat",
        "share of rounds with positive points",
        "by_seat:wins_by_seat",
        "Browne: balance",
    ),
    Measure("points-by-seat", "Points by seat", "mean points of a round", "by_seat:points_by_seat"),
    Measure(
        "match-points-by-seat",
        "Match points by seat",
        "mean points of a finished match",
        "by_seat:match_points_by_seat",
    ),
    Measure("rank-by-seat", "Rank by seat", "mean rank in finished matches", "by_seat:rank_by_seat"),
    Measure(
        "opener-wins",
        "Opener's advantage in wins",
        "win share of the player who opens the round, above the round's average",
        "by_seat:opener_wins",
        "Ludii: AdvantageP1",
    ),
    Measure(
        "opener-points",
        "Opener's advantage in points",
        "points of the player who opens the round, above the round's average",
        "by_seat:opener_points",
        "Ludii: AdvantageP1",
    ),
    Measure("wins-by-player", "Wins by player", "share of rounds with positive points", "by_seat:wins_by_player"),
    Measure("points-by-player", "Points by player", "mean points of a round", "by_seat:points_by_player"),
    Measure(
        "match-wins-by-player",
        "Match wins by player",
        "share of finished matches with rank 1",
        "by_seat:match_wins_by_player",
    ),
    Measure("rank-by-player", "Rank by player", "mean rank in finished matches", "by_seat:rank_by_player"),
    Measure(
        "rank-points-by-player",
        "Rank points by player",
        "mean rank points of finished matches, where the game has them",
        "by_seat:rank_points_by_player",
    ),
    Measure(
        "ratings",
        "Ratings",
        "skill of each player from the ranks of all finished matches (25 at first)",
        "by_rating:ratings",
        "Weng & Lin: Bradley–Terry",
    ),
    Measure(
        "luck",
        "Luck of the deal by seat",
        "share of the points' variance that the deal explains, where deals were played several times",
        "by_deal:luck",
        "McGraw & Wong: ICC(1)",
        _DEALS,
    ),
    # Rounds
    Measure("reasons", "How rounds end", "share of rounds by the reason of their end", "by_round:reasons"),
    Measure(
        "undecided",
        "Rounds without a winner",
        "share of rounds in which nobody gets positive points",
        "by_round:undecided",
        "Browne, Ludii: drawishness",
    ),
    Measure(
        "turnover",
        "Points that change hands",
        "mean of all positive points of a round together",
        "by_round:turnover",
    ),
    Measure(
        "length",
        "Length of a round",
        "mean number of decisions in a round",
        "by_round:length",
        "Browne: duration; Ludii: DurationMoves",
    ),
    Measure("lengths", "Lengths of rounds", "distribution of the number of decisions in a round", "by_round:lengths"),
    Measure("stakes", "Stakes", "distribution of the stake of a round", "by_round:stakes"),
    Measure("features", "Features of a round", "means of the game's own numbers", "by_round:features"),
    Measure("feature-shares", "States of a round", "shares of the game's own words", "by_round:feature_shares"),
    Measure(
        "yaku", "Frequency of 役 and goods", "share of rounds in which each occurs", "by_pattern:yaku", "", _EVENTS
    ),
    Measure(
        "yaku-counts", "Number of 役 and goods", "mean number of each in a round", "by_pattern:yaku_counts", "", _EVENTS
    ),
    Measure(
        "yaku-values",
        "Value of 役 and goods",
        "mean value of each when it occurs",
        "by_pattern:yaku_values",
        "",
        _EVENTS,
    ),
    Measure(
        "branching",
        "Legal decisions",
        "mean number of legal decisions, by the verb that was chosen",
        "by_round:branching",
        "Browne, Ludii: branching factor",
        _MOVES,
    ),
    Measure(
        "choices",
        "Real choices",
        "share of decisions with more than one legal",
        "by_round:choices",
        "Ludii: DecisionMoves",
        _MOVES,
    ),
    # Matches
    Measure(
        "comebacks",
        "Comebacks",
        "share of matches whose winner was behind, or last, at half of the rounds",
        "by_match:comebacks",
        "Browne: drama",
    ),
    Measure(
        "lead-changes",
        "Lead changes",
        "mean number of times that another player takes the lead in a match",
        "by_match:lead_changes",
        "Browne, Ludii: lead change",
    ),
    Measure(
        "lead-change-rate",
        "Rounds that change the lead",
        "share of rounds after which another player leads",
        "by_match:lead_change_rate",
        "Browne, Ludii: lead change",
    ),
    Measure(
        "drama",
        "Rounds with the winner behind",
        "share of rounds before the last after which the winner to be was behind",
        "by_match:drama",
        "Browne, Ludii: drama",
    ),
    Measure(
        "drama-points",
        "How far the winner was behind",
        "mean points that the winner to be lacked to the leader before the last round",
        "by_match:drama_points",
        "Browne, Ludii: drama",
    ),
    Measure(
        "decision-point",
        "When the winner takes the lead for good",
        "share of a match that is played when its winner leads for good",
        "by_match:decision_point",
        "Browne: decisiveness, uncertainty; Ludii: DecisivenessMoves",
    ),
    Measure(
        "killer-rounds",
        "Matches that one round decided",
        "share of matches in which the winner is not ahead without some one round",
        "by_match:killer_rounds",
        "Browne: killer moves",
    ),
    Measure(
        "shared-wins",
        "Matches with several winners",
        "share of finished matches in which rank 1 is shared",
        "by_match:shared_wins",
        "Browne, Ludii: drawishness",
    ),
)


def measure(name: str) -> Measure:
    """The measure of that name; StatsError, with the names there are, if there is none."""
    if name not in MEASURES:
        raise StatsError(f"there is no measure {name!r}; the measures are {', '.join(MEASURES)}")
    return MEASURES[name]


def needs(names: Iterable[str] | None = None) -> frozenset[str]:
    """What of ``moves``, ``events`` and ``deals`` these measures need (None: all measures)."""
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
