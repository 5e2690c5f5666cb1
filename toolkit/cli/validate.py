"""``fuda validate``: is this log right?"""

import sys
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toolkit.cli.common import Engine, Json, Paths, complain, console, counted, outcomes_of, replayer
from toolkit.records.faults import Fault, Kind, shown

if TYPE_CHECKING:
    from toolkit.replay.stream import Outcome

#: Files that the summary lists; of more, only those with faults.
FILES_LISTED = 20


def validate(
    paths: Paths,
    as_json: Json = False,
    max_faults: Annotated[
        int | None, typer.Option("--max-faults", min=0, help="Print no more faults than this; all are counted.")
    ] = None,
    engine: Engine = "auto",
) -> None:
    """Replay every record and say what is wrong, with line, move and rule. Exit code 1 if anything is.

    Of each faulty record the first fault is printed, in the order of the input: what comes behind it in the
    record is often only its consequence. The summary counts records by file and faults by kind, in the order in
    which a record is judged, with the place of the first of each kind.
    """
    tally = Tally()
    for batch in outcomes_of(paths, replayer(engine)):
        for outcome in batch:
            tally.note(outcome)
            if outcome.fault is not None and max_faults is not None and tally.faults > max_faults:
                continue
            if as_json:
                _print_json(outcome)
            elif outcome.fault is not None:
                print(outcome.fault)
    if max_faults is not None and tally.faults > max_faults:
        complain(f"{counted(tally.faults - max_faults, 'more fault')} not shown (--max-faults {max_faults})")
    if not tally.files:
        complain("there are no records in the input")
    if not as_json:
        _summary(tally)
    sys.stdout.flush()
    if tally.faults:
        raise typer.Exit(1)


class Tally:
    """Counts records and faults; some hundred bytes a file, however many records it has."""

    def __init__(self) -> None:
        #: By file: ``records``, ``faulty``, and good ones by ``game …``.
        self.files: dict[str, Counter[str]] = {}
        self.kinds: Counter[Kind] = Counter()
        #: The first fault of each kind.
        self.first: dict[Kind, Fault] = {}

    @property
    def faults(self) -> int:
        """How many faulty records were seen."""
        return self.kinds.total()

    def note(self, outcome: "Outcome") -> None:
        """Count one record."""
        counts = self.files.setdefault(outcome.entry.file, Counter())
        counts["records"] += 1
        fault = outcome.fault
        if fault is not None:
            counts["faulty"] += 1
            self.kinds[fault.kind] += 1
            self.first.setdefault(fault.kind, fault)
        elif outcome.entry.record is not None:
            counts[f"game {outcome.entry.record.game}"] += 1


def _print_json(outcome: "Outcome") -> None:
    import msgspec

    print(msgspec.json.encode(to_dict(outcome)).decode())


def to_dict(outcome: "Outcome") -> dict[str, Any]:
    """The object that ``--json`` prints for one record."""
    if outcome.fault is not None:
        return outcome.fault.to_dict()
    record = outcome.entry.record
    assert record is not None
    result = outcome.result
    found: dict[str, Any] = {
        "file": outcome.entry.file,
        "line": outcome.entry.line,
        "id": record.id,
        "game": record.game,
        "ok": True,
        "rounds": [
            {"points": points, "reason": reason}
            for points, reason in zip(outcome.round_points, outcome.round_reasons, strict=True)
        ],
        "points": result.points,
        "ranks": result.ranks,
    }
    if result.rank_points is not None:
        found["rank_points"] = result.rank_points
    return found


def _summary(tally: Tally) -> None:
    """A line for each file, or for all where there are many; then a line for each kind of fault."""
    from rich.table import Table
    from rich.text import Text

    files = tally.files
    total: Counter[str] = Counter()
    for counts in files.values():
        total.update(counts)
    good = total["records"] - total["faulty"]
    games = sorted(name for name in total if name.startswith("game "))
    table = Table(
        title=f"{counted(total['records'], 'record')}, {good:,} good, {total['faulty']:,} faulty", title_justify="left"
    )
    table.add_column("file", overflow="fold")
    for name in ("records", *games, "faulty"):
        table.add_column(name.removeprefix("game "), justify="right")
    listed = [name for name in files if len(files) <= FILES_LISTED or files[name]["faulty"]]
    for name in listed[:FILES_LISTED]:
        table.add_row(Text(shown(name, None)), *(str(files[name][key]) for key in ("records", *games, "faulty")))
    if len(listed) > FILES_LISTED:
        table.add_row(f"… {len(listed) - FILES_LISTED:,} more files with faults")
    if len(files) > 1:
        table.add_section()
        table.add_row(f"{len(files):,} files", *(str(total[key]) for key in ("records", *games, "faulty")))
    out = console()
    out.print(table)
    if tally.faults:
        out.print(_by_kind(tally))


def _by_kind(tally: Tally) -> Any:
    """How many faults of each kind there are, and where the first is."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title="Faults by kind", title_justify="left")
    table.add_column("kind", no_wrap=True)
    table.add_column("records", justify="right")
    table.add_column("first", overflow="fold")
    for kind in Kind:
        if tally.kinds[kind]:
            fault = tally.first[kind]
            place = Fault(kind, "", fault.file, fault.line, fault.id).place().removesuffix(":")
            table.add_row(str(kind), str(tally.kinds[kind]), Text(place))
    return table
