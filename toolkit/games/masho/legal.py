"""Which decisions are legal (MS-6 … MS-33)."""

from collections.abc import MutableSequence

from toolkit.engine.chance import below
from toolkit.games.masho.cards import HEAVEN_OF, KIND_OF, KINDS, NUMBER_OF, NUMBERS
from toolkit.games.masho.decisions import (
    ANKAN,
    BURY,
    CHI,
    DISCARD,
    DRAW,
    KAKAN,
    PAIR,
    PASS,
    PON,
    RON,
    SET,
    TSUMO,
    plain,
    tiles_given,
    verb_of,
    with_seat,
    with_tile,
)
from toolkit.games.masho.hand import own_pons
from toolkit.games.masho.options import Options
from toolkit.games.masho.readings import (
    FIRST_STEP,
    SECOND_STEP,
    completes,
    completing_heavens,
    list_pairs,
    wins_by_draw,
)
from toolkit.games.masho.state import (
    BURYING,
    CLAIM_PUT,
    DEALING,
    HAND,
    LAST_PUT,
    MELD_CHOICE,
    MELDS,
    PUT,
    TAKE,
    State,
)
from toolkit.games.masho.turns import is_last_turn

#: Room for the legal decisions: the choices of a ron's meld are the most.
MOST_LEGAL = 128


def legal(s: State, o: Options, out: MutableSequence[int]) -> int:
    """Write every legal decision of the actor, in the order of the verbs, then seats, then tiles."""
    seat = s.actor
    if s.phase == TAKE:
        return list_takes(s, o, seat, out)
    if s.phase == PUT or s.phase == CLAIM_PUT:
        return list_puts(s, seat, out)
    if s.phase == LAST_PUT:
        count = list_tsumo(s, seat, out, 0)
        out[count] = plain(PASS)
        return count + 1
    if s.phase == MELD_CHOICE:
        return list_melds(s, out)
    return list_hand(s, seat, SET if s.phase == DEALING else BURY, out)


def pick(s: State, o: Options, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """A uniformly random legal decision; the hand tiles need not be listed for it."""
    seat = s.actor
    if s.phase == TAKE or s.phase == LAST_PUT or s.phase == MELD_CHOICE:
        return out[below(stream, legal(s, o, out))]
    verb = SET if s.phase == DEALING else BURY if s.phase == BURYING else DISCARD
    others = list_other_puts(s, seat, out, 0) if verb == DISCARD else 0
    chosen = below(stream, s.hand_n[seat] + others)
    if chosen < s.hand_n[seat]:
        return with_tile(verb, s.hand[seat * HAND + chosen])
    return out[chosen - s.hand_n[seat]]


def complete(s: State, o: Options, seat: int, decision: int) -> int:
    """MS-10: a draw with its tile, which a token may leave out and its player does not know."""
    if verb_of(decision) != DRAW or tiles_given(decision) > 0:
        return decision
    # The silence of the actor buries the top tile first (MS-33).
    top = s.wall[s.wall_at + (1 if seat != s.actor and s.phase == MELD_CHOICE else 0)]
    return with_tile(DRAW, top) if top >= 0 else decision


def list_hand(s: State, seat: int, verb: int, out: MutableSequence[int]) -> int:
    """One decision for each hand tile."""
    for index in range(s.hand_n[seat]):
        out[index] = with_tile(verb, s.hand[seat * HAND + index])
    return s.hand_n[seat]


def list_takes(s: State, o: Options, seat: int, out: MutableSequence[int]) -> int:
    """MS-10 … MS-14, MS-31, MS-73: draw, and what the latest discards allow."""
    top = s.wall[s.wall_at]
    out[0] = with_tile(DRAW, top) if top >= 0 else plain(DRAW)
    count = 1
    if s.won[seat] > 0:
        return count
    if s.lost_claims[seat] == 0 and is_last_turn(s, o) == 0 and s.meld_n[seat] < MELDS:
        for other in range(s.players):
            if may_claim(s, o, seat, other) == 1:
                kind = KIND_OF[s.latest[other]]
                if s.counts[seat * KINDS + kind] >= 2:
                    count = list_pairs(s, seat, kind, kind, PON, other, out, count)
        left = seat - 1 if seat > 0 else s.players - 1
        if may_claim(s, o, seat, left) == 1:
            count = list_chis(s, seat, left, out, count)
    return list_rons(s, seat, out, count) if s.lost_ron[seat] == 0 else count


def list_rons(s: State, seat: int, out: MutableSequence[int], count: int) -> int:
    """MS-13: every latest discard of the others that completes the hand."""
    heavens = completing_heavens(s, seat)
    if heavens == 0:
        return count
    for other in range(s.players):
        tile = s.latest[other]
        if other != seat and tile >= 0 and heavens >> HEAVEN_OF[tile] & 1 and completes(s, seat, tile) == 1:
            out[count] = with_seat(RON, other)
            count += 1
    return count


def may_claim(s: State, o: Options, seat: int, other: int) -> int:
    """MS-14: 1 if another player's latest discard may be claimed by pon or chi."""
    if other == seat or s.latest[other] < 0:
        return 0
    return 0 if o.claim_once == 1 and s.claimed[other] == 1 else 1


def list_chis(s: State, seat: int, left: int, out: MutableSequence[int], count: int) -> int:
    """MS-12: every chi of the latest discard of the player to the left."""
    tile = s.latest[left]
    kind = KIND_OF[tile]
    for index in range(3):
        if NUMBER_OF[tile] + FIRST_STEP[index] < 1 or NUMBER_OF[tile] + SECOND_STEP[index] > NUMBERS:
            continue
        first = kind + FIRST_STEP[index]
        second = kind + SECOND_STEP[index]
        if s.counts[seat * KINDS + first] > 0 and s.counts[seat * KINDS + second] > 0:
            count = list_pairs(s, seat, first, second, CHI, left, out, count)
    return count


def list_puts(s: State, seat: int, out: MutableSequence[int]) -> int:
    """MS-20 … MS-24, MS-31: discards, kans, and tsumo after a draw."""
    return list_other_puts(s, seat, out, list_hand(s, seat, DISCARD, out))


def list_other_puts(s: State, seat: int, out: MutableSequence[int], count: int) -> int:
    """What may be done in place of a discard."""
    if s.won[seat] == 0:
        count = list_kans(s, seat, out, count)
    return list_tsumo(s, seat, out, count) if s.phase == PUT else count


def list_kans(s: State, seat: int, out: MutableSequence[int], count: int) -> int:
    """MS-21, MS-22: every ankan and kakan."""
    if s.quads[seat] > 0:
        for index in range(s.hand_n[seat]):
            tile = s.hand[seat * HAND + index]
            if s.counts[seat * KINDS + KIND_OF[tile]] >= 4:
                out[count] = with_tile(ANKAN, tile)
                count += 1
    if s.meld_n[seat] > 0:
        pons = own_pons(s, seat)
        for index in range(s.hand_n[seat] if pons else 0):
            tile = s.hand[seat * HAND + index]
            if pons >> KIND_OF[tile] & 1:
                out[count] = with_tile(KAKAN, tile)
                count += 1
    return count


def list_tsumo(s: State, seat: int, out: MutableSequence[int], count: int) -> int:
    """MS-23, MS-73: tsumo, if the hand wins with the drawn tile."""
    if s.lost_claims[seat] == 0 and wins_by_draw(s, seat) == 1:
        out[count] = plain(TSUMO)
        count += 1
    return count


def list_melds(s: State, out: MutableSequence[int]) -> int:
    """MS-33: every way to name the meld of a ron, and silence where the pair may be read."""
    for index in range(s.choice_n):
        out[index] = s.choices[index]
    if s.pair_open == 1:
        out[s.choice_n] = plain(PAIR)
    return s.choice_n + s.pair_open
