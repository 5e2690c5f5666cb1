"""How much better players by Monte Carlo are than greedy ones, and how many decisions a second they make.

One player ``mc:N`` sits among greedy players at tables of every game, and moves on by one seat from round to round.
Run ``pytest -s tests/benchmarks/test_monte_carlo_strength.py`` to see the figures; none is asserted on a clock.
``MC_SAMPLES`` (64) and ``MC_ROUNDS`` (0: as given below) make a measurement larger:
``MC_ROUNDS=3000 pytest -s tests/benchmarks/test_monte_carlo_strength.py -k shishibo``.
"""

import os
from time import process_time
from typing import NamedTuple

import numpy as np
import pytest

from toolkit import games
from toolkit.engine.contract import GREEDY
from toolkit.replay.batch import POINTS
from toolkit.simulate import player_kind
from toolkit.simulate.playing import UnitPlayer

SAMPLES = int(os.environ.get("MC_SAMPLES", "64"))
ROUNDS = int(os.environ.get("MC_ROUNDS", "0"))
#: Tables: the game, its players, and the rounds of a short measurement.
TABLES = [("shishibo", 3, 60), ("shiji", 2, 10), ("masho", 4, 2)]
#: Rounds that are played at once.
CHUNK = 20
SEED = 64


class Strength(NamedTuple):
    """Points a round of the one player, with half of a 95 % interval, and what it took."""

    mean: float
    margin: float
    rounds: int
    decisions: int
    seconds: float


def measured(name: str, players: int, rounds: int, samples: int) -> Strength:
    """Play rounds of ``mc:samples`` against greedy players in all other seats."""
    game = games.get(name)
    kinds = [player_kind(f"mc:{samples}"), *[GREEDY] * (players - 1)]
    table = UnitPlayer(game, game.read_options({}, players), kinds, SEED, whole=False, rotate=True, keep=True)
    table.play(0, 1)  # compiles
    points: list[int] = []
    decisions = 0
    begin = process_time()
    while len(points) < rounds:
        first = len(points)
        played = table.play(first, min(CHUNK, rounds - first))
        for index in range(len(played)):
            seat = -(first + index) % players
            points.append(int(played.rounds[index, POINTS + seat]))
            decided = played.seats[played.move_at[index] : played.move_at[index + 1]]
            decisions += int((decided == seat).sum())
    seconds = process_time() - begin
    margin = 1.96 * float(np.std(points, ddof=1)) / len(points) ** 0.5
    return Strength(float(np.mean(points)), margin, len(points), decisions, seconds)


@pytest.mark.parametrize(("name", "players", "rounds"), TABLES)
def test_strength(name: str, players: int, rounds: int) -> None:
    found = measured(name, players, ROUNDS or rounds, SAMPLES)
    print(
        f"\n{name}, {players} players, mc:{SAMPLES} among greedy: {found.mean:+.3f} ± {found.margin:.3f} points a "
        f"round (n = {found.rounds:,}), {found.decisions / found.seconds:,.0f} decisions/s"
    )
    assert found.rounds == (ROUNDS or rounds)
    assert found.decisions >= found.rounds
