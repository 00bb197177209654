"""Temporary files and folders that don't stay: those of processes that were killed go when the next one makes its own.

Each is locked as long as its process lives; the kernel opens the lock, however that ends. Numbers of processes would
say less: they are used again, and other containers that share the folder have their own.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import tempfile
from pathlib import Path
from typing import IO, Any

from hlogen import locking
from hlogen.errors import UsageError

_PREFIX = "hlogen-tmp-"
_NAME = re.compile(rf"(\.?){_PREFIX}[a-z0-9_]{{8}}")  # hidden beside the files of people
_MODE = 0o700  # what mkdtemp gives, and people rarely

_swept: set[str] = set()


class TemporaryFolder:
    """An empty folder of this user alone, for temporary files or, hidden, in the folder `within`.

    UsageError where none can be made for temporary files, OSError where not within that folder. `remove` removes it
    with what is in it.
    """

    def __init__(self, within: Path | None = None) -> None:
        try:
            sweep_once(within)
            self.path, self._lock = _made(within)
        except OSError as error:
            if within is None:
                raise _none(error) from error
            raise

    def remove(self, *, is_ours: bool = True) -> None:
        """Removes the folder, once; where it is another process's (`is_ours`), it is only forgotten here."""
        if is_ours:
            shutil.rmtree(self.path, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
            if is_ours:  # a removal that has failed for want of one more open file
                shutil.rmtree(self.path, ignore_errors=True)


def temporary_file(mode: str, **options: Any) -> IO[Any]:
    """A file without a name, which ends with whoever has it open; UsageError where none can be made."""
    try:
        file: IO[Any] = tempfile.TemporaryFile(mode, **options)  # noqa: SIM115 - its user closes it
    except OSError as error:
        raise _none(error) from error
    return file


def _none(error: OSError) -> UsageError:
    return UsageError(
        f"no temporary file can be made: {error.strerror or error}; fix: let TMPDIR be a folder that can be written to"
    )


def hidden_name() -> str:
    """A name for a file beside those of people, which is swept where it isn't locked. See `lock_named`."""
    return f".{_PREFIX}{os.urandom(4).hex()}"


def lock_named(path: Path) -> int | None:
    """The lock of a new file or folder, to be closed at its end; None where another process has swept it before."""
    try:
        held = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    with contextlib.suppress(OSError):  # a file system without locks: nobody sweeps it
        locking.lock(held, wait=True)
    if path.exists():
        return held
    os.close(held)
    return None


def _made(within: Path | None) -> tuple[Path, int | None]:
    while True:
        path = Path(tempfile.mkdtemp(prefix=_PREFIX if within is None else f".{_PREFIX}", dir=within))
        if not locking.CAN_LOCK:
            return path, None
        try:
            held = lock_named(path)
        except OSError:  # too many files are open
            path.rmdir()
            raise
        if held is not None:
            return path, held


def sweep_once(folder: Path | None = None) -> None:
    """As `sweep`, but once for each folder: what is killed later goes with a later process."""
    try:
        where = os.path.realpath(folder or tempfile.gettempdir())
    except OSError:  # the working folder is gone
        return
    if where not in _swept:
        _swept.add(where)
        sweep(folder)


def sweep(folder: Path | None = None) -> None:
    """Removes what this user's processes that are gone have left in a folder, or in that for temporary files.

    What can't be removed is left.
    """
    if not locking.CAN_LOCK:
        return
    with contextlib.suppress(OSError), os.scandir(folder or tempfile.gettempdir()) as entries:
        for entry in entries:
            if found := _NAME.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    _sweep(entry.path, is_hidden=bool(found[1]))


def _sweep(path: str, is_hidden: bool) -> None:
    left = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)  # never through a link, never waiting for a pipe
    try:
        about = os.fstat(left)
        if about.st_uid != os.getuid():
            return
        is_folder = stat.S_ISDIR(about.st_mode) and stat.S_IMODE(about.st_mode) == _MODE
        if is_folder or (is_hidden and stat.S_ISREG(about.st_mode)):
            locking.lock(left)
            shutil.rmtree(path) if is_folder else Path(path).unlink()
    finally:
        os.close(left)
