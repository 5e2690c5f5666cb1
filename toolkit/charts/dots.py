"""Dot charts of sensitivity indices: the options by importance, a panel a figure."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawn

from toolkit.charts import style
from toolkit.charts.registry import ChartError
from toolkit.stats import MEASURES
from toolkit.studies.importance import Figure
from toolkit.studies.importance_tables import NAMES, noise
from toolkit.studies.sensitivity import SIZE_NAMES, Design
from toolkit.studies.tables import short_players
from toolkit.studies.wording import difference_unit, scale_of

#: Panels in one figure.
MOST_PANELS = 6
#: Inches: an option, a panel's frame, the rest of the figure.
ROW, PANEL, REST = 0.3, 1.0, 1.2
#: How far the two indices of an option are apart.
APART = 0.13


def chart(title: str, figures: Sequence[Figure], plan: Design) -> Drawn:
    """The figures of the first measure, at most six: dots with their 95 % intervals."""
    if not figures:
        raise ChartError("the study has no figures, so there is nothing to draw")
    measure = figures[0].quantity.measure
    found = [each for each in figures if each.quantity.measure == measure]
    shown = found[:MOST_PANELS]
    name = MEASURES[measure].title if measure in MEASURES else measure
    several = len({each.players for each in found}) > 1
    with style.styled():
        made = style.figure(
            f"{title}: which options matter for “{name}”", len(shown) * (ROW * len(plan.options) + PANEL) + REST
        )
        axes: Axes | None = None
        for place, each in enumerate(shown):
            axes = made.add_subplot(len(shown), 1, place + 1, sharex=axes)
            _panel(axes, each)
            group = f"{each.quantity.group}, {short_players(each.players)}" if several else each.quantity.group
            axes.set_title(style.wrapped(f"{group}: {noise(each)}", 66, 2), fontsize=8.5)
        assert axes is not None
        axes.set_xlabel(_label(shown[0], plan))
        made.legend(*made.axes[0].get_legend_handles_labels(), loc="outside right upper", fontsize=8.5)
        more = f"the first {len(shown)} of {len(found)} figures" if len(shown) < len(found) else ""
        style.caption(made, _caption(shown[0], plan, more))
        made.draw_without_rendering()
    return made


def _panel(axes: Axes, figure: Figure) -> None:
    for number in (0, 1):
        _dots(axes, figure, number)
    axes.set_yticks(range(len(figure.ranked)), [style.wrapped(option.name, 24, 1) for option, _ in figure.ranked])
    axes.set_ylim(len(figure.ranked) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelsize=8)
    axes.grid(axis="y", visible=False)
    axes.axvline(0, color=style.REFERENCE, linestyle=style.DASHED, linewidth=1.1, zorder=1)


def _dots(axes: Axes, figure: Figure, number: int) -> None:
    """One of the two indices of all options."""
    colour = style.COLOURS[number]
    xs, ys = [], []
    for place, (_, pair) in enumerate(figure.ranked):
        index = pair[number]
        scale = scale_of(figure.quantity.unit) if index.name in ("mu_star", "sigma") else 1.0
        if index.estimate is None:
            continue
        height = place + (2 * number - 1) * APART
        xs.append(index.estimate * scale)
        ys.append(height)
        if index.low is not None and index.high is not None:
            axes.plot([index.low * scale, index.high * scale], [height] * 2, color=colour, linewidth=1.4, zorder=3)
    name = NAMES[figure.ranked[0][1][number].name]
    axes.plot(
        xs, ys, style.MARKERS[number], color=colour, mfc=colour if number == 0 else "white", ms=5, zorder=4,
        clip_on=False, label=name,
    )  # fmt: skip


def _label(figure: Figure, plan: Design) -> str:
    return "share of the variance" if plan.method == "sobol" else f"change in {difference_unit(figure.quantity.unit)}"


def _caption(figure: Figure, plan: Design, more: str) -> str:
    by = {
        "morris": "Morris 1991, μ* of Campolongo et al. 2007: change when an option moves by half of its values",
        "sobol": "Sobol' 2001, Saltelli et al. 2010",
    }[plan.method]
    sizes = f"{len(plan.places):,} points ({plan.size:,} {SIZE_NAMES[plan.method]}), {len(plan.points):,} different"
    parts = [
        by,
        "bars: 95 % interval, bootstrap",
        sizes,
        f"n = {figure.units:,} a point, the same deals",
        "the noise of what was played is part of the indices",
        more,
    ]
    return "; ".join(part for part in parts if part)
