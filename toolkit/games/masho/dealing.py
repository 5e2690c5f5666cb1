"""Beginning a match and a round, and the deal (MS-5, MS-6)."""

from collections.abc import MutableSequence, Sequence

from toolkit.engine.chance import shuffle
from toolkit.games.masho.cards import HEAVENS, KINDS, TILES, in_play, pack_size
from toolkit.games.masho.hand import add_tile, next_tile
from toolkit.games.masho.options import Options
from toolkit.games.masho.state import (
    DEALING,
    F_BEST,
    F_FIRST_WIN,
    HAND,
    MELD_TILES,
    MELDS,
    RIVER,
    ROUND_FEATURES,
    SEAT_FEATURES,
    SEATS,
    SET_ASIDE,
    State,
)

#: Tiles that a player draws the first time and later (MS-6).
FIRST_DRAW = 5
LATER_DRAW = 4


def begin_match(s: State, o: Options) -> None:
    """Nobody has points or fouls yet."""
    for seat in range(SEATS):
        s.before[seat] = 0
        s.fouls[seat] = 0


def begin_round(s: State, o: Options) -> None:
    """Clear the table."""
    s.wall_at = 0
    s.wall_size = pack_size(s.players)
    s.phase = DEALING
    s.sets = 0
    s.turn = 0
    s.wins = 0
    s.ron_tile = -1
    s.ron_from = -1
    s.pair_open = 0
    s.choice_n = 0
    for index in range(TILES):
        s.wall[index] = -1
    for index in range(ROUND_FEATURES):
        s.round_features[index] = 0
    for seat in range(SEATS):
        s.before[seat] = s.totals[seat]
        clear_seat(s, seat)


def clear_seat(s: State, seat: int) -> None:
    """Take everything of a player off the table."""
    s.hand_n[seat] = 0
    s.quads[seat] = 0
    s.meld_n[seat] = 0
    s.river_n[seat] = 0
    s.drawn[seat] = -1
    s.latest[seat] = -1
    s.claimed[seat] = 0
    s.won[seat] = 0
    s.lost_ron[seat] = 0
    s.lost_claims[seat] = 0
    for index in range(HAND):
        s.hand[seat * HAND + index] = -1
    for index in range(KINDS):
        s.counts[seat * KINDS + index] = 0
    for index in range(HEAVENS):
        s.heavens[seat * HEAVENS + index] = 0
    for index in range(SET_ASIDE):
        s.set_aside[seat * SET_ASIDE + index] = -1
    for index in range(MELDS):
        s.meld_unseen[seat * MELDS + index] = -1
        s.meld_from[seat * MELDS + index] = -1
    for index in range(MELDS * MELD_TILES):
        s.meld_tiles[seat * MELDS * MELD_TILES + index] = -1
    for index in range(RIVER):
        s.river[seat * RIVER + index] = -1
    for index in range(SEAT_FEATURES):
        s.seat_features[seat * SEAT_FEATURES + index] = 0
    s.seat_features[seat * SEAT_FEATURES + F_BEST] = -1
    s.seat_features[seat * SEAT_FEATURES + F_FIRST_WIN] = -1


def draw_to_set(s: State) -> None:
    """The next player of the dealing draws and has to set a tile aside (MS-6)."""
    s.actor = s.sets % s.players
    for _ in range(FIRST_DRAW if s.sets < s.players else LATER_DRAW):
        add_tile(s, s.actor, next_tile(s))


def deal(s: State, o: Options, stream: MutableSequence[int]) -> None:
    """Mix the tiles in the box 山 and begin the dealing."""
    count = 0
    for tile in range(TILES):
        if in_play(tile, s.players) == 1:
            s.wall[count] = tile
            count += 1
    shuffle(s.wall, count, stream)
    draw_to_set(s)


def set_deal(s: State, o: Options, codes: Sequence[int], count: int) -> None:
    """Begin the dealing with a recorded wall: every tile in play, in the order of drawing."""
    for index in range(count):
        s.wall[index] = codes[index]
    draw_to_set(s)


def get_deal(s: State, o: Options, out: MutableSequence[int], at: int) -> int:
    """Write the wall as it was before the dealing."""
    for index in range(s.wall_size):
        out[at + index] = s.wall[index]
    return s.wall_size
