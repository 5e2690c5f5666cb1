"""Charts of estimates, with intervals, as matplotlib figures; see :func:`draw` and the kinds in :data:`KINDS`."""

from toolkit.charts.courses import Courses
from toolkit.charts.drawing import Drawing, draw, draw_estimates, draw_totals
from toolkit.charts.registry import KINDS, ChartError, Kind
from toolkit.charts.saving import file_format, save

__all__ = [
    "KINDS", "ChartError", "Courses", "Drawing", "Kind", "draw", "draw_estimates", "draw_totals", "file_format", "save"
]  # fmt: skip
