"""Which files hold programs, when a string is the name of one rather than a program, and what a file gives.

What is no regular file may have no end: devices other than terminals aren't read, of pipes no more than MOST_OF_A_PIPE,
and a pipe with a name (mkfifo) is left where nobody has it open for writing in PATIENCE seconds. A pipe that somebody
holds open is waited for, as by every program.
"""

from __future__ import annotations

import contextlib
import io
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from hlogen.errors import UsageError

# What folders are searched for, what only a file's name ends in; a file that is named itself may be called anything.
SUFFIXES = (".mlir", ".mlirbc", ".mlir.bc", ".vhlo")
MOST_OF_A_PIPE = 1 << 30  # bytes
PATIENCE = 10.0
_LONGEST_PATH = 4096
_CHUNK = 1 << 20
_NOT_YET = 0.02  # seconds between two looks at a pipe that nobody has open


def form_of(name: str, *, has_target: bool) -> str | None:
    """What a file called `name` is written as, "text", "bytecode" or "portable"; None for a name that says nothing."""
    if name.endswith(".vhlo"):
        return "portable"
    if name.endswith((".mlirbc", ".mlir.bc")):
        return "portable" if has_target else "bytecode"
    return "text" if name.endswith(".mlir") else None


def is_path(text: str) -> bool:
    """True for a line that ends like a program's file, or names a file or folder that exists."""
    if "\n" in text or not text.strip() or len(text) > _LONGEST_PATH or "\0" in text:
        return False
    if text.endswith(SUFFIXES):
        return True
    try:
        return Path(text).exists()
    except OSError:
        return False


def content(path: str | os.PathLike[str]) -> bytes:
    """What a file gives, whole. Raises OSError and UsageError as `chunks` does."""
    if Path(path).is_file():
        return Path(path).read_bytes()
    return b"".join(chunks(path))


def chunks(source: str | os.PathLike[str]) -> Iterator[bytes]:
    """What a file gives, piece by piece.

    Raises OSError where it can't be read, UsageError where it is a device, a pipe that nobody writes to, or has no end.
    """
    # A pipe with a name would otherwise be waited for before anything can be said of it.
    number = os.open(source, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    with os.fdopen(number, "rb", buffering=0) as file:
        first = b""
        if stat.S_ISFIFO(os.fstat(number).st_mode):
            yield (first := _first_of_pipe(number, source))
        if hasattr(os, "set_blocking"):
            os.set_blocking(number, True)
        yield from chunks_of(file, str(source), len(first))


def chunks_of(file: IO[bytes], what: str, given: int = 0) -> Iterator[bytes]:
    """What an open file, called `what`, gives, of which so much was read before; errors are those of `chunks`."""
    is_regular = False
    with contextlib.suppress(io.UnsupportedOperation):  # a file in memory
        mode = os.fstat(file.fileno()).st_mode
        is_regular = stat.S_ISREG(mode)
        if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not _has_end(file.fileno())):
            raise UsageError(f"{what} is a device, which has no end; name a file or a pipe")
    while is_regular or given <= MOST_OF_A_PIPE:
        chunk = file.read(_CHUNK)
        if not chunk:
            return
        yield chunk
        given += len(chunk)
    raise UsageError(
        f"{what} gives more than {MOST_OF_A_PIPE >> 20} MiB, which is the most that is read of a pipe; "
        "fix: write it to a file, and name that"
    )


def _has_end(device: int) -> bool:
    """Whether it is a terminal, or the device that gives nothing."""
    return os.isatty(device) or os.path.samestat(os.fstat(device), Path(os.devnull).stat())


def _first_of_pipe(file: int, source: str | os.PathLike[str]) -> bytes:
    """What a pipe that was opened without waiting gives first, maybe nothing; UsageError where nobody writes to it."""
    has_name = ":[" not in os.path.realpath(source)  # those of shells are called "pipe:[123]"
    end = time.monotonic() + PATIENCE
    while True:
        try:
            first = os.read(file, _CHUNK)
        except BlockingIOError:  # somebody has it open
            return b""
        if first or not has_name:
            return first
        if time.monotonic() > end:
            raise UsageError(f"{source} is a pipe that nobody has opened for writing in {PATIENCE:g} s")
        time.sleep(_NOT_YET)
