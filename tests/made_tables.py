"""Tables made by hand, for tests of statistics."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import polars as pl

from toolkit.games import get
from toolkit.replay.columns import TABLES, schema
from toolkit.replay.tables import Tables


class Round(NamedTuple):
    """One round: its points by seat and what else a test cares for."""

    points: Sequence[int]
    opener: int = 1
    length: int = 40
    reason: str = "points"
    stake: int = 1
    complete: bool = True
    counted: bool = True
    #: (event, detail, value) of seat 1 after the first decision.
    events: Sequence[tuple[str, str | None, int]] = ()
    #: (token, legal) of seat 1.
    moves: Sequence[tuple[str, int]] = ()


def tables(matches: Sequence[Sequence[Round]], names: Sequence[str] = (), game: str = "shishibo") -> Tables:
    """The tables of matches of ``shishibo`` (or another game), given as rounds; matches are called m1, m2, …"""
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
    for number, rounds in enumerate(matches, 1):
        _add(rows, f"m{number}", rounds, names)
    known = get(game)
    return Tables(game, **{name: _frame(rows[name], schema(known, name)) for name in TABLES})


def _add(rows: dict[str, list[dict[str, Any]]], match: str, rounds: Sequence[Round], names: Sequence[str]) -> None:
    players = len(rounds[0].points)
    sums = [sum(each.points[seat] for each in rounds) for seat in range(players)]
    finished = all(each.complete for each in rounds)
    rows["matches"].append(
        {"match_id": match, "players": players, "rounds": len(rounds), "finished": finished, "rules": "{}"}
    )
    totals = [0] * players
    for number, each in enumerate(rounds, 1):
        key = {"match_id": match, "round": number}
        head = {"complete": each.complete, "opener": each.opener, "length": each.length}
        known = {"reason": each.reason, "stake": each.stake, "counted": each.counted} if each.complete else {}
        rows["rounds"].append(key | head | known)
        for seat, points in enumerate(each.points):
            totals[seat] += points
            place = {"seat": seat + 1, "player": names[seat] if names else f"player {seat + 1}", "won": points > 0}
            match_end = {"match_points": sums[seat], "match_rank": 1 + sum(other > sums[seat] for other in sums)}
            rows["seats"].append(key | place | {"points": points, "total": totals[seat]} | match_end)
        for event, detail, value in each.events:
            rows["events"].append(key | {"move": 1, "seat": 1, "event": event, "detail": detail, "value": value})
        for move, (token, legal) in enumerate(each.moves, 1):
            rows["moves"].append(key | {"move": move, "seat": 1, "token": token, "legal": legal})


def _frame(rows: list[dict[str, Any]], types: dict[str, Any]) -> pl.DataFrame:
    return pl.DataFrame([{name: row.get(name) for name in types} for row in rows], schema=types)
