"""The indices of a gather or scatter as every backend takes them: i32 or i64, and inside where they may be outside."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.analysis.fact import Array, in_words
from hlogen.builder.elementwise import convert
from hlogen.builder.emit import emit_constant
from hlogen.builder.known import Range
from hlogen.builder.modes import I32, I64, Component, as_index_type, held_between, index_type_for, limits_of, widened
from hlogen.builder.tensor import Tensor
from hlogen.ir import DenseElements, IntegerType, Operation, Shape, TensorType, dtype_of
from hlogen.spec.constraint import require
from hlogen.spec.operations import check_operation
from hlogen.transform.rewrite import MatchedOp


def can_be_rewritten(op: Operation) -> bool:
    """Whether all tensors are plain ones, with ranks; ConstraintError where the operation breaks a constraint."""
    require(check_operation(op))
    types = [value.type for value in (*op.operands, *op.results)]
    return all(isinstance(type, TensorType) and type.encoding is None for type in types)


def components(site: MatchedOp) -> list[Component] | None:
    """What is known of the elements of the index vectors; None where a size that matters is only known in a run."""
    found = []
    shape = site.judgement.access
    for placement in site.judgement.placements:
        dim, size = placement.component.dim, placement.component.size
        # A dimension that the result doesn't have is read at one place, also where its slice size is 0 (C9, C12).
        window = placement.component.window if dim in shape.kept_dims else 1
        if size is None or window is None:
            return None
        range = placement.range
        low, high = (0, -1) if range.is_empty else (range.low, range.high)
        found.append(Component("clip", dim, size, window, low, high))
    return found


def slice_sizes(site: MatchedOp) -> tuple[int, ...] | None:
    """The slice sizes of a gather or dynamic_gather, where they are known, with 1 for 0 in a dropped dimension.

    Where an operand with slice sizes isn't known, the result's type may still say all that matters. A dropped dimension
    of unknown size has at least one element only where one is certainly read.
    """
    shape = site.judgement.access
    sizes = []
    for d, (size, dim) in enumerate(zip(shape.window, shape.operand_shape, strict=True)):
        if d not in shape.kept_dims and (size is None or (size == 0 and not shape.is_empty)):
            if dim is not None or shape.is_never_empty:
                size = 1 if dim is None else min(dim, 1)
            elif shape.is_empty:
                size = 0
        if size is None:
            return None
        sizes.append(size)
    return tuple(sizes)


def has_portable_type(indices: Tensor, site: MatchedOp) -> bool:
    """Whether the type of the indices says what they are to every backend, the last place in bounds included.

    Unsigned ones may be proved to be small; narrow ones, even if they are, end the process of XLA's partitioner.
    """
    element_type = indices.element_type
    assert isinstance(element_type, IntegerType)
    if element_type.width < 32:
        return False
    largest = (1 << (element_type.width - 1)) - 1  # what it is with and without a sign
    ranges = (placement.range for placement in site.judgement.placements)
    return all(range.is_empty or range.high <= largest for range in ranges) and all(
        last <= largest for last in _last_places(site.judgement.access.operand_shape, site.judgement.access.window)
    )


def placed(
    indices: Tensor, index_vector_dim: int, found: Sequence[Component], ranges: Sequence[Range | None], largest: int
) -> Tensor:
    """`indices` with element k held between ``ranges[k]`` (None leaves it alone), in i32 or i64 that have `largest`."""
    target = index_type_for(indices, largest)
    known = _constant(indices)
    if known is None:
        return as_index_type(held_between(widened(indices), index_vector_dim, found, ranges), target)
    shape = [-1 if d == index_vector_dim else 1 for d in range(indices.rank)]
    low, high = (np.array(limits, known.dtype).reshape(shape) for limits in limits_of(indices, ranges))
    held = np.clip(known, low, high)
    if held.size and held.min() == held.max():
        return emit_constant(int(held.flat[0]), target, held.shape)
    return emit_constant(held.astype(dtype_of(target)), target)


def _constant(indices: Tensor) -> Array | None:
    """The indices in 64 bits, where they are a constant of the program."""
    made = indices.value.owner
    if not isinstance(made, Operation) or made.name != "stablehlo.constant":
        return None
    elements = made.attributes["value"]
    assert isinstance(indices.element_type, IntegerType)
    return in_words(elements.array, indices.element_type) if isinstance(elements, DenseElements) else None


def with_portable_type(indices: Tensor, site: MatchedOp) -> Tensor:
    """`indices` as i32 or i64, of whatever shape; themselves where not every one of them is proved to fit."""
    element_type = indices.element_type
    assert isinstance(element_type, IntegerType)
    if element_type in (I32, I64) or has_portable_type(indices, site):
        return indices
    for target in (I32, I64):
        if all(placement.range.fits(target) for placement in site.judgement.placements):
            return convert(indices, target)
    return indices


def _last_places(shape: Shape, window: Shape) -> list[int]:
    """The last place that a whole window may have in each dimension whose sizes are known."""
    sizes = zip(shape, window, strict=True)
    return [size - part for size, part in sizes if size is not None and part is not None]
