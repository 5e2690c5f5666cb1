"""Automatic players by name."""

from toolkit.engine.contract import GREEDY, MONTE_CARLO, RANDOM
from toolkit.records.faults import shown

#: Players that every game has.
PLAYERS = {"random": RANDOM, "greedy": GREEDY}
#: How a player by flat Monte Carlo is named, before the number of samples.
SAMPLES = "mc:"
MOST_SAMPLES = 4096
#: The names, for messages and help.
NAMES = f"{', '.join(PLAYERS)}, {SAMPLES}N (N samples of the unknown cards, 1 to {MOST_SAMPLES})"


class PlayerError(ValueError):
    """A name that no automatic player has."""


def player_kind(name: str) -> int:
    """The number that the engine has for a player: ``random``, ``greedy``, or ``mc:N`` with N from 1 to 4096.

    Raises PlayerError for any other name; the message lists the names.
    """
    known = PLAYERS.get(name)
    if known is not None:
        return known
    if name.startswith(SAMPLES):
        number = name.removeprefix(SAMPLES)
        if number.isascii() and number.isdigit() and len(number) <= len(str(MOST_SAMPLES)):
            if number[0] != "0" and int(number) <= MOST_SAMPLES:
                return MONTE_CARLO + int(number)
    raise PlayerError(f"unknown player {shown(repr(name))}; the players are {NAMES}")
