"""Folders of tables that appear only when they are complete."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from toolkit.records.faults import shown
from toolkit.records.output import OutputError, output_errors
from toolkit.replay.store import holds_only_tables


@contextmanager
def atomic_folder(folder: Path, *, force: bool = False) -> Iterator[Path]:
    """A folder to write tables to, beside ``folder``, that takes its place when the body succeeds.

    If the body fails or is interrupted, nothing is left. Raises OutputError before the body runs where
    :func:`check_folder` does, and if the folder has appeared meanwhile and ``force`` is not set.
    """
    check_folder(folder, force=force)
    part = folder.with_name(f".fuda-{os.urandom(8).hex()}.part")
    try:
        with output_errors(folder):
            _make(part, folder)
            yield part
            _put(part, folder, force)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def check_folder(folder: Path, *, force: bool) -> None:
    """Raise OutputError unless tables may be put there; nothing but tables is ever overwritten."""
    name = shown(str(folder), None)
    if folder.is_dir():
        if not holds_only_tables(folder):
            raise OutputError(f"{name} is a folder with other things than tables in it; name a new one")
        if not force:
            raise _exists(folder)
    elif folder.exists() or folder.is_symlink():
        raise OutputError(f"{name} exists and is no folder; name a new folder, or a record file that ends in .jsonl")
    if not folder.parent.is_dir():
        raise OutputError(f"cannot write {name}: there is no folder {shown(str(folder.parent), None)}")


def _exists(folder: Path) -> OutputError:
    return OutputError(f"{shown(str(folder), None)} exists already; choose another name, or overwrite it with --force")


def _make(part: Path, folder: Path) -> None:
    try:
        part.mkdir()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(f"cannot write {shown(str(folder), None)}: {reason}") from error


def _put(part: Path, folder: Path, force: bool) -> None:
    """Move a complete folder to its place; the one that was there goes only when that has worked.

    Another program may put one there at the same time: it stays, unless ``force`` is set; then the last one stays.
    """
    replaced: list[Path] = []
    try:
        while not _moved(part, folder):
            if not force:
                raise _exists(folder)
            old = folder.with_name(f".fuda-{os.urandom(8).hex()}.old")
            with suppress(FileNotFoundError):  # somebody else has moved it away
                folder.rename(old)
                replaced.append(old)
    except BaseException:
        if replaced and not folder.exists():
            replaced[-1].rename(folder)
        raise
    finally:
        for old in replaced:
            shutil.rmtree(old, ignore_errors=True)


def _moved(part: Path, folder: Path) -> bool:
    """Move a folder to its place; False if there is one already."""
    try:
        part.rename(folder)
    except OSError as error:
        if error.errno in (errno.EEXIST, errno.ENOTEMPTY):
            return False
        raise
    return True
