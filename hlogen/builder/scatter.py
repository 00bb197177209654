"""scatter (spec: scatter): a tensor with slices updated where indices say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, overload

import numpy.typing as npt

from hlogen.builder.emit import as_tensor, as_tensors, emit, listed, numbers_of
from hlogen.builder.modes import Mode, Modes
from hlogen.builder.modes_scatter import Window, require_window, scatter_in_mode
from hlogen.builder.promises import SORTED, UNIQUE, carried, kept, promise
from hlogen.builder.regions import Computation, ElementTypes, computation, scalars_of
from hlogen.builder.tensor import Promise, Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error, user_location
from hlogen.door import public
from hlogen.ir import Attribute, Region, ScatterDimensionNumbers, TensorType
from hlogen.spec.scatter import infer_scatter


@overload
def scatter(
    inputs: Tensor | npt.NDArray[Any],
    scatter_indices: TensorLike,
    updates: TensorLike,
    update_computation: Computation,
    *,
    dimension_numbers: ScatterDimensionNumbers | None = None,
    update_window_dims: Iterable[int] | None = None,
    inserted_window_dims: Iterable[int] | None = None,
    input_batching_dims: Iterable[int] | None = None,
    scatter_indices_batching_dims: Iterable[int] | None = None,
    scatter_dims_to_operand_dims: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    computation_types: ElementTypes | None = None,
    mode: Mode | None = None,
    window: Window = "element",
) -> Tensor: ...
@overload
def scatter(
    inputs: Sequence[TensorLike],
    scatter_indices: TensorLike,
    updates: Sequence[TensorLike],
    update_computation: Computation,
    *,
    dimension_numbers: ScatterDimensionNumbers | None = None,
    update_window_dims: Iterable[int] | None = None,
    inserted_window_dims: Iterable[int] | None = None,
    input_batching_dims: Iterable[int] | None = None,
    scatter_indices_batching_dims: Iterable[int] | None = None,
    scatter_dims_to_operand_dims: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    computation_types: ElementTypes | None = None,
    mode: Mode | None = None,
    window: Window = "element",
) -> tuple[Tensor, ...]: ...
@overload
def scatter(
    inputs: Tensor | npt.NDArray[Any],
    scatter_indices: TensorLike,
    updates: TensorLike,
    update_computation: Computation,
    *,
    dimension_numbers: ScatterDimensionNumbers | None = None,
    update_window_dims: Iterable[int] | None = None,
    inserted_window_dims: Iterable[int] | None = None,
    input_batching_dims: Iterable[int] | None = None,
    scatter_indices_batching_dims: Iterable[int] | None = None,
    scatter_dims_to_operand_dims: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    computation_types: ElementTypes | None = None,
    mode: Literal["error"],
    window: Window = "element",
) -> tuple[Tensor, Tensor]: ...
@overload
def scatter(
    inputs: Sequence[TensorLike],
    scatter_indices: TensorLike,
    updates: Sequence[TensorLike],
    update_computation: Computation,
    *,
    dimension_numbers: ScatterDimensionNumbers | None = None,
    update_window_dims: Iterable[int] | None = None,
    inserted_window_dims: Iterable[int] | None = None,
    input_batching_dims: Iterable[int] | None = None,
    scatter_indices_batching_dims: Iterable[int] | None = None,
    scatter_dims_to_operand_dims: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    computation_types: ElementTypes | None = None,
    mode: Literal["error"],
    window: Window = "element",
) -> tuple[tuple[Tensor, ...], Tensor]: ...
@overload
def scatter(
    inputs: TensorLike | Sequence[TensorLike],
    scatter_indices: TensorLike,
    updates: TensorLike | Sequence[TensorLike],
    update_computation: Computation,
    *,
    dimension_numbers: ScatterDimensionNumbers | None = None,
    update_window_dims: Iterable[int] | None = None,
    inserted_window_dims: Iterable[int] | None = None,
    input_batching_dims: Iterable[int] | None = None,
    scatter_indices_batching_dims: Iterable[int] | None = None,
    scatter_dims_to_operand_dims: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    computation_types: ElementTypes | None = None,
    mode: Modes,
    window: Window = "element",
) -> Any: ...
@public
def scatter(
    inputs: TensorLike | Sequence[TensorLike],
    scatter_indices: TensorLike,
    updates: TensorLike | Sequence[TensorLike],
    update_computation: Computation,
    *,
    dimension_numbers: ScatterDimensionNumbers | None = None,
    update_window_dims: Iterable[int] | None = None,
    inserted_window_dims: Iterable[int] | None = None,
    input_batching_dims: Iterable[int] | None = None,
    scatter_indices_batching_dims: Iterable[int] | None = None,
    scatter_dims_to_operand_dims: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    computation_types: ElementTypes | None = None,
    mode: Modes | None = None,
    window: Window = "element",
) -> Any:
    """`inputs` with the slices that `scatter_indices` point at updated by `updates`.

    One tensor in gives one out; a list or tuple of N inputs goes with N updates and gives a tuple of N. Each updated
    element becomes ``update_computation(element so far, update)``.

    `inputs` are tensors of one shape (C1) and any element types, or quantized per tensor; `updates` have one shape (C3)
    and the inputs' element types (C6); `scatter_indices` holds integers, signed or unsigned (I2). Numbers and NumPy
    arrays become constants. The dimension numbers are given one by one, or all as
    ``dimension_numbers=hl.ScatterDimensionNumbers(...)``. The lists name dimensions, counted from 0:

    - `index_vector_dim`: the dimension of `scatter_indices` along which an index vector lies; its rank where each
      element is an index vector of its own (C22)
    - `scatter_dims_to_operand_dims`: for each element of an index vector, the dimension of `inputs` that it points into
      (C19-C21)
    - `inserted_window_dims`: dimensions of `inputs` that `updates` don't have (C9-C11)
    - `input_batching_dims`, `scatter_indices_batching_dims`: dimensions that correspond pairwise and have equal sizes:
      each batch of indices writes into its own batch of `inputs` (C12-C18); by themselves there are none
    - `update_window_dims`: where `updates` have the other dimensions of `inputs`, in ascending order and no larger
      (C4, C7, C8); their rest are the dimensions of `scatter_indices` without `index_vector_dim`

    `update_computation` is

    - a name: "add", "mul", "min", "max", "and", "or", "xor" or "set", for N inputs applied to each pair;
    - a Python function of scalars, ``lambda old, new: old * 2 + new``; for N inputs it gets N old and N new scalars
      and returns N. It may use tensors of the function around it;
    - a region built by hand (`hlogen.region`).

    The results have the inputs' shapes (C24) and the computation's element types (C25): the inputs', or the wider
    `computation_types` (one, or one per input) that the inputs' element types are promotable to (C23).
    `indices_are_sorted` and `unique_indices` (no two windows meet) are promises; breaking them is undefined. By
    themselves ("auto") they are made where they are proved.

    `mode` says what becomes of a window that would reach over an edge, in one word or in one per element of an index
    vector, and makes all backends agree on it, whatever integers the indices are:

    - None: the bare operation; the specification drops the elements outside, XLA the whole window
    - "drop" (or "fill"): dropped, as `window` says: each "element" that is outside, or the "whole" window
    - "clip": the window is moved inside
    - "promise_in_bounds": there is none
    - "error": the interpreter stops there; elsewhere the window is moved inside. Gives ``(result, in_bounds)``, the
      latter an i1 scalar: whether all index vectors are in bounds

    Raises ConstraintError naming every constraint of the specification (scatter C1-C25) that is broken, UsageError
    where an argument isn't even of the right kind.
    """
    require_scope("hl.scatter")
    numbers = numbers_of(
        ScatterDimensionNumbers,
        dimension_numbers,
        update_window_dims=update_window_dims,
        inserted_window_dims=inserted_window_dims,
        input_batching_dims=input_batching_dims,
        scatter_indices_batching_dims=scatter_indices_batching_dims,
        scatter_dims_to_operand_dims=scatter_dims_to_operand_dims,
        index_vector_dim=index_vector_dim,
    )
    promises = {SORTED: promise(indices_are_sorted, SORTED), UNIQUE: promise(unique_indices, UNIQUE)}
    input_tensors, is_single = as_tensors(inputs, "inputs")
    update_list, is_single_update = listed(updates)
    if is_single and not is_single_update:
        raise usage_error(
            "inputs is one tensor, but updates is a list\n  fix: give both as one tensor, or both as lists"
        )
    indices = as_tensor(scatter_indices, "scatter_indices")
    # A number or an array among the updates is of its input's element type (C6).
    element_types = [*(value.element_type for value in input_tensors), *[None] * len(update_list)]
    update_tensors = [
        as_tensor(update, f"updates[{number}]", element_types[number]) for number, update in enumerate(update_list)
    ]
    region = computation(update_computation, scalars_of(input_tensors, computation_types), "update_computation")
    result_types = infer_scatter(
        [value.type for value in input_tensors],
        indices.type,
        [value.type for value in update_tensors],
        dimension_numbers=numbers,
        update_computation=region,
        location=user_location(),
    )
    if mode is None:
        require_window(window, False, mode)
        results = _emitted(input_tensors, indices, update_tensors, numbers, promises, region, result_types)
        return results[0] if is_single else results
    lowered = scatter_in_mode(input_tensors, indices, update_tensors[0], numbers, mode, window)
    before: Mapping[str, Promise] = promises
    if lowered.indices is not indices:
        operands = [*input_tensors, indices, *update_tensors]
        before = kept("stablehlo.scatter", operands, _attributes(numbers), promises, result_types, [region])
    raw = _emitted(
        lowered.inputs,
        lowered.indices,
        update_tensors,
        lowered.numbers,
        carried(promises, before, {SORTED: lowered.keeps_order, UNIQUE: lowered.keeps_apart}),
        region,
        lowered.padded_types(result_types),
    )
    results = tuple(lowered.cut(result) for result in raw)
    result = results[0] if is_single else results
    return result if lowered.in_bounds is None else (result, lowered.in_bounds)


def _emitted(
    inputs: Sequence[Tensor],
    indices: Tensor,
    updates: Sequence[Tensor],
    numbers: ScatterDimensionNumbers,
    promises: Mapping[str, Promise],
    region: Region,
    result_types: Sequence[TensorType],
) -> tuple[Tensor, ...]:
    operands, attributes = [*inputs, indices, *updates], _attributes(numbers)
    made = kept("stablehlo.scatter", operands, attributes, promises, result_types, [region])
    return emit("stablehlo.scatter", operands, attributes | made, [region], result_types)


def _attributes(numbers: ScatterDimensionNumbers) -> dict[str, Attribute]:
    return {"scatter_dimension_numbers": numbers}
