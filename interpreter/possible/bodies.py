"""What an update computation does with each of its results, as far as the order of updates goes (spec: scatter).

With one-by-one folding, a result of the form ``old op g(updates)`` takes its contributions ``g(updates)`` one after
the other, whatever `g` is. With binary trees (`reassociate`), what the body returns is put into it again as an update,
so there `g` has to be the update itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from hlogen.ir import ComplexType, ElementType, FloatType, IndexType, IntegerType, Operation, Value
from interpreter.execution.blocks import BlockPlan
from interpreter.execution.regions import RegionPlan
from interpreter.kernels import bodies
from interpreter.kernels.arithmetic import ON_INTEGERS
from interpreter.kernels.scatter import ScatterPlan
from interpreter.values.array import Array, as_array
from interpreter.values.attributes import tensor_type

# free      every order gives the same; of minimum and maximum, too: by IEEE-754, 0 is more than -0
# set       the last update decides
# add       float sum of the old value and a contribution of each update
# multiply  float product likewise
# other     anything else
Kind = Literal["free", "set", "add", "multiply", "other"]


@dataclass(frozen=True)
class Part:
    """How one result of the body comes about. `op` does it, None where there is no single operation on the old value.

    `contribution` is the value that is folded in, of the body's block; None where it is the update itself. It is
    negated where `op` is a subtraction.
    """

    kind: Kind
    op: Operation | None = None
    contribution: Value | None = None
    kept: bool = False  # the body returns its old value
    constant: bool = False  # it returns what depends on neither old values nor updates

    @property
    def name(self) -> str:
        return self.op.name if self.op is not None else ""


def is_order_free(op: Operation, *, reassociate: bool = False) -> list[bool]:
    """Of each result of a scatter, whether every order of updates gives the same."""
    return [part.kind == "free" for part in parts_of(op, reassociate=reassociate)]


def parts_of(op: Operation, *, reassociate: bool = False) -> tuple[Part, ...]:
    """What the update computation of a scatter does, result by result."""
    block = op.regions[0].block
    found = bodies.folds(block)
    olds_only = _closed_among_old_values([fold.uses for fold in found])

    def part(i: int, fold: bodies.Fold) -> Part:
        if fold.kind == "keep" or not fold.uses:
            return Part("free", kept=fold.kind == "keep", constant=fold.kind != "keep")
        if i in olds_only and not reassociate:
            return Part("free")
        if fold.kind == "other" or (reassociate and fold.update is not None):
            return Part("other")
        if fold.op is None:
            return Part("set", contribution=fold.update)
        kind = _kind(fold.op.name, tensor_type(fold.op.result).element_type, reassociate)
        return Part(kind, fold.op, fold.update)

    return tuple(part(i, fold) for i, fold in enumerate(found))


def contributions(plan: ScatterPlan, part: Part, number: int, updates: Sequence[Array]) -> Array:
    """What each update gives to the result of this number; the sign of a subtraction isn't applied yet.

    `updates` are those of all results, arrays of one shape.
    """
    if part.contribution is None or not updates[0].size:
        return updates[number]
    block = plan.body.block
    if part.op is None:
        place = block.results[number]
    else:
        step = next(step for step in block.steps if step.op is part.op)
        place = step.operands[part.op.operands.index(part.contribution)]
    steps = [replace(step, released=()) for step in block.steps]
    computation = RegionPlan(BlockPlan(block.name, block.n_arguments, block.size, steps, [place]))
    computation.captured.values = plan.body.captured.values
    # The contribution isn't computed from old values, so that any will do.
    olds = [np.zeros(x.size, x.dtype) for x in updates]
    (found,) = computation.lanes(*olds, *(x.reshape(-1) for x in updates))
    given: Array = as_array(found).reshape(updates[0].shape)
    return given


def _kind(name: str, type: ElementType, reassociate: bool) -> Kind:
    if name == "stablehlo.subtract":
        if isinstance(type, (IntegerType, IndexType)):
            return "other" if reassociate else "free"
    elif name not in ON_INTEGERS:
        return "other"
    elif isinstance(type, (IntegerType, IndexType)):
        return "free"
    if isinstance(type, FloatType):
        match name:
            case "stablehlo.minimum" | "stablehlo.maximum":
                return "free"
            case "stablehlo.multiply" if type.name != "f8E8M0FNU":
                return "multiply"
            case "stablehlo.add" | "stablehlo.subtract" if type.name != "f8E8M0FNU":
                return "add"
    if isinstance(type, ComplexType) and name in ("stablehlo.add", "stablehlo.subtract"):
        return "add"
    return "other"


def _closed_among_old_values(uses: list[frozenset[int]]) -> set[int]:
    """The results that are computed from old values of such results alone: updates have no say in them."""
    closed = set(range(len(uses)))
    while True:
        smaller = {i for i in closed if uses[i] <= closed}
        if smaller == closed:
            return closed
        closed = smaller
