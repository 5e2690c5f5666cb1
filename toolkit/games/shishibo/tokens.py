"""Decisions as the words of a record, and back."""

from functools import lru_cache

from toolkit.games.game import TokenError
from toolkit.games.reading import split_token
from toolkit.games.shishibo.cards import NO_CARD, WORDS
from toolkit.games.shishibo.decisions import (
    CAPTURED_AT,
    COUNT_AT,
    FLIP,
    PLAY,
    TOO_MANY,
    VERBS,
    captured_of,
    card_of,
    count_of,
    verb_of,
    with_card,
)
from toolkit.records.faults import shown

CARD_NUMBERS = {word: WORDS.index(word) for word in WORDS}


@lru_cache(maxsize=1 << 16)
def parse(token: str, players: int) -> tuple[int, int]:
    """(seat from 0, decision) of a token; TokenError if it cannot be read.

    Any number of cards may follow `play` and `flip`: whether they are right is for the rules to say.
    """
    seat, verb, words = split_token(token, players, VERBS)
    if words and verb not in (PLAY, FLIP):
        raise TokenError(f"`{VERBS[verb]}` takes no cards")
    unknown = [word for word in words if word not in CARD_NUMBERS]
    if unknown:
        raise TokenError(f"unknown card {shown(repr(unknown[0]))}; a card is a month and one of H M T S K, like 8H")
    return seat, _pack(verb, [CARD_NUMBERS[word] for word in words])


def _pack(verb: int, cards: list[int]) -> int:
    """A decision from the card played and the captured ones; too many are kept as a wrong number of them."""
    decision = with_card(verb, cards[0] if cards else NO_CARD)
    captured = cards[1:]
    decision |= min(len(captured), TOO_MANY) << COUNT_AT
    for index, card in enumerate(captured[:3]):
        decision |= card << (CAPTURED_AT + 6 * index)
    return decision


def write(seat: int, decision: int) -> str:
    """The token of a decision; more than three captured cards cannot be written out."""
    words = [f"p{seat + 1}", VERBS[verb_of(decision)]]
    if card_of(decision) != NO_CARD:
        words.append(WORDS[card_of(decision)])
    words += [WORDS[captured_of(decision, index)] for index in range(min(count_of(decision), 3))]
    return " ".join(words)


def describe_cards(cards: int) -> str:
    """The cards of a capture event: the card placed, then the captured ones."""
    return " ".join(write(0, cards << 4).split()[2:])
