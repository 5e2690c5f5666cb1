"""A match as it is played: recording one decision after another, and walking through a record."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from toolkit import games
from toolkit.engine.binding import Engine
from toolkit.engine.chance import DEAL, STREAM_SIZE, open_stream
from toolkit.engine.contract import AFTER_END, FINE, WRONG_ACTOR
from toolkit.engine.guests import Guest
from toolkit.games.game import DealError, Game
from toolkit.records.faults import Kind, shown_name
from toolkit.records.model import MatchResult, Record, Round, RoundResult, meta_of

#: What is wrong with a deal that only the decisions show to be wrong.
CONTRADICTION = "the stock is not the undealt cards and the folded hands"
#: Legal decisions of one verb are listed in messages up to this number.
FEW = 12
#: Characters of a player's name that are shown.
LONGEST_NAME = 24


class IllegalMove(ValueError):  # noqa: N818 (the name that chess programmers know)
    """A decision that may not be applied: kind, rule and what would be legal."""

    def __init__(self, kind: Kind, message: str, rule: str | None = None, expected: tuple[str, ...] = ()) -> None:
        super().__init__(message + (f"; expected {' or '.join(expected)}" if expected else ""))
        self.kind = kind
        self.message = message
        self.rule = rule
        self.expected = expected


class Match:
    """A match of one game that is being played or replayed, decision by decision.

    >>> match = Match("shishibo", ["Aoi", "Ren", "Yui"], rules={"rounds": 1})
    >>> match.deal(seed=1)
    >>> match.legal()
    ['p1 look', 'p1 mizu']
    >>> match.push("p1 look")
    >>> match.undo()
    'p1 look'

    Raises KeyError for an unknown game, ``OptionError`` for unknown options, ValueError for a wrong number
    of players.
    """

    def __init__(
        self,
        game: str,
        players: Sequence[str],
        *,
        rules: Mapping[str, object] | None = None,
        id: str = "match-1",  # noqa: A002 (the name of the key)
        meta: Mapping[str, Any] | None = None,
    ) -> None:
        self.game: Game = games.get(game)
        if len(players) not in self.game.seats:
            raise ValueError(f"{len(players)} players; {self.game.title} is for {self.game.players_wanted}")
        self.players = list(players)
        self.options = self.game.read_options(rules or {}, len(players))
        self.id = id
        self.meta = dict(meta or {})
        self.state: Any = self.game.State()
        self._engine = engine_of(self.game)
        self._rounds: list[Round] = []
        self._open: Round | None = None
        #: Whether the deal is the caller's, to be kept as it was given.
        self._given = False
        self._snapshots: list[tuple[Any, ...]] = []
        self._engine.start_match(self.state, self.options, len(players))

    # What the position is

    @property
    def turn(self) -> str | None:
        """The player that has the move (`p1` …), None between rounds and at the end."""
        return None if self._open is None or self.state.actor < 0 else f"p{self.state.actor + 1}"

    @property
    def is_dealt(self) -> bool:
        """Whether a round is open, so that decisions can be pushed."""
        return self._open is not None

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return bool(self.state.match_over)

    @property
    def points(self) -> list[int]:
        """Points of the match so far, one a player, finished rounds only."""
        return list(self.state.totals[: len(self.players)])

    @property
    def moves(self) -> list[str]:
        """Tokens of the open round."""
        return [] if self._open is None else list(self._open.moves)

    @property
    def rounds(self) -> list[Round]:
        """The finished rounds."""
        return list(self._rounds)

    @property
    def shown_players(self) -> list[str]:
        """The players' names as they may be printed: nothing that steers a terminal, and not too long."""
        return [shown_name(name, LONGEST_NAME) for name in self.players]

    def legal(self) -> list[str]:
        """The tokens of all legal decisions of the player that has the move."""
        return [] if self._open is None else legal_tokens(self.game, self._engine, self.state, self.options)

    def board(self, seat: int | None = None) -> Any:
        """The table as a Rich renderable with an SVG form; ``seat`` (from 1) shows only what that seat sees."""
        state = self.state
        if seat is not None:
            state = self.game.State()
            _copy_into(state, self.state)
            self._engine.hide(state, self.options, seat - 1)
        return self.game.board(state, self.options, self.shown_players, None if seat is None else seat - 1)

    # Playing

    def deal(self, deal: Mapping[str, Any] | None = None, *, seed: int | None = None) -> dict[str, Any]:
        """Begin the next round with a deal of a record, or with a random one; return the deal.

        Without ``deal`` and ``seed`` the seed is drawn. Raises ``DealError`` for a deal that is not the pack,
        ValueError while a round is open or when the match is over.
        """
        self.finish_round()
        if self._open is not None:
            raise ValueError("this round is not over yet; push its decisions first")
        if self.is_over:
            raise ValueError("the match is over")
        codes = None if deal is None else self.game.read_deal(deal, len(self.players), self.options)
        self._snapshots.append(self._snapshot())
        self._given = deal is not None
        number = len(self._rounds)
        if codes is None:
            stream = [0] * STREAM_SIZE
            open_stream(stream, secrets.randbits(63) if seed is None else seed, 0, number, DEAL)
            self._engine.start_round(self.state, self.options, number)
            self._engine.deal(self.state, self.options, stream)
        else:
            self._engine.start_round(self.state, self.options, number)
            self._engine.set_deal(self.state, self.options, codes, len(codes))
        self._open = Round(dict(deal or {}), [])
        self._close_if_over()
        return self._deal_now() if self._open is not None else dict(self._rounds[-1].deal)

    def push(self, token: str, *, settle: bool = True) -> None:
        """Apply one decision. IllegalMove says what is wrong with it; nothing has changed then.

        ``settle`` ends the round if no decision with a token can follow; leaving it out saves looking for one where
        more tokens are known to come. A token that cannot be read raises ``TokenError``. ``DealError`` says that the
        deal which was given contradicts the decisions; the decision is not applied then either.
        """
        if self._open is None:
            raise self._nothing_open()
        seat, decision = self.game.parse(token, len(self.players))
        self.push_decision(seat, decision, settle=settle)

    def push_decision(self, seat: int, decision: int, *, settle: bool = True) -> None:
        """Apply one decision given as a seat (from 0) and the game's number."""
        refusal = self.refusal(seat, decision)
        if refusal is not None:
            raise refusal
        assert self._open is not None
        self._snapshots.append(self._snapshot())
        decision = self._engine.complete(self.state, self.options, seat, decision)
        token = self.game.write(seat, decision)
        self.state.move += 1
        self._engine.apply(self.state, self.options, seat, decision)
        self._open = Round(self._open.deal, [*self._open.moves, token])
        if self.state.fault:
            self.undo()
            raise DealError(CONTRADICTION)
        self._close_if_over()
        if settle and self._open is not None and not self.legal():
            self.finish_round()

    def finish_round(self) -> None:
        """Decline what needs no token (a win in the last turn of 馬将), which may end the round."""
        if self._open is not None:
            self._engine.finish(self.state, self.options)
            self._close_if_over()

    def undo(self) -> str | None:
        """Take back the last decision (returned), or the last deal (None). ValueError where there is none."""
        if not self._snapshots:
            raise ValueError("there is nothing to take back")
        moves = (self._open or self._rounds[-1]).moves
        state, rounds, self._open, self._given = self._snapshots.pop()
        self._rounds = list(rounds)
        _copy_into(self.state, state)
        return moves[-1] if self._open is not None else None

    def refusal(self, seat: int, decision: int) -> IllegalMove | None:
        """Why a decision may not be applied now; None if it may."""
        if self._open is None:
            return self._nothing_open()
        code = self._engine.check(self.state, self.options, seat, decision)
        if code == FINE:
            return None
        if code == AFTER_END:
            return IllegalMove(Kind.AFTER_END, "the round is over; no decision can follow")
        if code == WRONG_ACTOR:
            message = f"p{seat + 1} does not have the move"
            return IllegalMove(Kind.ACTOR, message, expected=(f"p{self.state.actor + 1}",))
        fault = self.game.explain(code, self.state, self.options, seat, decision)
        token = self.game.write(seat, decision)
        expected = expected_tokens(self.game, self._engine, self.state, self.options, token)
        return IllegalMove(Kind.ILLEGAL, fault.message, fault.rule, expected)

    def _nothing_open(self) -> IllegalMove:
        """Why no decision at all can be pushed."""
        if self.is_over:
            return IllegalMove(Kind.AFTER_END, "the match is over; no decision can follow")
        what = "the round is over" if self._rounds else "nothing is dealt"
        return IllegalMove(Kind.AFTER_END, f"{what}; deal() begins the next round")

    # Writing

    def to_record(self) -> Record:
        """The match so far as a record; ``unfinished`` unless it is over."""
        rounds = list(self._rounds)
        if self._open is not None:
            rounds.append(Round(self._deal_now(), self._open.moves))
        result = None
        if self.is_over:
            self._engine.standing(self.state, self.options)
            count = len(self.players)
            rank_points = self.state.rank_points[:count] if self.game.has_rank_points(count) else None
            result = MatchResult(self.points, self.state.ranks[:count], rank_points)
        return Record(
            format=1,
            game=self.game.name,
            id=self.id,
            players=self.players,
            rounds=rounds,
            rules=self.game.write_options(self.options),
            result=result,
            unfinished=not self.is_over,
            **({"meta": meta_of(self.meta)} if self.meta else {}),
        )

    def _close_if_over(self) -> None:
        if self._open is None or not self.state.over:
            return
        count = len(self.players)
        result = RoundResult(list(self.state.points[:count]), self.game.reasons[self.state.reason])
        self._rounds.append(Round(self._deal_now(), self._open.moves, result))
        self._engine.end_round(self.state, self.options)
        self._open = None

    def _deal_now(self) -> dict[str, Any]:
        """The deal of the open round: as it was given, or as a record of what was played has it."""
        if self._given and self._open is not None:
            return dict(self._open.deal)
        codes = [0] * self.game.most_deal
        number = self._engine.get_deal(self.state, self.options, codes, 0)
        return self.game.write_deal(codes[:number], len(self.players), self.options)

    def _snapshot(self) -> tuple[Any, ...]:
        state = self.game.State()
        _copy_into(state, self.state)
        return state, list(self._rounds), self._open, self._given


def legal_tokens(game: Game, engine: Engine, state: Any, options: Any) -> list[str]:
    """The tokens of all legal decisions of the actor; those without a token are left out."""
    out = [0] * game.most_legal
    number = engine.legal(state, options, out)
    return [token for token in (game.write(state.actor, decision) for decision in out[:number]) if token]


def expected_tokens(game: Game, engine: Engine, state: Any, options: Any, token: str) -> tuple[str, ...]:
    """What could stand in place of a wrong token: legal decisions of its verb when few, else the legal verbs."""
    seat = int(token[1]) - 1
    if state.actor != seat:
        state = _once_silent(game, engine, state, options, seat)
    legal = [words.split(" ", 1)[1] for words in legal_tokens(game, engine, state, options)]
    verb = token.split(" ")[1]
    same = [words for words in legal if words.split(" ")[0] == verb]
    if 0 < len(same) <= FEW:
        return tuple(same)
    return tuple(dict.fromkeys(words.split(" ")[0] for words in legal))


def _once_silent(game: Game, engine: Engine, state: Any, options: Any, seat: int) -> Any:
    """The state in which ``seat`` has the move, where the players before may decline without a token (馬将)."""
    reached = state
    out = [0] * game.most_legal
    while reached.actor not in (seat, -1):
        number = engine.legal(reached, options, out)
        silent = [decision for decision in out[:number] if not game.write(reached.actor, decision)]
        if not silent:
            return state
        known, reached = reached, game.State()
        _copy_into(reached, known)
        engine.apply(reached, options, reached.actor, silent[0])
    return state if reached.actor < 0 else reached


def _copy_into(target: Any, source: Any) -> None:
    """Copy a whole state, its events too."""
    for entry in fields(source):
        value = getattr(source, entry.name)
        setattr(target, entry.name, list(value) if isinstance(value, list) else value)


_ENGINES: dict[tuple[str, bool, tuple[Guest, ...]], Engine] = {}


def engine_of(game: Game, *, compiled: bool = False, guests: tuple[Guest, ...] = ()) -> Engine:
    """The interpreted or compiled engine of a game with users' own players, made once."""
    key = (game.name, compiled, guests)
    if key not in _ENGINES:
        _ENGINES[key] = Engine(game.name, game.rules, compiled=compiled, guests=guests)
    return _ENGINES[key]
