"""Light 光馬: what a meld counts as when a hand wins (MS-60 … MS-67), as a *look* (see :mod:`.yaku`)."""

from toolkit.games.masho.cards import DO, EARTHS, HEAVENS, KA, KIN, MOKU, SUI
from toolkit.games.masho.yaku import ANKAN_LOOK, HEAVEN, HEAVEN_BITS, KOKU_LOOK, NUMBER_BITS, ZERO

#: MS-60: the earth of each heaven, by ``light_mapping``.
OWN_EARTH = ((MOKU, KA, SUI, KIN), (MOKU, KA, KIN, SUI))
NO_HEAVEN = -1
#: MS-60: the heaven of each earth, by ``light_mapping``; 土 has none.
HEAVEN_OF_EARTH = tuple(
    tuple(NO_HEAVEN if earth == DO else own.index(earth) for earth in range(EARTHS)) for own in OWN_EARTH
)

#: Kinds of light.
NO_LIGHT, IKKO, NIKO, SANKO, YONKO, ANKAN_LIGHT, KAKAN_LIGHT = range(7)

#: Tiles of a 順 by their earths: ``first * 25 + middle * 5 + last``.
TRIPLES = EARTHS**3


def jun_light(mapping: int, heaven: int, earths: int) -> int:
    """The light of a 順 by its three earths (MS-61, MS-62, MS-63)."""
    first = earths // (EARTHS * EARTHS)
    middle = earths // EARTHS % EARTHS
    last = earths % EARTHS
    own = OWN_EARTH[mapping][heaven]
    if first == middle and middle == last:
        return IKKO if first == own else NIKO
    if first == middle or middle == last or first == last or first == own or middle == own or last == own:
        return NO_LIGHT
    return NO_LIGHT if middle == DO else SANKO


def koku_light(mapping: int, heaven: int, earths: int) -> int:
    """The light of a 刻 by the mask of its three earths, which differ because every tile is unique (MS-64)."""
    return NO_LIGHT if earths >> OWN_EARTH[mapping][heaven] & 1 else YONKO


def plain_look(heaven: int, number: int, koku: int) -> int:
    """The look of a meld that nothing changes: ``number`` is that of the 刻 or the lowest of the 順."""
    return 1 << (number + ZERO) | 1 << (heaven + HEAVEN) | (KOKU_LOOK if koku else 0)


def other_number(look: int) -> int:
    """Any other number (MS-61, MS-65)."""
    return look ^ NUMBER_BITS


def next_number(look: int) -> int:
    """One number up or one down (MS-62, MS-66)."""
    number = look & NUMBER_BITS
    return look ^ number | number << 1 | number >> 1


def other_heaven(look: int) -> int:
    """Any other heaven, in play or not (MS-64)."""
    return look ^ HEAVEN_BITS


def jun_look(mapping: int, heaven: int, number: int, earths: int) -> int:
    """What a 順 of these earths counts as."""
    light = jun_light(mapping, heaven, earths)
    if light == SANKO:
        return plain_look(HEAVEN_OF_EARTH[mapping][earths // EARTHS % EARTHS], number, 0)
    look = plain_look(heaven, number, 0)
    if light == IKKO:
        return other_number(look)
    if light == NIKO:
        return next_number(look)
    return look


def koku_look(mapping: int, heaven: int, number: int, earths: int) -> int:
    """What a 刻 of these earths (a mask) counts as; not for a 完, which is no 四光 besides (MS-67)."""
    look = plain_look(heaven, number, 1)
    return other_heaven(look) if koku_light(mapping, heaven, earths) == YONKO else look


def ankan_look(heaven: int, number: int, light: int) -> int:
    """What an 暗完 counts as (MS-65); as an own one it is worth 10 whatever its number (MS-51)."""
    look = plain_look(heaven, number, 1) | ANKAN_LOOK
    return other_number(look) if light else look


def kakan_look(heaven: int, number: int, light: int) -> int:
    """What a 明完 counts as (MS-66)."""
    look = plain_look(heaven, number, 1)
    return next_number(look) if light else look
