"""Wins: who pays what, and how play goes on after them (MS-31 … MS-33, MS-41)."""

from toolkit.engine.state import emit
from toolkit.games.masho.cards import HEAVENS, KIND_OF
from toolkit.games.masho.decisions import first_tile, second_tile
from toolkit.games.masho.events import (
    BURIAL,
    HAND_BURIAL,
    RON_WIN,
    TSUMO_WIN,
    WALL_BURIAL,
    WIN,
    YAKU,
    detail_of,
)
from toolkit.games.masho.hand import lay_out_claim, next_tile, put_in_river, remove_tile
from toolkit.games.masho.options import PAYERS_NOT_YET_WON, Options
from toolkit.games.masho.readings import find_meld_choices, may_be_pair
from toolkit.games.masho.scoring import basic_points
from toolkit.games.masho.scoring_explain import choose_yaku
from toolkit.games.masho.state import (
    BURIED,
    BURIED_UNSEEN,
    BURYING,
    CHI_MELD,
    F_BEST,
    F_DEALT_IN,
    F_FIRST_WIN,
    F_PAID,
    F_RON,
    F_TSUMO,
    F_WINS,
    F_WON,
    HAND,
    MELD_CHOICE,
    MELD_TILES,
    MELDS,
    PON_MELD,
    SEAT_FEATURES,
    WINS,
    State,
)
from toolkit.games.masho.turns import count_turn, end_play, pass_turn, wins_allowed
from toolkit.games.masho.yaku import HEAVEN


def is_payer(s: State, o: Options, winner: int, seat: int) -> int:
    """1 if ``seat`` is a non-winner 非和者 of this win (MS-41)."""
    if seat == winner or (o.payers == PAYERS_NOT_YET_WON and s.won[seat] > 0):
        return 0
    return 1


def describe_hand(s: State, seat: int, tile: int) -> None:
    """Lay the hand before the scorer, with ``tile`` (−1 if it is in the hand already)."""
    for index in range(s.hand_n[seat]):
        s.sc_tiles[index] = s.hand[seat * HAND + index]
    s.sc_n = s.hand_n[seat]
    if tile >= 0:
        s.sc_tiles[s.sc_n] = tile
        s.sc_n += 1
    s.sc_melds = s.meld_n[seat]
    for index in range(s.sc_melds):
        s.sc_meld_kind[index] = s.meld_kind[seat * MELDS + index]
    for index in range(s.sc_melds * MELD_TILES):
        s.sc_meld_tiles[index] = s.meld_tiles[seat * MELDS * MELD_TILES + index]


def pay(s: State, payer: int, winner: int, amount: int) -> None:
    """Move points; they sum to 0 over the players (MS-41)."""
    s.points[payer] -= amount
    s.points[winner] += amount
    s.seat_features[payer * SEAT_FEATURES + F_PAID] += amount
    s.seat_features[winner * SEAT_FEATURES + F_WON] += amount


def settle(s: State, o: Options, winner: int, discarder: int, basic: int) -> None:
    """MS-41: a tsumo (``discarder`` −1) is paid by every non-winner, a ron by the discarder for all of them."""
    for seat in range(s.players):
        if is_payer(s, o, winner, seat) == 1:
            pay(s, discarder if discarder >= 0 else seat, winner, basic)


def note_win(s: State, seat: int, discarder: int, tile: int, basic: int) -> None:
    """Count and log a win; ``value`` of its event is the basic points."""
    at = seat * SEAT_FEATURES
    s.seat_features[at + F_WINS] += 1
    s.seat_features[at + (F_TSUMO if discarder < 0 else F_RON)] += 1
    s.seat_features[at + F_BEST] = max(s.seat_features[at + F_BEST], basic)
    if s.seat_features[at + F_FIRST_WIN] < 0:
        s.seat_features[at + F_FIRST_WIN] = s.turn // s.players + 1
    if discarder >= 0:
        s.seat_features[discarder * SEAT_FEATURES + F_DEALT_IN] += 1
    emit(s, WIN, seat, basic, detail_of(TSUMO_WIN if discarder < 0 else RON_WIN, tile, discarder))


def note_yaku(s: State, o: Options, seat: int) -> None:
    """Log the 役 of the hand that was just scored."""
    s.sc_x_count = 0
    choose_yaku(s, o, 1 << (seat + HEAVEN) if seat < HEAVENS else 0)
    for index in range(s.sc_x_count):
        emit(s, YAKU, seat, s.sc_x_points[index], s.sc_x_points[index])


def win(s: State, o: Options, seat: int, discarder: int, tile: int) -> None:
    """Score and pay a win; the last permitted win ends the round (MS-32)."""
    describe_hand(s, seat, tile if discarder >= 0 else -1)
    basic = basic_points(s, o, seat)
    settle(s, o, seat, discarder, basic)
    s.won[seat] += 1
    s.wins += 1
    note_win(s, seat, discarder, tile, basic)
    if s.log == 1:
        note_yaku(s, o, seat)
    if s.wins >= wins_allowed(s, o):
        count_turn(s)
        end_play(s, WINS)


def tsumo(s: State, o: Options, seat: int) -> None:
    """MS-23: the hand wins with the drawn tile; unless the round ends one hand tile is buried (MS-33)."""
    win(s, o, seat, -1, s.drawn[seat])
    s.drawn[seat] = -1
    s.phase = BURYING


def ron(s: State, o: Options, seat: int, discarder: int) -> None:
    """MS-13, MS-33: the hand wins with a discard; its meld is laid out, or the pair is complete."""
    tile = s.latest[discarder]
    win(s, o, seat, discarder, tile)
    if s.over == 1:
        return
    s.ron_tile = tile
    s.ron_from = discarder
    s.pair_open = may_be_pair(s, seat, tile)
    find_meld_choices(s, seat, tile)
    s.phase = MELD_CHOICE
    if s.choice_n == 0:
        read_as_pair(s, o, seat)
    elif s.choice_n == 1 and s.pair_open == 0:
        choose_meld(s, seat, first_tile(s.choices[0]), second_tile(s.choices[0]))


def choose_meld(s: State, seat: int, first: int, second: int) -> None:
    """MS-33: the meld that the ron completed is laid out like a claim; a burial is due."""
    kind = PON_MELD if KIND_OF[first] == KIND_OF[second] else CHI_MELD
    lay_out_claim(s, seat, kind, first, second, s.ron_tile, s.ron_from)
    s.phase = BURYING


def read_as_pair(s: State, o: Options, seat: int) -> None:
    """MS-33: the ron completed the pair; the top tile of the wall is buried unseen and the turn passes."""
    put_in_river(s, seat, next_tile(s), BURIED_UNSEEN)
    emit(s, BURIAL, seat, 0, detail_of(WALL_BURIAL, -1, -1))
    pass_turn(s, o)


def bury(s: State, o: Options, seat: int, tile: int) -> None:
    """MS-33: one hand tile goes face down to the river and the turn passes."""
    remove_tile(s, seat, tile)
    put_in_river(s, seat, tile, BURIED)
    emit(s, BURIAL, seat, 0, detail_of(HAND_BURIAL, tile, -1))
    pass_turn(s, o)
