"""Commands in a hostile place: full disks, read-only folders, odd terminals, other commands beside them."""

import os
import pty
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest
from cli_driver import CASES, Ran, command, environment, fuda, process

GOOD = CASES / "shiji-valid.jsonl"
BAD = CASES / "shiji-bad.jsonl"
#: Every command that writes a file, and what it is to write.
WRITERS = {
    "records": ["sample", "shiji", "-n", "60", "--engine", "interpreted", "-o", "out.jsonl"],
    "zstd": ["convert", "LARGE", "--engine", "interpreted", "-o", "out.jsonl.zst"],
    "tables": ["convert", str(GOOD), "--engine", "interpreted", "-o", "out"],
    "csv tables": ["convert", str(GOOD), "--engine", "interpreted", "-o", "out", "--to", "csv"],
    "estimates": ["stats", str(GOOD), "-m", "reasons", "--engine", "interpreted", "-o", "out.csv"],
    "drawing": ["chart", str(GOOD), "--engine", "interpreted", "-o", "out.svg"],
}
#: Bytes that each of them writes before the disk is full.
SMALL = 512


def left(folder: Path) -> set[str]:
    """What lies in a folder, hidden files too."""
    return {path.name for path in folder.iterdir()}


def arguments_of(name: str) -> list[str]:
    """The command of that name, with a log that does not become small when it is packed."""
    return [str(CASES / "masho-valid.jsonl") if word == "LARGE" else word for word in WRITERS[name]]


def limited(*arguments: object, cwd: Path, env: dict[str, str] | None = None) -> Ran:
    """Run a command whose files cannot become larger than ``SMALL``: to it that is a disk that gets full."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))

    done = subprocess.run(
        command(*arguments), capture_output=True, env=env or environment(PYTHONDONTWRITEBYTECODE="1"), cwd=cwd,
        preexec_fn=limit, timeout=120,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("name", ["records", "zstd", "csv tables", "estimates"])
def test_an_output_that_does_not_fit_leaves_nothing_and_is_said_in_one_line(name: str, tmp_path: Path) -> None:
    ran = limited(*arguments_of(name), cwd=tmp_path)
    assert ran.code == 2, ran
    assert ran.out == ""
    assert ran.err.startswith("fuda: cannot write ")
    assert "out" in ran.err
    assert "file too large" in ran.err
    assert ran.err.count("\n") == 1
    assert left(tmp_path) == set()


@cache
def can_mount() -> bool:
    """Whether this user may mount file systems, for himself at least."""
    words = [*alone(), "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return shutil.which("unshare") is not None and subprocess.run(words, capture_output=True).returncode == 0


def alone() -> list[str]:
    """The words that run a command with mounts of its own."""
    return ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]


def on_disk(options: str, folder: Path, arguments: list[str]) -> Ran:
    """Run a command in a folder that is a file system of its own; list what is left on stdout."""
    script = f'mount -t tmpfs -o {options} tmpfs "$1" && cd "$1" && shift && "$@"; code=$?; ls -A; exit $code'
    done = subprocess.run(
        [*alone(), "sh", "-c", script, "sh", str(folder), *command(*arguments)],
        capture_output=True, env=environment(), timeout=120, text=True,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("name", ["csv tables", "drawing"])
def test_a_full_disk_is_said_and_nothing_is_left_on_it(name: str, tmp_path: Path) -> None:
    if not can_mount():
        pytest.skip("needs a file system of a few kilobytes, which this user may not mount")
    ran = on_disk("size=4k", tmp_path, arguments_of(name))
    assert (ran.code, ran.out) == (2, ""), ran
    assert ran.err.startswith("fuda: cannot write ")
    assert "out" in ran.err
    assert ran.err.endswith(": no space left on device\n")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("name", ["records", "tables"])
def test_a_folder_that_may_only_be_read_is_said(name: str, tmp_path: Path) -> None:
    if not can_mount():
        pytest.skip("needs a read-only file system, which this user may not mount")
    ran = on_disk("ro", tmp_path, arguments_of(name))
    assert (ran.code, ran.out) == (2, ""), ran
    assert ran.err.startswith("fuda: cannot write ")
    assert ran.err.endswith(": read-only file system\n")


def test_a_read_only_install_and_no_place_for_anything_still_judge_records(tmp_path: Path) -> None:
    if not can_mount():
        pytest.skip("needs read-only file systems, which this user may not mount")
    package = Path(__file__).resolve().parents[2] / "toolkit"
    script = (
        'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount -t tmpfs -o ro tmpfs "$2" && shift 2 && "$@"'
    )
    (tmp_path / "home").mkdir()
    home = str(tmp_path / "home")
    env = environment(HOME=home, XDG_CACHE_HOME=home, TMPDIR=home, MPLCONFIGDIR=home, NUMBA_CACHE_DIR=home)
    for arguments in (["validate", str(GOOD)], ["stats", str(GOOD), "-m", "reasons"]):
        done = subprocess.run(
            [*alone(), "sh", "-c", script, "sh", str(package), home, *command(*arguments)],
            capture_output=True, env=env, timeout=120, text=True,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, ""), done


# Terminals


def in_terminal(*arguments: object, **settings: str) -> tuple[int, str]:
    """Run a command on a terminal; return its exit code and what the terminal got."""
    leader, follower = pty.openpty()
    running = subprocess.Popen(
        command(*arguments), stdin=follower, stdout=follower, stderr=follower, env=environment(**settings)
    )
    os.close(follower)
    got = b""
    while True:
        try:
            part = os.read(leader, 1 << 16)
        except OSError:  # Linux says so when the other end is closed
            break
        if not part:
            break
        got += part
    os.close(leader)
    return running.wait(60), got.decode()


@pytest.mark.parametrize(
    ("settings", "styled", "coloured"),
    [
        ({"TERM": "xterm-256color"}, True, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, False, False),
    ],
    ids=["colours", "NO_COLOR", "dumb"],
)
def test_a_terminal_gets_colours_unless_it_cannot_or_will_not(
    settings: dict[str, str], styled: bool, coloured: bool
) -> None:
    code, got = in_terminal("replay", CASES / "shishibo-valid.jsonl", "--move", "9", COLUMNS="80", **settings)
    assert code == 0
    assert ("\x1b[1" in got) == styled
    assert bool(re.search(r"\x1b\[(\d+;)*[349]\d", got)) == coloured


def test_a_narrow_terminal_gets_narrow_tables() -> None:
    for columns in (40, 60):
        ran = fuda("validate", GOOD, "--max-faults", "0", columns=columns)
        assert max(map(len, ran.out.splitlines())) <= columns
        ran = fuda("stats", GOOD, "-m", "points-by-seat", columns=columns)
        assert ran.code == 0


@pytest.mark.parametrize("name", ["stats", "convert"])
def test_every_command_writes_japanese_under_the_locale_c(name: str, tmp_path: Path) -> None:
    arguments = {
        "stats": [GOOD, "-m", "reasons"], "convert": [GOOD, "-o", "-"],
    }[name]  # fmt: skip
    env = environment(LC_ALL="C", LANG="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    ran = process(name, *arguments, env=env, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == fuda(name, *arguments, columns=80).out
    assert not ran.out.isascii()


# Pipes


@pytest.mark.parametrize("arguments", [["validate", BAD], ["rules", "masho", "--all"]])
def test_a_reader_that_leaves_after_one_line_ends_the_command_quietly(arguments: list[object]) -> None:
    running = subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    assert running.stdout is not None
    assert running.stderr is not None
    assert running.stdout.readline()
    running.stdout.close()
    with running.stderr as errors:
        assert errors.read() == b""
    assert running.wait(60) in (0, 1)


def test_standard_input_and_output_may_be_pipes_of_one_chain() -> None:
    words = " | ".join(
        " ".join([sys.executable, "-m", "toolkit.cli.main", *map(str, part)])
        for part in (["convert", GOOD, "-o", "-"], ["convert", "-", "-o", "-"], ["validate", "--json", "-"])
    )
    done = subprocess.run(words, shell=True, capture_output=True, env=environment(), text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count('"ok":true') == GOOD.read_text(encoding="utf-8").count("\n")


# Two commands at once


def both(run: Callable[[int], Ran]) -> list[Ran]:
    """Two commands at the same time."""
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(run, range(2)))


@pytest.mark.parametrize(
    ("output", "force"), [("out.jsonl", False), ("out", False), ("out", True)],
    ids=["file", "folder", "folder, forced"],
)  # fmt: skip
def test_of_two_commands_with_one_output_one_is_whole_and_the_other_told(
    output: str, force: bool, tmp_path: Path
) -> None:
    sources = [GOOD, CASES / "shishibo-valid.jsonl"]
    extra = ["--force"] if force else []
    if force:
        assert fuda("convert", BAD, GOOD, "-o", tmp_path / output).code == 1

    def convert(number: int) -> Ran:
        arguments = ["convert", sources[number], "--engine", "interpreted", "-o", output, *extra]
        return process(*arguments, cwd=tmp_path)

    ran = both(convert)
    assert sorted(each.code for each in ran) == ([0, 0] if force else [0, 2]), ran
    assert force or any("exists already; choose another name" in each.err for each in ran)
    assert left(tmp_path) == {output}
    wholes = []
    for number, each in enumerate(ran):
        if each.code == 0:
            whole = tmp_path / str(number) / output
            whole.parent.mkdir()
            assert fuda("convert", sources[number], "-o", whole).code == 0
            wholes.append(content(whole))
    assert content(tmp_path / output) in wholes


def content(path: Path) -> dict[str, bytes]:
    """The bytes of a file, or of the files of a folder."""
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return {str(each.relative_to(path.parent)): each.read_bytes() for each in files}
