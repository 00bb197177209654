"""What moves elements to or from places that only the run knows: windows, gathers, scatters, as in their kernels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import prod

from hlogen.ir import GatherDimensionNumbers, ScatterDimensionNumbers
from interpreter.compiled import tier
from interpreter.compiled.body import captured_types
from interpreter.compiled.computed import Computed, is_cheap
from interpreter.compiled.elements import NotCompiled
from interpreter.compiled.emit import Emitter
from interpreter.compiled.gather import Gather
from interpreter.compiled.index_space import Shape
from interpreter.compiled.layout import Layout
from interpreter.compiled.memory import Value
from interpreter.compiled.moves import Scattered, Window
from interpreter.compiled.part import Captured, Given, Part, shape_of, whole
from interpreter.compiled.registry import element_of
from interpreter.compiled.scatter import Scatter, shared_dimension
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
    given_updates = [_computed(operand) or part.value(operand) for operand in operands[count + 1 :]]
    if not all(isinstance(one, Computed) for one in given_updates):
        given_updates = [part.value(operand) for operand in operands[count + 1 :]]
    values = [part.value(operand) for operand in operands[: count + 1]]
    shapes = [*(one.layout.shape for one in values), *map(_shape, given_updates)]
    if shapes != [shape_of(value) for value in op.operands]:
        raise NotCompiled("operands of other shapes")
    input_shape, indices_shape, update_shape = shapes[0], shapes[count], shapes[count + 1]
    shared = None
    if max(map(prod, shapes)) >= tier.SHARED:
        is_plain = not any(inner.regions for inner in block.steps)
        shared = shared_dimension(numbers, input_shape, update_shape) if is_plain else None
        if shared is None:
            raise NotCompiled("large scatters, which threads share in other ways")
    found = Scatter(
        numbers, input_shape, indices_shape, update_shape, given[count],
        types[:count], types[count:], captured_types(block), block, shared,
    )  # fmt: skip
    found.write(Emitter(), ["%0"] * found.n_addresses, None)
    results = [part.copied(value) for value in values[:count]]
    indices, outer = part.in_order(values[count]), [part.in_order(value) for value in chain(*captured)]
    updates = [one if isinstance(one, Computed) else part.in_order(one) for one in given_updates]
    part.tasks.append(Scattered(found, results, indices, updates, outer))
    return results


def _computed(operand: Value | Computed) -> Computed | None:
    """Updates that are computed where they land, and needn't be in memory."""
    if isinstance(operand, Computed) and is_cheap(operand, _CHEAP, may_pick=True):
        return operand
    return None


def _shape(value: Value | Computed) -> Shape:
    return value.nest.shape if isinstance(value, Computed) else value.layout.shape


_CHEAP = 8  # operations that take about as long as to write an element and to read it
