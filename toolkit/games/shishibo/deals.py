"""The deal of a record: reading it with every mistake named, and writing it (SC-11, SC-12)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from toolkit.engine.state import MOST_SEATS
from toolkit.games.game import DealError, DealShapeError
from toolkit.games.shishibo import dealing
from toolkit.games.shishibo.cards import CARDS, KIND, WHITE, WORDS
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.settlement import REDEAL
from toolkit.games.shishibo.state import FIELD, FINAL_STOCK, HAND, PLAYING, State
from toolkit.records.faults import shown

KEYS = ("field", "hands", "stock")
NO_CARD = "no card; a card is a month and one of H M T S K, like 8H"
PACK = Counter(WORDS[:CARDS])
KINDS = {word: WORDS.index(word) for word in WORDS[:CARDS]}
WHOLE_PACK = sorted(KIND[:CARDS])


def read_deal(deal: Mapping[str, Any], players: int, o: Options) -> list[int]:
    """The numbers of a deal for ``set_deal``: the field, seven cards a hand, the stock.

    DealError where it cannot be a deal of the pack, DealShapeError where it is no deal at all. With more than
    three players the stock of a round that was played is checked by the rules once three remain.
    """
    numbers = _whole_deal(deal, players)
    return _judged_deal(deal, players, o) if numbers is None else numbers


def _whole_deal(deal: Mapping[str, Any], players: int) -> list[int] | None:
    """The numbers of a deal that is a whole pack of 48, as most are; None for any other, good or bad."""
    try:
        field, hands, stock = deal["field"], deal["hands"], deal["stock"]
        words = [*field, *chain.from_iterable(hands), *stock]
        kinds = [KINDS[word] for word in words]
    except (KeyError, TypeError):
        return None
    if {*map(type, deal.values()), *map(type, hands)} != {list}:  # an object would give its keys as cards
        return None
    if len(deal) != 3 or len(field) != FIELD or len(hands) != players or {*map(len, hands)} != {HAND}:
        return None
    if players == MOST_SEATS or sorted(kinds) != WHOLE_PACK:
        return None
    if players > PLAYING and len(stock) != CARDS - FIELD - HAND * players:
        return None
    used = [0] * CARDS
    for place in range(FIELD + HAND * players):
        kind = kinds[place]
        kinds[place] += used[kind]
        used[kind] += 1
    return kinds


def _judged_deal(deal: Mapping[str, Any], players: int, o: Options) -> list[int]:
    """The numbers of any deal, or a DealError that names its mistake."""
    field, hands, stock = _parts(deal, players)
    if len(field) != FIELD:
        raise DealError(f"the field has {len(field)} cards; expected {FIELD}", "SC-11")
    for number, hand in enumerate(hands, 1):
        if len(hand) != HAND:
            raise DealError(f"the hand of p{number} has {len(hand)} cards; expected {HAND}", "SC-11")
    _check_white(field, hands, stock, players)
    dealt = [card for hand in hands for card in hand if card != "W"]
    if players < MOST_SEATS:
        dealt = field + dealt
    _check_copies(dealt, "the field and the hands")
    _check_copies(stock + field, "the field and the stock")
    numbers = _numbers(field, hands, stock, players)
    _check_stock(dealt, stock, players == PLAYING or _redealt(numbers, players, o))
    return numbers


def _check_stock(dealt: list[str], stock: list[str], whole: bool) -> None:
    """SC-11: the stock is the rest of the pack, or has as many cards as three players turn over."""
    rest = CARDS - len(dealt)
    if whole or len(stock) == rest:
        if len(stock) != rest:
            raise DealError(f"the stock has {len(stock)} cards; expected {rest}", "SC-11")
        _check_copies(dealt + stock, "the deal")
    elif len(stock) != FINAL_STOCK:
        raise DealError(
            f"the stock has {len(stock)} cards; expected the {FINAL_STOCK} that three players turn over"
            f" (or the {rest} undealt ones where nobody has folded yet)",
            "SC-11",
        )


def _parts(deal: Mapping[str, Any], players: int) -> tuple[list[str], list[list[str]], list[str]]:
    """The three lists of a deal, every card of them a known word."""
    field, hands, stock = _lists(deal)
    if len(hands) != players:
        raise DealError(f"the deal has {len(hands)} hands; expected one for each of the {players} players")
    for place, cards in _places(field, hands, stock):
        for card in cards:
            if card not in WORDS:
                raise DealError(f"{place} has {shown(repr(card))}, which is {NO_CARD}")
    return field, hands, stock


def _lists(deal: Mapping[str, Any]) -> tuple[list[str], list[list[str]], list[str]]:
    """The three lists of a deal, every card of them a string; DealShapeError for anything else."""
    for key in deal:
        if key not in KEYS:
            raise DealShapeError(f"unknown key {shown(repr(key))}; a deal has {', '.join(KEYS)}")
    for key in KEYS:
        if key not in deal:
            raise DealShapeError(f"the deal has no {key!r}; a deal has {', '.join(KEYS)}")
    field, hands, stock = (deal[key] for key in KEYS)
    if not isinstance(hands, list):
        raise DealShapeError("the deal has no list of hands; expected one for each player")
    for place, cards in _places(field, hands, stock):
        if not isinstance(cards, list):
            raise DealShapeError(f"{place} is no list of cards")
        for card in cards:
            if not isinstance(card, str):
                raise DealShapeError(f"{place} has {shown(repr(card))}, which is {NO_CARD}")
    return field, hands, stock


def _places(field: Any, hands: list[Any], stock: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a deal, each with what a message calls it."""
    yield "the field", field
    for number, hand in enumerate(hands, 1):
        yield f"the hand of p{number}", hand
    yield "the stock", stock


def _check_white(field: list[str], hands: list[list[str]], stock: list[str], players: int) -> None:
    """SC-11: with seven players one hand holds the white card, and its other six are the field."""
    white = sum(hand.count("W") for hand in hands)
    if "W" in field or "W" in stock:
        raise DealError("the white card W lies outside the hands", "SC-11")
    if players < MOST_SEATS:
        if white:
            raise DealError("the white card W is dealt only with seven players", "SC-11")
        return
    if white != 1:
        raise DealError(f"the hands hold {white} white cards W; expected 1 with seven players", "SC-11")
    holder = next(hand for hand in hands if "W" in hand)
    if Counter(holder) - Counter(["W"]) != Counter(field):
        raise DealError("the field is not the six other cards of the hand with the white card W", "SC-11")


def _check_copies(cards: list[str], place: str) -> None:
    for card, number in Counter(cards).items():
        if number > PACK[card]:
            raise DealError(f"{card} is {number} times in {place}; the pack has it {PACK[card]} times", "SC-1")


def _numbers(field: list[str], hands: list[list[str]], stock: list[str], players: int) -> list[int]:
    """Card numbers, the copies of a word told apart; the rules find the copies for the stock."""
    used: Counter[str] = Counter()

    def number(card: str) -> int:
        if card == "W":
            return WHITE
        used[card] += 1
        return WORDS.index(card) + used[card] - 1

    on_field = [number(card) for card in field]
    if players == MOST_SEATS:
        used.clear()
    in_hands = [number(card) for hand in hands for card in hand]
    return on_field + in_hands + [WORDS.index(card) for card in stock]


def _redealt(numbers: list[int], players: int, o: Options) -> bool:
    """Whether SC-12 asks for a redeal of this deal."""
    s = State(players=players)
    dealing.begin_round(s, o)
    dealing.set_deal(s, o, numbers, len(numbers))
    return s.over == 1 and s.reason == REDEAL


def write_deal(codes: Sequence[int], players: int, o: Options) -> dict[str, Any]:
    """The deal of a record from the numbers of ``get_deal``."""
    words = [WORDS[code] for code in codes]
    hands_end = FIELD + HAND * players
    return {
        "field": words[:FIELD],
        "hands": [words[start : start + HAND] for start in range(FIELD, hands_end, HAND)],
        "stock": words[hands_end:],
    }
