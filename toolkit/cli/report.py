"""``fuda report``: one HTML page about everything in the records."""

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli.common import (
    AnyPaths,
    Engine,
    Force,
    Where,
    check_where,
    chosen_chunks,
    complain,
    counted,
    fail,
    game_named,
    lacking,
    report_faults,
)

if TYPE_CHECKING:
    from toolkit.replay.loading import Loaded
    from toolkit.report import Gathered

TITLE = "Match report"


def report(
    paths: AnyPaths,
    output: Annotated[str, typer.Option("-o", "--output", help="The page, .html.")],
    title: Annotated[str, typer.Option("--title", help="The title of the page.")] = TITLE,
    game: Annotated[str | None, typer.Option("--game", help="Only this game.")] = None,
    where: Where = None,
    force: Force = False,
    engine: Engine = "auto",
) -> None:
    """Write one HTML page with overview, charts, estimates and faulty records, that needs no network."""
    from toolkit.records.output import atomic_path, check_output
    from toolkit.report import Run, html

    if not output.lower().endswith((".html", ".htm")):
        raise fail(f"-o {output!r}: expected a name that ends in .html")
    if game is not None:
        game_named(game)
    check_where(where, game)
    check_output(output, force=force)
    gathered, loaded = _gather(paths, engine, game, where)
    run = Run(
        title,
        _command(paths, output, title, game, where, engine),
        loaded.records,
        loaded.bad,
        loaded.faults,
        loaded.kinds,
        loaded.bad_files,
        where or "",
        game or "",
    )
    page = html(gathered, run)
    with atomic_path(output, force=force) as path:
        path.write_text(page, encoding="utf-8")
    complain(f"report of {counted(loaded.records - loaded.bad, 'good record')} written to {output}")
    del loaded.faults[FAULTS_SAID:]
    report_faults(loaded)
    if loaded.bad:
        raise typer.Exit(1)


#: Faults that are also said on stderr.
FAULTS_SAID = 5


def _gather(paths: list[str], engine: str, game: str | None, where: str | None) -> "tuple[Gathered, Loaded]":
    """Everything of the input that the report needs; ends the command where there is nothing to report."""
    from toolkit.report import Gathered
    from toolkit.report.content import REPORTED
    from toolkit.report.page import FAULTS_LISTED
    from toolkit.stats import MEASURES

    missing = lacking(paths)
    gathered = Gathered([name for name in REPORTED if not MEASURES[name].needs & missing])
    loaded, found = chosen_chunks(paths, engine, gathered.figures.needs, where, game, FAULTS_LISTED)
    for tables in found:
        gathered.add(tables)
    if not loaded.records:
        raise fail("there are no records in the input", 1)
    return gathered, loaded


def _command(paths: list[str], output: str, title: str, game: str | None, where: str | None, engine: str) -> str:
    """The command that makes the page again."""
    words = ["fuda", "report", *paths, "-o", output]
    options = {"--title": title if title != TITLE else None, "--game": game, "--where": where}
    for name, value in {**options, "--engine": engine if engine != "auto" else None}.items():
        words += [] if value is None else [name, value]
    return shlex.join(words)
