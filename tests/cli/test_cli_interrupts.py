"""Ctrl-C at any moment of a command: it ends at once and quietly, and what it writes is whole or not there.

The moments are drawn from a seed, spread over the life of each command: imports, reading, playing, writing, renaming.
``FUDA_INTERRUPTS=all`` tries more than a hundred of them (some minutes); otherwise a few stand for them.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest
from cli_driver import CASES, environment, fuda, heed_interrupts

#: Says when the program is there, then runs it; an earlier Ctrl-C is Python's own business.
STARTED = "import sys; from toolkit.cli.main import main; print('started', file=sys.stderr, flush=True); main()"
LOG = str(CASES / "shishibo-valid.jsonl")
PLAIN = ["--engine", "interpreted"]
ROUNDS = ["simulate", "shishibo", "--rounds", "60", "--workers", "1", *PLAIN]
COMPARE = ["compare", "shiji", "--rules", "hand_limit=12", "--rounds", "60", "-m", "points", *PLAIN]
COMMANDS = {
    "validate": ["validate", LOG, *PLAIN],
    "stats": ["stats", LOG, "-m", "reasons", "-o", "out.csv", *PLAIN],
    "convert": ["convert", LOG, "-o", "out", *PLAIN],
    "sample": ["sample", "shishibo", "-n", "8", "-o", "out.jsonl", *PLAIN],
    "simulate a table": [*ROUNDS, "-o", "out.parquet"],
    "simulate records": [*ROUNDS, "--records", "out.jsonl"],
    "simulate with a checkpoint": [*ROUNDS, "--checkpoint", "kept"],
    "simulate with workers": ["simulate", "shishibo", "--rounds", "40", "--workers", "2", "-o", "out.parquet", *PLAIN],
    "report": ["report", LOG, "-o", "out.html", *PLAIN],
    "compare": [*COMPARE, "-o", "out.csv"],
    "arena": ["arena", "shiji", "--players", "random,greedy", "--rounds", "30", "-o", "out.csv", *PLAIN],
    "rescore": ["rescore", LOG, "--rule", "fuke_limit=20", "-o", "out.jsonl", *PLAIN],
    "chart": ["chart", LOG, "-o", "out.svg", *PLAIN],
}
#: What a run that can be gone on with may leave.
KEPT = ("kept", "out.parquet.checkpoint", "out.jsonl.checkpoint")
ALL = os.environ.get("FUDA_INTERRUPTS") == "all"
MOMENTS = 12 if ALL else 2
CHOSEN = [*COMMANDS] if ALL else ["convert", "simulate a table"]


class Life(NamedTuple):
    """What became of a command: ``before_output`` are the seconds until the first file appeared."""

    code: int
    said: str
    seconds: float
    before_output: float


class Moment(NamedTuple):
    """When to interrupt: so many seconds after the start, or after the first file has appeared."""

    seconds: float
    at_output: bool


def live(arguments: list[str], folder: Path, moment: Moment | None, number: signal.Signals = signal.SIGINT) -> Life:
    """Run a command in a folder, interrupting it and its workers as a terminal does."""
    running = subprocess.Popen(
        [sys.executable, "-c", STARTED, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=environment(TMPDIR=str(folder)), cwd=folder, start_new_session=True, preexec_fn=heed_interrupts,
    )  # fmt: skip
    assert running.stderr is not None
    with running.stderr as errors:
        assert errors.readline() == "started\n"
        begin = time.monotonic()
        until = begin + (moment.seconds if moment is not None and not moment.at_output else 60)
        while not any(folder.iterdir()) and running.poll() is None and time.monotonic() < until:
            time.sleep(0.001)
        appeared = time.monotonic()
        if moment is not None:
            time.sleep(max(0.0, moment.seconds + (appeared if moment.at_output else begin) - time.monotonic()))
            if running.poll() is None:
                os.killpg(running.pid, number)
        said = errors.read()
    return Life(running.wait(60), said, time.monotonic() - begin, appeared - begin)


def content(folder: Path) -> dict[str, bytes]:
    """The files below a folder, hidden ones too."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def moments(name: str, whole: Life) -> list[Moment]:
    """Moments spread over a life, about half of them while there are files."""
    chance = random.Random(name)
    found = []
    for number in range(MOMENTS):
        at_output = name != "validate" and chance.random() < 0.5
        length = whole.seconds - whole.before_output if at_output else whole.seconds
        found.append(Moment(length * (number + chance.random()) / MOMENTS, at_output))
    return found


@pytest.mark.parametrize("name", CHOSEN)
def test_an_interrupt_at_any_moment_ends_quietly_and_leaves_whole_files_or_none(name: str, tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    whole = live(COMMANDS[name], tmp_path / "whole", None)
    assert whole.code == 0, whole
    wanted = content(tmp_path / "whole")
    codes = []
    for number, moment in enumerate(moments(name, whole)):
        folder = tmp_path / str(number)
        folder.mkdir()
        life = live(COMMANDS[name], folder, moment)
        codes.append(life.code)
        left = content(folder)
        output = {path: data for path, data in left.items() if not path.startswith(KEPT)}
        assert life.code in (0, 130), (moment, life)
        assert set(output) in (set(wanted), set()), (moment, life, list(left))
        if name == "report":  # which tells the time
            assert all(b"</html>" in data[-20:] for data in output.values())
        else:
            assert output in (wanted, {}), (moment, life)
        assert life.code == 130 or set(left) == set(wanted), (moment, life, list(left))
        if life.code == 130:
            check_what_is_kept(life, folder, wanted)
    assert not ALL or 130 in codes
    print(f"{name}: {whole.seconds:.1f} s, {codes.count(130)} interrupted, {codes.count(0)} done")


def check_what_is_kept(life: Life, folder: Path, wanted: dict[str, bytes]) -> None:
    """Nothing is said but how to go on with what is kept, and going on ends as if nothing had happened."""
    checkpoints = [folder / name for name in KEPT if (folder / name).exists()]
    lines = life.said.splitlines()
    assert all(line.startswith("fuda: ") for line in lines), life
    if not checkpoints:
        assert not any("interrupted" in line for line in lines), life
        assert not [path for path in content(folder) if path.startswith(KEPT)], life
        return
    assert any("--resume" in line for line in lines), life
    ran = fuda("simulate", "--resume", checkpoints[0], "-m", "length", "--workers", "1", *PLAIN)
    assert ran.code == 0, (life, ran)
    assert content(folder) == wanted


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_closed_terminal_and_the_end_of_the_machine_end_a_command_as_ctrl_c_does(
    number: signal.Signals, tmp_path: Path
) -> None:
    life = live(["sample", "shishibo", "-n", "100000", "-o", "out.jsonl", *PLAIN], tmp_path, Moment(0.0, True), number)
    assert (life.code, life.said) == (130, "")
    assert content(tmp_path) == {}
