"""Sweeps: what a grid means, and figures at each of its points."""

import pytest

from toolkit import games
from toolkit.charts import ChartError
from toolkit.charts.grids import chart
from toolkit.simulate.experiment import experiment
from toolkit.simulate.running import run
from toolkit.studies.comparing import Played
from toolkit.studies.grid import GridError, Varied, points, spelt, varied
from toolkit.studies.sweeping import Cell, frame, sweep

SHIJI = games.get("shiji")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("hand_limit=8:12", (8, 9, 10, 11, 12)),
        ("hand_limit=8:12:3", (8, 11)),
        ("hand_limit=12,8:9", (12, 8, 9)),
        ("rounds=10,13", (10, 13)),
        ("rounds=all", (10, 13, 0)),
        ("rounds=9:13", (10, 13)),
        ("goods=all", (False, True)),
        ("goods=true", (True,)),
        ("source=land,deck", ("land", "deck")),
    ],
)
def test_values_are_spans_lists_words_or_all(text: str, values: tuple[object, ...]) -> None:
    assert varied(SHIJI, text).values == values


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hand_limit", "expected NAME=VALUES"),
        ("no_such=1", "unknown option 'no_such'"),
        ("hand_limit=12:8", "expected low:high"),
        ("hand_limit=99", "hand_limit is '?99'?; expected a whole number from 6 to 25"),
        ("source=sky", 'expected "land" or "deck"'),
        ("goods=maybe", "expected true or false"),
    ],
)
def test_values_that_an_option_cannot_take_are_refused(text: str, words: str) -> None:
    with pytest.raises(GridError, match=words):
        varied(SHIJI, text)


def test_a_grid_has_every_combination() -> None:
    found = points([Varied("hand_limit", (8, 9)), Varied("goods", (False, True))])
    assert [spelt(each) for each in found] == [
        "hand_limit=8,goods=false", "hand_limit=8,goods=true", "hand_limit=9,goods=false", "hand_limit=9,goods=true",
    ]  # fmt: skip


def test_a_grid_that_is_too_large_is_refused_in_a_friendly_way() -> None:
    with pytest.raises(GridError, match=r"20 × 15 = 300 points; at most 200: take fewer values"):
        points([Varied("hand_limit", tuple(range(20))), Varied("rounds", tuple(range(15)))])


def swept(*texts: str) -> list[Cell]:
    """Shiji over a grid, 60 rounds a point."""
    grid = points([varied(SHIJI, text) for text in texts])
    made = experiment("shiji", [({}, ["greedy"] * 2), *((dict(point), ["greedy"] * 2) for point in grid)], 4)
    study = Played(made, ("default", *map(spelt, grid)), run(made, 60, compiled=False))
    return sweep([study], grid, ["points-by-seat", "length"], 0.05)


def test_every_point_has_an_estimate_and_its_difference_to_the_default() -> None:
    cells = swept("hand_limit=10,12")
    assert len(cells) == 2 * 3
    for cell in cells:
        assert cell.difference is not None
        assert cell.estimate.estimate == cell.difference.other
        if cell.point == {"hand_limit": 10}:
            assert cell.difference.word == "same"
    table = frame(cells)
    assert table["hand_limit"].to_list() == [10] * 3 + [12] * 3
    assert {"estimate", "low", "high", "n", "difference", "difference_low_all", "difference_verdict"} <= set(
        table.columns
    )


def test_one_option_is_drawn_as_lines_and_two_as_maps() -> None:
    line = chart("shiji", swept("hand_limit=10,12"))
    assert [text.get_text() for text in line.axes[0].get_xticklabels()] == ["10", "12"]
    assert line.axes[0].get_xlabel() == "hand_limit"
    maps = chart("shiji", swept("hand_limit=10,12", "source=land,deck"))
    assert [axes.get_title(loc="left") for axes in maps.axes if axes.get_images()] == ["seat 1", "seat 2"]
    assert len([axes for axes in maps.axes if axes.texts]) == 2


def test_three_options_have_no_chart() -> None:
    cells = swept("hand_limit=10", "source=land", "goods=true")
    with pytest.raises(ChartError, match="one or two options"):
        chart("shiji", cells)
