"""How many rounds a second are simulated: compiled on one and two workers, interpreted, and beside OpenSpiel's games.

Run ``pytest -s tests/benchmarks/test_simulation_speed.py`` to see the figures; only ratios are asserted, never clocks.
OpenSpiel (the extra ``benchmark``) plays random games of crazy_eights and oh_hell in its own C++ loop.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import perf_counter, process_time
from typing import NamedTuple

import pytest

from toolkit.simulate.experiment import Experiment, experiment
from toolkit.simulate.running import Run, run
from toolkit.simulate.sums import N, Y

TABLES = (("shishibo", 3), ("shiji", 2), ("masho", 4))
KINDS = ("random", "greedy")
#: Seconds that a figure is measured for, at least.
SECONDS = 0.5
SEED = 20_240_601
#: The least that compiling must bring.
LEAST_GAIN = 20
OPENSPIEL_GAMES = ("crazy_eights", "oh_hell")


class Speed(NamedTuple):
    """Rounds (games, playouts) a second, and the decisions of players in one."""

    rounds: float
    length: float

    @property
    def decisions(self) -> float:
        """Decisions a second."""
        return self.rounds * self.length


def speed_of(played: Experiment, clock: Callable[[], float], *, compiled: bool = True, workers: int = 1) -> Speed:
    """The speed of a run that goes on until it has taken ``SECONDS`` by ``clock``; preparing it is not counted."""
    pool = (lambda: ThreadPoolExecutor(workers)) if not compiled else None
    with Run(played, compiled=compiled, workers=workers, executor=pool) as going:
        first = going.play(2).units
        units = first
        begin = clock()
        while (seconds := clock() - begin) < SECONDS:
            units *= 2
            going.play(units)
        sums = going.sums
    place = [each.measure for each in played.quantities[0].all].index("length")
    return Speed((units - first) / seconds, sums.own[0][Y][place] / sums.own[0][N][place])


def openspiel_speed(name: str) -> Speed:
    """Random playouts of a game of OpenSpiel by its own bots, its chance included."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, SEED + player) for player in range(game.num_players())]
    playouts = decisions = 0
    begin = process_time()
    while (seconds := process_time() - begin) < SECONDS:
        for _ in range(100):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, SEED + playouts)
            playouts += 1
    for _ in range(100):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, SEED + decisions)
        decisions += sum(entry.player >= 0 for entry in state.full_history())
    return Speed(playouts / seconds, decisions / 100)


@contextmanager
def shown(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Print past the capturing of pytest, where it was not switched off."""
    with capsys.disabled():
        print()
        yield


def ours() -> dict[tuple[str, str], Speed]:
    """One worker, compiled, by processor time."""
    return {
        (game, kind): speed_of(experiment(game, [({}, [kind] * seats)], SEED), process_time)
        for game, seats in TABLES
        for kind in KINDS
    }


@pytest.fixture(scope="module")
def compiled() -> dict[tuple[str, str], Speed]:
    """The speeds of all tables, after everything is compiled."""
    for game, seats in TABLES:
        run(experiment(game, [({}, ["random"] * seats)], SEED), 2)
    return ours()


def test_compiled_rules_are_much_faster_than_interpreted(
    compiled: dict[tuple[str, str], Speed], capsys: pytest.CaptureFixture[str]
) -> None:
    gains = {}
    with shown(capsys):
        print(f"{'rounds a second':18}{'compiled':>12}{'interpreted':>12}{'ratio':>8}")
        for game, seats in TABLES:
            for kind in KINDS:
                played = experiment(game, [({}, [kind] * seats)], SEED)
                slow = speed_of(played, process_time, compiled=False)
                fast = compiled[game, kind]
                gains[game, kind] = fast.rounds / slow.rounds
                print(f"{game:10}{kind:8}{fast.rounds:12,.0f}{slow.rounds:12,.1f}{gains[game, kind]:8.0f}")
    assert all(gain >= LEAST_GAIN for gain in gains.values()), gains


def test_two_workers_play_beside_each_other(
    compiled: dict[tuple[str, str], Speed], capsys: pytest.CaptureFixture[str]
) -> None:
    """What they gain depends on what else the machine does: it is shown, not asserted; the sums are the same."""
    with shown(capsys):
        print(f"{'by the clock':18}{'1 worker':>12}{'2 workers':>12}{'ratio':>8}")
        for game, seats in TABLES:
            for kind in KINDS:
                played = experiment(game, [({}, [kind] * seats)], SEED)
                one, two = (speed_of(played, perf_counter, workers=workers) for workers in (1, 2))
                print(f"{game:10}{kind:8}{one.rounds:12,.0f}{two.rounds:12,.0f}{two.rounds / one.rounds:8.2f}")
                sums = [run(played, 64, workers=workers) for workers in (1, 2)]
                assert (sums[0].own == sums[1].own).all()


def test_speed_beside_openspiel(compiled: dict[tuple[str, str], Speed], capsys: pytest.CaptureFixture[str]) -> None:
    """Random players decide faster than OpenSpiel's in a comparable card game."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install 'fuda[benchmark]')")
    others = {name: openspiel_speed(name) for name in OPENSPIEL_GAMES}
    with shown(capsys):
        print(f"{'random players':18}{'rounds/s':>12}{'decisions':>12}{'decisions/s':>14}", end="")
        print("".join(f"{'of ' + name:>18}" for name in OPENSPIEL_GAMES))
        rows = {game: compiled[game, "random"] for game, _ in TABLES} | others
        for name, speed in rows.items():
            print(f"{name:18}{speed.rounds:12,.0f}{speed.length:12.1f}{speed.decisions:14,.0f}", end="")
            print("".join(f"{speed.decisions / other.decisions:18.2f}" for other in others.values()))
    assert all(speed.rounds > 0 and speed.length > 1 for speed in rows.values())
    assert all(compiled["shishibo", "random"].decisions > other.decisions for other in others.values())
