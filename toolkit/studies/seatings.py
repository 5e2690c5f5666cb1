"""Contestants at tables: who sits where, and what one deal gives under every seating."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, factorial
from typing import Any, NamedTuple, cast

import numpy as np

from toolkit.engine.loops import ROUND_HEAD
from toolkit.engine.state import MOST_SEATS
from toolkit.games.game import Game
from toolkit.replay.batch import POINTS, TOTALS
from toolkit.simulate.playing import Numbers, Played
from toolkit.simulate.running import Chunk, tables_of
from toolkit.simulate.sums import LARGE
from toolkit.stats.moments import Moments

#: Contestants by seat, counted from 0.
Seating = tuple[int, ...]

#: Divisible by every number of seats, so that means of points stay whole.
EVEN = 420
#: With more of them the pairings alone would be thousands.
MOST_CONTESTANTS = 64
#: The score of who does not sit at a table.
NOBODY = np.iinfo(np.int64).min


def count_seatings(contestants: int, seats: int) -> int:
    """How many seatings there are: see :func:`seatings`."""
    if contestants == seats:
        return factorial(seats)
    tables = comb(contestants, seats) if contestants > seats else comb(seats - 1, contestants - 1)
    return tables * seats


def seatings(contestants: int, seats: int, most: int) -> list[Seating]:
    """Ways to seat the contestants (at least two), ``most`` at most, every contestant as often at every seat.

    As many contestants as seats: all permutations. More: every choice of contestants, in the order given, in all
    rotations. Fewer: every table at which all of them sit, in all rotations. Where there are more than ``most``, tables
    are taken at equal distances of the list, always with all their rotations. ValueError where not one fits, or not
    everyone would sit down.
    """
    if contestants < 2:
        raise ValueError("one contestant; expected two or more")
    if contestants > MOST_CONTESTANTS:
        raise ValueError(f"{contestants:,} contestants; at most {MOST_CONTESTANTS}")
    if most < seats:
        raise ValueError(f"{most:,} seatings; at least {seats:,} are needed for everyone to sit at every seat")
    number = count_seatings(contestants, seats) // seats
    wanted = min(number, most // seats)
    places = [at * number // wanted for at in range(wanted)]
    if contestants > seats:
        chosen = [combination(contestants, seats, place) for place in places]
    else:
        tables = _tables_of_all(contestants, seats)
        chosen = [tables[place] for place in places]
    if len({who for table in chosen for who in table}) < contestants:
        raise ValueError(f"in {wanted * seats:,} seatings not all of {contestants} contestants sit down; allow more")
    return [table[turn:] + table[:turn] for table in chosen for turn in range(seats)]


def _tables_of_all(contestants: int, seats: int) -> list[Seating]:
    """Every table at which all contestants sit, one rotation of each."""
    if contestants == seats:
        return [(0, *rest) for rest in permutations(range(1, seats))]
    # Everyone sits once, and the other seats are shared out.
    extra = combinations_with_replacement(range(contestants), seats - contestants)
    return [tuple(sorted((*range(contestants), *more))) for more in extra]


def combination(things: int, chosen: int, place: int) -> Seating:
    """The combination at a place (from 0) of the list that :func:`itertools.combinations` would give."""
    made: list[int] = []
    thing = 0
    while len(made) < chosen:
        behind = comb(things - thing - 1, chosen - len(made) - 1)
        if place < behind:
            made.append(thing)
        else:
            place -= behind
        thing += 1
    return tuple(made)


@dataclass
class Results:
    """Scores by deal, seating and contestant, the mean of a contestant's seats times ``EVEN``.

    ``first`` is the first deal; contestants who do not sit at a table, and rounds that do not count, have ``NOBODY``.
    """

    first: int
    scores: Numbers


@dataclass
class ArenaSums:
    """Sums over deals: of each contestant's points and wins, and of each pairing's differences and leads.

    ``points`` and ``wins`` have a row of six sums (:class:`Moments`) a contestant; ``apart`` (points of the first less
    those of the second), ``ahead`` and ``level`` a row a pairing, in the order of :func:`pairings`. ``results`` are
    those of the deals last added, by deal and seating: of each contestant at the table the mean score times ``EVEN``;
    ``NOBODY`` for a round that does not count.
    """

    units: int
    points: Any
    wins: Any
    apart: Any
    ahead: Any
    level: Any
    results: Results = field(default_factory=lambda: Results(0, np.zeros((0, 0, 0), np.int64)))

    @classmethod
    def empty(cls, contestants: int) -> "ArenaSums":
        """No deals yet."""
        one, two = (np.zeros((rows, 6), object) for rows in (contestants, len(pairings(contestants))))
        return cls(0, one, one.copy(), two, two.copy(), two.copy())

    def add(self, other: "ArenaSums") -> None:
        """Add the sums over the deals that follow; their results take the place of the ones before."""
        self.units += other.units
        for name in ("points", "wins", "apart", "ahead", "level"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.results = other.results

    def moments(self, name: str, row: int) -> Moments:
        """The sums of one contestant or pairing."""
        return Moments(*(int(value) for value in getattr(self, name)[row]))


def pairings(contestants: int) -> list[tuple[int, int]]:
    """Every two contestants."""
    return list(combinations(range(contestants), 2))


def play_seatings(
    seated: Sequence[Seating], encoded: bytes, compiled: bool, first: int, count: int, _products: Sequence[str] = ()
) -> Chunk:
    """The sums over the deals ``first`` … ``first + count − 1`` of an experiment with a variant for each seating."""
    begin = time.perf_counter()
    experiment, tables, _ = tables_of(encoded, compiled)
    contestants = 1 + max(map(max, seated))
    total = ArenaSums.empty(contestants)
    kept: list[Numbers] = []
    at = first
    while at < first + count:
        units = first + count - at
        found = []
        for table in tables:
            played = table.play(at, units)
            units = len(played)
            found.append(_by_seat(experiment.rules_of_game, played, experiment.whole, len(seated[0])))
        sums = _sums(seated, contestants, [Seats(*(part[:units] for part in each)) for each in found])
        total.add(sums)
        kept.append(sums.results.scores)
        at += units
    total.results = Results(first, np.concatenate(kept))
    return Chunk(cast(Any, total), time.perf_counter() - begin, {})


class Seats(NamedTuple):
    """What units gave: points, scores (what ranks follow) and wins by unit and seat, and whether each unit counts."""

    points: Numbers
    scores: Numbers
    wins: Numbers
    counts: Numbers


def _by_seat(game: Game, played: Played, whole: bool, size: int) -> Seats:
    """Points and scores of the units: of rounds, or totals and ranks of matches. Copies: buffers are used again."""
    if whole:
        totals = played.matches[:, TOTALS : TOTALS + size].copy()
        ranks = played.matches[:, TOTALS + MOST_SEATS : TOTALS + MOST_SEATS + size]
        return Seats(totals, -ranks, (ranks == 1).astype(np.int64), np.ones(len(totals), np.int64))
    names = [each.name for each in game.round_features]
    counts = played.rounds[:, 0].copy()
    if "counted" in names:
        counts *= played.rounds[:, ROUND_HEAD + names.index("counted")]
    points = played.rounds[:, POINTS : POINTS + size] * counts[:, None]
    return Seats(points, points, (points > 0).astype(np.int64), counts)


def _sums(seated: Sequence[Seating], contestants: int, found: Sequence[Seats]) -> ArenaSums:
    """The sums over the units of a chunk, each played under every seating."""
    units = len(found[0].counts)
    pairs = {pair: row for row, pair in enumerate(pairings(contestants))}
    n, points, wins = (np.zeros((contestants, units), np.int64) for _ in range(3))
    met, apart, ahead, level = (np.zeros((len(pairs), units), np.int64) for _ in range(4))
    scores = np.full((units, len(seated), contestants), NOBODY)
    for place, (seating, seats) in enumerate(zip(seated, found, strict=True)):
        counts = seats.counts
        for seat, who in enumerate(seating):
            n[who] += counts
            points[who] += seats.points[:, seat]
            wins[who] += seats.wins[:, seat]
        for one, two in permutations(range(len(seating)), 2):
            row = pairs.get((seating[one], seating[two]))
            if row is not None:
                met[row] += counts
                apart[row] += seats.points[:, one] - seats.points[:, two]
                ahead[row] += (seats.scores[:, one] > seats.scores[:, two]) & (counts != 0)
                level[row] += (seats.scores[:, one] == seats.scores[:, two]) & (counts != 0)
        for who in set(seating):
            held = [seat for seat, other in enumerate(seating) if other == who]
            mean = seats.scores[:, held].sum(axis=1) * (EVEN // len(held))
            scores[:, place, who] = np.where(counts != 0, mean, NOBODY)
    return ArenaSums(
        units,
        points=_moments(points, n),
        wins=_moments(wins, n),
        apart=_moments(apart, met),
        ahead=_moments(ahead, met),
        level=_moments(level, met),
        results=Results(0, scores),
    )


def _moments(y: Any, n: Any) -> Any:
    """A row of the six sums for each row of y and n."""
    if y.size and max(abs(int(y.min())), int(y.max()), int(n.max())) > LARGE:
        y, n = y.astype(object), n.astype(object)
    made = [
        (n > 0).sum(axis=1),
        n.sum(axis=1),
        y.sum(axis=1),
        (n * n).sum(axis=1),
        (n * y).sum(axis=1),
        (y * y).sum(axis=1),
    ]
    return np.array(made).T.astype(object)
