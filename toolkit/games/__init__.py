"""The games, by name."""

from functools import cache
from importlib import import_module

from toolkit.games.game import Game

#: Every game, by the name that records and commands use. A further game is a folder and a line here.
NAMES = ("shiji", "shishibo", "masho")


@cache
def get(name: str) -> Game:
    """The game of that name; KeyError if there is none."""
    if name not in NAMES:
        raise KeyError(f"unknown game {name!r}; the games are {', '.join(NAMES)}")
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game
