"""Dealing, takes, puts, claims and the last turn (MS-6 … MS-24)."""

import pytest
from masho_driver import Table

from toolkit.engine import contract
from toolkit.games.masho import GAME
from toolkit.games.masho.cards import tile_name
from toolkit.games.masho.state import MELD_TILES, MELDS, RIVER

EMPTY = ["", "", "", ""]


def river(table: Table, seat: int) -> list[str]:
    return [tile_name(tile) for tile in table.s.river[seat * RIVER : seat * RIVER + table.s.river_n[seat]]]


def melds(table: Table, seat: int) -> list[list[str]]:
    tiles = table.s.meld_tiles
    starts = [(seat * MELDS + index) * MELD_TILES for index in range(table.s.meld_n[seat])]
    return [[tile_name(tile) for tile in tiles[at : at + MELD_TILES]] for at in starts]


# --- dealing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_dealing_leaves_thirteen_tiles_and_four_set_aside(players: int) -> None:
    table = Table([""] * players)
    assert table.s.hand_n[:players] == [13] * players
    assert all(tile >= 0 for tile in table.s.set_aside[: 4 * players])
    assert table.s.wall_at == 17 * players
    assert table.s.actor == 0


def test_the_first_turn_is_the_openers() -> None:
    assert Table(EMPTY, opener=2).s.actor == 2


def test_nothing_but_set_is_due_while_dealing() -> None:
    table = Table(EMPTY)
    table.s.phase = 0  # as it was before the last tile was set aside
    assert table.fault("p1 draw") == "MS-6"
    assert table.fault("p1 set") == "MS-6"
    assert table.fault("p1 set 空木1 空木2") == "MS-6"
    assert table.fault("p2 set 空木1") == "actor"


# --- takes and puts -----------------------------------------------------------------------------------------


def test_draw_is_read_with_and_without_its_tile() -> None:
    table = Table(EMPTY, "空木1 空木2")
    assert table.fault("p1 draw") == "fine"
    assert table.fault("p1 draw 空木1") == "fine"
    assert table.fault("p1 draw Km1") == "fine"
    assert table.fault("p1 draw 空木2") == "MS-10"
    assert table.fault("p1 draw 空木1 空木2") == "MS-10"
    assert table.legal()[0] == "p1 draw 空木1"
    decision = GAME.parse("p1 draw", 4)[1]
    assert GAME.write(0, GAME.rules[contract.complete](table.s, table.o, 0, decision)) == "p1 draw 空木1"


def test_a_take_is_due_before_a_put_and_a_put_before_a_take() -> None:
    table = Table(EMPTY, "空木1")
    for token in (
        "p1 discard 空木1",
        "p1 tsumo",
        "p1 ankan 空木1",
        "p1 bury 空木1",
        "p1 meld 空木1 空木2",
        "p1 set 空木1",
    ):
        assert table.fault(token) == "MS-7"
    table.play("p1 draw")
    for token in (
        "p1 draw",
        "p1 pon p2 空木1 空木2",
        "p1 ron p2",
        "p1 bury 空木1",
        "p1 meld 空木1 空木2",
        "p1 set 空木1",
    ):
        assert table.fault(token) == "MS-7"


def test_another_player_has_to_wait_for_the_turn() -> None:
    table = Table(EMPTY, "空木1")
    assert table.fault("p2 draw") == "actor"
    table.play("p1 draw")
    assert table.fault("p2 draw") == "actor"


def test_the_drawn_tile_may_be_put_at_once() -> None:
    table = Table(EMPTY, "空木1").play("p1 draw", "p1 discard 空木1")
    assert river(table, 0) == ["空木1"]
    assert table.s.actor == 1


def test_a_discard_names_one_tile_of_the_hand() -> None:
    table = Table(EMPTY, "空木1").play("p1 draw")
    assert table.fault("p1 discard 空木2") == "MS-20"
    assert table.fault("p1 discard") == "MS-20"
    assert table.fault("p1 discard 空木1 空木2") == "MS-20"


# --- claims -------------------------------------------------------------------------------------------------


def test_a_pon_takes_two_hand_tiles_and_any_other_players_latest_discard() -> None:
    table = Table(["", "空火1 空金1 空木2", "", ""], "空木1").play("p1 draw", "p1 discard 空木1")
    assert table.fault("p2 pon p1 空金1 空火1") == "fine"
    assert table.fault("p2 pon p3 空火1 空金1") == "MS-11"
    assert table.fault("p2 pon p2 空火1 空金1") == "MS-11"
    assert table.fault("p2 pon p1 空火1 空木2") == "MS-11"
    assert table.fault("p2 pon p1 空火1 空水1") == "MS-11"
    assert table.fault("p2 pon p1 空火1 空火1") == "MS-11"
    assert table.fault("p2 pon p1 空火1") == "MS-11"
    assert table.fault("p2 pon p1") == "MS-11"
    assert "p2 pon p1 空火1 空金1" in table.legal()


def test_the_claimed_tile_stays_in_the_river_and_an_unseen_tile_takes_its_place() -> None:
    table = Table(["", "空火1 空金1", "", ""], "空木1 月木5").play(
        "p1 draw", "p1 discard 空木1", "p2 pon p1 空火1 空金1"
    )
    assert river(table, 0) == ["空木1"]
    assert melds(table, 1) == [["空火1", "空金1", "空木1"]]
    assert tile_name(table.s.meld_unseen[MELDS]) == "月木5"
    assert "月木5" not in table.hand(1)
    assert table.s.hand_n[1] == 11


def test_a_discard_stays_claimable_until_its_player_puts_again() -> None:
    table = Table(["", "", "", "空火1 空金1"], "空木1 星木9 星火9").play("p1 draw", "p1 discard 空木1")
    table.pass_turns(2)
    assert table.fault("p4 pon p1 空火1 空金1") == "fine"
    table.pass_turns(2)
    assert table.fault("p2 pon p1 空火1 空金1") == "MS-11"


def test_a_later_claim_of_the_same_tile_is_allowed_unless_claim_once_forbids_it() -> None:
    hands = ["", "空火1 空金1", "空水2 空水3", "空水2 空金3"]
    hands = ["", "空火1 空金1", "", "", ""]
    hands[2] = "空土1 空水1"
    moves = ("p1 draw", "p1 discard 空木1", "p2 pon p1 空火1 空金1")
    for once, answer in ((False, "fine"), (True, "MS-14")):
        table = Table(hands, "空木1", claim_once=once).play(*moves)
        table.play(f"p2 discard {table.hand(1).split()[-1]}")
        assert table.fault("p3 pon p1 空土1 空水1") == answer
        assert ("p3 pon p1 空土1 空水1" in table.legal()) is (answer == "fine")


def test_claim_once_counts_pon_and_chi_only() -> None:
    table = Table(
        ["", "空火1 空金1", "空水1 空水2 空水3 日木1 日木2 日木3 月木1 月木2 月木3 星木1 星木2 星木3 星木5", ""],
        "空木1",
        claim_once=True,
    ).play("p1 draw", "p1 discard 空木1", "p2 pon p1 空火1 空金1")
    table.play(f"p2 discard {table.hand(1).split()[-1]}")
    assert table.fault("p3 ron p1") == "MS-13"  # it does not win with 空1, but nothing forbids to ask
    assert table.fault("p3 chi p1 空水2 空水3") == "MS-12"  # p1 is not the player to the left


def test_a_chi_takes_only_from_the_player_to_the_left() -> None:
    table = Table(["", "空火1 空金3 空水4", "空水1 空木3", ""], "空木2").play("p1 draw", "p1 discard 空木2")
    assert table.fault("p2 chi p1 空金3 空火1") == "fine"
    assert table.fault("p2 chi p1 空金3 空水4") == "fine"
    assert table.fault("p2 chi p1 空火1 空水4") == "MS-12"
    assert table.fault("p2 chi p1 空水1 空木3") == "MS-12"
    assert table.fault("p2 chi p3 空火1 空金3") == "MS-12"
    assert table.fault("p2 chi p1 空金3") == "MS-12"
    table.pass_turns(1)
    assert table.fault("p3 chi p1 空水1 空木3") == "MS-12"


def test_a_chi_needs_one_heaven() -> None:
    table = Table(["", "日火1 日金3", "", ""], "空木2").play("p1 draw", "p1 discard 空木2")
    assert table.fault("p2 chi p1 日火1 日金3") == "MS-12"


def test_nobody_can_claim_before_the_first_discard() -> None:
    table = Table(["空火1 空金1 空木2", "", "", ""])
    assert table.fault("p1 pon p4 空火1 空金1") == "MS-11"
    assert table.fault("p1 chi p4 空火1 空木2") == "MS-12"
    assert table.fault("p1 ron p4") == "MS-13"


def test_there_is_no_tsumo_after_a_claim() -> None:
    hand = "空火1 空金1 空水2 空水3 空水4 日木1 日木2 日木3 月木1 月木2 月木3 星木1 星火1"
    table = Table(["", hand, "", ""], "空木1").play("p1 draw", "p1 discard 空木1", "p2 pon p1 空火1 空金1")
    assert table.fault("p2 tsumo") == "MS-24"
    assert "p2 tsumo" not in table.legal()


# --- kans ---------------------------------------------------------------------------------------------------


def test_an_ankan_sends_one_tile_to_the_river_and_keeps_three() -> None:
    table = Table(["空木1 空火1 空金1", "", "", ""], "空水1").play("p1 draw")
    assert table.fault("p1 ankan 空土1") == "MS-21"
    assert table.fault("p1 ankan") == "MS-21"
    table.play("p1 ankan 空火1")
    assert river(table, 0) == ["空火1"]
    assert melds(table, 0) == [["空木1", "空金1", "空水1"]]
    assert table.s.hand_n[0] == 10
    assert table.s.actor == 1


def test_an_ankan_needs_four_tiles_of_a_kind() -> None:
    table = Table(["空木1 空火1 空金1", "", "", ""], "日水1").play("p1 draw")
    assert table.fault("p1 ankan 空木1") == "MS-21"


def test_of_five_tiles_of_a_kind_the_last_in_rank_stays_in_the_hand() -> None:
    table = Table(["空木1 空火1 空土1 空金1", "", "", "", ""], "空水1").play("p1 draw", "p1 ankan 空火1")
    assert melds(table, 0) == [["空木1", "空土1", "空金1"]]
    assert "空水1" in table.hand(0).split()
    table = Table(["空木1 空火1 空土1 空金1", "", "", "", ""], "空水1").play("p1 draw", "p1 ankan 空水1")
    assert melds(table, 0) == [["空木1", "空火1", "空土1"]]
    assert "空金1" in table.hand(0).split()


def test_the_river_tile_of_an_ankan_can_be_claimed() -> None:
    table = Table(["空木2 空火2 空金2", "空木1 空木3", "", ""], "空水2").play("p1 draw", "p1 ankan 空水2")
    assert table.fault("p2 chi p1 空木1 空木3") == "fine"


def test_a_kakan_sends_the_fourth_tile_to_the_river_and_makes_the_pon_a_kan() -> None:
    table = Table(["", "空火1 空金1 日木1", "", ""], "空木1").play("p1 draw", "p1 discard 空木1")
    table.play("p2 pon p1 空火1 空金1")
    assert table.fault("p2 kakan 日木1") == "MS-22"
    assert table.fault("p2 kakan 空水1") == "MS-22"
    assert table.fault("p2 kakan") == "MS-22"
    table = Table(["", "空火1 空金1 空水1", "", ""], "空木1").play("p1 draw", "p1 discard 空木1")
    table.play("p2 pon p1 空火1 空金1", "p2 kakan 空水1")
    assert river(table, 1) == ["空水1"]
    assert table.s.meld_kind[MELDS] == 3
    assert melds(table, 1) == [["空火1", "空金1", "空木1"]]


def test_a_chi_cannot_become_a_kan() -> None:
    table = Table(["", "空火2 空金3 空水1", "", ""], "空木1").play("p1 draw", "p1 discard 空木1")
    table.play("p2 chi p1 空火2 空金3")
    assert table.fault("p2 kakan 空水1") == "MS-22"


# --- the last turn ------------------------------------------------------------------------------------------


def test_in_the_last_turn_only_draw_and_ron_are_possible() -> None:
    table = Table(["", "空火1 空金1", "", ""], "星木9 空木1", turns=2).pass_turns(4)
    assert table.s.turn == 4
    assert table.fault("p1 discard 空木1") == "MS-8"
    assert table.fault("p1 tsumo") == "MS-8"
    assert table.fault("p1 pon p2 空木1 空火1") == "MS-8"
    assert table.fault("p1 chi p4 空木1 空火1") == "MS-8"
    assert table.fault("p1 ron p2") == "MS-13"
    assert table.legal() == [table.legal()[0]]
    assert table.legal()[0].startswith("p1 draw")


def test_in_the_last_turn_nothing_is_put_but_tsumo() -> None:
    table = Table(EMPTY, turns=1).play("p1 draw")
    drawn = tile_name(table.s.drawn[0])
    for token in (f"p1 discard {drawn}", f"p1 ankan {drawn}", f"p1 kakan {drawn}", f"p1 bury {drawn}", "p1 draw"):
        assert table.fault(token) == "MS-8"
    assert table.fault("p1 tsumo") == "MS-23"
    assert table.fault("p2 draw") == "fine"
    assert table.fault("p3 draw") == "actor"
    assert table.fault(f"p2 discard {drawn}") == "MS-8"
    assert table.legal() == [""]


def test_after_the_last_draw_a_put_is_illegal_and_a_take_is_after_the_end() -> None:
    table = Table(EMPTY, turns=1).pass_turns(3).play("p4 draw")
    assert table.fault(f"p4 discard {tile_name(table.s.drawn[3])}") == "MS-8"
    assert table.fault("p4 draw") == "after-end"
    assert table.fault("p1 draw") == "after-end"
    assert table.fault("p2 draw") == "after-end"
    assert table.s.over == 0
    table.finish()
    assert table.s.over == 1
    assert table.fault("p4 foul 35") == "after-end"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("turns", "reason", "left"), [(18, 1, 1), (19, 2, 0), (1, 1, 18)])
def test_nineteen_turns_use_up_the_wall(players: int, turns: int, reason: int, left: int) -> None:
    table = Table([""] * players, turns=turns, opener=players - 1).pass_turns(players * turns).finish()
    assert table.s.over == 1
    assert table.s.reason == reason
    assert table.s.wall_size - table.s.wall_at == left * players


# --- fouls --------------------------------------------------------------------------------------------------

WAITING = "日木1 日木2 日木3 月木1 月木2 月木3 星木1 星木2 星木3 空木7 空木8 空木9 空木5"


def test_a_foul_may_be_noted_by_anyone_at_any_moment() -> None:
    table = Table(EMPTY)
    assert [table.fault(f"p{seat} foul 37") for seat in (1, 2, 3, 4)] == ["fine"] * 4
    table.play("p3 foul 37", "p1 draw", "p4 foul 36", "p1 foul 35")
    assert table.s.actor == 0


def test_foul_35_takes_away_ron_and_nothing_else() -> None:
    table = Table(["", WAITING, "", ""], "空火5 空火1").play("p2 foul 35", "p1 draw", "p1 discard 空火5")
    assert table.fault("p2 ron p1") == "MS-73"
    assert "p2 ron p1" not in table.legal()
    table = Table(["空木5", WAITING.replace("空木5", "空金5"), "", ""], "空木1 空火5")
    table.play("p2 foul 35", "p1 draw", "p1 discard 空木1", "p2 draw 空火5")
    assert table.fault("p2 tsumo") == "fine"


def test_foul_36_takes_away_claims_and_every_win() -> None:
    table = Table(["", WAITING, "", ""], "空火5 空金5").play("p2 foul 36", "p1 draw", "p1 discard 空火5")
    assert table.fault("p2 ron p1") == "MS-73"
    assert table.fault("p2 pon p1 空木5 空火5") == "MS-73"
    assert table.fault("p2 chi p1 空木7 空木8") == "MS-73"
    table.play("p2 draw 空金5")
    assert table.fault("p2 tsumo") == "MS-73"
    assert "p2 tsumo" not in table.legal()


def test_the_last_turn_comes_before_a_foul_in_what_an_illegal_claim_names() -> None:
    table = Table(EMPTY, turns=1).play("p1 foul 36")
    assert table.fault("p1 pon p2 空木1 空火1") == "MS-8"
    assert table.fault("p1 ron p2") == "MS-73"
