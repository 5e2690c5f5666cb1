"""``fuda plan``: how many rounds a question needs."""

from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli import studying
from toolkit.cli.common import Engine, Json, announce, console, fail, game_named, mode_named
from toolkit.cli.studying import Alpha, EveryRule, GameName, Seats, Seed, Start, Workers

if TYPE_CHECKING:
    from toolkit.simulate.experiment import Experiment
    from toolkit.studies.planning import Need, Pilot

#: Units of a pilot run when nothing is said.
PILOT = 1_000
#: Widths and differences: beyond, numbers of rounds have no meaning.
LEAST, MOST = 1e-9, 1e9


def plan(
    game: GameName,
    rules: Annotated[
        list[str] | None,
        typer.Option("--rules", help="Rules as for compare; a second one asks about the difference of the two."),
    ] = None,
    rule: EveryRule = None,
    players: Annotated[
        str | None, typer.Option("--players", help="A player a seat, like greedy,random,random, or one kind for all.")
    ] = None,
    seats: Seats = None,
    measure: Annotated[str, typer.Option("-m", "--measure", help="The measure that is asked for.")] = "points-by-seat",
    width: Annotated[
        float | None,
        typer.Option("--width", help="Wanted: an interval of ± this (shares: 0.01 is a point of percent)."),
    ] = None,
    detect: Annotated[
        float | None, typer.Option("--detect", help="Wanted: to find a difference of this size between two rules.")
    ] = None,
    power: Annotated[float, typer.Option("--power", min=0.5, max=0.9999, help="How surely to find it.")] = 0.8,
    alpha: Alpha = 0.05,
    pilot: Annotated[int, typer.Option("--pilot", min=100, help="Units of the pilot run.")] = PILOT,
    whole: Annotated[bool, typer.Option("--matches", help="Plan whole matches instead of rounds.")] = False,
    start: Start = "rotate",
    seed: Seed = 1,
    as_json: Json = False,
    workers: Workers = None,
    engine: Engine = "auto",
) -> None:
    """Say how many rounds an interval of a wanted width needs, or finding a difference, and how long they take."""
    from toolkit.studies.planning import Goal, needs

    chosen = game_named(game)
    names = rules or [studying.DEFAULT]
    if len(names) > 2:
        raise fail("a plan is for one rule, or for the difference of two; give --rules once or twice")
    if (width is None) == (detect is None):
        raise fail("expected --width W (an interval of ± W) or --detect D (a difference of D), one of them")
    if not LEAST <= (width or detect or 0) <= MOST:
        raise fail(f"--width and --detect: expected a number above 0, from {LEAST:g} to {MOST:g}")
    if detect is not None and len(names) < 2:
        raise fail("--detect asks about the difference of two rules; expected --rules A --rules B")
    (kinds,) = studying.kinds_named(chosen, [players or "random"], seats)
    units = studying.units_named(None if whole else pilot, pilot if whole else None, seed, start, PILOT)
    experiment = studying.experiment_of(
        game, [studying.rules_named(chosen, each, rule) for each in names], kinds, units
    )
    (name,) = studying.measures_named(experiment, [measure], every=False)
    played = _pilot(experiment, pilot, engine, workers)
    found = needs(played, name, Goal(width, detect, power, alpha))
    if not found:
        raise fail(f"{name} has no figure in the pilot run; try a larger --pilot", 1)
    if as_json:
        _print_json(found, game)
    else:
        goal = f"± {width:g}" if width is not None else f"a difference of {detect:g}, power {power:g}"
        _print(chosen.title, played, found, goal, names)


def _pilot(experiment: "Experiment", units: int, engine: str, workers: int | None) -> "Pilot":
    from toolkit.replay.stream import Mode
    from toolkit.simulate.running import Run, is_worth_compiling, play_chunk, processors
    from toolkit.studies.planning import pilot

    mode = mode_named(engine)
    compiled = is_worth_compiling(experiment, units) if mode is Mode.AUTO else mode is Mode.COMPILED
    if compiled:
        announce(experiment.rules_of_game)
        play_chunk(experiment.encoded(), True, 0, 1)
    many = workers or (processors() if compiled else 1)
    with Run(experiment, workers=many, compiled=compiled) as run:
        return pilot(experiment, run, units)


def _print_json(found: "list[Need]", game: str) -> None:
    import msgspec

    for each in found:
        print(msgspec.json.encode({"game": game, **each._asdict()}).decode())


def _print(title: str, played: "Pilot", found: "list[Need]", goal: str, names: list[str]) -> None:
    from rich.text import Text

    from toolkit.records.faults import shown, shown_name
    from toolkit.stats.layout import Grid, Heading

    thing = "matches" if played.experiment.whole else "rounds"
    out = console()
    out.print(Heading(f"{title}: {thing} that are needed for {goal}"))
    out.print(Text(shown(" against ".join(reversed(names)), None) + f"; {found[0].measure}, {found[0].unit}"))
    table = Grid()
    table.add_column("", overflow="fold")
    for heading in ("pilot", thing, "95 % interval", "time"):
        table.add_column(heading, justify="right", no_wrap=True)
    alone = len(played.experiment.variants) == 1
    nothing = "always the same in the pilot" if alone else "no pair differed in the pilot"
    for each in found:
        if each.units is None:
            table.add_row(shown_name(each.group), f"{each.estimate:.4g}", "–", nothing, "–")
            continue
        ends = f"{each.low:,} to {each.high:,}" if each.low is not None and each.high is not None else "–"
        table.add_row(
            shown_name(each.group), f"{each.estimate:.4g}", f"{each.units:,}", ends, _time(each.seconds or 0.0)
        )
    out.print(table)
    out.print(Text("interval: jackknife of the pilot's variance", style="dim"))
    known = [each.units for each in found if each.units is not None]
    if known:
        which = "for all of them" if len(known) == len(found) else f"for the {len(known)} that can be told"
        out.print(Text(f"{which}: {max(known):,} {thing}"))
    out.print(
        Text(
            f"pilot: {played.sums.units:,} {thing}, seed {played.experiment.seed}, {played.rate:,.0f} a second; use "
            "another seed for the study",
            style="dim",
        )
    )


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{max(seconds, 1):.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
