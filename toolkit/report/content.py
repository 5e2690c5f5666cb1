"""What stands in the report, prepared for the template: words and numbers, no markup."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from toolkit.games import get
from toolkit.games.game import OptionError
from toolkit.records.faults import Fault, shown, shown_name
from toolkit.report.gathering import OTHERS, GameSummary
from toolkit.report.pictures import Picture, pictures
from toolkit.stats import MEASURES
from toolkit.stats.estimates import Estimate, rows
from toolkit.stats.format import caption, cells, heading
from toolkit.stats.naming import named

if TYPE_CHECKING:
    from toolkit.stats.accumulate import Figures

#: Rows of one table that are shown; of more, those of the largest n, and the rest is counted.
MOST_ROWS = 60
#: Players, files, events and sets of options that are listed.
MOST_LISTED = 40
MOST_SEEDS = 5
#: Characters of a name that are shown.
LONGEST = 120

#: Parts of a game's section: identifier, title, the charts in it.
PARTS = {
    "seats": ("Seats", ("points", "wins", "opener")),
    "players": ("Players", ("player-points", "player-wins")),
    "rounds": ("Rounds", ("reasons", "length", "stakes")),
    "patterns": ("役 and goods", ("yaku", "yaku-values")),
    "matches": ("Matches", ("totals",)),
}
#: In which part the measures of a module of ``toolkit.stats`` stand.
MODULES = {"by_pattern": "patterns", "by_match": "matches", "by_round": "rounds", "by_rating": "players"}

#: Left out of the report: what asks for the same deal played several times.
LEFT_OUT = ("luck",)

#: The measures of a report.
REPORTED = [name for name in MEASURES if name not in LEFT_OUT]


class Line(NamedTuple):
    """A row of a table of estimates; texts are as they are to be read."""

    group: str
    estimate: str
    interval: str
    n: str
    matches: str
    method: str


class EstimateTable(NamedTuple):
    """The estimates of one measure: (section, its lines), and how many lines are left out."""

    name: str
    title: str
    description: str
    source: str
    unit: str
    note: str
    sections: list[tuple[str, list[Line]]]
    headed: bool
    left_out: int


class Part(NamedTuple):
    """A part of a game's section."""

    name: str
    title: str
    pictures: list[Picture]
    tables: list[EstimateTable]


class OptionRow(NamedTuple):
    """An option that differs from its default in some matches."""

    name: str
    value: str
    default: str
    meaning: str
    rule: str
    matches: int


class Listed(NamedTuple):
    """(text, number) pairs, those with the largest numbers first, and how many more there are."""

    rows: list[tuple[str, int]]
    more: int


class GameSection(NamedTuple):
    """A game's section."""

    name: str
    title: str
    summary: GameSummary
    sizes: str
    options: list[OptionRow]
    by_default: int
    rule_sets: int
    sources: Listed
    seeds: Listed
    chances: Listed
    dates: str
    players: list[tuple[str, int, int]]
    more_players: int
    parts: list[Part]


def game_section(summary: GameSummary, figures: "Figures") -> GameSection:
    """Everything the report says of one game."""
    game = get(summary.game)
    options, default = _options(summary)
    ranked = sorted(summary.players.items(), key=lambda item: (-item[1][1], item[0]))
    return GameSection(
        game.name,
        game.title,
        summary,
        ", ".join(f"{number:,} with {size}" for size, number in sorted(summary.table_sizes.items())),
        options,
        default,
        len(summary.rules),
        listed(summary.sources.words),
        listed(summary.seeds.words, MOST_SEEDS),
        listed(summary.chances.words, MOST_SEEDS),
        dates(summary.first, summary.last),
        [(shown_name(name, LONGEST), matches, rounds) for name, (matches, rounds) in ranked[:MOST_LISTED]],
        max(len(ranked) - MOST_LISTED, 0),
        list(_parts(summary, figures)),
    )


def dates(first: str | None, last: str | None) -> str:
    """``2026-01-02 to 2026-03-04``; empty where there is no date."""
    if first is None or last is None:
        return ""
    return shown(first) if first == last else f"{shown(first)} to {shown(last)}"


def listed(words: Mapping[str, int], most: int = MOST_LISTED) -> Listed:
    """The most frequent words, safe to show."""
    known = sorted(((word, number) for word, number in words.items() if word != OTHERS), key=lambda it: (-it[1], it[0]))
    rows_ = [(shown(word, LONGEST), number) for word, number in known[:most]]
    return Listed(rows_, max(len(known) - most, 0) + (OTHERS in words))


def fault_rows(faults: Sequence[Fault]) -> list[dict[str, str]]:
    """The faulty records: file, line, id, kind and message, with the place in the record and the rule."""
    made = []
    for each in faults:
        inside = [f"{word} {number}" for word, number in (("round", each.round), ("move", each.move)) if number]
        message = each.message + (f"; expected {' or '.join(each.expected)}" if each.expected else "")
        made.append(
            {
                "file": shown(each.file or "", LONGEST),
                "line": "" if each.line is None else f"{each.line}",
                "id": shown(each.id or "", LONGEST),
                "kind": str(each.kind),
                "place": ", ".join(inside) + (f": {shown(each.token)}" if each.token else ""),
                "rule": shown(each.rule or ""),
                "message": shown(message, 400),
            }
        )
    return made


def _parts(summary: GameSummary, figures: "Figures") -> Iterator[Part]:
    """The parts that have something to show."""
    measures: dict[str, list[str]] = {name: [] for name in PARTS}
    for name in figures.names:
        measures[part_of(name)].append(name)
    for name, (title, charts) in PARTS.items():
        tables = []
        for measure in measures[name]:
            estimates = named(rows(figures.estimates(summary.game, [measure])), summary.game)
            if estimates:
                tables.append(estimate_table(measure, estimates))
        drawn = pictures(charts, summary, figures)
        if tables or drawn:
            yield Part(name, title, drawn, tables)


def part_of(measure: str) -> str:
    """The part of a game's section in which a measure stands."""
    if measure.endswith("-by-player"):
        return "players"
    return MODULES.get(MEASURES[measure].place.split(":")[0], "seats")


def estimate_table(name: str, estimates: Sequence[Estimate]) -> EstimateTable:
    """The estimates of one measure as they are to be read; of very many, those of the largest n."""
    largest = sorted(range(len(estimates)), key=lambda place: (-estimates[place].n, place))[:MOST_ROWS]
    kept = [estimates[place] for place in sorted(largest)]
    sections: dict[str, list[Line]] = {}
    for each, (estimate, low, high) in zip(kept, cells(kept), strict=True):
        interval = f"{low} to {high}" if low and high else "–"
        line = Line(
            shown_name(each.group, LONGEST), estimate, interval, f"{each.n:,}", f"{each.matches:,}", each.method
        )
        sections.setdefault(each.section, []).append(line)
    measure = MEASURES[name]
    return EstimateTable(
        name,
        measure.title,
        measure.description,
        measure.source,
        heading(kept[0].unit),
        caption(kept).split(";")[0],
        [(shown(section, LONGEST), lines) for section, lines in sections.items()],
        1 < len(sections) < len(kept),
        len(estimates) - len(kept),
    )


def _options(summary: GameSummary) -> tuple[list[OptionRow], int]:
    """The options that differ from their defaults, with the number of matches, and the matches with none."""
    game = get(summary.game)
    counts: dict[tuple[str, Any], int] = {}
    default = 0
    for text, number in summary.rules.words.items():
        try:
            given = {} if text == OTHERS else game.write_options(game.read_options(json.loads(text), game.seats[-1]))
        except OptionError:  # a combination that only fewer players may use
            given = json.loads(text)
        if not given and text != OTHERS:
            default += number
        for name, value in given.items():
            counts[name, value] = counts.get((name, value), 0) + number
    made = []
    for option in game.options:
        usual = _spelled(option.encode(option.default))
        for (name, value), number in sorted(counts.items(), key=lambda item: (-item[1], str(item[0]))):
            if name == option.name:
                kind = option.kind
                made.append(OptionRow(name, _spelled(value), usual, kind.meaning, kind.rule, number))
    return made, default


def _spelled(value: object) -> str:
    """A value as in a record, without quotes around a word."""
    return value if isinstance(value, str) else json.dumps(value)
