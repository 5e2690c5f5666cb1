"""役: what one to four melds are worth (MS-50 … MS-54), and their names.

A meld comes as its *look*, one int that says what it may count as once light has changed it:

* bits 0–28: the numbers it may have; bit ``number + ZERO``;
* bits 32–35: the heavens it may have;
* :data:`KOKU` for a 刻, :data:`ANKAN_LOOK` for an 暗完.

Every heaven of a look goes with every number of it (no light changes both), so colour and relation are judged apart.
Numbers from −9 to 19 are enough for "any number": a progression of four with steps of 3 that touches a number of 0–10
stays inside, and four melds that may all have any number find every relation below 0.
"""

from collections.abc import Sequence

ZERO = 9
HIGHEST = 19
NUMBER_BITS = (1 << (HIGHEST + ZERO + 1)) - 1
HEAVEN = 32
HEAVEN_BITS = 15 << HEAVEN
KOKU_LOOK = 1 << 40
ANKAN_LOOK = 1 << 41

#: Numbers 1–9, the ones that a 刻 scores alone (MS-51).
SINGLE_BITS = 0b111111111 << (ZERO + 1)
#: Numbers with which a 刻 or a 順 contains a 1 or a 9 (MS-52, MS-67).
EDGES_KOKU = 1 << (ZERO + 1) | 1 << (ZERO + 9)
EDGES_JUN = 0b111 << (ZERO - 1) | 0b111 << (ZERO + 7)

#: MS-51: a 刻 of the own heaven as an 暗完.
JIANKAN = 10
#: MS-52: colours.
NITA, NIJI, SANSHOKU, SANTA, SANJI, YONTSUI, YONSHOKU, YONTA, YONJI = range(10, 100, 10)
#: By the number of melds: all own, all in one other heaven, all different (MS-53: two heavens are nothing for two).
COLOURS_OWN = (0, 0, NIJI, SANJI, YONJI)
COLOURS_OTHER = (0, 0, NITA, SANTA, YONTA)
COLOURS_DIFFERENT = (0, 0, 0, SANSHOKU, YONSHOKU)
#: MS-52: relations.
REN, HI, SUJI, HASHI, DO = range(1, 6)
#: MS-52: all 刻.
ALL_KOKU = 5

#: The most that two or three melds can be worth.
BEST_TWO = NIJI + DO + ALL_KOKU
BEST_THREE = SANJI + DO + ALL_KOKU

#: The ways to choose three melds of four (and the one that is left), and two and two.
THREES = (0, 1, 2, 3, 0, 1, 3, 2, 0, 2, 3, 1, 1, 2, 3, 0)
TWOS = (0, 1, 2, 3, 0, 2, 1, 3, 0, 3, 1, 2)

COLOUR_NAMES = {
    NITA: "二他",
    NIJI: "二自",
    SANSHOKU: "三色",
    SANTA: "三他",
    SANJI: "三自",
    YONTSUI: "四対",
    YONSHOKU: "四色",
    YONTA: "四他",
    YONJI: "四自",
}
RELATION_NAMES = {REN: "連", HI: "飛", SUJI: "筋", HASHI: "端", DO: "同"}
KIND_NAMES = {0: "順", ALL_KOKU: "刻"}

#: The name of every 役 by its points: the points of MS-51 and MS-52 are all different.
YAKU_NAMES = {
    **{number: f"自刻{number}" for number in range(1, 10)},
    JIANKAN: "自暗完",
    **{
        colour + relation + kind: colour_name + relation_name + kind_name
        for colour, colour_name in COLOUR_NAMES.items()
        for kind, kind_name in KIND_NAMES.items()
        for relation, relation_name in RELATION_NAMES.items()
    },
}


def value_of_one(look: int, own: int) -> int:
    """MS-51: an own 刻 is worth its number 1–9, an own 暗完 10; ``own`` is the own heaven's bit of a look, or 0."""
    if look & own == 0 or look & KOKU_LOOK == 0:
        return 0
    if look & ANKAN_LOOK:
        return JIANKAN
    numbers = (look & SINGLE_BITS) >> ZERO
    highest = 0
    while numbers > 1:
        numbers >>= 1
        highest += 1
    return highest


def are_all_edges(a: int, b: int) -> int:
    """MS-52 端 for two looks of one kind: nonzero if both can contain a 1 or a 9."""
    edges = EDGES_KOKU if a & KOKU_LOOK else EDGES_JUN
    return a & edges != 0 and b & edges != 0


def starts_of_two(a: int, b: int, step: int) -> int:
    """The numbers (as bits) at which two masks of numbers can stand ``step`` apart, in either order."""
    return (a & (b >> step)) | (b & (a >> step))


def value_of_two(a: int, b: int, own: int) -> int:
    """MS-52: the best 役 of two melds, 0 if none; two heavens are none (MS-53), a mixture of kinds is none."""
    heavens = a & b & HEAVEN_BITS
    if heavens == 0 or (a ^ b) & KOKU_LOOK:
        return 0
    first = a & NUMBER_BITS
    second = b & NUMBER_BITS
    if first & second:
        relation = DO
    elif are_all_edges(a, b):
        relation = HASHI
    elif starts_of_two(first, second, 3):
        relation = SUJI
    elif starts_of_two(first, second, 2):
        relation = HI
    elif starts_of_two(first, second, 1):
        relation = REN
    else:
        return 0
    return (NIJI if heavens & own else NITA) + relation + (ALL_KOKU if a & KOKU_LOOK else 0)


def can_differ(a: int, b: int) -> int:
    """Whether two sets of heavens (bits) hold two different heavens, one each."""
    both = a | b
    return a != 0 and b != 0 and both & (both - 1) != 0


def are_three_heavens(a: int, b: int, c: int) -> int:
    """Whether three sets of heavens (bits) hold three different heavens, one each."""
    return (
        can_differ(a, b)
        and can_differ(a, c)
        and can_differ(b, c)
        # Taking away the lowest two of the union leaves a third.
        and has_three(a | b | c)
    )


def has_three(bits: int) -> int:
    """Whether at least three bits are set."""
    bits &= bits - 1
    return bits & (bits - 1) != 0


def are_four_heavens(a: int, b: int, c: int, d: int) -> int:
    """Whether four sets of heavens (bits) hold the four heavens, one each."""
    return (
        (a | b | c | d) == HEAVEN_BITS
        and are_three_heavens(a, b, c)
        and are_three_heavens(a, b, d)
        and are_three_heavens(a, c, d)
        and are_three_heavens(b, c, d)
    )


def can_progress_three(a: int, b: int, c: int, step: int) -> int:
    """Whether three masks of numbers can stand ``step`` apart in some order."""
    return (
        starts_of_two(a, b, step) & (c >> (2 * step))
        | starts_of_two(a, c, step) & (b >> (2 * step))
        | starts_of_two(b, c, step) & (a >> (2 * step))
    )


def relation_of_three(a: int, b: int, c: int) -> int:
    """MS-52: the best relation of three looks of one kind, 0 if none."""
    one = a & NUMBER_BITS
    two = b & NUMBER_BITS
    three = c & NUMBER_BITS
    if one & two & three:
        return DO
    if are_all_edges(a, b) and are_all_edges(b, c):
        return HASHI
    for step in range(SUJI, 0, -1):
        if can_progress_three(one, two, three, step):
            return step
    return 0


def value_of_three(a: int, b: int, c: int, own: int) -> int:
    """MS-52: the best 役 of three melds, 0 if none."""
    if ((a ^ b) | (a ^ c)) & KOKU_LOOK:
        return 0
    heavens = a & b & c & HEAVEN_BITS
    if heavens == 0 and not are_three_heavens(a & HEAVEN_BITS, b & HEAVEN_BITS, c & HEAVEN_BITS):
        return 0
    relation = relation_of_three(a, b, c)
    if relation == 0:
        return 0
    colour = SANSHOKU
    if heavens & own:
        colour = SANJI
    elif heavens:
        colour = SANTA
    return colour + relation + (ALL_KOKU if a & KOKU_LOOK else 0)


def can_progress_four(a: int, b: int, c: int, d: int, step: int) -> int:
    """Whether four masks of numbers can stand ``step`` apart in some order: two below, two above."""
    ab = starts_of_two(a, b, step)
    cd = starts_of_two(c, d, step)
    ac = starts_of_two(a, c, step)
    bd = starts_of_two(b, d, step)
    ad = starts_of_two(a, d, step)
    bc = starts_of_two(b, c, step)
    up = 2 * step
    return ab & (cd >> up) | cd & (ab >> up) | ac & (bd >> up) | bd & (ac >> up) | ad & (bc >> up) | bc & (ad >> up)


def relation_of_four(a: int, b: int, c: int, d: int) -> int:
    """MS-52: the best relation of four looks of one kind, 0 if none."""
    one = a & NUMBER_BITS
    two = b & NUMBER_BITS
    three = c & NUMBER_BITS
    four = d & NUMBER_BITS
    if one & two & three & four:
        return DO
    if are_all_edges(a, b) and are_all_edges(c, d):
        return HASHI
    for step in range(SUJI, 0, -1):
        if can_progress_four(one, two, three, four, step):
            return step
    return 0


def are_pairs(a: int, b: int, c: int, d: int) -> int:
    """MS-52 四対: whether ``a`` and ``b`` can have one heaven, ``c`` and ``d`` one other."""
    return can_differ(a & b & HEAVEN_BITS, c & d & HEAVEN_BITS)


def relation_of_each(a: int, b: int, c: int, d: int) -> int:
    """MS-52, ``pairs_relation`` = ``each``: 連 飛 筋 of ``a``, ``b`` in the same two numbers as of ``c``, ``d``."""
    for step in range(SUJI, 0, -1):
        if starts_of_two(a & NUMBER_BITS, b & NUMBER_BITS, step) & starts_of_two(
            c & NUMBER_BITS, d & NUMBER_BITS, step
        ):
            return step
    return 0


def relation_of_pairs(a: int, b: int, c: int, d: int, each: int) -> int:
    """MS-52 四対: the best relation, 0 if none or if the melds are no two pairs of heavens."""
    ab_cd = are_pairs(a, b, c, d)
    ac_bd = are_pairs(a, c, b, d)
    ad_bc = are_pairs(a, d, b, c)
    if not (ab_cd or ac_bd or ad_bc):
        return 0
    relation = relation_of_four(a, b, c, d)
    if not each or relation >= HASHI:
        return relation
    relation = 0
    if ab_cd:
        relation = relation_of_each(a, b, c, d)
    if ac_bd:
        relation = max(relation, relation_of_each(a, c, b, d))
    if ad_bc:
        relation = max(relation, relation_of_each(a, d, b, c))
    return relation


def value_of_four(a: int, b: int, c: int, d: int, own: int, each: int) -> int:
    """MS-52: the best 役 of four melds, 0 if none."""
    if ((a ^ b) | (a ^ c) | (a ^ d)) & KOKU_LOOK:
        return 0
    kind = ALL_KOKU if a & KOKU_LOOK else 0
    heavens = a & b & c & d & HEAVEN_BITS
    colour = 0
    if heavens & own:
        colour = YONJI
    elif heavens:
        colour = YONTA
    elif are_four_heavens(a & HEAVEN_BITS, b & HEAVEN_BITS, c & HEAVEN_BITS, d & HEAVEN_BITS):
        colour = YONSHOKU
    if colour:
        relation = relation_of_four(a, b, c, d)
        if relation:
            return colour + relation + kind
    relation = relation_of_pairs(a, b, c, d, each)
    return YONTSUI + relation + kind if relation else 0


def colour_of(found: int, count: int, seat: int) -> int:
    """MS-52: the colour of ``count`` melds, 0 if none; ``found`` says how many are in each heaven, four bits each."""
    own = found >> (4 * seat) & 0b1111 if seat < 4 else 0
    alone = 0
    two = 0
    for heaven in range(4):
        melds = found >> (4 * heaven) & 0b1111
        if melds == count:
            return COLOURS_OWN[count] if own else COLOURS_OTHER[count]
        alone += melds == 1
        two += melds == 2
    if alone == count:
        return COLOURS_DIFFERENT[count]
    return YONTSUI if two == 2 else 0


def value_of_hand(looks: Sequence[int], own: int, each: int, floor: int) -> int:
    """MS-54: the best sum over all ways to use the four melds in 役 that share none.

    Where that is not more than ``floor``, any number up to ``floor`` may come back.
    """
    ones = 0
    for index in range(4):
        ones += value_of_one(looks[index], own)
    best = max(ones, value_of_four(looks[0], looks[1], looks[2], looks[3], own, each))
    if best >= BEST_THREE + JIANKAN or floor >= BEST_THREE + JIANKAN:
        return best
    for at in range(0, len(THREES), 4):
        value = value_of_three(looks[THREES[at]], looks[THREES[at + 1]], looks[THREES[at + 2]], own)
        best = max(best, value + value_of_one(looks[THREES[at + 3]], own))
    if best >= 2 * BEST_TWO or floor >= 2 * BEST_TWO:
        return best
    for at in range(0, len(TWOS), 4):
        first = value_of_two(looks[TWOS[at]], looks[TWOS[at + 1]], own)
        second = value_of_two(looks[TWOS[at + 2]], looks[TWOS[at + 3]], own)
        if first == 0:  # two that are a 役 together are worth more than alone
            first = value_of_one(looks[TWOS[at]], own) + value_of_one(looks[TWOS[at + 1]], own)
        if second == 0:
            second = value_of_one(looks[TWOS[at + 2]], own) + value_of_one(looks[TWOS[at + 3]], own)
        best = max(best, first + second)
    return best
