"""The 48 cards (SC-1 to SC-3) and the white card, as numbers and words.

Card ``4 * (month − 1) + i`` is the i-th card of its month in the order H M T S K, so that ascending
numbers are the order in which captured cards are written. Sets of cards are bit masks of these numbers.
"""

MONTHS = (
    "1H 1S 1K 1K",
    "2T 2S 2K 2K",
    "3H 3S 3K 3K",
    "4T 4S 4K 4K",
    "5T 5S 5K 5K",
    "6T 6S 6K 6K",
    "7T 7S 7K 7K",
    "8H 8T 8K 8K",
    "9T 9S 9K 9K",
    "10T 10S 10K 10K",
    "11M 11T 11S 11K",
    "12H 12K 12K 12K",
)
PLANTS = ("松", "梅", "桜", "藤", "杜若", "牡丹", "萩", "芒", "菊", "紅葉", "柳", "桐")

#: The word of every card; the white card (SC-11) is the last.
WORDS = (*" ".join(MONTHS).split(), "W")
CARDS = 48
WHITE = 48
#: No card, in a place for one.
NO_CARD = 63

#: The lowest card with the same word: two カス of a month are interchangeable (SC-3).
KIND = tuple(WORDS.index(word) for word in WORDS)
#: The cards with the same word, as a mask.
COPIES = tuple(sum(1 << other for other, name in enumerate(WORDS) if name == word) for word in WORDS)


#: The cards whose next lower, or second lower, card has the same word.
_AFTER_SAME = sum(1 << card for card in range(1, CARDS) if WORDS[card] == WORDS[card - 1])
_SECOND_AFTER_SAME = sum(1 << card for card in range(2, CARDS) if WORDS[card] == WORDS[card - 2])


def _mask(*endings: str) -> int:
    return sum(1 << card for card in range(CARDS) if WORDS[card].endswith(endings))


HIKARI = _mask("H")
#: 柳に小野道風 (11M) is a タネ (SC-2).
TANE = _mask("T", "M")
TANZAKU = _mask("S")
KASU = _mask("K")
WILLOW_KASU = 1 << WORDS.index("11K")


def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    return ((cards & -cards) - 1).bit_count()


def distinct(cards: int) -> int:
    """A set without the second and third cards of the same word (SC-3)."""
    return cards & ~(cards << 1 & _AFTER_SAME | cards << 2 & _SECOND_AFTER_SAME)


def mask_of(words: str) -> int:
    """The set of the named cards; of a doubled word the copies in order. ValueError for an unknown word."""
    mask = 0
    for word in words.split():
        card = WORDS.index(word)
        while mask >> card & 1:
            card += 1
        if WORDS[card] != word:
            raise ValueError(f"too many {word} in {words!r}")
        mask |= 1 << card
    return mask


def words_of(mask: int) -> list[str]:
    """The words of a set of cards, by month, then H M T S K."""
    return [WORDS[card] for card in range(CARDS) if mask >> card & 1]
