"""How each kind of chart is drawn: from tables to a figure."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from toolkit.charts import panels, style
from toolkit.charts.registry import ChartError, Kind
from toolkit.stats import measure
from toolkit.stats.estimates import PLURALS, SHARE, Estimate, counted, rows

if TYPE_CHECKING:
    from toolkit.replay.tables import Tables

#: More rows than these are not drawn; the ones with the largest n stay.
MOST_ROWS = 40
#: Matches in a chart of totals.
MOST_MATCHES = 9


def rows_chart(kind: Kind, tables: "Tables") -> Figure:
    """Estimates as dots with their 95 % intervals, a row each, with a line at zero or at the even share."""
    return _rows(kind, tables, bars=False)


def bars_chart(kind: Kind, tables: "Tables") -> Figure:
    """Estimates as bars with their 95 % intervals, a row each."""
    return _rows(kind, tables, bars=True)


def columns_chart(kind: Kind, tables: "Tables") -> Figure:
    """A distribution as columns with their 95 % intervals."""
    estimates = _estimates(kind, tables)
    made = style.figure(_title(kind, tables), 3.6)
    style.caption(made, _caption(estimates, tables))
    axes = made.add_subplot()
    panels.columns(axes, estimates)
    axes.set_xlabel(kind.axis)
    axes.set_ylabel(_unit(estimates))
    return made


def totals_chart(kind: Kind, tables: "Tables") -> Figure:
    """Points of every seat over the rounds of a match; several matches side by side."""
    seats = tables.seats.join(
        tables.rounds.filter("complete").select("match_id", "round"), on=("match_id", "round"), how="semi"
    )
    long = seats.filter(pl.col("round").max().over("match_id") > 1)
    if long.is_empty():
        raise ChartError("points over time need a match of two or more complete rounds; there is none in these records")
    matches = long.partition_by("match_id", maintain_order=True)
    shown = matches[:MOST_MATCHES]
    single = len(shown) == 1
    across = min(len(shown), 3)
    down = math.ceil(len(shown) / across)
    caption = "points of the match after each round"
    if len(matches) > len(shown):
        caption += f"; the first {len(shown)} of {len(matches)} matches of two or more rounds"
    title = f"{_title(kind, tables)}, {shown[0]['match_id'][0]}" if single else _title(kind, tables)
    made = style.figure(title, 3.9 if single else 1.3 + 1.9 * down)
    style.caption(made, caption)
    for place, match in enumerate(shown):
        axes = made.add_subplot(down, across, place + 1)
        _totals(axes, match, named=single)
        if not single:
            axes.set_title(style.wrapped(match["match_id"][0], 24, 1), fontsize=8)
        if place % across == 0:
            axes.set_ylabel("points")
        if place >= len(shown) - across:
            axes.set_xlabel("round")
    widest = max(made.axes, key=lambda axes: len(axes.get_lines()))
    made.legend(*widest.get_legend_handles_labels(), loc="outside right upper", fontsize=8.5)
    return made


def _totals(axes: Axes, match: pl.DataFrame, *, named: bool) -> None:
    axes.axhline(0, color="#999999", linewidth=0.8)
    for (seat,), part in match.group_by("seat", maintain_order=True):
        place = (int(str(seat)) - 1) % len(style.COLOURS)
        total = f"{part['total'][-1]:+d}".replace("-", "−")
        name = f"{total} {part['player'][0]}" if named else f"seat {seat}"
        axes.plot(
            [0, *part["round"]],
            [0, *part["total"]],
            marker=style.MARKERS[place],
            markersize=4 if named else 3,
            linewidth=1.4 if named else 1.1,
            color=style.COLOURS[place],
            label=style.wrapped(name, 24, 2),
        )
    low, high = axes.get_ylim()
    axes.set_ylim(min(low, -1), max(high, 1))  # also where nobody ever gets a point
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))


def _rows(kind: Kind, tables: "Tables", *, bars: bool) -> Figure:
    every = _estimates(kind, tables)
    kept = sorted(sorted(range(len(every)), key=lambda place: -every[place].n)[:MOST_ROWS])
    estimates = [every[place] for place in kept]
    shown = panels.rows_of(estimates)
    unit = estimates[0].unit
    which = "the first" if len({each.n for each in every}) == 1 else "those with the largest n:"
    notes = [f"{which} {len(kept)} of {len(every)}"] if len(kept) < len(every) else []
    made = style.figure(_title(kind, tables), panels.REST + panels.ROW * max(len(shown), 2))
    axes = made.add_subplot()
    scale = 100 if unit.startswith("share ") else 1
    if panels.rows(axes, shown, bars=bars, scale=scale, zero=bars or bool(kind.line) or unit.startswith(SHARE)):
        notes.append("arrow: the interval goes on")
    if unit.startswith(SHARE):
        panels.percents(axes.xaxis)
    axes.set_xlabel(_unit(estimates))
    if kind.line == "even":
        _even(axes, shown)
        notes.append("dashed: even share")
    elif kind.line == "zero":
        axes.axvline(0, color=style.REFERENCE, linestyle=style.DASHED, linewidth=1.1, zorder=1, gid="zero")
    style.caption(made, _caption(estimates, tables, notes))
    return made


def _even(axes: Axes, shown: Sequence[panels.Row]) -> None:
    """A dashed line at the mean share of the seats, over the rows of each section."""
    sections: dict[str, list[int]] = {}
    for place, row in enumerate(shown):
        if row.estimate:
            sections.setdefault(row.estimate.section, []).append(place)
    for places in sections.values():
        shares = [each.estimate for place in places if (each := shown[place].estimate) and each.estimate is not None]
        even = 100 * sum(shares) / len(shares)
        ends = [places[0] - 0.5, places[-1] + 0.5]
        axes.plot(
            [even, even], ends, color=style.REFERENCE, linestyle=style.DASHED, linewidth=1.2, zorder=1, gid="even"
        )


def _estimates(kind: Kind, tables: "Tables") -> list[Estimate]:
    if not tables.rounds["complete"].any():
        raise ChartError("there is no complete round in these records, so there is nothing to draw")
    estimates = rows(measure(kind.measure)(tables))
    if not estimates:
        raise ChartError(f"chart {kind.name!r} does not fit: {kind.missing}")
    return estimates


def _title(kind: Kind, tables: "Tables") -> str:
    from toolkit.games import get

    return f"{get(tables.game).title}: {kind.title}"


def _unit(estimates: Sequence[Estimate]) -> str:
    unit = estimates[0].unit
    if unit.startswith(SHARE):
        return unit
    return unit.replace("share above", "percentage points above")


def _caption(estimates: Sequence[Estimate], tables: "Tables", notes: Sequence[str] = ()) -> str:
    """What the marks mean and how many units there are."""
    methods = dict.fromkeys(each.method for each in estimates)
    used = [method for method in methods if not method.startswith("none")]
    missing = [method.removeprefix("none: ") for method in methods if method.startswith("none")]
    parts = []
    if used:
        parts.append(f"lines: 95 % confidence interval ({' or '.join(used)})")
    if missing:
        parts.append(f"hollow: no interval ({', '.join(missing)})")
    counts = {each.n for each in estimates}
    things = counted(estimates[0].unit)
    parts.append(f"n = {_counted(counts.pop(), things)}" if len(counts) == 1 else f"n counts {things}")
    parts.append(_counted(len(tables.matches), "matches"))
    return "; ".join([*parts, *notes])


def _counted(number: int, things: str) -> str:
    singular = next((one for one, many in PLURALS.items() if many == things), things)
    return f"{number:,} {singular if number == 1 else things}"
