"""Intervals from exact sums over independent units, where the single values are gone.

They are those of :mod:`toolkit.stats.intervals`: a unit has a value y and a number n, the estimate is Σy / Σn, and its
variance is the cluster-robust one (HC1), here from Σn², Σny and Σy². All sums are Python ints, so nothing is lost
before the last step.
"""

import math
from typing import NamedTuple

from toolkit.stats.intervals import Interval, quantile, wilson


class Moments(NamedTuple):
    """Sums over units: ``units`` with n > 0, Σn, Σy, Σn², Σny, Σy²."""

    units: int
    n: int
    y: int
    nn: int
    ny: int
    yy: int

    @property
    def ratio(self) -> float:
        """The estimate; NaN without data."""
        return self.y / self.n if self.n else math.nan

    def variance(self) -> float:
        """The variance of the ratio; NaN for fewer than two units."""
        if self.units < 2:
            return math.nan
        # Σ(y − n Σy/Σn)², with one division at the end.
        squares = self.yy * self.n**2 - 2 * self.y * self.ny * self.n + self.y**2 * self.nn
        return max(squares, 0) / self.n**4 * self.units / (self.units - 1)

    @property
    def constant(self) -> bool:
        """Whether every unit has the same ratio."""
        return self.yy * self.n**2 - 2 * self.y * self.ny * self.n + self.y**2 * self.nn == 0


def mean(sums: Moments, scale: int = 1) -> Interval:
    """The mean of single values with Student's t interval; y and n may both be ``scale`` times what they stand for."""
    if not sums.units:
        return Interval(None, None, None, "none: no data")
    if sums.units == 1:
        return Interval(sums.ratio, None, None, "none: one match")
    if sums.constant:
        return Interval(sums.ratio, None, None, "none: all the same")
    half = quantile(sums.units) * math.sqrt(sums.variance())
    return Interval(
        sums.ratio, sums.ratio - half, sums.ratio + half, "t" if sums.n == scale * sums.units else "t, by match"
    )


def share(sums: Moments) -> Interval:
    """A share of successes with Wilson's interval, of the effective number of trials where units have several."""
    if not sums.units:
        return Interval(None, None, None, "none: no data")
    if sums.units == 1:
        return Interval(sums.ratio, None, None, "none: one match")
    if sums.n == sums.units:
        return Interval(sums.ratio, *wilson(sums.ratio, sums.n), "Wilson")
    return Interval(sums.ratio, *wilson(sums.ratio, effective(sums)), "Wilson, by match")


def effective(sums: Moments) -> float:
    """How many independent trials would tell as much."""
    if sums.y in (0, sums.n):
        return float(sums.units)
    variance = sums.variance()
    found = min(sums.n, sums.ratio * (1 - sums.ratio) / variance) if variance > 0 else sums.n
    from scipy.stats import norm

    return float(found * (norm.ppf(0.975) / quantile(sums.units)) ** 2)
