"""Decisions as numbers: verb, card, and up to three captured cards in the order they were named."""

LOOK, MIZU, IN, OUT, KOTSU, NASHI, SHOW, HIDE, PLAY, FLIP = range(10)
#: The word of every verb, by number.
VERBS = ("look", "mizu", "in", "out", "kotsu", "nashi", "show", "hide", "play", "flip")

VERB_BITS = 0xF
CARD_AT = 4
COUNT_AT = 10
CAPTURED_AT = 13
CARD_BITS = 0x3F
COUNT_BITS = 0x7
#: More captured cards than any rule allows are kept as this number.
TOO_MANY = 7


def verb_of(decision: int) -> int:
    """The verb of a decision."""
    return decision & VERB_BITS


def card_of(decision: int) -> int:
    """The card played or turned over (``NO_CARD`` where none was named)."""
    return decision >> CARD_AT & CARD_BITS


def with_card(verb: int, card: int) -> int:
    """A decision that captures nothing."""
    return verb | card << CARD_AT


def with_capture(verb: int, card: int, captured: int) -> int:
    """A decision that captures one card."""
    return verb | card << CARD_AT | 1 << COUNT_AT | captured << CAPTURED_AT


def captured_of(decision: int, index: int) -> int:
    """The captured card that was named at ``index`` (0 to 2)."""
    return decision >> (CAPTURED_AT + 6 * index) & CARD_BITS


def count_of(decision: int) -> int:
    """How many captured cards were named; ``TOO_MANY`` for more than three."""
    return decision >> COUNT_AT & COUNT_BITS
