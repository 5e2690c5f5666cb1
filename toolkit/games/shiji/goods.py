"""Goods (商品), their rewards and their veils: SJ-11, SJ-20.

A new pair can only make goods within four cards: itself and the two cards it joins. Those four *slots*
stand from left to right; goods are named by *windows* over them, as bits of a set, in market order:
slots 0–1, 0–2, 1–2, 1–3, 2–3. Two windows that begin at the same slot cannot both be goods, because the
difference of two neighbours in a step is never the difference of a pair or a ten.
"""

from toolkit.games.shiji.cards import DIGITS
from toolkit.games.shiji.decisions import goods_code
from toolkit.games.shiji.options import LEFT, Options
from toolkit.games.shiji.state import EMPTY, FACE_UP, ROW, VEILED, State

WINDOWS = 5
FIRST_SLOT = (0, 0, 1, 1, 2)
WINDOW_LENGTH = (2, 3, 2, 3, 2)


def digit_on(s: State, o: Options, seat: int, place: int) -> int:
    """The digit that counts at a place of the own row; −1 for a star, X, a veiled card or nothing."""
    if place < s.row_begin[seat] or place >= s.row_end[seat]:
        return -1
    at = seat * ROW + place
    if s.row[at] >= DIGITS:
        return -1
    if s.face[at] == FACE_UP or (s.face[at] == VEILED and o.veil_blocks == 0):
        return s.row[at]
    return -1


def joined(s: State, o: Options, seat: int, distance: int) -> int:
    """The digit that the next pair joins (``distance`` 0), or the one behind it (1); −1 for none."""
    if o.placement == LEFT:
        return digit_on(s, o, seat, s.row_begin[seat] + distance)
    return digit_on(s, o, seat, s.row_end[seat] - 1 - distance)


def pair_goods(first: int, second: int) -> int:
    """Whether two neighbours are a 双札 or a 十札."""
    if first < 0 or second < 0:
        return 0
    return 1 if first == second or first + second == 10 else 0


def step_goods(first: int, second: int, third: int) -> int:
    """Whether three neighbours are a 段札, upwards or downwards, modulo 10."""
    if first < 0 or second < 0 or third < 0:
        return 0
    step = (second - first + 10) % 10
    return 1 if (step == 1 or step == 9) and (third - second + 10) % 10 == step else 0


def windows_made(s: State, o: Options, seat: int, front: int, back: int) -> int:
    """The windows in which laying ``front`` and ``back`` makes goods (SJ-20)."""
    front = front if front < DIGITS else -1
    back = back if back < DIGITS else -1
    near = joined(s, o, seat, 0)
    if o.placement == LEFT:
        made = pair_goods(front, back) | pair_goods(back, near) << 2
        if near >= 0 and back >= 0:
            made |= step_goods(front, back, near) << 1 | step_goods(back, near, joined(s, o, seat, 1)) << 3
        return made
    made = pair_goods(near, front) << 2 | pair_goods(front, back) << 4
    if near >= 0 and front >= 0:
        made |= step_goods(joined(s, o, seat, 1), near, front) << 1 | step_goods(near, front, back) << 3
    return made


def first_slot_place(s: State, o: Options, seat: int) -> int:
    """The place of slot 0 once the pair lies in the row."""
    return s.row_begin[seat] if o.placement == LEFT else s.row_end[seat] - 4


def worth_of(first: int, second: int, length: int) -> int:
    """The cards that goods are worth: 3 for a step, 2 for a pair or a ten, 4 for 55, which is both."""
    if length == 3:
        return 3
    return 4 if first == 5 and second == 5 else 2


def in_double_zero(s: State, o: Options, seat: int, place: int) -> int:
    """Whether the card at a place is a 0 of a 00 pair."""
    if digit_on(s, o, seat, place) != 0:
        return 0
    return 1 if digit_on(s, o, seat, place - 1) == 0 or digit_on(s, o, seat, place + 1) == 0 else 0


def turnable(s: State, o: Options, seat: int, window: int) -> int:
    """How many cards veiling a window would turn; 0 when that goods cannot be veiled (SJ-11)."""
    begin = first_slot_place(s, o, seat) + FIRST_SLOT[window]
    count = 0
    for place in range(begin, begin + WINDOW_LENGTH[window]):
        if s.face[seat * ROW + place] == EMPTY:
            return 0
        if s.face[seat * ROW + place] == FACE_UP and in_double_zero(s, o, seat, place) == 0:
            count += 1
    return count


def name_of(s: State, o: Options, seat: int, window: int) -> int:
    """The code of the goods in a window, by its cards (see ``decisions``)."""
    at = seat * ROW + first_slot_place(s, o, seat) + FIRST_SLOT[window]
    third = s.row[at + 2] if WINDOW_LENGTH[window] == 3 else -1
    return goods_code(s.row[at], s.row[at + 1], third)


def veilable(s: State, o: Options, seat: int) -> int:
    """The windows whose goods the player may veil, each by itself."""
    able = 0
    if s.made[seat] != 0:
        for window in range(WINDOWS):
            if (s.made[seat] >> window) & 1 and turnable(s, o, seat, window) > 0:
                able |= 1 << window
    return able


def turned_places(s: State, o: Options, seat: int, windows: int) -> int:
    """The places (as bits, from slot 0 on) that veiling a set of windows turns face down."""
    base = first_slot_place(s, o, seat)
    places = 0
    for window in range(WINDOWS):
        if (windows >> window) & 1:
            for slot in range(FIRST_SLOT[window], FIRST_SLOT[window] + WINDOW_LENGTH[window]):
                if s.face[seat * ROW + base + slot] == FACE_UP and in_double_zero(s, o, seat, base + slot) == 0:
                    places |= 1 << slot
    return places


def set_faces(s: State, o: Options, seat: int, places: int, face: int) -> None:
    """Turn the cards of some slots."""
    base = seat * ROW + first_slot_place(s, o, seat)
    for slot in range(4):
        if (places >> slot) & 1:
            s.face[base + slot] = face
