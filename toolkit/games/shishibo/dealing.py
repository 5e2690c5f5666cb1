"""From the pack to the first decision: the deal, redeals and the stake (SC-10 to SC-13)."""

from collections.abc import MutableSequence, Sequence

from toolkit.engine.chance import shuffle
from toolkit.engine.state import MOST_SEATS, emit
from toolkit.games.shishibo.calls import start_mizu
from toolkit.games.shishibo.cards import CARDS, HIKARI, WHITE
from toolkit.games.shishibo.events import BY_HIKARI, STAKE
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.settlement import REDEAL, settle_nothing
from toolkit.games.shishibo.state import FIELD, HAND, MIZU_PHASE, PLAYING, State
from toolkit.games.shishibo.yaku import MONTH

#: Months 5, 9 and 12, counted from 0.
REDEALT_MONTHS = (4, 8, 11)


def begin_match(s: State, o: Options) -> None:
    """SC-10: the first 親 is the first player."""
    s.counted = 0


def begin_round(s: State, o: Options) -> None:
    """Clear the table for a deal."""
    s.phase = MIZU_PHASE
    s.stake = 1
    s.on_field = 0
    s.turned = -1
    s.n_stock = 0
    s.stock_at = 0
    s.recorded = 0
    s.dealt_field = 0
    s.white = -1
    s.remaining = 0
    s.n_queue = 0
    s.asked = 0
    s.passes = 0
    s.kotsu = 0
    s.multiplier = 1
    s.winner = -1
    for seat in range(MOST_SEATS):
        s.hands[seat] = 0
        s.held[seat] = 0
        s.known[seat] = 0
        s.captured[seat] = 0
        s.dealt[seat] = 0
        s.mizu[seat] = 0
        s.teyaku[seat] = 0
        s.shown[seat] = 0
    for place in range(PLAYING):
        s.places[place] = -1
    for index in range(len(s.round_features)):
        s.round_features[index] = -1
    for index in range(len(s.seat_features)):
        s.seat_features[index] = -1


def deal(s: State, o: Options, stream: MutableSequence[int]) -> None:
    """SC-11: shuffle and deal; with seven players the white card is among the 49.

    With more than three players a second shuffle gives the order in which folded hands and undealt cards become the
    stock, so that one deal stream serves whatever the players decide.
    """
    pack = CARDS + 1 if s.players == MOST_SEATS else CARDS
    for card in range(pack):
        s.priority[card] = card
    shuffle(s.priority, pack, stream)
    at = 0
    if s.players < MOST_SEATS:
        for _ in range(FIELD):
            s.dealt_field |= 1 << s.priority[at]
            at += 1
    for seat in range(s.players):
        for _ in range(HAND):
            if s.priority[at] == WHITE:
                s.white = seat
            else:
                s.dealt[seat] |= 1 << s.priority[at]
            at += 1
    while at < pack:
        s.stock[s.n_stock] = s.priority[at]
        s.n_stock += 1
        at += 1
    if s.players > PLAYING:
        for card in range(CARDS):
            s.priority[card] = card
        shuffle(s.priority, CARDS, stream)
    open_table(s, o)


def set_deal(s: State, o: Options, codes: Sequence[int], count: int) -> None:
    """SC-11: a recorded deal: the field, seven cards a hand, then the stock.

    With more than three players the stock is already the one that three players play with.
    """
    s.recorded = 1
    for index in range(FIELD):
        s.dealt_field |= 1 << codes[index]
    at = FIELD
    for seat in range(s.players):
        for _ in range(HAND):
            if codes[at] == WHITE:
                s.white = seat
            else:
                s.dealt[seat] |= 1 << codes[at]
            at += 1
    while at < count:
        s.stock[s.n_stock] = codes[at]
        s.n_stock += 1
        at += 1
    open_table(s, o)


def get_deal(s: State, o: Options, out: MutableSequence[int], at: int) -> int:
    """The deal as ``set_deal`` takes it; the sets of cards are written in ascending order."""
    start = at
    for card in range(CARDS):
        if s.dealt_field >> card & 1:
            out[at] = card
            at += 1
    for seat in range(s.players):
        for card in range(CARDS):
            if s.dealt[seat] >> card & 1:
                out[at] = card
                at += 1
        if seat == s.white:
            out[at] = WHITE
            at += 1
    for index in range(s.n_stock):
        out[at] = s.stock[index]
        at += 1
    return at - start


def open_table(s: State, o: Options) -> None:
    """Lay out the deal: redeal it (SC-12), or set the stake (SC-13) and begin with 見ずコツ."""
    if s.white >= 0:
        s.dealt_field = s.dealt[s.white]
    s.on_field = s.dealt_field
    for seat in range(s.players):
        if seat != s.white:
            s.hands[seat] = s.dealt[seat]
            s.held[seat] = HAND
            s.remaining |= 1 << seat
    if must_redeal(s, o):
        settle_nothing(s, o, REDEAL)
        return
    hikari = (s.on_field & HIKARI).bit_count()
    if hikari > 0:
        s.stake = hikari + 1
    emit(s, STAKE, -1, s.stake, BY_HIKARI)
    start_mizu(s)


def must_redeal(s: State, o: Options) -> int:
    """SC-12: 1 if the deal is redealt."""
    for month in range(12):
        if (s.on_field >> (4 * month) & MONTH).bit_count() == 4:
            return 1
    for index in range(len(REDEALT_MONTHS)):
        month = REDEALT_MONTHS[index]
        if o.redeal_field_triple and (s.on_field >> (4 * month) & MONTH).bit_count() == 3:
            return 1
        for seat in range(s.players):
            if (s.hands[seat] >> (4 * month) & MONTH).bit_count() == 4:
                return 1
    return 0


def end_round(s: State, o: Options) -> None:
    """SC-10, SC-12: the winner becomes 親; a redealt round does not count towards the year."""
    for seat in range(s.players):
        s.totals[seat] += s.points[seat]
    if s.reason == REDEAL:
        return
    s.counted += 1
    s.opener = s.winner
    if s.counted >= o.rounds:
        s.match_over = 1
