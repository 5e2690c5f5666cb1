"""``fuda compare``: what a rule changes, on the same deals."""

from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli import studying
from toolkit.cli.common import Engine, Force, Json, console, counted, fail, game_named, half_width
from toolkit.cli.studying import (
    Alpha,
    ChartFile,
    Every,
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

    from toolkit.simulate.experiment import Experiment
    from toolkit.simulate.sums import Sums
    from toolkit.studies.comparing import Difference, Played

#: Rounds when nothing is said, and at most with --until.
ROUNDS = 10_000
MOST_ROUNDS = 10_000_000
#: Measures that are cut after so many rows of a section.
CUT = {"yaku": 8, "reasons": 8}


def compare(
    game: GameName,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            help="Rules: default, a named rule set, a TOML file, NAME=VALUE[,NAME=VALUE…]; the first is the baseline.",
        ),
    ] = None,
    rule: EveryRule = None,
    players: Players = None,
    seats: Seats = None,
    rounds: Rounds = None,
    matches: Matches = None,
    start: Start = "rotate",
    seed: Seed = 1,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            help="Look while playing, and stop when the differences of a measure are known to ± this: points:0.01.",
        ),
    ] = None,
    alpha: Alpha = 0.05,
    measure: Measures = None,
    every: Every = False,
    as_json: Json = False,
    output: TableFile = None,
    chart: ChartFile = None,
    force: Force = False,
    workers: Workers = None,
    engine: Engine = "auto",
) -> None:
    """Compare rules on the same deals: which figures differ, by how much, and for which players."""
    from toolkit.studies.comparing import compare as judged
    from toolkit.studies.comparing import frame

    chosen = game_named(game)
    names = list(rules or [])
    if len(names) == 1:
        names.insert(0, studying.DEFAULT)
    if len(names) < 2:
        raise fail("nothing to compare; expected --rules A --rules B, for example --rules default --rules NAME=VALUE")
    units = studying.units_named(rounds, matches, seed, start, ROUNDS if until is None else MOST_ROUNDS)
    variants = [studying.rules_named(chosen, each, rule) for each in names]
    experiments = [
        studying.experiment_of(game, variants, kinds, units) for kinds in studying.kinds_named(chosen, players, seats)
    ]
    measures = studying.measures_named(experiments[0], measure, every=every)
    target = None if until is None else _target(until, measures)
    studying.check_files(output, chart, force=force)
    studies = _play(experiments, names, units, Means(engine, workers), target, alpha)
    differences = judged(studies, measures, alpha)
    if not differences:
        raise fail("the measures have no figure under both rules in these rounds", 1)

    def draw() -> "Figure":
        from toolkit.charts.forest import forest

        return forest(chosen.title, differences, alpha)

    def show() -> None:
        _print(studies, differences, alpha, until, units, cut=not (every or measure))

    wanted = studying.Wanted(output, chart, as_json, force)
    studying.deliver(wanted, frame(differences), draw, show, game=game, seed=seed)


def _target(until: str, measures: list[str]) -> tuple[str, float]:
    """Measure and length of ``--until``."""
    name, _, text = until.partition(":")
    name = studying.SHORT.get(name, name)
    half = half_width(text)
    if half is None:
        raise fail(f"--until {until!r}: expected MEASURE:NUMBER, like points:0.01 (shares: 0.01 is a percentage point)")
    if name not in measures:
        raise fail(f"--until {until!r}: {name} is not compared; the measures are {', '.join(measures)}")
    return name, half


def _play(
    experiments: "list[Experiment]",
    names: list[str],
    units: Units,
    means: Means,
    target: tuple[str, float] | None,
    alpha: float,
) -> "list[Played]":
    """Play every experiment, each until its own intervals are short enough if there is a target."""
    from toolkit.stats.sequential import LEAST, looks
    from toolkit.studies.comparing import Played, pairs

    least = None if target is None else min(LEAST, units.most)

    def is_enough(experiment: "Experiment", sums: "Sums") -> bool:
        assert target is not None
        found = pairs(Played(experiment, tuple(names), sums, least), [target[0]])
        return all(pair.radius(1 - alpha, least) <= target[1] for _, _, pair in found if pair.counts)

    def play(place: int, experiment: "Experiment") -> "Sums":
        return studying.play(
            experiment,
            units.most,
            means,
            looks=() if least is None else looks(least, units.most),
            is_enough=lambda sums: is_enough(experiment, sums),
            on_progress=lambda done: tell(place, done),
        )

    thing = "matches" if units.whole else "rounds"
    with studying.progress(units.most, len(experiments), thing) as tell:
        return [
            Played(experiment, tuple(names), play(place, experiment), least)
            for place, experiment in enumerate(experiments)
        ]


def _print(
    studies: "list[Played]",
    differences: "list[Difference]",
    alpha: float,
    until: str | None,
    units: Units,
    *,
    cut: bool,
) -> None:
    from rich.text import Text

    from toolkit.engine.chance import ALGORITHM
    from toolkit.records.faults import shown
    from toolkit.stats.layout import Heading
    from toolkit.studies import tables
    from toolkit.studies.comparing import dependences

    out = console()
    for study in studies:
        rows = [each for each in differences if each.players == study.players]
        size = counted(study.sums.units, "match" if units.whole else "round")
        title = f"{study.experiment.rules_of_game.title}, {tables.short_players(study.players)} players: {size}"
        out.print(Heading(title))
        for place, name in enumerate(study.names):
            out.print(Text(f"{tables.letter_of(place)}: {shown(name, None)}"))
        out.print()
        for table in tables.tables(rows, CUT if cut else None):
            out.print(table)
            out.print()
        if until is not None and study.sums.units >= units.most:
            out.print(Text(f"--until {until} was not reached"))
        for line in tables.sentences(rows):
            out.print(Text(f"• {line}"))
        out.print()
    if len(studies) > 1:
        found = dependences(differences)
        for line in tables.dependence_sentences(found, [tables.short_players(each.players) for each in studies]):
            out.print(Text(f"• {line}"))
        out.print()
    for line in (*tables.footnote(differences, alpha), f"seed {units.seed}, {ALGORITHM}; the same deals for all rules"):
        out.print(Text(line, style="dim"))
