"""The commands of ``fuda``, together; importing this module imports no command's own dependencies."""

from typing import Annotated

import typer

from toolkit import __version__
from toolkit.cli import (
    arena,
    chart,
    compare,
    convert,
    plan,
    replay,
    report,
    rescore,
    rules,
    sample,
    score,
    simulate,
    solve,
    stats,
    sweep,
    validate,
)

app = typer.Typer(
    name="fuda",
    help="Replay, statistics and charts for records of 四時の札遊び (shiji), 猪牡忠臣 (shishibo) and 馬将 (masho).",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help starts twice as fast, and reads well in narrow terminals and in pipes
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(short_help="Say of every record whether it is right.")(validate.validate)
app.command(short_help="Walk through a record, looking at the table.")(replay.replay)
app.command(short_help="Estimates with intervals.")(stats.stats)
app.command(short_help="A chart with intervals, as PNG or SVG.")(chart.chart)
app.command(short_help="One HTML page with everything.")(report.report)
app.command(short_help="The options of a game, the text of a rule.")(rules.rules)
app.command(short_help="Recorded games judged again under other rules.")(rescore.rescore)
app.command(short_help="Records to tables and back, or rewritten.")(convert.convert)
app.command(short_help="Matches played by automatic players.")(sample.sample)
app.command(short_help="Many rounds or matches, and their estimates.")(simulate.simulate)
app.command(short_help="Players against each other in every seating.")(arena.arena)
app.command(short_help="What a rule changes, on the same deals.")(compare.compare)
app.command(short_help="Figures over a grid of rules.")(sweep.sweep)
app.command(short_help="How many rounds a question needs.")(plan.plan)
app.add_typer(score.app, name="score", short_help="What a hand or a pile of cards is worth.")
app.command(short_help="Lays that win by force in a 詰み札.")(solve.solve)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fuda {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Options of all commands."""
