"""Plans: the number of units that an interval or a difference needs."""

import pytest

from toolkit.simulate.experiment import experiment
from toolkit.simulate.running import Run, run
from toolkit.studies.paired import Pair
from toolkit.studies.planning import BLOCKS, Goal, needs, pilot

GOAL = Goal(0.5, None, 0.8, 0.05)


def test_a_tenth_of_the_width_needs_a_hundred_times_the_units() -> None:
    assert GOAL._replace(width=0.05).units(7.0) == pytest.approx(100 * GOAL.units(7.0))
    assert GOAL.units(1.0) == pytest.approx((1.959964 / 0.5) ** 2)


def test_a_difference_is_found_with_the_wanted_power() -> None:
    goal = Goal(None, 0.5, 0.8, 0.05)
    assert goal.units(1.0) == pytest.approx(((1.959964 + 0.841621) / 0.5) ** 2, rel=1e-4)
    assert goal._replace(power=0.95).units(1.0) > goal.units(1.0)


def test_a_goal_without_a_wish_is_refused() -> None:
    with pytest.raises(ValueError, match="width"):
        Goal(None, None, 0.8, 0.05).units(1.0)


def test_a_plan_of_one_rule_gives_the_interval_that_was_wanted() -> None:
    made = experiment("shishibo", [({}, ["random"] * 3)], 2)
    with Run(made, compiled=False) as going:
        found = needs(pilot(made, going, 200), "points-by-seat", GOAL)
    assert [each.group for each in found] == ["seat 1", "seat 2", "seat 3"]
    for each in found:
        assert each.units is not None
        assert each.low is not None
        assert each.high is not None
        assert each.low < each.units < each.high
        assert 1.95 * each.deviation / each.units**0.5 == pytest.approx(0.5, rel=0.02)


def test_a_plan_of_two_rules_is_about_their_paired_difference() -> None:
    made = experiment("shishibo", [({}, ["random"] * 3), ({"fuke_limit": 60}, ["random"] * 3)], 2)
    with Run(made, compiled=False) as going:
        played = pilot(made, going, 200)
    (first, *_) = needs(played, "points-by-seat", GOAL)
    again = Pair.of(run(made, 10 * BLOCKS, compiled=False), 1, 0)
    assert first.estimate == again.difference
    assert first.deviation == pytest.approx(again.error * played.sums.units**0.5)


def test_a_rule_without_effect_needs_no_number() -> None:
    made = experiment("shishibo", [({}, ["random"] * 3)] * 2, 2)
    with Run(made, compiled=False) as going:
        (first, *_) = needs(pilot(made, going, 60), "points-by-seat", GOAL)
    assert (first.units, first.low, first.seconds) == (None, None, None)
