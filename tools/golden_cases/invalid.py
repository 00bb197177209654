"""The invalid goldens: for each constraint a program that breaks only that one, and its valid neighbour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from hlogen.mlir.reader import read
from hlogen.spec.catalogue import constraints
from hlogen.spec.constraint import Constraint, Violation
from hlogen.spec.operations import check_operation
from tools.golden_cases.render import template


@dataclass(frozen=True)
class InvalidGolden:
    """A file of golden/invalid: where it goes and what it says."""

    constraint: Constraint
    is_fixed: bool

    @property
    def stem(self) -> str:
        """``c17_batching_sizes_differ``: numbers of one digit get a zero, so that the files sort."""
        letter, number = self.constraint.number[0].lower(), int(self.constraint.number[1:])
        return f"{letter}{number:02}_{self.constraint.name}"

    @property
    def path(self) -> str:
        """Below golden/."""
        return f"invalid/{self.constraint.op}/{self.stem}{'.fixed' if self.is_fixed else ''}.mlir"

    @property
    def program(self) -> str:
        return self.constraint.fixed if self.is_fixed else self.constraint.example

    def text(self) -> str:
        violation = None
        if not self.is_fixed:
            (violation,) = violations(self.program)
        return (
            template("invalid.mlir.j2")
            .render(
                constraint=self.constraint,
                violation=violation,
                neighbour=f"{self.stem}.mlir",
                program=self.program,
            )
            .rstrip()
            + "\n"
        )


@cache
def violations(program: str) -> tuple[Violation, ...]:
    """What the checker finds in a program."""
    return tuple(violation for op in read(program.encode()).walk() for violation in check_operation(op))


def invalid_goldens() -> Iterator[InvalidGolden]:
    """The pair of every constraint that can be broken alone."""
    for constraint in constraints().values():
        if constraint.never_alone is None:
            yield InvalidGolden(constraint, is_fixed=False)
            yield InvalidGolden(constraint, is_fixed=True)
