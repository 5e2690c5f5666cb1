"""The order and the last star: SJ-13."""

from toolkit.engine.state import emit
from toolkit.games.shiji.cards import FREE, MORNING, NIGHT, PANIC
from toolkit.games.shiji.options import Options
from toolkit.games.shiji.state import (
    ASCENDING,
    DESCENDING,
    EQUILIBRIA,
    EQUILIBRIUM,
    ORDER_CHANGED,
    ORDER_CHANGES,
    PANIC_STARTED,
    PANICS,
    State,
)


def turn_order(s: State, o: Options, seat: int, order: int, cause: int) -> None:
    """Set the order; ``cause`` is the kind of card that did it, 0 for a 00 pair (SJ-13, SJ-40)."""
    if o.reverse == 0:
        order = ASCENDING
    if s.order != order:
        s.order = order
        s.round_features[ORDER_CHANGES] += 1
        emit(s, ORDER_CHANGED, seat, order, cause)


def reach_equilibrium(s: State, o: Options, seat: int, at_join: int) -> None:
    """A 00 pair has formed: ascending, any star next (平衡状態, SJ-13)."""
    s.last_star = FREE
    s.round_features[EQUILIBRIA] += 1
    emit(s, EQUILIBRIUM, seat, 0, at_join)
    turn_order(s, o, seat, ASCENDING, 0)


def show_card(s: State, o: Options, seat: int, kind: int) -> None:
    """What one card of a new pair does to the order and the last star (SJ-13)."""
    if kind == PANIC:
        s.last_star = FREE
        s.round_features[PANICS] += 1
        emit(s, PANIC_STARTED, seat, 0, 0)
        turn_order(s, o, seat, DESCENDING, kind)
    elif kind >= MORNING:
        s.last_star = kind
        turn_order(s, o, seat, DESCENDING if kind == NIGHT else ASCENDING, kind)
