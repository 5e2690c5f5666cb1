"""``fuda validate``: is this log right?"""

import sys
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toolkit.cli.common import Engine, Json, Paths, complain, console, counted, outcomes_of, replayer
from toolkit.records.faults import shown

if TYPE_CHECKING:
    from toolkit.replay.stream import Outcome


def validate(
    paths: Paths,
    as_json: Json = False,
    max_faults: Annotated[
        int | None, typer.Option("--max-faults", min=1, help="Stop after this many faulty records.")
    ] = None,
    engine: Engine = "auto",
) -> None:
    """Replay every record and say what is wrong, with line, move and rule. Exit code 1 if anything is."""
    files: dict[str, Counter[str]] = {}
    faults = 0
    stopped = False
    for batch in outcomes_of(paths, replayer(engine)):
        for outcome in batch:
            counts = files.setdefault(outcome.entry.file, Counter())
            counts["records"] += 1
            if outcome.fault is None:
                counts[f"game {outcome.entry.record.game}" if outcome.entry.record else ""] += 1
            else:
                counts["faulty"] += 1
                faults += 1
            if as_json:
                _print_json(outcome)
            elif outcome.fault is not None:
                print(outcome.fault)
            if max_faults is not None and faults >= max_faults:
                stopped = True
                break
        if stopped:
            break
    if stopped:
        complain(f"stopped after {faults} faulty records (--max-faults)")
    if not files:
        complain("there are no records in the input")
    if not as_json:
        _summary(files)
    sys.stdout.flush()
    if faults:
        raise typer.Exit(1)


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


def _summary(files: dict[str, Counter[str]]) -> None:
    """A table with a line for each file, or for all where there are many."""
    from rich.table import Table
    from rich.text import Text

    total: Counter[str] = Counter()
    for counts in files.values():
        total.update(counts)
    games = sorted(name for name in total if name.startswith("game "))
    table = Table(title=f"{counted(total['records'], 'record')}, {total['faulty']:,} faulty", title_justify="left")
    table.add_column("file", overflow="fold")
    for name in ("records", *games, "faulty"):
        table.add_column(name.removeprefix("game "), justify="right")
    listed = files if len(files) <= 20 else {name: counts for name, counts in files.items() if counts["faulty"]}
    for name, counts in list(listed.items())[:20]:
        table.add_row(Text(shown(name, None)), *(str(counts[key]) for key in ("records", *games, "faulty")))
    if len(files) > 1:
        table.add_section()
        table.add_row(f"{len(files)} files", *(str(total[key]) for key in ("records", *games, "faulty")))
    console().print(table)
