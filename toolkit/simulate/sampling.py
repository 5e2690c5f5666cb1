"""Complete, legal records played by automatic players from a seed."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from toolkit import games
from toolkit.engine.contract import MONTE_CARLO
from toolkit.games.game import Game
from toolkit.records.model import Record
from toolkit.replay.stream import PATIENCE, Mode
from toolkit.simulate.players import cast
from toolkit.simulate.playing import UnitPlayer
from toolkit.simulate.recording import Recorder, seat_names


class Sampler:
    """Plays whole matches: match k of a seed is the same whenever and however it is played.

    ``kinds`` names an automatic player for each seat (:func:`toolkit.simulate.players.player_kind`); ``rules`` are
    options as in a record. Raises KeyError for an unknown game, ``PlayerError`` for an unknown player, ``OptionError``
    for options, ValueError for a wrong number of players or a seed that is no number below 2**63.
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
        self._recorder = Recorder(self.game, self.options, seat_names(kinds), seed)
        self.mode = mode
        self._announce = announce
        self._cast = cast(kinds)
        self._numbers = [self._cast.kinds[kind] for kind in kinds]
        self._decided = 0
        self._may_compile = mode is Mode.AUTO and self._cast.compilable
        # Interpreted, a player who plays a round to its end for every decision takes minutes for a match.
        at_once = mode is Mode.AUTO and max(self._numbers) > MONTE_CARLO and self._cast.compilable
        if at_once:
            announce(self.game)
        self._use(compiled=mode is Mode.COMPILED or at_once)

    def records(self, count: int, first: int = 0) -> Iterator[Record]:
        """The records of the matches ``first`` … ``first + count − 1``."""
        for match in range(first, first + count):
            yield self.record(match)

    def record(self, match: int) -> Record:
        """The record of one match."""
        if self._may_compile and not self._table.arena.compiled and self._decided > PATIENCE:
            self._announce(self.game)
            self._use(compiled=True)
        played = self._table.play(match, 1)
        self._decided += int(played.move_at[-1])
        return next(self._recorder.records(played))

    def _use(self, *, compiled: bool) -> None:
        self._table = UnitPlayer(
            self.game,
            self.options,
            self._numbers,
            self.seed,
            whole=True,
            keep=True,
            compiled=compiled,
            guests=self._cast.guests,
        )
