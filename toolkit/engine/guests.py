"""Players that a user supplies, as the engine binds them.

A guest is a function with the arguments of :func:`toolkit.engine.contract.greedy`. One in the subset that Numba
compiles runs in both modes, like the rules themselves: the names of the contract (``legal``, ``pick``, ``greedy`` …)
that its module imports mean those of the game. Any other runs interpreted only.
"""

import hashlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

#: Values of a module that are part of what is compiled, wherever the module has them from.
CONSTANTS = (int, float, str, tuple)


@dataclass(frozen=True)
class Guest:
    """A user's own player: its name, its function, and whether that is in the subset that Numba compiles.

    ``source`` is a hash of the files that it was loaded from; empty for what was typed in.
    """

    name: str
    function: Callable[..., Any]
    compiled: bool
    source: str = ""

    @property
    def module(self) -> ModuleType:
        """The module that the function stands in."""
        return sys.modules[self.function.__module__]

    @property
    def file(self) -> Path | None:
        """The file that the function stands in; None for what was typed in."""
        assert isinstance(self.function, FunctionType)
        path = Path(self.function.__code__.co_filename)
        return path if path.is_file() else None


def modules_of(guests: Sequence[Guest]) -> dict[str, ModuleType]:
    """The modules of guests that may be compiled, by name."""
    return {guest.module.__name__: guest.module for guest in guests if guest.compiled}


def hash_of(guests: Sequence[Guest]) -> str | None:
    """A hash of all that the compiled code of guests comes from; None where that cannot be told."""
    digest = hashlib.sha256()
    for guest in guests:
        path = guest.file
        if path is None:
            return None
        digest.update(f"{guest.function.__name__}\0{path}\0".encode() + path.read_bytes())
        for name, value in sorted(vars(guest.module).items()):
            if isinstance(value, CONSTANTS) and not name.startswith("__"):
                digest.update(f"\0{name}={value!r}".encode())
    return digest.hexdigest()[:16]
