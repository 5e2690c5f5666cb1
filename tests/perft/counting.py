"""Sequences of legal decisions, counted by depth: a fingerprint of the rules, as chess programmers use it."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from toolkit import games
from toolkit.engine.state import copy_state
from toolkit.games.game import Game
from toolkit.replay.match import engine_of

FILE = Path(__file__).resolve().parent / "counts.json"


class Position(NamedTuple):
    """A position: the deal of a first round, and the tokens that were played since."""

    game: Game
    options: Any
    state: Any


def positions() -> list[dict[str, Any]]:
    """The positions of the file, with what is known of them."""
    found: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def set_up(given: dict[str, Any]) -> Position:
    """The position that a line of the file describes."""
    game = games.get(given["game"])
    engine, players = engine_of(game), given["players"]
    o = game.read_options(given.get("rules", {}), players)
    s: Any = game.State()
    engine.start_match(s, o, players)
    engine.start_round(s, o, 0)
    codes = game.read_deal(given.get("deal", {}), players, o)
    engine.set_deal(s, o, codes, len(codes))
    for token in given.get("after", []):
        seat, decision = game.parse(token, players)
        assert engine.check(s, o, seat, decision) == 0, token
        s.move += 1
        engine.apply(s, o, seat, engine.complete(s, o, seat, decision))
    return Position(game, o, s)


def count_sequences(position: Position, depth: int) -> list[int]:
    """How many sequences of 1, 2, … ``depth`` legal decisions there are; none goes on behind the end of the round.

    ``resign`` and fouls, which are always possible, are not counted.
    """
    game, o, first = position
    engine = engine_of(game)
    legal, apply = engine.legal, engine.apply
    room = [[0] * game.most_legal for _ in range(depth)]
    states: list[Any] = [first, *(game.State() for _ in range(depth))]
    counts = [0] * depth

    def visit(level: int) -> None:
        s = states[level]
        number = legal(s, o, room[level])
        counts[level] += number
        if level + 1 == depth:
            return
        for index in range(number):
            copy_state(states, level + 1, level)
            child = states[level + 1]
            child.move += 1
            apply(child, o, child.actor, room[level][index])
            if not child.over:
                visit(level + 1)

    if not first.over:
        visit(0)
    return counts
