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
    half = quantile(len(counts)) * error
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
        return Interval(estimate, *wilson(estimate, n), "Wilson")
    return Interval(estimate, *wilson(estimate, _effective(successes, counts, estimate)), "Wilson, by match")


def intraclass(values: Numbers, groups: Numbers) -> Interval:
    """Share of the variance of single values that lies between groups (two arrays of one length; 0 to 1).

    The intraclass correlation ICC(1) of the one-way random-effects model (Shrout & Fleiss 1979; McGraw & Wong 1996):
    (F - 1) / (F + k - 1) with F of the analysis of variance and k values a group, for unequal groups the k of Donner
    1986. The interval is the jackknife over groups of log F with Student's t (Arvesen & Schmitz 1970), because the
    exact F interval holds for normal values only: with skewed ones it was seen to cover 70 to 85 % instead of 95 %, the
    jackknife 88 to 95 %. What is below 0 is 0, as no variance is negative.
    """
    values = np.asarray(values, np.float64)
    if not len(values):
        return Interval(None, None, None, "none: no data")
    if np.ptp(values) == 0:
        return Interval(None, None, None, "none: all the same")
    _, places, counts = np.unique(groups, return_inverse=True, return_counts=True)
    if len(counts) < 2 or counts.max() == 1:
        return Interval(None, None, None, "none: one group" if len(counts) < 2 else "none: no group is repeated")
    centred = values - values.mean()
    totals, squares = np.bincount(places, centred), np.bincount(places, centred**2)
    parts = np.column_stack((np.ones(len(counts)), counts, counts**2, totals, totals**2 / counts, squares))
    ratio, k = _variance_ratio(parts.sum(0))
    if ratio == np.inf:
        return Interval(1.0, None, None, "none: all the same within groups")
    estimate = _share_between(float(ratio), float(k))
    left_out = _variance_ratio(parts.sum(0) - parts)[0] if len(counts) > 2 else np.zeros(1)
    if ratio == 0 or not (np.isfinite(left_out) & (left_out > 0)).all():
        return Interval(estimate, None, None, "none: too few groups")
    pseudo = len(counts) * np.log(ratio) - (len(counts) - 1) * np.log(left_out)
    half = quantile(len(counts)) * float(pseudo.std(ddof=1)) / np.sqrt(len(counts))
    low, high = (_share_between(float(ratio * np.exp(end)), float(k)) for end in (-half, half))
    return Interval(estimate, low, high, "jackknife of log F")


def _variance_ratio(parts: Numbers) -> tuple[Numbers, Numbers]:
    """F of one-way analyses of variance and the mean group size k of each.

    The last axis holds sums over groups: of 1, of the number n of values, of n squared, of the total T of the values,
    of T squared / n, and of the squares of the values. F is infinite where values differ between groups only.
    """
    groups, n, n_squared, total, explained, squares = np.moveaxis(parts, -1, 0)
    left = np.maximum(squares - explained, 0) / np.maximum(n - groups, 1)
    between = np.maximum(explained - total**2 / n, 0) / (groups - 1)
    constant = left <= 1e-12 * np.maximum(squares, 1e-300)
    return np.where(constant, np.inf, between / np.where(constant, 1, left)), (n - n_squared / n) / (groups - 1)


def _share_between(ratio: float, k: float) -> float:
    return float(np.clip((ratio - 1) / (ratio + k - 1), 0, 1))


def _effective(successes: Numbers, counts: Numbers, estimate: float) -> float:
    """How many independent trials would tell as much as these."""
    matches, n = len(counts), float(counts.sum())
    if estimate in (0.0, 1.0):
        return float(matches)
    variance = _standard_error(successes, counts) ** 2
    effective = min(n, estimate * (1 - estimate) / variance) if variance > 0 else n
    from scipy.stats import norm

    z = float(norm.ppf((1 + LEVEL) / 2))
    return effective * (z / quantile(matches)) ** 2


def wilson(estimate: float, n: float) -> tuple[float, float]:
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(estimate * n, n, alpha=1 - LEVEL, method="wilson")
    # Rounding must not leave the estimate outside its interval.
    return min(max(float(low), 0.0), estimate), max(min(float(high), 1.0), estimate)


def _standard_error(sums: Numbers, counts: Numbers) -> float:
    """Cluster-robust standard error of the mean of single values."""
    from statsmodels.regression.linear_model import WLS

    fit = WLS(sums / counts, np.ones(len(counts)), weights=counts).fit(cov_type="HC1", use_t=True)
    return float(fit.bse[0])


def quantile(matches: int) -> float:
    from scipy.stats import t

    return float(t.ppf((1 + LEVEL) / 2, matches - 1))


def _used(sums: Numbers, counts: Numbers) -> tuple[Numbers, Numbers]:
    sums, counts = np.asarray(sums, np.float64), np.asarray(counts, np.float64)
    used = counts > 0
    return sums[used], counts[used]
