"""Checkpoints that were edited, mixed with others, or whose players have changed."""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cli_driver import assert_one_line, fuda

from toolkit.simulate import players, running
from toolkit.simulate.checkpoint import Journal, Task, read_checkpoint
from toolkit.simulate.experiment import experiment
from toolkit.simulate.players import guest_named
from toolkit.simulate.session import Session, StoppedRun
from toolkit.simulate.sums import Sums


def stopped_in(folder: Path, *, seed: int = 3, player: str = "random") -> tuple[Path, Task]:
    """The checkpoint of a run of eight rounds that was interrupted after four, and its task."""
    folder.mkdir()
    made = experiment("shishibo", [({"rounds": 1}, [player, "random", "random"])], seed)
    task = Task(made, 8, records=str(folder / "run.jsonl"))
    path = folder / "run.checkpoint"

    def stop(sums: Any) -> None:
        if sums.units >= 4:
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "FIRST_CHUNK", 4)
        with pytest.raises(StoppedRun):
            Session(task, path).play(stop, compiled=False)
    return path, task


def test_a_checkpoint_that_was_edited_to_other_plausible_numbers_is_refused(tmp_path: Path) -> None:
    path, _ = stopped_in(tmp_path / "a")
    data = json.loads(path.read_bytes())
    path.write_text(json.dumps(data))  # other spaces do no harm
    assert read_checkpoint(path).sums["units"] == 4
    points = data["sums"]["own"][0][2]
    points[0], points[1] = points[1], points[0]
    path.write_text(json.dumps(data))
    assert_one_line(fuda("simulate", "--resume", path), "run.checkpoint was changed since it was written")
    assert path.exists()


def test_a_checkpoint_is_not_gone_on_with_beside_changed_or_foreign_work_files(tmp_path: Path) -> None:
    path, task = stopped_in(tmp_path / "a")
    other, _ = stopped_in(tmp_path / "b", seed=4)
    work, foreign = (each.with_name("run.checkpoint.records") for each in (path, other))
    right = work.read_bytes()
    for wrong in (right[::-1], b" " + right, foreign.read_bytes() * 2):
        work.write_bytes(wrong)
        assert_one_line(fuda("simulate", "--resume", path), "run.checkpoint.records was changed, or is of another run")
        assert work.read_bytes() == wrong
    work.write_bytes(right + b"what a killed process wrote behind")
    assert fuda("simulate", "--resume", path, "--engine", "interpreted", "--workers", "1").code == 0
    whole = tmp_path / "whole.jsonl"
    Session(msgspec.structs.replace(task, records=str(whole)), tmp_path / "c").play(compiled=False)
    assert (tmp_path / "a" / "run.jsonl").read_bytes() == whole.read_bytes()


def test_a_checkpoint_of_a_run_that_goes_on_is_nobody_elses(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    made = experiment("shishibo", [({}, ["random"] * 3)], 1)
    with Journal(path, Task(made, 4), []) as journal:
        for _ in range(2):  # the second takes the place of the first
            journal.commit(Sums.empty(1, len(made.quantities[0])))
            again = ("simulate", "shishibo", "--rounds", "4", "--engine", "interpreted", "--checkpoint", path)
            for words in (again, (*again, "--force"), ("simulate", "--resume", path)):
                assert_one_line(fuda(*words), "kept belongs to a run that is still going on")
    assert_one_line(fuda(*again), "is the checkpoint of an interrupted run")
    assert fuda("simulate", "--resume", path, "--engine", "interpreted", "-m", "length").code == 0
    assert list(tmp_path.iterdir()) == []


HELPED = "import {helper}\n\ndef play(turn):\n    return {helper}.CHOICE\n"


def forget(*modules: str) -> None:
    """Load users' own players anew, as another process would."""
    players._loaded.clear()
    for name in list(sys.modules):
        if name.startswith(("fuda_player_", *modules)):
            del sys.modules[name]


@pytest.mark.parametrize("changed", ["player", "helper"])
def test_a_run_is_not_gone_on_with_when_its_own_player_has_changed(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    helper = f"helper_of_{changed}"
    files = {"player": tmp_path / "player.py", "helper": tmp_path / f"{helper}.py"}
    files["player"].write_text(HELPED.format(helper=helper), encoding="utf-8")
    files["helper"].write_text("CHOICE = 0\n", encoding="utf-8")
    name = f"{files['player']}:play"
    path, task = stopped_in(tmp_path / "a", player=name)
    said = ["simulate", "shishibo", "--players", f"{name},random,random", "--seed", 3, "--rule", "rounds=1"]
    said += ["--rounds", 8, "--records", task.records, "--resume", path, "--engine", "interpreted"]
    before = files[changed].read_bytes()
    files[changed].write_bytes(before + b"# other\n")
    forget(helper)
    assert_one_line(fuda(*said), f"the source of player {name} has changed")
    files[changed].write_bytes(before)
    forget(helper)
    assert fuda(*said).code == 0
    forget(helper)


def test_the_source_of_a_player_is_its_file_and_not_the_library(tmp_path: Path) -> None:
    text = "import json\nfrom toolkit.simulate.turn import Turn\n\ndef play(turn: Turn):\n    return json.loads('0')\n"
    (tmp_path / "a").mkdir()
    for file in (tmp_path / "one.py", tmp_path / "a" / "one.py"):
        file.write_text(text, encoding="utf-8")
    one, same = (guest_named(f"{file}:play").source for file in (tmp_path / "one.py", tmp_path / "a" / "one.py"))
    assert one == same != ""
    players.register("typed", eval("lambda turn: 0", {"__name__": "nowhere"}))
    assert guest_named("typed").source == ""
    del players._registered["typed"]
