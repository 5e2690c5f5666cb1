"""Runs on a cluster of dask.distributed: the same chunks, on other processes or machines."""

import ipaddress
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from toolkit.simulate.checkpoint import rules_hash

#: An address that stands for worker processes of this machine.
LOCAL = "local"
#: Seconds to wait for the scheduler, and for a worker.
PATIENCE = 30


class ClusterError(ValueError):
    """A cluster that is not there, or whose workers would play another game."""


class Cluster(NamedTuple):
    """A cluster in use: what makes an executor of it, and how many chunks it plays at a time."""

    executor: Callable[[], Executor]
    workers: int


def is_loopback(address: str) -> bool:
    """Whether an address like ``tcp://127.0.0.1:8786`` is of this machine."""
    try:
        host = urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:  # brackets that are not closed
        return False
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextmanager
def connected(address: str, game: str, workers: int) -> Iterator[Cluster]:
    """Connect to the scheduler at an address; ``local`` starts so many workers on the loopback address for the time.

    ClusterError where dask.distributed is not installed, nothing answers, no worker comes, or a worker has other rules.
    """
    try:
        distributed: Any = import_module("distributed")  # without its annotations, of which some calls have none
    except ImportError:
        raise ClusterError("--cluster needs dask.distributed: install fuda with the extra `cluster`") from None
    started: Any = None
    client: Any = None
    try:
        if address == LOCAL:
            # Silent: at the end its workers complain of a scheduler that is gone, with a traceback.
            started = distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        try:
            client = distributed.Client(started or address, timeout=PATIENCE, set_as_default=False)
            client.wait_for_workers(1, timeout=PATIENCE)
        # Also of a time that is over, of addresses that are none, and of TLS without its certificates.
        except (OSError, ValueError, TypeError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ClusterError(f"--cluster {address}: {reason}") from None
        _check_rules(client, game)
        yield Cluster(lambda: ClusterExecutor(client), max(1, sum(client.nthreads().values())))
    finally:
        if client is not None:
            client.close()
        if started is not None:
            started.close()


def _check_rules(client: Any, game: str) -> None:
    """Every worker must have the same rules, or its units would be others."""
    try:
        found = set(client.run(rules_hash, game).values())
    except Exception as error:  # whatever keeps a worker from importing the toolkit
        raise ClusterError(f"the workers of the cluster cannot run fuda: {error!r}") from None
    if found - {rules_hash(game)}:
        raise ClusterError("the workers of the cluster have another version of fuda; install the same one there")


class ClusterExecutor(Executor):
    """The executor of a client. The scheduler gives the chunks of a lost worker to others.

    Only what it gives up (workers that die again and again under the same chunk) is a BrokenExecutor.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._tasks: dict[Future[Any], Any] = {}

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> "Future[Any]":
        """Give a call to the cluster."""
        made: Future[Any] = Future()
        task = self._client.submit(function, *arguments, **keywords, pure=False)
        self._tasks[made] = task
        made.add_done_callback(self._forget)
        task.add_done_callback(lambda done: _copy(done, made))
        return made

    def _forget(self, future: "Future[Any]") -> None:
        task = self._tasks.pop(future, None)
        if task is not None and future.cancelled():
            task.cancel()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002 (an Executor's)
        """Let go of what is not done; the client stays connected."""
        for future in list(self._tasks):
            future.cancel()


def _copy(task: Any, future: "Future[Any]") -> None:
    """Hand on the outcome of a task of the cluster."""
    from distributed import KilledWorker

    if not future.set_running_or_notify_cancel():
        return
    if task.status == "finished":
        future.set_result(task.result())
        return
    error = task.exception() if task.status == "error" else None
    if error is None or isinstance(error, KilledWorker):
        error = BrokenExecutor(f"the cluster gave a chunk up ({task.status})")
    future.set_exception(error)
