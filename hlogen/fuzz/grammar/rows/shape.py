"""Operations that move elements: shapes, slices, padding."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.fuzz.grammar.registry import row
from hlogen.fuzz.site import (
    BOOLEANS,
    FLOATS,
    INDICES,
    INTEGERS,
    NUMBERS,
    SMALL_FLOATS,
    Site,
    integers,
    number,
    type_of,
)
from hlogen.ir import ElementType, FloatType, IntegerType, TensorType, Value
from hlogen.ir.types import I32, I64


@row("stablehlo.transpose")
def transpose(site: Site) -> None:
    operand = site.tensor(high=4)
    site.emit("stablehlo.transpose", [operand], permutation=integers(site.shuffled(range(type_of(operand).rank))))


@row("stablehlo.reverse")
def reverse(site: Site) -> None:
    operand = site.tensor()
    dimensions = site.shuffled(site.subset(range(type_of(operand).rank)))
    site.emit("stablehlo.reverse", [operand], dimensions=integers(dimensions))


@row("stablehlo.reshape")
def reshape(site: Site) -> None:
    operand = site.tensor(high=4)
    type = type_of(operand)
    factors = [factor for size in type.static_shape for factor in _factors(size)]
    shape: list[int] = []
    for factor in site.shuffled(factors):
        if shape and site.chance(50):
            shape[-1] *= factor
        else:
            shape.append(factor)
    if len(shape) < 4 and site.chance(30):
        shape.insert(site.integer(0, len(shape)), 1)
    site.emit("stablehlo.reshape", [operand], [type.with_shape(tuple(shape))])


def _factors(size: int) -> list[int]:
    """What its dimensions may become: 1 has none, 0 and primes only themselves."""
    if size == 1:
        return []
    divisor = next((each for each in range(2, size) if size % each == 0), size)
    return [size] if divisor == size else [divisor, *_factors(size // divisor)]


@row("stablehlo.broadcast_in_dim")
def broadcast_in_dim(site: Site) -> None:
    operand = site.tensor(high=2)
    type = type_of(operand)
    dimensions = list(range(type.rank))
    shape = [site.integer(1, 3) if size == 1 and site.chance(70) else size for size in type.static_shape]
    for _ in range(site.integer(0, 2)):
        at = site.integer(0, len(shape))
        shape.insert(at, site.integer(1, 3))
        dimensions = [d + (d >= at) for d in dimensions]
    # Dimensions may go anywhere: those of the result are put into another order, and those of the operand follow.
    order = site.shuffled(range(len(shape)))
    shape, dimensions = [shape[d] for d in order], [order.index(d) for d in dimensions]
    site.emit(
        "stablehlo.broadcast_in_dim", [operand], [type.with_shape(tuple(shape))],
        broadcast_dimensions=integers(dimensions),
    )  # fmt: skip


@row("stablehlo.concatenate")
def concatenate(site: Site) -> None:
    first = site.tensor(low=1)
    type = type_of(first)
    dimension = site.integer(0, type.rank - 1)
    operands = [first]
    for _ in range(site.integer(0, 2)):
        shape = list(type.static_shape)
        shape[dimension] = site.integer(0, 3)
        operands.append(site.like(type.with_shape(tuple(shape))))
    site.emit("stablehlo.concatenate", site.shuffled(operands), dimension=number(dimension))


@row("stablehlo.slice")
def slice(site: Site) -> None:
    operand = site.tensor(high=4)
    starts, limits, strides = [], [], []
    for size in type_of(operand).static_shape:
        starts.append(site.integer(0, size))
        limits.append(size - site.integer(0, size - starts[-1]))
        strides.append(site.integer(1, 3))
    attributes = {"start_indices": integers(starts), "limit_indices": integers(limits), "strides": integers(strides)}
    site.emit("stablehlo.slice", [operand], **attributes)


@row("stablehlo.pad")
def pad(site: Site) -> None:
    operand = site.tensor()
    type = type_of(operand)
    low, high, interior = [], [], []
    for size in type.static_shape:
        interior.append(site.integer(0, 2))
        length = size + max(size - 1, 0) * interior[-1]
        low.append(site.choice((0, 1, 2, -1, -2)))
        high.append(max(site.choice((0, 1, 2, -1, -2)), -length - low[-1]))
    attributes = {
        "edge_padding_low": integers(low), "edge_padding_high": integers(high), "interior_padding": integers(interior),
    }  # fmt: skip
    site.emit("stablehlo.pad", [operand, site.like(type.with_shape(()))], **attributes)


@row("stablehlo.dynamic_slice")
def dynamic_slice(site: Site) -> None:
    operand = site.tensor()
    index = site.choice(INDICES)
    shape = type_of(operand).static_shape
    sizes = [site.integer(min(1, size), size) for size in shape]
    starts = [site.indices(index, (), size - part) for size, part in zip(shape, sizes, strict=True)]
    site.emit("stablehlo.dynamic_slice", [operand, *starts], slice_sizes=integers(sizes))


@row("stablehlo.dynamic_update_slice")
def dynamic_update_slice(site: Site) -> None:
    operand = site.tensor()
    type = type_of(operand)
    index = site.choice(INDICES)
    sizes = [site.integer(min(1, size), size) for size in type.static_shape]
    starts = [site.indices(index, (), size - part) for size, part in zip(type.static_shape, sizes, strict=True)]
    update = site.like(type.with_shape(tuple(sizes)))
    site.emit("stablehlo.dynamic_update_slice", [operand, update, *starts])


@row("stablehlo.get_dimension_size")
def get_dimension_size(site: Site) -> None:
    operand = site.tensor(low=1)
    dimension = number(site.integer(0, type_of(operand).rank - 1))
    site.emit("stablehlo.get_dimension_size", [operand], dimension=dimension)


@row("stablehlo.bitcast_convert")
def bitcast_convert(site: Site) -> None:
    allowed = tuple(each for each in (*INTEGERS, *FLOATS, *SMALL_FLOATS) if _width(each) % 4 == 0)
    operand = site.tensor(allowed)
    type = type_of(operand)
    width, shape = _width(type.element_type), type.static_shape
    others = [
        each
        for each in allowed
        if _width(each) == width
        or (_width(each) < width and width % _width(each) == 0)
        or (_width(each) > width and shape and _width(each) == width * shape[-1])
    ]
    element = site.choice(sorted(others, key=lambda each: _width(each) != width))
    if _width(element) < width:
        shape = (*shape, width // _width(element))
    elif _width(element) > width:
        shape = shape[:-1]
    site.emit("stablehlo.bitcast_convert", [operand], [TensorType(shape, element)])


def _width(element: ElementType) -> int:
    assert isinstance(element, (IntegerType, FloatType)), element
    return element.width


# ---- sizes that are operands: constants, as backends of static shapes want them


@row("stablehlo.dynamic_reshape")
def dynamic_reshape(site: Site) -> None:
    operand = site.tensor(high=4)
    type = type_of(operand)
    shape = site.shuffled(type.static_shape)
    site.emit("stablehlo.dynamic_reshape", [operand, _sizes(site, shape)], [type.with_shape(tuple(shape))])


@row("stablehlo.dynamic_broadcast_in_dim")
def dynamic_broadcast_in_dim(site: Site) -> None:
    operand = site.tensor(high=2)
    type = type_of(operand)
    front = [site.integer(1, 3) for _ in range(site.integer(0, 2))]
    shape = [*front, *(site.integer(1, 3) if size == 1 else size for size in type.static_shape)]
    dimensions = integers(range(len(front), len(shape)))
    site.emit(
        "stablehlo.dynamic_broadcast_in_dim", [operand, _sizes(site, shape)], [type.with_shape(tuple(shape))],
        broadcast_dimensions=dimensions,
    )  # fmt: skip


@row("stablehlo.dynamic_iota")
def dynamic_iota(site: Site) -> None:
    type = TensorType(site.shape(1), site.element(NUMBERS))
    dimension = number(site.integer(0, type.rank - 1))
    site.emit("stablehlo.dynamic_iota", [_sizes(site, type.static_shape)], [type], iota_dimension=dimension)


@row("stablehlo.dynamic_pad")
def dynamic_pad(site: Site) -> None:
    operand = site.tensor(low=1)
    type = type_of(operand)
    parts: tuple[list[int], list[int], list[int]] = ([], [], [])
    shape = []
    for size in type.static_shape:
        interior = site.integer(0, 2)
        length = size + max(size - 1, 0) * interior
        low = site.choice((0, 1, 2, -1))
        high = max(site.choice((0, 1, 2, -1)), -length - low)
        for part, value in zip(parts, (low, high, interior), strict=True):
            part.append(value)
        shape.append(low + length + high)
    element = site.choice((I64, I32))
    sizes = [_sizes(site, part, element) for part in parts]
    fill = site.like(type.with_shape(()))
    site.emit("stablehlo.dynamic_pad", [operand, fill, *sizes], [type.with_shape(tuple(shape))])


def _sizes(site: Site, values: Sequence[int], element: IntegerType | None = None) -> Value:
    element = element or site.choice((I64, I32))
    return site.constant(TensorType((len(values),), element), np.array(values, f"i{element.width // 8}"))


@row("stablehlo.optimization_barrier")
def optimization_barrier(site: Site) -> None:
    operands = [site.tensor((*NUMBERS, *BOOLEANS)) for _ in range(site.integer(1, 2))]
    site.emit("stablehlo.optimization_barrier", operands)
