"""Distributions of whole numbers, in classes that are known only when all values are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import polars as pl

from toolkit.stats import moments
from toolkit.stats.estimates import SHARE, Estimate, frame
from toolkit.stats.moments import Moments
from toolkit.stats.sums import natural

#: Values of a distribution beyond this many are pooled into one group.
MOST_VALUES = 14

#: Share of the rounds that may hide behind one "15+".
RARE = 0.1

#: Handy widths of classes: 1, 2, 5, 10, 20, …
WIDTHS = [digit * 10**power for power in range(18) for digit in (1, 2, 5)]


#: How often each value occurs; and by two values, the sum over matches of the product of how often both occur in it.
VALUES = {"section": pl.String, "value": pl.Int64, "n": pl.Int64}
PAIRS = {"section": pl.String, "one": pl.Int64, "other": pl.Int64, "product": pl.Int64}


@dataclass(frozen=True, slots=True)
class Spread:
    """Sums of all values of a measure (``VALUES`` and ``PAIRS``), and by section the number of matches.

    Which values are pooled is known at the end only. The sums of a class of values that its interval needs are sums of
    these, so what is kept grows with the number of different values and not with the log.
    """

    measure: str
    pool: bool
    units: Counter[str]
    values: pl.DataFrame
    pairs: pl.DataFrame

    @classmethod
    def merged(cls, parts: Sequence[Self]) -> Self:
        """The sums of several parts, of different matches."""
        units = sum((part.units for part in parts), Counter[str]())
        values = pl.concat([part.values for part in parts]).group_by("section", "value").agg(pl.col("n").sum())
        pairs = pl.concat([part.pairs for part in parts]).group_by("section", "one", "other")
        return cls(parts[0].measure, parts[0].pool, units, values, pairs.agg(pl.col("product").sum()))

    def estimates(self) -> pl.DataFrame:
        """The share of every value, or class of values, from the least to the greatest of all sections, with gaps.

        More than MOST_VALUES values are pooled: where ``pool`` is set and they are rare, the high ones as "15+"; else
        all in classes of equal width, "20–24".
        """
        if self.values.is_empty():
            return frame()
        starts, width, words = self._classes()

        def place(value: int) -> int:
            return min(max((value - starts[0]) // width, 0), len(starts) - 1)

        sums = {section: [[0] * len(words) for _ in range(3)] for section in sorted(self.units, key=natural)}
        for section, value, n in self.values.iter_rows():
            sums[section][0][place(value)] += n
        for section, one, other, product in self.pairs.iter_rows():
            sums[section][1][place(one)] += product
            if place(one) == place(other):
                sums[section][2][place(one)] += product
        made = []
        for section, (ys, nys, yys) in sums.items():
            n, nn, units = sum(ys), sum(nys), self.units[section]
            for word, y, ny, yy in zip(words, ys, nys, yys, strict=True):
                found = moments.share(Moments(units, n, y, nn, ny, yy))
                made.append(Estimate(self.measure, section, word, n, units, *found[:3], SHARE + "rounds", found.method))
        return frame(made)

    def _classes(self) -> tuple[list[int], int, list[str]]:
        """Where classes start, how wide they are, and their names."""
        found = self.values.group_by("value").agg(pl.col("n").sum()).sort("value")
        value, n = found["value"], found["n"]
        least, most = int(value[0]), int(value[-1])
        last = min(most, least + MOST_VALUES - 1)
        rare = int(n.filter(value > last).sum()) <= RARE * int(n.sum())
        if self.pool and rare:
            starts = list(range(least, last + 1))
            return starts, 1, [f"{start}+" if start == last < most else str(start) for start in starts]
        width = next(width for width in WIDTHS if most // width - least // width < MOST_VALUES)
        starts = list(range(least // width * width, most + 1, width))
        return starts, width, [str(start) if width == 1 else f"{start}–{start + width - 1}" for start in starts]


def spread(measure: str, rounds: pl.DataFrame, column: str, *, pool: bool) -> Spread:
    """The values of a column of rounds that have a ``section``; rounds without a value are left out."""
    known = rounds.filter(pl.col(column).is_not_null()).select("section", "match_id", value=pl.col(column))
    counts = known.group_by("section", "match_id", "value").agg(n=pl.len().cast(pl.Int64))
    values = counts.group_by("section", "value").agg(pl.col("n").sum())
    pairs = counts.join(counts, on=("section", "match_id")).group_by("section", one="value", other="value_right")
    products = pairs.agg(product=(pl.col("n") * pl.col("n_right")).sum())
    matches = counts.group_by("section").agg(pl.col("match_id").n_unique())
    units = Counter[str](dict(matches.iter_rows()))
    return Spread(measure, pool, units, values.cast(VALUES), products.cast(PAIRS))  # type: ignore[arg-type]
