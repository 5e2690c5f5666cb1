"""``fuda chart``: one chart over all good records of a game."""

from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli.common import (
    Engine,
    Force,
    OptionalPaths,
    Where,
    check_where,
    chosen_chunks,
    complain,
    console,
    fail,
    game_named,
    report_faults,
)

if TYPE_CHECKING:
    from toolkit.replay.loading import Loaded


def chart(
    paths: OptionalPaths = None,
    kind: Annotated[str, typer.Option("-k", "--kind", help="A kind of --list.")] = "points",
    output: Annotated[str | None, typer.Option("-o", "--output", help="The picture, .png or .svg.")] = None,
    game: Annotated[
        str | None, typer.Option("--game", help="The game to draw, where the records are of several.")
    ] = None,
    list_kinds: Annotated[bool, typer.Option("--list", help="List the kinds of charts.")] = False,
    where: Where = None,
    force: Force = False,
    engine: Engine = "auto",
) -> None:
    """Draw a chart with intervals, and write it as PNG or SVG."""
    from toolkit.charts import ChartError, Drawing, file_format, save
    from toolkit.records.output import check_output

    if list_kinds:
        _list()
        return
    if not paths or output is None:
        raise fail("expected records and -o FILE.png or FILE.svg (or --list)")
    if game is not None:
        game_named(game)
    check_where(where, game)
    try:
        drawing = Drawing(kind)
        file_format(output)
        check_output(output, force=force)
        loaded, found = chosen_chunks(paths, engine, drawing.needs, where, game)
        for tables in found:
            drawing.add(tables)
        save(drawing.figure(_game(loaded, drawing.games, game)), output, force=force)
    except ChartError as error:
        raise fail(str(error)) from None
    complain(f"chart {kind!r} written to {output}")
    report_faults(loaded)
    if loaded.bad:
        raise typer.Exit(1)


def _game(loaded: "Loaded", found: list[str], game: str | None) -> str:
    """The wanted game, or the only one."""
    if game is None and len(found) == 1:
        return found[0]
    if not found or (game is not None and game not in found):
        report_faults(loaded)
        raise fail(f"there are no good records{f' of {game}' if game else ''} in the input", 1)
    if game is None:
        raise fail(f"the records are of several games; choose one with --game: {', '.join(found)}")
    return game


def _list() -> None:
    from rich.table import Table

    from toolkit.charts import KINDS

    table = Table(title="Kinds of charts", title_justify="left")
    table.add_column("kind", no_wrap=True)
    table.add_column("what it shows", overflow="fold")
    for name, each in KINDS.items():
        table.add_row(name, f"{each.title}: {each.description}")
    console().print(table)
