"""``fuda convert``: records to tables, tables to records, records to records in their canonical spelling."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli.common import Engine, Force, Paths, complain, counted, fail, outcomes_of, replayer, report_faults
from toolkit.records.faults import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.records.model import Record
    from toolkit.replay.loading import Loaded

RECORD_SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst")


def convert(
    paths: Paths,
    output: Annotated[str, typer.Option("-o", "--output", help="A record file, or a folder for tables.")],
    to: Annotated[str, typer.Option("--to", help="Form of the tables: parquet or csv.")] = "parquet",
    force: Force = False,
    engine: Engine = "auto",
) -> None:
    """Turn records into tables, tables (a folder written by this command) into records, or rewrite records."""
    from toolkit.replay.store import FORMATS, holds_tables

    if to not in FORMATS:
        raise fail(f"--to {to!r}: expected {' or '.join(FORMATS)}")
    stored = [path for path in paths if path != "-" and holds_tables(Path(path))]
    flat = next((path for path in paths if path.lower().endswith(".parquet")), None)
    if flat is not None:
        raise fail(f"{flat}: a flat table has no decisions to convert; give records, or a folder of tables")
    writes_records = output == "-" or output.lower().endswith(RECORD_SUFFIXES)
    if stored and (len(stored) < len(paths) or not writes_records):
        raise fail("tables are turned into records: give only folders of tables, and -o a .jsonl file")
    from toolkit.replay.loading import Loaded

    loaded = Loaded()
    if stored:
        _write_records(_stored_records(stored), output, force)
    elif writes_records:
        _write_records(_canonical_records(paths, engine, loaded), output, force)
    else:
        _write_tables(paths, _place(output), to, force, engine, loaded)
    report_faults(loaded)
    if loaded.bad:
        raise typer.Exit(1)


def _place(output: str) -> Path:
    """The folder that is meant, with a name of its own."""
    if not output:
        raise fail("the name of the output is empty (a variable that is not set?)")
    return Path(os.path.realpath(output))


def _write_records(records: "Iterator[Record]", output: str, force: bool) -> None:
    from toolkit.records.writing import RecordWriter
    from toolkit.replay.store import StoreError

    with RecordWriter(output, force=force) as writer:
        try:
            for record in records:
                writer.write(record)
        except StoreError as error:
            raise fail(str(error), 1) from None
        except ValueError as error:
            raise fail(f"the tables hold no right record: {error}", 1) from None
    if output != "-":
        complain(f"{counted(writer.count, 'record')} written to {output}")


def _stored_records(folders: list[str]) -> "Iterator[Record]":
    from toolkit.replay.rebuild import records_of
    from toolkit.replay.store import read_tables

    for folder in folders:
        for tables in read_tables(Path(folder)):
            yield from records_of(tables)


def _canonical_records(paths: list[str], engine: str, loaded: "Loaded") -> "Iterator[Record]":
    from toolkit.replay.rebuild import canonical

    for batch in outcomes_of(paths, replayer(engine)):
        for outcome in batch:
            loaded.note(outcome)
            if outcome.fault is None and outcome.entry.record is not None:
                yield canonical(outcome.entry.record)


def _write_tables(paths: list[str], folder: Path, form: str, force: bool, engine: str, loaded: "Loaded") -> None:
    """Write the tables beside their place and move them there when they are complete."""
    from toolkit.replay.folders import atomic_folder
    from toolkit.replay.store import TableWriter
    from toolkit.replay.tables import Deals, TableBuilders

    builders = TableBuilders(deals=Deals.JSON)
    with atomic_folder(folder, force=force) as part:
        with TableWriter(part, form) as writer:
            for batch in outcomes_of(paths, replayer(engine, counts=True, events=True)):
                for outcome in batch:
                    loaded.note(outcome)
                builders.add(batch)
                for tables in builders.take().values():
                    writer.write(tables)
        if loaded.records == loaded.bad:
            report_faults(loaded)
            raise fail(f"there are no good records in the input; {shown(str(folder), None)} is not written", 1)
    complain(f"tables of {counted(loaded.records - loaded.bad, 'record')} written to {folder}")
