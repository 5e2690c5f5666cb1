"""A simulated run as one flat table: a row a seat and round, as a Parquet file that says what was simulated.

It holds the columns of the tables ``matches``, ``rounds`` and ``seats`` (:mod:`toolkit.replay.columns`) and, nested in
``events``, the 役 and goods of the seat. Columns of rounds whose name a column of seats has too begin with ``round_``.
Decisions, deals and other events are not in it.
"""

from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from toolkit import games
from toolkit.games.game import Game
from toolkit.replay.columns import SEAT_NUMBER, schema
from toolkit.replay.parquet import ParquetError, read_metadata, read_parquet
from toolkit.replay.store import StoreError
from toolkit.replay.tables import Tables

#: Version of the file's layout; keys of its metadata begin so.
FORMAT = "1"
PREFIX = "fuda."

#: Columns of the matches that are in the file; the others are empty in simulated ones, or in the metadata.
OF_MATCHES = ("players", "rounds", "finished")
#: Columns of rounds and events that are not in the file, or that a row has anyway.
LEFT_OUT = ("match_id", "round", "deal")
NESTED = ("move", "event", "value", "detail")
KEY = ("match_id", "round")


class Meta(msgspec.Struct, frozen=True):
    """What the metadata of a file says, one key a field: ``fuda.format``, ``fuda.game``, …

    ``rules`` are the options that differ from the defaults, ``players`` the automatic players by seat of the first
    unit, ``chance`` names the algorithm of the random numbers, ``unit`` is round or match, ``units`` how many.
    """

    format: str
    version: str
    game: str
    rules: dict[str, bool | int | str]
    players: list[str]
    seed: int
    chance: str
    unit: str
    start: str
    units: int

    def to_parquet(self) -> dict[str, str]:
        """As keys and values of a Parquet file: texts as they are, other values as JSON."""
        return {
            PREFIX + name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
            for name, value in msgspec.structs.asdict(self).items()
        }

    @classmethod
    def from_parquet(cls, found: dict[str, str]) -> "Meta":
        """What :meth:`to_parquet` made; StoreError where it did not."""
        values: dict[str, Any] = {}
        try:
            for field in msgspec.structs.fields(cls):
                text = found[PREFIX + field.name]
                values[field.name] = text if field.type is str else msgspec.json.decode(text)
            return msgspec.convert(values, cls)
        except (KeyError, ValueError):  # msgspec's errors are ValueErrors
            raise StoreError("not written by `fuda simulate`") from None


def round_names(game: Game) -> dict[str, str]:
    """Columns of the table of rounds that a flat table has: what they are called there."""
    taken = {*schema(game, "seats"), *OF_MATCHES}
    return {name: f"round_{name}" if name in taken else name for name in schema(game, "rounds") if name not in LEFT_OUT}


def flatten(tables: Tables) -> pl.DataFrame:
    """The flat table of some tables; ``events`` holds the patterns of each seat (of seat 1 where they have none)."""
    game = games.get(tables.game)
    matches = tables.matches.select("match_id", pl.col(OF_MATCHES).name.prefix("match_"))
    rounds = tables.rounds.select(*KEY, *(pl.col(name).alias(new) for name, new in round_names(game).items()))
    kinds = list(game.patterns)
    events = (
        tables.events.filter(pl.col("event").cast(pl.String).is_in(kinds))
        .with_columns(pl.col("event").cast(pl.String), seat=pl.col("seat").fill_null(1))
        .group_by(*KEY, "seat", maintain_order=True)
        .agg(pl.struct(NESTED).alias("events"))
    )
    none = pl.lit([], dtype=_nested())
    return (
        tables.seats.join(rounds, on=KEY, maintain_order="left")
        .join(matches, on="match_id", maintain_order="left")
        .rename({f"match_{name}": _of_match(name) for name in OF_MATCHES})
        .join(events, on=(*KEY, "seat"), how="left", maintain_order="left")
        .with_columns(pl.col("events").fill_null(none))
    )


def _of_match(name: str) -> str:
    """What a column of the matches is called in a flat table."""
    return {"rounds": "match_rounds", "finished": "match_finished"}.get(name, name)


def _nested() -> Any:
    return pl.List(pl.Struct({"move": pl.Int32, "event": pl.String, "value": pl.Int64, "detail": pl.String}))


def read_meta(path: Path) -> Meta:
    """What a flat file says of its run; StoreError for any other file."""
    try:
        found = read_metadata(path)
    except ParquetError as error:
        raise StoreError(str(error)) from None
    try:
        meta = Meta.from_parquet({key.decode(errors="replace"): value.decode() for key, value in found.items()})
    except (StoreError, UnicodeDecodeError):
        raise StoreError(f"{path} was not written by `fuda simulate`; tables are read in folders") from None
    if meta.game in games.NAMES and len(meta.players) not in games.get(meta.game).seats:
        wanted = games.get(meta.game).players_wanted
        raise StoreError(f"{path} has {len(meta.players)} players in its metadata; {meta.game} is for {wanted}")
    if meta.format != FORMAT or meta.game not in games.NAMES:
        raise StoreError(f"{path} has layout {meta.format} of {meta.game}; this version of fuda reads layout {FORMAT}")
    return meta


def read_flat(path: Path) -> Tables:
    """The tables of a flat file: ``moves`` is empty, ``events`` has the patterns only. StoreError for other files."""
    meta = read_meta(path)
    game = games.get(meta.game)
    try:
        flat = read_parquet(path, flat_columns(game))
        return _tables(_agreeing(flat, game, meta, path), game, meta, path)
    except ParquetError as error:
        raise StoreError(str(error)) from None
    except pl.exceptions.PolarsError as error:
        raise StoreError(f"{path} does not hold the table: {str(error).strip().splitlines()[0]}") from None


def _agreeing(flat: pl.DataFrame, game: Game, meta: Meta, path: Path) -> pl.DataFrame:
    """The rows of a flat table, in order; StoreError where they do not agree with each other, or with the metadata.

    What they say of a round is read from seat 1, and of a match from its first round. Fewer matches than were simulated
    are no fault: somebody chose some.
    """
    seats = len(meta.players)
    if not flat["players"].eq_missing(seats).all():
        raise StoreError(f"{path}: a match has not the {seats} players of the metadata; it is damaged")
    of_rounds = [*KEY, *round_names(game).values()]
    of_matches = ["match_id", *map(_of_match, OF_MATCHES)]
    if not _agree(flat, seats, of_rounds):
        flat = flat.sort(*KEY, "seat")
        if not _agree(flat, seats, of_rounds):
            raise StoreError(f"{path}: the rows of a round do not agree about it, or a seat is missing; it is damaged")
    matches = flat.select(of_matches).unique()
    if matches["match_id"].is_duplicated().any():
        raise StoreError(f"{path}: the rows of a match do not agree about it; it is damaged")
    if len(matches) > meta.units:
        raise StoreError(f"{path} has {len(matches):,} matches, but its metadata says {meta.units:,}; it is damaged")
    return flat


def _agree(flat: pl.DataFrame, seats: int, columns: list[str]) -> bool:
    """Whether the rows of every seat say the same in these columns, in the same order."""
    first, *others = (flat.filter(pl.col("seat") == seat).select(columns) for seat in range(1, seats + 1))
    return sum(map(len, (first, *others))) == len(flat) and all(other.equals(first) for other in others)


def _tables(flat: pl.DataFrame, game: Game, meta: Meta, path: Path) -> Tables:
    types = {name: schema(game, name) for name in ("matches", "rounds", "seats", "moves", "events")}
    per_round = flat.filter(pl.col("seat") == 1)
    per_match = per_round.filter(pl.col("round") == 1)
    known = {
        "file": pl.lit(str(path)),
        "line": pl.lit(None),
        "rules": pl.lit(msgspec.json.encode(meta.rules).decode()),
        **{name: pl.lit(None) for name in ("meta", "date", "event")},
        **{name: pl.col(_of_match(name)) for name in OF_MATCHES},
    }
    matches = per_match.select(
        known.get(name, pl.col(name)).cast(kind).alias(name) for name, kind in types["matches"].items()
    )
    renamed = round_names(game)
    rounds = per_round.select(
        (pl.lit(None) if name == "deal" else pl.col(renamed.get(name, name))).cast(kind).alias(name)
        for name, kind in types["rounds"].items()
    )
    seats = flat.select(pl.col(name).cast(kind) for name, kind in types["seats"].items())
    events = (
        flat.select(*KEY, "seat", "events")
        .filter(pl.col("events").list.len() > 0)
        .explode("events")
        .unnest("events")
        .select(pl.col(name).cast(kind) for name, kind in types["events"].items())
    )
    return Tables(game.name, matches, rounds, seats, pl.DataFrame(schema=types["moves"]), events)


def flat_columns(game: Game) -> dict[str, Any]:
    """Names and types of the columns of a flat table, words as texts."""

    def plain(kind: Any) -> Any:
        return pl.String if isinstance(kind, pl.Enum) else kind

    rounds = schema(game, "rounds")
    return {
        **{name: plain(kind) for name, kind in schema(game, "seats").items()},
        **{new: plain(rounds[name]) for name, new in round_names(game).items()},
        "players": SEAT_NUMBER,
        "match_rounds": pl.Int32,
        "match_finished": pl.Boolean,
        "events": _nested(),
    }
