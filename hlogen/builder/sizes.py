"""Sizes of dimensions, ints where they are known and i32 scalars where only the running program knows them.

Whatever takes a shape here takes both, so what is written for static shapes works on dynamic ones: where all sizes are
ints, the plain operation is built, otherwise the one whose shape is a tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import prod
from typing import Any, TypeAlias

import numpy as np

from hlogen.builder.emit import emit_constant, emit_one, i64, i64_array, integer
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import require_scope, usage_error
from hlogen.ir import IntegerType, Operation, Shape, TensorType, Type, Value
from hlogen.spec.optable import OPS

# The size of a dimension.
Size: TypeAlias = "int | Tensor"

# What has the shape of its operands, but for those of rank 0.
_ELEMENTWISE = {spec.name for spec in OPS.values() if spec.kind == "elementwise"}

_I32 = IntegerType(32)
_I64 = IntegerType(64)


def size_of(value: Tensor, dimension: int) -> Size:
    """The size of one of its dimensions, asked for once."""
    size = value.shape[dimension]
    if size is not None:
        return size
    source = _same_shape(value.value, dimension)
    known = _noted((source, dimension))
    if known is not None:
        return known
    scope = next(around for around in require_scope("a size").chain() if source in around.values)
    asked = emit_one("stablehlo.get_dimension_size", [Tensor(source, scope)], {"dimension": i64(dimension)})
    return _note((source, dimension), asked)


def _same_shape(value: Value, dimension: int) -> Value:
    """The value that `value` was computed from element by element, and so has this dimension's size from."""
    while isinstance(value.owner, Operation) and value.owner.name in _ELEMENTWISE:
        same = [v for v in value.owner.operands if _is_dynamic(v.type, dimension)]
        if not same:
            break
        value = same[0]
    return value


def _is_dynamic(type: Type, dimension: int) -> bool:
    return isinstance(type, TensorType) and dimension < type.rank and type.shape[dimension] is None


def _noted(key: tuple[object, ...]) -> Tensor | None:
    """What was built for `key` where it can be used."""
    for scope in require_scope("a size").chain():
        if key in scope.sizes:
            known: Tensor = scope.sizes[key]
            return known
    return None


def _note(key: tuple[object, ...], built: Tensor) -> Tensor:
    require_scope("a size").sizes[key] = built
    return built


def sizes_of(value: Tensor) -> list[Size]:
    return [size_of(value, dimension) for dimension in range(value.rank)]


def checked_sizes(given: Sequence[Any], what: str) -> list[Size]:
    """Sizes that a user gave; UsageError where one is negative, or a tensor that is no integer of rank 0."""
    found: list[Size] = []
    for number, size in enumerate(given):
        if isinstance(size, Tensor):
            if size.rank or not isinstance(size.element_type, IntegerType) or size.element_type.width == 1:
                raise usage_error(f"{what}[{number}] is a size, an integer of rank 0, not a {size.type}")
            found.append(size)
        else:
            found.append(integer(size, f"{what}[{number}]"))
            if found[-1] < 0:
                raise usage_error(f"{what}[{number}] = {size}, expected a size of at least 0")
    return found


def shape_of(sizes: Sequence[Size]) -> Shape:
    """What a type says of these sizes."""
    return tuple(size if isinstance(size, int) else None for size in sizes)


def product_of(sizes: Sequence[Size]) -> Size:
    """How many elements a tensor of these sizes has."""
    product: Size = prod(size for size in sizes if isinstance(size, int))
    for size in sizes:
        if isinstance(size, Tensor):
            product = size if isinstance(product, int) and product == 1 else _computed("multiply", size, product)
    return product


def shape_tensor(sizes: Sequence[Size]) -> Tensor:
    """The sizes as a tensor of rank 1: i32, or i64 where one is, or is too large for 32 bits."""
    key = tuple(size.value if isinstance(size, Tensor) else size for size in sizes)
    known = _noted(key)
    if known is not None:
        return known
    element_type = _common_type(sizes)
    parts: list[Tensor] = []
    for is_known, group in groupby(sizes, key=lambda size: isinstance(size, int)):
        if is_known:
            parts.append(emit_constant(np.array(list(group)), element_type))
        else:
            one = TensorType((1,), element_type)
            parts += [
                emit_one("stablehlo.reshape", [_as_tensor(size, element_type)], result_type=one) for size in group
            ]
    shape = parts[0] if len(parts) == 1 else emit_one("stablehlo.concatenate", parts, {"dimension": i64(0)})
    return _note(key, shape)


def broadcast_to_sizes(value: Tensor, sizes: Sequence[Size], dimensions: Sequence[int]) -> Tensor:
    """`value`, whose dimension i becomes ``dimensions[i]`` of a tensor of these sizes: `broadcast_in_dim`."""
    attributes = {"broadcast_dimensions": i64_array(tuple(dimensions))}
    result_type = TensorType(shape_of(sizes), value.element_type)
    if result_type.is_static and value.type.is_static:
        return emit_one("stablehlo.broadcast_in_dim", [value], attributes, declared=result_type)
    operands = [value, shape_tensor(sizes)]
    return _of_sizes(emit_one("stablehlo.dynamic_broadcast_in_dim", operands, attributes, declared=result_type), sizes)


def reshape_to_sizes(value: Tensor, sizes: Sequence[Size]) -> Tensor:
    """The same elements in a tensor of these sizes: `reshape`."""
    result_type = TensorType(shape_of(sizes), value.element_type)
    if result_type.is_static and value.type.is_static:
        return value if value.type == result_type else emit_one("stablehlo.reshape", [value], declared=result_type)
    result = emit_one("stablehlo.dynamic_reshape", [value, shape_tensor(sizes)], declared=result_type)
    return _of_sizes(result, sizes)


def _of_sizes(value: Tensor, sizes: Sequence[Size]) -> Tensor:
    """`value`, of which it is noted that it has these sizes."""
    for dimension, size in enumerate(sizes):
        if isinstance(size, Tensor):
            _note((value.value, dimension), size)
    return value


def filled_in(sizes: Sequence[Size], value: Tensor) -> list[Size]:
    """The sizes with the one that is -1 computed, so that there are as many elements as in `value`.

    UsageError where there are several of -1, or the known sizes don't divide.
    """
    places = [at for at, size in enumerate(sizes) if isinstance(size, int) and size == -1]
    if not places:
        return list(sizes)
    if len(places) > 1:
        raise usage_error(f"{value.type} can't be reshaped to {_text(sizes)}: only one size may be -1")
    rest = [size for at, size in enumerate(sizes) if at != places[0]]
    own = sizes_of(value)
    for size in list(rest):
        if isinstance(size, Tensor) and any(size is each for each in own):
            rest = [each for each in rest if each is not size]
            own = [each for each in own if each is not size]
    have, wanted = product_of(own), product_of(rest)
    if isinstance(have, int) and isinstance(wanted, int) and (wanted == 0 or have % wanted):
        raise usage_error(f"{value.type} can't be reshaped to {_text(sizes)}: {have} elements don't divide by {wanted}")
    missing: Size
    if isinstance(have, int) and isinstance(wanted, int):
        missing = have // wanted
    else:
        known = prod(size for size in own if isinstance(size, int))
        unknown = [size for size in own if isinstance(size, Tensor)]
        if isinstance(wanted, int) and wanted and known % wanted == 0:
            missing = product_of([known // wanted, *unknown])
        else:
            missing = _computed("divide", have, wanted)
    return [missing if at == places[0] else size for at, size in enumerate(sizes)]


def _computed(name: str, lhs: Size, rhs: Size) -> Tensor:
    """An operation of two sizes, neither of which is negative."""
    element_type = _common_type([lhs, rhs])
    return emit_one(f"stablehlo.{name}", [_as_tensor(size, element_type) for size in (lhs, rhs)])


def _common_type(sizes: Sequence[Size]) -> IntegerType:
    narrow = all(
        size < 1 << 31 if isinstance(size, int) else size.element_type in (_I32, IntegerType(16)) for size in sizes
    )
    return _I32 if narrow else _I64


def _as_tensor(size: Size, element_type: IntegerType) -> Tensor:
    if isinstance(size, int):
        return emit_constant(size, element_type)
    if size.element_type == element_type:
        return size
    declared = size.type.with_element_type(element_type)
    return emit_one("stablehlo.convert", [size], declared=declared)


def _text(sizes: Sequence[Size]) -> str:
    return f"[{', '.join('?' if isinstance(size, Tensor) else str(size) for size in sizes)}]"
