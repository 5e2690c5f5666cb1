"""Playing and turning over cards (SC-18 to SC-20)."""

from collections.abc import MutableSequence

from toolkit.engine.state import emit
from toolkit.games.shishibo.cards import CARDS, COPIES, KIND, lowest
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


def placings(s: State, verb: int, card: int, out: MutableSequence[int], used: int) -> int:
    """SC-18: append every way to place a card on the field; return how many decisions there are now."""
    matching = month_on_field(s, card)
    number = matching.bit_count()
    if number == 0:
        out[used] = with_card(verb, card)
        return used + 1
    if number == 3:
        decision = with_card(verb, card) | 3 << COUNT_AT
        at = CAPTURED_AT
        while matching:
            decision |= KIND[lowest(matching)] << at
            at += 6
            matching &= matching - 1
        out[used] = decision
        return used + 1
    previous = -1
    while matching:
        captured = KIND[lowest(matching)]
        matching &= matching - 1
        if captured != previous:
            out[used] = with_capture(verb, card, captured)
            used += 1
        previous = captured
    return used


def legal_placings(s: State, out: MutableSequence[int]) -> int:
    """SC-18: every decision of the play and the flip phase."""
    if s.phase == FLIP_PHASE:
        return placings(s, FLIP, KIND[s.turned], out, 0)
    used = 0
    hand = s.hands[s.actor]
    previous = -1
    while hand:
        card = KIND[lowest(hand)]
        hand &= hand - 1
        if card != previous:
            used = placings(s, PLAY, card, out, used)
        previous = card
    return used


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
    wanted = with_card(verb, card) | number << COUNT_AT
    at = CAPTURED_AT
    while matching:
        wanted |= KIND[lowest(matching)] << at
        at += 6
        matching &= matching - 1
    return 1 if decision == wanted else 0


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
