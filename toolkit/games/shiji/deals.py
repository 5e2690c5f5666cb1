"""The deal of a record: nothing, or the two stacks of ``source`` = ``deck`` (SJ-42)."""

from collections.abc import Mapping, Sequence
from typing import Any

from toolkit.games.game import DealError, DealShapeError
from toolkit.games.shiji.cards import ALIASES, LAND_CARDS, LAND_SIZE, NAMES
from toolkit.games.shiji.options import DECK, Options
from toolkit.games.shiji.state import SEATS
from toolkit.records.faults import shown


def read_deal(deal: Mapping[str, Any], players: int, o: Options) -> list[int]:
    """The kinds of both stacks from the top, 48 numbers, or none; DealError says what is wrong."""
    if o.source != DECK:
        if deal:
            shape = DealError if set(deal) == {"decks"} else DealShapeError
            raise shape("the deal has to be {}: nothing is dealt from a land", "SJ-2")
        return []
    if set(deal) != {"decks"}:
        raise DealShapeError('with source "deck" the deal is {"decks": [[24 cards], [24 cards]]}', "SJ-42")
    decks = deal["decks"]
    if not isinstance(decks, list):
        raise DealShapeError("decks has to be a list of two stacks", "SJ-42")
    for seat, deck in enumerate(decks):
        if not isinstance(deck, list) or not all(isinstance(card, str) for card in deck):
            raise DealShapeError(f"the stack of p{seat + 1} has to be a list of cards", "SJ-42")
    if len(decks) != SEATS:
        raise DealError("decks has to be a list of two stacks", "SJ-42")
    return [kind for seat, deck in enumerate(decks) for kind in _read_stack(deck, seat)]


def _read_stack(deck: list[str], seat: int) -> list[int]:
    if len(deck) != LAND_SIZE:
        raise DealError(f"the stack of p{seat + 1} has to be a list of {LAND_SIZE} cards", "SJ-42")
    kinds = []
    for card in deck:
        name = ALIASES.get(card, card)
        if len(name) != 1 or name not in NAMES:
            raise DealError(f"the stack of p{seat + 1} has an unknown card {shown(repr(card))}", "SJ-1")
        kinds.append(NAMES.index(name))
    for kind, expected in enumerate(LAND_CARDS):
        if kinds.count(kind) != expected:
            raise DealError(
                f"the stack of p{seat + 1} has {NAMES[kind]} {kinds.count(kind)} times; expected {expected}", "SJ-2"
            )
    return kinds


def write_deal(codes: Sequence[int], players: int, o: Options) -> dict[str, Any]:
    """The deal object of a record from the numbers of ``get_deal``."""
    if o.source != DECK:
        return {}
    return {"decks": [[NAMES[codes[seat * LAND_SIZE + index]] for index in range(LAND_SIZE)] for seat in range(SEATS)]}
