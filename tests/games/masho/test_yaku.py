"""役 (MS-50 … MS-54): each of the 100 by name, the ones that light alone reaches, and what is none."""

import json
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from score_brute import Counted, brute_points, yaku

from toolkit.games.masho.light import plain_look
from toolkit.games.masho.score_hand import Score, score
from toolkit.games.masho.yaku import HEAVEN, YAKU_NAMES, value_of_four, value_of_hand, value_of_one

#: For every 役 one hand of four players and one of two in which it is all that counts.
EXAMPLES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "cases" / "masho-yaku.jsonl").read_text(encoding="utf-8").splitlines()
]


def test_the_points_are_one_to_a_hundred_and_each_is_one_yaku() -> None:
    assert sorted(YAKU_NAMES) == list(range(1, 101))
    assert len(set(YAKU_NAMES.values())) == 100
    assert YAKU_NAMES[11] == "二他連順"
    assert YAKU_NAMES[65] == "四対同順"
    assert YAKU_NAMES[100] == "四自同刻"


def test_every_yaku_has_an_example_with_four_players_and_with_two() -> None:
    for players in (4, 2):
        assert [row["yaku"] for row in EXAMPLES if row["players"] == players] == [YAKU_NAMES[n] for n in range(1, 101)]


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: f"{row['yaku']}-{row['players']}")
def test_example_of_a_yaku(row: dict[str, Any]) -> None:
    # The tiles of two players are in the game of three, and those of four in the game of five.
    for players in range(row["players"], row["players"] + 2):
        result = score(row["tiles"], row["melds"], row["seat"], players=players)
        assert [(part.name, part.points) for part in result.yaku] == [(row["yaku"], row["points"])]
        assert sorted({change.kind for change in result.light}) == row["light"]
    melds = [(meld["kind"], meld["tiles"]) for meld in row["melds"]]
    assert brute_points(row["tiles"], melds, "空日月星"[row["seat"] - 1]) == row["points"]


def test_the_fifth_seat_reaches_no_own_yaku() -> None:
    """MS-3, MS-50: it has no own heaven, so 自 (1–10, 21–30, 51–60, 91–100) is out of reach; nothing else is."""
    reached: set[int] = set()
    for row in EXAMPLES:
        result = score(row["tiles"], row["melds"], seat=5)
        assert not any("自" in part.name for part in result.yaku)
        reached.update(part.points for part in result.yaku)
    out_of_reach = [*range(1, 11), *range(21, 31), *range(51, 61), *range(91, 101)]
    assert reached == set(range(1, 101)) - set(out_of_reach)


#: Without light no hand reaches these, because its tiles would not do:
#: two 刻 of one kind take six tiles (二 三 四 同刻 in one heaven, 四対同刻);
#: three 刻 of one heaven with 1 or 9 have only two kinds;
#: four numbers with steps of three span nine, more than 1–7 and 1–9 hold.
TWO_KOKU_OF_A_KIND = {"二他同刻", "二自同刻", "三他同刻", "三自同刻", "四対同刻", "四他同刻", "四自同刻"}
THIRD_EDGE = {"三他端刻", "三自端刻", "四他端刻", "四自端刻"}
TOO_WIDE = {f"四{colour}筋{kind}" for colour in "対色他自" for kind in "順刻"}


def unlit_groups() -> list[tuple[Counted, ...]]:
    """All groups of two to four melds of one kind that the pack of five players has, with nothing changed."""
    juns = [(heaven, number, "順", False) for heaven in "空日月星" for number in range(1, 8)]
    kokus = [(heaven, number, "刻", False) for heaven in "空日月星" for number in range(1, 10)]
    groups: list[tuple[Counted, ...]] = []
    for size in (2, 3, 4):
        groups += combinations_with_replacement(juns, size)
        groups += combinations(kokus, size)
    return groups


def test_without_light_nineteen_yaku_are_out_of_reach_and_all_others_are_not() -> None:
    groups = unlit_groups()
    reached = {yaku(group, "空", each=False) for group in groups}
    out_of_reach = {YAKU_NAMES[points] for points in range(11, 101) if points not in reached}
    assert out_of_reach == TWO_KOKU_OF_A_KIND | THIRD_EDGE | TOO_WIDE
    # Judged heaven by heaven, 四対筋 fits into 1–7 and 1–9.
    reached |= {yaku(group, "空", each=True) for group in groups if len(group) == 4}
    assert {YAKU_NAMES[points] for points in range(11, 101) if points not in reached} == out_of_reach - {
        "四対筋順",
        "四対筋刻",
    }


def test_the_fast_values_of_four_melds_are_those_of_the_words() -> None:
    for each in (0, 1):
        for group in unlit_groups()[::97]:
            if len(group) == 4:
                a, b, c, d = (
                    plain_look("空日月星".index(h), number, int(word == "刻")) for h, number, word, _ in group
                )
                for own in range(5):
                    # Judged heaven by heaven concerns 四対 alone.
                    pairs = each and sorted(sum(look[0] == h for look in group) for h in "空日月星")[-2:] == [2, 2]
                    expected = yaku(group, "空日月星-"[own], bool(pairs))
                    assert value_of_four(a, b, c, d, 1 << (HEAVEN + own) if own < 4 else 0, each) == expected


def test_an_own_koku_scores_its_number() -> None:
    for number in range(1, 10):
        assert value_of_one(plain_look(0, number, 1), 1 << HEAVEN) == number
        assert value_of_one(plain_look(1, number, 1), 1 << HEAVEN) == 0
        assert value_of_one(plain_look(0, number, 0), 1 << HEAVEN) == 0


def test_yaku_that_share_no_meld_add_up_and_each_meld_counts_once() -> None:
    looks = [plain_look(1, 1, 0), plain_look(1, 2, 0), plain_look(2, 3, 0), plain_look(2, 5, 0)]
    assert value_of_hand(looks, 1 << HEAVEN, 0, -1) == 11 + 12
    assert value_of_hand([*looks[:3], plain_look(3, 9, 1)], 1 << HEAVEN, 0, -1) == 11
    # 三自連順 and an own 刻 apart.
    looks = [*(plain_look(0, number, 0) for number in (1, 2, 3)), plain_look(0, 9, 1)]
    assert value_of_hand(looks, 1 << HEAVEN, 0, -1) == 51 + 9


def open_hand(pair: str, melds: list[str], seat: int, **rules: object) -> Score:
    """A hand of open melds and a pair."""
    return score(pair, melds, seat, rules)


def test_worked_case_1_two_heavens_of_two_equal_runs_are_worth_65_for_every_seat() -> None:
    tiles = "空木1 空火1 空木2 空金2 空火3 空木3 日木1 日火1 日木2 日火2 日木3 日金3 星木9 星火9"
    for seat in range(1, 6):
        result = score(tiles, seat=seat, rules={"light": False})
        assert result.points == 65
        assert [part.name for part in result.yaku] == ["四対同順"]


def test_worked_case_2_an_own_koku_of_5_alone_is_5_and_as_an_ankan_10() -> None:
    others = ["chi:日木1,日木2,日火3", "chi:月木4,月木5,月火6", "chi:星木6,星木7,星火8"]
    assert open_hand("星木1 星火1", ["pon:空木5,空火5,空水5", *others], 1).points == 5
    result = open_hand("星木1 星火1", ["ankan:空木5,空火5,空水5", *others], 1)
    assert [part.name for part in result.yaku] == ["自暗完"]
    assert result.points == 10


def test_worked_case_3_three_runs_in_a_heaven_are_41_for_another_seat_and_51_for_its_own() -> None:
    melds = ["chi:月木1,月木2,月火3", "chi:月火2,月木3,月木4", "chi:月金3,月火4,月火5", "pon:日木9,日火9,日水9"]
    assert [part.name for part in open_hand("星木1 星火1", melds, 1).yaku] == ["三他連順"]
    assert open_hand("星木1 星火1", melds, 1).points == 41
    assert [part.name for part in open_hand("星木1 星火1", melds, 3).yaku] == ["三自連順"]
    assert open_hand("星木1 星火1", melds, 3).points == 51


def test_worked_case_4_ikko_stretches_1_4_7_to_10() -> None:
    melds = ["chi:空木1,空木2,空火3", "chi:空木4,空木5,空火6", "chi:空木7,空火8,空火9", "chi:空火1,空火2,空金3"]
    lit = ["chi:空木3,空木4,空木5", "chi:空火1,空木2,空火3", "chi:空火4,空火5,空金6", "chi:空木7,空火8,空火9"]
    assert open_hand("星木1 星火1", melds, 2).points < 83
    result = open_hand("星木1 星火1", lit, 2)
    assert (result.points, result.yaku[0].name) == (83, "四他筋順")
    assert result.light[0].after == "空10.11.12"
    assert open_hand("星木1 星火1", lit, 1).points == 93


def test_worked_case_5_runs_on_1_and_7_of_another_heaven_are_14() -> None:
    melds = ["chi:月木1,月木2,月火3", "chi:月木7,月木8,月火9", "pon:日木2,日火2,日水2", "chi:星木3,星木4,星火5"]
    result = open_hand("星木1 星火1", melds, 1)
    assert (result.points, result.yaku[0].name) == (14, "二他端順")


def test_a_mixture_of_koku_and_jun_is_no_yaku() -> None:
    melds = ["chi:月木3,月木4,月火5", "pon:月木2,月火2,月水2", "chi:日木1,日木2,日火3", "pon:星木9,星火9,星金9"]
    assert open_hand("空木1 空火1", melds, 1).points == 0


def test_two_heavens_are_no_yaku_of_two_melds() -> None:
    melds = ["chi:月木3,月木4,月火5", "pon:日木2,日火2,日水2", "chi:日木3,日木4,日火5", "pon:星木9,星火9,星金9"]
    assert open_hand("空木1 空火1", melds, 1).points == 0


def test_pairs_of_heavens_ask_for_a_progression_of_four_or_of_each_heaven() -> None:
    apart = ["chi:月木1,月木2,月火3", "chi:月木4,月木5,月火6", "chi:日木1,日木2,日火3", "chi:日木4,日木5,日火6"]
    assert open_hand("空木1 空火1", apart, 1).points == 13 + 13
    result = open_hand("空木1 空火1", apart, 1, pairs_relation="each")
    assert (result.points, result.yaku[0].name) == (63, "四対筋順")
    row = ["chi:月木1,月木2,月火3", "chi:月木3,月木4,月火5", "chi:日木2,日木3,日火4", "chi:日木4,日木5,日火6"]
    result = open_hand("空木1 空火1", row, 1)
    assert (result.points, result.yaku[0].name) == (61, "四対連順")
    assert open_hand("空木1 空火1", row, 1, pairs_relation="each").points == 12 + 12


def test_a_win_without_yaku_is_worth_nothing() -> None:
    melds = ["chi:月木1,月木2,月火3", "chi:日木2,日木3,日火4", "pon:日木9,日火9,日水9", "pon:星木5,星火5,星金5"]
    result = open_hand("空木1 空火1", melds, 1)
    assert (result.points, result.yaku) == (0, ())
    assert "no 役" in str(result)
