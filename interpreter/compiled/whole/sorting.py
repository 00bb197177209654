"""Sorts, as in kernels/sorting.py."""

from __future__ import annotations

from itertools import chain

from interpreter.compiled.body import is_of_scalars, write_body
from interpreter.compiled.elements import Held, NotCompiled, held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.part import Captured, Given, Part, shape_of, whole
from interpreter.compiled.registry import element_of
from interpreter.compiled.sorting import Sorted
from interpreter.execution.blocks import PlannedStep
from interpreter.values.attributes import integer

_LONGEST = 512  # of lines: NumPy sorts longer ones as fast
_NUMBER = Held("i64", "i64", "signed", 64)


@whole("stablehlo.sort")
def sort(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    op, block = step.op, step.regions[0].block
    shape = shape_of(op.results[0])
    if not shape or not is_of_scalars(block.arguments):
        raise NotCompiled("sorts of scalars")
    dimension = integer(op, "dimension", -1) % len(shape)
    if not 1 < shape[dimension] <= _LONGEST:
        raise NotCompiled("sorts of long lines")
    (_,) = write_body(Emitter(), block, ["0"] * block.size)  # NotCompiled where that has none
    given = [part.value(operand) for operand in operands]
    if any(one.layout.shape != shape for one in given):
        raise NotCompiled("operands of other shapes")
    results = [part.room(held(element_of(result)), shape_of(result)) for result in op.results]
    rooms = [part.buffer(_NUMBER, shape[dimension]) for _ in range(3)]
    outer = [part.value(value) for value in chain(*captured)]
    part.tasks.append(Sorted(dimension, given, outer, block, results, rooms))
    return results
