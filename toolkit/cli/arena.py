"""``fuda arena``: players against each other, on the same deals in every seating."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toolkit.cli.common import (
    Engine,
    Force,
    Json,
    Rule,
    Rules,
    announce,
    console,
    counted,
    fail,
    game_named,
    mode_named,
    read_rules,
    shows_progress,
)
from toolkit.cli.studying import Wanted, deliver

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from toolkit.studies.arena import Arena

#: Deals that are played when nothing is said: rounds, and matches.
ROUNDS = 1_000


def arena(
    game: Annotated[str, typer.Argument(help="shiji, shishibo or masho.")],
    players: Annotated[str, typer.Option("--players", help="The contestants, like random,greedy,mc:64.")],
    seats: Annotated[
        int | None,
        typer.Option("--seats", min=1, help="Seats at a table; default: as many as contestants, if allowed."),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, help=f"Deals to play, a round each; {ROUNDS:,} if nothing is said.")
    ] = None,
    matches: Annotated[int | None, typer.Option("--matches", min=1, help="Whole matches instead.")] = None,
    rule: Rule = None,
    rules: Rules = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed gives the same deals.")] = 1,
    most: Annotated[
        int | None, typer.Option("--seatings", min=1, help="Play no more seatings than this; default 120.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=4096, help="Workers; default: the processors there are.")
    ] = None,
    as_json: Json = False,
    output: Annotated[
        str | None, typer.Option("-o", "--output", help="Write the figures to a .csv or .parquet file.")
    ] = None,
    chart: Annotated[str | None, typer.Option("--chart", help="Draw the pairings into a .png or .svg file.")] = None,
    force: Force = False,
    engine: Engine = "auto",
) -> None:
    """Let players play each other, every seating on the same deals: who is better, and by how much?

    With as many players as seats all permutations are played; with more, every choice of players in all rotations;
    with fewer, every table with all of them in all rotations. Intervals know that the rounds of one deal go together.
    """
    from toolkit.simulate.experiment import MOST_UNITS
    from toolkit.simulate.playing import EndlessRoundError

    if rounds is not None and matches is not None:
        raise fail("--rounds and --matches: an arena plays single rounds or whole matches; give one of them")
    deals = matches or rounds or ROUNDS
    if deals > MOST_UNITS:
        raise fail(f"{deals:,} units; one seed has {MOST_UNITS:,}")
    _check_outputs(output, chart, force)
    made = _arena(game, players.split(","), seats, read_rules(game_named(game), rules, rule), seed, most, matches)
    try:
        with _progress(made, deals) as tell:
            made.play(deals, on_progress=tell, **_how(made, deals, engine, workers))
    except (EndlessRoundError, RuntimeError) as error:
        raise fail(str(error), 1) from None
    frame = made.frame()
    labels = {"game": game, "seats": len(made.seated[0]), "seatings": len(made.seated)}
    wanted = Wanted(output, chart, as_json, force)
    deliver(wanted, frame, lambda: _drawn(made, frame), lambda: _print(made, frame), always=True, **labels)


def _check_outputs(output: str | None, chart: str | None, force: bool) -> None:
    from toolkit.records.output import check_output

    for name, path, suffixes in (("-o", output, (".csv", ".parquet")), ("--chart", chart, (".png", ".svg"))):
        if path is not None:
            if not path.lower().endswith(suffixes):
                raise fail(f"{name} {path!r}: expected a name that ends in {' or '.join(suffixes)}")
            check_output(path, force=force)


def _arena(
    game: str,
    contestants: list[str],
    seats: int | None,
    rules: dict[str, object],
    seed: int,
    most: int | None,
    matches: int | None,
) -> "Arena":
    from toolkit.studies.arena import SEATINGS, Arena

    chosen = game_named(game)
    size = seats or min(max(len(contestants), chosen.seats[0]), chosen.seats[-1])
    try:
        return Arena(
            game,
            contestants,
            size,
            seed,
            rules=rules,
            whole=matches is not None,
            most=SEATINGS if most is None else most,
        )
    except ValueError as error:
        raise fail(str(error)) from None


def _how(made: "Arena", deals: int, engine: str, workers: int | None) -> dict[str, Any]:
    """Keywords of a run: whether it is compiled, and its workers."""
    from toolkit.replay.stream import Mode
    from toolkit.simulate.running import is_worth_compiling, play_chunk, processors

    mode = mode_named(engine)
    auto = mode is Mode.AUTO
    compiled = is_worth_compiling(made.experiment, deals) if auto else mode is Mode.COMPILED
    if compiled:
        announce(made.experiment.rules_of_game)
        play_chunk(made.experiment.encoded(), True, 0, 1)  # compiles here, where Ctrl-C ends it at once
    # A run that is too short for compiling is too short for starting processes.
    return {"workers": workers or (1 if auto and not compiled else processors()), "compiled": compiled}


@contextmanager
def _progress(made: "Arena", deals: int) -> Iterator[Any]:
    """A progress bar on stderr, if that is a terminal; yields a function of the sums."""
    if not shows_progress():
        yield lambda _sums: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("deals", total=deals)
        yield lambda sums: bar.update(task, completed=sums.units)


def _seatings(made: "Arena") -> str:
    number = len(made.seated)
    return f"{number:,} of {made.possible:,} seatings" if number < made.possible else counted(number, "seating")


def _print(made: "Arena", frame: "pl.DataFrame") -> None:
    from rich.text import Text

    from toolkit.stats.layout import Heading
    from toolkit.studies.arena_format import tables, verdict

    out = console()
    chosen = made.experiment.rules_of_game
    size = f"{len(made.seated[0])} seats, {counted(made.sums.units, 'deal')} in {_seatings(made)}"
    out.print(Heading(f"{chosen.title} ({chosen.name}): {size}"))
    for table in tables(frame):
        out.print(table)
        out.print()
    out.print(Text(verdict(frame), style="bold"))
    if made.rated < made.sums.units * len(made.seated):
        out.print(Text(f"Ratings are of the first {made.rated:,} results.", style="dim"))


def _drawn(made: "Arena", frame: "pl.DataFrame") -> "Figure":
    from toolkit.charts.pairings import draw_pairings

    title = f"{made.experiment.rules_of_game.title}: players against each other"
    note = (
        f"{counted(made.sums.units, 'deal')} in {_seatings(made)}; mean difference of points at the same table ± half "
        "of its 95 % interval, by deal; framed: p < 0.05 after Holm"
    )
    return draw_pairings(frame, title, note)
