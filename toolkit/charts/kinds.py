"""How each kind of chart is drawn: from estimates to a figure."""

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from toolkit.charts import panels, style
from toolkit.charts.registry import ChartError, Kind
from toolkit.stats.estimates import PLURALS, SHARE, Estimate, counted, rows
from toolkit.stats.naming import named

#: More rows than these are not drawn; the ones with the largest n stay.
MOST_ROWS = 40


def rows_chart(kind: Kind, game: str, found: pl.DataFrame, matches: int) -> Figure:
    """Estimates as dots with their 95 % intervals, a row each, with a line at zero or at the even share."""
    return _rows(kind, game, found, matches, bars=False)


def bars_chart(kind: Kind, game: str, found: pl.DataFrame, matches: int) -> Figure:
    """Estimates as bars with their 95 % intervals, a row each."""
    return _rows(kind, game, found, matches, bars=True)


def columns_chart(kind: Kind, game: str, found: pl.DataFrame, matches: int) -> Figure:
    """A distribution as columns with their 95 % intervals; several sections one below the other, on the same axes."""
    estimates = _estimates(kind, game, found)
    sections: dict[str, list[Estimate]] = {}
    for each in estimates:
        sections.setdefault(each.section, []).append(each)
    several = len(sections) > 1
    made = style.figure(title_of(kind, game), 1.2 + 1.25 * len(sections) if several else 3.6)
    style.caption(made, _caption(estimates, matches))
    every = made.subplots(len(sections), sharex=True, sharey=True, squeeze=False)[:, 0]
    for axes, (section, part) in zip(every, sections.items(), strict=True):
        panels.columns(axes, part)
        if several:
            axes.set_title(f"{section}, n = {part[0].n:,}", fontsize=8.5)
            axes.tick_params(axis="x", labelbottom=axes is every[-1])
    every[0].set_ylim(0, 104 * max(each.high or each.estimate or 0 for each in estimates))
    every[-1].set_xlabel(kind.axis)
    every[len(every) // 2].set_ylabel(_unit(estimates))
    return made


def _rows(kind: Kind, game: str, found: pl.DataFrame, matches: int, *, bars: bool) -> Figure:
    every = _estimates(kind, game, found)
    kept = sorted(sorted(range(len(every)), key=lambda place: -every[place].n)[:MOST_ROWS])
    estimates = [every[place] for place in kept]
    shown = panels.rows_of(estimates)
    unit = estimates[0].unit
    which = "the first" if len({each.n for each in every}) == 1 else "those with the largest n:"
    notes = [f"{which} {len(kept)} of {len(every)}"] if len(kept) < len(every) else []
    made = style.figure(title_of(kind, game), panels.REST + panels.ROW * max(len(shown), 2))
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
    style.caption(made, _caption(estimates, matches, notes))
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


def _estimates(kind: Kind, game: str, found: pl.DataFrame) -> list[Estimate]:
    estimates = rows(found)
    if not estimates:
        raise ChartError(f"chart {kind.name!r} does not fit: {kind.missing}")
    return named(estimates, game)


def title_of(kind: Kind, game: str) -> str:
    """The title of a chart: the game and what is shown."""
    from toolkit.games import get

    return f"{get(game).title}: {kind.title}"


def _unit(estimates: Sequence[Estimate]) -> str:
    unit = estimates[0].unit
    if unit.startswith(SHARE):
        return unit.split(" per ")[0]
    return unit.replace("share above", "percentage points above")


def _caption(estimates: Sequence[Estimate], matches: int, notes: Sequence[str] = ()) -> str:
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
    parts.append(_counted(matches, "matches"))
    return "; ".join([*parts, *notes])


def _counted(number: int, things: str) -> str:
    singular = next((one for one, many in PLURALS.items() if many == things), things)
    return f"{number:,} {singular if number == 1 else things}"
