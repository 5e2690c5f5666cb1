"""Turns, what a lay brings, and the ends: SJ-1 to SJ-4, SJ-10, SJ-15 to SJ-19, SJ-30 to SJ-32."""

from typing import Any

from shiji_table import new_table, rest, table_of


def test_the_hand_is_six_cards_of_the_land() -> None:
    table = new_table()
    assert table.actor == "p1"
    for wrong in ("01234", "0123456", "002345", "111234", "XX1234", "朝朝1234", "777777"):
        assert table.rule(f"p1 hand {wrong}") == "SJ-3", wrong
    assert table.rule("p1 place 34") == "SJ-3"
    assert table.rule("p1 draw 34") == "SJ-3"
    table.play("p1 hand 0158朝X")
    assert table.actor == "p2"
    assert table.rule("p2 pass") == "SJ-3"
    table.play("p2 hand 112233")
    assert table.actor == "p1"
    assert table.hands == ("0158朝X", "112233")


def test_every_choice_of_a_hand_is_legal() -> None:
    assert len(new_table().legal("hand")) == 16906


def test_two_cards_with_a_star_at_the_start_of_a_turn_lose() -> None:
    for hand in ("X5", "朝5", "夜朝"):
        table = table_of(hands=(hand, "012345"))
        assert (table.reason, table.points) == ("kinshi", [-1, 1])


def test_one_card_has_no_lay_and_loses() -> None:
    for hand in ("5", "朝"):
        assert table_of(hands=(hand, "012345")).reason == "hoi"


def test_no_legal_lay_loses() -> None:
    table = table_of(hands=("3478", "012345"), markets=("", "98"))
    assert (table.reason, table.points) == ("hoi", [-1, 1])


def test_there_is_no_pass() -> None:
    table = table_of(hands=("3478", "012345"))
    assert table.rule("p1 pass") == "SJ-12"
    assert table.rule("p1 recover 3") == "SJ-12"
    assert table.rule("p1 draw 3") == "SJ-12"
    assert table.rule("p1 hand 345678") == "SJ-12"


def test_an_empty_hand_after_a_digit_pair_wins_without_reward() -> None:
    table = table_of(hands=("55", "012345"), markets=("34", "16"), lands=("", "6")).play("p1 place 55")
    assert (table.reason, table.points) == ("agari", [1, -1])
    assert table.feature(0, "rewarded") == 0
    assert table.feature(0, "steps") == 1


def test_only_a_hand_of_exactly_0_0_may_release_thunder() -> None:
    hands = ("001", "00")
    table = table_of(hands=hands, merchants=(False, False)).play("p1 place 100")
    assert table.actor == "p2"
    assert set(table.legal()) == {"p2 place 00", "p2 pass"}
    assert table.rule("p2 place 100") == "SJ-16"
    assert table.rule("p2 veil 00") == "SJ-16"
    assert table.rule("p2 draw 1") == "SJ-16"
    table.play("p2 place 00")
    assert (table.reason, table.points) == ("kaijo", [0, 0])
    assert (table.market(0), table.market(1)) == ("100", "00")
    passed = table_of(hands=hands, merchants=(False, False)).play("p1 place 100", "p2 pass")
    assert (passed.reason, passed.points) == ("raitei", [1, -1])
    for other in ("01", "003", "0"):
        merchants = (False, other.count("0") < 2)
        assert table_of(hands=("001", other), merchants=merchants).play("p1 place 100").reason == "raitei"


def test_the_release_is_not_bound_by_the_round_limit() -> None:
    table = table_of(hands=("001", "00"), merchants=(False, False), lays=(9, 10)).play("p1 place 100")
    assert table.play("p2 place 00").reason == "kaijo"


def test_who_lays_x_takes_the_merchant() -> None:
    table = table_of(hands=("X123", "012345")).play("p1 place X1")
    assert table.hands[0] == "023"
    assert table.s.merchant == [0, 1]
    assert table.events("exchange") == [(0, 1, "")]


def test_after_x_the_reward_comes_before_the_recovery_and_that_before_the_tax() -> None:
    table = table_of(hands=("4朝X9", "012345"), markets=("33", "1(28)9"), lands=("5678", "4567"))
    table.play("p1 place 4X")
    assert table.actor == "p2"
    assert table.rule("p2 place 01") == "SJ-17"
    assert table.rule("p2 recover 1") == "SJ-17"
    assert table.rule("p2 recover 28") == "SJ-17"
    table.play("p2 recover 8")
    assert table.market(1) == "1(2)_9"
    assert table.events("recovery") == [(1, 1, "8")]
    assert table.hands[1] == "0123458"
    taxed = table_of(hands=("6朝X9", "012345"), markets=("34", "1(28)9"), lands=("5678", "4567"))
    taxed.play("p1 place X朝", "p2 recover 2")
    assert (taxed.actor, taxed.due) == ("p2", 1)
    assert taxed.rule("p2 place 45") == "SJ-17"
    assert taxed.rule("p2 draw 45") == "SJ-17"
    assert taxed.rule("p2 draw 8") == "SJ-22"
    assert taxed.play("p2 draw 6").actor == "p2"


def test_a_reward_after_x_is_drawn_before_the_recovery() -> None:
    table = table_of(hands=("5X99", "012345"), markets=("34", "1(28)9"), lands=("5678", "4567"))
    table.play("p1 place 5X")
    assert (table.actor, table.due, table.hands[0]) == ("p1", 3, "099")
    assert table.play("p1 draw 567").actor == "p2"
    assert table.rule("p2 recover 2") is None


def test_nothing_veiled_nothing_recovered() -> None:
    table = table_of(hands=("X123", "012345"), markets=("", "1289")).play("p1 place X1")
    assert table.actor == "p2"
    assert table.rule("p2 recover 2") == "SJ-12"


def test_the_leftmost_of_two_such_veiled_cards_is_recovered_and_its_place_breaks_adjacency() -> None:
    table = table_of(hands=("X124", "013567"), markets=("", "(22)34")).play("p1 place X1")
    table.play("p2 recover 2")
    assert table.market(1) == "_(2)34"
    assert table.rule("p2 place 25") is None


def test_an_empty_place_at_the_end_of_the_row_joins_nothing() -> None:
    table = table_of(hands=("X124", "013468"), markets=("", "29(46)"[:2] + "(46)"), lands=("", "")).play("p1 place X1")
    table.play("p2 recover 6", "p2 place 46")
    assert table.market(1) == "29(4)_46"
    assert table.due == 0


def test_the_opponent_draws_a_card_a_star() -> None:
    assert table_of(hands=("朝昼12", "012345")).play("p1 place 朝昼").due == 2
    assert table_of(hands=("朝昼12", "012345")).play("p1 place 朝1").due == 1
    assert table_of(hands=("朝昼X2", "012345")).play("p1 place X朝").due == 1
    assert table_of(hands=("朝昼X2", "012345")).play("p1 place X2").actor == "p2"


def test_more_than_ten_cards_lose_at_once_whoever_has_the_turn() -> None:
    table = table_of(hands=("朝123", "0123456789")).play("p1 place 朝1", "p2 draw 9")
    assert (table.reason, table.points) == ("fuhai", [1, -1])
    table = table_of(hands=("0123455689", "0123"), markets=("34", "")).play("p1 place 55")
    assert table.due == 7
    table.play("p1 draw 1267789")
    assert (table.reason, table.points) == ("fuhai", [-1, 1])
    ten = table_of(hands=("朝123", "012345678")).play("p1 place 朝1", "p2 draw 9")
    assert ten.reason is None


def test_a_recovery_can_rot_the_hand() -> None:
    table = table_of(hands=("X123", "0123446789"), markets=("", "1(55)6")).play("p1 place X1", "p2 recover 5")
    assert (table.reason, table.points) == ("fuhai", [1, -1])


def test_a_land_too_short_for_the_reward_loses_before_any_card_is_drawn() -> None:
    table = table_of(hands=("5523", "012345"), markets=("34", ""), lands=("678678", "6")).play("p1 place 55")
    assert (table.reason, table.points) == ("hasan", [-1, 1])
    assert table.hands[0] == "23"
    enough = table_of(hands=("5523", "012345"), markets=("34", ""), lands=("6786789", "6")).play("p1 place 55")
    assert enough.legal("draw") == ["p1 draw 6677889"]


def test_a_land_too_short_for_the_tax_loses() -> None:
    before: dict[str, Any] = {"hands": ("朝昼12", "012345"), "lands": ("6", "6")}
    table = table_of(**before).play("p1 place 朝昼")
    assert (table.reason, table.points) == ("hasan", [1, -1])
    lenient = table_of(tax_bankrupt=False, **before).play("p1 place 朝昼")
    assert lenient.due == 1
    assert lenient.play("p2 draw 6").actor == "p2"
    empty = table_of(tax_bankrupt=False, hands=before["hands"], lands=("6", "")).play("p1 place 朝昼")
    assert (empty.actor, empty.reason) == ("p2", None)
    assert empty.rule("p2 draw 6") == "SJ-12"


def test_bankruptcy_comes_before_rot() -> None:
    table = table_of(hands=("0123455689", "0123"), markets=("34", ""), lands=("126", "6")).play("p1 place 55")
    assert table.reason == "hasan"


def closing(first: str, second: str, **rules: Any) -> tuple[str | None, list[int]]:
    """The end when p2's tenth lay leaves these hands."""
    table = table_of(hands=(first, second + "58"), lays=(10, 9), turn=2, lands=("", ""), **rules)
    table.play("p2 place 58")
    return table.reason, table.points


def test_when_both_have_laid_ten_times_fewer_cards_win() -> None:
    assert closing("12", "134") == ("heijo", [1, -1])
    assert closing("1234", "134") == ("heijo", [-1, 1])
    assert closing("123", "134") == ("heijo", [0, 0])


def test_a_star_or_x_in_hand_loses_at_the_close() -> None:
    assert closing("朝", "134679") == ("heijo", [-1, 1])
    assert closing("123467", "X") == ("heijo", [1, -1])
    assert closing("朝", "X34") == ("heijo", [0, 0])
    assert closing("朝", "X34", closing_both="count") == ("heijo", [1, -1])
    assert closing("朝", "X", closing_both="count") == ("heijo", [0, 0])


def test_the_market_closes_after_the_rewards_and_taxes_of_the_last_lay() -> None:
    table = table_of(hands=("1234", "朝25"), lays=(10, 9), turn=2, lands=("66", "7")).play("p2 place 朝2")
    assert (table.actor, table.due, table.reason) == ("p1", 1, None)
    assert table.play("p1 draw 6").reason == "heijo"
    assert table.points == [-1, 1]


def test_the_round_limit_can_be_thirteen_or_none() -> None:
    for rounds in (13, 0):
        table = table_of(hands=("1269", "12567"), lays=(10, 9), turn=2, rounds=rounds).play("p2 place 52")
        assert table.reason is None


def test_resign_loses_at_every_own_decision() -> None:
    for table in (
        new_table(),
        table_of(hands=("3478", "012345")),
        table_of(hands=("5523", "0123"), markets=("34", "")).play("p1 place 55"),
    ):
        assert table.rule("p1 resign") is None
        table.play("p1 resign")
        assert (table.reason, table.points) == ("resign", [-1, 1])
    release = table_of(hands=("001", "00"), merchants=(False, False)).play("p1 place 100", "p2 resign")
    assert (release.reason, release.points) == ("resign", [1, -1])


def test_the_other_player_and_a_finished_game_have_no_move() -> None:
    table = table_of(hands=("3478", "012345"))
    assert table.code("p2 resign") == 2
    table.play("p1 resign")
    assert table.code("p2 place 34") == 1


def test_figures_of_a_game_are_kept() -> None:
    table = table_of(hands=("朝123", "0123456"), lands=(rest("朝123"), "789")).play(
        "p1 place 朝1", "p2 draw 9", "p2 resign"
    )
    assert table.feature(0, "stars") == 1
    assert table.feature(0, "star_pairs") == 1
    assert table.feature(1, "taxed") == 1
    assert table.feature(1, "cards_left") == 8
    assert table.feature(1, "land_left") == 2
    assert table.events("tax") == [(1, 1, "")]
    assert table.events("end") == [(0, 1, "resign")]
