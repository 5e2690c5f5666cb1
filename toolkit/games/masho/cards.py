"""Tiles 札: how they are numbered, ranked and spelled (MS-1 … MS-3).

A tile's code is ``heaven * 45 + earth * 9 + number − 1`` with the heavens 空 日 月 星 as 0–3 and the earths 木 火 土
金 水 as 0–4, so that the order of the codes is the rank of MS-2, highest first. A kind is what a shape is made
of, heaven and number: ``heaven * 9 + number − 1``.
"""

from toolkit.records.faults import shown

HEAVENS = 4
EARTHS = 5
NUMBERS = 9
TILES = HEAVENS * EARTHS * NUMBERS
KINDS = HEAVENS * NUMBERS
#: Codes of one heaven.
HEAVEN_TILES = EARTHS * NUMBERS

KU, HI, TSUKI, SEI = range(HEAVENS)
MOKU, KA, DO, KIN, SUI = range(EARTHS)

HEAVEN_NAMES = "空日月星"
EARTH_NAMES = "木火土金水"
SEAT_NAMES = "東南西北"
HEAVEN_ALIASES = "KHTS"
EARTH_ALIASES = "mhdks"

#: By code: the heaven, the earth, the number (1–9) and the kind of a tile.
HEAVEN_OF = tuple(code // HEAVEN_TILES for code in range(TILES))
EARTH_OF = tuple(code % HEAVEN_TILES // NUMBERS for code in range(TILES))
NUMBER_OF = tuple(code % NUMBERS + 1 for code in range(TILES))
KIND_OF = tuple(code // HEAVEN_TILES * NUMBERS + code % NUMBERS for code in range(TILES))


def in_play(code: int, players: int) -> int:
    """1 if the tile belongs to the game of 2–5 ``players`` (MS-1, MS-3), else 0."""
    if players < 5 and EARTH_OF[code] == DO:
        return 0
    return 1 if HEAVEN_OF[code] < players else 0


def pack_size(players: int) -> int:
    """How many tiles 2–5 players use: 72, 108, 144, 180 (MS-1, MS-3)."""
    return 36 * players


def tile_name(code: int) -> str:
    """The notation of a tile: ``空木1`` (MS-1)."""
    return f"{HEAVEN_NAMES[HEAVEN_OF[code]]}{EARTH_NAMES[EARTH_OF[code]]}{NUMBER_OF[code]}"


def kind_name(kind: int) -> str:
    """Heaven and number of a kind: ``空1``."""
    return f"{HEAVEN_NAMES[kind // NUMBERS]}{kind % NUMBERS + 1}"


#: Spellings that are read: the notation and the ASCII aliases ``Km1``; their codes.
CODES: dict[str, int] = {tile_name(code): code for code in range(TILES)} | {
    f"{HEAVEN_ALIASES[HEAVEN_OF[code]]}{EARTH_ALIASES[EARTH_OF[code]]}{NUMBER_OF[code]}": code for code in range(TILES)
}


def tile_code(name: str) -> int:
    """The code of a tile by its notation or its ASCII alias; ValueError if it is neither (MS-1)."""
    code = CODES.get(name)
    if code is None:
        raise ValueError(f"{shown(repr(name))} is no tile; a tile is written like 空木1 or Km1")
    return code
