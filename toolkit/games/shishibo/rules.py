"""The decisions of a round of 猪牡忠臣: which are legal, what each does, what each seat sees."""

from collections.abc import MutableSequence

from toolkit.engine.chance import below
from toolkit.engine.contract import AFTER_END, FINE, FIRST_FAULT, WRONG_ACTOR
from toolkit.games.shishibo.calls import may_say, say_in_or_out, say_kotsu, say_mizu, say_show
from toolkit.games.shishibo.cards import CARDS, NO_CARD
from toolkit.games.shishibo.decisions import HIDE, LOOK, PLAY, verb_of, with_card
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.play import count_placings, legal_placings, may_place, nth_placing, place
from toolkit.games.shishibo.state import (
    FIELD,
    HAND,
    KOTSU_PHASE,
    MIZU_PHASE,
    MOST_STOCK,
    PASS_PHASE,
    PLAY_PHASE,
    SEAT_FEATURES,
    SHOW_PHASE,
    SHOWN,
    TEYAKU_POINTS,
    TEYAKU_SHOWN,
    State,
)


def legal(s: State, o: Options, out: MutableSequence[int]) -> int:
    """Every legal decision of the actor, in the order of the verbs and cards."""
    if s.phase >= PLAY_PHASE:
        return legal_placings(s, out)
    used = 0
    for verb in range(LOOK, HIDE + 1):
        if may_say(s, o, verb):
            out[used] = with_card(verb, NO_CARD)
            used += 1
    return used


def count_legal(s: State, o: Options, out: MutableSequence[int]) -> int:
    """How many legal decisions the actor has."""
    return count_placings(s) if s.phase >= PLAY_PHASE else legal(s, o, out)


def pick(s: State, o: Options, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """A uniformly random legal decision."""
    number = below(stream, count_legal(s, o, out))
    return nth_placing(s, number) if s.phase >= PLAY_PHASE else out[number]


def check(s: State, o: Options, seat: int, decision: int) -> int:
    """Whether a decision may be applied; an illegal one breaks the rule of the phase that is due."""
    if s.over:
        return AFTER_END
    if seat != s.actor:
        return WRONG_ACTOR
    verb = verb_of(decision)
    if s.phase >= PLAY_PHASE:
        fine = may_place(s, verb, decision)
    else:
        fine = 1 if verb < PLAY and may_say(s, o, verb) else 0
    return FINE if fine else FIRST_FAULT + s.phase


def apply(s: State, o: Options, seat: int, decision: int) -> None:
    """Apply a legal decision."""
    verb = verb_of(decision)
    if s.phase >= PLAY_PHASE:
        place(s, o, verb, decision)
    elif s.phase == MIZU_PHASE:
        say_mizu(s, o, verb)
    elif s.phase == PASS_PHASE:
        say_in_or_out(s, o, verb)
    elif s.phase == KOTSU_PHASE:
        say_kotsu(s, o, verb)
    else:
        say_show(s, o, verb)


def has_looked(s: State, seat: int) -> int:
    """1 if a player has looked at the own hand (SC-14)."""
    if s.phase == MIZU_PHASE and s.over == 0:
        for index in range(s.asked, s.n_queue):
            if s.queue[index] == seat:
                return 0
    return 1


def hide(s: State, o: Options, seat: int) -> None:
    """Leave in a copy of the state what a seat sees: the own hand once looked at (SC-14), the open
    cards of the others (SC-17) and those they played, the field and all captured cards, but not the stock."""
    looked = has_looked(s, seat)
    for other in range(s.players):
        if other != seat or looked == 0:
            hide_hand(s, other)
    if s.phase == SHOW_PHASE and s.over == 0:  # who is asked later holds a 手役 that nobody knows of yet
        for index in range(s.asked + 1, len(s.queue)):
            s.queue[index] = -1
        s.n_queue = s.asked + 1
    for index in range(s.stock_at, MOST_STOCK):
        s.stock[index] = -1
    for index in range(len(s.priority)):
        s.priority[index] = -1
    # Whether the folded hands are in the stock of a record already is nothing to be seen.
    s.recorded = 0
    if s.phase < KOTSU_PHASE:
        s.n_stock = CARDS - FIELD - HAND * (s.players - (1 if s.white >= 0 else 0))


def hide_hand(s: State, seat: int) -> None:
    """Leave of a hand what the others know: which of its cards were played, or lie open."""
    if s.remaining >> seat & 1:
        s.dealt[seat] &= ~s.hands[seat] | s.known[seat]
    elif seat != s.white:
        s.dealt[seat] = 0
    s.hands[seat] &= s.known[seat]
    if s.shown[seat] != SHOWN:
        s.teyaku[seat] = 0
        s.seat_features[seat * SEAT_FEATURES + TEYAKU_POINTS] = -1
        s.seat_features[seat * SEAT_FEATURES + TEYAKU_SHOWN] = -1
