"""Operations whose shapes are tensors, known only when the program runs (spec: dynamic_broadcast_in_dim ...).

A shape is a 1-dimensional tensor of integers; a list of ints becomes an i64 constant. The result's dimensions are
dynamic unless `result_type` says what they will be. `hlogen.dynamic_gather` stands in a file of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

import numpy as np

from hlogen.builder.emit import as_tensor, emit_one, i64, i64_array, integer, integers
from hlogen.builder.regions import argument_type
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.door import public
from hlogen.ir import Attribute, IndexType, IntegerType, TensorType


@public
def dynamic_broadcast_in_dim(
    operand: TensorLike,
    output_dimensions: TensorLike | Sequence[int],
    *,
    broadcast_dimensions: Iterable[int],
    known_expanding_dimensions: Iterable[int] | None = None,
    known_nonexpanding_dimensions: Iterable[int] | None = None,
    result_type: TensorType | str | None = None,
) -> Tensor:
    """`broadcast_in_dim` to the shape `output_dimensions`.

    `known_expanding_dimensions` and `known_nonexpanding_dimensions` are promises about which of the operand's
    dimensions have size 1.
    """
    operands = [as_tensor(operand, "operand"), _shape(output_dimensions, "output_dimensions")]
    attributes: dict[str, Attribute] = {
        "broadcast_dimensions": i64_array(integers(broadcast_dimensions, "broadcast_dimensions"))
    }
    promises = {
        "known_expanding_dimensions": known_expanding_dimensions,
        "known_nonexpanding_dimensions": known_nonexpanding_dimensions,
    }
    for name, dimensions in promises.items():
        if dimensions is not None:
            attributes[name] = i64_array(integers(dimensions, name))
    return emit_one("stablehlo.dynamic_broadcast_in_dim", operands, attributes, declared=_declared(result_type))


@public
def dynamic_iota(
    output_shape: TensorLike | Sequence[int], *, iota_dimension: int = 0, result_type: TensorType | str
) -> Tensor:
    """`iota` of the shape `output_shape`; `result_type` gives the rank and the element type, such as ``"?x3xi32"``."""
    attributes: dict[str, Attribute] = {"iota_dimension": i64(integer(iota_dimension, "iota_dimension"))}
    operands = [_shape(output_shape, "output_shape")]
    return emit_one("stablehlo.dynamic_iota", operands, attributes, declared=_declared(result_type))


@public
def dynamic_pad(
    operand: TensorLike,
    padding_value: TensorLike,
    edge_padding_low: TensorLike | Sequence[int],
    edge_padding_high: TensorLike | Sequence[int],
    interior_padding: TensorLike | Sequence[int],
    *,
    result_type: TensorType | str | None = None,
) -> Tensor:
    """`pad` by amounts that are tensors, one element per dimension."""
    value = as_tensor(operand, "operand")
    operands = [
        value,
        as_tensor(padding_value, "padding_value", value.element_type),
        _shape(edge_padding_low, "edge_padding_low"),
        _shape(edge_padding_high, "edge_padding_high"),
        _shape(interior_padding, "interior_padding"),
    ]
    return emit_one("stablehlo.dynamic_pad", operands, {}, declared=_declared(result_type))


@public
def dynamic_reshape(
    operand: TensorLike,
    output_shape: TensorLike | Sequence[int],
    *,
    result_type: TensorType | str | None = None,
) -> Tensor:
    """`reshape` to the shape `output_shape`."""
    operands = [as_tensor(operand, "operand"), _shape(output_shape, "output_shape")]
    return emit_one("stablehlo.dynamic_reshape", operands, {}, declared=_declared(result_type))


@public
def real_dynamic_slice(
    operand: TensorLike,
    start_indices: TensorLike | Sequence[int],
    limit_indices: TensorLike | Sequence[int],
    strides: TensorLike | Sequence[int],
    *,
    result_type: TensorType | str | None = None,
) -> Tensor:
    """`slice` by bounds that are tensors of one type, with one element per dimension.

    StableHLO has the operation, its specification hasn't: what reaches out of the operand is undefined.
    """
    operands = [
        as_tensor(operand, "operand"),
        _shape(start_indices, "start_indices"),
        _shape(limit_indices, "limit_indices"),
        _shape(strides, "strides"),
    ]
    return emit_one("stablehlo.real_dynamic_slice", operands, {}, declared=_declared(result_type))


@public
def set_dimension_size(operand: TensorLike, size: TensorLike, *, dimension: int) -> Tensor:
    """The first `size` elements along `dimension`, an i32 scalar of at most what it was.

    The result's dimension is dynamic, and bounded by the operand's size. StableHLO has the operation, its specification
    hasn't.
    """
    operands = [as_tensor(operand, "operand"), as_tensor(size, "size", IntegerType(32))]
    attributes: dict[str, Attribute] = {"dimension": i64(integer(dimension, "dimension"))}
    return emit_one("stablehlo.set_dimension_size", operands, attributes)


def sizes_tensor(sizes: TensorLike | Sequence[int], what: str) -> Tensor:
    """A tensor of sizes; a list of integers becomes an i64 constant."""
    if isinstance(sizes, (Tensor, np.ndarray)):
        return as_tensor(sizes, what)
    return as_tensor(np.array(integers(cast("Sequence[int]", sizes), what), np.int64), what)


def _shape(sizes: TensorLike | Sequence[int], what: str) -> Tensor:
    """A 1-dimensional tensor of integers."""
    value = sizes_tensor(sizes, what)
    if value.rank != 1 or not value.type.is_static or not isinstance(value.element_type, (IntegerType, IndexType)):
        raise usage_error(f"{what} is a 1-dimensional tensor of integers, not {value.type}")
    return value


def _declared(result_type: TensorType | str | None) -> TensorType | None:
    return None if result_type is None else argument_type(result_type, "result_type")
