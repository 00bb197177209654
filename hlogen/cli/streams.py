"""Standard input, output and error as a command finds them: closed, or with no room for what is written."""

from __future__ import annotations

import errno
import io
import os
import sys
from types import FrameType
from typing import Any

from hlogen.errors import UsageError

_OUTPUT, _ERROR = 1, 2


def prepare() -> None:
    """For the process of the command line, on POSIX: what can't be written to standard output is a UsageError.

    What can't be written to standard error is lost, as nobody can be told; the exit code stays what it is.
    """
    if os.name != "posix":
        return
    for number, mode in ((0, os.O_WRONLY), (_OUTPUT, os.O_RDONLY), (_ERROR, os.O_WRONLY)):
        _occupy(number, mode)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - it stays open
    sys.stdout = _text(_OUTPUT, sys.stdout)
    sys.stderr = _text(_ERROR, sys.stderr)


def reason(error: OSError) -> str:
    """Why the system refuses, in its words; what is read or written though it is closed says so."""
    return "it is closed" if error.errno == errno.EBADF else error.strerror or str(error)


def is_writing(frame: FrameType | None) -> bool:
    """Whether a stream is just being written: an exception from there says that nothing was."""
    while frame is not None:
        if frame.f_code is _Output.write.__code__:
            return True
        frame = frame.f_back
    return False


def _occupy(number: int, mode: int) -> None:
    """Opens a closed descriptor, so that no file gets its number; using it is an error still, for the mode is wrong."""
    try:
        os.fstat(number)
    except OSError:
        opened = os.open(os.devnull, mode)
        os.dup2(opened, number)
        if opened != number:
            os.close(opened)


def _text(number: int, usual: Any) -> io.TextIOWrapper:
    """A stream like the usual one, None where that is closed, on a descriptor that tells of what fails."""
    is_buffered = not getattr(usual, "write_through", False)
    return io.TextIOWrapper(
        io.BufferedWriter(_Output(number)),
        encoding=getattr(usual, "encoding", "utf-8"),
        errors=getattr(usual, "errors", "backslashreplace"),
        line_buffering=getattr(usual, "line_buffering", False),
        write_through=not is_buffered,
    )


class _Output(io.FileIO):
    """Standard output or error: the first failure is told, and what comes after it is dropped without another."""

    def __init__(self, number: int) -> None:
        super().__init__(number, "w", closefd=False)
        self._has_failed = False

    def write(self, data: Any, /) -> int:
        size = memoryview(data).nbytes
        if self._has_failed:
            return size
        try:
            return super().write(data)
        except BrokenPipeError:  # whoever reads has seen enough
            raise
        except OSError as error:
            self._has_failed = True
            if self.fileno() == _ERROR:
                return size
            raise UsageError(f"standard output can't be written: {reason(error)}") from error
