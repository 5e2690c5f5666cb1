"""A chart of who beats whom: the players of an arena against each other."""

from typing import TYPE_CHECKING, Any

import polars as pl

from toolkit.charts import style
from toolkit.studies.arena import pairing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Inches that a player takes, and the rest of the chart.
CELL, REST = 0.62, 1.9


def draw_pairings(frame: pl.DataFrame, title: str, note: str) -> "Figure":
    """A heat map of the mean differences of the players' points at the same table, row against column.

    ``frame`` is that of :meth:`toolkit.studies.arena.Arena.frame`. A cell has the difference and the half width of its
    95 % interval; what is told apart from chance after Holm's correction is in bold colour with a frame.
    """
    from matplotlib.colors import LinearSegmentedColormap

    found = frame.filter(pl.col("measure") == "pairings").to_dicts()
    points = frame.filter(pl.col("measure") == "points-by-player").sort("estimate", descending=True)
    names = points["group"].to_list()
    players = {pairing(one, two): (one, two) for one in names for two in names}
    cells: dict[tuple[str, str], tuple[float, float | None, bool]] = {}
    for row in found:
        one, two = players[row["group"]]
        half = None if row["low"] is None else (row["high"] - row["low"]) / 2
        sure = row["p_holm"] is not None and row["p_holm"] < 0.05
        cells[one, two] = row["estimate"], half, sure
        cells[two, one] = -row["estimate"], half, sure
    largest = max((abs(value) for value, _, _ in cells.values()), default=0) or 1.0
    with style.styled():
        made = style.figure(title, max(CELL * len(names) + REST, 3.2))
        axes = made.add_subplot()
        colours = LinearSegmentedColormap.from_list("difference", ["#D55E00", "#f7f7f7", "#0072B2"])
        grid = [[cells.get((one, two), (float("nan"),))[0] for two in names] for one in names]
        image = axes.imshow(grid, cmap=colours, vmin=-largest, vmax=largest, aspect="auto")
        for down, one in enumerate(names):
            for right, two in enumerate(names):
                if (one, two) in cells:
                    _write(axes, right, down, *cells[one, two], largest)
        labels = [style.wrapped(name, 16, 2) for name in names]
        axes.set_xticks(range(len(names)), [f"against\n{label}" for label in labels])
        axes.set_yticks(range(len(names)), labels)
        axes.tick_params(length=0)
        axes.grid(visible=False)
        made.colorbar(image, ax=axes, label=f"{found[0]['unit'] if found else 'points'}: row − column", shrink=0.9)
        style.caption(made, note)
    return made


def _write(axes: Any, right: int, down: int, value: float, half: float | None, sure: bool, largest: float) -> None:
    """The figure in a cell."""
    digits = 2 if largest < 20 else 1
    text = f"{round(value, digits) + 0.0:+.{digits}f}".replace("-", "−")
    if half is not None:
        text += f"\n±{half:.{digits}f}"
    colour = "white" if abs(value) > 0.6 * largest else "#222222"
    axes.text(right, down, text, ha="center", va="center", fontsize=9, color=colour)
    if sure:
        axes.add_patch(_frame(right, down))


def _frame(right: int, down: int) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((right - 0.46, down - 0.46), 0.92, 0.92, fill=False, edgecolor="#222222", linewidth=1.2)
