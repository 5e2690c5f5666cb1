"""What the tokens of all games have in common: ``pK verb arguments``, with single spaces."""

import re
from collections.abc import Sequence

from toolkit.games.game import TokenError
from toolkit.records.faults import shown

TOKEN = re.compile(r"(p[1-9]) ([a-z]+)((?: [^ ]+)*)", re.ASCII)
#: Characters of a token that are looked at; the longest that any rule allows has some thirty. Tokens are remembered
#: as they were read, so that without a limit a log of long ones would fill the memory.
LONGEST = 200

PLAYER = re.compile(r"p([1-9])", re.ASCII)


def split_token(token: str, players: int, verbs: Sequence[str]) -> tuple[int, int, list[str]]:
    """(seat from 0, number of the verb in ``verbs``, arguments) of a token; TokenError if it cannot be read."""
    if len(token) > LONGEST:
        raise TokenError(f"a token of {len(token):,} characters; none has more than {LONGEST}")
    match = TOKEN.fullmatch(token)
    if match is None:
        raise TokenError("expected `pK verb` or `pK verb arguments`, with single spaces")
    seat = read_player(match[1], players)
    if match[2] not in verbs:
        raise TokenError(f"unknown verb {shown(repr(match[2]))}; the verbs are {', '.join(verbs)}")
    return seat, verbs.index(match[2]), match[3].split(" ")[1:]


def read_player(word: str, players: int) -> int:
    """The seat, from 0, of ``pK``; TokenError if there is no such player."""
    match = PLAYER.fullmatch(word)
    if match is None:
        raise TokenError(f"{shown(repr(word))} is no player; the players are p1 to p{players}")
    if int(match[1]) > players:
        raise TokenError(f"there are {players} players; expected p1 to p{players}")
    return int(match[1]) - 1
