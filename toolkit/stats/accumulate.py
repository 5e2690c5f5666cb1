"""Estimates of tables that come in chunks, so that a log need not be in memory at once."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import polars as pl

from toolkit.stats.estimates import frame
from toolkit.stats.registry import MEASURES, measure, needs

if TYPE_CHECKING:
    from toolkit.replay.tables import Tables
    from toolkit.stats.sums import Part

#: Parts of one measure that are merged at a time.
MERGED = 32


class Figures:
    """The measures of these names (None: all) over everything that was added.

    >>> figures = Figures(["wins-by-seat"])
    >>> for tables in chunks:  # no match may be in two of them
    ...     figures.add(tables)
    >>> figures.estimates("shiji")

    The estimates are those of :func:`toolkit.stats.compute` of all tables at once. Kept are sums and a rating a player
    (of ``luck`` also some bytes a round). StatsError for an unknown name.
    """

    def __init__(self, names: Iterable[str] | None = None) -> None:
        self.names = list(MEASURES if names is None else names)
        #: Which of ``moves``, ``events`` and ``deals`` the tables need.
        self.needs = needs(self.names)
        self._parts: dict[str, dict[str, list[Part]]] = {}
        #: By game: matches and rounds that were added.
        self.sizes: dict[str, tuple[int, int]] = {}

    @property
    def games(self) -> list[str]:
        """The games of which something was added, in the order of the registry."""
        from toolkit.games import NAMES

        return [name for name in NAMES if name in self.sizes]

    def add(self, tables: "Tables") -> None:
        """Take in some more tables of one game."""
        matches, rounds = self.sizes.get(tables.game, (0, 0))
        self.sizes[tables.game] = matches + len(tables.matches), rounds + len(tables.rounds)
        kept = self._parts.setdefault(tables.game, {name: [] for name in self.names})
        for name, parts in kept.items():
            parts.append(measure(name).part(tables))
            if len(parts) >= MERGED:
                parts[:] = [type(parts[0]).merged(parts)]

    def estimates(self, game: str, names: Sequence[str] | None = None) -> pl.DataFrame:
        """The estimates of one game, of some of the measures or all."""
        kept = self._parts[game]
        made = [frame()]
        for name in self.names if names is None else names:
            parts = kept[name]
            if len(parts) > 1:
                parts[:] = [type(parts[0]).merged(parts)]
            made += [part.estimates() for part in parts]
        return pl.concat(made)
