"""Compiled play is interpreted play, and what was played replays to the same results."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from masho_driver import ROUND_ROW, buffer, engine, judge, states

from toolkit.engine import loops
from toolkit.engine.chance import STREAM_SIZE
from toolkit.games.masho import GAME
from toolkit.games.masho.cards import TILES
from toolkit.games.masho.options import Options
from toolkit.games.masho.state import State

VARIANTS = [
    Options(),
    Options(turns=19),
    Options(turns=1),
    Options(wins=1),
    Options(wins=20),
    Options(payers=1, wins=6),
    Options(pairs_relation=1),
    Options(light_mapping=1),
    Options(light=0),
    Options(claim_once=1),
]
SEATS = 5
SEED = 2023


class Played(NamedTuple):
    """A match as the loops wrote it."""

    deals: list[list[int]]
    moves: list[list[tuple[int, int]]]
    rows: list[list[int]]
    match_row: list[int]
    events: list[int]


def play(o: Options, players: int, match: int, kinds: list[int], *, compiled: bool) -> Played:
    """One match, played by players of the given kinds (0 random, 1 greedy)."""
    out = buffer(compiled, GAME.most_legal)
    deals = buffer(compiled, TILES * SEATS)
    deal_at = buffer(compiled, SEATS + 2)
    seats = buffer(compiled, GAME.most_moves * SEATS)
    moves = buffer(compiled, GAME.most_moves * SEATS)
    move_at = buffer(compiled, SEATS + 2)
    events = buffer(compiled, len(State().events) * (SEATS + 1))
    rows = buffer(compiled, ROUND_ROW * SEATS)
    match_row = buffer(compiled, loops.MATCH_ROW)
    streams: Any = [[0] * STREAM_SIZE for _ in range(SEATS + 1)]
    if compiled:
        streams = np.array(streams, np.int64)
    count = engine(compiled).play_match(
        states(compiled), o, players, SEED, match, buffer(compiled, [*kinds, 0]), streams, 1,
        out, deals, deal_at, seats, moves, move_at, events, rows, match_row,
    )  # fmt: skip
    assert count == players
    table = [[int(value) for value in rows[i * ROUND_ROW : (i + 1) * ROUND_ROW]] for i in range(count)]
    spans = [slice(int(move_at[i]), int(move_at[i + 1])) for i in range(count)]
    return Played(
        [[int(code) for code in deals[int(deal_at[i]) : int(deal_at[i + 1])]] for i in range(count)],
        [[(int(a), int(b)) for a, b in zip(seats[span], moves[span], strict=True)] for span in spans],
        table,
        [int(value) for value in match_row],
        [int(value) for value in events[: table[-1][4] * 5]],
    )


def record(played: Played, o: Options, players: int) -> dict[str, Any]:
    """The record of a played match, with its results claimed."""
    rounds = [
        {
            "deal": GAME.write_deal(deal, players, o),
            "moves": [GAME.write(seat, decision) for seat, decision in moves],
            "result": {"points": row[5 : 5 + players], "reason": GAME.reasons[row[1]]},
        }
        for deal, moves, row in zip(played.deals, played.moves, played.rows, strict=True)
    ]
    names = [f"P{seat + 1}" for seat in range(players)]
    return {"players": names, "rules": GAME.write_options(o), "rounds": rounds}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("o", VARIANTS, ids=lambda o: str(GAME.write_options(o) or "default"))
def test_compiled_play_is_interpreted_play_and_replays(o: Options, players: int) -> None:
    mixed = [seat % 2 for seat in range(SEATS)]
    for match, kinds in enumerate(([0] * SEATS, mixed)):
        interpreted = play(o, players, match, kinds, compiled=False)
        compiled = play(o, players, match, kinds, compiled=True)
        assert interpreted == compiled
        for way in (False, True):
            verdict = judge(record(compiled, o, players), compiled=way)
            assert verdict.kind == "ok"
            assert [value for event in verdict.events for value in event] == compiled.events


def test_many_random_and_greedy_matches_replay_compiled() -> None:
    for match in range(120):
        players = 2 + match % 4
        o = VARIANTS[match % len(VARIANTS)]
        played = play(o, players, match, [(match + seat) % 3 % 2 for seat in range(SEATS)], compiled=True)
        assert judge(record(played, o, players), compiled=True).kind == "ok"
