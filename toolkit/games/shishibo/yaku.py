"""The 役: which cards they ask for and what they are worth (SC-4, SC-30 to SC-33)."""

from toolkit.games.shishibo.cards import (
    HIKARI,
    KASU,
    TANE,
    TANZAKU,
    WILLOW_KASU,
    lowest,
    mask_of,
)
from toolkit.games.shishibo.options import MAX, Options

MONTH = 0b1111

#: Every 役, by its number: romaji, and the Japanese name.
YAKU = (
    ("shihon", "四本"),
    ("sanbon", "三本"),
    ("soppe", "ソッペ"),
    ("toichi", "十一"),
    ("tanichi", "短一"),
    ("shiko", "四光"),
    ("akatan", "赤短"),
    ("aotan", "青短"),
    ("shishibochushin", "猪牡忠臣"),
    ("shishibo", "猪牡"),
    ("shishichu", "猪忠"),
    ("tsukihoto", "月ホト"),
    ("negishi", "ネギシ"),
    ("kikushi", "キクシ"),
    ("getashi", "ゲタシ"),
    ("fuke", "フケ"),
)
SHIHON, SANBON, SOPPE, TOICHI, TANICHI = range(5)
SHIKO, AKATAN, AOTAN = 5, 6, 7
CHUSHIN, SHISHIBO, SHISHICHU, TSUKIHOTO, NEGISHI, KIKUSHI, GETASHI = range(8, 15)
FUKE = 15
#: Where the options for the points of 手役 and でき役, and for the multipliers, begin; they stand in the order above.
POINTS_AT = Options._fields.index("points_shihon")
MULTIPLIERS_AT = Options._fields.index("mult_shiko")

#: Cards of 打ち切り役 and でき役 by number (0 where a 役 is no set of cards).
CARDS_OF = (
    *(0, 0, 0, 0, 0),
    mask_of("1H 3H 8H 12H"),
    mask_of("1S 2S 3S"),
    mask_of("6S 9S 10S"),
    mask_of("7T 6T 11M"),
    mask_of("7T 6T"),
    mask_of("7T 11M"),
    mask_of("8H 4T"),
    mask_of("5T 5S 5K 5K"),
    mask_of("9T 9S 9K 9K"),
    mask_of("12H 12K 12K 12K"),
    0,
)


def card_points(cards: int, o: Options) -> int:
    """SC-4: the points of a set of cards, without 役."""
    return (
        (cards & HIKARI).bit_count() * o.points_hikari
        + (cards & TANE).bit_count() * o.points_tane
        + (cards & TANZAKU).bit_count() * o.points_tanzaku
        + (cards & KASU).bit_count() * o.points_kasu
    )


def teyaku_of(hand: int, o: Options) -> int:
    """SC-30: the 手役 of a hand of seven, as a mask of 役 numbers."""
    found = 0
    for month in range(12):
        number = (hand >> (4 * month) & MONTH).bit_count()
        if number == 4:
            found |= 1 << SHIHON
        elif number == 3:
            found |= 1 << SANBON
    kasu = hand & KASU
    if o.willow_kasu_counts == 0:
        kasu &= ~WILLOW_KASU
    number = kasu.bit_count()
    if number == 7:
        found |= 1 << SOPPE
    elif number == 6 and (hand & TANE).bit_count() == 1:
        found |= 1 << TOICHI
    elif number == 6 and (hand & TANZAKU).bit_count() == 1:
        found |= 1 << TANICHI
    return found


def open_cards(hand: int, teyaku: int) -> int:
    """SC-17: the cards of a hand that the others know once its 手役 are shown."""
    if teyaku & (1 << SOPPE | 1 << TOICHI | 1 << TANICHI):
        return hand
    known = 0
    for month in range(12):
        cards = hand & MONTH << (4 * month)
        if cards.bit_count() >= 3:
            known |= cards
    return known


def dekiyaku_of(cards: int) -> int:
    """SC-32: the でき役 of captured cards, as a mask of 役 numbers."""
    found = 0
    for yaku in range(CHUSHIN, GETASHI + 1):
        if cards & CARDS_OF[yaku] == CARDS_OF[yaku]:
            found |= 1 << yaku
    if found >> CHUSHIN & 1:  # in place of its two halves
        found &= ~(1 << SHISHIBO | 1 << SHISHICHU)
    return found


def uchikiri_of(cards: int, new: int) -> int:
    """SC-31: the 打ち切り役 among captured cards that the new ones completed, as a mask of 役 numbers."""
    found = 0
    for yaku in range(SHIKO, AOTAN + 1):
        if cards & CARDS_OF[yaku] == CARDS_OF[yaku] and new & CARDS_OF[yaku]:
            found |= 1 << yaku
    return found


def yaku_points(yaku: int, o: Options) -> int:
    """SC-30, SC-32: the points of one 手役 or でき役."""
    number = yaku if yaku <= TANICHI else yaku - CHUSHIN + SHIKO
    return o.numbers[POINTS_AT + number]


def points_of(yaku: int, o: Options) -> int:
    """The sum of the points of a mask of 手役 and でき役."""
    total = 0
    while yaku:
        total += yaku_points(lowest(yaku), o)
        yaku &= yaku - 1
    return total


def yaku_multiplier(yaku: int, o: Options) -> int:
    """SC-31: what one 打ち切り役 multiplies the stake with."""
    return o.numbers[MULTIPLIERS_AT + yaku - SHIKO]


def multiplier_of(uchikiri: int, o: Options) -> int:
    """SC-31: what the 打ち切り役 of one capture multiply the stake with together."""
    product = 1
    largest = 1
    for yaku in range(SHIKO, AOTAN + 1):
        if uchikiri >> yaku & 1:
            product *= yaku_multiplier(yaku, o)
            largest = max(largest, yaku_multiplier(yaku, o))
    return largest if o.uchikiri_combine == MAX else product


def is_fuke(points: int, shown: int, o: Options) -> int:
    """SC-33: 1 if card points this low, with no 手役 shown, win the round."""
    return 1 if points <= o.fuke_limit and shown == 0 else 0
