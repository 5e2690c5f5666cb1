"""Rules compared on the same deals: every figure under each of them, against the first.

All figures of a study are judged together: p values are adjusted by Holm's method (Holm 1979, Scandinavian Journal of
Statistics 6), so that all verdicts "higher" and "lower" are right with 95 % confidence, and the joint intervals hold
together by Bonferroni's.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import polars as pl

from toolkit.simulate.experiment import Experiment
from toolkit.simulate.quantities import Quantity
from toolkit.simulate.sums import Sums
from toolkit.studies.paired import Pair
from toolkit.studies.summary import BY_FREQUENCY, SPARSE
from toolkit.studies.wording import judge

#: The error that is allowed.
ALPHA = 0.05


class Played(NamedTuple):
    """An experiment and the sums of its units, with a name for the rules of each variant.

    ``least`` is the number of units at the first look if the run was stopped by what was seen, else None.
    """

    experiment: Experiment
    names: tuple[str, ...]
    sums: Sums
    least: int | None = None

    @property
    def players(self) -> str:
        """The players by seat, as they are given on the command line."""
        return ",".join(self.experiment.variants[0].players)

    @property
    def thing(self) -> str:
        """What a unit is, in the plural."""
        return "matches" if self.experiment.whole else "rounds"


class Difference(NamedTuple):
    """One figure under two rules.

    ``first`` and ``other`` are its estimates, ``difference`` is other − first with a confidence interval for itself
    (``low``, ``high``) and one that holds together with those of all figures of the study (``low_all``,
    ``high_all``); null where the data cannot give one. ``n`` counts pairs of units, of which ``differing`` differ.
    ``p`` is the p value, ``p_holm`` the adjusted one. ``effect`` is Cohen's h of shares and Cohen's d of the paired
    differences of means; ``saving`` how many times as many independent units would tell as much.
    """

    players: str
    baseline: str
    variant: str
    measure: str
    section: str
    group: str
    n: int
    differing: int
    first: float
    other: float
    difference: float
    low: float | None
    high: float | None
    low_all: float | None
    high_all: float | None
    p: float
    p_holm: float
    effect: float | None
    saving: float | None
    unit: str
    method: str
    word: str
    verdict: str


#: Columns of a frame of differences.
SCHEMA = {
    name: {int: pl.Int64, float: pl.Float64, float | None: pl.Float64, str: pl.String}[kind]
    for name, kind in Difference.__annotations__.items()
}


class _Row(NamedTuple):
    played: Played
    variant: int
    quantity: Quantity
    pair: Pair


def compare(studies: Sequence[Played], measures: Iterable[str] | None = None, alpha: float = ALPHA) -> list[Difference]:
    """Every figure of these measures (None: all) under every further rule against the first, in every experiment.

    Figures that do not exist under both rules are left out, and what never happened under either.
    """
    from statsmodels.stats.multitest import multipletests

    wanted = None if measures is None else list(measures)
    rows = [row for played in studies for row in _rows(played, wanted)]
    if not rows:
        return []
    level = 1 - alpha / len(rows)
    found = [row.pair.p_value(row.played.least, level) for row in rows]
    adjusted = multipletests(found, alpha, "holm")[1].tolist()
    return [_difference(*row, alpha, level) for row in zip(rows, found, adjusted, strict=True)]


def frame(differences: Iterable[Difference]) -> pl.DataFrame:
    """Differences as a polars frame of :data:`SCHEMA`."""
    return pl.DataFrame(list(differences), schema=SCHEMA, orient="row")


def pairs(played: Played, measures: Iterable[str] | None = None) -> Iterator[tuple[int, Quantity, Pair]]:
    """The quantities of these measures under every further variant, each with the first one."""
    wanted = None if measures is None else set(measures)
    for variant in range(1, len(played.experiment.variants)):
        for place, quantity in enumerate(played.experiment.quantities[0].all):
            if wanted is None or quantity.measure in wanted:
                yield variant, quantity, Pair.of(played.sums, variant, place, share=quantity.share)


def _rows(played: Played, measures: list[str] | None) -> list[_Row]:
    """The rows of an experiment, in the order of the measures; the frequent 役 first."""
    rows = [
        _Row(played, variant, quantity, pair)
        for variant, quantity, pair in pairs(played, measures)
        if pair.counts and (pair.first.y or pair.other.y or quantity.measure not in SPARSE)
    ]
    places = {name: place for place, name in enumerate(measures or [])}
    sections: dict[tuple[str, str], int] = {}
    for row in rows:
        sections.setdefault((row.quantity.measure, row.quantity.section), len(sections))

    def key(row: _Row) -> tuple[int, int, int, int]:
        measure, section = row.quantity.measure, row.quantity.section
        often = row.pair.first.y + row.pair.other.y if measure in BY_FREQUENCY else 0
        return places.get(measure, 0), row.variant, sections[measure, section], -often

    return sorted(rows, key=key)


def _difference(row: _Row, p: float, adjusted: float, alpha: float, level: float) -> Difference:
    played, variant, quantity, pair = row
    single, joint = (pair.bounds(each, played.least) for each in (1 - alpha, level))
    judged = judge(pair, joint, adjusted, alpha, quantity.unit, played.thing)
    return Difference(
        players=played.players,
        baseline=played.names[0],
        variant=played.names[variant],
        measure=quantity.measure,
        section=quantity.section,
        group=quantity.group,
        n=pair.informative,
        differing=pair.shared.differing,
        first=pair.first.ratio,
        other=pair.other.ratio,
        difference=pair.difference,
        low=single.low,
        high=single.high,
        low_all=joint.low,
        high_all=joint.high,
        p=p,
        p_holm=adjusted,
        effect=pair.effect,
        saving=pair.saving,
        unit=quantity.unit,
        method=pair.method(played.least),
        word=judged.word,
        verdict=judged.verdict,
    )


class Dependence(NamedTuple):
    """A figure whose difference depends on the players: the same figure of two experiments."""

    one: Difference
    another: Difference


def dependences(differences: Iterable[Difference]) -> list[Dependence]:
    """Figures of which the joint intervals of two kinds of players do not meet, one pair of kinds for each.

    All joint intervals hold together, so each of these is shown at the level of the study; nothing is assumed of how
    the experiments of different players go together.
    """
    groups: dict[tuple[str, str, str, str], list[Difference]] = {}
    for each in differences:
        if each.low_all is not None and each.high_all is not None:
            groups.setdefault((each.variant, each.measure, each.section, each.group), []).append(each)
    found = []
    for rows in groups.values():
        least = min(rows, key=lambda row: row.high_all or 0.0)
        most = max(rows, key=lambda row: row.low_all or 0.0)
        if (least.high_all or 0.0) < (most.low_all or 0.0):
            found.append(Dependence(least, most))
    return found
