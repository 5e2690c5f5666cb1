"""A summary of simulated units gives what the statistics find in the tables of the same matches."""

from typing import Any

import pytest

from toolkit.records.reading import Entry
from toolkit.replay import Replayer
from toolkit.replay.batch import Wanted
from toolkit.replay.loading import collect
from toolkit.replay.tables import Tables
from toolkit.simulate import Sampler
from toolkit.simulate.experiment import experiment
from toolkit.simulate.running import run
from toolkit.stats import compute
from toolkit.stats.estimates import Estimate, rows
from toolkit.studies.summary import estimates

CASES: list[tuple[str, list[str], dict[str, Any], int]] = [
    ("shishibo", ["greedy", "random", "greedy"], {"rounds": 3}, 60),
    ("shishibo", ["random"] * 5, {"rounds": 2, "max_passes": 2}, 40),
    ("shiji", ["greedy", "random"], {}, 40),
    ("masho", ["greedy", "random", "greedy"], {}, 12),
]


def tables_of(game: str, players: list[str], rules: dict[str, Any], count: int) -> Tables:
    """The tables of the sampled matches 0 … count − 1."""
    records = Sampler(game, players, 5, rules=rules).records(count)
    entries = [Entry("sampled", number, record, None, 1) for number, record in enumerate(records, 1)]
    return collect(Replayer(Wanted(events=True)).batches(entries), moves=False, events=True).tables[game]


def named(estimate: Estimate) -> tuple[str, str, str]:
    """What tells estimates apart."""
    return estimate.measure, estimate.section, estimate.group


@pytest.mark.parametrize(("game", "players", "rules", "count"), CASES)
def test_a_summary_is_what_statistics_find_in_the_tables(
    game: str, players: list[str], rules: dict[str, Any], count: int
) -> None:
    made = experiment(game, [(rules, players)], 5, whole=True, rotate=False)
    summary = {named(each): each for each in rows(estimates(made, run(made, count)))}
    measures = sorted({measure for measure, _, _ in summary})
    found = [each for each in rows(compute(tables_of(game, players, rules, count), measures)) if each.n]
    assert {named(each) for each in found if each.estimate} <= set(summary)
    assert len(found) > 20
    for each in found:
        if named(each) in summary:
            mine = summary[named(each)]
            assert (mine.n, mine.matches, mine.unit, mine.method) == (each.n, each.matches, each.unit, each.method)
            for name in ("estimate", "low", "high"):
                expected = getattr(each, name)
                assert getattr(mine, name) == (None if expected is None else pytest.approx(expected, abs=1e-9)), each


def test_rotating_players_sit_everywhere_equally_often() -> None:
    made = experiment("shishibo", [({}, ["greedy", "random", "random"])], 5)
    sums = run(made, 300)
    by_player = {each.group: each for each in rows(estimates(made, sums, measures=["points-by-player"]))}
    by_seat = [each.estimate or 0 for each in rows(estimates(made, sums, measures=["points-by-seat"]))]
    assert by_player["greedy p1"].estimate == max(each.estimate or 0 for each in by_player.values())
    assert max(abs(each) for each in by_seat) < (by_player["greedy p1"].estimate or 0)


def test_modes_agree() -> None:
    made = experiment("shiji", [({}, ["greedy", "random"])], 5)
    assert estimates(made, run(made, 40, compiled=True)).equals(estimates(made, run(made, 40, compiled=False)))
