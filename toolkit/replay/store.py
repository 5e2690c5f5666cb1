"""The tables on disk: a folder a game, a Parquet or CSV file a table, written as the batches come."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import polars as pl
import pyarrow.parquet as pq

from toolkit import games
from toolkit.records.output import atomic_path
from toolkit.replay.columns import TABLES, schema
from toolkit.replay.parquet import WRITING, ParquetError, read_parquet
from toolkit.replay.tables import Tables

FORMATS = ("parquet", "csv")
#: First characters that make a spreadsheet take a text for a formula; the wide ones do so where Japanese is set.
FORMULA = "=+-@＝＋－＠\t\r\n"
GUARD = "'"


class StoreError(ValueError):
    """A folder that does not hold the tables."""


class TableWriter(AbstractContextManager["TableWriter"]):
    """Appends tables to the files of a folder: ``<folder>/<game>/<table>.<format>``.

    In CSV files texts that a spreadsheet would run as formulas (and texts that begin with an apostrophe) get
    an apostrophe in front; reading takes it away again.
    """

    def __init__(self, folder: Path, form: str) -> None:
        self.folder = folder
        self.form = form
        self._files: dict[tuple[str, str], Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._files.values():
            file.close()

    def write(self, tables: Tables) -> None:
        """Append the rows of the five tables of one game."""
        for name, table in tables.items():
            if self.form == "csv":
                self._append_csv(tables.game, name, table)
            else:
                self._append_parquet(tables.game, name, table)

    def _append_parquet(self, game: str, name: str, table: pl.DataFrame) -> None:
        arrow = table.with_columns(pl.col(pl.Enum).cast(pl.String)).to_arrow()
        writer = self._files.get((game, name))
        if writer is None:
            writer = pq.ParquetWriter(self._path(game, name), arrow.schema, **WRITING)
            self._files[game, name] = writer
        writer.write_table(arrow)

    def _append_csv(self, game: str, name: str, table: pl.DataFrame) -> None:
        file = self._files.get((game, name))
        first = file is None
        if file is None:
            file = self._files[game, name] = self._path(game, name).open("wb")
        guarded(table).write_csv(file, include_header=first)

    def _path(self, game: str, name: str) -> Path:
        folder = self.folder / game
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{name}.{self.form}"


def guarded(table: pl.DataFrame) -> pl.DataFrame:
    """A table for a CSV file: texts that a spreadsheet would run get an apostrophe in front."""
    text = pl.col(pl.String)
    risky = text.str.contains(f"^[{re.escape(FORMULA + GUARD)}]")
    return table.with_columns(pl.when(risky).then(pl.lit(GUARD) + text).otherwise(text).name.keep())


def write_frame(frame: pl.DataFrame, path: str | Path, *, force: bool) -> None:
    """Write figures as one file, ``.csv`` or else Parquet; OutputError as of :func:`atomic_path`.

    The bytes are put together in memory: what polars raises where a disk is full is no error of the system, and a pipe
    cannot be sought in.
    """
    made = BytesIO()
    if str(path).lower().endswith(".csv"):
        guarded(frame).write_csv(made)
    else:
        frame.write_parquet(made)
    with atomic_path(path, force=force) as part:
        part.write_bytes(made.getvalue())


def holds_tables(folder: Path) -> bool:
    """Whether a folder was written by :class:`TableWriter`."""
    return any(_games_in(folder))


def holds_only_tables(folder: Path) -> bool:
    """Whether everything in a folder could have been written by :class:`TableWriter`, so that nothing else is lost."""
    for path in folder.rglob("*"):
        place = path.relative_to(folder)
        if path.is_dir() and not path.is_symlink():
            right = len(place.parts) == 1 and place.name in games.NAMES
        else:
            right = len(place.parts) == 2 and place.stem in TABLES and place.suffix[1:] in FORMATS
        if not right:
            return False
    return True


def _games_in(folder: Path) -> Iterator[tuple[str, str]]:
    for game in games.NAMES:
        for form in FORMATS:
            if (folder / game / f"matches.{form}").is_file():
                yield game, form


def read_tables(folder: Path) -> Iterator[Tables]:
    """The tables of every game in a folder; StoreError for a missing table or column."""
    for game, form in _games_in(folder):
        found = {}
        for name in TABLES:
            path = folder / game / f"{name}.{form}"
            if not path.is_file():
                raise StoreError(f"{path} is missing; the tables of a game lie together")
            found[name] = _read(path, form, schema(games.get(game), name))
        yield Tables(game, **found)


def _read(path: Path, form: str, types: dict[str, Any]) -> pl.DataFrame:
    try:
        if form == "parquet":
            table = read_parquet(path, types)
        else:
            table = pl.read_csv(path, glob=False, infer_schema=False)
            missing = [name for name in types if name not in table.columns]
            if missing:
                raise StoreError(f"{path} has no column {missing[0]!r}")
            table = table.with_columns(pl.all().str.strip_prefix(GUARD))
        booleans = [name for name, kind in types.items() if kind == pl.Boolean and table[name].dtype == pl.String]
        return table.select(
            (pl.col(name) == "true" if name in booleans else pl.col(name)).cast(kind).alias(name)
            for name, kind in types.items()
        )
    except ParquetError as error:
        raise StoreError(str(error)) from None
    except pl.exceptions.PolarsError as error:
        first = str(error).strip().splitlines()[0]
        raise StoreError(f"{path} does not hold the table: {first}") from None
