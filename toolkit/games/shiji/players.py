"""Automatic players of 四時の札遊び."""

from collections.abc import MutableSequence

from toolkit.games.shiji.listing import pick
from toolkit.games.shiji.options import Options
from toolkit.games.shiji.state import State


def greedy(v: State, o: Options, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """A sensible decision."""
    return pick(v, o, out, stream)
