"""The command ``fuda``."""

import os
import sys
from typing import Annotated

import typer

from toolkit import __version__
from toolkit.cli import chart, convert, replay, rules, sample, stats, validate

FAULTS_FOUND = 1
WRONG_USAGE = 2

app = typer.Typer(
    name="fuda",
    help="Replay, statistics and charts for records of 四時の札遊び (shiji), 猪牡忠臣 (shishibo) and 馬将 (masho).",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(validate.validate)
app.command()(replay.replay)
app.command()(stats.stats)
app.command()(chart.chart)
app.command()(rules.rules)
app.command()(convert.convert)
app.command()(sample.sample)


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


def main() -> None:
    """Run the command line; exit codes: 0 fine, 1 faults in the input, 2 wrong usage, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        # Japanese must come out whatever the locale says; a file name that is no UTF-8 must not stop a command.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        from toolkit.cli.common import complain

        complain(str(error))
        sys.exit(WRONG_USAGE)


if __name__ == "__main__":
    main()
