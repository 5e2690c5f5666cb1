"""What careless and hostile users give to the commands that simulate, and to those that read tables."""

import json
import os
import random
import subprocess
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from cli_driver import CASES, Ran, assert_one_line, command, environment, fuda

from toolkit.replay import parquet
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


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of some records."""
    path = tmp_path_factory.mktemp("run") / "tables"
    assert fuda("convert", LOG, "-o", path, "--engine", "interpreted").code == 0
    return path


Change = Callable[[pa.Table], pa.Table]


def column(name: str, value: Any) -> Change:
    """Put one value into a whole column."""
    return lambda table: table.set_column(table.column_names.index(name), name, pa.array([value] * len(table)))


def in_row(table: pa.Table, name: str, row: int, value: Any) -> pa.Table:
    """Put a value into one row."""
    values = table[name].to_pylist()
    values[row] = value
    return table.set_column(table.column_names.index(name), name, pa.array(values))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda table: pa.concat_tables([table, table]), "two rows of one"),
        (lambda table: table.slice(1), "a seat is missing"),
        (lambda table: table.filter(pc.not_equal(table["seat"], 1)), "a seat is missing"),
        (lambda table: table.append_column("points", table["points"]), "has two columns 'points'"),
        (lambda table: table.drop_columns(["reason"]), "has no column 'reason'"),
        (column("match_id", "same"), "two rows of one"),
        (column("match_id", None), "without match_id"),
        (column("match_id", {"a": 1}), "has struct<a: int64> in column 'match_id'"),
        (column("players", None), "has not the 3 players of the metadata"),
        (column("players", 4), "has not the 3 players of the metadata"),
        (column("stake", 2**40), "stake of the table of rounds has a number beyond"),
        (column("stake", 0.5), "has double in column 'stake'; expected Int64"),
        (column("seat", "one"), "has string in column 'seat'; expected Int8"),
        (column("seat", 4), "a seat is missing"),
        (column("round", 2), "has not all the rounds that it says"),
        (column("match_rounds", 2), "has not all the rounds that it says"),
        (column("complete", None), "without complete"),
        (column("points", None), "without points"),
        (column("stake", None), "without stake"),
        (column("won", True), "won of the table of seats does not go with points"),
        (column("opener", 4), "opener of the table of rounds is 4"),
        (column("winner", 0), "winner of the table of rounds is 0"),
        (column("length", -1), "length of the table of rounds has a number below 0"),
        (column("events", ["x"]), "in column 'events'"),
        (column("events", [{"move": 1, "event": "no", "value": 1, "detail": ""}]), "does not hold the table"),
        (column("stake", Decimal(1)), "has decimal128(1, 0) in column 'stake'"),
        (lambda table: in_row(table, "stake", 1, 7), "do not agree"),
    ],
)
def test_a_flat_file_that_no_run_wrote_is_refused_in_one_line(
    change: Change, word: str, run: Path, tmp_path: Path
) -> None:
    table = pq.read_table(run)
    path = tmp_path / "x.parquet"
    pq.write_table(change(table).replace_schema_metadata(table.schema.metadata), path)
    assert_one_line(fuda("stats", path, "-m", "reasons"), "x.parquet", word, code=1)


@pytest.mark.parametrize(
    ("key", "value", "word"),
    [
        ("format", "2", "has layout 2"), ("game", "../x", "has layout 1 of ../x"), ("game", "masho", "has no column"),
        ("game", "shiji", "3 players in its metadata; shiji is for 2"), ("rules", "{", "was not written by"),
        ("rules", "[]", "was not written by"), ("rules", '{"no": 1}', "the rules of a match are none of"),
        ("rules", '{"fuke_limit": "x"}', "option fuke_limit is 'x'"), ("players", '["random"]', "has 1 players"),
        ("players", '["a", "b", "c", "d"]', "has not the 4 players"), ("seed", "1e99", "was not written by"),
        ("units", "2", "has 3 matches, but its metadata says 2"), ("units", "-1", "but its metadata says -1"),
        ("units", None, "was not written by"),
    ],
)  # fmt: skip
def test_metadata_that_does_not_go_with_a_flat_file_is_said(
    key: str, value: str | None, word: str, run: Path, tmp_path: Path
) -> None:
    table = pq.read_table(run)
    told = {**table.schema.metadata, f"fuda.{key}".encode(): (value or "").encode()}
    if value is None:
        del told[f"fuda.{key}".encode()]
    pq.write_table(table.replace_schema_metadata(told), tmp_path / "x.parquet")
    assert_one_line(fuda("stats", tmp_path / "x.parquet"), "x.parquet", word, code=1)


def test_rows_in_another_order_and_chosen_matches_are_read_as_they_are(run: Path, tmp_path: Path) -> None:
    table = pq.read_table(run)
    words = ["-m", "points-by-seat", "-m", "yaku"]
    path = tmp_path / "[*] x?.parquet"
    pq.write_table(table.sort_by([("points", "ascending"), ("seat", "descending")]), path)
    assert fuda("stats", path, *words).out == fuda("stats", run, *words).out
    pq.write_table(table.filter(pc.not_equal(table["match_id"], table["match_id"][0])), path)
    assert fuda("stats", path, "-m", "points-by-seat", "--json").objects[0]["n"] == 2


def test_a_damaged_parquet_file_is_one_line_and_never_another_figure(run: Path, tmp_path: Path) -> None:
    data, path = run.read_bytes(), tmp_path / "x.parquet"
    right = fuda("stats", run, "-m", "points-by-seat").out
    chance = random.Random(5)
    for place in chance.sample(range(len(data)), k=25):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :])
        ran = fuda("stats", path, "-m", "points-by-seat")
        if ran.code:
            assert_one_line(ran, "x.parquet", code=1)
        else:
            assert ran.out == right
    path.write_bytes(data[: len(data) // 2])
    assert_one_line(fuda("stats", path), "is no Parquet file, or damaged", code=1)


def test_more_rows_than_there_is_memory_for_are_refused(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "_memory", lambda: 100.0)
    assert_one_line(fuda("stats", run), "9 rows, which need more memory than this machine has", code=1)


@pytest.mark.parametrize(
    ("table", "change", "word"),
    [
        ("rounds", pl.col("round") + 1, "are not numbered from 1"),
        ("events", pl.col("match_id") + "x", "the table of events has rows of match"),
        ("moves", pl.col("round") + 1_000, "the table of moves has rows of match"),
        ("moves", pl.lit(9, pl.Int8).alias("seat"), "seat of the table of moves is 9"),
        ("matches", pl.lit("{").alias("rules"), "are no object of options"),
        ("matches", pl.lit('{"no":1}').alias("rules"), "the rules of a match are none of"),
        ("matches", pl.lit(None, pl.Boolean).alias("finished"), "without finished"),
        ("seats", pl.lit("2026-01-01").str.to_date().alias("seat"), "has date32[day] in column 'seat'"),
    ],
)
def test_tables_of_a_folder_that_do_not_fit_each_other_are_refused(
    table: str, change: pl.Expr, word: str, folder: Path
) -> None:
    path = folder / "shishibo" / f"{table}.parquet"
    before = path.read_bytes()
    try:
        pl.read_parquet(path).with_columns(change).write_parquet(path)
        assert_one_line(fuda("stats", folder), word, code=1)
    finally:
        path.write_bytes(before)


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
    with Journal(path, Task(made, 4), []) as journal:
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
