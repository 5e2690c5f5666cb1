"""How many rounds a question needs, from a pilot run.

The standard error of a figure falls with the root of the number of units. A pilot of m units gives the variance of one
unit; the number that is needed is in proportion to it, so it is as uncertain as that variance is. The interval of a
number is the jackknife's over blocks of the pilot, of the logarithm of the variance (Arvesen & Schmitz 1970), which
needs no normal values.
"""

import math
import time
from collections.abc import Sequence
from typing import NamedTuple

from toolkit.simulate.experiment import Experiment
from toolkit.simulate.quantities import Quantity
from toolkit.simulate.running import Run
from toolkit.simulate.sums import Sums
from toolkit.studies.paired import Pair
from toolkit.studies.summary import moments_of

#: Blocks of a pilot run.
BLOCKS = 20


class Goal(NamedTuple):
    """What is wanted: an interval of ± ``width``, or to detect a difference of ``detect`` with this power."""

    width: float | None
    detect: float | None
    power: float
    alpha: float

    def units(self, variance: float) -> float:
        """Units that are needed where one unit has this variance."""
        from scipy.stats import norm

        if self.width is not None:
            return variance * (float(norm.ppf(1 - self.alpha / 2)) / self.width) ** 2
        if self.detect is None:
            raise ValueError("a goal is a width or a difference to detect")
        from statsmodels.stats.power import normal_sample_size_one_tail

        # A difference of the wrong sign is not counted as found: one tail at half of the error.
        return float(normal_sample_size_one_tail(self.detect, self.power, self.alpha / 2, math.sqrt(variance)))


class Need(NamedTuple):
    """Units that one figure needs, with the 95 % interval of that number; null where the pilot cannot tell.

    ``estimate`` is the figure (or difference of two rules) in the pilot, ``deviation`` the standard deviation of a
    unit.
    """

    measure: str
    group: str
    estimate: float
    deviation: float
    units: int | None
    low: int | None
    high: int | None
    seconds: float | None
    unit: str


class Pilot(NamedTuple):
    """The sums of a pilot run, in blocks and together, and the units a second that it played."""

    experiment: Experiment
    blocks: list[Sums]
    sums: Sums
    rate: float


def pilot(experiment: Experiment, run: Run, units: int) -> Pilot:
    """Play a pilot of about ``units`` units in blocks, at least two a block."""
    each = max(units // BLOCKS, 2)
    blocks, before = [], Sums.empty(len(experiment.variants), len(experiment.quantities[0]))
    begin = time.perf_counter()
    for number in range(1, BLOCKS + 1):
        after = run.play(number * each)
        blocks.append(_between(before, after))
        before = Sums(after.units, after.own, after.shared)
    return Pilot(experiment, blocks, run.sums, run.sums.units / max(time.perf_counter() - begin, 1e-9))


def _between(before: Sums, after: Sums) -> Sums:
    return Sums(after.units - before.units, after.own - before.own, after.shared - before.shared)


def needs(pilot: Pilot, measure: str, goal: Goal) -> list[Need]:
    """What each figure of a measure needs: alone for one variant, the paired difference for two."""
    made = []
    for place, quantity in enumerate(pilot.experiment.quantities[0].all):
        if quantity.measure == measure:
            found = _need(pilot, place, quantity, goal)
            if found is not None:
                made.append(found)
    return made


def _need(pilot: Pilot, place: int, quantity: Quantity, goal: Goal) -> Need | None:
    whole = _variance(pilot.sums, place, quantity)
    if whole is None:
        return None
    estimate, variance = whole
    units = goal.units(variance) if variance > 0 else None
    low = high = None
    if units is not None:
        without = (_variance(_between(block, pilot.sums), place, quantity) for block in pilot.blocks)
        low, high = _interval(units, variance, [found[1] if found else None for found in without])
    return Need(
        quantity.measure,
        quantity.group,
        estimate,
        math.sqrt(variance),
        None if units is None else max(math.ceil(units), 2),
        low,
        high,
        None if units is None else units / pilot.rate,
        quantity.unit,
    )


def _variance(sums: Sums, place: int, quantity: Quantity) -> tuple[float, float] | None:
    """The figure or difference, and the variance of one unit."""
    if len(sums.own) == 1:
        found = moments_of(sums, 0, place)
        return (found.ratio, found.variance() * sums.units) if found.units > 1 else None
    pair = Pair.of(sums, 1, place, share=quantity.share)
    if not pair.counts or pair.informative < 2:
        return None
    return pair.difference, float(pair.exact_variance) * sums.units


def _interval(units: float, variance: float, left_out: Sequence[float | None]) -> tuple[int | None, int | None]:
    """The interval of a number of units, from the variances without each of the blocks; null where one is 0."""
    from scipy.stats import t

    blocks = len(left_out)
    pseudo = [
        blocks * math.log(variance) - (blocks - 1) * math.log(each)
        for each in left_out
        if each is not None and each > 0
    ]
    if len(pseudo) < blocks or blocks < 3:
        return None, None
    mean = sum(pseudo) / blocks
    error = math.sqrt(sum((each - mean) ** 2 for each in pseudo) / (blocks - 1) / blocks)
    factor = math.exp(float(t.ppf(0.975, blocks - 1)) * error)
    return max(math.ceil(units / factor), 2), max(math.ceil(units * factor), 2)
