"""What a measure keeps of some tables: sums that can be added, so that a log may come in chunks.

Every measure gives a :class:`Part` of the tables it is given; parts of different matches are merged, and estimates are
made from the whole at the end. Most measures are means or shares by group, of which :class:`Sums` keeps six sums a
group (:mod:`toolkit.stats.moments`), whatever the number of matches.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import polars as pl

from toolkit.stats import moments
from toolkit.stats.estimates import Estimate, frame
from toolkit.stats.intervals import Interval
from toolkit.stats.moments import Moments

#: Columns that may say where a group stands: by its place, then the more frequent first, then by name. (No table has
#: columns that are called so.)
PLACE, OFTEN = "#place", "#often"
#: What tells the rows of sums apart. A row without a group has the trials of its section, or without a section of all.
KEYS = ("section", "group", "share", "unit", "lowest", "highest")
SCHEMA: dict[str, Any] = {
    "section": pl.String,
    "group": pl.String,
    "share": pl.Boolean,
    "unit": pl.String,
    "lowest": pl.Float64,
    "highest": pl.Float64,
    PLACE: pl.Int64,
    OFTEN: pl.Int64,
    "units": pl.Int64,
    "n": pl.Int64,
    "y": pl.Float64,
    "nn": pl.Float64,
    "ny": pl.Float64,
    "yy": pl.Float64,
    #: The least and the greatest ratio of a unit.
    "least": pl.Float64,
    "most": pl.Float64,
}
#: Ratios that differ by less are the same number.
SAME = 1e-12
#: Whole numbers up to here are exact as floats.
EXACT = 2.0**53


class Part(Protocol):
    """What a measure keeps of some matches."""

    def estimates(self) -> pl.DataFrame:
        """The estimates, of :data:`toolkit.stats.estimates.SCHEMA`."""

    @classmethod
    def merged(cls, parts: Sequence[Self]) -> Self:
        """One part of several, of different matches, in their order; only the first may be a merged one."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over matches for every section and group of one measure."""

    measure: str
    frame: pl.DataFrame

    @classmethod
    def merged(cls, parts: Sequence[Self]) -> Self:
        """One part of several; sums are exact while they are whole numbers below 2**53."""
        every = pl.concat([part.frame for part in parts])
        added = every.group_by(KEYS, maintain_order=True).agg(
            pl.col(PLACE).min(),
            pl.col(OFTEN, "units", "n", "y", "nn", "ny", "yy").sum(),
            pl.col("least").min(),
            pl.col("most").max(),
        )
        return cls(parts[0].measure, added.select(*SCHEMA))

    def estimates(self) -> pl.DataFrame:
        """The estimates in their order."""
        rows = self.frame.to_dicts()
        trials = {row["section"]: row for row in rows if row["group"] is None}
        groups = sorted((row for row in rows if row["group"] is not None), key=_order)
        return frame(self._estimate(row, trials.get(row["section"], trials.get(None))) for row in groups)

    def _estimate(self, row: dict[str, Any], trials: dict[str, Any] | None) -> Estimate:
        least = row["least"]
        if trials is not None:
            least = least if row["units"] == trials["units"] else min(least, 0.0)
            row = {**row, **{name: trials[name] for name in ("units", "n", "nn")}}
        found = Moments(row["units"], row["n"], *(_exact(row[name]) for name in ("y", "nn", "ny", "yy")))
        if row["share"]:
            interval = moments.share(found)
        elif found.units > 1 and row["most"] - least <= SAME * max(1.0, abs(found.ratio)):
            interval = Interval(found.ratio, None, None, "none: all the same")
        else:
            interval = moments.mean(found)
        low, high = interval.low, interval.high
        if low is not None and row["lowest"] is not None:
            low = max(low, row["lowest"])
        if high is not None and row["highest"] is not None:
            high = min(high, row["highest"])
        return Estimate(
            self.measure, row["section"], row["group"], found.n, found.units,
            interval.estimate, low, high, row["unit"], interval.method,
        )  # fmt: skip


def sums_of(
    measure: str,
    rows: pl.DataFrame,
    unit: str,
    *,
    share: bool = False,
    lowest: float | None = None,
    highest: float | None = None,
) -> Sums:
    """The sums of rows that have a ``section``, a ``group``, ``n`` units of one match and the ``sum`` of their values.

    ``lowest`` and ``highest`` are what a mean can be at all: intervals end there, which costs no coverage.
    """
    missing = [pl.lit(0, pl.Int64).alias(name) for name in (PLACE, OFTEN) if name not in rows.columns]
    n, y = pl.col("n").cast(pl.Float64), pl.col("sum").cast(pl.Float64)
    added = (
        rows.filter(pl.col("n") > 0)
        .with_columns(missing)
        .group_by("section", "group", maintain_order=True)
        .agg(
            pl.col(PLACE, OFTEN).first(),
            units=pl.len(),
            n=pl.col("n").sum(),
            y=y.sum(),
            nn=(n * n).sum(),
            ny=(n * y).sum(),
            yy=(y * y).sum(),
            least=(y / n).min(),
            most=(y / n).max(),
        )
        .with_columns(share=pl.lit(share), unit=pl.lit(unit), lowest=pl.lit(lowest), highest=pl.lit(highest))
    )
    return Sums(measure, added.select(pl.col(name).cast(kind) for name, kind in SCHEMA.items()))


def nothing(measure: str) -> Sums:
    """The sums of a measure that does not fit the game."""
    return Sums(measure, pl.DataFrame(schema=SCHEMA))


def natural(text: str) -> list[str | int]:
    """A key that sorts texts by their numbers: ``seat 2`` before ``seat 10``."""
    return [int(part) if place % 2 else part for place, part in enumerate(re.split(r"([0-9]{1,18})", text))]


def _order(row: dict[str, Any]) -> tuple[Any, ...]:
    section, group = row["section"], row["group"]
    return row[PLACE], -row[OFTEN], natural(section), natural(group), section, group


def _exact(value: float) -> Any:
    """A whole number as int, so that what follows is exact; any other as it is."""
    return int(value) if value.is_integer() and abs(value) < EXACT else value
