"""Compiled twins of plain functions.

The rules are plain Python inside the subset that Numba compiles, and never import Numba. A
:class:`Compiler` gives the compiled twin of such a function: the same code object, with globals in
which every function of the toolkit is replaced by its own twin and every table (a tuple of numbers)
by a read-only array. There is no second implementation.

Kernels are cached on disk in a folder named by a hash of all sources that can take part, because Numba
itself only watches the file a kernel stands in and not the files it calls into.
"""

import getpass
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload, overload_method
from platformdirs import user_cache_path

from toolkit.engine import chance, choosing, continuing, contract, playing, state
from toolkit.engine.guests import Guest, hash_of, modules_of

PACKAGE = Path(__file__).resolve().parent.parent
#: Functions of these packages are compiled where they are called.
COMPILED = ("toolkit.engine.", "toolkit.games.")
#: Modules of which every function may call users' own players.
GUEST_CALLERS = (choosing.__name__, playing.__name__, continuing.__name__)
#: What happens at every decision of a player is compiled into its caller: handing on the many parts of the arrays
#: that it takes would need a third of the time of a round.
INLINED = (chance.below, choosing.choose, choosing.choose_greedily, contract.pick)


@intrinsic  # type: ignore[untyped-decorator]
def _population(typing_context: Any, value: Any) -> Any:
    """The number of ones in a 64-bit integer."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@overload_method(types.Integer, "bit_count")  # type: ignore[untyped-decorator]
def _bit_count(value: Any) -> Any:
    """``int.bit_count`` for compiled code (Numba has none); the value must not be negative."""

    def count(value: Any) -> Any:
        return _population(value)

    return count


@intrinsic  # type: ignore[untyped-decorator]
def _copy_record(typing_context: Any, states: Any, to: Any, source: Any, size: Any) -> Any:
    """Copy the first ``size`` bytes of one record of an array over another."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        width = cgutils.unpack_tuple(builder, array.strides, 1)[0]
        bytes_of = builder.bitcast(array.data, cgutils.voidptr_t)
        target = builder.gep(bytes_of, [builder.mul(arguments[1], width)])
        origin = builder.gep(bytes_of, [builder.mul(arguments[2], width)])
        cgutils.raw_memcpy(builder, target, origin, arguments[3], 1)
        return context.get_dummy_value()

    return types.void(states, types.intp, types.intp, types.intp), generate


@overload(state.copy_state)  # type: ignore[untyped-decorator]
def _copy_state(states: Any, to: Any, source: Any) -> Any:
    size = states.dtype.offset("events")

    def copy(states: Any, to: Any, source: Any) -> None:
        _copy_record(states, to, source, size)

    return copy


@cache
def source_hash(name: str) -> str:
    """A hash of every source that the compiled code of a game can come from, and of what compiles it."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for folder in (PACKAGE / "engine", PACKAGE / "games" / name):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(name: str, guests: str = "") -> Path | None:
    """Where the compiled code of a game is kept: the user's cache folder, else a temporary one, else nowhere.

    ``guests`` is the hash of users' own players, for what depends on them.
    """
    for parent in _cache_parents():
        folder = parent / "compiled" / f"{name}-{source_hash(name)}{guests and '-'}{guests}"
        try:
            parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_own(parent):
                continue
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def _cache_parents() -> Iterator[Path]:
    """Places for the compiled code; there may be no home, no name of the user and no temporary folder (containers)."""
    own = user_cache_path("fuda")
    if own.is_absolute():
        yield own
    with suppress(OSError):
        user = os.getuid() if hasattr(os, "getuid") else getpass.getuser()
        yield Path(tempfile.gettempdir()) / f"fuda-{user}"


def _is_own(folder: Path) -> bool:
    """Whether nobody else can put files there: compiled code is loaded and run."""
    if sys.platform == "win32":
        return True
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


class Entry:
    """A compiled function to be called from Python.

    Options go in as a record (:func:`toolkit.engine.state.record_of`), which compiled functions hand on as one address;
    a tuple they would hand on as all its numbers, which takes half of the time of a round.
    """

    def __init__(self, dispatcher: Any) -> None:
        self.dispatcher = dispatcher

    def __call__(self, *arguments: Any) -> Any:
        """Call it; arguments that are options are converted."""
        return self.dispatcher(*(state.record_of(each) if isinstance(each, tuple) else each for each in arguments))


class Compiler:
    """Compiled twins of the functions of one game.

    ``bindings`` replaces functions while compiling: the loops call the functions of the contract, and are
    compiled once for each game with the game's own functions in their place.
    ``name`` is the game: its sources decide whether kernels on disk are still good. What depends on ``guests`` (users'
    own players, bound already) is kept in a folder of its own.
    """

    def __init__(
        self,
        name: str,
        bindings: Mapping[Callable[..., Any], Callable[..., Any]] | None = None,
        guests: Sequence[Guest] = (),
    ) -> None:
        self.name = name
        self._bindings = dict(bindings or {})
        self._inlined = {self._bindings.get(function, function) for function in INLINED}
        self._guest_modules = frozenset(modules_of(guests))
        self._guest_hash = hash_of(guests) if guests else ""
        self._namespaces: dict[str, dict[str, Any]] = {}
        self._twins: dict[FunctionType, Any] = {}
        self._entries: dict[FunctionType, Entry] = {}

    def twin(self, function: Callable[..., Any]) -> "Entry":
        """The compiled twin of a plain function."""
        function = self._bindings.get(function, function)
        assert isinstance(function, FunctionType)
        known = self._entries.get(function)
        if known is None:
            with self._cache() as cached:
                known = self._entries[function] = Entry(self._made(function, cached, entry=True))
        return known

    def is_cached(self) -> bool:
        """Whether anything compiled for this name lies on disk already."""
        if self._guest_hash is None:
            return False
        folder = cache_folder(self.name, self._guest_hash)
        return folder is not None and any(folder.rglob("*.nbc"))

    @contextmanager
    def _cache(self) -> Iterator[bool]:
        folder = cache_folder(self.name)
        kept = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder) if folder else kept
        try:
            yield folder is not None
        finally:
            numba.config.CACHE_DIR = kept

    def _twin(self, function: FunctionType, cached: bool) -> Any:
        known = self._twins.get(function)
        if known is not None:
            return known
        made = self._made(function, cached, entry=False)
        # Collecting the names of its module may have made it meanwhile; there must be only one.
        return self._twins.setdefault(function, made)

    def _made(self, function: FunctionType, cached: bool, *, entry: bool) -> Any:
        """A dispatcher; only an entry can be called from Python (the wrapper for that takes long to compile)."""
        namespace = self._namespace(sys.modules[function.__module__], cached)
        copy = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
        copy.__module__ = function.__module__
        copy.__qualname__ = f"{function.__qualname__}.entry" if entry else function.__qualname__
        depends = bool(self._guest_modules) and self._depends_on_guests(function)
        cached = cached and not (depends and self._guest_hash is None)
        folder = cache_folder(self.name, (self._guest_hash or "") if depends else "")
        if folder is not None:
            numba.config.CACHE_DIR = str(folder)
        # Nothing is allocated; without NRT arrays are not counted at every call, a quarter of the time.
        made = numba.njit(
            cache=cached,
            nogil=True,
            error_model="numpy",
            no_cpython_wrapper=not entry,
            no_cfunc_wrapper=True,
            forceinline=function in self._inlined,
            _nrt=False,
        )(copy)
        made.get_call_template = _PlainCalls(made.get_call_template)
        return made

    def _depends_on_guests(self, function: FunctionType) -> bool:
        """Whether users' own players take part in a function: itself, or what it calls."""
        module = function.__module__
        return module in self._guest_modules or module in GUEST_CALLERS or function is contract.guest

    def _is_compiled(self, function: FunctionType) -> bool:
        return function.__module__.startswith(COMPILED) or function.__module__ in self._guest_modules

    def _namespace(self, module: ModuleType, cached: bool) -> dict[str, Any]:
        known = self._namespaces.get(module.__name__)
        if known is not None:
            return known
        namespace = self._namespaces[module.__name__] = {"__name__": module.__name__, "__builtins__": __builtins__}
        for name, value in vars(module).items():
            if isinstance(value, FunctionType):
                value = self._bindings.get(value, value)
            if isinstance(value, FunctionType) and value is not state.copy_state and self._is_compiled(value):
                namespace[name] = self._twin(value, cached)
            elif name not in namespace:
                namespace[name] = _table(value)
        return namespace


class _PlainCalls:
    """The call template of a dispatcher for plain types.

    Numba would compile a function again for every combination of literal arguments it is called with
    (``emit(s, 3, seat, 1, 0)``), which more than doubles the time to compile a game.
    """

    def __init__(self, template: Callable[..., Any]) -> None:
        self._template = template

    def __call__(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        plain = {name: types.unliteral(value) for name, value in kws.items()}
        return self._template(tuple(map(types.unliteral, args)), plain)


def _table(value: Any) -> Any:
    """A tuple of numbers (or of equally long such tuples) as a read-only array; other values as they are."""
    if type(value) is not tuple or not value:
        return value
    items = value[0] if type(value[0]) is tuple else value
    if not all(isinstance(item, int) for item in items):
        return value
    array = np.array(value, dtype=np.int64)
    array.flags.writeable = False
    return array
