"""Charts as pictures inside the page, with a text for those who do not see them."""

import base64
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from toolkit.charts import KINDS, ChartError, draw_estimates, draw_totals
from toolkit.records.faults import shown_name
from toolkit.stats.estimates import Estimate, rows
from toolkit.stats.format import cells, heading
from toolkit.stats.naming import named

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from toolkit.report.gathering import GameSummary
    from toolkit.stats.accumulate import Figures

#: Pixels an inch, and colours: sharp on a dense screen, and some 30 kB a chart (a third of an SVG with its letters).
RESOLUTION = 120
COLOURS = 32
#: Rows that an alternative text reads out; the table beside the chart has all.
READ_OUT = 8


class Picture(NamedTuple):
    """A chart: its kind, title, alternative text, and the picture as a data URI with its size in pixels."""

    kind: str
    title: str
    alt: str
    uri: str
    width: int
    height: int


def pictures(kinds: Sequence[str], summary: "GameSummary", figures: "Figures") -> list[Picture]:
    """The charts of these kinds that the game and the records have something for."""
    made = []
    for name in kinds:
        kind = KINDS[name]
        if kind.measure and kind.measure not in figures.names:
            continue
        try:
            if kind.measure:
                estimates = figures.estimates(summary.game, [kind.measure])
                drawn = draw_estimates(name, summary.game, estimates, summary.matches)
                alt = _alt(kind.title, named(rows(estimates), summary.game))
            else:
                drawn = draw_totals(summary.courses)
                alt = f"Chart: {kind.title}, of {summary.courses.kept} matches."
        except ChartError:
            continue
        made.append(Picture(name, kind.title, alt, *_data_uri(drawn)))
    return made


def _data_uri(figure: "Figure") -> tuple[str, int, int]:
    """A figure as a PNG in a data URI, its width and height in CSS pixels; the same figure gives the same bytes."""
    from toolkit.charts.style import styled

    buffer = io.BytesIO()
    with styled():
        figure.savefig(buffer, format="png", dpi=RESOLUTION, metadata={"Software": None}, pil_kwargs={"optimize": True})
    width, height = (round(96 * size) for size in figure.get_size_inches())
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode(), width, height


def _alt(title: str, estimates: Sequence[Estimate]) -> str:
    """A chart in words."""
    read = list(estimates[:READ_OUT])
    unit = heading(read[0].unit)
    parts = []
    for each, (estimate, low, high) in zip(read, cells(read), strict=True):
        interval = f", 95 % interval {low} to {high}" if low and high else ", no interval"
        parts.append(f"{each.section}, {shown_name(each.group, 60)}: {estimate}{interval}, n {each.n:,}")
    more = f"; {len(estimates) - len(read)} more in the table" if len(estimates) > len(read) else ""
    return f"Chart: {title}, {unit}. " + "; ".join(parts) + more + "."
