"""Players of a user's own, as the tests name them: good ones and bad ones."""

from collections.abc import MutableSequence
from typing import Any

from toolkit.engine.chance import below
from toolkit.engine.contract import greedy, legal
from toolkit.simulate.players import compiled_player
from toolkit.simulate.turn import Turn

SKIPPED = (0, 1)
FAR_AWAY = 123_456_789


def first(turn: Turn) -> str:
    """The first legal token."""
    return turn.legal()[0]


def by_lot(turn: Turn) -> int:
    """The place of a random one."""
    return turn.random(len(turn.legal()))


def nonsense(turn: Turn) -> str:
    """No token."""
    return f"p{turn.seat} nonsense"


def too_far(turn: Turn) -> int:
    """A place behind the last."""
    return len(turn.legal())


def silent(turn: Turn) -> None:
    """No answer."""


def broken(turn: Turn) -> int:
    """An exception."""
    return 1 // (turn.seat - turn.seat)


def chosen_by_lot(stream: MutableSequence[int], number: int) -> int:
    """A random place; a helper of a compiled player."""
    return below(stream, number) + SKIPPED[0]


@compiled_player
def fair(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """A random decision, compiled."""
    return out[chosen_by_lot(stream, legal(v, o, out))]


@compiled_player
def like_greedy(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """What the game's greedy player does."""
    return greedy(v, o, seat, out, stream)


@compiled_player
def not_legal(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """A number that is no decision."""
    return FAR_AWAY


@compiled_player
def cheat(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """Like ``fair``, but writes into its view, which must change nothing."""
    decision = fair(v, o, seat, out, stream)
    v.actor = 1 - v.actor
    v.over = 1
    v.totals[seat] = 1000
    return decision


@compiled_player
def not_compilable(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """Beyond the subset that Numba compiles."""
    return len({"a": [seat]}["a"]) + len(str(v))
