"""Charts as files."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.charts.registry import ChartError
from toolkit.records.output import atomic_path

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Suffix → what matplotlib must not write: dates and versions would make every file different.
FORMATS: dict[str, dict[str, Any]] = {".png": {"Software": None}, ".svg": {"Date": None, "Creator": None}}

#: Pixels an inch of a PNG.
RESOLUTION = 150


def file_format(path: str | Path) -> str:
    """``.png`` or ``.svg``, by the suffix of the path; ChartError for any other, best asked before a long run."""
    suffix = Path(path).suffix.lower()
    if suffix not in FORMATS:
        raise ChartError(f"charts are written as .png or .svg, not as {suffix or 'a file without suffix'}: {path}")
    return suffix


def save(figure: "Figure", path: str | Path, *, force: bool = False) -> None:
    """Write a chart as PNG or SVG, by the suffix of the path; the same figure gives the same bytes.

    ChartError for another suffix; OutputError if the file exists and ``force`` is not set, or cannot be written.
    """
    from toolkit.charts.style import styled

    suffix = file_format(path)
    made = BytesIO()  # a pipe cannot be sought in, as a PNG wants it
    with atomic_path(path, force=force) as part:
        with styled():
            figure.savefig(made, format=suffix[1:], dpi=RESOLUTION, metadata=FORMATS[suffix])
        part.write_bytes(made.getvalue())
