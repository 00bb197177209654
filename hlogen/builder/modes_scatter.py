"""scatter in an out-of-bounds mode: what its indices and inputs become, so that all backends drop the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hlogen.builder.elementwise import add, compare, select
from hlogen.builder.emit import emit_constant
from hlogen.builder.modes import (
    I32,
    Component,
    Limits,
    Modes,
    as_index_type,
    comparable,
    components_of,
    has_one_vector,
    held_between,
    index_type_for,
    largest_of,
    modes_of,
    nearest_of,
    spread,
    widened,
    words_of,
)
from hlogen.builder.modes_error import in_bounds_flag
from hlogen.builder.shape import pad, slice
from hlogen.builder.sizes import constant_of_sizes, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import usage_error
from hlogen.ir import ElementType, QuantizedType, ScatterDimensionNumbers, TensorType

# What mode "drop" drops of a window that is partly outside: those elements, or all of it.
Window = Literal["element", "whole"]


@dataclass(frozen=True)
class ScatterInMode:
    """A scatter that gives the same on every backend, and what is still to be done with its results.

    `keeps_order` says that sorted index vectors stay sorted, `keeps_apart` that no two windows meet that didn't.
    `margins` is how much the inputs have been padded on both sides of each dimension, `in_bounds` the flag of "error".
    """

    inputs: tuple[Tensor, ...]
    indices: Tensor
    numbers: ScatterDimensionNumbers
    keeps_order: bool
    keeps_apart: bool
    margins: tuple[int, ...]
    in_bounds: Tensor | None

    def padded_types(self, result_types: Sequence[TensorType]) -> Sequence[TensorType]:
        """The result types with the margins."""
        if not any(self.margins):
            return result_types
        return [type.with_shape(self.inputs[0].shape) for type in result_types]

    def cut(self, result: Tensor) -> Tensor:
        """`result` without the margins."""
        if not any(self.margins):
            return result
        limits = [size - margin for size, margin in zip(result.type.static_shape, self.margins, strict=True)]
        return slice(result, start_indices=self.margins, limit_indices=limits)


def scatter_in_mode(
    inputs: Sequence[Tensor],
    indices: Tensor,
    update: Tensor,
    numbers: ScatterDimensionNumbers,
    mode: Modes,
    window: Window,
) -> ScatterInMode:
    """What a valid scatter becomes in `mode`; UsageError where it hasn't such a mode. `update` is one of updates."""
    modes = modes_of(mode, len(numbers.scatter_dims_to_operand_dims), "scatter")
    modes = ["drop" if entry == "fill" else entry for entry in modes]
    words = words_of(mode)
    require_window(window, bool(words & {"drop", "fill"}), mode)
    no_margins = (0,) * inputs[0].rank
    if words <= {"promise_in_bounds"}:
        largest = largest_of([inputs[0].shape[dim] or 0 for dim in numbers.scatter_dims_to_operand_dims])
        wide = widened(indices)
        promised, numbers = _with_an_element(inputs[0], as_index_type(wide, index_type_for(wide, largest)), numbers)
        return ScatterInMode(tuple(inputs), promised, numbers, True, True, no_margins, None)
    at = numbers.index_vector_dim
    found = components_of(
        modes, numbers.scatter_dims_to_operand_dims, inputs[0], _windows(inputs[0], update, numbers, modes), indices, at
    )
    wide, components = comparable(indices, found)
    in_bounds = in_bounds_flag(wide, at, components, "scatter") if "error" in words else None
    margins = list(no_margins)
    if window == "element":
        for component in components:
            if component.mode == "drop" and not component.is_inside:
                margins[component.dim] = max(component.window - 1, 0)
    for component in components:
        drops_windows = component.mode == "drop" and component.window > 1 and not component.is_inside
        if drops_windows and not inputs[0].type.is_static:
            raise usage_error(
                f"mode 'drop' of windows of {component.window} in dimension {component.dim} needs to know the shape of "
                f"inputs, but it is {inputs[0].type}\n"
                "  fix: use inputs of a static shape, windows of 1 there, or mode='promise_in_bounds'"
            )
    emitted = _emitted_indices(wide, at, components, margins)
    is_one = has_one_vector(indices, at)
    clips = any(component.mode in ("clip", "error") and not component.is_inside for component in components)
    moved, numbers = _with_an_element(inputs[0], emitted.indices, numbers)
    return ScatterInMode(
        tuple(_padded(value, margins) for value in inputs),
        moved,
        numbers,
        # One index keeps its order wherever its ends are moved; vectors of several may not.
        not emitted.moves or len(components) == 1 or is_one,
        # Dropped windows stay apart or are dropped still; clipped ones may meet others inside.
        not clips or is_one,
        tuple(margins),
        in_bounds,
    )


def any_scalar(element_type: ElementType) -> Tensor:
    """A scalar that nobody reads. It is a one, as not every type has a zero."""
    one = element_type.zero_points[0] if isinstance(element_type, QuantizedType) else 1
    return emit_constant(one, element_type, ())


def require_window(window: object, drops: bool, mode: object) -> None:
    """UsageError where `window` isn't a word for what is dropped, or nothing is."""
    if window not in ("element", "whole"):
        raise usage_error(f"window is 'element' or 'whole', not {window!r}")
    if window == "whole" and not drops:
        raise usage_error(f"window='whole' goes with mode='drop', not with mode={mode!r}")


@dataclass(frozen=True)
class _Emitted:
    indices: Tensor
    moves: bool  # whether any index may have become another one, shifts aside


def _emitted_indices(
    indices: Tensor, index_vector_dim: int, components: Sequence[Component], margins: Sequence[int]
) -> _Emitted:
    """`indices` into the padded inputs, in i32 or i64: clamped to the inside, or moved far enough outside.

    What is to be dropped lies wholly outside afterwards: there the specification, which looks at elements, and XLA,
    which looks at windows, mean the same. Each element of an index vector is moved on its own and keeps its order.
    """
    largest = max((component.size + 2 * margins[component.dim] for component in components), default=0)
    target = index_type_for(indices, largest)
    ranges: list[Limits | None] = []
    for component in components:
        if component.is_inside or component.mode == "promise_in_bounds":
            ranges.append(None)
        elif component.mode != "drop":
            ranges.append(nearest_of(component))
        elif margins[component.dim] or component.lowest < target.minimum or component.highest > target.maximum:
            ranges.append((-component.window, component.size))
        else:
            ranges.append(None)
    held = held_between(indices, index_vector_dim, components, ranges)
    emitted = as_index_type(held, target)
    shifts = [margins[component.dim] for component in components]
    if any(shifts):
        emitted = add(emitted, spread(shifts, emitted, index_vector_dim))
    partial = [
        component.mode == "drop" and not component.is_inside and component.window > 1 for component in components
    ]
    if any(partial):
        # (first place that is in, where to go before it, last place that is in, where to go behind it)
        anywhere = (target.minimum, 0, target.maximum, 0)
        pushes = [
            (0, -component.window, component.last + 2 * shift, component.size + 2 * shift) if pushed else anywhere
            for component, shift, pushed in zip(components, shifts, partial, strict=True)
        ]
        first, before, last, behind = (
            spread(values, emitted, index_vector_dim) for values in zip(*pushes, strict=True)
        )
        emitted = select(compare(emitted, last, "GT"), behind, select(compare(emitted, first, "LT"), before, emitted))
    return _Emitted(emitted, held is not indices or any(partial))


def _with_an_element(
    input: Tensor, indices: Tensor, numbers: ScatterDimensionNumbers
) -> tuple[Tensor, ScatterDimensionNumbers]:
    """Index vectors of no elements with one that is 0, as they point to 0 anyhow: XLA loses updates at empty ones."""
    dims = [d for d in range(input.rank) if d not in numbers.input_batching_dims]
    if numbers.scatter_dims_to_operand_dims or not dims:
        return indices, numbers
    at = numbers.index_vector_dim
    sizes = [1 if d == at else size for d, size in enumerate(sizes_of(indices))]
    return constant_of_sizes(0, I32, sizes), replace(numbers, scatter_dims_to_operand_dims=(dims[0],))


def _padded(value: Tensor, margins: Sequence[int]) -> Tensor:
    """`value` with margins, in which elements land that are to be dropped."""
    if not any(margins):
        return value
    return pad(value, any_scalar(value.element_type), edge_padding_low=margins, edge_padding_high=margins)


def _windows(input: Tensor, update: Tensor, numbers: ScatterDimensionNumbers, modes: Sequence[str]) -> list[int]:
    """The size of a window in every dimension of the inputs."""
    dropped = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
    sizes = iter([update.shape[d] for d in numbers.update_window_dims])
    mode_of = dict(zip(numbers.scatter_dims_to_operand_dims, modes, strict=True))
    windows = []
    for d in range(input.rank):
        size = 1 if d in dropped else next(sizes)
        if size is None and mode_of.get(d, "promise_in_bounds") != "promise_in_bounds":
            raise usage_error(
                f"a mode needs to know the size of the windows, but updates is {update.type}\n"
                "  fix: use tensors of a static shape, or mode='promise_in_bounds'"
            )
        windows.append(size or 0)
    return windows
