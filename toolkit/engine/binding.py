"""A game's rules bound to the loops, interpreted or compiled."""

from collections.abc import Callable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any

from toolkit.engine import choosing, continuing, contract, loops, playing
from toolkit.engine.guests import Guest, modules_of

#: The modules whose functions are bound to a game.
BOUND = (loops, playing, continuing, choosing, contract)


class Engine:
    """The loops (:data:`BOUND`) and the functions of the contract for one game.

    ``Engine(name, rules)`` interprets, ``Engine(name, rules, compiled=True)`` compiles: the attributes are
    the same functions of the same sources. Compiling happens at the first call of a function.
    ``guests`` are users' own players, in the order of their kinds from ``FIRST_GUEST`` on, at most ``GUESTS``.
    """

    def __init__(
        self,
        name: str,
        rules: Mapping[Callable[..., Any], Callable[..., Any]],
        *,
        compiled: bool = False,
        guests: Sequence[Guest] = (),
    ) -> None:
        self.name = name
        self.compiled = compiled
        rules = {**rules, **{contract.GUEST_PLACES[place]: each.function for place, each in enumerate(guests)}}
        if compiled:
            from toolkit.engine.compiling import Compiler

            self._bind: Any = Compiler(name, rules, guests).twin
        else:
            self._bind = Interpreter(rules, modules_of(guests)).twin
        self._made: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        made = self._made.get(name)
        if made is None:
            owner = next((module for module in BOUND if name in vars(module)), contract)
            made = self._made[name] = self._bind(getattr(owner, name))
        return made


class Interpreter:
    """Plain copies of the loops, and of ``others`` by name, with a game's functions in place of the contract's."""

    def __init__(
        self, rules: Mapping[Callable[..., Any], Callable[..., Any]], others: Mapping[str, ModuleType] | None = None
    ) -> None:
        self._rules = rules
        self._modules = {**{module.__name__: module for module in BOUND}, **(others or {})}
        self._namespaces: dict[str, dict[str, Any]] = {}

    def twin(self, function: Any) -> Any:
        """The function itself, or its copy bound to the game if it is one of the loops or the contract."""
        function = self._rules.get(function, function)
        module = self._modules.get(getattr(function, "__module__", None) or "")
        if module is None or function.__name__ not in vars(module):
            return function
        return self._namespace(module)[function.__name__]

    def _namespace(self, module: Any) -> dict[str, Any]:
        known = self._namespaces.get(module.__name__)
        if known is None:
            known = self._namespaces[module.__name__] = dict(vars(module))
            for name, value in vars(module).items():
                if isinstance(value, FunctionType):
                    known[name] = (
                        FunctionType(value.__code__, known, name, value.__defaults__)
                        if value.__module__ == module.__name__ and value not in self._rules
                        else self.twin(value)
                    )
        return known
