"""Parquet files read with distrust: damaged ones, and columns of another kind, are refused before they are used.

pyarrow reads them: it answers damage with an error, where polars may end a thread. What fuda writes has a checksum in
every page.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

#: How tables are written.
WRITING: dict[str, Any] = {"compression": "zstd", "write_page_checksum": True}
#: Bytes that a value of a column without a fixed width takes at least.
WIDTH = 8


class ParquetError(ValueError):
    """A file that is no Parquet file, is damaged, or has other columns than were expected."""


def read_metadata(path: Path) -> dict[bytes, bytes]:
    """Keys and values of the metadata of a Parquet file."""
    with _file(path) as file:
        return dict(file.metadata.metadata or {})


def read_parquet(path: Path, types: Mapping[str, Any]) -> pl.DataFrame:
    """The columns of these names; ParquetError where their types cannot be read as those (of polars) wanted."""
    with _file(path) as file:
        layout = file.schema_arrow
        for name, kind in types.items():
            found = layout.get_all_field_indices(name)
            if len(found) != 1:
                raise ParquetError(f"{path} has {'two columns' if found else 'no column'} {name!r}")
            if not _fits(layout.field(name).type, kind):
                raise ParquetError(f"{path} has {layout.field(name).type} in column {name!r}; expected {kind}")
        needed = file.metadata.num_rows * sum(_width(layout.field(name).type) for name in types)
        if needed > _memory():
            raise ParquetError(
                f"{path} has {file.metadata.num_rows:,} rows, which need more memory than this machine has"
            )
        table = file.read(columns=list(types))
        table.validate(full=True)
    read = pl.from_arrow(table)
    assert isinstance(read, pl.DataFrame)
    return read


@contextmanager
def _file(path: Path) -> Iterator[pq.ParquetFile]:
    """The open file; what pyarrow says of a damaged one becomes ParquetError."""
    try:
        with pa.OSFile(str(path), "rb") as source, pq.ParquetFile(source, page_checksum_verification=True) as file:
            yield file
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError) and error.errno is not None:  # the file cannot be read at all
            raise
        said = str(error).strip().splitlines()
        raise ParquetError(f"{path} is no Parquet file, or damaged: {said[0] if said else 'no reason given'}") from None


def _fits(found: Any, wanted: Any) -> bool:
    """Whether the values of a column of Arrow can be read as those of a type of polars without a change of meaning."""
    types = pa.types
    if types.is_null(found):
        return True
    if isinstance(wanted, pl.List):
        return (types.is_list(found) or types.is_large_list(found)) and _fits(found.value_type, wanted.inner)
    if isinstance(wanted, pl.Struct):
        names = [each.name for each in found] if types.is_struct(found) else []
        return all(
            names.count(each.name) == 1 and _fits(found.field(each.name).type, each.dtype) for each in wanted.fields
        )
    if wanted.is_integer():
        return bool(types.is_integer(found))
    if wanted == pl.Boolean:
        return bool(types.is_boolean(found))
    words = found.value_type if types.is_dictionary(found) else found
    return bool(types.is_string(words) or types.is_large_string(words) or types.is_string_view(words))


def _width(kind: Any) -> float:
    try:
        return float(kind.bit_width) / 8
    except ValueError:  # a type without a fixed width
        return WIDTH


def _memory() -> float:
    """Bytes of memory that this machine has, as far as it can be told."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):  # not on Windows
        return float("inf")
