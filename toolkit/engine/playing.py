"""The loops that play: rounds and whole matches from a seed, for every game.

A unit is what stands for itself: one round, or a whole match. Unit ``i`` of a seed is a pure function of (seed, i,
options, players). Its rows are those of :mod:`toolkit.engine.loops`; where events are on, a round row also has the
number of times each pattern (役, goods) occurred, at its end.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from toolkit.engine.chance import CHOICES, DEAL, open_stream
from toolkit.engine.choosing import choose
from toolkit.engine.contract import GAME, apply, complete, deal, end_round, get_deal, is_silent
from toolkit.engine.loops import MATCH_ROW, ROUND_HEAD, put_events, put_match, put_round, start_match, start_round
from toolkit.engine.state import EVENT_SIZE

#: What is done with events: nothing, patterns are counted, events are kept as well.
NO_EVENTS, COUNT_PATTERNS, KEEP_EVENTS = range(3)
#: Decisions after which a round is taken for one that never ends.
ENDLESS = 100_000
#: Answers of :func:`play_round` beside the number of decisions.
NO_ROOM, NO_END, NOT_LEGAL = -1, -2, -3


def play_round(
    states: Any,
    o: Any,
    seed: int,
    unit: int,
    kinds: Sequence[int],
    shift: int,
    streams: Any,
    keep: int,
    out: MutableSequence[int],
    work: MutableSequence[int],
    seats: MutableSequence[int],
    moves: MutableSequence[int],
    used: int,
) -> int:
    """Play the round that was started; return how many decisions the buffers hold.

    Or ``NO_ROOM``, ``NO_END``, or ``NOT_LEGAL`` where a user's own player does not decide for a legal decision.
    The player in ``seat`` is of the kind ``kinds[(seat + shift) % players]``. ``streams`` has ``STREAMS``
    rows of ``STREAM_SIZE`` numbers: for the deal, for each seat, and for samples.
    """
    s = states[GAME]
    number = s.round
    open_stream(streams[DEAL], seed, unit, number, DEAL)
    for seat in range(s.players):
        open_stream(streams[CHOICES + seat], seed, unit, number, CHOICES + seat)
    deal(s, o, streams[DEAL])
    while s.over == 0:
        seat = s.actor
        at = seat + shift
        if at >= s.players:  # quicker than a division
            at -= s.players
        chosen = choose(kinds[at], states, o, seat, out, work, streams)
        if chosen < 0:
            return NOT_LEGAL
        decision = complete(s, o, seat, chosen)
        if is_silent(decision) == 0:
            if keep != 0:
                if used >= len(moves):
                    return NO_ROOM
                seats[used] = seat
                moves[used] = decision
                used += 1
            s.move += 1
            if s.move > ENDLESS:
                return NO_END
        apply(s, o, seat, decision)
    return used


def count_patterns(s: Any, pattern_at: Sequence[int], rows: MutableSequence[int], at: int, end: int) -> None:
    """Write how often each pattern occurred in the round to ``rows[at:end]``.

    ``pattern_at`` is that of :class:`toolkit.games.game.Game`.
    """
    for place in range(at, end):
        rows[place] = 0
    for index in range(s.n_events):
        kind = s.events[index * EVENT_SIZE + 1]
        if pattern_at[2 * kind] != 0:
            place = pattern_at[2 * kind + 1]
            if pattern_at[2 * kind] == 2:
                place += s.events[index * EVENT_SIZE + 4]
            rows[at + place] += 1


def play_units(
    states: Any,
    o: Any,
    players: int,
    seed: int,
    first: int,
    count: int,
    whole: int,
    rotate: int,
    kinds: Sequence[int],
    streams: Any,
    keep: int,
    log: int,
    pattern_at: Sequence[int],
    patterns: int,
    out: MutableSequence[int],
    work: MutableSequence[int],
    deals: MutableSequence[int],
    deal_at: MutableSequence[int],
    seats: MutableSequence[int],
    moves: MutableSequence[int],
    move_at: MutableSequence[int],
    events: MutableSequence[int],
    rows: MutableSequence[int],
    round_at: MutableSequence[int],
    match_rows: MutableSequence[int],
) -> int:
    """Play the units ``first`` … ``first + count − 1``: rounds, or matches where ``whole`` is 1.

    With ``rotate`` the players move on by one seat from unit to unit. With ``keep`` deals and decisions are
    written. Returns how many units were played: fewer than ``count`` where a buffer is full; and −1 − index for a
    unit with a round that does not end, or a player that does not decide for a legal decision.
    """
    s = states[GAME]
    s.log = 1 if log != NO_EVENTS else 0
    features = ROUND_HEAD + len(s.round_features) + len(s.seat_features)
    width = features + patterns
    most_events = len(s.events) // EVENT_SIZE
    used = 0
    number = 0
    deal_at[0] = 0
    move_at[0] = 0
    round_at[0] = 0
    events_used = 0
    for index in range(count):
        unit = first + index
        start_match(s, o, players)
        begin = number
        shift = unit % players if rotate != 0 else 0
        while s.match_over == 0 and (whole != 0 or number == begin):
            if (number + 1) * width > len(rows) or (
                log == KEEP_EVENTS and (events_used + most_events) * EVENT_SIZE > len(events)
            ):
                return index
            if keep != 0 and number + 1 >= len(deal_at):
                return index
            start_round(s, o, number - begin)
            opener = s.opener
            used = play_round(states, o, seed, unit, kinds, shift, streams, keep, out, work, seats, moves, used)
            if used < 0:
                return index if used == NO_ROOM else -1 - index
            if keep != 0:
                deal_at[number + 1] = deal_at[number] + get_deal(s, o, deals, deal_at[number])
                move_at[number + 1] = used
            end_round(s, o)
            if log == KEEP_EVENTS:
                events_used = put_events(s, events, events_used)
            put_round(s, rows, number * width, opener)
            count_patterns(s, pattern_at, rows, number * width + features, (number + 1) * width)
            number += 1
        round_at[index + 1] = number
        put_match(s, o, match_rows, index * MATCH_ROW, number - begin)
    return count
