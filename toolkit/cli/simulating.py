"""How ``fuda simulate`` runs and prints: progress, interruption, the summary."""

import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from toolkit.cli.common import (
    announce,
    complain,
    console,
    counted,
    fail,
    mode_named,
    shows_progress,
)

if TYPE_CHECKING:
    import polars as pl

    from toolkit.simulate.checkpoint import Checkpoint, Task
    from toolkit.simulate.session import Stopping
    from toolkit.simulate.sums import Sums

#: What is printed when no measure is named: of all runs, of different players, of whole matches.
USUAL = ("points-by-seat", "wins-by-seat", "opener-wins", "reasons", "length", "features", "yaku")
OF_PLAYERS = ("points-by-player", "wins-by-player")
OF_MATCHES = ("match-points-by-seat", "rank-by-player")
#: Measures that are cut after so many rows of a section unless they are asked for.
CUT = {"yaku": 12}


class Look(NamedTuple):
    """What is printed at the end."""

    measures: Sequence[str]
    every: bool
    as_json: bool


class Means(NamedTuple):
    """How a run is carried out; none of it changes a number."""

    engine: str
    workers: int | None
    cluster: str | None = None


def carry_out(
    task: "Task",
    place: Path,
    found: "Checkpoint | None",
    look: Look,
    means: Means,
    target: tuple[str, float] | None,
    *,
    eager: bool,
) -> None:
    """Play a task to its end and print the summary; say how to go on if it is interrupted."""
    from toolkit.simulate.checkpoint import CheckpointError
    from toolkit.simulate.cluster import ClusterError
    from toolkit.simulate.playing import EndlessRoundError
    from toolkit.simulate.running import LostWorkersError
    from toolkit.simulate.session import Session, StoppedRun, UnwrittenRunError

    before = found.sums["units"] if found is not None else 0
    begin = time.perf_counter()
    try:
        session = Session(
            task, place, found, eager=eager, stopping=_stopping(task, target), on_trouble=complain
        )  # fmt: skip
        with _workers(task, means, before) as how, _progress(task, before) as tell:
            sums = session.play(on_progress=tell, **how)
    except StoppedRun as stopped:
        complain(f"interrupted; {_kept(task, stopped.units)}. Go on with: {_command(stopped.path, look, means)}")
        raise KeyboardInterrupt from None
    except UnwrittenRunError as error:
        more = "" if error.kept is None else f"; {_kept(task, error.kept)}. Go on with: {_command(place, look, means)}"
        complain(f"{error}{more}")
        if error.sums is not None:
            with suppress(BrokenPipeError):
                _summarize(task, error.sums, look, target, (error.sums.units - before) / (time.perf_counter() - begin))
        raise typer.Exit(2) from None
    except CheckpointError as error:
        raise fail(str(error) if found is None else f"--resume: {error}") from None
    except ClusterError as error:
        raise fail(str(error)) from None
    except (EndlessRoundError, LostWorkersError) as error:
        raise fail(str(error), 1) from None
    _summarize(task, sums, look, target, (sums.units - before) / (time.perf_counter() - begin))
    for path in filter(None, (task.output, task.records)):
        complain(f"{counted(sums.units, _unit(task))} written to {path}")


def _kept(task: "Task", units: int) -> str:
    return f"{counted(units, _unit(task))} of {task.units:,} are kept"


def _unit(task: "Task") -> str:
    return "match" if task.experiment.whole else "round"


@contextmanager
def _workers(task: "Task", means: Means, before: int) -> Iterator[dict[str, Any]]:
    """Keywords of a run: whether it is compiled, and its workers, here or on a cluster."""
    from toolkit.replay.stream import Mode
    from toolkit.simulate.cluster import LOCAL, connected, is_loopback
    from toolkit.simulate.running import is_worth_compiling, play_chunk, processors

    mode = mode_named(means.engine)
    auto = mode is Mode.AUTO
    compiled = is_worth_compiling(task.experiment, task.units - before) if auto else mode is Mode.COMPILED
    if compiled and means.cluster in (None, LOCAL):
        announce(task.experiment.rules_of_game)
        play_chunk(task.experiment.encoded(), True, 0, 1)  # compiles here, where Ctrl-C ends it at once
    if means.cluster is not None:
        if means.cluster != LOCAL and not is_loopback(means.cluster):
            complain(f"{means.cluster} is not this machine: whoever can reach a Dask scheduler can run code there")
        with connected(means.cluster, task.experiment.game, means.workers or processors()) as cluster:
            yield {"workers": cluster.workers, "compiled": compiled, "executor": cluster.executor}
        return
    # A run that is too short for compiling is too short for starting processes.
    workers = means.workers or (1 if auto and not compiled else processors())
    yield {"workers": workers, "compiled": compiled}


def _stopping(task: "Task", target: tuple[str, float] | None) -> "Stopping | None":
    """When a run with ``--until`` has seen enough: every interval of the measure, valid at every look, is short."""
    if target is None:
        return None
    from toolkit.simulate.session import Stopping
    from toolkit.stats.sequential import looks
    from toolkit.studies.summary import widest

    measure, half = target
    return Stopping(looks(most=task.units), lambda sums: widest(task.experiment, sums, measure) <= half)


def _command(path: Path, look: Look, means: Means) -> str:
    """The command that goes on with a run and prints what was wanted."""
    words = ["fuda", "simulate", "--resume", str(path)]
    for name in look.measures:
        words += ["-m", name]
    words += ["--all"] * look.every + ["--json"] * look.as_json
    if means.engine != "auto":
        words += ["--engine", means.engine]
    if means.cluster is not None:
        words += ["--cluster", means.cluster]
    if means.workers is not None:
        words += ["--workers", str(means.workers)]
    return shlex.join(words)


@contextmanager
def _progress(task: "Task", before: int) -> Iterator[Any]:
    """A progress bar with rate and time left on stderr, if that is a terminal; yields a function of the sums."""
    if not shows_progress():
        yield lambda _sums: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )  # fmt: skip
    begin = time.perf_counter()
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        shown = bar.add_task("playing", total=task.units, completed=before, rate="")

        def tell(sums: "Sums") -> None:
            rate = (sums.units - before) / (time.perf_counter() - begin)
            bar.update(shown, completed=sums.units, rate=f"{_spelt(rate)} {_plural(task)}/s")

        yield tell


def _plural(task: "Task") -> str:
    return "matches" if task.experiment.whole else "rounds"


def _spelt(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"


def _summarize(task: "Task", sums: "Sums", look: Look, target: tuple[str, float] | None, rate: float) -> None:
    from toolkit.studies.summary import estimates

    (variant,) = task.experiment.variants
    names: list[str] | None = None
    if look.measures:
        names = list(look.measures)
    elif not look.every and not look.as_json:
        different = len(set(variant.players)) > 1
        names = [*USUAL, *(OF_PLAYERS if different else ()), *(OF_MATCHES if task.experiment.whole else ())]
    frame = estimates(task.experiment, sums, measures=names, always=target is not None)
    if look.as_json:
        _print_json(task, sums, frame)
    else:
        _print(task, sums, frame, {} if look.every or look.measures else CUT, target, rate)


def _print(
    task: "Task",
    sums: "Sums",
    frame: "pl.DataFrame",
    most: dict[str, int],
    target: tuple[str, float] | None,
    rate: float,
) -> None:
    from rich.text import Text

    from toolkit.engine.chance import ALGORITHM
    from toolkit.records.faults import shown_name
    from toolkit.stats.format import tables
    from toolkit.stats.layout import Heading

    experiment = task.experiment
    (variant,) = experiment.variants
    out = console()
    title = f"{experiment.rules_of_game.title} ({experiment.game}): {counted(sums.units, _unit(task))}"
    out.print(Heading(title))
    for table in tables(frame, most):
        out.print(table)
        out.print()
    rules = ", ".join(f"{name}={_value(value)}" for name, value in variant.rules.items()) or "the defaults"
    start = "players rotate" if experiment.rotate else "p1 opens"
    lines = [
        f"rules: {rules}; players: {shown_name(', '.join(variant.players))} ({start})",
        f"seed {experiment.seed}, {ALGORITHM}; {_spelt(rate)} {_plural(task)}/s",
    ]
    if target is not None:
        end = "stopped" if sums.units < task.units else "not reached"
        lines.append(f"--until {task.until}: {end}; the intervals hold however often one looks")
    out.print(Text("\n".join(lines), style="dim"))


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _print_json(task: "Task", sums: "Sums", frame: "pl.DataFrame") -> None:
    """One object for the run, then one for each estimate; none of it depends on the time that it took."""
    import msgspec

    from toolkit.simulate.outputs import meta_of_run

    run = msgspec.structs.asdict(meta_of_run(task, sums.units))
    print(msgspec.json.encode({"run": {name: run[name] for name in run if name != "format"}}).decode())
    for row in frame.iter_rows(named=True):
        print(msgspec.json.encode({"game": task.experiment.game, **row}).decode())
