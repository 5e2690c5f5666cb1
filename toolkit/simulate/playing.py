"""Units of play, rounds or whole matches, played in one mode into buffers that are used again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toolkit.engine import loops
from toolkit.engine.chance import STREAM_SIZE
from toolkit.engine.choosing import STREAMS
from toolkit.engine.guests import Guest
from toolkit.engine.playing import COUNT_PATTERNS, ENDLESS, KEEP_EVENTS
from toolkit.engine.state import EVENT_SIZE
from toolkit.games.game import Game
from toolkit.replay.batch import Arena, most_events, round_width
from toolkit.simulate.guests import bound, fault_of_decision, fault_of_error
from toolkit.simulate.turn import PlayerFault

Numbers = NDArray[np.int64]

#: Rounds that a match is first given room for; it gets more when it needs more.
FIRST_ROOM = 16


class EndlessRoundError(RuntimeError):
    """Players that never end a round; the message names the unit."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a number of units left behind; the arrays are good until the next units are played.

    ``rounds`` has a row a round: the round row of :mod:`toolkit.engine.loops`, then how often each of
    ``Game.pattern_names`` occurred. ``round_at`` says where the rounds of each unit start, ``matches`` has the match
    row of each unit. Deals and decisions, and events, are empty unless they are kept.
    """

    first: int
    rounds: Numbers
    round_at: Numbers
    matches: Numbers
    deals: Numbers
    deal_at: Numbers
    seats: Numbers
    decisions: Numbers
    move_at: Numbers
    events: Numbers

    def __len__(self) -> int:
        return len(self.matches)


class UnitPlayer:
    """Plays units of one game: unit k is the same whenever, in which mode and among which others it is played.

    ``kinds`` are the numbers of the players' kinds by seat. With ``whole`` a unit is a match, else a round; with
    ``rotate`` the players move on by one seat from unit to unit, so that each opens equally often.
    """

    def __init__(
        self,
        game: Game,
        options: Any,
        kinds: Sequence[int],
        seed: int,
        *,
        whole: bool,
        rotate: bool = False,
        keep: bool = False,
        events: bool = False,
        compiled: bool = True,
        guests: tuple[Guest, ...] = (),
    ) -> None:
        self.game, self.options, self.seed = game, options, seed
        self.whole, self.rotate, self.keep, self.events = whole, rotate, keep, events
        self.players = len(kinds)
        self.guests = guests
        for guest in guests:
            if compiled and not guest.compiled:
                raise PlayerFault(
                    f"player {guest.name} is a Python function, which runs with interpreted rules only; mark it with "
                    "@compiled_player if it can be compiled"
                )
        self.arena = arena = Arena(game, compiled, tuple(bound(game, guest) for guest in guests))
        self.width = round_width(game) + len(game.pattern_names)
        self.kinds = tuple(kinds)
        self._kinds = arena.numbers(kinds)
        self._pattern_at = arena.numbers(game.pattern_at)
        shape = (STREAMS, STREAM_SIZE)
        self._streams: Any = np.zeros(shape, np.int64) if compiled else [[0] * shape[1] for _ in range(shape[0])]
        self._units = self._rounds = 0

    def play(self, first: int, count: int) -> Played:
        """Play the units from ``first`` on: ``count`` of them, or fewer where matches are longer than expected.

        EndlessRoundError where a round does not end, PlayerFault where a user's own player fails.
        """
        if count > self._units:
            self._make_room(count, max(self._rounds, count * (FIRST_ROOM if self.whole else 1)))
        while True:
            done = self._play_with_guests(first, count) if self.guests else self._play(first, count)
            if done < 0:
                raise EndlessRoundError(f"round of unit {first - 1 - done} goes on after {ENDLESS:,} decisions")
            if done > 0:
                return self._played(first, done)
            self._make_room(self._units, 2 * self._rounds)

    def _play_with_guests(self, first: int, count: int) -> int:
        """Play; what a user's own player does wrong is told with the unit in which it was."""
        for index in range(1, len(self._round_at)):
            self._round_at[index] = -1
        try:
            done = self._play(first, count)
        except (Exception, SystemExit) as error:
            unit = first + sum(start >= 0 for start in self._round_at[1:])
            raise fault_of_error(self, unit, error) from error
        if done < 0:
            unit = first - 1 - done
            fault = fault_of_decision(self, unit)
            if fault is not None:
                raise fault
        return done

    def _play(self, first: int, count: int) -> int:
        done: int = self.arena.engine.play_units(
            self.arena.states, self.options, self.players, self.seed, first, count, int(self.whole), int(self.rotate),
            self._kinds, self._streams, int(self.keep), KEEP_EVENTS if self.events else COUNT_PATTERNS,
            self._pattern_at, len(self.game.pattern_names), self.arena.out, self.arena.work, self._deals, self._deal_at,
            self._seats, self._moves, self._move_at, self._events, self._rows, self._round_at, self._matches,
        )  # fmt: skip
        return done

    def _make_room(self, units: int, rounds: int) -> None:
        zeros, game, kept = self.arena.zeros, self.game, rounds if self.keep else 0
        self._units, self._rounds = units, rounds
        self._rows = zeros(rounds * self.width)
        self._round_at = zeros(units + 1)
        self._matches = zeros(units * loops.MATCH_ROW)
        self._deals, self._deal_at = zeros(kept * game.most_deal), zeros(kept + 1)
        self._seats, self._moves = zeros(kept * game.most_moves), zeros(kept * game.most_moves)
        self._move_at = zeros(kept + 1)
        self._events = zeros((rounds if self.events else 0) * most_events(game) * EVENT_SIZE)

    def _played(self, first: int, units: int) -> Played:
        def array(values: Any, size: int) -> Numbers:
            return np.asarray(values[:size], np.int64)

        round_at = array(self._round_at, units + 1)
        count = int(round_at[-1])
        rows = array(self._rows, count * self.width).reshape(-1, self.width)
        kept = count + 1 if self.keep else 1
        deal_at, move_at = array(self._deal_at, kept), array(self._move_at, kept)
        events = int(rows[:, 4].sum()) if self.events else 0
        return Played(
            first,
            rows,
            round_at,
            array(self._matches, units * loops.MATCH_ROW).reshape(-1, loops.MATCH_ROW),
            array(self._deals, int(deal_at[-1])),
            deal_at,
            array(self._seats, int(move_at[-1])),
            array(self._moves, int(move_at[-1])),
            move_at,
            array(self._events, events * EVENT_SIZE).reshape(-1, EVENT_SIZE),
        )
