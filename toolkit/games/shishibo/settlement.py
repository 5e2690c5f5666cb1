"""Who wins a round and what is paid (SC-31 to SC-33, SC-40 to SC-43)."""

from toolkit.engine.state import emit
from toolkit.games.shishibo.events import DEKIYAKU, FUKE_WIN, UCHIKIRI, WIN
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.state import PLAYING, SEAT_FEATURES, SHOWN, TEYAKU_POINTS, TEYAKU_SHOWN, State
from toolkit.games.shishibo.yaku import (
    AKATAN,
    AOTAN,
    CHUSHIN,
    FUKE,
    GETASHI,
    SHIKO,
    card_points,
    dekiyaku_of,
    is_fuke,
    multiplier_of,
    points_of,
    yaku_multiplier,
    yaku_points,
)

#: Reasons of the end of a round (SC-40).
REASONS = ("points", "fuke", "shiko", "akatan", "aotan", "shiko+akatan", "redeal")
BY_POINTS, BY_FUKE, BY_SHIKO, BY_AKATAN, BY_AOTAN, BY_BOTH, REDEAL = range(7)


def settle_uchikiri(s: State, o: Options, seat: int, uchikiri: int) -> None:
    """SC-31, SC-40: whoever completed a 打ち切り役 wins, whatever the points."""
    for yaku in range(SHIKO, AOTAN + 1):
        if uchikiri >> yaku & 1:
            emit(s, UCHIKIRI, seat, yaku_multiplier(yaku, o), yaku)
    if uchikiri >> SHIKO & 1:
        reason = BY_BOTH if uchikiri >> AKATAN & 1 else BY_SHIKO
    else:
        reason = BY_AKATAN if uchikiri >> AKATAN & 1 else BY_AOTAN
    pay(s, o, seat, multiplier_of(uchikiri, o), reason)


def total_of(s: State, o: Options, seat: int) -> int:
    """SC-41: card points, でき役 and shown 手役."""
    cards = s.captured[seat]
    total = card_points(cards, o) + points_of(dekiyaku_of(cards), o)
    if s.shown[seat] == SHOWN:
        total += points_of(s.teyaku[seat], o)
    return total


def settle_normal_end(s: State, o: Options) -> None:
    """SC-33, SC-40, SC-42: フケ wins, else the highest total; ties go to 親, then 中, then ビキ."""
    winner = -1
    fuke = -1
    best = -1
    for place in range(PLAYING):
        seat = s.places[place]
        dekiyaku = dekiyaku_of(s.captured[seat])
        for yaku in range(CHUSHIN, GETASHI + 1):
            if dekiyaku >> yaku & 1:
                emit(s, DEKIYAKU, seat, yaku_points(yaku, o), yaku)
        shown = 1 if s.shown[seat] == SHOWN else 0
        if fuke < 0 and is_fuke(card_points(s.captured[seat], o), shown, o):
            fuke = seat
        total = total_of(s, o, seat)
        if total > best:
            best = total
            winner = seat
    if fuke >= 0:
        emit(s, FUKE_WIN, fuke, card_points(s.captured[fuke], o), FUKE)
        pay(s, o, fuke, 1, BY_FUKE)
    else:
        pay(s, o, winner, 1, BY_POINTS)


def pay(s: State, o: Options, winner: int, multiplier: int, reason: int) -> None:
    """SC-43: the two other playing players pay the winner the stake times the multiplier."""
    amount = s.stake * multiplier
    for place in range(PLAYING):
        s.points[s.places[place]] = -amount
    s.points[winner] = 2 * amount
    s.winner = winner
    s.multiplier = multiplier
    emit(s, WIN, winner, 2 * amount, 0)
    settle_nothing(s, o, reason)


def settle_nothing(s: State, o: Options, reason: int) -> None:
    """End the round with the points as they stand, and note its figures for the tables."""
    s.over = 1
    s.actor = -1
    s.reason = reason
    s.round_features[0] = s.stake
    s.round_features[1] = s.multiplier
    s.round_features[2] = s.places[0]
    s.round_features[3] = s.winner
    s.round_features[4] = s.passes
    mizu = 0
    for seat in range(s.players):
        mizu += s.mizu[seat]
    s.round_features[5] = mizu
    s.round_features[6] = s.kotsu
    s.round_features[7] = 0 if reason == REDEAL else 1
    for seat in range(s.players):
        put_seat(s, o, seat)


def put_seat(s: State, o: Options, seat: int) -> None:
    """Note the figures of one seat, in the order of the game's seat features."""
    place = -1
    for index in range(PLAYING):
        if s.places[index] == seat:
            place = index
    at = seat * SEAT_FEATURES
    for index in range(SEAT_FEATURES):
        s.seat_features[at + index] = -1
    s.seat_features[at] = place
    s.seat_features[at + 7] = s.mizu[seat]
    if place < 0:
        return
    s.seat_features[at + 1] = s.captured[seat].bit_count()
    s.seat_features[at + 2] = card_points(s.captured[seat], o)
    s.seat_features[at + 3] = points_of(dekiyaku_of(s.captured[seat]), o)
    s.seat_features[at + TEYAKU_POINTS] = points_of(s.teyaku[seat], o)
    if s.teyaku[seat]:
        s.seat_features[at + TEYAKU_SHOWN] = 1 if s.shown[seat] == SHOWN else 0
    s.seat_features[at + 6] = total_of(s, o, seat)
