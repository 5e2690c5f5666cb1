"""Differences in words that never say more than their interval."""

import math
from typing import NamedTuple

from toolkit.stats.estimates import SHARE
from toolkit.studies.paired import Bounds, Pair

#: Units that are shares or differences of shares; people read them in percent or percentage points.
ABOVE = "share above "

HIGHER, LOWER, OPEN, SAME = "higher", "lower", "not shown", "same"


class Judged(NamedTuple):
    """A difference as it is judged: in a word, and in a sentence that starts with it or says what is left open."""

    word: str
    verdict: str


def judge(pair: Pair, joint: Bounds, p: float, alpha: float, unit: str, thing: str) -> Judged:
    """Judge a pair by its adjusted p value and its joint interval.

    ``unit`` is that of the figure, ``thing`` what a unit of play is in the plural: rounds or matches. "higher" and
    "lower" are only said where p is at most ``alpha``. The numbers are those of the joint interval, which holds
    together with those of all other figures.
    """
    scale, name = scale_of(unit), difference_unit(unit)
    low, high = (None if end is None else end * scale for end in joint)
    if pair.same:
        most = "" if high is None or low is None else f"; at most {spelt(high, high)} {name} apart"
        return Judged(SAME, f"the same in every one of {pair.units:,} {thing}{most}")
    if p > alpha:
        if low is None or high is None:
            return Judged(OPEN, f"no difference shown: {pair.shared.differing:,} of {pair.units:,} {thing} differ")
        low, high = min(low, 0.0), max(high, 0.0)
        ends = f"{signed(low, high - low)} and {signed(high, high - low)}"
        return Judged(OPEN, f"no difference shown: it lies between {ends} {name}")
    word = HIGHER if pair.difference > 0 else LOWER
    if low is None or high is None:
        if pair.exact_variance:
            return Judged(word, f"{word}, by how much is not known")
        by = signed(pair.difference * scale, 0.0)
        return Judged(word, f"{word}: {by} {name} in all {pair.units:,} {thing}")
    if low <= 0 <= high:
        far = high if word == HIGHER else low
        return Judged(word, f"{word}: by at most {signed(far, high - low)} {name}")
    return Judged(word, f"{word}: {signed(low, high - low)} to {signed(high, high - low)} {name}")


def scale_of(unit: str) -> float:
    """What figures of a unit are multiplied by for people: shares are told in percent."""
    return 100.0 if unit.startswith((SHARE, ABOVE)) else 1.0


def difference_unit(unit: str) -> str:
    """The unit of a difference in words: percentage points for shares."""
    return "percentage points" if scale_of(unit) > 1 else unit.split(" per ")[0].split(" above ")[0]


def decimals(length: float) -> int:
    """Decimals that show two digits of half an interval of this length, 0 to 4."""
    return min(max(1 - math.floor(math.log10(length / 2)), 0), 4) if length > 0 else 2


def spelt(value: float, length: float) -> str:
    """A number with the decimals that fit an interval of this length."""
    digits = decimals(length)
    return f"{round(value, digits) + 0.0:,.{digits}f}".replace("-", "−")


def signed(value: float, length: float) -> str:
    """The same with its sign; 0 has none."""
    text = spelt(value, length)
    return text if text.startswith("−") or not text.strip("0.,") else f"+{text}"
