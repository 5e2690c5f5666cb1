"""Many hands at once: one row of numbers a hand, scored in one loop.

A row: seat (from 0), number of concealed tiles, their codes, number of open melds, their kinds, three codes each.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from toolkit.games.masho.options import Options
from toolkit.games.masho.scoring import basic_points
from toolkit.games.masho.scoring_state import MELDS, MOST_TILES

SEAT = 0
CONCEALED = 1
TILES = 2
OPEN = TILES + MOST_TILES
OPEN_KINDS = OPEN + 1
OPEN_TILES = OPEN_KINDS + MELDS
HAND_ROW = OPEN_TILES + 3 * MELDS


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
