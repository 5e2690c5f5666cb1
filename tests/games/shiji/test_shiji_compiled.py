"""The compiled rules are the interpreted rules."""

from functools import cache
from pathlib import Path
from typing import Any

from scipy.stats import binomtest
from shiji_table import options
from shiji_variants import VARIANTS

from toolkit.engine.contract import GREEDY, RANDOM
from toolkit.games.shiji import GAME
from toolkit.records.reading import read
from toolkit.replay import Mode, Replayer
from toolkit.replay.batch import Wanted
from toolkit.simulate.playing import UnitPlayer

CASES = Path(__file__).parents[2] / "cases"
RECORDS = Path(__file__).parents[3] / "records" / "shiji"

GAMES = 4_140


class Player:
    """Plays whole games with one engine and keeps everything that came out."""

    def __init__(self, compiled: bool) -> None:
        self.compiled = compiled
        self.table = cache(self._table)

    def _table(self, o: Any, kinds: tuple[int, int]) -> UnitPlayer:
        return UnitPlayer(GAME, o, kinds, 7, whole=True, keep=True, events=True, compiled=self.compiled)

    def play(self, o: Any, kinds: tuple[int, int], game: int) -> tuple[list[int], ...]:
        played = self.table(o, kinds).play(game, 1)
        assert len(played.rounds) == 1
        parts = (played.deals, played.seats, played.decisions, played.events, played.rounds, played.matches)
        return tuple(part.reshape(-1).tolist() for part in parts)


def test_thousands_of_games_come_out_alike_interpreted_and_compiled() -> None:
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
