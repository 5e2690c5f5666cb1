"""The kinds of charts, by name. matplotlib is imported when the first one is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass


class ChartError(ValueError):
    """A chart that cannot be drawn or saved; the message says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of chart."""

    name: str
    title: str
    description: str
    #: ``module:function`` below ``toolkit.charts`` that draws it.
    drawing: str
    #: Measure of ``toolkit.stats`` that it shows; "" for none.
    measure: str = ""
    #: What to tell if there is nothing to show.
    missing: str = "these records hold nothing for it"
    #: Name of the axis of values, where the unit of the measure does not give it.
    axis: str = ""
    #: Reference line: "zero", "even" (the even share of a section), or "" for none.
    line: str = ""


_ROWS, _BARS, _COLUMNS = "kinds:rows_chart", "kinds:bars_chart", "kinds:columns_chart"
_NO_MATCH = "no match in these records was played to its end"
_NO_COURSE = "no match of two or more rounds in these records was played to its end"
_NO_YAKU = "none of the game's 役 or goods occurs in these records"


def _listed(*kinds: Kind) -> Mapping[str, Kind]:
    return {kind.name: kind for kind in kinds}


#: A kind for every measure, and the course of matches.
KINDS: Mapping[str, Kind] = _listed(
    Kind("points", "points by seat", "mean points of a round by seat", _ROWS, "points-by-seat", line="zero"),
    Kind("wins", "wins by seat", "win share by seat", _ROWS, "wins-by-seat", line="even"),
    Kind(
        "match-points",
        "match points by seat",
        "mean points of a match by seat",
        _ROWS,
        "match-points-by-seat",
        missing=_NO_MATCH,
        line="zero",
    ),
    Kind(
        "seat-ranks",
        "rank by seat",
        "mean rank in a match by seat, 1 is best",
        _ROWS,
        "rank-by-seat",
        missing=_NO_MATCH,
    ),
    Kind("opener", "opener's advantage", "wins above the even share", _ROWS, "opener-wins", line="zero"),
    Kind(
        "opener-points",
        "opener's advantage in points",
        "points above the round's average",
        _ROWS,
        "opener-points",
        line="zero",
    ),
    Kind("player-points", "points by player", "mean points of a round", _ROWS, "points-by-player", line="zero"),
    Kind("player-wins", "wins by player", "share of rounds won", _ROWS, "wins-by-player"),
    Kind(
        "match-wins",
        "match wins by player",
        "share of matches with rank 1",
        _ROWS,
        "match-wins-by-player",
        missing=_NO_MATCH,
    ),
    Kind("ranks", "rank by player", "mean rank in a match, 1 is best", _ROWS, "rank-by-player", missing=_NO_MATCH),
    Kind(
        "rank-points",
        "rank points by player",
        "mean rank points in a match",
        _ROWS,
        "rank-points-by-player",
        missing="the matches of these records have no rank points",
        line="zero",
    ),
    Kind(
        "ratings",
        "ratings of the players",
        "skill from the ranks of all matches, 25 at first",
        _ROWS,
        "ratings",
        missing=_NO_MATCH,
    ),
    Kind(
        "luck",
        "luck of the deal by seat",
        "share of the points' variance that the deal explains",
        _ROWS,
        "luck",
        missing="no deal was played twice in these records",
    ),
    Kind("reasons", "how rounds end", "share of rounds by the reason of their end", _BARS, "reasons"),
    Kind(
        "undecided",
        "rounds without a winner",
        "share of rounds in which nobody gets positive points",
        _ROWS,
        "undecided",
    ),
    Kind(
        "turnover",
        "points that change hands",
        "mean of all positive points of a round together",
        _ROWS,
        "turnover",
    ),
    Kind(
        "length",
        "length of the rounds",
        "distribution of the number of decisions",
        _COLUMNS,
        "lengths",
        axis="decisions in the round",
    ),
    Kind("mean-length", "mean length of the rounds", "mean number of decisions", _ROWS, "length"),
    Kind(
        "stakes",
        "stakes of the rounds",
        "distribution of the stake",
        _COLUMNS,
        "stakes",
        missing="the rounds of this game have no stake",
        axis="stake of the round",
    ),
    Kind("features", "features of the rounds", "means of the game's own numbers", _ROWS, "features"),
    Kind(
        "states",
        "states of the rounds",
        "shares of the game's own words",
        _BARS,
        "feature-shares",
        missing="the rounds of this game have no words of their own",
    ),
    Kind("yaku", "frequency of 役 and goods", "share of rounds in which each occurs", _BARS, "yaku", missing=_NO_YAKU),
    Kind(
        "yaku-counts",
        "number of 役 and goods",
        "mean number of each in a round",
        _BARS,
        "yaku-counts",
        missing=_NO_YAKU,
    ),
    Kind(
        "yaku-values",
        "value of 役 and goods",
        "mean value of each when it occurs",
        _BARS,
        "yaku-values",
        missing=_NO_YAKU,
    ),
    Kind("branching", "legal decisions", "mean number of legal decisions by verb", _ROWS, "branching"),
    Kind("choices", "real choices", "share of decisions with more than one legal, by verb", _BARS, "choices"),
    Kind(
        "comebacks",
        "comebacks",
        "matches whose winner was behind, or last, at half",
        _ROWS,
        "comebacks",
        missing=_NO_COURSE,
    ),
    Kind(
        "lead-changes",
        "lead changes",
        "how often another player takes the lead in a match",
        _ROWS,
        "lead-changes",
        missing=_NO_COURSE,
    ),
    Kind(
        "lead-change-rate",
        "rounds that change the lead",
        "share of rounds after which another player leads",
        _ROWS,
        "lead-change-rate",
        missing=_NO_COURSE,
    ),
    Kind(
        "drama",
        "rounds with the winner behind",
        "share of rounds with the winner to be behind",
        _ROWS,
        "drama",
        missing=_NO_COURSE,
    ),
    Kind(
        "drama-points",
        "how far the winner was behind",
        "mean points behind the leader before the last round",
        _ROWS,
        "drama-points",
        missing=_NO_COURSE,
    ),
    Kind(
        "decision-point",
        "when the winner takes the lead for good",
        "share of the match that is played by then",
        _ROWS,
        "decision-point",
        missing=_NO_COURSE,
    ),
    Kind(
        "killer-rounds",
        "matches that one round decided",
        "share of matches not won without some one round",
        _ROWS,
        "killer-rounds",
        missing=_NO_COURSE,
    ),
    Kind(
        "shared-wins",
        "matches with several winners",
        "share of matches in which rank 1 is shared",
        _ROWS,
        "shared-wins",
        missing=_NO_MATCH,
    ),
    Kind("totals", "points over time", "points of one match or several, round by round", "totals:totals_chart"),
)
