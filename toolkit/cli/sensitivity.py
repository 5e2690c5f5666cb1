"""``fuda sweep --sensitivity``: which of many options matters, instead of a full grid."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from toolkit.cli import studying
from toolkit.cli.common import complain, console, counted, fail

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

    from toolkit.games.game import Game
    from toolkit.studies.comparing import Played
    from toolkit.studies.grid import Varied
    from toolkit.studies.importance import Figure
    from toolkit.studies.sensitivity import Design


def design_named(
    method: str | None,
    options: "Sequence[Varied]",
    trajectories: int | None,
    samples: int | None,
    seed: int,
    alpha: float,
) -> "Design | None":
    """The design of ``--sensitivity`` and its size, None without; wrong usage where something does not fit."""
    from toolkit.studies.grid import GridError
    from toolkit.studies.sensitivity import METHODS, SIZE_NAMES, USUAL_SIZE, SensitivityError, design

    if method is not None and method not in METHODS:
        raise fail(f"--sensitivity {method!r}: expected {' or '.join(METHODS)}")
    sizes = {"morris": trajectories, "sobol": samples}
    for other, size in sizes.items():
        if size is not None and other != method:
            raise fail(f"--{SIZE_NAMES[other]} goes with --sensitivity {other}")
    if method is None:
        return None
    if alpha != 0.05:
        raise fail("--alpha judges differences, which --sensitivity has none of; its intervals are of 95 %")
    try:
        return design(method, options, sizes[method] or USUAL_SIZE[method], seed)
    except (GridError, SensitivityError) as error:
        raise fail(str(error)) from None


def check_points(game: "Game", base: dict[str, object], plan: "Design", seats: int) -> None:
    """Wrong usage where the rules forbid a point of the design: indices need all combinations."""
    from toolkit.games.game import OptionError
    from toolkit.studies.grid import spelt

    for point in plan.points:
        try:
            game.read_options({**base, **point}, seats)
        except OptionError as error:
            raise fail(
                f"{error.message}, not {spelt(point)}; --sensitivity mixes all values: take values out, or fix an "
                "option with --rule"
            ) from None


def deliver(
    title: str, studies: "Sequence[Played]", plan: "Design", measures: Sequence[str], wanted: studying.Wanted
) -> None:
    """Write, draw and print the indices of all figures of the measures."""
    from toolkit.studies.importance import frame, importance

    figures, left_out = importance(studies, plan, measures)
    if left_out:
        complain(f"{counted(left_out, 'figure')} left out: some points have no data for it")
    if not figures:
        raise fail("the measures have no figure in these rounds", 1)

    def draw() -> "Drawing":
        from toolkit.charts.dots import chart

        return chart(title, figures, plan)

    def show() -> None:
        _print(studies, figures, plan)

    experiment = studies[0].experiment
    studying.deliver(wanted, frame(figures, plan), draw, show, game=experiment.game, seed=experiment.seed)


def _print(studies: "Sequence[Played]", figures: "list[Figure]", plan: "Design") -> None:
    from rich.text import Text

    from toolkit.engine.chance import ALGORITHM
    from toolkit.stats.layout import Heading
    from toolkit.studies.importance_tables import method, tables
    from toolkit.studies.tables import short_players

    out = console()
    for study in studies:
        size = counted(study.sums.units, "match" if study.experiment.whole else "round")
        game = study.experiment.rules_of_game.title
        out.print(Heading(f"{game}, {short_players(study.players)} players: {size} a point"))
        for table in tables([each for each in figures if each.players == study.players]):
            out.print(table)
            out.print()
    for line in (*method(plan), f"seed {plan.seed}, {ALGORITHM}; the same deals at all points"):
        out.print(Text(line, style="dim"))
