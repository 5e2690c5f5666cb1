"""``fuda sweep``: figures over a grid of rules, or which of many options matters, on the same deals."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli import sensitivity, studying
from toolkit.cli.common import Engine, Force, Json, console, counted, fail, game_named
from toolkit.cli.studying import (
    Alpha,
    ChartFile,
    EveryRule,
    GameName,
    Matches,
    Means,
    Measures,
    Players,
    Rounds,
    Seats,
    Seed,
    Start,
    TableFile,
    Units,
    Workers,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from toolkit.games.game import Game
    from toolkit.studies.comparing import Played
    from toolkit.studies.grid import Value, Varied
    from toolkit.studies.sweeping import Cell

Sensitivity = Annotated[
    str | None,
    typer.Option("--sensitivity", help="Which options matter, instead of a grid: morris (screening) or sobol."),
]
Trajectories = Annotated[int | None, typer.Option("--trajectories", min=1, help="Trajectories of morris; default: 20.")]
Samples = Annotated[int | None, typer.Option("--samples", min=1, help="Samples of sobol, a power of two; default: 64.")]

#: Units at each point when nothing is said.
ROUNDS = 2_000
#: Measures when none is named.
USUAL = ("wins-by-seat", "points-by-seat", "length")


def sweep(
    game: GameName,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", help="An option and its values: NAME=8:12, NAME=5:50:5, NAME=10,13 or NAME=all."),
    ] = None,
    rule: EveryRule = None,
    players: Players = None,
    seats: Seats = None,
    rounds: Rounds = None,
    matches: Matches = None,
    start: Start = "rotate",
    seed: Seed = 1,
    alpha: Alpha = 0.05,
    measure: Measures = None,
    method: Sensitivity = None,
    trajectories: Trajectories = None,
    samples: Samples = None,
    as_json: Json = False,
    output: TableFile = None,
    chart: ChartFile = None,
    force: Force = False,
    workers: Workers = None,
    engine: Engine = "auto",
) -> None:
    """Vary options over a full grid: estimates and differences; or find which matter (--sensitivity)."""
    from toolkit.studies.comparing import Played
    from toolkit.studies.grid import spelt

    chosen = game_named(game)
    options = _varied(chosen, vary)
    design = sensitivity.design_named(method, options, trajectories, samples, seed, alpha)
    grid = _points(options, chart) if design is None else design.points
    units = studying.units_named(rounds, matches, seed, start, ROUNDS)
    base = studying.rules_named(chosen, studying.DEFAULT, rule)
    kinds = studying.kinds_named(chosen, players, seats)
    if design is not None:
        sensitivity.check_points(chosen, base, design, len(kinds[0]))
    first = [base] if design is None else []
    variants = [*first, *({**base, **point} for point in grid)]
    experiments = [studying.experiment_of(game, variants, each, units) for each in kinds]
    measures = studying.measures_named(experiments[0], measure or USUAL, every=False)
    studying.check_files(output, chart, force=force)
    names = (*(studying.DEFAULT for _ in first), *map(spelt, grid))
    with studying.progress(units.most, len(experiments), "matches" if units.whole else "rounds") as tell:
        means = Means(engine, workers)
        studies = [
            Played(each, names, studying.play(each, units.most, means, on_progress=lambda n, k=k: tell(k, n)))  # type: ignore[misc]
            for k, each in enumerate(experiments)
        ]
    wanted = studying.Wanted(output, chart, as_json, force)
    if design is not None:
        sensitivity.deliver(chosen.title, studies, design, measures, wanted)
    else:
        _show(studies, grid, measures, alpha, units, wanted)


def _varied(game: "Game", vary: list[str] | None) -> "list[Varied]":
    """The options of ``--vary``; wrong usage where they are none, or named twice."""
    from toolkit.studies.grid import GridError, varied

    if not vary:
        raise fail("nothing to vary; expected --vary NAME=VALUES, like hand_limit=8:12")
    try:
        options = [varied(game, each) for each in vary]
    except GridError as error:
        raise fail(str(error)) from None
    if len({each.name for each in options}) < len(options):
        raise fail("--vary: an option is named twice; put its values between commas")
    return options


def _points(options: "list[Varied]", chart: str | None) -> "list[dict[str, Value]]":
    """The full grid; wrong usage for one that is too large to play or to draw."""
    from toolkit.studies.grid import GridError, points

    try:
        grid = points(options)
    except GridError as error:
        raise fail(str(error)) from None
    if chart is not None and len(options) > 2:
        raise fail(f"--chart shows one or two options, not {len(options)}")
    return grid


def _show(
    studies: "list[Played]",
    grid: "list[dict[str, Value]]",
    measures: Sequence[str],
    alpha: float,
    units: Units,
    wanted: studying.Wanted,
) -> None:
    """Write, draw and print the figures of a grid."""
    from toolkit.studies.sweeping import frame, sweep

    cells = sweep(studies, grid, measures, alpha)
    if not cells:
        raise fail("the measures have no figure in these rounds", 1)
    experiment = studies[0].experiment

    def draw() -> "Figure":
        from toolkit.charts.grids import chart

        return chart(experiment.rules_of_game.title, cells)

    def show() -> None:
        _print(studies, cells, alpha, units)

    studying.deliver(wanted, frame(cells), draw, show, game=experiment.game, seed=experiment.seed)


def _print(studies: "list[Played]", cells: "list[Cell]", alpha: float, units: Units) -> None:
    from rich.text import Text

    from toolkit.engine.chance import ALGORITHM
    from toolkit.stats.layout import Heading
    from toolkit.studies import tables
    from toolkit.studies.grid_tables import tables as grid_tables

    out = console()
    for study in studies:
        size = counted(study.sums.units, "match" if units.whole else "round")
        title = f"{study.experiment.rules_of_game.title}, {tables.short_players(study.players)} players: {size} a point"
        out.print(Heading(title))
        for table in grid_tables([cell for cell in cells if cell.players == study.players]):
            out.print(table)
            out.print()
    differences = [cell.difference for cell in cells if cell.difference]
    if differences:
        for line in tables.footnote(differences, alpha):
            out.print(Text(line, style="dim"))
    out.print(Text(f"seed {units.seed}, {ALGORITHM}; the same deals at all points", style="dim"))
