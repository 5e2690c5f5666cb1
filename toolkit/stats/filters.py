"""Choosing what statistics are about: the matches, rounds and seats for which a condition holds."""

import json
from typing import TYPE_CHECKING, Any

import polars as pl

from toolkit import games
from toolkit.replay.tables import Tables
from toolkit.stats import units
from toolkit.stats.conditions import (
    LEVELS,
    RULES,
    Condition,
    FilterError,
    Name,
    UnknownNameError,
    condition,
    names_of,
    unknown_name,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["FilterError", "UnknownNameError", "check", "where"]

MORE = "; each game has more, and its options (`fuda rules GAME`)"
MATCH, ROUND, SEAT = ["match_id"], ["match_id", "round"], ["match_id", "round", "seat"]


def where(tables: Tables, text: str) -> Tables:
    """The tables of what a condition holds for: ``where(tables, 'player == "Aoi" and players == 4')``.

    Names are the columns of matches, rounds and seats and the game's options (at their default where a record does not
    write them); where several have a name, write ``rounds.wins``, ``seats.wins``, ``rules.wins``. There are ``==``,
    ``!=``, ``<`` …, ``in [..]``, ``and``, ``or``, ``not`` and parentheses. A comparison with a missing value is false;
    ``!=`` and ``not`` are true opposites of ``==`` and of what follows.

    The finest table that the condition asks about decides what is chosen. A condition on matches (and options) chooses
    matches; on rounds, rounds and the matches that have such rounds; on seats, rows of seats, their decisions and
    events, and the rounds and matches that have such a seat. Measures of single seats then speak of the chosen seats,
    measures of rounds of the chosen rounds with all their players, and measures of whole matches of the whole matches.

    FilterError for a text that is no condition or compares what cannot be compared; UnknownNameError for a name that
    the game does not have.
    """
    found = condition(tables.game, text)
    frame = _joined(tables, found).filter(found.expression)
    if found.level == 0:
        return units.only(tables, frame["match_id"].to_list())
    return _chosen(tables, frame, seats=found.level == 2)


def check(text: str, names: "Sequence[str]" = games.NAMES) -> None:
    """Raise what :func:`where` would raise for tables of all these games; fine if the text fits one of them."""
    errors = []
    for name in names:
        try:
            condition(name, text)
        except UnknownNameError as error:
            errors.append(error)
        else:
            return
    if len(names) == 1:
        raise errors[0]
    first, *others = (names_of(name) for name in names)
    keys = [{each.key for each in other} for other in others]
    shared = [each for each in first if each.table != RULES and all(each.key in other for other in keys)]
    raise unknown_name("no game", errors[0].name, shared, MORE)


def _joined(tables: Tables, found: Condition) -> pl.DataFrame:
    """One row a match, round or seat, with the columns that the condition asks about."""
    asked = {table: [each for each in found.names if each.table == table] for table in (*LEVELS, RULES)}
    options = [_option(tables, each) for each in asked[RULES]]
    frame = tables.matches.select(*MATCH, *(_called(each) for each in asked["matches"])).with_columns(options)
    if found.level > 0:
        rounds = tables.rounds.select(*ROUND, *(_called(each) for each in asked["rounds"]))
        frame = rounds.join(frame, on=MATCH, maintain_order="left")
    if found.level > 1:
        seats = tables.seats.select(*SEAT, *(_called(each) for each in asked["seats"]))
        frame = seats.join(frame, on=ROUND, maintain_order="left")
    return frame


def _called(name: Name) -> pl.Expr:
    return pl.col(name.name).alias(name.key)


def _option(tables: Tables, name: Name) -> pl.Series:
    """The value of an option in every match."""
    option = next(each for each in games.get(tables.game).options if each.name == name.name)
    default = option.encode(option.default)
    values = {text: json.loads(text).get(name.name, default) for text in tables.matches["rules"].unique()}
    types: dict[str, Any] = {"number": pl.Int64, "truth": pl.Boolean, "word": pl.String}
    return pl.Series(name.key, [values[text] for text in tables.matches["rules"]], dtype=types[name.kind])


def _chosen(tables: Tables, kept: pl.DataFrame, *, seats: bool) -> units.Chosen:
    """The tables of some rounds or seats, with the whole matches that they belong to."""

    def of(table: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
        return table.join(kept.select(keys).unique(), on=keys, how="semi", maintain_order="left")

    every = units.whole(tables)
    whole = Tables(
        tables.game,
        of(every.matches, MATCH),
        of(every.rounds, MATCH),
        of(every.seats, MATCH),
        every.moves.clear(),
        every.events.clear(),
    )
    keys = SEAT if seats else ROUND
    events = of(tables.events, ROUND)
    if seats:
        chosen = kept.select(SEAT).with_columns(chosen=pl.lit(True))
        marked = events.join(chosen, on=SEAT, how="left", maintain_order="left")
        events = marked.filter(pl.col("seat").is_null() | pl.col("chosen")).drop("chosen")
    rounds, rows, moves = of(tables.rounds, ROUND), of(tables.seats, keys), of(tables.moves, keys)
    return units.Chosen(tables.game, of(tables.matches, MATCH), rounds, rows, moves, events, whole)
