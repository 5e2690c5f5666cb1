"""``fuda simulate --from``: a recorded position played on many times."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from toolkit.cli.common import (
    announce,
    console,
    counted,
    fail,
    mode_named,
    shows_progress,
)

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from toolkit.simulate.continuing import Position

#: Decisions played interpreted before compiling is worth its time, in samples of a usual round.
SAMPLES_WORTH = 3_000


def play_from(
    text: str, game: str | None, players: str | None, samples: int, seed: int, engine: str, *, as_json: bool
) -> None:
    """Play on from ``FILE:ID:ROUND:MOVE`` and print the points of the round by seat."""
    from toolkit.simulate.continuing import PositionError, play_on, position_named
    from toolkit.simulate.players import PlayerError, built_in_kind
    from toolkit.simulate.playing import EndlessRoundError

    try:
        position = position_named(text)
    except PositionError as error:
        raise fail(f"--from {error}") from None
    if game is not None and game != position.game.name:
        raise fail(f"--from: record {position.record.id!r} is of {position.game.name}, not of {game}")
    size = len(position.record.players)
    kinds = ("random" if players is None else players).split(",")
    kinds = kinds * size if len(kinds) == 1 else kinds
    if len(kinds) != size:
        raise fail(f"--players names {len(kinds)} players; record {position.record.id!r} has {size}")
    try:
        numbers = [built_in_kind(kind) for kind in kinds]
    except PlayerError as error:
        raise fail(str(error)) from None
    compiled = _is_compiled(engine, position, numbers, samples)
    try:
        with _progress(samples) as tell:
            points = play_on(position, numbers, samples, seed, compiled=compiled, on_progress=tell)
    except EndlessRoundError as error:
        raise fail(str(error), 1) from None
    frame = _estimates(points)
    if as_json:
        _print_json(position, kinds, seed, samples, frame)
    else:
        _print(position, kinds, seed, samples, frame)


def _is_compiled(engine: str, position: "Position", kinds: Sequence[int], samples: int) -> bool:
    from toolkit.engine.contract import MONTE_CARLO
    from toolkit.replay.stream import Mode

    mode = mode_named(engine)
    compiled = mode is Mode.COMPILED or (
        mode is Mode.AUTO and (samples > SAMPLES_WORTH or any(kind > MONTE_CARLO for kind in kinds))
    )
    if compiled:
        announce(position.game)
    return compiled


def _estimates(points: "NDArray[np.int64]") -> "pl.DataFrame":
    """Mean points and the share of positive ones by seat, with intervals."""
    from toolkit.stats import intervals
    from toolkit.stats.estimates import Estimate, frame

    samples, size = points.shape
    made = []
    for measure, unit, values, interval_of in (
        ("points-by-seat", "points per round", points, intervals.mean),
        ("wins-by-seat", "share of rounds", points > 0, intervals.share),
    ):
        for seat in range(size):
            of_seat: Any = values[:, seat]
            found = interval_of(of_seat.astype(float), _ones(samples))
            made.append(
                Estimate(
                    measure, f"{size} players", f"seat {seat + 1}", samples, samples, *found[:3], unit, found.method
                )
            )
    return frame(made)


def _ones(count: int) -> Any:
    import numpy as np

    return np.ones(count)


@contextmanager
def _progress(samples: int) -> Iterator[Callable[[int], None]]:
    if not shows_progress():
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(file=sys.stderr), transient=True) as bar:
        shown = bar.add_task("playing", total=samples)
        yield lambda done: bar.update(shown, completed=done)


def _print(position: "Position", kinds: Sequence[str], seed: int, samples: int, frame: "pl.DataFrame") -> None:
    from rich.text import Text

    from toolkit.engine.chance import ALGORITHM
    from toolkit.records.faults import shown
    from toolkit.stats.format import tables
    from toolkit.stats.layout import Heading

    out = console()
    record = position.record
    where = f"{shown(record.id, None)}, round {position.round}, before move {position.move}"
    out.print(Heading(f"{position.game.title}: {where}"))
    for table in tables(frame):
        out.print(table)
        out.print()
    seen = f"what p{position.seat + 1} does not see is drawn anew each time"
    names = ", ".join(f"p{seat} {kind}" for seat, kind in enumerate(kinds, 1))
    lines = [f"{counted(samples, 'round')} played on by {names}; {seen}", f"seed {seed}, {ALGORITHM}"]
    out.print(Text("\n".join(lines), style="dim"))


def _print_json(position: "Position", kinds: Sequence[str], seed: int, samples: int, frame: "pl.DataFrame") -> None:
    import msgspec

    from toolkit.engine.chance import ALGORITHM

    told = {
        "game": position.game.name,
        "id": position.record.id,
        "round": position.round,
        "move": position.move,
        "seat": position.seat + 1,
        "players": list(kinds),
        "seed": seed,
        "chance": ALGORITHM,
        "samples": samples,
    }
    print(msgspec.json.encode({"from": told}).decode())
    for row in frame.iter_rows(named=True):
        print(msgspec.json.encode({"game": position.game.name, **row}).decode())
