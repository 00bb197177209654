"""The exception tree: everything hlogen and its interpreter raise on purpose derives from HlogenError.

A message is for people: what is wrong, where, the actual values, what to do. The command line prints it as it is
and exits with 2, so a message never needs a traceback to be understood.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hlogen.ir.module import Location
    from hlogen.spec.constraint import Violation


class HlogenError(Exception):
    """Base of every error that hlogen raises on purpose."""


class UsageError(HlogenError, ValueError):
    """A call, argument or option that can't be used as given: wrong count, type, file, or combination."""


class TypeSyntaxError(UsageError):
    """Text that should name a type and doesn't, such as ``hl.tensor("2x3xq32")``."""


class ParseError(HlogenError):
    """A program that can't be read. `location` is where, `diagnostics` are upstream's own messages."""

    def __init__(self, message: str, location: Location | None = None, diagnostics: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.location = location
        self.diagnostics = tuple(diagnostics)


class VerificationError(HlogenError):
    """Upstream's verifier refused a program that was to be written. `diagnostics` are its own messages."""

    def __init__(self, message: str, diagnostics: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)


class BindingsError(HlogenError):
    """No usable MLIR bindings with the StableHLO dialect are installed, or they lack what a call needs."""


class TargetVersionError(HlogenError):
    """A program can't be written for the asked StableHLO version."""


class ConstraintError(HlogenError):
    """A program that breaks constraints of the specification. `violations` names every one of them."""

    def __init__(self, message: str, violations: Sequence[Violation]) -> None:
        super().__init__(message)
        self.violations = tuple(violations)


class ExportError(UsageError):
    """A program that can't be written in another language; the message lists all that is in the way, with places."""


class MissingPackageError(HlogenError, ImportError):
    """A package isn't installed that an optional part of hlogen needs; the message says how to install it."""


class ExecutionError(HlogenError):
    """The interpreter can't run a program, or a run met something the specification leaves undefined.

    `operation` and `location` say at which operation, where that is known, `process` in which process of a grid.
    """

    operation: str | None = None
    location: Location | None = None
    process: tuple[int, int] | None = None


class UnsupportedOpError(ExecutionError):
    """The program has ops that the interpreter doesn't know; the message lists all of them with places."""


class CheckFailed(ExecutionError):
    """A ``check.expect_*`` inside a program doesn't hold; the message shows the first differing elements."""


class Trapped(ExecutionError):
    """A trap has stopped the run: an operation has made a NaN, an infinity, or what its type can't hold.

    `kind` is what for, `index` that of the first such element, `operands` are the operation's own arrays.
    """

    def __init__(self, message: str, kind: str, index: tuple[int, ...] = (), operands: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.index = index
        self.operands = operands


class Stopped(ExecutionError):
    """Whoever looked at a run step by step has ended it before the program's end."""


class Deadlock(ExecutionError):
    """Processes of a grid wait for others that cannot come; the message says who waits where, and for whom."""


class OracleError(HlogenError):
    """A backend under test (upstream's interpreter, XLA, a plugin) couldn't give a result."""


class OracleCrashed(OracleError):
    """The backend's worker process died; the message says how."""


class OracleTimeout(OracleError):
    """The backend's worker process ran over its time limit."""
