"""Applying decisions: takes, puts, fouls, and the turn passing on (MS-6 … MS-24, MS-73)."""

from toolkit.engine.state import emit
from toolkit.games.masho.cards import KIND_OF
from toolkit.games.masho.dealing import draw_to_set
from toolkit.games.masho.decisions import (
    ANKAN,
    BURY,
    CHI,
    DISCARD,
    DRAW,
    FOUL,
    KAKAN,
    MELD,
    PASS,
    PON,
    RON,
    SET,
    TSUMO,
    first_tile,
    other_of,
    second_tile,
    verb_of,
)
from toolkit.games.masho.events import CLAIM, FOUL_NOTED, KAN, detail_of
from toolkit.games.masho.hand import add_meld, add_tile, lay_out_claim, next_tile, own_pon, put_in_river, remove_tile
from toolkit.games.masho.options import Options
from toolkit.games.masho.state import (
    ANKAN_MELD,
    CHI_MELD,
    CLAIM_PUT,
    F_ANKAN,
    F_CHI,
    F_DISCARDS,
    F_FOULS,
    F_KAKAN,
    F_PON,
    FACE_UP,
    FOULS_LOGGED,
    HAND,
    KAKAN_MELD,
    LAST_PUT,
    MELD_CHOICE,
    PON_MELD,
    PUT,
    R_CLAIMS,
    R_FOULS,
    R_KANS,
    SEAT_FEATURES,
    SET_ASIDE,
    TAKE,
    State,
)
from toolkit.games.masho.turns import is_last_turn, pass_turn
from toolkit.games.masho.winning import bury, choose_meld, read_as_pair, ron, tsumo


def apply(s: State, o: Options, seat: int, decision: int) -> None:
    """Apply a decision and what follows from it up to the next one."""
    verb = verb_of(decision)
    if verb == FOUL:
        note_foul(s, seat, first_tile(decision))
        return
    if seat != s.actor:
        apply_silence(s, o)
    if verb == SET:
        set_aside(s, o, seat, first_tile(decision))
    elif verb == DRAW:
        draw(s, o, seat)
    elif verb == PON or verb == CHI:
        claim(s, seat, verb, other_of(decision), first_tile(decision), second_tile(decision))
    elif verb == RON:
        ron(s, o, seat, other_of(decision))
    elif verb == TSUMO:
        tsumo(s, o, seat)
    elif verb == MELD:
        choose_meld(s, seat, first_tile(decision), second_tile(decision))
    elif verb == BURY:
        bury(s, o, seat, first_tile(decision))
    elif verb == DISCARD or verb == ANKAN or verb == KAKAN:
        put(s, o, seat, verb, first_tile(decision))
    elif verb == PASS:
        pass_turn(s, o)
    else:
        read_as_pair(s, o, seat)


def apply_silence(s: State, o: Options) -> None:
    """Apply the decision that the actor's silence means: no tsumo in the last turn, or the pair."""
    if s.phase == LAST_PUT:
        pass_turn(s, o)
    elif s.phase == MELD_CHOICE and s.pair_open == 1:
        read_as_pair(s, o, s.actor)


def finish(s: State, o: Options) -> None:
    """When the recorded decisions run out, what needs no token happens (MS-8, MS-33)."""
    if s.over == 0:
        apply_silence(s, o)


def note_foul(s: State, seat: int, number: int) -> None:
    """MS-73: take away what the foul costs."""
    if number == 35:
        s.lost_ron[seat] = 1
    elif number == 36:
        s.lost_ron[seat] = 1
        s.lost_claims[seat] = 1
    else:
        s.fouls[seat] += 1
    if s.round_features[R_FOULS] < FOULS_LOGGED:
        emit(s, FOUL_NOTED, seat, 0, number)
    s.round_features[R_FOULS] += 1
    s.seat_features[seat * SEAT_FEATURES + F_FOULS] += 1


def set_aside(s: State, o: Options, seat: int, tile: int) -> None:
    """MS-6: one tile of the hand is out of play; after the last one the opener has the first turn."""
    remove_tile(s, seat, tile)
    s.set_aside[seat * SET_ASIDE + s.sets // s.players] = tile
    s.sets += 1
    if s.sets < SET_ASIDE * s.players:
        draw_to_set(s)
    else:
        s.actor = s.opener
        s.phase = TAKE


def draw(s: State, o: Options, seat: int) -> None:
    """MS-10: the top tile of the wall."""
    tile = next_tile(s)
    add_tile(s, seat, tile)
    s.drawn[seat] = tile
    s.phase = LAST_PUT if is_last_turn(s, o) == 1 else PUT


def claim(s: State, seat: int, verb: int, other: int, first: int, second: int) -> None:
    """MS-11, MS-12, MS-14: two hand tiles and the latest discard of another player."""
    tile = s.latest[other]
    lay_out_claim(s, seat, PON_MELD if verb == PON else CHI_MELD, first, second, tile, other)
    s.claimed[other] = 1
    s.phase = CLAIM_PUT
    s.round_features[R_CLAIMS] += 1
    s.seat_features[seat * SEAT_FEATURES + (F_PON if verb == PON else F_CHI)] += 1
    emit(s, CLAIM, seat, 0, detail_of(PON_MELD if verb == PON else CHI_MELD, tile, other))


def put(s: State, o: Options, seat: int, verb: int, tile: int) -> None:
    """MS-20, MS-21, MS-22: one tile goes to the river; the turn passes."""
    if verb == ANKAN:
        show_ankan(s, seat, tile)
    remove_tile(s, seat, tile)
    if verb == KAKAN:
        s.meld_kind[own_pon(s, seat, KIND_OF[tile])] = KAKAN_MELD
        note_kan(s, seat, KAKAN_MELD, tile)
    put_in_river(s, seat, tile, FACE_UP)
    s.drawn[seat] = -1
    s.seat_features[seat * SEAT_FEATURES + F_DISCARDS] += 1
    pass_turn(s, o)


def show_ankan(s: State, seat: int, tile: int) -> None:
    """MS-21: three tiles of the kind besides ``tile`` become a 暗完; of five the last in rank stays in the hand."""
    at = add_meld(s, seat, ANKAN_MELD, -1, -1, -1)
    shown = 0
    index = 0
    while shown < 3:
        other = s.hand[seat * HAND + index]
        if other != tile and KIND_OF[other] == KIND_OF[tile]:
            s.meld_tiles[at * 3 + shown] = other
            shown += 1
            remove_tile(s, seat, other)
        else:
            index += 1
    note_kan(s, seat, ANKAN_MELD, tile)


def note_kan(s: State, seat: int, kind: int, tile: int) -> None:
    """Count and log a 完."""
    s.round_features[R_KANS] += 1
    s.seat_features[seat * SEAT_FEATURES + (F_ANKAN if kind == ANKAN_MELD else F_KAKAN)] += 1
    emit(s, KAN, seat, 0, detail_of(kind, tile, -1))
