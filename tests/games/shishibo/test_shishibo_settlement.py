"""Who wins and what is paid: SC-31 to SC-33 and SC-40 to SC-44, at the end of a round."""

from itertools import permutations

import pytest
from shishibo_table import Table, at_the_end, deal_of, finish, match_of, play_out, played_by

from toolkit.games.shishibo.state import HIDDEN, SHOWN

#: Two hands that keep any other from having four of month 5, 9 or 12.
RAGGED = ("5T 9T 12H", "5S 9S 12K")


def test_worked_case_2_akatan_at_a_stake_of_two() -> None:
    """SC-31, SC-40, SC-43 and the example of the source"""
    table = Table(["3K", "6K", "7K"], field="3S", stock="9K", captured=["1S 2S", "", ""], stake=2)
    table.push("p1 play 3K 3S")
    assert table.points == [8, -4, -4]
    assert table.reason == "akatan"


def test_worked_case_3_fuke_wins_the_plain_stake_against_180() -> None:
    """SC-33, SC-40"""
    high = "1H 3H 8H 2T 4T 6T 7T 10T 1S 2S 4S 7S"
    table = at_the_end([high, "5T 5S 5K 5K", "12H 11M"], stake=3)
    finish(table)
    assert table.reason == "fuke"
    assert table.points == [-3, 6, -3]
    assert table.s.seat_features[2] >= 155
    assert table.events("fuke") == [(2, 15, "フケ")]


def test_worked_case_4_oya_wins_a_tie_with_biki() -> None:
    """SC-42"""
    first, second, third = "1H 3H 2T 4T 6T 1S", "8H 7T 9T 10T 11T 6S 9S", "12H 5T 5S 8T 11M 7S 4S 10S 11S 2S 3S"
    table = at_the_end([first, second, third])
    finish(table)
    totals = [table.s.seat_features[seat * 8 + 6] for seat in range(3)]
    assert totals[0] == totals[2] == 95
    assert totals[1] == 80
    assert table.points == [2, -1, -1]


@pytest.mark.parametrize("places", list(permutations(range(3))))
def test_ties_go_to_oya_then_naka_then_biki(places: tuple[int, int, int]) -> None:
    """SC-42"""
    equal = ["1H 2T", "3H 4T", "8H 5T"]
    table = finish(at_the_end(equal, places=places, fuke_limit=-1))
    assert table.points[places[0]] == 2
    lower = list(equal)
    lower[places[0]] = "1S"
    assert finish(at_the_end(lower, places=places, fuke_limit=-1)).points[places[1]] == 2
    lower[places[1]] = "2S"
    assert finish(at_the_end(lower, places=places, fuke_limit=-1)).points[places[2]] == 2


@pytest.mark.parametrize("places", list(permutations(range(3))))
def test_two_fuke_go_to_the_earlier_seat(places: tuple[int, int, int]) -> None:
    """SC-33"""
    cards = ["1H 2T", "1S", "2S"]
    low = [seat for seat in places if seat != 0]
    table = finish(at_the_end(cards, places=places))
    assert table.reason == "fuke"
    assert table.points[low[0]] == 2


def test_fuke_counts_card_points_and_no_yaku() -> None:
    """SC-33, SC-41"""
    table = finish(at_the_end(["9T 9S 9K 9K", "1H 2T 3S", "8H 10T"]))
    assert table.reason == "fuke", "キクシ is worth 50 and 15 card points are フケ"


def test_a_shown_teyaku_forfeits_fuke() -> None:
    """SC-17, SC-33"""
    for said, reason in ((SHOWN, "points"), (HIDDEN, "fuke")):
        table = at_the_end(["1S", "1H 2T", "8H 3S"])
        table.s.teyaku[0] = 0b10
        table.s.shown[0] = said
        finish(table)
        assert table.reason == reason


@pytest.mark.parametrize(
    ("limit", "reason"), [(-1, "points"), (0, "points"), (14, "points"), (15, "fuke"), (270, "fuke")]
)
def test_the_limit_of_fuke_is_an_option(limit: int, reason: str) -> None:
    """SC-33, option fuke_limit"""
    table = finish(at_the_end(["1H 3H", "8H 12H", "2T 1S"], fuke_limit=limit))
    assert table.reason == reason
    if limit == 270:
        assert table.points == [2, -1, -1], "everybody is フケ, and 親 comes first"


def test_without_fuke_even_no_points_at_all_lose() -> None:
    """SC-33: -1 switches フケ off"""
    assert finish(at_the_end(["", "1S", ""], fuke_limit=-1)).points == [-1, 2, -1]


@pytest.mark.parametrize(("kasu", "winner"), [(0, 1), (1, 1), (20, 0)])
def test_twenty_four_kasu_count_by_option(kasu: int, winner: int) -> None:
    """SC-4, option points_kasu"""
    cards = "1K 1K 2K 2K 3K 3K 4K 4K"
    table = finish(at_the_end([cards, "1H 3H", "8H"], points_kasu=kasu, fuke_limit=-1))
    assert table.points[winner] == 2
    assert table.s.seat_features[2] == 8 * kasu


def test_an_uchikiri_wins_whatever_the_points() -> None:
    """SC-31, SC-40"""
    table = Table(["3K", "", ""], field="3S", captured=["1S 2S", "1H 3H 8H 12K", "2T"], stake=4, stock="9K")
    assert table.push("p1 play 3K 3S").points == [16, -8, -8]


@pytest.mark.parametrize(
    ("field", "card", "mine", "reason", "points"),
    [
        ("12H", "12K", "1H 3H 8H", "shiko", 6),
        ("6S", "6K", "9S 10S", "aotan", 4),
        ("2S", "2K", "1S 3S", "akatan", 4),
        ("1H 1S 1K", "1K", "3H 8H 12H 2S 3S", "shiko+akatan", 12),
        ("3H 3S 3K", "3K", "1H 8H 12H 1S 2S", "shiko+akatan", 12),
    ],
)
def test_each_uchikiri_has_its_reason_and_multiplier(
    field: str, card: str, mine: str, reason: str, points: int
) -> None:
    """SC-31, SC-40"""
    table = Table([card, "", ""], field=field, captured=[mine, "", ""], stock="7K")
    table.push(table.legal()[0])
    assert (table.reason, table.points) == (reason, [points, -points // 2, -points // 2])


def test_by_option_only_the_larger_multiplier_counts() -> None:
    """SC-31, option uchikiri_combine"""
    table = Table(
        ["1K", "", ""], field="1H 1S 1K", captured=["3H 8H 12H 2S 3S", "", ""], stock="7K", uchikiri_combine="max"
    )
    table.push(table.legal()[0])
    assert table.points == [6, -3, -3]
    assert table.reason == "shiko+akatan"
    assert table.events("uchikiri") == [(1, 3, "四光"), (1, 2, "赤短")]


def test_another_players_cards_do_not_complete_an_uchikiri() -> None:
    """SC-31"""
    table = Table(["3K", "", ""], field="3S", captured=["1S", "2S", ""], stock="9K")
    assert table.push("p1 play 3K 3S").reason == ""


def test_the_total_is_card_points_dekiyaku_and_shown_teyaku() -> None:
    """SC-41"""
    for said, total in ((SHOWN, 20 + 50 + 150), (HIDDEN, 20 + 50)):
        table = at_the_end(["7T 6T", "1H 3H 8H", "12H 2T"])
        table.s.teyaku[0] = 0b11
        table.s.shown[0] = said
        finish(table)
        assert table.s.seat_features[6] == total
        assert table.s.seat_features[4] == 150
        assert table.s.seat_features[5] == (said == SHOWN)
        assert table.points[0 if said == SHOWN else 1] == 2


def test_dekiyaku_decide_a_round_at_a_normal_end() -> None:
    """SC-32, SC-40, SC-41"""
    table = finish(at_the_end(["7T 6T 11M", "1H 3H 8H 2T", "12H"]))
    assert table.points == [2, -1, -1]
    assert table.events("dekiyaku") == [(1, 100, "猪牡忠臣")]


def test_dekiyaku_do_not_count_before_a_normal_end() -> None:
    """SC-32: a round that a 打ち切り役 ends has no でき役 events"""
    table = Table(["3K", "", ""], field="3S", captured=["1S 2S", "7T 6T 11M", ""], stock="9K")
    assert table.push("p1 play 3K 3S").events("dekiyaku") == []


def test_folded_players_pay_nothing_and_the_points_sum_to_zero() -> None:
    """SC-43"""
    for seed in range(1, 11):
        match = match_of(
            played_by(deal_of(5, field="1K 2K 3K 4K 6K 7K", hands=RAGGED, seed=seed), (3, 4, 5)), players=5
        )
        play_out(match, choose=1)
        assert match.points[:2] == [0, 0]
        assert sum(match.points) == 0
        stake = match.state.stake * match.state.multiplier
        assert sorted(match.points) == [-stake, -stake, 0, 0, 2 * stake]


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [([4, -2, -2], [1, 2, 2]), ([0, 0, 0], [1, 1, 1]), ([5, 5, -10], [1, 1, 3]), ([-3, 1, 2], [3, 2, 1])],
)
def test_equal_sums_share_the_rank(totals: list[int], ranks: list[int]) -> None:
    """SC-44"""
    from shishibo_table import DEFAULTS, ENGINE

    from toolkit.games.shishibo.state import State

    s = State(players=3)
    s.totals[:3] = totals
    ENGINE.standing(s, DEFAULTS)
    assert s.ranks[:3] == ranks


def test_the_year_is_won_by_the_highest_sum_of_points() -> None:
    """SC-44"""
    match = match_of(rounds=6)
    while not match.is_over:
        match.deal(seed=11)
        play_out(match, choose=1)
    record = match.to_record()
    sums = [sum(each.result.points[seat] for each in record.rounds if each.result) for seat in range(3)]
    assert record.result is not None
    assert record.result.points == sums
    assert record.result.ranks == [1 + sum(other > own for other in sums) for own in sums]
