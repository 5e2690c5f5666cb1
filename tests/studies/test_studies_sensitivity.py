"""Sensitivity: designs over the values of options, and indices of responses whose indices are known."""

import sys
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from toolkit import games
from toolkit.charts import ChartError
from toolkit.charts.dots import MOST_PANELS, chart
from toolkit.simulate.experiment import experiment
from toolkit.simulate.running import is_worth_compiling, run
from toolkit.simulate.sums import NN, NY, UNITS, N, Y
from toolkit.stats import moments
from toolkit.studies.comparing import Played
from toolkit.studies.grid import GridError, Value, Varied, spelt, varied
from toolkit.studies.importance import Importance, frame, importance, values_text
from toolkit.studies.importance_tables import noise
from toolkit.studies.sensitivity import LEVELS, MOST_SIZE, Design, Index, SensitivityError, analyse, design, of_levels
from toolkit.studies.summary import moments_of

SHIJI = games.get("shiji")
FLAG, THREE, SIX, IDLE = (
    Varied("flag", (False, True)),
    Varied("three", (0, 1, 2)),
    Varied("six", tuple(range(6))),
    Varied("idle", ("land", "deck")),
)
OPTIONS = (FLAG, THREE, SIX, IDLE)
Point = dict[str, Value]


def indices(plan: Design, response: Callable[[Point], float]) -> dict[tuple[str, str], Index]:
    """The indices of a response, by option and name."""
    return {(each.option, each.name): each for each in analyse(plan, [response(point) for point in plan.points])}


def additive(point: Point) -> float:
    """3 flag + three + six / 2."""
    return 3 * int(point["flag"]) + int(point["three"]) + int(point["six"]) / 2


def either(point: Point) -> float:
    """1 where one of flag and idle is set and the other is not."""
    return float(bool(point["flag"]) != (point["idle"] == "deck"))


@pytest.mark.parametrize(("method", "size"), [("morris", 600), ("sobol", 512)])
def test_all_values_of_an_option_are_equally_likely(method: str, size: int) -> None:
    plan = design(method, OPTIONS, size, 1)
    for option in OPTIONS:
        counts = Counter(plan.points[place][option.name] for place in plan.places)
        assert set(counts) == set(option.values)
        share = len(plan.places) / len(option.values)
        assert all(0.75 * share < count < 1.25 * share for count in counts.values()), counts


@pytest.mark.parametrize("count", [*range(1, 13), 99])
def test_all_values_have_equally_many_levels_of_morris_grid(count: int) -> None:
    levels = np.arange(LEVELS)[:, None] / (LEVELS - 1)
    sizes = np.bincount(of_levels(levels, np.array([count]))[:, 0], minlength=count)
    assert len(sizes) == count
    assert sizes.max() - sizes.min() <= min(LEVELS % count, 1)


@pytest.mark.parametrize(("method", "size", "rows"), [("morris", 30, 30 * 5), ("sobol", 32, 32 * 6)])
def test_points_that_come_again_are_played_once(method: str, size: int, rows: int) -> None:
    plan = design(method, OPTIONS, size, 1)
    texts = [spelt(point) for point in plan.points]
    assert len(plan.places) == rows
    assert len(set(texts)) == len(texts) < rows
    assert set(plan.places) == set(range(len(texts)))


def test_a_step_of_morris_moves_one_option_by_half_of_its_values() -> None:
    plan = design("morris", OPTIONS, 40, 3)
    rows = [plan.points[place] for place in plan.places]
    for start in range(0, len(rows), 5):
        moved = []
        for one, other in zip(rows[start : start + 4], rows[start + 1 : start + 5], strict=True):
            (name,) = [name for name in one if one[name] != other[name]]
            moved.append(name)
            option = next(each for each in OPTIONS if each.name == name)
            step = abs(option.values.index(one[name]) - option.values.index(other[name]))
            assert step in {"flag": (1,), "three": (1, 2), "six": (3,), "idle": (1,)}[name]
        assert sorted(moved) == ["flag", "idle", "six", "three"]


def test_morris_finds_the_changes_of_an_additive_response_exactly() -> None:
    found = indices(design("morris", OPTIONS, 12, 5), additive)
    for name, change in (("flag", 3.0), ("six", 1.5), ("idle", 0.0)):
        assert found[name, "mu_star"].estimate == pytest.approx(change)
        assert found[name, "sigma"].estimate == pytest.approx(0, abs=1e-9)
        assert found[name, "mu_star"][3:] == (None, None)  # all changes are the same: nothing to resample


def test_morris_of_an_odd_number_of_values_takes_the_mean_over_its_steps() -> None:
    """Of the values 0, 1, 2, half a range away is 1, 1 or 2."""
    found = indices(design("morris", OPTIONS, 400, 5), additive)["three", "mu_star"]
    assert found.estimate is not None
    assert found.low is not None
    assert found.high is not None
    assert found.low < 4 / 3 < found.high
    assert found.high - found.low == pytest.approx(2 * 1.96 * np.sqrt(2) / 3 / np.sqrt(400), rel=0.2)


def test_sobol_finds_the_shares_of_an_additive_response() -> None:
    """The variance of n equally likely whole numbers is (n² − 1) / 12."""
    found = indices(design("sobol", OPTIONS, 1024, 2), additive)
    parts = {"flag": 9 * 3 / 12, "three": 8 / 12, "six": 35 / 12 / 4, "idle": 0.0}
    for name, part in parts.items():
        for index in ("S1", "ST"):
            assert found[name, index].estimate == pytest.approx(part / sum(parts.values()), abs=0.02)
    assert found["idle", "ST"] == ("idle", "ST", 0.0, None, None)
    low, high = found["flag", "S1"][3:]
    assert low is not None
    assert high is not None
    assert low < parts["flag"] / sum(parts.values()) < high


def test_what_two_options_only_do_together_is_in_st_and_sigma_alone() -> None:
    of_sobol = indices(design("sobol", OPTIONS, 512, 2), either)
    of_morris = indices(design("morris", OPTIONS, 100, 2), either)
    for name in ("flag", "idle"):
        assert of_sobol[name, "S1"].estimate == pytest.approx(0, abs=0.08)
        assert of_sobol[name, "ST"].estimate == pytest.approx(1, abs=0.05)
        assert of_morris[name, "mu_star"].estimate == pytest.approx(1)
        assert of_morris[name, "sigma"].estimate == pytest.approx(1, abs=0.1)


def test_a_constant_response_has_no_shares_of_variance() -> None:
    assert {each[2:] for each in indices(design("sobol", OPTIONS, 16, 2), lambda _: 0.1).values()} == {(None,) * 3}
    changes = indices(design("morris", OPTIONS, 8, 2), lambda _: 0.1)
    assert {each[2:] for each in changes.values()} == {(0.0, None, None)}


@pytest.mark.parametrize("seed", [0, 7, 2**63 - 1])
@pytest.mark.parametrize(("method", "size"), [("morris", 10), ("sobol", 16)])
def test_a_seed_gives_the_same_design_and_indices_and_touches_no_other_numbers(
    method: str, size: int, seed: int
) -> None:
    def study() -> tuple[list[list[float]], list[Index]]:
        plan = design(method, OPTIONS, size, seed)
        return plan.sampled.tolist(), analyse(plan, [additive(point) + either(point) for point in plan.points])

    np.random.seed(1)
    expected = np.random.default_rng(1), np.random.random(3).tolist()
    np.random.seed(1)
    first = study()
    assert np.random.random(3).tolist() == expected[1]
    assert study() == first
    assert design(method, OPTIONS, size, seed ^ 1).sampled.tolist() != first[0]


@pytest.mark.parametrize(
    ("method", "options", "size", "words"),
    [
        ("morris", OPTIONS, 3, "--trajectories 3: expected 4 to 2,048"),
        ("sobol", OPTIONS, 2 * MOST_SIZE, "--samples 4096: expected 8 to 2,048"),
        ("sobol", OPTIONS, 48, "power of two, like 32 or 64"),
        ("sobol", (Varied("a", tuple(range(50))), Varied("b", tuple(range(50)))), 1024, "at most 1,000: take fewer"),
    ],
)
def test_a_design_that_tells_nothing_or_takes_too_long_is_refused(
    method: str, options: tuple[Varied, ...], size: int, words: str
) -> None:
    with pytest.raises(SensitivityError, match=words):
        design(method, options, size, 1)


def test_an_option_of_one_value_is_refused() -> None:
    with pytest.raises(GridError, match="idle: one value"):
        design("morris", (FLAG, Varied("idle", ("land",))), 10, 1)


def test_without_salib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "SALib.sample.morris", None)
    with pytest.raises(SensitivityError, match="extra `sensitivity`"):
        design("morris", OPTIONS, 10, 1)


@pytest.fixture(scope="module")
def plan() -> Design:
    """A small design over Shiji."""
    options = [varied(SHIJI, text) for text in ("hand_limit=10:15", "source=land,deck", "goods=all")]
    return design("morris", options, 4, 1)


@pytest.fixture(scope="module")
def study(plan: Design) -> Played:
    """It played, 12 rounds a point."""
    made = experiment("shiji", [(dict(point), ["greedy"] * 2) for point in plan.points], 4)
    return Played(made, tuple(map(spelt, plan.points)), run(made, 12, compiled=False))


@pytest.fixture(scope="module")
def found(plan: Design, study: Played) -> Importance:
    """The indices of its points and its reasons to end."""
    return importance([study], plan, ["points-by-seat", "reasons"])


def test_figures_stand_in_the_order_of_the_measures_and_options_by_importance(found: Importance) -> None:
    measures = [each.quantity.measure for each in found.figures]
    assert measures[:2] == ["points-by-seat"] * 2
    assert set(measures[2:]) == {"reasons"}
    for each in found.figures:
        stars = [pair[0].estimate or 0.0 for _, pair in each.ranked]
        assert stars == sorted(stars, reverse=True)
        assert sorted(option.name for option, _ in each.ranked) == ["goods", "hand_limit", "source"]


def test_the_noise_of_the_rounds_is_told_beside_the_indices(plan: Design, study: Played, found: Importance) -> None:
    first = found.figures[0]
    intervals = [moments.mean(moments_of(study.sums, variant, 0)) for variant in range(len(plan.points))]
    halves = [(each.high - each.low) / 2 for each in intervals if each.low is not None and each.high is not None]
    assert first.half_width == pytest.approx(np.mean(halves))
    means = [intervals[place].estimate for place in plan.places]
    assert first.spread == pytest.approx(np.std([each for each in means if each is not None]))
    assert f"± {first.half_width:.2f} points" in noise(first)


def test_a_frame_has_a_row_an_index(plan: Design, found: Importance) -> None:
    table = frame(found.figures, plan)
    assert len(table) == len(found.figures) * 3 * 2
    assert table["index"].unique().sort().to_list() == ["mu_star", "sigma"]
    assert set(table["points"]) == {16}
    assert set(table["different"]) == {len(plan.points)}
    assert set(table["units"]) == {12}
    assert table.filter(table["index"] == "sigma")["low"].null_count() == len(table) // 2


def test_a_figure_that_some_point_has_no_data_for_is_left_out_and_counted(plan: Design, study: Played) -> None:
    own = study.sums.own.copy()
    own[1][[UNITS, N, Y, NN, NY], 0] = 0
    lacking = study._replace(sums=type(study.sums)(study.sums.units, own, study.sums.shared))
    left = importance([lacking], plan, ["points-by-seat"])
    assert ([each.quantity.group for each in left.figures], left.left_out) == (["seat 2"], 1)


def test_a_chart_has_a_panel_a_figure_with_the_options_by_importance(plan: Design, found: Importance) -> None:
    drawn = chart("shiji", found.figures, plan)
    assert len(drawn.axes) == 2
    for axes, figure in zip(drawn.axes, found.figures, strict=False):
        assert [text.get_text() for text in axes.get_yticklabels()] == [option.name for option, _ in figure.ranked]
        assert figure.quantity.group in axes.get_title(loc="left")
    many = chart("shiji", [found.figures[0]] * (MOST_PANELS + 1), plan)
    assert len(many.axes) == MOST_PANELS
    with pytest.raises(ChartError, match="nothing to draw"):
        chart("shiji", [], plan)


def test_many_values_are_told_by_their_ends() -> None:
    assert [values_text(each) for each in (FLAG, SIX)] == ["false, true", "0 … 5 (6)"]


def test_of_many_variants_only_some_are_tried_before_it_is_said_whether_to_compile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("toolkit.engine.compiling.Compiler.is_cached", lambda _compiler: False)
    points = [({"hand_limit": 6 + place % 20}, ["greedy"] * 2) for place in range(200)]
    made = experiment("shiji", points, 1)
    assert is_worth_compiling(made, 1_000_000)
    assert not is_worth_compiling(made, 5)
