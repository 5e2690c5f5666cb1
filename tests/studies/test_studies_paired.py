"""Paired differences from sums are those of the single values, and their intervals cover."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats
from scipy.stats import binom

from toolkit.simulate.quantities import Measured
from toolkit.simulate.sums import Sums
from toolkit.stats.sequential import looks
from toolkit.studies.paired import Pair, tango

ONE = np.zeros(1, np.int64)


def pair(first: Any, other: Any, n: tuple[Any, Any] | None = None, *, share: bool = False) -> Pair:
    """The pair of two arrays of values, of n trials a unit each."""
    first, other = np.asarray(first, np.int64), np.asarray(other, np.int64)
    one = np.ones_like(first)
    of_first, of_other = (one, one) if n is None else (np.asarray(each, np.int64) for each in n)
    sums = Sums.of([Measured(first[None], of_first[None], ONE), Measured(other[None], of_other[None], ONE)])
    return Pair.of(sums, 1, 0, share=share)


def noisy(seed: int, units: int = 500) -> tuple[Any, Any, Any, Any]:
    """Values and trials of two variants that have much in common."""
    generator = np.random.default_rng(seed)
    deal = generator.integers(-30, 30, units)
    n = generator.integers(0, 5, (2, units))
    y = (deal + generator.integers(-5, 6, (2, units))) * n
    return y[0], y[1], n[0], n[1]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_variance_is_that_of_the_single_residuals(seed: int) -> None:
    y_first, y_other, n_first, n_other = noisy(seed)
    found = pair(y_first, y_other, (n_first, n_other))
    ratios = [Fraction(int(y.sum()), int(n.sum())) for y, n in ((y_first, n_first), (y_other, n_other))]
    assert found.exact_difference == ratios[1] - ratios[0]
    residuals = [
        (Fraction(int(yb)) - ratios[1] * int(nb)) / int(n_other.sum())
        - (Fraction(int(ya)) - ratios[0] * int(na)) / int(n_first.sum())
        for ya, yb, na, nb in zip(y_first, y_other, n_first, n_other, strict=True)
    ]
    used = min(int((n_first > 0).sum()), int((n_other > 0).sum()))
    squares = sum((each * each for each in residuals), Fraction(0))
    assert found.exact_variance == squares * Fraction(used, used - 1)
    assert sum(residuals, Fraction(0)) == 0


def test_means_of_single_values_are_compared_as_by_the_paired_t_test() -> None:
    first, other, _, _ = noisy(4)
    found = pair(first, other)
    reference = stats.ttest_rel(other, first)
    assert found.p_value() == pytest.approx(reference.pvalue)
    low, high = reference.confidence_interval(0.95)
    assert tuple(found.bounds(0.95)) == pytest.approx((low, high))
    differences = other - first
    assert found.effect == pytest.approx(differences.mean() / differences.std(ddof=1))
    apart = first.var(ddof=1) + other.var(ddof=1)
    assert found.saving == pytest.approx(apart / differences.var(ddof=1))
    assert found.method() == "t, paired"


def test_a_figure_compared_with_itself_has_exactly_no_difference() -> None:
    values, _, n, _ = noisy(5)
    found = pair(values, values, (n, n))
    assert found.same
    assert found.exact_difference == found.exact_variance == 0
    assert found.p_value() == 1
    assert found.saving is None
    assert found.bounds(0.95) == (None, None)
    assert found.method() == "none: all pairs are equal"


@pytest.mark.parametrize(
    ("up", "down", "n", "expected"),
    [(7, 25, 75, None), (0, 0, 50, 1.959964**2 / (50 + 1.959964**2)), (12, 2, 44, None), (0, 9, 9, None)],
)
def test_tangos_interval_holds_what_its_score_test_does_not_reject(
    up: int, down: int, n: int, expected: float | None
) -> None:
    low, high = tango(up, down, n, 0.95)
    assert low <= (up - down) / n <= high
    if expected is not None:
        assert [low, high] == pytest.approx([-expected, expected])
    for delta in np.linspace(-0.995, 0.995, 200):
        # The chance of a change downwards that makes these counts likeliest, by brute force.
        grid = np.linspace(max(0, -delta), (1 - delta) / 2, 20_001)[1:-1]
        with np.errstate(divide="ignore", invalid="ignore"):
            likelihood = stats.multinomial.logpmf(
                [up, down, n - up - down], n, np.array([grid + delta, grid, 1 - 2 * grid - delta]).T
            )
        chance = grid[int(np.nanargmax(likelihood))]
        score = (up - down - n * delta) / math.sqrt(n * (2 * chance + delta * (1 - delta)))
        if abs(abs(score) - 1.96) > 0.02:
            assert (abs(score) < 1.96) == (low < delta < high), delta


@pytest.mark.parametrize(("up", "down"), [(0.0, 0.0), (0.01, 0.0), (0.01, 0.01), (0.3, 0.2), (0.5, 0.5), (1.0, 0.0)])
@pytest.mark.parametrize("least", [None, 100])
def test_the_interval_of_a_difference_of_shares_covers(up: float, down: float, least: int | None) -> None:
    generator, n, runs = np.random.default_rng(8), 200, 400
    counts = generator.multinomial(n, [up, down, 1 - up - down], runs)
    missed = 0
    for more, fewer, _ in counts.tolist():
        first = np.zeros(n, np.int64)
        other = np.zeros(n, np.int64)
        other[:more] = 1
        first[more : more + fewer] = 1
        low, high = pair(first, other, share=True).bounds(0.95, least)
        assert low is not None
        assert high is not None
        missed += not low - 1e-9 <= up - down <= high + 1e-9
    assert missed <= binom.ppf(0.999, runs, 0.05)


@pytest.mark.parametrize("share", [False, True])
@pytest.mark.parametrize("least", [None, 50])
def test_a_rule_without_effect_is_found_to_have_one_in_at_most_5_percent_of_studies(
    share: bool, least: int | None
) -> None:
    runs, units = 2_000 if least is None else 500, 300
    generator: Any = np.random.default_rng(9)
    deal: Any
    wrong = 0
    for _ in range(runs):
        if share:
            deal = generator.random(units) < 0.3
            first, other = ((deal ^ (generator.random(units) < 0.1)).astype(np.int64) for _ in range(2))
        else:
            deal = generator.integers(-5, 5, units)
            first, other = (deal + np.where(generator.random(units) < 0.9, -1, 9) for _ in range(2))
        if least is None:
            wrong += pair(first, other, share=share).p_value() <= 0.05
            continue
        at_looks = [pair(first[:at], other[:at], share=share) for at in list(looks(least, units))[::3]]
        wrong += any(each.p_value(least) <= 0.05 for each in at_looks)
    assert wrong <= binom.ppf(0.999, runs, 0.05)


@pytest.mark.parametrize("share", [False, True])
def test_p_values_at_looks_say_the_same_as_the_confidence_sequence(share: bool) -> None:
    generator = np.random.default_rng(10)
    for effect in np.linspace(0, 0.4, 40):
        first = generator.random(2_000) < 0.3
        other = first ^ (generator.random(2_000) < 0.5 * effect)
        found = pair(first, other, share=share)
        low, high = found.bounds(0.95, 100)
        if not share and low is not None and high is not None:
            assert (found.p_value(100) <= 0.05) == (not low <= 0 <= high)
        elif low is not None and high is not None and not low <= 0 <= high:
            assert found.p_value(100) <= 0.05


def test_a_few_pairs_that_differ_prove_nothing() -> None:
    first = np.zeros(1_000, np.int64)
    other = first.copy()
    other[:4] = 100
    found = pair(first, other)
    assert found.bounds(0.95) == (None, None)
    assert found.method() == "none: hardly any pairs differ"
    assert found.p_value() == 0.125


def test_a_share_of_all_against_none_is_a_difference_of_one() -> None:
    found = pair(np.zeros(200), np.ones(200), share=True)
    low, high = found.bounds(0.95)
    assert found.difference == 1
    assert low is not None
    assert 0.95 < low < 1
    assert high == pytest.approx(1)
    assert found.p_value() < 1e-50
    assert found.effect == pytest.approx(math.pi)


def test_pairs_that_all_differ_by_the_same_leave_no_doubt_of_a_difference() -> None:
    found = pair(np.full(200, 3), np.full(200, 5))
    assert (found.difference, found.bounds(0.95)) == (2, (None, None))
    assert found.p_value() < 1e-50
    assert found.method() == "none: all pairs differ by the same"


def test_a_figure_of_no_unit_is_not_compared() -> None:
    assert not pair([0, 0], [1, 2], ([0, 0], [1, 1])).counts
