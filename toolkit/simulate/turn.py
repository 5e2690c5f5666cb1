"""What a user's own player in Python gets to see when it has the move."""

import traceback
from collections.abc import Callable
from dataclasses import fields
from operator import index
from pathlib import Path
from typing import Any

import numpy as np

from toolkit.engine.chance import below
from toolkit.games.game import Game, TokenError
from toolkit.records.faults import shown
from toolkit.replay.match import engine_of

#: Legal decisions that a message names.
LISTED = 12
#: Columns of :meth:`Turn.board`.
BOARD_WIDTH = 100
#: The token of a decision that a record does not write: declining, or what needs no word.
SILENT = "-"


class PlayerFault(RuntimeError):  # noqa: N818 (the fault of a player, not of the program)
    """A user's own player that failed or did what is not allowed; the message names it and says what was legal."""

    #: What the command line ends with; there is nothing to trace.
    exit_code = 1


class Turn:
    """The position as the player who has the move sees it, and what may be done.

    ``view`` is a state of the game (:mod:`toolkit.games`) in which everything that the seat does not see is hidden; it
    is a copy, which may be kept and changed. Seats, rounds and moves count from 1, like in records; in ``view`` they
    count from 0. ``options`` are the engine's numbers of the rule options.
    """

    def __init__(self, game: Game, view: Any, options: Any, seat: int, stream: Any) -> None:
        self.game = game
        self.view = view
        self.options = options
        self.seat = seat + 1
        self.players: int = view.players
        self.round: int = view.round + 1
        self.move: int = view.move + 1
        self._stream = stream
        self._asked = state_of(game, view)
        self._decisions: dict[str, int] | None = None

    def legal(self) -> list[str]:
        """The tokens of all legal decisions, in canonical order: ``p1 discard 5B``.

        A decision that a record does not write (declining) is ``p1 -``. Their number may be large in a few positions
        of 四時の札遊び.
        """
        return list(self.decisions())

    def decisions(self) -> dict[str, int]:
        """The legal decisions by token, as the engine's numbers."""
        if self._decisions is None:
            out = [0] * self.game.most_legal
            number = engine_of(self.game).legal(state_of(self.game, self._asked), self.options, out)
            self._decisions = {}
            for decision in out[:number]:
                token = self.game.write(self.seat - 1, decision) or f"p{self.seat} {SILENT}"
                while token in self._decisions:
                    token += SILENT
                self._decisions[token] = decision
        return self._decisions

    def random(self, number: int) -> int:
        """A random whole number from 0 to ``number`` − 1, from the seat's own stream: a seed gives the same again."""
        if not 1 <= number <= 1 << 31:
            raise ValueError(f"random({number}); expected 1 to 2**31")
        return int(below(self._stream, number))

    def board(self) -> str:
        """The table as the seat sees it, as text."""
        from rich.console import Console

        names = [f"p{seat}" for seat in range(1, self.players + 1)]
        drawn = self.game.board(state_of(self.game, self._asked), self.options, names, self.seat - 1)
        console = Console(width=BOARD_WIDTH, color_system=None, force_terminal=False, emoji=False, highlight=False)
        with console.capture() as captured:
            console.print(drawn)
        return captured.get()

    def chosen(self, answer: object) -> int:
        """The engine's number of an answer: a legal token, or its place in :meth:`legal`. ValueError for any other."""
        if isinstance(answer, str):
            found = self.decisions().get(answer)
            if found is None:
                found = self._other_spelling(answer)
            if found is not None:
                return found
            raise ValueError(f"answered {shown(repr(answer))}, which is not legal")
        if isinstance(answer, bool) or not hasattr(answer, "__index__"):
            raise ValueError(f"answered {shown(repr(answer))}; expected a legal token, or its place in legal()")
        place = index(answer)
        decisions = list(self.decisions().values())
        if not 0 <= place < len(decisions):
            raise ValueError(f"answered the place {place}; legal() has {len(decisions)}")
        return decisions[place]

    def _other_spelling(self, answer: str) -> int | None:
        """The decision of a token that is spelt otherwise, if it is a legal one."""
        try:
            seat, decision = self.game.parse(answer, self.players)
        except TokenError:
            return None
        return None if seat != self.seat - 1 else self.decisions().get(self.game.write(seat, decision))

    def place(self) -> str:
        """Where this is: ``round 1, move 7 of p2``."""
        return f"round {self.round}, move {self.move} of p{self.seat}"

    def expected(self) -> str:
        """What is legal, in a few words."""
        tokens = self.legal()
        more = f" … ({len(tokens):,} in all)" if len(tokens) > LISTED else ""
        return "legal: " + ", ".join(tokens[:LISTED]) + more


def adapted(game: Game, name: str, function: Callable[[Turn], object]) -> Callable[..., int]:
    """A player in Python as the loops call it: like ``greedy`` of :mod:`toolkit.engine.contract`, interpreted."""

    def choose(v: Any, o: Any, seat: int, out: Any, stream: Any) -> int:
        turn = Turn(game, state_of(game, v), o, seat, stream)
        try:
            answer = function(turn)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # sys.exit() too: a player does not end the run as if it were done
            raise PlayerFault(
                f"player {shown(name)} failed in {turn.place()}: {_said(error, function)}; {turn.expected()}"
            ) from error
        try:
            return turn.chosen(answer)
        except ValueError as error:
            raise PlayerFault(f"player {shown(name)} in {turn.place()} {error}; {turn.expected()}") from None

    return choose


def _said(error: BaseException, function: Any) -> str:
    """An exception of a player in a line: what it is, and the last line of its own file that was reached."""
    own = getattr(getattr(function, "__code__", None), "co_filename", None)
    lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == own]
    at = f" ({Path(own).name}, line {lines[-1]})" if own and lines else ""
    return f"{type(error).__name__}: {shown(str(error))}{at}"


def state_of(game: Game, state: Any) -> Any:
    """A copy of a state (an object, or a record of compiled rules), without its events."""
    made: Any = game.State()
    for entry in fields(made):
        if entry.name == "events":
            continue
        value = state[entry.name] if isinstance(state, np.void) else getattr(state, entry.name)
        setattr(made, entry.name, list(map(int, value)) if hasattr(value, "__len__") else int(value))
    return made
