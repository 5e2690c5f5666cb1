"""``fuda sweep``: figures over a grid of rules, on the same deals."""

from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli import studying
from toolkit.cli.common import Engine, Force, Json, complain, console, counted, fail, game_named
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
    from toolkit.studies.comparing import Played
    from toolkit.studies.sweeping import Cell

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
    as_json: Json = False,
    output: TableFile = None,
    chart: ChartFile = None,
    force: Force = False,
    workers: Workers = None,
    engine: Engine = "auto",
) -> None:
    """Vary options over a full grid: estimates with intervals, and paired differences to the default."""
    from toolkit.studies.comparing import Played
    from toolkit.studies.grid import GridError, points, spelt, varied
    from toolkit.studies.sweeping import frame
    from toolkit.studies.sweeping import sweep as swept

    chosen = game_named(game)
    if not vary:
        raise fail("nothing to vary; expected --vary NAME=VALUES, like hand_limit=8:12")
    try:
        options = [varied(chosen, each) for each in vary]
        if len({each.name for each in options}) < len(options):
            raise GridError("--vary: an option is named twice; put its values between commas")
        grid = points(options)
    except GridError as error:
        raise fail(str(error)) from None
    if chart is not None and len(options) > 2:
        raise fail(f"--chart shows one or two options, not {len(options)}")
    units = studying.units_named(rounds, matches, seed, start, ROUNDS)
    base = studying.rules_named(chosen, studying.DEFAULT, rule)
    experiments = [
        studying.experiment_of(game, [base, *({**base, **point} for point in grid)], kinds, units)
        for kinds in studying.kinds_named(chosen, players, seats)
    ]
    measures = studying.measures_named(experiments[0], measure or USUAL, every=False)
    studying.check_files(output, chart, force=force)
    names = (studying.DEFAULT, *map(spelt, grid))
    with studying.progress(units.most, len(experiments), "matches" if units.whole else "rounds") as tell:
        means = Means(engine, workers)
        studies = [
            Played(each, names, studying.play(each, units.most, means, on_progress=lambda n, k=k: tell(k, n)))  # type: ignore[misc]
            for k, each in enumerate(experiments)
        ]
    cells = swept(studies, grid, measures, alpha)
    if not cells:
        raise fail("the measures have no figure in these rounds", 1)
    if output is not None:
        studying.write_table(frame(cells), output, force=force)
    if chart is not None:
        _draw(chosen.title, cells, chart, force=force)
    if as_json:
        studying.print_json(frame(cells), game=game, seed=seed)
    elif output is None:
        _print(studies, cells, alpha, units)


def _draw(title: str, cells: "list[Cell]", path: str, *, force: bool) -> None:
    from toolkit.charts import save
    from toolkit.charts.grids import chart

    save(chart(title, cells), path, force=force)
    complain(f"chart written to {path}")


def _print(studies: "list[Played]", cells: "list[Cell]", alpha: float, units: Units) -> None:
    from rich.rule import Rule
    from rich.text import Text

    from toolkit.engine.chance import ALGORITHM
    from toolkit.studies import tables
    from toolkit.studies.grid_tables import tables as grid_tables

    out = console()
    for study in studies:
        size = counted(study.sums.units, "match" if units.whole else "round")
        title = f"{study.experiment.rules_of_game.title}, {tables.short_players(study.players)} players: {size} a point"
        out.print(Rule(title, align="left"))
        for table in grid_tables([cell for cell in cells if cell.players == study.players]):
            out.print(table)
            out.print()
    differences = [cell.difference for cell in cells if cell.difference]
    if differences:
        for line in tables.footnote(differences, alpha):
            out.print(Text(line, style="dim"))
    out.print(Text(f"seed {units.seed}, {ALGORITHM}; the same deals at all points", style="dim"))
