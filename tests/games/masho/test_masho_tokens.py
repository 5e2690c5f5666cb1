"""Tiles, tokens and deals as a record spells them (MS-1, MS-2, MS-3)."""

from itertools import pairwise

import pytest

from toolkit.games.game import DealError, OptionError, TokenError
from toolkit.games.masho import GAME
from toolkit.games.masho.cards import TILES, in_play, pack_size, tile_code, tile_name
from toolkit.games.masho.options import Options


def test_the_order_of_codes_is_the_rank_of_heavens_earths_and_numbers() -> None:
    names = [tile_name(code) for code in range(TILES)]
    assert len(set(names)) == TILES
    assert names[:2] == ["空木1", "空木2"]
    assert [tile_code(name) for name in ("空水9", "日木1", "日土1", "日金1", "星水9")] == [44, 45, 63, 72, 179]
    heavens = [name[0] for name in names]
    assert [one + two for one, two in pairwise(heavens) if one != two] == ["空日", "日月", "月星"]


@pytest.mark.parametrize(("players", "tiles"), [(2, 72), (3, 108), (4, 144), (5, 180)])
def test_each_number_of_players_has_its_tiles(players: int, tiles: int) -> None:
    used = [tile_name(code) for code in range(TILES) if in_play(code, players)]
    assert len(used) == tiles == pack_size(players)
    assert any("土" in name for name in used) is (players == 5)
    assert {name[0] for name in used} == set("空日月星"[: min(players, 4)])


@pytest.mark.parametrize(
    ("alias", "name"), [("Km1", "空木1"), ("Hh5", "日火5"), ("Td9", "月土9"), ("Sk2", "星金2"), ("Ss3", "星水3")]
)
def test_aliases_are_read_and_never_written(alias: str, name: str) -> None:
    assert tile_code(alias) == tile_code(name)
    assert GAME.write(*GAME.parse(f"p1 discard {alias}", 5)) == f"p1 discard {name}"


@pytest.mark.parametrize(
    "token",
    [
        "p1 set 空木1", "p2 draw 空木1", "p2 draw", "p3 pon p1 空木1 空火1", "p1 chi p4 空木1 空火2", "p4 ron p1",
        "p1 discard 星水9", "p1 ankan 空木1", "p1 kakan 空木1", "p1 tsumo", "p1 bury 空木1", "p1 meld 空木1 空火2",
        "p1 foul 35", "p4 foul 36", "p1 foul 37",
    ],
)  # fmt: skip
def test_a_canonical_token_reads_back_to_itself(token: str) -> None:
    assert GAME.write(*GAME.parse(token, 4)) == token


def test_several_tiles_are_written_in_rank_and_read_in_any_order() -> None:
    assert GAME.write(*GAME.parse("p3 pon p1 空火1 空木1", 4)) == "p3 pon p1 空木1 空火1"
    assert GAME.parse("p3 meld 空火1 空木2", 4) == GAME.parse("p3 meld 空木2 空火1", 4)


@pytest.mark.parametrize(
    "token",
    [
        "", "p1", "p1  draw", " p1 draw", "p1 draw ", "p0 draw", "p5 draw", "p10 draw", "P1 draw", "p1 Draw", "p1 take",
        "p1 discard 空木0", "p1 discard 空木10", "p1 discard 土木1", "p1 discard km1", "p1 discard 空木１",
        "p1 pon 空木1 空火1", "p1 pon", "p1 pon p5 空木1 空火1", "p1 ron", "p1 ron p9", "p1 ron p2 空木1",
        "p1 tsumo 空木1", "p1 foul", "p1 foul 34", "p1 foul 35 36", "p1 foul p2", "p1 draw\n", "１p draw",
    ],
)  # fmt: skip
def test_a_spelling_that_cannot_be_read_is_refused_with_a_message(token: str) -> None:
    with pytest.raises(TokenError) as caught:
        GAME.parse(token, 4)
    assert caught.value.message


def wall(players: int) -> list[str]:
    return [tile_name(code) for code in range(TILES) if in_play(code, players)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_wall_is_read_and_written_back(players: int) -> None:
    deal = {"wall": wall(players)[::-1]}
    codes = GAME.read_deal(deal, players, Options())
    assert len(codes) == pack_size(players)
    assert GAME.write_deal(codes, players, Options()) == deal


@pytest.mark.parametrize(
    ("deal", "named"),
    [
        ({}, "wall"),
        ({"wall": "空木1"}, "wall"),
        ({"wall": wall(4), "field": []}, "field"),
        ({"wall": wall(4)[1:]}, "空木1"),
        ({"wall": ["空木2", *wall(4)[1:]]}, "空木2"),
        ({"wall": [*wall(4), "空木1"]}, "空木1"),
        ({"wall": ["空土1", *wall(4)[1:]]}, "空土1"),
        ({"wall": ["空木0", *wall(4)[1:]]}, "空木0"),
        ({"wall": [1, *wall(4)[1:]]}, "1"),
        ({"wall": []}, "144"),
    ],
)
def test_a_wall_that_is_not_the_tiles_in_play_is_refused_by_name(deal: dict[str, object], named: str) -> None:
    with pytest.raises(DealError) as caught:
        GAME.read_deal(deal, 4, Options())
    assert named in caught.value.message


@pytest.mark.parametrize(
    "rules",
    [
        {"turns": 0},
        {"turns": 20},
        {"turns": True},
        {"wins": 21},
        {"wins": -1},
        {"payers": "some"},
        {"light": 1},
        {"lamp": 1},
    ],
)
def test_an_option_outside_its_values_is_refused(rules: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        GAME.read_options(rules, 4)
