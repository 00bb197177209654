"""What moves elements to or from places that only the run knows: windows, gathers, scatters, as in their kernels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from hlogen.ir import GatherDimensionNumbers, ScatterDimensionNumbers
from interpreter.compiled import tier
from interpreter.compiled.body import captured_types
from interpreter.compiled.elements import NotCompiled
from interpreter.compiled.emit import Emitter
from interpreter.compiled.gather import Gather
from interpreter.compiled.layout import Layout
from interpreter.compiled.memory import Value
from interpreter.compiled.moves import Scattered, Window
from interpreter.compiled.part import Captured, Given, Part, shape_of, whole
from interpreter.compiled.registry import element_of
from interpreter.compiled.scatter import Scatter
from interpreter.execution.blocks import PlannedStep
from interpreter.values.attributes import integers


@whole("stablehlo.dynamic_slice")
def dynamic_slice(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    source, starts = part.memory(operands[0]), [part.value(start) for start in operands[1:]]
    shape = shape_of(step.op.result)
    _require(step, source, starts)
    target = part.room(source.type, shape)
    room = [size - taken for size, taken in zip(source.layout.shape, shape, strict=True)]
    part.tasks.append(Window(source, target, starts, room, is_of_source=True))
    return [target]


@whole("stablehlo.dynamic_update_slice")
def dynamic_update_slice(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    source, update = part.value(operands[0]), part.memory(operands[1])
    starts = [part.value(start) for start in operands[2:]]
    _require(step, source, starts)
    if update.layout.shape != shape_of(step.op.operands[1]):
        raise NotCompiled("operands of other shapes")
    target = part.copied(source)
    room = [size - taken for size, taken in zip(source.layout.shape, update.layout.shape, strict=True)]
    part.tasks.append(Window(update, target, starts, room, is_of_source=False))
    return [target]


def _require(step: PlannedStep, source: Value, starts: Sequence[Value]) -> None:
    if source.layout.shape != shape_of(step.op.operands[0]) or any(start.layout.shape for start in starts):
        raise NotCompiled("operands of other shapes")


@whole("stablehlo.gather")
def gather(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    op, numbers = step.op, step.op.attributes.get("dimension_numbers")
    operand, indices = map(part.memory, operands)
    shapes = (operand.layout.shape, indices.layout.shape)
    if not isinstance(numbers, GatherDimensionNumbers) or shapes != tuple(map(shape_of, op.operands)):
        raise NotCompiled("operands of other shapes")
    made, sizes = shape_of(op.result), integers(op, "slice_sizes")
    single = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    dims = [d for d in range(len(sizes)) if d not in single]
    offsets = iter([sizes[d] for d in dims])
    batch = iter([size for d, size in enumerate(shapes[1]) if d != numbers.index_vector_dim])
    shape = tuple(next(offsets if axis in numbers.offset_dims else batch, 0) for axis in range(len(made)))
    if shape != made or any(
        not 0 < size <= room or (d in single and size > 1)
        for d, (size, room) in enumerate(zip(sizes, shapes[0], strict=True))
    ):
        raise NotCompiled("slices that don't fit")
    found = Gather(numbers, *shapes, made, sizes, operand.type.width // 8, element_of(op.operands[1]))
    found.write(Emitter(), "%0", "%0", "%0", None)  # NotCompiled where there is no machine code for it
    axes = [axis for axis in range(len(made)) if axis not in numbers.offset_dims]  # those of the batch
    of_indices = [stride for d, stride in enumerate(indices.layout.strides) if d != numbers.index_vector_dim]
    vectors, inside = [0] * len(made), [0] * len(made)
    for axis, stride in zip(axes, of_indices, strict=True):
        vectors[axis] = stride
    for d, of_vectors in zip(numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True):
        inside[axes[of_vectors - (of_vectors > numbers.index_vector_dim)]] = operand.layout.strides[d]
    for axis, d in zip(numbers.offset_dims, dims, strict=True):
        inside[axis] = operand.layout.strides[d]
    return [
        part.picked(
            op, (operand, indices), found,
            Layout(made, tuple(vectors), indices.layout.offset), Layout(made, tuple(inside), operand.layout.offset),
        )
    ]  # fmt: skip


@whole("stablehlo.scatter")
def scatter(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    op, count = step.op, len(step.op.results)
    numbers, block = op.attributes.get("scatter_dimension_numbers"), step.regions[0].block
    types = [element_of(argument) for argument in block.arguments]
    given = [element_of(value) for value in op.operands]
    if not isinstance(numbers, ScatterDimensionNumbers) or types != [*given[:count], *given[count + 1 :]]:
        raise NotCompiled("bodies of other types than the inputs'")
    values = [part.value(operand) for operand in operands]
    if any(one.layout.shape != shape_of(value) for one, value in zip(values, op.operands, strict=True)):
        raise NotCompiled("operands of other shapes")
    input_shape, indices_shape, update_shape = (values[number].layout.shape for number in (0, count, count + 1))
    found = Scatter(
        numbers, input_shape, indices_shape, update_shape, given[count],
        types[:count], types[count:], captured_types(block), block,
    )  # fmt: skip
    found.write(Emitter(), ["%0"] * found.n_addresses, None)
    _require_few(*values)
    results = [part.copied(value) for value in values[:count]]
    indices, *updates = (part.in_order(value) for value in values[count:])
    outer = [part.in_order(value) for value in chain(*captured)]
    part.tasks.append(Scattered(found, results, indices, updates, outer))
    return results


def _require_few(*values: Value) -> None:
    """NotCompiled for what threads should share: that is more than a part of something else."""
    if any(value.layout.size >= tier.SHARED for value in values):
        raise NotCompiled("large gathers and scatters")
