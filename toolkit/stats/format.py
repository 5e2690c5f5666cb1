"""Estimates as tables for people."""

import math
from collections.abc import Iterator, Mapping, Sequence

import polars as pl
from rich.cells import cell_len
from rich.console import Group
from rich.text import Text

from toolkit.records.faults import shown, shown_name
from toolkit.stats.estimates import SHARE, Estimate, rows
from toolkit.stats.layout import Grid
from toolkit.stats.naming import named
from toolkit.stats.registry import MEASURES

#: Units that are shares or differences of shares; people read them in percent or percentage points.
ABOVE = "share above "


def tables(estimates: pl.DataFrame, most: Mapping[str, int] | None = None, game: str = "") -> Iterator[Group]:
    """One Rich renderable for each measure of a frame of estimates, in their order; print them with a Rich console.

    A row reads ``seat 1  28 [14, 48]  32``: estimate, 95 % interval and n; "–" stands for an interval that the data
    cannot give. The line below names the unit and the methods. 40 columns suffice for usual names; longer ones fold.
    ``most`` names measures of which only the first so many rows of a section are shown, and how many are not. With
    ``game`` its reasons have their Japanese terms.
    """
    for part in estimates.partition_by("measure", maintain_order=True):
        found = rows(part)
        yield table(named(found, game) if game else found, (most or {}).get(part["measure"][0]))


def table(estimates: Sequence[Estimate], most: int | None = None) -> Group:
    """Title, table and caption of the estimates of one measure (at least one); at most so many rows of a section."""
    name, unit = estimates[0].measure, estimates[0].unit
    made = Grid()
    made.add_column("", overflow="fold")
    made.add_column(heading(unit), no_wrap=True)
    made.add_column("n", justify="right", no_wrap=True)
    sections: dict[str, list[Estimate]] = {}
    for each in estimates:
        sections.setdefault(each.section, []).append(each)
    headed = 1 < len(sections) < len(estimates)  # not where every section is one estimate
    shown_rows = [each for section in sections.values() for each in section[:most]]
    figures = iter(spell(shown_rows))
    for section, found in sections.items():
        if headed:
            made.add_row(Text(shown(section, None), style="bold"), "", "")
        for each in found[:most]:
            group = shown_name(each.group)
            made.add_row(Text("  " + group if headed else group), Text(next(figures)), Text(f"{each.n:,}"))
        if len(found) > len(found[:most]):
            more = f"and {len(found) - len(found[:most])} more"
            made.add_row(Text("  " + more if headed else more, style="dim"), "", "")
    title = MEASURES[name].title if name in MEASURES else name
    parts: list[Text | Grid] = [Text(title, style="bold"), made, Text(caption(shown_rows), style="dim")]
    if len(shown_rows) < len(estimates):
        parts.append(Text(f"all rows: --all or --measure {name}", style="dim"))
    return Group(*parts)


def spell(estimates: Sequence[Estimate]) -> list[str]:
    """Estimate and interval of each, as texts of one width: ``0.42 [0.31, 0.53]``, for shares in percent."""
    spelled = cells(estimates)
    wide = [max(cell_len(cell[place]) for cell in spelled) for place in range(3)]
    made = []
    for estimate, low, high in spelled:
        interval = f"[{low.rjust(wide[1])}, {high.rjust(wide[2])}]" if low and high else "–"
        made.append(f"{estimate.rjust(wide[0])} {interval}")
    widest = max(map(cell_len, made))
    return [text + " " * (widest - cell_len(text)) for text in made]


def cells(estimates: Sequence[Estimate]) -> list[tuple[str, str, str]]:
    """Estimate, low and high of each as texts, with decimals that suit them all; shares in percent, "" for none."""
    scale = 100.0 if estimates[0].unit.startswith((SHARE, ABOVE)) else 1.0
    digits = decimals(estimates, scale)
    return [
        (
            number(each.estimate, scale, digits),
            number(each.low, scale, digits),
            number(each.high, scale, digits),
        )
        for each in estimates
    ]


def decimals(estimates: Sequence[Estimate], scale: float) -> int:
    """Decimals that show two digits of the typical interval's half width, 0 to 3; without any interval 0 or 2."""
    halves = sorted(
        (each.high - each.low) / 2 * scale
        for each in estimates
        if each.low is not None and each.high is not None and each.high > each.low
    )
    if not halves:
        whole = all(float((each.estimate or 0.0) * scale).is_integer() for each in estimates)
        return 0 if whole else 2
    return min(max(1 - math.floor(math.log10(halves[len(halves) // 2])), 0), 3)


def number(value: float | None, scale: float, digits: int) -> str:
    if value is None:
        return ""
    return f"{round(value * scale, digits) + 0.0:,.{digits}f}".replace("-", "−")


def heading(unit: str) -> str:
    """The unit in a few words."""
    if unit.startswith(SHARE):
        return "% of " + unit.removeprefix(SHARE).split(" per ")[0]
    if unit.startswith(ABOVE):
        return "% points"
    return unit.split(" per ")[0]


def caption(estimates: Sequence[Estimate]) -> str:
    """Unit, methods and missing intervals of the estimates, in words."""
    unit = estimates[0].unit
    if unit.startswith(SHARE):
        unit = "% of " + unit.removeprefix(SHARE)
    elif unit.startswith(ABOVE):
        unit = "percentage points above " + unit.removeprefix(ABOVE)
    methods = dict.fromkeys(each.method for each in estimates)
    used = [method for method in methods if not method.startswith("none")]
    missing = [method.removeprefix("none: ") for method in methods if method.startswith("none")]
    parts = [unit]
    if used:
        parts.append("95 % interval: " + " or ".join(used))
    if missing:
        parts.append("no interval (–): " + ", ".join(missing))
    return "; ".join(parts)
