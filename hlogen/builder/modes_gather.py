"""gather in an out-of-bounds mode: what its indices become, and what its result is where they point outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hlogen.builder.arrays import dense_elements
from hlogen.builder.elementwise import select
from hlogen.builder.emit import described, emit_constant
from hlogen.builder.modes import (
    Component,
    Limits,
    Modes,
    as_index_type,
    bounds_of,
    comparable,
    components_of,
    has_one_vector,
    held_between,
    index_type_for,
    largest_of,
    lie_between,
    modes_of,
    nearest_of,
    widened,
    words_of,
)
from hlogen.builder.modes_error import in_bounds_flag
from hlogen.builder.reduction import reduce
from hlogen.builder.sizes import Size, broadcast_to_sizes, constant_of_sizes
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.errors import UsageError
from hlogen.ir import (
    ComplexType,
    ElementType,
    FloatType,
    GatherDimensionNumbers,
    IntegerType,
    QuantizedType,
    TensorType,
    dtype_of,
)

_INSTEAD = "x[ids] has no place for them: say x.at[ids].get(fill_value=...) or x.at[ids].get(mode='clip')"


@dataclass(frozen=True)
class GatherInMode:
    """A gather that gives the same on every backend, and what is still to be done with its result.

    `keeps_order` says that sorted index vectors stay sorted, `inside` for each whether its slice is kept (None: all
    are), `in_bounds` is the flag of "error".
    Where the result `is_all_fill` there is nothing to gather from: a dimension that it doesn't have is empty.
    """

    indices: Tensor
    slice_sizes: tuple[Size, ...]
    keeps_order: bool
    fill_value: TensorLike | None
    inside: Tensor | None
    in_bounds: Tensor | None
    is_all_fill: bool = False

    def fill(self, element_type: ElementType, sizes: Sequence[Size]) -> Tensor:
        """A result of these sizes with nothing but the fill value."""
        assert self.fill_value is not None
        if isinstance(self.fill_value, Tensor):
            return broadcast_to_sizes(self.fill_value, sizes, ())
        return constant_of_sizes(self.fill_value, element_type, sizes)

    def filled(self, result: Tensor, sizes: Sequence[Size], numbers: GatherDimensionNumbers) -> Tensor:
        """`result`, which has these sizes, with the fill value where the index vector's slice isn't inside."""
        assert self.inside is not None
        batch_dims = [d for d in range(result.rank) if d not in numbers.offset_dims]
        inside = broadcast_to_sizes(self.inside, sizes, batch_dims)
        return select(inside, result, self.fill(result.element_type, sizes))


def gather_in_mode(
    operand: Tensor,
    indices: Tensor,
    numbers: GatherDimensionNumbers,
    slice_sizes: Sequence[Size],
    mode: Modes,
    fill_value: TensorLike | None,
) -> GatherInMode:
    """What a valid gather becomes in `mode`; UsageError where it hasn't such a mode, or `fill_value` doesn't fit.

    Slice sizes that aren't ints are those of dimensions that the result doesn't have, or of such as no index needs
    a mode for.
    """
    modes = modes_of(mode, len(numbers.start_index_map), "gather")
    words = words_of(mode)
    if fill_value is not None and "fill" not in words:
        raise usage_error(f"fill_value goes with mode='fill', not with mode={mode!r}")
    fill = _fill_value(operand, fill_value) if "fill" in words else None
    # A dimension that the result doesn't have is read at one place even where its slice size is 0 (C9, C12), but not by
    # all backends.
    dropped = (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)
    windows = [1 if d in dropped else size if isinstance(size, int) else 0 for d, size in enumerate(slice_sizes)]
    sizes = tuple(
        min(dim, 1) if d in dropped and dim is not None else size
        for d, (size, dim) in enumerate(zip(slice_sizes, operand.shape, strict=True))
    )
    if words <= {"promise_in_bounds"}:
        largest = largest_of([operand.shape[dim] or 0 for dim in numbers.start_index_map])
        wide = widened(indices)
        promised = as_index_type(wide, index_type_for(wide, largest))
        return GatherInMode(promised, sizes, True, None, None, None)
    at = numbers.index_vector_dim
    found = components_of(modes, numbers.start_index_map, operand, windows, indices, at)
    wide, components = comparable(indices, found)
    inside = _inside(wide, at, components)
    in_bounds = in_bounds_flag(wide, at, components, "gather") if "error" in words else None
    moves = any(component.mode != "promise_in_bounds" and not component.is_inside for component in components)
    return GatherInMode(
        _emitted_indices(wide, at, components),
        sizes,
        # Moved inside, one index stays in its order; vectors of several may not.
        not moves or len(components) == 1 or has_one_vector(indices, at),
        fill,
        inside,
        in_bounds,
        any(component.mode == "fill" and component.last < 0 for component in components),
    )


def _emitted_indices(indices: Tensor, index_vector_dim: int, components: Sequence[Component]) -> Tensor:
    """`indices` in i32 or i64, where the gather itself moves them inside; only what doesn't fit is clamped before."""
    target = index_type_for(indices, max((component.size for component in components), default=0))
    ranges: list[Limits | None] = [
        None
        if component.mode == "promise_in_bounds"
        or (target.minimum <= component.lowest and component.highest <= target.maximum)
        else nearest_of(component)
        for component in components
    ]
    return as_index_type(held_between(indices, index_vector_dim, components, ranges), target)


def _inside(indices: Tensor, index_vector_dim: int, components: Sequence[Component]) -> Tensor | None:
    """i1 per index vector: whether the slice is wholly inside in all dimensions of mode "fill"."""
    ranges = [bounds_of(component) if component.mode == "fill" else None for component in components]
    mask = lie_between(indices, index_vector_dim, components, ranges)
    if mask is None or index_vector_dim == indices.rank:
        return mask
    return reduce(mask, True, [index_vector_dim], "and")


def fill_scalar(operand: Tensor, fill_value: TensorLike | None) -> Tensor:
    """The scalar that fills, of the operand's element type."""
    value = _fill_value(operand, fill_value)
    return value if isinstance(value, Tensor) else emit_constant(value, operand.element_type, ())


def _fill_value(operand: Tensor, fill_value: TensorLike | None) -> TensorLike:
    """What fills: what is given, if the operand's element type has it, or the default of the type."""
    element_type = operand.element_type
    if isinstance(fill_value, Tensor):
        if fill_value.type != TensorType((), element_type):
            raise usage_error(f"fill_value is {TensorType((), element_type)}, as operand has it, not {fill_value.type}")
        return fill_value
    if isinstance(element_type, QuantizedType):
        given = "no fill_value" if fill_value is None else f"the fill_value {described(fill_value)}"
        raise usage_error(
            f"mode 'fill' of a gather from {operand.type} needs the storage integer that fills, and has {given}\n"
            "  fix: give fill_value=hl.constant(integer, type) with the operand's element type, or another mode; "
            f"{_INSTEAD}"
        )
    if fill_value is not None:
        try:
            dense_elements(fill_value, element_type, ())
        except UsageError as error:
            raise UsageError(f"fill_value is one number that {element_type} has: {error}") from None
        return fill_value
    dtype = dtype_of(element_type)
    if isinstance(element_type, IntegerType):
        is_top = element_type.is_unsigned  # the boolean too: true
        return element_type.maximum if is_top else element_type.minimum
    with np.errstate(all="ignore"):
        nan = np.array(np.nan).astype(dtype)
    if isinstance(element_type, (FloatType, ComplexType)) and bool(np.isnan(nan)):
        return nan
    raise usage_error(
        f"mode 'fill' of a gather from {operand.type} needs a fill_value: {element_type} has no NaN\n"
        f"  fix: give fill_value=0, or another number; {_INSTEAD}"
    )
