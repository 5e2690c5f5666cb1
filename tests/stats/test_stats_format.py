"""Tables of estimates that a person reads at a glance, at any usual width."""

import pytest
from made_tables import Round, tables
from rich.cells import cell_len
from rich.console import Console

from toolkit.stats import compute
from toolkit.stats.estimates import Estimate, frame
from toolkit.stats.format import spell
from toolkit.stats.format import tables as formatted


def printed(estimates: list[Estimate], width: int = 80) -> list[str]:
    console = Console(width=width, record=True, file=None, force_terminal=False)
    with console.capture() as shown:
        for each in formatted(frame(estimates)):
            console.print(each)
    return [line.rstrip() for line in shown.get().splitlines()]


def share(group: str, estimate: float, low: float | None, high: float | None, n: int = 32) -> Estimate:
    method = "none: one match" if low is None else "Wilson, by match"
    return Estimate("wins-by-seat", "3 players", group, n, 11, estimate, low, high, "share of rounds", method)


def mean(group: str, estimate: float, low: float | None, high: float | None, section: str = "a") -> Estimate:
    return Estimate("points-by-seat", section, group, 32, 11, estimate, low, high, "points per round", "t, by match")


def test_shares_are_written_in_percent() -> None:
    assert printed([share("seat 1", 0.281, 0.143, 0.478), share("seat 2", 0.344, 0.04, 0.54, 1234)]) == [
        "Wins by seat",
        "        % of rounds      n",
        "seat 1  28 [14, 48]     32",
        "seat 2  34 [ 4, 54]  1,234",
        "% of rounds; 95 % interval: Wilson, by match",
    ]


def test_means_show_two_digits_of_their_interval_and_a_real_minus() -> None:
    assert spell([mean("seat 1", -1.031, -3.74, 1.678), mean("seat 2", 12.375, 9.2, 15.55)]) == [
        "−1.0 [−3.7,  1.7]",
        "12.4 [ 9.2, 15.6]",
    ]
    assert spell([mean("seat 1", 0.42, 0.31, 0.53)]) == ["0.42 [0.31, 0.53]"]


def test_nothing_is_minus_zero() -> None:
    assert spell([mean("a", -0.0001, -20.0, 20.0)]) == ["0 [−20, 20]"]


def test_a_missing_interval_is_a_dash_and_is_explained() -> None:
    lines = printed([share("seat 1", 1.0, None, None, 1)])
    assert lines[2].split() == ["seat", "1", "100", "–", "1"]
    assert lines[-1] == "% of rounds; no interval (–): one match"


def test_sections_have_heads_and_their_groups_are_indented() -> None:
    lines = printed(
        [
            mean("seat 1", 1, 0, 2, "3 players"),
            mean("seat 1", 1, 0, 2, "4 players"),
            mean("seat 2", 0, -1, 1, "4 players"),
        ]
    )
    assert [line.split("  ")[0] for line in lines[2:4]] == ["3 players", ""]
    assert lines[3].startswith("  seat 1")


def test_a_measure_can_be_cut_and_says_where_the_rest_is() -> None:
    rows = [share(f"seat {n}", 0.5, 0.4, 0.6) for n in range(1, 6)]
    console = Console(width=80)
    with console.capture() as shown:
        for each in formatted(frame(rows), {"wins-by-seat": 3}):
            console.print(each)
    lines = [line.rstrip() for line in shown.get().splitlines()]
    assert [line.split("  ")[0] for line in lines[2:6]] == ["seat 1", "seat 2", "seat 3", "and 2 more"]
    assert lines[6:] == ["% of rounds; 95 % interval: Wilson, by match", "all rows: --all or --measure wins-by-seat"]


def test_a_share_of_each_match_is_written_in_percent() -> None:
    unit = "share of its rounds per match"
    lines = printed([Estimate("decision-point", "matches", "3 players", 40, 40, 0.52, 0.429, 0.621, unit, "t")])
    assert lines[1].split() == ["%", "of", "its", "rounds", "n"]
    assert lines[2].split() == ["3", "players", "52.0", "[42.9,", "62.1]", "40"]


def test_reasons_have_their_japanese_terms_if_the_game_is_known() -> None:
    made = tables([[Round([14, -7, -7], reason="fuke")], [Round([-12, 24, -12])]])
    console = Console(width=80)
    with console.capture() as shown:
        for each in formatted(compute(made, ["reasons"]), game="shishibo"):
            console.print(each)
    assert [line.split("  ")[0] for line in shown.get().splitlines()[2:4]] == ["fuke フケ", "points"]


def test_japanese_names_are_aligned() -> None:
    lines = printed([share("猪牡忠臣", 0.2, 0.1, 0.3), share("フケ", 0.02, 0.01, 0.09), share("ascii", 0.5, 0.4, 0.6)])
    ends = {cell_len(line) for line in lines[2:5]}
    assert len(ends) == 1
    assert len({cell_len(line.split("[")[0]) for line in lines[2:5]}) == 1


@pytest.mark.parametrize("width", [40, 80])
def test_every_measure_fits_the_width(width: int) -> None:
    events = [("dekiyaku", "猪牡忠臣", 100), ("teyaku", "三本", 50)]
    moves = [("play 1K 1H", 7), ("mizu", 2)]
    rounds = [Round([14, -7, -7], events=events, moves=moves, stake=7), Round([-12, 24, -12], moves=moves)]
    made = tables([rounds, rounds[::-1], rounds[:1]], names=["Aoi", "とても長い名前のプレイヤー", "a" * 60])
    console = Console(width=width)
    with console.capture() as shown:
        for each in formatted(compute(made)):
            console.print(each)
    lines = shown.get().splitlines()
    assert max(map(cell_len, lines)) <= width
    assert not [line for line in lines if "…" in line]


def test_names_cannot_steer_the_terminal_or_the_markup() -> None:
    lines = printed([share("[red]\x1b[2J", 0.5, 0.4, 0.6)])
    assert lines[2].startswith("[red]\\x1b[2J ")
