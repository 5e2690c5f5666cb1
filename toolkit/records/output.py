"""Files that appear only when they are complete."""

import errno
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from toolkit.records.faults import shown

#: Errors that come from where the output goes, whatever was being written.
OUTPUT_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO)
#: How polars tells the number of an error.
TOLD = re.compile(r"\(os error ([0-9]{1,5})\)")


class OutputError(OSError):
    """An output that cannot be written; the message names the path and what to do."""


@contextmanager
def output_errors(path: str | Path) -> Iterator[None]:
    """Turn a full disk and its like, met in the body, into an OutputError that names the path."""
    try:
        yield
    except OutputError:
        raise
    except OSError as error:
        if _number_of(error) in OUTPUT_ERRORS:
            raise OutputError(_cannot(path, error)) from error
        raise


def _number_of(error: OSError) -> int | None:
    """The number of an error of the system; some libraries tell it only in their message."""
    if error.errno is None and (found := TOLD.search(str(error))):
        return int(found[1])
    return error.errno


@contextmanager
def atomic_path(path: str | Path, *, force: bool = False) -> Iterator[Path]:
    """A path to write to, beside ``path`` and with the same suffix, that takes its place when the body succeeds.

    If the body fails or is interrupted, nothing is left. Raises OutputError if the path exists and ``force`` is not
    set (also when another program creates it meanwhile), or if its folder cannot be written to; this is found
    before the body runs. A device or pipe is written to directly.
    """
    check_output(path, force=force)
    target = Path(path)
    if target.exists() and not target.is_file():
        with output_errors(path):
            yield target
        return
    target = Path(os.path.realpath(target))  # a link stays a link
    part = target.with_name(f".fuda-{secrets.token_hex(8)}.part{target.suffix}")
    try:
        try:
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        except OSError as error:
            raise OutputError(_cannot(path, error)) from error
        with output_errors(path):
            yield part
            _settle(part)
        _rename(part, target, path, force)
    finally:
        with suppress(OSError):
            part.unlink()


def check_output(path: str | Path, *, force: bool = False) -> None:
    """Raise OutputError for what can be known before any work: an existing file without ``force``, no such folder."""
    if not str(path):
        raise OutputError("the name of the output is empty (a variable that is not set?)")
    target = Path(path)
    if target.exists() and not target.is_file() and not target.is_dir():
        return
    if target.is_dir():
        raise OutputError(f"{shown(str(target), None)} is a folder; name a file in it")
    if not target.parent.is_dir():
        raise OutputError(
            f"cannot write {shown(str(target), None)}: there is no folder {shown(str(target.parent), None)}"
        )
    if target.exists() and not force:
        raise OutputError(_exists(target))
    check_writable(target)


def check_writable(target: Path) -> None:
    """Raise OutputError where no file can be made beside a target (or beside what it links to)."""
    folder = Path(os.path.realpath(target)).parent
    if not os.access(folder, os.W_OK | os.X_OK):
        read_only = hasattr(os, "statvfs") and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
        number = errno.EROFS if read_only else errno.EACCES
        raise OutputError(_cannot(target, OSError(number, os.strerror(number))))


def _settle(part: Path) -> None:
    """Make sure that the bytes are on the disk before the name is, or a crash could leave an empty file."""
    handle = os.open(part, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _rename(part: Path, target: Path, path: str | Path, force: bool) -> None:
    try:
        if force:
            part.replace(target)
            return
        try:
            os.link(part, target)  # unlike a rename, this fails if the target has appeared meanwhile
        except FileExistsError:
            raise OutputError(_exists(path)) from None
        except OSError:  # a file system without links
            if target.exists():
                raise OutputError(_exists(path)) from None
            part.replace(target)
    except OutputError:
        raise
    except OSError as error:
        raise OutputError(_cannot(path, error)) from error


def _exists(path: str | Path) -> str:
    return f"{shown(str(path), None)} exists already; choose another name, or overwrite it with --force"


def _cannot(path: str | Path, error: OSError) -> str:
    number = _number_of(error)
    reason = error.strerror or (str(error) if number is None else os.strerror(number))
    return f"cannot write {shown(str(path), None)}: {reason.lower()}"
