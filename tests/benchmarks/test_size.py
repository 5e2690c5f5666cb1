"""Long logs and long runs: memory stays where it is, and time grows with the size.

``FUDA_LOG_MB=10,100,1000 FUDA_ROUNDS=1000000,100000000 pytest -s tests/benchmarks/test_size.py`` shows the figures for
large ones, with compiled rules; they take half an hour. Only ratios are asserted, never clocks.
"""

import os
from itertools import pairwise
from pathlib import Path

import pytest
from cli_driver import Measured, needs_proc, run_measured

from toolkit.records.writing import to_line
from toolkit.simulate import Sampler

LOGS = tuple(map(int, os.environ.get("FUDA_LOG_MB", "1,2").split(",")))
ROUNDS = tuple(map(int, os.environ.get("FUDA_ROUNDS", "200,800").split(",")))
#: What is measured, with a file name for what is written.
READERS: dict[str, list[str]] = {"validate": [], "stats": []}
if "FUDA_LOG_MB" in os.environ:  # of a small log, it takes its time for pictures
    READERS["report"] = ["-o", "report.html", "--force"]
#: How many megabytes more a larger size may take: parts of libraries are loaded when they are first needed.
MORE_MEMORY = 40
#: How much more time than its share: the small ones are mostly start.
MORE_TIME = 1.2
MOST_MEGABYTES = 500
PLAYERS = ["greedy", "random", "random"]


def write_log(path: Path, megabytes: int) -> None:
    """A log of that size: the same matches again and again, under other ids."""
    lines = [to_line(record) for record in Sampler("shishibo", PLAYERS, seed=7, rules={"rounds": 7}).records(8)]
    number = 0
    with path.open("wb") as file:
        while file.tell() < megabytes << 20:
            for line in lines:
                number += 1
                file.write(line.replace(b'"id": "', b'"id": "%d-' % number, 1))


def show(capsys: pytest.CaptureFixture[str], what: str, taken: dict[int, Measured]) -> None:
    with capsys.disabled():
        for size, each in taken.items():
            print(f"\n{what:12}{size:>14,}{each.megabytes:>8,} MB{each.seconds:>10,.1f} s", end="")


def assert_steady(taken: dict[int, Measured]) -> None:
    """Memory does not grow, and time not faster than the size."""
    for (small, before), (large, after) in pairwise(taken.items()):
        assert after.megabytes <= before.megabytes + MORE_MEMORY, taken
        assert after.seconds <= MORE_TIME * before.seconds * large / small, taken
    assert max(each.megabytes for each in taken.values()) < MOST_MEGABYTES


@needs_proc
@pytest.mark.parametrize("command", READERS)
def test_a_longer_log_takes_more_time_and_no_more_memory(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = {}
    for size in LOGS:
        path = tmp_path / f"{size}.jsonl"
        write_log(path, size)
        arguments = [command, path, *READERS[command]]
        ran, taken[size] = run_measured(*arguments, cwd=tmp_path, timeout=7200)
        path.unlink()
        assert ran.code == 0, ran.err
    show(capsys, command, taken)
    assert_steady(taken)


@needs_proc
def test_more_rounds_take_more_time_and_no_more_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taken = {}
    for rounds in ROUNDS:
        arguments = ["simulate", "shishibo", "--rounds", rounds, "--json", "-m", "points-by-seat"]
        ran, taken[rounds] = run_measured(*arguments, cwd=tmp_path, timeout=7200)
        assert ran.code == 0, ran.err
        assert ran.objects[0]["run"]["units"] == rounds
        assert list(tmp_path.iterdir()) == []
    show(capsys, "simulate", taken)
    assert_steady(taken)
