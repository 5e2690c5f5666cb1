"""``fuda sample``: records played by automatic players."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli.common import (
    Engine,
    Force,
    Rule,
    Rules,
    announce,
    complain,
    counted,
    fail,
    game_named,
    mode_named,
    read_rules,
    shows_progress,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolkit.records.model import Record


def sample(
    game: Annotated[str, typer.Argument(help="shiji, shishibo or masho.")],
    count: Annotated[int, typer.Option("-n", "--count", min=1, help="Number of matches.")] = 10,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed gives the same records.")
    ] = 1,
    players: Annotated[
        str | None,
        typer.Option(
            "--players", help="A player a seat, like greedy,random,mc:64: random, greedy or mc:N; default all random."
        ),
    ] = None,
    seats: Annotated[int | None, typer.Option("--seats", min=1, help="Number of players, all of one kind.")] = None,
    rule: Rule = None,
    rules: Rules = None,
    output: Annotated[str, typer.Option("-o", "--output", help="Record file, or - for stdout.")] = "-",
    force: Force = False,
    engine: Engine = "auto",
) -> None:
    """Write complete, legal matches played by automatic players."""
    from toolkit.records.writing import RecordWriter
    from toolkit.simulate import PlayerError, Sampler, player_kind

    chosen = game_named(game)
    kinds = ("random" if players is None else players).split(",")
    try:
        for kind in kinds:
            player_kind(kind)
    except PlayerError as error:
        raise fail(str(error)) from None
    if seats is not None and seats not in chosen.seats:
        raise fail(f"--seats {seats}: {chosen.title} is for {chosen.players_wanted} players")
    if len(kinds) == 1:
        kinds = kinds * (seats or chosen.seats[0])
    elif seats is not None and seats != len(kinds):
        raise fail(f"--players names {len(kinds)} players, --seats says {seats}")
    try:
        sampler = Sampler(
            game, kinds, seed, rules=read_rules(chosen, rules, rule), mode=mode_named(engine), announce=announce
        )
    except ValueError as error:
        raise fail(str(error)) from None
    with RecordWriter(output, force=force) as writer:
        for record in _watched(sampler.records(count), count):
            writer.write(record)
    if output != "-":
        complain(f"{counted(count, 'match')} of {chosen.title} written to {output}")


def _watched(records: "Iterator[Record]", count: int) -> "Iterable[Record]":
    """The records, with a progress bar on stderr if that is a terminal."""
    if not shows_progress():
        return records
    from rich.console import Console
    from rich.progress import track

    return track(records, "playing", total=count, console=Console(file=sys.stderr), transient=True)
