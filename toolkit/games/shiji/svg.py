"""The table as a self-contained SVG picture."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from toolkit.games.shiji.cards import DIGITS, NAMES

if TYPE_CHECKING:
    from toolkit.games.shiji.board import Board, Place, Seat

WIDTH = 980
MARGIN = 20
CARD = (30, 42)
STEP = 32
PAIR_GAP = 8
ROW_HEIGHT = 56
SEAT_HEIGHT = 2 * ROW_HEIGHT + 34
MIDDLE = 46
TOP = 44
FONT = "'IPAexGothic','Noto Sans CJK JP','Hiragino Sans','Yu Gothic',sans-serif"

#: Colours of 朝 昼 夕 夜 X on their cards.
STAR_FILLS = ("#f7b267", "#f6d743", "#ef7674", "#5b6fb5", "#3b3b46")
STAR_INKS = ("#5a2d00", "#594a00", "#5c0f0d", "#ffffff", "#ff6b6b")


def draw_board(board: Board) -> str:
    """The picture of a board: p2 above, the order between, p1 below."""
    height = TOP + 2 * SEAT_HEIGHT + MIDDLE + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
        f' font-family="{FONT}" role="img" aria-label="{escape(board.title)}">',
        '<defs><pattern id="back" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="6" height="6" fill="#7b8fa1"/><rect width="3" height="6" fill="#91a4b5"/></pattern></defs>',
        f'<rect width="{WIDTH}" height="{height}" rx="12" fill="#2f4a3e"/>',
        _words(MARGIN, 28, board.title, 15, "#f4efe1", weight="bold"),
        _words(WIDTH - MARGIN, 28, board.status, 14, "#f6d743", anchor="end"),
    ]
    parts += _seat(board.seats[1], TOP)
    middle = TOP + SEAT_HEIGHT
    parts.append(
        f'<rect x="{MARGIN}" y="{middle + 4}" width="{WIDTH - 2 * MARGIN}" height="{MIDDLE - 12}" rx="8"'
        ' fill="#243a30"/>'
    )
    parts.append(_words(WIDTH // 2 - 20, middle + 27, board.order, 17, "#f4efe1", anchor="end", weight="bold"))
    parts.append(_words(WIDTH // 2 + 20, middle + 27, f"last star {board.star}", 15, "#cfd8d2"))
    parts += _seat(board.seats[0], middle + MIDDLE)
    parts.append("</svg>")
    return "".join(parts)


def _words(x: int, y: int, text: str, size: int, fill: str, *, anchor: str = "start", weight: str = "normal") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"'
        f' font-weight="{weight}">{escape(text)}</text>'
    )


def _seat(seat: Seat, top: int) -> list[str]:
    """A player's line, hand and market."""
    mark = "▶ " if seat.has_move else ""
    merchant = "merchant 0" if seat.merchant else "merchant taken"
    parts = [
        _words(MARGIN, top + 20, f"{mark}{seat.name} {seat.place}", 15, "#f4efe1", weight="bold"),
        _words(
            WIDTH - MARGIN, top + 20, f"hand {seat.hand_size} · land {seat.land_size} · {merchant} · lays {seat.lays}",
            13, "#cfd8d2", anchor="end",
        ),
        _words(MARGIN, top + 58, "手札", 12, "#a9b8b0"),
        _words(MARGIN, top + 58 + ROW_HEIGHT, "市場", 12, "#a9b8b0"),
    ]  # fmt: skip
    x = MARGIN + 36
    step = _step(seat.hand_size, 0)
    for index in range(seat.hand_size):
        kind = -1 if seat.hand is None else seat.hand[index]
        parts.append(_card(x + round(index * step), top + 32, kind))
    step = _step(sum(map(len, seat.market)), len(seat.market))
    at = float(x)
    for group in seat.market:
        parts += _group(group, at, step, top + 32 + ROW_HEIGHT)
        at += len(group) * step + PAIR_GAP
    return parts


def _step(cards: int, gaps: int) -> float:
    """The distance between cards: the usual one, or less where a row would be too long."""
    room = WIDTH - 2 * MARGIN - 36 - gaps * PAIR_GAP
    return min(STEP, room / cards) if cards else STEP


def _group(group: tuple[Place, ...], x: float, step: float, y: int) -> list[str]:
    parts = [_card(round(x + index * step), y, place.kind) for index, place in enumerate(group)]
    if group[0].latest:
        width = round((len(group) - 1) * step) + CARD[0]
        parts.append(f'<rect x="{round(x)}" y="{y + CARD[1] + 4}" width="{width}" height="3" rx="1.5" fill="#f6d743"/>')
    return parts


def _card(x: int, y: int, kind: int) -> str:
    """A card: its face, its back (−1), or an empty place (−2)."""
    frame = f'<rect x="{x}" y="{y}" width="{CARD[0]}" height="{CARD[1]}" rx="4"'
    if kind == -2:
        return f'{frame} fill="none" stroke="#6f8479" stroke-dasharray="3 3"/>'
    if kind == -1:
        return f'{frame} fill="url(#back)" stroke="#1d2d26"/>'
    fill, ink = ("#fbf7ea", "#22302a") if kind < DIGITS else (STAR_FILLS[kind - DIGITS], STAR_INKS[kind - DIGITS])
    return f'{frame} fill="{fill}" stroke="#1d2d26"/>' + _words(
        x + CARD[0] // 2, y + 29, NAMES[kind], 21, ink, anchor="middle", weight="bold"
    )
