"""Automatic players by name: those of every game, Monte Carlo, and users' own."""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar

from toolkit.engine.contract import FIRST_GUEST, GREEDY, GUESTS, MONTE_CARLO, RANDOM
from toolkit.engine.guests import Guest
from toolkit.records.faults import shown
from toolkit.simulate.sources import source_of

#: Players that every game has.
PLAYERS = {"random": RANDOM, "greedy": GREEDY}
#: How a player by flat Monte Carlo is named, before the number of samples.
SAMPLES = "mc:"
MOST_SAMPLES = 4096
#: The group of entry points in which installed packages offer players.
ENTRY_POINTS = "fuda.players"
#: The names, for messages and help.
NAMES = f"{', '.join(PLAYERS)}, {SAMPLES}N (N samples of the unknown cards, 1 to {MOST_SAMPLES})"
OWN = "module:function, file.py:function"

F = TypeVar("F", bound=Callable[..., Any])

_registered: dict[str, Guest] = {}
_loaded: dict[str, Guest] = {}


class PlayerError(ValueError):
    """A name that no automatic player has, or a player that cannot be loaded."""


def compiled_player(function: F) -> F:
    """Mark a function as a player in the subset that Numba compiles.

    It has the arguments of :func:`toolkit.engine.contract.greedy`: the view of the seat, the options, the seat (from
    0), room for decisions, the seat's random stream; it returns one of the decisions that ``legal`` lists.
    """
    function.is_compiled_player = True  # type: ignore[attr-defined]
    return function


def register(name: str, function: Callable[..., Any]) -> None:
    """Make a function known as a player in this process; ValueError for a name that is taken or that has a comma.

    A name given again replaces the function. Workers in other processes find players by ``module:function`` or as entry
    points of an installed package only; a registered one therefore plays in this process.
    """
    if not name or "," in name or ":" in name or name in PLAYERS:
        raise ValueError(f"player name {shown(repr(name))}: expected one without comma and colon, and not {NAMES}")
    _registered[name] = _guest(name, function)


def player_kind(name: str) -> int:
    """The number that the engine has for a player: ``random``, ``greedy``, ``mc:N`` with N from 1 to 4096.

    Users' own players all have ``FIRST_GUEST`` here; their own numbers depend on who else plays (:func:`cast`).
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
    else:
        guest_named(name)
        return FIRST_GUEST
    raise PlayerError(f"unknown player {shown(repr(name))}; the players are {NAMES}, {OWN}")


def built_in_kind(name: str) -> int:
    """The same of a player of every game; PlayerError for a user's own, where those cannot sit down."""
    kind = FIRST_GUEST if name in _registered or (":" in name and is_own(name)) else player_kind(name)
    if kind == FIRST_GUEST:
        raise PlayerError(f"player {shown(repr(name))} cannot play here; expected {NAMES}")
    return kind


def is_own(name: str) -> bool:
    """Whether the name is one of a user's own player; nothing is loaded."""
    return name not in PLAYERS and not name.startswith(SAMPLES)


class Cast(NamedTuple):
    """Who plays: the kinds by name, and the users' own players in the order of their kinds."""

    kinds: dict[str, int]
    guests: tuple[Guest, ...]

    @property
    def compilable(self) -> bool:
        """Whether all can be compiled."""
        return all(guest.compiled for guest in self.guests)

    @property
    def movable(self) -> bool:
        """Whether other processes find all of them by their names."""
        return all(guest.name not in _registered for guest in self.guests)


def cast(names: Iterable[str]) -> Cast:
    """The players of these names. PlayerError for an unknown one, or more own players than there are places."""
    kinds: dict[str, int] = {}
    guests: list[Guest] = []
    for name in dict.fromkeys(names):
        kind = player_kind(name)
        if kind == FIRST_GUEST:
            kind += len(guests)
            guests.append(guest_named(name))
        kinds[name] = kind
    if len(guests) > GUESTS:
        raise PlayerError(f"{len(guests)} players of your own; there is room for {GUESTS} at a time")
    return Cast(kinds, tuple(guests))


def guest_named(name: str) -> Guest:
    """The user's own player of that name: a registered one, an entry point, ``module:function`` or ``file:function``.

    PlayerError where there is none, or where loading it fails.
    """
    known = _registered.get(name) or _loaded.get(name)
    if known is None:
        known = _loaded[name] = _guest(name, *_function(name))
    return known


def _function(name: str) -> tuple[Any, ModuleType | None]:
    """The function of that name, and the module that it was found in."""
    try:
        name.encode()
    except UnicodeEncodeError:  # bytes of another encoding; no checkpoint, record or worker could hold the name
        raise PlayerError(f"player {shown(repr(name))}: expected a name in UTF-8") from None
    offered = [each for each in entry_points(group=ENTRY_POINTS) if each.name == name]
    place, colon, function = name.rpartition(":")
    if not offered and not (colon and place and function):
        own = "".join(f", {each.name}" for each in entry_points(group=ENTRY_POINTS)) + "".join(
            f", {each}" for each in _registered
        )
        raise PlayerError(f"unknown player {shown(repr(name))}; the players are {NAMES}{own}, {OWN}")
    try:
        if offered:
            return offered[0].load(), None
        module = _file(place) if place.endswith(".py") else _module(place)
    except PlayerError as error:
        raise PlayerError(f"player {shown(name)}: {error}") from None
    except (Exception, SystemExit) as error:
        raise PlayerError(
            f"player {shown(name)} cannot be loaded: {type(error).__name__}: {shown(str(error))}"
        ) from error
    found = getattr(module, function, None)
    if not callable(found):
        raise PlayerError(f"player {shown(name)}: {shown(place)} has no function {shown(repr(function))}{_has(module)}")
    return found, module


def _has(module: ModuleType) -> str:
    """The functions of a module, for a message."""
    names = [
        name
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__ and not name.startswith("_")
    ]
    return f"; it has {', '.join(names[:8])}" if names else ""


def _module(name: str) -> ModuleType:
    """An installed module, or one of the current folder."""
    if importlib.util.find_spec(name.partition(".")[0]) is None:
        here = str(Path.cwd())
        if here not in sys.path:
            sys.path.append(here)
            importlib.invalidate_caches()
        if importlib.util.find_spec(name.partition(".")[0]) is None:
            raise PlayerError(f"there is no module {shown(name)}, installed or in this folder")
    return importlib.import_module(name)


def _file(name: str) -> ModuleType:
    """A module from its file, loaded once."""
    path = Path(name).resolve()
    if not path.is_file():
        raise PlayerError(f"there is no file {shown(name, None)}")
    called = f"fuda_player_{path.stem}_{sha256(str(path).encode()).hexdigest()[:8]}"
    if called in sys.modules:
        return sys.modules[called]
    spec = importlib.util.spec_from_file_location(called, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[called] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[called]
        raise
    return module


def _guest(name: str, function: Any, found_in: ModuleType | None = None) -> Guest:
    """A function as a player; PlayerError for a compiled one that does not stand by itself in its module."""
    plain = getattr(function, "py_func", function)  # of what Numba has compiled
    compiled = bool(getattr(plain, "is_compiled_player", False)) or plain is not function
    if compiled:
        at_home = isinstance(plain, FunctionType) and plain.__module__ in sys.modules
        home = vars(sys.modules[plain.__module__]) if at_home else {}
        if getattr(home.get(plain.__name__), "py_func", home.get(plain.__name__)) is not plain:
            raise PlayerError(f"player {shown(name)}: a compiled player has to be a plain function of a module")
    return Guest(name, plain, compiled, source_of(plain, found_in))


def names_of(players: Iterable[Sequence[str]]) -> list[str]:
    """All names that occur at some tables, each once."""
    return list(dict.fromkeys(name for table in players for name in table))
