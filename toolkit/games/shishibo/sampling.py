"""Hidden cards dealt anew, consistent with what a seat knows (SC-11, SC-12, SC-14, SC-17, SC-18)."""

from collections.abc import MutableSequence

from toolkit.engine.chance import below, shuffle
from toolkit.games.shishibo.cards import CARDS, lowest
from toolkit.games.shishibo.dealing import REDEALT_MONTHS
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.rules import has_looked
from toolkit.games.shishibo.state import (
    HAND,
    HIDDEN,
    KOTSU_PHASE,
    PLAYING,
    SHOW_PHASE,
    SHOWN,
    State,
)
from toolkit.games.shishibo.yaku import MONTH, open_cards, teyaku_of

PACK = (1 << CARDS) - 1
#: Deals that are tried for one that contradicts nothing. The rarest thing to be met by chance, a hidden 手役 in
#: both other hands, comes about once in a hundred deals.
TRIES = 2000


def resample(s: State, o: Options, seat: int, stream: MutableSequence[int]) -> None:
    """Give the cards that ``seat`` does not see to the hands and the stock at random.

    Every arrangement is equally likely that agrees with the open cards, with who was asked for 手役 and what was
    shown (SC-17), and with there having been no redeal (SC-12); after ``TRIES`` that do not agree comes any other.
    What the others said of their hands, and what they played, is taken for no sign of what they hold.
    """
    viewer = seat if has_looked(s, seat) else -1
    tries = 0
    while deal_hands(s, o, viewer, 1 if tries < TRIES else 0, stream) == 0:
        tries += 1
    draw_stock(s, stream)
    if s.phase >= KOTSU_PHASE:
        find_teyaku(s, o, viewer)
    else:
        for card in range(CARDS):
            s.priority[card] = card
        shuffle(s.priority, CARDS, stream)


def turned_over(s: State) -> int:
    """The cards of the stock that have been turned over."""
    cards = 0
    for index in range(s.stock_at):
        cards |= 1 << s.stock[index]
    return cards


def is_in(s: State, seat: int) -> int:
    """1 if a player is still in (SC-15)."""
    return s.remaining >> seat & 1


def forget_hands(s: State, viewer: int) -> None:
    """Leave of the other hands what is known of them: cards played, and cards that lie open."""
    for seat in range(s.players):
        if seat == s.white:
            s.dealt[seat] = s.dealt_field
        elif seat != viewer:
            if is_in(s, seat):
                s.dealt[seat] &= ~(s.hands[seat] & ~s.known[seat])
                s.hands[seat] = s.known[seat]
            else:
                s.dealt[seat] = 0


def deal_hands(s: State, o: Options, viewer: int, strict: int, stream: MutableSequence[int]) -> int:
    """Fill the other hands: first those still in, then the folded ones, whose cards are in the stock again.

    0 as soon as one of them is ``strict``ly taken impossible.
    """
    forget_hands(s, viewer)
    count = put_pool(s, unseen_cards(s) & ~turned_over(s))
    for seat in range(s.players):
        if seat != viewer and seat != s.white and is_in(s, seat):
            drawn = draw_cards(s, count, s.held[seat] - s.known[seat].bit_count(), stream)
            count -= drawn.bit_count()
            s.hands[seat] |= drawn
            s.dealt[seat] |= drawn
            if strict and (was_redealt(s, seat) or (s.phase >= SHOW_PHASE and agrees(s, o, seat) == 0)):
                return 0
    count = put_pool(s, unseen_cards(s))
    for seat in range(s.players):
        if seat != viewer and seat != s.white and is_in(s, seat) == 0:
            s.dealt[seat] = draw_cards(s, count, HAND, stream)
            count -= HAND
            if strict and was_redealt(s, seat):
                return 0
    return 1


def unseen_cards(s: State) -> int:
    """The cards that were not dealt to the field or, as far as is known, to a hand."""
    free = PACK & ~s.dealt_field
    for seat in range(s.players):
        free &= ~s.dealt[seat]
    return free


def put_pool(s: State, cards: int) -> int:
    """Lay cards into ``s.priority``, which has no other use meanwhile; return how many."""
    count = 0
    while cards:
        s.priority[count] = lowest(cards)
        cards &= cards - 1
        count += 1
    return count


def draw_cards(s: State, count: int, wanted: int, stream: MutableSequence[int]) -> int:
    """Take some random ones of the ``count`` cards of the pool, as a set."""
    drawn = 0
    for last in range(count - 1, count - 1 - wanted, -1):
        drawn |= 1 << draw_card(s, last, stream)
    return drawn


def draw_card(s: State, last: int, stream: MutableSequence[int]) -> int:
    """Take a random card of the pool that ends at ``s.priority[last]``."""
    index = below(stream, last + 1)
    card = s.priority[index]
    s.priority[index] = s.priority[last]
    return card


def was_redealt(s: State, seat: int) -> int:
    """SC-12: 1 for a hand that would have been redealt."""
    for index in range(len(REDEALT_MONTHS)):
        if (s.dealt[seat] >> (4 * REDEALT_MONTHS[index]) & MONTH) == MONTH:
            return 1
    return 0


def agrees(s: State, o: Options, seat: int) -> int:
    """1 if a hand has the 手役 that were shown, some if the player hides them or is asked, none if not asked."""
    held = teyaku_of(s.dealt[seat], o)
    if s.shown[seat] == SHOWN:
        return 1 if held == s.teyaku[seat] and open_cards(s.dealt[seat], held) & s.hands[seat] == s.known[seat] else 0
    if s.shown[seat] == HIDDEN or (s.phase == SHOW_PHASE and seat == s.actor):
        return 1 if held else 0
    return 1 if held == 0 or (s.phase == SHOW_PHASE and is_asked_later(s, seat)) else 0


def is_asked_later(s: State, seat: int) -> int:
    """1 if a player comes after the one who is asked for 手役."""
    for place in range(PLAYING):
        if s.places[place] == seat:
            return 0
        if s.places[place] == s.actor:
            return 1
    return 0


def draw_stock(s: State, stream: MutableSequence[int]) -> None:
    """Put what is in no hand into the stock below the cards turned over, in random order."""
    free = PACK & ~s.dealt_field & ~turned_over(s)
    for seat in range(s.players):
        if s.phase < KOTSU_PHASE or is_in(s, seat):
            free &= ~s.dealt[seat]
    count = put_pool(s, free)
    for index in range(s.stock_at, s.n_stock):
        count -= 1
        s.stock[index] = draw_card(s, count, stream)


def find_teyaku(s: State, o: Options, viewer: int) -> None:
    """Note the 手役 of the new hands, and who will be asked for them (SC-17)."""
    asked = 0
    for place in range(PLAYING):
        seat = s.places[place]
        if seat != viewer and s.shown[seat] != SHOWN:
            s.teyaku[seat] = teyaku_of(s.dealt[seat], o)
        if s.phase == SHOW_PHASE:
            if asked and s.teyaku[seat]:
                s.queue[s.n_queue] = seat
                s.n_queue += 1
            if seat == s.actor:
                asked = 1
