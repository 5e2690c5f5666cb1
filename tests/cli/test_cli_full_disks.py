"""Studies and runs whose disk gets full, or whose output is a device: what was played for a long time is not lost."""

import contextlib
import os
import resource
import shlex
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from cli_driver import CASES, Ran, assert_one_line, fuda, write_lines

from toolkit.simulate import running, session

PLAIN = ("--engine", "interpreted", "--workers", 1)
POINTS = ("-m", "points", *PLAIN)
VARY = ("sweep", "shiji", "--vary", "hand_limit=10,12")
MORRIS = ("--vary", "source=land,deck", "--sensitivity", "morris", "--trajectories", 4)
STUDIES: dict[str, tuple[object, ...]] = {
    "compare": ("compare", "shiji", "--rules", "hand_limit=12", "--rounds", 6, *POINTS),
    "sweep": (*VARY, "--rounds", 6, *POINTS),
    "sensitivity": (*VARY, *MORRIS, "--rounds", 2, *POINTS),
    "arena": ("arena", "shiji", "--players", "random,greedy", "--rounds", 4, *PLAIN),
}
RUN = ("simulate", "shishibo", "--rounds", 12, "-m", "length", *PLAIN)


@contextlib.contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """No file can become larger than ``size`` bytes: to a command that is a disk that gets full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def said_in_one_line(ran: Ran, *words: str) -> None:
    """A command ended with exit code 2 and one line that holds the words, whatever it printed."""
    assert ran.code == 2, ran
    assert ran.err.startswith("fuda: cannot write "), ran.err
    assert ran.err.count("\n") == 1, ran.err
    for word in words:
        assert word in ran.err, ran.err


def figures(text: str) -> list[str]:
    """What was printed, without the line that tells how fast it was played."""
    return [line for line in text.splitlines() if "rounds/s" not in line]


# Studies


@pytest.mark.parametrize(
    ("name", "file"),
    [
        *((name, file) for name in STUDIES for file in ("-o out.csv", "--chart out.svg")),
        ("sweep", "-o out.parquet"),
        ("arena", "--chart out.png"),
    ],
)
def test_figures_are_printed_where_their_file_does_not_fit(
    name: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with files_up_to(100):
        ran = fuda(*STUDIES[name], *file.split())
    said_in_one_line(ran, "out.", "file too large")
    assert ran.out == fuda(*STUDIES[name]).out
    assert list(tmp_path.iterdir()) == []


def test_figures_are_printed_where_nothing_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("there is no folder for a cache")

    monkeypatch.setattr("toolkit.charts.forest.forest", refuse)
    ran = fuda(*STUDIES["compare"], "--chart", "out.svg")
    said_in_one_line(ran, "out.svg: there is no folder for a cache")
    assert "higher" in ran.out


def test_one_file_that_does_not_fit_does_not_keep_the_other_from_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with files_up_to(5000):
        ran = fuda(*STUDIES["compare"], "-o", "out.csv", "--chart", "out.svg")
    assert (ran.code, ran.err.count("\n")) == (2, 2)
    assert "figures written to out.csv" in ran.err
    assert "cannot write out.svg" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]


@pytest.mark.parametrize("name", STUDIES)
def test_files_are_written_though_nobody_reads_what_is_printed(name: str, tmp_path: Path) -> None:
    assert gone(*STUDIES[name], "--chart", tmp_path / "out.svg").code == 0
    assert "</svg>" in (tmp_path / "out.svg").read_text()


def gone(*arguments: object) -> Ran:
    """Run a command in this process whose reader has left before it prints."""

    reading, writing = os.pipe()
    os.close(reading)
    with contextlib.suppress(BrokenPipeError), open(writing, "w", encoding="utf-8") as left:  # noqa: PTH123
        ran = fuda(*arguments, stdout=left)
    return ran


def test_rescored_records_are_written_though_nobody_reads_what_drops_out(tmp_path: Path) -> None:
    log = CASES / "shishibo-bad.jsonl"
    arguments = ("rescore", log, "--rule", "fuke_limit=20", "--json", "--engine", "interpreted", "-o")
    whole, lonely = tmp_path / "whole.jsonl", tmp_path / "lonely.jsonl"
    assert fuda(*arguments, whole).code == 1
    gone(*arguments, lonely)
    assert lonely.read_bytes() == whole.read_bytes()


def test_rescored_figures_are_printed_where_only_the_end_of_their_file_does_not_fit(tmp_path: Path) -> None:
    line = (CASES / "shishibo-valid.jsonl").read_text(encoding="utf-8").splitlines()[0]
    log = write_lines(tmp_path / "log.jsonl", [line])
    arguments = ("rescore", log, "--rule", "fuke_limit=20", "--engine", "interpreted")
    with files_up_to(10):
        ran = fuda(*arguments, "-o", tmp_path / "out.jsonl.gz")
    said_in_one_line(ran, "out.jsonl.gz", "file too large")
    assert ran.out == fuda(*arguments).out
    assert [path.name for path in tmp_path.iterdir()] == ["log.jsonl"]


# Runs


@pytest.mark.parametrize(
    "file", ["-o out.parquet", "-o out", "--records out.jsonl", "--records out.jsonl.zst", "--checkpoint kept"]
)
def test_a_run_that_cannot_begin_leaves_nothing(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for size in (0, 100):
        with files_up_to(size):
            assert_one_line(fuda(*RUN, *file.split()), "cannot write", "file too large")
        assert list(tmp_path.iterdir()) == []


def test_a_run_whose_disk_gets_full_says_how_to_go_on_and_ends_as_if_nothing_had_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "FIRST_CHUNK", 2)
    monkeypatch.setattr(running, "MOST_CHUNK", 2)
    monkeypatch.setattr(session, "EVERY", 0.0)
    whole = fuda(*RUN, "--records", tmp_path / "whole.jsonl")
    out = tmp_path / "out.jsonl"
    with files_up_to((tmp_path / "whole.jsonl").stat().st_size // 2):
        ran = fuda(*RUN, "--records", out)
    said_in_one_line(ran, "rounds of 12 are kept", "--resume")
    words = shlex.split(ran.err.partition("Go on with: ")[2])
    resumed = fuda(*words[1:])
    assert resumed.code == 0, resumed
    assert figures(resumed.out) == figures(whole.out)
    assert out.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "whole.jsonl"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_figures_of_a_run_are_printed_though_its_records_cannot_be_written(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.symlink_to("/dev/full")
    ran = fuda(*RUN, "--records", out)
    said_in_one_line(ran, "out.jsonl: no space left on device", "12 rounds of 12 are kept", "--resume")
    assert figures(ran.out) == figures(fuda(*RUN).out)
    out.unlink()
    assert fuda("simulate", "--resume", f"{out}.checkpoint").code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


# Devices and pipes


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("file", ["-o out.csv", "-o out.parquet", "--chart out.svg", "--chart out.png"])
def test_a_full_device_is_named(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    option, name = file.split()
    Path(name).symlink_to("/dev/full")
    said_in_one_line(fuda(*STUDIES["compare"], option, name), f"cannot write {name}: no space left on device")


@pytest.mark.parametrize("name", ["out.csv", "out.parquet", "out.svg", "out.png"])
def test_a_pipe_gets_the_whole_file(name: str, tmp_path: Path) -> None:
    option = "-o" if name in ("out.csv", "out.parquet") else "--chart"
    os.mkfifo(tmp_path / name)
    got: list[bytes] = []
    reader = Thread(target=lambda: got.append((tmp_path / name).read_bytes()), daemon=True)
    reader.start()
    assert fuda(*STUDIES["compare"], option, tmp_path / name).code == 0
    reader.join(10)
    whole = tmp_path / f"whole-{name}"
    assert fuda(*STUDIES["compare"], option, whole).code == 0
    assert got == [whole.read_bytes()]


def test_a_pipe_for_a_table_of_a_run_is_refused_before_it_is_played(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "out.parquet")
    assert_one_line(fuda(*RUN, "-o", tmp_path / "out.parquet"), "is a pipe", "name a file")
    assert [path.name for path in tmp_path.iterdir()] == ["out.parquet"]


def test_a_link_to_a_file_of_another_name_is_followed(tmp_path: Path) -> None:
    link = tmp_path / "out.parquet"
    (tmp_path / "real").write_text("old")
    link.symlink_to("real")
    assert_one_line(fuda(*RUN, "-o", link), "out.parquet exists already")
    assert fuda(*RUN, "-o", link, "--force").code == 0
    assert link.is_symlink()
    assert (tmp_path / "real").read_bytes().startswith(b"PAR1")
