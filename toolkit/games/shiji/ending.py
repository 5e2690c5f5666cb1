"""How a game ends: SJ-18, SJ-30 to SJ-32, SJ-43."""

from toolkit.engine.state import emit
from toolkit.games.shiji.cards import FREE, MORNING
from toolkit.games.shiji.hands import holds_star
from toolkit.games.shiji.options import DRAW_WHEN_BOTH, Options
from toolkit.games.shiji.state import (
    CARDS_LEFT,
    ENDED,
    FINAL_ORDER,
    FINAL_STAR,
    FUHAI,
    HEIJO,
    LAND_LEFT,
    LAYS,
    OVER,
    ROUND_LAYS,
    SEAT_FEATURE_COUNT,
    SEATS,
    STARS_LEFT,
    WINNER,
    State,
)


def end(s: State, reason: int, winner: int) -> None:
    """End the game; ``winner`` is −1 for a draw (SJ-32)."""
    s.over = 1
    s.actor = -1
    s.phase = OVER
    s.reason = reason
    if winner >= 0:
        s.points[winner] = 1
        s.points[1 - winner] = -1
    s.round_features[WINNER] = winner
    s.round_features[ROUND_LAYS] = s.lays[0] + s.lays[1]
    s.round_features[FINAL_ORDER] = s.order
    s.round_features[FINAL_STAR] = s.last_star - MORNING if s.last_star != FREE else -1
    for seat in range(SEATS):
        base = seat * SEAT_FEATURE_COUNT
        s.seat_features[base + LAYS] = s.lays[seat]
        s.seat_features[base + CARDS_LEFT] = s.hand_size[seat]
        s.seat_features[base + STARS_LEFT] = holds_star(s, seat)
        s.seat_features[base + LAND_LEFT] = s.land_size[seat]
    emit(s, ENDED, winner, 1 if winner >= 0 else 0, reason)


def rots(s: State, o: Options, seat: int) -> int:
    """End the game by 腐敗 if a hand is over the limit; 1 if so (SJ-18)."""
    if o.handless == 0 and s.hand_size[seat] > o.hand_limit:
        end(s, FUHAI, 1 - seat)
        return 1
    return 0


def close_market(s: State, o: Options) -> None:
    """閉場: a star or X in hand loses, else fewer cards win (SJ-30); without hands a draw (SJ-43)."""
    winner = -1
    if o.handless == 0:
        first = 1 if holds_star(s, 0) > 0 else 0
        second = 1 if holds_star(s, 1) > 0 else 0
        if first != second:
            winner = 1 if first else 0
        elif first == 0 or o.closing_both != DRAW_WHEN_BOTH:
            if s.hand_size[0] != s.hand_size[1]:
                winner = 0 if s.hand_size[0] < s.hand_size[1] else 1
    end(s, HEIJO, winner)
