"""Temporary folders that don't stay: those of processes that were killed go when the next one makes its own.

A folder is locked as long as its process lives; the kernel opens the lock, however that ends. Numbers of processes
would say less: they are used again, and other containers that share the folder have their own.
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

from hlogen.errors import UsageError

try:
    import fcntl
except ImportError:  # Windows: nothing is locked, and nothing is swept
    _CAN_LOCK = False
else:
    _CAN_LOCK = True

_PREFIX = "hlogen-tmp-"
_NAME = re.compile(rf"{_PREFIX}[a-z0-9_]{{8}}")
_MODE = 0o700  # what mkdtemp gives, and people rarely

_has_swept = False


class TemporaryFolder:
    """An empty folder of this user alone; UsageError where none can be made. `remove` removes it with what is in it."""

    def __init__(self) -> None:
        try:
            _sweep_once()
            self.path, self._lock = _made()
        except OSError as error:
            raise _none(error) from error

    def remove(self, *, is_ours: bool = True) -> None:
        """Removes the folder, once; where it is another process's (`is_ours`), it is only forgotten here."""
        if is_ours:
            shutil.rmtree(self.path, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


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


def _made() -> tuple[Path, int | None]:
    """A folder, and its lock, which is open as long as it isn't closed."""
    while True:
        path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        if not _CAN_LOCK:
            return path, None
        try:
            lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:  # another process has swept it before it was locked
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError:  # a file system without locks: nobody sweeps it
            return path, lock
        if path.exists():
            return path, lock
        os.close(lock)


def _sweep_once() -> None:
    global _has_swept
    if not _has_swept:
        _has_swept = True
        sweep()


def sweep() -> None:
    """Removes the temporary folders of this user's processes that are gone. What can't be removed is left."""
    if not _CAN_LOCK:
        return
    with contextlib.suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    _sweep(entry.path)


def _sweep(path: str) -> None:
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)  # never through a link
    try:
        about = os.fstat(folder)
        if about.st_uid == os.getuid() and stat.S_IMODE(about.st_mode) == _MODE:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path)
    finally:
        os.close(folder)
