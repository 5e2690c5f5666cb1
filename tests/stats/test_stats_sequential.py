"""Confidence sequences miss the truth at any look in at most 5 % of runs, and are not much longer than they must be."""

import math
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from toolkit.stats import moments
from toolkit.stats.moments import Moments
from toolkit.stats.sequential import bernoulli, log_evidence, looks, mean, radius, share, weight_of, width

RUNS = 1_000
LEAST, MOST = 100, 20_000
#: More misses than these happen in 1 of 1,000 tests of a true 5 %.
TOLERATED = int(binom.ppf(0.999, RUNS, 0.05))


def sums(y: Any, n: int = 1) -> Moments:
    """The sums of these values, n trials each."""
    return Moments(len(y), n * len(y), int(y.sum()), n * n * len(y), n * int(y.sum()), int((y * y).sum()))


def test_looks_are_fixed_and_end_with_the_most() -> None:
    found = list(looks(100, 500))
    assert found[:3] == [100, 110, 121]
    assert found[-1] == 500
    assert found == sorted(set(found))
    assert list(looks(100, 50)) == [50]
    assert list(islice(looks(2), 4)) == [2, 3, 4, 5]
    assert all(later <= 1.1 * at + 1 for at, later in pairwise(found))


def test_a_first_look_at_one_unit_is_refused() -> None:
    with pytest.raises(ValueError, match="2 or more"):
        next(looks(1))


@pytest.mark.parametrize("truth", [0.001, 0.01, 0.2, 0.5, 0.99])
def test_a_share_is_missed_at_any_look_in_at_most_5_percent_of_runs(truth: float) -> None:
    generator = np.random.default_rng(5)
    missed = np.zeros(RUNS, bool)
    y, before, weight = np.zeros(RUNS, np.int64), 0, weight_of(LEAST)
    for at in looks(LEAST, MOST):
        y += generator.binomial(at - before, truth, RUNS)
        before = at
        found = [log_evidence(truth, int(each), at - int(each), weight) > math.log(20) for each in y]
        missed |= np.array(found)
    assert 0 < missed.sum() <= TOLERATED


@pytest.mark.parametrize(("n", "y"), [(100, 0), (100, 100), (1_000, 0), (1_000, 3), (5_000, 2_500), (20_000, 19_990)])
def test_the_interval_is_where_the_evidence_stays_below_20(n: int, y: int) -> None:
    low, high = bernoulli(y, n, least=LEAST)
    weight = weight_of(LEAST)
    for p in np.linspace(0.0001, 0.9999, 3_000):
        assert (log_evidence(float(p), y, n - y, weight) < math.log(20)) == (low < p < high), p


@pytest.mark.parametrize("truth", [0, 1])
def test_a_share_of_none_or_all_keeps_its_truth_and_a_bound(truth: int) -> None:
    for at in looks(LEAST, MOST):
        found = share(sums(np.full(at, truth)), least=LEAST)
        assert found.estimate == truth
        assert found.low is not None
        assert found.high is not None
        assert found.low <= truth <= found.high
        assert 3 / at < width(found) < 14 / at


def points(generator: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """Points like those of a card game: mostly small losses, a few high wins; their mean is 0."""
    return np.where(generator.random(shape) < 0.9, -1, 9) * generator.choice([10, 20, 40], shape)


def test_a_mean_is_missed_at_any_look_in_at_most_5_percent_of_runs() -> None:
    generator = np.random.default_rng(6)
    missed = np.zeros(RUNS, bool)
    y, yy, before = np.zeros(RUNS, np.int64), np.zeros(RUNS, np.int64), 0
    for at in looks(LEAST, MOST):
        made = points(generator, (at - before, RUNS))
        y, yy, before = y + made.sum(axis=0), yy + (made * made).sum(axis=0), at
        means, variances = y / at, (yy - y * y / at) / (at - 1) / at
        missed |= np.abs(means) > radius(at, LEAST) * np.sqrt(variances)
    assert 0 < missed.sum() <= TOLERATED
    found = mean(Moments(at, at, int(y[0]), at, int(y[0]), int(yy[0])), least=LEAST)
    assert width(found) == pytest.approx(radius(at, LEAST) * math.sqrt(variances[0]))


def test_looking_again_and_again_at_ordinary_intervals_would_miss_it_far_more_often() -> None:
    """That the tests above can fail."""
    generator = np.random.default_rng(7)
    y, yy, before, missed = np.zeros(500), np.zeros(500), 0, np.zeros(500, bool)
    for at in looks(LEAST, MOST):
        made = points(generator, (at - before, 500))
        y, yy, before = y + made.sum(axis=0), yy + (made * made).sum(axis=0), at
        missed |= np.abs(y) > 1.96 * np.sqrt(yy)
    assert missed.mean() > 0.2


def test_a_confidence_sequence_is_about_half_as_long_again_as_an_ordinary_interval() -> None:
    assert radius(16_000, 1_000) / 1.96 == pytest.approx(1.55, abs=0.01)
    assert max(radius(at, 1_000) for at in looks(1_000, 1_000_000)) < 2.7 * 1.96
    values = np.repeat([0, 1], 8_000)
    ordinary = moments.share(sums(values))
    assert width(share(sums(values))) / width(ordinary) == pytest.approx(1.55, abs=0.02)


def test_a_share_of_several_trials_a_unit_counts_the_effective_trials() -> None:
    alike = share(sums(np.repeat([0, 12], 500), 12))  # all trials of a unit agree
    single = share(sums(np.repeat([0, 1], 500)))
    assert width(alike) == pytest.approx(width(single), rel=0.01)
    assert alike.method == "beta-binomial confidence sequence, by match"


def test_a_mean_that_never_varied_has_no_interval() -> None:
    found = mean(sums(np.full(1_000, 3)))
    assert (found.estimate, found.low, found.high) == (3, None, None)
    assert width(found) == math.inf


def test_a_stricter_level_is_longer() -> None:
    values = np.repeat([0, 1], 500)
    assert width(share(sums(values), level=0.99)) > width(share(sums(values)))
    assert width(mean(sums(values), level=0.99)) > width(mean(sums(values)))
