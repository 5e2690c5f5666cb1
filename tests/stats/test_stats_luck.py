"""Luck of the deal: how much of the points is settled before anybody chooses."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from made_tables import Round, tables
from scipy.stats import f_oneway

from toolkit import games
from toolkit.records.reading import read
from toolkit.records.writing import RecordWriter
from toolkit.replay import load
from toolkit.replay.tables import Tables, deal_name
from toolkit.simulate.players import PlayerError
from toolkit.simulate.replication import replicated, replications_of
from toolkit.simulate.sampling import Sampler
from toolkit.stats import compute
from toolkit.stats.estimates import Estimate, rows
from toolkit.stats.intervals import intraclass

#: Shrout & Fleiss 1979, table 2: six targets (rows), each judged four times; their ICC(1,1) is 0.17.
JUDGED = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float)


def dealt(points: list[int], deal: str) -> tuple[Round, str]:
    return Round(points), deal


def luck(rounds: list[tuple[Round, str]], game: str = "shishibo") -> dict[str, Estimate]:
    """The luck of rounds that are a match each, with their deals."""
    made = tables([[each] for each, _ in rounds], game=game)
    made.rounds = made.rounds.with_columns(deal=pl.Series([deal for _, deal in rounds], dtype=pl.String))
    return {each.group: each for each in rows(compute(made, ["luck"]))}


def test_the_intraclass_correlation_of_a_known_table() -> None:
    found = intraclass(JUDGED.ravel(), np.repeat(np.arange(6), 4))
    f = f_oneway(*JUDGED).statistic
    assert found.estimate == pytest.approx((f - 1) / (f + 3))
    assert found.estimate == pytest.approx(0.17, abs=0.005)
    assert found.low == 0
    assert found.high is not None
    assert 0.4 < found.high < 0.9


def test_groups_of_unequal_size_agree_with_the_analysis_of_variance() -> None:
    parts = [JUDGED[0] + 9, JUDGED[1][:2], JUDGED[2][:3] + 4, JUDGED[3]]
    found = intraclass(np.concatenate(parts), np.repeat([7, 8, 5, 6], [len(part) for part in parts]))
    f = f_oneway(*parts).statistic
    k = (13 - (16 + 4 + 9 + 16) / 13) / 3
    assert found.estimate == pytest.approx((f - 1) / (f + k - 1))


def test_what_cannot_be_estimated_says_why() -> None:
    nothing = np.array([])
    assert intraclass(nothing, nothing).method == "none: no data"
    assert intraclass(np.ones(4), np.arange(4)).method == "none: all the same"
    assert intraclass(np.arange(4.0), np.ones(4)).method == "none: one group"
    assert intraclass(np.arange(4.0), np.arange(4)).method == "none: no group is repeated"
    assert intraclass(np.array([1.0, 1, 2, 2, 3, 3]), np.array([1, 1, 2, 2, 3, 3])) == (
        (1.0, None, None, "none: all the same within groups")
    )
    two = intraclass(np.array([1.0, 2, 5, 6]), np.array([1, 1, 2, 2]))
    assert two.method == "none: too few groups"
    assert two.estimate is not None


def test_variance_below_chance_is_no_share_below_zero() -> None:
    found = intraclass(np.array([0.0, 4, 1, 3, 0, 5]), np.array([1, 1, 2, 2, 3, 3]))
    assert found.estimate == 0


def test_luck_counts_the_rounds_of_repeated_deals_for_every_seat() -> None:
    rounds = [dealt([4, -2, -2], "a"), dealt([4, -2, -2], "a"), dealt([-2, 4, -2], "b"), dealt([4, -2, -2], "b")]
    found = luck([*rounds, dealt([-2, -2, 4], "alone")])
    assert {name: (each.n, each.matches) for name, each in found.items()} == {"seat 1": (4, 4), "seat 2": (4, 4)}
    assert found["seat 1"].unit == "share of the points' variance per round"
    assert found["seat 1"].section == "3 players"


def test_without_a_deal_or_a_repeated_one_there_is_no_luck_to_measure() -> None:
    assert luck([dealt([1, -1], "{}"), dealt([-1, 1], "{}")] * 3, game="shiji") == {}
    assert luck([dealt([4, -2, -2], ""), dealt([-2, 4, -2], "")]) == {}
    assert luck([dealt([4, -2, -2], "a"), dealt([-2, 4, -2], "b")]) == {}


def test_a_deal_opened_by_another_seat_is_another_deal() -> None:
    assert luck([(Round([4, -2, -2]), "a"), (Round([-2, 4, -2], opener=2), "a")]) == {}


def test_redealt_rounds_say_nothing_about_luck() -> None:
    assert luck([(Round([0, 0, 0], counted=False), "a"), (Round([0, 0, 0], counted=False), "a")]) == {}


def test_a_stock_with_folded_hands_is_no_part_of_the_deal() -> None:
    game = games.get("shishibo")
    deal = {"field": ["1K"], "hands": [["2K"]] * 4, "stock": ["3K", "4K"]}
    other = {**deal, "stock": ["4K", "3K"]}
    assert deal_name(game, deal, 4) == deal_name(game, other, 4)
    assert deal_name(game, deal, 3) != deal_name(game, other, 3)
    assert deal_name(game, dict(reversed(deal.items())), 3) == deal_name(game, deal, 3)
    assert deal_name(games.get("shiji"), {}, 2) == ""


@pytest.fixture(scope="module")
def four() -> Tables:
    """Six deals of four random players, each played three times."""
    return replicated("shishibo", ["random"] * 4, deals=6, replications=3, seed=5)


def test_replicated_rounds_share_their_deals_and_nothing_else(four: Tables) -> None:
    hands = [json.dumps(json.loads(deal)["hands"]) for deal in four.rounds["deal"]]
    assert [len(set(hands[start : start + 3])) for start in range(0, 18, 3)] == [1] * 6
    assert len(set(hands)) == 6
    assert four.rounds["complete"].all()
    assert len(set(four.seats.group_by("match_id", maintain_order=True).agg("points")["points"].to_list()[0])) > 1
    assert four.matches["file"].null_count() == len(four.matches) == 18
    played = four.rounds.filter("counted")
    assert played.select("length", "reason", "stake").n_unique() > len(played) // 2


def test_luck_of_replicated_rounds_has_an_estimate_a_seat(four: Tables) -> None:
    found = rows(compute(four, ["luck"]))
    assert [each.group for each in found] == ["seat 1", "seat 2", "seat 3", "seat 4"]
    assert all(each.estimate is not None and 0 <= each.estimate <= 1 for each in found)
    assert {each.n for each in found} == {four.rounds["counted"].sum()}


def test_replication_0_is_the_first_round_of_that_match_of_the_seed() -> None:
    sampler = Sampler("shishibo", ["random", "greedy", "random"], 11, rules={"rounds": 1})
    again = list(replications_of("shishibo", ["random", "greedy", "random"], 3, 2, 11, {"rounds": 1}))
    for number in range(3):
        assert again[2 * number].rounds[0] == sampler.record(number).rounds[0]
        assert again[2 * number].rounds[0].deal == again[2 * number + 1].rounds[0].deal
        assert again[2 * number].rounds[0].moves != again[2 * number + 1].rounds[0].moves


@pytest.mark.parametrize(
    ("game", "kinds", "rules"),
    [
        ("shishibo", ["random"] * 5, None),
        ("shiji", ["greedy", "random"], {"source": "deck"}),
        ("masho", ["greedy", "random"], None),
    ],
)
def test_replications_are_records_that_replay(
    game: str, kinds: list[str], rules: dict[str, object] | None, tmp_path: Path
) -> None:
    with RecordWriter(tmp_path / "again.jsonl") as writer:
        for record in replications_of(game, kinds, 2, 2, 3, rules):
            writer.write(record)
    assert not [entry.fault for entry in read([tmp_path / "again.jsonl"]) if entry.fault is not None]
    loaded = load(tmp_path / "again.jsonl", deals=True)
    assert loaded.bad == 0
    assert loaded.records == 4
    made, direct = loaded.tables[game], replicated(game, kinds, 2, 2, 3, rules)
    assert made.rounds.equals(direct.rounds)
    assert compute(made, ["luck"]).equals(compute(direct, ["luck"]))


def test_players_who_always_choose_the_same_leave_everything_to_the_deal() -> None:
    found = rows(compute(replicated("shishibo", ["greedy"] * 3, 5, 2, 1), ["luck"]))
    assert {(each.estimate, each.method) for each in found} == {(1.0, "none: all the same within groups")}


def test_the_game_without_a_deal_has_no_luck() -> None:
    assert compute(replicated("shiji", ["random", "random"], 3, 2), ["luck"]).is_empty()


@pytest.mark.parametrize(
    ("kinds", "seed", "error"),
    [(["random"], 0, ValueError), (["random"] * 3, -1, ValueError), (["x"] * 3, 0, PlayerError)],
)
def test_wrong_arguments_are_refused(kinds: list[str], seed: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        replicated("shishibo", kinds, 1, 1, seed)
