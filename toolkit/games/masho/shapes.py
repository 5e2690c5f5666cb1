"""Shapes: whether tiles are a pair and melds (MS-30), and every way in which they are.

Shapes are judged by kinds (heaven and number); earths do not matter for them. ``counts[base + kind]`` is the
number of concealed tiles of a kind.
"""

from collections.abc import Sequence
from typing import Any

from toolkit.games.masho.cards import EARTH_OF, HEAVENS, KIND_OF, KINDS, NUMBERS
from toolkit.games.masho.scoring_state import MELDS

#: Added to the kind of a 刻 in a form; a 順 is the kind it starts with.
KOKU = 64

#: Choices at a kind: bit 0 a 刻, bit 1 the pair; what is left of the kind starts 順.
CHOICES = 4


def is_winning(counts: Sequence[int], base: int, melds_open: int) -> int:
    """1 if the 36 counts from ``counts[base]`` are a pair and ``4 − melds_open`` melds (MS-30), else 0."""
    total = 0
    for kind in range(base, base + KINDS):
        total += counts[kind]
    if total != 3 * (MELDS - melds_open) + 2:
        return 0
    pair = pair_heaven(counts, base)
    if pair < 0:
        return 0
    for heaven in range(HEAVENS):
        if heaven != pair and not is_melds(counts, base + heaven * NUMBERS, -1):
            return 0
    return 1 if has_pair_and_melds(counts, base + pair * NUMBERS) else 0


def has_pair_and_melds(counts: Sequence[int], base: int) -> int:
    """Whether the nine counts of a heaven from ``counts[base]`` are a pair and melds.

    Modulo 3 the numbers of a meld sum to 0, so the sum of all numbers leaves one pair number in three.
    """
    numbers = 0
    for number in range(NUMBERS):
        numbers += number * counts[base + number]
    # 2 × pair ≡ numbers, so pair ≡ 2 × numbers (mod 3).
    for pair in range(2 * numbers % 3, NUMBERS, 3):
        if counts[base + pair] >= 2 and is_melds(counts, base, base + pair):
            return 1
    return 0


def is_melds(counts: Sequence[int], base: int, pair: int) -> int:
    """Whether the nine counts of a heaven from ``counts[base]``, less two at index ``pair``, are melds.

    Three 順 that start alike are three 刻 as well, so as many 順 start at a number as are left over by 刻.
    """
    before = 0  # 順 that started one number below, and two
    before_that = 0
    for kind in range(base, base + NUMBERS):
        left = counts[kind] - before - before_that
        if kind == pair:
            left -= 2
        if left < 0:
            return 0
        before_that = before
        before = left % 3
    return before == 0 and before_that == 0


def place_tiles(s: Any) -> None:
    """Count the concealed tiles of ``s`` by kind and note their earths and the heaven of the pair."""
    for kind in range(KINDS):
        s.sc_counts[kind] = 0
        s.sc_earths[kind] = 0
    for index in range(s.sc_n):
        tile = s.sc_tiles[index]
        s.sc_counts[KIND_OF[tile]] += 1
        s.sc_earths[KIND_OF[tile]] |= 1 << EARTH_OF[tile]
    s.sc_steps = 0
    s.sc_formed = 0
    s.sc_wanted = MELDS - s.sc_melds
    s.sc_pair = -1
    s.sc_pair_heaven = pair_heaven(s.sc_counts, 0)


def pair_heaven(counts: Sequence[int], base: int) -> int:
    """The only heaven that can hold the pair, by its number of tiles modulo 3; −1 where no shape is possible."""
    found = -1
    for heaven in range(HEAVENS):
        tiles = 0
        for kind in range(base + heaven * NUMBERS, base + heaven * NUMBERS + NUMBERS):
            tiles += counts[kind]
        if tiles % 3 == 1 or (tiles % 3 == 2 and found >= 0):
            return -1
        if tiles % 3 == 2:
            found = heaven
    return found


def next_reading(s: Any) -> int:
    """Go to the next reading of the placed tiles by kinds (``sc_forms``, ``sc_pair``); 0 if none is left.

    A reading is a row of steps, one for each kind that still has tiles when all before it are used up: a step
    decides on a 刻 and on the pair, and the rest of the kind must start 順. After a reading was found the search goes
    on from its last step.
    """
    if s.sc_pair_heaven < 0 or 3 * s.sc_wanted + 2 != s.sc_n:
        return 0
    kind = 0
    choice = 0
    if s.sc_steps > 0:
        choice = undo_step(s)
        kind = s.sc_step_kind[s.sc_steps]
    while True:
        while kind < KINDS and s.sc_counts[kind] == 0:
            kind += 1
        if kind == KINDS:
            return 1
        while choice < CHOICES and not can_step(s, kind, choice):
            choice += 1
        if choice < CHOICES:
            do_step(s, kind, choice)
            choice = 0
        elif s.sc_steps > 0:
            choice = undo_step(s)
            kind = s.sc_step_kind[s.sc_steps]
        else:
            return 0


def can_step(s: Any, kind: int, choice: int) -> int:
    """Whether a kind's remaining tiles allow a choice."""
    runs = s.sc_counts[kind] - 3 * (choice & 1) - (choice & 2)
    if runs < 0 or (choice & 2 and (s.sc_pair >= 0 or kind // NUMBERS != s.sc_pair_heaven)):
        return 0
    if runs == 0:
        return 1
    return kind % NUMBERS < NUMBERS - 2 and s.sc_counts[kind + 1] >= runs and s.sc_counts[kind + 2] >= runs


def do_step(s: Any, kind: int, choice: int) -> None:
    """Use up the remaining tiles of a kind."""
    runs = s.sc_counts[kind] - 3 * (choice & 1) - (choice & 2)
    s.sc_counts[kind] = 0
    if choice & 1:
        s.sc_forms[s.sc_formed] = kind + KOKU
        s.sc_formed += 1
    if choice & 2:
        s.sc_pair = kind
    for _ in range(runs):
        s.sc_counts[kind + 1] -= 1
        s.sc_counts[kind + 2] -= 1
        s.sc_forms[s.sc_formed] = kind
        s.sc_formed += 1
    s.sc_step_kind[s.sc_steps] = kind
    s.sc_step_choice[s.sc_steps] = choice
    s.sc_steps += 1


def undo_step(s: Any) -> int:
    """Take back the last step; return the choice to try next at its kind."""
    s.sc_steps -= 1
    kind = s.sc_step_kind[s.sc_steps]
    choice = int(s.sc_step_choice[s.sc_steps])
    s.sc_counts[kind] = 3 * (choice & 1) + (choice & 2)
    while s.sc_formed > 0 and s.sc_forms[s.sc_formed - 1] == kind:
        s.sc_formed -= 1
        s.sc_counts[kind] += 1
        s.sc_counts[kind + 1] += 1
        s.sc_counts[kind + 2] += 1
    if choice & 1:
        s.sc_formed -= 1
    if choice & 2:
        s.sc_pair = -1
    return choice + 1
