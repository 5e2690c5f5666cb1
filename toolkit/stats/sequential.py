"""Intervals that hold at every look at a growing run, so that a run may stop as soon as they are short enough.

An ordinary 95 % interval misses the truth in 5 % of runs of one fixed length. Who looks again and again and stops when
it pleases them finds such an interval wrong far more often. The ends of a *confidence sequence* are outside the truth
at any time at all in 5 % of runs, so every rule for stopping is allowed. The price is length: at its best a confidence
sequence is 1.55 times as wide as the ordinary interval (:data:`TUNED` looks later), which takes 2.4 times the units.

- Shares of single trials: the tuned beta-binomial mixture for Bernoulli trials (Robbins 1970; Howard, Ramdas, McAuliffe
  & Sekhon 2021, Time-uniform, nonparametric, nonasymptotic confidence sequences, Annals of Statistics 49, section 3
  and proposition 7). It is not asymptotic, and holds for shares of 0 and 1.
- Shares where a unit has several trials: the same for the effective number of trials (as in
  :mod:`toolkit.stats.moments`), and for the number of units where all trials agree.
- Means: the asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas 2024, Time-uniform central
  limit theory and asymptotic confidence sequences, Annals of Statistics 52, theorem 2.2) with the variance so far. A
  mean of which no unit differed from another has no interval, because its variance is not known to be small.

Looks happen at numbers of units that are fixed before the run, and the sums of a run are the same for any workers and
chunks, so it stops at the same unit everywhere. Every interval is for itself; several of them hold jointly with
``level = 1 − (1 − level) / how many`` (Bonferroni).
"""

import math
from collections.abc import Iterator

from toolkit.stats import moments
from toolkit.stats.intervals import LEVEL, Interval
from toolkit.stats.moments import Moments

#: Units before the first look: variances of fewer are no guide, least of all for skewed points.
LEAST = 1_000
#: How much longer a run is from look to look.
GROWTH = 1.1
#: Intervals are tuned to be shortest when a run is so many times as long as at its first look.
TUNED = 16


def looks(least: int = LEAST, most: int | None = None) -> Iterator[int]:
    """Numbers of units at which to look: ``least``, then about a tenth more each time, and ``most`` as the last.

    The numbers are whole and rising, and the same for everybody. ValueError unless 2 <= least.
    """
    if least < 2:
        raise ValueError(f"{least} units before the first look; expected 2 or more")
    at = least
    while most is None or at < most:
        yield at
        at = max(at + 1, round(at * GROWTH))
    yield most


def mean(sums: Moments, scale: int = 1, *, least: int = LEAST, level: float = LEVEL) -> Interval:
    """The mean of single values, with an interval that holds at all looks from ``least`` units on.

    y and n of the sums may both be ``scale`` times what they stand for.
    """
    found = moments.mean(sums, scale)
    if found.low is None or found.estimate is None:
        return found
    half = radius(sums.units, least, level) * math.sqrt(sums.variance())
    method = "asymptotic confidence sequence"
    if sums.n != scale * sums.units:
        method += ", by match"
    return Interval(found.estimate, found.estimate - half, found.estimate + half, method)


def share(sums: Moments, *, least: int = LEAST, level: float = LEVEL) -> Interval:
    """A share of successes, with an interval that holds at all looks; of the effective number of trials."""
    found = moments.share(sums)
    if found.low is None:
        return found
    single = sums.n == sums.units
    trials = float(sums.n) if single else moments.effective(sums)
    low, high = bernoulli(sums.ratio * trials, trials, least=least, level=level)
    method = "beta-binomial confidence sequence"
    return Interval(found.estimate, low, high, method if single else f"{method}, by match")


def width(interval: Interval) -> float:
    """The longer half of an interval, in the unit of its estimate; infinite where there is none."""
    if interval.estimate is None or interval.low is None or interval.high is None:
        return math.inf
    return max(interval.high - interval.estimate, interval.estimate - interval.low)


def radius(units: int, least: int = LEAST, level: float = LEVEL) -> float:
    """Half of the length of an asymptotic confidence sequence, in standard errors of the mean of ``units`` values."""
    tuned = tuned_units(units, least, level)
    return math.sqrt(2 * (1 + 1 / tuned) * math.log(math.sqrt(1 + tuned) / (1 - level)))


def bernoulli(successes: float, trials: float, *, least: int = LEAST, level: float = LEVEL) -> tuple[float, float]:
    """The shares that the tuned beta-binomial mixture does not reject after these trials (it needs one at least).

    For a share p the mixture is the likelihood ratio of a beta distribution with mean p, against p itself. It is a
    martingale if p is true, so it ever reaches 1 / (1 − level) with a probability of at most 1 − level (Ville).
    """
    from scipy.optimize import brentq

    weight = weight_of(least, level)
    estimate = successes / trials
    edge = 1e-12

    def excess(p: float) -> float:
        return log_evidence(p, successes, trials - successes, weight) + math.log(1 - level)

    def end(other: float) -> float:
        inside = min(max(estimate, edge), 1 - edge)
        return float(brentq(excess, inside, other, xtol=1e-13)) if excess(other) > 0 > excess(inside) else other

    low = 0.0 if successes <= 0 else end(edge)
    high = 1.0 if successes >= trials else end(1 - edge)
    return min(low, estimate), max(high, estimate)


def log_evidence(p: float, successes: float, failures: float, weight: float) -> float:
    """The logarithm of the mixture's likelihood ratio against the share p (0 < p < 1); ``weight`` as in
    :func:`weight_of`."""
    a, b = weight * p, weight * (1 - p)
    mixture = _log_beta(a + successes, b + failures) - _log_beta(a, b)
    return mixture - successes * math.log(p) - failures * math.log1p(-p)


def tuned_units(units: int, least: int = LEAST, level: float = LEVEL) -> float:
    """Units in terms of those that the mixture is as wide as: the tρ² of Waudby-Smith et al."""
    return units * _spread(least, level)


def weight_of(least: int = LEAST, level: float = LEVEL) -> float:
    """How narrow the mixture of shares is: that of a beta distribution after so many trials."""
    return max(1 / _spread(least, level) - 1, 1.0)


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _spread(least: int, level: float) -> float:
    """The variance of the mixture, in variances of one value, that gives the shortest interval at ``TUNED * least``.

    The approximation of Waudby-Smith et al. 2024, appendix B.2.
    """
    surprise = -2 * math.log(1 - level)
    return (surprise + math.log(surprise) + 1) / (TUNED * least)
