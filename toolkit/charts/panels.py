"""Parts of charts: rows of estimates with intervals, distributions."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from toolkit.charts import style
from toolkit.stats.estimates import Estimate

#: Inches that a row takes, and the rest of a chart.
ROW, REST = 0.27, 1.75
#: A row's label: columns and lines.
LABEL = (26, 2)


class Row(NamedTuple):
    """A row of a chart of rows: the head of a section, or an estimate."""

    head: str
    estimate: Estimate | None


def rows_of(estimates: Sequence[Estimate]) -> list[Row]:
    """The estimates of several sections with a head before each; no heads where every section is one estimate."""
    sections = list(dict.fromkeys(each.section for each in estimates))
    headed = 1 < len(sections) < len(estimates)
    made = []
    for section in sections:
        made += [Row(section, None)] if headed else []
        made += [Row("", each) for each in estimates if each.section == section]
    return made


def rows(axes: Axes, shown: Sequence[Row], *, bars: bool, scale: float, zero: bool) -> bool:
    """Draw estimates as rows from top to bottom, with their 95 % intervals and their n on the right.

    Values are multiplied by ``scale``; ``zero`` says that the axis has to show zero. Returns whether an interval was
    too long and is cut, with an arrow; estimates without an interval are hollow.
    """
    estimates = [row.estimate for row in shown if row.estimate]
    low, high = _range(estimates, zero)
    log = not zero and not bars and _is_wide(estimates)
    cut = False
    for place, row in enumerate(shown):
        each = row.estimate
        if each is None:
            axes.axhspan(place - 0.46, place + 0.46, color=style.HEAD, zorder=0.5)
        if each is None or each.estimate is None:
            continue
        if bars:
            axes.barh(place, each.estimate * scale, height=0.66, color=style.BAR, zorder=2)
        cut |= _interval(axes, place, each, (0, float("inf")) if log else (low, high), scale)
        if not bars or each.low is None:
            face = "white" if each.low is None else style.DOT
            axes.plot(
                [each.estimate * scale],
                [place],
                "o",
                color=style.DOT,
                mfc=face,
                ms=5,
                zorder=5,
                clip_on=False,
                gid="dot",
            )
    pad = (high - low) * 0.03
    if log:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    else:
        axes.set_xlim((low - pad if low else 0) * scale, (high + pad if high else 0) * scale)
        axes.xaxis.set_major_locator(MaxNLocator(7, steps=[1, 2, 2.5, 5, 10]))
    _labels(axes, shown)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0, pad=6)  # room for a dot at zero
    return cut


def columns(axes: Axes, estimates: Sequence[Estimate]) -> None:
    """Draw shares as columns from left to right with their 95 % intervals, labelled by their groups, in percent."""
    for place, each in enumerate(estimates):
        if each.estimate is None:
            continue
        axes.bar(place, each.estimate * 100, width=0.78, color=style.BAR, zorder=2)
        if each.low is not None and each.high is not None:
            errors = [[(each.estimate - each.low) * 100], [(each.high - each.estimate) * 100]]
            mark: dict[str, Any] = {
                "ecolor": style.INTERVAL,
                "elinewidth": 1.3,
                "capsize": 3,
                "capthick": 1.3,
                "zorder": 4,
            }
            axes.errorbar(place, each.estimate * 100, yerr=errors, fmt="none", **mark)
        else:
            axes.plot([place], [each.estimate * 100], "o", color=style.DOT, markerfacecolor="white", ms=5, zorder=5)
    labels = [style.wrapped(each.group, 12, 2) for each in estimates]
    axes.set_xticks(range(len(labels)), labels)
    if max(map(len, labels)) * len(labels) > 64:  # what fits side by side
        axes.tick_params(axis="x", labelrotation=45)
    axes.tick_params(axis="x", length=0)
    spare = max(4 - len(estimates), 0) / 2  # a few columns stand in the middle and are not overly wide
    axes.set_xlim(-0.6 - spare, len(estimates) - 0.4 + spare)
    axes.grid(axis="x", visible=False)
    percents(axes.yaxis)


def percents(axis: Any) -> None:
    """Write the numbers of an axis with a percent sign."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g} %"))


def _range(estimates: Sequence[Estimate], zero: bool) -> tuple[float, float]:
    """What the axis has to show: every estimate, intervals that are not far longer than most, and zero if asked."""
    halves = sorted((each.high - each.low) / 2 for each in estimates if each.low is not None and each.high is not None)
    longest = 4 * halves[len(halves) // 2] if halves else 0.0
    ends = [0.0] if zero else []
    for each in estimates:
        if each.estimate is None:
            continue
        ends.append(each.estimate)
        if each.low is not None and each.high is not None:
            ends += [max(each.low, each.estimate - longest), min(each.high, each.estimate + longest)]
    low, high = min(ends), max(ends)
    return (low, high) if high > low else (low - 1, high + 1)


def _is_wide(estimates: Sequence[Estimate]) -> bool:
    """Whether only a logarithmic axis shows both the least and the greatest."""
    ends = [end for each in estimates for end in (each.estimate, each.low) if end is not None]
    return min(ends) > 0 and max(ends) > 100 * min(ends)


def _interval(axes: Axes, place: int, each: Estimate, span: tuple[float, float], scale: float) -> bool:
    """The interval of one row, with a cap at each end, or an arrow where it was cut; returns whether it was."""
    if each.low is None or each.high is None:
        return False
    low, high = max(each.low, span[0]), min(each.high, span[1])
    axes.plot(
        [low * scale, high * scale], [place, place], color=style.INTERVAL, linewidth=1.3, zorder=4, gid="interval"
    )
    for end, drawn, arrow in ((each.low, low, "<"), (each.high, high, ">")):
        cut = end != drawn
        axes.plot(
            [drawn * scale],
            [place],
            marker=arrow if cut else "|",
            markersize=6,
            markeredgewidth=0 if cut else 1.3,
            color=style.INTERVAL,
            clip_on=False,
            zorder=4,
            gid="arrow" if cut else "cap",
        )
    return (low, high) != (each.low, each.high)


def _labels(axes: Axes, shown: Sequence[Row]) -> None:
    """Groups and heads on the left, n on the right; the first row is the top one."""
    texts = [style.wrapped(row.estimate.group if row.estimate else row.head, *LABEL) for row in shown]
    axes.set_yticks(range(len(shown)), texts)
    for label in axes.get_yticklabels():
        if "\n" in label.get_text():
            label.set_fontsize(7)
            label.set_linespacing(0.95)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    counts = axes.twinx()
    counts.set_ylim(axes.get_ylim())
    places = [place for place, row in enumerate(shown) if row.estimate]
    counts.set_yticks(places, [f"{row.estimate.n:,}" for row in shown if row.estimate])
    counts.tick_params(axis="y", length=0, labelcolor=style.QUIET, labelsize=8)
    counts.grid(visible=False)
    axes.annotate("n", (1, 1), (4, 2), "axes fraction", "offset points", fontsize=8, color=style.QUIET)
    for side in ("left", "right", "top", "bottom"):
        counts.spines[side].set_visible(False)
