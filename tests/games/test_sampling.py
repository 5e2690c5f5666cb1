"""Hidden cards filled in at random: whole states, the same view, and play that goes on to the end of the round."""

from typing import Any

import numpy as np
import pytest
from hidden_cards import Board, assert_whole, copied, fields_of, recorded, stream_of

from toolkit import games
from toolkit.engine.chance import STREAM_SIZE
from toolkit.engine.contract import GREEDY, RANDOM
from toolkit.replay.match import engine_of

#: Players and options by game: every number of players, and what bears upon hidden cards.
TABLES: list[tuple[str, int, dict[str, object]]] = [
    *(("shishibo", players, {}) for players in range(3, 8)),
    ("shishibo", 5, {"show": "always", "redeal_field_triple": True, "max_passes": 1}),
    ("shishibo", 3, {"willow_kasu_counts": True, "points_sanbon": 0}),
    *(("masho", players, {}) for players in range(2, 6)),
    ("masho", 4, {"turns": 19, "wins": 20, "claim_once": True}),
    ("masho", 2, {"turns": 9, "payers": "not_yet_won"}),
    ("masho", 3, {"turns": 19, "wins": 6}),
    ("shiji", 2, {}),
    ("shiji", 2, {"source": "deck"}),
    ("shiji", 2, {"source": "deck", "placement": "left", "goods": False, "rounds": 0}),
    ("shiji", 2, {"goods": False, "hand_limit": 8}),
    ("shiji", 2, {"after_star": "numeric_zero", "rounds": 13, "hand_limit": 25}),
    ("shiji", 2, {"handless": True, "rounds": 13}),
]
#: Views that are filled in at least, and of how many one is played on from.
ENOUGH = 120
EVERY = {"shishibo": 7, "masho": 37, "shiji": 5}


@pytest.mark.parametrize("kind", [RANDOM, GREEDY])
@pytest.mark.parametrize(("name", "players", "rules"), TABLES)
def test_a_sample_is_a_whole_state_that_looks_the_same_and_can_be_played_on_from(
    name: str, players: int, rules: dict[str, object], kind: int
) -> None:
    board = Board(name, players, rules, seed=5)
    seen = number = 0
    while seen < ENOUGH:
        board.deal(number)
        number += 1
        for step, s in enumerate(board.positions(kind)):
            assert_whole(name, s)
            for seat in {s.actor, step % players}:
                seen += 1
                view = board.view(s, seat)
                made = board.sample(view, seat, seen)
                assert_whole(name, made)
                assert fields_of(board.view(made, seat)) == fields_of(view)
                if seen % 3 == 0:
                    assert_same_decisions(board, view, made, seat)
                if seen % EVERY[name] == 0:
                    board.play_on(made, RANDOM if seen % 2 else GREEDY, stream_of(5, seen, 0))
                    assert sum(made.points[:players]) == 0


def assert_same_decisions(board: Board, view: Any, made: Any, seat: int) -> None:
    """The actor may do the same in a sample as in the view."""
    if seat == view.actor:
        completed = [board.engine.complete(made, board.o, seat, decision) for decision in board.legal(view)]
        listed = board.legal(made)
        assert listed == completed
        assert all(board.engine.check(made, board.o, seat, decision) == 0 for decision in listed[:50])
        assert board.engine.count_legal(made, board.o, board.out) == len(listed)


@pytest.mark.parametrize(("name", "players", "rules"), TABLES[::3])
def test_a_sample_depends_on_the_view_and_the_stream_alone(name: str, players: int, rules: dict[str, object]) -> None:
    board = Board(name, players, rules, seed=6)
    different = 0
    for step, s in enumerate(board.positions(GREEDY)):
        seat = step % players
        other = board.sample(board.view(s, seat), seat, 1)
        first, again = (board.sample(board.view(each, seat), seat, 2) for each in (s, other))
        assert fields_of(first) == fields_of(again)
        different += fields_of(first) != fields_of(other)
    assert different > 5


@pytest.mark.parametrize("name", games.NAMES)
def test_a_sample_of_a_sample_is_one_of_the_same_view(name: str) -> None:
    players = games.get(name).seats[-1]
    board = Board(name, players, {}, seed=7)
    for step, s in enumerate(board.positions(RANDOM)):
        seat = step % players
        view = board.view(s, seat)
        made = copied(s)
        for number in range(3):
            made = board.sample(board.view(made, seat), seat, number)
            assert fields_of(board.view(made, seat)) == fields_of(view)


@pytest.mark.parametrize("name", games.NAMES)
def test_compiled_samples_are_the_interpreted_ones(name: str) -> None:
    game = games.get(name)
    compiled: Any = engine_of(game, compiled=True)
    for players, rules in ((game.seats[-1], {}), (game.seats[0], {"source": "deck"} if name == "shiji" else {})):
        board = Board(name, players, rules, seed=8)
        for step, s in enumerate(board.positions(RANDOM)):
            if step % 7 == 0:
                seat = step // 7 % players
                view = board.view(s, seat)
                made = recorded(view)
                stream = np.array(stream_of(8, step, 1 + seat), np.int64)
                compiled.resample(made, board.o, seat, stream)
                expected = board.sample(view, seat, step)
                for field, value in fields_of(expected).items():
                    assert np.array_equal(made[field], value), field
                assert len(stream) == STREAM_SIZE
