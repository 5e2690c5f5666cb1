"""Charts of sweeps: a line with interval bars for one option, heat maps for two."""

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from toolkit.charts import style
from toolkit.charts.registry import ChartError
from toolkit.stats import MEASURES
from toolkit.studies.grid import Value, value_text
from toolkit.studies.sweeping import Cell
from toolkit.studies.tables import short_players
from toolkit.studies.wording import HIGHER, LOWER, decimals, scale_of

#: Heat maps in one figure.
MOST_MAPS = 6


def chart(title: str, cells: Sequence[Cell]) -> Figure:
    """The first measure of a sweep over one or two options; ChartError for more options."""
    if not cells:
        raise ChartError("the sweep has no figures, so there is nothing to draw")
    options = list(cells[0].point)
    if len(options) > 2:
        raise ChartError(f"a chart shows one or two options, not {len(options)}: {', '.join(options)}")
    measure = cells[0].estimate.measure
    shown = [cell for cell in cells if cell.estimate.measure == measure]
    name = MEASURES[measure].title if measure in MEASURES else measure
    with style.styled():
        made = _lines(f"{title}: {name}", shown) if len(options) == 1 else _maps(f"{title}: {name}", shown)
        made.draw_without_rendering()
    return made


def _panels(cells: Sequence[Cell]) -> dict[str, list[Cell]]:
    panels: dict[str, list[Cell]] = {}
    for cell in cells:
        panels.setdefault(cell.players, []).append(cell)
    return panels


def _values(cells: Sequence[Cell], option: str) -> list[Value]:
    return list(dict.fromkeys(cell.point[option] for cell in cells))


def _unit(cells: Sequence[Cell]) -> str:
    unit = cells[0].estimate.unit
    return unit.replace("share of", "% of").replace("share above", "percentage points above")


def _lines(title: str, cells: Sequence[Cell]) -> Figure:
    """Estimates over the values of one option, a line a group, a panel for each kind of players."""
    panels = _panels(cells)
    made = style.figure(title, 1.2 + 2.5 * len(panels))
    option = next(iter(cells[0].point))
    values = _values(cells, option)
    groups = list(dict.fromkeys(cell.estimate.group for cell in cells))[: len(style.COLOURS)]
    scale = scale_of(cells[0].estimate.unit)
    for place, (players, rows) in enumerate(panels.items()):
        axes = made.add_subplot(len(panels), 1, place + 1)
        for number, group in enumerate(groups):
            _line(axes, [cell for cell in rows if cell.estimate.group == group], values, number, len(groups), scale)
        axes.set_xticks(range(len(values)), [style.wrapped(value_text(value), 12, 2) for value in values])
        axes.set_title(style.wrapped(f"{short_players(players)} players", 60, 2))
        axes.set_ylabel(style.wrapped(_unit(cells), 24, 2))
        if place == len(panels) - 1:
            axes.set_xlabel(option)
    made.legend(*made.axes[0].get_legend_handles_labels(), loc="outside right upper", fontsize=8.5)
    style.caption(made, _caption(cells, "filled"))
    return made


def _line(axes: Axes, cells: Sequence[Cell], values: Sequence[Value], number: int, of: int, scale: float) -> None:
    colour = style.COLOURS[number]
    spots, heights = [], []
    for cell in cells:
        each = cell.estimate
        if each.estimate is None:
            continue
        spot = values.index(next(iter(cell.point.values()))) + (number - (of - 1) / 2) * 0.06
        spots.append(spot)
        heights.append(each.estimate * scale)
        if each.low is not None and each.high is not None:
            axes.plot([spot] * 2, [each.low * scale, each.high * scale], color=colour, linewidth=1.3)
        shown = cell.difference is not None and cell.difference.word in (HIGHER, LOWER)
        axes.plot(
            [spot], [heights[-1]], style.MARKERS[number], color=colour, mfc=colour if shown else "white", ms=5, zorder=4
        )
    label = style.wrapped(cells[0].estimate.group, 18, 2) if cells else ""
    axes.plot(spots, heights, color=colour, linewidth=1, label=label, zorder=1)


def _maps(title: str, cells: Sequence[Cell]) -> Figure:
    """A heat map over the values of two options for each group and kind of players."""
    maps: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        maps.setdefault((cell.players, cell.estimate.group), []).append(cell)
    kept = dict(list(maps.items())[:MOST_MAPS])
    across = min(2, len(kept))
    down = math.ceil(len(kept) / across)
    first, second = list(cells[0].point)
    rows, columns = _values(cells, first), _values(cells, second)
    made = style.figure(title, 1.2 + down * (0.9 + 0.3 * max(len(rows), 3)))
    several = len({players for players, _ in kept}) > 1
    for place, ((players, group), found) in enumerate(kept.items()):
        axes = made.add_subplot(down, across, place + 1)
        _map(made, axes, found, (rows, columns), (first, second))
        axes.set_title(style.wrapped(f"{group}, {short_players(players)}" if several else group, 40, 2))
    note = f"the first {len(kept)} of {len(maps)} maps" if len(kept) < len(maps) else ""
    style.caption(made, _caption(cells, "bold frame", note))
    return made


def _map(
    made: Figure, axes: Axes, cells: Sequence[Cell], values: tuple[list[Value], list[Value]], names: tuple[str, str]
) -> None:
    rows, columns = values
    scale = scale_of(cells[0].estimate.unit)
    grid = np.full((len(rows), len(columns)), np.nan)
    halves = [e.high - e.low for e in (cell.estimate for cell in cells) if e.low is not None and e.high is not None]
    digits = decimals(sorted(halves)[len(halves) // 2] * scale) if halves else 2
    for cell in cells:
        if cell.estimate.estimate is not None:
            grid[rows.index(cell.point[names[0]]), columns.index(cell.point[names[1]])] = cell.estimate.estimate * scale
    image = axes.imshow(grid, cmap="cividis", aspect="auto")
    for cell in cells:
        row, column = rows.index(cell.point[names[0]]), columns.index(cell.point[names[1]])
        value = float(grid[row, column])
        if np.isnan(value):
            continue
        dark = float(np.asarray(image.norm(np.array([value])))[0]) < 0.5
        shown = cell.difference is not None and cell.difference.word in (HIGHER, LOWER)
        text = f"{value:,.{digits}f}".replace("-", "−")
        box = (
            {"boxstyle": "round,pad=0.15", "fill": False, "edgecolor": "white" if dark else "black"} if shown else None
        )
        axes.text(column, row, text, ha="center", va="center", fontsize=8, color="white" if dark else "black", bbox=box)
    axes.set_xticks(range(len(columns)), [style.wrapped(value_text(value), 10, 2) for value in columns])
    axes.set_yticks(range(len(rows)), [style.wrapped(value_text(value), 14, 2) for value in rows])
    axes.set_xlabel(names[1])
    axes.set_ylabel(names[0])
    axes.grid(visible=False)
    bar = made.colorbar(image, ax=axes)
    bar.set_label(style.wrapped(_unit(cells), 22, 2), fontsize=8)
    bar.ax.tick_params(labelsize=8)


def _caption(cells: Sequence[Cell], mark: str, note: str = "") -> str:
    n = sorted({cell.estimate.n for cell in cells})
    counted = f"n = {n[0]:,}" if len(n) == 1 else f"n = {n[0]:,} to {n[-1]:,}"
    methods = [m for m in dict.fromkeys(cell.estimate.method for cell in cells) if not m.startswith("none")]
    told = f"bars: 95 % interval ({' or '.join(methods)})" if mark == "filled" else ""
    parts = [told, f"{mark}: a difference to the default is shown (same deals, Holm)", f"{counted} a point", note]
    return "; ".join(part for part in parts if part)
