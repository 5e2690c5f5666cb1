"""Two variants on the same units: the difference of their figures, exactly from the sums of a run.

A figure is a ratio R = Σy / Σn. With the same deals under A and B, the difference R_B − R_A has the variance of the
mean of the residuals d_i = (y_Bi − R_B n_Bi) / n̄_B − (y_Ai − R_A n_Ai) / n̄_A (linearisation; Cochran 1977, Sampling
Techniques, section 6.18), in which what both have in common cancels. All of it comes from whole sums, so a figure that
is the same in every unit has exactly the difference 0 and the variance 0.

- Means, and shares where units have several trials: Student's t, with units − 1 degrees of freedom.
- Shares of single trials: Tango's score interval (Tango 1998, Statistics in Medicine 17) and McNemar's exact test,
  which hold where hardly any pair differs, or none.
- In a run that is looked at again and again (``least``): confidence sequences (:mod:`toolkit.stats.sequential`), for
  shares as the difference of the two kinds of unequal pairs, each with half of the error.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from toolkit.simulate.sums import DIFFERING, N_N, N_Y, Y_N, Y_Y, Sums
from toolkit.stats import sequential
from toolkit.stats.moments import Moments

#: With fewer units that differ a t interval says nothing.
LEAST_DIFFERING = 10
#: The share of unequal pairs for which sequential tests of shares are tuned; they are valid for any.
TYPICAL_UNEQUAL = 0.1


class Shared(NamedTuple):
    """Sums over units of products of A's and B's: nn = Σ n_A n_B, ny = Σ n_A y_B, yn, yy; and units that differ."""

    nn: int
    ny: int
    yn: int
    yy: int
    differing: int


class Bounds(NamedTuple):
    """A confidence interval; null where the data cannot give one."""

    low: float | None
    high: float | None


NONE = Bounds(None, None)


@dataclass(frozen=True)
class Pair:
    """One quantity under variant A (``first``) and variant B (``other``), over the same ``units`` units."""

    units: int
    first: Moments
    other: Moments
    shared: Shared
    share: bool = False

    @classmethod
    def of(cls, sums: Sums, variant: int, place: int, *, share: bool = False) -> "Pair":
        """The quantity at ``place`` of the first variant and of ``variant`` (1 or more) in the sums of a run."""
        own = [Moments(*(int(value) for value in sums.own[number, :, place])) for number in (0, variant)]
        found = [int(value) for value in sums.shared[variant - 1, :, place]]
        shared = Shared(found[N_N], found[N_Y], found[Y_N], found[Y_Y], found[DIFFERING])
        return cls(sums.units, own[0], own[1], shared, share)

    @property
    def counts(self) -> bool:
        """Whether the figure exists under both variants."""
        return bool(self.first.n and self.other.n)

    @property
    def same(self) -> bool:
        """Whether the figure is the same in every unit."""
        return self.shared.differing == 0

    @cached_property
    def exact_difference(self) -> Fraction:
        """R_B − R_A."""
        return Fraction(self.other.y, self.other.n) - Fraction(self.first.y, self.first.n)

    @property
    def difference(self) -> float:
        """R_B − R_A, rounded once."""
        return float(self.exact_difference)

    @property
    def informative(self) -> int:
        """Units that have the figure under both variants, at most."""
        return min(self.first.units, self.other.units)

    @cached_property
    def exact_variance(self) -> Fraction:
        """The variance of the difference; 0 for fewer than two units."""
        if self.informative < 2:
            return Fraction(0)
        a, b = self.first, self.other
        nn, ny, yn, yy, _ = self.shared
        crossed = a.n * b.n * yy - a.n * b.y * yn - a.y * b.n * ny + a.y * b.y * nn
        squares = _own_square(a) + _own_square(b) - 2 * Fraction(crossed, (a.n * b.n) ** 2)
        return squares * Fraction(self.informative, self.informative - 1)

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        return math.sqrt(self.exact_variance)

    @property
    def saving(self) -> float | None:
        """How many times as many independent units would tell as much; None where every unit is the same."""
        apart = (_own_square(self.first) + _own_square(self.other)) * Fraction(
            self.informative, max(self.informative - 1, 1)
        )
        return float(apart / self.exact_variance) if self.exact_variance else None

    @property
    def single(self) -> bool:
        """Whether it is a share, and every unit is one trial under both variants."""
        a, b = self.first, self.other
        return self.share and a.n == b.n == a.units == b.units == self.shared.nn == a.nn == b.nn

    @property
    def only_first(self) -> int:
        """Units that are a success under A only, for single trials."""
        return self.first.y - self.shared.yy

    @property
    def only_other(self) -> int:
        """Units that are a success under B only, for single trials."""
        return self.other.y - self.shared.yy

    @property
    def effect(self) -> float | None:
        """Cohen's h of shares; Cohen's d of the paired differences of means, if any differs."""
        if self.share:
            from statsmodels.stats.proportion import proportion_effectsize

            return float(proportion_effectsize(self.other.ratio, self.first.ratio))
        return self.difference / (self.error * math.sqrt(self.informative)) if self.exact_variance else None

    def method(self, least: int | None = None) -> str:
        """How :meth:`bounds` are found, or why there are none ("none: …"), in a few words."""
        if self.informative < 2:
            return "none: one unit"
        if self.single:
            return "beta-binomial confidence sequences of unequal pairs" if least else "Tango"
        if self.same:
            return "none: all pairs are equal"
        if self.shared.differing < LEAST_DIFFERING:
            return "none: hardly any pairs differ"
        if not self.exact_variance:
            return "none: all pairs differ by the same"
        return "asymptotic confidence sequence, paired" if least else "t, paired"

    def bounds(self, level: float, least: int | None = None) -> Bounds:
        """The confidence interval of the difference; ``least`` (units at the first look) for a run with looks."""
        method = self.method(least)
        if method.startswith("none"):
            return NONE
        if method == "Tango":
            return Bounds(*tango(self.only_other, self.only_first, self.first.n, level))
        if self.single:
            n, half = self.first.n, (1 + level) / 2
            up, down = (
                sequential.bernoulli(count, n, least=least or 1, level=half)
                for count in (self.only_other, self.only_first)
            )
            return Bounds(up[0] - down[1], up[1] - down[0])
        if least:
            half = sequential.radius(self.informative, least, level) * self.error
        else:
            from scipy.stats import t

            half = float(t.ppf((1 + level) / 2, self.informative - 1)) * self.error
        return Bounds(self.difference - half, self.difference + half)

    def radius(self, level: float, least: int | None = None) -> float:
        """The longer half of the interval; 0 where every pair is equal, infinite where there is no interval."""
        low, high = self.bounds(level, least)
        if low is None or high is None:
            return 0.0 if self.same else math.inf
        return max(high - self.difference, self.difference - low)

    def p_value(self, least: int | None = None, level: float = 0.95) -> float:
        """The p value of "no difference"; with ``least`` one that holds at any look, tuned for ``level``.

        It is never below that of a test that turns the signs of the pairs that differ at random, whose least value
        is 2 / 2**pairs: a few pairs prove nothing, however far apart they are.
        """
        if self.same or self.informative < 2:
            return 1.0
        if self.single:
            return self._p_of_shares(least, level)
        if not self.exact_variance:
            found = 0.0 if self.exact_difference else 1.0
        elif least:
            found = _p_of_mixture(self.difference / self.error, self.informative, least, level)
        else:
            from scipy.stats import t

            found = float(2 * t.sf(abs(self.difference) / self.error, self.informative - 1))
        return max(found, 2.0 ** (1 - min(self.shared.differing, 1_000)))

    def _p_of_shares(self, least: int | None, level: float) -> float:
        unequal = self.only_first + self.only_other
        if least:
            weight = max(sequential.weight_of(least, level) * TYPICAL_UNEQUAL, 1.0)
            evidence = sequential.log_evidence(0.5, self.only_other, self.only_first, weight)
            return min(1.0, math.exp(-evidence))
        from scipy.stats import binomtest

        return float(binomtest(self.only_other, unequal, 0.5).pvalue) if unequal else 1.0


def _own_square(sums: Moments) -> Fraction:
    """Σ(y − R n)² / (Σn)²: the variance of a ratio, but for units / (units − 1)."""
    squares = sums.yy * sums.n**2 - 2 * sums.y * sums.ny * sums.n + sums.y**2 * sums.nn
    return Fraction(squares, sums.n**4)


def _p_of_mixture(z: float, units: int, least: int, level: float) -> float:
    """The p value of a difference of ``z`` standard errors that goes with the asymptotic confidence sequence."""
    tuned = sequential.tuned_units(units, least, level)
    return min(1.0, math.sqrt(1 + tuned) * math.exp(-(z**2) / 2 * tuned / (1 + tuned)))


def tango(up: int, down: int, n: int, level: float) -> tuple[float, float]:
    """Tango's score interval for (up − down) / n, where so many of n pairs change upwards and downwards.

    The differences that the score test does not reject, with the chance of a change estimated for each of them
    (the closed form of Tango 1998). It is never empty, and not of length 0 where no pair changes.
    """
    from scipy.optimize import brentq
    from scipy.stats import norm

    z, estimate = float(norm.ppf((1 + level) / 2)), (up - down) / n

    def beyond(delta: float) -> float:
        """How far the count is beyond z standard deviations, if ``delta`` is the true difference."""
        linear = (2 * n - up + down) * delta - up - down
        constant = -down * delta * (1 - delta)
        chance = (math.sqrt(max(linear**2 - 8 * n * constant, 0.0)) - linear) / (4 * n)
        return abs(up - down - n * delta) - z * math.sqrt(max(n * (2 * chance + delta * (1 - delta)), 0.0))

    def end(edge: float) -> float:
        near = estimate + (edge - estimate) * 1e-9  # at the estimate itself the deviation may be 0
        return float(brentq(beyond, near, edge, xtol=1e-14)) if beyond(edge) > 0 > beyond(near) else edge

    return end(-1.0), end(1.0)
