"""Players against each other: every seating, the same deals, intervals by deal."""

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from toolkit.engine.contract import GREEDY, RANDOM
from toolkit.replay.batch import POINTS
from toolkit.simulate.playing import UnitPlayer
from toolkit.stats import intervals
from toolkit.stats.by_rating import Ratings
from toolkit.studies.arena import Arena, labels
from toolkit.studies.arena_format import verdict
from toolkit.studies.seatings import count_seatings, play_seatings, seatings


@pytest.mark.parametrize(("contestants", "seats", "number"), [(3, 3, 6), (5, 5, 120), (2, 2, 2), (4, 4, 24)])
def test_as_many_contestants_as_seats_play_all_permutations(contestants: int, seats: int, number: int) -> None:
    made = seatings(contestants, seats, 1000)
    assert count_seatings(contestants, seats) == len(made) == number
    assert set(made) == set(permutations(range(contestants)))


def test_more_contestants_than_seats_play_every_choice_in_all_rotations() -> None:
    made = seatings(5, 3, 1000)
    assert count_seatings(5, 3) == len(made) == len(set(made)) == 30
    assert {frozenset(each) for each in made} == {frozenset(each) for each in permutations(range(5), 3)}


def test_fewer_contestants_than_seats_sit_at_every_table() -> None:
    made = seatings(2, 4, 1000)
    assert count_seatings(2, 4) == len(made) == len(set(made)) == 12
    assert all(set(each) == {0, 1} for each in made)


@pytest.mark.parametrize(("contestants", "seats", "most"), [(7, 7, 100), (5, 5, 7), (6, 3, 20), (3, 7, 30), (4, 4, 4)])
def test_everyone_sits_at_every_seat_equally_often_also_where_not_all_are_played(
    contestants: int, seats: int, most: int
) -> None:
    made = seatings(contestants, seats, most)
    assert seats <= len(made) <= most
    assert len(set(made)) == len(made)
    for who in range(contestants):
        held = Counter(seat for each in made for seat, other in enumerate(each) if other == who)
        assert len({held[seat] for seat in range(seats)}) == 1


def test_one_contestant_and_too_few_seatings_are_refused() -> None:
    with pytest.raises(ValueError, match="one contestant"):
        seatings(1, 2, 10)
    with pytest.raises(ValueError, match="at least 3 are needed"):
        seatings(3, 3, 2)
    with pytest.raises(ValueError, match="at most 5,040"):
        Arena("shishibo", ["random", "greedy"], 3, 1, most=6000)


def points_of(arena: Arena, kinds: list[int], deals: int) -> Any:
    """Points by deal, seating and seat, played one seating after the other."""
    found = []
    for seating in arena.seated:
        table = UnitPlayer(
            arena.experiment.rules_of_game, arena.experiment.options(0), [kinds[who] for who in seating],
            arena.experiment.seed, whole=False, compiled=False,
        )  # fmt: skip
        found.append(table.play(0, deals).rounds[:, POINTS : POINTS + len(seating)].copy())
    return np.stack(found, axis=1)


@pytest.mark.parametrize(
    ("game", "kinds", "seats"), [("shiji", [GREEDY, RANDOM], 2), ("shishibo", [RANDOM, GREEDY], 4)]
)
def test_figures_are_those_of_the_seatings_played_one_by_one(game: str, kinds: list[int], seats: int) -> None:
    deals = 12
    names = [{RANDOM: "random", GREEDY: "greedy"}[kind] for kind in kinds]
    arena = Arena(game, names, seats, 3)
    arena.play(deals, compiled=False, workers=1, executor=in_this_process)
    points = points_of(arena, kinds, deals)
    seated = np.array(arena.seated)
    rows = {(row["measure"], row["group"]): row for row in arena.frame().iter_rows(named=True)}
    for who, name in enumerate(names):
        chosen = points[:, seated == who]
        expected = intervals.mean(chosen.sum(axis=1), np.full(deals, chosen.shape[1]))
        row = rows["points-by-player", name]
        assert (row["estimate"], row["low"], row["high"]) == pytest.approx(expected[:3])
        assert (row["n"], row["matches"], row["method"]) == (chosen.size, deals, "t, by deal")
        assert rows["wins-by-player", name]["estimate"] == pytest.approx((chosen > 0).mean())
    apart = np.stack(
        [
            points[:, place, one] - points[:, place, two]
            for place, seating in enumerate(arena.seated)
            for one, two in permutations(range(seats), 2)
            if (seating[one], seating[two]) == (0, 1)
        ],
        axis=1,
    )
    row = rows["pairings", f"{names[0]} − {names[1]}"]
    expected = intervals.mean(apart.sum(axis=1), np.full(deals, apart.shape[1]))
    assert (row["estimate"], row["low"], row["high"]) == pytest.approx(expected[:3])
    assert rows["ahead", row["group"]]["estimate"] == pytest.approx((apart > 0).mean())
    assert rows["level", row["group"]]["estimate"] == pytest.approx((apart == 0).mean())


def in_this_process() -> Any:
    """Workers for chunks that are too small for processes."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1)


def test_ratings_follow_the_deals_and_seatings_in_order() -> None:
    arena = Arena("shiji", ["random", "greedy"], 2, 3)
    arena.play(8, compiled=False, executor=in_this_process)
    expected = Ratings()
    for deal in points_of(arena, [RANDOM, GREEDY], 8).tolist():
        for seating, points in zip(arena.seated, deal, strict=True):
            scores = dict(zip(seating, points, strict=True))
            ranks = [1 + sum(other > scores[who] for other in scores.values()) for who in (0, 1)]
            expected.add(["random", "greedy"], ranks)
    found = arena.frame().filter(measure="ratings").select("group", "estimate", "n").rows()
    assert found == [(each.group, each.estimate, each.n) for each in expected.estimates("round")]
    assert arena.rated == 16


def test_chunks_change_nothing() -> None:
    arena = Arena("shishibo", ["random", "greedy", "greedy"], 3, 3)
    encoded = arena.experiment.encoded()
    whole: Any = play_seatings(arena.seated, encoded, False, 0, 9).sums
    parts: list[Any] = [play_seatings(arena.seated, encoded, False, *each).sums for each in ((0, 2), (2, 6), (8, 1))]
    scores = np.concatenate([part.results.scores for part in parts])
    assert (scores == whole.results.scores).all()
    total, *others = parts
    for other in others:
        total.add(other)
    assert total.units == whole.units
    for name in ("points", "wins", "apart", "ahead", "level"):
        assert (getattr(total, name) == getattr(whole, name)).all()


def test_the_same_player_twice_is_exactly_as_good_as_itself() -> None:
    arena = Arena("shishibo", ["greedy", "random", "greedy"], 3, 3)
    assert arena.names == labels(["greedy", "random", "greedy"]) == ["greedy #1", "random", "greedy #2"]
    arena.play(10, compiled=False, executor=in_this_process)
    rows = {(row["measure"], row["group"]): row for row in arena.frame().iter_rows(named=True)}
    same = rows["pairings", "greedy #1 − greedy #2"]
    assert (same["estimate"], same["p"]) == (0, 1)
    assert "greedy #1 beats greedy #2" not in verdict(arena.frame())
    assert rows["points-by-player", "greedy #1"]["estimate"] == rows["points-by-player", "greedy #2"]["estimate"]


def test_whole_matches_are_rated_by_their_ranks() -> None:
    arena = Arena("shishibo", ["random", "greedy", "random"], 3, 3, rules={"rounds": 2}, whole=True)
    arena.play(3, compiled=False, executor=in_this_process)
    frame = arena.frame()
    assert set(frame["unit"]) == {"points per match", "share of matches", "rating per match"}
    wins = frame.filter(measure="wins-by-player")
    assert wins["n"].to_list() == [18] * 3
    assert 18 <= sum(round(n * share) for n, share in wins.select("n", "estimate").iter_rows()) <= 3 * 18
