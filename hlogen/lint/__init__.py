"""Checks programs and files of programs against the specification's constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogen.door import strict
from hlogen.errors import UsageError

if TYPE_CHECKING:
    from hlogen.ir.module import HasModule
    from hlogen.spec.constraint import Violation

__all__ = ["check"]


@strict
def check(module: HasModule) -> list[Violation]:
    """Every violation of the specification's constraints in a program, in the order of its text.

    Takes whatever carries a program: what `hlogen.parse` reads, what `@hlogen.function` makes. Nested regions and all
    functions are checked. A constraint that depends on a dynamic dimension isn't reported.
    """
    # Imported here: the command line reads hlogen.lint in a process that should start without NumPy.
    from hlogen.ir.module import HasModule
    from hlogen.spec.operations import violations_of

    if not isinstance(module, HasModule):
        raise UsageError(f"check takes a program, not {type(module).__name__}; read text or a file with hlogen.parse")
    return violations_of(module.module)
