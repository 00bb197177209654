"""The root of all that hlogen and its interpreter raise on purpose, and what every room raises.

A room's own errors stand in the room, mostly in its `errors.py`. A message is for people: what is wrong, where, the
actual values, what to do. The command line prints it as it is, so a message never needs a traceback to be understood.
"""

from __future__ import annotations

from typing import Any


class HlogenError(Exception):
    """Base of every error that hlogen raises on purpose.

    `is_finding` where it tells of the program under test, and isn't about a call that can't be carried out: the command
    line exits with 1, not with 2.
    """

    is_finding = False

    def __str__(self) -> str:
        """The message. Half a surrogate pair that it quotes is spelled out, as no file and no terminal takes one."""
        return super().__str__().encode(errors="backslashreplace").decode()

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes with all that they hold: they are made anew without being raised again."""
        return _remade, (type(self), self.args), self.__dict__ or None


def _remade(kind: type[HlogenError], args: tuple[Any, ...]) -> HlogenError:
    error = kind.__new__(kind, *args)
    error.args = args
    return error


class UsageError(HlogenError, ValueError):
    """A call, argument or option that can't be used as given: wrong count, type, file, or combination."""


class MissingPackageError(HlogenError, ImportError):
    """A package isn't installed that an optional part of hlogen needs; the message says how to install it."""


class ExecutionError(HlogenError):
    """A program can't be run, or a run met something the specification leaves undefined.

    `operation` and `location` say at which operation, where that is known, `process` in which process of a grid.
    """

    operation: str | None = None
    location: Any = None  # a hlogen.ir.Location, which stands above
    process: tuple[int, int] | None = None


class CheckFailed(ExecutionError):
    """A ``check.expect_*`` inside a program doesn't hold; the message shows the first differing elements."""

    is_finding = True
