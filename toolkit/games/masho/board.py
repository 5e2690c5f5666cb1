"""The table drawn: as text for a terminal and as SVG for notebooks and reports."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from rich.console import Group
from rich.panel import Panel
from rich.text import Text

from toolkit.engine.state import copy_state
from toolkit.games.masho.cards import (
    EARTH_NAMES,
    EARTH_OF,
    HEAVEN_NAMES,
    HEAVEN_OF,
    NUMBER_OF,
    SEAT_NAMES,
)
from toolkit.games.masho.options import Options
from toolkit.games.masho.state import (
    ANKAN_MELD,
    FACE_UP,
    HAND,
    MELD_TILES,
    MELDS,
    RIVER,
    SET_ASIDE,
    State,
)
from toolkit.games.masho.view import hide

SEASONS = ("春", "夏", "秋", "冬")
MELD_NAMES = ("刻", "順", "暗完", "明完")
RIVER_ROW = 6
FACE_DOWN = " ■■■ "
#: Colours of the heavens and of a face-down tile: for a terminal, and for SVG.
INKS = ("bright_blue", "bright_red", "yellow", "bright_magenta")
COLOURS = ("#1f5fa8", "#c0392b", "#a87b00", "#6c3fa0")


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table: its code (−1: nobody may see it), and whether it lies face down or stands apart."""

    tile: int
    down: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld as it lies: its name, its tiles, and from whose river which tile was claimed."""

    name: str
    tiles: tuple[Laid, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Place:
    """What lies before one player."""

    title: str
    to_move: bool
    won: int
    shown: bool
    hand: tuple[Laid, ...]
    melds: tuple[Meld, ...]
    set_aside: tuple[Laid, ...]
    river: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The table at one moment: prints with Rich, and shows as SVG in a notebook."""

    heading: str
    places: tuple[Place, ...]

    def __rich__(self) -> Group:
        """The table for a terminal."""
        return Group(Text(self.heading, style="bold"), *(place_panel(place) for place in self.places))

    def _repr_svg_(self) -> str:
        """The table as one self-contained SVG."""
        return draw(self)


def board(s: State, o: Options, names: Sequence[str], seat: int | None = None) -> Board:
    """The table of a state: all of it, or what ``seat`` (from 0) sees. ``names`` are the players in seat order."""
    states = [State(), s]
    copy_state(states, 0, 1)
    seen = states[0]
    if seat is not None:
        hide(seen, o, seat)
    places = tuple(place_of(seen, who, names[who], seat) for who in range(s.players))
    return Board(heading_of(seen, o), places)


def heading_of(s: State, o: Options) -> str:
    """Round, turn and wall in one line."""
    season = SEASONS[s.round] if s.round < len(SEASONS) else str(s.round + 1)
    turn = "配札" if s.sets < SET_ASIDE * s.players else f"{min(s.turn // s.players + 1, o.turns)}/{o.turns} 周"
    end = " · 閉局" if s.over else ""
    return f"馬将 {season} · {turn} · 山 {s.wall_size - s.wall_at} · 和 {s.wins}{end}"


def place_of(s: State, who: int, name: str, viewer: int | None) -> Place:
    """What lies before one player."""
    wind = SEAT_NAMES[who] if who < len(SEAT_NAMES) else "・"
    points = s.points[who]
    title = f"{wind} p{who + 1} {name}  {points:+d}"
    shown = viewer is None or viewer == who or s.won[who] > 0
    hand = []
    for index in range(s.hand_n[who]):
        tile = s.hand[who * HAND + index]
        if tile < 0 or tile != s.drawn[who]:
            hand.append(Laid(tile, down=tile < 0))
    if s.drawn[who] >= 0:
        hand.append(Laid(s.drawn[who], apart=True))
    return Place(
        title,
        s.actor == who,
        s.won[who],
        shown,
        tuple(hand),
        tuple(meld_of(s, who * MELDS + index) for index in range(s.meld_n[who])),
        tuple(Laid(tile) for tile in s.set_aside[who * SET_ASIDE : (who + 1) * SET_ASIDE] if tile >= 0),
        tuple(
            Laid(s.river[at], down=s.river_mark[at] != FACE_UP)
            for at in range(who * RIVER, who * RIVER + s.river_n[who])
        ),
    )


def meld_of(s: State, at: int) -> Meld:
    """A meld: a claimed tile stays in the river, and an unseen one lies in its stead (MS-14)."""
    kind = s.meld_kind[at]
    tiles = s.meld_tiles[at * MELD_TILES : (at + 1) * MELD_TILES]
    if kind == ANKAN_MELD:
        return Meld(MELD_NAMES[kind], tuple(Laid(tile) for tile in tiles), "")
    hand = tuple(Laid(tile) for tile in tiles[:2])
    source = f"{spell(tiles[2])} ← p{s.meld_from[at] + 1}"
    return Meld(MELD_NAMES[kind], (*hand, Laid(-1, down=True)), source)


def spell(tile: int) -> str:
    """A tile in its notation."""
    return f"{HEAVEN_NAMES[HEAVEN_OF[tile]]}{EARTH_NAMES[EARTH_OF[tile]]}{NUMBER_OF[tile]}"


# --- text ---------------------------------------------------------------------------------------------------


def tile_text(laid: Laid) -> Text:
    """One tile in the colour of its heaven; face-down tiles in grey."""
    if laid.down or laid.tile < 0:
        return Text(FACE_DOWN, style="bright_black")
    return Text(spell(laid.tile), style=INKS[HEAVEN_OF[laid.tile]] + " underline" * laid.apart)


def row_text(label: str, tiles: Sequence[Laid]) -> Text:
    """A labelled row of tiles."""
    return Text.assemble((f"{label} ", "dim"), Text(" ").join(tile_text(laid) for laid in tiles))


def hand_text(tiles: Sequence[Laid]) -> Text:
    """The hand without blanks inside a heaven, so that 14 tiles fit into 80 columns; a tile just drawn stands apart."""
    row = Text.assemble(("手 ", "dim"))
    for before, laid in zip((None, *tiles), tiles, strict=False):
        if before is not None and (laid.apart or (laid.tile >= 0 and HEAVEN_OF[laid.tile] != HEAVEN_OF[before.tile])):
            row.append(" ")
        row.append(tile_text(laid))
    return row


def place_panel(place: Place) -> Panel:
    """One player's tiles in a frame; the frame of the player to move is highlighted."""
    rows = [hand_text(place.hand)]
    for meld in place.melds:
        row = row_text(meld.name, meld.tiles)
        row.append(f"  {meld.source}", style="dim")
        rows.append(row)
    if place.set_aside:
        rows.append(row_text("側", place.set_aside))
    for start in range(0, len(place.river), RIVER_ROW):
        rows.append(row_text("川" if start == 0 else "　", place.river[start : start + RIVER_ROW]))
    title = Text(place.title + f"  和{place.won}" * (place.won > 0))
    return Panel(
        Group(*rows),
        title=title,
        title_align="left",
        padding=0,
        border_style="bold green" if place.to_move else "bright_black",
    )


# --- SVG ----------------------------------------------------------------------------------------------------

TILE_WIDTH, TILE_HEIGHT, GAP = 30, 42, 3
STEP = TILE_WIDTH + GAP
MARGIN = 14
HEADING = 40
PLACE_HEIGHT = 4 * (TILE_HEIGHT + GAP) + 20
RIVER_X = MARGIN + 15 * STEP + 36
WIDTH = RIVER_X + RIVER_ROW * STEP + 2 * MARGIN
FONT = "IPAexGothic, 'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic', Meiryo, sans-serif"


def words(
    x: float, y: float, content: str, size: int, colour: str, anchor: str = "start", weight: str = "normal"
) -> str:
    """A piece of text; its content is escaped."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
        f' font-weight="{weight}">{escape(content)}</text>'
    )


def box(x: float, y: float, width: float, height: float, fill: str, stroke: str, radius: int = 4) -> str:
    """A rounded rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" fill="{fill}"'
        f' stroke="{stroke}"/>'
    )


def draw_tile(x: float, y: float, laid: Laid) -> str:
    """A tile: heaven above, number large, earth below; a face-down tile shows its back.

    A tile that lies face down but is known (buried from a shown hand) shows it faintly.
    """
    if laid.tile < 0:
        return box(x, y, TILE_WIDTH, TILE_HEIGHT, "#4f7f68", "#2f5a46") + box(
            x + 4, y + 4, TILE_WIDTH - 8, TILE_HEIGHT - 8, "none", "#86b39d", 2
        )
    colour = COLOURS[HEAVEN_OF[laid.tile]]
    middle = x + TILE_WIDTH / 2
    parts = [
        box(
            x, y, TILE_WIDTH, TILE_HEIGHT, "#9fbfae" if laid.down else "#fdfaf0", "#e08a00" if laid.apart else "#8a8374"
        ),
        words(middle - 7, y + 13, HEAVEN_NAMES[HEAVEN_OF[laid.tile]], 12, colour, "middle"),
        words(middle + 7, y + 13, EARTH_NAMES[EARTH_OF[laid.tile]], 12, "#333", "middle"),
        words(middle, y + 36, str(NUMBER_OF[laid.tile]), 22, colour, "middle", "bold"),
    ]
    return "".join(parts)


def draw_row(x: float, y: float, tiles: Sequence[Laid]) -> str:
    """Tiles in a row; one that stands apart (a tile just drawn) leaves a gap."""
    parts = []
    for laid in tiles:
        if laid.apart:
            x += 6
        parts.append(draw_tile(x, y, laid))
        x += STEP
    return "".join(parts)


def draw_place(place: Place, y: float) -> str:
    """One player: title and hand, then melds and set-aside tiles; the river on the right in rows of six."""
    frame = box(
        MARGIN / 2, y, WIDTH - MARGIN, PLACE_HEIGHT - 8, "#f3efe3", "#2e8b57" if place.to_move else "#c9c2ae", 8
    )
    title = place.title + ("  ▶" if place.to_move else "") + (f"  和{place.won}" if place.won else "")
    parts = [frame, words(MARGIN, y + 20, title, 14, "#222", weight="bold"), draw_row(MARGIN, y + 30, place.hand)]
    x = float(MARGIN)
    below = y + 30 + TILE_HEIGHT + 24
    for meld in place.melds:
        parts.append(words(x, below - 5, f"{meld.name} {meld.source}", 10, "#555"))
        parts.append(draw_row(x, below, [Laid(laid.tile, laid.down) for laid in meld.tiles]))
        x += 3 * STEP + 12
    if place.set_aside:
        side = below + TILE_HEIGHT + GAP
        parts.append(words(MARGIN, side + 26, "側", 13, "#555"))
        parts.append(draw_row(MARGIN + 24, side, place.set_aside))
    for start_of_row in range(0, len(place.river), RIVER_ROW):
        row = place.river[start_of_row : start_of_row + RIVER_ROW]
        parts.append(draw_row(RIVER_X, y + 6 + start_of_row // RIVER_ROW * (TILE_HEIGHT + GAP), row))
    return "".join(parts)


def draw(table: Board) -> str:
    """The whole table as SVG."""
    height = HEADING + PLACE_HEIGHT * len(table.places) + MARGIN / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}"'
        f' font-family="{FONT}" role="img">',
        f"<title>{escape(table.heading)}</title>",
        box(0, 0, WIDTH, height, "#e6dfcb", "#b9b098", 10),
        words(MARGIN, 27, table.heading, 18, "#222", weight="bold"),
    ]
    parts += [draw_place(place, HEADING + PLACE_HEIGHT * index) for index, place in enumerate(table.places)]
    return "".join([*parts, "</svg>"])
