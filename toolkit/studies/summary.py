"""The estimates of one variant, from the sums of a run."""

from collections.abc import Iterable

import polars as pl

from toolkit.simulate.experiment import Experiment
from toolkit.simulate.quantities import Quantity
from toolkit.simulate.sums import Sums
from toolkit.stats import moments, sequential
from toolkit.stats.estimates import Estimate, frame
from toolkit.stats.intervals import Interval
from toolkit.stats.moments import Moments

#: Measures whose rows are left out where they count nothing, or stand in the order of their frequency.
SPARSE = ("reasons", "yaku", "yaku-counts", "feature-shares")
BY_FREQUENCY = ("reasons", "yaku", "yaku-counts")


def moments_of(sums: Sums, variant: int, place: int) -> Moments:
    """The sums of one quantity under one variant."""
    return Moments(*(int(value) for value in sums.own[variant, :, place]))


def estimates(
    experiment: Experiment,
    sums: Sums,
    variant: int = 0,
    measures: Iterable[str] | None = None,
    *,
    always: bool = False,
) -> pl.DataFrame:
    """Estimates with 95 % intervals under one variant, as :mod:`toolkit.stats` gives them (None: all measures).

    With ``always`` the intervals are those of :mod:`toolkit.stats.sequential`, for a run that stopped when it had seen
    enough.
    """
    wanted = None if measures is None else set(measures)
    rows: list[tuple[Quantity, Moments]] = [
        (quantity, found)
        for place, quantity in enumerate(experiment.quantities[variant].all)
        if wanted is None or quantity.measure in wanted
        if (found := moments_of(sums, variant, place)).n and (found.y or quantity.measure not in SPARSE)
    ]
    return frame(_estimate(*row, always=always) for row in _ordered(rows))


def _ordered(rows: list[tuple[Quantity, Moments]]) -> list[tuple[Quantity, Moments]]:
    """The rows, where it is told the frequent ones of a section first."""
    places: dict[tuple[str, str], int] = {}
    for quantity, _ in rows:
        places.setdefault((quantity.measure, quantity.section), len(places))

    def key(row: tuple[Quantity, Moments]) -> tuple[int, int]:
        quantity, found = row
        return places[quantity.measure, quantity.section], -found.y if quantity.measure in BY_FREQUENCY else 0

    return sorted(rows, key=key)


def widest(experiment: Experiment, sums: Sums, measure: str, variant: int = 0) -> float:
    """The longer half of the longest interval of a measure that holds at every look; infinite where one is missing."""
    return max(
        sequential.width(_interval(quantity, moments_of(sums, variant, place), always=True))
        for place, quantity in enumerate(experiment.quantities[variant].all)
        if quantity.measure == measure
    )


def _interval(quantity: Quantity, found: Moments, *, always: bool) -> Interval:
    if always:
        return sequential.share(found) if quantity.share else sequential.mean(found, quantity.scale)
    return moments.share(found) if quantity.share else moments.mean(found, quantity.scale)


def _estimate(quantity: Quantity, found: Moments, *, always: bool) -> Estimate:
    interval = _interval(quantity, found, always=always)
    low, high = interval.low, interval.high
    if low is not None and quantity.lowest is not None:
        low = max(low, quantity.lowest)
    if high is not None and quantity.highest is not None:
        high = min(high, quantity.highest)
    return Estimate(
        quantity.measure,
        quantity.section,
        quantity.group,
        found.n // quantity.scale,
        found.units,
        interval.estimate,
        low,
        high,
        quantity.unit,
        interval.method,
    )
