"""``fuda simulate``: rounds or matches of a game under one set of rules, played by automatic players."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli.common import Engine, Force, Json, Rule, Rules, fail, game_named, half_width, players_named, read_rules

if TYPE_CHECKING:
    from toolkit.simulate.checkpoint import Checkpoint, Task
    from toolkit.simulate.experiment import Experiment

#: Rounds that are played when nothing is said, and at most with ``--until``.
ROUNDS = 10_000
#: How often a position is played on.
SAMPLES = 1_000
MOST_ROUNDS = 1_000_000_000
#: Short names of measures for ``--until``.
SHORT = {"points": "points-by-seat", "wins": "wins-by-seat"}


def simulate(
    game: Annotated[str | None, typer.Argument(help="shiji, shishibo or masho.")] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", help="An automatic player a seat, like greedy,random,mc:64, or one for all."),
    ] = None,
    seats: Annotated[int | None, typer.Option("--seats", min=1, help="Number of players, all of one kind.")] = None,
    rule: Rule = None,
    rules: Rules = None,
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, help=f"Single rounds to play; {ROUNDS:,} if nothing is said.")
    ] = None,
    matches: Annotated[int | None, typer.Option("--matches", min=1, help="Whole matches to play instead.")] = None,
    start: Annotated[
        str | None, typer.Option("--start", help="Who opens: rotate (each player equally often, the default) or p1.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed gives the same units; default 1.")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            help="Stop when no interval of a measure is longer to either side than this: points:0.01.",
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option("--from", help="Play on from FILE:ID:ROUND:MOVE (before that move), --rounds times."),
    ] = None,
    output: Annotated[
        str | None, typer.Option("-o", "--output", help="One flat table (FILE.parquet), or a folder for five tables.")
    ] = None,
    records: Annotated[
        str | None, typer.Option("--records", help="Write what is played as records: .jsonl, .jsonl.gz, .jsonl.zst.")
    ] = None,
    measure: Annotated[
        list[str] | None, typer.Option("-m", "--measure", help="A measure to print; may be repeated.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Print all measures.")] = False,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=4096, help="Workers; default: the processors there are.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", help="Play on a Dask cluster: its scheduler's address, or local.")
    ] = None,
    checkpoint: Annotated[
        str | None, typer.Option("--checkpoint", help="Where a long run notes how far it is.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", help="Go on from a checkpoint; the rest need not be said again.")
    ] = None,
    force: Force = False,
    as_json: Json = False,
    engine: Engine = "auto",
) -> None:
    """Play many rounds (or --matches) with automatic players, and estimate who wins, how and how fast."""
    from toolkit.cli.playing_on import play_from
    from toolkit.cli.simulating import Look, Means, carry_out
    from toolkit.simulate.players import is_own

    given = {
        "players": players, "seats": seats, "rule": rule, "rules": rules, "rounds": rounds, "matches": matches,
        "start": start, "seed": seed, "until": until, "output": output, "records": records,
    }  # fmt: skip
    if position is not None:
        allowed = ("players", "rounds", "seed")
        others = {
            **given, "resume": resume, "checkpoint": checkpoint, "cluster": cluster, "measure": measure or None,
            "all": every or None, "force": force or None, "workers": workers,
        }  # fmt: skip
        _refuse(name for name, value in others.items() if value is not None and name not in allowed)
        play_from(position, game, players, rounds or SAMPLES, 1 if seed is None else seed, engine, as_json=as_json)
        return
    if resume is not None and checkpoint is not None:
        raise fail("--resume goes on with the file that it names; leave --checkpoint out")
    found = None if resume is None else _found(resume)
    if game is not None:
        task = _task(
            _experiment(game, players, seats, _rules(game, rules, rule), start, seed, whole=matches is not None),
            _units(rounds, matches, until), until, output, records, force=force,
        )  # fmt: skip
        if found is not None:
            _check_same(found.task, task, str(resume))
    elif found is None:
        raise fail("no game given; expected shiji, shishibo or masho (or --resume FILE)")
    else:
        said = [name for name, value in given.items() if value is not None]
        if said:
            raise fail(f"--resume goes on with what its file says; leave --{said[0]} out, or name the game as well")
        task = found.task
        own = [name for each in task.experiment.variants for name in each.players if is_own(name)]
        if own:  # code is only run that the command names
            raise fail(f"{own[0]} is a player of your own; name the game and --players again to go on with --resume")
    place = _place(task, resume or checkpoint)
    _check_measures(task, measure)
    target = None if task.until is None else target_of(task.until, task.experiment)
    look = Look(measure or [], every, as_json)
    carry_out(task, place, found, look, Means(engine, workers, cluster), target, eager=checkpoint is not None)


def _refuse(names: Iterable[str]) -> None:
    for name in names:
        raise fail(f"--from plays one recorded position; leave --{name} out")


def _rules(game: str, rule_set: str | None, rules: list[str] | None) -> dict[str, object]:
    return read_rules(game_named(game), rule_set, rules)


def _experiment(
    game: str,
    players: str | None,
    seats: int | None,
    rules: dict[str, object],
    start: str | None,
    seed: int | None,
    *,
    whole: bool,
) -> "Experiment":
    from toolkit.simulate.experiment import experiment

    if start not in (None, "rotate", "p1"):
        raise fail(f"--start {start!r}: expected rotate or p1")
    kinds = players_named(game_named(game), players, seats)
    try:
        return experiment(game, [(rules, kinds)], 1 if seed is None else seed, whole=whole, rotate=start != "p1")
    except ValueError as error:
        raise fail(str(error)) from None


def _units(rounds: int | None, matches: int | None, until: str | None) -> int:
    """How many units to play at most."""
    from toolkit.simulate.experiment import MOST_UNITS

    if rounds is not None and matches is not None:
        raise fail("--rounds and --matches: a run plays single rounds or whole matches; give one of them")
    units = matches or rounds or (ROUNDS if until is None else MOST_ROUNDS)
    if units > MOST_UNITS:
        raise fail(f"{units:,} units; one seed has {MOST_UNITS:,}")
    return units


def _task(
    experiment: "Experiment", units: int, until: str | None, output: str | None, records: str | None, *, force: bool
) -> "Task":
    from toolkit.simulate.checkpoint import Task
    from toolkit.simulate.outputs import PARQUET, RECORD_SUFFIXES

    if until is not None:
        target_of(until, experiment)
    if output is not None and output.lower().endswith((*RECORD_SUFFIXES, ".csv", ".json")):
        raise fail(f"-o {output!r}: expected a name that ends in {PARQUET}, or a folder; records go to --records")
    if records is not None and not records.lower().endswith(RECORD_SUFFIXES):
        raise fail(f"--records {records!r}: expected a name that ends in {', '.join(RECORD_SUFFIXES)}")
    is_file = output is not None and output.lower().endswith(PARQUET)
    return Task(
        experiment, units, until, _absolute(output, is_file=is_file), _absolute(records, is_file=True), force
    )  # fmt: skip


def _absolute(path: str | None, *, is_file: bool) -> str | None:
    """A name that holds in any folder; a link to a file or device keeps its own, which says what is to be written."""
    if path is None:
        return None
    if not path:
        raise fail("the name of the output is empty (a variable that is not set?)")
    try:
        path.encode()
    except UnicodeEncodeError:  # bytes of another encoding, which a checkpoint cannot note
        raise fail(f"output {path!r}: expected a name in UTF-8") from None
    return os.path.abspath(path) if is_file else os.path.realpath(path)  # noqa: PTH100 - a link is not followed


def target_of(until: str, experiment: "Experiment") -> tuple[str, float]:
    """The measure and the half-width of MEASURE:HALF; wrong usage for anything else."""
    name, sign, text = until.rpartition(":")
    half = half_width(text)
    if not sign or half is None:
        raise fail(f"--until {until!r}: expected MEASURE:HALF, like points:0.01")
    measure = SHORT.get(name, name)
    known = list(dict.fromkeys(each.measure for each in experiment.quantities[0].all))
    if measure not in known:
        raise fail(f"--until: unknown measure {name!r}; expected {', '.join([*SHORT, *known])}")
    return measure, half


def _found(path: str) -> "Checkpoint":
    from toolkit.simulate.checkpoint import CheckpointError, read_checkpoint

    try:
        return read_checkpoint(Path(path))
    except CheckpointError as error:
        raise fail(f"--resume: {error}") from None


def _check_same(found: "Task", wanted: "Task", path: str) -> None:
    from toolkit.simulate.checkpoint import difference

    other = difference(found, wanted)
    if other is not None:
        raise fail(f"--resume: {path} is the checkpoint of another run: {other}")


def _place(task: "Task", path: str | None) -> Path:
    """Where the checkpoint is: as said, beside the output, or in the current folder."""
    if path is not None:
        return Path(os.path.realpath(path))
    beside = task.output or task.records
    if beside is not None:
        return Path(os.path.realpath(f"{beside}.checkpoint"))
    name = hashlib.sha256(task.experiment.encoded()).hexdigest()[:8]
    try:
        folder = Path.cwd()
    except FileNotFoundError:  # it was removed; a run that does not get long needs none
        folder = Path()
    return folder / f"fuda-{task.experiment.game}-{name}.checkpoint"


def _check_measures(task: "Task", measures: list[str] | None) -> None:
    known = {each.measure for each in task.experiment.quantities[0].all}
    for name in measures or []:
        if name not in known:
            raise fail(f"unknown measure {name!r}; a simulation has {', '.join(sorted(known))}")
