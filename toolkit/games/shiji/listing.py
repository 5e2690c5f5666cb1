"""Every legal decision: listed, counted, and drawn at random."""

from collections.abc import MutableSequence

from toolkit.engine.chance import below
from toolkit.games.shiji.cards import HAND_SIZE, KINDS
from toolkit.games.shiji.choices import choice_at, count_choices, list_choices
from toolkit.games.shiji.decisions import (
    DOUBLE_ZERO,
    DRAW,
    HAND,
    PASS_TURN,
    THUNDER_LAY,
    lay_of,
    recovery_of,
)
from toolkit.games.shiji.lays import fault_of_held_pair, may_thunder
from toolkit.games.shiji.market import holds_veiled, list_veils
from toolkit.games.shiji.options import LAND, Options
from toolkit.games.shiji.state import CHOOSE_HAND, LAY, RECOVER, RELEASE, REWARD, TAX, State

#: Room for the longest list: choices at will from a land of 18 cards, with every lay of a large hand.
MOST_LEGAL = 1 << 17


def legal(s: State, o: Options, out: MutableSequence[int]) -> int:
    """Write every legal decision of the actor but ``resign``: veils, draws at will, lays; or choices of
    cards in the order of their written form. At most some 17,000 hands, 110,000 draws at will."""
    seat = s.actor
    if s.phase == LAY:
        return list_draws_at_will(s, o, seat, out, list_turn(s, o, seat, out))
    if s.phase == RECOVER:
        return list_recoveries(s, seat, out)
    if s.phase == RELEASE:
        out[0] = DOUBLE_ZERO
        out[1] = PASS_TURN
        return 2
    size = choice_size(s)
    if size == 0:
        out[0] = PASS_TURN
        return 1
    return list_choices(s.land, seat * KINDS, size, HAND if s.phase == CHOOSE_HAND else DRAW, out, 0)


def choice_size(s: State) -> int:
    """How many cards have to be chosen from the land; 0 when no choice is due."""
    if s.phase == CHOOSE_HAND:
        return HAND_SIZE
    return s.due if s.phase in (REWARD, TAX) else 0


def list_turn(s: State, o: Options, seat: int, out: MutableSequence[int]) -> int:
    """Write the veils and lays that are legal."""
    used = 0
    if s.turned == 0:
        used = list_veils(s, o, seat, out, 0)
    return list_lays(s, o, seat, out, used)


def list_lays(s: State, o: Options, seat: int, out: MutableSequence[int], used: int) -> int:
    """Write every legal lay from ``out[used]``, by front and back card, 雷霆 last; return where they end."""
    base = seat * KINDS
    for front in range(KINDS):
        held = s.hand[base + front]
        if held == 0:
            continue
        for back in range(KINDS):
            if s.hand[base + back] > (1 if front == back else 0):
                if fault_of_held_pair(s, o, seat, front, back) == 0:
                    out[used] = lay_of(front, back)
                    used += 1
    if may_thunder(s, o, seat):
        out[used] = THUNDER_LAY
        used += 1
    return used


def most_at_will(s: State, o: Options, seat: int) -> int:
    """How many cards may be drawn at will before the lay (SJ-21 without goods)."""
    if o.goods != 0 or o.source != LAND or s.helped != 0:
        return 0
    room = o.hand_limit - s.hand_size[seat]
    return room if room < s.land_size[seat] else s.land_size[seat]


def list_draws_at_will(s: State, o: Options, seat: int, out: MutableSequence[int], used: int) -> int:
    """Write every draw at will from ``out[used]``, small ones first; return where they end."""
    for size in range(1, most_at_will(s, o, seat) + 1):
        used = list_choices(s.land, seat * KINDS, size, DRAW, out, used)
    return used


def list_recoveries(s: State, seat: int, out: MutableSequence[int]) -> int:
    """Write every recovery, by kind (SJ-17)."""
    used = 0
    for kind in range(KINDS):
        if holds_veiled(s, seat, kind):
            out[used] = recovery_of(kind)
            used += 1
    return used


def count_legal(s: State, o: Options, out: MutableSequence[int]) -> int:
    """How many decisions ``legal`` would list."""
    seat = s.actor
    if s.phase == LAY:
        count = list_turn(s, o, seat, out)
        for size in range(1, most_at_will(s, o, seat) + 1):
            count += count_choices(s.land, seat * KINDS, size)
        return count
    if s.phase == RECOVER or s.phase == RELEASE:
        return legal(s, o, out)
    size = choice_size(s)
    return count_choices(s.land, seat * KINDS, size) if size > 0 else 1


def pick(s: State, o: Options, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """A uniformly random legal decision; choices of cards are drawn by their number."""
    seat = s.actor
    base = seat * KINDS
    if s.phase == LAY:
        listed = list_turn(s, o, seat, out)
        index = below(stream, count_legal(s, o, out)) if o.goods == 0 else below(stream, listed)
        if index < listed:
            return int(out[index])
        index -= listed
        size = 1
        while index >= count_choices(s.land, base, size):
            index -= count_choices(s.land, base, size)
            size += 1
        return DRAW | choice_at(s.land, base, size, index)
    size = choice_size(s)
    if size == 0:
        return int(out[below(stream, legal(s, o, out))])
    verb = HAND if s.phase == CHOOSE_HAND else DRAW
    return verb | choice_at(s.land, base, size, below(stream, count_choices(s.land, base, size)))
