"""The report: one self-contained HTML page about records or runs."""

from toolkit.report.gathering import Gathered
from toolkit.report.page import Run, html

__all__ = ["Gathered", "Run", "html"]
