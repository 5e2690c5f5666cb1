"""What is counted in simulated units: whole numbers only, so that sums do not depend on the order of adding.

A quantity has two whole numbers in every unit, ``y`` and ``n``: a value and how often it could be taken. Its estimate
is the ratio of the sums. The names are those of the measures of :mod:`toolkit.stats`, which find the same figures in
the tables of the same units.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from toolkit.engine.loops import ROUND_HEAD
from toolkit.engine.state import MOST_SEATS
from toolkit.games.game import Game
from toolkit.replay.batch import POINTS, TOTALS
from toolkit.simulate.playing import Numbers, Played

#: Columns of a round row.
COMPLETE, REASON, OPENER, LENGTH = range(4)


class Quantity(NamedTuple):
    """One figure: measure, section and group as in a frame of estimates, and what one ``n`` is.

    ``share`` says that every y is 0 … n (an interval for a share); ``scale`` is what y and n were multiplied by to be
    whole; ``lowest`` and ``highest`` are what the ratio can be at all.
    """

    measure: str
    section: str
    group: str
    unit: str
    share: bool = False
    scale: int = 1
    lowest: float | None = None
    highest: float | None = None


class Quantities:
    """The quantities of a game, a table size and a kind of unit, and how to find them in what was played.

    ``players`` names the players by seat of the first unit. Units are whole matches or single rounds.
    """

    def __init__(self, game: Game, players: Sequence[str], *, whole: bool, rotate: bool) -> None:
        self.game, self.players, self.whole, self.rotate = game, tuple(players), whole, rotate
        self._numbers = [place for place, each in enumerate(game.round_features) if each.kind == "int"]
        self._words = [
            (place, word)
            for place, each in enumerate(game.round_features)
            if each.name != "counted" and (isinstance(each.kind, tuple) or each.kind == "bool")
            for word in range(len(each.kind) if isinstance(each.kind, tuple) else 2)
        ]
        names = [each.name for each in game.round_features]
        self._counted = ROUND_HEAD + names.index("counted") if "counted" in names else COMPLETE
        self.all = (*self._of_rounds(), *(self._of_matches() if whole else ()))

    def __len__(self) -> int:
        return len(self.all)

    def _of_rounds(self) -> list[Quantity]:
        size = f"{len(self.players)} players"
        seats = [f"seat {seat}" for seat in range(1, len(self.players) + 1)]
        points, rounds = "points per round", "share of rounds"
        features = self.game.round_features
        made = [Quantity("points-by-seat", size, seat, points) for seat in seats]
        made += [Quantity("wins-by-seat", size, seat, rounds, share=True) for seat in seats]
        made += [Quantity("points-by-player", "players", name, points) for name in self.players]
        made += [Quantity("wins-by-player", "players", name, rounds, share=True) for name in self.players]
        scale = len(self.players)
        above = "share above even per round"
        made.append(Quantity("opener-wins", "opener", size, above, scale=scale, lowest=-1, highest=1))
        made.append(Quantity("opener-points", "opener", size, "points above even per round", scale=scale))
        made += [Quantity("reasons", "reasons", reason, rounds, share=True) for reason in self.game.reasons]
        made.append(Quantity("undecided", "rounds", size, rounds, share=True))
        made.append(Quantity("turnover", "rounds", size, points, lowest=0))
        made.append(Quantity("length", "rounds", size, "decisions per round", lowest=1))
        made += [Quantity("features", size, features[place].name, "mean per round") for place in self._numbers]
        for place, word in self._words:
            kind = features[place].kind
            group = kind[word] if isinstance(kind, tuple) else ("false", "true")[word]
            made.append(Quantity("feature-shares", features[place].name, group, rounds, share=True))
        made += [Quantity("yaku", *each, rounds, share=True) for each in self.game.pattern_names]
        return made + [Quantity("yaku-counts", *each, "times per round", lowest=0) for each in self.game.pattern_names]

    def _of_matches(self) -> list[Quantity]:
        size, matches = f"{len(self.players)} players", "share of matches"
        seats = [f"seat {seat}" for seat in range(1, len(self.players) + 1)]
        made = [Quantity("match-points-by-seat", size, seat, "points per match") for seat in seats]
        made += [Quantity("rank-by-seat", size, seat, "rank per match", lowest=1) for seat in seats]
        made += [Quantity("match-wins-by-player", "players", name, matches, share=True) for name in self.players]
        made += [Quantity("rank-by-player", "players", name, "rank per match", lowest=1) for name in self.players]
        if self.game.has_rank_points(len(self.players)):
            unit = "rank points per match"
            made += [Quantity("rank-points-by-player", "players", name, unit) for name in self.players]
        return made

    def measure(self, played: Played) -> "Measured":
        """``y`` and ``n`` of every quantity in every unit that was played."""
        found = self._measure_rounds(played)
        if not self.whole:
            return found
        starts = played.round_at[:-1]
        of_matches = self._measure_matches(played)
        y = np.vstack([np.add.reduceat(found.y, starts, axis=1), of_matches])
        n = np.vstack([np.add.reduceat(found.n, starts, axis=1), np.ones((1, len(played)), np.int64)])
        return Measured(y, n, np.append(found.n_of, np.full(len(of_matches), len(found.n))))

    def _measure_rounds(self, played: Played) -> "Measured":
        size, patterns_at = len(self.players), played.rounds.shape[1] - len(self.game.pattern_names)
        # Of the long rows of rounds only what is counted is turned into rows of figures.
        rows = np.ascontiguousarray(played.rounds[:, : ROUND_HEAD + len(self.game.round_features)].T)
        patterns = np.ascontiguousarray(played.rounds[:, patterns_at:].T)
        ended = rows[COMPLETE]
        counts = ended * rows[self._counted]
        points = rows[POINTS : POINTS + size] * counts
        won = (points > 0).astype(np.int64)
        features = rows[ROUND_HEAD:]
        seats = self._seats(played, np.repeat(np.arange(len(played)), np.diff(played.round_at)))
        opener = rows[[OPENER]]
        y = [points, won, np.take_along_axis(points, seats, 0), np.take_along_axis(won, seats, 0)]
        y += [size * np.take_along_axis(each, opener, 0) - each.sum(axis=0) for each in (won, points)]
        y += [(rows[[REASON]] == np.arange(len(self.game.reasons))[:, None]) & (ended != 0)]
        y += [(~won.any(axis=0)) & (counts != 0), (points * won).sum(axis=0), rows[LENGTH] * counts]
        n = [counts, size * counts, ended]
        for place in self._numbers:
            known = counts
            if self.game.round_features[place].nullable:
                known = counts * (features[place] >= 0)
                n.append(known)
            y.append(features[place] * known)
        for place, word in self._words:
            known = counts * (features[place] >= 0)
            if word == 0:
                n.append(known)
            y.append((features[place] == word) & (known != 0))
        patterns *= counts
        return Measured(np.vstack([*y, patterns > 0, patterns]), np.vstack(n), self._n_of)

    @cached_property
    def _n_of(self) -> Numbers:
        """For every quantity of rounds which of the rows of ``n`` is its own."""
        size, features = len(self.players), self.game.round_features
        counts, scaled, ended = range(3)
        made = [counts] * (4 * size) + [scaled] * 2 + [ended] * len(self.game.reasons) + [counts] * 3
        last = ended
        for place in self._numbers:
            last += features[place].nullable
            made.append(last if features[place].nullable else counts)
        for _, word in self._words:
            last += word == 0
            made.append(last)
        return np.array(made + [counts] * (2 * len(self.game.pattern_names)))

    def _seats(self, played: Played, units: Numbers) -> Numbers:
        """The seat of every player (rows) in these units of what was played, counted from its first."""
        size = len(self.players)
        shift = (played.first + units) % size if self.rotate else np.zeros(len(units), np.int64)
        return (np.arange(size)[:, None] - shift) % size

    def _measure_matches(self, played: Played) -> Numbers:
        size = len(self.players)
        seats = self._seats(played, np.arange(len(played)))
        totals, ranks, rank_points = (
            played.matches.T[start : start + size] for start in range(TOTALS, TOTALS + 3 * MOST_SEATS, MOST_SEATS)
        )
        rank_of = np.take_along_axis(ranks, seats, 0)
        made = [totals, ranks, rank_of == 1, rank_of]
        if self.game.has_rank_points(size):
            made.append(np.take_along_axis(rank_points, seats, 0))
        return np.vstack(made)


class Measured(NamedTuple):
    """Quantities of some units: ``y`` has a row a quantity and a column a unit, ``n[n_of[q]]`` is the n of quantity q.

    Where n is 0, so is y.
    """

    y: Numbers
    n: Numbers
    n_of: Numbers

    def first(self, units: int) -> "Measured":
        """The same of the first so many units."""
        return Measured(self.y[:, :units], self.n[:, :units], self.n_of)
