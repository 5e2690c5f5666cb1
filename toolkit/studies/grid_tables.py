"""Sweeps as tables for people: a row a point of the grid, a table a figure."""

from collections.abc import Iterator, Sequence

from rich.console import Group
from rich.text import Text

from toolkit.records.faults import shown_name
from toolkit.stats import MEASURES
from toolkit.stats.format import spell
from toolkit.stats.layout import Grid
from toolkit.studies.grid import value_text
from toolkit.studies.sweeping import Cell
from toolkit.studies.wording import HIGHER, LOWER, difference_unit, scale_of, signed


def tables(cells: Sequence[Cell]) -> Iterator[Group]:
    """One Rich renderable for each figure of the cells of one kind of players."""
    figures: dict[tuple[str, str, str], list[Cell]] = {}
    for cell in cells:
        figures.setdefault(cell.figure, []).append(cell)
    for (measure, _, group), rows in figures.items():
        title = MEASURES[measure].title if measure in MEASURES else measure
        yield Group(
            Text(f"{title}, {shown_name(group)}", style="bold"), _table(rows), Text(_caption(rows), style="dim")
        )


def _table(cells: Sequence[Cell]) -> Grid:
    made = Grid(names=len(cells[0].point))
    for name in cells[0].point:
        made.add_column(name, justify="right", overflow="fold")
    for heading in ("estimate", "− default", ""):
        made.add_column(heading, no_wrap=True)
    figures = spell([cell.estimate for cell in cells])
    for cell, estimate in zip(cells, figures, strict=True):
        word = cell.difference.word if cell.difference else ""
        values = [value_text(value) for value in cell.point.values()]
        style = "bold" if word in (HIGHER, LOWER) else "dim"
        made.add_row(*values, Text(estimate), Text(_difference(cell)), Text(word, style=style))
    return made


def _difference(cell: Cell) -> str:
    each = cell.difference
    if each is None:
        return "–"
    scale = scale_of(each.unit)
    if each.low_all is None or each.high_all is None:
        return f"{signed(each.difference * scale, 0.0)} –"
    length = (each.high_all - each.low_all) * scale
    ends = (signed(end * scale, length) for end in (each.difference, each.low_all, each.high_all))
    return "{} [{}, {}]".format(*ends)


def _caption(cells: Sequence[Cell]) -> str:
    unit = cells[0].estimate.unit
    n = sorted({cell.estimate.n for cell in cells})
    counted = f"n = {n[0]:,}" if len(n) == 1 else f"n = {n[0]:,} to {n[-1]:,}"
    told = f"% of {unit.removeprefix('share of ')}" if unit.startswith("share of") else unit
    methods = [m for m in dict.fromkeys(cell.estimate.method for cell in cells) if not m.startswith("none")]
    paired = [m for m in dict.fromkeys(c.difference.method for c in cells if c.difference) if not m.startswith("none")]
    parts = [told, counted]
    if methods:
        parts.append(f"95 % interval: {' or '.join(methods)}")
    if paired:
        parts.append(f"differences ({difference_unit(unit)}): {' or '.join(paired)}")
    return "; ".join(parts)
