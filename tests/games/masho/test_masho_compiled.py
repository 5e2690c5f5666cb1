"""Compiled play is interpreted play, and what was played replays to the same results."""

from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from masho_driver import judge

from toolkit.games.masho import GAME
from toolkit.games.masho.options import Options
from toolkit.simulate.playing import UnitPlayer

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
    table = UnitPlayer(GAME, o, kinds[:players], SEED, whole=True, keep=True, events=True, compiled=compiled)
    made = table.play(match, 1)
    assert len(made.rounds) == players
    deal_at, move_at = made.deal_at.tolist(), made.move_at.tolist()
    moves = list(zip(made.seats.tolist(), made.decisions.tolist(), strict=True))
    return Played(
        [made.deals[begin:end].tolist() for begin, end in pairwise(deal_at)],
        [moves[begin:end] for begin, end in pairwise(move_at)],
        made.rounds.tolist(),
        made.matches[0].tolist(),
        made.events[: int(made.rounds[-1, 4])].reshape(-1).tolist(),
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
