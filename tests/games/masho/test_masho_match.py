"""The match: order of rounds, 勝 and 負, ranks and rank points (MS-5, MS-70 … MS-73)."""

import pytest
from masho_driver import engine

from toolkit.engine import contract
from toolkit.games.masho import GAME
from toolkit.games.masho.ending import RANK_POINTS
from toolkit.games.masho.options import Options
from toolkit.games.masho.state import SEATS, State


def match(totals: list[int], before: list[int] | None = None, fouls: list[int] | None = None) -> State:
    """A match that has ended with these totals."""
    s = State()
    engine(False).start_match(s, Options(), len(totals))
    for seat, total in enumerate(totals):
        s.totals[seat] = total
        s.before[seat] = before[seat] if before else 0
        s.fouls[seat] = fouls[seat] if fouls else 0
    GAME.rules[contract.standing](s, Options())
    return s


def standing(totals: list[int], before: list[int] | None = None) -> tuple[list[int], list[int]]:
    s = match(totals, before)
    return s.ranks[: len(totals)], s.rank_points[: len(totals)]


@pytest.mark.parametrize(
    ("totals", "ranks", "points"),
    [
        ([30, 10, -15, -25], [1, 2, 3, 4], [450, 150, -150, -450]),
        ([-1, 3, -1, -1], [2, 1, 2, 2], [-200, 600, -200, -200]),
        ([-10, 50, -20, -20], [2, 1, 3, 3], [-100, 600, -250, -250]),
        ([5, 5, 5, -15], [1, 1, 1, 4], [200, 200, 200, -600]),
        ([9, 5, 5, -19], [1, 2, 2, 4], [300, 150, 150, -600]),
        ([10, -5, -5], [1, 2, 2], [300, -150, -150]),
        ([5, 5, -10], [1, 1, 3], [150, 150, -300]),
        ([20, -5, -15], [1, 2, 3], [300, -100, -200]),
        ([3, -3], [1, 2], [100, -100]),
        ([0, 0], [1, 1], [0, 0]),
        ([0, 0, 0, 0], [1, 1, 1, 1], [0, 0, 0, 0]),
        ([40, 0, -10, -10, -20], [1, 2, 3, 3, 5], [0, 0, 0, 0, 0]),
    ],
)
def test_rank_points_go_by_rank_and_number_of_victories(totals: list[int], ranks: list[int], points: list[int]) -> None:
    assert standing(totals) == (ranks, points)


def test_a_total_of_0_is_a_victory_after_a_negative_one_and_a_defeat_otherwise() -> None:
    assert standing([0, 30, -30, 0], before=[-10, 5, 0, 5]) == ([2, 1, 4, 3], [150, 450, -450, -150])
    assert standing([0, 30, -30, 0], before=[-10, 5, 15, -10]) == ([2, 1, 4, 2], [150, 300, -600, 150])
    assert standing([0, 30, -30, 0], before=[10, -10, 0, 0]) == ([2, 1, 4, 2], [-150, 600, -300, -150])


def test_with_totals_of_0_only_a_victory_still_ranks_above_a_defeat() -> None:
    assert standing([0, 0, 0, 0], before=[-5, 5, 0, 0]) == ([1, 2, 2, 2], [600, -200, -200, -200])
    assert standing([0, 0], before=[3, -3]) == ([2, 1], [-100, 100])


def test_all_rank_points_are_paid_between_the_players() -> None:
    assert [sum(row) for row in RANK_POINTS] == [0] * len(RANK_POINTS)
    assert len(RANK_POINTS) == SEATS * SEATS + SEATS + 1


def test_foul_37_costs_rank_points_for_every_player_of_the_match() -> None:
    s = match([30, 10, -15, -25], fouls=[0, 2, 1, 0])
    assert s.rank_points[:4] == [450, 150 - 2 * 400, -150 - 400, -450]
    assert match([3, -3], fouls=[1, 0]).rank_points[:2] == [100 - 200, -100]


def test_with_five_players_there_are_no_rank_points() -> None:
    assert not GAME.has_rank_points(5)
    assert all(GAME.has_rank_points(players) for players in (2, 3, 4))
    assert match([4, -1, -1, -1, -1], fouls=[1, 0, 0, 0, 0]).rank_points[:5] == [0] * 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_match_has_as_many_rounds_as_players_and_each_seat_opens_one(players: int) -> None:
    s = State()
    o = Options()
    engine(False).start_match(s, o, players)
    openers = []
    for number in range(players):
        engine(False).start_round(s, o, number)
        openers.append(s.opener)
        assert s.match_over == 0
        s.points[0], s.points[1] = 7, -7
        GAME.rules[contract.end_round](s, o)
    assert openers == list(range(players))
    assert s.match_over == 1
    assert s.totals[:2] == [7 * players, -7 * players]
    assert s.before[:2] == [7 * (players - 1), -7 * (players - 1)]
