"""Which operations of a program may give other bits for the same inputs: `hl.determinism`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hlogen.analysis.determinism import Determinism, determinism_of
from hlogen.analysis.facts import Facts
from hlogen.door import described, strict
from hlogen.errors import UsageError
from hlogen.ir.module import HasModule, Operation
from hlogen.notebook import Shown

WORDS = {
    "varies": "varies between runs",
    "open": "isn't known",
    "backend": "the same on every run, not on every backend",
    "same": "the same in any order",
}


@dataclass(frozen=True, repr=False)
class Judged(Shown):
    """One operation whose results may depend on more than its operands.

    `verdict` is "varies" (between runs), "open" (nothing is known), "backend" (the same on every run of one compiled
    program, not on every backend) or "same" (proved); `reason` says why, `fix` what to do.
    """

    operation: Operation
    determinism: Determinism

    @property
    def verdict(self) -> str:
        return self.determinism.verdict

    @property
    def reason(self) -> str:
        return self.determinism.reason

    @property
    def fix(self) -> str:
        return self.determinism.fix

    def __str__(self) -> str:
        location = self.operation.location
        name = (f"{location}: " if location else "") + self.operation.name
        origin = f" (from {location.origin})" if location and location.origin else ""
        lines = [f"{name}: {WORDS[self.verdict]}: {self.reason}{origin}"]
        return "\n".join(lines + [f"    fix: {self.fix}"] * bool(self.fix))

    def as_json(self) -> dict[str, Any]:
        place = self.operation.location
        return {
            "file": place.file if place else None,
            "line": place.line or None if place else None,
            "column": place.column or None if place else None,
            "op": self.operation.name,
            "determinism": self.verdict,
            "reason": self.reason,
            "fix": self.fix or None,
        }


@dataclass(frozen=True, repr=False)
class DeterminismReport(Shown):
    """The operations of a program that leave something open or might, in the order of its text; ``str()`` says all."""

    operations: tuple[Judged, ...]

    @property
    def varies(self) -> tuple[Judged, ...]:
        """The operations that make results vary between runs, or of which nothing is known."""
        return tuple(one for one in self.operations if one.verdict in ("varies", "open"))

    def __repr__(self) -> str:
        count = len(self.varies)
        return f"<determinism: {count} {'operation' if count == 1 else 'operations'} may vary between runs>"

    def __str__(self) -> str:
        return "\n".join(map(str, self.operations)) or "every operation gives the same on every run and every backend"


@strict
def determinism(program: HasModule) -> DeterminismReport:
    """Which operations of `program` may give other bits for the same inputs, why, and what to do.

    A scatter or select_and_scatter varies between runs unless its result is proved to be the same in any order:
    backends may apply updates by atomic operations, in the order in which they arrive. `hl.transform.deterministic`
    rewrites it. An rng varies everywhere. Of a custom call nothing is known. Sums, products of matrices, unstable sorts
    and the like are the same on every run of one compiled program, and may differ between backends. Operations that are
    exact on every backend aren't in the report, nor elementwise functions, whose accuracy is the backend's own.

    Raises ConstraintError where the program isn't valid, and UsageError where it isn't a program.
    """
    if not isinstance(program, HasModule):
        raise UsageError(
            f"determinism takes a program, not {described(program)}; read text or a file with hlogen.parse"
        )
    module = program.module
    module.require_valid()
    facts = Facts(module)
    found = [(op, _judged(op, facts)) for op in module.walk()]
    return DeterminismReport(tuple(Judged(op, known) for op, known in found if known is not None))


def _judged(op: Operation, facts: Facts) -> Determinism | None:
    try:
        return determinism_of(op, facts)
    except UsageError as error:
        return Determinism("open", str(error))
