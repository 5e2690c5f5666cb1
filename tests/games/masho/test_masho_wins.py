"""Wins, what is paid for them, and how play goes on (MS-13, MS-23, MS-30 … MS-41)."""

import pytest
from masho_driver import Table

from toolkit.engine import contract
from toolkit.games.masho import GAME
from toolkit.games.masho.cards import tile_name
from toolkit.games.masho.state import (
    BURIED,
    BURIED_UNSEEN,
    CHI_MELD,
    MELD_TILES,
    MELDS,
    PON_MELD,
    RIVER,
    SEAT_FEATURES,
)

#: Four 順 of four heavens with numbers 1, 1, 1, 7, waiting for the pair of 空5; no light. Worth 四色端順, 74.
PAIR_WAIT = "日木1 日火2 日木3 月木1 月火2 月木3 星木1 星火2 星木3 空木7 空火8 空木9 空木5"
#: The same melds with a pair; 空7 9 wait for 空8.
MELD_WAIT = "日木1 日火2 日木3 月木1 月火2 月木3 星木1 星火2 星木3 空木7 空木9 空木5 空金5"
#: 空4 4 5 6 and three melds: another 空4 makes the pair, or 空4 5 6 beside the pair 4 4.
FOUR_FOUR = "日木1 日火2 日木3 月木1 月火2 月木3 星木1 星火2 星木3 空木4 空金4 空火5 空木6"


def test_a_tsumo_is_paid_by_every_other_player() -> None:
    table = Table([PAIR_WAIT, "", "", ""], "空火5").play("p1 draw", "p1 tsumo")
    assert table.points() == [222, -74, -74, -74]


def test_a_ron_is_paid_by_the_discarder_for_all() -> None:
    table = Table(["", PAIR_WAIT, "", ""], "空火5").play("p1 draw", "p1 discard 空火5")
    assert "p2 ron p1" in table.legal()
    assert table.play("p2 ron p1").points() == [-222, 222, 0, 0]


def test_a_ron_takes_the_latest_discard_of_any_other_player() -> None:
    table = Table(["", "", "", PAIR_WAIT], "空火5").play("p1 draw", "p1 discard 空火5").pass_turns(2)
    assert table.play("p4 ron p1").points() == [-222, 0, 0, 222]


def test_a_hand_without_yaku_may_win_and_wins_nothing() -> None:
    hand = "空木1 空火2 空木3 月木6 月火7 月木8 日木3 日火3 日金3 空木8 空火8 空金8 星木9"
    table = Table(["", "", "", hand], "日木9 日木8 日水9 星水9").pass_turns(3).play("p4 draw 星水9")
    assert table.play("p4 tsumo").points() == [0, 0, 0, 0]
    assert table.s.wins == 1


def test_a_hand_that_is_not_complete_cannot_win() -> None:
    table = Table([PAIR_WAIT, PAIR_WAIT.replace("木", "水").replace("火", "金"), "", ""], "空火6 空水6")
    table.play("p1 draw")
    assert table.fault("p1 tsumo") == "MS-23"
    table.play("p1 discard 空火6")
    assert table.fault("p2 ron p1") == "MS-13"
    assert table.fault("p2 ron p2") == "MS-13"
    assert table.fault("p2 ron p3") == "MS-13"


# --- who pays -----------------------------------------------------------------------------------------------


#: The kinds of ``PAIR_WAIT`` with other earths.
SECOND_WAIT = "日水1 日金2 日水3 月水1 月金2 月水3 星水1 星金2 星水3 空水7 空金8 空水9 空水5"


@pytest.mark.parametrize(
    ("payers", "points"), [("all", [148, 148, -148, -148]), ("not_yet_won", [222, 74, -148, -148])]
)
def test_the_option_payers_spares_who_has_won(payers: str, points: list[int]) -> None:
    table = Table([PAIR_WAIT, SECOND_WAIT, "", ""], "空火5 空金5", payers=payers)
    table.play("p1 draw", "p1 tsumo", "p1 bury 空火5", "p2 draw", "p2 tsumo")
    assert table.points() == points


def test_with_not_yet_won_a_discarder_who_has_won_pays_for_the_others() -> None:
    table = Table([PAIR_WAIT, SECOND_WAIT, "", ""], "空火5 星木9 星木8 星木7 空金5", payers="not_yet_won", wins=5)
    table.play("p1 draw", "p1 tsumo", "p1 bury 空火5").pass_turns(3)
    table.play("p1 draw 空金5", "p1 discard 空金5", "p2 ron p1")
    assert table.points() == [222 - 2 * 74, 2 * 74 - 74, -74, -74]


def test_with_nobody_left_to_pay_a_win_pays_nothing() -> None:
    hands = [PAIR_WAIT, "空水1 空水2 空水3 空金4 空金5 空金6 日木5 日火6 日木7 日木8 日火8 日金5 日水5"]
    table = Table(hands, "空火5 日水8 空水5", payers="not_yet_won", wins=5)
    table.play("p1 draw", "p1 tsumo", "p1 bury 空火5", "p2 draw", "p2 tsumo", "p2 bury 日水8")
    before = table.points()
    assert table.play("p1 draw 空水5", "p1 tsumo").points() == before


# --- after a win --------------------------------------------------------------------------------------------


def test_the_round_ends_with_one_win_less_than_there_are_players() -> None:
    table = Table([PAIR_WAIT, ""], "空火5").play("p1 draw", "p1 tsumo")
    assert table.s.over == 1
    assert table.s.reason == 0
    table = Table([PAIR_WAIT, "", ""], "空火5").play("p1 draw", "p1 tsumo")
    assert table.s.over == 0


def test_a_player_may_win_again_and_the_option_wins_sets_the_number() -> None:
    table = Table([PAIR_WAIT, ""], "空火5 星木9 空金5", wins=2).play("p1 draw", "p1 tsumo", "p1 bury 空火5")
    table.pass_turns(1).play("p1 draw 空金5", "p1 tsumo")
    assert table.s.over == 1
    assert table.points() == [2 * 74, -2 * 74]
    assert table.s.won[0] == 2


def test_after_a_tsumo_one_hand_tile_is_buried() -> None:
    table = Table([PAIR_WAIT, "", "", ""], "空火5").play("p1 draw", "p1 tsumo")
    assert table.fault("p1 draw") == "MS-33"
    assert table.fault("p1 discard 空火5") == "MS-33"
    assert table.fault("p1 meld 空木5 空火5") == "MS-33"
    assert table.fault("p1 bury 空水5") == "MS-33"
    assert table.fault("p1 bury") == "MS-33"
    assert table.fault("p2 draw") == "actor"
    assert len(table.legal()) == 14
    table.play("p1 bury 日木1")
    assert table.s.river_mark[0] == BURIED
    assert table.s.hand_n[0] == 13
    assert table.s.actor == 1


def test_a_buried_tile_cannot_be_claimed_and_hides_the_discard_before_it() -> None:
    table = Table([PAIR_WAIT, "日火1 日金1 空火1 空金1", "", ""], "空水1 星木9 星木8 星木7 空火5")
    table.play("p1 draw", "p1 discard 空水1").pass_turns(3).play("p1 draw", "p1 tsumo", "p1 bury 日木1")
    assert table.fault("p2 pon p1 日火1 日金1") == "MS-11"
    assert table.fault("p2 pon p1 空火1 空金1") == "MS-11"


def test_after_a_win_only_draw_discard_and_tsumo_are_possible() -> None:
    table = Table([PAIR_WAIT, "", "", ""], "空火5 空木8 日金1 月木4 星金9").play("p1 draw", "p1 tsumo", "p1 bury 空火5")
    table.pass_turns(3)
    assert table.fault("p1 ron p2") == "MS-31"
    assert table.fault("p1 pon p3 日木1 日火1") == "MS-31"
    assert table.fault("p1 chi p4 月火2 月木3") == "MS-31"
    assert table.legal() == ["p1 draw 星金9"]
    table.play("p1 draw")
    assert table.fault("p1 ankan 星金9") == "MS-31"
    assert table.fault("p1 kakan 星金9") == "MS-31"
    assert table.fault("p1 discard 星金9") == "fine"


def test_what_a_winner_may_not_do_is_named_before_the_last_turn() -> None:
    table = Table([PAIR_WAIT, "", "", ""], "空火5", turns=2).play("p1 draw", "p1 tsumo", "p1 bury 空火5").pass_turns(3)
    assert table.fault("p1 pon p3 日木1 日火1") == "MS-31"
    table.play("p1 foul 36")
    assert table.fault("p1 ron p3") == "MS-31"
    table.play("p1 draw")
    assert table.fault("p1 ankan 空木5") == "MS-31"
    assert table.fault("p1 discard 空木5") == "MS-8"


# --- burying after a ron ------------------------------------------------------------------------------------


def ron(hand: str, tile: str, **rules: int) -> Table:
    """Seat 2 wins on the first discard of seat 1."""
    table = Table(["", hand, "", ""], tile, **rules).play(f"p1 draw {tile}", f"p1 discard {tile}")
    return table.play("p2 ron p1")


def test_a_ron_that_completed_a_meld_lays_it_out_and_buries_a_hand_tile() -> None:
    table = ron(MELD_WAIT, "空火8")
    assert table.s.meld_kind[MELDS] == CHI_MELD
    at = MELDS * MELD_TILES
    assert [tile_name(tile) for tile in table.s.meld_tiles[at : at + 3]] == ["空木7", "空木9", "空火8"]
    assert table.s.meld_unseen[MELDS] >= 0
    assert table.s.hand_n[1] == 11
    assert table.fault("p2 meld 空木7 空木9") == "MS-33"
    table.play("p2 bury 日木1")
    assert table.s.hand_n[1] == 10
    assert table.s.actor == 2


def test_a_ron_that_completed_the_pair_buries_the_top_of_the_wall_unseen() -> None:
    table = ron(PAIR_WAIT, "空火5")
    assert table.s.river_mark[RIVER] == BURIED_UNSEEN
    assert table.s.latest[1] == -1
    assert table.s.hand_n[1] == 13
    assert table.s.actor == 2
    assert table.fault("p2 bury 空木5") == "actor"


def test_a_meld_whose_hand_tiles_are_not_determined_has_to_be_named() -> None:
    hand = "日木1 日火2 日木3 月木1 月火2 月木3 星木5 星火5 空木7 空火7 空木9 空木8 空金9"
    table = ron(hand, "空火8")
    assert table.fault("p2 bury 日木1") == "MS-33"
    assert table.fault("p3 draw") == "actor"
    assert table.fault("p2 meld 空木7 空火7") == "MS-33"
    assert table.fault("p2 meld") == "MS-33"
    assert set(table.legal()) == {
        "p2 meld 空木7 空木9", "p2 meld 空木7 空金9", "p2 meld 空木9 空火7", "p2 meld 空火7 空金9",
    }  # fmt: skip
    table.play("p2 meld 空金9 空火7", "p2 bury 日木1")
    assert table.s.actor == 2


def test_pon_and_chi_readings_of_a_ron_compete() -> None:
    hand = "空木6 空火6 空木7 空火7 空金7 空木8 空火8 空金8 日木1 日火2 日木3 月木5 月火5"
    table = ron(hand, "空金6")
    assert "p2 meld 空木6 空火6" in table.legal()
    assert "p2 meld 空火7 空金8" in table.legal()
    assert len(table.legal()) == 1 + 3 * 3
    assert table.fault("p3 draw") == "actor"
    table.play("p2 meld 空火6 空木6")
    assert table.s.meld_kind[MELDS] == PON_MELD


def test_where_the_pair_competes_its_reading_is_silence() -> None:
    table = ron(FOUR_FOUR, "空火4")
    assert table.legal() == ["p2 meld 空木6 空火5", ""]
    assert table.fault("p2 bury 日木1") == "MS-33"
    assert table.fault("p3 draw") == "fine"
    assert table.fault("p4 draw") == "actor"
    table.play("p3 draw")
    assert table.s.river_mark[RIVER] == BURIED_UNSEEN
    assert table.s.hand_n[1] == 13
    table = ron(FOUR_FOUR, "空火4").play("p2 meld 空火5 空木6", "p2 bury 空木4")
    assert table.s.hand_n[1] == 10


def test_the_tile_drawn_after_a_silent_pair_is_the_one_below_the_buried() -> None:
    table = Table(["", FOUR_FOUR, "", ""], "空火4 星木9 星木8").play("p1 draw", "p1 discard 空火4", "p2 ron p1")
    assert table.fault("p3 draw 星木9") == "MS-10"
    assert table.fault("p3 draw 星木8") == "fine"
    seat, decision = GAME.parse("p3 draw", 4)
    assert GAME.write(seat, GAME.rules[contract.complete](table.s, table.o, seat, decision)) == "p3 draw 星木8"


def test_a_silent_pair_buries_over_the_winners_latest_discard() -> None:
    table = Table(["", FOUR_FOUR, "日金9 日水9", ""], "星木8 日木9 星木7 星木6 空火4").pass_turns(4)
    table.play("p1 draw", "p1 discard 空火4", "p2 ron p1")
    assert table.fault("p3 pon p2 日金9 日水9") == "MS-11"
    table = Table(["", FOUR_FOUR, "日金9 日水9", ""], "星木8 日木9").pass_turns(2)
    assert table.fault("p3 pon p2 日金9 日水9") == "fine"


def test_when_the_tokens_run_out_after_a_ron_the_pair_is_read() -> None:
    table = ron(FOUR_FOUR, "空火4").finish()
    assert table.s.actor == 2
    assert table.s.river_mark[RIVER] == BURIED_UNSEEN


def test_a_win_in_the_last_turn_is_followed_by_its_burying() -> None:
    table = Table([PAIR_WAIT, "", "", ""], "空火5", turns=1).play("p1 draw", "p1 tsumo")
    assert table.fault("p2 draw") == "actor"
    table.play("p1 bury 日木1", "p2 draw")
    assert table.s.hand_n[0] == 13


def test_a_ron_in_the_last_turn_and_on_a_claimed_tile_is_possible() -> None:
    hands = ["", "空金5 空水5", PAIR_WAIT, ""]
    table = Table(hands, "空火5").play("p1 draw", "p1 discard 空火5", "p2 pon p1 空金5 空水5")
    table.play(f"p2 discard {table.hand(1).split()[-1]}")
    assert table.fault("p3 ron p1") == "fine"
    table = Table(["", "", PAIR_WAIT, ""], "星木9 空火5", turns=2).pass_turns(4).pass_turns(2)
    assert table.play("p3 ron p2").points() == [0, -222, 222, 0]


def test_in_the_last_turn_a_tile_may_be_won_on_that_the_winner_had_claimed() -> None:
    hand = "空金5 空水5 日木1 日火2 日木3 月木1 月火2 月木3 星木1 星火2 星木3 空木5 日木9"
    table = Table(["", hand, "", ""], "空火5", turns=2).play("p1 draw", "p1 discard 空火5", "p2 pon p1 空金5 空水5")
    table.play("p2 discard 日木9").pass_turns(2).play("p1 draw")
    assert table.fault("p2 pon p1 空木5 空木5") == "MS-8"
    assert table.fault("p2 ron p1") == "fine"


def test_the_features_of_a_round_add_up() -> None:
    table = ron(MELD_WAIT, "空火8", wins=1)
    features = [table.s.seat_features[seat * SEAT_FEATURES : (seat + 1) * SEAT_FEATURES] for seat in range(4)]
    assert [row[0] for row in features] == [0, 1, 0, 0]
    assert [row[3] - row[4] for row in features] == table.points()
    assert table.s.round_features[0] == 1
