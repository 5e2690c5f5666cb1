"""The functions a game consists of, as the loops call them.

A game supplies each of these as a plain function inside the subset that Numba compiles; the loops are
bound to them by :class:`toolkit.engine.binding.Engine`. ``s`` is a state (see
:mod:`toolkit.engine.state`), ``o`` the game's options (a ``NamedTuple`` of ints), ``seat`` counts
from 0. A decision is one non-negative int64; how it packs its arguments is the game's own affair.
The functions with a body here are defaults that a game may replace.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from toolkit.engine.chance import below

#: Answers of :func:`check`; a game's own codes for illegal decisions start at ``FIRST_FAULT``.
FINE = 0
AFTER_END = 1
WRONG_ACTOR = 2
FIRST_FAULT = 8

#: Rows of states: the game itself, what one seat sees of it, that filled in again, and a copy to be played out.
GAME, VIEW, SAMPLE, PLAYOUT = range(4)
STATES = 4

#: Kinds of players: those that every game has, and up to ``MONTE_CARLO`` what a user supplies. Above come the players
#: by flat Monte Carlo, ``MONTE_CARLO`` + the number of samples.
RANDOM = 0
GREEDY = 1
FIRST_GUEST = 2
GUESTS = 8
MONTE_CARLO = 16
#: Decisions that a player by Monte Carlo compares at most.
MOST_CANDIDATES = 32


def begin_match(s: Any, o: Any) -> None:
    """Set the match-level fields of a fresh state; ``s.players`` is set already."""
    raise NotImplementedError


def begin_round(s: Any, o: Any) -> None:
    """Clear all fields of a round; ``s.round`` and ``s.opener`` are set already. A deal follows."""
    raise NotImplementedError


def deal(s: Any, o: Any, stream: MutableSequence[int]) -> None:
    """Draw the chance part of a round and start play (a round may be over at once)."""
    raise NotImplementedError


def set_deal(s: Any, o: Any, codes: Sequence[int], count: int) -> None:
    """Start play with a recorded deal: ``count`` numbers as the game's ``read_deal`` made them."""
    raise NotImplementedError


def get_deal(s: Any, o: Any, out: MutableSequence[int], at: int) -> int:
    """Write the deal of a round that was played, as ``set_deal`` takes it, from ``out[at]``; return its length."""
    raise NotImplementedError


def legal(s: Any, o: Any, out: MutableSequence[int]) -> int:
    """Write every legal decision of ``s.actor`` to ``out`` in canonical order; return how many.

    It depends only on what the actor sees, so that it may be called on a view. Decisions that are
    always open beside the game proper (resigning, foul notes) are not listed.
    """
    raise NotImplementedError


def check(s: Any, o: Any, seat: int, decision: int) -> int:
    """``FINE``, or why ``decision`` of ``seat`` may not be applied. Any readable decision may be asked."""
    raise NotImplementedError


def apply(s: Any, o: Any, seat: int, decision: int) -> None:
    """Apply a decision that :func:`check` called fine, and every consequence up to the next decision."""
    raise NotImplementedError


def end_round(s: Any, o: Any) -> None:
    """After a round is over: add ``points`` to ``totals``, set the next ``opener`` and ``match_over``."""
    raise NotImplementedError


def hide(s: Any, o: Any, seat: int) -> None:
    """Overwrite in ``s`` (a copy) everything that ``seat`` does not see."""
    raise NotImplementedError


def resample(s: Any, o: Any, seat: int, stream: MutableSequence[int]) -> None:
    """Fill in at random everything that :func:`hide` took from ``s``, the view of ``seat`` of a round in play.

    The result is a whole state, in which play can go on to the end of the round. :func:`hide` makes the same view
    of it, and the actor has the same legal decisions. Among the arrangements that agree with all that the seat
    knows each is equally likely (a game says what it cannot keep to). What others chose to do is no knowledge.
    The result depends on the view and the stream alone.
    """
    raise NotImplementedError


def greedy(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """A sensible decision of ``seat``, who has the move, from its view ``v``."""
    raise NotImplementedError


def finish(s: Any, o: Any) -> None:
    """Called when the recorded decisions of a round run out: apply what needs no token."""


def is_silent(decision: int) -> int:
    """1 for a decision that a record does not write."""
    return 0


def complete(s: Any, o: Any, seat: int, decision: int) -> int:
    """The same legal decision with everything that its token writes, also what its player did not know yet."""
    return decision


def count_legal(s: Any, o: Any, out: MutableSequence[int]) -> int:
    """How many legal decisions there are; replaced where listing them takes long."""
    return legal(s, o, out)


def pick(s: Any, o: Any, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """A uniformly random legal decision; replaced where listing them takes long."""
    return int(out[below(stream, legal(s, o, out))])


def candidates(v: Any, o: Any, seat: int, out: MutableSequence[int]) -> int:
    """Write the decisions that are worth comparing by playouts to ``out``, at most ``MOST_CANDIDATES`` of them.

    ``v`` is the view of ``seat``, which has the move and more than one legal decision, and stays as it is. Returns how
    many there are; 0 where they are too many. Replaced where some legal decisions need not be looked at.
    """
    return legal(v, o, out) if count_legal(v, o, out) <= MOST_CANDIDATES else 0


def standing(s: Any, o: Any) -> None:
    """Set ``s.ranks`` from ``s.totals``: the highest total is 1, equal totals share (1, 2, 2, 4)."""
    for seat in range(s.players):
        better = 0
        for other in range(s.players):
            if s.totals[other] > s.totals[seat]:
                better += 1
        s.ranks[seat] = better + 1


def guest(place: int, v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The decision of a user's own player, of the kind ``FIRST_GUEST`` + ``place``, with the arguments of ``greedy``.

    It has to be one that :func:`legal` lists.
    """
    if place < 4:
        if place < 2:
            return guest_0(v, o, seat, out, stream) if place == 0 else guest_1(v, o, seat, out, stream)
        return guest_2(v, o, seat, out, stream) if place == 2 else guest_3(v, o, seat, out, stream)
    if place < 6:
        return guest_4(v, o, seat, out, stream) if place == 4 else guest_5(v, o, seat, out, stream)
    return guest_6(v, o, seat, out, stream) if place == 6 else guest_7(v, o, seat, out, stream)


def guest_0(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The place of a user's own player; no decision where it is empty."""
    return -1


def guest_1(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The place of a user's own player; no decision where it is empty."""
    return -1


def guest_2(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The place of a user's own player; no decision where it is empty."""
    return -1


def guest_3(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The place of a user's own player; no decision where it is empty."""
    return -1


def guest_4(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The place of a user's own player; no decision where it is empty."""
    return -1


def guest_5(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The place of a user's own player; no decision where it is empty."""
    return -1


def guest_6(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The place of a user's own player; no decision where it is empty."""
    return -1


def guest_7(v: Any, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The place of a user's own player; no decision where it is empty."""
    return -1


#: The places of users' own players.
GUEST_PLACES = (guest_0, guest_1, guest_2, guest_3, guest_4, guest_5, guest_6, guest_7)
