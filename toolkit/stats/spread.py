"""Distributions of whole numbers, in classes that are known only when all values are."""

from collections.abc import Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class Spread:
    """The values themselves, by section, each with a number for its match: 12 bytes a round."""

    measure: str
    pool: bool
    values: Mapping[str, pl.DataFrame]

    @classmethod
    def merged(cls, parts: Sequence[Self]) -> Self:
        """The values of several parts."""
        sections = dict.fromkeys(section for part in parts for section in part.values)
        values = {
            section: pl.concat([part.values[section] for part in parts if section in part.values])
            for section in sections
        }
        return cls(parts[0].measure, parts[0].pool, values)

    def estimates(self) -> pl.DataFrame:
        """The share of every value, or class of values, from the least to the greatest of all sections, with gaps.

        More than MOST_VALUES values are pooled: where ``pool`` is set and they are rare, the high ones as "15+"; else
        all in classes of equal width, "20–24".
        """
        if not self.values:
            return frame()
        starts, width, words = self._classes()
        made = []
        for section in sorted(self.values, key=natural):
            value = pl.col("value").cast(pl.Int64)
            place = ((value - starts[0]) // width).clip(0, len(starts) - 1)
            counts = (
                self.values[section]
                .with_columns(place=place)
                .group_by("match")
                .agg(pl.len().alias("n"), *((pl.col("place") == at).sum().alias(f"{at}") for at in range(len(words))))
                .drop("match")
                .cast(pl.Int64)
            )
            n = counts["n"]
            for at, word in enumerate(words):
                y = counts[f"{at}"]
                sums = [int(each.sum()) for each in (n, y, n * n, n * y, y * y)]
                found = moments.share(Moments(len(counts), *sums))
                made.append(
                    Estimate(
                        self.measure, section, word, sums[0], len(counts), *found[:3], SHARE + "rounds", found.method
                    )
                )
        return frame(made)

    def _classes(self) -> tuple[list[int], int, list[str]]:
        """Where classes start, how wide they are, and their names."""
        columns = [values["value"] for values in self.values.values()]
        least, most = min(int(each.min()) for each in columns), max(int(each.max()) for each in columns)  # type: ignore[arg-type]
        last = min(most, least + MOST_VALUES - 1)
        rare = sum(int((each > last).sum()) for each in columns) <= RARE * sum(map(len, columns))
        if self.pool and rare:
            starts = list(range(least, last + 1))
            return starts, 1, [f"{start}+" if start == last < most else str(start) for start in starts]
        width = next(width for width in WIDTHS if most // width - least // width < MOST_VALUES)
        starts = list(range(least // width * width, most + 1, width))
        return starts, width, [str(start) if width == 1 else f"{start}–{start + width - 1}" for start in starts]


def spread(measure: str, rounds: pl.DataFrame, column: str, *, pool: bool) -> Spread:
    """The values of a column of rounds that have a ``section``; rounds without a value are left out."""
    known = rounds.filter(pl.col(column).is_not_null())
    chosen = known.select("section", match=pl.col("match_id").hash(), value=pl.col(column).cast(pl.Int32))
    parts = chosen.partition_by("section", as_dict=True, include_key=False, maintain_order=True)
    return Spread(measure, pool, {str(section): part for (section,), part in parts.items()})
