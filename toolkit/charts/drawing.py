"""Drawing charts of tables that are there at once, or come in chunks."""

from collections.abc import Collection
from importlib import import_module
from typing import TYPE_CHECKING

from toolkit.charts.courses import Courses
from toolkit.charts.registry import KINDS, ChartError, Kind
from toolkit.stats.accumulate import Figures

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from toolkit.replay.tables import Tables


class Drawing:
    """The chart of one kind over everything that was added; memory does not grow with it.

    >>> drawing = Drawing("points")
    >>> for tables in chunks:  # no match may be in two of them
    ...     drawing.add(tables)
    >>> drawing.figure("shiji")

    ChartError for an unknown kind.
    """

    def __init__(self, name: str) -> None:
        self.kind = _known(name)
        self._figures = Figures([self.kind.measure] if self.kind.measure else [])
        self._courses: dict[str, Courses] = {}
        self._complete: set[str] = set()

    @property
    def needs(self) -> Collection[str]:
        """Which of ``moves``, ``events`` and ``deals`` the tables need."""
        return self._figures.needs

    @property
    def games(self) -> list[str]:
        """The games of which something was added."""
        return self._figures.games

    def add(self, tables: "Tables") -> None:
        """Take in some more tables of one game."""
        self._figures.add(tables)
        if tables.rounds["complete"].any():
            self._complete.add(tables.game)
        if not self.kind.measure:
            self._courses.setdefault(tables.game, Courses()).add(tables)

    def figure(self, game: str) -> "Figure":
        """The chart of one of the games; errors as for :func:`draw`."""
        if not self.kind.measure:
            return draw_totals(self._courses[game])
        if game not in self._complete:
            raise ChartError("there is no complete round in these records, so there is nothing to draw")
        return draw_estimates(self.kind.name, game, self._figures.estimates(game), self._figures.sizes[game][0])


def draw(tables: "Tables", name: str) -> "Figure":
    """The chart of that kind of the tables of one game, as a matplotlib figure (no pyplot, nothing to close).

    ChartError for an unknown kind, and where the game or the records have nothing for it. The tables ``moves`` and
    ``events`` may be empty unless ``Drawing(name).needs`` names them.
    """
    drawing = Drawing(name)
    drawing.add(tables)
    return drawing.figure(tables.game)


def draw_estimates(name: str, game: str, estimates: "pl.DataFrame", matches: int) -> "Figure":
    """The chart of that kind of the estimates of its measure, from so many matches; errors as for :func:`draw`."""
    kind = _known(name)
    return _drawn(kind, kind, game, estimates, matches)


def draw_totals(courses: Courses) -> "Figure":
    """Points over time of the first matches of two or more rounds."""
    return _drawn(KINDS["totals"], KINDS["totals"], courses)


def _known(name: str) -> Kind:
    if name not in KINDS:
        raise ChartError(f"there is no chart {name!r}; the kinds are {', '.join(KINDS)}")
    return KINDS[name]


def _drawn(kind: Kind, *arguments: object) -> "Figure":
    from toolkit.charts.style import styled

    with styled():
        module, function = kind.drawing.split(":")
        made: Figure = getattr(import_module(f"toolkit.charts.{module}"), function)(*arguments)
        made.draw_without_rendering()  # settles the layout, and texts that matplotlib makes late, in this style
    return made
