"""Comparisons as tables for people, at 80 columns."""

import re
import statistics
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group
from rich.text import Text

from toolkit.records.faults import shown, shown_name
from toolkit.stats import MEASURES
from toolkit.stats.estimates import counted
from toolkit.stats.layout import Grid
from toolkit.studies.comparing import Dependence, Difference
from toolkit.studies.wording import HIGHER, LOWER, OPEN, SAME, decimals, difference_unit, scale_of, signed

#: How many differences are told in sentences.
MOST_SENTENCES = 12
#: Letters of the rules that are compared.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def tables(differences: Sequence[Difference], most: Mapping[str, int] | None = None) -> Iterator[Group]:
    """One Rich renderable for each measure of the differences of one kind of players, in their order.

    A row reads ``seat 1  28.1  31.4  +3.3 [+1.4, +5.2]  higher``: the estimate under the first rules, under the others,
    the difference with its joint interval, and the verdict. ``most`` names measures of which only so many rows are
    shown besides those that differ.
    """
    measures: dict[str, list[Difference]] = {}
    for each in differences:
        measures.setdefault(each.measure, []).append(each)
    names = list(dict.fromkeys(each.variant for each in differences))
    letters = {name: letter_of(place + 1) for place, name in enumerate(names)}
    for name, rows in measures.items():
        yield _table(rows, letters, (most or {}).get(name))


def letter_of(place: int) -> str:
    """The letter of the rules at a place: A is the first."""
    return LETTERS[place] if place < len(LETTERS) else f"#{place + 1}"


def _table(rows: Sequence[Difference], letters: Mapping[str, str], most: int | None) -> Group:
    kept = _kept(rows, most)
    made = Grid()
    made.add_column("", overflow="fold", min_width=12)
    other = next(iter(letters.values())) if len(letters) == 1 else "other"
    for heading in ("A", other):
        made.add_column(heading, justify="right", no_wrap=True)
    made.add_column(f"{other} − A", no_wrap=True)
    made.add_column("", no_wrap=True)
    figures = iter(_spelt(kept))
    heads = [_head(each, rows, letters) for each in kept]
    for place, (each, head) in enumerate(zip(kept, heads, strict=True)):
        if head and (place == 0 or heads[place - 1] != head):
            made.add_row(Text(head, style="bold"), "", "", "", "")
        first, second, difference = next(figures)
        group = shown_name(each.group)
        style = "bold" if each.word in (HIGHER, LOWER) else "dim"
        made.add_row(Text(f"  {group}" if head else group), first, second, difference, Text(each.word, style=style))
    measure = rows[0].measure
    title = MEASURES[measure].title if measure in MEASURES else measure
    parts: list[Text | Grid] = [Text(title, style="bold"), made, Text(_caption(kept), style="dim")]
    if len(kept) < len(rows):
        more = counted_rows(len(rows) - len(kept))
        parts.append(Text(f"{more} more, the rarest or always the same: --measure {measure}", style="dim"))
    return Group(*parts)


def _kept(rows: Sequence[Difference], most: int | None) -> list[Difference]:
    """The first rows of each section that are not always the same, and all that differ; two rows at least."""
    counts: dict[tuple[str, str], int] = {}
    kept = []
    for each in rows:
        key = each.variant, each.section
        counts[key] = counts.get(key, 0) + (each.word != SAME)
        if most is None or (counts[key] <= most and each.word != SAME) or each.word in (HIGHER, LOWER):
            kept.append(each)
    return kept or list(rows[:2])


def _head(each: Difference, rows: Sequence[Difference], letters: Mapping[str, str]) -> str:
    """The head that a row stands under: its rules where there are several, its section where that says something."""
    sections = list(dict.fromkeys(row.section for row in rows))
    parts = [f"{letters[each.variant]}: {each.variant}"] if len(letters) > 1 else []
    if 1 < len(sections) < len(rows) / len(letters):
        parts.append(each.section)
    return shown(", ".join(parts), None)


def _spelt(rows: Sequence[Difference]) -> list[tuple[Text, Text, Text]]:
    """Both estimates, and the difference with its joint interval, in columns of one width."""
    scale = scale_of(rows[0].unit)
    lengths = sorted(
        (row.high_all - row.low_all) * scale for row in rows if row.low_all is not None and row.high_all is not None
    )
    length = lengths[len(lengths) // 2] if lengths else 0.0
    digits = decimals(length) if lengths else 2
    cells = []
    for row in rows:
        ends = ["" if end is None else signed(end * scale, length) for end in (row.low_all, row.high_all)]
        cells.append([signed(row.difference * scale, length), *ends])
    wide = [max(len(cell[place]) for cell in cells) for place in range(3)]
    made = []
    for row, (difference, low, high) in zip(rows, cells, strict=True):
        interval = f"[{low.rjust(wide[1])}, {high.rjust(wide[2])}]" if low and high else "–"
        first, other = (
            Text(f"{round(value * scale, digits) + 0.0:,.{digits}f}".replace("-", "−"))
            for value in (row.first, row.other)
        )
        made.append((first, other, Text(f"{difference.rjust(wide[0])} {interval}")))
    return made


def _caption(rows: Sequence[Difference]) -> str:
    """Unit, n and methods."""
    unit = rows[0].unit
    unit = f"% of {counted(unit)}" if unit.startswith("share of") else unit
    if unit.startswith("share above"):
        unit = "percentage points above " + unit.removeprefix("share above ")
    pairs = sorted({row.n for row in rows})
    n = f"n = {pairs[-1]:,} pairs" if len(pairs) == 1 else f"n = {pairs[0]:,} to {pairs[-1]:,} pairs"
    methods = dict.fromkeys(row.method for row in rows)
    used = [method for method in methods if not method.startswith("none")]
    missing = [method.removeprefix("none: ") for method in methods if method.startswith("none")]
    parts = [unit, n]
    if used:
        parts.append(" or ".join(used))
    if missing:
        parts.append(f"no interval (–): {', '.join(missing)}")
    return "; ".join(parts)


def sentences(differences: Sequence[Difference]) -> list[str]:
    """What differs, in the order of the figures, and how much is left open, in sentences."""
    found = [each for each in differences if each.word in (HIGHER, LOWER)]
    several = len({each.variant for each in differences}) > 1
    made = [f"{figure(each, several=several)} – {each.verdict}" for each in found[:MOST_SENTENCES]]
    if len(found) > MOST_SENTENCES:
        made.append(f"{len(found) - MOST_SENTENCES} more figures differ")
    left = sum(each.word == OPEN for each in differences)
    same = sum(each.word == SAME for each in differences)
    if left:
        made.append(f"{_figures(left)}: no difference shown")
    if same:
        made.append(f"{_figures(same)}: the same in every unit that was played")
    return made


def figure(each: Difference, *, several: bool = False) -> str:
    """A figure in words: measure, section and group; the rules where there are several."""
    title = MEASURES[each.measure].title if each.measure in MEASURES else each.measure
    parts = [title]
    if each.section not in ("players", "rounds", "opener", "reasons", each.group, _size(each.section)):
        parts.append(each.section)
    if each.group != _size(each.group):
        parts.append(each.group)
    name = ", ".join(parts)
    return shown(f"{each.variant}: {name}" if several else name, None)


def _size(text: str) -> str | None:
    """The text if it is a number of players, "3 players", which tells nothing in a study of one table size."""
    return text if re.fullmatch(r"\d+ players", text) else None


def counted_rows(number: int) -> str:
    """``1 row``, ``2 rows``."""
    return f"{number} row" if number == 1 else f"{number} rows"


def _figures(number: int) -> str:
    return f"{number} figure" if number == 1 else f"{number} figures"


def dependence_sentences(found: Sequence[Dependence], players: Sequence[str]) -> list[str]:
    """Whether the differences depend on the players, in sentences."""
    if not found:
        return [f"depends on the players: for no figure is it shown that its difference does ({', '.join(players)})"]
    several = len({each.one.variant for each in found}) > 1
    return [
        f"depends on the players: {figure(each.one, several=several)} "
        f"({_with_players(each.one)}; {_with_players(each.another)})"
        for each in found[:MOST_SENTENCES]
    ] + ([f"and {len(found) - MOST_SENTENCES} more"] if len(found) > MOST_SENTENCES else [])


def _with_players(each: Difference) -> str:
    scale = scale_of(each.unit)
    low, high = ((end or 0.0) * scale for end in (each.low_all, each.high_all))
    ends = f"{signed(low, high - low)} to {signed(high, high - low)}"
    return f"{short_players(each.players)}: {ends} {difference_unit(each.unit)}"


def short_players(players: str) -> str:
    """Players by seat, one word if all are of one kind: ``greedy`` for ``greedy,greedy,greedy``; fit to be printed."""
    kinds = players.split(",")
    return shown_name(kinds[0] if len(set(kinds)) == 1 else players)


def footnote(differences: Sequence[Difference], alpha: float) -> list[str]:
    """How far the intervals and verdicts hold, and what pairing saved."""
    level = f"{100 * (1 - alpha):g} %"
    lines = [
        f"intervals in […] hold together ({level}, Bonferroni over {len(differences)} figures); "
        f"“higher” and “lower” too (Holm)"
    ]
    savings = sorted(each.saving for each in differences if each.saving is not None)
    if savings:
        ends = f"{_factor(savings[0])} to {_factor(savings[-1])}"
        lines.append(
            f"same deals: as good as {_factor(statistics.median(savings))} times as many rounds of their own "
            f"(median; {ends})"
        )
    return lines


def _factor(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"
