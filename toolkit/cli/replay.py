"""``fuda replay``: walk through one record and look at the table."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli.common import complain, console, counted, fail
from toolkit.records.faults import shown

if TYPE_CHECKING:
    from rich.console import Console

    from toolkit.records.faults import Fault
    from toolkit.records.model import Record
    from toolkit.replay.match import Match


def replay(
    path: Annotated[str, typer.Argument(help="Record file, folder, or - for stdin.")],
    id: Annotated[str | None, typer.Option("--id", help="Id of the record; default the first.")] = None,  # noqa: A002
    round: Annotated[int | None, typer.Option("--round", min=1, help="Round to show; default all.")] = None,  # noqa: A002
    move: Annotated[
        int | None, typer.Option("--move", min=0, help="Show only the table after this move (0: the deal).")
    ] = None,
    seat: Annotated[str | None, typer.Option("--as", help="Show only what this seat saw, like p1.")] = None,
    every: Annotated[bool, typer.Option("--every", help="Show the table after every move.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every move (q ends).")] = False,
) -> None:
    """Step through a record: every move, and the table of cards."""
    found = _find(path, id)
    record, fault = found
    viewer = _seat_number(seat, len(record.players))
    rounds = len(record.rounds)
    if round is not None and round > rounds:
        raise fail(f"the record has {rounds} rounds; there is no round {round}")
    only = round if round is not None or move is None else 1
    if move is not None and only is not None and move > len(record.rounds[only - 1].moves):
        raise fail(f"round {only} has {len(record.rounds[only - 1].moves)} moves; there is no move {move}")
    walk = _Walk(record, console(), viewer, every or step, step)
    walk.run(only, move, fault)
    if fault is not None:
        sys.stdout.flush()
        complain(str(fault))
        raise typer.Exit(1)


#: Ids that are listed for one that does not exist.
IDS_SHOWN = 5


def _find(path: str, name: str | None) -> "tuple[Record, Fault | None]":
    """The record of that id (or the first) and what is wrong with it."""
    from toolkit.records.faults import shown
    from toolkit.records.reading import read
    from toolkit.replay.stream import Replayer

    worker = Replayer()
    seen = 0
    ids: list[str] = []
    for entry in read([path]):
        seen += 1
        own = entry.record.id if entry.record is not None else entry.fault.id if entry.fault is not None else None
        if name is not None and own != name:
            if own is not None and len(ids) < IDS_SHOWN:
                ids.append(own)
            continue
        if entry.record is None:
            assert entry.fault is not None
            raise fail(str(entry.fault), 1)
        outcome = next(worker.outcomes([entry]))
        if outcome.fault is not None and not _has_something_to_show(outcome.fault):
            raise fail(str(outcome.fault), 1)
        return entry.record, outcome.fault
    if name is None:
        raise fail(f"{path} holds no record", 1)
    few = ", ".join(shown(each) for each in ids) + (", …" if seen > len(ids) else "")
    raise fail(f"none of the {counted(seen, 'record')} in {path} has the id {name!r}; the ids are {few or 'missing'}")


def _has_something_to_show(fault: "Fault") -> bool:
    """Whether a record with this fault can be replayed up to it: at least one deal is right."""
    if fault.kind == "deal":
        return fault.round is not None and fault.round > 1
    return fault.move is not None or fault.kind == "result"


def _seat_number(seat: str | None, players: int) -> int | None:
    """``p1`` as 1."""
    if seat is None:
        return None
    names = [f"p{number}" for number in range(1, players + 1)]
    if seat not in names:
        raise fail(f"--as {shown(repr(seat))}: expected p1 to p{players}")
    return names.index(seat) + 1


class _Walk:
    """Prints a record move by move."""

    def __init__(self, record: "Record", out: "Console", viewer: int | None, boards: bool, step: bool) -> None:
        self.record = record
        self.out = out
        self.viewer = viewer
        self.boards = boards
        self.step = step

    def run(self, only_round: int | None, only_move: int | None, fault: "Fault | None") -> None:
        """Replay up to the fault, or to the chosen move; print the chosen round or all."""
        from toolkit.replay.match import Match

        match = Match(self.record.game, self.record.players, rules=self.record.rules, id=self.record.id)
        self._title(match)
        for number, each in enumerate(self.record.rounds, 1):
            if match.is_over or (fault is not None and fault.round == number and fault.move is None and number > 1):
                break
            shown = only_round in (None, number)
            match.deal(each.deal)
            moves = each.moves
            if fault is not None and fault.round == number and fault.move is not None:
                moves = moves[: fault.move - 1]
            stop = only_move if shown and only_move is not None else len(moves)
            self._play(match, number, moves[:stop], shown, only_move is not None)
            if (shown and only_round is not None) or (fault is not None and fault.round == number):
                return
            match.finish_round()

    def _title(self, match: "Match") -> None:
        from rich.text import Text

        from toolkit.records.faults import shown

        names = ", ".join(f"p{seat} {name}" for seat, name in enumerate(match.shown_players, 1))
        self.out.print(Text(f"{match.game.title} {shown(self.record.id)}: {names}", style="bold"))

    def _play(self, match: "Match", number: int, moves: list[str], shown: bool, last_only: bool) -> None:
        from rich.text import Text

        if shown:
            self.out.print(Text(f"round {number}", style="bold underline"))
            if not last_only:
                self.out.print(match.board(self.viewer))
        for count, token in enumerate(moves, 1):
            match.push(token, settle=count == len(moves))
            if not shown or last_only:
                continue
            self.out.print(Text(f"{count:4d}  {self._seen(match, token)}"))
            if self.boards:
                self.out.print(match.board(self.viewer))
            if self.step and not self._go_on():
                raise typer.Exit
        if shown and (last_only or not self.boards):
            self.out.print(match.board(self.viewer))

    def _seen(self, match: "Match", token: str) -> str:
        """A token as the viewing seat sees it: cards that others choose or draw in secret are covered."""
        player, verb, *cards = token.split(" ")
        if self.viewer is None or player == f"p{self.viewer}" or verb not in match.game.secret_verbs:
            return token
        return " ".join([player, verb, *("▒" for _ in cards)])

    def _go_on(self) -> bool:
        """Wait for Enter; False for q or the end of input. Goes on at once without a terminal."""
        if not sys.stdin.isatty():
            return True
        try:
            return input().strip().lower() != "q"
        except EOFError:
            return False
