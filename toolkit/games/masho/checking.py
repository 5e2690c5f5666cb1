"""What is wrong with a decision, and which rule says so (MS-6 … MS-33, MS-73)."""

from toolkit.engine.contract import AFTER_END, FINE, FIRST_FAULT, WRONG_ACTOR
from toolkit.games.masho.cards import KIND_OF, KINDS
from toolkit.games.masho.decisions import (
    ANKAN,
    BURY,
    CHI,
    DISCARD,
    DRAW,
    FOUL,
    KAKAN,
    MELD,
    PAIR,
    PASS,
    PON,
    RON,
    SET,
    TSUMO,
    first_tile,
    other_of,
    second_tile,
    tiles_given,
    verb_of,
)
from toolkit.games.masho.hand import holds, own_pon
from toolkit.games.masho.options import Options
from toolkit.games.masho.readings import is_chi, is_left, is_pon, wins_by_draw, wins_with
from toolkit.games.masho.state import (
    BURYING,
    CLAIM_PUT,
    DEALING,
    LAST_PUT,
    MELD_CHOICE,
    TAKE,
    State,
)
from toolkit.games.masho.turns import is_final_turn, is_last_turn

(
    SET_DUE,
    TAKE_DUE,
    PUT_DUE,
    LAST_TAKE_DUE,
    LAST_PUT_DUE,
    BURY_DUE,
    MELD_DUE,
    AFTER_WIN,
    RIGHT_LOST,
    BAD_SET,
    BAD_DRAW,
    BAD_PON,
    BAD_CHI,
    BAD_RON,
    CLAIMED_BEFORE,
    BAD_DISCARD,
    BAD_ANKAN,
    BAD_KAKAN,
    BAD_TSUMO,
    TSUMO_AFTER_CLAIM,
    BAD_BURY,
    BAD_MELD,
) = range(FIRST_FAULT, FIRST_FAULT + 22)


def check(s: State, o: Options, seat: int, decision: int) -> int:
    """``FINE``, or what is wrong; a token of another player implies the silence of the actor (MS-8, MS-33)."""
    if s.over == 1:
        return AFTER_END
    verb = verb_of(decision)
    if verb == FOUL:
        return FINE
    if seat == s.actor:
        if is_silence_possible(s) == 1 and is_final_turn(s, o) == 1 and is_take(verb) == 1:
            return AFTER_END
        return check_due(s, o, seat, decision)
    if is_silence_possible(s) == 0:
        return WRONG_ACTOR
    if is_final_turn(s, o) == 1:
        return AFTER_END
    if seat != (s.actor + 1) % s.players:
        return WRONG_ACTOR
    return check_next_take(s, o, seat, decision)


def check_next_take(s: State, o: Options, seat: int, decision: int) -> int:
    """What is wrong with a take of the next player, once the actor's turn has passed in silence."""
    actor = s.actor
    latest = s.latest[actor]
    buried = 1 if s.phase == MELD_CHOICE else 0
    s.turn += 1
    if buried == 1:  # the top tile of the wall, over the actor's latest discard
        s.wall_at += 1
        s.latest[actor] = -1
    code = check_take(s, o, seat, decision)
    s.turn -= 1
    s.wall_at -= buried
    s.latest[actor] = latest
    return code


def is_silence_possible(s: State) -> int:
    """1 if the turn may pass without a token of the actor (MS-8, MS-33)."""
    return 1 if s.phase == LAST_PUT or (s.phase == MELD_CHOICE and s.pair_open == 1) else 0


def is_take(verb: int) -> int:
    """1 for the verbs of a take (MS-10 … MS-13)."""
    return 1 if verb == DRAW or verb == PON or verb == CHI or verb == RON else 0


def check_due(s: State, o: Options, seat: int, decision: int) -> int:
    """What is wrong with a decision of the actor."""
    verb = verb_of(decision)
    if s.phase == DEALING:
        return check_tile(s, seat, decision, BAD_SET) if verb == SET else SET_DUE
    if s.phase == TAKE:
        return check_take(s, o, seat, decision)
    if s.phase == BURYING:
        return check_tile(s, seat, decision, BAD_BURY) if verb == BURY else BURY_DUE
    if s.phase == MELD_CHOICE:
        return check_meld(s, decision)
    if s.phase == LAST_PUT:
        return check_last_put(s, seat, decision)
    return check_put(s, seat, decision)


def check_tile(s: State, seat: int, decision: int, code: int) -> int:
    """``code`` unless the decision names exactly one tile, of the hand."""
    return FINE if tiles_given(decision) == 1 and holds(s, seat, first_tile(decision)) == 1 else code


def check_take(s: State, o: Options, seat: int, decision: int) -> int:
    """MS-10 … MS-14; the order of the questions is MS-31, MS-8, MS-73, then the claim's own rule."""
    verb = verb_of(decision)
    last = is_last_turn(s, o)
    if is_take(verb) == 0:
        return LAST_TAKE_DUE if last == 1 else TAKE_DUE
    if verb == DRAW:
        return check_draw(s, decision)
    if s.won[seat] > 0:
        return AFTER_WIN
    if verb != RON and last == 1:
        return LAST_TAKE_DUE
    if (s.lost_ron[seat] if verb == RON else s.lost_claims[seat]) == 1:
        return RIGHT_LOST
    if verb == RON:
        return check_ron(s, seat, other_of(decision))
    return check_claim(s, o, seat, decision)


def check_draw(s: State, decision: int) -> int:
    """MS-10: a tile that is named must be the top of the wall."""
    given = tiles_given(decision)
    if given == 0 or (given == 1 and first_tile(decision) == s.wall[s.wall_at]):
        return FINE
    return BAD_DRAW


def check_ron(s: State, seat: int, other: int) -> int:
    """MS-13: the hand wins with the latest discard of another player."""
    if other == seat or s.latest[other] < 0:
        return BAD_RON
    return FINE if wins_with(s, seat, s.latest[other]) == 1 else BAD_RON


def check_claim(s: State, o: Options, seat: int, decision: int) -> int:
    """MS-11, MS-12, MS-14: two hand tiles make a meld with the latest discard."""
    verb = verb_of(decision)
    other = other_of(decision)
    code = BAD_PON if verb == PON else BAD_CHI
    tile = s.latest[other]
    first = first_tile(decision)
    second = second_tile(decision)
    if other == seat or tile < 0 or tiles_given(decision) != 2:
        return code
    if holds(s, seat, first) == 0 or holds(s, seat, second) == 0:
        return code
    if verb == PON and is_pon(first, second, tile) == 0:
        return code
    if verb == CHI and (is_left(s, seat, other) == 0 or is_chi(first, second, tile) == 0):
        return code
    return CLAIMED_BEFORE if o.claim_once == 1 and s.claimed[other] == 1 else FINE


def check_put(s: State, seat: int, decision: int) -> int:
    """MS-20 … MS-24, MS-31, MS-73."""
    verb = verb_of(decision)
    if verb == DISCARD:
        return check_tile(s, seat, decision, BAD_DISCARD)
    if verb == TSUMO:
        return check_tsumo(s, seat)
    if verb != ANKAN and verb != KAKAN:
        return PUT_DUE
    if s.won[seat] > 0:
        return AFTER_WIN
    return check_kan(s, seat, decision)


def check_tsumo(s: State, seat: int) -> int:
    """MS-23, MS-24, MS-73: after a draw the hand wins with the drawn tile."""
    if s.lost_claims[seat] == 1:
        return RIGHT_LOST
    if s.phase == CLAIM_PUT:
        return TSUMO_AFTER_CLAIM
    return FINE if wins_by_draw(s, seat) == 1 else BAD_TSUMO


def check_kan(s: State, seat: int, decision: int) -> int:
    """MS-21, MS-22: four hand tiles of a kind, or one of the kind of an own pon."""
    tile = first_tile(decision)
    code = BAD_ANKAN if verb_of(decision) == ANKAN else BAD_KAKAN
    if check_tile(s, seat, decision, code) != FINE:
        return code
    if verb_of(decision) == ANKAN:
        return FINE if s.counts[seat * KINDS + KIND_OF[tile]] >= 4 else code
    return FINE if own_pon(s, seat, KIND_OF[tile]) >= 0 else code


def check_last_put(s: State, seat: int, decision: int) -> int:
    """MS-8: after the draw of a last turn only tsumo, or silence."""
    verb = verb_of(decision)
    if verb == PASS:
        return FINE
    if verb == TSUMO:
        return check_tsumo(s, seat)
    if s.won[seat] > 0 and (verb == ANKAN or verb == KAKAN):
        return AFTER_WIN
    return LAST_PUT_DUE


def check_meld(s: State, decision: int) -> int:
    """MS-33: the two hand tiles of the meld that a ron completed."""
    if verb_of(decision) == PAIR and s.pair_open == 1:
        return FINE
    if verb_of(decision) != MELD:
        return MELD_DUE
    for index in range(s.choice_n):
        if s.choices[index] == decision:
            return FINE
    return BAD_MELD
