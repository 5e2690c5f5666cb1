"""The table of a round, as text for a terminal and as SVG for a notebook."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from toolkit.games.shishibo.cards import CARDS, HIKARI, PLANTS, TANE, TANZAKU, WORDS
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.settlement import REASONS, total_of
from toolkit.games.shishibo.state import (
    FLIP_PHASE,
    HAND,
    KOTSU_PHASE,
    MIZU_PHASE,
    PASS_PHASE,
    SHOW_PHASE,
    SHOWN,
    State,
)
from toolkit.games.shishibo.yaku import SHIHON, YAKU, card_points, dekiyaku_of

PHASE_NAMES = {
    MIZU_PHASE: "見ずコツ",
    PASS_PHASE: "出る/下りる",
    KOTSU_PHASE: "コツ",
    SHOW_PHASE: "手役",
    FLIP_PHASE: "turning over the stock",
}
PLACES = ("親", "中", "ビキ")
#: Colours of 光, タネ, 短冊, カス: terminal style and SVG fill, told apart by the letter as well.
STYLES = ("bold yellow", "cyan", "red", "dim")
FILLS = ("#f6d365", "#a9d6e5", "#f4a6a0", "#ecebe4")


def _group(card: int) -> int:
    bit = 1 << card
    return 0 if bit & HIKARI else 1 if bit & TANE else 2 if bit & TANZAKU else 3


def _cards(mask: int) -> list[int]:
    return [card for card in range(CARDS) if mask >> card & 1]


@dataclass(frozen=True, slots=True)
class Seat:
    """One row of the table."""

    name: str
    place: str
    hand: list[int]
    hidden: int
    captured: list[int]
    yaku: str
    points: str
    has_move: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A position to look at; it prints well with Rich and shows itself as a picture in a notebook."""

    title: str
    status: str
    on_field: list[int]
    turned: int
    stock: int
    seats: list[Seat]

    def __rich__(self) -> RenderableType:
        table = Table(expand=False, show_edge=False, pad_edge=False, header_style="bold")
        for heading in ("", "player", "hand", "captured", "役", "points"):
            table.add_column(heading, justify="right" if heading == "points" else "left", overflow="fold")
        for seat in self.seats:
            mark = Text("▶" if seat.has_move else " ", style="bold green")
            hand = _text(seat.hand) + Text(" ▒▒" * seat.hidden, style="dim")
            who = Text(f"{seat.name}{'  ' + seat.place if seat.place else ''}", style="bold" if seat.has_move else "")
            table.add_row(mark, who, hand, _text(seat.captured), seat.yaku, seat.points)
        field = Text.assemble(("場  ", "bold"), _text(self.on_field))
        if self.turned >= 0:
            field.append_text(Text.assemble(("    山札から  ", "bold"), _text([self.turned])))
        field.append(f"    山札 {self.stock}", style="dim")
        return Panel(Group(field, Text(), table, Text(), Text(self.status)), title=Text(self.title), expand=False)

    def _repr_svg_(self) -> str:
        rows = [_svg_row(40, "場", self.on_field, 0, mark=False)]
        if self.turned >= 0:
            rows.append(_svg_row(40, "", [self.turned], 0, mark=False, x=690))
        y = 110
        for seat in self.seats:
            label = f"{seat.name} {seat.place} {seat.points}".strip()
            rows.append(_svg_row(y, label, seat.hand, seat.hidden, mark=seat.has_move))
            rows.append(_svg_row(y + 49, seat.yaku, seat.captured, 0, mark=False, small=True))
            y += 100
        body = "".join(rows)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="760" height="{y + 10}" viewBox="0 0 760 {y + 10}"'
            f' font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="#2f5d50"/>'
            f'<text x="12" y="22" fill="#fff">{escape(self.title)} · {escape(self.status)} · 山札 {self.stock}</text>'
            f"{body}</svg>"
        )


def _text(cards: Sequence[int]) -> Text:
    text = Text()
    for index, card in enumerate(cards):
        text.append(("" if index == 0 else " ") + WORDS[card], style=STYLES[_group(card)])
    return text


def _svg_row(
    y: int, label: str, cards: Sequence[int], hidden: int, *, mark: bool, small: bool = False, x: int = 12
) -> str:
    """A labelled row of cards; hidden ones show their backs."""
    width, height, step = (22, 30, 24) if small else (34, 44, 38)
    parts = []
    if label:
        fill = "#ffd166" if mark else "#fff"
        shown = label if len(label) <= 22 else label[:21] + "…"
        parts.append(f'<text x="{x}" y="{y + height / 2 + 4}" fill="{fill}">{escape(shown)}</text>')
    left = x + (170 if x == 12 else 0)
    size = 9 if small else 12
    for index, card in enumerate([*cards, *[-1] * hidden]):
        at = left + index * step
        fill = FILLS[_group(card)] if card >= 0 else "#7b2d26"
        parts.append(f'<rect x="{at}" y="{y}" width="{width}" height="{height}" rx="3" fill="{fill}" stroke="#333"/>')
        if card >= 0:
            text = f'<text x="{at + width / 2}" text-anchor="middle" font-size="{size}"'
            parts.append(f'{text} y="{y + height * 0.45}">{WORDS[card]}</text>')
            parts.append(f'{text} y="{y + height * 0.82}">{PLANTS[card // 4][0]}</text>')
    return "".join(parts)


def board(s: Any, o: Options, names: Sequence[str], seat: int | None = None) -> Board:
    """The table as it stands; ``s`` is already a view where ``seat`` (from 0) is given."""
    over = bool(s.over)
    if over:
        who = f"{names[s.winner]} wins {s.points[s.winner]}" if s.winner >= 0 else "redealt"
        status = f"round {s.round + 1} is over ({REASONS[s.reason]}): {who}"
    else:
        status = f"{names[s.actor]} has the move: {PHASE_NAMES.get(s.phase, 'plays a card')}"
    title = f"猪牡忠臣 · round {s.round + 1} · 相場 {s.stake}"
    if seat is not None:
        title += f" · as {names[seat]} sees it"
    seats = [_seat(s, o, names, number) for number in range(s.players)]
    stock = max(0, s.n_stock - s.stock_at) if s.phase > SHOW_PHASE else s.n_stock
    return Board(title, status, _cards(s.on_field), s.turned, stock, seats)


def _seat(s: State, o: Options, names: Sequence[str], number: int) -> Seat:
    hand = _cards(s.hands[number])
    held = s.held[number] if s.held[number] <= HAND else 0
    captured = s.captured[number]
    place = next((PLACES[index] for index in range(3) if s.places[index] == number), "")
    if number == s.white:
        place = "白札"
    elif not place:
        place = "親" if number == s.opener and not s.over else "下り" if not s.remaining >> number & 1 else ""
    yaku = [YAKU[index][1] for index in range(SHIHON, 5) if s.shown[number] == SHOWN and s.teyaku[number] >> index & 1]
    yaku += [YAKU[index][1] for index in range(8, 15) if dekiyaku_of(captured) >> index & 1]
    points = ""
    if captured or place in PLACES:
        points = f"{card_points(captured, o)}"
        if total_of(s, o, number) != card_points(captured, o):
            points += f" → {total_of(s, o, number)}"
    return Seat(
        names[number], place, hand, held - len(hand), _cards(captured), " ".join(yaku), points, s.actor == number
    )
