"""What keeps a JSON value from being a record, in words: the path, what was found, what was expected."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NamedTuple

from toolkit.records.faults import quoted
from toolkit.records.model import FORMAT, HIGHEST, LOWEST


@dataclass(frozen=True, slots=True)
class Problem:
    """The first thing that is wrong with a value, and the few things that would be right (if few)."""

    message: str
    expected: tuple[str, ...] = ()


Check = Callable[[Any, str], Problem | None]


class Field(NamedTuple):
    """One key of an object: whether it must be there, and the check of its value."""

    required: bool
    check: Check


def check_record(data: Any) -> Problem | None:
    """The first problem of the whole record, in the order of the format's table; None if there is none."""
    # A later format may have other keys, so its number comes first.
    problem = _format(data["format"], "format") if isinstance(data, dict) and "format" in data else None
    problem = problem or _object(data, "", RECORD)
    if problem is not None:
        return problem
    players = len(data["players"])
    for index, each in enumerate(data["rounds"]):
        problem = _one_a_player(each.get("result", {}), f"rounds[{index}].result", players)
        if problem is not None:
            return problem
    return _one_a_player(data.get("result", {}), "result", players)


def _one_a_player(result: Mapping[str, Any], path: str, players: int) -> Problem | None:
    for key in ("points", "ranks", "rank_points"):
        if key in result and len(result[key]) != players:
            return Problem(f"{path}.{key} has {len(result[key])} entries for {players} players; one a player is needed")
    return None


def place(path: str) -> str:
    """A path as messages name it: ``rounds[2].moves[5] (round 3, move 6)``."""
    if not path.startswith("rounds["):
        return path or "the record"
    number, _, rest = path.removeprefix("rounds[").partition("]")
    said = f"round {int(number) + 1}"
    if rest.startswith(".moves["):
        said += f", move {int(rest.removeprefix('.moves[').rstrip(']')) + 1}"
    return f"{path} ({said})"


def described(value: Any) -> str:
    """A JSON value as a message shows it."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return {None: "null", True: "true", False: "false"}.get(value, str(value)) if not _number(value) else str(value)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _wrong(value: Any, path: str, expected: str) -> Problem:
    leave_out = "; leave the key out where there is none" if value is None and not path.endswith("]") else ""
    return Problem(f"{place(path)} is {described(value)} where {expected} is needed{leave_out}")


def _object(value: Any, path: str, fields: Mapping[str, Field]) -> Problem | None:
    if not isinstance(value, dict):
        return _wrong(value, path, "an object")
    known = tuple(fields)
    for key in value:
        if key not in fields:
            near = get_close_matches(key[:100], known, 1)
            hint = f" (did you mean {quoted(near[0])}?)" if near else "; notes of your own belong into meta"
            return Problem(f"unknown key {quoted(key)} in {place(path)}{hint}", known)
    for key, field in fields.items():
        if key in value:
            problem = field.check(value[key], f"{path}.{key}" if path else key)
            if problem is not None:
                return problem
        elif field.required:
            return Problem(f"key {quoted(key)} is missing in {place(path)}")
    return None


def _each(value: Any, path: str, check: Check) -> Problem | None:
    if not isinstance(value, list):
        return _wrong(value, path, "a list")
    for index, item in enumerate(value):
        problem = check(item, f"{path}[{index}]")
        if problem is not None:
            return problem
    return None


def _format(value: Any, path: str) -> Problem | None:
    if type(value) is not int:
        return _wrong(value, path, f"the number {FORMAT}")
    if value != FORMAT:
        return Problem(f"format {value} is not known to this version, which reads format {FORMAT}", (str(FORMAT),))
    return None


def _text(value: Any, path: str) -> Problem | None:
    return None if isinstance(value, str) else _wrong(value, path, "a string")


def _name(value: Any, path: str) -> Problem | None:
    return None if isinstance(value, str) and value else _wrong(value, path, "a string that is not empty")


def _whole(value: Any, path: str) -> Problem | None:
    if type(value) is not int:
        return _wrong(value, path, "a whole number")
    return None if LOWEST <= value <= HIGHEST else _wrong(value, path, "a number between −2^63 and 2^63 − 1")


def _true(value: Any, path: str) -> Problem | None:
    return None if value is True else _wrong(value, path, "true (or no such key)")


def _free(value: Any, path: str) -> Problem | None:
    return None if isinstance(value, dict) else _wrong(value, path, "an object")


def _options(value: Any, path: str) -> Problem | None:
    if not isinstance(value, dict):
        return _wrong(value, path, "an object")
    for name, item in value.items():
        if isinstance(item, int) and not isinstance(item, bool):
            problem = _whole(item, f"{path}.{quoted(name)}")
            if problem is not None:
                return problem
        elif not isinstance(item, bool | str):
            return _wrong(item, f"{path}.{quoted(name)}", "true, false, a whole number or a word")
    return None


def _players(value: Any, path: str) -> Problem | None:
    return _each(value, path, _text) or _filled(value, path, "player")


def _rounds(value: Any, path: str) -> Problem | None:
    return _each(value, path, lambda each, at: _object(each, at, ROUND)) or _filled(value, path, "round")


def _filled(value: Any, path: str, what: str) -> Problem | None:
    return None if value else Problem(f"{path} is empty; at least one {what} is needed")


def _moves(value: Any, path: str) -> Problem | None:
    return _each(value, path, _text)


def _numbers(value: Any, path: str) -> Problem | None:
    return _each(value, path, _whole)


ROUND_RESULT = {"points": Field(True, _numbers), "reason": Field(True, _text)}
MATCH_RESULT = {
    "points": Field(True, _numbers),
    "ranks": Field(True, _numbers),
    "rank_points": Field(False, _numbers),
}
ROUND = {
    "deal": Field(True, _free),
    "moves": Field(True, _moves),
    "result": Field(False, lambda value, path: _object(value, path, ROUND_RESULT)),
}
RECORD = {
    "format": Field(True, _format),
    "game": Field(True, _name),
    "id": Field(True, _name),
    "players": Field(True, _players),
    "rules": Field(False, _options),
    "meta": Field(False, _free),
    "rounds": Field(True, _rounds),
    "result": Field(False, lambda value, path: _object(value, path, MATCH_RESULT)),
    "unfinished": Field(False, _true),
}
