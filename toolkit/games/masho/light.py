"""Light 光馬: what a meld counts as when a hand wins (MS-60 … MS-67), as a *look* (see :mod:`.yaku`)."""

from toolkit.games.masho.cards import DO, EARTHS, HEAVENS, KA, KIN, MOKU, SUI
from toolkit.games.masho.yaku import ANKAN_LOOK, HEAVEN, HEAVEN_BITS, KOKU_LOOK, NUMBER_BITS, ZERO, has_three

#: MS-60: the earth of each heaven, by ``light_mapping``.
OWN_EARTH = ((MOKU, KA, SUI, KIN), (MOKU, KA, KIN, SUI))
NO_HEAVEN = -1
#: MS-60: the heaven of each earth, by ``light_mapping``; 土 has none.
HEAVEN_OF_EARTH = tuple(
    tuple(NO_HEAVEN if earth == DO else own.index(earth) for earth in range(EARTHS)) for own in OWN_EARTH
)

#: Outcomes of light for a 順 or 刻 of the hand; 三光 is SANKO + the heaven it leads to.
NO_LIGHT, IKKO, NIKO, YONKO, SANKO = range(5)
OUTCOMES = SANKO + HEAVENS
#: The changes of a 完, for explanations.
ANKAN_LIGHT, KAKAN_LIGHT = OUTCOMES, OUTCOMES + 1

#: Tiles of a 順 by their earths: ``first * 25 + middle * 5 + last``.
TRIPLES = EARTHS**3


def jun_light(mapping: int, heaven: int, earths: int) -> int:
    """The outcome of light for a 順 by its three earths (MS-61, MS-62, MS-63)."""
    first = earths // (EARTHS * EARTHS)
    middle = earths // EARTHS % EARTHS
    last = earths % EARTHS
    own = OWN_EARTH[mapping][heaven]
    if first == middle and middle == last:
        return IKKO if first == own else NIKO
    if first == middle or middle == last or first == last or first == own or middle == own or last == own:
        return NO_LIGHT
    return NO_LIGHT if middle == DO else SANKO + HEAVEN_OF_EARTH[mapping][middle]


#: ``jun_light`` of every 順: index ``(mapping * HEAVENS + heaven) * TRIPLES + earths``.
JUN_LIGHTS = tuple(
    jun_light(mapping, heaven, earths)
    for mapping in range(len(OWN_EARTH))
    for heaven in range(HEAVENS)
    for earths in range(TRIPLES)
)


def koku_light(mapping: int, heaven: int, earths: int) -> int:
    """The outcome of light for a 刻 by the mask of its three earths, all different as every tile is unique (MS-64)."""
    return NO_LIGHT if earths >> OWN_EARTH[mapping][heaven] & 1 else YONKO


def lights_of_runs(mapping: int, heaven: int, first: int, middle: int, last: int) -> int:
    """All outcomes (as bits) that a 順 can get from masks of earths for its three numbers."""
    found = 0
    base = (mapping * HEAVENS + heaven) * TRIPLES
    for one in range(EARTHS):
        if first >> one & 1:
            for two in range(EARTHS):
                if middle >> two & 1:
                    at = base + (one * EARTHS + two) * EARTHS
                    for three in range(EARTHS):
                        if last >> three & 1:
                            found |= 1 << JUN_LIGHTS[at + three]
    return found


def lights_of_same(mapping: int, heaven: int, earths: int) -> int:
    """All outcomes (as bits) that a 刻 can get from a mask of three earths or more."""
    own = 1 << OWN_EARTH[mapping][heaven]
    found = 1 << NO_LIGHT if earths & own else 0
    return found | 1 << YONKO if has_three(earths & ~own) else found


def plain_look(heaven: int, number: int, koku: int) -> int:
    """The look of a meld that nothing changes: ``number`` is that of the 刻 or the lowest of the 順."""
    return 1 << (number + ZERO) | 1 << (heaven + HEAVEN) | (KOKU_LOOK if koku else 0)


def lit_look(look: int, light: int) -> int:
    """What a meld with a plain look counts as after the outcome ``light`` (MS-61 … MS-64)."""
    if light == NO_LIGHT:
        return look
    if light == IKKO:
        return other_number(look)
    if light == NIKO:
        return next_number(look)
    if light == YONKO:
        return other_heaven(look)
    return look & ~HEAVEN_BITS | 1 << (light - SANKO + HEAVEN)


def union_look(look: int, lights: int) -> int:
    """All that a meld with a plain look may count as after any of several outcomes (bits)."""
    union = 0
    light = 0
    while lights >> light:
        if lights >> light & 1:
            union |= lit_look(look, light)
        light += 1
    return union


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


def ankan_look(heaven: int, number: int, light: int) -> int:
    """What an 暗完 counts as (MS-65); as an own one it is worth 10 whatever its number (MS-51)."""
    look = plain_look(heaven, number, 1) | ANKAN_LOOK
    return other_number(look) if light else look


def kakan_look(heaven: int, number: int, light: int) -> int:
    """What a 明完 counts as (MS-66)."""
    look = plain_look(heaven, number, 1)
    return next_number(look) if light else look
