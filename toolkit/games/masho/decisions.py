"""Decisions as integers: a verb, another player, up to two tiles and how many tiles were given.

Bits 0–3 the verb, 4–6 the other seat, 8–15 and 16–23 the tiles (``NO_TILE`` for none), 24–25 how many tiles
the decision names (3 = more than two). Two tiles stand in the order of MS-2. A foul's number stands in the
place of the first tile.
"""

SET, DRAW, PON, CHI, RON, DISCARD, ANKAN, KAKAN, TSUMO, BURY, MELD, FOUL = range(12)
#: Decisions that a record does not write: a last turn without tsumo, the reading as pair without ``meld``.
PASS, PAIR = 12, 13

VERBS = ("set", "draw", "pon", "chi", "ron", "discard", "ankan", "kakan", "tsumo", "bury", "meld", "foul", "", "")

NO_TILE = 255


def plain(verb: int) -> int:
    """A decision without arguments."""
    return verb | NO_TILE << 8 | NO_TILE << 16


def with_tile(verb: int, tile: int) -> int:
    """A decision with one tile (or a foul with its number)."""
    return verb | tile << 8 | NO_TILE << 16 | 1 << 24


def with_tiles(verb: int, other: int, first: int, second: int) -> int:
    """A decision with two tiles, in any order, and another seat (0 where there is none)."""
    low = first if first < second else second
    high = second if first < second else first
    return verb | other << 4 | low << 8 | high << 16 | 2 << 24


def with_seat(verb: int, other: int) -> int:
    """A decision with another seat and no tile."""
    return verb | other << 4 | NO_TILE << 8 | NO_TILE << 16


def verb_of(decision: int) -> int:
    """The verb."""
    return decision & 15


def other_of(decision: int) -> int:
    """The other seat."""
    return (decision >> 4) & 7


def first_tile(decision: int) -> int:
    """The first tile, the only tile, or the foul's number."""
    return (decision >> 8) & 255


def second_tile(decision: int) -> int:
    """The second tile."""
    return (decision >> 16) & 255


def tiles_given(decision: int) -> int:
    """How many tiles are named; 3 stands for more than two."""
    return (decision >> 24) & 3


def is_silent(decision: int) -> int:
    """1 for a decision that a record does not write (MS-8, MS-33)."""
    return 1 if verb_of(decision) >= PASS else 0
