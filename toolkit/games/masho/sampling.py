"""Hidden tiles dealt anew, consistent with what a seat knows (MS-6, MS-10, MS-14, MS-31, MS-33)."""

from collections.abc import MutableSequence

from toolkit.engine.chance import below, shuffle
from toolkit.games.masho.cards import TILES, in_play
from toolkit.games.masho.hand import add_tile
from toolkit.games.masho.options import Options
from toolkit.games.masho.state import (
    ANKAN_MELD,
    BURIED_UNSEEN,
    HAND,
    LAST_PUT,
    MELD_TILES,
    MELDS,
    PUT,
    RIVER,
    SET_ASIDE,
    State,
)
from toolkit.games.masho.turns import is_last_turn

#: Tiles of a hand between turns, modulo the three of a meld.
IDLE = 1


def resample(s: State, o: Options, seat: int, stream: MutableSequence[int]) -> None:
    """Give the tiles that ``seat`` does not see to the other hands, the places of unseen tiles and the wall.

    Every arrangement is equally likely: nothing that has happened rules any of them out for certain. Which tile
    of a hidden hand was drawn last is random too. The part of the wall that is gone is filled with the tiles that
    are gone, seat by seat: the order in which they were drawn is not kept in a state.
    """
    count = gather_unseen(s, seat)
    shuffle(s.wall, count, stream)
    left = s.wall_size - s.wall_at
    for index in range(left):
        s.wall[s.wall_size - 1 - index] = s.wall[count - 1 - index]
    used = 0
    for other in range(s.players):
        if other != seat:
            used = fill_hand(s, o, other, used, stream)
        used = fill_unseen(s, other, used)
    put_gone(s)


def gather_unseen(s: State, seat: int) -> int:
    """Lay the tiles that the seat does not see to the front of the wall, in order; return how many."""
    for tile in range(TILES):
        s.wall[tile] = in_play(tile, s.players)
    for other in range(s.players):
        for index in range(s.hand_n[other]):
            mark_seen(s, s.hand[other * HAND + index])
        for index in range(SET_ASIDE):
            mark_seen(s, s.set_aside[other * SET_ASIDE + index])
        for index in range(s.river_n[other]):
            mark_seen(s, s.river[other * RIVER + index])
        for index in range(s.meld_n[other] * MELD_TILES):
            mark_seen(s, s.meld_tiles[other * MELDS * MELD_TILES + index])
    count = 0
    for tile in range(TILES):
        if s.wall[tile]:
            s.wall[count] = tile
            count += 1
    for index in range(count, TILES):
        s.wall[index] = -1
    return count


def mark_seen(s: State, tile: int) -> None:
    """Note that a tile is seen; −1 is none."""
    if tile >= 0:
        s.wall[tile] = 0


def fill_hand(s: State, o: Options, seat: int, used: int, stream: MutableSequence[int]) -> int:
    """Fill the places of a hand that are not seen from ``s.wall[used]``; return where the next tile stands.

    They are all tiles of a hand that was not shown, or the tile that a winner has drawn since (MS-31).
    """
    hidden = 0
    for index in range(s.hand_n[seat]):
        if s.hand[seat * HAND + index] < 0:
            hidden += 1
    s.hand_n[seat] -= hidden
    for _ in range(hidden):
        add_tile(s, seat, s.wall[used])
        used += 1
    if hidden > 0 and holds_drawn(s, o, seat):
        if s.won[seat] > 0:
            s.drawn[seat] = s.wall[used - 1]
        else:
            s.drawn[seat] = s.hand[seat * HAND + below(stream, s.hand_n[seat])]
    return used


def holds_drawn(s: State, o: Options, seat: int) -> int:
    """1 if a hand has a tile more than between turns that was drawn: after a draw, and once the last turn is over."""
    if seat == s.actor:
        return 1 if s.phase == PUT or s.phase == LAST_PUT else 0
    return 1 if is_last_turn(s, o) == 1 and s.hand_n[seat] % 3 != IDLE else 0


def fill_unseen(s: State, seat: int, used: int) -> int:
    """Fill the places of tiles that nobody has seen: in melds (MS-14) and buried from the wall (MS-33)."""
    for index in range(seat * MELDS, seat * MELDS + s.meld_n[seat]):
        if s.meld_kind[index] != ANKAN_MELD:
            s.meld_unseen[index] = s.wall[used]
            used += 1
    for index in range(seat * RIVER, seat * RIVER + s.river_n[seat]):
        if s.river_mark[index] == BURIED_UNSEEN:
            s.river[index] = s.wall[used]
            used += 1
    return used


def put_gone(s: State) -> None:
    """Write the tiles that have left the wall to where they were, seat by seat."""
    at = 0
    for seat in range(s.players):
        for index in range(SET_ASIDE):
            at = put_tile(s, at, s.set_aside[seat * SET_ASIDE + index])
        for index in range(s.hand_n[seat]):
            at = put_tile(s, at, s.hand[seat * HAND + index])
        for index in range(s.river_n[seat]):
            at = put_tile(s, at, s.river[seat * RIVER + index])
        for index in range(seat * MELDS, seat * MELDS + s.meld_n[seat]):
            at = put_tile(s, at, s.meld_unseen[index])
            at = put_tile(s, at, s.meld_tiles[index * MELD_TILES])
            at = put_tile(s, at, s.meld_tiles[index * MELD_TILES + 1])
            if s.meld_kind[index] == ANKAN_MELD:  # the third tile of a claim lies in a river
                at = put_tile(s, at, s.meld_tiles[index * MELD_TILES + 2])


def put_tile(s: State, at: int, tile: int) -> int:
    """Write a tile to ``s.wall[at]`` unless it is none; return the next place."""
    if tile < 0:
        return at
    s.wall[at] = tile
    return at + 1
