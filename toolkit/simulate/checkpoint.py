"""Where a long run stands, on disk: an interrupted run goes on from there and ends as if nothing had happened.

A checkpoint is one JSON file that takes the place of the one before at once. What a run makes beside its sums grows in
work files next to it (``CHECKPOINT.seats``, ``CHECKPOINT.records``, …); the checkpoint says how much of each belongs
to its sums. What lies behind that was written by a run that died, and is cut off.

Digests say whether all of it is still what the run wrote: of the checkpoint itself, of the bytes in the work files, and
of the sources of users' own players. They find accidents (an edited or copied file), not forgery.
"""

import hashlib
import os
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import IO, Any

import msgspec

from toolkit import __version__
from toolkit.engine.chance import ALGORITHM
from toolkit.records.output import OutputError, output_errors
from toolkit.simulate.experiment import MOST_UNITS, Experiment, experiment
from toolkit.simulate.players import guest_named, is_own
from toolkit.simulate.products import Parts
from toolkit.simulate.sums import UNITS, Sums

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]

#: Version of the file's layout.
FORMAT = 2
#: No sum over all units of a seed is larger.
MOST_SUM = 1 << 160
UNFIT = "the sums of the checkpoint do not fit its experiment"
#: Bytes of a work file that are read at a time.
BLOCK = 1 << 20
PACKAGE = Path(__file__).resolve().parent.parent


class CheckpointError(ValueError):
    """A file that is no checkpoint, or the checkpoint of another run or version."""


class Task(msgspec.Struct, frozen=True):
    """What a run is to do: so many units of an experiment, stopping early at ``until`` (MEASURE:HALF), and files.

    ``output`` is a ``.parquet`` file or a folder, ``records`` a record file; absolute paths. ``force`` overwrites them.
    """

    experiment: Experiment
    units: int
    until: str | None = None
    output: str | None = None
    records: str | None = None
    force: bool = False


class Checkpoint(msgspec.Struct):
    """The file. ``parts`` are the bytes of each work file that belong to ``sums``, ``digests`` those of these bytes;
    ``own`` are the hashes of the sources of users' own players, where they have any; ``ending`` says that all units are
    played and outputs may be in their places already; ``seal`` is a digest of all that stands before."""

    format: int
    version: str
    chance: str
    rules: str
    task: Task
    sums: dict[str, Any]
    parts: dict[str, int]
    digests: dict[str, str]
    own: dict[str, str]
    ending: bool
    seal: str = ""

    def sealed(self) -> "Checkpoint":
        """The same with its seal."""
        bare = msgspec.structs.replace(self, seal="")
        return msgspec.structs.replace(self, seal=hashlib.sha256(msgspec.json.encode(bare)).hexdigest())


def rules_hash(game: str) -> str:
    """A hash of everything that decides how a unit of a game goes."""
    digest = hashlib.sha256()
    for folder in (PACKAGE / "engine", PACKAGE / "games" / game, PACKAGE / "simulate"):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def sources_of(made: Experiment) -> dict[str, str]:
    """By name of each user's own player of an experiment: the hash of its source, empty where it has none."""
    names = {name for each in made.variants for name in each.players if is_own(name)}
    return {name: guest_named(name).source for name in sorted(names)}


class Journal:
    """A run on disk: the checkpoint at ``path`` and the work files of ``parts``; a context manager.

    Without ``found`` it starts anew and nothing is read. The files are made when the first commit is due.
    CheckpointError where what was found does not belong together, or a player has changed.
    """

    def __init__(self, path: Path, task: Task, parts: Sequence[str], found: Checkpoint | None = None) -> None:
        self.path, self.task = path, task
        self.ending = found is not None and found.ending
        self._lengths = dict.fromkeys(parts, 0) | (found.parts if found else {})
        self._hashes = {name: hashlib.sha256() for name in self._lengths}
        self._digests = found.digests if found else {}
        self._own = sources_of(task.experiment)
        if found is not None:
            _check_players(found, self._own, path)
        self._files: dict[str, IO[bytes]] = {}
        #: The checkpoint itself, kept from other processes while the run goes on.
        self._held: IO[bytes] | None = None
        self._rules = rules_hash(task.experiment.game)
        self._fresh = found is None
        #: Units that a run resumed from the file at ``path`` begins with; None while there is no such file.
        self.kept: int | None = None if found is None else found.sums["units"]
        #: Whether parts can be appended and committed.
        self.is_open = False

    def __enter__(self) -> "Journal":
        try:
            with output_errors(self.path):
                if not self._fresh:
                    self._held = _locked(self.path, "rb", self.path)
                for name, length in self._lengths.items():
                    self._open(name, length)
        except BaseException:
            self.__exit__()
            raise
        self.is_open = True
        return self

    def _open(self, part: str, length: int) -> None:
        """Open a work file behind the bytes that count."""
        file = self.work_file(part)
        if not self._fresh and (not file.is_file() or file.stat().st_size < length):
            raise CheckpointError(f"{file} belongs to {self.path.name}, but is missing or too short")
        handle = self._files[part] = _locked(file, "ab" if self._fresh else "r+b", self.path)
        if not self._fresh:
            self._check_part(part, length)
        handle.truncate(length)
        handle.seek(length)

    def _check_part(self, part: str, length: int) -> None:
        """Read the bytes of a work file that count; CheckpointError where they are others than were written."""
        file, seen = self._files[part], self._hashes[part]
        while length and (block := file.read(min(BLOCK, length))):
            seen.update(block)
            length -= len(block)
        if seen.hexdigest() != self._digests.get(part):
            raise CheckpointError(f"{self.work_file(part)} was changed, or is of another run than {self.path.name}")

    def __exit__(self, *_: object) -> None:
        """Close the work files; without a checkpoint nobody can go on with them, and they are removed."""
        self.is_open = False
        for file in self._files.values():
            with suppress(OSError):  # what could not be written belongs to no checkpoint
                file.close()
        if self.kept is None:
            for part in self._files:
                self.work_file(part).unlink(missing_ok=True)
        self._hold(None)

    def _hold(self, checkpoint: IO[bytes] | None) -> None:
        """Keep another file of the checkpoint from other processes, or none."""
        if self._held is not None:
            self._held.close()
        self._held = checkpoint

    def work_file(self, part: str) -> Path:
        """Where a part grows."""
        return self.path.with_name(f"{self.path.name}.{part}")

    def files(self) -> list[Path]:
        """The checkpoint and everything that lies beside it while the run goes on."""
        return [self.path, self._new, *map(self.work_file, self._lengths)]

    @property
    def _new(self) -> Path:
        """Where a checkpoint is written. Always the same name: what a killed process leaves is overwritten."""
        return self.path.with_name(f"{self.path.name}.new")

    def append(self, parts: Parts) -> None:
        """Add to the work files what belongs to the sums that are committed next."""
        with output_errors(self.path):
            for name, data in parts.items():
                self._files[name].write(data)
                self._lengths[name] += len(data)
                self._hashes[name].update(data)

    def commit(self, sums: Sums) -> None:
        """Make sure that a run resumed from here has these sums and everything that was appended."""
        with output_errors(self.path):
            for part in self._files.values():
                part.flush()
                os.fsync(part.fileno())
        digests = {name: seen.hexdigest() for name, seen in self._hashes.items()}
        made = Checkpoint(
            FORMAT, __version__, ALGORITHM, self._rules, self.task, sums.to_json(), self._lengths, digests,
            self._own, self.ending,
        ).sealed()  # fmt: skip
        file: IO[bytes] | None = None
        try:
            file = _locked(self._new, "ab", self.path)
            with file if fcntl is None else nullcontext():  # Windows renames no open file
                file.truncate(0)
                file.write(msgspec.json.encode(made) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            self._new.replace(self.path)
            self._hold(file)
        except OSError as error:
            if file is not None:
                with suppress(OSError):
                    file.close()
            with suppress(OSError):
                self._new.unlink()
            raise OutputError(f"cannot write {self.path}: {(error.strerror or str(error)).lower()}") from error
        self.kept = sums.units

    def close(self) -> None:
        """Close the work files, all of which can be read then."""
        self.is_open = False
        with output_errors(self.path):
            for file in self._files.values():
                file.close()

    def forget(self) -> None:
        """Remove a checkpoint with nothing in it; its work files go when they are closed."""
        if self.kept is not None:
            self.path.unlink(missing_ok=True)
            self.kept = None

    def remove(self) -> None:
        """Remove the checkpoint and its work files: the run is over. They are nobody else's until they are gone."""
        if fcntl is None:  # Windows removes no open file
            self.close()
        for file in self.files():
            if file.exists():  # a folder that may only be read does not say that there is nothing to remove
                file.unlink(missing_ok=True)
        self.close()
        self._hold(None)


def _locked(file: Path, mode: str, path: Path) -> IO[bytes]:
    """Open a work file, kept from other processes until it is closed; CheckpointError if another one has it."""
    while True:
        handle: IO[bytes] = file.open(mode)
        try:
            if fcntl is not None:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            handle.close()
            raise CheckpointError(f"{path} belongs to a run that is still going on") from None
        except OSError:  # a file system without locks
            return handle
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle.fileno()), file.stat()):
                return handle
        handle.close()  # the run that had it has come to its end meanwhile, and removed it


def read_checkpoint(path: Path) -> Checkpoint:
    """A checkpoint that this version can go on from; CheckpointError for any other file."""
    try:
        if path.exists() and not path.is_file():  # a pipe or device may have no end
            raise CheckpointError(f"{path} is no file")
        data = path.read_bytes()
    except OSError as error:
        raise CheckpointError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    try:
        head = msgspec.json.decode(data, type=_Head)
        if head.format != FORMAT:
            raise CheckpointError(f"{path} is a checkpoint of layout {head.format}; this version reads {FORMAT}")
        found = msgspec.json.decode(data, type=Checkpoint)
        _check_task(found.task)
        same = found.version == __version__ and found.rules == rules_hash(found.task.experiment.game)
    except (ValueError, KeyError, OSError) as error:
        if isinstance(error, CheckpointError):
            raise
        raise CheckpointError(f"{path} is no checkpoint of `fuda simulate`") from None
    if not same or found.chance != ALGORITHM:
        raise CheckpointError(
            f"{path} was written by another version of fuda ({found.version}), whose units may differ; start anew"
        )
    sums_of(found)
    if found.seal != found.sealed().seal:
        raise CheckpointError(f"{path} was changed since it was written; start anew")
    return found


def _check_players(found: Checkpoint, own: dict[str, str], path: Path) -> None:
    for name, source in own.items():
        if found.own.get(name) != source:
            raise CheckpointError(f"the source of player {name} has changed since {path} was written; start anew")


class _Head(msgspec.Struct):
    format: int


def _check_task(task: Task) -> None:
    """ValueError for a task that no run could have; nothing of a user's own players is loaded."""
    made = task.experiment
    (variant,) = made.variants
    known = ["random" if is_own(name) else name for name in variant.players]
    experiment(made.game, [(variant.rules, known)], made.seed, whole=made.whole, rotate=made.rotate)
    if not 1 <= task.units <= MOST_UNITS:
        raise ValueError(f"{task.units} units")


def sums_of(found: Checkpoint) -> Sums:
    """The sums of a checkpoint; CheckpointError where they do not fit its experiment."""
    try:
        sums = Sums.from_json(found.sums, len(found.task.experiment.quantities[0]))
    except (KeyError, TypeError, ValueError):
        raise CheckpointError(UNFIT) from None
    units = found.sums["units"]
    in_reach = all(abs(value) < MOST_SUM for value in sums.own.flat)
    if type(units) is not int or not 0 <= units <= found.task.units or len(sums.own) != 1 or not in_reach:
        raise CheckpointError(UNFIT)
    if not all(0 <= value <= units for value in sums.own[:, UNITS].flat):
        raise CheckpointError(UNFIT)
    return sums


def difference(found: Task, wanted: Task) -> str | None:
    """What makes the task of a checkpoint another one than the wanted, in words; None if they are the same."""
    for field in msgspec.structs.fields(Task):
        if field.name == "force" or field.name == "experiment":
            continue
        old, new = getattr(found, field.name), getattr(wanted, field.name)
        if old != new:
            return f"{field.name} {old}, not {new}"
    for field in msgspec.structs.fields(Experiment):
        old, new = getattr(found.experiment, field.name), getattr(wanted.experiment, field.name)
        if old != new:
            if field.name == "variants":
                return f"rules or players {msgspec.json.encode(old).decode()}, not {msgspec.json.encode(new).decode()}"
            return f"{field.name} {old}, not {new}"
    return None


def refuse_existing(path: Path, *, force: bool) -> None:
    """OutputError where a checkpoint lies at a path already and would be lost, or no file can be made there at all.

    CheckpointError where the run that it belongs to is still going on, also with force.

    Nothing but a file is replaced, even by force: the rename of a checkpoint would take the place of a device.
    """
    if path.exists() and not path.is_file():
        raise OutputError(f"{path} is no file; name a file for the checkpoint")
    with suppress(OSError):  # what cannot be read is told below, or when it is written
        _locked(path, "rb", path).close()
    if path.exists() and not force:
        raise OutputError(
            f"{path} is the checkpoint of an interrupted run; go on with `fuda simulate --resume {path}`,"
            " or start anew with --force"
        )
