"""An arena for people: standings, and the table of pairings."""

from collections.abc import Iterator
from typing import Any

import polars as pl
from rich.console import Group
from rich.text import Text

from toolkit.records.faults import shown_name
from toolkit.stats.estimates import Estimate, rows
from toolkit.stats.format import spell
from toolkit.stats.layout import Grid
from toolkit.stats.significance import ALPHA
from toolkit.studies.arena import pairing


def tables(frame: pl.DataFrame) -> Iterator[Group]:
    """Renderables of a frame of :meth:`toolkit.studies.arena.Arena.frame`."""
    yield _standings(frame)
    yield _pairings(frame)


def _standings(frame: pl.DataFrame) -> Group:
    """A row a contestant, the strongest first."""
    found = {name: _by_group(frame, name) for name in ("ratings", "points-by-player", "wins-by-player")}
    unit = rows(frame.filter(pl.col("measure") == "points-by-player"))[0].unit
    made = _grid("", "rating", unit.split(" per ")[0], "wins %", "n")
    for name in found["ratings"]:
        points, n = found["points-by-player"][name]
        rating, wins = found["ratings"][name][0], found["wins-by-player"][name][0]
        made.add_row(Text(shown_name(name)), rating, points, wins, f"{n.n:,}")
    deals = next(iter(found["points-by-player"].values()))[1].matches
    caption = (
        f"rating: Bradley–Terry, mu ± 1.96 sigma, beginning with 25; {unit} and % won with 95 % intervals "
        f"(t, Wilson; the {deals:,} deals are the clusters: all seatings of a deal go together); n seats"
    )
    return Group(Text("Standings", style="bold"), made, Text(caption, style="dim"))


def _pairings(frame: pl.DataFrame) -> Group:
    """A row for every two contestants."""
    found = {name: _by_group(frame, name) for name in ("pairings", "ahead", "level")}
    made = _grid("", "difference", "ahead %", "level %", "n", "p")
    corrected = frame.filter(pl.col("measure") == "pairings")
    p_of = dict(zip(corrected["group"], corrected["p_holm"], strict=True))
    for name, (figure, each) in found["pairings"].items():
        p = p_of[name]
        level = found["level"][name][1].estimate or 0.0
        made.add_row(
            Text(shown_name(name)),
            figure,
            found["ahead"][name][0],
            f"{level:.1%}".removesuffix("%"),
            f"{each.n:,}",
            _p(p),
        )
    caption = (
        "A − B: mean difference of their points at the same table, and how often A is ahead of B or level, with 95 % "
        "intervals by deal; p of no difference after Holm"
    )
    return Group(Text("Pairings", style="bold"), made, Text(caption, style="dim"))


def verdict(frame: pl.DataFrame) -> str:
    """Who beats whom, in a sentence."""
    beaten: list[str] = []
    names = frame.filter(pl.col("measure") == "points-by-player")["group"].to_list()
    players = {pairing(one, two): (shown_name(one), shown_name(two)) for one in names for two in names}
    for row in frame.filter(pl.col("measure") == "pairings").iter_rows(named=True):
        if row["p_holm"] is not None and row["p_holm"] < ALPHA:
            one, two = players[row["group"]]
            beaten.append(f"{one} beats {two}" if row["estimate"] > 0 else f"{two} beats {one}")
    if not beaten:
        return f"No two players can be told apart (p < {ALPHA}, Holm)."
    return f"More than chance (p < {ALPHA}, Holm): {'; '.join(beaten)}."


def _grid(*headings: str) -> Grid:
    made = Grid()
    for place, heading in enumerate(headings):
        made.add_column(heading, justify="right" if place else "left", no_wrap=bool(place), overflow="fold")
    return made


def _by_group(frame: pl.DataFrame, measure: str) -> dict[str, tuple[str, Estimate]]:
    """Figure as text and estimate of every group of a measure."""
    found = rows(frame.filter(pl.col("measure") == measure))
    figures: list[Any] = spell(found) if found else []
    return {each.group: (figure, each) for figure, each in zip(figures, found, strict=True)}


def _p(value: float | None) -> str:
    if value is None:
        return "–"
    return "<0.001" if value < 0.001 else f"{value:.3f}"
