"""Decisions as the words of a record, and back."""

from functools import lru_cache

from toolkit.games.game import TokenError
from toolkit.games.reading import split_token
from toolkit.games.shiji.cards import ALIASES, KINDS, NAMES, read_cards
from toolkit.games.shiji.decisions import (
    DRAW,
    GOODS_BITS,
    HAND,
    MOST_GOODS,
    MOST_LAID,
    MOST_OF_A_KIND,
    NO_GOODS,
    PASS_TURN,
    RESIGN_GAME,
    VEIL,
    VERB_BITS,
    VERBS,
    card_at,
    goods_at,
    goods_code,
    named,
    verb_of,
)
from toolkit.records.faults import shown

CARDS = f"{NAMES} ({', '.join(f'{alias} for {name}' for alias, name in ALIASES.items())})"


@lru_cache(maxsize=1 << 16)
def parse(token: str, players: int) -> tuple[int, int]:
    """(seat from 0, decision) of a token; TokenError if it cannot be read.

    Any number of cards is read: whether they are right is for the rules to say. Two goods of a veil are
    put into market order where their names tell it (the first ends with the card that begins the second).
    """
    seat, verb, words = split_token(token, players, VERBS)
    if verb in (PASS_TURN, RESIGN_GAME):
        if words:
            raise TokenError(f"`{VERBS[verb]}` takes no cards")
        return seat, verb
    if not words or (len(words) > 1 and verb != VEIL):
        raise TokenError(f"`{VERBS[verb]}` takes {'goods' if verb == VEIL else 'its cards as one word'}")
    groups = [_read_word(word) for word in words]
    if verb in (HAND, DRAW):
        return seat, verb | _pack_set(groups[0])
    if verb == VEIL:
        return seat, verb | _pack_goods(groups)
    return seat, verb | _pack_row(groups[0])


def _read_word(word: str) -> list[int]:
    kinds = read_cards(word)
    if kinds is None:
        raise TokenError(f"{shown(repr(word))} has a character that is no card; cards are {CARDS}")
    return kinds


def _pack_set(kinds: list[int]) -> int:
    return sum(min(kinds.count(kind), MOST_OF_A_KIND) << (VERB_BITS + 2 * kind) for kind in set(kinds))


def _pack_row(kinds: list[int]) -> int:
    return sum((kind + 1) << (VERB_BITS + 4 * index) for index, kind in enumerate(kinds[:MOST_LAID]))


def _pack_goods(groups: list[list[int]]) -> int:
    if len(groups) == 2 and _follows(groups[0], groups[1]) and not _follows(groups[1], groups[0]):
        groups = groups[::-1]
    codes = [goods_code(*group, *(-1,) * (3 - len(group))) if len(group) in (2, 3) else NO_GOODS for group in groups]
    return sum(code << (VERB_BITS + GOODS_BITS * index) for index, code in enumerate(codes[:MOST_GOODS]))


def _follows(goods: list[int], before: list[int]) -> bool:
    """Whether ``goods`` may lie to the right of the goods ``before`` in the four cards around a join."""
    if len(before) == 3 and len(goods) == 3:
        return before[1:] == goods[:2]
    return before[-1] == goods[0]


def write(seat: int, decision: int) -> str:
    """The canonical token of a decision."""
    verb = verb_of(decision)
    words = [f"p{seat + 1}", VERBS[verb]]
    if verb in (HAND, DRAW):
        words.append("".join(NAMES[kind] * named(decision, kind) for kind in range(KINDS)))
    elif verb == VEIL:
        codes = (goods_at(decision, index) for index in range(MOST_GOODS))
        words += [name_goods(code) for code in codes if code]
    elif verb not in (PASS_TURN, RESIGN_GAME):
        kinds = (card_at(decision, index) for index in range(MOST_LAID))
        words.append("".join(NAMES[kind] for kind in kinds if kind >= 0))
    return " ".join(words)


def name_goods(code: int) -> str:
    """The cards of a goods by its code, from left to right."""
    kinds = ((code >> shift & 15) - 1 for shift in (0, 4, 8))
    return "".join(NAMES[kind] for kind in kinds if kind >= 0)
