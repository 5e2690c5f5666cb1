"""The table as a person sees it."""

from xml.etree import ElementTree

from rich.console import Console
from shiji_table import Table, new_table, table_of

from toolkit.games.shiji.board import Board, board

SVG = "{http://www.w3.org/2000/svg}"


def drawn(table: Table, seat: int | None = None, names: tuple[str, str] = ("Aoi", "Ren")) -> str:
    console = Console(width=110, color_system=None)
    with console.capture() as capture:
        console.print(board(table.s, table.o, names, seat))
    return capture.get()


def a_table() -> Table:
    table = table_of(hands=("X124夕夜", "013468"), markets=("3455朝2", "29(46)7昼"), last_star="昼")
    return table.play("p1 place X1", "p2 recover 4")


EXPECTED = """\
╭─ 四時の札遊び · move 2 ─────────────────────────────────────────────╮
│ order  逆順 (9→0)    last star  free                                │
│                                                                     │
│ ▶ Ren 後手    hand 7   land 12   merchant 0   lays 3   latest 7昼   │
│   手札  0 1 3 4 4 6 8                                               │
│   市場  29 ·▒ 7昼                                                   │
│                                                                     │
│   Aoi 先手    hand 5   land 12   merchant taken   lays 4   latest X1│
│   手札  0 2 4 夕 夜                                                 │
│   市場  34 55 朝2 X1                                                │
│                                                                     │
│ Ren lays any pair                                                   │
╰─────────────────────────────────────────────────────────────────────╯
"""


def test_the_text_shows_both_markets_hands_lands_order_and_last_star() -> None:
    def plain(text: str) -> list[str]:
        return [line.strip("│╭╮╰╯─ ") for line in text.splitlines()]

    assert plain(drawn(a_table())) == plain(EXPECTED)


def test_a_veiled_card_is_face_down_and_a_recovered_one_leaves_a_gap() -> None:
    assert "29 ·▒ 7昼" in drawn(a_table())


def test_a_seat_does_not_see_the_other_hand() -> None:
    text = drawn(a_table(), 0)
    assert "▒ ▒ ▒ ▒ ▒ ▒ ▒" in text
    assert "0 1 3 4 4 6 8" not in text
    assert "as Aoi sees it" in text


def test_names_with_markup_are_shown_as_they_are() -> None:
    assert "[red]A[/red]" in drawn(a_table(), names=("[red]A[/red]", "B"))


def test_the_picture_is_well_formed_escapes_names_and_has_a_card_for_every_place() -> None:
    table = a_table()
    picture = board(table.s, table.o, ("<A&B>", "Ren"))._repr_svg_()
    root = ElementTree.fromstring(picture)
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert any(text and "<A&B>" in text for text in texts)
    backs = [element for element in root.iter(f"{SVG}rect") if element.get("fill") == "url(#back)"]
    gaps = [element for element in root.iter(f"{SVG}rect") if element.get("stroke-dasharray")]
    assert (len(backs), len(gaps)) == (1, 1)
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_a_hidden_hand_is_a_row_of_backs_in_the_picture() -> None:
    table = a_table()
    root = ElementTree.fromstring(board(table.s, table.o, ("Aoi", "Ren"), 0)._repr_svg_())
    backs = [element for element in root.iter(f"{SVG}rect") if element.get("fill") == "url(#back)"]
    assert len(backs) == 8


def test_a_long_row_stays_inside_the_picture() -> None:
    table = new_table(handless=True, rounds=13)
    table.play("p1 place X朝", "p2 place X朝", "p1 place 昼夕")
    root = ElementTree.fromstring(board(table.s, table.o, ("Aoi", "Ren"))._repr_svg_())
    for element in root.iter(f"{SVG}rect"):
        assert (
            element.get("width", "").endswith("%") or float(element.get("x", 0)) + float(element.get("width", 0)) <= 980
        )


def status(table: Table) -> str:
    made: Board = board(table.s, table.o, ("Aoi", "Ren"))
    return made.status


def test_the_status_says_what_is_due() -> None:
    assert status(new_table()) == "Aoi chooses a hand"
    table = table_of(hands=("5523朝", "0234"), markets=("34", "11"), lays=(1, 1))
    assert status(table) == "Aoi lays; to beat 11"
    assert status(table.play("p1 place 55")) == "Aoi draws 7 as reward"
    taxed = table_of(hands=("朝昼12", "0134")).play("p1 place 朝昼")
    assert status(taxed) == "Ren draws 2 as tax"
    thunder = table_of(hands=("001", "00"), merchants=(False, False)).play("p1 place 100")
    assert status(thunder) == "Ren may release with 00"
    assert thunder.market(0) == "100"
    assert "100" in drawn(thunder)
    assert status(thunder.play("p2 place 00")) == "over (kaijo): a draw"
    assert status(table_of(hands=("X5", "12"))) == "over (kinshi): Ren wins"
