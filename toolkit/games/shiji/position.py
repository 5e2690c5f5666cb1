"""Positions with open hands, set up from the outside: 詰み札 (SJ-44)."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.games.game import GameError, OptionError, options_of
from toolkit.games.shiji import rules
from toolkit.games.shiji.cards import DIGITS, FREE, KINDS, MORNING, NAMES, NIGHT, PACK, PANIC, name_cards, read_cards
from toolkit.games.shiji.goods import windows_made
from toolkit.games.shiji.options import Options
from toolkit.games.shiji.state import (
    ASCENDING,
    DIGIT_PAIR,
    EMPTY,
    FACE_UP,
    LAY,
    NO_LAY,
    PANIC_PAIR,
    ROW,
    ROW_START,
    SEATS,
    STAR_PAIR,
    VEILED,
    State,
)

#: Options that may differ in a 詰み札; the others are 競技者間調整, which it does not know.
ALLOWED_RULES = (
    "rounds",
    "hand_limit",
    "after_star",
    "zero_join",
    "closing_both",
    "veil_blocks",
    "tax_bankrupt",
    "panic_taxed",
)
ORDERS = ("ascending", "descending")
PLAYER_KEYS = ("hand", "land", "market", "merchant", "latest", "lays")
POSITION_KEYS = ("title", "turn", "order", "last_star", "use", "p1", "p2", "rules", "meta", "solution")


class PositionError(GameError):
    """A position that cannot be read, or that the cards of the packs cannot form."""


@dataclass
class Side:
    """One player's cards. A market is written from left to right, veiled cards in parentheses, ``_`` for an
    empty place: ``9(33)4``. ``land`` is None where nothing is drawn. ``latest`` is the latest lay, by default
    the last two cards of the market; ``lays`` is how often the player has laid."""

    hand: str
    land: str | None = None
    market: str = ""
    merchant: bool = True
    latest: str | None = None
    lays: int | None = None


@dataclass
class Position:
    """A position before the turn of ``turn`` (1 or 2); ``last_star`` is None when free.

    ``use`` names the cards of which the first lay may be made, None for any.
    """

    sides: tuple[Side, Side]
    turn: int = 1
    order: str = ORDERS[ASCENDING]
    last_star: str | None = None
    use: str | None = None
    title: str = ""
    rules: Mapping[str, object] = field(default_factory=dict)
    options: Options = field(init=False)

    def __post_init__(self) -> None:
        self.options = _read_rules(self.rules)

    def state(self) -> State:
        """The state of the engine at the start of the turn; PositionError where the cards cannot be so."""
        s = State()
        s.players = SEATS
        o = self.options
        rules.begin_match(s, o)
        rules.begin_round(s, o)
        s.order = ORDERS.index(self.order)
        s.last_star = FREE if self.last_star is None else NAMES.index(self.last_star)
        s.drawless = 1 if self.sides[0].land is None else 0
        for seat, side in enumerate(self.sides):
            _set_cards(s, seat, side)
            _set_row(s, seat, side)
            _set_latest(s, o, seat, side)
            _count_pack(s, seat)
        s.actor = self.turn - 1
        s.phase = LAY
        return s

    def usable(self) -> set[int] | None:
        """The kinds of cards that the first lay may be made of, None for all."""
        return None if self.use is None else set(_kinds(self.use, "use"))


def load_position(path: Path) -> Position:
    """The position of a TOML or JSON file (by its ending); PositionError or OSError where it cannot be read."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
        given = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except UnicodeDecodeError:
        raise PositionError("the file is not UTF-8") from None
    except (ValueError, RecursionError) as error:  # ValueError itself: a number of thousands of digits
        kind = "JSON" if path.suffix == ".json" else "TOML"
        raise PositionError(f"not readable as {kind}: {error}") from None
    if not isinstance(given, dict):
        raise PositionError("a position is a table with p1 and p2")
    return read_position(given)


def read_position(given: Mapping[str, Any]) -> Position:
    """A position from the keys of a TOML or JSON file; PositionError names what is wrong."""
    _known_keys(given, POSITION_KEYS, "")
    sides = []
    for name in ("p1", "p2"):
        side = given.get(name)
        if not isinstance(side, Mapping):
            raise PositionError(f"{name} is missing; expected a table with hand, and land or not")
        _known_keys(side, PLAYER_KEYS, f"{name}.")
        sides.append(_read_side(side, name))
    if (sides[0].land is None) != (sides[1].land is None):
        raise PositionError("give both lands, or neither for a position without draws")
    turn = given.get("turn", "p1")
    if turn not in ("p1", "p2"):
        raise PositionError(f"turn is {turn!r}; expected p1 or p2")
    order = given.get("order", ORDERS[ASCENDING])
    if order not in ORDERS:
        raise PositionError(f"order is {order!r}; expected ascending or descending")
    rule_values = given.get("rules", {})
    if not isinstance(rule_values, Mapping):
        raise PositionError("rules has to be a table of options")
    use = given.get("use")
    return Position(
        sides=(sides[0], sides[1]),
        turn=1 if turn == "p1" else 2,
        order=order,
        last_star=_read_star(given.get("last_star", "free")),
        use=None if use is None else name_cards(_kinds(use, "use")),
        title=str(given.get("title", "")),
        rules=rule_values,
    )


def _known_keys(given: Mapping[str, Any], known: tuple[str, ...], prefix: str) -> None:
    for key in given:
        if key not in known:
            raise PositionError(f"unknown key {prefix}{key}; the keys are {', '.join(known)}")


def _read_side(given: Mapping[str, Any], name: str) -> Side:
    if "hand" not in given:
        raise PositionError(f"{name}.hand is missing")
    for key in ("hand", "land", "market", "latest"):
        if not isinstance(given.get(key, ""), str):
            raise PositionError(f"{name}.{key} has to be text")
    if not isinstance(given.get("merchant", True), bool):
        raise PositionError(f"{name}.merchant has to be true or false")
    lays = given.get("lays")
    if lays is not None and (not isinstance(lays, int) or isinstance(lays, bool) or lays < 0):
        raise PositionError(f"{name}.lays has to be a whole number from 0")
    return Side(**{key: given[key] for key in PLAYER_KEYS if key in given})


def _read_star(name: object) -> str | None:
    if name == "free":
        return None
    kinds = read_cards(name) if isinstance(name, str) else None
    if kinds is None or len(kinds) != 1 or not MORNING <= kinds[0] <= NIGHT:
        raise PositionError(f"last_star is {name!r}; expected 朝, 昼, 夕, 夜 or free")
    return NAMES[kinds[0]]


def _read_rules(given: Mapping[str, object]) -> Options:
    known = {option.name: option for option in options_of(Options)}
    numbers = {}
    for name, value in given.items():
        if name not in ALLOWED_RULES:
            raise PositionError(
                f"option {name} has no place in a 詰み札; allowed are {', '.join(ALLOWED_RULES)}", "SJ-44"
            )
        try:
            numbers[name] = known[name].decode(value)
        except OptionError as error:
            raise PositionError(error.message, error.rule) from None
    return Options(**numbers)


def _kinds(text: object, place: str) -> list[int]:
    kinds = read_cards(text) if isinstance(text, str) else None
    if kinds is None:
        raise PositionError(f"{place} is {text!r}; cards are {NAMES}", "SJ-1")
    return kinds


def _set_cards(s: State, seat: int, side: Side) -> None:
    name = f"p{seat + 1}"
    hand = _kinds(side.hand, f"{name}.hand")
    land = _kinds(side.land or "", f"{name}.land")
    for kind in range(KINDS):
        s.hand[seat * KINDS + kind] = hand.count(kind)
        s.land[seat * KINDS + kind] = land.count(kind)
    s.hand_size[seat] = len(hand)
    s.land_size[seat] = len(land)
    s.merchant[seat] = int(side.merchant)


def _set_row(s: State, seat: int, side: Side) -> None:
    face = FACE_UP
    at = seat * ROW + ROW_START
    for character in side.market.replace("|", ""):
        if character in "()":
            if (face == VEILED) == (character == "("):
                raise PositionError(f"p{seat + 1}.market {side.market!r}: parentheses do not match")
            face = VEILED if character == "(" else FACE_UP
            continue
        kind = 0 if character == "_" else _kinds(character, f"p{seat + 1}.market")[0]
        if face == VEILED and (character == "_" or kind >= DIGITS):
            raise PositionError(f"p{seat + 1}.market {side.market!r}: only digits can be veiled", "SJ-11")
        s.row[at] = kind
        s.face[at] = EMPTY if character == "_" else face
        s.veiled[seat] += 1 if face == VEILED else 0
        at += 1
    if face == VEILED:
        raise PositionError(f"p{seat + 1}.market {side.market!r}: parentheses do not match")
    s.row_end[seat] = at - seat * ROW
    cards = s.row_end[seat] - ROW_START
    if cards % 2:
        raise PositionError(f"p{seat + 1}.market has {cards} places; pairs make an even number", "SJ-12")
    s.lays[seat] = cards // 2 if side.lays is None else side.lays


def _set_latest(s: State, o: Options, seat: int, side: Side) -> None:
    """The latest lay and its goods: the last two cards of the market, unless ``latest`` says otherwise."""
    end = seat * ROW + s.row_end[seat]
    whole = s.row_end[seat] > ROW_START and s.face[end - 1] != EMPTY and s.face[end - 2] != EMPTY
    pair = s.row[end - 2 : end] if whole else []
    if side.latest is not None:
        given = _kinds(side.latest, f"p{seat + 1}.latest")
        if len(given) not in (0, 2):
            raise PositionError(f"p{seat + 1}.latest is {side.latest!r}; expected two cards, or none", "SJ-12")
        if given and pair and given != pair:
            raise PositionError(f"p{seat + 1}.latest {side.latest} does not end the market", "SJ-5")
        pair = given
    if not pair:
        s.latest[seat] = NO_LAY
        return
    if any(MORNING <= kind <= NIGHT for kind in pair):
        s.latest[seat] = STAR_PAIR
    elif PANIC in pair:
        s.latest[seat] = PANIC_PAIR
    else:
        s.latest[seat] = DIGIT_PAIR
        s.latest_value[seat] = 10 * pair[0] + pair[1]
    if whole and s.face[end - 1] == FACE_UP and s.face[end - 2] == FACE_UP:
        s.row_end[seat] -= 2
        s.made[seat] = windows_made(s, o, seat, pair[0], pair[1]) if o.goods else 0
        s.row_end[seat] += 2


def _count_pack(s: State, seat: int) -> None:
    """No player may have more of a card than the pack (SJ-1)."""
    held = [s.hand[seat * KINDS + kind] + s.land[seat * KINDS + kind] for kind in range(KINDS)]
    held[0] += s.merchant[seat]
    for place in range(s.row_begin[seat], s.row_end[seat]):
        if s.face[seat * ROW + place] != EMPTY:
            held[s.row[seat * ROW + place]] += 1
    for kind, count in enumerate(held):
        if count > PACK[kind]:
            raise PositionError(f"p{seat + 1} has {NAMES[kind]} {count} times; the pack has {PACK[kind]}", "SJ-1")
