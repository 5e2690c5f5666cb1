"""Which pairs may be laid: SJ-12, SJ-14."""

from toolkit.games.shiji.cards import DIGITS, FREE, KINDS, MORNING, PANIC, STARS
from toolkit.games.shiji.goods import joined, windows_made
from toolkit.games.shiji.options import FREE_AFTER_STAR, LEFT, Options
from toolkit.games.shiji.state import ASCENDING, DIGIT_PAIR, NO_LAY, State

#: Why a pair may not be laid; 0 when it may.
NOT_HELD = 1
NOT_BETTER = 2
STAR_OUT_OF_TURN = 3
EMPTIES_HAND = 4
MAKES_NO_GOODS = 5


def value_to_beat(s: State, o: Options, seat: int) -> int:
    """The value of the opponent's latest lay; −1 when there is none to beat (first lay, 相殺)."""
    latest = s.latest[1 - seat]
    if latest == DIGIT_PAIR:
        return s.latest_value[1 - seat]
    if latest == NO_LAY or o.after_star == FREE_AFTER_STAR:
        return -1
    return 0


def joins_zero(s: State, o: Options, seat: int, front: int, back: int) -> int:
    """Whether the pair forms a 00 with the card it joins."""
    joining = back if o.placement == LEFT else front
    return 1 if joining == 0 and joined(s, o, seat, 0) == 0 else 0


def is_better(s: State, o: Options, seat: int, front: int, back: int) -> int:
    """Whether a digit pair beats the opponent's latest lay, or equals it as 同位 allows (SJ-12, SJ-14)."""
    to_beat = value_to_beat(s, o, seat)
    value = 10 * front + back
    if to_beat < 0:
        return 1
    if s.order == ASCENDING:
        return 1 if value > to_beat else 0
    if value < to_beat:
        return 1
    if value == to_beat or o.zero_join != 0:
        return joins_zero(s, o, seat, front, back)
    return 0


def follows(o: Options, star: int, last: int) -> int:
    """Whether a star may come after the last star (運行の原則)."""
    if o.motion == 0 or last == FREE:
        return 1
    return 1 if (star - MORNING) == (last - MORNING + 1) % STARS else 0


def stars_in_turn(s: State, o: Options, seat: int, front: int, back: int) -> int:
    """Whether the stars of a pair come in turn, read front to back; a 00 at the join and X free the next."""
    last = s.last_star
    if joins_zero(s, o, seat, front, back):
        last = FREE
    if front == PANIC:
        last = FREE
    elif front >= DIGITS:
        if follows(o, front, last) == 0:
            return 0
        last = front
    if back >= DIGITS and back != PANIC:
        return follows(o, back, last)
    return 1


def fault_of_held_pair(s: State, o: Options, seat: int, front: int, back: int) -> int:
    """Why a pair that is in the hand may not be laid; 0 when it may."""
    if front < DIGITS and back < DIGITS:
        if is_better(s, o, seat, front, back) == 0:
            return NOT_BETTER
        if o.handless != 0 and windows_made(s, o, seat, front, back) == 0:
            return MAKES_NO_GOODS
        return 0
    if s.hand_size[seat] <= 2 and o.handless == 0:
        return EMPTIES_HAND
    return 0 if stars_in_turn(s, o, seat, front, back) else STAR_OUT_OF_TURN


def holds_pair(s: State, seat: int, front: int, back: int) -> int:
    """Whether the hand has both cards."""
    if front < 0 or back < 0 or front >= KINDS or back >= KINDS:
        return 0
    first = s.hand[seat * KINDS + front]
    if front == back:
        return 1 if first >= 2 else 0
    return 1 if first >= 1 and s.hand[seat * KINDS + back] >= 1 else 0


def lay_fault(s: State, o: Options, seat: int, front: int, back: int) -> int:
    """Why a pair may not be laid; 0 when it may."""
    if holds_pair(s, seat, front, back) == 0:
        return NOT_HELD
    return fault_of_held_pair(s, o, seat, front, back)


def may_thunder(s: State, o: Options, seat: int) -> int:
    """Whether 雷霆 is open: hand exactly 0, 0, 1, and ascending or nothing to beat."""
    if o.handless != 0 or s.hand_size[seat] != 3:
        return 0
    if s.hand[seat * KINDS] != 2 or s.hand[seat * KINDS + 1] != 1:
        return 0
    return 1 if s.order == ASCENDING or value_to_beat(s, o, seat) < 0 else 0


def any_lay(s: State, o: Options, seat: int) -> int:
    """Whether the player has a legal lay."""
    base = seat * KINDS
    for front in range(KINDS - 1, -1, -1):
        if s.hand[base + front] == 0:
            continue
        for back in range(KINDS):
            if s.hand[base + back] > (1 if front == back else 0):
                if fault_of_held_pair(s, o, seat, front, back) == 0:
                    return 1
    return may_thunder(s, o, seat)
