"""Experiments in chunks: on threads, processes or a cluster, and always with the same sums."""

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import msgspec

from toolkit.engine.contract import MONTE_CARLO
from toolkit.simulate.experiment import MOST_UNITS, Experiment
from toolkit.simulate.playing import UnitPlayer
from toolkit.simulate.products import Parts, Producer
from toolkit.simulate.sums import Sums

#: Seconds that a chunk should take, units of the first one, and the most.
CHUNK_SECONDS = 0.25
FIRST_CHUNK = 16
MOST_CHUNK = 5_000
#: Chunks that wait or run for each worker: enough that none is idle.
IN_FLIGHT = 3
#: How often workers that died are replaced before the run gives up.
MOST_DEATHS = 5

#: Variants that are tried before it is said whether compiling is worth it.
MOST_TRIED = 20

_kept = threading.local()


class LostWorkersError(RuntimeError):
    """Workers that die again and again."""


class Chunk(NamedTuple):
    """What some units gave: their sums, the seconds that they took, and the parts of the products."""

    sums: Sums
    seconds: float
    parts: Parts


def play_chunk(encoded: bytes, compiled: bool, first: int, count: int, products: Sequence[str] = ()) -> Chunk:
    """Play the units ``first`` … ``first + count − 1`` of an experiment (:meth:`Experiment.encoded`)."""
    begin = time.perf_counter()
    experiment, tables, producer = tables_of(encoded, compiled, tuple(products))
    total: Sums | None = None
    parts: dict[str, list[bytes]] = {}
    at = first
    while at < first + count:
        played = []
        units = first + count - at
        # Long matches may not all fit: then every variant plays as many as the shortest did.
        for table, quantities in zip(tables, experiment.quantities, strict=True):
            found = table.play(at, units)
            units = len(found)
            played.append(quantities.measure(found))
            if producer is not None:
                for name, part in producer.make(found).items():
                    parts.setdefault(name, []).append(part)
        sums = Sums.of([each.first(units) for each in played])
        if total is None:
            total = sums
        else:
            total.add(sums)
        at += units
    assert total is not None
    return Chunk(total, time.perf_counter() - begin, {name: b"".join(found) for name, found in parts.items()})


def tables_of(
    encoded: bytes, compiled: bool, products: tuple[str, ...] = ()
) -> tuple[Experiment, list[UnitPlayer], Producer | None]:
    """The experiment and a table for each variant, kept from chunk to chunk of a thread."""
    key = (encoded, compiled, products)
    if getattr(_kept, "key", None) != key:
        experiment = msgspec.json.decode(encoded, type=Experiment)
        producer = Producer(experiment, products, compiled=compiled) if products else None
        _kept.value = (
            experiment,
            [
                UnitPlayer(
                    experiment.rules_of_game,
                    experiment.options(number),
                    [experiment.cast.kinds[player] for player in variant.players],
                    experiment.seed,
                    whole=experiment.whole,
                    rotate=experiment.rotate,
                    keep=producer is not None and producer.keep,
                    events=producer is not None and producer.events,
                    compiled=compiled,
                    guests=experiment.cast.guests,
                )
                for number, variant in enumerate(experiment.variants)
            ],
            producer,
        )
        _kept.key = key
    made: tuple[Experiment, list[UnitPlayer], Producer | None] = _kept.value
    return made


def local_executor(workers: int, *, threads: bool) -> Executor:
    """Workers of this machine: threads (compiled rules run beside each other in them), else processes.

    One worker is a thread in any case, which starts at once.
    """
    if threads or workers == 1:
        return ThreadPoolExecutor(workers)
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    return Processes(workers, mp_context=context, initializer=_ignore_interrupts)


class Processes(ProcessPoolExecutor):
    """Worker processes that Ctrl-C does not reach, from their first instruction on; a run ends its workers itself."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> "Future[Any]":
        """Give a call to the workers; the first one starts them, and they inherit what is blocked."""
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(function, *arguments, **keywords)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            return super().submit(function, *arguments, **keywords)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Run:
    """The units of an experiment from ``sums.units`` on, played by workers and added in order.

    ``executor`` makes the workers (again, when they have died). ``on_parts`` gets the parts of ``products``
    (:mod:`toolkit.simulate.products`) of each chunk, in order, and adds its sums by a call. The sums after
    ``play(n)`` are those of the units 0 … n − 1, whatever the workers and chunks are. ``play`` plays a chunk; its sums
    may be of another kind (with ``units`` and ``add``), given empty as ``sums``. Use it as a context manager.
    """

    def __init__(
        self,
        experiment: Experiment,
        *,
        workers: int = 1,
        compiled: bool = True,
        sums: Sums | None = None,
        executor: Callable[[], Executor] | None = None,
        products: Sequence[str] = (),
        on_progress: Callable[[Sums], None] = lambda _sums: None,
        on_parts: Callable[[Parts, Callable[[], None]], None] = lambda _parts, add: add(),
        play: Callable[..., Chunk] = play_chunk,
    ) -> None:
        self.experiment = experiment
        self.workers = workers
        self.compiled = compiled
        self.sums = sums or Sums.empty(len(experiment.variants), len(experiment.quantities[0]))
        self._make = executor or (lambda: local_executor(workers, threads=compiled or not experiment.cast.movable))
        self._executor: Executor | None = None
        self.products = tuple(products)
        self._on_progress = on_progress
        self._on_parts = on_parts
        self._encoded = experiment.encoded()
        self._play_chunk = play
        self._chunk = FIRST_CHUNK
        self._deaths = 0

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def play(self, units: int) -> Sums:
        """Go on until the first ``units`` units are in the sums; return the sums."""
        if units > MOST_UNITS:
            raise ValueError(f"{units:,} units; at most {MOST_UNITS:,} of one seed")
        waiting: deque[tuple[int, int, Future[Chunk]]] = deque()
        at = self.sums.units
        try:
            while self.sums.units < units:
                while at < units and len(waiting) < IN_FLIGHT * self.workers:
                    count = min(self._chunk, units - at)
                    waiting.append((at, count, self._submit(at, count)))
                    at += count
                _, count, future = waiting.popleft()
                try:
                    chunk = future.result()
                except BrokenExecutor:
                    at = self._replace_workers(waiting)
                    continue
                self._deaths = 0
                self._chunk = _next_chunk(self._chunk, count / max(chunk.seconds, 1e-6))
                self._on_parts(chunk.parts, partial(self.sums.add, chunk.sums))
                self._on_progress(self.sums)
        except BaseException:
            for _, _, future in waiting:
                future.cancel()
            raise
        return self.sums

    def _submit(self, first: int, count: int) -> "Future[Chunk]":
        if self._executor is None:
            self._executor = self._make()
        try:
            return self._executor.submit(self._play_chunk, self._encoded, self.compiled, first, count, self.products)
        except BrokenExecutor as error:
            broken: Future[Chunk] = Future()
            broken.set_exception(error)
            return broken

    def _replace_workers(self, waiting: "deque[Any]") -> int:
        """Give up the broken workers and what they were given; return the unit to go on from."""
        self._deaths += 1
        if self._deaths > MOST_DEATHS:
            raise LostWorkersError(f"workers died {MOST_DEATHS} times in a row; is there enough memory?")
        waiting.clear()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = None
        return self.sums.units


def _next_chunk(chunk: int, rate: float) -> int:
    """A chunk for about ``CHUNK_SECONDS`` at ``rate`` units a second, at most four times the last one."""
    return max(1, min(round(rate * CHUNK_SECONDS), 4 * chunk, MOST_CHUNK))


def run(experiment: Experiment, units: int, **how: Any) -> Sums:
    """The sums over the first ``units`` units of an experiment; keywords as for :class:`Run`."""
    with Run(experiment, **how) as made:
        return made.play(units)


def is_worth_compiling(experiment: Experiment, units: int) -> bool:
    """Whether compiled rules will be the sooner done: they lie on disk already, or there is much to play."""
    from toolkit.engine.compiling import Compiler
    from toolkit.replay.stream import PATIENCE

    if not experiment.cast.compilable:
        return False
    if max(experiment.cast.kinds.values()) > MONTE_CARLO:
        return True
    trial = 4
    if units <= trial:
        return False
    decisions = 0
    every = max(len(experiment.variants) // MOST_TRIED, 1)
    for number, variant in list(enumerate(experiment.variants))[::every]:
        table = UnitPlayer(
            experiment.rules_of_game,
            experiment.options(number),
            [experiment.cast.kinds[player] for player in variant.players],
            experiment.seed,
            whole=experiment.whole,
            compiled=False,
            guests=experiment.cast.guests,
        )
        decisions += every * int(table.play(0, 1).rounds[:, 3].sum())
    worth = PATIENCE if not Compiler(experiment.game, guests=experiment.cast.guests).is_cached() else PATIENCE // 20
    return decisions * units > worth
