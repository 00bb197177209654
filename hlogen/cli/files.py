"""What commands share about files: what can be read once is one; output overwrites nothing and is never half there."""

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
from hlogen.lint.files import STDIN, exists

STDIN_NAME = "<stdin>"
_OF_THIS_PROCESS = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")  # also where they stand for files


@contextmanager
def as_file(source: str) -> Iterator[tuple[str, str]]:
    """The path of a file with what `source` gives, to be read by any process and any number of times, and its name.

    That is the file itself; of what can be read once and here alone ("-" for standard input, /dev/stdin, the pipe that
    a shell calls /dev/fd/63), it is a temporary copy. UsageError where it can't be read.
    """
    if not _is_read_once(source):
        yield source, source
        return
    handle, path = tempfile.mkstemp(prefix="hlogen-")
    try:
        with os.fdopen(handle, "wb") as file:
            if source == STDIN:
                shutil.copyfileobj(sys.stdin.buffer, file)
            else:
                _copy(source, file)
        yield path, STDIN_NAME if source == STDIN else source
    finally:
        Path(path).unlink()


def _is_read_once(source: str) -> bool:
    """Whether it is standard input, a pipe, a terminal or another device, or what other processes call otherwise."""
    if source == STDIN:
        return True
    return exists(source) and (source.startswith(_OF_THIS_PROCESS) or not Path(source).is_file())


def _copy(source: str, target: IO[bytes]) -> None:
    try:
        with Path(source).open("rb") as given:
            shutil.copyfileobj(given, target)
    except OSError as error:
        raise UsageError(f"{source} can't be read: {error.strerror or error}") from error


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
