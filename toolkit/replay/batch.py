"""Many records through the loops at once, interpreted or compiled."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from toolkit.engine import loops
from toolkit.engine.choosing import WORK
from toolkit.engine.contract import STATES
from toolkit.engine.guests import Guest
from toolkit.engine.state import EVENT_SIZE, MOST_SEATS, dtype_of
from toolkit.games.game import Game
from toolkit.records.model import MatchResult
from toolkit.replay.encoding import Encoded
from toolkit.replay.match import engine_of

Numbers = NDArray[np.int64]

#: Where the points stand in a round row, and the totals in a match row.
POINTS = loops.ROUND_HEAD - MOST_SEATS
TOTALS = loops.MATCH_ROW - 3 * MOST_SEATS


class Wanted(NamedTuple):
    """What is wanted beside results: legal decisions counted at every move, and events."""

    counts: bool = False
    events: bool = False


@dataclass
class Rows:
    """What the loops found for records of one game, number of players and options.

    ``round_at`` says where the rounds of each match start in ``rounds`` (one row a round, see
    :mod:`toolkit.engine.loops`); ``move_at`` the same for moves. ``verdicts`` and ``matches`` have a row a
    match; ``events`` a row an event, ``rounds[r, 4]`` of them for round r, in order.
    """

    game: Game
    options: Any
    players: int
    round_at: Numbers
    move_at: Numbers
    seats: Numbers
    decisions: Numbers
    verdicts: Numbers
    matches: Numbers
    rounds: Numbers
    counts: Numbers
    events: Numbers

    @cached_property
    def heads(self) -> list[list[int]]:
        """The first ``ROUND_HEAD`` numbers of every round row, as lists."""
        found: list[list[int]] = self.rounds[:, : loops.ROUND_HEAD].tolist()
        return found

    @cached_property
    def match_lists(self) -> list[list[int]]:
        """The match rows as lists."""
        found: list[list[int]] = self.matches.tolist()
        return found

    @cached_property
    def starts(self) -> list[int]:
        """``round_at`` as a list."""
        found: list[int] = self.round_at.tolist()
        return found


def result_of(game: Game, players: int, row: list[int]) -> MatchResult:
    """Totals, ranks and (in games that have them) rank points of a match row."""
    ranks, rank_points = TOTALS + MOST_SEATS, TOTALS + 2 * MOST_SEATS
    return MatchResult(
        row[TOTALS : TOTALS + players],
        row[ranks : ranks + players],
        row[rank_points : rank_points + players] if game.has_rank_points(players) else None,
    )


def round_width(game: Game) -> int:
    """Numbers in a round row of a game."""
    state: Any = game.State()
    return loops.ROUND_HEAD + len(state.round_features) + len(state.seat_features)


def most_events(game: Game) -> int:
    """Events that a round of a game has at most."""
    state: Any = game.State()
    return len(state.events) // EVENT_SIZE


class Arena:
    """Memory for the loops in one mode: lists and objects, or arrays and records."""

    def __init__(self, game: Game, compiled: bool, guests: tuple[Guest, ...] = ()) -> None:
        self.compiled = compiled
        self.engine = engine_of(game, compiled=compiled, guests=guests)
        self.out = self.zeros(game.most_legal)
        self.work = self.zeros(WORK)
        state: Any = game.State
        self.states: Any = np.zeros(STATES, dtype_of(state)) if compiled else [state() for _ in range(STATES)]

    def zeros(self, size: int) -> Any:
        """Room for ``size`` numbers."""
        return np.zeros(size, np.int64) if self.compiled else [0] * size

    def numbers(self, values: Sequence[int]) -> Any:
        """Numbers as the loops of this mode take them."""
        return np.array(values, np.int64) if self.compiled else values


def run(arena: Arena, batch: Sequence[Encoded], wanted: Wanted) -> Rows:
    """Replay records of one game, number of players and options."""
    first = batch[0]
    deals, deal_at = _joined([(each.deals, each.deal_at[: len(each.move_at)]) for each in batch])
    seats, move_at = _joined([(each.seats, each.move_at) for each in batch])
    matches = Recorded(
        round_at=[0, *accumulate(len(each.move_at) - 1 for each in batch)],
        deals=deals,
        deal_at=deal_at,
        seats=seats,
        decisions=[decision for each in batch for decision in each.decisions],
        move_at=move_at,
        may_stop=[int(each.may_stop) for each in batch],
    )
    return replay(arena, first.game, first.options, first.players, matches, wanted)


class Recorded(NamedTuple):
    """Matches as the loops replay them, in lists or arrays of numbers.

    ``round_at`` says where the rounds of each match start, and the end; ``deal_at`` and ``move_at`` the same of the
    rounds in ``deals``, and in ``seats`` and ``decisions``. ``may_stop`` is 1 for a match that need not be complete.
    """

    round_at: Sequence[int]
    deals: Sequence[int]
    deal_at: Sequence[int]
    seats: Sequence[int]
    decisions: Sequence[int]
    move_at: Sequence[int]
    may_stop: Sequence[int]


def replay(arena: Arena, game: Game, options: Any, players: int, matches: Recorded, wanted: Wanted) -> Rows:
    """Replay matches of one game, number of players and options."""
    count, decided, round_at = len(matches.may_stop), len(matches.decisions), matches.round_at
    rounds = int(round_at[-1])
    width = round_width(game)
    rows = arena.zeros(rounds * width)
    match_rows = arena.zeros(count * loops.MATCH_ROW)
    verdicts = arena.zeros(count * loops.VERDICT)
    counts = arena.zeros(decided if wanted.counts else 0)
    longest = max(end - start for start, end in pairwise(round_at))
    most = most_events(game)
    room = min(max(longest * most, 3 * decided + 16 * rounds), rounds * most)
    events = arena.zeros(room * EVENT_SIZE if wanted.events else 0)
    arguments = [arena.numbers(values) for values in matches[:-1]]
    may_stop = arena.numbers(matches.may_stop)
    found: list[Numbers] = []
    begin = 0
    while begin < count:
        end = arena.engine.replay_matches(
            arena.states, options, players, begin, count, *arguments, may_stop,
            int(wanted.counts), int(wanted.events), arena.out, counts, events, rows, match_rows, verdicts,
        )  # fmt: skip
        if wanted.events:
            used = int(np.asarray(rows).reshape(-1, width)[round_at[begin] : round_at[end], 4].sum())
            found.append(np.array(events[: used * EVENT_SIZE], np.int64).reshape(-1, EVENT_SIZE))
        begin = end
    return Rows(
        game, options, players, np.asarray(round_at), np.asarray(matches.move_at),
        np.asarray(matches.seats, np.int64), np.asarray(matches.decisions, np.int64),
        np.asarray(verdicts).reshape(-1, loops.VERDICT), np.asarray(match_rows).reshape(-1, loops.MATCH_ROW),
        np.asarray(rows).reshape(-1, width), np.asarray(counts),
        np.concatenate(found) if found else np.zeros((0, EVENT_SIZE), np.int64),
    )  # fmt: skip


def _joined(parts: Sequence[tuple[list[int], list[int]]]) -> tuple[list[int], list[int]]:
    """Numbers of several records in one list, and where each of their rounds starts in it.

    What lies behind the last start is left out: the deals behind a token that cannot be read.
    """
    values: list[int] = []
    starts = [0]
    for own, own_starts in parts:
        base = len(values)
        values += own[: own_starts[-1]]
        starts += [base + start for start in own_starts[1:]]
    return values, starts
