"""The loop that plays on from a position, with what a seat does not see filled in anew every time."""

from collections.abc import MutableSequence, Sequence
from typing import Any

from toolkit.engine.chance import CHOICES, DEAL, open_stream
from toolkit.engine.choosing import choose
from toolkit.engine.contract import GAME, STATES, apply, complete, is_silent, resample
from toolkit.engine.playing import ENDLESS
from toolkit.engine.state import MOST_SEATS, copy_state

#: Row of the states that holds the position, as the seat on move sees it; behind all rows that players use.
ORIGIN = STATES


def play_on(
    states: Any,
    o: Any,
    seed: int,
    first: int,
    count: int,
    kinds: Sequence[int],
    streams: Any,
    out: MutableSequence[int],
    work: MutableSequence[int],
    points: MutableSequence[int],
) -> int:
    """Play the round of ``states[ORIGIN]`` to its end in the samples ``first`` … ``first + count − 1``.

    In each sample the hidden cards come from the stream of the deal, the choices from those of the seats, all named by
    seed and sample. ``points`` gets ``MOST_SEATS`` numbers a sample. Returns how many were played, and −1 − index for
    one that does not end.
    """
    s = states[GAME]
    seat = states[ORIGIN].actor
    for index in range(count):
        sample = first + index
        copy_state(states, GAME, ORIGIN)
        open_stream(streams[DEAL], seed, sample, 0, DEAL)
        for other in range(s.players):
            open_stream(streams[CHOICES + other], seed, sample, 0, CHOICES + other)
        resample(s, o, seat, streams[DEAL])
        decided = 0
        while s.over == 0:
            actor = s.actor
            decision = complete(s, o, actor, choose(kinds[actor], states, o, actor, out, work, streams))
            if is_silent(decision) == 0:
                s.move += 1
            decided += 1
            if decided > ENDLESS:
                return -1 - index
            apply(s, o, actor, decision)
        for other in range(MOST_SEATS):
            points[index * MOST_SEATS + other] = s.points[other]
    return count
