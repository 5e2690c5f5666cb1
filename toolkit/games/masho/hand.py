"""Moving tiles between hand, river and melds, keeping the counts of kinds and heavens right."""

from toolkit.games.masho.cards import HEAVEN_OF, HEAVENS, KIND_OF, KINDS
from toolkit.games.masho.state import FACE_UP, HAND, MELD_TILES, MELDS, PON_MELD, RIVER, State


def add_tile(s: State, seat: int, tile: int) -> None:
    """Put a tile into the hand, in the order of MS-2."""
    at = s.hand_n[seat]
    while at > 0 and s.hand[seat * HAND + at - 1] > tile:
        s.hand[seat * HAND + at] = s.hand[seat * HAND + at - 1]
        at -= 1
    s.hand[seat * HAND + at] = tile
    s.hand_n[seat] += 1
    count_kind(s, seat, KIND_OF[tile], 1)
    s.heavens[seat * HEAVENS + HEAVEN_OF[tile]] += 1


def count_kind(s: State, seat: int, kind: int, change: int) -> None:
    """Count a tile more or less of a kind in the hand, and how many kinds there are four of."""
    at = seat * KINDS + kind
    before = s.counts[at]
    s.counts[at] = before + change
    if before + max(change, 0) == 4:
        s.quads[seat] += change


def remove_tile(s: State, seat: int, tile: int) -> None:
    """Take a tile out of the hand, which holds it."""
    at = 0
    while s.hand[seat * HAND + at] != tile:
        at += 1
    s.hand_n[seat] -= 1
    for index in range(at, s.hand_n[seat]):
        s.hand[seat * HAND + index] = s.hand[seat * HAND + index + 1]
    s.hand[seat * HAND + s.hand_n[seat]] = -1
    count_kind(s, seat, KIND_OF[tile], -1)
    s.heavens[seat * HEAVENS + HEAVEN_OF[tile]] -= 1


def holds(s: State, seat: int, tile: int) -> int:
    """1 if the tile is in the hand."""
    for index in range(s.hand_n[seat]):
        if s.hand[seat * HAND + index] == tile:
            return 1
    return 0


def next_tile(s: State) -> int:
    """Take the top tile of the wall."""
    tile = s.wall[s.wall_at]
    s.wall_at += 1
    return tile


def put_in_river(s: State, seat: int, tile: int, mark: int) -> None:
    """Lay a tile in the river; face up it becomes the player's latest discard, buried there is none (MS-14, MS-33)."""
    at = seat * RIVER + s.river_n[seat]
    s.river[at] = tile
    s.river_mark[at] = mark
    s.river_n[seat] += 1
    s.latest[seat] = tile if mark == FACE_UP else -1
    s.claimed[seat] = 0


def add_meld(s: State, seat: int, kind: int, first: int, second: int, third: int) -> int:
    """Lay out a meld of three tiles; return where it stands in ``meld_kind``."""
    at = seat * MELDS + s.meld_n[seat]
    s.meld_kind[at] = kind
    s.meld_tiles[at * MELD_TILES] = first
    s.meld_tiles[at * MELD_TILES + 1] = second
    s.meld_tiles[at * MELD_TILES + 2] = third
    s.meld_n[seat] += 1
    return at


def lay_out_claim(s: State, seat: int, kind: int, first: int, second: int, claimed: int, other: int) -> None:
    """Lay out two hand tiles with a claimed tile that stays in the river, and a wall tile unseen (MS-14)."""
    remove_tile(s, seat, first)
    remove_tile(s, seat, second)
    at = add_meld(s, seat, kind, first, second, claimed)
    s.meld_unseen[at] = next_tile(s)
    s.meld_from[at] = other


def own_pons(s: State, seat: int) -> int:
    """The kinds of the own pons, as bits (MS-22)."""
    kinds = 0
    for index in range(s.meld_n[seat]):
        at = seat * MELDS + index
        if s.meld_kind[at] == PON_MELD:
            kinds |= 1 << KIND_OF[s.meld_tiles[at * MELD_TILES]]
    return kinds


def own_pon(s: State, seat: int, kind: int) -> int:
    """Where an own pon of the kind stands in ``meld_kind``, −1 if there is none (MS-22)."""
    for index in range(s.meld_n[seat]):
        at = seat * MELDS + index
        if s.meld_kind[at] == PON_MELD and KIND_OF[s.meld_tiles[at * MELD_TILES]] == kind:
            return at
    return -1
