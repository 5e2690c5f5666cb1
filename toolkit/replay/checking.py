"""Whether tables that were read from a disk can be what a run or a conversion wrote: their keys and numbers."""

from pathlib import Path

import polars as pl

from toolkit import games
from toolkit.replay.store import StoreError
from toolkit.replay.tables import Tables

#: What names a row, by table; a row named twice would be counted many times where tables are joined.
KEYS = {"matches": ("match_id",), "rounds": ("match_id", "round"), "seats": ("match_id", "round", "seat")}
#: No number of a table is larger; beyond, sums would not be exact.
MOST = 2**31 - 1


def checked(tables: Tables, path: Path) -> Tables:
    """The same tables; StoreError where a row has no name or the name of another, or a number cannot be."""
    game = games.get(tables.game)
    for name, table in tables.items():
        for key in ("match_id", *KEYS.get(name, ())):
            if table[key].null_count():
                raise StoreError(f"{path}: the table of {name} has rows without {key}; it is damaged")
        if name in KEYS and table.select(KEYS[name]).is_duplicated().any():
            raise StoreError(f"{path}: the table of {name} has two rows of one {KEYS[name][-1]}; it is damaged")
        for column in table.select(pl.col(pl.Int32, pl.Int64)).iter_columns():
            if (column.is_between(-MOST, MOST)).not_().any():
                raise StoreError(f"{path}: {column.name} of the table of {name} has a number beyond ±{MOST:,}")
    if not tables.matches["players"].is_in(list(game.seats)).all() or tables.matches["players"].null_count():
        raise StoreError(f"{path}: a match has not {game.players_wanted} players, for which {game.title} is")
    return tables
