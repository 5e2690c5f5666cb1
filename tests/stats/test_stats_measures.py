"""What each measure counts, on tables whose answers can be read off."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from made_tables import Round, tables

from toolkit.games import NAMES, get
from toolkit.replay.tables import TableBuilder, Tables
from toolkit.stats import MEASURES, StatsError, compute, needs
from toolkit.stats.estimates import SCHEMA, Estimate, rows
from toolkit.stats.intervals import share
from toolkit.stats.units import only


def measured(made: Tables, name: str) -> dict[tuple[str, str], Estimate]:
    return {(each.section, each.group): each for each in rows(compute(made, [name]))}


def three(*winners: int) -> list[Round]:
    """A match of three in which these seats win, one round each, 2 points from each of the others."""
    return [Round([4 if seat == winner else -2 for seat in (1, 2, 3)]) for winner in winners]


def test_win_share_counts_the_rounds_of_each_seat_and_table_size() -> None:
    found = measured(tables([three(1, 1, 2), three(3), [Round([3, -1, -1, -1])]]), "wins-by-seat")
    assert [(key, each.n, each.matches, each.estimate) for key, each in found.items()] == [
        (("3 players", "seat 1"), 4, 2, 0.5),
        (("3 players", "seat 2"), 4, 2, 0.25),
        (("3 players", "seat 3"), 4, 2, 0.25),
        (("4 players", "seat 1"), 1, 1, 1.0),
        (("4 players", "seat 2"), 1, 1, 0.0),
        (("4 players", "seat 3"), 1, 1, 0.0),
        (("4 players", "seat 4"), 1, 1, 0.0),
    ]
    assert found["3 players", "seat 1"].method == "Wilson, by match"
    assert found["4 players", "seat 1"].low is None


def test_only_complete_and_counted_rounds_are_rounds() -> None:
    redealt = Round([0, 0, 0], reason="redeal", counted=False, length=0)
    made = tables([[redealt, *three(1)], [*three(1), Round([0, 0, 0], complete=False, length=7)]])
    assert {each.n for each in measured(made, "wins-by-seat").values()} == {2}
    assert measured(made, "points-by-seat")["3 players", "seat 1"].estimate == 4
    assert measured(made, "length")["rounds", "3 players"].estimate == 40


def test_redealt_rounds_are_among_the_reasons_of_the_end() -> None:
    redealt = Round([0, 0, 0], reason="redeal", counted=False)
    made = tables([[redealt, *three(1, 2)], [Round([4, -2, -2], reason="fuke")]])
    found = measured(made, "reasons")
    assert {key[1]: each.estimate for key, each in found.items()} == {"points": 0.5, "fuke": 0.25, "redeal": 0.25}
    assert next(iter(found)) == ("reasons", "points")


def test_players_are_counted_at_every_seat_and_table() -> None:
    first = tables([three(1, 1)], names=["Aoi", "Ren", "Yui"])
    found = measured(first, "points-by-player")
    assert {key[1]: (each.n, each.estimate) for key, each in found.items()} == {
        "Aoi": (2, 4.0),
        "Ren": (2, -2.0),
        "Yui": (2, -2.0),
    }


def test_a_player_at_two_seats_of_one_match_is_two_units_of_one_match() -> None:
    found = measured(tables([three(1), three(2)], names=["random", "random", "Yui"]), "wins-by-player")
    assert (found["players", "random"].n, found["players", "random"].matches) == (4, 2)


def test_ranks_and_points_of_matches_are_averaged_by_seat() -> None:
    made = tables([three(1, 2), three(1), [Round([4, -2, -2]), Round([0, 0, 0], complete=False)]])
    ranks, points = (measured(made, name) for name in ("rank-by-seat", "match-points-by-seat"))
    assert {key[1]: (each.n, each.estimate) for key, each in ranks.items()} == {
        "seat 1": (2, 1.0),  # shared first, then first
        "seat 2": (2, 1.5),
        "seat 3": (2, 2.5),
    }
    assert {key: each.estimate for key, each in points.items()} == {
        ("3 players", "seat 1"): 3.0,
        ("3 players", "seat 2"): 0.0,
        ("3 players", "seat 3"): -3.0,
    }


def test_ranks_come_from_finished_matches_only() -> None:
    made = tables([three(1, 2), three(3), [Round([4, -2, -2]), Round([0, 0, 0], complete=False)]])
    found = measured(made, "rank-by-player")
    assert {each.n for each in found.values()} == {2}
    assert found["players", "player 1"].estimate == 1.5  # shared first, then shared second
    assert found["players", "player 1"].low == pytest.approx(1)  # no rank is below 1
    assert measured(made, "match-wins-by-player")["players", "player 1"].estimate == 0.5


def test_games_without_rank_points_have_no_rows_for_them() -> None:
    assert measured(tables([three(1)]), "rank-points-by-player") == {}


def test_the_openers_advantage_is_against_the_even_share_of_that_round() -> None:
    made = tables([[Round([4, -2, -2], opener=1)], [Round([-1, -1, 3, -1], opener=1)]])
    wins = measured(made, "opener-wins")
    assert wins["opener", "3 players"].estimate == pytest.approx(1 - 1 / 3)
    assert wins["opener", "4 players"].estimate == pytest.approx(-1 / 4)
    points = measured(made, "opener-points")
    assert points["opener", "3 players"].estimate == 4
    assert points["opener", "4 players"].estimate == -1


def test_rounds_without_a_winner_are_undecided() -> None:
    made = tables([[Round([0, 0, 0])], three(1), three(2), three(3)])
    assert measured(made, "undecided")["rounds", "3 players"].estimate == 0.25


def test_stakes_keep_their_gaps_and_sum_to_one() -> None:
    stakes = (1, 1, 2, 5)
    found = measured(tables([[Round([4, -2, -2], stake=stake)] for stake in stakes]), "stakes")
    assert {key[1]: each.estimate for key, each in found.items()} == {"1": 0.5, "2": 0.25, "3": 0, "4": 0, "5": 0.25}
    assert found["stake", "3"].high is not None  # none seen is not none possible
    assert found["stake", "3"].high > 0.2


def test_rare_high_stakes_are_pooled() -> None:
    stakes = [*range(1, 14)] * 2 + [14, 25, 31]
    found = measured(tables([[Round([4, -2, -2], stake=stake)] for stake in stakes]), "stakes")
    assert list(found)[-1] == ("stake", "14+")
    assert found["stake", "14+"].estimate == pytest.approx(3 / 29)
    assert sum(each.estimate or 0 for each in found.values()) == pytest.approx(1)


def test_stakes_that_are_often_high_are_put_into_classes() -> None:
    found = measured(tables([[Round([4, -2, -2], stake=stake)] for stake in range(1, 31)]), "stakes")
    assert [key[1] for key in found] == ["0–4", "5–9", "10–14", "15–19", "20–24", "25–29", "30–34"]
    assert found["stake", "30–34"].estimate == pytest.approx(1 / 30)


def test_lengths_fall_into_classes_of_one_width() -> None:
    found = measured(tables([[Round([4, -2, -2], length=length)] for length in (31, 34, 35, 62)]), "lengths")
    assert [key[1] for key in found] == ["30–34", "35–39", "40–44", "45–49", "50–54", "55–59", "60–64"]
    assert [each.estimate for each in found.values()] == [0.5, 0.25, 0, 0, 0, 0, 0.25]


def test_a_class_of_lengths_has_the_interval_of_its_rounds_by_match() -> None:
    lengths = [[31, 34, 35], [33, 62], [36, 37, 38, 31], [64, 33, 33], [35]]
    made = tables([[Round([4, -2, -2], length=length) for length in match] for match in lengths])
    hits = np.array([sum(30 <= length < 35 for length in match) for match in lengths])
    expected = share(hits, np.array([len(match) for match in lengths]))
    found = measured(made, "lengths")["3 players", "30–34"]
    assert (found.n, found.matches, found.method) == (13, 5, "Wilson, by match")
    assert (found.estimate, found.low, found.high) == pytest.approx(expected[:3])


def test_lengths_of_other_numbers_of_players_are_apart_in_the_same_classes() -> None:
    four = [Round([3, -1, -1, -1], length=length) for length in (40, 62)]
    found = measured(tables([[Round([4, -2, -2], length=31)], four]), "lengths")
    assert [key for key, each in found.items() if each.estimate] == [
        ("3 players", "30–34"),
        ("4 players", "40–44"),
        ("4 players", "60–64"),
    ]
    assert [key[1] for key in found][:7] == [key[1] for key in found][7:]


def test_features_are_the_games_own_numbers() -> None:
    found = measured(tables([[Round([4, -2, -2], stake=2)], [Round([4, -2, -2], stake=4)]]), "features")
    assert found["3 players", "stake"].estimate == 3
    assert "counted" not in {key[1] for key in found}
    assert "winner" not in {key[1] for key in found}


def test_yaku_count_once_a_round_for_their_share_and_each_time_for_their_number() -> None:
    twice = [("teyaku", "三本", 50), ("teyaku", "三本", 50), ("dekiyaku", "猪牡", 50), ("capture", "1K 1K", 0)]
    made = tables([[Round([4, -2, -2], events=twice)], three(1), three(2), three(3)])
    assert {key: each.estimate for key, each in measured(made, "yaku").items()} == {
        ("手役", "三本"): 0.25,
        ("でき役", "猪牡"): 0.25,
    }
    assert measured(made, "yaku-counts")["手役", "三本"].estimate == 0.5
    values = measured(made, "yaku-values")
    assert (values["手役", "三本"].n, values["手役", "三本"].estimate) == (2, 50)


def test_yaku_of_unfinished_rounds_do_not_count() -> None:
    events = [("teyaku", "三本", 50)]
    made = tables([three(1), [Round([0, 0, 0], complete=False, events=events)]])
    assert measured(made, "yaku") == {}


def test_goods_of_one_kind_are_one_group_whatever_their_cards() -> None:
    goods = [("pair", "33", 2), ("pair", "44", 2), ("tax", None, 1)]
    made = tables([[Round([1, -1], reason="hoi", events=goods)], [Round([1, -1], reason="hoi")]], game="shiji")
    assert {key: each.estimate for key, each in measured(made, "yaku").items()} == {("双札", "双札"): 0.5}


def test_legal_decisions_are_averaged_over_all_and_by_verb() -> None:
    moves = [("mizu", 2), ("play 1K 1H", 7), ("play 2K", 5), ("flip 3K", 1)]
    made = tables([[Round([4, -2, -2], moves=moves)]])
    found = measured(made, "branching")
    assert {key[1]: (each.n, each.estimate) for key, each in found.items()} == {
        "all": (4, 3.75),
        "flip": (1, 1.0),
        "mizu": (1, 2.0),
        "play": (2, 6.0),
    }
    assert measured(made, "choices")["decisions", "all"].estimate == 0.75


def test_the_tables_of_chosen_matches_are_counted_alone() -> None:
    made = only(tables([three(1), three(2), three(2, 2)]), ["m1", "m3", "m9"])
    assert made.matches["match_id"].to_list() == ["m1", "m3"]
    assert measured(made, "wins-by-seat")["3 players", "seat 2"].estimate == pytest.approx(2 / 3)


def test_estimates_have_one_schema_and_go_to_pandas() -> None:
    frame = compute(tables([three(1, 1), three(3, 2, 3)]))
    assert dict(frame.schema) == SCHEMA
    assert list(frame.to_pandas().columns) == list(SCHEMA)
    assert frame["n"].min() == 2


@pytest.mark.parametrize("game", NAMES)
def test_every_measure_takes_empty_tables_of_every_game(game: str) -> None:
    empty = TableBuilder(get(game)).take()
    assert compute(empty).is_empty()
    assert dict(compute(empty).schema) == SCHEMA


def test_every_estimate_of_every_measure_names_its_unit_and_method() -> None:
    moves = [("mizu", 2), ("play 1K 1H", 7)]
    made = tables([[Round([4, -2, -2], events=[("teyaku", "三本", 50)], moves=moves)], three(1, 1)])
    frame = compute(made)
    assert set(MEASURES) - set(frame["measure"]) == {"rank-points-by-player", "feature-shares", "luck"}
    assert frame.filter((pl.col("unit") == "") | (pl.col("method") == "")).is_empty()
    assert frame.filter(pl.col("low").is_null() != pl.col("method").str.starts_with("none")).is_empty()


def test_measures_say_which_tables_they_need() -> None:
    assert needs() == {"moves", "events", "deals"}
    assert needs(["yaku", "points-by-seat"]) == {"events"}
    assert needs([]) == frozenset()


def test_an_unknown_measure_is_refused_with_the_known_ones() -> None:
    with pytest.raises(StatsError, match=r"no measure 'wins'; the measures are wins-by-seat, "):
        compute(tables([three(1)]), ["wins"])


def test_listing_the_measures_imports_no_scipy() -> None:
    import subprocess
    import sys

    code = "import sys, toolkit.stats; print(*{'scipy', 'statsmodels', 'matplotlib', 'numba'} & set(sys.modules))"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]
    )
    assert ran.stdout.strip() == ""
