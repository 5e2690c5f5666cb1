"""How many hands of 馬将 a second are scored, beside the ``mahjong`` package's calculator on the same tiles.

Run ``pytest -s tests/benchmarks/test_masho_score_speed.py`` to see the figures; none is asserted on a clock.
"""

import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time

import msgspec
import numpy as np
import pytest
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

from toolkit.engine.compiling import Compiler
from toolkit.engine.state import dtype_of
from toolkit.games.masho.cards import EARTH_OF, HEAVEN_OF, KINDS, NUMBER_OF, tile_name
from toolkit.games.masho.distance import SCRATCH, distance, helpers
from toolkit.games.masho.light import NO_LIGHT
from toolkit.games.masho.options import Options
from toolkit.games.masho.score_hand import Scorer, score
from toolkit.games.masho.score_input import KIND_WORDS
from toolkit.games.masho.score_json import LineScorer
from toolkit.games.masho.scoring_rows import ANSWER_ROW, HAND_ROW, X_LIGHT, score_rows
from toolkit.games.masho.scoring_state import MELDS, ScoringState

sys.path.insert(0, str(Path(__file__).parents[1] / "games" / "masho"))
from score_hands import TASTES, Hand, Taste, draw_hands

HANDS = 2000
#: 木 火 金 水 as the four copies of a tile of the other game; 空 日 月 as its three suits.
COPIES = {0: 0, 1: 1, 3: 2, 4: 3}


def distinct(tastes: tuple[Taste, ...], count: int, seed: int) -> list[Hand]:
    """Distinct shuffled winning hands of four players."""
    return list(islice(dict.fromkeys(islice(draw_hands(seed, tastes, (4,)), 2 * count)), count))


def rate(work: Callable[[], object], hands: int) -> float:
    """Hands a second of processor time, the best of five runs."""
    best = float("inf")
    for _ in range(5):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return hands / best


def kernel_rate(hands: list[Hand]) -> float:
    """The compiled scorer alone, over rows of numbers."""
    kernel = Compiler("masho").twin(score_rows)
    rows = np.array([hand.row() for hand in hands], dtype=np.int64).reshape(-1)
    states = np.zeros(1, dtype=dtype_of(ScoringState))
    points = np.zeros(len(hands), dtype=np.int64)
    kernel(states, Options(), rows, len(hands), points)
    assert (points >= 0).all()
    return rate(lambda: kernel(states, Options(), rows, len(hands), points), len(hands))


def named(hand: Hand) -> tuple[list[str], list[dict[str, object]]]:
    """The words for the tiles and melds of a hand."""
    melds: list[dict[str, object]] = [
        {"kind": KIND_WORDS[kind], "tiles": [tile_name(code) for code in three]} for kind, three in hand.melds
    ]
    return [tile_name(code) for code in hand.tiles], melds


def python_rate(hands: list[Hand]) -> float:
    """``score`` for one hand after the other, interpreted."""
    calls = [(*named(hand), hand.seat + 1) for hand in hands]
    return rate(lambda: [score(*call) for call in calls], len(hands))


def rows_rate(hands: list[Hand]) -> float:
    """``Scorer``: rows of numbers in, explained answers out, compiled."""
    rows = [number for hand in hands for number in hand.row()]
    scorer = Scorer(compiled=True)
    scorer.answers(rows, Options())
    return rate(lambda: scorer.answers(rows, Options()), len(hands))


def json_rate(hands: list[Hand]) -> float:
    """JSON lines in, JSON lines with explanations out, compiled."""
    lines = []
    for hand in hands:
        tiles, melds = named(hand)
        lines.append(msgspec.json.encode({"tiles": tiles, "melds": melds, "seat": hand.seat + 1, "rules": {}}))
    scorer = LineScorer(Scorer(compiled=True))
    encoder = msgspec.json.Encoder()
    list(scorer.answers(lines[:10]))
    return rate(lambda: [encoder.encode(answer) for answer in scorer.answers(lines)], len(hands))


def mahjong_rate(hands: list[Hand]) -> float:
    """The ``mahjong`` package on the same shapes: heavens as suits, earths as copies, all by own draw."""
    calculator = HandCalculator()
    config = HandConfig(is_tsumo=True)
    calls = [
        [HEAVEN_OF[code] * 36 + (NUMBER_OF[code] - 1) * 4 + COPIES[EARTH_OF[code]] for code in hand.tiles]
        for hand in hands
    ]
    assert calculator.estimate_hand_value(calls[0], calls[0][-1], config=config).cost is not None
    return rate(
        lambda: [calculator.estimate_hand_value(tiles, tiles[-1], config=config) for tiles in calls], len(hands)
    )


def lit_share(hands: list[Hand]) -> float:
    """The share of hands with a change by light."""
    rows = [number for hand in hands for number in hand.row()]
    answers = Scorer(compiled=True).answers(rows, Options())
    lights = np.array(answers).reshape(-1, ANSWER_ROW)[:, X_LIGHT : X_LIGHT + MELDS]
    assert len(rows) == len(hands) * HAND_ROW
    return float((lights != NO_LIGHT).any(axis=1).mean())


def test_hands_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    hands = distinct(TASTES, HANDS, 1)
    assert len(hands) == HANDS
    share = lit_share(hands)
    assert share >= 0.5
    figures = {
        "kernel": kernel_rate(hands),
        "rows with explanations": rows_rate(hands),
        "JSON lines": json_rate(hands),
        "score(), interpreted": python_rate(hands[:300]),
    }
    with capsys.disabled():
        print(f"\nmasho: {HANDS} distinct winning hands, {share:.0%} with a change by light")
        for name, found in figures.items():
            print(f"{name:>24}: {found:>12,.0f} hands/s")


def test_hands_a_second_beside_the_mahjong_package(capsys: pytest.CaptureFixture[str]) -> None:
    closed = (Taste(koku=0.3, open=0.0), Taste(koku=0.3, open=0.0, heavens=2), Taste(koku=0.3, open=0.0, heavens=1))
    drawn = [hand for hand in distinct(closed, HANDS, 2) if all(HEAVEN_OF[code] < 3 for code in hand.tiles)]
    ours, theirs = kernel_rate(drawn), mahjong_rate(drawn[:300])
    with capsys.disabled():
        print(f"\nthe same {len(drawn)} closed hands: kernel {ours:,.0f}, mahjong package {theirs:,.0f} hands/s")
        print(f"ratio {ours / theirs:,.0f}")


def test_distances_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    random = Random(3)
    pack = [kind for kind in range(KINDS) for _ in range(4)]
    rows = np.zeros((HANDS, KINDS), dtype=np.int64)
    for row in rows:
        np.add.at(row, random.sample(pack, 13), 1)
    compiler = Compiler("masho")
    scratch = np.zeros(SCRATCH, dtype=np.int64)
    away = compiler.twin(distance)
    useful = compiler.twin(helpers)
    expected = distance(rows[0].tolist(), 0, 0, 4, [0] * SCRATCH)
    assert away(rows[0], 0, 0, 4, scratch) == expected
    useful(rows[0], 0, 0, 4, scratch)
    found = rate(lambda: [away(row, 0, 0, 4, scratch) for row in rows], HANDS)
    with_helpers = rate(lambda: [useful(row, 0, 0, 4, scratch) for row in rows], HANDS)
    with capsys.disabled():
        print(f"\nrandom hands of 13, called from Python: distance {found:,.0f}/s, helpful kinds {with_helpers:,.0f}/s")
