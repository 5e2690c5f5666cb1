"""What a lay shows and makes in the own market: SJ-12, SJ-13, SJ-20, SJ-21."""

from toolkit.engine.state import emit
from toolkit.games.shiji.cards import MORNING, NIGHT, PANIC
from toolkit.games.shiji.goods import (
    FIRST_SLOT,
    WINDOW_LENGTH,
    WINDOWS,
    first_slot_place,
    name_of,
    windows_made,
    worth_of,
)
from toolkit.games.shiji.hands import add_feature
from toolkit.games.shiji.lays import joins_zero
from toolkit.games.shiji.market import make_room, put_into_row
from toolkit.games.shiji.options import Options
from toolkit.games.shiji.order import reach_equilibrium, show_card
from toolkit.games.shiji.state import (
    DIGIT_PAIR,
    DIGIT_PAIRS,
    LINKED,
    PAIR_MADE,
    PAIRS,
    PANIC_PAIR,
    PANIC_PAIRS,
    REWARD_DUE,
    ROW,
    STAR_PAIR,
    STAR_PAIRS,
    STARS_LAID,
    STEP_MADE,
    STEPS,
    TEN_MADE,
    TENS,
    THUNDER,
    State,
)


def show_pair(s: State, o: Options, seat: int, front: int, back: int) -> int:
    """Move a legal pair into the market, with its effects on the order; return what its goods are worth."""
    at_join = joins_zero(s, o, seat, front, back)
    s.made[seat] = windows_made(s, o, seat, front, back) if o.goods != 0 else 0
    make_room(s, o, seat, 2)
    put_into_row(s, o, seat, front, 0)
    put_into_row(s, o, seat, back, 1)
    s.lays[seat] += 1
    note_pair(s, o, seat, front, back)
    if at_join:
        reach_equilibrium(s, o, seat, 1)
    show_card(s, o, seat, front)
    show_card(s, o, seat, back)
    if front == 0 and back == 0:
        reach_equilibrium(s, o, seat, 0)
    return count_goods(s, o, seat)


def note_pair(s: State, o: Options, seat: int, front: int, back: int) -> None:
    """Keep what the pair is, and what SJ-17 will ask for: ``s.panic`` and ``s.tax``."""
    stars = (1 if MORNING <= front <= NIGHT else 0) + (1 if MORNING <= back <= NIGHT else 0)
    s.panic = 1 if front == PANIC or back == PANIC else 0
    s.tax = stars + (s.panic if o.panic_taxed != 0 else 0)
    add_feature(s, seat, STARS_LAID, stars)
    if stars > 0:
        s.latest[seat] = STAR_PAIR
        add_feature(s, seat, STAR_PAIRS, 1)
    elif s.panic:
        s.latest[seat] = PANIC_PAIR
        add_feature(s, seat, PANIC_PAIRS, 1)
    else:
        s.latest[seat] = DIGIT_PAIR
        s.latest_value[seat] = 10 * front + back
        add_feature(s, seat, DIGIT_PAIRS, 1)


def count_goods(s: State, o: Options, seat: int) -> int:
    """Record the goods that the new pair made; return what they are worth together (連結, SJ-20, SJ-21)."""
    made = s.made[seat]
    if made == 0:
        return 0
    worth = 0
    linked = 0
    base = seat * ROW + first_slot_place(s, o, seat)
    for window in range(WINDOWS):
        if (made >> window) & 1 == 0:
            continue
        first = s.row[base + FIRST_SLOT[window]]
        second = s.row[base + FIRST_SLOT[window] + 1]
        worth += worth_of(first, second, WINDOW_LENGTH[window])
        name = name_of(s, o, seat, window)
        if WINDOW_LENGTH[window] == 3:
            linked += note_goods(s, seat, STEP_MADE, STEPS, 3, name)
        else:
            if first == second:
                linked += note_goods(s, seat, PAIR_MADE, PAIRS, 2, name)
            if first + second == 10:
                linked += note_goods(s, seat, TEN_MADE, TENS, 2, name)
    if linked > 1:
        add_feature(s, seat, LINKED, 1)
    emit(s, REWARD_DUE, seat, worth, linked)
    return worth


def note_goods(s: State, seat: int, kind: int, feature: int, worth: int, name: int) -> int:
    """Record one goods; 1."""
    add_feature(s, seat, feature, 1)
    emit(s, kind, seat, worth, name)
    return 1


def show_thunder(s: State, o: Options, seat: int) -> None:
    """Move 100 into the market (雷霆, SJ-12)."""
    make_room(s, o, seat, 3)
    put_into_row(s, o, seat, 1, 0)
    put_into_row(s, o, seat, 0, 1)
    put_into_row(s, o, seat, 0, 2)
    s.lays[seat] += 1
    s.latest[seat] = THUNDER
    s.made[seat] = 0
