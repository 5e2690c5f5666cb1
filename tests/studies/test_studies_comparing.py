"""Comparisons of rules: adjusted together, and told in words that say no more than the intervals."""

import io
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from scipy.stats import binom

from toolkit.simulate.experiment import experiment
from toolkit.simulate.quantities import Measured
from toolkit.simulate.running import run
from toolkit.simulate.sums import Sums
from toolkit.studies import tables
from toolkit.studies.comparing import SCHEMA, Difference, Played, compare, dependences, frame
from toolkit.studies.paired import Bounds, Pair, Shared
from toolkit.studies.wording import judge, signed

ROUNDS = 400
HEADLINES = ["wins-by-seat", "points-by-seat", "length", "reasons"]


def played(*rules: dict[str, Any], players: str = "random", seed: int = 3, rounds: int = ROUNDS) -> Played:
    """Shishibo with three players under these rules."""
    made = experiment("shishibo", [(each, [players] * 3) for each in rules], seed)
    return Played(made, tuple(str(each) for each in rules), run(made, rounds, compiled=False))


def of_pair(study: Played, name: str) -> Difference:
    """The figure of that group."""
    return next(each for each in compare([study], HEADLINES) if each.group == name)


def test_a_rule_compared_with_itself_is_the_same_in_every_round() -> None:
    for each in compare([played({}, {})]):
        assert each.difference == 0
        assert each.differing == 0
        assert (each.word, each.p, each.p_holm) == ("same", 1, 1)
        assert each.verdict.startswith("the same in every one of 400 rounds")
        assert each.saving is None


def test_fuke_at_100_lets_more_rounds_end_by_fuke() -> None:
    found = of_pair(played({}, {"fuke_limit": 100}), "fuke")
    assert found.word == "higher"
    assert found.verdict.startswith("higher: +")
    assert found.low_all is not None
    assert found.low is not None
    assert 0 < found.low_all < found.low < found.difference
    assert found.first < found.other


def test_the_same_deals_save_rounds() -> None:
    found = of_pair(played({}, {"fuke_limit": 20}), "seat 1")
    assert found.saving is not None
    assert found.saving > 20


def test_p_values_are_adjusted_over_all_figures_and_players() -> None:
    studies = [played({}, {"fuke_limit": 40}, players=kind) for kind in ("random", "greedy")]
    together, apart = compare(studies, HEADLINES), compare(studies[:1], HEADLINES)
    assert len(together) > len(apart)
    for more, fewer in zip(together, apart, strict=False):
        assert more.p == fewer.p
        assert more.p_holm >= fewer.p_holm >= fewer.p
        assert (more.low, more.high) == (fewer.low, fewer.high)
        if more.low_all is not None and fewer.low_all is not None:
            assert more.low_all <= fewer.low_all


def test_figures_come_in_the_order_of_the_measures_that_were_asked_for() -> None:
    found = compare([played({}, {"fuke_limit": 40})], ["length", "wins-by-seat"])
    assert list(dict.fromkeys(each.measure for each in found)) == ["length", "wins-by-seat"]


def test_what_never_happens_under_either_rule_is_left_out() -> None:
    groups = {each.group for each in compare([played({"fuke_limit": -1}, {"fuke_limit": -1, "rounds": 6})])}
    assert "fuke" not in groups


def test_a_frame_has_a_row_a_figure() -> None:
    found = compare([played({}, {"fuke_limit": 40})], HEADLINES)
    assert frame(found).schema == SCHEMA
    assert len(frame(found)) == len(found)


def test_dependence_on_players_is_shown_where_joint_intervals_do_not_meet() -> None:
    each = of_pair(played({}, {"fuke_limit": 100}), "fuke")
    one = each._replace(players="random", low_all=0.1, high_all=0.2)
    meets = each._replace(players="greedy", low_all=0.15, high_all=0.3)
    apart = each._replace(players="greedy", low_all=-0.2, high_all=0.05)
    assert dependences([one, meets]) == []
    ((least, most),) = dependences([one, apart])
    assert (least.players, most.players) == ("greedy", "random")
    told = tables.dependence_sentences(dependences([one, apart]), ["random", "greedy"])
    assert told == [
        "depends on the players: How rounds end, fuke (greedy: −20 to +5 percentage points; "
        "random: +10.0 to +20.0 percentage points)"
    ]
    assert "for no figure" in tables.dependence_sentences([], ["random", "greedy"])[0]


def single(up: int, down: int, n: int) -> Pair:
    """Pairs of single trials of which so many change."""
    first, other = np.zeros((2, 1, n), np.int64)
    other[0, :up], first[0, up : up + down] = 1, 1
    ones, of = np.ones((1, n), np.int64), np.zeros(1, np.int64)
    return Pair.of(Sums.of([Measured(first, ones, of), Measured(other, ones, of)]), 1, 0, share=True)


@pytest.mark.parametrize(
    ("joint", "p", "unit", "expected"),
    [
        ((0.008, 0.014), 0.001, "share of rounds", "higher: +0.80 to +1.40 percentage points"),
        (
            (-0.002, 0.003),
            0.5,
            "share of rounds",
            "no difference shown: it lies between −0.20 and +0.30 percentage points",
        ),
        (
            (0.001, 0.003),
            0.06,
            "share of rounds",
            "no difference shown: it lies between 0.00 and +0.30 percentage points",
        ),
        ((-0.001, 0.02), 0.04, "share of rounds", "higher: by at most +2.0 percentage points"),
        ((1.0, 3.0), 0.01, "points per round", "higher: +1.0 to +3.0 points"),
        ((-30.0, 90.0), 0.9, "points per round", "no difference shown: it lies between −30 and +90 points"),
        ((0.01, 0.05), 0.01, "share above even per round", "higher: +1.0 to +5.0 percentage points"),
    ],
)
def test_a_verdict_says_what_its_joint_interval_says(
    joint: tuple[float, float], p: float, unit: str, expected: str
) -> None:
    found = judge(single(40, 10, 500), Bounds(*joint), p, 0.05, unit, "rounds")
    assert found.verdict == expected
    assert found.word == ("not shown" if p > 0.05 else "higher")


def test_a_lower_figure_is_told_as_lower() -> None:
    found = judge(single(10, 40, 500), Bounds(-0.1, -0.02), 0.01, 0.05, "share of rounds", "rounds")
    assert found == ("lower", "lower: −10.0 to −2.0 percentage points")
    found = judge(single(10, 40, 500), Bounds(-0.1, 0.02), 0.01, 0.05, "share of rounds", "rounds")
    assert found == ("lower", "lower: by at most −10.0 percentage points")


def test_verdicts_without_an_interval_count_pairs() -> None:
    none = Bounds(None, None)
    pair = single(40, 10, 500)
    found = judge(pair, none, 0.5, 0.05, "points per round", "rounds")
    assert found.verdict == "no difference shown: 50 of 500 rounds differ"
    assert judge(single(0, 0, 500), none, 1, 0.05, "points per round", "matches").verdict == (
        "the same in every one of 500 matches"
    )
    assert judge(single(0, 0, 500), Bounds(-0.01, 0.01), 1, 0.05, "share of rounds", "rounds").verdict == (
        "the same in every one of 500 rounds; at most 1.00 percentage points apart"
    )


def test_a_constant_difference_is_told_as_one() -> None:
    values = np.full((1, 300), 3)
    ones, of = np.ones((1, 300), np.int64), np.zeros(1, np.int64)
    pair = Pair.of(Sums.of([Measured(values, ones, of), Measured(values + 2, ones, of)]), 1, 0)
    found = judge(pair, pair.bounds(0.95), pair.p_value(), 0.05, "decisions per round", "rounds")
    assert found == ("higher", "higher: +2.00 decisions in all 300 rounds")


def test_numbers_are_told_with_the_digits_that_are_known() -> None:
    assert signed(0.123456, 0.02) == "+0.123"
    assert signed(-1234.5, 400) == "−1,234"
    assert signed(-0.0001, 0.2) == "0.00"


def test_no_difference_is_never_claimed_to_lie_beyond_zero() -> None:
    """Also where the exact test and the score interval disagree."""
    for up in range(60):
        pair = single(up, 5, 100)
        joint = pair.bounds(0.99)
        found = judge(pair, joint, pair.p_value(), 0.01, "share of rounds", "rounds")
        if found.word == "not shown":
            assert found.verdict.startswith(
                ("no difference shown: it lies between −", "no difference shown: it lies between 0")
            )
        elif joint.low is not None and joint.low > 0:
            assert found.verdict.startswith("higher: +")


def test_a_study_of_a_rule_without_effect_claims_one_in_at_most_5_percent() -> None:
    """12 whole studies of 11 figures: A and B are the same rules with luck of their own."""
    generator, studies, units = np.random.default_rng(4), 12, 200
    made = experiment("shishibo", [({}, ["random"] * 3)] * 2, 1)
    count = len(made.quantities[0])
    shares = np.array([each.share for each in made.quantities[0].all])
    wrong = 0
    for _ in range(studies):
        deal = generator.integers(-9, 10, (count, units))
        parts = []
        for _ in range(2):
            y = deal + generator.integers(-6, 7, (count, units))
            y[shares] = y[shares] > 3
            parts.append(Measured(y, np.ones((1, units), np.int64), np.zeros(count, np.int64)))
        found = compare([Played(made, ("A", "B"), Sums.of(parts))], HEADLINES)
        wrong += any(each.word != "not shown" for each in found)
    assert wrong <= binom.ppf(0.999, studies, 0.05)


def test_tables_fit_80_columns() -> None:
    study = played({}, {"fuke_limit": 40}, {"points_sanbon": 0, "points_shihon": 1000})
    console = Console(width=80, record=True, file=io.StringIO())
    for table in tables.tables(compare([study]), {"yaku": 3}):
        console.print(table)
    text = console.export_text()
    assert max(map(len, text.splitlines())) <= 80
    assert "higher" in text
    assert "more, the rarest or always the same: --measure yaku" in text


def test_sentences_name_the_figure_and_count_the_rest() -> None:
    found = compare([played({}, {"fuke_limit": 100})], ["reasons"])
    told = tables.sentences(found)
    assert any(line.startswith("How rounds end, fuke – higher: +") for line in told)
    assert any("no difference shown" in line or "the same in every unit" in line for line in told)


def test_shared_sums_are_named_as_they_are_stored() -> None:
    assert Shared._fields == ("nn", "ny", "yn", "yy", "differing")
