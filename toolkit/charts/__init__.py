"""Charts of the tables of a game, in one style, as PNG or SVG."""

from toolkit.charts.registry import KINDS, ChartError, Kind, draw
from toolkit.charts.saving import file_format, save

__all__ = ["KINDS", "ChartError", "Kind", "draw", "file_format", "save"]
