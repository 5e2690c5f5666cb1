"""The kinds of charts, by name. matplotlib is imported when the first one is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from toolkit.replay.tables import Tables


class ChartError(ValueError):
    """A chart that cannot be drawn or saved; the message says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of chart."""

    name: str
    title: str
    description: str
    #: Function of ``toolkit.charts.kinds`` that draws it.
    drawing: str
    #: Measure of ``toolkit.stats`` that it shows; "" for none.
    measure: str = ""
    #: What to tell if there is nothing to show.
    missing: str = "these records hold nothing for it"
    #: Name of the axis of values, where the unit of the measure does not give it.
    axis: str = ""
    #: Reference line: "zero", "even" (the even share of a section), or "" for none.
    line: str = ""

    @property
    def needs(self) -> frozenset[str]:
        """Which of the tables ``moves`` and ``events`` it needs."""
        from toolkit.stats import measure

        return measure(self.measure).needs if self.measure else frozenset()


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("points", "points by seat", "mean points of a round by seat", "rows_chart", "points-by-seat", line="zero"),
        Kind("wins", "wins by seat", "win share by seat", "rows_chart", "wins-by-seat", line="even"),
        Kind("opener", "opener's advantage", "wins above the even share", "rows_chart", "opener-wins", line="zero"),
        Kind(
            "player-points", "points by player", "mean points of a round", "rows_chart", "points-by-player", line="zero"
        ),
        Kind("player-wins", "wins by player", "share of rounds won", "rows_chart", "wins-by-player"),
        Kind(
            "ranks",
            "rank by player",
            "mean rank in a match, 1 is best",
            "rows_chart",
            "rank-by-player",
            "no match in these records was played to its end",
        ),
        Kind(
            "yaku",
            "frequency of 役 and goods",
            "share of rounds in which each occurs",
            "bars_chart",
            "yaku",
            "none of the game's 役 or goods occurs in these records",
        ),
        Kind(
            "yaku-values",
            "value of 役 and goods",
            "mean value of each when it occurs",
            "bars_chart",
            "yaku-values",
            "none of the game's 役 or goods occurs in these records",
        ),
        Kind(
            "stakes",
            "stakes of the rounds",
            "distribution of the stake",
            "columns_chart",
            "stakes",
            "the rounds of this game have no stake",
            "stake of the round",
        ),
        Kind("reasons", "how rounds end", "share of rounds by the reason of their end", "bars_chart", "reasons"),
        Kind(
            "length",
            "length of the rounds",
            "distribution of the number of decisions",
            "columns_chart",
            "lengths",
            axis="decisions in the round",
        ),
        Kind("branching", "legal decisions", "mean number of legal decisions by verb", "rows_chart", "branching"),
        Kind("totals", "points over time", "points of one match or several, round by round", "totals_chart"),
    )
}


def draw(tables: "Tables", name: str) -> "Figure":
    """The chart of that kind of the tables of one game, as a matplotlib figure (no pyplot, nothing to close).

    ChartError for an unknown kind, and where the game or the records have nothing for it. The tables ``moves`` and
    ``events`` may be empty unless ``KINDS[name].needs`` names them.
    """
    if name not in KINDS:
        raise ChartError(f"there is no chart {name!r}; the kinds are {', '.join(KINDS)}")
    from toolkit.charts.style import styled

    kind = KINDS[name]
    with styled():
        made: Figure = getattr(import_module("toolkit.charts.kinds"), kind.drawing)(kind, tables)
        made.draw_without_rendering()  # settles the layout, and texts that matplotlib makes late, in this style
    return made
