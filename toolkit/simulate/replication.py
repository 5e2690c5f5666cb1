"""The same deal played again and again: rounds that differ in nothing but the players' choices."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from toolkit import games
from toolkit.engine.chance import ALGORITHM, CHOICES, DEAL, STREAM_SIZE, open_stream
from toolkit.engine.choosing import STREAMS, WORK
from toolkit.engine.contract import GAME, STATES
from toolkit.games.game import Game
from toolkit.records.model import Record, Round, RoundResult, meta_of
from toolkit.records.reading import Entry
from toolkit.replay.batch import Wanted
from toolkit.replay.match import engine_of
from toolkit.replay.stream import Mode, Replayer
from toolkit.replay.tables import Deals, TableBuilder, Tables
from toolkit.simulate.players import built_in_kind


def replicated(
    game: str,
    kinds: Sequence[str],
    deals: int,
    replications: int,
    seed: int = 0,
    rules: Mapping[str, object] | None = None,
) -> Tables:
    """Tables of ``deals`` deals, each played ``replications`` times by the same automatic players.

    For the measure ``luck``. Every round is the first of a match of its own; ``deal`` of the rounds is filled, the
    tables of moves and events are not. Arguments and errors as in :func:`replications_of`.
    """
    builder = TableBuilder(games.get(game), moves=False, events=False, deals=Deals.JSON)
    records = replications_of(game, kinds, deals, replications, seed, rules)
    entries = (Entry("", number, record, None, 0) for number, record in enumerate(records, 1))
    for batch in Replayer(Wanted(), Mode.INTERPRETED).batches(entries):
        for outcome in batch:
            if outcome.fault is not None:
                raise AssertionError(f"automatic players broke a rule: {outcome.fault}")
        builder.add(batch)
    tables = builder.take()
    nowhere = (pl.lit(None).cast(tables.matches.schema[name]).alias(name) for name in ("file", "line"))
    return replace(tables, matches=tables.matches.with_columns(nowhere))


def replications_of(
    game: str,
    kinds: Sequence[str],
    deals: int,
    replications: int,
    seed: int = 0,
    rules: Mapping[str, object] | None = None,
) -> Iterator[Record]:
    """The same rounds as records, ``shishibo-SEED-DEAL-REPLICATION``, the replications of a deal one after the other.

    Deal d is that of the first round of match d of the seed (so ``Sampler.record(d)`` begins with it), and replication
    0 is how that round goes there; replication r draws its choices from the streams of round r. ``kinds`` names an
    automatic player for each seat. Raises KeyError for an unknown game, ``PlayerError`` for an unknown player,
    ``OptionError`` for options, ValueError for a wrong number of players or a seed that is no number below 2**63.
    """
    found = games.get(game)
    if len(kinds) not in found.seats:
        raise ValueError(f"{len(kinds)} players; {found.title} is for {found.players_wanted}")
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"seed {seed}; expected 0 to 2**63 - 1")
    numbers = [built_in_kind(kind) for kind in kinds]
    options = found.read_options(rules or {}, len(kinds))
    for number in range(deals):
        for replication in range(replications):
            played, over = _round(found, options, numbers, (seed, number, replication))
            note = {"source": "automatic players", "seed": seed, "match": number, "replication": replication}
            yield Record(
                format=1,
                game=game,
                id=f"{game}-{seed}-{number}-{replication}",
                players=[f"{kind} p{seat}" for seat, kind in enumerate(kinds, 1)],
                rounds=[played],
                rules=found.write_options(options),
                meta=meta_of({**note, "chance": ALGORITHM}),
                unfinished=not over,
            )


def _round(game: Game, options: Any, kinds: Sequence[int], names: tuple[int, int, int]) -> tuple[Round, bool]:
    """The first round of a match, played once, and whether the match is over with it."""
    seed, match, replication = names
    engine = engine_of(game)
    states: list[Any] = [game.State() for _ in range(STATES)]
    s = states[GAME]
    engine.start_match(s, options, len(kinds))
    engine.start_round(s, options, 0)
    streams = [[0] * STREAM_SIZE for _ in range(STREAMS)]
    open_stream(streams[DEAL], seed, match, 0, DEAL)
    for seat in range(len(kinds)):
        open_stream(streams[CHOICES + seat], seed, match, replication, CHOICES + seat)
    engine.deal(s, options, streams[DEAL])
    out, work, moves = [0] * game.most_legal, [0] * WORK, []
    while not s.over:
        seat = s.actor
        chosen = engine.choose(kinds[seat], states, options, seat, out, work, streams)
        decision = engine.complete(s, options, seat, chosen)
        if not engine.is_silent(decision):
            moves.append(game.write(seat, decision))
            s.move += 1
        engine.apply(s, options, seat, decision)
    result = RoundResult(list(s.points[: len(kinds)]), game.reasons[s.reason])
    codes = [0] * game.most_deal
    length = engine.get_deal(s, options, codes, 0)
    engine.end_round(s, options)
    return Round(game.write_deal(codes[:length], len(kinds), options), moves, result), bool(s.match_over)
