"""The functions of the engine's contract for 四時の札遊び."""

from collections.abc import MutableSequence, Sequence

from toolkit.engine.chance import below
from toolkit.engine.state import emit
from toolkit.games.shiji.cards import FREE, HAND_SIZE, KINDS, LAND_CARDS, LAND_SIZE
from toolkit.games.shiji.decisions import (
    PASS_TURN,
    PLACE,
    RECOVER_CARD,
    RESIGN_GAME,
    THUNDER_LAY,
    VEIL,
    card_at,
    named,
    verb_of,
)
from toolkit.games.shiji.ending import end, rots
from toolkit.games.shiji.hands import add_feature, take_from_land, take_from_stack
from toolkit.games.shiji.laying import show_pair
from toolkit.games.shiji.lays import any_lay
from toolkit.games.shiji.market import named_windows, veil, veil_of
from toolkit.games.shiji.options import DECK, Options
from toolkit.games.shiji.state import (
    ASCENDING,
    CHOOSE_HAND,
    DRAW_TAKEN,
    DRAWN,
    EMPTY,
    HOI,
    KAIJO,
    LAY,
    NO_LAY,
    PASSED,
    PASSES,
    RAITEI,
    RELEASE,
    RESIGN,
    REWARD,
    ROW,
    ROW_START,
    SEATS,
    State,
)
from toolkit.games.shiji.turn import end_turn, lay_pair, lay_thunder, settle_recovery, start_turn, take_back


def begin_match(s: State, o: Options) -> None:
    """Clear both rows; they keep no other trace of an earlier match."""
    for at in range(SEATS * ROW):
        s.row[at] = 0
        s.face[at] = EMPTY
    for seat in range(SEATS):
        s.row_begin[seat] = ROW_START
        s.row_end[seat] = ROW_START


def begin_round(s: State, o: Options) -> None:
    """SJ-2, SJ-6: the merchants lie open, the lands are full; p1 is 先手 whoever would open a round."""
    s.opener = 0
    s.order = ASCENDING
    s.last_star = FREE
    s.phase = CHOOSE_HAND
    s.due = 0
    s.turned = 0
    s.helped = 0
    s.panic = 0
    s.tax = 0
    s.drawless = 0
    for seat in range(SEATS):
        for kind in range(KINDS):
            s.hand[seat * KINDS + kind] = 0
            s.known[seat * KINDS + kind] = 0
            s.land[seat * KINDS + kind] = LAND_CARDS[kind]
        for index in range(LAND_SIZE):
            s.stack[seat * LAND_SIZE + index] = 0
        s.hand_size[seat] = 0
        s.land_size[seat] = LAND_SIZE
        s.stack_top[seat] = 0
        s.merchant[seat] = 1
        s.veiled[seat] = 0
        s.latest[seat] = NO_LAY
        s.latest_value[seat] = 0
        s.lays[seat] = 0
        s.made[seat] = 0
        for at in range(seat * ROW + s.row_begin[seat], seat * ROW + s.row_end[seat]):
            s.row[at] = 0
            s.face[at] = EMPTY
        s.row_begin[seat] = ROW_START
        s.row_end[seat] = ROW_START
    for index in range(len(s.round_features)):
        s.round_features[index] = 0
    for index in range(len(s.seat_features)):
        s.seat_features[index] = 0


def deal(s: State, o: Options, stream: MutableSequence[int]) -> None:
    """Shuffle the stacks with ``source`` = ``deck`` (SJ-42); nothing else is chance."""
    if o.source == DECK:
        for seat in range(SEATS):
            fill_stack(s, seat)
            shuffle_stack(s, seat, stream)
    start_play(s, o)


def fill_stack(s: State, seat: int) -> None:
    """The cards of the land as a stack, sorted."""
    at = seat * LAND_SIZE + s.stack_top[seat]
    for kind in range(KINDS):
        for _ in range(s.land[seat * KINDS + kind]):
            s.stack[at] = kind
            at += 1


def shuffle_stack(s: State, seat: int, stream: MutableSequence[int]) -> None:
    """Put a full stack into random order."""
    base = seat * LAND_SIZE
    for last in range(LAND_SIZE - 1, 0, -1):
        other = below(stream, last + 1)
        kept = s.stack[base + last]
        s.stack[base + last] = s.stack[base + other]
        s.stack[base + other] = kept


def set_deal(s: State, o: Options, codes: Sequence[int], count: int) -> None:
    """Take recorded stacks: 24 kinds a player from the top, or none without ``source`` = ``deck``."""
    for index in range(count):
        s.stack[index] = codes[index]
    start_play(s, o)


def get_deal(s: State, o: Options, out: MutableSequence[int], at: int) -> int:
    """Write both stacks as they were dealt; nothing without ``source`` = ``deck``."""
    if o.source != DECK:
        return 0
    for index in range(SEATS * LAND_SIZE):
        out[at + index] = s.stack[index]
    return SEATS * LAND_SIZE


def start_play(s: State, o: Options) -> None:
    """The first decision: p1 chooses a hand (SJ-3), or lays where hands are dealt (SJ-42) or absent (SJ-43)."""
    s.actor = 0
    if o.source == DECK:
        take_from_stack(s, 0, HAND_SIZE)
        take_from_stack(s, 1, HAND_SIZE)
    elif o.handless != 0:
        for seat in range(SEATS):
            for kind in range(KINDS):
                take_from_land(s, seat, kind, LAND_CARDS[kind])
    if o.source == DECK or o.handless != 0:
        start_turn(s, o, 0)


def apply(s: State, o: Options, seat: int, decision: int) -> None:
    """Apply a decision that ``check`` called fine, and all that follows up to the next decision."""
    verb = verb_of(decision)
    if verb == RESIGN_GAME:
        end(s, RESIGN, 1 - seat)
    elif verb == PASS_TURN:
        pass_turn(s, o, seat)
    elif verb == VEIL:
        veil(s, o, seat, named_windows(s, o, seat, decision))
    elif verb == RECOVER_CARD:
        take_back(s, o, seat, card_at(decision, 0))
    elif verb == PLACE:
        if s.phase == RELEASE:
            show_pair(s, o, seat, 0, 0)
            end(s, KAIJO, -1)
        elif decision == THUNDER_LAY:
            lay_thunder(s, o, seat)
        else:
            lay_pair(s, o, seat, card_at(decision, 0), card_at(decision, 1))
    else:
        draw(s, o, seat, decision)


def complete(s: State, o: Options, seat: int, decision: int) -> int:
    """A veil with its goods in market order; other decisions as they are."""
    if verb_of(decision) == VEIL:
        return veil_of(s, o, seat, named_windows(s, o, seat, decision))
    return decision


def pass_turn(s: State, o: Options, seat: int) -> None:
    """Concede to 雷霆 (SJ-16), or let the turn pass for want of a lay (SJ-42)."""
    if s.phase == RELEASE:
        end(s, RAITEI, 1 - seat)
        return
    add_feature(s, seat, PASSES, 1)
    emit(s, PASSED, seat, 0, 0)
    start_turn(s, o, 1 - seat)


def draw(s: State, o: Options, seat: int, decision: int) -> None:
    """Take the named cards of the land into the hand: SJ-3, SJ-17, SJ-21."""
    before = s.hand_size[seat]
    for kind in range(KINDS):
        count = named(decision, kind)
        if count > 0:
            take_from_land(s, seat, kind, count)
    if s.phase == CHOOSE_HAND:
        s.actor = 1
        if seat == 1:
            start_turn(s, o, 0)
    elif s.phase == LAY:
        s.helped = 1
        add_feature(s, seat, DRAWN, s.hand_size[seat] - before)
        emit(s, DRAW_TAKEN, seat, s.hand_size[seat] - before, 0)
        # Only 雷霆 may have been open before, and more cards have closed it.
        if any_lay(s, o, seat) == 0:
            end(s, HOI, 1 - seat)
    elif rots(s, o, seat) == 0:
        if s.phase == REWARD:
            settle_recovery(s, o, seat)
        else:
            end_turn(s, o, 1 - seat)


def end_round(s: State, o: Options) -> None:
    """A match is one round."""
    for seat in range(SEATS):
        s.totals[seat] += s.points[seat]
    s.match_over = 1
