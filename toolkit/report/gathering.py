"""What a report says of the input itself: counted while the tables pass by, chunk by chunk."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
import polars as pl

from toolkit.charts.courses import Courses
from toolkit.stats.accumulate import Figures

if TYPE_CHECKING:
    from toolkit.replay.tables import Tables

#: Different words of one kind (events, sources, sets of options, files) that are kept apart; the rest is counted.
MOST_KINDS = 1000

OTHERS = "…"


@dataclass(slots=True)
class Count:
    """How often each of some words occurs; beyond MOST_KINDS of them, new ones are counted together as OTHERS."""

    words: Counter[str] = field(default_factory=Counter)

    def add(self, found: pl.Series) -> None:
        """Count the words of a column; nulls are left out."""
        table = found.drop_nulls().value_counts(sort=True, name="#")
        for word, number in table.iter_rows():
            known = word in self.words or len(self.words) < MOST_KINDS
            self.words[word if known else OTHERS] += number

    def __len__(self) -> int:
        return len(self.words)


@dataclass(slots=True)
class GameSummary:
    """What the tables of one game hold: a few numbers, whatever their size, and the names of the players."""

    game: str
    matches: int = 0
    finished: int = 0
    rounds: int = 0
    complete: int = 0
    decisions: int = 0
    table_sizes: Counter[int] = field(default_factory=Counter)
    #: By player: matches and rounds.
    players: dict[str, list[int]] = field(default_factory=dict)
    files: Count = field(default_factory=Count)
    rules: Count = field(default_factory=Count)
    events: Count = field(default_factory=Count)
    sources: Count = field(default_factory=Count)
    seeds: Count = field(default_factory=Count)
    chances: Count = field(default_factory=Count)
    dated: int = 0
    first: str | None = None
    last: str | None = None
    #: The matches that are drawn.
    courses: Courses = field(default_factory=Courses)

    def add(self, tables: "Tables") -> None:
        """Count what is in some more tables of the game; no match may come twice."""
        matches, rounds = tables.matches, tables.rounds
        self.matches += len(matches)
        self.finished += int(matches["finished"].sum())
        self.rounds += len(rounds)
        self.complete += int(rounds["complete"].sum())
        self.decisions += int(rounds["length"].cast(pl.Int64).sum())
        self.table_sizes.update(dict(matches["players"].value_counts().iter_rows()))
        self.files.add(matches["file"])
        self.rules.add(matches["rules"])
        self.events.add(matches["event"])
        self._add_players(tables)
        self._add_dates(matches["date"])
        self._add_metas(matches["meta"])
        self.courses.add(tables)

    def _add_players(self, tables: "Tables") -> None:
        found = tables.seats.group_by("player").agg(
            pl.struct("match_id").n_unique().alias("matches"), pl.struct("match_id", "round").n_unique()
        )
        for name, matches, rounds in found.iter_rows():
            known = self.players.setdefault(name, [0, 0])
            known[0] += matches
            known[1] += rounds

    def _add_dates(self, dates: pl.Series) -> None:
        known = dates.drop_nulls()
        if not known.is_empty():
            least, most = str(known.min()), str(known.max())
            self.first = least if self.first is None else min(self.first, least)
            self.last = most if self.last is None else max(self.last, most)
            self.dated += len(known)

    def _add_metas(self, metas: pl.Series) -> None:
        """Where the records say that they come from, and the seed and random numbers of played ones."""
        values = [_object(text) for text in metas.drop_nulls()]
        for count, key in ((self.sources, "source"), (self.seeds, "seed"), (self.chances, "chance")):
            words = [_word(value.get(key)) for value in values]
            count.add(pl.Series(words, dtype=pl.String))


class Gathered:
    """All that a report needs of the input; memory does not grow with the number of records."""

    def __init__(self, measures: list[str]) -> None:
        self.figures = Figures(measures)
        self._games: dict[str, GameSummary] = {}

    def add(self, tables: "Tables") -> None:
        """Take in some more tables; no match may come twice."""
        if tables.matches.is_empty():
            return
        self._games.setdefault(tables.game, GameSummary(tables.game)).add(tables)
        self.figures.add(tables)

    @property
    def games(self) -> Mapping[str, GameSummary]:
        """The summaries by game, in the order of the registry."""
        from toolkit.games import NAMES

        return {name: self._games[name] for name in NAMES if name in self._games}


def _object(text: str) -> dict[str, Any]:
    value = msgspec.json.decode(text)
    return value if isinstance(value, dict) else {}


def _word(value: object) -> str | None:
    """A short text for a value of ``meta``; None for none, and for what is no single value."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None
