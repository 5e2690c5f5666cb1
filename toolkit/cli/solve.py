"""``fuda solve``: positions with open hands (詰み札)."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli.common import Json, complain, console, fail, game_named, shows_progress
from toolkit.records.faults import shown

if TYPE_CHECKING:
    from toolkit.games.shiji.position import Position
    from toolkit.games.shiji.solver import Solution, Win

SOLVABLE = "shiji"


def solve(
    game: Annotated[str, typer.Argument(help="The game; only shiji has open positions to solve.")],
    file: Annotated[Path, typer.Argument(help="A position as TOML or JSON.")],
    max_nodes: Annotated[
        int, typer.Option("--max-nodes", min=1, help="Positions to look at before giving up.")
    ] = 1_000_000,
    as_json: Json = False,
) -> None:
    """Find every lay that wins by force in a position with open hands (詰み札)."""
    if game_named(game).name != SOLVABLE:
        raise fail(f"{game} has no positions to solve; only {SOLVABLE} has")
    from toolkit.games.shiji.position import PositionError, load_position
    from toolkit.games.shiji.solver import solve as search

    try:
        position = load_position(file)
        with _progress(max_nodes) as tell:
            solution = search(position, max_nodes=max_nodes, tell=tell)
    except PositionError as error:
        raise fail(f"{file}: {error.message}", 1) from None
    except OSError as error:
        raise fail(f"{file}: {error.strerror or error}", 1) from None
    if as_json:
        print(json.dumps(_as_object(position, solution), ensure_ascii=False))
    else:
        _show(position, solution, max_nodes)


@contextmanager
def _progress(max_nodes: int) -> Iterator[Callable[[int], None]]:
    """A line on stderr that counts positions, if that is a terminal."""
    if not shows_progress():
        from toolkit.games.shiji.solver import say_nothing

        yield say_nothing
        return

    def tell(nodes: int) -> None:
        print(f"\r{nodes:,} of at most {max_nodes:,} positions", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _as_object(position: "Position", solution: "Solution") -> dict[str, object]:
    return {
        "title": position.title,
        "turn": f"p{position.turn}",
        "decided": solution.decided,
        "over": solution.over,
        "wins": [{"turn": list(win.turn), "lays": win.lays, "line": list(win.line)} for win in solution.wins],
        "refuted": solution.refuted,
        "undecided": [list(turn) for turn in solution.undecided],
        "nodes": solution.nodes,
    }


def _show(position: "Position", solution: "Solution", max_nodes: int) -> None:
    from toolkit.games.shiji.board import board

    out = console()
    out.print(board(position.state(), position.options, ("p1", "p2")))
    mover = f"p{position.turn}"
    if position.title:
        out.print(shown(position.title, None))
    if solution.over is not None:
        out.print(f"the game is over before {mover} can lay: {solution.over}")
        return
    if solution.wins:
        out.print(f"{mover} wins by force with")
    elif solution.decided:
        out.print(f"{mover} has no lay that wins by force ({solution.refuted} looked at)")
    for win in solution.wins:
        out.print(f"  {_lays_of(win)}", soft_wrap=True)
    if not solution.decided:
        complain(
            f"not decided within {max_nodes:,} positions: {len(solution.undecided)} of the first lays are open; "
            "try a larger --max-nodes"
        )


def _lays_of(win: "Win") -> str:
    """``place 34 · 3 lays: p1 place 34, p2 …``."""
    turn = ", ".join(token.split(" ", 1)[1] for token in win.turn)
    if win.lays is None:
        return f"{turn} · shortest line not found within the limit"
    return f"{turn} · {win.lays} {'lay' if win.lays == 1 else 'lays'}: {', '.join(win.line)}"
