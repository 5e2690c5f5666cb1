"""A run from its beginning (or a checkpoint) to its outputs, which neither Ctrl-C nor the end of a process undoes."""

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from toolkit.records.output import OutputError
from toolkit.simulate.checkpoint import Checkpoint, Journal, Task, refuse_existing, sums_of
from toolkit.simulate.outputs import check_outputs, products_of, write_outputs
from toolkit.simulate.products import Parts, part_names
from toolkit.simulate.running import Run
from toolkit.simulate.sums import Sums

#: Seconds between two checkpoints.
EVERY = 10.0


class Stopping(NamedTuple):
    """When a run may end before its last unit: the numbers of units to look at, and whether the sums are enough."""

    looks: Iterable[int]
    is_enough: Callable[[Sums], bool]


class StoppedRun(KeyboardInterrupt):
    """The interruption of a run whose checkpoint was written to ``path``."""

    def __init__(self, path: Path, units: int) -> None:
        super().__init__()
        self.path, self.units = path, units


class UnwrittenRunError(OutputError):
    """A run that cannot write its checkpoint or its outputs; the message says why.

    ``kept`` units are in its checkpoint, None if there is none; ``sums`` are those of all units, if they were played.
    """

    def __init__(self, error: OutputError, kept: int | None, sums: Sums | None) -> None:
        super().__init__(str(error))
        self.kept, self.sums = kept, sums


class Session:
    """Carries out a task with a checkpoint at ``path``, from ``found`` if that is given.

    With outputs, or ``eager``, the checkpoint exists from the beginning; else from the tenth second, or the
    interruption. It is removed when the outputs are in their places.
    Raises OutputError (UnwrittenRunError once it plays), CheckpointError, and StoppedRun for KeyboardInterrupt.
    """

    def __init__(
        self,
        task: Task,
        path: Path,
        found: Checkpoint | None = None,
        *,
        eager: bool = False,
        stopping: Stopping | None = None,
        on_trouble: Callable[[str], None] = lambda _message: None,
    ) -> None:
        self.task, self.path, self.stopping = task, path, stopping
        products = products_of(task)
        self._journal = Journal(path, task, part_names(products), found)
        for output in (task.output, task.records):
            if output is not None and Path(output).resolve() in self._journal.files():
                raise OutputError(f"the checkpoint {path} and its work files would take the place of {output}")
        if found is None:
            refuse_existing(path, force=task.force)
        if not self._journal.ending:
            check_outputs(task, force=task.force)
        self._eager = eager or bool(products)
        self._without = False
        #: Whether all units were played.
        self._played = self._journal.ending
        self._complain = on_trouble
        self._tell: Callable[[Sums], None] = lambda _sums: None
        self._products = products
        self._sums = sums_of(found) if found is not None else None
        self._committed = time.monotonic()

    def play(self, on_progress: Callable[[Sums], None] = lambda _sums: None, **how: Any) -> Sums:
        """Play what is left, write the outputs, and return the sums; ``how`` are keywords of :class:`Run`."""
        self._tell = on_progress
        run = Run(
            self.task.experiment,
            sums=self._sums,
            products=self._products,
            on_progress=self._on_chunk,
            on_parts=self._add,
            **how,
        )
        with self._journal, run:
            try:
                if self._eager:
                    self._commit(run.sums)
                if not self._journal.ending:
                    self._play(run)
                self._played = True
                self._finish(run.sums)
            except KeyboardInterrupt:
                if self._journal.is_open:
                    self._commit(run.sums)
                if not self.path.exists():
                    raise
                raise StoppedRun(self.path, run.sums.units) from None
            except OutputError as error:
                if not self._journal.kept:
                    self._journal.forget()
                raise UnwrittenRunError(error, self._journal.kept, run.sums if self._played else None) from error
            return run.sums

    def _play(self, run: Run) -> None:
        if self.stopping is not None:
            for look in self.stopping.looks:
                if look >= self.task.units:
                    break
                if look >= run.sums.units and self.stopping.is_enough(run.play(look)):
                    return
        run.play(self.task.units)

    def _finish(self, sums: Sums) -> None:
        if products_of(self.task):
            if not self._journal.ending:
                check_outputs(self.task, force=self.task.force)
                self._journal.ending = True
                self._commit(sums)
            # Outputs that exist at this point were put there by this run before it was ended.
            write_outputs(self._journal, sums.units, force=True)
        self._journal.remove()

    def _add(self, parts: Parts, add: Callable[[], None]) -> None:
        with uninterrupted():
            self._journal.append(parts)
            add()

    def _on_chunk(self, sums: Sums) -> None:
        if time.monotonic() - self._committed > EVERY:
            self._commit(sums)
        self._tell(sums)

    def _commit(self, sums: Sums) -> None:
        """Write the checkpoint; where nobody asked for one, a run goes on without."""
        self._committed = time.monotonic()
        if self._without:
            return
        with uninterrupted():
            try:
                self._journal.commit(sums)
            except OutputError as error:
                if self._eager:
                    raise
                self._without = True
                self._complain(f"{error}; the run goes on without a checkpoint")


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Put off Ctrl-C until the body is done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: asked.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if asked:
        raise KeyboardInterrupt
