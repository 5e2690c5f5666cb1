"""Records replayed as a stream: every entry comes out again, in order, with its outcome."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from toolkit.engine import loops
from toolkit.games.game import Game
from toolkit.records.faults import Fault
from toolkit.records.model import MatchResult
from toolkit.records.reading import Entry
from toolkit.replay.batch import POINTS, Arena, Rows, Wanted, result_of, run
from toolkit.replay.encoding import Encoded, encode
from toolkit.replay.judging import fault_of_results, fault_of_verdict

#: Records that are replayed together, and bytes of them; whichever is reached first. Both bound the memory that
#: replaying takes: the one for short records, the other for long ones (512 records may be 32 GB of text).
BATCH = 512
BATCH_BYTES = 1 << 20
#: Decisions of a game that are replayed interpreted before compiling is worth its time.
PATIENCE = 150_000


class Mode(StrEnum):
    """How the rules are run; AUTO interprets short logs and compiles for long ones."""

    AUTO = "auto"
    INTERPRETED = "interpreted"
    COMPILED = "compiled"


class Outcome(NamedTuple):
    """What became of one entry: its ``fault``, or the number of its ``match`` in ``rows``."""

    entry: Entry
    fault: Fault | None
    rows: Rows | None = None
    match: int = -1

    @property
    def round_points(self) -> list[list[int]]:
        """Points of each round, one a player; zeros for an unfinished one."""
        end = POINTS + self.players
        return [head[POINTS:end] for head in self._heads()]

    @property
    def round_reasons(self) -> list[str | None]:
        """Why each round ended; None for an unfinished one."""
        assert self.rows is not None
        reasons = self.rows.game.reasons
        return [reasons[head[1]] if head[0] else None for head in self._heads()]

    @property
    def complete(self) -> list[bool]:
        """Whether each round was played to its end."""
        return [head[0] != 0 for head in self._heads()]

    @property
    def result(self) -> MatchResult:
        """Totals, ranks and (in games that have them) rank points of the match."""
        assert self.rows is not None
        return result_of(self.rows.game, self.players, self.rows.match_lists[self.match])

    @property
    def players(self) -> int:
        """The number of players."""
        assert self.rows is not None
        return self.rows.players

    def _heads(self) -> list[list[int]]:
        assert self.rows is not None
        return self.rows.heads[self.rows.starts[self.match] : self.rows.starts[self.match + 1]]


class Replayer:
    """Replays entries batch by batch; keeps the memory and the engines of each game between batches.

    ``announce`` is called once a game before its rules are compiled.
    """

    def __init__(
        self,
        wanted: Wanted = Wanted(),  # noqa: B008 (immutable)
        mode: Mode = Mode.AUTO,
        announce: Callable[[Game], None] = lambda _game: None,
    ) -> None:
        self.wanted = wanted
        self.mode = mode
        self._announce = announce
        self._arenas: dict[tuple[str, bool], Arena] = {}
        self._seen: dict[str, int] = {}

    def batches(self, entries: Iterable[Entry]) -> Iterator[list[Outcome]]:
        """The outcomes of all entries, in order, some hundred at a time."""
        for chunk in _batched(entries):
            yield self._outcomes(chunk)

    def outcomes(self, entries: Iterable[Entry]) -> Iterator[Outcome]:
        """The outcomes of all entries, in order."""
        for batch in self.batches(entries):
            yield from batch

    def _outcomes(self, entries: list[Entry]) -> list[Outcome]:
        outcomes: list[Outcome | None] = [None] * len(entries)
        groups: dict[tuple[object, ...], list[tuple[int, Encoded]]] = {}
        for place, entry in enumerate(entries):
            if entry.fault is not None:
                outcomes[place] = Outcome(entry, entry.fault)
                continue
            encoded = encode(entry)
            if isinstance(encoded, Fault):
                outcomes[place] = Outcome(entry, encoded)
            else:
                key = (encoded.game.name, encoded.players, encoded.options)
                groups.setdefault(key, []).append((place, encoded))
        for group in groups.values():
            batch = [encoded for _, encoded in group]
            rows = run(self._arena(batch), batch, self.wanted)
            verdicts = rows.verdicts.tolist()
            for index, (place, encoded) in enumerate(group):
                outcomes[place] = _judged(encoded, rows, index, verdicts[index])
        return [outcome for outcome in outcomes if outcome is not None]

    def _arena(self, batch: list[Encoded]) -> Arena:
        game = batch[0].game
        seen = self._seen[game.name] = self._seen.get(game.name, 0) + sum(len(each.decisions) for each in batch)
        compiled = self.mode is Mode.COMPILED or (self.mode is Mode.AUTO and seen > PATIENCE)
        key = (game.name, compiled)
        if key not in self._arenas:
            if compiled:
                self._announce(game)
            self._arenas[key] = Arena(game, compiled)
        return self._arenas[key]


def _batched(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """The entries in lists of at most ``BATCH``, and of not much more than ``BATCH_BYTES``."""
    batch: list[Entry] = []
    size = 0
    for entry in entries:
        batch.append(entry)
        size += entry.size
        if len(batch) >= BATCH or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _judged(encoded: Encoded, rows: Rows, index: int, verdict: list[int]) -> Outcome:
    kind, number, move, _ = verdict
    if kind != loops.GOOD or encoded.bad_token is not None:
        fault = fault_of_verdict(encoded, kind, number, move)
        return Outcome(encoded.entry, fault)
    outcome = Outcome(encoded.entry, None, rows, index)
    if encoded.record.result is None and all(each.result is None for each in encoded.record.rounds):
        return outcome
    fault = fault_of_results(encoded, outcome.complete, outcome.round_points, outcome.round_reasons, outcome.result)
    return outcome if fault is None else Outcome(encoded.entry, fault)
