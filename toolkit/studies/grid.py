"""Grids of rules: every combination of the values of some options, all on the same deals."""

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from toolkit.games.game import Choice, Flag, Game, Number, Option
from toolkit.records.faults import shown

#: More points than these take too long to play and to read; a sensitivity study asks fewer of more options.
MOST_POINTS = 200

Value = bool | int | str

_SPAN = re.compile(r"(-?[0-9]{1,9}):(-?[0-9]{1,9})(?::([0-9]{1,9}))?")


class GridError(ValueError):
    """A grid that cannot be made; the message says what would do."""


class Varied(NamedTuple):
    """An option and the values that it takes."""

    name: str
    values: tuple[Value, ...]


def varied(game: Game, text: str) -> Varied:
    """What ``NAME=VALUES`` means: ``a:b`` (both ends), ``a:b:step``, values between commas, or ``all``.

    GridError for an unknown option, and for values that it cannot take.
    """
    name, sign, values = text.partition("=")
    if not sign or not values:
        raise GridError(f"--vary {shown(repr(text))}: expected NAME=VALUES, like hand_limit=8:12 or rounds=10,13")
    option = next((each for each in game.options if each.name == name), None)
    if option is None:
        raise GridError(f"unknown option {shown(repr(name))} of {game.name}; `fuda rules {game.name}` lists them")
    found = list(dict.fromkeys(value for part in values.split(",") for value in _values(option, part)))
    for value in found:
        _check(option, value)
    return Varied(name, tuple(found))


def _values(option: Option, part: str) -> list[Value]:
    kind = option.kind
    span = _SPAN.fullmatch(part)
    if part == "all":
        return _all(option)
    if span and isinstance(kind, Number):
        low, high, step = int(span[1]), int(span[2]), int(span[3] or 1)
        if low > high or step == 0:
            raise GridError(f"--vary {option.name}={part}: expected low:high or low:high:step")
        if (high - low) // step >= MOST_POINTS:
            raise GridError(f"--vary {option.name}={part}: more than {MOST_POINTS} values; take a step, low:high:step")
        reached = list(range(low, high + 1, step))
        return [each for each in reached if each in kind.values] if kind.values else list(reached)
    if isinstance(kind, Flag) and part in ("true", "false"):
        return [part == "true"]
    if isinstance(kind, Number) and re.fullmatch(r"-?[0-9]{1,9}", part):
        return [int(part)]
    return [part]


def _all(option: Option) -> list[Value]:
    kind = option.kind
    if isinstance(kind, Flag):
        return [False, True]
    if isinstance(kind, Choice):
        return list(kind.words)
    if kind.values:
        return list(kind.values)
    if kind.high - kind.low >= MOST_POINTS:
        raise GridError(f"--vary {option.name}=all: {option.range()} are too many; take low:high:step")
    return list(range(kind.low, kind.high + 1))


def _check(option: Option, value: Value) -> None:
    from toolkit.games.game import OptionError

    try:
        option.decode(value)
    except OptionError as error:
        raise GridError(f"--vary: {error.message}") from None


def points(options: Sequence[Varied]) -> list[dict[str, Value]]:
    """All combinations of the values, the last option changing fastest; GridError for more than ``MOST_POINTS``."""
    sizes = [len(each.values) for each in options]
    if math.prod(sizes) > MOST_POINTS:
        told = " × ".join(map(str, sizes))
        raise GridError(
            f"{told} = {math.prod(sizes):,} points; at most {MOST_POINTS}: take fewer values, or --sensitivity"
        )
    names = [each.name for each in options]
    return [dict(zip(names, values, strict=True)) for values in itertools.product(*(each.values for each in options))]


def spelt(point: Mapping[str, Value]) -> str:
    """A point as NAME=VALUE,NAME=VALUE."""
    return ",".join(f"{name}={value_text(value)}" for name, value in point.items())


def value_text(value: Value) -> str:
    """A value as it is written on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)
