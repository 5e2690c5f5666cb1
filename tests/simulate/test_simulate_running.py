"""Runs of experiments: exact sums, the same for any workers, chunks and modes."""

import hashlib
import json
import multiprocessing
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

from toolkit.games.game import OptionError
from toolkit.simulate import running
from toolkit.simulate.experiment import Experiment, experiment
from toolkit.simulate.quantities import Measured
from toolkit.simulate.running import Run, run
from toolkit.simulate.sums import DIFFERING, Sums

VARIANTS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, ["greedy", "random", "random"]),
    ({"fuke_limit": 20}, ["greedy", "random", "random"]),
]
UNITS = 300


def fingerprint(sums: Sums) -> str:
    """A hash of everything in the sums."""
    return hashlib.sha256(json.dumps(sums.to_json()).encode()).hexdigest()


def made(**more: Any) -> Experiment:
    """Two variants of shishibo."""
    return experiment("shishibo", VARIANTS, 11, **more)


@pytest.fixture(scope="module")
def plain() -> str:
    """What one worker finds, interpreted, unit by unit in one chunk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "FIRST_CHUNK", UNITS)
        return fingerprint(run(made(), UNITS, compiled=False))


@pytest.mark.parametrize("chunk", [1, 7, 100])
@pytest.mark.parametrize("workers", [1, 3])
def test_workers_and_chunks_change_nothing(
    plain: str, workers: int, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "FIRST_CHUNK", chunk)
    monkeypatch.setattr(running, "MOST_CHUNK", chunk)
    assert fingerprint(run(made(), UNITS, workers=workers)) == plain


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_processes_of_any_start_method_change_nothing(plain: str, method: str) -> None:
    def executor() -> Executor:
        return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method))

    assert fingerprint(run(made(), UNITS, workers=2, compiled=False, executor=executor)) == plain


def test_a_run_goes_on_where_another_ended(plain: str) -> None:
    first = Sums.from_json(json.loads(json.dumps(run(made(), 130).to_json())), len(made().quantities[0]))
    assert fingerprint(run(made(), UNITS, sums=first)) == plain


def test_more_units_are_added_to_a_run(plain: str) -> None:
    with Run(made(), workers=2) as going:
        going.play(17)
        assert going.sums.units == 17
        assert fingerprint(going.play(UNITS)) == plain


class Broken(ThreadPoolExecutor):
    """Workers that are dead from the start."""

    def submit(self, *_: Any, **__: Any) -> Any:
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor("gone"))
        return future


def test_dead_workers_are_replaced(plain: str) -> None:
    makers = iter([Broken, Broken, ThreadPoolExecutor])
    assert fingerprint(run(made(), UNITS, executor=lambda: next(makers)(1))) == plain


def test_workers_that_always_die_end_the_run() -> None:
    with pytest.raises(RuntimeError, match="enough memory"):
        run(made(), UNITS, executor=lambda: Broken(1))


def test_another_seed_gives_other_sums(plain: str) -> None:
    assert fingerprint(run(experiment("shishibo", VARIANTS, 12), UNITS)) != plain


@pytest.mark.parametrize(
    ("game", "variants", "seed", "message"),
    [
        ("shishibo", [({}, ["greedy"] * 3)], -1, "seed -1"),
        ("shishibo", [({}, ["greedy"] * 2)], 1, "2 players"),
        ("shishibo", [({}, ["nobody"] * 3)], 1, "unknown player 'nobody'"),
        ("shishibo", [({}, ["random"] * 3), ({}, ["random"] * 4)], 1, "same number of players"),
    ],
)
def test_what_does_not_fit_is_refused(game: str, variants: Any, seed: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        experiment(game, variants, seed)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(OptionError):
        experiment("shishibo", [({"no_such": 1}, ["random"] * 3)], 1)


def test_sums_never_overflow() -> None:
    import numpy as np

    large = np.array([[2**40, 2**41]])
    parts = [Measured(y, np.ones((1, 2), np.int64), np.array([0])) for y in (large, large * 2)]
    sums = Sums.of(parts)
    assert int(sums.own[0, 5, 0]) == 2**80 + 2**82
    assert int(sums.shared[0, 3, 0]) == 2 * (2**80 + 2**82)


def test_units_that_differ_are_counted() -> None:
    import numpy as np

    of = np.array([0, 0, 1])
    first = Measured(np.array([[1, 2, 3], [0, 0, 0], [5, 5, 5]]), np.array([[1, 1, 1], [1, 1, 1]]), of)
    other = Measured(np.array([[1, 0, 3], [0, 0, 0], [5, 4, 5]]), np.array([[1, 1, 1], [1, 1, 0]]), of)
    assert Sums.of([first, other]).shared[0, DIFFERING].tolist() == [1, 0, 2]
