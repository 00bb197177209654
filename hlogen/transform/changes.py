"""What transforms did: which operations became something else, or went away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal, TypeAlias

from hlogen.door import public
from hlogen.ir import Location, Operation

# What became of an operation; "narrowed": a loop or a branch that has fewer results now.
Did: TypeAlias = Literal["rewritten", "inlined", "merged", "dropped", "narrowed"]


@dataclass(frozen=True)
class Change:
    """What became of one operation: such as "merged", the `name` of the operation, and where it stood."""

    did: Did
    name: str
    location: Location | None

    @property
    def kind(self) -> str:
        """The operation's name as people say it."""
        return {"func.func": "function", "func.call": "call"}.get(self.name, self.name.removeprefix("stablehlo."))

    def __str__(self) -> str:
        said = f"{self.kind} {self.did}"
        return said if self.location is None else f"{self.location}: {said}"


_changes: ContextVar[list[Change] | None] = ContextVar("hlogen_changes", default=None)


@public
@contextmanager
def changes() -> Iterator[list[Change]]:
    """Lists what transforms do inside the ``with``, an entry for each operation, in the order in which it is done.

    ::

        with hl.transform.changes() as done:
            program = hl.transform.cse(program)
        print(*done, sep="\\n")                       # model.mlir:7:10: sine merged
    """
    token = _changes.set(made := list[Change]())
    try:
        yield made
    finally:
        _changes.reset(token)
        if (around := _changes.get()) is not None:
            around += made


def note(did: Did, *operations: Operation) -> None:
    """Says what becomes of operations."""
    made = _changes.get()
    if made is not None:
        made += [Change(did, operation.name, operation.location) for operation in operations]
