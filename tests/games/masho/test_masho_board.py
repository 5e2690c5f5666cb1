"""The board as text and as SVG."""

import xml.etree.ElementTree as ET
from itertools import islice

from masho_driver import Table
from rich.console import Console
from test_masho_properties import rounds

from toolkit.games.masho import GAME
from toolkit.games.masho.board import RIVER_ROW, Board
from toolkit.games.masho.options import Options

NAMES = ["<Aoi> & [bold]Ren", "Ren", "Yui", "Sora", "Mio"]


def text_of(board: Board) -> str:
    console = Console(width=120, color_system=None)
    with console.capture() as capture:
        console.print(board)
    return capture.get()


def table() -> Table:
    """p2 has claimed 空木1; the wall tile 月木5 lies in its stead."""
    table = Table(["日木9", "空火1 空金1", "", ""], "空木1 月木5").play("p1 draw", "p1 discard 空木1")
    return table.play("p2 pon p1 空火1 空金1")


def test_the_text_shows_hands_melds_rivers_and_the_wall() -> None:
    made = table()
    text = text_of(GAME.board(made.s, made.o, NAMES))
    for shown in ("<Aoi> & [bold]Ren", "日木9", "空火1 空金1", "空木1 ← p1", "1/18 周", f"山 {144 - made.s.wall_at}"):
        assert shown in text
    assert "■■■" in text


def test_an_unseen_tile_is_shown_to_nobody() -> None:
    made = table()
    for seat in (None, 0, 1, 2, 3):
        assert "月木5" not in text_of(GAME.board(made.s, made.o, NAMES, seat))


def test_a_seats_view_hides_the_other_hands() -> None:
    made = table()
    assert "日木9" in text_of(GAME.board(made.s, made.o, NAMES, 0))
    assert "日木9" not in text_of(GAME.board(made.s, made.o, NAMES, 1))
    assert "日木9" in made.hand(0)  # the state itself is left alone


def test_a_river_is_laid_in_rows_of_six() -> None:
    made = Table(["", "", "", ""]).pass_turns(4 * 7)
    place = GAME.board(made.s, made.o, NAMES).places[0]
    assert len(place.river) == 7
    rows = [line for line in text_of(GAME.board(made.s, made.o, NAMES)).splitlines() if "川" in line]
    assert len(rows) == 4
    assert RIVER_ROW == 6


def test_the_svg_is_well_formed_at_every_moment_and_escapes_names() -> None:
    for players in (2, 5):
        for s in islice(rounds(3, players, Options(), 0.9), 0, None, 9):
            picture = GAME.board(s, Options(), NAMES)._repr_svg_()
            tree = ET.fromstring(picture)
            assert tree.tag.endswith("svg")
            texts = "".join(tree.itertext())
            assert NAMES[0] in texts
            assert "href" not in picture
