"""The one style of all charts: colours, fonts that know Japanese, title, caption.

Settings hold inside :func:`styled` only; neither importing nor drawing changes matplotlib's global ones.
Figures are made without pyplot, so nothing needs a screen and nothing has to be closed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib import font_manager
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ft2font import FT2Font
from matplotlib.layout_engine import ConstrainedLayoutEngine
from rich.cells import cell_len, chop_cells

from toolkit.records.faults import shown

#: Okabe & Ito's colours, which people with any kind of colour blindness can tell apart (without yellow: too pale).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
BAR, DOT, INTERVAL, REFERENCE, QUIET = "#56B4E9", "#0072B2", "#333333", "#D55E00", "#555555"

DASHED = (0, (4, 3))

#: Behind the head of a section. (Not bold type: the Japanese font has none.)
HEAD = "#eeeeee"

#: Inches.
WIDTH = 7.0

LATIN, JAPANESE = "DejaVu Sans", "IPAexGothic"

_SETTINGS: Any = {
    "font.family": [LATIN, JAPANESE],
    "font.size": 9.5,
    "axes.unicode_minus": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#999999",
    "axes.labelcolor": "#333333",
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "grid.color": "#dddddd",
    "grid.linewidth": 0.7,
    "xtick.color": "#555555",
    "xtick.labelcolor": "#333333",
    "ytick.color": "#555555",
    "ytick.labelcolor": "#222222",
    "legend.frameon": False,
    "text.parse_math": False,  # a dollar in a name is a dollar
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "svg.fonttype": "path",  # looks the same where the fonts are not installed
    "svg.hashsalt": "fuda",
}


@contextmanager
def styled() -> Iterator[None]:
    """The settings of all charts, for drawing and saving; outside, matplotlib's settings are untouched."""
    _register()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        yield


def figure(title: str, height: float) -> Figure:
    """An empty figure of that height in inches with its title above; inside :func:`styled`."""
    made = Figure(figsize=(WIDTH, height), layout=ConstrainedLayoutEngine(w_pad=0.08, h_pad=0.06))
    FigureCanvasAgg(made)
    made.suptitle(wrapped(title, 70, 2), x=0.012, ha="left", fontsize=13)
    return made


def caption(figure: Figure, text: str) -> None:
    """The small print below a figure: intervals, n, notes."""
    figure.supxlabel(wrapped(text, 128, 4), x=0.012, ha="left", fontsize=7.5, color=QUIET)


def wrapped(text: str, width: int, lines: int) -> str:
    """Text for a chart in at most so many lines of so many columns (Japanese characters take two).

    Characters that steer a terminal are written as escapes, characters that no font has as "?"; what does not fit is
    cut and ends in "…".
    """
    known = "".join(character if ord(character) in _known() else "?" for character in shown(text, None))
    made: list[str] = []
    for word in known.split(" "):
        if made and cell_len(made[-1]) + 1 + cell_len(word) <= width:
            made[-1] += f" {word}"
        else:
            made += chop_cells(word, width) or [""]
    if len(made) > lines:
        last = chop_cells(made[lines - 1], width - 1)[0]
        made[lines - 1 :] = [f"{last}…"]
    return "\n".join(made)


@cache
def _register() -> None:
    """Make the Japanese font known by its file; the package that ships it would change settings if it were imported."""
    spec = find_spec("matplotlib_fontja")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("charts need the package matplotlib-fontja for Japanese text")
    path = Path(spec.submodule_search_locations[0]) / "fonts" / "ipaexg.ttf"
    if not any(entry.name == JAPANESE for entry in font_manager.fontManager.ttflist):
        font_manager.fontManager.addfont(path)


@cache
def _known() -> frozenset[int]:
    """Code points that the two fonts can draw."""
    _register()
    files = [font_manager.findfont(family, fallback_to_default=False) for family in (LATIN, JAPANESE)]
    return frozenset().union(*(FT2Font(file).get_charmap() for file in files))
