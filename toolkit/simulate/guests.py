"""Users' own players at a table: bound to a game, and what they do wrong in words."""

import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.engine.contract import FIRST_GUEST, GAME
from toolkit.engine.guests import Guest
from toolkit.engine.playing import ENDLESS
from toolkit.games.game import Game
from toolkit.records.faults import shown
from toolkit.replay.match import engine_of
from toolkit.simulate.turn import PlayerFault, Turn, adapted, state_of

if TYPE_CHECKING:
    from toolkit.simulate.playing import UnitPlayer

_bound: dict[tuple[str, Guest], Guest] = {}


def bound(game: Game, guest: Guest) -> Guest:
    """The player as the loops of a game call it: a Python function gets a :class:`Turn`."""
    if guest.compiled:
        return guest
    key = game.name, guest
    if key not in _bound:
        _bound[key] = Guest(guest.name, adapted(game, guest.name, guest.function), compiled=False)
    return _bound[key]


def fault_of_error(table: "UnitPlayer", unit: int, error: BaseException) -> PlayerFault:
    """What an exception in play means, where users' own players take part."""
    if isinstance(error, PlayerFault):
        return PlayerFault(f"{error} (unit {unit:,} of seed {table.seed})")
    if any("numba" in Path(each.filename).parts for each in traceback.extract_tb(error.__traceback__)):
        names = ", ".join(shown(guest.name) for guest in table.guests)
        return PlayerFault(f"player {names} cannot be compiled: {_reason(error)}")
    name, turn = _turn(table, unit)
    said = f"{type(error).__name__}: {shown(str(error))}"
    return PlayerFault(f"player {name} failed in {turn.place()}, unit {unit:,} of seed {table.seed}: {said}")


def fault_of_decision(table: "UnitPlayer", unit: int) -> PlayerFault | None:
    """What is wrong where play stopped in a unit; None where the round does not end."""
    name, turn = _turn(table, unit)
    if turn.move > ENDLESS:
        return None
    place = f"{turn.place()}, unit {unit:,} of seed {table.seed}"
    return PlayerFault(f"player {name} decided for nothing that is legal in {place}; {turn.expected()}")


def _turn(table: "UnitPlayer", unit: int) -> tuple[str, Turn]:
    """Who had the move where play stopped, and the position as it was seen."""
    view: Any = state_of(table.game, table.arena.states[GAME])
    seat = view.actor
    shift = unit % table.players if table.rotate else 0
    kind = table.kinds[(seat + shift) % table.players]
    place = kind - FIRST_GUEST
    name = shown(table.guests[place].name) if 0 <= place < len(table.guests) else "of the game"
    engine_of(table.game).hide(view, table.options, seat)
    return name, Turn(table.game, view, table.options, seat, None)


def _reason(error: BaseException) -> str:
    """The lines of an error of Numba that say what and where, in one."""
    lines = [line.strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith(("Failed in", "During:", "-", "<source", "^"))]
    places = [line for line in lines if line.startswith('File "')]
    return shown(f"{type(error).__name__}: " + " ".join([*told[:2], *places[-1:]]), 300)
