"""A program that a command was given, by a script or in a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.ir.module import HasModule, Module


@dataclass(frozen=True)
class Scripted:
    """A program, and what gives the flat arguments that a script has for it; None where it has none."""

    program: HasModule
    examples: Callable[[], tuple[Any, ...]] | None = None

    @property
    def module(self) -> Module:
        return self.program.module
