"""Players against each other: every seating on the same deals, ratings, means and pairings."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

import polars as pl

from toolkit import games
from toolkit.simulate.experiment import Experiment, experiment
from toolkit.simulate.running import Run
from toolkit.stats import moments
from toolkit.stats.by_rating import Ratings
from toolkit.stats.estimates import SCHEMA, Estimate
from toolkit.stats.intervals import Interval
from toolkit.stats.significance import holm, p_value
from toolkit.studies.seatings import (
    NOBODY,
    ArenaSums,
    Results,
    Seating,
    count_seatings,
    pairings,
    play_seatings,
    seatings,
)

#: Seatings that are played unless more are asked for, and at most.
SEATINGS = 120
MOST_SEATINGS = 5040
#: Results that ratings are made from; after that many they hardly move.
MOST_RATED = 50_000

#: Columns of a frame of an arena beside those of estimates: p of "no difference" for pairings, and after Holm.
MORE = {"p": pl.Float64, "p_holm": pl.Float64}


class Arena:
    """Contestants (names of automatic players) at tables of so many seats: every seating plays the same deals.

    A unit is one deal, a round (or with ``whole`` a match) under every seating; it is the cluster of all intervals.
    ``most`` bounds the number of seatings (see :func:`seatings`). Raises what :func:`experiment` raises, and ValueError
    for fewer than two contestants or too few seatings.
    """

    def __init__(
        self,
        game: str,
        contestants: Sequence[str],
        seats: int,
        seed: int,
        *,
        rules: Mapping[str, Any] | None = None,
        whole: bool = False,
        most: int = SEATINGS,
    ) -> None:
        chosen = games.get(game)
        if seats not in chosen.seats:
            raise ValueError(f"{seats:,} players; {chosen.title} is for {chosen.players_wanted}")
        if most > MOST_SEATINGS:
            raise ValueError(f"{most:,} seatings; at most {MOST_SEATINGS:,}")
        self.seated: list[Seating] = seatings(len(contestants), seats, most)
        self.possible = count_seatings(len(contestants), seats)
        self.names = labels(contestants)
        self.experiment: Experiment = experiment(
            game,
            [(dict(rules or {}), [contestants[who] for who in seating]) for seating in self.seated],
            seed,
            whole=whole,
            rotate=False,
        )
        self.sums = ArenaSums.empty(len(contestants))
        self._ratings = Ratings()
        self.rated = 0

    @property
    def unit(self) -> str:
        """What is played under every seating: ``round`` or ``match``."""
        return "match" if self.experiment.whole else "round"

    def play(
        self, deals: int, *, on_progress: Callable[[ArenaSums], None] = lambda _sums: None, **how: Any
    ) -> ArenaSums:
        """Go on until the first ``deals`` deals are played; keywords as for :class:`Run`."""

        def note(sums: Any) -> None:
            self._rate(sums.results)
            on_progress(sums)

        chunk = partial(play_seatings, self.seated)
        with Run(self.experiment, sums=cast(Any, self.sums), play=chunk, on_progress=note, **how) as run:
            run.play(deals)
        return self.sums

    def _rate(self, results: Results) -> None:
        """Rate the results deal by deal, and seating by seating: an order that no chunk and no worker changes."""
        for deal in results.scores.tolist():
            for scores in deal:
                if self.rated >= MOST_RATED:
                    return
                at_table = [who for who, score in enumerate(scores) if score != NOBODY]
                if at_table:
                    ranks = [1 + sum(scores[other] > scores[who] for other in at_table) for who in at_table]
                    self._ratings.add([self.names[who] for who in at_table], ranks)
                    self.rated += 1

    def frame(self) -> pl.DataFrame:
        """All figures: the columns of estimates, and those of :data:`MORE`.

        Measures: ``points-by-player``, ``wins-by-player``, ``ratings``, and for every two contestants "A − B" the mean
        difference of their points at the same table (``pairings``), and how often A is ``ahead`` of or ``level``
        with B. ``p_holm`` is corrected for all pairings.
        """
        units, per = f"points per {self.unit}", f"share of {'matches' if self.experiment.whole else 'rounds'}"
        made: list[dict[str, Any]] = []
        for measure, name, unit in (("points-by-player", "points", units), ("wins-by-player", "wins", per)):
            for row, who in enumerate(self.names):
                made.append(self._row(measure, "players", who, name, row, unit))
        made += [each._asdict() for each in self._ratings.estimates(self.unit)]
        pairs = [(row, pairing(self.names[a], self.names[b])) for row, (a, b) in enumerate(pairings(len(self.names)))]
        tests = [p_value(self.sums.moments("apart", row)) for row, _ in pairs]
        for (row, group), p, corrected in zip(pairs, tests, holm(tests), strict=True):
            found = self._row("pairings", "pairings", group, "apart", row, units)
            made.append({**found, "p": p, "p_holm": corrected})
        for measure in ("ahead", "level"):
            made += [self._row(measure, "pairings", group, measure, row, per) for row, group in pairs]
        return pl.DataFrame([row for row in made if row["n"]], schema={**SCHEMA, **MORE})

    def _row(self, measure: str, section: str, group: str, name: str, row: int, unit: str) -> dict[str, Any]:
        sums = self.sums.moments(name, row)
        share = unit.startswith("share of ")
        interval: Interval = moments.share(sums) if share else moments.mean(sums)
        method = interval.method.replace("match", "deal")
        figures = interval.estimate, interval.low, interval.high
        return Estimate(measure, section, group, sums.n, sums.units, *figures, unit, method)._asdict()


def pairing(one: str, two: str) -> str:
    """What two contestants are called together; their names may have the sign in them, so it is not to be split."""
    return f"{one} − {two}"


def labels(contestants: Sequence[str]) -> list[str]:
    """Names of the contestants; of several of one kind each has a number."""
    made = []
    for place, name in enumerate(contestants):
        same = contestants[:place].count(name)
        made.append(f"{name} #{same + 1}" if contestants.count(name) > 1 else name)
    return made
