"""Decisions as integers: a verb in the low three bits, its cards above.

``hand`` and ``draw`` name a set of cards: two bits a kind, how often it is named (3 = three times or more,
which no pack holds). ``place`` and ``recover`` name cards in their order: four bits a card, kind + 1.
``veil`` names up to four goods of three cards each, twelve bits the goods.
"""

HAND, VEIL, PLACE, DRAW, RECOVER_CARD, PASS_TURN, RESIGN_GAME = range(7)
VERBS = ("hand", "veil", "place", "draw", "recover", "pass", "resign")

VERB_BITS = 3
MOST_OF_A_KIND = 3
#: Cards that ``place`` and ``recover`` keep, goods that ``veil`` keeps; more are illegal anyway.
MOST_LAID = 8
MOST_GOODS = 4
GOODS_BITS = 12
GOODS_MASK = 0xFFF
#: Stands for a named goods that no market can show.
NO_GOODS = 0xFFF

THUNDER_LAY = PLACE | 0x112 << VERB_BITS
DOUBLE_ZERO = PLACE | 0x11 << VERB_BITS


def verb_of(decision: int) -> int:
    """The verb."""
    return decision & 7


def named(decision: int, kind: int) -> int:
    """How many cards of a kind ``hand`` or ``draw`` names."""
    return (decision >> (VERB_BITS + 2 * kind)) & 3


def count_named(decision: int) -> int:
    """How many cards ``hand`` or ``draw`` names."""
    cards = decision >> VERB_BITS
    return (cards & 0x15555555).bit_count() + 2 * (cards & 0x2AAAAAAA).bit_count()


def card_at(decision: int, index: int) -> int:
    """The kind of the ``index``-th card of ``place`` or ``recover``, −1 where there is none."""
    return ((decision >> (VERB_BITS + 4 * index)) & 15) - 1


def lay_of(front: int, back: int) -> int:
    """The decision to lay a pair."""
    return PLACE | (front + 1) << VERB_BITS | (back + 1) << (VERB_BITS + 4)


def recovery_of(kind: int) -> int:
    """The decision to take a card back."""
    return RECOVER_CARD | (kind + 1) << VERB_BITS


def goods_at(decision: int, index: int) -> int:
    """The ``index``-th goods that ``veil`` names, 0 where there is none."""
    return (decision >> (VERB_BITS + GOODS_BITS * index)) & GOODS_MASK


def goods_code(first: int, second: int, third: int) -> int:
    """The code of a goods by the kinds of its cards from left to right; ``third`` is −1 for a pair."""
    return (first + 1) | (second + 1) << 4 | (third + 1) << 8
