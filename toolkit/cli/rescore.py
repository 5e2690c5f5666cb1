"""``fuda rescore``: recorded games judged again under other rules."""

from collections import Counter
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toolkit.cli.common import (
    Engine,
    Force,
    Json,
    Paths,
    Rule,
    Rules,
    announce,
    batches_of,
    complain,
    console,
    counted,
    fail,
    game_named,
    mode_named,
    read_rules,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolkit.games.game import Game
    from toolkit.records.faults import Fault
    from toolkit.records.reading import Entry
    from toolkit.records.writing import RecordWriter
    from toolkit.studies.differences import Differences
    from toolkit.studies.rescore import Rescored

#: Records that dropped out, of which the place is printed.
SHOWN = 5
#: Why a record drops out that is faulty by its own rules.
OWN = "faulty by its own rules"


@dataclass
class Found:
    """What became of all records: differences by game, and those that dropped out."""

    differences: "dict[str, Differences]" = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    #: Faults for people: the first ones.
    faults: "list[Fault]" = field(default_factory=list)
    records: int = 0
    skipped: int = 0
    #: Whether all of the input was judged.
    is_whole: bool = False
    #: Whether somebody reads what is printed.
    is_read: bool = True

    @property
    def dropped(self) -> int:
        """Records that could not be judged again."""
        return self.reasons.total()


def rescore(
    paths: Paths,
    rules: Rules = None,
    rule: Rule = None,
    game: Annotated[str | None, typer.Option("--game", help="Only the records of this game.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Also match points and ranks, and all players.")] = False,
    as_json: Json = False,
    output: Annotated[
        str | None, typer.Option("-o", "--output", help="Write the records with the new rules and results.")
    ] = None,
    force: Force = False,
    engine: Engine = "auto",
) -> None:
    """Judge recorded games again under other rules, and compare.

    The options given replace those of each record; the deals and the moves stay. Paired differences are those of
    the same games before and after. Records that cannot be judged again (a move is not legal, a round ends
    earlier or later) are left out and named; exit code 1 if there are any.
    """
    from toolkit.records.writing import OutputError, RecordWriter

    if rules is None and not rule:
        raise fail("no rules to judge by; expected --rules or --rule NAME=VALUE")
    if game is not None:
        read_rules(game_named(game), rules, rule)
    if output is not None and not output.lower().endswith((".jsonl", ".jsonl.gz", ".jsonl.zst")):
        raise fail(f"-o {output!r}: expected a name that ends in .jsonl, .jsonl.gz or .jsonl.zst")
    found = Found()
    try:
        with nullcontext() if output is None else RecordWriter(output, force=force) as writer:
            for batch in _rescored(paths, game, rules, rule, engine, found):
                for each in batch:
                    _note(found, each, writer, as_json)
            found.is_whole = True
    except OutputError:
        if found.is_whole:  # the figures are ready, whatever becomes of the file
            with suppress(BrokenPipeError):
                _show(found, every, as_json)
        raise
    if output is not None and writer is not None:
        complain(f"{counted(writer.count, 'record')} written to {output}")
    _show(found, every, as_json)
    if found.skipped:
        complain(f"{counted(found.skipped, 'record')} of other games passed over")
    if found.dropped:
        complain(f"{found.dropped:,} of {counted(found.records, 'record')} could not be judged again")
        raise typer.Exit(1)
    if not found.records:
        raise fail("there are no records in the input", 1)


def _rescored(
    paths: list[str], game: str | None, rule_set: str | None, rule: list[str] | None, engine: str, found: Found
) -> "Iterator[list[Rescored]]":
    """Batches of records judged twice; options are checked when the first record of a game comes."""
    from toolkit.studies.rescore import Rescorer

    known: dict[str, dict[str, object]] = {}

    def rules_of(chosen: "Game") -> dict[str, object]:
        if chosen.name not in known:
            try:
                known[chosen.name] = read_rules(chosen, rule_set, rule)
            except typer.Exit:
                if game is None:
                    complain(f"there are records of {chosen.name}; --game NAME leaves out those of other games")
                raise
        return known[chosen.name]

    def wanted(entries: "Iterable[Entry]") -> "Iterator[Entry]":
        for entry in entries:
            if game is None or entry.record is None or entry.record.game == game:
                yield entry
            else:
                found.skipped += 1

    rescorer = Rescorer(rules_of, mode_named(engine), announce)
    return batches_of(paths, lambda reader: rescorer.batches(wanted(reader)))


def _note(found: Found, each: "Rescored", writer: "RecordWriter | None", as_json: bool) -> None:
    """Count one record, print or keep its fault, write it."""
    from toolkit.studies.differences import Differences
    from toolkit.studies.rescore import REASONS, rescored_record

    found.records += 1
    if each.fault is not None:
        reason = OWN if each.after is None else REASONS[each.fault.kind]
        found.reasons[reason] += 1
        if as_json:
            _put_at_once(found, {"row": "left-out", "reason": reason, **each.fault.to_dict()}, writer)
        elif len(found.faults) < SHOWN:
            found.faults.append(each.fault)
        return
    assert each.after is not None
    assert each.after.rows is not None
    chosen = each.after.rows.game
    found.differences.setdefault(chosen.name, Differences(chosen)).add(each.before, each.after)
    if writer is not None:
        writer.write(rescored_record(each.record))


def _put_at_once(found: Found, row: dict[str, Any], writer: "RecordWriter | None") -> None:
    """Print a row while records are written; they go on to be written when nobody reads the rows any more."""
    try:
        if found.is_read:
            _put(row)
    except BrokenPipeError:
        if writer is None:
            raise
        found.is_read = False


def _show(found: Found, every: bool, as_json: bool) -> None:
    """Print the figures."""
    if as_json:
        _print_json(found)
    else:
        _print(found, every)


def _put(row: dict[str, Any]) -> None:
    import msgspec

    print(msgspec.json.encode(row).decode())


def _print_json(found: Found) -> None:
    for game, each in found.differences.items():
        frame = each.frame()
        for row in frame.iter_rows(named=True):
            _put({"row": "difference", "game": game, **row})
        for (old, new), rounds in sorted(each.reasons.items()):
            _put({"row": "reasons", "game": game, "old": old, "new": new, "rounds": rounds})
        _put(
            {
                "row": "verdict",
                "game": game,
                "records": each.records,
                "rounds": each.rounds,
                "changed_rounds": each.changed_rounds,
                "matches": each.matches,
                "changed_matches": each.changed_matches,
                "text": " ".join(each.verdict(frame.iter_rows(named=True))),
            }
        )


def _print(found: Found, every: bool) -> None:
    from rich.text import Text

    from toolkit import games
    from toolkit.stats.layout import Heading
    from toolkit.studies.differences_format import reasons_table, tables

    out = console()
    for game, each in found.differences.items():
        sizes = f"{counted(each.records, 'record')}, {counted(each.rounds, 'round')}"
        out.print(Heading(f"{games.get(game).title} ({game}): {sizes} under both rules"))
        frame = each.frame()
        for table in (*tables(frame, every=every), reasons_table(each)):
            out.print(table)
            out.print()
        for sentence in each.verdict(frame.iter_rows(named=True)):
            out.print(Text(sentence, style="bold"))
        out.print()
    if found.dropped:
        _print_dropped(found)


def _print_dropped(found: Found) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(title="Left out: records that cannot be judged again", title_justify="left")
    table.add_column("why", overflow="fold")
    table.add_column("records", justify="right")
    for reason, number in found.reasons.most_common():
        table.add_row(reason, f"{number:,}")
    out = console()
    out.print(table)
    for fault in found.faults:
        out.print(Text(str(fault)))
    if found.dropped > len(found.faults):
        out.print(Text(f"… and {found.dropped - len(found.faults):,} more (all with --json)", style="dim"))
    if found.differences:
        out.print(
            Text(
                "The figures are of the other records only. Which records drop out depends on how they went, so the "
                "figures need not hold for all.",
                style="bold",
            )
        )
