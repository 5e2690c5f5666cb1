"""Intervals cover what they promise, also where the rounds of a match depend on each other."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import bootstrap, ttest_1samp
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.proportion import proportion_confint

from toolkit.stats.intervals import Interval, intraclass, mean, share


def test_no_data_gives_no_estimate() -> None:
    assert mean(np.array([]), np.array([])) == (None, None, None, "none: no data")
    assert share(np.array([]), np.array([])) == (None, None, None, "none: no data")
    assert share(np.array([0.0]), np.array([0])) == (None, None, None, "none: no data")


def test_one_match_gives_an_estimate_without_an_interval() -> None:
    assert mean(np.array([12.0]), np.array([4])) == (3.0, None, None, "none: one match")
    assert share(np.array([1.0]), np.array([1])) == (1.0, None, None, "none: one match")


def test_equal_values_give_no_interval_of_width_zero() -> None:
    assert mean(np.array([2.0, 2.0, 2.0]), np.ones(3)) == (2.0, None, None, "none: all the same")
    assert mean(np.array([0.3, 0.6]), np.array([1, 2])).method == "none: all the same"


def test_one_round_a_match_gives_students_t() -> None:
    values = np.random.default_rng(1).normal(2, 3, 25)
    found = mean(values, np.ones(25))
    low, high = ttest_1samp(values, 0).confidence_interval()
    assert found.method == "t"
    assert found[:3] == pytest.approx((values.mean(), low, high))


def test_one_round_a_match_gives_wilson() -> None:
    found = share(np.array([1.0] * 7 + [0.0] * 23), np.ones(30))
    assert found.method == "Wilson"
    assert found[1:3] == pytest.approx(proportion_confint(7, 30, method="wilson"))


def test_means_of_matches_agree_with_cluster_robust_least_squares_of_the_single_values() -> None:
    random = np.random.default_rng(2)
    counts = random.integers(1, 13, 20)
    match = np.repeat(np.arange(20), counts)
    values = random.normal(0, 1, 20)[match] + random.normal(0, 2, len(match))
    fit = OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": match}, use_t=True)
    found = mean(np.bincount(match, values), counts)
    assert found[1:3] == pytest.approx(fit.conf_int()[0])
    assert found.method == "t, by match"


def test_means_of_matches_are_near_the_bootstrap_over_matches() -> None:
    random = np.random.default_rng(3)
    counts = random.integers(1, 13, 60).astype(float)
    sums = random.normal(1, 2, 60) * counts
    drawn = bootstrap(
        (sums, counts),
        lambda s, n, axis: s.sum(axis) / n.sum(axis),
        paired=True,
        n_resamples=2000,
        method="basic",
        rng=np.random.default_rng(4),
    ).confidence_interval
    assert mean(sums, counts)[1:3] == pytest.approx((drawn.low, drawn.high), abs=0.15)


def test_dependence_within_matches_widens_a_share() -> None:
    together = share(np.array([10.0, 0.0] * 10), np.full(20, 10))
    spread = share(np.array([5.0, 5.0, 4.0, 6.0] * 5), np.full(20, 10))
    assert together.estimate == spread.estimate == 0.5
    assert together.low is not None
    assert spread.low is not None
    assert together.low < spread.low - 0.1


def test_a_share_of_none_or_all_counts_matches_not_rounds() -> None:
    found = share(np.zeros(8), np.full(8, 12))
    assert found[:3] == pytest.approx((0, *proportion_confint(0, 8, method="wilson")))


def test_an_interval_always_holds_its_estimate_and_stays_a_share() -> None:
    random = np.random.default_rng(5)
    for _ in range(200):
        counts = random.integers(1, 4, random.integers(2, 6))
        found = share(random.binomial(counts, random.choice([0.02, 0.5, 0.98])), counts)
        assert found.low is not None
        assert found.high is not None
        assert found.estimate is not None
        assert 0 <= found.low <= found.estimate <= found.high <= 1
        assert found.low < found.high


#: One sample of a method: the interval, and the truth that it should hold.
Sample = Callable[[np.random.Generator], tuple[Interval, float]]


def _t(random: np.random.Generator) -> tuple[Interval, float]:
    return mean(random.normal(5, 2, 12), np.ones(12)), 5


def _t_of_points(random: np.random.Generator) -> tuple[Interval, float]:
    """What a winner gets of two losers: skewed, as points of card games are."""
    stakes = random.geometric(0.4, 60)
    return mean(np.where(random.random(60) < 1 / 3, 2, -1) * stakes, np.ones(60)), 0


def _t_by_match(random: np.random.Generator) -> tuple[Interval, float]:
    counts = random.integers(1, 13, 60)
    sums = [random.normal(level, 2, n).sum() for level, n in zip(random.normal(5, 1, 60), counts, strict=True)]
    return mean(np.array(sums), counts), 5


def _wilson(random: np.random.Generator) -> tuple[Interval, float]:
    truth = random.uniform(0.05, 0.95)  # for one truth the coverage of any such interval jumps with n
    return share(random.binomial(1, truth, 60), np.ones(60)), truth


def _wilson_by_match(random: np.random.Generator) -> tuple[Interval, float]:
    counts = random.integers(1, 13, 60)
    return share(random.binomial(counts, random.beta(2.7, 6.3, 60)), counts), 0.3


def _intraclass(random: np.random.Generator) -> tuple[Interval, float]:
    values = random.normal(0, np.sqrt(0.4), (40, 1)) + random.normal(0, np.sqrt(0.6), (40, 4))
    return intraclass(values.ravel(), np.repeat(np.arange(40), 4)), 0.4


def _intraclass_of_wins(random: np.random.Generator) -> tuple[Interval, float]:
    """Each deal has its own chance of winning, drawn from a beta distribution."""
    won = random.random((60, 5)) < random.beta(1, 2, (60, 1))
    return intraclass(np.where(won, 2.0, -1.0).ravel(), np.repeat(np.arange(60), 5)), 0.25


@pytest.mark.parametrize(
    ("sample", "method"),
    [
        (_t, "t"),
        (_t_of_points, "t"),
        (_t_by_match, "t, by match"),
        (_wilson, "Wilson"),
        (_wilson_by_match, "Wilson, by match"),
        (_intraclass, "jackknife of log F"),
        (_intraclass_of_wins, "jackknife of log F"),
    ],
)
def test_simulated_coverage_is_95_percent(sample: Sample, method: str) -> None:
    random = np.random.default_rng(6)
    runs, hits = 1500, 0  # the standard error of a coverage is 0.6 percentage points
    for _ in range(runs):
        found, truth = sample(random)
        assert found.method == method
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= truth <= found.high
    assert 0.93 <= hits / runs <= 0.97


def test_few_matches_of_unequal_length_cost_little_coverage() -> None:
    random = np.random.default_rng(6)
    hits = np.zeros(2)
    for _ in range(400):
        counts = random.integers(1, 13, 12)
        levels = random.normal(5, 1, 12)
        found = mean(
            np.array([random.normal(level, 2, n).sum() for level, n in zip(levels, counts, strict=True)]), counts
        )
        part = share(random.binomial(counts, random.beta(2.7, 6.3, 12)), counts)
        for place, (interval, truth) in enumerate(((found, 5), (part, 0.3))):
            assert interval.low is not None
            assert interval.high is not None
            hits[place] += interval.low <= truth <= interval.high
    assert (hits / 400 >= 0.91).all()


def test_rounds_taken_as_independent_would_cover_too_little() -> None:
    """What the intervals are protected against: with rounds as units the coverage of the mean falls below 90 %."""
    random = np.random.default_rng(7)
    hits = 0
    for _ in range(200):
        values = np.concatenate([random.normal(level, 2, 12) for level in random.normal(0, 1, 20)])
        found = mean(values, np.ones(len(values)))
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 0 <= found.high
    assert hits / 200 < 0.9
