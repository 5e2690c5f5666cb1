"""What the players say before the first card: 見ずコツ, 出る/下りる, コツ, 手役 (SC-14 to SC-17)."""

from toolkit.engine.state import emit, following
from toolkit.games.shishibo.cards import CARDS, COPIES, lowest
from toolkit.games.shishibo.decisions import IN, KOTSU, LOOK, MIZU, NASHI, OUT, SHOW
from toolkit.games.shishibo.events import BY_KOTSU, BY_MIZU, BY_PASSES, FOLD, STAKE, TEYAKU
from toolkit.games.shishibo.options import ALWAYS, Options
from toolkit.games.shishibo.state import (
    FINAL_STOCK,
    HIDDEN,
    KOTSU_PHASE,
    MIZU_PHASE,
    PASS_PHASE,
    PLAY_PHASE,
    PLAYING,
    SHOW_PHASE,
    SHOWN,
    State,
)
from toolkit.games.shishibo.yaku import TANICHI, open_cards, teyaku_of, yaku_points

#: Code of a deal that contradicts the hands that were folded.
WRONG_STOCK = 1


def ask_remaining(s: State, phase: int) -> None:
    """Begin a phase in which everybody still in is asked, counter-clockwise from the 親."""
    s.phase = phase
    s.n_queue = 0
    s.asked = 0
    seat = s.opener
    for _ in range(s.players):
        if s.remaining >> seat & 1:
            s.queue[s.n_queue] = seat
            s.n_queue += 1
        seat = following(seat, s.players)
    s.actor = s.queue[0]


def next_asked(s: State) -> int:
    """Pass the question on; 0 when everybody has answered."""
    s.asked += 1
    if s.asked == s.n_queue:
        return 0
    s.actor = s.queue[s.asked]
    return 1


def start_mizu(s: State) -> None:
    """SC-14: everybody may raise the stake before looking."""
    ask_remaining(s, MIZU_PHASE)


def say_mizu(s: State, o: Options, verb: int) -> None:
    """SC-14: one answer to 見ずコツ."""
    if verb == MIZU:
        s.mizu[s.actor] = 1
        s.stake += 1
        emit(s, STAKE, s.actor, s.stake, BY_MIZU)
    if next_asked(s) == 0:
        if s.remaining.bit_count() > PLAYING:
            ask_remaining(s, PASS_PHASE)
        else:
            start_kotsu(s, o)


def may_say(s: State, o: Options, verb: int) -> int:
    """1 if the actor may answer the question of the present phase with ``verb``."""
    if s.phase == MIZU_PHASE:
        return 1 if verb == LOOK or verb == MIZU else 0
    if s.phase == PASS_PHASE:
        if verb == OUT:  # SC-14: whoever raised unseen must stay in the first pass
            return 0 if s.passes == 0 and s.mizu[s.actor] else 1
        return 1 if verb == IN else 0
    if s.phase == KOTSU_PHASE:
        return 1 if verb == KOTSU or verb == NASHI else 0
    if s.phase == SHOW_PHASE:
        if verb == SHOW:
            return 1
        return 1 if verb == SHOW + 1 and o.show != ALWAYS else 0
    return 0


def say_in_or_out(s: State, o: Options, verb: int) -> None:
    """SC-15: one answer to 出る/下りる; with the third player left standing the pass stops."""
    if verb == OUT:
        s.remaining &= ~(1 << s.actor)
        s.hands[s.actor] = 0
        s.held[s.actor] = 0
        emit(s, FOLD, s.actor, s.remaining.bit_count(), 0)
    if s.remaining.bit_count() == PLAYING:
        end_passes(s, o)
    elif next_asked(s) == 0:
        s.passes += 1
        s.stake += 1
        if o.max_passes and s.passes >= o.max_passes:
            keep_first_three(s)
            end_passes(s, o)
        else:
            ask_remaining(s, PASS_PHASE)


def keep_first_three(s: State) -> None:
    """SC-15: at the limit of passes the first three from the 親 play and the others fold."""
    kept = 0
    seat = s.opener
    for _ in range(s.players):
        if s.remaining >> seat & 1:
            kept += 1
            if kept > PLAYING:
                s.remaining &= ~(1 << seat)
                s.hands[seat] = 0
                s.held[seat] = 0
                emit(s, FOLD, seat, s.remaining.bit_count(), 0)
        seat = following(seat, s.players)


def end_passes(s: State, o: Options) -> None:
    """SC-15: three remain; the folded hands have gone back to the stock."""
    if s.passes > 0:
        emit(s, STAKE, -1, s.stake, BY_PASSES)
    start_kotsu(s, o)


def take_stock(s: State) -> None:
    """SC-11, SC-15: undealt cards and folded hands are the stock; a recorded one must be just these."""
    free = (1 << CARDS) - 1 & ~s.on_field
    for seat in range(s.players):
        free &= ~s.hands[seat]
    if s.recorded == 0:
        s.n_stock = 0
        for index in range(CARDS):
            if free >> s.priority[index] & 1:
                s.stock[s.n_stock] = s.priority[index]
                s.n_stock += 1
        return
    if s.n_stock != FINAL_STOCK:
        s.fault = WRONG_STOCK
        return
    for index in range(FINAL_STOCK):
        copies = free & COPIES[s.stock[index]]
        if copies == 0:
            s.fault = WRONG_STOCK
            return
        s.stock[index] = lowest(copies)
        free &= ~(copies & -copies)


def start_kotsu(s: State, o: Options) -> None:
    """SC-15, SC-16: seat 親, 中 and ビキ, find their 手役, and ask for コツ."""
    take_stock(s)
    if s.fault:
        return
    ask_remaining(s, KOTSU_PHASE)
    for place in range(PLAYING):
        s.places[place] = s.queue[place]
        seat = s.queue[place]
        s.teyaku[seat] = teyaku_of(s.hands[seat], o)
        for yaku in range(TANICHI + 1):
            if s.teyaku[seat] >> yaku & 1:
                emit(s, TEYAKU, seat, yaku_points(yaku, o), yaku)


def say_kotsu(s: State, o: Options, verb: int) -> None:
    """SC-16: one answer to コツ."""
    if verb == KOTSU:
        s.kotsu += 1
        s.stake += 1
        emit(s, STAKE, s.actor, s.stake, BY_KOTSU)
    if next_asked(s):
        return
    s.n_queue = 0
    s.asked = 0
    for place in range(PLAYING):
        if s.teyaku[s.places[place]]:
            s.queue[s.n_queue] = s.places[place]
            s.n_queue += 1
    if s.n_queue:
        s.phase = SHOW_PHASE
        s.actor = s.queue[0]
    else:
        start_play(s)


def say_show(s: State, o: Options, verb: int) -> None:
    """SC-17: one player shows or hides all 手役 of the hand."""
    if verb == SHOW:
        s.shown[s.actor] = SHOWN
        s.known[s.actor] = open_cards(s.hands[s.actor], s.teyaku[s.actor])
    else:
        s.shown[s.actor] = HIDDEN
    if next_asked(s) == 0:
        start_play(s)


def start_play(s: State) -> None:
    """SC-18: the 親 plays first."""
    s.phase = PLAY_PHASE
    s.actor = s.places[0]
