"""Complete, legal records played by automatic players from a seed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from toolkit import games
from toolkit.engine import loops
from toolkit.engine.chance import ALGORITHM, STREAM_SIZE
from toolkit.engine.contract import GREEDY, RANDOM
from toolkit.engine.state import EVENT_SIZE, MOST_SEATS
from toolkit.games.game import Game
from toolkit.records.model import Record, Round, RoundResult, meta_of
from toolkit.replay.batch import POINTS, Arena, most_events, result_of, round_width
from toolkit.replay.stream import PATIENCE, Mode

#: Automatic players by name.
PLAYERS = {"random": RANDOM, "greedy": GREEDY}
#: Rounds that a match is first given room for; it gets more when it needs more.
FIRST_ROOM = 16


class _Room:
    """Buffers for the decisions, deals and figures of one match."""

    def __init__(self, arena: Arena, game: Game, rounds: int) -> None:
        self.rounds = rounds
        self.width = round_width(game)
        self.deals = arena.zeros(rounds * game.most_deal)
        self.deal_at = arena.zeros(rounds + 1)
        self.seats = arena.zeros(rounds * game.most_moves)
        self.moves = arena.zeros(rounds * game.most_moves)
        self.move_at = arena.zeros(rounds + 1)
        self.events = arena.zeros(rounds * most_events(game) * EVENT_SIZE)
        self.rows = arena.zeros(rounds * self.width)
        self.match = arena.zeros(loops.MATCH_ROW)


class Sampler:
    """Plays whole matches: match k of a seed is the same whenever and however it is played.

    ``kinds`` names an automatic player for each seat; ``rules`` are options as in a record. Raises KeyError for
    an unknown game or player, ``OptionError`` for options, ValueError for a wrong number of players or a seed that
    is no number below 2**63.
    """

    def __init__(
        self,
        game: str,
        kinds: Sequence[str],
        seed: int,
        *,
        rules: Mapping[str, object] | None = None,
        mode: Mode = Mode.AUTO,
        announce: Callable[[Game], None] = lambda _game: None,
    ) -> None:
        self.game = games.get(game)
        if len(kinds) not in self.game.seats:
            raise ValueError(f"{len(kinds)} players; {self.game.title} is for {self.game.players_wanted}")
        if not 0 <= seed < 1 << 63:
            raise ValueError(f"seed {seed}; expected 0 to 2**63 - 1")
        self.kinds = list(kinds)
        self.seed = seed
        self.options = self.game.read_options(rules or {}, len(kinds))
        self.mode = mode
        self._announce = announce
        self._numbers = [PLAYERS[kind] for kind in kinds]
        self._decided = 0
        self._arena: Any
        self._room: Any
        self._use(compiled=mode is Mode.COMPILED)

    def records(self, count: int, first: int = 0) -> Iterator[Record]:
        """The records of the matches ``first`` … ``first + count − 1``."""
        for match in range(first, first + count):
            yield self.record(match)

    def record(self, match: int) -> Record:
        """The record of one match."""
        if self.mode is Mode.AUTO and not self._arena.compiled and self._decided > PATIENCE:
            self._announce(self.game)
            self._use(compiled=True)
        rounds = self._play(match)
        room, players = self._room, len(self.kinds)
        move_at = [int(value) for value in room.move_at[: rounds + 1]]
        self._decided += move_at[-1]
        write, seats, moves = self.game.write, room.seats, room.moves
        made = []
        for number in range(rounds):
            row = [int(value) for value in room.rows[number * room.width : (number + 1) * room.width]]
            codes = [int(code) for code in room.deals[room.deal_at[number] : room.deal_at[number + 1]]]
            places = range(move_at[number], move_at[number + 1])
            made.append(
                Round(
                    self.game.write_deal(codes, players, self.options),
                    [write(int(seats[place]), int(moves[place])) for place in places],
                    RoundResult(row[POINTS : POINTS + players], self.game.reasons[row[1]]),
                )
            )
        return self._record(match, made)

    def _record(self, match: int, rounds: list[Round]) -> Record:
        return Record(
            format=1,
            game=self.game.name,
            id=f"{self.game.name}-{self.seed}-{match}",
            players=[f"{kind} p{seat}" for seat, kind in enumerate(self.kinds, 1)],
            rounds=rounds,
            rules=self.game.write_options(self.options),
            meta=meta_of({"source": "automatic players", "seed": self.seed, "match": match, "chance": ALGORITHM}),
            result=result_of(self.game, len(self.kinds), [int(value) for value in self._room.match]),
        )

    def _use(self, *, compiled: bool) -> None:
        self._arena = Arena(self.game, compiled)
        self._room = _Room(self._arena, self.game, FIRST_ROOM)
        rows = (MOST_SEATS + 1, STREAM_SIZE)
        self._streams = np.zeros(rows, np.int64) if compiled else [[0] * rows[1] for _ in range(rows[0])]

    def _play(self, match: int) -> int:
        """Play one match into the buffers, larger ones if need be; return its number of rounds."""
        while True:
            arena, room = self._arena, self._room
            rounds = arena.engine.play_match(
                arena.states, self.options, len(self.kinds), self.seed, match, arena.numbers(self._numbers),
                self._streams, 0, arena.out, room.deals, room.deal_at, room.seats, room.moves, room.move_at,
                room.events, room.rows, room.match,
            )  # fmt: skip
            if rounds >= 0:
                return int(rounds)
            self._room = _Room(arena, self.game, room.rounds * 2)
