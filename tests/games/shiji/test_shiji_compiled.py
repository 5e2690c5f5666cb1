"""The compiled rules are the interpreted rules."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import binomtest
from shiji_table import options
from shiji_variants import VARIANTS

from toolkit.engine.binding import Engine
from toolkit.engine.chance import STREAM_SIZE
from toolkit.engine.contract import GREEDY, RANDOM
from toolkit.engine.loops import MATCH_ROW, ROUND_HEAD
from toolkit.engine.state import EVENT_SIZE, dtype_of
from toolkit.games.shiji import GAME
from toolkit.games.shiji.state import MOST_EVENTS
from toolkit.records.reading import read
from toolkit.replay import Mode, Replayer
from toolkit.replay.batch import Wanted

CASES = Path(__file__).parents[2] / "cases"
RECORDS = Path(__file__).parents[3] / "records" / "shiji"

GAMES = 10_350
ROW_WIDTH = ROUND_HEAD + len(GAME.round_features) + 2 * len(GAME.seat_features)


class Player:
    """Plays whole games with one engine and keeps everything that came out."""

    def __init__(self, compiled: bool) -> None:
        engine = Engine(GAME.name, GAME.rules, compiled=compiled)
        room: Callable[[int], Any] = (lambda n: np.zeros(n, np.int64)) if compiled else (lambda n: [0] * n)
        self.play_match = engine.play_match
        self.states: Any = np.zeros(2, dtype_of(GAME.State)) if compiled else [GAME.State(), GAME.State()]
        self.streams: Any = np.zeros((3, STREAM_SIZE), np.int64) if compiled else [[0] * STREAM_SIZE for _ in range(3)]
        self.out, self.deals, self.deal_at = room(GAME.most_legal), room(GAME.most_deal), room(3)
        self.seats, self.moves, self.move_at = room(GAME.most_moves), room(GAME.most_moves), room(3)
        self.events, self.row, self.match_row = room(MOST_EVENTS * EVENT_SIZE), room(ROW_WIDTH), room(MATCH_ROW)
        self.room = room

    def play(self, o: Any, kinds: tuple[int, int], game: int) -> tuple[list[int], ...]:
        kind_row = self.room(2)
        kind_row[0], kind_row[1] = kinds
        rounds = self.play_match(
            self.states, o, 2, 7, game, kind_row, self.streams, 1, self.out, self.deals, self.deal_at, self.seats,
            self.moves, self.move_at, self.events, self.row, self.match_row,
        )  # fmt: skip
        assert rounds == 1
        return tuple(
            [int(number) for number in numbers]
            for numbers in (
                self.deals[: self.deal_at[1]], self.seats[: self.move_at[1]], self.moves[: self.move_at[1]],
                self.events[: self.row[4] * EVENT_SIZE], self.row, self.match_row,
            )
        )  # fmt: skip


def test_ten_thousand_games_come_out_alike_interpreted_and_compiled() -> None:
    plain, compiled = Player(False), Player(True)
    for game in range(GAMES):
        o = options(**VARIANTS[game % len(VARIANTS)])
        kinds = (GREEDY, RANDOM) if game % 8 == 1 else (RANDOM, GREEDY) if game % 8 == 2 else (RANDOM, RANDOM)
        assert plain.play(o, kinds, game) == compiled.play(o, kinds, game), (game, o, kinds)


def test_greedy_beats_random_in_both_seats_by_far() -> None:
    compiled = Player(True)
    o = options()
    games, wins = 20_000, 0
    for game in range(games):
        seat = game % 2
        row = compiled.play(o, (RANDOM, GREEDY) if seat else (GREEDY, RANDOM), game)[4]
        wins += row[5 + seat] == 1
    interval = binomtest(wins, games).proportion_ci(0.95, "wilson")
    assert interval.low >= 0.80


def test_records_good_and_bad_are_judged_alike_interpreted_and_compiled() -> None:
    paths = [str(CASES / "shiji-valid.jsonl"), str(CASES / "shiji-bad.jsonl"), str(RECORDS)]
    plain, compiled = (
        list(Replayer(Wanted(counts=True, events=True), mode).outcomes(read(paths)))
        for mode in (Mode.INTERPRETED, Mode.COMPILED)
    )
    assert len(plain) > 300
    assert [outcome.fault for outcome in plain] == [outcome.fault for outcome in compiled]
    for first, second in zip(plain, compiled, strict=True):
        if first.fault is None:
            assert first.round_reasons == second.round_reasons
            assert first.result == second.result
