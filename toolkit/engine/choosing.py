"""How automatic players choose: at random, by the game's own ``greedy``, or by flat Monte Carlo.

Flat Monte Carlo fills in what the seat does not see a number of times (``resample``). In each sample every decision
worth considering is made once and the round is played to its end by greedy players. All decisions see the same
samples, and the playouts in a sample the same random numbers, so that what differs between them is the decision
(common random numbers). The decision with the most points is chosen; but only what is ahead of greedy's own decision
by more than a standard error takes its place, as in games of much chance most of what is ahead is so by luck.
"""

from collections.abc import MutableSequence
from typing import Any

from toolkit.engine.chance import CHOICES, WORD, open_stream, word
from toolkit.engine.contract import (
    FINE,
    FIRST_GUEST,
    GAME,
    GREEDY,
    MONTE_CARLO,
    MOST_CANDIDATES,
    PLAYOUT,
    RANDOM,
    SAMPLE,
    VIEW,
    apply,
    candidates,
    check,
    complete,
    count_legal,
    greedy,
    guest,
    hide,
    legal,
    pick,
    resample,
)
from toolkit.engine.state import MOST_SEATS, copy_state

#: Row of the streams from which samples and playouts draw, behind those of the deal and of every seat.
SAMPLING = CHOICES + MOST_SEATS
STREAMS = SAMPLING + 1
#: Purposes of that stream.
FILLING, PLAYING_OUT = range(2)

#: Room that choosing needs in ``work``: decisions; of each the points it is ahead of the first, and their squares.
AHEAD = MOST_CANDIDATES
SQUARES = 2 * MOST_CANDIDATES
WORK = 3 * MOST_CANDIDATES
#: Where there are too many decisions to list, so many tries of greedy (which may choose by lot) and at random.
GREEDY_TRIES = 6
RANDOM_TRIES = 6
#: The answer of :func:`choose` for a user's own player that does not decide for a legal decision.
NO_DECISION = -1
#: More legal decisions than this are not listed to look one up.
MOST_LISTED = 1024
#: Decisions after which a playout is given up.
MOST_PLAYED_OUT = 1000


def choose(
    kind: int,
    states: MutableSequence[Any],
    o: Any,
    seat: int,
    out: MutableSequence[int],
    work: MutableSequence[int],
    streams: Any,
) -> int:
    """The decision of ``seat``, a player of the given kind, whose turn it is in ``states[GAME]``.

    ``streams`` has ``STREAMS`` rows; that of the seat is drawn from. ``work`` has room for ``WORK`` numbers.
    """
    if kind == RANDOM:
        return pick(states[GAME], o, out, streams[CHOICES + seat])
    if kind == GREEDY:
        return choose_greedily(states, GAME, o, seat, out, streams[CHOICES + seat])
    if kind > MONTE_CARLO:
        return choose_by_samples(kind - MONTE_CARLO, states, o, seat, out, work, streams)
    return choose_as_guest(kind - FIRST_GUEST, states, o, seat, out, streams[CHOICES + seat])


def choose_as_guest(
    place: int, states: MutableSequence[Any], o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]
) -> int:
    """The decision of a user's own player, or ``NO_DECISION`` where it is not legal.

    It is looked up among the legal ones, as a check of just any number might read beyond the state; only where they
    are too many to list the check has to do.
    """
    look(states, GAME, o, seat)
    decision = guest(place, states[VIEW], o, seat, out, stream)
    look(states, GAME, o, seat)  # whatever it has done to its view
    if count_legal(states[VIEW], o, out) > MOST_LISTED:
        return decision if decision >= 0 and check(states[GAME], o, seat, decision) == FINE else NO_DECISION
    for index in range(legal(states[VIEW], o, out)):
        if out[index] == decision:
            return decision
    return NO_DECISION


def look(states: MutableSequence[Any], at: int, o: Any, seat: int) -> None:
    """Make ``states[VIEW]`` what a seat sees of ``states[at]``."""
    copy_state(states, VIEW, at)
    hide(states[VIEW], o, seat)


def choose_greedily(
    states: MutableSequence[Any], at: int, o: Any, seat: int, out: MutableSequence[int], stream: MutableSequence[int]
) -> int:
    """The decision of the game's greedy player in ``states[at]``."""
    look(states, at, o, seat)
    return greedy(states[VIEW], o, seat, out, stream)


def choose_by_samples(
    samples: int,
    states: MutableSequence[Any],
    o: Any,
    seat: int,
    out: MutableSequence[int],
    work: MutableSequence[int],
    streams: Any,
) -> int:
    """The decision of a seat that brings most points in ``samples`` samples; of equal ones the first."""
    own = streams[CHOICES + seat]
    count = list_candidates(states, o, seat, out, work, own)
    if count == 1:
        return work[0]
    seed = word(own) | (word(own) & WORD >> 1) << 32
    for sample in range(samples):
        copy_state(states, SAMPLE, GAME)
        hide(states[SAMPLE], o, seat)
        open_stream(streams[SAMPLING], seed, sample, 0, FILLING)
        resample(states[SAMPLE], o, seat, streams[SAMPLING])
        first = 0
        for index in range(count):
            open_stream(streams[SAMPLING], seed, sample, 0, PLAYING_OUT)
            points = play_out(states, o, seat, work[index], out, streams[SAMPLING])
            if index == 0:
                first = points
            work[AHEAD + index] += points - first
            work[SQUARES + index] += (points - first) * (points - first)
    return work[best_candidate(work, count)]


def best_candidate(work: MutableSequence[int], count: int) -> int:
    """The candidate most ahead of the first by more than a standard error; the first where there is none."""
    best = 0
    for index in range(1, count):
        ahead = work[AHEAD + index]
        # The variance of a sum is about the sum of the squares; a division, as the square of the sum may be too large.
        if ahead > work[AHEAD + best] and ahead > work[SQUARES + index] // ahead:
            best = index
    return best


def list_candidates(
    states: MutableSequence[Any],
    o: Any,
    seat: int,
    out: MutableSequence[int],
    work: MutableSequence[int],
    stream: MutableSequence[int],
) -> int:
    """Write the decisions to be compared to ``work``, with nothing beside; return how many. The first is greedy's."""
    look(states, GAME, o, seat)
    if count_legal(states[VIEW], o, out) == 1:
        legal(states[VIEW], o, out)
        work[0] = out[0]
        return 1
    listed = candidates(states[VIEW], o, seat, out)
    count = 0
    if listed > 0:
        for index in range(listed):
            work[AHEAD + index] = out[index]
        count = add_candidate(work, 0, greedy(states[VIEW], o, seat, out, stream))
        for index in range(listed):
            if work[AHEAD + index] != work[0]:
                work[count] = work[AHEAD + index]
                count += 1
    else:
        for _ in range(GREEDY_TRIES):
            count = add_candidate(work, count, choose_greedily(states, GAME, o, seat, out, stream))
        look(states, GAME, o, seat)
        for _ in range(RANDOM_TRIES):
            count = add_candidate(work, count, pick(states[VIEW], o, out, stream))
    for index in range(AHEAD, WORK):
        work[index] = 0
    return count


def add_candidate(work: MutableSequence[int], count: int, decision: int) -> int:
    """Write a decision to ``work`` unless it is there; return how many there are."""
    for index in range(count):
        if work[index] == decision:
            return count
    work[count] = decision
    return count + 1


def play_out(
    states: MutableSequence[Any],
    o: Any,
    seat: int,
    decision: int,
    out: MutableSequence[int],
    stream: MutableSequence[int],
) -> int:
    """Play ``states[SAMPLE]`` to its end in ``states[PLAYOUT]``: one decision of ``seat``, then greedy players.

    Return the points of the seat.
    """
    copy_state(states, PLAYOUT, SAMPLE)
    s = states[PLAYOUT]
    s.log = 0
    apply(s, o, seat, complete(s, o, seat, decision))
    for _ in range(MOST_PLAYED_OUT):
        if s.over != 0:
            break
        actor = s.actor
        apply(s, o, actor, complete(s, o, actor, choose_greedily(states, PLAYOUT, o, actor, out, stream)))
    points: int = s.points[seat]
    return points
