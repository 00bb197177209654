"""What static analysis knows of every gather and scatter of a program, proved or not: `hl.analyze`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hlogen.analysis.access import GATHERS, SCATTER
from hlogen.analysis.bounds import Placement
from hlogen.analysis.facts import MALFORMED, Facts
from hlogen.analysis.judge import Judgement, judge
from hlogen.analysis.proof import Proof
from hlogen.analysis.range import ZERO
from hlogen.door import strict
from hlogen.errors import UsageError
from hlogen.ir.module import HasModule, Operation
from hlogen.notebook import Shown
from hlogen.spec.constraint import Truth
from hlogen.spec.operations import check_operation

WORDS = {Truth.HOLDS: "proved", Truth.VIOLATED: "refuted", Truth.UNKNOWN: "open"}
# What is judged: the word for it, and the field of Judgement.
PROOFS = {
    "in bounds": "in_bounds",
    "sorted": "indices_are_sorted",
    "sorted to the letter": "sorted_to_the_letter",
    "unique": "unique_indices",
    "schedule-independent": "schedule_independent",
}


@dataclass(frozen=True, repr=False)
class Analysed(Shown):
    """One gather, dynamic_gather or scatter. `judgement` is None where it breaks constraints or has no ranks: `why`."""

    operation: Operation
    judgement: Judgement | None
    why: str = ""

    @property
    def proofs(self) -> dict[str, Proof]:
        """The proofs by the words for them; what a gather has no need of is left out."""
        judgement = self.judgement
        if judgement is None:
            return {}
        return {
            word: getattr(judgement, name)
            for word, name in PROOFS.items()
            if (judgement.access.is_scatter or name not in ("unique_indices", "schedule_independent"))
            and (name != "sorted_to_the_letter" or _differs(judgement))
        }

    def __str__(self) -> str:
        location = self.operation.location
        name = (f"{location}: " if location else "") + self.operation.name
        origin = f" (from {location.origin})" if location and location.origin else ""
        if self.judgement is None:
            return f"{name}: {self.why}{origin}"
        lines = [f"{name}: {_described(self.judgement)}{origin}"]
        lines += [f"    {_component(placement, self.judgement)}" for placement in self.judgement.placements]
        width = max(map(len, self.proofs)) + 1
        for word, proof in self.proofs.items():
            lines.append(f"    {word + ':':<{width}} {WORDS[proof.verdict]:<8} {proof.reason}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        place = self.operation.location
        found: dict[str, Any] = {
            "file": place.file if place else None,
            "line": place.line or None if place else None,
            "column": place.column or None if place else None,
            "op": self.operation.name,
        }
        if self.judgement is None:
            return {**found, "not_analysed": self.why}
        components = [
            {
                "dimension": placement.component.dim,
                "size": placement.component.size,
                "window": placement.component.window,
                "low": None if placement.range.is_empty else placement.range.low,
                "high": None if placement.range.is_empty else placement.range.high,
                "step": placement.range.step,
                "constant": placement.starts is not None,
            }
            for placement in self.judgement.placements
        ]
        proofs = {
            name: {"verdict": proof.verdict.value, "reason": proof.reason}
            for name in PROOFS.values()
            for proof in [getattr(self.judgement, name)]
        }
        return {**found, "index_vectors": self.judgement.access.vectors, "components": components, **proofs}


@dataclass(frozen=True, repr=False)
class Analysis(Shown):
    """The gathers, dynamic_gathers and scatters of a program in the order of its text; ``str()`` is a report."""

    operations: tuple[Analysed, ...]

    def __repr__(self) -> str:
        count = len(self.operations)
        return f"<analysis of {count} {'gather or scatter' if count == 1 else 'gathers and scatters'}>"

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.operations)) or "no gather, dynamic_gather or scatter in there"


@strict
def analyze(program: HasModule) -> Analysis:
    """What is certain of every gather, dynamic_gather and scatter of `program` before it runs.

    For each: whether all windows are in bounds, whether the index vectors are sorted, and of a scatter whether no
    element is updated twice and whether every schedule gives the same; proved, refuted or open, with the reason. What
    is proved or refuted holds for every input.
    """
    if not isinstance(program, HasModule):
        raise UsageError(
            f"analyze takes a program, not {type(program).__name__}; read text or a file with hlogen.parse"
        )
    module = program.module
    facts = Facts(module)
    around = MALFORMED if module.is_refused else ()
    return Analysis(
        tuple(_analysed(op, facts, around) for op in module.walk() if op.name in GATHERS or op.name == SCATTER)
    )


def _analysed(op: Operation, facts: Facts, around: tuple[type[Exception], ...]) -> Analysed:
    """`around` is what may come up where other operations are invalid."""
    if violations := check_operation(op):
        return Analysed(op, None, f"not analysed, it breaks {', '.join(violation.id for violation in violations)}")
    try:
        return Analysed(op, judge(op, facts))
    except UsageError as error:
        return Analysed(op, None, f"not analysed: {error}")
    except around:
        return Analysed(op, None, "not analysed: operations around it are invalid")


def _differs(judgement: Judgement) -> bool:
    """Whether the letter of the text says something else about the order than the sensible reading."""
    return judgement.sorted_to_the_letter.verdict is not judgement.indices_are_sorted.verdict


def _described(judgement: Judgement) -> str:
    access = judgement.access
    vectors = "any number of index vectors" if access.vectors is None else f"{access.vectors:,} index vectors"
    if access.vectors == 1:
        vectors = "1 index vector"
    what = "inputs" if access.is_scatter else "operand"
    return f"{vectors}, windows of {_shape(access.window)} in {what} of {_shape(access.operand_shape)}"


def _component(placement: Placement, judgement: Judgement) -> str:
    component, fact = placement.component, placement.component.fact
    known = placement.text + (", constant" if placement.starts is not None else "")
    grown = []
    if placement.starts is None:
        for d in judgement.access.batch_dims:
            step = fact.steps[d]
            if fact.shape[d] == 1:
                continue
            if step == ZERO:
                grown.append(f"the same along dimension {d}")
            elif step.low >= 0 or step.high <= 0:
                grown.append(f"{'in' if step.low >= 0 else 'de'}creasing along dimension {d}")
    size = "?" if component.size is None else component.size
    return f"component {component.place}, in dimension {component.dim} of size {size}: {', '.join([known, *grown])}"


def _shape(sizes: tuple[int | None, ...]) -> str:
    return "x".join("?" if size is None else str(size) for size in sizes) or "rank 0"
