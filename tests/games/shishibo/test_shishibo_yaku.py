"""役: SC-30 to SC-33, and the exact odds of the 手役."""

import random
from collections import Counter
from functools import reduce
from itertools import product
from math import comb

import pytest
from scipy.stats import binomtest
from shishibo_table import DEFAULTS, GAME, PACK, options

from toolkit.games.shishibo.cards import CARDS, mask_of
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.yaku import (
    YAKU,
    dekiyaku_of,
    is_fuke,
    multiplier_of,
    points_of,
    teyaku_of,
    uchikiri_of,
)

WILLOW = options(willow_kasu_counts=True)
TEYAKU = [romaji for romaji, _ in YAKU[:5]]


def names(mask: int) -> list[str]:
    """The 役 of a mask."""
    return [YAKU[number][0] for number in range(len(YAKU)) if mask >> number & 1]


def teyaku(hand: str, o: Options = DEFAULTS) -> tuple[list[str], int]:
    """The 手役 of a hand and their points."""
    found = teyaku_of(mask_of(hand), o)
    return names(found), points_of(found, o)


# SC-30


@pytest.mark.parametrize(
    ("hand", "expected", "points"),
    [
        ("1K 1K 2K 2K 5K 7K 12K", ["soppe"], 100),
        ("1K 1K 2K 2K 5K 7K 11K", [], 0),
        ("12K 12K 12K 1K 1K 2K 6T", ["sanbon", "toichi"], 100),
    ],
)
def test_worked_case_5(hand: str, expected: list[str], points: int) -> None:
    """SC-30"""
    assert teyaku(hand) == (expected, points)


@pytest.mark.parametrize(
    ("hand", "expected", "points"),
    [
        ("1H 1S 1K 1K 2T 3S 8H", ["shihon"], 100),
        ("1H 1S 1K 2T 3S 8H 9T", ["sanbon"], 50),
        ("1H 1S 1K 2T 2S 2K 8H", ["sanbon"], 50),
        ("1H 1S 1K 1K 2T 2S 2K", ["shihon", "sanbon"], 150),
        ("1H 1S 2T 2S 3S 8H 9T", [], 0),
        ("2T 3K 3K 4K 5K 6K 7K", ["toichi"], 50),
        ("2S 3K 3K 4K 5K 6K 7K", ["tanichi"], 50),
        ("11M 3K 3K 4K 5K 6K 7K", ["toichi"], 50),
        ("8H 3K 3K 4K 5K 6K 7K", [], 0),
        ("2T 2S 3K 4K 5K 6K 7K", [], 0),
        ("12K 12K 12K 1K 1K 2K 2K", ["sanbon", "soppe"], 150),
        ("12K 12K 12K 1K 1K 2K 2S", ["sanbon", "tanichi"], 100),
        ("2T 3K 3K 4K 5K 6K 11K", [], 0),
        ("11T 11K 3K 3K 4K 5K 6K", [], 0),
    ],
)
def test_teyaku_add_up(hand: str, expected: list[str], points: int) -> None:
    """SC-30"""
    assert teyaku(hand) == (expected, points)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("1K 1K 2K 2K 5K 7K 11K", ["soppe"]),
        ("2T 3K 3K 4K 5K 6K 11K", ["toichi"]),
        ("11M 11K 3K 3K 4K 5K 6K", ["toichi"]),
        ("11S 11K 3K 3K 4K 5K 6K", ["tanichi"]),
        ("1K 1K 2K 2K 5K 7K 12K", ["soppe"]),
    ],
)
def test_the_willow_kasu_counts_by_option(hand: str, expected: list[str]) -> None:
    """SC-30, option willow_kasu_counts"""
    assert teyaku(hand, WILLOW)[0] == expected


@pytest.mark.parametrize(
    ("yaku", "hand"),
    [
        ("shihon", "1H 1S 1K 1K 2T 3S 8H"),
        ("sanbon", "1H 1S 1K 2T 3S 8H 9T"),
        ("soppe", "1K 1K 2K 2K 5K 7K 12K"),
        ("toichi", "2T 3K 3K 4K 5K 6K 7K"),
        ("tanichi", "2S 3K 3K 4K 5K 6K 7K"),
    ],
)
def test_the_points_of_a_teyaku_are_an_option(yaku: str, hand: str) -> None:
    """SC-30"""
    assert teyaku(hand, options(**{f"points_{yaku}": 777}))[1] == 777


def teyaku_by_the_page(cards: list[str], willow: bool) -> set[str]:
    """SC-30 written again from the rules page, over words."""
    months = Counter(card[:-1] for card in cards).values()
    letters = Counter(card[-1] for card in cards)
    kasu = letters["K"] - (0 if willow else cards.count("11K"))
    found = {"shihon"} if 4 in months else set()
    if 3 in months:
        found.add("sanbon")
    if kasu == 7:
        found.add("soppe")
    if kasu == 6 and letters["T"] + letters["M"] == 1:
        found.add("toichi")
    if kasu == 6 and letters["S"] == 1:
        found.add("tanichi")
    return found


def test_teyaku_agree_with_the_rules_page_over_many_hands() -> None:
    """SC-30"""
    source = random.Random(30)
    poor = [card for card in range(CARDS) if PACK[card].endswith("K")]
    seen: Counter[str] = Counter()
    for number in range(12_000):
        if number % 3:
            hand = source.sample(range(CARDS), 7)
        else:
            hand = source.sample(poor, 6)
            hand.append(source.choice([card for card in range(CARDS) if card not in hand]))
        mask = sum(1 << card for card in hand)
        words = [PACK[card] for card in hand]
        for o, willow in ((DEFAULTS, False), (WILLOW, True)):
            found = names(teyaku_of(mask, o))
            assert set(found) == teyaku_by_the_page(words, willow), words
            seen.update(found)
    assert min(seen[yaku] for yaku in TEYAKU) > 12


def counts_by_month() -> dict[tuple[int, int, int, int, int, int], int]:
    """How many hands of seven have each (cards, 四本, 三本, カス without 11K, 11K, タネ + 16 × 短冊).

    Months are independent but for the number of cards, so that each month's sixteen subsets, folded together,
    count all hands exactly.
    """
    total: Counter[tuple[int, ...]] = Counter({(0, 0, 0, 0, 0, 0): 1})
    for month in range(12):
        own: Counter[tuple[int, ...]] = Counter()
        cards = PACK[4 * month : 4 * month + 4]
        for chosen in product((0, 1), repeat=4):
            words = [card for card, taken in zip(cards, chosen, strict=True) if taken]
            letters = Counter(word[-1] for word in words)
            willow = words.count("11K")
            own[
                len(words), int(len(words) == 4), int(len(words) == 3), letters["K"] - willow, willow,
                letters["T"] + letters["M"] + 16 * letters["S"],
            ] += 1  # fmt: skip
        folded: Counter[tuple[int, ...]] = Counter()
        for (left, ways), (right, more) in product(total.items(), own.items()):
            if left[0] + right[0] <= 7:
                folded[tuple(map(sum, zip(left, right, strict=True)))] += ways * more
        total = folded
    return {key: ways for key, ways in total.items() if key[0] == 7}  # type: ignore[misc]


def exact_hands(willow: bool) -> Counter[str]:
    """The number of hands of seven with each 手役, by the classes of :func:`counts_by_month`."""
    found: Counter[str] = Counter()
    for (_, fours, threes, plain, willows, good), ways in counts_by_month().items():
        kasu = plain + (willows if willow else 0)
        found["shihon"] += ways * (fours > 0)
        found["sanbon"] += ways * (threes > 0)
        found["soppe"] += ways * (kasu == 7)
        found["toichi"] += ways * (kasu == 6 and good % 16 == 1)
        found["tanichi"] += ways * (kasu == 6 and good // 16 == 1)
    return found


def test_the_exact_odds_of_each_teyaku_in_a_hand_of_seven() -> None:
    """SC-30"""
    assert sum(counts_by_month().values()) == comb(48, 7)
    by_formula = {
        "shihon": 12 * comb(44, 3),
        # one month of three and no other three (a four may be there), or two months of three
        "sanbon": 12 * 4 * (comb(44, 4) - 11 * 4 * 40) + comb(12, 2) * 16 * 40,
        "soppe": comb(23, 7),
        "toichi": comb(23, 6) * 10,
        "tanichi": comb(23, 6) * 10,
    }
    assert exact_hands(willow=False) == by_formula
    willow = exact_hands(willow=True)
    assert willow["soppe"] == comb(24, 7)
    assert willow["toichi"] == willow["tanichi"] == comb(24, 6) * 10
    assert willow["shihon"] == by_formula["shihon"]


def test_the_rule_itself_counts_every_hand_of_six_kasu_and_one_more_card() -> None:
    """SC-30: enumeration of all hands that ソッペ, 十一 and 短一 can come from, by the rule function"""
    from itertools import combinations

    kasu = [card for card in range(CARDS) if PACK[card].endswith("K") and PACK[card] != "11K"]
    others = [card for card in range(CARDS) if card not in kasu]
    rare: Counter[str] = Counter()
    source = random.Random(6)
    for six in combinations(kasu, 6):
        if source.random() > 0.02:
            continue
        mask = reduce(lambda sum_, card: sum_ | 1 << card, six, 0)
        found = Counter(name for card in others for name in names(teyaku_of(mask | 1 << card, DEFAULTS)))
        assert (found["toichi"], found["tanichi"], found["soppe"]) == (10, 10, 0)
        rare["six"] += 1
    assert rare["six"] > 1000


@pytest.mark.parametrize("o", [DEFAULTS, WILLOW], ids=["default", "willow"])
def test_dealt_hands_have_teyaku_as_often_as_the_exact_odds_say(o: Options) -> None:
    """SC-30, SC-11: the deal of the engine against enumeration"""
    from shishibo_table import ENGINE

    from toolkit.engine.chance import DEAL, STREAM_SIZE, open_stream
    from toolkit.games.shishibo.state import State

    s = State()
    stream = [0] * STREAM_SIZE
    found: Counter[str] = Counter()
    hands = 0
    for number in range(1500):
        open_stream(stream, 2024, 0, number, DEAL)
        ENGINE.start_match(s, o, 6)
        ENGINE.start_round(s, o, number)
        ENGINE.deal(s, o, stream)
        for seat in range(6):
            hands += 1
            found.update(names(teyaku_of(s.dealt[seat], o)))
    exact = exact_hands(o is WILLOW)
    for yaku in TEYAKU:
        interval = binomtest(found[yaku], hands).proportion_ci(0.9999)
        assert interval.low <= exact[yaku] / comb(48, 7) <= interval.high, yaku


# SC-31


@pytest.mark.parametrize(
    ("cards", "new", "expected"),
    [
        ("1H 3H 8H 12H", "12H 12K", ["shiko"]),
        ("1H 3H 8H 11M", "11M", []),
        ("1S 2S 3S", "3S", ["akatan"]),
        ("6S 9S 10S", "6S 6K", ["aotan"]),
        ("1S 2S", "2S", []),
        ("4S 5S 7S", "7S", []),
        ("1H 3H 8H 12H 1S 2S 3S", "1H 1S", ["shiko", "akatan"]),
        ("1H 3H 8H 12H 1S 2S 3S", "3H 3S", ["shiko", "akatan"]),
    ],
)
def test_uchikiri_are_sets_of_cards(cards: str, new: str, expected: list[str]) -> None:
    """SC-31"""
    assert names(uchikiri_of(mask_of(cards), mask_of(new))) == expected


@pytest.mark.parametrize(
    ("rules", "both"),
    [
        ({}, 6),
        ({"uchikiri_combine": "max"}, 3),
        ({"uchikiri_combine": "max", "mult_akatan": 9}, 9),
        ({"mult_shiko": 5, "mult_akatan": 7}, 35),
        ({"mult_shiko": 1, "mult_akatan": 1}, 1),
        ({"mult_shiko": 100, "mult_akatan": 100}, 10_000),
    ],
)
def test_two_uchikiri_of_one_capture_multiply_or_the_larger_counts(rules: dict[str, object], both: int) -> None:
    """SC-31, options uchikiri_combine, mult_shiko, mult_akatan"""
    uchikiri = uchikiri_of(mask_of("1H 3H 8H 12H 1S 2S 3S"), mask_of("1H 1S"))
    assert multiplier_of(uchikiri, options(**rules)) == both


def test_the_multipliers_are_3_2_and_2() -> None:
    """SC-31"""
    for number, multiplier in ((5, 3), (6, 2), (7, 2)):
        assert multiplier_of(1 << number, DEFAULTS) == multiplier
        option = f"mult_{YAKU[number][0]}"
        assert multiplier_of(1 << number, options(**{option: 50})) == 50
        assert multiplier_of(1 << number, options(**{option: 50, "uchikiri_combine": "max"})) == 50


# SC-32


@pytest.mark.parametrize(
    ("cards", "expected", "points"),
    [
        ("7T 6T 11M", ["shishibochushin"], 100),
        ("7T 6T", ["shishibo"], 50),
        ("7T 11M", ["shishichu"], 50),
        ("6T 11M", [], 0),
        ("8H 4T", ["tsukihoto"], 50),
        ("8T 4T", [], 0),
        ("5T 5S 5K 5K", ["negishi"], 50),
        ("5T 5S 5K", [], 0),
        ("9T 9S 9K 9K", ["kikushi"], 50),
        ("12H 12K 12K 12K", ["getashi"], 50),
        ("1H 1S 1K 1K", [], 0),
        ("7T 6T 11M 8H 4T 12H 12K 12K 12K", ["shishibochushin", "tsukihoto", "getashi"], 200),
    ],
)
def test_dekiyaku_are_sets_of_captured_cards(cards: str, expected: list[str], points: int) -> None:
    """SC-32"""
    found = dekiyaku_of(mask_of(cards))
    assert names(found) == expected
    assert points_of(found, DEFAULTS) == points


@pytest.mark.parametrize("number", range(8, 15))
def test_the_points_of_a_dekiyaku_are_an_option(number: int) -> None:
    """SC-32"""
    assert points_of(1 << number, options(**{f"points_{YAKU[number][0]}": 321})) == 321


# SC-33


@pytest.mark.parametrize(
    ("points", "shown", "limit", "expected"),
    [(15, 0, 15, 1), (16, 0, 15, 0), (0, 0, 15, 1), (15, 1, 15, 0), (0, 0, -1, 0), (0, 0, 0, 1), (5, 0, 0, 0),
     (270, 0, 270, 1), (270, 1, 270, 0)],
)  # fmt: skip
def test_fuke_is_card_points_up_to_the_limit_with_nothing_shown(
    points: int, shown: int, limit: int, expected: int
) -> None:
    """SC-33, option fuke_limit"""
    assert is_fuke(points, shown, options(fuke_limit=limit)) == expected


def test_yaku_have_their_japanese_names() -> None:
    assert " ".join(name for _, name in YAKU) == (
        "四本 三本 ソッペ 十一 短一 四光 赤短 青短 猪牡忠臣 猪牡 猪忠 月ホト ネギシ キクシ ゲタシ フケ"
    )
    assert set(GAME.patterns) == {"teyaku", "uchikiri", "dekiyaku", "fuke"}
