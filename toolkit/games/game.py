"""What the rest of the toolkit knows of a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from toolkit.engine.state import CommonState
from toolkit.records.faults import shown


class GameError(ValueError):
    """Something a record says that a game cannot accept; ``rule`` is an identifier or None."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule


class DealError(GameError):
    """The deal of a round is not the pack."""


class DealShapeError(DealError):
    """The deal of a round lacks a key, has an unknown one, or a value of the wrong type."""


class TokenError(GameError):
    """A token that cannot be read."""


class OptionError(GameError):
    """An unknown option, a value outside its range, or a forbidden combination."""


@dataclass(frozen=True, slots=True)
class Number:
    """An option that is a whole number from ``low`` to ``high``, or one of ``values`` if given."""

    low: int
    high: int
    meaning: str
    rule: str
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Flag:
    """An option that is true or false."""

    meaning: str
    rule: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that is one of some words; the engine uses the index of the word."""

    words: tuple[str, ...]
    meaning: str
    rule: str


@dataclass(frozen=True, slots=True)
class Option:
    """One rule option: its name, its kind, and the engine's number for its default."""

    name: str
    kind: Number | Flag | Choice
    default: int

    def decode(self, value: object) -> int:
        """The engine's number for a value of a record or a rule file; OptionError if it is none."""
        kind = self.kind
        if isinstance(kind, Flag) and isinstance(value, bool):
            return int(value)
        if isinstance(kind, Choice) and isinstance(value, str) and value in kind.words:
            return kind.words.index(value)
        if isinstance(kind, Number) and isinstance(value, int) and not isinstance(value, bool):
            if value in kind.values if kind.values else kind.low <= value <= kind.high:
                return value
        raise OptionError(f"option {self.name} is {shown(repr(value))}; expected {self.expected()}", kind.rule)

    def encode(self, number: int) -> bool | int | str:
        """The value of a record for the engine's number."""
        if isinstance(self.kind, Flag):
            return bool(number)
        if isinstance(self.kind, Choice):
            return self.kind.words[number]
        return number

    @property
    def type(self) -> str:
        """The type of a value in a record: ``int``, ``bool`` or ``str``."""
        return {Number: "int", Flag: "bool", Choice: "str"}[type(self.kind)]

    def range(self) -> str:
        """The possible values in short: ``1–100``, ``true, false``."""
        if isinstance(self.kind, Flag):
            return "true, false"
        if isinstance(self.kind, Choice):
            return ", ".join(self.kind.words)
        return ", ".join(map(str, self.kind.values)) if self.kind.values else f"{self.kind.low}–{self.kind.high}"

    def expected(self) -> str:
        """The possible values in words."""
        if isinstance(self.kind, Flag):
            return "true or false"
        if isinstance(self.kind, Choice):
            return " or ".join(f'"{word}"' for word in self.kind.words)
        if self.kind.values:
            return "one of " + ", ".join(map(str, self.kind.values))
        return f"a whole number from {self.kind.low} to {self.kind.high}"


def options_of(options: type[Any]) -> tuple[Option, ...]:
    """The options of a game, from the annotations and defaults of its ``Options`` named tuple.

    Every field is ``name: Annotated[int, Number(…) | Flag(…) | Choice(…)] = default``.
    """
    hints = get_type_hints(options, include_extras=True)
    found = []
    for name in options._fields:
        assert get_origin(hints[name]) is Annotated
        found.append(Option(name, get_args(hints[name])[1], int(options._field_defaults[name])))
    return tuple(found)


def decode_options(game: str, options: type[Any], table: Sequence[Option], given: Mapping[str, object]) -> Any:
    """The engine's options of a game for values by name; ``table`` is :func:`options_of` the options.

    Raises OptionError for an unknown name or a wrong value.
    """
    known = {option.name: option for option in table}
    for name in given:
        if name not in known:
            raise OptionError(f"unknown option {shown(repr(name))} of {game}; `fuda rules {game}` lists the options")
    return options(**{name: known[name].decode(value) for name, value in given.items()})


class Feature(NamedTuple):
    """One number that the rules leave in ``s.round_features`` or ``s.seat_features`` at the end of a round.

    ``kind`` is ``int``, ``bool``, ``seat`` (from 0 in the state, from 1 in tables), or a tuple of words of
    which the number is the index. A value of −1 means "none" and becomes null where ``nullable`` is set.
    """

    name: str
    kind: str | tuple[str, ...]
    meaning: str
    nullable: bool = False


class Pattern(NamedTuple):
    """A kind of event that is a 役 or one of the goods.

    ``details`` are the details of the kind that are 役 of their own; without, the whole kind is one, called ``name``.
    """

    name: str
    details: range | None = None


class Fault(NamedTuple):
    """Why a decision is illegal: the rule it breaks and a sentence."""

    rule: str
    message: str


@dataclass(frozen=True)
class Game:
    """One game: its data, its rules as plain functions, and how records spell it."""

    name: str
    title: str
    seats: range
    Options: type[Any]
    State: type[CommonState]
    #: The game's functions by the functions of :mod:`toolkit.engine.contract` that they implement.
    rules: Mapping[Callable[..., Any], Callable[..., Any]]
    #: Room that ``legal`` needs, and that a round's decisions and deal need at most.
    most_legal: int
    most_moves: int
    most_deal: int
    reasons: tuple[str, ...]
    #: Names of ``s.round_features[i]``, and of ``s.seat_features[seat * len(seat_features) + i]``.
    round_features: tuple[Feature, ...]
    seat_features: tuple[Feature, ...]
    event_kinds: tuple[str, ...]
    #: (kind, detail) of an event → its text for people and tables.
    describe_event: Callable[[int, int], str]
    #: (deal object of a record, players, options) → numbers for ``set_deal``; raises DealError,
    #: and DealShapeError before any other.
    read_deal: Callable[[Mapping[str, Any], int, Any], list[int]]
    #: (numbers of ``get_deal``, players, options) → the deal object of a record.
    write_deal: Callable[[Sequence[int], int, Any], dict[str, Any]]
    #: (token, players) → (seat, decision); raises TokenError. Accepts every spelling that is read.
    parse: Callable[[str, int], tuple[int, int]]
    #: (seat, decision) → the canonical token; "" for a silent decision.
    write: Callable[[int, int], str]
    #: (code of ``check``, state, options, seat, decision) → the rule that is broken, and how.
    explain: Callable[[int, Any, Any, int, int], Fault]
    #: (state, options, names, seat whose view it is or None) → the table as Rich markup-free text.
    board: Callable[..., Any]
    #: Raises OptionError for combinations that the rules forbid: (options, players).
    forbid: Callable[[Any, int], None] = lambda _options, _players: None
    #: Whether the result of a match has ``rank_points``: players → bool.
    has_rank_points: Callable[[int], bool] = lambda _players: False
    #: Kinds of events that are 役 or goods; statistics count them.
    patterns: Mapping[str, Pattern] = field(default_factory=dict)
    #: Verbs whose arguments only their own player sees.
    secret_verbs: frozenset[str] = frozenset()
    #: Japanese terms of the reasons, for people; what has none is left out.
    reason_terms: Mapping[str, str] = field(default_factory=dict)
    #: (deal object of a record, players) → the part of it that does not depend on how the round was played.
    dealt: Callable[[Mapping[str, Any], int], Mapping[str, Any]] = lambda deal, _players: deal
    options: tuple[Option, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", options_of(self.Options))

    @cached_property
    def pattern_names(self) -> tuple[tuple[str, str], ...]:
        """(section, name) of every 役 and every kind of goods, in the order in which the loops count them."""
        return tuple(
            (each.name, each.name if detail is None else self.describe_event(kind, detail))
            for kind, each in self._patterns()
            for detail in each.details or (None,)
        )

    @cached_property
    def pattern_at(self) -> tuple[int, ...]:
        """Two numbers a kind of event: 1 if it is a pattern (2: by its detail), and the place of (detail 0 of) it."""
        numbers = [0] * (2 * len(self.event_kinds))
        place = 0
        for kind, each in self._patterns():
            numbers[2 * kind] = 1 if each.details is None else 2
            numbers[2 * kind + 1] = place if each.details is None else place - each.details.start
            place += len(each.details or (None,))
        return tuple(numbers)

    def _patterns(self) -> list[tuple[int, Pattern]]:
        return [(self.event_kinds.index(kind), each) for kind, each in self.patterns.items()]

    @property
    def players_wanted(self) -> str:
        """How many players it takes, in words: ``2``, ``3 to 7``."""
        low, high = self.seats[0], self.seats[-1]
        return f"{low}" if low == high else f"{low} to {high}"

    def read_options(self, given: Mapping[str, object], players: int) -> Any:
        """The engine's options for the ``rules`` of a record; OptionError names what is wrong."""
        o = decode_options(self.name, self.Options, self.options, given)
        self.forbid(o, players)
        return o

    def write_options(self, o: Any) -> dict[str, bool | int | str]:
        """The ``rules`` of a record: the options that differ from their defaults, in table order."""
        return {
            option.name: option.encode(getattr(o, option.name))
            for option in self.options
            if getattr(o, option.name) != option.default
        }
