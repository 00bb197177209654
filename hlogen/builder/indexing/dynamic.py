"""`x[...]` and `x.at[...]` where only the running program knows some size: one gather or scatter, whatever the index.

Slices without steps are windows, whose sizes may be tensors (a gather is a dynamic_gather then); slices with steps and
index arrays are index vectors. Nothing is cut or padded, as `slice` and `pad` take no sizes that aren't known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from hlogen.builder.gather import gather_of_sizes
from hlogen.builder.indexing.base import Integers
from hlogen.builder.indexing.modes import Mode
from hlogen.builder.indexing.parse import Batch, DynamicIndex, DynamicSpan, NewAxis, Pointer, Span
from hlogen.builder.indexing.pointers import Component, Vectors, as_value, vectors
from hlogen.builder.regions import Computation
from hlogen.builder.scatter import scatter
from hlogen.builder.shape import reverse
from hlogen.builder.sizes import Size, common_type, counted, reshape_to_sizes
from hlogen.builder.tensor import Promise, Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.ir import GatherDimensionNumbers


def read_dynamically(
    operand: Tensor, index: DynamicIndex, mode: Mode, fill_value: TensorLike | None, indices_are_sorted: Promise
) -> Tensor:
    """The elements of `operand` that `index` addresses."""
    _require_possible(operand, index, mode)
    value = operand if _takes_all(index) else _gathered(operand, index, mode, fill_value, indices_are_sorted)
    value = _turned(value, index)
    return reshape_to_sizes(value, index.result_sizes) if value.rank < len(index.result_sizes) else value


def scatter_dynamically(
    operand: Tensor,
    index: DynamicIndex,
    how: Computation,
    new: Tensor,
    mode: Mode,
    indices_are_sorted: Promise,
    unique_indices: Promise,
) -> Any:
    """`operand` with the elements that `index` addresses updated with `new`, which has the index's shape."""
    _require_possible(operand, index, mode)
    access = _access(operand, index, mode)
    new = reshape_to_sizes(new, access.sizes) if new.rank > len(access.sizes) else new
    new = _turned(new, index)
    batching = dict(access.vectors.batching)
    return scatter(
        operand,
        access.vectors.indices,
        new,
        how,
        update_window_dims=access.window_dims,
        inserted_window_dims=access.dropped_dims(operand.rank),
        input_batching_dims=batching.keys(),
        scatter_indices_batching_dims=batching.values(),
        scatter_dims_to_operand_dims=access.vectors.dims,
        index_vector_dim=access.vectors.index_vector_dim,
        indices_are_sorted=indices_are_sorted,
        unique_indices=unique_indices,
        mode=access.modes,
    )


@dataclass(frozen=True)
class _Access:
    """A gather or a scatter: its index vectors with a mode for each of their elements, and the sizes of its windows.

    `sizes` are those of its result or updates, with the windows at `window_dims`; what the index adds in new axes isn't
    among them.
    """

    vectors: Vectors
    modes: list[str]
    windows: dict[int, Size]
    window_dims: tuple[int, ...]
    sizes: list[Size]

    def dropped_dims(self, rank: int) -> tuple[int, ...]:
        """The tensor's dimensions that the result or the updates haven't got, less the batching ones."""
        return tuple(dim for dim in range(rank) if dim not in self.windows and dim not in dict(self.vectors.batching))


def _gathered(
    operand: Tensor, index: DynamicIndex, mode: Mode, fill_value: TensorLike | None, indices_are_sorted: Promise
) -> Tensor:
    """What is read, without new axes, and with all slices going up."""
    access = _access(operand, index, mode)
    numbers = GatherDimensionNumbers(
        offset_dims=access.window_dims,
        collapsed_slice_dims=access.dropped_dims(operand.rank),
        operand_batching_dims=tuple(dim for dim, _ in access.vectors.batching),
        start_indices_batching_dims=tuple(axis for _, axis in access.vectors.batching),
        start_index_map=access.vectors.dims,
        index_vector_dim=access.vectors.index_vector_dim,
    )
    return gather_of_sizes(
        operand,
        access.vectors.indices,
        numbers,
        [access.windows.get(dim, 1) for dim in range(operand.rank)],
        access.modes,
        fill_value if "fill" in access.modes else None,
        indices_are_sorted,
    )


def _turned(value: Tensor, index: DynamicIndex) -> Tensor:
    """`value`, which lacks the new axes, with the slices that go down the other way round."""
    dims: list[int] = []
    place = 0
    for part in index.parts:
        if isinstance(part, (Span, DynamicSpan)) and part.is_reversed:
            dims.append(place)
        place += 0 if isinstance(part, NewAxis) else len(index.sizes(part))
    return reverse(value, dimensions=dims) if dims else value


def _access(operand: Tensor, index: DynamicIndex, mode: Mode) -> _Access:
    components: list[Component] = []
    windows: dict[int, Size] = {}
    window_dims: list[int] = []
    sizes: list[Size] = []
    shape: list[Size] = []  # of the indices
    batch_end = 0
    for part in index.parts:
        if isinstance(part, Batch):
            shape += index.batch_shape
            batch_end = len(shape)
        elif not isinstance(part, NewAxis):
            if part.stride > 1:
                shape.append(part.size)
                components.append(Component(part.dim, _positions(part), len(shape), is_placed=True))
            else:
                windows[part.dim] = part.size
                window_dims.append(len(sizes))
                if isinstance(part.low, Tensor) or part.low:
                    components.append(Component(part.dim, _scalar(part.low), 0, is_placed=True))
        sizes += [] if isinstance(part, NewAxis) else index.sizes(part)
    modes = dict.fromkeys(range(operand.rank), "promise_in_bounds")
    for pointer in index.pointers:
        components.append(Component(pointer.dim, as_value(pointer.index), batch_end))
        if not _is_inside(pointer, index.shape[pointer.dim]):
            modes[pointer.dim] = mode
    if not components:
        components.append(Component(0, np.asarray(0), 0))  # not all backends take index vectors of no elements
    found = vectors(sorted(components, key=lambda one: one.dim), shape, index.shape, index.counting)
    return _Access(found, [modes[dim] for dim in found.dims], windows, tuple(window_dims), sizes)


def _takes_all(index: DynamicIndex) -> bool:
    """Whether it addresses every element once, be it in another order."""
    spans = [part for part in index.parts if isinstance(part, (Span, DynamicSpan))]
    return len(spans) == len(index.shape) and all(
        part.stride == 1 and isinstance(part.low, int) and part.size is index.shape[part.dim]
        if isinstance(part, DynamicSpan)
        else part.stride == 1 and part.size == index.shape[part.dim]
        for part in spans
    )


def _is_inside(pointer: Pointer, size: Size) -> bool:
    """Whether it is known to be in bounds."""
    if isinstance(pointer.index, Tensor) or isinstance(size, Tensor):
        return False
    values = np.asarray(pointer.index)
    return bool(((values >= 0) & (values < size)).all())


def _positions(part: Span | DynamicSpan) -> range | Tensor:
    """The positions of a slice with a step, going up."""
    if isinstance(part, Span):
        return range(part.low, part.high, part.stride)
    type = common_type([part.low, part.size])
    spread = counted([part.size], 0, type) * part.stride
    return spread + (part.low.astype(type) if isinstance(part.low, Tensor) else part.low)


def _scalar(low: Size) -> Integers | Tensor:
    return low if isinstance(low, Tensor) else np.asarray(low, np.int64)


def _require_possible(operand: Tensor, index: DynamicIndex, mode: Mode) -> None:
    """UsageError for mode "error", whose check has its sizes once and for all."""
    if mode == "error":
        raise usage_error(
            f"mode 'error' needs to know all sizes, but {operand.type} is indexed with sizes that aren't known\n"
            "  fix: say mode='clip' or mode='fill' (of an update 'drop'), and test the indices beside it"
        )
