"""The course of matches: points of every seat, round by round."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from toolkit.charts import style
from toolkit.charts.courses import Courses
from toolkit.charts.kinds import title_of
from toolkit.charts.registry import ChartError, Kind

#: Points of a dash where lines run one on the other, and how much larger than the mark above it a mark is.
DASH, STEP = 5.0, 0.5


class Line(NamedTuple):
    """The points of one seat after round 0, 1, …, and how it is drawn."""

    place: int
    label: str
    rounds: list[int]
    totals: list[int]

    @property
    def colour(self) -> str:
        """The seat's colour."""
        return style.COLOURS[self.place % len(style.COLOURS)]

    @property
    def marker(self) -> str:
        """The seat's mark."""
        return style.MARKERS[self.place % len(style.MARKERS)]


def totals_chart(kind: Kind, courses: Courses) -> Figure:
    """Points of every seat over the rounds of a match; the first of several matches side by side.

    Where lines run one on the other they share the way in dashes, and marks lie one in the other.
    """
    if not courses.kept:
        raise ChartError("points over time need a match of two or more complete rounds; there is none in these records")
    tables = courses.tables
    complete = tables.rounds.filter("complete").select("match_id", "round")
    seats = tables.seats.join(complete, on=("match_id", "round"), how="semi")
    shown = seats.partition_by("match_id", maintain_order=True)
    single = len(shown) == 1
    across = min(len(shown), 3)
    down = math.ceil(len(shown) / across)
    caption = "points of the match after each round"
    if courses.every > len(shown):
        caption += f"; the first {len(shown)} of {courses.every} matches of two or more rounds"
    title = f"{title_of(kind, tables.game)}, {shown[0]['match_id'][0]}" if single else title_of(kind, tables.game)
    made = style.figure(title, 3.9 if single else 1.3 + 1.9 * down)
    for place, match in enumerate(shown):
        axes = made.add_subplot(down, across, place + 1)
        _draw(axes, list(_lines(match, named=single)), large=single)
        if not single:
            axes.set_title(style.wrapped(match["match_id"][0], 24, 1), fontsize=8)
        if place % across == 0:
            axes.set_ylabel("points")
        if place >= len(shown) - across:
            axes.set_xlabel("round")
    if any(line.get_gid() == "shared" for axes in made.axes for line in axes.get_lines()):
        caption += "; dashes and marks in each other: several seats with the same points"
    style.caption(made, caption)
    entries = {label: line for axes in made.axes for line, label in zip(*axes.get_legend_handles_labels(), strict=True)}
    made.legend(list(entries.values()), list(entries), loc="outside right upper", fontsize=8.5)
    return made


def _lines(match: pl.DataFrame, *, named: bool) -> Iterator[Line]:
    for (seat,), part in match.group_by("seat", maintain_order=True):
        total = f"{part['total'][-1]:+d}".replace("-", "−")
        name = f"{total} {part['player'][0]}" if named else f"seat {seat}"
        label = style.wrapped(name, 24, 2)
        yield Line(int(str(seat)) - 1, label, [0, *part["round"]], [0, *part["total"]])


def _draw(axes: Axes, lines: Sequence[Line], *, large: bool) -> None:
    axes.axhline(0, color="#999999", linewidth=0.8)
    width, size = (1.4, 4.0) if large else (1.1, 3.0)
    for line in lines:
        marks = {"marker": line.marker, "markersize": size, "color": line.colour}
        axes.plot(line.rounds, line.totals, linewidth=width, label=line.label, **marks)  # type: ignore[arg-type]
    for place in range(1, max(len(line.rounds) for line in lines)):
        _draw_shared(axes, [line for line in lines if place < len(line.rounds)], place, width, size)
    low, high = axes.get_ylim()
    axes.set_ylim(min(low, -1), max(high, 1))  # also where nobody ever gets a point
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))


def _draw_shared(axes: Axes, lines: Sequence[Line], place: int, width: float, size: float) -> None:
    """Draw again what several lines have in common up to one round: the way there in turns, the marks in each other."""
    ways: dict[tuple[int, int], list[Line]] = {}
    ends: dict[int, list[Line]] = {}
    for line in lines:
        ways.setdefault((line.totals[place - 1], line.totals[place]), []).append(line)
        ends.setdefault(line.totals[place], []).append(line)
    for way, sharing in ways.items():
        for turn, line in enumerate(sharing if len(sharing) > 1 else []):
            dashes = (turn * DASH, (DASH, (len(sharing) - 1) * DASH))
            axes.plot(
                line.rounds[place - 1 : place + 1], way, color=line.colour, linewidth=width, linestyle=dashes,
                dash_capstyle="butt", zorder=2.5, gid="shared",
            )  # fmt: skip
    for total, sharing in ends.items():
        for below, line in enumerate(reversed(sharing) if len(sharing) > 1 else []):
            axes.plot(
                [line.rounds[place]], [total], marker=line.marker, color=line.colour, zorder=3 - 0.01 * below,
                markersize=size * (1 + STEP * below), gid="shared",
            )  # fmt: skip
