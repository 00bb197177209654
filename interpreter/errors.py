"""What is raised where programs run, beside ExecutionError and CheckFailed, which others raise as well."""

from __future__ import annotations

from typing import Any

from hlogen.errors import ExecutionError


class UnsupportedOpError(ExecutionError):
    """The program has ops that the interpreter doesn't know; the message lists all of them with places."""


class Trapped(ExecutionError):
    """A trap has stopped the run: an operation has made a NaN, an infinity, or what its type can't hold.

    `kind` is what for, `index` that of the first such element, `operands` are the operation's own arrays.
    """

    is_finding = True

    def __init__(self, message: str, kind: str, index: tuple[int, ...] = (), operands: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.index = index
        self.operands = operands


class Stopped(ExecutionError):
    """Whoever looked at a run step by step has ended it before the program's end."""


class Deadlock(ExecutionError):
    """Processes of a grid wait for others that cannot come; the message says who waits where, and for whom."""
