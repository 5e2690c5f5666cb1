"""Paired differences as tables for people."""

from collections.abc import Iterator

import polars as pl
from rich.console import Group
from rich.text import Text

from toolkit.records.faults import shown_name
from toolkit.stats.estimates import rows
from toolkit.stats.format import ABOVE, decimals, number, spell
from toolkit.stats.layout import Grid
from toolkit.stats.registry import MEASURES
from toolkit.studies.differences import Differences

#: Measures that are shown where not all are asked for, and how many rows of players.
USUAL = ("points-by-seat", "wins-by-seat", "points-by-player", "reasons")
MOST_PLAYERS = 12


def tables(frame: pl.DataFrame, *, every: bool = True) -> Iterator[Group]:
    """A table for each measure of a frame of :meth:`Differences.frame`: old, new, difference with interval, n, p."""
    for part in frame.partition_by("measure", maintain_order=True):
        if every or part["measure"][0] in USUAL:
            yield _table(part, every=every)


def _table(part: pl.DataFrame, *, every: bool) -> Group:
    cut = part if every or part["section"][0] != "players" else part.head(MOST_PLAYERS)
    found, unit = rows(cut), part["unit"][0]
    scale = 100.0 if unit.startswith(ABOVE) else 1.0
    digits = decimals(found, scale)
    made = Grid()
    made.add_column("", overflow="fold")
    for heading in ("old", "new", "difference", "n", "p"):
        made.add_column(heading, justify="right", no_wrap=True)
    sections = cut["section"].n_unique() > 1
    for each, figure, old, new, p in zip(found, spell(found), cut["old"], cut["new"], cut["p_holm"], strict=True):
        group = shown_name(each.group)
        name = f"{each.section}, {group}" if sections else group
        made.add_row(
            Text(name), number(old, scale, digits), number(new, scale, digits), Text(figure), f"{each.n:,}", _p(p)
        )
    if len(part) > len(cut):
        made.add_row(Text(f"and {len(part) - len(cut)} more (--all)", style="dim"), "", "", "", "", "")
    name = part["measure"][0]
    title = MEASURES[name].title if name in MEASURES else name
    unit = "% of rounds" if scale == 100 else unit
    methods = ", ".join(part["method"].unique(maintain_order=True))
    caption = f"{unit}; difference new − old with 95 % interval ({methods}); p after Holm"
    return Group(Text(title, style="bold"), made, Text(caption, style="dim"))


def _p(value: float | None) -> str:
    if value is None:
        return "–"
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def reasons_table(differences: Differences) -> Group:
    """Rounds by the reason of their end under the old rules (rows) and under the new ones (columns)."""
    counts = differences.reasons
    words = [word for word in differences.game.reasons if any(word in pair for pair in counts)]
    new = [word for word in words if any(pair[1] == word for pair in counts)]
    made = Grid()
    made.add_column("old ↓  new →", no_wrap=True)
    for word in new:
        made.add_column(word, justify="right", no_wrap=True)
    for old in words:
        if any(pair[0] == old for pair in counts):
            made.add_row(old, *(f"{counts[old, word]:,}" if counts[old, word] else "·" for word in new))
    return Group(Text("Ends of rounds, old → new", style="bold"), made)
