"""Goods, rewards and veils: SJ-11, SJ-20, SJ-21."""

from typing import Any

import pytest
from shiji_table import Table, new_table, rest, table_of

from toolkit.engine import contract
from toolkit.games.shiji import GAME

#: The worked cases of the rules page: end of the row, new pair, reward.
REWARDS = [
    ("34", "55", 7), ("", "55", 4), ("64", "55", 4), ("12", "34", 6), ("34", "56", 6), ("89", "01", 6),
    ("10", "98", 6), ("21", "00", 5), ("21", "09", 6), ("12", "10", 3), ("19", "19", 4), ("90", "09", 2),
    ("5朝", "56", 0), ("75", "5朝", 4), ("45", "朝5", 0), ("45", "6朝", 3),
]  # fmt: skip


def lay(row: str, pair: str, **rules: Any) -> Table:
    """A lay after a row, with two more cards in hand, against nothing to beat."""
    used = row + pair
    merchant = used.count("0") < 2
    spare = "".join(card for card in rest(used, merchant=merchant) if card in "2378")[:2]
    return table_of(
        hands=(pair + spare, "朝昼夕夜X1"), markets=(row, ""), merchants=(merchant, True), **rules
    ).play(f"p1 place {pair}")  # fmt: skip


@pytest.mark.parametrize(("row", "pair", "reward"), REWARDS)
def test_the_reward_of_every_worked_case(row: str, pair: str, reward: int) -> None:
    table = lay(row, pair)
    drawn = f"p1 draw {table.land(0)[:reward]}"
    if reward:
        assert table.actor == "p1"
        assert table.due == reward
        assert table.rule(drawn) is None
    assert sum(value for _, value, _ in table.events("reward")) == reward


def test_a_veiled_pair_does_not_count_in_the_next_step() -> None:
    before: dict[str, Any] = {"hands": ("56782", "朝昼夕夜X1"), "markets": ("9334", ""), "order": "ascending"}
    open_goods = table_of(**before).play("p1 place 56")
    assert open_goods.due == 6
    veiled = table_of(**before).play("p1 veil 33", "p1 place 56")
    assert veiled.due == 3
    assert veiled.market(0) == "9(33)456"


def test_veiled_cards_count_as_face_up_when_veils_do_not_block() -> None:
    table = table_of(hands=("56782", "朝昼夕夜X1"), markets=("9334", ""), veil_blocks=False)
    assert table.play("p1 veil 33", "p1 place 56").due == 6


def test_steps_go_up_and_down_and_around() -> None:
    for step in ("890", "901", "098", "109", "345", "543"):
        for start, pair in ((step[:1], step[1:]), (step[:2], step[2])):
            row = ("夜" if len(start) == 1 else "") + start
            table = lay(row, pair if len(pair) == 2 else pair + "夕")
            assert ("step", step) in [("step", text) for _, _, text in table.events("step")], (row, pair)


def test_equal_neighbours_of_zero_are_a_pair_but_no_ten() -> None:
    table = lay("21", "00")
    assert [text for _, _, text in table.events("pair")] == ["00"]
    assert table.events("ten") == []


def test_55_is_a_pair_and_a_ten_and_linked() -> None:
    table = lay("34", "55")
    assert [text for _, _, text in table.events("pair")] == ["55"]
    assert [text for _, _, text in table.events("ten")] == ["55"]
    assert table.events("reward") == [(0, 7, "linked")]
    assert table.feature(0, "linked") == 1


def test_one_goods_alone_is_not_linked() -> None:
    table = lay("12", "10")
    assert table.events("reward") == [(0, 3, "single")]
    assert table.feature(0, "linked") == 0


def test_the_reward_is_compulsory_and_exactly_as_large_as_the_goods() -> None:
    table = lay("34", "56")
    assert table.rule("p1 draw 01") == "SJ-21"
    assert table.rule("p1 draw 0118899") == "SJ-21"
    assert table.rule("p1 place 27") == "SJ-21"
    assert table.rule("p1 draw 001122") == "SJ-22"
    assert table.rule("p1 draw 777777") == "SJ-22"
    assert table.rule("p1 draw 011889") is None


def test_only_goods_of_the_previous_lay_can_be_veiled_and_whole() -> None:
    table = table_of(hands=("1678", "朝昼夕夜X1"), markets=("3455", ""))
    assert table.legal("veil") == ["p1 veil 345", "p1 veil 55", "p1 veil 345 55"]
    for wrong in ("34", "45", "5", "3455", "345 345", "55 34", "34 5", "345 55 66", "4 5"):
        assert table.rule(f"p1 veil {wrong}") == "SJ-11", wrong
    table = table_of(hands=("1289", "朝昼夕夜X1"), markets=("345567", ""), lands=("0", "0"))
    assert table.legal("veil") == ["p1 veil 567"]


def test_goods_may_be_veiled_in_any_order_and_are_written_in_market_order() -> None:
    table = table_of(hands=("1678", "朝昼夕夜X1"), markets=("3455", ""))
    assert table.code("p1 veil 55 345") == table.code("p1 veil 345 55") == 0
    assert table.play("p1 veil 55 345").market(0) == "(3455)"
    assert table.feature(0, "veils") == 2
    assert table.feature(0, "veiled_cards") == 4
    assert table.events("veil") == [(0, 3, "345"), (0, 2, "55")]


def test_goods_that_read_the_same_both_ways_are_veiled_in_either_order() -> None:
    table = table_of(hands=("5674", "朝昼夕夜X1"), markets=("0828", ""))
    assert table.legal("veil")[-1] == "p1 veil 82 28"
    assert table.code("p1 veil 28 82") == 0
    seat, decision = GAME.parse("p1 veil 28 82", 2)
    assert GAME.write(seat, GAME.rules[contract.complete](table.s, table.o, seat, decision)) == "p1 veil 82 28"


def test_00_cannot_be_veiled_and_other_goods_are_veiled_without_its_cards() -> None:
    table = table_of(hands=("5678", "朝昼夕夜X1"), markets=("2100", ""), merchants=(False, True))
    assert table.legal("veil") == ["p1 veil 210"]
    assert table.rule("p1 veil 00") == "SJ-11"
    assert table.play("p1 veil 210").market(0) == "(21)00"


def test_a_step_after_00_is_veiled_without_the_zero() -> None:
    table = table_of(hands=("5678", "朝昼夕夜X1"), markets=("0098", ""), merchants=(False, True))
    assert table.play("p1 veil 098").market(0) == "00(98)"


def test_a_player_veils_once_and_before_the_lay() -> None:
    table = table_of(hands=("1678", "朝昼夕夜X1"), markets=("3455", "")).play("p1 veil 345")
    assert table.rule("p1 veil 55") == "SJ-12"
    assert table.legal("veil") == []
    assert table.play("p1 place 67").market(0).startswith("(345)5")


def test_a_veil_after_which_no_lay_is_legal_is_not_allowed() -> None:
    # 同位 is the only lay: 01 after the own 10, descending, against 01.
    table = table_of(
        hands=("0147", "昼夕夜123"), markets=("9210", "34朝X01"), merchants=(False, False), order="descending"
    )
    assert table.lays() == {"01"}
    assert table.rule("p1 veil 210") == "SJ-11"
    assert table.legal("veil") == []


def test_goods_of_which_a_card_was_taken_back_cannot_be_veiled() -> None:
    table = table_of(hands=("789夕2", "0X168"), markets=("(34)56", ""), turn=2, veil_blocks=False)
    assert lay_and_come_back(table, "3").legal("veil") == ["p1 veil 456"]
    again = table_of(hands=("789夕2", "0X168"), markets=("(34)56", ""), turn=2, veil_blocks=False)
    assert lay_and_come_back(again, "4").legal("veil") == []


def lay_and_come_back(table: Table, card: str) -> Table:
    """p2 lays X, p1 takes a veiled card back and has the turn."""
    return table.play("p2 place X1", f"p1 recover {card}")


def test_stars_and_x_break_adjacency_and_are_never_veiled() -> None:
    table = table_of(hands=("1678", "朝昼夕夜1X"), markets=("5朝5X", ""), lands=("0", "0"))
    assert table.legal("veil") == []
    assert table.rule("p1 veil 5X") == "SJ-11"


def test_the_first_lay_has_nothing_to_veil() -> None:
    table = new_table().play("p1 hand 345678", "p2 hand 345678")
    assert table.legal("veil") == []
    assert table.rule("p1 veil 34") == "SJ-11"
