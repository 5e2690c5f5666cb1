"""The loops over recorded decisions, rounds and matches, for every game.

They run interpreted over lists and compiled over arrays. Rows that they write:

* a round row: ``ROUND_HEAD`` numbers (complete, reason, opener, moves, events, points of
  ``MOST_SEATS`` seats), then the game's round features and seat features;
* a match row: rounds played, whether the match ended, totals, ranks and rank points of ``MOST_SEATS`` seats;
* a verdict: kind, round (from 0), move (from 0; −1 none), code.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from toolkit.engine.contract import (
    AFTER_END,
    FINE,
    GAME,
    WRONG_ACTOR,
    apply,
    begin_match,
    begin_round,
    check,
    count_legal,
    end_round,
    finish,
    set_deal,
    standing,
)
from toolkit.engine.state import EVENT_SIZE, MOST_SEATS

ROUND_HEAD = 5 + MOST_SEATS
MATCH_ROW = 2 + 3 * MOST_SEATS
VERDICT = 4

#: Kinds of verdicts.
GOOD = 0
BAD_DEAL = 1
BAD_ACTOR = 2
BAD_MOVE = 3
SURPLUS = 4
INCOMPLETE = 5


def start_round(s: Any, o: Any, number: int) -> None:
    """Make the state ready for the deal of round ``number`` (from 0) of the match."""
    s.round = number
    s.over = 0
    s.actor = -1
    s.reason = 0
    s.fault = 0
    s.move = 0
    s.n_events = 0
    for seat in range(MOST_SEATS):
        s.points[seat] = 0
    begin_round(s, o)


def start_match(s: Any, o: Any, players: int) -> None:
    """Make the state ready for the first round of a match."""
    s.players = players
    s.round = 0
    s.opener = 0
    s.match_over = 0
    for seat in range(MOST_SEATS):
        s.totals[seat] = 0
        s.ranks[seat] = 0
        s.rank_points[seat] = 0
    begin_match(s, o)


def put_verdict(verdicts: MutableSequence[int], at: int, kind: int, number: int, move: int, code: int) -> None:
    """Write one verdict."""
    verdicts[at] = kind
    verdicts[at + 1] = number
    verdicts[at + 2] = move
    verdicts[at + 3] = code


def put_round(s: Any, rows: MutableSequence[int], at: int, opener: int) -> None:
    """Write one round row from the state."""
    rows[at] = s.over
    rows[at + 1] = s.reason
    rows[at + 2] = opener
    rows[at + 3] = s.move
    rows[at + 4] = s.n_events
    at += 5
    for seat in range(MOST_SEATS):
        rows[at + seat] = s.points[seat] if s.over else 0
    at += MOST_SEATS
    for index in range(len(s.round_features)):
        rows[at + index] = s.round_features[index]
    at += len(s.round_features)
    for index in range(len(s.seat_features)):
        rows[at + index] = s.seat_features[index]


def put_match(s: Any, o: Any, rows: MutableSequence[int], at: int, rounds: int) -> None:
    """Write one match row from the state."""
    standing(s, o)
    rows[at] = rounds
    rows[at + 1] = s.match_over
    at += 2
    for seat in range(MOST_SEATS):
        rows[at + seat] = s.totals[seat]
        rows[at + MOST_SEATS + seat] = s.ranks[seat]
        rows[at + 2 * MOST_SEATS + seat] = s.rank_points[seat]


def put_events(s: Any, events: MutableSequence[int], used: int) -> int:
    """Append the events of the round; return how many events the buffer holds now."""
    for index in range(s.n_events * EVENT_SIZE):
        events[used * EVENT_SIZE + index] = s.events[index]
    return used + int(s.n_events)


def replay_round(
    s: Any,
    o: Any,
    seats: Sequence[int],
    moves: Sequence[int],
    first: int,
    end: int,
    counting: int,
    out: MutableSequence[int],
    counts: MutableSequence[int],
    verdicts: MutableSequence[int],
    at: int,
) -> int:
    """Apply the recorded decisions ``first`` … ``end − 1`` of a round; return 1, or 0 with a verdict."""
    if s.fault != 0:
        put_verdict(verdicts, at, BAD_DEAL, s.round, -1, s.fault)
        return 0
    for index in range(first, end):
        code = check(s, o, seats[index], moves[index])
        if code != FINE:
            kind = BAD_MOVE
            if code == AFTER_END:
                kind = SURPLUS
            elif code == WRONG_ACTOR:
                kind = BAD_ACTOR
            put_verdict(verdicts, at, kind, s.round, index - first, code)
            return 0
        if counting != 0:
            counts[index] = count_legal(s, o, out)
        s.move = index - first + 1
        apply(s, o, seats[index], moves[index])
        if s.fault != 0:
            put_verdict(verdicts, at, BAD_DEAL, s.round, -1, s.fault)
            return 0
    finish(s, o)
    return 1


def replay_match(
    states: Any,
    o: Any,
    players: int,
    first_round: int,
    end_of_rounds: int,
    deals: Sequence[int],
    deal_at: Sequence[int],
    seats: Sequence[int],
    moves: Sequence[int],
    move_at: Sequence[int],
    unfinished: int,
    counting: int,
    out: MutableSequence[int],
    counts: MutableSequence[int],
    events: MutableSequence[int],
    used: int,
    rows: MutableSequence[int],
    match_rows: MutableSequence[int],
    verdicts: MutableSequence[int],
    index: int,
) -> int:
    """Replay the rounds ``first_round`` … ``end_of_rounds − 1``; return how many events the buffer holds."""
    s = states[GAME]
    start_match(s, o, players)
    put_verdict(verdicts, index * VERDICT, GOOD, -1, -1, 0)
    width = ROUND_HEAD + len(s.round_features) + len(s.seat_features)
    played = 0
    for number in range(end_of_rounds - first_round):
        if s.match_over != 0:
            put_verdict(verdicts, index * VERDICT, SURPLUS, number, 0, AFTER_END)
            break
        current = first_round + number
        start_round(s, o, number)
        opener = s.opener
        begin = deal_at[current]
        set_deal(s, o, deals[begin : deal_at[current + 1]], deal_at[current + 1] - begin)
        good = replay_round(
            s, o, seats, moves, move_at[current], move_at[current + 1], counting, out, counts, verdicts, index * VERDICT
        )
        if good == 0:
            break
        played += 1
        if s.over == 0 and (unfinished == 0 or current + 1 < end_of_rounds):
            put_verdict(verdicts, index * VERDICT, INCOMPLETE, number, move_at[current + 1] - move_at[current], 0)
            break
        if s.over != 0:
            end_round(s, o)
        used = put_events(s, events, used)
        put_round(s, rows, current * width, opener)
    if verdicts[index * VERDICT] == GOOD and s.match_over == 0 and unfinished == 0:
        put_verdict(verdicts, index * VERDICT, INCOMPLETE, end_of_rounds - first_round, 0, 0)
    put_match(s, o, match_rows, index * MATCH_ROW, played)
    return used


def replay_matches(
    states: Any,
    o: Any,
    players: int,
    begin: int,
    count: int,
    match_at: Sequence[int],
    deals: Sequence[int],
    deal_at: Sequence[int],
    seats: Sequence[int],
    moves: Sequence[int],
    move_at: Sequence[int],
    unfinished: Sequence[int],
    counting: int,
    log: int,
    out: MutableSequence[int],
    counts: MutableSequence[int],
    events: MutableSequence[int],
    rows: MutableSequence[int],
    match_rows: MutableSequence[int],
    verdicts: MutableSequence[int],
) -> int:
    """Replay matches ``begin`` … ``count − 1``; return the first that found no room for its events."""
    used = 0
    s = states[GAME]
    s.log = log
    room = len(events) // EVENT_SIZE
    most = len(s.events) // EVENT_SIZE
    for index in range(begin, count):
        if log != 0 and used + most * (match_at[index + 1] - match_at[index]) > room:
            return index
        used = replay_match(
            states,
            o,
            players,
            match_at[index],
            match_at[index + 1],
            deals,
            deal_at,
            seats,
            moves,
            move_at,
            unfinished[index],
            counting,
            out,
            counts,
            events,
            used,
            rows,
            match_rows,
            verdicts,
            index,
        )
    return count
