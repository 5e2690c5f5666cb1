"""What several commands share: arguments, messages, progress, and reading records into tables."""

import gc
import math
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from toolkit.games.game import Game
    from toolkit.records.reading import Reader
    from toolkit.replay.loading import Loaded
    from toolkit.replay.stream import Mode, Outcome, Replayer
    from toolkit.replay.tables import Tables

Paths = Annotated[
    list[str], typer.Argument(help="Record files (.jsonl, .jsonl.gz, .jsonl.zst), folders of them, or - for stdin.")
]
_ANY_PATH = typer.Argument(
    help="Record files, folders of them, - for stdin, folders of tables, or .parquet files of fuda simulate."
)
AnyPaths = Annotated[list[str], _ANY_PATH]
OptionalPaths = Annotated[list[str] | None, _ANY_PATH]
Json = Annotated[bool, typer.Option("--json", help="Print JSON lines for machines.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing output file.")]
Engine = Annotated[
    str, typer.Option("--engine", help="How the rules run: auto (compiles for long logs), interpreted, or compiled.")
]
Rule = Annotated[list[str] | None, typer.Option("--rule", help="A rule option, NAME=VALUE; may be repeated.")]
Rules = Annotated[
    str | None, typer.Option("--rules", help="A named rule set of the game (see `fuda rules GAME`), or a TOML file.")
]

Where = Annotated[
    str | None,
    typer.Option(
        "--where",
        metavar="CONDITION",
        help="Only what the condition holds for, like 'player == \"Aoi\" and players == 4' or 'fuke_limit == 20'.",
    ),
]

T = TypeVar("T")

#: A whole number as JSON would have it; longer ones are in no option's range.
WHOLE = re.compile(r"-?[0-9]{1,18}")
#: A number above 0, as JSON would have it or shorter.
NUMBER = re.compile(r"([0-9]{1,50}\.?[0-9]{0,50}|\.[0-9]{1,50})([eE][-+]?[0-9]{1,3})?")
#: Characters of a message about wrong usage.
LONGEST = 2_000


def complain(message: str) -> None:
    """One line on stderr."""
    from toolkit.records.faults import shown

    with suppress(UnicodeEncodeError):  # names of files are bytes, which a locale may not know for UTF-8
        message = message.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    print(f"fuda: {shown(message, None)}", file=sys.stderr)


def fail(message: str, code: int = 2) -> typer.Exit:
    """Say what is wrong and return the exit to raise; a message that quotes a whole book is cut."""
    complain(message if len(message) <= LONGEST else f"{message[:LONGEST]}…")
    return typer.Exit(code)


def counted(number: int, thing: str) -> str:
    """``1 record``, ``2 records``, ``3 matches``."""
    plural = f"{thing}es" if thing.endswith("ch") else f"{thing}s"
    return f"{number:,} {thing if number == 1 else plural}"


def shows_progress() -> bool:
    """Whether somebody sees progress: standard error is a terminal that can draw over what it has drawn."""
    return sys.stderr.isatty() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


def console() -> "Console":
    """The console for results: colours only on a terminal, its width from the terminal; texts are no markup."""
    from toolkit.cli.printing import Results

    return Results()


def half_width(text: str) -> float | None:
    """The number of MEASURE:HALF, above 0 and written as programs write numbers; None for anything else."""
    value = float(text) if NUMBER.fullmatch(text) else 0.0
    return value if 0 < value < math.inf else None


def game_named(name: str) -> "Game":
    """The game of that name; wrong usage if there is none."""
    from toolkit import games

    if name not in games.NAMES:
        raise fail(f"unknown game {name!r}; the games are {', '.join(games.NAMES)}")
    return games.get(name)


def players_named(game: "Game", players: str | None, seats: int | None) -> list[str]:
    """The kind of player at each seat, from ``--players`` and ``--seats``; all random if nothing is said."""
    kinds = ("random" if players is None else players).split(",")
    if seats is not None and seats not in game.seats:
        raise fail(f"--seats {seats}: {game.title} is for {game.players_wanted} players")
    if len(kinds) == 1:
        return kinds * (seats or game.seats[0])
    if seats is not None and seats != len(kinds):
        raise fail(f"--players names {len(kinds)} players, --seats says {seats}")
    return kinds


def mode_named(name: str) -> "Mode":
    """The engine mode of that name; wrong usage if there is none."""
    from toolkit.replay.stream import Mode

    if name not in list(Mode):
        raise fail(f"unknown engine {name!r}; expected {', '.join(Mode)}")
    return Mode(name)


def read_rules(game: "Game", rule_set: str | None, rules: Sequence[str] | None) -> dict[str, object]:
    """The options of ``--rules`` and ``--rule``, checked; later ones win."""
    given = given_rules(game, rule_set, rules)
    check_rules(game, given)
    return given


def given_rules(game: "Game", rule_set: str | None, rules: Sequence[str] | None) -> dict[str, object]:
    """The options of a rule set or file and of NAME=VALUE texts, unchecked; later ones win."""
    given: dict[str, object] = {} if rule_set is None else _rule_set(game, rule_set)
    for rule in rules or []:
        name, sign, text = rule.partition("=")
        if not sign:
            raise fail(f"--rule {rule!r}: expected NAME=VALUE")
        given[name] = _value(text)
    return given


def check_rules(game: "Game", given: dict[str, object]) -> None:
    """Wrong usage unless these are options of the game that go together."""
    from toolkit.games.game import OptionError

    try:
        game.read_options(given, game.seats[0])
    except OptionError as error:
        raise fail(error.message) from None
    except ValueError:  # Python spells no number of thousands of digits
        raise fail("a rule is a number of too many digits") from None


def _value(text: str) -> object:
    """The value of NAME=VALUE: a whole number, true or false, else a word."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if WHOLE.fullmatch(text) else text


def _rule_set(game: "Game", name: str) -> dict[str, object]:
    import tomllib

    from toolkit.games.rulebook import rule_sets

    named = rule_sets(game.name)
    if name in named:
        return tomllib.loads(named[name])
    if not name.endswith(".toml"):
        known = f" or one of: {', '.join(named)}" if named else ""
        raise fail(f"unknown rule set {name!r} of {game.name}; expected a .toml file{known}")
    try:
        return tomllib.loads(Path(name).read_text(encoding="utf-8-sig"))
    except ValueError as error:  # no TOML, not UTF-8, or a number of thousands of digits
        raise fail(f"{name}: not readable as TOML: {error}") from None
    except RecursionError:
        raise fail(f"{name}: not readable as TOML: values inside each other too deep") from None
    except OSError as error:
        raise fail(f"{name}: {(error.strerror or str(error)).lower()}") from None


def announce(game: "Game") -> None:
    """Say that compiling takes a while, once."""
    from toolkit.engine.compiling import Compiler

    if not Compiler(game.name).is_cached():
        print(f"compiling the rules of {game.title} (about a minute, once on this machine)…", file=sys.stderr)


def replayer(engine: str, *, counts: bool = False, events: bool = False) -> "Replayer":
    """A replayer in the mode that was asked for."""
    from toolkit.replay.batch import Wanted
    from toolkit.replay.stream import Replayer

    return Replayer(Wanted(counts, events), mode_named(engine), announce)


@contextmanager
def progress(reader: "Reader", paths: Sequence[str]) -> Iterator[Any]:
    """A progress bar over the bytes of the input, on stderr, if that is a terminal; yields a function to call."""
    from toolkit.records.reading import total_bytes

    if not shows_progress():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("reading"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("reading", total=total_bytes(list(paths)))
        yield lambda: bar.update(task, completed=reader.bytes_read)


def batches_of(paths: Sequence[str], judged: "Callable[[Reader], Iterator[T]]") -> "Iterator[T]":
    """What is made of all records in the paths, with a progress bar."""
    from toolkit.records.reading import read

    # Records are many small objects without cycles; looking for cycles that often takes a third of the time.
    gc.set_threshold(50_000, 20, 100)
    reader = read(paths)
    with progress(reader, paths) as advance:
        for batch in judged(reader):
            yield batch
            advance()


def outcomes_of(paths: Sequence[str], worker: "Replayer") -> Iterator[list["Outcome"]]:
    """Batches of outcomes of all records in the paths, with a progress bar."""
    return batches_of(paths, worker.batches)


def load(paths: Sequence[str], engine: str, needs: Collection[str]) -> "Loaded":
    """Replay all records of the paths into tables, with a progress bar; the first faults are kept.

    ``needs`` says what of ``moves``, ``events`` and ``deals`` (their names) the tables have to hold. Folders of tables
    and the flat files of ``fuda simulate`` are read as they are.
    """
    from toolkit.replay.loading import Loaded, add_stored, collect, is_stored
    from toolkit.replay.store import StoreError
    from toolkit.replay.tables import Deals

    missing = lacking(paths) & set(needs)
    if missing:
        raise fail(f"{_first_flat(paths)} has no {' and no '.join(sorted(missing))}; write a folder of tables for them")
    moves, events, deals = "moves" in needs, "events" in needs, Deals.NAME if "deals" in needs else Deals.NONE
    records = [path for path in paths if not is_stored(path)]
    loaded = Loaded()
    if records:
        batches = outcomes_of(records, replayer(engine, counts=moves, events=events))
        loaded = collect(batches, moves=moves, events=events, deals=deals)
    try:
        add_stored(loaded, [path for path in paths if is_stored(path)], deals)
    except StoreError as error:
        raise fail(str(error), 1) from None
    return loaded


def lacking(paths: Sequence[str]) -> frozenset[str]:
    """What of ``moves`` and ``deals`` the paths do not have, because one of them is the flat file of a run."""
    from toolkit.replay.loading import NOT_IN_FLAT

    return NOT_IN_FLAT if _first_flat(paths) is not None else frozenset()


def _first_flat(paths: Sequence[str]) -> str | None:
    from toolkit.replay.loading import is_flat

    return next((path for path in paths if is_flat(path)), None)


def load_chunks(
    paths: Sequence[str], engine: str, needs: Collection[str], keep: int | None = None
) -> "tuple[Loaded, Iterator[Tables]]":
    """The same in chunks, for logs of any length: what counts along, and the tables, no match in two of them.

    ``keep`` says how many faults are kept. Tables on disk come whole.
    """
    from toolkit.replay.loading import FAULTS_KEPT, Loaded, chunks, is_stored
    from toolkit.replay.tables import Deals

    if any(is_stored(path) for path in paths):
        found = load(paths, engine, needs)
        return found, iter(found.tables.values())
    moves, events = "moves" in needs, "events" in needs
    loaded = Loaded(FAULTS_KEPT if keep is None else keep)
    batches = outcomes_of(paths, replayer(engine, counts=moves, events=events))
    deals = Deals.NAME if "deals" in needs else Deals.NONE
    return loaded, chunks(batches, loaded, moves=moves, events=events, deals=deals)


def chosen_chunks(
    paths: Sequence[str],
    engine: str,
    needs: Collection[str],
    where: str | None,
    game: str | None = None,
    keep: int | None = None,
) -> "tuple[Loaded, Iterator[Tables]]":
    """Of these chunks, what a condition of ``--where`` holds for, of one game or all.

    Ends the command where the condition fits nothing.
    """  # fmt: skip
    loaded, found = load_chunks(paths, engine, needs, keep)

    def chosen() -> "Iterator[Tables]":
        keeper = Keeper(where)
        for tables in found:
            kept = keeper.keep(tables) if game in (None, tables.game) else None
            if kept is not None:
                yield kept
        keeper.finish(loaded)

    return loaded, chosen()


def check_where(text: str | None, game: str | None = None) -> None:
    """Wrong usage if a condition of ``--where`` cannot be read, or fits no game (or not the wanted one)."""
    from toolkit import games
    from toolkit.stats.filters import FilterError, check

    try:
        if text is not None:
            check(text, games.NAMES if game is None else [game])
    except FilterError as error:
        raise fail(f"--where: {error}") from None


class Keeper:
    """Keeps what a condition of ``--where`` holds for, chunk by chunk."""

    def __init__(self, text: str | None) -> None:
        self.text = text
        #: What there was, and what was kept of it: tables of any game.
        self._seen = self._kept = False
        self._fits = False
        #: By game: a name that it lacks, and what is to be said about it.
        self._lacking: dict[str, tuple[str, str]] = {}

    def keep(self, tables: "Tables") -> "Tables | None":
        """What is left of the tables; None if nothing is."""
        from toolkit.stats.filters import FilterError, UnknownNameError, where

        self._seen = True
        if self.text is None:
            self._kept = True
            return tables
        try:
            kept = where(tables, self.text)
        except UnknownNameError as error:
            self._lacking[tables.game] = error.name, str(error)
            return None
        except FilterError as error:
            raise fail(f"--where: {error}") from None
        self._fits = True
        self._kept |= len(kept.matches) > 0
        return kept if len(kept.matches) else None

    def finish(self, loaded: "Loaded") -> None:
        """Say which games lack a name of the condition; ends the command where nothing was kept of what there was."""
        if not self._seen:
            return
        if not self._fits and self._lacking:
            raise fail(f"--where: {next(iter(self._lacking.values()))[1]}")
        for game, (name, _) in self._lacking.items():
            complain(f"--where: {game} has no {name}; its records are left out")
        if not self._kept:
            report_faults(loaded)
            raise fail("--where: the condition holds for nothing in these records", 1)


def report_faults(loaded: "Loaded") -> None:
    """Say on stderr which records were left out."""
    for fault in loaded.faults:
        complain(str(fault))
    if loaded.bad:
        more = f", {loaded.bad - len(loaded.faults)} more not shown" if loaded.bad > len(loaded.faults) else ""
        verb = "is" if loaded.bad == 1 else "are"
        of = f"{loaded.bad} of {counted(loaded.records, 'record')}"
        complain(f"{of} {verb} faulty and left out{more}; see `fuda validate`")
