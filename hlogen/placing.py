"""Files that are there whole or not at all, and never take the place of one that another process has just written.

Where the system can, a file has no name until it is complete: then nothing of it is left, however its process ends.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import IO

from hlogen import locking, temporary
from hlogen.errors import UsageError


def path_of(given: str | os.PathLike[str]) -> Path:
    """The path that was given; UsageError where no file can have it."""
    try:
        if b"\0" not in os.fsencode(given):
            return Path(given)
    except UnicodeEncodeError:
        pass
    raise UsageError(f"no file has the path {os.fspath(given)!r}, with a null or half of a surrogate pair in it")


def write(target: Path, fill: Callable[[IO[bytes]], object], *, overwrite: bool) -> None:
    """Lets `fill` write a file, which becomes `target` once it is complete; a link stays one.

    FileExistsError where there is one by then, unless `overwrite` is set; OSError where it can't be written. Nothing
    but a complete file is left. What is no file, such as /dev/null or a pipe, is written to.
    """
    if target.exists() and not target.is_file():
        content = BytesIO()  # a device can't be gone back in
        fill(content)
        with target.open("wb") as device:
            device.write(content.getvalue())
        return
    target = behind_links(target)
    temporary.sweep_once(target.parent)
    unnamed = _unnamed(target.parent)
    if unnamed is None:
        _write_named(target, fill, overwrite)
        return
    with unnamed as file:
        fill(file)
        file.flush()
        try:
            _name(file, target, overwrite)
        except FileExistsError:
            raise
        except OSError:  # no /proc, or a file system without links
            file.seek(0)
            _write_named(target, lambda named: shutil.copyfileobj(file, named), overwrite)


def _unnamed(folder: Path) -> IO[bytes] | None:
    """A new file without a name in that folder; None where the system, or the file system, has no such files."""
    if not hasattr(os, "O_TMPFILE"):
        return None
    try:
        opened = os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o666)
    except OSError:  # if it isn't for want of such files, a file with a name meets the same, and says so
        return None
    return os.fdopen(opened, "w+b")


def _name(file: IO[bytes], target: Path, overwrite: bool) -> None:
    """Gives a complete file without a name its own."""
    if not (overwrite and target.exists()):
        try:
            _link(file, target)
            return
        except FileExistsError:
            if not overwrite:
                raise
    # A name can't be given at once to one file and taken from another: it gets another one for a moment.
    beside = target.with_name(temporary.hidden_name())
    with contextlib.suppress(OSError):
        locking.lock(file.fileno())
    os.fchmod(file.fileno(), _mode(target))
    _link(file, beside)
    try:
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _link(file: IO[bytes], target: Path) -> None:
    # with a folder, though the path needs none: else Python calls what links to the link in /proc
    os.link(f"/proc/self/fd/{file.fileno()}", target, src_dir_fd=file.fileno(), follow_symlinks=True)


def _write_named(target: Path, fill: Callable[[IO[bytes]], object], overwrite: bool) -> None:
    """`write` by a file with another name, which is swept where the process ends in the midst of it."""
    file, beside, held = _named(target.parent)
    try:
        with file:
            fill(file)
        if overwrite and target.exists():
            beside.chmod(_mode(target))
        place(beside, target, overwrite=overwrite)
    finally:
        with contextlib.suppress(OSError):  # where the file system can't be written at all, this fails, too
            beside.unlink()
        if held is not None:
            os.close(held)


def _named(folder: Path) -> tuple[IO[bytes], Path, int | None]:
    """A new file, its path, and its lock."""
    while True:
        beside = folder / temporary.hidden_name()  # short: the target's may be as long as names can be
        file = beside.open("x+b")  # readable, too: into others NumPy writes by itself, and loses its last error
        if not locking.CAN_LOCK:
            return file, beside, None
        try:
            held = temporary.lock_named(beside)
        except BaseException:
            file.close()
            beside.unlink(missing_ok=True)
            raise
        if held is not None:
            return file, beside, held
        file.close()


def _mode(target: Path) -> int:
    return target.stat().st_mode & 0o7777


def place(file: Path, target: Path, *, overwrite: bool) -> None:
    """Gives a complete file the name `target` in the same folder or file system, at once.

    Without `overwrite`, FileExistsError where something has that name: of two who try, one is the second.
    """
    if overwrite:
        file.replace(target)
        return
    try:
        os.link(file, target)
    except FileExistsError:
        raise
    except OSError:  # not every file system has links: the name is taken first, which only one can do
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        try:
            file.replace(target)
        except BaseException:
            target.unlink(missing_ok=True)
            raise
    else:
        with contextlib.suppress(OSError):
            file.unlink()


def behind_links(target: Path) -> Path:
    """The file that is meant by a link; anything else is itself, also where the working folder is gone."""
    return Path(os.path.realpath(target)) if target.is_symlink() else target
