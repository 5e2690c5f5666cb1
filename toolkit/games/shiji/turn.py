"""From one lay to the next turn: SJ-10, SJ-15 to SJ-19, SJ-42."""

from toolkit.engine.state import emit
from toolkit.games.shiji.cards import KINDS
from toolkit.games.shiji.ending import close_market, end, rots
from toolkit.games.shiji.hands import add_feature, holds_star, take_from_stack, take_openly
from toolkit.games.shiji.laying import show_pair, show_thunder
from toolkit.games.shiji.lays import any_lay
from toolkit.games.shiji.market import take_from_row
from toolkit.games.shiji.options import DECK, Options
from toolkit.games.shiji.state import (
    AGARI,
    DIGIT_PAIR,
    DRAW_TAKEN,
    DRAWN,
    EXCHANGE,
    EXCHANGED,
    HASAN,
    HOI,
    KINSHI,
    LAY,
    PASS,
    RAITEI,
    RECOVER,
    RECOVERED,
    RECOVERY,
    RELEASE,
    REWARD,
    REWARDED,
    TAX,
    TAX_DUE,
    TAXED,
    State,
)

#: Lays of each player that use the land up when there are no hands (SJ-43).
HANDLESS_LAYS = 12


def start_turn(s: State, o: Options, seat: int) -> None:
    """Give a player the turn, who may have lost at its start (SJ-10, SJ-42)."""
    s.actor = seat
    s.phase = LAY
    s.turned = 0
    s.helped = 0
    if o.handless == 0 and s.hand_size[seat] == 2 and holds_star(s, seat) > 0:
        end(s, KINSHI, 1 - seat)
    elif any_lay(s, o, seat) == 0:
        if o.source == DECK and s.land_size[seat] > 0:
            draw_for_want_of_a_lay(s, o, seat)
        else:
            end(s, HOI, 1 - seat)


def stack_draw(s: State, seat: int) -> int:
    """How many cards a draw from the stack takes: two, or the one that is left (SJ-42)."""
    return 1 if s.land_size[seat] == 1 else 2


def draw_for_want_of_a_lay(s: State, o: Options, seat: int) -> None:
    """Draw two from the stack, or its last card; the turn passes if that does not help (SJ-42)."""
    count = stack_draw(s, seat)
    take_from_stack(s, seat, count)
    add_feature(s, seat, DRAWN, count)
    emit(s, DRAW_TAKEN, seat, count, 0)
    if rots(s, o, seat) == 0 and any_lay(s, o, seat) == 0:
        s.phase = PASS


def lay_pair(s: State, o: Options, seat: int, front: int, back: int) -> None:
    """Lay a legal pair, and everything that follows from it up to the next decision (SJ-12 to SJ-17)."""
    worth = show_pair(s, o, seat, front, back)
    if s.hand_size[seat] == 0 and s.latest[seat] == DIGIT_PAIR and o.handless == 0:
        end(s, AGARI, seat)
    else:
        settle_exchange(s, o, seat, worth)


def settle_exchange(s: State, o: Options, seat: int, worth: int) -> None:
    """SJ-17, first step: who laid X takes the merchant (交換)."""
    if s.panic and s.merchant[seat]:
        s.merchant[seat] = 0
        take_openly(s, seat, 0)
        add_feature(s, seat, EXCHANGED, 1)
        emit(s, EXCHANGE, seat, 1, 0)
        if rots(s, o, seat):
            return
    if o.handless != 0:
        end_turn(s, o, seat)
    elif worth == 0 or s.drawless != 0:
        settle_recovery(s, o, seat)
    else:
        settle_reward(s, o, seat, worth)


def settle_reward(s: State, o: Options, seat: int, worth: int) -> None:
    """SJ-17, second step: the reward is due, or the land is too short for it (破産, SJ-19)."""
    if o.source == DECK:
        worth = stack_draw(s, seat)
    if s.land_size[seat] < worth:
        end(s, HASAN, 1 - seat)
        return
    add_feature(s, seat, REWARDED, worth)
    if o.source == DECK:
        take_from_stack(s, seat, worth)
        if rots(s, o, seat) == 0:
            settle_recovery(s, o, seat)
        return
    s.actor = seat
    s.phase = REWARD
    s.due = worth


def settle_recovery(s: State, o: Options, seat: int) -> None:
    """SJ-17, third step: after X the opponent takes a veiled card back (回収), if there is one."""
    if s.panic and s.veiled[1 - seat] > 0:
        s.actor = 1 - seat
        s.phase = RECOVER
    else:
        settle_tax(s, o, seat)


def take_back(s: State, o: Options, seat: int, kind: int) -> None:
    """Take the leftmost veiled card of a kind back into the hand (SJ-17)."""
    take_from_row(s, seat, kind)
    take_openly(s, seat, kind)
    add_feature(s, seat, RECOVERED, 1)
    emit(s, RECOVERY, seat, 1, kind)
    if rots(s, o, seat) == 0:
        settle_tax(s, o, 1 - seat)


def settle_tax(s: State, o: Options, seat: int) -> None:
    """SJ-17, fourth step: the opponent draws a card a star (税), or cannot (破産, SJ-19)."""
    payer = 1 - seat
    due = s.tax if s.drawless == 0 else 0
    if due > s.land_size[payer]:
        if o.tax_bankrupt != 0:
            end(s, HASAN, seat)
            return
        due = s.land_size[payer]
    if due == 0:
        end_turn(s, o, seat)
        return
    add_feature(s, payer, TAXED, due)
    emit(s, TAX_DUE, payer, due, 0)
    if o.source == DECK:
        take_from_stack(s, payer, due)
        if rots(s, o, payer) == 0:
            end_turn(s, o, seat)
        return
    s.actor = payer
    s.phase = TAX
    s.due = due


def end_turn(s: State, o: Options, seat: int) -> None:
    """After the rewards and taxes of a lay: the market closes, or the opponent's turn begins (SJ-30, SJ-43)."""
    limit = HANDLESS_LAYS if o.handless != 0 else o.rounds
    if limit > 0 and s.lays[0] >= limit and s.lays[1] >= limit:
        close_market(s, o)
    else:
        start_turn(s, o, 1 - seat)


def lay_thunder(s: State, o: Options, seat: int) -> None:
    """雷霆: lay 100 and win, unless the opponent holds exactly 0, 0 (SJ-12, SJ-16)."""
    show_thunder(s, o, seat)
    other = 1 - seat
    if s.hand_size[other] == 2 and s.hand[other * KINDS] == 2:
        s.actor = other
        s.phase = RELEASE
    else:
        end(s, RAITEI, seat)
