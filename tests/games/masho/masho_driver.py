"""Records replayed by the loops alone, so that the rules are tested without the layers above them."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from toolkit.engine import contract, loops
from toolkit.engine.binding import Engine
from toolkit.engine.state import EVENT_SIZE, MOST_SEATS, copy_state, dtype_of
from toolkit.games.game import DealError, OptionError, TokenError
from toolkit.games.masho import GAME
from toolkit.games.masho.cards import TILES, in_play, tile_code, tile_name
from toolkit.games.masho.options import Options
from toolkit.games.masho.state import HAND, PUT, TAKE, State

KINDS = {
    loops.BAD_DEAL: "deal",
    loops.BAD_ACTOR: "actor",
    loops.BAD_MOVE: "illegal",
    loops.SURPLUS: "after-end",
    loops.INCOMPLETE: "incomplete",
}
#: Numbers of a round row.
ROUND_ROW = loops.ROUND_HEAD + len(State().round_features) + len(State().seat_features)


class Verdict(NamedTuple):
    """What became of a record; ``rounds`` are (points, reason) of those that ended."""

    kind: str = "ok"
    round: int | None = None
    move: int | None = None
    rule: str | None = None
    rounds: tuple[tuple[list[int], str], ...] = ()
    points: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    rank_points: tuple[int, ...] = ()
    events: tuple[tuple[int, ...], ...] = ()
    seat_features: tuple[tuple[int, ...], ...] = ()


@cache
def engine(compiled: bool) -> Engine:
    return Engine(GAME.name, GAME.rules, compiled=compiled)


def states(compiled: bool) -> Any:
    if compiled:
        return np.zeros(contract.STATES, dtype_of(State))
    return [State() for _ in range(contract.STATES)]


def buffer(compiled: bool, items: Sequence[int] | int) -> Any:
    values = [0] * items if isinstance(items, int) else list(items)
    return np.array(values, np.int64) if compiled else values


def judge(record: Mapping[str, Any], *, compiled: bool = False) -> Verdict:
    """The verdict on one record of masho, as the record format orders the questions."""
    players = len(record["players"])
    if players not in GAME.seats:
        return Verdict("schema")
    try:
        o = GAME.read_options(record.get("rules", {}), players)
    except OptionError:
        return Verdict("schema")
    deals: list[int] = []
    deal_at = [0]
    seats: list[int] = []
    moves: list[int] = []
    move_at = [0]
    failure: Verdict | None = None
    for number, part in enumerate(record["rounds"], 1):
        try:
            deals += GAME.read_deal(part["deal"], players, o)
        except DealError as error:
            failure = Verdict("deal", number, None, error.rule)
            break
        deal_at.append(len(deals))
        for move, token in enumerate(part["moves"], 1):
            try:
                seat, decision = GAME.parse(token, players)
            except TokenError:
                failure = Verdict("token", number, move)
                break
            seats.append(seat)
            moves.append(decision)
        move_at.append(len(moves))
        if failure is not None:
            break
    rounds = len(move_at) - 1
    unfinished = int(bool(record.get("unfinished")) or failure is not None)
    found = _replay(record, o, players, compiled, deals, deal_at[: rounds + 1], seats, moves, move_at, unfinished)
    if found.kind == "ok" and failure is not None:
        return failure
    return found if found.kind != "ok" else _compare(record, found)


def _replay(
    record: Mapping[str, Any],
    o: Options,
    players: int,
    compiled: bool,
    deals: list[int],
    deal_at: list[int],
    seats: list[int],
    moves: list[int],
    move_at: list[int],
    unfinished: int,
) -> Verdict:
    rounds = len(deal_at) - 1
    table = states(compiled)
    width = ROUND_ROW
    out = buffer(compiled, GAME.most_legal)
    counts = buffer(compiled, len(moves) + 1)
    events = buffer(compiled, len(State().events) * (rounds + 1))
    rows = buffer(compiled, rounds * width)
    match_rows = buffer(compiled, loops.MATCH_ROW)
    verdicts = buffer(compiled, loops.VERDICT)
    engine(compiled).replay_matches(
        table, o, players, 0, 1, buffer(compiled, [0, rounds]), buffer(compiled, [*deals, 0]),
        buffer(compiled, deal_at), buffer(compiled, [*seats, 0]), buffer(compiled, [*moves, 0]),
        buffer(compiled, move_at), buffer(compiled, [unfinished]), 1, 1,
        out, counts, events, rows, match_rows, verdicts,
    )  # fmt: skip
    kind, number, move, _ = (int(value) for value in verdicts)
    if kind != loops.GOOD:
        rule = _rule(record, o, players, number, move) if kind == loops.BAD_MOVE else None
        return Verdict(KINDS[kind], number + 1, move + 1 if move >= 0 else None, rule)
    ended = []
    features = []
    used = 0
    for index in range(rounds):
        row = [int(value) for value in rows[index * width : (index + 1) * width]]
        if row[0]:
            ended.append((row[5 : 5 + players], GAME.reasons[row[1]]))
            features.append(tuple(row[loops.ROUND_HEAD + len(GAME.round_features) :]))
            used = row[4]
    match = [int(value) for value in match_rows]
    return Verdict(
        rounds=tuple(ended),
        points=tuple(match[2 : 2 + players]),
        ranks=tuple(match[2 + MOST_SEATS : 2 + MOST_SEATS + players]),
        rank_points=tuple(match[2 + 2 * MOST_SEATS : 2 + 2 * MOST_SEATS + players]),
        events=tuple(tuple(int(v) for v in events[i * EVENT_SIZE : (i + 1) * EVENT_SIZE]) for i in range(used)),
        seat_features=tuple(features),
    )


def _rule(record: Mapping[str, Any], o: Options, players: int, number: int, move: int) -> str:
    """The rule that an illegal move breaks, from an interpreted run up to it."""
    s = at_move(record, number, move)
    seat, decision = GAME.parse(record["rounds"][number]["moves"][move], players)
    rules = GAME.rules
    return GAME.explain(rules[contract.check](s, o, seat, decision), s, o, seat, decision).rule


def at_move(record: Mapping[str, Any], number: int, move: int) -> State:
    """The state before a move (both from 0)."""
    players = len(record["players"])
    o = GAME.read_options(record.get("rules", {}), players)
    s = State()
    plain = engine(False)
    plain.start_match(s, o, players)
    for index in range(number + 1):
        part = record["rounds"][index]
        plain.start_round(s, o, index)
        GAME.rules[contract.set_deal](s, o, GAME.read_deal(part["deal"], players, o), len(part["deal"]["wall"]))
        for token in part["moves"][: move if index == number else None]:
            seat, decision = GAME.parse(token, players)
            assert GAME.rules[contract.check](s, o, seat, decision) == contract.FINE, token
            GAME.rules[contract.apply](s, o, seat, decision)
        if index < number:
            GAME.rules[contract.finish](s, o)
            GAME.rules[contract.end_round](s, o)
    return s


def _compare(record: Mapping[str, Any], found: Verdict) -> Verdict:
    """Claimed results against the replayed ones."""
    for number, part in enumerate(record["rounds"], 1):
        claim = part.get("result")
        if claim and (claim["points"], claim["reason"]) != found.rounds[number - 1]:
            return Verdict("result", number)
    claim = record.get("result")
    if claim:
        expected = {"points": list(found.points), "ranks": list(found.ranks)}
        if GAME.has_rank_points(len(record["players"])):
            expected["rank_points"] = list(found.rank_points)
        if claim != expected:
            return Verdict("result")
    return found


def snapshot(s: State) -> State:
    """A copy of a state."""
    pair = [State(), s]
    copy_state(pair, 0, 1)
    return pair[0]


# --- rounds made for one situation --------------------------------------------------------------------------


class Table:
    """A round that is played by tokens on a wall made for it, interpreted.

    ``hands`` are the hands of 13 after the dealing, ``draws`` the tiles drawn from then on; a hand or the draws may
    be shorter than they can be and are filled up with other tiles, which are also what is set aside.
    """

    def __init__(self, hands: Sequence[str], draws: str = "", *, opener: int = 0, **rules: bool | int | str) -> None:
        players = len(hands)
        self.o = GAME.read_options(rules, players)
        given = [[tile_code(tile) for tile in hand.split()] for hand in hands]
        drawn = [tile_code(tile) for tile in draws.split()]
        used = {tile for hand in given for tile in hand} | set(drawn)
        assert len(used) == sum(map(len, given)) + len(drawn), "a tile is named twice"
        spare = [tile for tile in range(TILES) if in_play(tile, players) and tile not in used]
        for hand in given:
            while len(hand) < 13:
                hand.append(spare.pop())
        aside = [[spare.pop() for _ in range(4)] for _ in range(players)]
        wall: list[int] = []
        for time in range(4):
            for seat in range(players):
                # 4, 3, 3, 3 of the hand and the tile that is set aside.
                start, end = (0, 4) if time == 0 else (4 + 3 * (time - 1), 7 + 3 * (time - 1))
                wall += [*given[seat][start:end], aside[seat][time]]
        self.wall = wall + drawn + spare
        self.s = State()
        engine(False).start_match(self.s, self.o, players)
        self.s.opener = opener
        engine(False).start_round(self.s, self.o, 0)
        GAME.rules[contract.set_deal](self.s, self.o, self.wall, len(self.wall))
        self.s.log = 1
        for time in range(4):
            for seat in range(players):
                self.play(f"p{seat + 1} set {tile_name(aside[seat][time])}")

    def fault(self, token: str) -> str:
        """The rule that a token breaks, "actor" or "after-end", or "fine"."""
        seat, decision = GAME.parse(token, self.s.players)
        code = GAME.rules[contract.check](self.s, self.o, seat, decision)
        if code in (contract.FINE, contract.AFTER_END, contract.WRONG_ACTOR):
            return ("fine", "after-end", "actor")[code]
        fault = GAME.explain(code, self.s, self.o, seat, decision)
        assert fault.message
        return fault.rule

    def play(self, *tokens: str) -> "Table":
        """Play tokens, which have to be legal."""
        for token in tokens:
            assert self.fault(token) == "fine", (token, self.fault(token))
            seat, decision = GAME.parse(token, self.s.players)
            self.s.move += 1
            GAME.rules[contract.apply](self.s, self.o, seat, decision)
        return self

    def finish(self) -> "Table":
        """The tokens have run out."""
        GAME.rules[contract.finish](self.s, self.o)
        return self

    def pass_turns(self, count: int) -> "Table":
        """Turns of drawing a tile and putting it at once (nothing is put in a last turn)."""
        for _ in range(count):
            seat = self.s.actor if self.s.phase == TAKE else (self.s.actor + 1) % self.s.players
            self.play(f"p{seat + 1} draw")
            if self.s.phase == PUT:
                self.play(f"p{seat + 1} discard {tile_name(self.s.drawn[seat])}")
        return self

    def legal(self) -> list[str]:
        """The tokens of the legal decisions of the actor."""
        out = [0] * GAME.most_legal
        count = GAME.rules[contract.legal](self.s, self.o, out)
        return [GAME.write(self.s.actor, decision) for decision in out[:count]]

    def points(self) -> list[int]:
        """Points of the round so far."""
        return self.s.points[: self.s.players]

    def hand(self, seat: int) -> str:
        """The hand of a seat (from 0)."""
        return " ".join(tile_name(tile) for tile in self.s.hand[seat * HAND : seat * HAND + self.s.hand_n[seat]])
