"""Sensitivity indices as tables for people: a table a figure, the options by importance; and how they were made."""

from collections.abc import Iterator, Sequence

from rich.console import Group
from rich.text import Text

from toolkit.records.faults import shown_name
from toolkit.stats import MEASURES
from toolkit.stats.estimates import Estimate
from toolkit.stats.format import decimals, number, spell
from toolkit.stats.layout import Grid
from toolkit.studies.importance import Figure, values_text
from toolkit.studies.sensitivity import SIZE_NAMES, Design, Index
from toolkit.studies.wording import difference_unit, scale_of, spelt

#: What the indices are called.
NAMES = {"mu_star": "μ*", "sigma": "σ", "S1": "S1 alone", "ST": "ST in all"}


def tables(figures: Sequence[Figure]) -> Iterator[Group]:
    """One Rich renderable for each figure of one kind of players."""
    for each in figures:
        yield Group(Text(figure_title(each), style="bold"), _table(each), Text(noise(each), style="dim"))


def figure_title(figure: Figure) -> str:
    """Measure and group: ``Points by seat, seat 1``."""
    measure = figure.quantity.measure
    return f"{MEASURES[measure].title if measure in MEASURES else measure}, {shown_name(figure.quantity.group)}"


def _table(figure: Figure) -> Grid:
    made = Grid(names=2)
    made.add_column("option", overflow="fold")
    made.add_column("values", overflow="fold", style="dim")
    columns = [_spelt(figure, place) for place in (0, 1)]
    for index, _ in zip(figure.ranked[0][1], columns, strict=True):
        made.add_column(NAMES[index.name], no_wrap=True)
    for (option, _), first, second in zip(figure.ranked, *columns, strict=True):
        made.add_row(option.name, values_text(option), Text(first), Text(second))
    return made


def _spelt(figure: Figure, place: int) -> list[str]:
    """The estimates of the first or second index with their intervals; σ has none and takes the decimals of μ*."""
    first, chosen = ([_estimate(figure, pair[number]) for _, pair in figure.ranked] for number in (0, place))
    if figure.ranked[0][1][place].name != "sigma":
        return spell(chosen)
    scale = scale_of(figure.quantity.unit)
    digits = decimals(first, scale)
    return [number(each.estimate, scale, digits) for each in chosen]


def _estimate(figure: Figure, index: Index) -> Estimate:
    unit = figure.quantity.unit if index.name in ("mu_star", "sigma") else "index"
    return Estimate("", "", "", 0, 0, index.estimate, index.low, index.high, unit, "")


def noise(figure: Figure) -> str:
    """How the figure spreads over the points, and how well it is known at each: the noise in the indices."""
    unit = figure.quantity.unit
    scale = scale_of(unit)
    told = f"SD over the points {_two_digits(figure.spread * scale)}; "
    if figure.half_width is None:
        return f"{told}no interval at any point ({difference_unit(unit)})"
    return f"{told}mean 95 % interval at a point ± {_two_digits(figure.half_width * scale)} {difference_unit(unit)}"


def _two_digits(value: float) -> str:
    return spelt(value, 2 * value)


def method(plan: Design) -> list[str]:
    """What the indices are, by whom, and what to mind: sentences for a footnote."""
    sizes = f"{len(plan.places):,} points ({plan.size:,} {SIZE_NAMES[plan.method]}), {len(plan.points):,} different"
    if plan.method == "morris":
        return [
            f"Morris 1991, μ* of Campolongo et al. 2007: {sizes}; all values of an option equally likely",
            "μ*: mean absolute change when the option alone moves by half of its values; σ: its standard deviation",
            "95 % interval: bootstrap over trajectories, each for itself; –: no resample differs",
            "the noise of what was played is part of the indices (mostly less than at a point, as the deals are "
            "the same): it raises μ* and σ",
        ]
    return [
        f"Sobol' 2001, estimators of Saltelli et al. 2010: {sizes}; all values of an option equally likely",
        "S1: share of the variance by the option alone; ST: with all that it does together with others",
        "95 % interval: bootstrap over samples, each for itself; S1 may come out below 0; –: no resample differs",
        "the noise of what was played is part of the indices (mostly less than at a point, as the deals are the "
        "same): it lowers S1 and raises ST",
    ]
