"""Whether tables that were read from a disk can be what a run or a conversion wrote: keys, numbers, and what fits."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from toolkit import games
from toolkit.games.game import Game, OptionError
from toolkit.records.faults import shown
from toolkit.replay.columns import seat_name
from toolkit.replay.store import StoreError
from toolkit.replay.tables import Tables

#: What names a row, by table; a row named twice would be counted many times where tables are joined.
KEYS = {"matches": ("match_id",), "rounds": ("match_id", "round"), "seats": ("match_id", "round", "seat")}
ROUND = ("match_id", "round")
#: No number of a table is larger; beyond, sums would not be exact.
MOST = 2**31 - 1
#: Columns that have a value in every row of a complete round, beside the features of a game that always have one.
ALWAYS = {"rounds": ("reason", "opener", "length"), "seats": ("player", "points", "won", "total", "match_points")}
#: Columns that name a seat; those of the game's features come to them.
SEATS = {"rounds": ("opener",), "seats": ("match_rank",), "moves": ("seat",), "events": ("seat",)}


def checked(tables: Tables, path: Path) -> Tables:
    """The same tables; StoreError where a row has no name or the name of another, a number cannot be, or rows do not
    fit each other (a seat is missing, a round belongs to no match, …)."""
    for what in _faults(tables, games.get(tables.game)):
        raise StoreError(f"{path}: {what}")
    return tables


def _faults(tables: Tables, game: Game) -> Iterator[str]:
    """What is wrong, the first thing first; what comes later relies on what came before."""
    for name, table in tables.items():
        yield from _of_keys(name, table)
    yield from _of_matches(tables.matches, game)
    yield from _of_rounds(tables)
    for name, table in tables.items():
        if name != "matches":
            yield from _of_values(name, table, tables, game)


def _of_keys(name: str, table: pl.DataFrame) -> Iterator[str]:
    for key in ("match_id", *KEYS.get(name, ())):
        if table[key].null_count():
            yield f"the table of {name} has rows without {key}; it is damaged"
    if name in KEYS and table.select(KEYS[name]).is_duplicated().any():
        yield f"the table of {name} has two rows of one {KEYS[name][-1]}; it is damaged"
    for column in table.select(pl.col(pl.Int32, pl.Int64)).iter_columns():
        if (column.is_between(-MOST, MOST)).not_().any():
            yield f"{column.name} of the table of {name} has a number beyond ±{MOST:,}"


def _of_matches(matches: pl.DataFrame, game: Game) -> Iterator[str]:
    if not matches["players"].is_in(list(game.seats)).all() or matches["players"].null_count():
        yield f"a match has not {game.players_wanted} players, for which {game.title} is"
    for name in ("rounds", "finished"):
        if matches[name].null_count():
            yield f"the table of matches has rows without {name}; it is damaged"
    for text, players in matches.select("rules", "players").unique(maintain_order=True).iter_rows():
        fault = fault_of_rules(text, game, players)
        if fault is not None:
            yield fault


def fault_of_rules(text: str | None, game: Game, players: int) -> str | None:
    """What is wrong with rules as JSON, for a table of so many players."""
    try:
        game.read_options(msgspec.json.decode(text or ""), players)
    except OptionError as error:
        return f"the rules of a match are none of {game.title}: {error.message}"
    except (ValueError, TypeError, AttributeError, RecursionError):  # no JSON, or no object
        return f"the rules of a match are no object of options: {shown(repr(text))}"
    return None


def _of_rounds(tables: Tables) -> Iterator[str]:
    """Matches, rounds and seats that do not belong together."""
    matches = tables.matches.select("match_id", "players", known="rounds")
    numbers = tables.rounds.group_by("match_id").agg(n=pl.len(), low=pl.min("round"), high=pl.max("round"))
    counted = matches.join(numbers, on="match_id", how="full", coalesce=True)
    for lost in _rows(counted, (pl.col("n").fill_null(0) != pl.col("known")) | pl.col("known").is_null()):
        yield f"match {shown(lost[0])} has not all the rounds that it says; tables hold whole matches"
    for lost in _rows(counted, (pl.col("low") != 1) | (pl.col("high") != pl.col("n"))):
        yield f"the rounds of match {shown(lost[0])} are not numbered from 1; it is damaged"
    of_round = tables.seats.group_by(ROUND).agg(n=pl.len(), low=pl.min("seat"), high=pl.max("seat"))
    seated = tables.rounds.select(ROUND).join(
        of_round, on=ROUND, how="full", coalesce=True, maintain_order="left_right"
    )
    seated = seated.join(matches, on="match_id", how="left")
    right = (pl.col("n") == pl.col("players")) & (pl.col("low") == 1) & (pl.col("high") == pl.col("players"))
    for lost in _rows(seated, ~right.fill_null(False)):
        yield f"round {lost[1]} of match {shown(lost[0])} has not a row for each of its seats; it is damaged"
    for name in ("moves", "events"):
        for lost in _rows(getattr(tables, name).join(tables.rounds, on=ROUND, how="anti"), pl.lit(True)):
            yield f"the table of {name} has rows of match {shown(lost[0])} that are of no round; it is damaged"


def _of_values(name: str, table: pl.DataFrame, tables: Tables, game: Game) -> Iterator[str]:
    """Values that are missing, or that no row can have."""
    features = {"rounds": game.round_features, "seats": game.seat_features}.get(name, ())
    renamed = {each: seat_name(each) if name == "seats" else each.name for each in features}
    complete = tables.rounds.filter(pl.col("complete")).select(ROUND)
    if tables.rounds["complete"].null_count():
        yield "the table of rounds has rows without complete; it is damaged"
    whole = table.join(complete, on=ROUND, how="semi") if name in ALWAYS else table.clear()
    for column in (*ALWAYS.get(name, ()), *(found for each, found in renamed.items() if not each.nullable)):
        if whole[column].null_count():
            yield f"the table of {name} has rows without {column}; it is damaged"
    seats = (*SEATS[name], *(found for each, found in renamed.items() if each.kind == "seat"))
    sized = table.join(tables.matches.select("match_id", of_match="players"), on="match_id", how="left")
    for column in seats:
        for row in _rows(sized.select(ROUND[0], column, "of_match"), ~pl.col(column).is_between(1, pl.col("of_match"))):
            yield f"{column} of the table of {name} is {row[1]} in match {shown(row[0])}, which has {row[2]} players"
    for column in {"length", "move", "legal"} & set(table.columns):
        if (table[column] < 0).any():
            yield f"{column} of the table of {name} has a number below 0; it is damaged"
    if name == "seats" and (table["won"] != (table["points"] > 0)).any():
        yield "won of the table of seats does not go with points; it is damaged"


def _rows(table: pl.DataFrame, wrong: Any) -> list[tuple[Any, ...]]:
    """The first row (by its first columns) for which a condition holds, if there is one."""
    found = table.filter(wrong)
    return found.sort(table.columns[:2]).head(1).rows()
