"""Whether a decision may be applied, and if not, which fault it has.

A verb that is not due has the fault of what is due. The faults' rules and sentences are in ``faults``.
"""

from toolkit.engine.contract import AFTER_END, FINE, FIRST_FAULT, WRONG_ACTOR
from toolkit.games.shiji.cards import HAND_SIZE, KINDS
from toolkit.games.shiji.decisions import (
    DOUBLE_ZERO,
    DRAW,
    HAND,
    PASS_TURN,
    PLACE,
    RECOVER_CARD,
    RESIGN_GAME,
    THUNDER_LAY,
    VEIL,
    card_at,
    count_named,
    lay_of,
    named,
    recovery_of,
    verb_of,
)
from toolkit.games.shiji.lays import lay_fault, may_thunder
from toolkit.games.shiji.market import holds_veiled, leaves_a_lay, named_windows
from toolkit.games.shiji.options import DECK, LAND, Options
from toolkit.games.shiji.state import CHOOSE_HAND, LAY, RECOVER, RELEASE, REWARD, TAX, State

HAND_WANTED = FIRST_FAULT
HAND_COUNT = FIRST_FAULT + 1
HAND_NOT_IN_LAND = FIRST_FAULT + 2
LAY_WANTED = FIRST_FAULT + 3
NOT_VEILABLE = FIRST_FAULT + 4
VEIL_LEAVES_NO_LAY = FIRST_FAULT + 5
LAY_SHAPE = FIRST_FAULT + 6
#: The faults of ``lays`` follow, NOT_HELD = 1 first.
LAY_FAULT = FIRST_FAULT + 6
LAY_NOT_HELD = FIRST_FAULT + 7
LAY_NOT_BETTER = FIRST_FAULT + 8
LAY_STAR = FIRST_FAULT + 9
LAY_EMPTIES_HAND = FIRST_FAULT + 10
LAY_NO_GOODS = FIRST_FAULT + 11
NO_THUNDER = FIRST_FAULT + 12
NO_THUNDER_HANDLESS = FIRST_FAULT + 13
DRAWN_ALREADY = FIRST_FAULT + 14
DRAW_OVER_LIMIT = FIRST_FAULT + 15
DRAW_NOT_IN_LAND = FIRST_FAULT + 16
REWARD_WANTED = FIRST_FAULT + 17
REWARD_COUNT = FIRST_FAULT + 18
RECOVERY_WANTED = FIRST_FAULT + 19
NOT_VEILED = FIRST_FAULT + 20
TAX_WANTED = FIRST_FAULT + 21
TAX_COUNT = FIRST_FAULT + 22
RELEASE_WANTED = FIRST_FAULT + 23
PASS_WANTED = FIRST_FAULT + 24
PASS_WITH_LAY = FIRST_FAULT + 25


def check(s: State, o: Options, seat: int, decision: int) -> int:
    """``FINE``, or why a decision may not be applied; ``resign`` is fine at every own decision (SJ-31)."""
    if s.over:
        return AFTER_END
    if seat != s.actor:
        return WRONG_ACTOR
    verb = verb_of(decision)
    if verb == RESIGN_GAME:
        return FINE
    if s.phase == LAY:
        return check_turn(s, o, seat, verb, decision)
    if s.phase == CHOOSE_HAND:
        return check_hand(s, seat, verb, decision)
    if s.phase == REWARD:
        return check_draw(s, seat, verb, decision, REWARD_WANTED)
    if s.phase == TAX:
        return check_draw(s, seat, verb, decision, TAX_WANTED)
    if s.phase == RECOVER:
        if verb != RECOVER_CARD:
            return RECOVERY_WANTED
        kind = card_at(decision, 0)
        return FINE if decision == recovery_of(kind) and holds_veiled(s, seat, kind) else NOT_VEILED
    if s.phase == RELEASE:
        return FINE if decision in (DOUBLE_ZERO, PASS_TURN) else RELEASE_WANTED
    return FINE if verb == PASS_TURN else PASS_WANTED


def lies_in_land(s: State, seat: int, decision: int) -> int:
    """Whether the land has all the cards that ``hand`` or ``draw`` names (SJ-22)."""
    for kind in range(KINDS):
        if named(decision, kind) > s.land[seat * KINDS + kind]:
            return 0
    return 1


def check_hand(s: State, seat: int, verb: int, decision: int) -> int:
    """SJ-3: six cards of the own land."""
    if verb != HAND:
        return HAND_WANTED
    if lies_in_land(s, seat, decision) == 0:
        return HAND_NOT_IN_LAND
    return FINE if count_named(decision) == HAND_SIZE else HAND_COUNT


def check_draw(s: State, seat: int, verb: int, decision: int, wanted: int) -> int:
    """SJ-17, SJ-21: exactly the cards that are due, from the own land."""
    if verb != DRAW:
        return wanted
    if lies_in_land(s, seat, decision) == 0:
        return DRAW_NOT_IN_LAND
    return FINE if count_named(decision) == s.due else wanted + 1


def check_turn(s: State, o: Options, seat: int, verb: int, decision: int) -> int:
    """A veil, a draw at will, a lay, or a pass that is not due."""
    if verb == PLACE:
        return check_lay(s, o, seat, decision)
    if verb == VEIL and s.turned == 0:
        windows = named_windows(s, o, seat, decision)
        if windows <= 0:
            return NOT_VEILABLE
        return FINE if leaves_a_lay(s, o, seat, windows) else VEIL_LEAVES_NO_LAY
    if verb == DRAW and o.goods == 0 and o.source == LAND:
        return check_draw_at_will(s, o, seat, decision)
    if verb == PASS_TURN and o.source == DECK:
        return PASS_WITH_LAY
    return LAY_WANTED


def check_lay(s: State, o: Options, seat: int, decision: int) -> int:
    """SJ-12: a pair, or 100."""
    if decision == THUNDER_LAY:
        if o.handless != 0:
            return NO_THUNDER_HANDLESS
        return FINE if may_thunder(s, o, seat) else NO_THUNDER
    front = card_at(decision, 0)
    back = card_at(decision, 1)
    if back < 0 or decision != lay_of(front, back):
        return LAY_SHAPE
    fault = lay_fault(s, o, seat, front, back)
    return LAY_FAULT + fault if fault else FINE


def check_draw_at_will(s: State, o: Options, seat: int, decision: int) -> int:
    """SJ-21 without goods: once a turn, up to the hand limit."""
    if s.helped:
        return DRAWN_ALREADY
    if lies_in_land(s, seat, decision) == 0:
        return DRAW_NOT_IN_LAND
    return FINE if s.hand_size[seat] + count_named(decision) <= o.hand_limit else DRAW_OVER_LIMIT
