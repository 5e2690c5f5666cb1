"""Reading hands to be scored: words for tiles and melds → rows of numbers for the scorer."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

from toolkit.games.game import GameError, decode_options, options_of
from toolkit.games.masho.cards import CODES, KIND_OF, NUMBERS, in_play, tile_name
from toolkit.games.masho.options import Options
from toolkit.games.masho.scoring_rows import HAND_ROW, OPEN, OPEN_KINDS, OPEN_TILES, TILES
from toolkit.games.masho.scoring_state import CHI, MELDS, MOST_TILES

#: Open melds by ``sc_meld_kind``.
KIND_WORDS = ("pon", "chi", "ankan", "kakan")
OPTIONS = options_of(Options)
MOST_PLAYERS = 5


class HandError(GameError):
    """A hand that cannot be scored: unreadable, not of the pack, or no winning shape."""


def read_rules(rules: Mapping[str, object]) -> Options:
    """The engine's options for rules by name; OptionError where there is no such option or value."""
    made: Options = decode_options("masho", Options, OPTIONS, rules)
    return made


def read_tiles(words: object) -> list[int]:
    """The codes of tiles given as a list of words or as one text with spaces or commas."""
    if isinstance(words, str):
        words = words.replace(",", " ").split()
    try:
        return [CODES[word] for word in words]  # type: ignore[attr-defined]
    except (KeyError, TypeError):
        return complain_of_tiles(words)


def complain_of_tiles(words: object) -> NoReturn:
    """Raise HandError for the first word that is no tile."""
    if not isinstance(words, Sequence):
        raise HandError(f"tiles are {words!r}; expected words like 空木1")
    word = next(word for word in words if not isinstance(word, str) or word not in CODES)
    raise HandError(f"{word!r} is no tile; a tile is written like 空木1 or Km1", "MS-1")


def read_meld(meld: object) -> tuple[int, list[int]]:
    """Kind and codes of an open meld; see :func:`toolkit.games.masho.score_hand.score` for the spellings."""
    if isinstance(meld, str):
        kind, _, tiles = meld.partition(":")
        return check_meld(kind, read_tiles(tiles))
    if isinstance(meld, Mapping):
        if "kind" not in meld or "tiles" not in meld:
            raise HandError(f"the meld {dict(meld)!r} lacks kind or tiles")
        return check_meld(meld["kind"], read_tiles(meld["tiles"]))
    if isinstance(meld, Sequence) and len(meld) == 2:
        return check_meld(meld[0], read_tiles(meld[1]))
    raise HandError(f"{meld!r} is no meld; expected a kind and three tiles")


def check_meld(kind: object, codes: list[int]) -> tuple[int, list[int]]:
    """Kind and codes of an open meld whose tiles are what its kind says (MS-11, MS-12, MS-21, MS-22)."""
    if kind not in KIND_WORDS:
        raise HandError(f"{kind!r} is no kind of meld; expected {', '.join(KIND_WORDS)}")
    number = KIND_WORDS.index(str(kind))
    kinds = sorted([KIND_OF[code] for code in codes])
    fault = ""
    if len(codes) != 3:
        fault = "a meld has three tiles (for ankan and kakan those that are left)"
    elif number != CHI and kinds[0] != kinds[2]:
        fault = "the tiles are not of one heaven and number"
    elif number == CHI and (
        kinds != [kinds[0], kinds[0] + 1, kinds[0] + 2] or kinds[0] // NUMBERS != kinds[2] // NUMBERS
    ):
        fault = "the tiles are not three numbers in a row of one heaven"
    if fault:
        raise HandError(f"{kind} {' '.join(map(tile_name, codes))}: {fault}", "MS-30")
    return number, codes


def whole_number(value: object, name: str, low: int, high: int) -> int:
    """A number of a hand's description, between bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise HandError(f"{name} is {value!r}; expected a whole number from {low} to {high}")
    return value


def hand_row(tiles: object, melds: Iterable[object], seat: object, players: object) -> list[int]:
    """The row of :mod:`.scoring_rows` for a hand; HandError where it is no hand of the pack with 14 tiles."""
    codes = read_tiles(tiles)
    if isinstance(melds, str | Mapping):
        raise HandError(f"melds are {melds!r}; expected a list of melds")
    opened = [read_meld(meld) for meld in melds]
    row = [0] * HAND_ROW
    row[0] = whole_number(seat, "seat", 1, MOST_PLAYERS) - 1
    if len(opened) > MELDS:
        raise HandError(f"{len(opened)} open melds; a hand has four melds", "MS-30")
    wanted = MOST_TILES - 3 * len(opened)
    if len(codes) != wanted:
        raise HandError(
            f"{len(codes)} concealed tiles beside {len(opened)} open melds; a winning hand has {wanted} there", "MS-30"
        )
    every = codes + [code for _, three in opened for code in three]
    if len(set(every)) < len(every):
        doubled = next(code for code in every if every.count(code) > 1)
        raise HandError(f"{tile_name(doubled)} comes twice; every tile exists once", "MS-1")
    if players is not None:
        count = whole_number(players, "players", 2, MOST_PLAYERS)
        whole_number(seat, "seat", 1, count)
        for code in every:
            if not in_play(code, count):
                raise HandError(f"{tile_name(code)} is not in the game of {count} players", "MS-3")
    row[1] = len(codes)
    row[TILES : TILES + len(codes)] = codes
    row[OPEN] = len(opened)
    for index, (kind, three) in enumerate(opened):
        row[OPEN_KINDS + index] = kind
        row[OPEN_TILES + 3 * index : OPEN_TILES + 3 * index + 3] = three
    return row
