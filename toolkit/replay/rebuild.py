"""Records from tables, and records in their canonical spelling."""

from collections.abc import Iterator

import msgspec
import polars as pl

from toolkit.records.model import Record, Round
from toolkit.replay.match import Match
from toolkit.replay.tables import Tables


def canonical(record: Record) -> Record:
    """A good record as the toolkit writes it: canonical tokens, only options that differ from the defaults,
    and the result of every finished round and of the match filled in."""
    match = Match(record.game, record.players, rules=record.rules, id=record.id)
    for each in record.rounds:
        match.deal(each.deal)
        for token in each.moves:
            match.push(token)
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
    for match, rules, meta, finished in tables.matches.select("match_id", "rules", "meta", "finished").iter_rows():
        dealt = deals.get(match, [])
        if match not in names or any(deal is None for deal in dealt):
            raise ValueError(f"match {match!r} has no deals or no seats in these tables")
        rounds = [
            Round(msgspec.json.decode(deal or "{}"), tokens.get((match, number), []))
            for number, deal in enumerate(dealt, 1)
        ]
        raw = msgspec.Raw((meta or "").encode())
        yield canonical(
            Record(
                format=1, game=tables.game, id=match, players=names[match], rounds=rounds,
                rules=msgspec.json.decode(rules), meta=raw, unfinished=not finished,
            )
        )  # fmt: skip
