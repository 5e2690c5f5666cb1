"""Many hands at once: one row of numbers a hand, scored in one loop.

A hand's row: seat (from 0), number of concealed tiles, their codes, number of open melds, their kinds, three codes
each. An answer row: points (−1: no win), number of 役, the tiles of the four melds and the pair, then for each meld
the outcome of light, the heaven and number it counts as and its 役 (−1: none), then the points of each 役.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from toolkit.games.masho.options import Options
from toolkit.games.masho.scoring import basic_points
from toolkit.games.masho.scoring_explain import explain
from toolkit.games.masho.scoring_state import MELDS, MOST_TILES

SEAT = 0
CONCEALED = 1
TILES = 2
OPEN = TILES + MOST_TILES
OPEN_KINDS = OPEN + 1
OPEN_TILES = OPEN_KINDS + MELDS
HAND_ROW = OPEN_TILES + 3 * MELDS

POINTS = 0
YAKU = 1
X_TILES = 2
X_LIGHT = X_TILES + MOST_TILES
X_HEAVEN = X_LIGHT + MELDS
X_NUMBER = X_HEAVEN + MELDS
X_YAKU = X_NUMBER + MELDS
X_POINTS = X_YAKU + MELDS
ANSWER_ROW = X_POINTS + MELDS


def load_hand(s: Any, rows: Sequence[int], at: int) -> None:
    """Put the hand of the row that starts at ``rows[at]`` into the state."""
    s.sc_n = rows[at + CONCEALED]
    for index in range(MOST_TILES):
        s.sc_tiles[index] = rows[at + TILES + index]
    s.sc_melds = rows[at + OPEN]
    for index in range(MELDS):
        s.sc_meld_kind[index] = rows[at + OPEN_KINDS + index]
    for index in range(3 * MELDS):
        s.sc_meld_tiles[index] = rows[at + OPEN_TILES + index]


def score_rows(
    states: Sequence[Any], o: Options, rows: Sequence[int], count: int, points: MutableSequence[int]
) -> None:
    """Write the basic points (−1: no win) of ``count`` rows to ``points``; ``states[0]`` is worked in."""
    for index in range(count):
        load_hand(states[0], rows, index * HAND_ROW)
        points[index] = basic_points(states[0], o, rows[index * HAND_ROW + SEAT])


def explain_rows(
    states: Sequence[Any], o: Options, rows: Sequence[int], count: int, answers: MutableSequence[int]
) -> None:
    """Write an answer row for each of ``count`` rows; only its points (−1) are set where the tiles do not win."""
    s = states[0]
    for index in range(count):
        load_hand(s, rows, index * HAND_ROW)
        seat = rows[index * HAND_ROW + SEAT]
        at = index * ANSWER_ROW
        answers[at + POINTS] = basic_points(s, o, seat)
        if answers[at + POINTS] >= 0:
            explain(s, o, seat)
            put_explanation(s, answers, at)


def put_explanation(s: Any, answers: MutableSequence[int], at: int) -> None:
    """Write the explanation in the state to the answer row from ``answers[at]``."""
    answers[at + YAKU] = s.sc_x_count
    for index in range(MOST_TILES):
        answers[at + X_TILES + index] = s.sc_x_tiles[index]
    for index in range(MELDS):
        answers[at + X_LIGHT + index] = s.sc_x_light[index]
        answers[at + X_HEAVEN + index] = s.sc_x_heaven[index]
        answers[at + X_NUMBER + index] = s.sc_x_number[index]
        answers[at + X_YAKU + index] = s.sc_x_yaku[index]
        answers[at + X_POINTS + index] = s.sc_x_points[index]
