"""From which files a user's own player was loaded, as a hash that tells whether they have changed."""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any


def source_of(function: Any, home: ModuleType | None) -> str:
    """A hash of the files of a player: its own, that of the module it was named in, and those beside that they use.

    Beside are modules of the same folder or package. Empty for a player without a file. What else it reads when it
    plays cannot be known.
    """
    own = sys.modules.get(_text(getattr(function, "__module__", "")))
    first = [module for module in (home, own) if module is not None and _file_of(module) is not None]
    folders = {path.parent for module in first if (path := _file_of(module)) is not None}
    packages = tuple(f"{module.__name__.partition('.')[0]}." for module in first)
    found: dict[Path, bytes] = {}
    waiting = list(first)
    while waiting:
        module = waiting.pop()
        path = _file_of(module)
        if path is None or path in found:
            continue
        if path.parent in folders or module.__name__.startswith(packages):
            found[path] = path.read_bytes()
            waiting += _used(module)
    if not found:
        return ""
    digest = hashlib.sha256()
    for path in sorted(found):
        digest.update(f"{path.name}\0{len(found[path])}\0".encode(errors="replace") + found[path])
    return digest.hexdigest()


def _used(module: ModuleType) -> Iterator[ModuleType]:
    """The modules that a module has in its names, or has functions and classes of."""
    for value in list(vars(module).values()):
        if isinstance(value, ModuleType):
            yield value
        elif isinstance(value, FunctionType | type):
            other = sys.modules.get(_text(value.__module__))
            if other is not None:
                yield other


def _file_of(module: ModuleType) -> Path | None:
    path = Path(_text(vars(module).get("__file__")))
    return path.resolve() if path.is_file() else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
