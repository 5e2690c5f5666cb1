"""The pack: SC-1 to SC-4."""

from collections import Counter

import pytest
from shishibo_table import DEFAULTS, GAME, PACK, Table, options, points_in

from toolkit.games.shishibo.cards import (
    CARDS,
    COPIES,
    HIKARI,
    KASU,
    KIND,
    TANE,
    TANZAKU,
    WORDS,
    lowest,
    mask_of,
    words_of,
)
from toolkit.games.shishibo.yaku import CARDS_OF, SHIKO, card_points

#: SC-1 as the rules page prints it.
PAGE = """
1H 1S 1K 1K
2T 2S 2K 2K
3H 3S 3K 3K
4T 4S 4K 4K
5T 5S 5K 5K
6T 6S 6K 6K
7T 7S 7K 7K
8H 8T 8K 8K
9T 9S 9K 9K
10T 10S 10K 10K
11M 11T 11S 11K
12H 12K 12K 12K
"""


def test_the_pack_has_four_cards_of_each_of_twelve_months() -> None:
    """SC-1"""
    assert Counter(PACK) == Counter(PAGE.split())
    assert len(PACK) == 48
    assert [card.rstrip("HMTSK") for card in PACK] == [str(month) for month in range(1, 13) for _ in range(4)]


def test_ascending_numbers_are_the_order_of_months_and_then_h_m_t_s_k() -> None:
    """SC-1, Tokens"""
    order = {letter: place for place, letter in enumerate("HMTSK")}
    assert sorted(PACK, key=lambda card: (int(card[:-1]), order[card[-1]])) == list(PACK)


def test_the_pack_has_4_hikari_10_tane_10_tanzaku_and_24_kasu() -> None:
    """SC-2"""
    assert [group.bit_count() for group in (HIKARI, TANE, TANZAKU, KASU)] == [4, 10, 10, 24]
    assert HIKARI | TANE | TANZAKU | KASU == (1 << CARDS) - 1


def test_ono_no_tofu_is_a_tane_and_no_hikari() -> None:
    """SC-2"""
    assert mask_of("11M") & TANE
    assert not mask_of("11M") & HIKARI
    assert not CARDS_OF[SHIKO] & mask_of("11M")
    assert points_in("11M") == 10


def test_two_kasu_of_a_month_are_written_alike_and_interchangeable() -> None:
    """SC-3"""
    for card, word in enumerate(PACK):
        assert words_of(COPIES[card]) == [word] * PACK.count(word)
        assert KIND[card] == PACK.index(word)
    both = Table(["5K 5K", "", ""], stock="1K")
    assert both.legal() == ["p1 play 5K"]


@pytest.mark.parametrize(("card", "points"), [("1H", 30), ("2T", 10), ("11M", 10), ("1S", 5), ("1K", 0), ("12K", 0)])
def test_a_card_counts_by_its_group(card: str, points: int) -> None:
    """SC-4"""
    assert points_in(card) == points


def test_the_whole_pack_counts_270() -> None:
    """SC-4"""
    assert card_points((1 << CARDS) - 1, DEFAULTS) == 270


@pytest.mark.parametrize(
    ("option", "number"), [("points_hikari", 4), ("points_tane", 10), ("points_tanzaku", 10), ("points_kasu", 24)]
)
def test_points_of_a_group_are_an_option_from_0_to_1000(option: str, number: int) -> None:
    """SC-4"""
    whole = (1 << CARDS) - 1
    less, more = (card_points(whole, options(**{option: value})) for value in (0, 1000))
    assert more - less == 1000 * number
    for wrong in (-1, 1001, True, "5"):
        with pytest.raises(ValueError, match=option):
            options(**{option: wrong})


def test_cards_are_named_and_found_again() -> None:
    for card, word in enumerate(WORDS[:CARDS]):
        assert words_of(1 << card) == [word]
        assert lowest(1 << card | 1 << 47) == card
    assert words_of(mask_of("12K 1K 12K 8H")) == ["1K", "8H", "12K", "12K"]
    with pytest.raises(ValueError, match="too many 8H"):
        mask_of("8H 8H")


def test_every_option_of_the_rules_page_stands_in_its_place_with_its_default() -> None:
    """Options"""
    found = [(option.name, option.encode(option.default), option.range()) for option in GAME.options]
    assert found == [
        ("rounds", 12, "1–100"),
        ("points_hikari", 30, "0–1000"),
        ("points_tane", 10, "0–1000"),
        ("points_tanzaku", 5, "0–1000"),
        ("points_kasu", 0, "0–1000"),
        ("points_shihon", 100, "0–1000"),
        ("points_sanbon", 50, "0–1000"),
        ("points_soppe", 100, "0–1000"),
        ("points_toichi", 50, "0–1000"),
        ("points_tanichi", 50, "0–1000"),
        ("points_shishibochushin", 100, "0–1000"),
        ("points_shishibo", 50, "0–1000"),
        ("points_shishichu", 50, "0–1000"),
        ("points_tsukihoto", 50, "0–1000"),
        ("points_negishi", 50, "0–1000"),
        ("points_kikushi", 50, "0–1000"),
        ("points_getashi", 50, "0–1000"),
        ("mult_shiko", 3, "1–100"),
        ("mult_akatan", 2, "1–100"),
        ("mult_aotan", 2, "1–100"),
        ("uchikiri_combine", "product", "product, max"),
        ("fuke_limit", 15, "-1–270"),
        ("willow_kasu_counts", False, "true, false"),
        ("redeal_field_triple", False, "true, false"),
        ("show", "choice", "choice, always"),
        ("max_passes", 0, "0–100"),
    ]


def test_every_option_cites_a_rule_that_the_rules_page_has() -> None:
    from toolkit.games.rulebook import rules_of

    texts = rules_of("shishibo")
    for option in GAME.options:
        assert option.kind.rule in texts, option.name
    expected = ["1", "2", "3", "4", *range(10, 21), *range(30, 34), *range(40, 45)]
    assert list(texts) == [f"SC-{number}" for number in expected]
    assert all(len(text) > 30 for text in texts.values())
    assert "柳" in texts["SC-30"]
    assert "ソッペ" in texts["SC-30"].split("|", 1)[1], "the table belongs to its rule"
    assert "##" not in "".join(texts.values())
