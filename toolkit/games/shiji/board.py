"""The table as text for a terminal and as SVG for a notebook."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from toolkit.games.shiji.cards import DIGITS, FREE, KINDS, MORNING, NAMES, PANIC, STARS
from toolkit.games.shiji.lays import value_to_beat
from toolkit.games.shiji.options import LEFT, Options
from toolkit.games.shiji.state import (
    ASCENDING,
    CHOOSE_HAND,
    EMPTY,
    LAY,
    NO_LAY,
    PASS,
    REASONS,
    RECOVER,
    RELEASE,
    REWARD,
    ROW,
    SEATS,
    TAX,
    THUNDER,
    VEILED,
    State,
)
from toolkit.games.shiji.svg import draw_board

PLACES = ("先手", "後手")
#: Terminal styles of digits, stars, X.
DIGIT_STYLE = "bold"
STAR_STYLE = "bold yellow"
PANIC_STYLE = "bold red"
BACK = "▒"
GAP = "·"


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a market: a kind of card, −1 for a veiled card, −2 for an empty place."""

    kind: int
    latest: bool


BACK_KIND = -1
EMPTY_KIND = -2


@dataclass(frozen=True, slots=True)
class Seat:
    """What a player has on the table; ``hand`` is None where it is hidden."""

    name: str
    place: str
    hand: tuple[int, ...] | None
    hand_size: int
    land_size: int
    merchant: bool
    lays: int
    #: Pairs of the market from left to right (雷霆 is a group of three).
    market: tuple[tuple[Place, ...], ...]
    latest: str
    has_move: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A position to look at; it prints well with Rich and shows itself as a picture in a notebook."""

    title: str
    order: str
    star: str
    status: str
    seats: tuple[Seat, Seat]

    def __rich__(self) -> RenderableType:
        lines: list[RenderableType] = [
            Text.assemble(("order  ", "dim"), (self.order, "bold"), ("    last star  ", "dim"), (self.star, "bold"))
        ]
        for seat in reversed(self.seats):
            lines += [Text(), _headline(seat), _hand_line(seat), _market_line(seat)]
        lines += [Text(), Text(self.status)]
        return Panel(Group(*lines), title=Text(self.title), title_align="left", expand=False)

    def _repr_svg_(self) -> str:
        return draw_board(self)


def _headline(seat: Seat) -> Text:
    merchant = "0" if seat.merchant else "taken"
    return Text.assemble(
        ("▶ " if seat.has_move else "  ", "bold green"),
        (f"{seat.name} {seat.place}", "bold"),
        (f"    hand {seat.hand_size}   land {seat.land_size}   merchant {merchant}   lays {seat.lays}", "dim"),
        (f"   latest {seat.latest}", "dim"),
    )


def _hand_line(seat: Seat) -> Text:
    line = Text("  手札  ", style="dim")
    if seat.hand is None:
        return line.append(f"{BACK} " * seat.hand_size, style="dim")
    for kind in seat.hand:
        line.append(f"{NAMES[kind]} ", style=_style(kind))
    return line


def _market_line(seat: Seat) -> Text:
    line = Text("  市場  ", style="dim")
    for group in seat.market:
        for place in group:
            if place.kind == BACK_KIND:
                line.append(BACK, style="dim")
            elif place.kind == EMPTY_KIND:
                line.append(GAP, style="dim")
            else:
                line.append(NAMES[place.kind], style=_style(place.kind) + (" underline" if place.latest else ""))
        line.append(" ")
    return line


def _style(kind: int) -> str:
    return DIGIT_STYLE if kind < DIGITS else PANIC_STYLE if kind == PANIC else STAR_STYLE


def board(s: State, o: Options, names: Sequence[str], seat: int | None = None) -> Board:
    """The table as it stands. Where ``seat`` (from 0) is given, the other hand is shown by its size only."""
    title = f"四時の札遊び · move {s.move}"
    if seat is not None:
        title += f" · as {names[seat]} sees it"
    order = "昇順 (0→9)" if s.order == ASCENDING else "逆順 (9→0)"
    star = "free" if s.last_star == FREE else NAMES[s.last_star]
    if s.last_star != FREE and o.motion:
        star += f" (next {NAMES[MORNING + (s.last_star - MORNING + 1) % STARS]})"
    seats = tuple(_seat(s, o, names, number, seat) for number in range(SEATS))
    return Board(title, order, star, _status(s, o, names), (seats[0], seats[1]))


def _seat(s: State, o: Options, names: Sequence[str], number: int, viewer: int | None) -> Seat:
    hidden = viewer is not None and viewer != number and not o.handless
    cards = tuple(kind for kind in range(KINDS) for _ in range(s.hand[number * KINDS + kind]))
    return Seat(
        name=names[number],
        place=PLACES[number],
        hand=None if hidden else cards,
        hand_size=s.hand_size[number],
        land_size=s.land_size[number],
        merchant=bool(s.merchant[number]),
        lays=s.lays[number],
        market=_market(s, o, number),
        latest=_latest(s, o, number),
        has_move=s.actor == number,
    )


def _market(s: State, o: Options, number: int) -> tuple[tuple[Place, ...], ...]:
    """The row in groups of two; the latest lay is marked, and 雷霆 is a group of three."""
    begin, end = s.row_begin[number], s.row_end[number]
    size = 3 if s.latest[number] == THUNDER else 2 if s.latest[number] != NO_LAY else 0
    latest = range(begin, begin + size) if o.placement == LEFT else range(end - size, end)
    places = []
    for place in range(begin, end):
        at = number * ROW + place
        kind = EMPTY_KIND if s.face[at] == EMPTY else BACK_KIND if s.face[at] == VEILED else s.row[at]
        places.append(Place(kind, place in latest))
    groups = []
    while places:
        count = 3 if size == 3 and (places[0].latest or len(places) == 3) else 2
        groups.append(tuple(places[:count]))
        places = places[count:]
    return tuple(groups)


def _latest(s: State, o: Options, number: int) -> str:
    """The cards of the latest lay as they lie, ``–`` before the first."""
    if s.latest[number] == NO_LAY:
        return "–"
    size = 3 if s.latest[number] == THUNDER else 2
    begin = s.row_begin[number] if o.placement == LEFT else s.row_end[number] - size
    return "".join(NAMES[s.row[number * ROW + place]] for place in range(begin, begin + size))


def _status(s: State, o: Options, names: Sequence[str]) -> str:
    if s.over:
        winner = next((names[seat] for seat in range(SEATS) if s.points[seat] > 0), None)
        return f"over ({REASONS[s.reason]}): {winner + ' wins' if winner is not None else 'a draw'}"
    if s.actor < 0:
        return "not begun"
    return f"{names[s.actor]} {_due(s, o)}"


def _due(s: State, o: Options) -> str:
    """What is due from the player who has the move."""
    if s.phase == LAY:
        to_beat = value_to_beat(s, o, s.actor)
        return "lays any pair" if to_beat < 0 else f"lays; to beat {to_beat:02d}"
    return {
        CHOOSE_HAND: "chooses a hand",
        REWARD: f"draws {s.due} as reward",
        TAX: f"draws {s.due} as tax",
        RECOVER: "takes back a veiled card",
        RELEASE: "may release with 00",
        PASS: "has no lay and passes",
    }[s.phase]
