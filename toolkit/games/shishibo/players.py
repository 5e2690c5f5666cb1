"""A sensible one-step player of 猪牡忠臣, from public information and the own hand."""

from collections.abc import MutableSequence

from toolkit.games.shishibo.cards import HIKARI, KASU, NO_CARD, TANE, TANZAKU
from toolkit.games.shishibo.decisions import (
    CAPTURED_AT,
    CARD_BITS,
    IN,
    KOTSU,
    LOOK,
    NASHI,
    OUT,
    SHOW,
    card_of,
    count_of,
    with_card,
)
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.rules import legal
from toolkit.games.shishibo.state import KOTSU_PHASE, MIZU_PHASE, PASS_PHASE, PLAYING, SHOW_PHASE, State
from toolkit.games.shishibo.yaku import (
    AOTAN,
    CARDS_OF,
    CHUSHIN,
    GETASHI,
    MONTH,
    SHIKO,
    points_of,
    teyaku_of,
    yaku_points,
)

#: Strengths of a hand (about card points to be won with it) from which the player goes in or raises.
#: Found by playing against itself; a third of the deals are worth playing when three of many may.
WORTH_PLAYING = 62
WORTH_RAISING = 95
#: What every 出る/下りる pass adds to the strength asked for, and the passes after which nobody stays: without them
#: four players with good hands would raise the stake for ever.
RISE = 8
MOST_PASSES = 10


def greedy(v: State, o: Options, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The decision of the actor: never raises blind, plays good hands, takes what is worth most."""
    if v.phase == MIZU_PHASE:
        return with_card(LOOK, NO_CARD)
    if v.phase == PASS_PHASE:
        return with_card(IN if stays_in(v, o, seat) else OUT, NO_CARD)
    if v.phase == KOTSU_PHASE:
        return with_card(KOTSU if strength(v, o, seat) >= WORTH_RAISING else NASHI, NO_CARD)
    if v.phase == SHOW_PHASE:
        return with_card(SHOW, NO_CARD)
    number = legal(v, o, out)
    best = out[0]
    best_worth = -1 << 30
    for index in range(number):
        worth = worth_of(v, o, seat, out[index])
        if worth > best_worth:
            best_worth = worth
            best = out[index]
    return best


def stays_in(v: State, o: Options, seat: int) -> int:
    """1 if the hand is worth playing in the present 出る/下りる pass, or must be (SC-14)."""
    if v.passes == 0 and v.mizu[seat]:
        return 1
    if v.passes >= MOST_PASSES:
        return 0
    return 1 if strength(v, o, seat) >= WORTH_PLAYING + RISE * v.passes else 0


def strength(v: State, o: Options, seat: int) -> int:
    """A rough forecast of the points a hand will win: 手役, good cards, and pairs with the field."""
    hand = v.hands[seat]
    total = points_of(teyaku_of(hand, o), o)
    for month in range(12):
        mine = hand >> (4 * month) & MONTH
        if mine == 0:
            continue
        there = v.on_field & MONTH << (4 * month)
        total += 4 + worth_of_cards(there, o)
        if mine.bit_count() + there.bit_count() >= 3:
            total += 10
    return total + worth_of_cards(hand, o) // 2


def worth_of_cards(cards: int, o: Options) -> int:
    """Card points, and a little for every card (it takes another one sooner or later)."""
    return (
        (cards & HIKARI).bit_count() * (o.points_hikari + 4)
        + (cards & TANE).bit_count() * (o.points_tane + 3)
        + (cards & TANZAKU).bit_count() * (o.points_tanzaku + 3)
        + (cards & KASU).bit_count() * (o.points_kasu + 1)
    )


def worth_of(v: State, o: Options, seat: int, decision: int) -> int:
    """What a placing is worth to a seat: what it takes, towards which 役, less what it offers the others."""
    card = card_of(decision)
    taken = 0
    for index in range(count_of(decision)):
        captured = decision >> (CAPTURED_AT + 6 * index) & CARD_BITS
        taken |= 1 << captured
    if taken == 0:
        return -offer_of(v, o, card)
    taken |= 1 << card
    worth = 4 * worth_of_cards(taken, o)
    for yaku in range(SHIKO, GETASHI + 1):
        wanted = CARDS_OF[yaku]
        if taken & wanted:
            worth += progress_of(v, o, seat, yaku, taken)
    return worth


def progress_of(v: State, o: Options, seat: int, yaku: int, taken: int) -> int:
    """What taking cards of a 役 is worth: for the own 役 if it is still open, and against the others'."""
    wanted = CARDS_OF[yaku]
    value = 100 * v.stake if yaku <= AOTAN else 2 * yaku_points(yaku, o)
    worth = 0
    others = 0
    for place in range(PLAYING):
        other = v.places[place]
        if other != seat:
            others |= v.captured[other]
            missing = (wanted & ~(v.captured[other] | taken)).bit_count()
            if v.captured[other] & wanted and missing == 0:
                worth += value
    if others & wanted == 0:
        missing = (wanted & ~(v.captured[seat] | taken)).bit_count()
        worth += value >> missing if missing else 4 * value
    return worth


def offer_of(v: State, o: Options, card: int) -> int:
    """What a card left on the field offers the next player, less if the own hand can take it later."""
    month = MONTH << (card & ~3)
    offered = 4 * worth_of_cards(1 << card, o)
    for yaku in range(SHIKO, CHUSHIN):
        if CARDS_OF[yaku] >> card & 1:
            offered += 20
    seen = v.on_field | v.hands[v.actor]
    for place in range(PLAYING):
        seen |= v.captured[v.places[place]]
    if (month & ~seen) == 0:  # nobody else holds this month
        return offered >> 3
    return offered
