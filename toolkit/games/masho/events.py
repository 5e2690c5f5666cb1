"""Events of a round: kinds, their numbers, and their text for people and tables.

The value of a win is its basic points, of a 役 its points, of the end the number of wins; of other events it is 0.
"""

from toolkit.games.masho.cards import tile_name
from toolkit.games.masho.state import REASONS
from toolkit.games.masho.yaku import YAKU_NAMES

CLAIM, KAN, WIN, YAKU, BURIAL, FOUL_NOTED, END = range(7)
EVENT_KINDS = ("claim", "kan", "win", "yaku", "bury", "foul", "end")

#: In the tile field of a detail: no tile, or one that nobody saw.
UNSEEN = 255


def detail_of(way: int, tile: int, other: int) -> int:
    """Pack an event's detail: which way, which tile, from which seat (−1 none)."""
    return way | (tile if tile >= 0 else UNSEEN) << 4 | (other + 1) << 12


CLAIM_WAYS = ("pon", "chi", "ankan", "kakan")
WIN_WAYS = ("tsumo", "ron")
BURY_WAYS = ("from the hand", "from the wall, unseen")
#: Ways of a win and of a burial.
TSUMO_WIN, RON_WIN = range(2)
HAND_BURIAL, WALL_BURIAL = range(2)


def describe_event(kind: int, detail: int) -> str:
    """What an event was about: the tile and whose it was, the name of a 役, the foul, why the round ended."""
    way, tile, other = detail & 15, detail >> 4 & 255, (detail >> 12) - 1
    name = tile_name(tile) if tile != UNSEEN else ""
    source = f" from p{other + 1}" if other >= 0 else ""
    if kind in (CLAIM, KAN):
        return f"{CLAIM_WAYS[way]} {name}{source}"
    if kind == WIN:
        return f"{WIN_WAYS[way]} {name}{source}"
    if kind == BURIAL:
        return f"{name} {BURY_WAYS[way]}".strip()
    if kind == YAKU:
        return YAKU_NAMES[detail]
    if kind == FOUL_NOTED:
        return f"foul {detail}"
    return REASONS[detail]
