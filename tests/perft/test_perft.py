"""The number of sequences of legal decisions from fixed positions, and the same decisions listed when compiled."""

from collections.abc import MutableSequence
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from counting import count_sequences, positions, set_up

from toolkit import games
from toolkit.engine.chance import DEAL, STREAM_SIZE, below, open_stream
from toolkit.engine.compiling import Compiler
from toolkit.engine.contract import apply, begin_match, begin_round, count_legal, deal, legal
from toolkit.engine.state import dtype_of
from toolkit.games.game import Game

GIVEN = positions()
#: Numbers that a walk writes at most: lists of legal decisions, each behind its length.
ROOM = 1 << 18


@pytest.mark.parametrize(
    "given", GIVEN, ids=[f"{at} {each['game']} {each['players']} {each['what']}" for at, each in enumerate(GIVEN)]
)
def test_the_rules_allow_as_many_sequences_as_they_did(given: dict[str, Any]) -> None:
    assert count_sequences(set_up(given), len(given["counts"])) == given["counts"]


def test_positions_of_every_game_and_number_of_players_are_counted() -> None:
    for name in games.NAMES:
        of_game = [each for each in GIVEN if each["game"] == name]
        assert {each["players"] for each in of_game} == set(games.get(name).seats)
        assert len({str(each.get("rules", {})) for each in of_game}) >= 5
        assert sum(sum(each["counts"]) for each in of_game) > 5_000


def test_some_counts_follow_from_the_rules_alone() -> None:
    """猪牡忠臣: 見ずコツ and コツ are two words each (SC-14, SC-16); whoever said mizu stays in (SC-15).

    馬将: the first tile to be set aside is one of five, the second one of eight (MS-6).
    """
    dealt = {
        (each["game"], each["players"]): each["counts"] for each in GIVEN if each["what"] in ("dealt", "dealing begins")
    }
    assert dealt["shishibo", 3][:6] == [2**depth for depth in range(1, 7)]
    assert dealt["shishibo", 4][:5] == [2, 4, 8, 16, 8 * 1 + 8 * 2]
    assert dealt["masho", 2][:4] == [5, 5 * 5, 5 * 5 * 8, 5 * 5 * 8 * 8]


def walk(
    states: Any, o: Any, players: int, number: int, stream: MutableSequence[int], out: MutableSequence[int],
    listed: MutableSequence[int],
) -> int:  # fmt: skip
    """Deal and play at random; write every list of legal decisions that fits; return how many numbers were written."""
    s = states[0]
    s.players = players
    s.opener = number % players
    s.round = 0
    begin_match(s, o)
    s.opener = number % players
    s.over = 0
    s.match_over = 0
    s.fault = 0
    s.move = 0
    begin_round(s, o)
    deal(s, o, stream)
    used = 0
    while s.over == 0:
        count = legal(s, o, out)
        if count != count_legal(s, o, out):
            return -1
        count = legal(s, o, out)
        if used + count + 1 > len(listed):
            return used
        listed[used] = count
        for index in range(count):
            listed[used + 1 + index] = out[index]
        used += count + 1
        apply(s, o, s.actor, out[below(stream, count)])
    return used


def interpreted(game: Game) -> Any:
    """``walk`` with the plain functions of a game."""
    bound = {function.__name__: own for function, own in game.rules.items()}
    return FunctionType(walk.__code__, {**globals(), "count_legal": bound["legal"], **bound})


@pytest.mark.parametrize("name", games.NAMES)
def test_compiled_rules_list_the_same_decisions_along_random_walks(name: str) -> None:
    game = games.get(name)
    state: Any = game.State
    walks = interpreted(game), Compiler(name, game.rules).twin(walk)
    rules = {"shiji": {"rounds": 0}, "shishibo": {}, "masho": {"turns": 9}}[name]
    total = 0
    for number in range(12):
        players = game.seats[number % len(game.seats)]
        o = game.read_options(rules, players)
        stream = [0] * STREAM_SIZE
        open_stream(stream, 5, number, 0, DEAL)
        plain = [0] * ROOM
        used = walks[0]([state()], o, players, number, list(stream), [0] * game.most_legal, plain)
        compiled = np.zeros(ROOM, np.int64)
        again = walks[1](
            np.zeros(1, dtype_of(state)),
            o,
            players,
            number,
            np.array(stream),
            np.zeros(game.most_legal, np.int64),
            compiled,
        )
        assert used == again > 0
        assert plain[:used] == compiled[:used].tolist()
        total += used
    assert total > 2_000
