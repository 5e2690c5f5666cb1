"""``fuda convert``: records to tables, tables to records, records to records in their canonical spelling."""

import errno
import os
import shutil
from contextlib import suppress
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
    from toolkit.records.output import output_errors
    from toolkit.replay.store import TableWriter
    from toolkit.replay.tables import Deals, TableBuilders

    _check_folder(folder, force)
    builders = TableBuilders(deals=Deals.JSON)
    part = folder.with_name(f".fuda-{os.urandom(8).hex()}.part")
    try:
        with output_errors(folder):
            _make(part, folder)
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
            _put(part, folder, force)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    complain(f"tables of {counted(loaded.records - loaded.bad, 'record')} written to {folder}")


def _check_folder(folder: Path, force: bool) -> None:
    """Raise OutputError unless tables may be put there; nothing but tables is ever overwritten."""
    from toolkit.records.output import OutputError
    from toolkit.replay.store import holds_only_tables

    name = shown(str(folder), None)
    if folder.is_dir():
        if not holds_only_tables(folder):
            raise OutputError(f"{name} is a folder with other things than tables in it; name a new one")
        if not force:
            raise _exists(folder)
    elif folder.exists() or folder.is_symlink():
        raise OutputError(f"{name} exists and is no folder; name a new folder, or a record file that ends in .jsonl")
    if not folder.parent.is_dir():
        raise OutputError(f"cannot write {name}: there is no folder {shown(str(folder.parent), None)}")


def _exists(folder: Path) -> OSError:
    from toolkit.records.output import OutputError

    return OutputError(f"{shown(str(folder), None)} exists already; choose another name, or overwrite it with --force")


def _make(part: Path, folder: Path) -> None:
    from toolkit.records.output import OutputError

    try:
        part.mkdir()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(f"cannot write {shown(str(folder), None)}: {reason}") from error


def _put(part: Path, folder: Path, force: bool) -> None:
    """Move a complete folder to its place; the one that was there goes only when that has worked.

    Another program may put one there at the same time: it stays, unless ``force`` is set; then the last one stays.
    """
    replaced: list[Path] = []
    try:
        while not _moved(part, folder):
            if not force:
                raise _exists(folder)
            old = folder.with_name(f".fuda-{os.urandom(8).hex()}.old")
            with suppress(FileNotFoundError):  # somebody else has moved it away
                folder.rename(old)
                replaced.append(old)
    except BaseException:
        if replaced and not folder.exists():
            replaced[-1].rename(folder)
        raise
    finally:
        for old in replaced:
            shutil.rmtree(old, ignore_errors=True)


def _moved(part: Path, folder: Path) -> bool:
    """Move a folder to its place; False if there is one already."""
    try:
        part.rename(folder)
    except OSError as error:
        if error.errno in (errno.EEXIST, errno.ENOTEMPTY):
            return False
        raise
    return True
