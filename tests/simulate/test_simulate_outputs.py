"""What a run writes: five tables, one flat table and records, all of them of the same rounds."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest
from polars.testing import assert_frame_equal

from toolkit import games
from toolkit.engine.chance import ALGORITHM
from toolkit.records.reading import read
from toolkit.replay import Mode, load
from toolkit.replay.columns import TABLES
from toolkit.replay.flat import flat_columns, read_meta
from toolkit.replay.store import StoreError
from toolkit.replay.tables import Tables
from toolkit.simulate import outputs, running
from toolkit.simulate.checkpoint import Task
from toolkit.simulate.experiment import experiment
from toolkit.simulate.session import Session
from toolkit.stats import MEASURES, compute

#: Game, options, players, whole matches, players rotate.
RUNS: list[tuple[str, dict[str, Any], list[str], bool, bool]] = [
    ("shishibo", {}, ["greedy", "random", "random"], False, True),
    ("shishibo", {"rounds": 2, "fuke_limit": 20}, ["random"] * 4, True, True),
    ("shiji", {}, ["greedy", "random"], False, True),
    ("shiji", {"source": "deck"}, ["random"] * 2, True, False),
    ("masho", {}, ["greedy", "random"], False, False),
    ("masho", {}, ["random", "greedy", "random"], False, True),
]
UNITS = 8


def run(folder: Path, number: int, units: int = UNITS, **how: Any) -> Path:
    """Play a run of the list into a folder: ``flat.parquet``, ``tables`` and ``records.jsonl``."""
    game, rules, players, whole, rotate = RUNS[number]
    made = experiment(game, [(rules, players)], 5, whole=whole, rotate=rotate)
    folder.mkdir(exist_ok=True)
    tasks = [
        Task(made, units, output=str(folder / "tables"), records=str(folder / "records.jsonl")),
        Task(made, units, output=str(folder / "flat.parquet"), records=str(folder / "again.jsonl.zst")),
    ]
    for task in tasks:
        Session(task, folder / "run.checkpoint").play(**{"compiled": False, **how})
    return folder


@pytest.fixture(scope="module", params=range(len(RUNS)))
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[int, Path]:
    """Each of the runs, interpreted."""
    number = request.param
    return number, run(tmp_path_factory.mktemp("run"), number)


def tables_of(path: Path) -> Tables:
    """The tables of what lies at a path, without the place of the records."""
    loaded = load(path, deals=True, mode=Mode.INTERPRETED)
    assert not loaded.faults
    (tables,) = loaded.tables.values()
    tables.matches = tables.matches.with_columns(file=pl.lit(None, pl.String), line=pl.lit(None, pl.Int64))
    return tables


def test_records_replay_to_the_tables_of_the_run(made: tuple[int, Path]) -> None:
    _, folder = made
    played, replayed = tables_of(folder / "tables"), tables_of(folder / "records.jsonl")
    assert len(played.matches) == UNITS
    for (name, one), (_, other) in zip(played.items(), replayed.items(), strict=True):
        assert len(one) > 0, name
        assert_frame_equal(one, other)


def test_the_flat_table_gives_the_measures_of_the_five(made: tuple[int, Path]) -> None:
    _, folder = made
    names = [name for name, each in MEASURES.items() if not each.needs & {"moves", "deals"}]
    flat, five = (compute(tables_of(folder / name), names) for name in ("flat.parquet", "tables"))
    assert len(flat) > 0
    assert_frame_equal(flat, five)


def test_the_flat_table_has_its_columns_and_says_what_was_played(made: tuple[int, Path]) -> None:
    number, folder = made
    game, rules, players, whole, rotate = RUNS[number]
    path = folder / "flat.parquet"
    assert dict(pl.read_parquet(path).schema) == flat_columns(games.get(game))
    meta = read_meta(path)
    assert (meta.game, meta.rules, meta.players) == (game, rules, players)
    assert (meta.seed, meta.chance, meta.units) == (5, ALGORITHM, UNITS)
    assert (meta.unit, meta.start) == ("match" if whole else "round", "rotate" if rotate else "p1")
    found = pq.read_metadata(path).metadata
    assert json.loads(found[b"fuda.players"]) == players
    assert found[b"fuda.chance"] == ALGORITHM.encode()


def test_records_compressed_are_the_same_records(made: tuple[int, Path]) -> None:
    _, folder = made
    one, other = ([entry.record for entry in read([folder / name])] for name in ("records.jsonl", "again.jsonl.zst"))
    assert one == other


def test_rotated_players_are_listed_as_they_sit(made: tuple[int, Path]) -> None:
    number, folder = made
    _, _, players, _, rotate = RUNS[number]
    size = len(players)
    for unit, entry in enumerate(read([folder / "records.jsonl"])):
        assert entry.record is not None
        shift = unit % size if rotate else 0
        assert entry.record.players == [
            f"{players[(seat + shift) % size]} p{(seat + shift) % size + 1}" for seat in range(size)
        ]


def test_only_single_rounds_of_longer_matches_are_unfinished(made: tuple[int, Path]) -> None:
    number, folder = made
    tables = tables_of(folder / "tables")
    whole = RUNS[number][3]
    assert tables.matches["finished"].all() or not whole
    assert whole or (tables.matches["rounds"] == 1).all()
    for entry in read([folder / "records.jsonl"]):
        assert entry.record is not None
        row = tables.matches.row(by_predicate=pl.col("match_id") == entry.record.id, named=True)
        assert entry.record.unfinished == (not row["finished"])


def test_nothing_is_left_beside_the_outputs(made: tuple[int, Path]) -> None:
    _, folder = made
    assert {path.name for path in folder.iterdir()} == {"tables", "flat.parquet", "records.jsonl", "again.jsonl.zst"}


def test_chunks_and_modes_change_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "ROW_GROUP", 10)
    one = run(tmp_path / "a", 0)
    monkeypatch.setattr(running, "FIRST_CHUNK", 3)
    monkeypatch.setattr(running, "MOST_CHUNK", 3)
    other = run(tmp_path / "b", 0, compiled=True, workers=2)
    for name in (
        "flat.parquet",
        "records.jsonl",
        "again.jsonl.zst",
        *(f"tables/shishibo/{each}.parquet" for each in TABLES),
    ):
        assert (one / name).read_bytes() == (other / name).read_bytes(), name
    assert pq.read_metadata(one / "flat.parquet").num_row_groups == 3  # 8 rounds of 3 seats


def test_foreign_tables_are_refused(tmp_path: Path) -> None:
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "a.parquet")
    (tmp_path / "b.parquet").write_text("no table")
    with pytest.raises(StoreError, match=r"a\.parquet was not written by `fuda simulate`"):
        load(tmp_path / "a.parquet")
    with pytest.raises(StoreError, match=r"b\.parquet is no Parquet file"):
        load(tmp_path / "b.parquet")


def test_the_same_matches_are_not_counted_twice(made: tuple[int, Path]) -> None:
    _, folder = made
    with pytest.raises(StoreError, match="is in what was read before as well"):
        load([folder / "flat.parquet", folder / "records.jsonl"], mode=Mode.INTERPRETED)
