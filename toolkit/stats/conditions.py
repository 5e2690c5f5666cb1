"""Conditions like ``player == "Aoi" and players == 4``: read without running them, as polars expressions.

The text is parsed as a Python expression, and of its tree only what is named here is understood: names, constants,
comparisons, lists behind ``in``, ``and``, ``or``, ``not``. Nothing is ever called or evaluated.
"""

import ast
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

import polars as pl

from toolkit import games
from toolkit.games.game import Choice, Flag
from toolkit.records.faults import shown
from toolkit.replay.columns import columns

#: Characters of a condition, and parts of it inside each other, at most.
LONGEST, DEEPEST = 2000, 40
#: The tables that conditions speak of, from the coarse to the fine; ``rules`` are the options of a match.
LEVELS = ("matches", "rounds", "seats")
RULES = "rules"
#: Columns that hold JSON and are not for comparing.
HIDDEN = ("rules", "meta", "deal")
#: Whole numbers that the tables can hold.
LARGEST = 2**63 - 1
ALLOWED = 'names, numbers, "texts", True, False, None, ==, !=, <, <=, >, >=, in [...], and, or, not, parentheses'
#: How comparisons are written.
SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}
#: Names for constants that are not Python's.
WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "none": None, "null": None}


class FilterError(ValueError):
    """A condition that cannot be read or does not fit; the message says what is wrong and what would do."""


class UnknownNameError(FilterError):
    """A condition about a ``name`` that the game does not have."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message)
        self.name = name


class Name(NamedTuple):
    """Something that a condition can ask about: ``rounds.stake`` is a number, ``rounds.reason`` one of some words."""

    table: str
    name: str
    #: ``number``, ``text``, ``truth`` or ``word``.
    kind: str
    words: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name with its table."""
        return f"{self.table}.{self.name}"


class Operand(NamedTuple):
    """One side of a comparison: a name or a constant."""

    expression: pl.Expr
    kind: str
    text: str
    name: Name | None = None
    value: object = None


@dataclass(frozen=True)
class Condition:
    """A condition of one game: the expression over columns called ``table.name``, and what it asks about."""

    expression: pl.Expr
    names: tuple[Name, ...]

    @property
    def level(self) -> int:
        """What it chooses, the finest that it asks about: matches (0), rounds (1) or seats (2)."""
        return max((LEVELS.index(each.table) for each in self.names if each.table != RULES), default=0)


@cache
def names_of(game: str) -> tuple[Name, ...]:
    """Everything that a condition can ask about in a game."""
    known = games.get(game)
    found = []
    keys = {"match_id": "matches", "round": "rounds"}
    for table in LEVELS:
        for column in columns(known)[table]:
            if column.name not in HIDDEN and keys.get(column.name, table) == table:
                found.append(_named(table, column.name, column.type))
    for option in known.options:
        if isinstance(option.kind, Choice):
            found.append(Name(RULES, option.name, "word", option.kind.words))
        else:
            found.append(Name(RULES, option.name, "truth" if isinstance(option.kind, Flag) else "number"))
    return tuple(found)


def _named(table: str, name: str, kind: object) -> Name:
    if isinstance(kind, pl.Enum):
        return Name(table, name, "word", tuple(kind.categories))
    return Name(table, name, {pl.String: "text", pl.Boolean: "truth"}.get(kind, "number"))  # type: ignore[call-overload]


def condition(game: str, text: str) -> Condition:
    """The condition of a text for a game.

    FilterError for a text that is none or compares what cannot be compared, UnknownNameError for a name that the game
    does not have.
    """
    reader = _Reader(game)
    expression = reader.truth(_parsed(text), 0)
    return Condition(expression, tuple(reader.used.values()))


def _parsed(text: str) -> ast.expr:
    """The tree of a text; FilterError where it is no expression."""
    if len(text) > LONGEST:
        raise FilterError(f"the condition has {len(text):,} characters; at most {LONGEST:,} are read")
    if not text.strip():
        raise FilterError(f"the condition is empty; a condition is made of {ALLOWED}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise FilterError(_syntax(text.strip(), error)) from None
    except (ValueError, RecursionError, MemoryError):
        raise FilterError(f"the condition {shown(repr(text))} is not readable; it is made of {ALLOWED}") from None


def _syntax(text: str, error: SyntaxError) -> str:
    """What is wrong with a text that is no expression, with the mistakes that are made most."""
    for found, hint in (
        ("“”„‘’「」", "write quotes as \" or '"),
        ("&|", "write and, or"),
        ("!", "write not, or !="),
        ("=", "write == to compare"),
    ):
        doubled = text.replace("==", "").replace("!=", "").replace("<=", "").replace(">=", "")
        if any(sign in doubled for sign in found):
            return f"the condition {shown(repr(text))} is not readable: {hint}"
    where = f" at character {error.offset}" if error.offset else ""
    return f"the condition {shown(repr(text))} is not readable{where}; it is made of {ALLOWED}"


class _Reader:
    """Turns the tree of a condition into an expression, and remembers the names it asks about."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.used: dict[str, Name] = {}

    def truth(self, node: ast.expr, depth: int) -> pl.Expr:
        """A part of the condition that holds or not; never null."""
        if depth > DEEPEST:
            raise FilterError(f"the condition has parts inside each other more than {DEEPEST} deep")
        if isinstance(node, ast.BoolOp):
            parts = [self.truth(each, depth + 1) for each in node.values]
            return pl.all_horizontal(parts) if isinstance(node.op, ast.And) else pl.any_horizontal(parts)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ~self.truth(node.operand, depth + 1)
        if isinstance(node, ast.Compare):
            return self._comparisons(node)
        side = self._operand(node)
        if side.kind != "truth":
            raise FilterError(f"{side.text} is {_a(side.kind)}, not true or false; compare it, like {_example(side)}")
        return side.expression.fill_null(False)

    def _comparisons(self, node: ast.Compare) -> pl.Expr:
        """``a < b <= c`` and the like: every pair holds."""
        sides = [node.left, *node.comparators]
        pairs = zip(sides[:-1], node.ops, sides[1:], strict=True)
        return pl.all_horizontal([self._pair(left, op, right) for left, op, right in pairs])

    def _pair(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> pl.Expr:
        if isinstance(op, ast.In | ast.NotIn):
            found = self._is_one_of(left, right)
            return found if isinstance(op, ast.In) else ~found
        one, two = self._operand(left), self._operand(right)
        if one.name is None and two.name is None:
            raise FilterError(f"{one.text} and {two.text} are both constants; compare one with a name, like player")
        if isinstance(op, ast.Is | ast.IsNot) and "none" not in (one.kind, two.kind):
            raise FilterError("write == and != instead of is and is not")
        if isinstance(op, ast.NotEq | ast.IsNot):
            return ~_compared(one, "==", two)
        return _compared(one, "==" if isinstance(op, ast.Is) else SIGNS[type(op)], two)

    def _is_one_of(self, left: ast.expr, right: ast.expr) -> pl.Expr:
        if not isinstance(right, ast.List | ast.Tuple | ast.Set):
            raise FilterError("behind in stands a list of constants, like reason in [...]")
        side = self._operand(left)
        choices = [self._operand(each) for each in right.elts]
        if side.name is None or any(each.name for each in choices):
            raise FilterError("before in stands a name, behind it a list of constants")
        return pl.any_horizontal([pl.lit(False), *(_compared(side, "==", each) for each in choices)])

    def _operand(self, node: ast.expr) -> Operand:
        """A name or a constant."""
        if isinstance(node, ast.Name) and node.id.lower() in WORDS:
            return _constant(WORDS[node.id.lower()])
        if isinstance(node, ast.Name):
            return self._column("", node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return self._column(node.value.id, node.attr)
        if isinstance(node, ast.Constant):
            return _constant(node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            value = node.operand.value
            if isinstance(value, int | float) and not isinstance(value, bool):
                return _constant(-value)
        if isinstance(node, ast.BoolOp | ast.Compare | ast.UnaryOp):
            raise FilterError("a comparison stands inside another one; join comparisons with and, or, not")
        raise FilterError(f"{_kind_of(node)} is not allowed in a condition; it is made of {ALLOWED}")

    def _column(self, table: str, name: str) -> Operand:
        known = names_of(self.game)
        found = [each for each in known if each.name == name and table in ("", each.table)]
        if not found:
            raise unknown_name(self.game, f"{table}.{name}" if table else name, known)
        if len(found) > 1:
            raise FilterError(f"{name} is ambiguous; write {' or '.join(each.key for each in found)}")
        self.used[found[0].key] = found[0]
        return Operand(pl.col(found[0].key), found[0].kind, f"{table}.{name}" if table else name, found[0])


def _constant(value: object) -> Operand:
    """A constant of a condition; FilterError for one that no column can hold."""
    text = shown(repr(value))
    if value is None:
        return Operand(pl.lit(None), "none", "None")
    if isinstance(value, bool):
        return Operand(pl.lit(value), "truth", text, value=value)
    if isinstance(value, int | float):
        if isinstance(value, int) and abs(value) > LARGEST:
            raise FilterError(f"the number {text} is too large")
        return Operand(pl.lit(value), "number", text, value=value)
    if isinstance(value, str):
        return Operand(pl.lit(value), "text", text, value=value)
    raise FilterError(f"{text} is not allowed in a condition; it is made of {ALLOWED}")


def _compared(one: Operand, sign: str, two: Operand) -> pl.Expr:
    """``one sign two`` as an expression, false where something is missing; FilterError if they do not compare."""
    if "none" in (one.kind, two.kind):
        if sign != "==":
            raise FilterError("None is compared with == and != only")
        return (one if two.kind == "none" else two).expression.is_null()
    kinds = {"text" if side.kind == "word" else side.kind for side in (one, two)}
    if len(kinds) > 1:
        raise FilterError(f"{one.text} is {_a(one.kind)} and {two.text} is {_a(two.kind)}; they cannot be compared")
    for side, other in ((one, two), (two, one)):
        if side.kind == "word" and side.name is not None and other.name is None and other.value not in side.name.words:
            raise FilterError(f"{side.text} is never {other.text}; it is one of {', '.join(side.name.words)}")
    if sign != "==" and ("truth" in kinds or "word" in (one.kind, two.kind)):
        raise FilterError(f"{one.text} and {two.text} have no order; compare them with == or !=")
    left, right = (side.expression.cast(pl.String) if side.kind == "word" else side.expression for side in (one, two))
    made = {
        "==": left == right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[sign]
    return made.fill_null(False)


def _a(kind: str) -> str:
    return {"number": "a number", "text": "a text", "truth": "true or false", "word": "a word"}.get(kind, "missing")


def _example(side: Operand) -> str:
    if side.name is None:
        return 'player == "Aoi"'
    value = {"number": "1", "word": f'"{side.name.words[0]}"' if side.name.words else '""'}.get(side.kind, '"…"')
    return f"{side.text} == {value}"


def _kind_of(node: ast.expr) -> str:
    """What a part of the tree that is not allowed is called."""
    names: dict[type[ast.expr], str] = {
        ast.Call: "a call",
        ast.Lambda: "a lambda",
        ast.Attribute: "a chain of names",
        ast.Subscript: "an index",
        ast.BinOp: "arithmetic",
        ast.IfExp: "if and else",
        ast.JoinedStr: "an f-string",
        ast.List: "a list that does not follow in",
        ast.Tuple: "a comma outside a list",
    }
    return names.get(type(node), "this kind of expression")


def unknown_name(who: str, name: str, known: Sequence[Name], more: str = "") -> UnknownNameError:
    """That ``who`` has no such name, which is near, and all that there are."""
    near = get_close_matches(name.rpartition(".")[2], [each.name for each in known], 1)
    hint = f"; did you mean {near[0]}?" if near else "."
    lists = []
    for table in (*LEVELS, RULES):
        found = [each.name for each in known if each.table == table]
        lists += [f"{table}: {', '.join(found)}"] if found else []
    what = f"{who} has" if who == "no game" else f"{who} has no"
    return UnknownNameError(f"{what} {shown(name)}{hint} The names are, by table, {'; '.join(lists)}{more}", name)
