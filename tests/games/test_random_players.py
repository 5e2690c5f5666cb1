"""Random players: they draw from the list of legal decisions, whether a game writes it out for them or not."""

import pytest
from hidden_cards import Board, stream_of

from toolkit.engine.chance import CHOICES, below
from toolkit.engine.contract import RANDOM

TABLES = [("shishibo", 3), ("shishibo", 5), ("shishibo", 7), ("shiji", 2), ("masho", 2), ("masho", 4), ("masho", 5)]

#: Longer lists are not compared, they take long to write.
MOST_COMPARED = 2000


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_random_decision_is_the_one_at_a_random_place_of_the_list(name: str, players: int) -> None:
    board = Board(name, players, {}, seed=players)
    decided = 0
    for number in range(2 if name == "masho" else 6):
        board.engine.start_match(board.state, board.o, players)
        board.deal(number)
        for s in board.positions(RANDOM):
            if board.engine.count_legal(s, board.o, board.out) < MOST_COMPARED:
                listed = board.out[: board.engine.legal(s, board.o, board.out)]
                assert board.engine.count_legal(s, board.o, board.out) == len(listed)
                drawn, the_same = (stream_of(decided, number, CHOICES) for _ in range(2))
                assert board.engine.pick(s, board.o, board.out, drawn) == listed[below(the_same, len(listed))]
                assert drawn == the_same
            decided += 1
    assert decided > 50
