"""Figures over a grid of rules: each with its interval, and its paired difference to the rules as they are."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import polars as pl

from toolkit.stats.estimates import Estimate, rows
from toolkit.studies.comparing import Difference, Played, compare
from toolkit.studies.grid import Value, value_text
from toolkit.studies.summary import estimates


class Cell(NamedTuple):
    """One figure at one point of the grid."""

    players: str
    point: dict[str, Value]
    estimate: Estimate
    difference: Difference | None

    @property
    def figure(self) -> tuple[str, str, str]:
        """Measure, section and group."""
        return self.estimate.measure, self.estimate.section, self.estimate.group


def sweep(
    studies: Sequence[Played], points: Sequence[dict[str, Value]], measures: Sequence[str], alpha: float
) -> list[Cell]:
    """Every figure at every point; the experiments have the baseline first, then a variant a point.

    All differences are judged together (:func:`toolkit.studies.comparing.compare`). A figure that does not exist at
    the baseline has no difference.
    """
    found = {
        (each.players, each.variant, each.measure, each.section, each.group): each
        for each in compare(studies, measures, alpha)
    }
    cells = []
    for study in studies:
        for variant, point in enumerate(points, 1):
            for each in rows(estimates(study.experiment, study.sums, variant, measures)):
                key = (study.players, study.names[variant], each.measure, each.section, each.group)
                cells.append(Cell(study.players, point, each, found.get(key)))
    return cells


def frame(cells: Sequence[Cell]) -> pl.DataFrame:
    """The cells as a table: players, a column an option, the estimate, and the difference with its joint interval."""
    lines: list[dict[str, Any]] = []
    for cell in cells:
        each, other = cell.estimate, cell.difference
        line: dict[str, Any] = {"players": cell.players}
        line |= {name: value_text(value) if isinstance(value, str) else value for name, value in cell.point.items()}
        line |= each._asdict()
        for name in ("difference", "low_all", "high_all", "p_holm", "saving", "word", "verdict"):
            line[name if name == "difference" else f"difference_{name}"] = getattr(other, name) if other else None
        lines.append(line)
    return pl.DataFrame(lines, infer_schema_length=None)
