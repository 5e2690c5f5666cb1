"""Sums of quantities over units: exact, and the same in whatever order they are added."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toolkit.simulate.playing import Numbers
from toolkit.simulate.quantities import Measured

#: Beyond this a square summed over a chunk may not fit into 64 bits; such chunks are summed by Python.
LARGE = 1 << 23

#: Rows of ``own``: units with n > 0, Σn, Σy, Σn², Σny, Σy².
UNITS, N, Y, NN, NY, YY = range(6)
#: Rows of ``shared``: Σ of the products of the first variant's and another's (n·n, n·y, y·n, y·y), and the number of
#: units in which y or n differ.
N_N, N_Y, Y_N, Y_Y, DIFFERING = range(5)


@dataclass
class Sums:
    """Sums over the same units played under one or more variants.

    ``own[v, k, q]`` (k: a row above) of variant v and quantity q; ``shared[v − 1, k, q]`` of the first variant with
    variant v, which tells how their figures go together. Python ints in object arrays: they never overflow.
    """

    units: int
    own: NDArray[Any]
    shared: NDArray[Any]

    @classmethod
    def empty(cls, variants: int, quantities: int) -> "Sums":
        """No units yet."""
        own = np.zeros((variants, YY + 1, quantities), object)
        return cls(0, own, np.zeros((variants - 1, DIFFERING + 1, quantities), object))

    @classmethod
    def of(cls, parts: Sequence[Measured]) -> "Sums":
        """The sums of one chunk: the same units under every variant."""
        if any(_is_large(part) for part in parts):
            parts = [Measured(part.y.astype(object), part.n.astype(object), part.n_of) for part in parts]
        own = np.array([_own(part) for part in parts]).astype(object)
        shared = np.array([_shared(parts[0], part) for part in parts[1:]]).astype(object)
        quantities, units = parts[0].y.shape
        return cls(units, own, shared.reshape(len(parts) - 1, DIFFERING + 1, quantities))

    def add(self, other: "Sums") -> None:
        """Add the sums over other units."""
        self.units += other.units
        self.own = self.own + other.own
        self.shared = self.shared + other.shared

    def to_json(self) -> dict[str, Any]:
        """As JSON keeps it; the numbers as texts, since they may exceed 64 bits."""
        return {
            "units": self.units,
            "own": [[[str(value) for value in row] for row in part] for part in self.own],
            "shared": [[[str(value) for value in row] for row in part] for part in self.shared],
        }

    @classmethod
    def from_json(cls, kept: dict[str, Any], quantities: int) -> "Sums":
        """What :meth:`to_json` wrote; ValueError where it is not that."""
        own = np.array([[[int(value) for value in row] for row in part] for part in kept["own"]], object)
        shared = np.array([[[int(value) for value in row] for row in part] for part in kept["shared"]], object)
        variants = len(kept["own"])
        return cls(
            int(kept["units"]),
            own.reshape(variants, YY + 1, quantities),
            shared.reshape(variants - 1, DIFFERING + 1, quantities),
        )


def _is_large(part: Measured) -> bool:
    return part.y.size > 0 and max(abs(int(part.y.min())), int(part.y.max()), int(part.n.max())) > LARGE


def _own(part: Measured) -> list[Any]:
    y, n, n_of = part
    total = y.sum(axis=1)
    # Where every n is 0 or 1, n y is y: y is 0 where n is.
    large = n.max(axis=1, initial=0) > 1
    return [
        (n > 0).sum(axis=1)[n_of],
        n.sum(axis=1)[n_of],
        total,
        _dot(n, n)[n_of],
        np.where(large[n_of], _with_n(y, n, n_of, large), total),
        _dot(y, y),
    ]


def _shared(first: Measured, other: Measured) -> list[Any]:
    n_with_n = first.n @ other.n.T
    return [
        n_with_n[first.n_of, other.n_of],
        _with_n(other.y, first.n, first.n_of),
        _with_n(first.y, other.n, other.n_of),
        _dot(first.y, other.y),
        _differing(first, other),
    ]


def _differing(first: Measured, other: Measured) -> Numbers:
    """The number of units in which a quantity differs."""
    differ = first.y != other.y
    for place, its_n in enumerate(first.n):
        for of_other, others_n in enumerate(other.n):
            chosen = (first.n_of == place) & (other.n_of == of_other)
            if chosen.any() and (its_n != others_n).any():
                differ[chosen] |= its_n != others_n
    return np.asarray(differ.sum(axis=1), np.int64)


def _with_n(y: Any, n: Any, n_of: Numbers, wanted: Any = None) -> Any:
    """Σ n y of every quantity, or of those whose row of ``n`` is ``wanted``."""
    made = np.zeros(len(y), y.dtype)
    for place in range(len(n)) if wanted is None else np.flatnonzero(wanted):
        chosen = n_of == place
        made[chosen] = y[chosen] @ n[place]
    return made


def _dot(a: Any, b: Any) -> Any:
    return (a * b).sum(axis=1) if a.dtype == object else np.einsum("qu,qu->q", a, b)
