"""What was played as records: names, notes, deals and decisions of units."""

from collections.abc import Iterator, Sequence
from typing import Any

from toolkit.engine.chance import ALGORITHM
from toolkit.games.game import Game
from toolkit.records.model import Record, Round, RoundResult, meta_of
from toolkit.records.writing import json_text
from toolkit.replay.batch import POINTS, result_of
from toolkit.simulate.playing import Played


class Recorder:
    """Tells the units of one seed as records: whole matches, or single rounds (``unfinished`` where more would follow).

    ``players`` are the names by seat in unit 0. With ``rotate`` they move on by one seat from unit to unit, and a
    record lists them as they sat: its first player opened.
    """

    def __init__(
        self, game: Game, options: Any, players: Sequence[str], seed: int, *, whole: bool = True, rotate: bool = False
    ) -> None:
        self.game, self.options, self.seed = game, options, seed
        self.players, self.whole, self.rotate = list(players), whole, rotate
        self.rules = game.write_options(options)
        self._unit = "match" if whole else "round"

    def id_of(self, unit: int) -> str:
        """The id of a unit: ``shishibo-7-12`` is match 12 of the seed 7, ``shishibo-7-r12`` its round 12."""
        return f"{self.game.name}-{self.seed}-{'' if self.whole else 'r'}{unit}"

    def note_of(self, unit: int) -> dict[str, Any]:
        """The ``meta`` of a unit."""
        return {"source": "automatic players", "seed": self.seed, self._unit: unit, "chance": ALGORITHM}

    def note_text(self, unit: int) -> str:
        """The ``meta`` of a unit as a record writes it."""
        return json_text(self.note_of(unit))

    def players_of(self, unit: int) -> list[str]:
        """The names by seat in a unit."""
        shift = unit % len(self.players) if self.rotate else 0
        return self.players[shift:] + self.players[:shift]

    def deals_of(self, played: Played) -> list[dict[str, Any]]:
        """The deals of all rounds that were played and kept, as records have them."""
        codes, deal_at, players = played.deals.tolist(), played.deal_at.tolist(), len(self.players)
        return [
            self.game.write_deal(codes[deal_at[number] : deal_at[number + 1]], players, self.options)
            for number in range(len(played.rounds))
        ]

    def records(self, played: Played, deals: Sequence[dict[str, Any]] | None = None) -> Iterator[Record]:
        """The records of the units that were played and kept; ``deals`` as of :meth:`deals_of`."""
        dealt = self.deals_of(played) if deals is None else deals
        write, players, move_at = self.game.write, len(self.players), played.move_at.tolist()
        tokens = list(map(write, played.seats.tolist(), played.decisions.tolist()))
        heads, starts = played.rounds[:, : POINTS + players].tolist(), played.round_at.tolist()
        for index, row in enumerate(played.matches.tolist()):
            unit = played.first + index
            rounds = [
                Round(
                    dealt[number],
                    tokens[move_at[number] : move_at[number + 1]],
                    RoundResult(heads[number][POINTS:], self.game.reasons[heads[number][1]]),
                )
                for number in range(starts[index], starts[index + 1])
            ]
            yield Record(
                format=1,
                game=self.game.name,
                id=self.id_of(unit),
                players=self.players_of(unit),
                rounds=rounds,
                rules=self.rules,
                meta=meta_of(self.note_of(unit)),
                result=result_of(self.game, players, row),
                unfinished=row[1] == 0,
            )


def seat_names(players: Sequence[str]) -> list[str]:
    """Names of automatic players: their kind, and the seat at which they begin."""
    return [f"{kind} p{seat}" for seat, kind in enumerate(players, 1)]
