"""The first matches of some tables whose course can be drawn."""

from typing import TYPE_CHECKING

import polars as pl

from toolkit.stats.units import joined, only, whole

if TYPE_CHECKING:
    from toolkit.replay.tables import Tables

#: Matches of a chart of courses.
MOST_MATCHES = 9


class Courses:
    """Matches of two or more complete rounds: the first of them with all their seats, and how many there are."""

    def __init__(self) -> None:
        #: All of them that were added.
        self.every = 0
        #: Those that are kept.
        self.kept = 0
        self._parts: list[Tables] = []

    def add(self, tables: "Tables") -> None:
        """Take in some more tables of the same game; no match may come twice."""
        found = whole(tables)
        complete = found.rounds.filter("complete").group_by("match_id", maintain_order=True).agg(number=pl.len())
        long = complete.filter(pl.col("number") > 1)["match_id"]
        self.every += len(long)
        new = long[: MOST_MATCHES - self.kept].to_list()
        if new:
            self.kept += len(new)
            self._parts.append(only(found, new))

    @property
    def tables(self) -> "Tables":
        """The tables of the matches that are kept; there must be one."""
        return joined(self._parts)
