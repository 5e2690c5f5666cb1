"""詰み札 (SJ-44): with open hands, which lays win by force?

An exact search over the rules themselves, with a memory of positions already judged. The player to move *wins by
force* when some decision keeps the win whatever the opponent answers; draws and losses are no wins.
Afterwards the shortest win is found by deepening over the number of lays of both players.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from toolkit.games.shiji.decisions import PLACE, VEIL, card_at, verb_of
from toolkit.games.shiji.listing import MOST_LEGAL, legal
from toolkit.games.shiji.options import Options
from toolkit.games.shiji.position import Position
from toolkit.games.shiji.rules import apply
from toolkit.games.shiji.state import REASONS, ROW, SEATS, VEILED, State
from toolkit.games.shiji.tokens import write
from toolkit.games.shiji.turn import start_turn

#: Positions that are looked at unless more are asked for: some half a minute.
MAX_NODES = 1_000_000
#: Places at the end of a row that later lays and veils depend on.
_NEAR = 5
_TOLD_EVERY = 2_000

_COPIED = (
    "points",
    "hand",
    "hand_size",
    "land",
    "land_size",
    "merchant",
    "row",
    "face",
    "row_begin",
    "row_end",
    "veiled",
    "latest",
    "latest_value",
    "lays",
    "made",
)
_FIELDS = tuple(name for base in State.__mro__ for name in getattr(base, "__slots__", ()))
_SHARED = tuple(name for name in _FIELDS if name not in _COPIED)


@dataclass(frozen=True)
class Win:
    """A first turn that wins by force: its tokens (a veil, if any, and the lay).

    ``lays`` counts the lays of both players up to the end against the longest defence, ``line`` is such a game
    from the first turn on; None and empty where the limit came first.
    """

    turn: tuple[str, ...]
    lays: int | None = None
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class Solution:
    """What the search found.

    ``wins`` are the first turns that win by force, shortest first. ``undecided`` are those that the limit on
    positions left open: only without them it is certain that there is no other win. ``over`` is the reason
    where the game is over before the first turn.
    """

    wins: tuple[Win, ...]
    undecided: tuple[tuple[str, ...], ...]
    refuted: int
    nodes: int
    over: str | None = None

    @property
    def decided(self) -> bool:
        """Whether every first turn was judged."""
        return not self.undecided


class _OutOfNodesError(Exception):
    """The limit on positions is reached."""


def say_nothing(nodes: int) -> None:
    """Progress for nobody."""


@dataclass
class _Search:
    options: Options
    attacker: int
    max_nodes: int
    tell: Callable[[int], None]
    nodes: int = 0
    won: dict[Any, bool] = field(default_factory=dict)
    #: Position → (most lays known to be too few, fewest lays known to be enough).
    bounds: dict[Any, tuple[int, int]] = field(default_factory=dict)
    room: list[int] = field(default_factory=lambda: [0] * MOST_LEGAL)

    def children(self, s: State) -> Iterator[tuple[int, State]]:
        """Every legal decision, and the position after it."""
        count = legal(s, self.options, self.room)
        for decision in self.room[:count]:
            child = copy_position(s)
            apply(child, self.options, child.actor, decision)
            yield decision, child

    def count(self) -> None:
        """Count a position; stop where the limit is reached."""
        if self.nodes >= self.max_nodes:
            raise _OutOfNodesError
        self.nodes += 1
        if self.nodes % _TOLD_EVERY == 0:
            self.tell(self.nodes)

    def wins(self, s: State) -> bool:
        """Whether the attacker wins by force."""
        if s.over:
            return s.points[self.attacker] > 0
        key = key_of(s)
        known = self.won.get(key)
        if known is not None:
            return known
        self.count()
        own = s.actor == self.attacker
        later = []
        for _, child in self.children(s):
            if not child.over:
                later.append(child)
            elif (child.points[self.attacker] > 0) == own:
                self.won[key] = own
                return own
        result = any(map(self.wins, later)) if own else all(map(self.wins, later))
        self.won[key] = result
        return result

    def wins_within(self, s: State, lays: int) -> bool:
        """Whether the attacker, who wins by force, does so within a number of lays."""
        if s.over:
            return s.points[self.attacker] > 0
        if not self.wins(s):
            return False
        key = key_of(s)
        failed, enough = self.bounds.get(key, (-1, 1 << 30))
        if lays <= failed or lays >= enough:
            return lays >= enough
        self.count()
        own = s.actor == self.attacker
        result = not own
        for decision, child in self.children(s):
            left = lays - (verb_of(decision) == PLACE)
            if (left >= 0 and self.wins_within(child, left)) == own:
                result = own
                break
        failed, enough = self.bounds.get(key, (-1, 1 << 30))
        self.bounds[key] = (failed, min(enough, lays)) if result else (max(failed, lays), enough)
        return result

    def lays_needed(self, s: State) -> int:
        """The fewest lays within which the attacker, who wins by force, wins."""
        lays = 0
        while not self.wins_within(s, lays):
            lays += 1
        return lays

    def line(self, s: State) -> Iterator[str]:
        """A game of best play: the attacker's shortest win against the longest defence."""
        while not s.over:
            own = s.actor == self.attacker
            best: tuple[int, int, State] | None = None
            for decision, child in self.children(s):
                if own and not self.wins(child):
                    continue
                lays = self.lays_needed(child) + (verb_of(decision) == PLACE)
                if best is None or (lays < best[0] if own else lays > best[0]):
                    best = (lays, decision, child)
            assert best is not None
            yield write(s.actor, best[1])
            s = best[2]


def solve(position: Position, *, max_nodes: int = MAX_NODES, tell: Callable[[int], None] = say_nothing) -> Solution:
    """Every first turn of a position that wins by force, with the shortest lines.

    ``tell`` is called now and then with the number of positions looked at. Raises PositionError for a position
    whose cards cannot be so.
    """
    s = position.state()
    o = position.options
    start_turn(s, o, s.actor)
    if s.over:
        return Solution((), (), 0, 0, REASONS[s.reason])
    search = _Search(o, s.actor, max_nodes, tell)
    found: list[tuple[tuple[str, ...], State]] = []
    undecided: list[tuple[str, ...]] = []
    refuted = 0
    for turn, child in first_turns(search, s, position.usable()):
        try:
            if search.wins(child):
                found.append((turn, child))
            else:
                refuted += 1
        except _OutOfNodesError:
            undecided.append(turn)
    wins = sorted(
        (_shortest(search, turn, child) for turn, child in found),
        key=lambda win: (win.lays is None, win.lays or 0, len(win.turn)),
    )
    return Solution(tuple(wins), tuple(undecided), refuted, search.nodes)


def _shortest(search: _Search, turn: tuple[str, ...], child: State) -> Win:
    try:
        return Win(turn, 1 + search.lays_needed(child), (*turn, *search.line(child)))
    except _OutOfNodesError:
        return Win(turn)


def first_turns(search: _Search, s: State, usable: set[int] | None) -> Iterator[tuple[tuple[str, ...], State]]:
    """Every veil (or none) with every lay of usable cards after it, and the position then."""
    for decision, child in list(search.children(s)):
        token = write(s.actor, decision)
        if verb_of(decision) == VEIL:
            for lay, after in first_turns(search, child, usable):
                yield (token, *lay), after
        elif usable is None or all(card_at(decision, index) in usable for index in range(2)):
            yield (token,), child


def copy_position(s: State) -> State:
    """A copy of what the rules go by; counts and events are shared."""
    copy = State.__new__(State)
    for name in _SHARED:
        setattr(copy, name, getattr(s, name))
    for name in _COPIED:
        setattr(copy, name, getattr(s, name)[:])
    return copy


def key_of(s: State) -> tuple[object, ...]:
    """Everything that what follows depends on, and nothing else."""
    rows: list[object] = []
    for seat in range(SEATS):
        begin, end = seat * ROW + s.row_begin[seat], seat * ROW + s.row_end[seat]
        near = max(begin, end - _NEAR)
        rows.append((*s.row[near:end], *s.face[near:end]))
        rows.append(tuple(sorted(s.row[at] for at in range(begin, near) if s.face[at] == VEILED)))
    return (
        s.phase, s.actor, s.order, s.last_star, s.due, s.turned, s.panic, s.tax,
        tuple(s.hand), tuple(s.land), tuple(s.merchant), tuple(s.latest), tuple(s.latest_value), tuple(s.lays),
        tuple(s.made), *rows,
    )  # fmt: skip
