"""Rule options: SJ-5, SJ-12, SJ-14, SJ-17, SJ-18, SJ-21, SJ-40 to SJ-43."""

from typing import Any

import pytest
from shiji_table import new_table, options, table_of
from shiji_variants import VARIANTS

from toolkit.games.game import Choice, Flag, OptionError
from toolkit.games.shiji import GAME


def test_after_a_star_a_numeric_zero_has_to_be_beaten() -> None:
    rules: dict[str, Any] = {"after_star": "numeric_zero"}
    up = table_of(hands=("0013", "012345"), markets=("", "1朝"), merchants=(False, True), last_star="朝", **rules)
    assert up.rule("p1 place 00") == "SJ-12"
    assert up.rule("p1 place 01") is None
    down = table_of(
        hands=("0013夕", "012345"), markets=("", "1夜"), merchants=(False, True), order="descending", last_star="夜",
        **rules,
    )  # fmt: skip
    assert down.reason == "hoi"
    thunder = table_of(hands=("001", "0"), markets=("", "X1"), merchants=(False, True), order="descending", **rules)
    assert thunder.reason == "hoi"
    first = table_of(hands=("0013", "012345"), merchants=(False, True), **rules)
    assert first.rule("p1 place 00") is None


def test_any_value_may_follow_a_zero_at_the_join_with_zero_join_any() -> None:
    before: dict[str, Any] = {"hands": ("0923", "012345"), "markets": ("10", "01"), "merchants": (False, False)}
    table = table_of(order="descending", zero_join="any", **before)
    assert {"09", "02", "03"} <= table.lays()
    assert "92" not in table.lays()
    plain = table_of(order="descending", **before)
    assert plain.reason == "hoi"
    up = table_of(hands=("0923", "012345"), markets=("10", "31"), merchants=(False, True), zero_join="any")
    assert "09" not in up.lays()


def left() -> dict[str, Any]:
    return {"placement": "left"}


def test_with_placement_left_a_pair_goes_to_the_left_end() -> None:
    table = new_table(**left()).play("p1 hand 123456", "p2 hand 345679", "p1 place 12", "p2 place 35")
    table.play("p1 place 56", "p2 place 67")
    assert (table.market(0), table.market(1)) == ("5612", "6735")


def test_with_placement_left_goods_join_the_new_back_card_and_the_leftmost_card() -> None:
    table = new_table(**left()).play("p1 hand 123456", "p2 hand 112256", "p1 place 34", "p2 place 52")
    assert table.play("p1 place 56").due == 0
    step = new_table(**left()).play("p1 hand 651234", "p2 hand 112669", "p1 place 43", "p2 place 61")
    step.play("p1 place 65")
    assert step.due == 6
    assert [text for _, _, text in step.events("step")] == ["654", "543"]
    step.play("p1 draw 012347", "p2 place 69")
    assert step.legal("veil") == ["p1 veil 654", "p1 veil 543", "p1 veil 654 543"]


def test_with_placement_left_a_veil_turns_the_left_cards() -> None:
    table = new_table(**left()).play("p1 hand 651234", "p2 hand 朝12269", "p1 place 43", "p2 place 61")
    table.play("p1 place 65", "p1 draw 012347", "p2 place 9朝", "p1 draw 9", "p1 veil 654")
    assert table.market(0) == "(654)3"


def test_with_placement_left_the_back_zero_joins() -> None:
    table = new_table(**left()).play("p1 hand 0X1245", "p2 hand 夜78935", "p1 place X1", "p2 place 78")
    table.play("p1 place 02", "p2 place 夜9", "p1 draw 7")
    assert table.order == "descending"
    table.play("p1 place 40")
    assert table.market(0) == "4002X1"
    assert table.events("equilibrium") == [(0, 0, "join")]
    assert table.order == "ascending"


def test_with_placement_left_equal_values_need_the_back_zero_at_the_join() -> None:
    start = ("p1 hand 0X夜124", "p2 hand 782350", "p1 place X1", "p2 place 78")
    table = new_table(**left()).play(*start, "p1 place 0夜", "p2 draw 1", "p2 place 20")
    assert table.order == "descending"
    table.play("p1 place 20")
    assert (table.order, table.market(0)) == ("ascending", "200夜X1")
    other = new_table(**left()).play(*start, "p1 place 夜0", "p2 draw 1", "p2 place 20")
    assert other.rule("p1 place 20") == "SJ-12"


def test_with_placement_left_the_join_comes_before_the_front_card() -> None:
    table = new_table(**left()).play("p1 hand 0X夜245", "p2 hand 78235朝", "p1 place X2", "p2 place 78")
    table.play("p1 place 04", "p2 place 2朝", "p1 draw 6", "p1 place 夜0")
    assert table.events("equilibrium") == [(0, 0, "join")]
    assert (table.order, table.last_star) == ("descending", "夜")


def test_x_is_taxed_like_a_star_with_panic_taxed() -> None:
    assert table_of(hands=("X朝12", "012345"), panic_taxed=True).play("p1 place X1").due == 1
    assert table_of(hands=("X朝12", "012345"), panic_taxed=True).play("p1 place X朝").due == 2


def test_the_hand_limit_can_be_another() -> None:
    table = table_of(hands=("朝123", "012345"), hand_limit=6).play("p1 place 朝1", "p2 draw 9")
    assert table.reason == "fuhai"
    table = table_of(hands=("朝123", "0123456789"), hand_limit=14).play("p1 place 朝1", "p2 draw 9")
    assert table.reason is None


def test_without_reverse_the_order_is_always_ascending_but_exchange_and_recovery_stay() -> None:
    table = table_of(hands=("X夜123", "012345"), markets=("", "4(66)7"), reverse=False).play("p1 place X1")
    assert table.order == "ascending"
    assert table.hands[0].startswith("0")
    assert table.actor == "p2"
    table.play("p2 recover 6")
    night = table_of(hands=("X夜123", "012345"), reverse=False).play("p1 place 夜1")
    assert (night.order, night.last_star) == ("ascending", "夜")


def test_without_motion_any_star_may_come_at_any_time() -> None:
    table = table_of(hands=("朝昼夕夜1", "012345"), markets=("", "99"), last_star="朝", motion=False)
    assert {"朝1", "夜1", "夜昼", "昼朝", "朝夜"} <= table.lays()


def test_without_goods_nothing_is_made_and_cards_are_drawn_at_will_before_the_lay() -> None:
    table = table_of(hands=("55789", "0178"), markets=("34", ""), goods=False)
    assert table.rule("p1 draw 0123467") == "SJ-21"
    assert table.rule("p1 draw 55") == "SJ-22"
    table.play("p1 draw 01")
    assert table.rule("p1 draw 2") == "SJ-21"
    table.play("p1 place 55")
    assert table.actor == "p2"
    assert table.events("reward") == []
    assert table.feature(0, "drawn") == 2


def test_without_goods_there_is_nothing_to_veil() -> None:
    table = table_of(hands=("1678", "0123"), markets=("3455", ""), goods=False)
    assert table.rule("p1 veil 55") == "SJ-11"


def test_without_goods_the_start_of_the_turn_is_judged_before_the_draw() -> None:
    assert table_of(hands=("X5", "0123"), goods=False).reason == "kinshi"
    assert table_of(hands=("12", "0123"), markets=("", "98"), goods=False).reason == "hoi"


def test_a_draw_at_will_that_closes_thunder_and_leaves_no_lay_is_a_siege() -> None:
    table = table_of(hands=("001", "0123"), markets=("", "99"), merchants=(False, True), goods=False)
    assert table.play("p1 draw 2").reason == "hoi"


def test_draws_at_will_are_listed_and_counted() -> None:
    table = table_of(hands=("345678", "012345"), goods=False)
    draws = table.legal("draw")
    assert len(draws) == len(set(draws))
    assert max(len(token.split()[2]) for token in draws) == 4


def test_with_a_deck_the_first_six_cards_are_the_hand() -> None:
    table = new_table(source="deck", decks=("975311", "864201"))
    assert table.hands == ("113579", "012468")
    assert table.actor == "p1"
    assert table.rule("p1 hand 113579") == "SJ-12"


def test_with_a_deck_goods_draw_two_from_the_top() -> None:
    table = new_table(source="deck", decks=("55347899", "112345"))
    table.play("p1 place 55")
    assert table.actor == "p2"
    assert len(table.hands[0]) == 6
    assert "9" in table.hands[0]
    assert table.feature(0, "rewarded") == 2


def test_with_a_deck_a_player_without_a_lay_draws_two_and_may_lay_then() -> None:
    table = new_table(source="deck", decks=("775634朝", "1122349朝"), rounds=0)
    table.play("p1 place 77")
    assert table.hands[1] == "112234" + "9朝"
    assert table.rule("p2 pass") == "SJ-42"
    assert table.rule("p2 place 91") is None
    assert table.feature(1, "drawn") == 2


def test_with_a_deck_the_turn_passes_when_two_cards_do_not_help() -> None:
    table = new_table(source="deck", decks=("775634朝", "11223445"))
    table.play("p1 place 77")
    assert table.legal() == ["p2 pass"]
    assert table.rule("p2 place 45") == "SJ-42"
    table.play("p2 pass")
    assert table.actor == "p1"
    assert table.events("pass") == [(1, 0, "")]
    assert table.s.lays == [1, 0]


def test_with_a_deck_the_passers_latest_lay_has_still_to_be_beaten() -> None:
    table = new_table(source="deck", decks=("88661423", "57112233"))
    table.play("p1 place 14", "p2 place 57", "p1 place 86", "p2 pass")
    assert table.actor == "p1"
    assert table.rule("p1 place 24") == "SJ-12"
    assert table.rule("p1 place 68") is None


def test_with_a_deck_an_empty_stack_and_no_lay_is_a_siege_and_one_card_is_drawn_alone() -> None:
    for cards, reason in ((1, None), (0, "hoi")):
        table = new_table(source="deck", decks=("775634朝", "11223445"))
        table.s.land_size[1] = cards
        table.s.stack_top[1] = 24 - cards
        for kind in range(15):
            table.s.land[15 + kind] = 0
        table.s.land[15 + table.s.stack[47]] = cards
        table.play("p1 place 77")
        assert table.reason == reason
        assert len(table.hands[1]) == 6 + cards


def test_with_a_deck_a_star_and_one_more_card_cannot_be_laid_after_the_last_draw() -> None:
    table = new_table(source="deck", decks=("775634朝", "112345"))
    s = table.s
    for kind in range(15):
        s.hand[15 + kind] = s.land[15 + kind] = 0
    s.hand[15 + 10] = s.hand_size[1] = s.land_size[1] = 1
    s.stack_top[1] = 23
    s.land[15 + s.stack[47]] = 1
    table.play("p1 place 77")
    assert len(table.hands[1]) == 2
    assert table.legal() == ["p2 pass"]


def test_with_a_deck_taxes_come_from_the_top_and_can_bankrupt() -> None:
    table = new_table(source="deck", decks=("朝昼1234", "5667788"))
    table.play("p1 place 朝昼")
    assert table.actor == "p2"
    assert len(table.hands[1]) == 8
    assert table.feature(1, "taxed") == 2


@pytest.mark.parametrize(("cards", "reason"), [(0, "hasan"), (1, None), (2, None)])
def test_with_a_deck_a_reward_draws_two_or_the_last_card_and_none_left_bankrupts(
    cards: int, reason: str | None
) -> None:
    table = new_table(source="deck", decks=("553478", "112345"))
    table.s.stack_top[0] = 24 - cards
    table.s.land_size[0] = cards
    table.play("p1 place 55")
    assert table.reason == reason
    assert len(table.hands[0]) == 4 + cards


def handless() -> dict[str, Any]:
    return {"handless": True, "rounds": 13}


def test_without_hands_pairs_are_laid_from_the_land() -> None:
    table = new_table(**handless())
    assert table.actor == "p1"
    assert table.rule("p1 hand 123456") == "SJ-12"
    assert table.rule("p1 place 34") == "SJ-43"
    assert table.rule("p1 place 00") == "SJ-12"
    table.play("p1 place 37")
    assert table.actor == "p2"
    assert table.rule("p2 place 28") == "SJ-12"
    assert table.rule("p2 place 46") is None


def test_without_hands_there_is_no_tax_and_no_recovery_but_the_merchant_is_taken() -> None:
    table = new_table(**handless()).play("p1 place 37", "p2 place X朝")
    assert table.actor == "p1"
    assert table.hands[1].startswith("00")
    assert table.play("p1 veil 37", "p1 place 昼夕").actor == "p2"


def test_without_hands_thunder_and_going_out_do_not_exist() -> None:
    table = new_table(**handless()).play("p1 place X朝", "p2 place 37")
    assert table.rule("p1 place 100") == "SJ-43"


def test_without_hands_who_cannot_lay_loses_and_twelve_lays_each_are_a_draw() -> None:
    table = new_table(**handless())
    table.s.lays = [11, 11]
    table.play("p1 place 夜1", "p2 place X1")
    assert (table.reason, table.points) == ("heijo", [0, 0])
    stuck = new_table(**handless())
    for kind in range(15):
        stuck.s.hand[15 + kind] = 0
    stuck.s.hand[15 + 1] = stuck.s.hand[15 + 2] = 1
    stuck.s.hand_size[1] = 2
    stuck.play("p1 place 99")
    assert (stuck.reason, stuck.points) == ("hoi", [1, -1])


@pytest.mark.parametrize(
    "rules",
    [
        {"handless": True},
        {"handless": True, "rounds": 0},
        {"handless": True, "rounds": 13, "source": "deck"},
        {"handless": True, "rounds": 13, "goods": False},
    ],
)
def test_handless_goes_with_thirteen_rounds_a_land_and_goods(rules: dict[str, Any]) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.read_options(rules, 2)
    assert caught.value.rule == "SJ-43"


@pytest.mark.parametrize(
    ("name", "value"),
    [("rounds", 11), ("rounds", True), ("hand_limit", 5), ("hand_limit", 26), ("goods", 0), ("source", "stack")],
)
def test_values_outside_an_option_are_refused(name: str, value: object) -> None:
    with pytest.raises(OptionError):
        GAME.read_options({name: value}, 2)


def test_options_are_written_in_the_order_of_the_table_and_only_where_they_differ() -> None:
    o = options(handless=True, rounds=13, hand_limit=10)
    assert list(GAME.write_options(o).items()) == [("rounds", 13), ("handless", True)]


def test_the_variants_that_other_tests_play_show_every_option_at_every_value() -> None:
    shown = [GAME.read_options(rules, 2) for rules in VARIANTS]
    for option in GAME.options:
        values = {getattr(o, option.name) for o in shown}
        if isinstance(option.kind, Flag):
            assert values == {0, 1}
        elif isinstance(option.kind, Choice):
            assert values == set(range(len(option.kind.words)))
        else:
            assert values >= set(option.kind.values)
            assert len(values) >= 3
