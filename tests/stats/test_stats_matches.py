"""The course of a match: leads, comebacks and the point where it is settled, on matches that can be followed by eye."""

import numpy as np
import polars as pl
import pytest
from made_tables import Round, tables

from toolkit.replay.tables import Tables
from toolkit.stats import compute
from toolkit.stats.estimates import Estimate, rows

#: The measures of this file.
COURSE = (
    "comebacks",
    "lead-changes",
    "lead-change-rate",
    "drama",
    "drama-points",
    "decision-point",
    "killer-rounds",
    "shared-wins",
)


def won_by(*winners: int, points: int = 2) -> list[Round]:
    """A match of three in which these seats win, one round each; nobody (0) gives all of them nothing."""
    made = []
    for winner in winners:
        gain = [2 * points if seat == winner else -points for seat in (1, 2, 3)]
        made.append(Round(gain if winner else [0, 0, 0]))
    return made


def measured(made: Tables, name: str) -> dict[tuple[str, str], Estimate]:
    return {(each.section, each.group): each for each in rows(compute(made, [name]))}


def single(matches: list[list[Round]], name: str) -> Estimate:
    """The one estimate of a measure for three players."""
    found = [each for key, each in measured(tables(matches), name).items() if key[1] == "3 players"]
    assert len(found) == 1
    return found[0]


def test_a_comeback_is_won_by_who_was_behind_at_half_of_the_rounds() -> None:
    from_behind = won_by(2, 3, 1, 1)
    from_the_top = won_by(1, 2, 3, 1)
    level = won_by(0, 0, 1, 1)
    found = measured(tables([from_behind, from_the_top, level]), "comebacks")
    assert found["3 players", "behind at half"].estimate == pytest.approx(1 / 3)
    assert found["3 players", "behind at half"].n == 3
    assert found["3 players", "last at half"].estimate == pytest.approx(1 / 3)  # 1 has −4 then, 2 and 3 have 2


def test_who_is_behind_need_not_be_last() -> None:
    middle = [Round([0, 6, -6]), Round([9, -9, 0])]
    found = measured(tables([middle]), "comebacks")
    assert (found["3 players", "behind at half"].estimate, found["3 players", "last at half"].estimate) == (1, 0)


def test_half_of_an_odd_number_of_rounds_is_the_lower_half() -> None:
    assert single([won_by(2, 1, 1)], "decision-point").n == 1
    found = measured(tables([won_by(2, 1, 1)]), "comebacks")
    assert found["3 players", "behind at half"].estimate == 1  # after round 1 of 3


def test_a_shared_lead_stays_with_who_had_it() -> None:
    back = won_by(1, 2, 1)  # 1 leads, then 1 and 2 share, then 1 leads
    taken = won_by(1, 2, 2)
    assert single([back], "lead-changes").estimate == 0
    assert single([taken], "lead-changes").estimate == 1
    assert single([back, taken], "lead-changes").estimate == 0.5
    assert single([back, taken], "lead-change-rate").estimate == pytest.approx(1 / 4)


def test_the_first_lead_is_no_change_even_if_it_comes_late() -> None:
    assert single([won_by(0, 0, 2)], "lead-changes").estimate == 0


def test_drama_counts_the_rounds_before_the_last_with_the_winner_behind() -> None:
    match = won_by(2, 2, 1, 1, 1)  # 1 has −2, −4, 0, 4; the best has 4, 8, 6, 4
    assert single([match], "drama").n == 4
    assert single([match], "drama").estimate == 0.75
    assert single([match], "drama-points").estimate == (6 + 12 + 6 + 0) / 4


def test_the_decision_point_is_the_round_from_which_on_the_winner_leads() -> None:
    assert single([won_by(1, 1, 3, 1)], "decision-point").estimate == 1 / 4
    assert single([won_by(2, 1, 1, 3)], "decision-point").estimate == 3 / 4
    assert single([won_by(2, 3, 3, 2, 2)], "decision-point").estimate == 1


def test_one_round_decides_a_match_that_is_not_won_without_it() -> None:
    assert single([won_by(1, 1, 1)], "killer-rounds").estimate == 0
    assert single([won_by(1, 1, 2)], "killer-rounds").estimate == 1
    assert single([won_by(1, 1, 1, 2)], "killer-rounds").estimate == 0
    assert single([won_by(1, 1, 2), won_by(1, 1, 1)], "killer-rounds").estimate == 0.5


def test_matches_with_a_shared_first_place_have_no_winner_to_follow() -> None:
    shared = won_by(1, 2)
    assert single([shared, won_by(1, 1)], "shared-wins").estimate == 0.5
    assert single([shared, won_by(1, 1)], "drama").n == 1
    assert single([shared, won_by(1, 1)], "decision-point").n == 1
    assert single([shared, won_by(1, 1)], "lead-changes").n == 2


def test_redealt_rounds_are_no_rounds_of_a_course() -> None:
    redealt = Round([0, 0, 0], reason="redeal", counted=False, length=0)
    first, *others = won_by(2, 1, 1, 3)
    assert single([[redealt, first, redealt, *others]], "decision-point").estimate == 3 / 4
    assert single([[redealt, first, redealt, *others]], "lead-change-rate").n == 3


def test_unfinished_matches_and_matches_of_one_round_have_no_course() -> None:
    unfinished = [*won_by(1, 2), Round([0, 0, 0], complete=False)]
    made = tables([unfinished, won_by(1)])
    assert {name for name in COURSE if measured(made, name)} == {"shared-wins"}
    assert single([unfinished, won_by(1)], "shared-wins").n == 1


def test_numbers_of_players_are_apart() -> None:
    four = [Round([3, -1, -1, -1]), Round([-1, 3, -1, -1]), Round([-1, 3, -1, -1])]
    for name in COURSE:
        found = measured(tables([won_by(1, 2, 2), four]), name)
        sizes = {section if name == "comebacks" else group for section, group in found}
        assert sizes == {"3 players", "4 players"}, name


def test_ratings_follow_the_ranks_of_the_matches_in_their_order() -> None:
    names = ["Aoi", "Ren", "Yui"]
    found = measured(tables([won_by(1, 1), won_by(1, 1, 2), won_by(1)], names), "ratings")
    aoi, ren, yui = (found["players", name] for name in names)
    assert aoi.n == 3
    assert aoi.estimate is not None
    assert ren.estimate is not None
    assert yui.estimate is not None
    assert aoi.estimate > 25 > ren.estimate > yui.estimate
    assert [key[1] for key in found] == names
    assert found == measured(tables([won_by(1, 1), won_by(1, 1, 2), won_by(1)], names), "ratings")


def test_ratings_are_those_of_openskill_with_its_interval() -> None:
    from openskill.models import BradleyTerryPart

    model = BradleyTerryPart()
    teams = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 2])
    first = measured(tables([won_by(1)]), "ratings")["players", "player 1"]
    mu, sigma = teams[0][0].mu, teams[0][0].sigma
    assert (first.estimate, first.low) == pytest.approx((mu, mu - 1.959964 * sigma))
    assert first.high == pytest.approx(mu + 1.959964 * sigma)


def test_more_matches_make_a_rating_more_certain() -> None:
    def width(matches: int) -> float:
        found = measured(tables([won_by(1 + n % 3) for n in range(matches)]), "ratings")["players", "player 1"]
        assert found.low is not None
        assert found.high is not None
        return found.high - found.low

    assert width(30) < width(10) < width(1)


def test_sharing_the_first_place_is_better_than_the_third() -> None:
    shared = Round([2, 2, -1, -3])
    found = measured(tables([[shared]], ["Aoi", "Ren", "Yui", "Kai"]), "ratings")
    assert [key[1] for key in found] == ["Aoi", "Ren", "Yui", "Kai"]
    aoi, ren, yui, kai = (each.estimate for each in found.values())
    assert aoi == ren
    assert ren is not None
    assert yui is not None
    assert kai is not None
    assert ren > yui > kai


def test_the_interval_of_a_rating_holds_the_strength_of_simulated_players() -> None:
    """Strengths from the distribution that the model begins with; the best of strength and luck ranks first."""
    random = np.random.default_rng(2)
    names = [f"player {number}" for number in range(12)]
    hits = 0
    for _ in range(10):
        strength = random.normal(25, 25 / 3, len(names))
        made = tables([[Round([0, 0, 0, 0])]] * 40)
        seated = [random.choice(len(names), 4, replace=False) for _ in range(40)]
        ranks = [np.argsort(np.argsort(random.gumbel(-strength[four], 25 / 6 * 2**0.5))) + 1 for four in seated]
        made.seats = made.seats.with_columns(
            player=pl.Series([names[player] for four in seated for player in four]),
            match_rank=pl.Series(np.concatenate(ranks), dtype=pl.Int8),
        )
        for (_, name), each in measured(made, "ratings").items():
            assert each.low is not None
            assert each.high is not None
            hits += each.low <= strength[names.index(name)] <= each.high
    assert hits / 120 >= 0.93


def test_a_match_in_which_one_name_sits_twice_rates_nobody() -> None:
    assert measured(tables([won_by(1)], ["Aoi", "Aoi", "Yui"]), "ratings") == {}
