"""The greedy player: one step ahead, from what its seat sees.

A lay is worth the chance that the opponent cannot answer it, and otherwise the worth of the hand it leaves:
close to empty, with strong pairs, a star to cancel with, and no star left for the last two cards.
"""

from collections.abc import MutableSequence

from toolkit.engine.chance import below
from toolkit.games.shiji.appraisal import CERTAIN, chance_unanswered, wish, worth_of_hand
from toolkit.games.shiji.cards import DIGITS, FREE, HAND_SIZE, KINDS, MORNING, NIGHT, PANIC
from toolkit.games.shiji.decisions import (
    DOUBLE_ZERO,
    DRAW,
    HAND,
    PASS_TURN,
    THUNDER_LAY,
    VERB_BITS,
    card_at,
    recovery_of,
)
from toolkit.games.shiji.goods import (
    WINDOW_LENGTH,
    WINDOWS,
    joined,
    set_faces,
    turned_places,
    veilable,
    windows_made,
    worth_of,
)
from toolkit.games.shiji.lays import joins_zero
from toolkit.games.shiji.listing import list_lays, most_at_will
from toolkit.games.shiji.market import holds_veiled, leaves_a_lay, veil_of
from toolkit.games.shiji.options import DECK, LEFT, Options
from toolkit.games.shiji.state import (
    ASCENDING,
    CHOOSE_HAND,
    DESCENDING,
    FACE_UP,
    LAY,
    PASS,
    RECOVER,
    RELEASE,
    VEILED,
    State,
)

#: What a lay is worth that is not answered or ends the game; a hand is worth a few hundred.
WON = 1500
LOST = -1500
#: How much lots weigh beside wishes (10 to about 140) when choosing a hand, and when drawing.
HAND_CHANCE = 20
DRAW_CHANCE = 12


def greedy(v: State, o: Options, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """A sensible decision of ``seat`` in each phase; ``v`` is the seat's view and may be changed."""
    if v.phase == LAY:
        return choose_turn(v, o, seat, out, stream)
    if v.phase == CHOOSE_HAND:
        return HAND | choose_cards(v, o, seat, HAND_SIZE, HAND_CHANCE, stream)
    if v.phase == RELEASE:
        return DOUBLE_ZERO
    if v.phase == RECOVER:
        return choose_recovery(v, o, seat)
    return DRAW | choose_cards(v, o, seat, v.due, DRAW_CHANCE, stream) if v.due > 0 and v.phase != PASS else PASS_TURN


def choose_cards(v: State, o: Options, seat: int, count: int, chance: int, stream: MutableSequence[int]) -> int:
    """The ``count`` cards of the own land that are wished for most, one after the other.

    Up to ``chance`` is added to each wish by lot, so that a player is not the same every time.
    """
    size = v.hand_size[seat] + count
    chosen = 0
    for _ in range(count):
        best = -1
        most = 0
        for kind in range(KINDS):
            if v.land[seat * KINDS + kind] == 0:
                continue
            wished = wish(v, o, seat, kind, size) + below(stream, chance)
            if best < 0 or wished > most:
                best = kind
                most = wished
        chosen += 1 << (VERB_BITS + 2 * best)
        v.land[seat * KINDS + best] -= 1
        v.hand[seat * KINDS + best] += 1
    return chosen


def choose_recovery(v: State, o: Options, seat: int) -> int:
    """The veiled card that is wished for most."""
    best = -1
    most = 0
    for kind in range(KINDS):
        if holds_veiled(v, seat, kind):
            wished = wish(v, o, seat, kind, v.hand_size[seat] + 1)
            if best < 0 or wished > most:
                best = kind
                most = wished
    return recovery_of(best)


def choose_turn(v: State, o: Options, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The best lay; before it a veil when goods would hurt, or a draw at will that makes the hand even."""
    if v.helped == 0 and v.hand_size[seat] % 2 == 1 and most_at_will(v, o, seat) > 0:
        if v.hand_size[seat] != 3 or v.hand[seat * KINDS] != 2:
            return DRAW | choose_cards(v, o, seat, 1, DRAW_CHANCE, stream)
    best = best_lay(v, o, seat, out, stream)
    crowded = v.hand_size[seat] >= o.hand_limit - 3 or v.land_size[seat] < 8
    if v.turned == 0 and v.made[seat] != 0 and crowded and o.handless == 0:
        windows = veilable(v, o, seat)
        if windows != 0 and leaves_a_lay(v, o, seat, windows):
            plain = appraise(v, o, seat, best)
            decision = veil_of(v, o, seat, windows)
            places = turned_places(v, o, seat, windows)
            set_faces(v, o, seat, places, VEILED)
            veiled = appraise(v, o, seat, best_lay(v, o, seat, out, stream))
            set_faces(v, o, seat, places, FACE_UP)
            if veiled > plain + 20:
                return decision
    return best


def best_lay(v: State, o: Options, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The lay of highest appraisal; equal ones, and nearly equal ones, by lot."""
    count = list_lays(v, o, seat, out, 0)
    best = -1
    most = 0
    for index in range(count):
        worth = appraise(v, o, seat, int(out[index])) + below(stream, 8)
        if best < 0 or worth > most:
            best = index
            most = worth
    return int(out[best])


def reward_of(v: State, o: Options, seat: int, front: int, back: int) -> int:
    """The cards that have to be drawn for the goods of a lay."""
    if o.goods == 0 or o.handless != 0:
        return 0
    made = windows_made(v, o, seat, front, back)
    if made == 0:
        return 0
    if o.source == DECK:
        return 2
    near = joined(v, o, seat, 0)
    worth = 0
    for window in range(WINDOWS):
        if (made >> window) & 1:
            first = front
            second = back
            if window == 2:
                first = back if o.placement == LEFT else near
                second = near if o.placement == LEFT else front
            worth += worth_of(first, second, WINDOW_LENGTH[window])
    return worth


def appraise(v: State, o: Options, seat: int, decision: int) -> int:
    """What a lay is worth; the view is changed meanwhile and put back."""
    if decision == THUNDER_LAY:
        return 2 * WON
    front = card_at(decision, 0)
    back = card_at(decision, 1)
    numeric = 1 if front < DIGITS and back < DIGITS else 0
    if numeric and v.hand_size[seat] == 2 and o.handless == 0:
        return 2 * WON
    reward = reward_of(v, o, seat, front, back)
    if reward > v.land_size[seat]:
        return LOST
    base = seat * KINDS
    order = v.order
    last_star = v.last_star
    size = v.hand_size[seat]
    foresee_order(v, o, seat, front, back)
    v.hand[base + front] -= 1
    v.hand[base + back] -= 1
    gained = reward
    if (front == PANIC or back == PANIC) and v.merchant[seat]:
        v.hand[base] += 1
        gained += 1
    v.hand_size[seat] = size - 2 + gained
    worth = worth_after(v, o, seat, numeric, 10 * front + back, reward)
    v.hand[base + front] += 1
    v.hand[base + back] += 1
    if gained > reward:
        v.hand[base] -= 1
    v.hand_size[seat] = size
    v.order = order
    v.last_star = last_star
    return worth


def foresee_order(v: State, o: Options, seat: int, front: int, back: int) -> None:
    """Set order and last star of the view as the lay leaves them (SJ-13), without events."""
    if joins_zero(v, o, seat, front, back) or (front == 0 and back == 0):
        v.order = ASCENDING
        v.last_star = FREE
    for index in range(2):
        kind = front if index == 0 else back
        if kind == PANIC:
            v.last_star = FREE
            v.order = DESCENDING if o.reverse != 0 else ASCENDING
        elif kind >= MORNING:
            v.last_star = kind
            v.order = DESCENDING if kind == NIGHT and o.reverse != 0 else ASCENDING


def worth_after(v: State, o: Options, seat: int, numeric: int, value: int, reward: int) -> int:
    """What the position after a lay is worth, whose reward is counted in the hand's size but not yet drawn."""
    if o.handless == 0 and v.hand_size[seat] > o.hand_limit:
        return LOST
    worth = worth_of_hand(v, o, seat) + 28 * (reward if reward < 3 else 3)
    if v.land_size[seat] - reward < 3:
        worth -= 80
    other = 1 - seat
    unanswered = chance_unanswered(v, o, other, value) if numeric else 0
    if v.hand_size[other] == 2:
        worth -= 600
    return (unanswered * WON + (CERTAIN - unanswered) * worth) // CERTAIN
