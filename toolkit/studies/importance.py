"""How much each option matters for each figure of a game: sensitivity indices of everything that a run counts."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from toolkit.simulate.quantities import Quantity
from toolkit.stats import moments
from toolkit.studies.comparing import Played
from toolkit.studies.grid import Varied, value_text
from toolkit.studies.sensitivity import IMPORTANCE, Design, Index, analyse
from toolkit.studies.summary import BY_FREQUENCY, SPARSE, moments_of

#: Values of an option that are all told.
MOST_VALUES = 4


class Figure(NamedTuple):
    """One figure and the indices of the options for it.

    ``ranked`` has the options by importance (μ* or ST), each with its two indices. ``spread`` is the standard
    deviation of the figure over the points of the design, ``half_width`` the mean half width of its 95 % intervals at
    the points: how much of the spread may be the noise of the units that were played; null where no point has one.
    """

    players: str
    quantity: Quantity
    units: int
    spread: float
    half_width: float | None
    ranked: list[tuple[Varied, tuple[Index, Index]]]


class Importance(NamedTuple):
    """The figures of a study, and how many were left out because some point has no data for them."""

    figures: list[Figure]
    left_out: int


class _Response(NamedTuple):
    values: list[float]
    half_width: float | None


#: Columns of a frame of indices.
SCHEMA: dict[str, type[pl.DataType]] = {
    "players": pl.String,
    "measure": pl.String,
    "section": pl.String,
    "group": pl.String,
    "rank": pl.Int64,
    "option": pl.String,
    "values": pl.String,
    "index": pl.String,
    "estimate": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "unit": pl.String,
    "method": pl.String,
    "size": pl.Int64,
    "points": pl.Int64,
    "different": pl.Int64,
    "units": pl.Int64,
    "spread": pl.Float64,
    "half_width": pl.Float64,
}


def importance(studies: Sequence[Played], plan: Design, measures: Sequence[str]) -> Importance:
    """The indices of every figure of these measures; the experiments have a variant for each of ``plan.points``.

    Reasons, 役 and the like that never happened are left out without being counted.
    """
    figures: list[Figure] = []
    left_out = 0
    for study in studies:
        for quantity, response in _responses(study, measures):
            if any(map(math.isnan, response.values)):
                left_out += 1
            else:
                figures.append(_figure(study, plan, quantity, response))
    return Importance(figures, left_out)


def _figure(study: Played, plan: Design, quantity: Quantity, response: _Response) -> Figure:
    found = analyse(plan, response.values)
    pairs = [(found[2 * place], found[2 * place + 1]) for place in range(len(plan.options))]
    main = 0 if found[0].name == IMPORTANCE[plan.method] else 1
    ranked = sorted(zip(plan.options, pairs, strict=True), key=lambda row: -(row[1][main].estimate or 0.0))
    spread = float(np.std(np.array(response.values)[plan.places]))
    return Figure(study.players, quantity, study.sums.units, spread, response.half_width, ranked)


def _responses(study: Played, measures: Sequence[str]) -> Iterator[tuple[Quantity, _Response]]:
    """Each figure's estimates at all points (NaN without data), in the order of the measures; frequent 役 first."""
    experiment, sums = study.experiment, study.sums
    variants = range(len(experiment.variants))
    found = []
    for place, quantity in enumerate(experiment.quantities[0].all):
        if quantity.measure not in measures:
            continue
        own = [moments_of(sums, variant, place) for variant in variants]
        total = sum(each.y for each in own)
        if not any(each.n for each in own) or (quantity.measure in SPARSE and not total):
            continue
        intervals = [moments.share(each) if quantity.share else moments.mean(each, quantity.scale) for each in own]
        halves = [(each.high - each.low) / 2 for each in intervals if each.low is not None and each.high is not None]
        response = _Response([each.ratio for each in own], sum(halves) / len(halves) if halves else None)
        often = total if quantity.measure in BY_FREQUENCY else 0
        found.append((measures.index(quantity.measure), -often, place, quantity, response))
    for _, _, _, quantity, response in sorted(found, key=lambda row: row[:3]):
        yield quantity, response


def frame(figures: Sequence[Figure], plan: Design) -> pl.DataFrame:
    """A row an index: figure, rank of the option (1: it matters most), index, 95 % interval, and how it was made.

    ``unit`` is that of the figure for μ* and σ, and "share of variance" for S1 and ST.
    """
    lines = []
    for each in figures:
        about = (plan.method, plan.size, len(plan.places), len(plan.points), each.units, each.spread, each.half_width)
        for rank, (option, indices) in enumerate(each.ranked, 1):
            for index in indices:
                unit = each.quantity.unit if plan.method == "morris" else "share of variance"
                place = (each.players, *each.quantity[:3], rank, option.name, values_text(option))
                lines.append((*place, *index[1:], unit, *about))
    return pl.DataFrame(lines, schema=SCHEMA, orient="row")


def values_text(option: Varied) -> str:
    """The values of an option in short: all of a few, else the ends and how many there are."""
    texts = [value_text(each) for each in option.values]
    if len(texts) <= MOST_VALUES:
        return ", ".join(texts)
    return f"{texts[0]} … {texts[-1]} ({len(texts)})"
