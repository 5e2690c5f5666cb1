"""The estimates of one variant, from the sums of a run."""

from collections.abc import Iterable

import polars as pl

from toolkit.simulate.experiment import Experiment
from toolkit.simulate.quantities import Quantity
from toolkit.simulate.sums import Sums
from toolkit.stats import moments
from toolkit.stats.estimates import Estimate, frame
from toolkit.stats.moments import Moments

#: Measures whose rows are left out where they count nothing, or stand in the order of their frequency.
SPARSE = ("reasons", "yaku", "yaku-counts", "feature-shares")
BY_FREQUENCY = ("reasons", "yaku", "yaku-counts")


def moments_of(sums: Sums, variant: int, place: int) -> Moments:
    """The sums of one quantity under one variant."""
    return Moments(*(int(value) for value in sums.own[variant, :, place]))


def estimates(
    experiment: Experiment, sums: Sums, variant: int = 0, measures: Iterable[str] | None = None
) -> pl.DataFrame:
    """Estimates with 95 % intervals under one variant, as :mod:`toolkit.stats` gives them (None: all measures)."""
    wanted = None if measures is None else set(measures)
    rows: list[tuple[Quantity, Moments]] = [
        (quantity, found)
        for place, quantity in enumerate(experiment.quantities[variant].all)
        if wanted is None or quantity.measure in wanted
        if (found := moments_of(sums, variant, place)).n and (found.y or quantity.measure not in SPARSE)
    ]
    return frame(_estimate(*row) for row in _ordered(rows))


def _ordered(rows: list[tuple[Quantity, Moments]]) -> list[tuple[Quantity, Moments]]:
    """The rows, where it is told the frequent ones of a section first."""
    places: dict[tuple[str, str], int] = {}
    for quantity, _ in rows:
        places.setdefault((quantity.measure, quantity.section), len(places))

    def key(row: tuple[Quantity, Moments]) -> tuple[int, int]:
        quantity, found = row
        return places[quantity.measure, quantity.section], -found.y if quantity.measure in BY_FREQUENCY else 0

    return sorted(rows, key=key)


def _estimate(quantity: Quantity, found: Moments) -> Estimate:
    interval = moments.share(found) if quantity.share else moments.mean(found, quantity.scale)
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
