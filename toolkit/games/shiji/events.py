"""The events of a game as words for tables and people."""

from toolkit.games.shiji import state
from toolkit.games.shiji.cards import NAMES
from toolkit.games.shiji.tokens import name_goods


def describe_event(kind: int, detail: int) -> str:
    """What an event is about: its cards, how many goods were linked, the new order's cause, the end's reason."""
    if kind in (state.PAIR_MADE, state.TEN_MADE, state.STEP_MADE, state.VEIL_TURNED):
        return name_goods(detail)
    if kind == state.REWARD_DUE:
        return "linked" if detail > 1 else "single"
    if kind == state.RECOVERY:
        return NAMES[detail]
    if kind == state.ORDER_CHANGED:
        return NAMES[detail] if detail else "00"
    if kind == state.EQUILIBRIUM:
        return "join" if detail else "pair"
    return state.REASONS[detail] if kind == state.ENDED else ""
