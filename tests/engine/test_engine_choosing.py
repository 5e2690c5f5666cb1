"""Automatic players: blind to what their seats do not see, and better for every sample."""

from typing import Any

import numpy as np
import pytest
from hidden_cards import Board, copied, fields_of, stream_of

from toolkit import games
from toolkit.engine import choosing
from toolkit.engine.chance import CHOICES, STREAM_SIZE
from toolkit.engine.choosing import AHEAD, SQUARES, STREAMS, WORK, add_candidate, best_candidate
from toolkit.engine.contract import GREEDY, MONTE_CARLO, MOST_CANDIDATES, RANDOM, STATES
from toolkit.simulate.playing import UnitPlayer

#: Tables at which the players sit, with rounds short enough to be played to their ends many times.
TABLES: list[tuple[str, int, dict[str, object]]] = [
    ("shishibo", 3, {}),
    ("shishibo", 5, {"max_passes": 2}),
    ("masho", 2, {"turns": 4}),
    ("masho", 4, {"turns": 3}),
    ("shiji", 2, {}),
    ("shiji", 2, {"source": "deck"}),
    ("shiji", 2, {"goods": False, "hand_limit": 8}),
]
SAMPLES = 3


class Chooser:
    """Buffers in which a player chooses, interpreted."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.states: list[Any] = [board.game.State() for _ in range(STATES)]
        self.work = [0] * WORK
        self.streams = [[0] * STREAM_SIZE for _ in range(STREAMS)]

    def choose(self, kind: int, s: Any, seed: int = 1) -> int:
        """The decision of a player of a kind in a state."""
        self.states[0] = copied(s)
        self.streams[CHOICES + s.actor] = stream_of(seed, 0, CHOICES + s.actor)
        chosen = self.board.engine.choose(
            kind, self.states, self.board.o, s.actor, self.board.out, self.work, self.streams
        )
        assert fields_of(self.states[0]) == fields_of(s)
        return int(chosen)

    def is_drawn_from(self, seat: int, seed: int = 1) -> bool:
        """Whether the last choice took numbers from the stream of the seat."""
        return self.streams[CHOICES + seat] != stream_of(seed, 0, CHOICES + seat)


@pytest.mark.parametrize(("name", "players", "rules"), TABLES)
@pytest.mark.parametrize("kind", [RANDOM, GREEDY, MONTE_CARLO + SAMPLES])
def test_what_a_seat_does_not_see_changes_no_choice(
    name: str, players: int, rules: dict[str, object], kind: int
) -> None:
    board = Board(name, players, rules, seed=21)
    chooser = Chooser(board)
    every = 1 if kind <= GREEDY else {"shishibo": 3, "masho": 8, "shiji": 4}[name]
    for number in range(2 if kind > GREEDY else 4):
        board.deal(number)
        for step, s in enumerate(board.positions(RANDOM)):
            if step % every == 0:
                other = board.sample(board.view(s, s.actor), s.actor, step)
                first, again = (chooser.choose(kind, each, step) for each in (s, other))
                complete = board.engine.complete
                assert complete(s, board.o, s.actor, first) == complete(s, board.o, s.actor, blind(board, s, again))
                assert board.engine.check(s, board.o, s.actor, complete(s, board.o, s.actor, first)) == 0


def blind(board: Board, s: Any, decision: int) -> int:
    """A decision without what its player does not know yet: the tile that will be drawn."""
    drawn = board.game.name == "masho" and board.game.write(s.actor, decision).split()[1:2] == ["draw"]
    return (
        next(each for each in board.legal(board.view(s, s.actor)) if each & 15 == decision & 15) if drawn else decision
    )


def test_a_single_legal_decision_is_made_without_playing_on() -> None:
    board = Board("masho", 2, {"turns": 6}, seed=3)
    chooser = Chooser(board)
    single = several = 0
    for s in board.positions(GREEDY):
        if board.engine.count_legal(s, board.o, board.out) == 1:
            single += 1
            untouched = fields_of(chooser.states[2])
            chooser.choose(MONTE_CARLO + 50, s)
            assert fields_of(chooser.states[2]) == untouched
        elif several == 0:
            several += 1
            chooser.choose(MONTE_CARLO + 1, s)
    assert single > 3


def test_the_choice_is_among_the_legal_decisions_and_a_different_stream_may_choose_otherwise() -> None:
    board = Board("shishibo", 3, {}, seed=2)
    chooser = Chooser(board)
    different = 0
    for s in board.positions(RANDOM):
        chosen = {chooser.choose(MONTE_CARLO + 4, s, seed) for seed in range(3)}
        assert chosen <= set(board.legal(s))
        different += len(chosen) > 1
    assert different > 2


def test_of_more_choices_than_can_be_compared_some_are() -> None:
    """A hand of 四時の札遊び is one of thousands"""
    board = Board("shiji", 2, {}, seed=4)
    chooser = Chooser(board)
    s = board.state
    chooser.states[0] = copied(s)
    own = stream_of(1, 0, CHOICES)
    count = board.engine.list_candidates(chooser.states, board.o, 0, board.out, chooser.work, own)
    assert choosing.GREEDY_TRIES < count <= choosing.GREEDY_TRIES + choosing.RANDOM_TRIES <= MOST_CANDIDATES
    assert len(set(chooser.work[:count])) == count
    assert all(board.engine.check(s, board.o, 0, decision) == 0 for decision in chooser.work[:count])
    assert chooser.work[AHEAD:] == [0] * (WORK - AHEAD)


def test_greedy_is_the_first_candidate_and_each_stands_once() -> None:
    for name in games.NAMES:
        board = Board(name, games.get(name).seats[0], {}, seed=4)
        chooser = Chooser(board)
        for step, s in enumerate(board.positions(GREEDY)):
            chooser.states[0] = copied(s)
            stream = stream_of(step, 0, CHOICES)
            count = board.engine.list_candidates(
                chooser.states, board.o, s.actor, board.out, chooser.work, list(stream)
            )
            listed = chooser.work[:count]
            assert 1 <= count <= MOST_CANDIDATES
            assert len(set(listed)) == count
            view = board.view(s, s.actor)
            if count > 1:
                assert listed[0] == board.engine.greedy(view, board.o, s.actor, board.out, stream)


def test_only_what_is_ahead_by_more_than_a_standard_error_replaces_the_first() -> None:
    def best(*differences: list[int]) -> int:
        work = [0] * WORK
        for index, each in enumerate(differences, 1):
            work[AHEAD + index] = sum(each)
            work[SQUARES + index] = sum(value * value for value in each)
        return best_candidate(work, len(differences) + 1)

    assert best([0, 0, 0]) == 0
    assert best([-1, -1, -1]) == 0
    assert best([9, 0, 0]) == 0, "one sample proves nothing"
    assert best([1, 1, 0]) == 1
    assert best([9, -8, 9, -8]) == 0
    assert best([1, 1, 0], [3, 3, 0], [3, 3, 0]) == 2
    assert best([1, 1, 0], [90, 0, 0]) == 1


def test_a_candidate_is_written_once() -> None:
    work = [0] * WORK
    count = 0
    for decision in (5, 7, 5, 7, 9):
        count = add_candidate(work, count, decision)
    assert work[:count] == [5, 7, 9]


@pytest.mark.parametrize(("name", "players", "rules"), TABLES[::3])
def test_compiled_players_choose_as_interpreted_ones(name: str, players: int, rules: dict[str, object]) -> None:
    game = games.get(name)
    o = game.read_options(rules, players)
    kinds = [MONTE_CARLO + SAMPLES, *[GREEDY] * (players - 1)]
    slow, fast = (
        UnitPlayer(game, o, kinds, 5, whole=False, keep=True, compiled=compiled) for compiled in (False, True)
    )
    for unit in range(2):
        first, second = (each.play(unit, 1) for each in (slow, fast))
        assert np.array_equal(first.decisions, second.decisions)
        assert np.array_equal(first.rounds, second.rounds)
