"""Which of many options matters: the designs and indices of Morris and of Sobol', by SALib.

*Morris*: elementary effects (Morris 1991, Technometrics 33), summed up by μ* (Campolongo, Cariboni & Saltelli 2007,
Environmental Modelling & Software 22). A trajectory moves one option after the other by half of its values; μ* is the
mean absolute change of a figure, σ the standard deviation of the change, which other options and the place within the
values make (and of an odd number of values, half of them is not always the same step). Both are changes of the figure
itself, not divided by the length of the step, so that an option of two values has the change from one to the other.

*Sobol'*: shares of a figure's variance over all points (Sobol' 2001, Mathematics and Computers in Simulation 55;
estimators of Saltelli et al. 2010, Computer Physics Communications 181): S1 of an option alone, ST with all in which
it takes part.

All values of an option are equally likely. SALib is an extra: nothing here needs it before a design is made.
"""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from toolkit.studies.grid import GridError, Value, Varied

METHODS = ("morris", "sobol")
#: Trajectories or samples when nothing is said; the fewest that tell anything, and the most.
USUAL_SIZE = {"morris": 20, "sobol": 64}
LEAST_SIZE = {"morris": 4, "sobol": 8}
MOST_SIZE = 2_048
#: What the size is called on the command line.
SIZE_NAMES = {"morris": "trajectories", "sobol": "samples"}
#: More different points than these take too long to play.
MOST_PLAYED = 1_000
#: The index by which the options stand in order.
IMPORTANCE = {"morris": "mu_star", "sobol": "ST"}
#: Levels of Morris' grid. A step is half of them; numbers of values up to 12 divide them, so that all values are
#: equally likely (for more values to within 0.4 %).
LEVELS = 55_440
#: Resamples of the bootstrap, and its confidence.
RESAMPLES, CONFIDENCE = 1_000, 0.95
#: Half an interval that is so small a part of its estimate is a rounding error.
SAME = 1e-9


class SensitivityError(ValueError):
    """SALib is missing, or the design cannot be made; the message says what would do."""


class Design(NamedTuple):
    """The points of a study.

    ``sampled[i, k]`` is SALib's number in [0, 1] for option k at the point i of its design, ``points`` are the
    different points as options and values, in the order in which they come, and ``places[i]`` is the place of the
    design's point i among them.
    """

    method: str
    options: tuple[Varied, ...]
    size: int
    seed: int
    sampled: NDArray[np.float64]
    places: NDArray[np.int64]
    points: list[dict[str, Value]]


class Index(NamedTuple):
    """One index of one option, ``mu_star``, ``sigma``, ``S1`` or ``ST``.

    ``low`` and ``high`` bound its 95 % interval (σ has none); all are null where the response cannot give it.
    """

    option: str
    name: str
    estimate: float | None
    low: float | None
    high: float | None


def design(method: str, options: Sequence[Varied], size: int, seed: int) -> Design:
    """The points of a Morris design of ``size`` trajectories, or of a Sobol' design of ``size`` samples.

    The same arguments give the same points. SensitivityError for a size or options that do not fit, and without SALib.
    """
    _check(method, options, size)
    own = _seed(seed)
    with _salib("sample", method) as sample:
        if method == "morris":
            sampled = sample(_problem(options), size, num_levels=LEVELS, seed=own)
        else:
            sampled = sample(_problem(options), size, calc_second_order=False, seed=own)
    counts = np.array([len(each.values) for each in options])
    chosen = of_levels(sampled, counts) if method == "morris" else _of_numbers(sampled, counts)
    known: dict[tuple[int, ...], int] = {}
    places = [known.setdefault(tuple(row), len(known)) for row in chosen.tolist()]
    if len(known) > MOST_PLAYED:
        name = SIZE_NAMES[method]
        raise SensitivityError(
            f"--{name} {size}: {len(known):,} different points; at most {MOST_PLAYED:,}: take fewer {name} or values"
        )
    points = [{each.name: each.values[place] for each, place in zip(options, row, strict=True)} for row in known]
    return Design(method, tuple(options), size, seed, np.asarray(sampled), np.array(places), points)


def analyse(plan: Design, response: Sequence[float]) -> list[Index]:
    """The indices of every option, in the order of the options, from the response at each of ``plan.points``.

    Sobol' indices of a constant response do not exist. Bounds of what cannot be negative (μ*, ST) are 0 at least.
    Where every resample gives the same, as for an option without effect at any point, there is no interval.
    """
    y = np.asarray(response, np.float64)[plan.places]
    own = _seed(plan.seed)
    if plan.method == "sobol" and np.ptp(y) == 0:
        return [Index(each.name, name, None, None, None) for each in plan.options for name in ("S1", "ST")]
    how: dict[str, Any] = {"num_resamples": RESAMPLES, "conf_level": CONFIDENCE, "seed": own}
    with _salib("analyze", plan.method) as analyze:
        if plan.method == "morris":
            found = analyze(_problem(plan.options), plan.sampled, y, num_levels=LEVELS, **how)
        else:
            found = analyze(_problem(plan.options), y, calc_second_order=False, **how)
    step = LEVELS / (2 * (LEVELS - 1)) if plan.method == "morris" else 1.0
    indices = []
    for place, each in enumerate(plan.options):
        for name in ("mu_star", "sigma") if plan.method == "morris" else ("S1", "ST"):
            half = float(found[f"{name}_conf"][place]) * step if name != "sigma" else None
            indices.append(_index(each.name, name, float(found[name][place]) * step, half))
    return indices


def _index(option: str, name: str, estimate: float, half: float | None) -> Index:
    if half is None or half <= SAME * abs(estimate):
        return Index(option, name, estimate, None, None)
    low = estimate - half
    return Index(option, name, estimate, low if name == "S1" else max(low, 0.0), estimate + half)


def _check(method: str, options: Sequence[Varied], size: int) -> None:
    name = SIZE_NAMES[method]
    if not LEAST_SIZE[method] <= size <= MOST_SIZE:
        raise SensitivityError(f"--{name} {size}: expected {LEAST_SIZE[method]} to {MOST_SIZE:,}")
    if method == "sobol" and size & (size - 1):
        near = 1 << (size.bit_length() - 1)
        raise SensitivityError(f"--samples {size}: expected a power of two, like {near} or {2 * near}")
    for each in options:
        if len(each.values) < 2:
            raise GridError(f"--vary {each.name}: one value; an index needs two or more")


def _problem(options: Sequence[Varied]) -> dict[str, Any]:
    """The options as SALib wants them, each a number from 0 to 1; SALib writes into it."""
    return {"num_vars": len(options), "names": [each.name for each in options], "bounds": [[0.0, 1.0]] * len(options)}


def of_levels(sampled: NDArray[np.float64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places of values for levels 0, 1/(LEVELS − 1) … 1: each level stands for the middle of its share of [0, 1)."""
    levels = np.rint(sampled * (LEVELS - 1)).astype(np.int64)
    return np.asarray((2 * levels + 1) * counts // (2 * LEVELS))


def _of_numbers(sampled: NDArray[np.float64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places of values for numbers in [0, 1)."""
    return np.minimum((sampled * counts).astype(np.int64), counts - 1)


def _seed(seed: int) -> int:
    """A seed that SALib takes: it reads 0 as none."""
    return seed % ((1 << 32) - 1) + 1


@contextmanager
def _salib(part: str, method: str) -> Iterator[Any]:
    """SALib's function; its own warnings (of versions to come, of constant responses) say nothing to a user."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"SALib\b")
        try:
            module = import_module(f"SALib.{part}.{method}")
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "SALib":
                raise
            raise SensitivityError("--sensitivity needs SALib: install fuda with the extra `sensitivity`") from None
        yield getattr(module, part)
