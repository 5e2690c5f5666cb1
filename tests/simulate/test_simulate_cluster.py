"""Runs on other processes: Dask workers and local ones, also when some of them are killed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from cli_driver import assert_one_line, environment, fuda, process

from toolkit.simulate import running
from toolkit.simulate.cluster import Cluster, is_loopback
from toolkit.simulate.experiment import Experiment, experiment
from toolkit.simulate.running import Run, local_executor
from toolkit.simulate.sums import Sums

UNITS = 200


def made() -> Experiment:
    """Rounds of 猪牡忠臣."""
    return experiment("shishibo", [({}, ["greedy", "random", "random"])], 8)


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    """The sums of one local worker."""
    with Run(made(), compiled=False) as run:
        return run.play(UNITS).to_json()


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MOST_CHUNK", 10)


@contextmanager
def dask(folder: Path, workers: int) -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """A scheduler and some workers as processes on the loopback address: its address, and the workers."""
    scheduler_file = folder / "scheduler.json"
    quiet = environment(DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH="0")

    def start(*arguments: object) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli." + str(arguments[0]), *map(str, arguments[1:])],
            cwd=folder, env=quiet, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    here = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", scheduler_file)
    started = [start("dask_scheduler", "--port", 0, *here)]
    try:
        started += [start("dask_worker", "--no-nanny", "--nthreads", 1, *here) for _ in range(workers)]
        until = time.monotonic() + 60
        while not scheduler_file.exists() and time.monotonic() < until:
            time.sleep(0.1)

        yield json.loads(scheduler_file.read_text())["address"], started[1:]
    finally:
        for each in started:
            each.kill()
            each.wait()


def test_a_killed_worker_of_a_cluster_changes_nothing(plain: dict[str, Any], tmp_path: Path) -> None:
    from toolkit.simulate.cluster import connected

    with dask(tmp_path, 2) as (address, workers), connected(address, "shishibo", 1) as cluster:
        distributed: Any = import_module("distributed")
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)

        def kill_one(sums: Sums) -> None:
            if sums.units > 20 and workers[0].poll() is None:
                workers[0].kill()

        with Run(made(), workers=2, compiled=False, executor=cluster.executor, on_progress=kill_one) as run:
            found = run.play(UNITS)
        assert workers[0].wait() == -signal.SIGKILL
        assert workers[1].poll() is None
    assert found.to_json() == plain


def test_the_command_plays_on_a_cluster_and_writes_the_same(tmp_path: Path) -> None:
    arguments = ["simulate", "shishibo", "--rounds", 40, "--engine", "interpreted", "--json"]
    local = fuda(*arguments, "--workers", 1, "-o", tmp_path / "a.parquet")
    with dask(tmp_path, 1) as (address, _):
        ran = process(
            *arguments, "--cluster", address, "-o", tmp_path / "b.parquet", env=environment(PYTHONWARNINGS="error")
        )
    assert (ran.code, ran.out) == (0, local.out), ran.err
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()


def test_a_cluster_of_this_machine_is_started_for_the_time(tmp_path: Path) -> None:
    arguments = ["simulate", "shiji", "--rounds", 20, "--engine", "interpreted", "--json"]
    ran = process(*arguments, "--cluster", "local", "--workers", 1, cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, fuda(*arguments, "--workers", 1).out, "")


def test_a_killed_local_worker_is_replaced(plain: dict[str, Any]) -> None:
    killed: list[int] = []
    pools: list[ProcessPoolExecutor] = []

    def executor() -> Any:
        pool = local_executor(2, threads=False)
        assert isinstance(pool, ProcessPoolExecutor)
        pools.append(pool)
        return pool

    def kill_one(sums: Sums) -> None:
        if sums.units > 20 and not killed:
            killed.extend(list(pools[0]._processes)[:1])
            os.kill(killed[0], signal.SIGKILL)

    with Run(made(), workers=2, compiled=False, executor=executor, on_progress=kill_one) as run:
        found = run.play(UNITS)
    assert killed
    assert len(pools) >= 2
    assert found.to_json() == plain


@pytest.mark.parametrize(
    ("address", "loopback"),
    [
        ("tcp://127.0.0.1:8786", True),
        ("localhost:8786", True),
        ("tcp://[::1]:8786", True),
        ("tcp://192.0.2.1:8786", False),
        ("scheduler.example:8786", False),
        ("", False),
    ],
)
def test_addresses_of_this_machine_are_known(address: str, loopback: bool) -> None:
    assert is_loopback(address) == loopback


def test_without_dask_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = fuda("simulate", "shiji", "--rounds", 5, "--cluster", "local")
    assert_one_line(ran, "--cluster needs dask.distributed", "extra `cluster`")


def test_another_machine_is_warned_of_and_silence_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from toolkit.simulate import cluster

    def nobody(address: str, *_: Any) -> Iterator[Cluster]:
        raise cluster.ClusterError(f"--cluster {address}: no answer")

    monkeypatch.setattr(cluster, "connected", nobody)
    ran = fuda("simulate", "shiji", "--rounds", 5, "--cluster", "tcp://192.0.2.1:8786")
    assert ran.code == 2
    assert ran.err.splitlines() == [
        "fuda: tcp://192.0.2.1:8786 is not this machine: whoever can reach a Dask scheduler can run code there",
        "fuda: --cluster tcp://192.0.2.1:8786: no answer",
    ]


@pytest.mark.parametrize("address", ["nonsense://x", "tcp://127.0.0.1:1"])
def test_an_address_where_nothing_answers_is_named(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from toolkit.simulate import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    ran = fuda("simulate", "shiji", "--rounds", 5, "--cluster", address)
    assert ran.code == 2
    assert ran.err.splitlines()[-1].startswith(f"fuda: --cluster {address}: ")
