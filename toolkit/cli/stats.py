"""``fuda stats``: estimates with intervals over all good records."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli.common import (
    Engine,
    Force,
    Json,
    OptionalPaths,
    Where,
    check_where,
    chosen_chunks,
    complain,
    console,
    counted,
    fail,
    lacking,
    report_faults,
)

if TYPE_CHECKING:
    import polars as pl

    from toolkit.replay.loading import Loaded
    from toolkit.stats.accumulate import Figures

#: What is shown when no measure is named.
USUAL = ("points-by-seat", "wins-by-seat", "opener-wins", "reasons", "length", "stakes", "yaku")
#: Measures that are cut after so many rows of a section unless they are asked for.
CUT = {"yaku": 12}


def stats(
    paths: OptionalPaths = None,
    measure: Annotated[
        list[str] | None, typer.Option("-m", "--measure", help="A measure of --list; may be repeated.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All measures.")] = False,
    list_measures: Annotated[bool, typer.Option("--list", help="List the measures and where they come from.")] = False,
    as_json: Json = False,
    output: Annotated[
        str | None, typer.Option("-o", "--output", help="Write the estimates to a .csv or .parquet file.")
    ] = None,
    where: Where = None,
    force: Force = False,
    engine: Engine = "auto",
) -> None:
    """Statistics of records: every estimate with its 95 % interval and its n."""
    from toolkit.stats import StatsError, needs

    if list_measures:
        _list()
        return
    if not paths:
        raise fail("no records given; expected files, folders or - (or --list)")
    names = _possible(paths) if every else list(measure or USUAL)
    try:
        needed = needs(names)
    except StatsError as error:
        raise fail(str(error)) from None
    check_where(where)
    if output is not None:
        _check_output(output, force)
    loaded, figures = _figures(paths, engine, names, needed, where)
    estimates = {game: figures.estimates(game) for game in figures.games}
    if output is not None and estimates:
        _write(estimates, output, force)
    elif as_json:
        _print_json(estimates)
    else:
        _print(estimates, figures, {} if every or measure else CUT)
    report_faults(loaded)
    if loaded.bad:
        raise typer.Exit(1)
    if not loaded.records:
        raise fail("there are no records in the input", 1)


def _figures(
    paths: list[str], engine: str, names: list[str], needed: Collection[str], where: str | None
) -> "tuple[Loaded, Figures]":
    """The measures of the records, taken in chunk by chunk, so that memory does not grow with the log."""
    from toolkit.stats.accumulate import Figures

    figures = Figures(names)
    loaded, found = chosen_chunks(paths, engine, needed, where)
    for tables in found:
        figures.add(tables)
    return loaded, figures


def _possible(paths: list[str]) -> list[str]:
    """All measures but those that need what the flat files of runs do not have; says which these are."""
    from toolkit.stats import MEASURES

    missing = lacking(paths)
    left_out = [name for name, each in MEASURES.items() if each.needs & missing]
    if left_out:
        complain(f"left out, because .parquet files have no decisions and deals: {', '.join(left_out)}")
    return [name for name in MEASURES if name not in left_out]


def _list() -> None:
    from rich.table import Table
    from rich.text import Text

    from toolkit.stats import MEASURES, REFERENCES

    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading, width in (("measure", None), ("what it is", None), ("source", 20)):
        table.add_column(heading, overflow="fold", no_wrap=heading == "measure", width=width)
    for name, each in MEASURES.items():
        table.add_row(name, Text(each.description), Text(each.source, style="dim"))
    out = console()
    out.print(table)
    out.print()
    for reference in REFERENCES.values():
        out.print(Text(reference, style="dim"))


def _print(estimates: "dict[str, pl.DataFrame]", figures: "Figures", most: Mapping[str, int]) -> None:
    from toolkit import games
    from toolkit.stats.format import tables
    from toolkit.stats.layout import Heading

    out = console()
    for game, frame in estimates.items():
        matches, rounds = figures.sizes[game]
        sizes = f"{counted(matches, 'match')}, {counted(rounds, 'round')}"
        title = f"{games.get(game).title} ({game}): {sizes}"
        out.print(Heading(title))
        for table in tables(frame, most, game):
            out.print(table)
            out.print()


def _print_json(estimates: "dict[str, pl.DataFrame]") -> None:
    import msgspec

    for game, frame in estimates.items():
        for row in frame.iter_rows(named=True):
            print(msgspec.json.encode({"game": game, **row}).decode())


def _check_output(output: str, force: bool) -> None:
    from toolkit.records.output import check_output

    if not output.lower().endswith((".csv", ".parquet")):
        raise fail(f"-o {output!r}: expected a name that ends in .csv or .parquet")
    check_output(output, force=force)


def _write(estimates: "dict[str, pl.DataFrame]", output: str, force: bool) -> None:
    import polars as pl

    from toolkit.replay.store import write_frame

    parts = [frame.insert_column(0, pl.lit(game).alias("game")) for game, frame in estimates.items()]
    whole = pl.concat(parts)
    write_frame(whole, output, force=force)
    complain(f"{counted(len(whole), 'estimate')} written to {output}")
