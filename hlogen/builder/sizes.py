"""Sizes of dimensions, ints where they are known and i32 scalars where only the running program knows them.

Whatever takes a shape here takes both, so what is written for static shapes works on dynamic ones: where all sizes are
ints, the plain operation is built, otherwise the one whose shape is a tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np

from hlogen.analysis.sizes import of_product
from hlogen.analysis.view import integers_of
from hlogen.builder.emit import emit_constant, emit_one, i64, i64_array, integer
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.ir import ElementType, IntegerType, Operation, Shape, TensorType, Type, Value
from hlogen.spec.optable import OPS

# The size of a dimension.
Size: TypeAlias = "int | Tensor"

# What has the shape of its operands, but for those of rank 0.
_ELEMENTWISE = {spec.name for spec in OPS.values() if spec.kind == "elementwise"}

_SAME_SHAPE = {"stablehlo.convert", "stablehlo.reverse", "stablehlo.sort"}
# Their first operand has the shape of all results.
_UPDATES = {"stablehlo.scatter", "stablehlo.dynamic_update_slice"}
# Their first result has the shape of their first operand.
_NORMALIZED = {"stablehlo.batch_norm_grad", "stablehlo.batch_norm_inference", "stablehlo.batch_norm_training"}
# Their last operand says their result's sizes.
_BY_A_SHAPE = {"stablehlo.dynamic_broadcast_in_dim", "stablehlo.dynamic_iota", "stablehlo.dynamic_reshape"}

_I32 = IntegerType(32)
_I64 = IntegerType(64)


def size_of(value: Tensor, dimension: int) -> Size:
    """The size of one of its dimensions, asked for once, of the value that it comes from."""
    return size_of_value(value.value, dimension)


def size_of_value(value: Value, dimension: int) -> Size:
    """As `size_of`. Of a value that isn't in the program (a tangent whose way back is built), what it is computed from
    must be, or noted by `same_sizes`; ValueError where it isn't."""
    while True:
        assert isinstance(value.type, TensorType)
        size = value.type.shape[dimension]
        if size is not None:
            return size
        known = _noted((value, dimension))
        if known is not None:
            return known
        source = _source(value, dimension)
        if isinstance(source, Tensor):
            return _note((value, dimension), source)
        if source is None:
            break
        value, dimension = source
    for scope in require_scope("a size").chain():
        if value in scope.values:
            asked = emit_one("stablehlo.get_dimension_size", [Tensor(value, scope)], {"dimension": i64(dimension)})
            return _note((value, dimension), asked)
    raise ValueError(f"the size of dimension {dimension} of a {value.type} isn't known")


def same_sizes(value: Value, like: Tensor) -> None:
    """Notes that `value` has the sizes of `like`."""
    for dimension, size in enumerate(like.shape):
        if size is None:
            found = size_of(like, dimension)
            assert isinstance(found, Tensor)
            _note((value, dimension), found)


def _source(value: Value, dimension: int) -> tuple[Value, int] | Tensor | None:
    """Where a dimension has its size from: one of another value, or a tensor of sizes; None for nowhere."""
    operation = value.owner
    if not isinstance(operation, Operation):
        return None
    operands = operation.operands
    name = operation.name
    if name in _ELEMENTWISE or name in _SAME_SHAPE:
        # One that is in the program is asked before one that isn't.
        same = [v for v in operands if _is_dynamic(v.type, dimension)]
        return (min(same, key=lambda v: not _is_visible(v)), dimension) if same else None
    attributes: Any = operation.attributes
    if name == "stablehlo.transpose":
        return operands[0], attributes["permutation"].values[dimension]
    if name == "stablehlo.reduce":
        left = [at for at in range(_rank(operands[0])) if at not in attributes["dimensions"].values]
        return operands[0], left[dimension]
    if name == "stablehlo.concatenate" and dimension != attributes["dimension"].value:
        return operands[0], dimension
    if name == "stablehlo.dot_general":
        return next(of_product(operation, dimension))
    if name in _UPDATES or (name in _NORMALIZED and value is operation.results[0]):
        return operands[0], dimension
    if name == "stablehlo.convolution" and attributes["batch_group_count"].value == 1:
        numbers = attributes["dimension_numbers"]
        return (operands[0], numbers.input_batch_dimension) if dimension == numbers.output_batch_dimension else None
    if name == "stablehlo.reduce_window" and _has_own_windows(operation, dimension):
        return operands[0], dimension
    if name in _BY_A_SHAPE and _is_visible(operands[-1]):
        return _element(operands[-1], dimension)
    return None


def _has_own_windows(operation: Operation, dimension: int) -> bool:
    """Whether every element is a window of its own along the dimension."""
    padding = integers_of(operation, "padding", [0, 0] * (dimension + 1))
    ones = [1] * (dimension + 1)
    names = "window_dimensions", "window_strides", "base_dilations"
    is_one = all(integers_of(operation, name, ones)[dimension] == 1 for name in names)
    return is_one and not any(padding[2 * dimension : 2 * dimension + 2])


def _element(shape: Value, at: int) -> Tensor:
    """An element of a tensor of sizes, as a scalar."""
    assert isinstance(shape.type, TensorType)
    scope = next(scope for scope in require_scope("a size").chain() if shape in scope.values)
    bounds = {"start_indices": i64_array((at,)), "limit_indices": i64_array((at + 1,)), "strides": i64_array((1,))}
    one = emit_one("stablehlo.slice", [Tensor(shape, scope)], bounds)
    return emit_one("stablehlo.reshape", [one], result_type=shape.type.with_shape(()))


def _is_visible(value: Value) -> bool:
    return any(value in scope.values for scope in require_scope("a size").chain())


def _rank(value: Value) -> int:
    assert isinstance(value.type, TensorType)
    return value.type.rank


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


def checked_sizes(given: Sequence[Any], what: str, *, may_be_left: bool = False) -> list[Size]:
    """Sizes that a user gave; UsageError where one is negative, or a tensor that is no integer of rank 0. If they
    `may_be_left`, -1 is one too."""
    found: list[Size] = []
    for number, size in enumerate(given):
        if isinstance(size, Tensor):
            if size.rank or not isinstance(size.element_type, IntegerType) or size.element_type.width == 1:
                raise usage_error(f"{what}[{number}] is a size, an integer of rank 0, not a {size.type}")
            found.append(size)
        else:
            if size is None:
                raise usage_error(
                    f"{what}[{number}] is None, as the shape of a tensor has it where a size is dynamic\n"
                    "  fix: write hl.size(x, dimension), which is a tensor there"
                )
            found.append(integer(size, f"{what}[{number}]"))
            if found[-1] < -may_be_left:
                or_left = ", or -1 for what is left" if may_be_left else ""
                raise usage_error(f"{what}[{number}] = {size}, expected a size of at least 0{or_left}")
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


def sum_of_sizes(sizes: Sequence[Size]) -> Size:
    total: Size = sum(size for size in sizes if isinstance(size, int))
    for size in sizes:
        if isinstance(size, Tensor):
            total = size if isinstance(total, int) and total == 0 else _computed("add", size, total)
    return total


def difference_of(lhs: Size, rhs: Size) -> Size:
    if isinstance(lhs, int) and isinstance(rhs, int):
        return lhs - rhs
    return lhs if isinstance(rhs, int) and rhs == 0 else _computed("subtract", lhs, rhs)


def quotient_of(lhs: Size, rhs: Size) -> Size:
    """How often `rhs` is in `lhs`, which is a multiple of it; 0 where both are 0."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return lhs // max(rhs, 1)
    if isinstance(rhs, int) and rhs == 1:
        return lhs
    divisor = max(rhs, 1) if isinstance(rhs, int) else _computed("maximum", rhs, 1)
    return _computed("divide", lhs, divisor)


def shape_tensor(sizes: Sequence[Size]) -> Tensor:
    """The sizes as a tensor of rank 1: i32, or i64 where one is, or is too large for 32 bits."""
    key = tuple(size.value if isinstance(size, Tensor) else size for size in sizes)
    known = _noted(key)
    if known is not None:
        return known
    if not sizes:
        return emit_constant(np.zeros(0, np.int32), _I32)
    return _note(key, stacked(sizes, common_type(sizes)))


def stacked(sizes: Sequence[Size], element_type: IntegerType) -> Tensor:
    """The sizes, of which there is at least one, as a tensor of rank 1 of this type."""
    parts: list[Tensor] = []
    for is_known, group in groupby(sizes, key=lambda size: isinstance(size, int)):
        if is_known:
            parts.append(emit_constant(np.array(list(group)), element_type))
        else:
            one = TensorType((1,), element_type)
            parts += [emit_one("stablehlo.reshape", [size_as(size, element_type)], result_type=one) for size in group]
    return parts[0] if len(parts) == 1 else emit_one("stablehlo.concatenate", parts, {"dimension": i64(0)})


def counted(sizes: Sequence[Size], axis: int, element_type: ElementType) -> Tensor:
    """0, 1, 2 ... along `axis` of a tensor of these sizes: `iota`."""
    result_type = TensorType(shape_of(sizes), element_type)
    attributes = {"iota_dimension": i64(axis)}
    if result_type.is_static:
        return emit_one("stablehlo.iota", (), attributes, declared=result_type)
    return emit_one("stablehlo.dynamic_iota", [shape_tensor(sizes)], attributes, declared=result_type)


def broadcast_to_sizes(value: Tensor, sizes: Sequence[Size], dimensions: Sequence[int]) -> Tensor:
    """`value`, whose dimension i becomes ``dimensions[i]`` of a tensor of these sizes: `broadcast_in_dim`.

    A dynamic dimension isn't repeated: it has the size that the result has there.
    """
    attributes = {"broadcast_dimensions": i64_array(tuple(dimensions))}
    result_type = TensorType(shape_of(sizes), value.element_type)
    if result_type.is_static and value.type.is_static:
        return emit_one("stablehlo.broadcast_in_dim", [value], attributes, declared=result_type)
    kept = tuple(at for at, size in enumerate(value.shape) if size != 1)
    if kept:
        attributes["known_nonexpanding_dimensions"] = i64_array(kept)
    operands = [value, shape_tensor(sizes)]
    return of_sizes(emit_one("stablehlo.dynamic_broadcast_in_dim", operands, attributes, declared=result_type), sizes)


def constant_of_sizes(value: TensorLike, element_type: ElementType, sizes: Sequence[Size]) -> Tensor:
    """A tensor of these sizes in which every element is the number `value`."""
    shape = shape_of(sizes)
    if None not in shape:
        return emit_constant(value, element_type, shape)
    return broadcast_to_sizes(emit_constant(value, element_type, ()), sizes, ())


def reshape_to_sizes(value: Tensor, sizes: Sequence[Size]) -> Tensor:
    """The same elements in a tensor of these sizes: `reshape`."""
    result_type = TensorType(shape_of(sizes), value.element_type)
    if result_type.is_static and value.type.is_static:
        return value if value.type == result_type else emit_one("stablehlo.reshape", [value], declared=result_type)
    result = emit_one("stablehlo.dynamic_reshape", [value, shape_tensor(sizes)], declared=result_type)
    return of_sizes(result, sizes)


def pad_by_sizes(
    value: Tensor, low: Sequence[Size], high: Sequence[Size], interior: Sequence[int], sizes: Sequence[Size]
) -> Tensor:
    """`value` with zeros added at its edges, or elements taken off where amounts are negative, up to `sizes`: `pad`."""
    zero = emit_constant(0, value.element_type)
    if all(isinstance(amount, int) for amount in (*low, *high)):
        amounts = zip(("edge_padding_low", "edge_padding_high", "interior_padding"), (low, high, interior), strict=True)
        attributes = {name: i64_array(tuple(cast("Sequence[int]", given))) for name, given in amounts}
        return emit_one("stablehlo.pad", [value, zero], attributes)
    tensors = [shape_tensor(each) for each in (low, high, interior)]
    wide = any(tensor.element_type == _I64 for tensor in tensors)
    if wide:
        tensors = [size_as(tensor, _I64) for tensor in tensors]
    result_type = TensorType(shape_of(sizes), value.element_type)
    return of_sizes(emit_one("stablehlo.dynamic_pad", [value, zero, *tensors], declared=result_type), sizes)


def of_sizes(value: Tensor, sizes: Sequence[Size]) -> Tensor:
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
        raise usage_error(f"{value.type} can't be reshaped to {as_text(sizes)}: only one size may be -1")
    rest = [size for at, size in enumerate(sizes) if at != places[0]]
    own = sizes_of(value)
    # What is on both sides needs no division.
    for at in reversed(range(len(rest))):
        size = rest[at]
        there = [place for place, other in enumerate(own) if isinstance(size, Tensor) and is_same(size, other)]
        if there:
            del own[there[0]], rest[at]
    have, wanted = product_of(own), product_of(rest)
    if isinstance(have, int) and isinstance(wanted, int) and (wanted == 0 or have % wanted):
        raise usage_error(
            f"{value.type} can't be reshaped to {as_text(sizes)}: {have} elements don't divide by {wanted}"
        )
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


def is_same(size: Size, other: Size) -> bool:
    """Whether two sizes are known to be one."""
    if isinstance(size, Tensor) and isinstance(other, Tensor):
        return size.value is other.value
    return isinstance(size, int) and isinstance(other, int) and size == other


def _computed(name: str, lhs: Size, rhs: Size) -> Tensor:
    """An operation of two sizes, neither of which is negative."""
    element_type = common_type([lhs, rhs])
    return emit_one(f"stablehlo.{name}", [size_as(size, element_type) for size in (lhs, rhs)])


def common_type(sizes: Sequence[Size]) -> IntegerType:
    """i32 where it holds all of the sizes, else i64."""
    narrow = all(
        size < 1 << 31 if isinstance(size, int) else size.element_type in (_I32, IntegerType(16)) for size in sizes
    )
    return _I32 if narrow else _I64


def size_as(size: Size, element_type: IntegerType) -> Tensor:
    """A size as a scalar of this type."""
    if isinstance(size, int):
        return emit_constant(size, element_type)
    if size.element_type == element_type:
        return size
    declared = size.type.with_element_type(element_type)
    return emit_one("stablehlo.convert", [size], declared=declared)


def as_text(sizes: Sequence[Size]) -> str:
    """Sizes in a message: ``[?, 4]``."""
    return f"[{', '.join('?' if isinstance(size, Tensor) else str(size) for size in sizes)}]"
