"""What the studies of rules share: their arguments, playing their experiments, writing their tables."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from toolkit.cli.common import (
    announce,
    complain,
    counted,
    fail,
    given_rules,
    mode_named,
    players_named,
    shows_progress,
)

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from toolkit.games.game import Game
    from toolkit.simulate.experiment import Experiment
    from toolkit.simulate.sums import Sums

GameName = Annotated[str, typer.Argument(help="shiji, shishibo or masho.")]
Players = Annotated[
    list[str] | None,
    typer.Option(
        "--players", help="A player a seat, like greedy,random,random, or one kind for all; again: a study for each."
    ),
]
Seats = Annotated[int | None, typer.Option("--seats", min=1, help="Number of players, all of one kind.")]
EveryRule = Annotated[
    list[str] | None, typer.Option("--rule", help="A rule option for all of them, NAME=VALUE; may be repeated.")
]
Rounds = Annotated[int | None, typer.Option("--rounds", min=2, help="Single rounds to play under each of the rules.")]
Matches = Annotated[int | None, typer.Option("--matches", min=2, help="Whole matches to play instead.")]
Start = Annotated[str, typer.Option("--start", help="Who opens: rotate (each player equally often) or p1.")]
Seed = Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed gives the same deals.")]
Workers = Annotated[int | None, typer.Option("--workers", min=1, max=4096, help="Workers; default: the processors.")]
Alpha = Annotated[float, typer.Option("--alpha", min=0.000001, max=0.5, help="The error that is allowed.")]
Measures = Annotated[
    list[str] | None, typer.Option("-m", "--measure", help="A measure; may be repeated. Others are not judged.")
]
Every = Annotated[bool, typer.Option("--all", help="All measures.")]
TableFile = Annotated[str | None, typer.Option("-o", "--output", help="Write the figures to a .csv or .parquet file.")]
ChartFile = Annotated[str | None, typer.Option("--chart", help="Draw a chart: FILE.png or FILE.svg.")]

#: Rules as they are, without any change.
DEFAULT = "default"
#: Short names of measures.
SHORT = {"points": "points-by-seat", "wins": "wins-by-seat", "opener": "opener-wins"}
#: Measures that matter most, in their order: of all runs, of different players, of whole matches.
USUAL = ("wins-by-seat", "points-by-seat", "opener-wins", "opener-points", "length", "reasons", "yaku")
OF_PLAYERS = ("points-by-player", "wins-by-player")
OF_MATCHES = ("match-points-by-seat", "rank-by-player")


class Units(NamedTuple):
    """What is played: how many units at most, whole matches or rounds, from which seed, and who opens."""

    most: int
    whole: bool
    seed: int
    rotate: bool


class Means(NamedTuple):
    """How it is played; none of it changes a number."""

    engine: str
    workers: int | None


class Wanted(NamedTuple):
    """Where the figures go."""

    output: str | None
    chart: str | None
    as_json: bool
    force: bool


def units_named(rounds: int | None, matches: int | None, seed: int, start: str, usual: int) -> Units:
    """The units of ``--rounds`` or ``--matches``, ``--seed`` and ``--start``; wrong usage where they do not fit."""
    from toolkit.simulate.experiment import MOST_UNITS

    if rounds is not None and matches is not None:
        raise fail("--rounds and --matches: a study plays single rounds or whole matches; give one of them")
    if start not in ("rotate", "p1"):
        raise fail(f"--start {start!r}: expected rotate or p1")
    count = matches or rounds or usual
    if count > MOST_UNITS:
        raise fail(f"{count:,} units; one seed has {MOST_UNITS:,}")
    return Units(count, matches is not None, seed, start == "rotate")


def rules_named(game: "Game", text: str, every: Sequence[str] | None) -> dict[str, object]:
    """The options of one ``--rules``: parts between commas, each ``default``, a rule set, a TOML file or NAME=VALUE.

    ``every`` are options of all rules of the study, which the parts may change.
    """
    given = given_rules(game, None, every)
    for part in text.split(","):
        if "=" in part and not part.endswith(".toml"):
            given |= given_rules(game, None, [part])
        elif part != DEFAULT:
            given |= given_rules(game, part, None)
    return given


def kinds_named(game: "Game", players: Sequence[str] | None, seats: int | None) -> list[list[str]]:
    """The players of each experiment of a study."""
    found = [players_named(game, each, seats) for each in (players or (None,))]
    if len({len(kinds) for kinds in found}) > 1:
        raise fail("--players: all need the same number of players")
    if len({tuple(kinds) for kinds in found}) < len(found):
        raise fail("--players: the same players are named twice")
    return found


def experiment_of(game: str, variants: Iterable[dict[str, object]], kinds: Sequence[str], units: Units) -> "Experiment":
    """The experiment of these rules; wrong usage where something does not fit."""
    from toolkit.simulate.experiment import experiment

    try:
        return experiment(
            game, [(rules, kinds) for rules in variants], units.seed, whole=units.whole, rotate=units.rotate
        )
    except ValueError as error:
        raise fail(getattr(error, "message", str(error))) from None


def measures_named(experiment: "Experiment", measures: Sequence[str] | None, *, every: bool) -> list[str]:
    """The measures that are judged; wrong usage for an unknown one."""
    known = list(dict.fromkeys(each.measure for each in experiment.quantities[0].all))
    if every:
        return [*(name for name in USUAL if name in known), *(name for name in known if name not in USUAL)]
    if measures:
        chosen = [SHORT.get(name, name) for name in measures]
        for name in chosen:
            if name not in known:
                raise fail(f"unknown measure {name!r}; a simulation has {', '.join(sorted(known))}")
        return list(dict.fromkeys(chosen))
    different = len(set(experiment.variants[0].players)) > 1
    names = [*USUAL, *(OF_PLAYERS if different else ()), *(OF_MATCHES if experiment.whole else ())]
    return [name for name in names if name in known]


def play(
    experiment: "Experiment",
    units: int,
    means: Means,
    *,
    looks: Iterable[int] = (),
    is_enough: Callable[["Sums"], bool] = lambda _sums: False,
    on_progress: Callable[[int], None] = lambda _units: None,
) -> "Sums":
    """Play the units of an experiment, fewer if the sums are enough at one of the ``looks``."""
    from toolkit.replay.stream import Mode
    from toolkit.simulate.playing import EndlessRoundError
    from toolkit.simulate.running import Run, is_worth_compiling, play_chunk, processors

    mode = mode_named(means.engine)
    auto = mode is Mode.AUTO
    compiled = is_worth_compiling(experiment, units) if auto else mode is Mode.COMPILED
    if compiled:
        announce(experiment.rules_of_game)
        play_chunk(experiment.encoded(), True, 0, 1)  # compiles here, where Ctrl-C ends it at once
    workers = means.workers or (1 if auto and not compiled else processors())
    try:
        with Run(
            experiment, workers=workers, compiled=compiled, on_progress=lambda sums: on_progress(sums.units)
        ) as run:
            for look in looks:
                if look >= units:
                    break
                if is_enough(run.play(look)):
                    return run.sums
            return run.play(units)
    except (EndlessRoundError, RuntimeError) as error:
        raise fail(str(error), 1) from None


@contextmanager
def progress(units: int, studies: int, thing: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr, if that is a terminal; yields a function of a study's place and its units so far."""
    if not shows_progress():
        yield lambda _study, _units: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns: Any = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn(thing), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("playing", total=units * studies)
        yield lambda study, done: bar.update(task, completed=units * study + done)


def check_files(output: str | None, chart: str | None, *, force: bool) -> None:
    """Wrong usage for outputs of a wrong kind, or that exist; asked before a long run."""
    from toolkit.charts import ChartError, file_format
    from toolkit.records.output import check_output

    if output is not None:
        if not output.lower().endswith((".csv", ".parquet")):
            raise fail(f"-o {output!r}: expected a name that ends in .csv or .parquet")
        check_output(output, force=force)
    if chart is not None:
        try:
            file_format(chart)
        except ChartError as error:
            raise fail(str(error)) from None
        check_output(chart, force=force)


def deliver(
    wanted: Wanted,
    frame: "pl.DataFrame",
    draw: Callable[[], "Figure"],
    show: Callable[[], None],
    *,
    always: bool = False,
    **labels: object,
) -> None:
    """Write, draw and print the figures of a study, as wanted; ``show`` prints them for people.

    Without ``always`` they are not shown where they are written, unless a file cannot be: what was played for a long
    time is not lost for that. Files come first, because whoever reads what is printed may leave at any moment.
    """
    from toolkit.charts import save
    from toolkit.replay.store import write_frame

    files: list[tuple[str, Callable[[], None], str]] = []
    if (output := wanted.output) is not None:
        write = partial(write_frame, frame, output, force=wanted.force)
        files.append((output, write, counted(len(frame), "figure")))
    if (chart := wanted.chart) is not None:
        files.append((chart, lambda: save(draw(), chart, force=wanted.force), "chart"))
    written = [_is_written(*each) for each in files]
    with nullcontext() if all(written) else suppress(BrokenPipeError):
        if wanted.as_json:
            print_json(frame, **labels)
        elif always or wanted.output is None or not all(written):
            show()
    if not all(written):
        raise typer.Exit(2)


def _is_written(path: str, write: Callable[[], None], thing: str) -> bool:
    """Write a file and say so; False, and one line that says why, where that cannot be done."""
    from toolkit.records.output import OutputError

    try:
        write()
    except OutputError as error:
        complain(str(error))
        return False
    except OSError as error:  # matplotlib where it finds no folder of its own, say
        complain(f"cannot write {path}: {error.strerror or error}")
        return False
    complain(f"{thing} written to {path}")
    return True


def print_json(frame: "pl.DataFrame", **more: object) -> None:
    """One JSON object a row."""
    import msgspec

    for row in frame.iter_rows(named=True):
        print(msgspec.json.encode({**more, **row}).decode())
