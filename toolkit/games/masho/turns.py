"""Turns passing on, and the end of a round (MS-7, MS-8, MS-32)."""

from toolkit.engine.state import emit, following
from toolkit.games.masho.cards import EARTHS, KINDS
from toolkit.games.masho.distance import distance
from toolkit.games.masho.events import END
from toolkit.games.masho.options import Options
from toolkit.games.masho.state import (
    F_DISTANCE,
    F_TURNS,
    R_TURNS,
    R_WALL_LEFT,
    R_WINS,
    SEAT_FEATURES,
    TAKE,
    TURNS,
    WALL,
    State,
)


def is_last_turn(s: State, o: Options) -> int:
    """1 if the turn in play is its player's last (MS-8)."""
    return 1 if s.turn >= s.players * (o.turns - 1) else 0


def is_final_turn(s: State, o: Options) -> int:
    """1 if no turn follows the one in play (MS-8)."""
    return 1 if s.turn == s.players * o.turns - 1 else 0


def wins_allowed(s: State, o: Options) -> int:
    """The number of the win that ends the round (MS-32)."""
    return o.wins if o.wins > 0 else s.players - 1


def count_turn(s: State) -> None:
    """The actor's turn is over."""
    s.turn += 1
    s.seat_features[s.actor * SEAT_FEATURES + F_TURNS] += 1


def pass_turn(s: State, o: Options) -> None:
    """MS-7, MS-8: the next player takes, or the round ends after the last turn."""
    final = is_final_turn(s, o)
    count_turn(s)
    if final == 1:
        end_play(s, WALL if s.wall_at == s.wall_size else TURNS)
    else:
        s.actor = following(s.actor, s.players)
        s.phase = TAKE


def end_play(s: State, reason: int) -> None:
    """The round is over (閉局)."""
    s.over = 1
    s.actor = -1
    s.reason = reason
    s.round_features[R_WINS] = s.wins
    s.round_features[R_TURNS] = s.turn
    s.round_features[R_WALL_LEFT] = s.wall_size - s.wall_at
    for seat in range(s.players):
        s.seat_features[seat * SEAT_FEATURES + F_DISTANCE] = distance_of(s, seat)
    emit(s, END, -1, s.wins, reason)


def distance_of(s: State, seat: int) -> int:
    """How many tiles the concealed hand needs for a win; 0 if it wins as it is."""
    return distance(s.counts, seat * KINDS, s.meld_n[seat], copies_of(s), s.scratch)


def copies_of(s: State) -> int:
    """How many tiles of a kind are in play (MS-1, MS-3)."""
    return EARTHS if s.players == EARTHS else EARTHS - 1
