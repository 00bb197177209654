"""Operations that move elements without computing on them (spec: broadcast_in_dim, concatenate, iota, slice ...)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from hlogen.builder.emit import (
    as_tensor,
    as_value,
    element_type_from,
    emit,
    emit_constant,
    emit_one,
    i64,
    i64_array,
    integer,
    integers,
    sizes,
)
from hlogen.builder.regions import argument_type, parsed
from hlogen.builder.sizes import Size, checked_sizes, filled_in, reshape_to_sizes
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.builder.traced import Traced
from hlogen.door import public
from hlogen.ir import Attribute, ElementType, TensorType, tensor

# Indices of a dynamic slice: one scalar per dimension.
Scalars: TypeAlias = "Sequence[TensorLike] | npt.NDArray[Any]"


@public
def constant(value: npt.ArrayLike, type: TensorType | ElementType | str | npt.DTypeLike | None = None) -> Tensor:
    """A constant of a number, a NumPy array (ml_dtypes included) or nested lists.

    Without `type` it has the array's element type, for Python's numbers i64, f64, i1 and complex<f64>. `type` is an
    element type ("bf16" or np.float32, for whatever shape `value` has) or a tensor type ("2x3xf32", which a lone number
    fills).

    Raises UsageError where a value can't be held: out of range, a float for an integer type, the wrong shape.
    """
    if isinstance(value, Tensor):
        raise usage_error("the value of a constant is a number or an array, not a tensor of the program")
    as_tensor_type = parsed(tensor, type, "type") if isinstance(type, str) else type
    if isinstance(as_tensor_type, TensorType):
        # The text "f32" spells an element type as well as a scalar; the array's shape decides.
        is_element_type = isinstance(type, str) and not as_tensor_type.shape
        return emit_constant(value, as_tensor_type.element_type, None if is_element_type else as_tensor_type.shape)
    return emit_constant(value, None if type is None else element_type_from(type, "type"))


@public
def iota(type: TensorType | str, iota_dimension: int = 0) -> Tensor:
    """A tensor of `type` that counts 0, 1, 2 ... along `iota_dimension`, the same along the others."""
    result_type = argument_type(type, "type")
    if not result_type.is_static:
        raise usage_error(f"iota makes a tensor of a known shape, not {result_type}\n  fix: use hl.dynamic_iota")
    attributes: dict[str, Attribute] = {"iota_dimension": i64(integer(iota_dimension, "iota_dimension"))}
    return emit_one("stablehlo.iota", (), attributes, declared=result_type)


@public
def broadcast_in_dim(operand: TensorLike, shape: Iterable[int], broadcast_dimensions: Iterable[int]) -> Tensor:
    """`operand` repeated to `shape`: its dimension i becomes `broadcast_dimensions[i]`, of the same size or 1."""
    value = as_tensor(operand, "operand")
    attributes: dict[str, Attribute] = {
        "broadcast_dimensions": i64_array(integers(broadcast_dimensions, "broadcast_dimensions"))
    }
    return emit_one("stablehlo.broadcast_in_dim", [value], attributes, declared=_typed(shape, value))


@public
def reshape(operand: TensorLike, shape: Iterable[Size]) -> Tensor:
    """The same elements, in the same lexicographic order, in another `shape` of as many elements.

    One size may be -1, for what is left. Sizes that only the running program knows may be integer tensors of rank 0
    (`hlogen.size`), and the operand may be dynamic: what is built then is `dynamic_reshape`.
    """
    value = as_tensor(operand, "operand")
    wanted = list(shape) if isinstance(shape, (list, tuple)) else integers(shape, "shape")  # type: ignore[arg-type]  # it says what it can't take
    sizes = checked_sizes(wanted, "shape", may_be_left=True)
    if value.type.is_static and all(isinstance(size, int) and size >= 0 for size in sizes):
        return emit_one("stablehlo.reshape", [value], declared=_typed(cast("list[int]", sizes), value))
    return reshape_to_sizes(value, filled_in(sizes, value))


@public
def transpose(operand: TensorLike, permutation: Iterable[int]) -> Tensor:
    """The dimensions reordered: the result's dimension i is the operand's `permutation[i]`."""
    attributes: dict[str, Attribute] = {"permutation": i64_array(integers(permutation, "permutation"))}
    return emit_one("stablehlo.transpose", [as_tensor(operand, "operand")], attributes)


@public
def slice(
    operand: TensorLike,
    start_indices: Iterable[int],
    limit_indices: Iterable[int],
    strides: Iterable[int] | None = None,
) -> Tensor:
    """The elements from `start_indices` up to, not including, `limit_indices`, each `strides`-th (1 if not given)."""
    value = as_tensor(operand, "operand")
    attributes: dict[str, Attribute] = {
        "start_indices": i64_array(integers(start_indices, "start_indices")),
        "limit_indices": i64_array(integers(limit_indices, "limit_indices")),
        "strides": i64_array((1,) * value.rank if strides is None else integers(strides, "strides")),
    }
    return emit_one("stablehlo.slice", [value], attributes)


@public
def concatenate(inputs: Sequence[TensorLike], dimension: int) -> Tensor:
    """`inputs` one after the other along `dimension`; all other dimensions have the same sizes."""
    if not isinstance(inputs, (list, tuple)):
        raise usage_error("concatenate's inputs are a list or tuple of tensors")
    element_type = next((value.element_type for value in inputs if isinstance(value, Tensor)), None)
    values = [as_tensor(value, f"inputs[{number}]", element_type) for number, value in enumerate(inputs)]
    attributes: dict[str, Attribute] = {"dimension": i64(integer(dimension, "dimension"))}
    return emit_one("stablehlo.concatenate", values, attributes)


@public
def pad(
    operand: TensorLike,
    padding_value: TensorLike,
    edge_padding_low: Iterable[int],
    edge_padding_high: Iterable[int],
    interior_padding: Iterable[int] | None = None,
) -> Tensor:
    """`operand` with the scalar `padding_value` added before, after and between its elements, per dimension.

    Negative edges take elements away; `interior_padding` is 0 where not given.
    """
    value = as_tensor(operand, "operand")
    low = integers(edge_padding_low, "edge_padding_low")
    attributes: dict[str, Attribute] = {
        "edge_padding_low": i64_array(low),
        "edge_padding_high": i64_array(integers(edge_padding_high, "edge_padding_high")),
        "interior_padding": i64_array(
            (0,) * len(low) if interior_padding is None else integers(interior_padding, "interior_padding")
        ),
    }
    return emit_one("stablehlo.pad", [value, as_tensor(padding_value, "padding_value", value.element_type)], attributes)


@public
def reverse(operand: TensorLike, dimensions: Iterable[int]) -> Tensor:
    """`operand` with the order of elements reversed along `dimensions`."""
    attributes: dict[str, Attribute] = {"dimensions": i64_array(integers(dimensions, "dimensions"))}
    return emit_one("stablehlo.reverse", [as_tensor(operand, "operand")], attributes)


@public
def dynamic_slice(operand: TensorLike, start_indices: Scalars, slice_sizes: Iterable[int]) -> Tensor:
    """The slice of `slice_sizes` at `start_indices`, one scalar per dimension; moved inside if it would reach out."""
    value = as_tensor(operand, "operand")
    attributes: dict[str, Attribute] = {"slice_sizes": i64_array(integers(slice_sizes, "slice_sizes"))}
    return emit_one("stablehlo.dynamic_slice", [value, *_scalars(start_indices, value.rank)], attributes)


@public
def dynamic_update_slice(operand: TensorLike, update: TensorLike, start_indices: Scalars) -> Tensor:
    """`operand` with `update` written at `start_indices`, one scalar per dimension; moved inside if need be."""
    value = as_tensor(operand, "operand")
    new = as_tensor(update, "update", value.element_type)
    return emit_one("stablehlo.dynamic_update_slice", [value, new, *_scalars(start_indices, value.rank)])


@public
def get_dimension_size(operand: TensorLike, dimension: int) -> Tensor:
    """The size of a dimension, as an i32 scalar."""
    attributes: dict[str, Attribute] = {"dimension": i64(integer(dimension, "dimension"))}
    return emit_one("stablehlo.get_dimension_size", [as_tensor(operand, "operand")], attributes)


@public
def optimization_barrier(*operand: TensorLike | Traced) -> tuple[Tensor, ...]:
    """`operand`, tensors or tokens, unchanged; what is computed before and after is not moved across."""
    return emit("stablehlo.optimization_barrier", [as_value(value, "operand") for value in operand])


def reshaped(operand: Tensor, shape: Sequence[Any]) -> Tensor:
    """``operand.reshape(2, 3)``, ``.reshape([2, 3])``, ``.reshape(-1)``."""
    return reshape(operand, _one_sequence(shape))


def transposed(operand: Tensor, permutation: Sequence[Any]) -> Tensor:
    """``operand.transpose()``, ``.transpose(1, 0)``, ``.transpose([1, 0])``."""
    order = integers(_one_sequence(permutation), "permutation") if permutation else range(operand.rank)[::-1]
    return transpose(operand, permutation=order)


def _one_sequence(values: Sequence[Any]) -> Sequence[Any]:
    is_nested = len(values) == 1 and isinstance(values[0], (list, tuple, np.ndarray, range))
    return cast("Sequence[Any]", values[0]) if is_nested else values


def _typed(shape: Iterable[int], operand: Tensor) -> TensorType:
    return TensorType(sizes(shape, "shape"), operand.element_type)


def _scalars(start_indices: Scalars, rank: int) -> list[Tensor]:
    """Indices as scalars of one integer type: the tensors', or i64 where all are numbers."""
    is_list = isinstance(start_indices, (list, tuple)) or (isinstance(start_indices, np.ndarray) and start_indices.ndim)
    if not is_list:
        raise usage_error("start_indices is a list of scalars, one per dimension of operand")
    if len(start_indices) > rank:
        raise usage_error(f"start_indices has {len(start_indices)} entries, but operand has rank {rank}")
    element_type = next((value.element_type for value in start_indices if isinstance(value, Tensor)), None)
    return [as_tensor(value, f"start_indices[{number}]", element_type) for number, value in enumerate(start_indices)]
