"""What only moves elements, as in kernels/shape.py: read where they lie, or copied part by part."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.ir import DenseElements
from interpreter.compiled.elements import NotCompiled, held
from interpreter.compiled.layout import Layout
from interpreter.compiled.memory import Counted, InMemory, Value
from interpreter.compiled.part import Captured, Given, Part, constant, relaid, shape_of, whole
from interpreter.compiled.registry import element_of
from interpreter.execution.blocks import PlannedStep
from interpreter.values.attributes import integer, integers

_LARGEST = 1 << 14  # bytes of a constant in a function's text


@whole("stablehlo.broadcast_in_dim")
def broadcast_in_dim(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    source = part.value(operands[0])
    dims = integers(step.op, "broadcast_dimensions")
    if len(source.layout.shape) != len(dims):
        raise NotCompiled("operands of other shapes")
    return [relaid(source, source.layout.broadcast(shape_of(step.op.result), dims))]


@whole("stablehlo.transpose")
def transpose(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    source = part.value(operands[0])
    _require_shape(step, source)
    return [relaid(source, source.layout.transpose(integers(step.op, "permutation")))]


@whole("stablehlo.reshape")
def reshape(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    source, shape = part.value(operands[0]), shape_of(step.op.result)
    _require_shape(step, source)
    layout = source.layout.reshape(shape)
    if layout is None:
        source = part.copied(source)
        layout = Layout.whole(shape)
    return [relaid(source, layout)]


@whole("stablehlo.slice")
def slice_(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    source = part.value(operands[0])
    _require_shape(step, source)
    starts, strides = integers(step.op, "start_indices"), integers(step.op, "strides")
    return [relaid(source, source.layout.slice(starts, shape_of(step.op.result), strides))]


@whole("stablehlo.reverse")
def reverse(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    source, dims = part.value(operands[0]), integers(step.op, "dimensions")
    _require_shape(step, source)
    shape = source.layout.shape
    starts = [size - 1 if d in dims else 0 for d, size in enumerate(shape)]
    return [relaid(source, source.layout.slice(starts, shape, [-1 if d in dims else 1 for d in range(len(shape))]))]


@whole("stablehlo.iota")
def iota(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    shape, along = shape_of(step.op.result), integer(step.op, "iota_dimension")
    strides = tuple(int(d == along) for d in range(len(shape)))
    return [Counted(held(element_of(step.op.result)), Layout(shape, strides))]


@whole("stablehlo.constant")
def constant_(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    """Those of blocks that run inside of others; any others are known before."""
    value = step.op.attributes.get("value")
    if not isinstance(value, DenseElements):
        raise NotCompiled("constants without values")
    shape_of(step.op.result)
    found, array = constant(held(element_of(step.op.result)), value.array)
    if array is not None:
        assert isinstance(found, InMemory)
        if array.nbytes > _LARGEST:
            raise NotCompiled("large constants in blocks")
        found.buffer.data = array.tobytes()
    return [found]


@whole("stablehlo.concatenate")
def concatenate(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    shape, along = shape_of(step.op.result), integer(step.op, "dimension")
    target = part.room(held(element_of(step.op.result)), shape)
    at = 0
    for operand in operands:
        source = part.value(operand)
        starts = [at if d == along else 0 for d in range(len(shape))]
        to = target.layout.slice(starts, source.layout.shape, [1] * len(shape))
        part.copied(source, InMemory(target.buffer, to))
        at += source.layout.shape[along]
    if at != shape[along]:
        raise NotCompiled("operands of other shapes")
    return [target]


@whole("stablehlo.pad")
def pad(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    source, padding = map(part.value, operands)
    _require_shape(step, source)
    shape = shape_of(step.op.result)
    target = part.room(held(element_of(step.op.result)), shape)
    part.copied(relaid(padding, padding.layout.broadcast(shape, ())), target)
    lows, steps = integers(step.op, "edge_padding_low"), [n + 1 for n in integers(step.op, "interior_padding")]
    return [put_inside(part, source, target, lows, steps)]


def put_inside(part: Part, source: Value, target: InMemory, lows: Sequence[int], steps: Sequence[int]) -> InMemory:
    """The target with what it has room for of the source: element i comes to be at low + i * step."""
    starts, ends = [], []
    for low, step, size, room in zip(lows, steps, source.layout.shape, target.layout.shape, strict=True):
        starts.append(max(0, -(low // step)))
        ends.append(min(size, (room - 1 - low) // step + 1))
    sizes = [end - start for start, end in zip(starts, ends, strict=True)]
    if min(sizes, default=1) > 0:
        first = [low + start * step for low, start, step in zip(lows, starts, steps, strict=True)]
        inside = InMemory(target.buffer, target.layout.slice(first, sizes, steps))
        part.copied(relaid(source, source.layout.slice(starts, sizes, [1] * len(sizes))), inside)
    return target


def _require_shape(step: PlannedStep, source: Value) -> None:
    """NotCompiled for operands of other shapes than the operation says."""
    if source.layout.shape != shape_of(step.op.operands[0]):
        raise NotCompiled("operands of other shapes")
