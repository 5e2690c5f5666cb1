"""What hands and lays are worth to the greedy player, from what its seat sees.

All numbers are integers, chances in parts of ``CERTAIN``, so that a choice is the same interpreted and
compiled. The opponent's hand is taken as a random part of the cards that are neither in the market nor open.
"""

from math import comb

from toolkit.games.shiji.cards import DIGITS, KINDS, NIGHT, PANIC
from toolkit.games.shiji.hands import holds_star
from toolkit.games.shiji.lays import follows
from toolkit.games.shiji.options import Options
from toolkit.games.shiji.state import ASCENDING, State

CERTAIN = 1 << 20


_MOST = 26
#: Binomial coefficients: ``CHOOSE[n * _MOST + k]``.
CHOOSE = tuple(comb(n, k) for n in range(_MOST) for k in range(_MOST))


def chance_of_none(wanted: int, unknown: int, drawn: int) -> int:
    """The chance that ``drawn`` of ``unknown`` cards hold none of ``wanted``, in parts of ``CERTAIN``."""
    if wanted >= unknown or drawn >= unknown:
        return CERTAIN if wanted == 0 else 0
    return CERTAIN * CHOOSE[(unknown - wanted) * _MOST + drawn] // CHOOSE[unknown * _MOST + drawn]


def unknown_cards(v: State, other: int, low: int, high: int) -> int:
    """How many cards of the kinds ``low`` … ``high`` the opponent may hold."""
    count = 0
    for kind in range(low, high + 1):
        count += v.land[other * KINDS + kind] + v.hand[other * KINDS + kind]
    return count


def answering_stars(v: State, o: Options, other: int) -> int:
    """How many of the opponent's unseen cards are stars in turn, or X."""
    if v.hand_size[other] <= 2:
        return 0
    count = v.land[other * KINDS + PANIC] + v.hand[other * KINDS + PANIC]
    for star in range(DIGITS, NIGHT + 1):
        if follows(o, star, v.last_star):
            count += v.land[other * KINDS + star] + v.hand[other * KINDS + star]
    return count


def chance_unanswered(v: State, o: Options, other: int, value: int) -> int:
    """About the chance that the opponent cannot answer a digit pair of this value, in parts of ``CERTAIN``.

    Unanswered means: no star in turn, no digit that beats the front, and not both the front and a better back.
    """
    front = value // 10
    back = value % 10
    unknown = v.land_size[other] + v.hand_size[other]
    size = v.hand_size[other]
    stars = answering_stars(v, o, other)
    same = unknown_cards(v, other, front, front)
    if v.order == ASCENDING:
        fronts = unknown_cards(v, other, front + 1, DIGITS - 1)
        backs = unknown_cards(v, other, back + 1, front) if back < front else 0
    else:
        fronts = unknown_cards(v, other, 0, front - 1)
        backs = unknown_cards(v, other, front, back - 1) if back > front else 0
    if backs > 0:
        backs -= 1  # the front card cannot be its own back
    if same == 0 or backs == 0:
        return chance_of_none(stars + fronts, unknown, size)
    without_front = chance_of_none(stars + fronts + same, unknown, size)
    without_back = chance_of_none(stars + fronts + backs, unknown, size)
    without_both = chance_of_none(stars + fronts + same + backs, unknown, size)
    return without_front + without_back - without_both


def best_pair(v: State, seat: int) -> int:
    """How good the best digit pair of a hand is in the present order: 0 … 99, −1 for none."""
    base = seat * KINDS
    first = -1
    second = -1
    for index in range(DIGITS):
        digit = DIGITS - 1 - index if v.order == ASCENDING else index
        for _ in range(v.hand[base + digit]):
            strength = DIGITS - 1 - index
            if first < 0:
                first = strength
            elif second < 0:
                second = strength
    return 10 * first + second if second >= 0 else -1


def worth_of_hand(v: State, o: Options, seat: int) -> int:
    """What a hand is worth before the opponent's turn: a few hundred either way."""
    size = v.hand_size[seat]
    stars = holds_star(v, seat)
    if size <= 1:
        return -400
    if size == 2:
        return -500 if stars > 0 else 80 + 3 * best_pair(v, seat)
    useful = v.hand[seat * KINDS + PANIC]
    for star in range(DIGITS, NIGHT + 1):
        if v.hand[seat * KINDS + star] > 0 and follows(o, star, v.last_star):
            useful += 1
    worth = best_pair(v, seat) + 12 * (stars if stars < 3 else 3)
    if useful > 0:
        worth += 130
    if useful > 1:
        worth += 40
    if 2 * stars > size:
        worth -= 60 * (2 * stars - size)
    worth -= 14 * size
    if size % 2 == 1:
        worth -= 25
    if size >= o.hand_limit - 1:
        worth -= 90 * (size - o.hand_limit + 2)
    return worth


def wish(v: State, o: Options, seat: int, kind: int, size: int) -> int:
    """How much a card of this kind is wished for in a hand that will have ``size`` cards."""
    held = v.hand[seat * KINDS + kind]
    if kind < DIGITS:
        strength = kind if v.order == ASCENDING else DIGITS - 1 - kind
        return 10 + 9 * strength - 6 * held + (3 if kind == 0 else 0)
    stars = holds_star(v, seat)
    if size <= 3 or 2 * (stars + 1) > size:
        return -50
    worth = 120 if stars == 0 else (85 if stars == 1 else 40)
    if kind == PANIC:
        return worth + 5
    return worth + (25 if follows(o, kind, v.last_star) else 0)
