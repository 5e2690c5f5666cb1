"""Runs that are killed or interrupted at any moment, and go on as if nothing had happened."""

import json
import multiprocessing
import os
import random
import shlex
import shutil
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from cli_driver import assert_one_line, command, environment, fuda, heed_interrupts

from toolkit.records.output import OutputError
from toolkit.simulate import running, session
from toolkit.simulate.checkpoint import CheckpointError, Journal, Task, read_checkpoint, sums_of
from toolkit.simulate.experiment import experiment
from toolkit.simulate.session import Session, StoppedRun
from toolkit.simulate.sums import Sums

UNITS = 60
KILLS = 20


def task_in(folder: Path, units: int = UNITS) -> Task:
    """A run with a flat table and records."""
    made = experiment("shishibo", [({"rounds": 1}, ["greedy", "random", "random"])], 3)
    return Task(made, units, output=str(folder / "run.parquet"), records=str(folder / "run.jsonl"))


def play(folder: Path, task: Task) -> None:
    """Play a task to its end, from its checkpoint if there is one; the sums go to ``sums.json``."""
    place = folder / "run.checkpoint"
    found = read_checkpoint(place) if place.exists() else None
    sums = Session(task, place, found).play(compiled=False)
    (folder / "sums.json").write_text(json.dumps(sums.to_json()))


def play_in_small_steps(folder: Path) -> None:
    """The body of a process that is to be killed: a checkpoint after every chunk."""
    running.FIRST_CHUNK = running.MOST_CHUNK = 4
    session.EVERY = 0.0
    play(folder, task_in(folder))


def test_a_run_that_is_killed_at_random_moments_ends_as_if_it_was_not(tmp_path: Path) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["toolkit.simulate.session", __name__])
    whole = tmp_path / "whole"
    for _ in range(2):  # the second one tells how long it takes when all is loaded
        shutil.rmtree(whole, ignore_errors=True)
        whole.mkdir()
        begin = time.monotonic()
        process = context.Process(target=play_in_small_steps, args=(whole,))
        process.start()
        process.join()
    seconds = time.monotonic() - begin
    chance = random.Random(20)
    kills = runs = 0
    seen = set()
    while kills < KILLS:
        runs += 1
        folder = tmp_path / f"killed-{runs}"
        folder.mkdir()
        while True:
            process = context.Process(target=play_in_small_steps, args=(folder,))
            process.start()
            process.join(chance.uniform(0, seconds))
            if process.exitcode is None:
                kills += 1
                process.kill()
                process.join()
            if (folder / "run.checkpoint").exists():
                seen.add(read_checkpoint(folder / "run.checkpoint").sums["units"])
            if (folder / "run.jsonl").exists() and not (folder / "run.checkpoint").exists():
                break
            assert process.exitcode == -signal.SIGKILL
            if kills >= KILLS:
                play(folder, task_in(folder))
                break
        names = {"run.parquet", "run.jsonl"} | ({"sums.json"} if (folder / "sums.json").exists() else set())
        assert names <= {path.name for path in folder.iterdir()}
        for name in names:
            assert (folder / name).read_bytes() == (whole / name).read_bytes(), name
    assert len(seen - {0, UNITS}) >= 3, "the kills came too early or too late to show anything"


def interrupted(folder: Path, *arguments: object, after: float = 0.5) -> tuple[int, str]:
    """Run a command in a folder and interrupt it as Ctrl-C does, some time after its checkpoint is there."""
    process = subprocess.Popen(
        command("simulate", "shishibo", *arguments),
        cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        preexec_fn=heed_interrupts,
    )  # fmt: skip
    try:
        until = time.monotonic() + 120
        while not list(folder.glob("*.checkpoint")) and process.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the workers too
        _, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    return process.returncode, errors.decode()


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_is_done_and_names_the_command_that_goes_on(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, rounds = 0, 400 * workers
    while code == 0 and rounds < 20_000:  # on a busy machine a short run may be over before the signal comes
        rounds *= 2
        Path("a.parquet").unlink(missing_ok=True)
        words = ["--rounds", rounds, "--players", "greedy", "--engine", "interpreted", "--seed", 4]
        output = ["-o", "a.parquet", "--json"]
        code, errors = interrupted(tmp_path, *words, "--workers", workers, *output, after=0.3 if workers == 1 else 2.0)
    assert code == 130, errors
    assert errors.count("\n") == 1, errors
    assert errors.startswith("fuda: interrupted; ")
    assert not Path("a.parquet").exists()
    words_on = shlex.split(errors.partition("Go on with: ")[2])
    assert words_on[:2] == ["fuda", "simulate"]
    monkeypatch.setattr(running, "local_executor", lambda _workers, **_: ThreadPoolExecutor(1))
    resumed = fuda(*words_on[1:])
    assert (resumed.code, resumed.objects[0]["run"]["units"]) == (0, rounds)
    if workers == 1:
        whole = fuda("simulate", "shishibo", *words, "-o", "b.parquet", "--json")
        assert resumed.out == whole.out
        assert Path("a.parquet").read_bytes() == Path("b.parquet").read_bytes()
    assert not list(tmp_path.glob("*checkpoint*"))


def checkpoint_in(folder: Path, units: int = 12) -> Path:
    """The checkpoint of a run of some units that was interrupted after a few."""
    task = Task(task_in(folder).experiment, units)
    path = folder / "run.checkpoint"

    class Enough(KeyboardInterrupt):
        pass

    def stop(sums: Any) -> None:
        if sums.units >= 4:
            raise Enough

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "FIRST_CHUNK", 4)
        patch.setattr(running, "MOST_CHUNK", 4)
        with pytest.raises(StoppedRun) as stopped:
            Session(task, path, eager=True).play(stop, compiled=False)
    assert (stopped.value.path, stopped.value.units) == (path, 4)
    return path


def test_a_checkpoint_says_what_is_to_be_done_and_how_far_it_is(tmp_path: Path) -> None:
    found = read_checkpoint(checkpoint_in(tmp_path))
    assert found.task == Task(task_in(tmp_path).experiment, 12)
    assert found.sums["units"] == 4
    assert not found.ending


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 99}, "a checkpoint of layout 99"),
        ({"version": "0.0.1"}, r"another version of fuda \(0.0.1\)"),
        ({"chance": "dice"}, "another version of fuda"),
        ({"rules": "0" * 16}, "another version of fuda"),
        ({"task": None}, "is no checkpoint"),
        ({"sums": {}}, "do not fit"),
    ],
)
def test_a_checkpoint_of_another_version_is_refused(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = checkpoint_in(tmp_path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    with pytest.raises(CheckpointError, match=message):
        sums_of(read_checkpoint(path))
    assert_one_line(fuda("simulate", "--resume", path), "--resume: ")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": 2}', "\x00"])
def test_what_is_no_checkpoint_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_text(text)
    assert_one_line(fuda("simulate", "--resume", tmp_path / "a"), "is no checkpoint of `fuda simulate`")
    assert_one_line(fuda("simulate", "--resume", tmp_path / "none"), "no such file")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rounds", 13], "units 12, not 13"),
        (["--rounds", 12, "--seed", 4], "seed 3, not 4"),
        (["--rounds", 12, "--players", "random"], "rules or players"),
        (["--rounds", 12, "--start", "p1"], "rotate True, not False"),
        (["--matches", 12], "whole False, not True"),
        (["--rounds", 12, "--records", "a.jsonl"], "records None, not"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(arguments: list[object], message: str, tmp_path: Path) -> None:
    path = checkpoint_in(tmp_path)
    said = {"--players": "greedy,random,random", "--seed": 3, "--rule": "rounds=1"}
    rest = [word for name, value in said.items() if name not in arguments for word in (name, value)]
    ran = fuda("simulate", "shishibo", *rest, *arguments, "--resume", path)
    assert_one_line(ran, "is the checkpoint of another run", message)


def test_the_whole_command_may_be_said_again(tmp_path: Path) -> None:
    path = checkpoint_in(tmp_path)
    said = ["--players", "greedy,random,random", "--seed", 3, "--rule", "rounds=1", "--rounds", 12]
    resumed = fuda("simulate", "shishibo", *said, "--resume", path, "--json")
    assert (resumed.code, resumed.out) == (0, fuda("simulate", "shishibo", *said, "--json").out)


def test_a_checkpoint_that_lies_there_is_not_overwritten(tmp_path: Path) -> None:
    path = checkpoint_in(tmp_path)
    ran = fuda("simulate", "shishibo", "--rounds", 5, "--checkpoint", path)
    assert_one_line(ran, "is the checkpoint of an interrupted run", "--resume", "--force")
    assert fuda("simulate", "shishibo", "--rounds", 5, "--checkpoint", path, "--force").code == 0
    assert not path.exists()


def test_a_missing_work_file_is_named(tmp_path: Path) -> None:
    task = task_in(tmp_path, 12)
    path = tmp_path / "run.checkpoint"
    with Journal(path, task, ["flat", "records"]) as journal:
        journal.append({"records": b"abc"})
        journal.commit(Sums.empty(1, len(task.experiment.quantities[0])))
    Path(f"{path}.records").write_bytes(b"a")
    assert_one_line(fuda("simulate", "--resume", path), "run.checkpoint.records", "missing or too short")


def test_a_full_disk_ends_a_run_without_outputs_only_if_a_checkpoint_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OutputError("no space")

    monkeypatch.setattr(Journal, "commit", full)
    monkeypatch.setattr(session, "EVERY", 0.0)
    monkeypatch.chdir(tmp_path)
    ran = fuda("simulate", "shishibo", "--rounds", 5, "--json")
    assert ran.code == 0
    assert ran.err == "fuda: no space; the run goes on without a checkpoint\n"
    assert_one_line(fuda("simulate", "shishibo", "--rounds", 5, "--checkpoint", "c"), "no space")
    assert_one_line(fuda("simulate", "shishibo", "--rounds", 5, "-o", "a.parquet"), "no space")
