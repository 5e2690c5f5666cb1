"""What careless and hostile users give to the commands that simulate, and to those that read tables."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from cli_driver import CASES, Ran, assert_one_line, command, environment, fuda

from toolkit.simulate.checkpoint import Checkpoint, Journal, Task
from toolkit.simulate.experiment import experiment
from toolkit.simulate.sums import Sums

LOG = CASES / "shishibo-valid.jsonl"
RUN = ["simulate", "shishibo", "--rounds", "3", "--workers", "1", "--engine", "interpreted"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The flat file of a simulated run."""
    path = tmp_path_factory.mktemp("run") / "run.parquet"
    assert fuda(*RUN, "-o", path).code == 0
    return path


Change = Callable[[pa.Table], pa.Table]


def column(name: str, value: Any) -> Change:
    """Put one value into a whole column."""
    return lambda table: table.set_column(table.column_names.index(name), name, pa.array([value] * len(table)))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda table: pa.concat_tables([table, table]), "two rows of one"),
        (column("match_id", "same"), "two rows of one"),
        (column("match_id", None), "without match_id"),
        (column("players", None), "has not 3 to 7 players"),
        (column("players", -1), "has not 3 to 7 players"),
        (column("stake", 2**40), "stake of the table of rounds has a number beyond"),
        (column("seat", "one"), "does not hold the table"),
        (lambda table: table.drop_columns(["reason"]), "has no column 'reason'"),
    ],
    ids=["twice", "one match", "no match", "no players", "few players", "large", "words", "without"],
)
def test_a_flat_file_that_no_run_wrote_is_refused_in_one_line(
    change: Change, word: str, run: Path, tmp_path: Path
) -> None:
    table = pq.read_table(run)
    path = tmp_path / "x.parquet"
    pq.write_table(change(table).replace_schema_metadata(table.schema.metadata), path)
    assert_one_line(fuda("stats", path, "-m", "reasons"), "x.parquet", word, code=1)


def test_tables_of_a_folder_with_a_row_twice_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    assert fuda("convert", LOG, "-o", folder, "--engine", "interpreted").code == 0
    path = folder / "shishibo" / "seats.parquet"
    seats = pl.read_parquet(path)
    pl.concat([seats, seats.head(1)]).write_parquet(path)
    assert_one_line(fuda("stats", folder), "table of seats has two rows of one seat", code=1)


def test_a_folder_named_like_a_flat_file_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").mkdir()
    assert_one_line(fuda("stats", tmp_path / "x.parquet"), "no records in this folder")


def kept(path: Path) -> dict[str, Any]:
    """A checkpoint of a run of which nothing is played yet, as JSON."""
    made = experiment("shishibo", [({}, ["random"] * 3)], 1)
    journal = Journal(path, Task(made, 4), [])
    journal.commit(Sums.empty(1, len(made.quantities[0])))
    found: dict[str, Any] = json.loads(path.read_bytes())
    assert set(found) == set(Checkpoint.__struct_fields__)
    return found


def resumed(path: Path) -> Ran:
    return fuda("simulate", "--resume", path, "-m", "length", "--workers", "1", "--engine", "interpreted")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("sums", "units"), -1), (("sums", "units"), "1"), (("sums", "units"), 5), (("sums", "units"), 10**30),
        (("sums", "units"), 0.5), (("sums", "own"), []), (("sums", "own", 0, 0, 0), "-1"),
        (("sums", "own", 0, 5, 0), "9" * 400), (("task", "units"), 0), (("task", "units"), 10**30),
        (("task", "experiment", "game"), "../x"), (("task", "experiment", "seed"), -1),
        (("task", "experiment", "variants"), []), (("task", "experiment", "variants", 0, "rules"), {"no": 1}),
        (("task", "experiment", "variants", 0, "players"), ["mc:0"] * 3),
        (("task", "experiment", "variants", 0, "players"), ["random"]), (("rules",), "0"), (("format",), 99),
        (("sums", "units"), 2), (("sums", "own", 0, 1, 0), "1"), (("task", "experiment", "seed"), 2),
        (("task", "units"), 5), (("ending",), True), (("task", "until"), "points:1"), (("seal",), ""),
        (("parts",), {"flat": 0}),
    ],
)  # fmt: skip
def test_a_checkpoint_that_no_run_wrote_is_refused_in_one_line(
    place: tuple[Any, ...], value: Any, tmp_path: Path
) -> None:
    path = tmp_path / "kept"
    data = kept(path)
    inner: Any = data
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    path.write_text(json.dumps(data), encoding="utf-8")
    assert_one_line(resumed(path), "--resume: ")
    assert path.exists()


def test_the_same_checkpoint_unchanged_is_gone_on_with(tmp_path: Path) -> None:
    kept(tmp_path / "kept")
    assert resumed(tmp_path / "kept").code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_checkpoint_takes_the_place_of_nothing_but_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/")):
        assert_one_line(fuda(*RUN, "--checkpoint", path, "--force"), "is no file; name a file for the checkpoint")
        assert_one_line(resumed(path), "is no file")
    assert (tmp_path / "pipe").is_fifo()


def test_a_run_whose_work_files_another_one_has_is_not_gone_on_with(tmp_path: Path) -> None:
    made = experiment("shishibo", [({}, ["random"] * 3)], 1)
    task = Task(made, 4, output=str(tmp_path / "out.parquet"))
    with Journal(tmp_path / "kept", task, ["flat"]) as journal:
        journal.commit(Sums.empty(1, len(made.quantities[0])))
        assert_one_line(resumed(tmp_path / "kept"), "belongs to a run that is still going on")
    assert resumed(tmp_path / "kept").code == 0


@pytest.mark.parametrize("where", ["in the module", "in play"])
def test_a_player_that_exits_does_not_end_the_command_as_if_it_were_done(where: str, tmp_path: Path) -> None:
    file = tmp_path / "player.py"
    file.write_text(
        "raise SystemExit(0)\n" if where == "in the module" else "def play(turn):\n    raise SystemExit(0)\n",
        encoding="utf-8",
    )
    assert_one_line(fuda(*RUN, "--players", f"{file}:play"), "SystemExit: 0", code=2 if where == "in the module" else 1)


@pytest.mark.parametrize(
    "text", ["fuke_limit=0x" + "f" * 5000, "fuke_limit=[{a=[1]}]", "[a.b]\nc=1", "a=" + "[" * 5000]
)
def test_a_file_of_rules_with_odd_values_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(text, encoding="utf-8")
    assert_one_line(fuda(*RUN, "--rules", tmp_path / "x.toml"))


def test_a_message_does_not_repeat_a_whole_book() -> None:
    ran = fuda(*RUN, "--until", "points:" + "x" * 100_000)
    assert_one_line(ran, "--until")
    assert len(ran.err) < 3_000


@pytest.mark.parametrize("address", ["[", "tls://127.0.0.1:1"])
def test_an_address_that_is_none_is_said(address: str) -> None:
    pytest.importorskip("distributed")
    ran = fuda(*RUN, "--cluster", address)
    assert (ran.code, ran.out) == (2, "")
    assert f"--cluster {address}: " in ran.err.splitlines()[-1]


def test_a_line_of_a_hundred_megabytes_is_answered_with_an_error_and_the_next_one_counts() -> None:
    script = (
        "import sys; [sys.stdout.write('x' * 1_000_000) for _ in range(100)]; print(); print('{\"cards\":[\"7T\"]}')"
    )
    words = [*command()[:1], "-c", script]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as writer:
        done = subprocess.run(
            ["bash", "-c", 'ulimit -v 2000000; exec "$@"', "sh", *command("score", "shishibo", "--json")],
            stdin=writer.stdout, capture_output=True, env=environment(), timeout=60,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, b"")
    first, second = map(json.loads, done.stdout.splitlines())
    assert first == {"error": "the line is longer than 1,048,576 bytes"}
    assert "error" not in second


@pytest.mark.parametrize("name", ["validate", "stats"])
def test_a_pipe_inside_a_folder_is_passed_over_with_a_message(name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "good.jsonl").write_bytes(LOG.read_bytes())
    ran = fuda(name, tmp_path, "--engine", "interpreted")
    assert ran.code == 1
    assert "neither a file nor a folder" in " ".join((ran.out + ran.err).split())
