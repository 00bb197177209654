"""The slow model of scatter: the specification's formulas, index by index, one update after the other.

It shares no code with the interpreter, so that the two can be held against each other. Indices are Python ints (no
width, no overflow); elements are NumPy scalars of their own type, so that every application of the body rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from model.gather import Array, ModelError, index_vector, with_zeros_inserted


def scatter(
    inputs: Sequence[Array],
    scatter_indices: Array,
    updates: Sequence[Array],
    update_computation: Callable[..., Any],
    *,
    update_window_dims: Sequence[int],
    inserted_window_dims: Sequence[int],
    input_batching_dims: Sequence[int] = (),
    scatter_indices_batching_dims: Sequence[int] = (),
    scatter_dims_to_operand_dims: Sequence[int],
    index_vector_dim: int,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    result_dtypes: Sequence[npt.DTypeLike] | None = None,
    schedule: Iterable[tuple[int, ...]] | None = None,
) -> tuple[Array, ...]:
    """`results = exec(schedule, inputs)` (spec: scatter).

    `update_computation` takes 2N NumPy scalars (the N old values, then the N updates) and returns one value (N = 1) or
    N. `result_dtypes` are the element types E0..EN-1 of its arguments (C23, C25), those of the inputs if left out.
    `schedule` is a permutation of `index_space(updates[0])`; lexicographic if left out. The two promises
    change no value here.
    """
    dtypes = [np.dtype(dtype) for dtype in (result_dtypes or [array.dtype for array in inputs])]
    update_shape, input_shape = updates[0].shape, inputs[0].shape
    _require_same_shapes(inputs, "inputs")
    _require_same_shapes(updates, "updates")

    # Quietly: a value that overflows or turns into NaN is a value like any other.
    with np.errstate(all="ignore"):
        results = [array.astype(dtype, copy=True) for array, dtype in zip(inputs, dtypes, strict=True)]

        for update_index in np.ndindex(*update_shape) if schedule is None else schedule:
            landing = landing_of(
                update_index,
                scatter_indices,
                len(input_shape),
                update_window_dims=update_window_dims,
                inserted_window_dims=inserted_window_dims,
                input_batching_dims=input_batching_dims,
                scatter_indices_batching_dims=scatter_indices_batching_dims,
                scatter_dims_to_operand_dims=scatter_dims_to_operand_dims,
                index_vector_dim=index_vector_dim,
            )
            result_index = landing.result_index
            if not landing.is_in_bounds(input_shape):
                continue
            updates_converted = [
                update[update_index].astype(dtype) for update, dtype in zip(updates, dtypes, strict=True)
            ]
            old_values = [result[result_index] for result in results]
            updated_values = update_computation(*old_values, *updates_converted)
            if len(inputs) == 1 and not isinstance(updated_values, tuple):
                updated_values = (updated_values,)
            for result, value in zip(results, updated_values, strict=True):
                result[result_index] = _exactly(value, result.dtype)
    return tuple(results)


def scatter_(*operands: Array, dtype: Sequence[npt.DTypeLike] | None = None, **more: Any) -> tuple[Array, ...]:
    """`scatter` with its operands in a row: inputs, scatter_indices, updates."""
    n = len(operands) // 2
    return scatter(operands[:n], operands[n], operands[n + 1 :], result_dtypes=dtype, **more)


@dataclass(frozen=True)
class Landing:
    """Where one element of updates goes, as the sum that the specification writes it as."""

    update_scatter_index: tuple[int, ...]
    full_start_index: tuple[int, ...]
    full_batching_index: tuple[int, ...]
    full_window_index: tuple[int, ...]

    @property
    def result_index(self) -> tuple[int, ...]:
        parts = (self.full_start_index, self.full_batching_index, self.full_window_index)
        return tuple(map(sum, zip(*parts, strict=True)))

    def is_in_bounds(self, shape: Sequence[int]) -> bool:
        return all(0 <= i < dim for i, dim in zip(self.result_index, shape, strict=True))


def landing_of(
    update_index: Sequence[int],
    scatter_indices: Array,
    rank: int,
    *,
    update_window_dims: Sequence[int],
    inserted_window_dims: Sequence[int],
    input_batching_dims: Sequence[int],
    scatter_indices_batching_dims: Sequence[int],
    scatter_dims_to_operand_dims: Sequence[int],
    index_vector_dim: int,
) -> Landing:
    """The parts of `result_index` for one `update_index`, with inputs of that rank."""
    update_scatter_index = [i for d, i in enumerate(update_index) if d not in update_window_dims]
    start_index = index_vector(scatter_indices, update_scatter_index, index_vector_dim)

    full_start_index = [0] * rank
    for d_start, d_input in enumerate(scatter_dims_to_operand_dims):
        full_start_index[d_input] = start_index[d_start]

    full_batching_index = [0] * rank
    for d_input, d_start in zip(input_batching_dims, scatter_indices_batching_dims, strict=True):
        full_batching_index[d_input] = update_scatter_index[d_start - (0 if d_start < index_vector_dim else 1)]

    update_window_index = [update_index[d] for d in update_window_dims]
    full_window_index = with_zeros_inserted(update_window_index, [*inserted_window_dims, *input_batching_dims], rank)
    return Landing(*map(tuple, (update_scatter_index, full_start_index, full_batching_index, full_window_index)))


def _require_same_shapes(arrays: Sequence[Array], name: str) -> None:
    if any(array.shape != arrays[0].shape for array in arrays):
        raise ModelError(f"the shapes of {name} differ: {', '.join(str(array.shape) for array in arrays)}")


def _exactly(value: Any, dtype: np.dtype[Any]) -> Any:
    """`value`, which must be of the element type already: a body that changes it silently would hide a rounding."""
    if np.asarray(value).dtype != dtype:
        raise ModelError(f"the update computation returned {np.asarray(value).dtype}, not {dtype}")
    return value
