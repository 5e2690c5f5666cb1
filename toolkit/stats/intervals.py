"""95 % confidence intervals that know that the rounds of one match are not independent.

The match is the unit that is drawn: a match contributes the sum of its values and their number. With one value a
match the intervals are Student's t and Wilson's. With more, the variance is cluster-robust (statsmodels: least squares
of the match means, weighted by their number of values, HC1, which is the CR1 sandwich of the single values; Cameron
& Miller 2015): means use t with matches − 1 degrees of freedom, and shares use Wilson's interval with the effective
n = n / design effect and the same degrees of freedom (Korn & Graubard 1998; Franco et al. 2019).
statsmodels is imported at the first interval, because that takes a second.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[Any]

LEVEL = 0.95


class Interval(NamedTuple):
    """An estimate with its 95 % interval; null where there is none, for the reason that ``method`` gives."""

    estimate: float | None
    low: float | None
    high: float | None
    method: str


def mean(sums: Numbers, counts: Numbers) -> Interval:
    """Mean of single values, from the sum and the number of values of each match (two arrays of one length)."""
    sums, counts = _used(sums, counts)
    if not len(counts):
        return Interval(None, None, None, "none: no data")
    estimate = float(sums.sum() / counts.sum())
    if len(counts) == 1:
        return Interval(estimate, None, None, "none: one match")
    error = _standard_error(sums, counts)
    if error <= 1e-12 * max(1.0, abs(estimate)):
        return Interval(estimate, None, None, "none: all the same")
    half = _t(len(counts)) * error
    return Interval(estimate, estimate - half, estimate + half, "t" if counts.max() == 1 else "t, by match")


def share(successes: Numbers, counts: Numbers) -> Interval:
    """Share of successes, from the successes and the number of trials of each match (two arrays of one length).

    Where all trials agree, nothing is known of how trials of one match depend on each other; each match then counts as
    one trial, the most careful reading.
    """
    successes, counts = _used(successes, counts)
    if not len(counts):
        return Interval(None, None, None, "none: no data")
    n = float(counts.sum())
    estimate = float(successes.sum()) / n
    if len(counts) == 1:
        return Interval(estimate, None, None, "none: one match")
    if counts.max() == 1:
        return Interval(estimate, *_wilson(estimate, n), "Wilson")
    return Interval(estimate, *_wilson(estimate, _effective(successes, counts, estimate)), "Wilson, by match")


def _effective(successes: Numbers, counts: Numbers, estimate: float) -> float:
    """How many independent trials would tell as much as these."""
    matches, n = len(counts), float(counts.sum())
    if estimate in (0.0, 1.0):
        return float(matches)
    variance = _standard_error(successes, counts) ** 2
    effective = min(n, estimate * (1 - estimate) / variance) if variance > 0 else n
    from scipy.stats import norm

    z = float(norm.ppf((1 + LEVEL) / 2))
    return effective * (z / _t(matches)) ** 2


def _wilson(estimate: float, n: float) -> tuple[float, float]:
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(estimate * n, n, alpha=1 - LEVEL, method="wilson")
    # Rounding must not leave the estimate outside its interval.
    return min(max(float(low), 0.0), estimate), max(min(float(high), 1.0), estimate)


def _standard_error(sums: Numbers, counts: Numbers) -> float:
    """Cluster-robust standard error of the mean of single values."""
    from statsmodels.regression.linear_model import WLS

    fit = WLS(sums / counts, np.ones(len(counts)), weights=counts).fit(cov_type="HC1", use_t=True)
    return float(fit.bse[0])


def _t(matches: int) -> float:
    from scipy.stats import t

    return float(t.ppf((1 + LEVEL) / 2, matches - 1))


def _used(sums: Numbers, counts: Numbers) -> tuple[Numbers, Numbers]:
    sums, counts = np.asarray(sums, np.float64), np.asarray(counts, np.float64)
    used = counts > 0
    return sums[used], counts[used]
