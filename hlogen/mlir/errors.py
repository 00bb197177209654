"""What is raised where programs are read and written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hlogen.errors import HlogenError

if TYPE_CHECKING:  # the command line starts without NumPy
    from hlogen.ir.module import Location


class ParseError(HlogenError):
    """A program that can't be read. `location` is where, `diagnostics` are upstream's own messages.

    `rule` is the rule of programs that is broken (`hlogen.spec.program_rules`), where it is more than a syntax error,
    and `fix` what to do about it.
    """

    def __init__(
        self,
        message: str,
        location: Location | None = None,
        diagnostics: Sequence[str] = (),
        *,
        rule: str = "",
        fix: str = "",
    ) -> None:
        super().__init__(message)
        self.location = location
        self.diagnostics = tuple(diagnostics)
        self.rule = rule
        self.fix = fix


class NoProgramError(ParseError):
    """A text of nothing but blanks and comments: for whoever takes that as an empty program."""


class VerificationError(HlogenError):
    """Upstream's verifier refused a program that was to be written. `diagnostics` are its own messages."""

    def __init__(self, message: str, diagnostics: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)


class BindingsError(HlogenError):
    """No usable MLIR bindings with the StableHLO dialect are installed, or they lack what a call needs."""


class TargetVersionError(HlogenError):
    """A program can't be written for the asked StableHLO version."""
