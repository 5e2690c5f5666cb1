"""The deal of a record: the wall, every tile in play in the order of drawing (MS-6)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from toolkit.games.game import DealError, DealShapeError
from toolkit.games.masho.cards import TILES, in_play, pack_size, tile_code, tile_name
from toolkit.games.masho.options import Options
from toolkit.records.faults import shown

#: How many tiles a message names at most.
NAMED = 6


def read_deal(deal: Mapping[str, Any], players: int, o: Options) -> list[int]:
    """The codes of a wall; DealError if it is not exactly the tiles that ``players`` use (MS-1, MS-3)."""
    for key in deal:
        if key != "wall":
            raise DealShapeError(f"unknown key {shown(repr(key))}; a deal of masho has 'wall'")
    if not isinstance(deal.get("wall"), list):
        raise DealShapeError("the deal has no list 'wall' with every tile in the order of drawing", "MS-6")
    for tile in deal["wall"]:
        if not isinstance(tile, str):
            raise DealShapeError(f"the wall has {shown(repr(tile))}, which is no tile", "MS-1")
    wall = [_code(tile) for tile in deal["wall"]]
    counts = Counter(wall)
    foreign = [tile for tile in counts if not in_play(tile, players)]
    if foreign:
        raise DealError(f"the wall has {_names(foreign)}, not in play with {players} players", "MS-3")
    doubled = [tile for tile, number in counts.items() if number > 1]
    if doubled:
        raise DealError(f"the wall has {_names(doubled)} more than once", "MS-1")
    missing = [tile for tile in range(TILES) if in_play(tile, players) and tile not in counts]
    if missing:
        raise DealError(
            f"the wall has {len(wall)} tiles; expected {pack_size(players)}: {_names(missing)} missing", "MS-1"
        )
    return wall


def _code(tile: str) -> int:
    try:
        return tile_code(tile)
    except ValueError as error:
        raise DealError(f"the wall: {error}", "MS-1") from None


def _names(tiles: Sequence[int]) -> str:
    more = f" and {len(tiles) - NAMED} more" if len(tiles) > NAMED else ""
    return " ".join(tile_name(tile) for tile in tiles[:NAMED]) + more


def write_deal(codes: Sequence[int], players: int, o: Options) -> dict[str, Any]:
    """The deal of a record from the numbers of ``get_deal``."""
    return {"wall": [tile_name(int(code)) for code in codes]}
