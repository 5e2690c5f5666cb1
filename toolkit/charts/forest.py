"""Forest plots: differences between rules with their intervals, a panel a measure."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from toolkit.charts import style
from toolkit.charts.registry import ChartError
from toolkit.stats import MEASURES
from toolkit.studies.comparing import ALPHA, Difference
from toolkit.studies.tables import short_players
from toolkit.studies.wording import HIGHER, LOWER, SAME, difference_unit, scale_of

#: More rows than these are not drawn; what is the same in every unit goes first.
MOST_ROWS = 40
#: Series (rules × players) that can be told apart.
MOST_SERIES = len(style.COLOURS)
#: Inches: a row, one series in it, a panel's frame, a line of the legend, the rest of the figure.
ROW, SERIES, PANEL, LEGEND, REST = 0.14, 0.13, 0.66, 0.22, 1.1
#: Series in a line of the legend.
ACROSS = 3
#: Columns and lines of a row's label.
LABEL = (24, 2)

Key = tuple[str, str, str]


def forest(title: str, differences: Sequence[Difference], alpha: float = ALPHA) -> Figure:
    """A forest plot of the differences of a study.

    Thick lines are the intervals for themselves, thin ones hold together with all others; a filled mark says that the
    difference is shown. ChartError where there are too many rules and players to tell apart.
    """
    series = list(dict.fromkeys((each.variant, each.players) for each in differences))
    if len(series) > MOST_SERIES:
        raise ChartError(f"{len(series)} rules and players in one chart; it can tell {MOST_SERIES} apart")
    if not differences:
        raise ChartError("there is nothing to compare, so there is nothing to draw")
    panels, notes = _panels(differences)
    heights = [LEGEND * math.ceil(len(series) / ACROSS)] if len(series) > 1 else []
    heights += [len(rows) * (ROW + SERIES * len(series)) + PANEL for rows in panels.values()]
    with style.styled():
        made = style.figure(f"{title}: {_subject(differences)}", sum(heights) + REST)
        grid = made.add_gridspec(len(heights), 1, height_ratios=heights)
        if len(series) > 1:
            _legend(made.add_subplot(grid[0]), series)
        for place, (measure, rows) in enumerate(panels.items(), len(heights) - len(panels)):
            axes = made.add_subplot(grid[place])
            _panel(axes, measure, rows, [each for each in differences if each.measure == measure], series)
        style.caption(made, _caption(differences, notes, alpha))
        made.draw_without_rendering()
    return made


def _panels(differences: Sequence[Difference]) -> tuple[dict[str, list[Key]], list[str]]:
    """The rows of each measure's panel, and what is left out, in words."""
    differ: dict[Key, bool] = {}
    for each in differences:
        key = (each.measure, each.section, each.group)
        differ[key] = differ.get(key, False) or each.word != SAME
    rows = [key for key in differ if differ[key]]
    notes = []
    if not rows:
        rows = list(differ)
    elif len(rows) < len(differ):
        notes.append(f"left out: {len(differ) - len(rows)} figures that are the same in every unit")
    if len(rows) > MOST_ROWS:
        notes.append(f"the first {MOST_ROWS} of {len(rows)} rows")
    panels: dict[str, list[Key]] = {}
    for key in rows[:MOST_ROWS]:
        panels.setdefault(key[0], []).append(key)
    return panels, notes


def _subject(differences: Sequence[Difference]) -> str:
    variants = list(dict.fromkeys(each.variant for each in differences))
    return (
        f"{' and '.join(variants) if len(variants) < 4 else f'{len(variants)} rules'} against {differences[0].baseline}"
    )


def _panel(
    axes: Axes, measure: str, rows: Sequence[Key], differences: Sequence[Difference], series: Sequence[tuple[str, str]]
) -> None:
    unit = differences[0].unit
    scale = scale_of(unit)
    pitch = SERIES / (ROW + SERIES * len(series))
    for each in differences:
        key = (each.measure, each.section, each.group)
        if key not in rows:
            continue
        number = series.index((each.variant, each.players))
        _mark(axes, each, rows.index(key) + (number - (len(series) - 1) / 2) * pitch, number, scale)
    axes.axvline(0, color=style.REFERENCE, linestyle=style.DASHED, linewidth=1.1, zorder=1)
    axes.set_title(MEASURES[measure].title if measure in MEASURES else measure)
    axes.set_xlabel(f"difference in {difference_unit(unit)}", fontsize=8)
    axes.xaxis.set_major_locator(MaxNLocator(7, steps=[1, 2, 2.5, 5, 10]))
    axes.tick_params(axis="x", labelsize=8)
    sections = {section for _, section, _ in rows}
    labels = [f"{section} {group}" if 1 < len(sections) < len(rows) else group for _, section, group in rows]
    axes.set_yticks(range(len(rows)), [style.wrapped(label, *LABEL) for label in labels])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    low, high = axes.get_xlim()
    if not any(each.difference or each.low_all for each in differences):
        low, high = -1.0, 1.0
    axes.set_xlim(min(low, 0), max(high, 0))
    _counts(axes, rows, differences)


def _mark(axes: Axes, each: Difference, height: float, number: int, scale: float) -> None:
    """One difference: its mark, the interval for itself, and the joint one."""
    colour = style.COLOURS[number]
    for low, high, wide in ((each.low_all, each.high_all, 1.0), (each.low, each.high, 2.6)):
        if low is not None and high is not None:
            axes.plot([low * scale, high * scale], [height] * 2, color=colour, linewidth=wide, zorder=3)
    shown = each.word in (HIGHER, LOWER)
    axes.plot(
        [each.difference * scale], [height], style.MARKERS[number], color=colour, mfc=colour if shown else "white",
        ms=5, zorder=4, clip_on=False,
    )  # fmt: skip


def _counts(axes: Axes, rows: Sequence[Key], differences: Sequence[Difference]) -> None:
    """The number of pairs on the right, the least where players or rules differ in it."""
    found: dict[Key, int] = {}
    for each in differences:
        key = (each.measure, each.section, each.group)
        found[key] = min(each.n, found.get(key, each.n))
    counts = axes.twinx()
    counts.set_ylim(axes.get_ylim())
    counts.set_yticks(range(len(rows)), [f"{found[key]:,}" for key in rows])
    counts.tick_params(axis="y", length=0, labelcolor=style.QUIET, labelsize=8)
    counts.grid(visible=False)
    axes.annotate("n", (1, 1), (4, 2), "axes fraction", "offset points", fontsize=8, color=style.QUIET)
    for side in ("left", "right", "top", "bottom"):
        counts.spines[side].set_visible(False)


def _legend(axes: Axes, series: Sequence[tuple[str, str]]) -> None:
    """Names of the series, in a place of their own above the panels."""
    rules = len({variant for variant, _ in series}) > 1
    players = len({each for _, each in series}) > 1
    handles = []
    for number, (variant, kinds) in enumerate(series):
        parts = [variant] * rules + [short_players(kinds)] * players
        label = style.wrapped(", ".join(parts), 34, 1)
        handles.append(Line2D([], [], color=style.COLOURS[number], marker=style.MARKERS[number], ms=5, label=label))
    axes.legend(handles=handles, loc="center left", ncols=min(len(series), ACROSS), fontsize=8.5, borderpad=0)
    axes.set_axis_off()


def _caption(differences: Sequence[Difference], notes: Sequence[str], alpha: float) -> str:
    methods = [m for m in dict.fromkeys(each.method for each in differences) if not m.startswith("none")]
    parts = [
        f"same deals under all rules; thick: {100 * (1 - alpha):g} % interval for itself; thin: all "
        f"{len(differences)} hold together (Bonferroni); filled: a difference is shown (Holm), hollow: none is"
    ]
    if methods:
        parts.append(", ".join(methods))
    if any(each.low_all is None for each in differences):
        parts.append("no line: the data give no interval")
    return "; ".join([*parts, "n: pairs", *notes])
