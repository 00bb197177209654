"""Reductions, as in kernels/reduction.py."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from interpreter.compiled.body import is_of_scalars, write_body
from interpreter.compiled.elements import NotCompiled, held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.fold import Fold
from interpreter.compiled.memory import Value
from interpreter.compiled.nest import Computed
from interpreter.compiled.part import Part, shape_of, whole
from interpreter.compiled.registry import element_of
from interpreter.execution.blocks import PlannedStep
from interpreter.values.attributes import integers


@whole("stablehlo.reduce")
def reduce(
    part: Part,
    step: PlannedStep,
    operands: Sequence[Value | Computed],
    captured: Sequence[Sequence[Value | Computed]],
) -> Sequence[Value]:
    op, count = step.op, len(operands) // 2
    block = step.regions[0].block
    types = [element_of(value) for value in op.operands]
    if types != [element_of(argument) for argument in block.arguments] or not is_of_scalars(block.arguments):
        raise NotCompiled("bodies of other types than the inputs'")
    write_body(Emitter(), block, ["0"] * block.size)  # NotCompiled where that has none
    given = [part.value(operand) for operand in operands]
    if any(one.layout.shape != shape_of(value) for one, value in zip(given, op.operands, strict=True)):
        raise NotCompiled("operands of other shapes")
    results = [part.room(held(element_of(result)), shape_of(result)) for result in op.results]
    fold = Fold(
        tuple(sorted(integers(op, "dimensions"))),
        given[:count],
        given[count:],
        [part.value(value) for value in chain(*captured)],
        block,
        results,
    )
    fold.rooms = [part.buffer(one.type, fold.room) for _ in range(2) for one in fold.inputs] if fold.room else []
    part.tasks.append(fold)
    return results
