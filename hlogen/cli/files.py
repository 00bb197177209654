"""What commands share about files: standard input as one; output that overwrites nothing and is never half there."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO

from hlogen.errors import UsageError

STDIN_NAME = "<stdin>"


@contextmanager
def standard_input() -> Iterator[str]:
    """The path of a temporary file that holds what standard input gives."""
    handle, path = tempfile.mkstemp(prefix="hlogen-")
    try:
        with os.fdopen(handle, "wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        yield path
    finally:
        Path(path).unlink()


def check_target(target: Path, force: bool) -> None:
    """UsageError where `write_whole` could not write, so that a long run doesn't end with it."""
    try:
        is_folder = target.is_dir()
    except OSError as error:  # a name that is too long, a folder that may not be looked into
        raise UsageError(f"{target} can't be written: {error.strerror or error}") from error
    if is_folder:
        raise UsageError(f"{target} is a folder; name a file to write")
    if not target.parent.is_dir():
        raise UsageError(f"{target} can't be written: the folder {target.parent} doesn't exist; make it first")
    if target.is_file() and not force:
        raise UsageError(f"{target} exists already and is left as it is; choose another name, or say --force")


def write_whole(target: Path, write: Callable[[IO[bytes]], object], force: bool) -> None:
    """Lets `write` fill a file next to `target`, which takes its place once it is complete.

    A link stays one, and its target is written. What is no file, such as /dev/null or a pipe, is written to.
    """
    check_target(target, force)
    if target.exists() and not target.is_file():
        _write_into(target, write)
        return
    target = target.resolve()
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("xb") as file:
            write(file)
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except OSError as error:
        raise UsageError(f"{target} can't be written: {error.strerror or error}") from error
    finally:
        temporary.unlink(missing_ok=True)


def _write_into(device: Path, write: Callable[[IO[bytes]], object]) -> None:
    content = BytesIO()
    write(content)
    try:
        with device.open("wb") as file:
            file.write(content.getvalue())
    except OSError as error:
        raise UsageError(f"{device} can't be written: {error.strerror or error}") from error
