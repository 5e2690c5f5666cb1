"""The outputs of a run, put together from its work files when all units are played."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from toolkit import __version__
from toolkit.engine.chance import ALGORITHM
from toolkit.records.faults import shown
from toolkit.records.output import OutputError, atomic_path, check_output
from toolkit.records.writing import RecordWriter
from toolkit.replay.columns import TABLES, schema
from toolkit.replay.flat import FORMAT, Meta, flat_columns
from toolkit.replay.folders import atomic_folder, check_folder
from toolkit.replay.parquet import WRITING
from toolkit.simulate.checkpoint import Journal, Task
from toolkit.simulate.products import FIVE, FLAT, RECORDS, plain

#: Rows that are compressed together; a fixed number, so that the file does not depend on how the work was divided.
ROW_GROUP = 1 << 16
PARQUET = ".parquet"
RECORD_SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst")


def products_of(task: Task) -> list[str]:
    """What a run has to make for its outputs."""
    made = []
    if task.output is not None:
        made.append(FLAT if task.output.lower().endswith(PARQUET) else FIVE)
    if task.records is not None:
        made.append(RECORDS)
    return made


def check_outputs(task: Task, *, force: bool) -> None:
    """Raise OutputError for what keeps the outputs from being written."""
    if task.output is not None and FLAT in products_of(task):
        check_output(task.output, force=force)
        if Path(task.output).is_fifo():
            raise OutputError(f"{shown(task.output, None)} is a pipe, which holds no Parquet table; name a file")
    elif task.output is not None:
        check_folder(Path(task.output), force=force)
    if task.records is not None:
        check_output(task.records, force=force)


def meta_of_run(task: Task, units: int) -> Meta:
    """What the files of a run say of it; ``units`` were played."""
    experiment = task.experiment
    (variant,) = experiment.variants
    return Meta(
        format=FORMAT,
        version=__version__,
        game=experiment.game,
        rules=variant.rules,
        players=list(variant.players),
        seed=experiment.seed,
        chance=ALGORITHM,
        unit="match" if experiment.whole else "round",
        start="rotate" if experiment.rotate else "p1",
        units=units,
    )


def write_outputs(journal: Journal, units: int, *, force: bool) -> None:
    """Write all outputs of a run that has come to its end; each appears when it is complete."""
    task = journal.task
    game = task.experiment.rules_of_game
    meta = meta_of_run(task, units)
    if task.output is not None and FLAT in products_of(task):
        with atomic_path(task.output, force=force) as part:
            write_parquet(journal.work_file(FLAT), part, flat_columns(game), meta)
    elif task.output is not None:
        with atomic_folder(Path(task.output), force=force) as part:
            folder = part / game.name
            folder.mkdir()
            for name in TABLES:
                write_parquet(journal.work_file(name), folder / f"{name}{PARQUET}", schema(game, name), meta)
    if task.records is not None:
        with RecordWriter(task.records, force=force) as writer, journal.work_file(RECORDS).open("rb") as lines:
            for line in lines:
                writer.write_line(line)


def write_parquet(work: Path, target: Path, types: dict[str, Any], meta: Meta) -> None:
    """Write the Arrow streams of a work file as one Parquet file with fixed row groups."""
    layout = plain(pl.DataFrame(schema=types)).schema
    told: Any = meta.to_parquet()
    with pq.ParquetWriter(target, layout.with_metadata(told), **WRITING) as writer:
        for group in _groups(work, layout):
            writer.write_table(group, row_group_size=ROW_GROUP)


def _groups(work: Path, layout: pa.Schema) -> Iterator[pa.Table]:
    """The rows of the streams of a work file, ``ROW_GROUP`` at a time."""
    waiting: list[pa.RecordBatch] = []
    rows = 0
    for batch in _batches(work):
        waiting.append(batch)
        rows += batch.num_rows
        while rows >= ROW_GROUP:
            table = pa.Table.from_batches(waiting, layout)
            yield table.slice(0, ROW_GROUP)
            rows -= ROW_GROUP
            waiting = table.slice(ROW_GROUP).to_batches()
    if rows:
        yield pa.Table.from_batches(waiting, layout)


def _batches(work: Path) -> Iterator[pa.RecordBatch]:
    size = work.stat().st_size
    with pa.OSFile(str(work), "rb") as file:
        while file.tell() < size:
            with pa.ipc.open_stream(file) as stream:
                yield from stream
