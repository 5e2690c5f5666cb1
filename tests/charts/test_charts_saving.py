"""Charts as files: PNG and SVG, the same bytes each time, never half a file; and pictures as they were looked at."""

from pathlib import Path

import numpy as np
import pytest
from chart_tables import LOG, ONE_MATCH, SHIJI, TWO_SIZES
from matplotlib.image import imread

from toolkit.charts import ChartError, draw, file_format, save
from toolkit.records.output import OutputError

BASELINE = Path(__file__).parent / "baseline"

#: The charts that were looked at; to renew them after a wanted change see below.
LOOKED_AT = {
    "points": (LOG, "points"),
    "wins": (SHIJI, "wins"),
    "yaku": (LOG, "yaku"),
    "stakes": (LOG, "stakes"),
    "totals": (ONE_MATCH, "totals"),
    "reasons": (SHIJI, "reasons"),
    "length": (TWO_SIZES, "length"),
    "comebacks": (LOG, "comebacks"),
    "ratings": (LOG, "ratings"),
    "totals-of-several": (LOG, "totals"),
}


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_the_same_chart_gives_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    for name in ("one", "two"):
        save(draw(LOG, "yaku"), tmp_path / f"{name}{suffix}")
    assert (tmp_path / f"one{suffix}").read_bytes() == (tmp_path / f"two{suffix}").read_bytes()


def test_an_svg_needs_no_fonts_and_has_no_date(tmp_path: Path) -> None:
    save(draw(LOG, "yaku"), tmp_path / "chart.svg")
    text = (tmp_path / "chart.svg").read_text()
    assert "<text" not in text
    assert "<dc:date>" not in text


def test_the_suffix_decides_the_format_in_any_case(tmp_path: Path) -> None:
    save(draw(LOG, "yaku"), tmp_path / "CHART.PNG")
    assert (tmp_path / "CHART.PNG").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["chart.pdf", "chart"])
def test_another_suffix_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ChartError, match=r"\.png or \.svg"):
        save(draw(LOG, "yaku"), tmp_path / name)
    with pytest.raises(ChartError):
        file_format(name)
    assert not list(tmp_path.iterdir())


def test_a_file_is_overwritten_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "chart.png"
    path.write_bytes(b"mine")
    with pytest.raises(OutputError, match="--force"):
        save(draw(LOG, "yaku"), path)
    assert path.read_bytes() == b"mine"
    save(draw(LOG, "yaku"), path, force=True)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert [each.name for each in tmp_path.iterdir()] == ["chart.png"]


@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_chart_looks_as_it_did_when_it_was_looked_at(tmp_path: Path, name: str) -> None:
    """Within a tolerance, for other versions of matplotlib and its font library.

    After a wanted change: draw the new picture with ``save(draw(*LOOKED_AT[name]), "tests/charts/baseline/….png",
    force=True)``, look at it, commit it.
    """
    save(draw(*LOOKED_AT[name]), tmp_path / "now.png")
    now, then = imread(tmp_path / "now.png")[..., :3], imread(BASELINE / f"{name}.png")[..., :3]
    assert now.shape == then.shape
    assert float(np.sqrt(np.mean((now - then) ** 2))) < 0.06


def test_the_comparison_of_pictures_sees_a_changed_chart(tmp_path: Path) -> None:
    save(draw(LOG, "wins"), tmp_path / "now.png")
    now, then = imread(tmp_path / "now.png")[..., :3], imread(BASELINE / "points.png")[..., :3]
    assert now.shape == then.shape
    assert float(np.sqrt(np.mean((now - then) ** 2))) > 0.1
