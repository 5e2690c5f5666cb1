"""What charts show: every estimate with its interval, n and unit, in a style that touches nothing else."""

import subprocess
import sys
import warnings
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import matplotlib
import numpy as np
import polars as pl
import pytest
from chart_tables import FEW, LOG, ONE_MATCH, SHIJI, Round, tables
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from toolkit.charts import KINDS, ChartError, Drawing, draw, save, style
from toolkit.charts.style import wrapped
from toolkit.stats import MEASURES, compute


def parts(figure: Figure, gid: str) -> list[Line2D]:
    return [line for line in figure.axes[0].get_lines() if line.get_gid() == gid]


def xs(lines: list[Line2D], place: int = 0) -> list[float]:
    return [float(np.asarray(line.get_xdata())[place]) for line in lines]


def bars(figure: Figure) -> list[Rectangle]:
    patches = [each for each in figure.axes[0].patches if isinstance(each, Rectangle)]
    return [each for each in patches if to_hex(each.get_facecolor()).upper() == style.BAR]


def caption(figure: Figure) -> str:
    return figure.get_supxlabel().replace("\n", " ")


def title(figure: Figure) -> str:
    return figure.get_suptitle()


def texts(figure: Figure) -> list[str]:
    return [label.get_text() for label in figure.axes[0].get_yticklabels()]


def tick_labels(figure: Figure) -> Iterator[list[Text]]:
    """The visible labels of every axis of every panel."""
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            ticks = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
            for labels in ([tick.label1 for tick in ticks], [tick.label2 for tick in ticks]):
                yield [label for label in labels if label.get_visible() and label.get_text()]


def test_points_have_a_dot_an_interval_and_two_caps_for_every_seat() -> None:
    figure = draw(LOG, "points")
    found = compute(LOG, ["points-by-seat"])
    assert xs(parts(figure, "dot")) == pytest.approx(found["estimate"].to_list())
    assert xs(parts(figure, "interval")) == pytest.approx(found["low"].to_list())
    assert xs(parts(figure, "interval"), 1) == pytest.approx(found["high"].to_list())
    assert len(parts(figure, "cap")) == 2 * len(found)
    assert len(parts(figure, "zero")) == 1
    assert title(figure) == "猪牡忠臣: points by seat"
    assert figure.axes[0].get_xlabel() == "points per round"
    assert caption(figure) == "lines: 95 % confidence interval (t, by match); n = 24 rounds; 6 matches"


def test_wins_are_compared_with_the_even_share_of_each_table_size() -> None:
    figure = draw(tables([[Round([4, -2, -2])], [Round([-2, 4, -2])], [Round([3, -1, -1, -1])]] * 3), "wins")
    assert xs(parts(figure, "even")) == pytest.approx([100 / 3, 25])
    assert texts(figure) == [
        "3 players",
        *(f"seat {n}" for n in (1, 2, 3)),
        "4 players",
        *(f"seat {n}" for n in range(1, 5)),
    ]
    assert caption(figure).endswith("n counts rounds; 9 matches; dashed: even share")


def test_n_stands_beside_every_row() -> None:
    figure = draw(tables([[Round([4, -2, -2])], [Round([-2, 4, -2])], [Round([3, -1, -1, -1])]] * 3), "wins")
    assert [label.get_text() for label in figure.axes[1].get_yticklabels()] == ["6"] * 3 + ["3"] * 4


def test_one_match_gives_hollow_dots_and_says_why() -> None:
    figure = draw(ONE_MATCH, "points")
    assert not parts(figure, "interval")
    assert {str(line.get_markerfacecolor()) for line in parts(figure, "dot")} == {"white"}
    assert caption(figure) == "hollow: no interval (one match); n = 12 rounds; 1 match"


def test_an_interval_far_longer_than_the_others_is_cut_with_arrows() -> None:
    wild = [[Round([100, -50, -50])], [Round([-100, 50, 50])]]
    tame = [[Round([3, -1, -1, -1])], [Round([-1, 3, -1, -1])], [Round([-1, -1, 3, -1])], [Round([-1, -1, -1, 3])]] * 5
    figure = draw(tables([*wild, *tame]), "points")
    assert len(parts(figure, "arrow")) == 6
    assert caption(figure).endswith("arrow: the interval goes on")


def test_yaku_are_bars_with_intervals_under_their_japanese_names() -> None:
    figure = draw(LOG, "yaku")
    found = compute(LOG, ["yaku"])
    assert [bar.get_width() for bar in bars(figure)] == pytest.approx([100 * each for each in found["estimate"]])
    assert len(parts(figure, "interval")) == len(found)
    assert texts(figure) == ["手役", "三本", "でき役", "ネギシ", "猪牡忠臣", "月ホト"]


def test_stakes_are_columns_with_intervals_and_sum_to_all_rounds() -> None:
    figure = draw(LOG, "stakes")
    axes = figure.axes[0]
    assert sum(bar.get_height() for bar in bars(figure)) == pytest.approx(100)
    assert len(axes.containers) == 2 * len(bars(figure))  # a column and an error bar each
    assert axes.get_xlabel() == "stake of the round"
    assert axes.get_ylabel() == "share of rounds"


def test_totals_follow_each_seat_of_a_match_from_zero() -> None:
    figure = draw(ONE_MATCH, "totals")
    lines = [line for line in figure.axes[0].get_lines() if not str(line.get_label()).startswith("_")]
    seats = ONE_MATCH.seats.filter(seat=1)
    assert list(lines[0].get_ydata()) == [0, *seats["total"]]  # type: ignore[arg-type]
    assert len(lines) == 7
    assert title(figure) == "猪牡忠臣: points over time, m1"
    named = figure.legends[0].get_texts()[0].get_text()
    assert named == f"{seats['total'][-1]:+d} Aoi".replace("-", "−")


def test_totals_of_many_matches_say_how_many_are_left_out() -> None:
    figure = draw(tables([[Round([4, -2, -2])] * 2] * 11), "totals")
    assert len(figure.axes) == 9
    assert caption(figure) == (
        "points of the match after each round; the first 9 of 11 matches of two or more rounds; "
        "dashes and marks in each other: several seats with the same points"
    )


def test_lines_with_the_same_points_share_their_way_in_dashes_and_marks_in_each_other() -> None:
    figure = draw(tables([[Round([4, -2, -2]), Round([4, -2, -2]), Round([-2, 4, -2])]]), "totals")
    shared = parts(figure, "shared")
    ways = [line for line in shared if line.get_marker() == "None"]
    marks = [line for line in shared if line.get_marker() != "None"]
    second, third = (style.COLOURS[place] for place in (1, 2))
    assert [line.get_color() for line in ways] == [second, third] * 2  # seats 2 and 3, to rounds 1 and 2
    assert [list(line.get_ydata()) for line in ways] == [[0, -2]] * 2 + [[-2, -4]] * 2  # type: ignore[arg-type]
    assert len({line._dash_pattern[0] for line in ways}) == 2  # type: ignore[attr-defined]
    assert [line.get_color() for line in marks] == [third, second] * 2
    small, large = (line.get_markersize() for line in marks[:2])
    assert large > small
    assert marks[1].get_zorder() < marks[0].get_zorder()


def test_lines_that_never_meet_are_plain() -> None:
    figure = draw(tables([[Round([4, -1, -3]), Round([4, -1, -3])]]), "totals")
    assert not parts(figure, "shared")
    assert caption(figure) == "points of the match after each round"


def test_lengths_of_every_number_of_players_have_a_panel_on_common_axes() -> None:
    four = [[Round([3, -1, -1, -1], length=length)] for length in (55, 61, 62)]
    figure = draw(tables([[Round([4, -2, -2], length=40)], *four]), "length")
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["3 players, n = 1", "4 players, n = 3"]
    assert len({axes.get_ylim() for axes in figure.axes}) == 1
    assert sum(bar.get_height() for bar in bars(figure)) == pytest.approx(100)
    assert figure.axes[0].get_ylim()[1] > 100


def test_reasons_have_their_japanese_terms() -> None:
    assert set(texts(draw(SHIJI, "reasons"))) == {"hoi 包囲", "agari 上がり", "kinshi 禁止行為", "fuhai 腐敗"}


def test_too_many_players_keep_the_ones_seen_most() -> None:
    games = [tables([[Round([4, -2, -2])] * 2], names=[f"{n}a", f"{n}b", f"{n}c"]) for n in range(20)]
    seats = [each.seats for each in games]
    many = games[0]
    ids = [frame.with_columns(match_id=pl.lit(f"m{n}")) for n, frame in enumerate(seats)]
    many.seats = pl.concat(ids)
    many.rounds = pl.concat([each.rounds.with_columns(match_id=pl.lit(f"m{n}")) for n, each in enumerate(games)])
    many.matches = pl.concat([each.matches.with_columns(match_id=pl.lit(f"m{n}")) for n, each in enumerate(games)])
    figure = draw(many, "player-points")
    assert len(texts(figure)) == 40
    assert "the first 40 of 60" in caption(figure)
    more = tables([[Round([4, -2, -2])] * 3], names=["xa", "xb", "xc"])
    for name in ("matches", "rounds", "seats"):
        added = getattr(more, name).with_columns(match_id=pl.lit("more"))
        setattr(many, name, pl.concat([getattr(many, name), added]))
    figure = draw(many, "player-points")
    assert "those with the largest n: 40 of 63" in caption(figure)
    assert any("xa" in each.get_text() for each in figure.axes[0].get_yticklabels())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("made", [LOG, ONE_MATCH, FEW, SHIJI], ids=["log", "one-match", "few", "shiji"])
def test_no_label_overlaps_is_cut_or_lacks_a_glyph(kind: str, made: object) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            figure = draw(made, kind)  # type: ignore[arg-type]
        except ChartError:
            return
    for labels in tick_labels(figure):
        boxes = [label.get_window_extent() for label in labels]
        assert all(figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1 and figure.bbox.y0 <= box.y0 for box in boxes)
        turned = any(label.get_rotation() for label in labels)  # their boxes overlap where the words do not
        assert turned or not [one for one, two in pairwise(boxes) if one.overlaps(two)]


def test_every_measure_has_a_kind() -> None:
    assert {kind.measure for kind in KINDS.values()} - {""} == set(MEASURES)
    assert Drawing("yaku").needs == {"events"}
    assert Drawing("totals").needs == frozenset()


def test_a_chart_that_does_not_fit_the_game_says_so() -> None:
    with pytest.raises(ChartError, match="the rounds of this game have no stake"):
        draw(SHIJI, "stakes")
    with pytest.raises(ChartError, match="need a match of two or more complete rounds"):
        draw(SHIJI, "totals")


def test_a_log_without_complete_rounds_says_so() -> None:
    with pytest.raises(ChartError, match="there is no complete round"):
        draw(tables([[Round([0, 0, 0], complete=False)]]), "points")


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ChartError, match=r"no chart 'pie'; the kinds are points, wins, "):
        draw(LOG, "pie")


def test_names_are_wrapped_and_shortened_by_columns_and_drawn_as_they_are() -> None:
    assert wrapped("several short words", 10, 2) == "several\nshort…"
    assert wrapped("several short words", 10, 3) == "several\nshort\nwords"
    assert wrapped("とても長い名前", 6, 2) == "とても\n長い…"
    assert wrapped("$x_1$", 20, 1) == "$x_1$"
    assert wrapped("a🀄\x1b", 20, 1) == "a?\\x1b"


def test_drawing_leaves_matplotlibs_settings_alone() -> None:
    before = matplotlib.rcParams.copy()
    draw(LOG, "yaku")
    assert matplotlib.rcParams.copy() == before


def test_a_users_settings_do_not_change_a_chart(tmp_path: Path) -> None:
    save(draw(LOG, "stakes"), tmp_path / "plain.png")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "savefig.dpi": 20}):
        save(draw(LOG, "stakes"), tmp_path / "set.png")
    assert (tmp_path / "set.png").read_bytes() == (tmp_path / "plain.png").read_bytes()


def test_importing_charts_neither_imports_matplotlib_nor_changes_its_settings() -> None:
    code = (
        "import sys, toolkit.charts\n"
        "assert not {'matplotlib', 'scipy', 'statsmodels', 'numba'} & set(sys.modules)\n"
        "import matplotlib; before = matplotlib.rcParams.copy()\n"
        "import toolkit.charts.kinds, toolkit.charts.style\n"
        "with toolkit.charts.style.styled(): toolkit.charts.style.figure('猪牡忠臣', 2).draw_without_rendering()\n"
        "assert matplotlib.rcParams.copy() == before and 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, cwd=Path(__file__).parents[2])
