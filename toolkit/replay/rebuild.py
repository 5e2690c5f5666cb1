"""Records from tables, and records in their canonical spelling."""

from collections.abc import Iterator
from typing import Any

import msgspec
import polars as pl

from toolkit.records.faults import Fault
from toolkit.records.judging import judge
from toolkit.records.model import Record, Round
from toolkit.records.writing import to_line
from toolkit.replay.match import Match
from toolkit.replay.tables import Tables


def canonical(record: Record) -> Record:
    """A good record as the toolkit writes it: canonical tokens, only options that differ from the defaults,
    and the result of every finished round and of the match filled in."""
    match = Match(record.game, record.players, rules=record.rules, id=record.id)
    for each in record.rounds:
        match.deal(each.deal)
        for number, token in enumerate(each.moves, 1):
            match.push(token, settle=number == len(each.moves))
    if not record.unfinished:
        match.finish_round()
    made = match.to_record()
    return msgspec.structs.replace(made, meta=record.meta)


def records_of(tables: Tables) -> Iterator[Record]:
    """The records that tables were made from, in canonical spelling.

    The tables need their moves and the deals of the rounds; ValueError names the match that lacks them. A match
    that breaks the rules raises ``IllegalMove``.
    """
    moves = tables.moves.with_columns(
        pl.concat_str(pl.lit("p"), pl.col("seat").cast(pl.String), pl.lit(" "), pl.col("token")).alias("token")
    )
    tokens = {
        (match, number): list(found)
        for match, number, found in moves.group_by("match_id", "round", maintain_order=True).agg("token").iter_rows()
    }
    names = dict(
        tables.seats.filter(pl.col("round") == 1).group_by("match_id", maintain_order=True).agg("player").iter_rows()
    )
    deals: dict[str, list[str | None]] = dict(
        tables.rounds.group_by("match_id", maintain_order=True).agg("deal").iter_rows()
    )
    orphans = deals.keys() - set(tables.matches["match_id"])
    if orphans:
        raise ValueError(f"match {min(orphans)!r} has rounds, but no row in the table of matches")
    for match, rules, meta, finished in tables.matches.select("match_id", "rules", "meta", "finished").iter_rows():
        dealt = deals.get(match, [])
        if match not in names or any(deal is None for deal in dealt):
            raise ValueError(f"match {match!r} has no deals or no seats in these tables")
        try:
            rounds = [
                Round(msgspec.json.decode(deal or "{}", type=dict[str, Any]), tokens.get((match, number), []))
                for number, deal in enumerate(dealt, 1)
            ]
            record = Record(
                format=1, game=tables.game, id=match, players=names[match], rounds=rounds,
                rules=msgspec.json.decode(rules or "{}"), meta=msgspec.Raw((meta or "").encode()),
                unfinished=not finished,
            )  # fmt: skip
            # The tables may have been edited: what they hold is judged like a line of a file.
            judged = judge(to_line(record))
            if isinstance(judged, Fault):
                raise ValueError(judged.message)
            yield canonical(judged)
        except ValueError as error:
            raise ValueError(f"match {match!r}: {error}") from error
