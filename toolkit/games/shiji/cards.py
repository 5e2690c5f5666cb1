"""The cards of 四時の札遊び (SJ-1): 15 kinds, 25 cards a player."""

from collections.abc import Sequence

DIGITS = 10
STARS = 4
MORNING = 10
NIGHT = 13
PANIC = 14
KINDS = 15

#: One character a kind, in the order in which hands and draws are written.
NAMES = "0123456789朝昼夕夜X"
ALIASES = {"D": "朝", "N": "昼", "E": "夕", "M": "夜"}

#: Cards of each kind in a player's pack, and in the land beside the merchant (SJ-2).
PACK = (2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1)
LAND_CARDS = (1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1)
LAND_SIZE = 24
HAND_SIZE = 6

#: No star binds the next one: 平衡状態 or 恐慌状態.
FREE = -1


def name_cards(kinds: Sequence[int]) -> str:
    """The characters of some cards, in their order."""
    return "".join(NAMES[kind] for kind in kinds)


def read_cards(text: str) -> list[int] | None:
    """The kinds of the characters of ``text``, ASCII aliases too; None if one of them is no card."""
    kinds = [NAMES.find(ALIASES.get(character, character)) for character in text]
    return None if -1 in kinds else kinds
