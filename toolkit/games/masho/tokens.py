"""Decisions as the words of a record, and back."""

from functools import lru_cache

from toolkit.games.game import TokenError
from toolkit.games.masho.cards import tile_code, tile_name
from toolkit.games.masho.decisions import (
    CHI,
    FOUL,
    NO_TILE,
    PASS,
    PON,
    RON,
    TSUMO,
    VERBS,
    first_tile,
    other_of,
    second_tile,
    verb_of,
    with_seat,
    with_tile,
    with_tiles,
)
from toolkit.games.reading import read_player, split_token

#: Verbs that name another player before their tiles.
FROM_PLAYER = (PON, CHI, RON)
WITHOUT_TILES = (RON, TSUMO)
FOULS = ("35", "36", "37")
TOO_MANY = 3


@lru_cache(maxsize=1 << 16)
def parse(token: str, players: int) -> tuple[int, int]:
    """(seat from 0, decision) of a token; TokenError if it cannot be read.

    How many tiles a verb needs, and which, is for the rules to say.
    """
    seat, verb, words = split_token(token, players, VERBS[:PASS])
    if verb == FOUL:
        if len(words) != 1 or words[0] not in FOULS:
            raise TokenError(f"a foul is {', '.join(FOULS)}: the article of the rules that it breaks", "MS-73")
        return seat, with_tile(FOUL, int(words[0]))
    other = 0
    if verb in FROM_PLAYER:
        if not words:
            raise TokenError(f"`{VERBS[verb]}` names the player whose discard is taken, like `{VERBS[verb]} p1`")
        other = read_player(words.pop(0), players)
    if words and verb in WITHOUT_TILES:
        raise TokenError(f"`{VERBS[verb]}` takes no tiles")
    return seat, _pack(verb, other, [_tile(word) for word in words])


def _tile(word: str) -> int:
    try:
        return tile_code(word)
    except ValueError as error:
        raise TokenError(str(error), "MS-1") from None


def _pack(verb: int, other: int, tiles: list[int]) -> int:
    """A decision with any number of tiles; of more than two only that they are too many is kept."""
    if not tiles:
        return with_seat(verb, other)
    if len(tiles) == 1:
        return with_tile(verb, tiles[0]) | other << 4
    decision = with_tiles(verb, other, tiles[0], tiles[1])
    return decision if len(tiles) == 2 else decision | TOO_MANY << 24


def write(seat: int, decision: int) -> str:
    """The token of a decision, "" for a silent one; tiles beyond the second cannot be written out."""
    verb = verb_of(decision)
    if verb >= PASS:
        return ""
    words = [f"p{seat + 1}", VERBS[verb]]
    if verb == FOUL:
        return " ".join([*words, str(first_tile(decision))])
    if verb in FROM_PLAYER:
        words.append(f"p{other_of(decision) + 1}")
    words += [tile_name(tile) for tile in (first_tile(decision), second_tile(decision)) if tile != NO_TILE]
    return " ".join(words)
