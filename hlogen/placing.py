"""Files that are there whole or not at all, and never take the place of one that another process has just written."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import IO


def write(target: Path, fill: Callable[[IO[bytes]], object], *, overwrite: bool) -> None:
    """Lets `fill` write a file beside `target`, which takes its place once it is complete; a link stays one.

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
    beside = target.with_name(f".hlogen-{secrets.token_hex(6)}.tmp")  # short: `target` may be as long as names can be
    try:
        with beside.open("x+b") as file:  # readable, too: into others NumPy writes by itself, and loses its last error
            fill(file)
        if overwrite and target.exists():
            beside.chmod(target.stat().st_mode & 0o7777)
        place(beside, target, overwrite=overwrite)
    finally:
        with contextlib.suppress(OSError):  # where the file system can't be written at all, this fails, too
            beside.unlink()


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
