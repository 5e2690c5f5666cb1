"""How the tests of the command line run it: inside this process, or as a user does."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, NamedTuple
from unittest import mock

import pytest

import toolkit
from toolkit.cli.main import run

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases"
#: Where the package is imported from; other processes import the same, with what is compiled of it.
PLACE = Path(toolkit.__file__).resolve().parents[1]
GOLDEN = Path(__file__).resolve().parent / "golden"
GAMES = ("shiji", "shishibo", "masho")
#: What a terminal or a user's settings would change in the output.
SETTINGS = ("NO_COLOR", "FORCE_COLOR", "TERM", "LINES", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "CLICOLOR_FORCE")


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The JSON lines on stdout."""
        return [json.loads(line) for line in self.out.splitlines()]


def fuda(*arguments: object, stdin: bytes = b"", columns: int = 100, stdout: IO[str] | None = None) -> Ran:
    """Run a command in this process, its output neither a terminal nor wider than ``columns``.

    What it prints goes to ``stdout`` instead, if that is given.
    """
    buffers = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(buffer, encoding="utf-8", write_through=True) for buffer in buffers)
    settings = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    with (
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))),
        mock.patch.object(sys, "stdout", stdout or out),
        mock.patch.object(sys, "stderr", err),
        mock.patch.dict(os.environ, {**settings, "COLUMNS": str(columns)}, clear=True),
    ):
        code = run([str(argument) for argument in arguments])
    texts = [buffer.getvalue().decode() for buffer in buffers]
    return Ran(code, *texts)


def command(*arguments: object) -> list[str]:
    """The words that run a command as a process of its own."""
    return [sys.executable, "-m", "toolkit.cli.main", *map(str, arguments)]


def environment(**changes: str) -> dict[str, str]:
    """An environment that finds the package, with some changes."""
    settings = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return {**settings, "PYTHONPATH": str(PLACE), **changes}


def process(*arguments: object, stdin: bytes = b"", env: dict[str, str] | None = None, cwd: Path | None = None) -> Ran:
    """Run a command as a process of its own."""
    done = subprocess.run(
        command(*arguments), input=stdin, capture_output=True, env=env or environment(), cwd=cwd, timeout=120
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def heed_interrupts() -> None:
    """What a shell starts in the background is deaf to Ctrl-C, and so is all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Measured(NamedTuple):
    """What a process took: its most memory, and processor time in seconds."""

    megabytes: int
    seconds: float


#: Memory is the kernel's own figure for the process alone.
_MEASURED = """
import re, sys, time
from toolkit.cli.main import run
code = run(sys.argv[1:])
peak = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024
print(peak, time.process_time(), file=sys.stderr)
sys.exit(code)
"""
needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is Linux's figure")


def run_measured(*arguments: object, cwd: Path | None = None, timeout: float = 120) -> tuple[Ran, Measured]:
    """Run a command as a process of its own, and say what it took."""
    words = [sys.executable, "-c", _MEASURED, *map(str, arguments)]
    done = subprocess.run(words, capture_output=True, env=environment(), cwd=cwd, timeout=timeout)
    *errors, last = done.stderr.decode().splitlines(keepends=True)
    peak, seconds = last.split()
    return Ran(done.returncode, done.stdout.decode(), "".join(errors)), Measured(int(peak), float(seconds))


def check_golden(name: str, text: str) -> None:
    """Compare a text with the file of that name; FUDA_GOLDEN=write writes the file instead."""
    path = GOLDEN / name
    text = "".join(line.rstrip() + "\n" for line in text.splitlines())
    if os.environ.get("FUDA_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def lines_of(name: str) -> list[dict[str, Any]]:
    """The objects of a file of cases."""
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def write_lines(path: Path, records: Iterable[dict[str, Any] | str]) -> Path:
    """Write records (or lines that are none) to a file."""
    lines = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in records]
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def assert_one_line(ran: Ran, *words: str, code: int = 2) -> None:
    """A command failed with that code and one line that holds the words, and printed nothing else."""
    assert (ran.code, ran.out) == (code, ""), ran
    assert ran.err.startswith("fuda: ")
    assert ran.err.count("\n") == 1, ran.err
    for word in words:
        assert word in ran.err, ran.err
