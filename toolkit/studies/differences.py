"""Paired differences between two judgements of the same games, summed match by match."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import polars as pl

from toolkit.engine.loops import ROUND_HEAD
from toolkit.games.game import Game
from toolkit.replay.batch import POINTS
from toolkit.replay.stream import Outcome
from toolkit.stats import moments
from toolkit.stats.estimates import SCHEMA
from toolkit.stats.moments import Moments
from toolkit.stats.significance import ALPHA, holm, p_value

ABOVE = "share above the old rules per round"

#: Measures and what one of their differences is.
UNITS = {
    "points-by-seat": "points per round",
    "wins-by-seat": ABOVE,
    "points-by-player": "points per round",
    "wins-by-player": ABOVE,
    "reasons": ABOVE,
    "match-points-by-seat": "points per match",
    "rank-by-seat": "rank per match",
}
#: Columns of a frame of differences beside those of estimates (whose ``estimate`` is new − old).
MORE = {"old": pl.Float64, "new": pl.Float64, "p": pl.Float64, "p_holm": pl.Float64}

Key = tuple[str, str, str]


@dataclass(slots=True)
class Pairs:
    """Sums over matches: of the new value minus the old one, and of the old one."""

    units: int = 0
    n: int = 0
    y: int = 0
    nn: int = 0
    ny: int = 0
    yy: int = 0
    old: int = 0

    def add(self, n: int, old: int, new: int) -> None:
        """Add one match with ``n`` values, whose sums are ``old`` and ``new``."""
        y = new - old
        self.units += 1
        self.n += n
        self.y += y
        self.nn += n * n
        self.ny += n * y
        self.yy += y * y
        self.old += old

    @property
    def moments(self) -> Moments:
        """The sums of the differences."""
        return Moments(self.units, self.n, self.y, self.nn, self.ny, self.yy)


class _Round(NamedTuple):
    points: list[int]
    reason: int


@dataclass
class Differences:
    """What other rules change in the games of one kind, from records that could be judged under both.

    Only rounds that are over under both rules are compared. A match is what is drawn: its rounds go together.
    """

    game: Game
    records: int = 0
    rounds: int = 0
    #: Rounds with other points or another reason, and finished matches (of ``matches``) with other ranks.
    changed_rounds: int = 0
    matches: int = 0
    changed_matches: int = 0
    #: Rounds by the reason of their end under the old rules and under the new ones.
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    _pairs: dict[Key, Pairs] = field(default_factory=dict)

    def add(self, before: Outcome, after: Outcome) -> None:
        """Count one record."""
        record = before.entry.record
        assert record is not None
        pairs = [
            (old, new)
            for old, new in zip(_rounds(self.game, before), _rounds(self.game, after), strict=True)
            if old is not None and new is not None
        ]
        self.records += 1
        self.rounds += len(pairs)
        self.changed_rounds += sum(old != new for old, new in pairs)
        if pairs:
            self._add_points(record.players, pairs)
            self._add_reasons(pairs)
        if _is_over(before) and _is_over(after):
            self._add_match(before, after)

    def _add_points(self, players: list[str], pairs: list[tuple[_Round, _Round]]) -> None:
        size = f"{len(players)} players"
        named: dict[str, list[int]] = {}
        for seat, name in enumerate(players):
            old, new = ([each[side].points[seat] for each in pairs] for side in (0, 1))
            sums = [sum(old), sum(new), sum(each > 0 for each in old), sum(each > 0 for each in new)]
            self._add("points-by-seat", size, f"seat {seat + 1}", len(pairs), *sums[:2])
            self._add("wins-by-seat", size, f"seat {seat + 1}", len(pairs), *sums[2:])
            known = named.setdefault(name, [0] * 5)
            named[name] = [have + more for have, more in zip(known, [len(pairs), *sums], strict=True)]
        for name, (n, *sums) in named.items():
            self._add("points-by-player", "players", name, n, *sums[:2])
            self._add("wins-by-player", "players", name, n, *sums[2:])

    def _add_reasons(self, pairs: list[tuple[_Round, _Round]]) -> None:
        words = self.game.reasons
        old, new = (Counter(each[side].reason for each in pairs) for side in (0, 1))
        for place, word in enumerate(words):
            self._add("reasons", "reasons", word, len(pairs), old[place], new[place])
        self.reasons.update((words[first.reason], words[second.reason]) for first, second in pairs)

    def _add_match(self, before: Outcome, after: Outcome) -> None:
        old, new = before.result, after.result
        size = f"{before.players} players"
        self.matches += 1
        self.changed_matches += old.ranks != new.ranks
        for seat in range(before.players):
            group = f"seat {seat + 1}"
            self._add("match-points-by-seat", size, group, 1, old.points[seat], new.points[seat])
            self._add("rank-by-seat", size, group, 1, old.ranks[seat], new.ranks[seat])

    def _add(self, measure: str, section: str, group: str, n: int, old: int, new: int) -> None:
        key = measure, section, group
        pairs = self._pairs.get(key)
        if pairs is None:
            pairs = self._pairs[key] = Pairs()
        pairs.add(n, old, new)

    def frame(self) -> pl.DataFrame:
        """A row a difference: the columns of estimates (``estimate`` is new − old), and those of :data:`MORE`.

        ``p_holm`` is corrected for the rows of the same measure.
        """
        made: list[dict[str, Any]] = []
        for measure in UNITS:
            found = [
                row
                for (name, section, group), pairs in sorted(self._pairs.items(), key=_by_section)
                if name == measure and (measure != "reasons" or pairs.old or pairs.y)
                for row in [_row(measure, section, group, pairs)]
            ]
            for row, corrected in zip(found, holm([row["p"] for row in found]), strict=True):
                made.append({**row, "p_holm": corrected})
        return pl.DataFrame(made, schema={**SCHEMA, **MORE})

    def verdict(self, rows: Iterable[Mapping[str, Any]]) -> list[str]:
        """Sentences that say what changes, from the rows of :meth:`frame`."""
        if not self.changed_rounds:
            return ["Nothing changes: every round has the same points and the same end under both rules."]
        share = f"{self.changed_rounds / self.rounds:.1%}"
        said = [
            f"{self.changed_rounds:,} of {self.rounds:,} rounds ({share}) have other points or another end, "
            f"{self.changed_matches:,} of {self.matches:,} finished matches other ranks."
        ]
        shown = [row for row in rows if row["p_holm"] is not None and row["p_holm"] < ALPHA]
        if shown:
            names = "; ".join(f"{row['measure']} {row['group']} {_signed(row)}" for row in shown[:6])
            more = f"; and {len(shown) - 6} more" if len(shown) > 6 else ""
            said.append(f"More than chance (p < {ALPHA}, Holm within each measure): {names}{more}.")
        else:
            said.append(f"No difference is more than chance (p < {ALPHA}, Holm within each measure).")
        return said


def _by_section(item: tuple[Key, Pairs]) -> tuple[str, int]:
    """Sections by name; what stands in one stays in the order of appearance, but for seats."""
    (_, section, group), _ = item
    return section, int(group.removeprefix("seat ")) if group.startswith("seat ") else 0


def _row(measure: str, section: str, group: str, pairs: Pairs) -> dict[str, Any]:
    sums = pairs.moments
    interval = moments.mean(sums)
    old = pairs.old / pairs.n
    return {
        "measure": measure, "section": section, "group": group, "n": pairs.n, "matches": pairs.units,
        "estimate": interval.estimate, "low": interval.low, "high": interval.high, "unit": UNITS[measure],
        "method": interval.method, "old": old, "new": (pairs.old + pairs.y) / pairs.n, "p": p_value(sums),
    }  # fmt: skip


def _signed(row: Mapping[str, Any]) -> str:
    value = row["estimate"]
    text = f"{100 * value:+.1f} % points" if row["unit"] == ABOVE else f"{value:+.3g}"
    return text.replace("-", "−")


def _rounds(game: Game, outcome: Outcome) -> list[_Round | None]:
    """Points and reason of every round; None for what is unfinished or does not count."""
    rows = outcome.rows
    assert rows is not None
    begin, end = rows.starts[outcome.match], rows.starts[outcome.match + 1]
    names = [each.name for each in game.round_features]
    counted = rows.rounds[begin:end, ROUND_HEAD + names.index("counted")].tolist() if "counted" in names else None
    return [
        _Round(head[POINTS : POINTS + rows.players], head[1])
        if head[0] and (counted is None or counted[number])
        else None
        for number, head in enumerate(rows.heads[begin:end])
    ]


def _is_over(outcome: Outcome) -> bool:
    assert outcome.rows is not None
    return outcome.rows.match_lists[outcome.match][1] != 0
