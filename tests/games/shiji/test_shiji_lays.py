"""Which pairs may be laid, and the order after them: SJ-12 to SJ-14."""

from typing import Any

import pytest
from shiji_table import new_table, table_of

STARS = "朝昼夕夜"


def test_any_digit_pair_may_open_the_game() -> None:
    table = new_table().play("p1 hand 012345", "p2 hand 012345")
    assert {"00", "11"}.isdisjoint(table.lays())
    assert len(table.lays()) == 30


def test_ascending_a_digit_pair_has_to_be_greater() -> None:
    table = table_of(hands=("3789", "012345"), markets=("", "37"))
    assert table.lays() == {"38", "39", "73", "78", "79", "83", "87", "89", "93", "97", "98"}
    assert table.rule("p1 place 37") == "SJ-12"


def test_descending_a_digit_pair_has_to_be_smaller() -> None:
    table = table_of(hands=("3789", "012345"), markets=("", "78"), order="descending")
    assert table.lays() == {"37", "38", "39", "73"}
    assert table.rule("p1 place 78") == "SJ-12"


def test_after_a_star_or_panic_pair_any_digit_pair_is_legal() -> None:
    for pair in ("9夜", "X9", "朝昼"):
        table = table_of(hands=("0123", "012345"), markets=("", pair), order="descending", last_star="夜")
        assert len(table.lays()) == 12


def test_a_star_pair_may_be_laid_on_any_value() -> None:
    table = table_of(hands=("012朝", "012345"), markets=("", "99"))
    assert table.lays() == {"朝0", "朝1", "朝2", "0朝", "1朝", "2朝"}


def test_stars_come_in_turn() -> None:
    for star in STARS:
        table = table_of(hands=("朝昼夕夜12", "012345"), markets=("", "99"), last_star=star)
        following = STARS[(STARS.index(star) + 1) % 4]
        after = STARS[(STARS.index(star) + 2) % 4]
        assert table.lays() == {f"{following}1", f"{following}2", f"1{following}", f"2{following}", following + after}


def test_from_free_the_first_star_may_be_any_and_the_second_follows_it() -> None:
    table = table_of(hands=("朝昼夕夜12", "012345"), markets=("", "99"))
    assert {"朝昼", "昼夕", "夕夜", "夜朝", "夜1", "2夕"} <= table.lays()
    assert {"昼朝", "朝夕", "朝夜"}.isdisjoint(table.lays())


def test_the_worked_case_of_the_last_star_morning() -> None:
    table = table_of(hands=("昼夕夜X1", "012345"), markets=("", "99"), last_star="朝")
    assert {"昼夕", "X夕", "昼X"} <= table.lays()
    assert {"夕1", "夜1"}.isdisjoint(table.lays())
    assert table_of(hands=("朝X123", "0"), last_star="朝", markets=("", "99")).rule("p1 place 朝1") == "SJ-12"
    x_first = table_of(hands=("昼夕夜X123", "012345"), markets=("", "99"), last_star="朝").play("p1 place X夕")
    assert (x_first.due, x_first.order, x_first.last_star) == (1, "ascending", "夕")
    x_last = table_of(hands=("昼夕夜X123", "012345"), markets=("", "99"), last_star="朝").play("p1 place 昼X")
    assert (x_last.due, x_last.order, x_last.last_star) == (1, "descending", None)
    both = table_of(hands=("昼夕夜X123", "012345"), markets=("", "99"), last_star="朝").play("p1 place 昼夕")
    assert (both.due, both.order, both.last_star) == (2, "ascending", "夕")


def test_x_with_a_digit_is_always_legal() -> None:
    table = table_of(hands=("X123", "012345"), markets=("", "99"), last_star="朝")
    assert table.lays() == {"X1", "X2", "X3", "1X", "2X", "3X"}


def test_x_with_a_star_follows_the_star() -> None:
    table = table_of(hands=("X夕12", "012345"), markets=("", "99"), last_star="朝")
    assert "X夕" in table.lays()
    assert table.rule("p1 place 夕X") == "SJ-12"


@pytest.mark.parametrize(
    ("pair", "order"), [("1朝", "ascending"), ("昼1", "ascending"), ("1夕", "ascending"), ("夜1", "descending")]
)
def test_night_alone_of_the_stars_turns_the_order_down(pair: str, order: str) -> None:
    for before in ("ascending", "descending"):
        table = table_of(hands=(pair + "234", "012345"), order=before, markets=("", "99")).play(f"p1 place {pair}")
        assert table.order == order
        assert table.last_star == pair.strip("1")


def test_x_turns_the_order_down_and_frees_the_star() -> None:
    table = table_of(hands=("X1234", "012345"), last_star="朝").play("p1 place 1X")
    assert (table.order, table.last_star) == ("descending", None)
    assert table.events("panic") == [(0, 0, "")]
    assert table.events("order") == [(0, 1, "X")]


def test_events_go_from_front_to_back() -> None:
    def after(pair: str, row: str = "") -> tuple[str, str | None]:
        table = table_of(hands=(pair + "234", "012345"), markets=(row, ""), merchants=(False, True))
        table.play(f"p1 place {pair}")
        return table.order, table.last_star

    assert after("X朝") == ("ascending", "朝")
    assert after("朝X") == ("descending", None)
    assert after("0夜", "10") == ("descending", "夜")
    assert after("夜朝") == ("ascending", "朝")
    assert after("0X", "10") == ("descending", None)


def test_00_inside_the_pair_or_at_the_join_is_ascending_with_any_star_next() -> None:
    for row, pair, where in (("", "00", "pair"), ("10", "05", "join")):
        table = table_of(
            hands=(pair + "234", "012345"), markets=(row, ""), merchants=(False, True), order="descending",
            last_star="夜",
        ).play(f"p1 place {pair}")  # fmt: skip
        assert (table.order, table.last_star) == ("ascending", None)
        assert table.events("equilibrium") == [(0, 0, where)]
        assert table.events("order") == [(0, 0, "00")]


def test_a_star_freed_by_00_at_the_join_may_be_laid_in_the_same_pair() -> None:
    table = table_of(hands=("0夕123", "012345"), markets=("10", "99"), merchants=(False, True), last_star="夕")
    assert "0夕" in table.lays()
    assert "夕0" not in table.lays()
    veiled = table_of(hands=("0夕X12", "012345"), markets=("1(0)", "99"), merchants=(False, True), last_star="夕")
    assert veiled.rule("p1 place 0夕") == "SJ-12"


def test_an_equal_value_is_legal_where_00_forms_while_descending() -> None:
    before: dict[str, Any] = {"hands": ("0123", "012345"), "markets": ("10", "01"), "merchants": (False, False)}
    table = table_of(order="descending", **before)
    table.play("p1 place 01")
    assert table.events("pair") == [(0, 2, "00")]
    assert table.order == "ascending"
    table.play(f"p1 draw {table.land(0)[:2]}")
    assert table.rule("p2 place 01") == "SJ-12"
    assert table.rule("p2 place 02") is None
    assert table_of(order="ascending", **before).rule("p1 place 01") == "SJ-12"


def test_without_the_own_back_zero_an_equal_value_is_illegal() -> None:
    table = table_of(hands=("012朝", "012345"), markets=("12", "01"), merchants=(False, False), order="descending")
    assert table.rule("p1 place 01") == "SJ-12"


def test_a_veiled_back_zero_allows_no_equal_value() -> None:
    before: dict[str, Any] = {"hands": ("0124", "012345"), "markets": ("1(0)", "01"), "merchants": (False, False)}
    table = table_of(order="descending", lands=("7", "7"), turn=2, **before)
    table.s.actor = 0
    assert table.rule("p1 place 01") == "SJ-12"


def test_a_smaller_value_with_00_at_the_join_has_to_be_exceeded_next() -> None:
    table = table_of(hands=("0923", "0147"), markets=("10", "31"), merchants=(False, True), order="descending")
    table.play("p1 place 09")
    table.play(f"p1 draw {table.land(0)[: table.due]}")
    assert table.order == "ascending"
    assert table.rule("p2 place 01") == "SJ-12"
    assert table.rule("p2 place 10") is None


def test_thunder_takes_exactly_0_0_1() -> None:
    table = table_of(hands=("001", "012345"), markets=("", "99"), merchants=(False, True))
    assert table.lays() == {"100"}
    assert table.rule("p1 place 001") == "SJ-12"
    assert table.rule("p1 place 010") == "SJ-12"
    assert table_of(hands=("0012", "012345"), merchants=(False, True)).rule("p1 place 100") == "SJ-12"


def test_ascending_thunder_beats_everything() -> None:
    table = table_of(hands=("001", "012345"), markets=("", "99"), merchants=(False, True)).play("p1 place 100")
    assert (table.reason, table.points) == ("raitei", [1, -1])
    assert table.market(0) == "100"


def test_descending_thunder_needs_nothing_to_beat() -> None:
    hands = ("001", "012345")
    table = table_of(hands=hands, markets=("", "45"), merchants=(False, True), order="descending")
    assert table.rule("p1 place 100") == "SJ-12"
    table = table_of(hands=hands, markets=("", "夜5"), merchants=(False, True), order="descending", last_star="夜")
    assert table.play("p1 place 100").reason == "raitei"


def test_after_a_pair_with_night_any_digits_may_be_laid() -> None:
    table = table_of(hands=("99001", "012345"), markets=("", "5夜"), merchants=(False, True), order="descending")
    assert "99" in table.lays()


def test_a_lay_names_two_cards_of_the_hand() -> None:
    table = table_of(hands=("3789", "012345"))
    for wrong in ("3", "377", "33", "64", "3789", "朝3", "37893789378937"):
        assert table.rule(f"p1 place {wrong}") == "SJ-12", wrong
