"""From a verdict of the loops to a fault that names line, move and rule."""

from collections.abc import Sequence
from typing import Any

from toolkit.engine import loops
from toolkit.engine.contract import FINE, WRONG_ACTOR
from toolkit.records.faults import Fault, Kind, quoted
from toolkit.replay.encoding import Encoded
from toolkit.replay.match import CONTRADICTION, engine_of, expected_tokens


def fault_of_verdict(encoded: Encoded, kind: int, number: int, move: int) -> Fault | None:
    """What is wrong with the moves of a record; None if nothing is.

    ``kind``, ``number`` (of the round) and ``move``, from 0, are a verdict of the loops.
    """
    if encoded.bad_token is not None:
        bad_round, bad_move, message = encoded.bad_token
        # The token stands first in the order of judging at its own move, and last behind all earlier ones.
        if kind in (loops.GOOD, loops.INCOMPLETE) or (number, move) == (bad_round, bad_move):
            return _at(encoded, Kind.TOKEN, message, bad_round, bad_move)
    if kind == loops.GOOD:
        return None
    if kind == loops.BAD_DEAL:
        return encoded.entry.fault_of(Kind.DEAL, CONTRADICTION, round=number + 1)
    if kind == loops.SURPLUS:
        return _at(encoded, Kind.AFTER_END, _surplus(encoded, number, move), number, move)
    if kind == loops.INCOMPLETE:
        return _incomplete(encoded, number, move)
    return _illegal(encoded, number, move)


def _at(encoded: Encoded, kind: Kind, message: str, number: int, move: int, **more: Any) -> Fault:
    """A fault at a move; ``number`` and ``move`` count from 0."""
    rounds = encoded.record.rounds
    token = rounds[number].moves[move] if number < len(rounds) and move < len(rounds[number].moves) else None
    return encoded.entry.fault_of(kind, message, round=number + 1, move=move + 1, token=token, **more)


def _surplus(encoded: Encoded, number: int, move: int) -> str:
    if move == 0 and number > 0 and len(encoded.record.rounds) > number:
        return "this round or move comes after the end; remove what follows the end"
    return "the round is over before this move; remove what follows the end"


def _incomplete(encoded: Encoded, number: int, move: int) -> Fault:
    if number >= len(encoded.record.rounds):
        message = 'the match goes on after the last round; add the missing rounds, or "unfinished": true'
    else:
        message = 'the round stops before its end; add the missing moves, or (in the last round) "unfinished": true'
    return _at(encoded, Kind.INCOMPLETE, message, number, move)


def _illegal(encoded: Encoded, number: int, move: int) -> Fault:
    """Replay the record interpreted up to the bad move and ask the game what is wrong with it."""
    game, o = encoded.game, encoded.options
    engine = engine_of(game)
    s: Any = game.State()
    engine.start_match(s, o, encoded.players)
    for current in range(number + 1):
        engine.start_round(s, o, current)
        codes = encoded.deals[encoded.deal_at[current] : encoded.deal_at[current + 1]]
        engine.set_deal(s, o, codes, len(codes))
        first = encoded.move_at[current]
        end = first + move if current == number else encoded.move_at[current + 1]
        for index in range(first, end):
            s.move = index - first + 1
            engine.apply(s, o, encoded.seats[index], encoded.decisions[index])
        if current < number:
            engine.finish(s, o)
            engine.end_round(s, o)
    index = encoded.move_at[number] + move
    seat, decision = encoded.seats[index], encoded.decisions[index]
    code = engine.check(s, o, seat, decision)
    assert code != FINE
    if code == WRONG_ACTOR:
        message = f"p{seat + 1} does not have the move"
        return _at(encoded, Kind.ACTOR, message, number, move, expected=(f"p{s.actor + 1}",))
    why = game.explain(code, s, o, seat, decision)
    expected = expected_tokens(game, engine, s, o, game.write(seat, decision))
    return _at(encoded, Kind.ILLEGAL, why.message, number, move, rule=why.rule, expected=expected)


def fault_of_results(
    encoded: Encoded,
    complete: Sequence[bool],
    points: Sequence[Sequence[int]],
    reasons: Sequence[str | None],
    match: Any,
) -> Fault | None:
    """The first claimed result that differs from the replayed one; None if all agree.

    ``match`` has the replayed ``points``, ``ranks`` and ``rank_points`` (or None) of the match.
    """
    for number, each in enumerate(encoded.record.rounds):
        claim = each.result
        if claim is None:
            continue
        if number >= len(complete) or not complete[number]:
            message = "the round is unfinished but has a result; remove it"
        elif claim.points != points[number]:
            message = f"the round claims points {claim.points}, replayed they are {points[number]}"
        elif claim.reason != reasons[number]:
            message = f'the round claims reason {quoted(claim.reason)}, replayed it is "{reasons[number]}"'
        else:
            continue
        return encoded.entry.fault_of(Kind.RESULT, message, round=number + 1)
    total = encoded.record.result
    if total is None:
        return None
    for name in ("points", "ranks", "rank_points"):
        claimed, found = getattr(total, name), getattr(match, name)
        if claimed is not None and claimed != found:
            message = f"the match claims {name} {claimed}, replayed they are {found}"
            return encoded.entry.fault_of(Kind.RESULT, message)
    return None
