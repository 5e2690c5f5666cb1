"""The columns of the five tables: names, types and meaning."""

from typing import Any, NamedTuple

import polars as pl

from toolkit.games.game import Feature, Game

SEAT_NUMBER = pl.Int8
TABLES = ("matches", "rounds", "seats", "moves", "events")


class Column(NamedTuple):
    """One column of a table: its name, its polars type and what it means."""

    name: str
    type: Any
    meaning: str


def columns(game: Game) -> dict[str, tuple[Column, ...]]:
    """The columns of the five tables of a game, in order, with their meaning."""
    key = Column("match_id", pl.String, "id of the record")
    number = Column("round", pl.Int32, "round of the match, from 1")
    return {
        "matches": (
            key,
            Column("file", pl.String, "file the record was read from; null if simulated"),
            Column("line", pl.Int64, "line in that file"),
            Column("players", SEAT_NUMBER, "number of players"),
            Column("rules", pl.String, "options that differ from the defaults, as JSON"),
            Column("meta", pl.String, "what the writer noted, as JSON"),
            Column("date", pl.String, "`date` of `meta`, if it is text"),
            Column("event", pl.String, "`event` of `meta`, if it is text"),
            Column("rounds", pl.Int32, "rounds replayed"),
            Column("finished", pl.Boolean, "whether the match was played to its end"),
        ),
        "rounds": (
            key,
            number,
            Column("complete", pl.Boolean, "whether the round was played to its end"),
            Column("reason", pl.Enum(game.reasons), "why it ended; null if it is unfinished"),
            Column("opener", SEAT_NUMBER, "seat that opens the round, from 1"),
            Column("length", pl.Int32, "decisions in the round"),
            Column("deal", pl.String, "the deal of the record, as JSON or as a name of it, where it was asked for"),
            *(Column(each.name, _type(each), each.meaning) for each in game.round_features),
        ),
        "seats": (
            key,
            number,
            Column("seat", SEAT_NUMBER, "seat of the player, from 1"),
            Column("player", pl.String, "name of the player"),
            Column("points", pl.Int64, "points of the round"),
            Column("won", pl.Boolean, "whether the points of the round are positive"),
            Column("total", pl.Int64, "points of the match after the round"),
            Column("match_points", pl.Int64, "points of the whole match"),
            Column("match_rank", SEAT_NUMBER, "rank in the match, equal points share it"),
            Column("rank_points", pl.Int64, "rank points of the match, where the game has them"),
            *(Column(seat_name(each), _type(each), each.meaning) for each in game.seat_features),
        ),
        "moves": (
            key,
            number,
            Column("move", pl.Int32, "decision in the round, from 1"),
            Column("seat", SEAT_NUMBER, "seat that decided, from 1"),
            Column("token", pl.String, "the decision without its player"),
            Column("legal", pl.Int32, "number of legal decisions"),
        ),
        "events": (
            key,
            number,
            Column("move", pl.Int32, "decision that caused it; 0 for the deal"),
            Column("seat", SEAT_NUMBER, "seat it belongs to; null for none"),
            Column("event", pl.Enum(game.event_kinds), "what happened"),
            Column("value", pl.Int64, "its value: points, stake, cards, by kind of event"),
            Column("detail", pl.String, "which 役, goods or cards"),
        ),
    }


def _type(feature: Feature) -> Any:
    if isinstance(feature.kind, tuple):
        return pl.Enum(feature.kind)
    return {"int": pl.Int64, "bool": pl.Boolean, "seat": SEAT_NUMBER}[feature.kind]


def seat_name(feature: Feature) -> str:
    """Feature names that the common columns use already get a prefix."""
    return f"round_{feature.name}" if feature.name in ("total", "points", "won") else feature.name


def schema(game: Game, table: str) -> dict[str, Any]:
    """Names and types of the columns of one table."""
    return {column.name: column.type for column in columns(game)[table]}
