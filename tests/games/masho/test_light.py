"""Light 光馬 (MS-60 … MS-67): which melds change, and what they count as."""

from itertools import combinations, product

import pytest
from score_brute import Counted, changes

from toolkit.games.masho.cards import EARTH_NAMES, EARTHS, HEAVEN_NAMES, HEAVENS
from toolkit.games.masho.light import (
    IKKO,
    NIKO,
    NO_LIGHT,
    SANKO,
    YONKO,
    ankan_look,
    jun_light,
    kakan_look,
    koku_light,
    lights_of_runs,
    lights_of_same,
    lit_look,
    plain_look,
    union_look,
)
from toolkit.games.masho.score_hand import Score, score
from toolkit.games.masho.yaku import HEAVEN, HIGHEST, ZERO

SOURCE, COMMENTARY = 0, 1
KU, HI, TSUKI, SEI = range(4)


def earths(text: str) -> int:
    """Three earths as ``jun_light`` takes them."""
    one, two, three = map(EARTH_NAMES.index, text)
    return (one * EARTHS + two) * EARTHS + three


def mask(text: str) -> int:
    """Earths as a mask."""
    return sum(1 << EARTH_NAMES.index(earth) for earth in text)


def parts(look: int) -> tuple[str, set[int]]:
    """The heavens and numbers of a look."""
    heavens = "".join(HEAVEN_NAMES[heaven] for heaven in range(HEAVENS) if look >> (HEAVEN + heaven) & 1)
    return heavens, {number for number in range(-ZERO, HIGHEST + 1) if look >> (number + ZERO) & 1}


def test_a_run_of_the_heavens_own_earth_is_ikko_and_of_another_niko() -> None:
    assert jun_light(SOURCE, KU, earths("木木木")) == IKKO
    assert jun_light(SOURCE, KU, earths("火火火")) == NIKO
    assert jun_light(SOURCE, TSUKI, earths("水水水")) == IKKO
    assert jun_light(COMMENTARY, TSUKI, earths("水水水")) == NIKO
    assert jun_light(COMMENTARY, TSUKI, earths("金金金")) == IKKO
    assert jun_light(SOURCE, SEI, earths("土土土")) == NIKO


def test_a_run_of_three_earths_none_the_heavens_own_goes_to_the_heaven_of_the_middle_one() -> None:
    """Worked case 6: 空火1 空金2 空水3 counts as 星123, or 月123 by the commentary."""
    assert jun_light(SOURCE, KU, earths("火金水")) == SANKO + SEI
    assert jun_light(COMMENTARY, KU, earths("火金水")) == SANKO + TSUKI
    assert jun_light(SOURCE, KU, earths("火水金")) == SANKO + TSUKI
    assert jun_light(SOURCE, HI, earths("金木水")) == SANKO + KU


def test_with_do_in_the_middle_nothing_changes_but_at_the_side_it_is_one_of_three_earths() -> None:
    assert jun_light(SOURCE, KU, earths("火土水")) == NO_LIGHT
    assert jun_light(SOURCE, KU, earths("土火水")) == SANKO + HI


@pytest.mark.parametrize("text", ["木金水", "金木水", "金水木", "火火金", "火金火", "金火火"])
def test_a_run_with_the_own_earth_or_two_of_an_earth_is_not_changed(text: str) -> None:
    assert jun_light(SOURCE, KU, earths(text)) == NO_LIGHT


def test_a_koku_of_three_earths_none_the_heavens_own_is_yonko() -> None:
    assert koku_light(SOURCE, KU, mask("火金水")) == YONKO
    assert koku_light(SOURCE, KU, mask("木金水")) == NO_LIGHT
    assert koku_light(SOURCE, TSUKI, mask("木火金")) == YONKO
    assert koku_light(COMMENTARY, TSUKI, mask("木火金")) == NO_LIGHT
    assert koku_light(SOURCE, KU, mask("土火水")) == YONKO


def test_changes_are_compulsory_and_go_to_other_numbers_or_heavens() -> None:
    jun = plain_look(TSUKI, 7, 0)
    assert parts(lit_look(jun, NO_LIGHT)) == ("月", {7})
    assert parts(lit_look(jun, IKKO)) == ("月", set(range(-ZERO, HIGHEST + 1)) - {7})
    assert parts(lit_look(jun, NIKO)) == ("月", {6, 8})
    assert parts(lit_look(plain_look(TSUKI, 1, 0), NIKO)) == ("月", {0, 2})
    assert parts(lit_look(jun, SANKO + KU)) == ("空", {7})
    assert parts(lit_look(plain_look(TSUKI, 7, 1), YONKO)) == ("空日星", {7})
    assert parts(ankan_look(KU, 4, 1)) == ("空", set(range(-ZERO, HIGHEST + 1)) - {4})
    assert parts(ankan_look(KU, 4, 0)) == ("空", {4})
    assert parts(kakan_look(KU, 9, 1)) == ("空", {8, 10})
    assert parts(kakan_look(KU, 1, 1)) == ("空", {0, 2})


def in_words(possible: tuple[Counted, ...]) -> set[tuple[str, int]]:
    """Heavens and numbers of the plain scorer's changes, as far as looks go."""
    return {(heaven, number) for heaven, number, _, _ in possible if -ZERO <= number <= HIGHEST}


@pytest.mark.parametrize("mapping", ["source", "commentary"])
def test_every_run_and_koku_changes_as_the_plain_scorer_says(mapping: str) -> None:
    code = ["source", "commentary"].index(mapping)
    for heaven, name in enumerate(HEAVEN_NAMES):
        for three in product(EARTH_NAMES, repeat=3):
            tiles = tuple((name, earth, 3 + index) for index, earth in enumerate(three))
            heavens, numbers = parts(
                lit_look(plain_look(heaven, 3, 0), jun_light(code, heaven, earths("".join(three))))
            )
            assert set(product(heavens, numbers)) == in_words(changes("順", tiles, mapping, True))
        for three in combinations(EARTH_NAMES, 3):
            tiles = tuple((name, earth, 3) for earth in three)
            heavens, numbers = parts(lit_look(plain_look(heaven, 3, 1), koku_light(code, heaven, mask("".join(three)))))
            assert set(product(heavens, numbers)) == in_words(changes("刻", tiles, mapping, True))


def test_what_a_meld_can_get_from_several_tiles_is_what_its_choices_get() -> None:
    masks = [mask(text) for text in ("木", "火金", "金水土", "木火", "木火土金水", "水")]
    for mapping, heaven in product((SOURCE, COMMENTARY), range(HEAVENS)):
        for first, middle, last in product(masks, repeat=3):
            choices = [
                (one, two, three)
                for one, two, three in product(range(EARTHS), repeat=3)
                if first >> one & 1 and middle >> two & 1 and last >> three & 1
            ]
            lights = {jun_light(mapping, heaven, (a * EARTHS + b) * EARTHS + c) for a, b, c in choices}
            assert lights_of_runs(mapping, heaven, first, middle, last) == sum(1 << light for light in lights)
        for several in range(1 << EARTHS):
            lights = {
                koku_light(mapping, heaven, three)
                for three in range(1 << EARTHS)
                if three.bit_count() == 3 and three & ~several == 0
            }
            if several.bit_count() >= 3:
                assert lights_of_same(mapping, heaven, several) == sum(1 << light for light in lights)


def test_all_that_a_meld_may_count_as_is_the_union_of_its_changes() -> None:
    jun = plain_look(KU, 5, 0)
    assert union_look(jun, 1 << NO_LIGHT | 1 << NIKO) == jun | lit_look(jun, NIKO)
    assert union_look(jun, 1 << SANKO + SEI | 1 << NO_LIGHT) == jun | lit_look(jun, SANKO + SEI)


OTHERS = ("chi:日木2,日木3,日火4", "chi:日木6,日火7,日火8", "chi:月木4,月木5,月火6")


def scored(meld: str, seat: int, others: tuple[str, ...] = OTHERS, **rules: object) -> Score:
    """An open meld with three others that are not changed and a pair."""
    return score("星木1 星火1", [meld, *others], seat, rules)


def test_yonko_makes_an_own_koku_and_can_lose_one() -> None:
    assert scored("pon:空火7,空金7,空水7", 4).points == 7
    assert [change.kind for change in scored("pon:空火7,空金7,空水7", 4).light] == ["yonko"]
    assert scored("pon:空火7,空金7,空水7", 1).points == 0
    assert scored("pon:空火7,空金7,空水7", 1, light=False).points == 7


def test_the_heaven_of_yonko_need_not_be_in_play() -> None:
    # 空222 must leave its heaven and so must 日222: both become 月222, although two players have no 月.
    melds = ["pon:空火2,空金2,空水2", "pon:日木2,日金2,日水2", "chi:日木4,日火5,日火6", "chi:空木6,空火7,空火8"]
    result = score("空木9 空火9", melds, 1, players=2)
    assert [part.name for part in result.yaku] == ["二他同刻"]
    assert [change.after for change in result.light] == ["月222", "月222"]


def test_an_own_ankan_is_worth_10_whatever_number_it_takes() -> None:
    result = scored("ankan:空火7,空金7,空水7", 1)
    assert [part.name for part in result.yaku] == ["自暗完"]
    assert result.points == 10


def test_a_kan_is_no_yonko_besides() -> None:
    assert parts(kakan_look(KU, 7, 1))[0] == "空"
    assert [change.kind for change in scored("kakan:空火7,空金7,空水7", 1).light] == ["kakan"]


def test_an_own_kakan_counts_one_more_or_one_less_and_neither_0_nor_10() -> None:
    assert scored("kakan:空木7,空火7,空水7", 1).points == 8
    assert scored("kakan:空木9,空火9,空水9", 1).points == 8
    assert scored("kakan:空木1,空火1,空水1", 1).points == 2


def test_edges_of_changed_melds_go_by_their_new_numbers() -> None:
    low = ("chi:空火7,空火8,空金9", "pon:日木9,日火9,日水9", "pon:月木5,月水5,月金5")
    # 空234 → 空123 or 空345: with 空789 the former has a 1 and a 9.
    assert [part.name for part in scored("chi:空火2,空火3,空火4", 4, low).yaku] == ["二他端順"]
    # 空123 → 空012 or 空234: 012 contains a 1.
    result = scored("chi:空火1,空火2,空火3", 4, low)
    assert [part.name for part in result.yaku] == ["二他端順"]
    assert result.light[0].after == "空0.1.2"


def test_light_off_leaves_every_meld_as_it_is() -> None:
    for meld in (
        "chi:空木1,空木2,空木3",
        "chi:空火1,空金2,空水3",
        "kakan:空火7,空金7,空水7",
        "ankan:空火7,空金7,空水7",
    ):
        assert scored(meld, 2, light=False).light == ()


def test_which_tiles_of_a_kind_go_where_decides_over_light() -> None:
    # One of the four 空3 belongs to the run. With 空水3 it is 空火1 空金2 空水3, which counts as 星123, and the 刻
    # keeps 木 and stays 空; with 空木3 the run stays, and the 刻 would have to leave its heaven.
    tiles = "空火1 空金2 空木3 空火3 空金3 空水3 日木9 日火9"
    result = score(tiles, ["chi:星木2,星木3,星火4", "pon:月木8,月水8,月金8"], 1)
    assert sorted((part.name, part.points) for part in result.yaku) == [("二他連順", 11), ("自刻3", 3)]
    assert [(change.kind, change.before, change.after) for change in result.light] == [("sanko", "空123", "星123")]


def test_a_koku_with_do_is_changed_like_one_of_any_three_foreign_earths() -> None:
    assert scored("pon:空土7,空金7,空水7", 4).points == 7
