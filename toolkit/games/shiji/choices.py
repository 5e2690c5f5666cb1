"""Choosing some of many cards: counting, listing and drawing the choices without a search.

Cards of a kind are interchangeable (SJ-1), so a choice of ``size`` cards is how many of each kind. There are
as many as the coefficient of x**size in (1 + x + x²)**doubles · (1 + x)**singles, for a supply with
``doubles`` kinds held twice and ``singles`` held once. Choices are ordered like their written form.
"""

from collections.abc import MutableSequence, Sequence

from toolkit.games.shiji.cards import DIGITS, KINDS
from toolkit.games.shiji.decisions import VERB_BITS

_SIZES = 26


def _coefficients() -> tuple[int, ...]:
    table: list[int] = []
    for doubles in range(DIGITS + 1):
        for singles in range(KINDS + 1):
            row = [1] + [0] * (_SIZES - 1)
            for step in (2,) * doubles + (1,) * singles:
                row = [sum(row[size - taken] for taken in range(min(step, size) + 1)) for size in range(_SIZES)]
            table += row
    return tuple(table)


#: Ways to choose, at ``(doubles · (KINDS + 1) + singles) · _SIZES + size``.
WAYS = _coefficients()


def count_kinds(supply: Sequence[int], base: int) -> int:
    """Index into ``WAYS`` (with size 0) for the supply ``supply[base …]`` of counts by kind."""
    doubles = 0
    singles = 0
    for kind in range(KINDS):
        if supply[base + kind] == 2:
            doubles += 1
        elif supply[base + kind] == 1:
            singles += 1
    return (doubles * (KINDS + 1) + singles) * _SIZES


def count_choices(supply: Sequence[int], base: int, size: int) -> int:
    """How many choices of ``size`` cards there are."""
    return WAYS[count_kinds(supply, base) + size]


def choice_at(supply: Sequence[int], base: int, size: int, index: int) -> int:
    """The choice number ``index``, as cards above the verb of a decision."""
    ways = count_kinds(supply, base)
    chosen = 0
    for kind in range(KINDS):
        if size == 0:
            break
        held = supply[base + kind]
        if held == 0:
            continue
        ways -= (KINDS + 1) * _SIZES if held == 2 else _SIZES
        taken = held if held < size else size
        while index >= WAYS[ways + size - taken]:
            index -= WAYS[ways + size - taken]
            taken -= 1
        chosen |= taken << (VERB_BITS + 2 * kind)
        size -= taken
    return chosen


def list_choices(supply: Sequence[int], base: int, size: int, verb: int, out: MutableSequence[int], used: int) -> int:
    """Write every choice of ``size`` cards as a decision from ``out[used]``; return where they end."""
    for index in range(count_choices(supply, base, size)):
        out[used] = verb | choice_at(supply, base, size, index)
        used += 1
    return used
