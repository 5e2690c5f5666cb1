"""Estimates: one row each, never without n, unit and method."""

from collections.abc import Iterable
from typing import NamedTuple

import polars as pl


class Estimate(NamedTuple):
    """One estimated figure.

    ``estimate`` is null for n = 0; ``low`` and ``high`` bound the 95 % confidence interval and are null where the data
    cannot give one. ``unit`` reads "what per what", "share of what" or "share of what per what"; ``n`` counts the last
    what (see :func:`counted`), and ``matches`` the matches that they come from. Intervals of several rows are each
    95 %, not jointly.
    """

    measure: str
    section: str
    group: str
    n: int
    matches: int
    estimate: float | None
    low: float | None
    high: float | None
    unit: str
    method: str


#: Columns of a frame of estimates.
SCHEMA = {
    "measure": pl.String,
    "section": pl.String,
    "group": pl.String,
    "n": pl.Int64,
    "matches": pl.Int64,
    "estimate": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "unit": pl.String,
    "method": pl.String,
}

#: Units that start so are shares from 0 to 1.
SHARE = "share of "

#: What n counts, by the end of a unit.
PLURALS = {"round": "rounds", "match": "matches", "decision": "decisions", "occurrence": "occurrences"}


def frame(estimates: Iterable[Estimate] = ()) -> pl.DataFrame:
    """Estimates as a polars frame of :data:`SCHEMA`, in their order; ``.to_pandas()`` gives the pandas one."""
    return pl.DataFrame(list(estimates), schema=SCHEMA, orient="row")


def rows(estimates: pl.DataFrame) -> list[Estimate]:
    """The rows of a frame of estimates."""
    return [Estimate(*row) for row in estimates.select(*SCHEMA).iter_rows()]


def counted(unit: str) -> str:
    """What n counts, in the plural: ``rounds`` for "points per round" and for "share of rounds"."""
    _, per, one = unit.rpartition(" per ")
    return PLURALS[one] if per else unit.removeprefix(SHARE)
