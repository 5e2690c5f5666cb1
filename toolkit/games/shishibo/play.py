"""Playing and turning over cards (SC-18 to SC-20)."""

from collections.abc import MutableSequence

from toolkit.engine.state import emit
from toolkit.games.shishibo.cards import CARDS, COPIES, KIND, distinct, lowest
from toolkit.games.shishibo.decisions import (
    CAPTURED_AT,
    CARD_AT,
    COUNT_AT,
    FLIP,
    PLAY,
    captured_of,
    card_of,
    with_capture,
    with_card,
)
from toolkit.games.shishibo.events import CAPTURE
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.settlement import settle_normal_end, settle_uchikiri
from toolkit.games.shishibo.state import FLIP_PHASE, PLAY_PHASE, PLAYING, State
from toolkit.games.shishibo.yaku import MONTH, card_points, uchikiri_of


def month_on_field(s: State, card: int) -> int:
    """The field cards of the month of a card."""
    return s.on_field & MONTH << (card & ~3)


def ways(s: State, card: int) -> int:
    """SC-18: in how many ways a card can be placed: in two, where it can capture either of two different cards."""
    matching = month_on_field(s, card)
    return 2 if matching.bit_count() == 2 and matching == distinct(matching) else 1


def placing(s: State, verb: int, card: int, way: int) -> int:
    """SC-18: the decision that places a card on the field in one of its ways (0 or 1)."""
    matching = month_on_field(s, card)
    decision = with_card(verb, KIND[card])
    number = matching.bit_count()
    if number == 0:
        return decision
    if number == 2:
        return with_capture(verb, KIND[card], KIND[lowest(matching & (matching - 1) if way else matching)])
    decision |= number << COUNT_AT
    at = CAPTURED_AT
    while matching:
        decision |= KIND[lowest(matching)] << at
        at += 6
        matching &= matching - 1
    return decision


def legal_placings(s: State, out: MutableSequence[int]) -> int:
    """SC-18: every decision of the play and the flip phase."""
    verb = FLIP if s.phase == FLIP_PHASE else PLAY
    cards = placeable(s)
    used = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        for way in range(ways(s, card)):
            out[used] = placing(s, verb, card, way)
            used += 1
    return used


def count_placings(s: State) -> int:
    """How many decisions :func:`legal_placings` writes."""
    cards = placeable(s)
    number = 0
    while cards:
        number += ways(s, lowest(cards))
        cards &= cards - 1
    return number


def nth_placing(s: State, number: int) -> int:
    """The decision that :func:`legal_placings` writes at ``number``."""
    cards = placeable(s)
    while True:
        card = lowest(cards)
        cards &= cards - 1
        if number < ways(s, card):
            return placing(s, FLIP if s.phase == FLIP_PHASE else PLAY, card, number)
        number -= ways(s, card)


def placeable(s: State) -> int:
    """SC-18: the card turned over, or the cards of the hand that differ."""
    return 1 << s.turned if s.phase == FLIP_PHASE else distinct(s.hands[s.actor])


def may_place(s: State, verb: int, decision: int) -> int:
    """SC-18: 1 if a decision with a card is right in the present phase."""
    card = card_of(decision)
    if s.phase == PLAY_PHASE:
        if verb != PLAY or card >= CARDS or s.hands[s.actor] & COPIES[card] == 0:
            return 0
    elif s.phase == FLIP_PHASE:
        if verb != FLIP or card != KIND[s.turned]:
            return 0
    else:
        return 0
    matching = month_on_field(s, card)
    number = matching.bit_count()
    if number == 2:
        captured = captured_of(decision, 0)
        if captured >= CARDS or matching & COPIES[captured] == 0:
            return 0
        return 1 if decision == with_capture(verb, card, captured) else 0
    return 1 if decision == placing(s, verb, card, 0) else 0


def place(s: State, o: Options, verb: int, decision: int) -> None:
    """SC-18: put the played or turned card on the field or capture with it, and go on."""
    card = card_of(decision)
    seat = s.actor
    if verb == PLAY:
        card = lowest(s.hands[seat] & COPIES[card])
        s.hands[seat] &= ~(1 << card)
        s.known[seat] &= ~(1 << card)
        s.held[seat] -= 1
    else:
        card = s.turned
        s.turned = -1
    matching = month_on_field(s, card)
    number = matching.bit_count()
    if number == 0:
        s.on_field |= 1 << card
    else:
        if number == 2:
            matching = 1 << lowest(matching & COPIES[captured_of(decision, 0)])
        new = matching | 1 << card
        s.on_field &= ~matching
        s.captured[seat] |= new
        emit(s, CAPTURE, seat, card_points(new, o), decision >> CARD_AT)
        uchikiri = uchikiri_of(s.captured[seat], new)
        if uchikiri:  # SC-19: the round is over at once
            settle_uchikiri(s, o, seat, uchikiri)
            return
    go_on(s, o, verb)


def go_on(s: State, o: Options, verb: int) -> None:
    """After a card was placed: turn over the stock, pass the turn, or end the round (SC-20)."""
    if verb == PLAY:
        s.turned = s.stock[s.stock_at]
        s.stock_at += 1
        s.phase = FLIP_PHASE
        return
    s.phase = PLAY_PHASE
    for index in range(PLAYING):
        if s.places[index] == s.actor:
            s.actor = s.places[(index + 1) % PLAYING]
            break
    if s.held[s.actor] == 0:
        settle_normal_end(s, o)
