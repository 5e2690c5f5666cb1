"""What is simulated: a game under one or more variants, on the same deals."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec

from toolkit import games
from toolkit.games.game import Game
from toolkit.simulate.players import Cast, cast, names_of
from toolkit.simulate.quantities import Quantities
from toolkit.simulate.recording import seat_names

#: Units of a seed; more would need longer names of the random streams.
MOST_UNITS = 1 << 32


class Variant(msgspec.Struct, frozen=True):
    """Rules (options as in a record, only those that differ from the defaults) and the players by seat."""

    rules: dict[str, bool | int | str]
    players: tuple[str, ...]


class Experiment(msgspec.Struct, frozen=True, dict=True):
    """Units of a game, rounds or ``whole`` matches, each played under every variant with the same chance.

    With ``rotate`` the players move on by one seat from unit to unit, so that each opens equally often.
    """

    game: str
    variants: tuple[Variant, ...]
    seed: int
    whole: bool = False
    rotate: bool = True

    @cached_property
    def rules_of_game(self) -> Game:
        """The game itself."""
        return games.get(self.game)

    @cached_property
    def quantities(self) -> tuple[Quantities, ...]:
        """What is counted under each variant: the same places everywhere."""
        return tuple(
            Quantities(self.rules_of_game, seat_names(each.players), whole=self.whole, rotate=self.rotate)
            for each in self.variants
        )

    @cached_property
    def cast(self) -> Cast:
        """The players of all variants."""
        return cast(names_of(each.players for each in self.variants))

    def options(self, variant: int) -> Any:
        """The engine's options under a variant."""
        chosen = self.variants[variant]
        return self.rules_of_game.read_options(chosen.rules, len(chosen.players))

    def encoded(self) -> bytes:
        """As JSON, for workers, checkpoints and comparison."""
        return msgspec.json.encode(self)


def experiment(
    game: str,
    variants: Sequence[tuple[dict[str, Any], Sequence[str]]],
    seed: int,
    *,
    whole: bool = False,
    rotate: bool = True,
) -> Experiment:
    """An experiment whose parts were checked: (rules, players) a variant.

    Raises KeyError for an unknown game, ``PlayerError`` for an unknown player, ``OptionError`` for options,
    ValueError for players that do not fit.
    """
    chosen = games.get(game)
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"seed {seed}; expected 0 to 2**63 - 1")
    cast(names_of(players for _, players in variants))
    made = []
    for rules, players in variants:
        if len(players) not in chosen.seats:
            raise ValueError(f"{len(players)} players; {chosen.title} is for {chosen.players_wanted}")
        if len(players) != len(variants[0][1]):
            raise ValueError("all variants need the same number of players")
        options = chosen.read_options(rules, len(players))
        made.append(Variant(chosen.write_options(options), tuple(players)))
    return Experiment(game, tuple(made), seed, whole, rotate)
