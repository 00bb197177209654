"""The run-time check of gather's and scatter's mode "error": the composite ``hlogen.in_bounds``."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Attribute, IntegerAttr, IntegerType, Operation, TensorType
from interpreter.values.array import Array

IN_BOUNDS = "hlogen.in_bounds"
_SHOWN = 5


def is_bounds_check(op: Operation) -> bool:
    """Whether the composite is a check of index vectors: of indices, and a lower and an upper bound for each element,
    the same for all index vectors or, of the indices' type, for each its own.

    Somebody else's composite of that name is computed by its decomposition, like any other.
    """
    if op.attributes.get("name") != IN_BOUNDS or len(op.operands) != 3:
        return False
    indices, lower, upper = (operand.type for operand in op.operands)
    dim = _index_vector_dim(op)
    if not isinstance(indices, TensorType) or not isinstance(indices.element_type, IntegerType) or dim is None:
        return False
    if not 0 <= dim <= indices.rank:
        return False
    bounds = TensorType(() if dim == indices.rank else (indices.shape[dim],), indices.element_type)
    return lower == upper and lower in (bounds, indices)


def require_in_bounds(op: Operation, indices: Array, lower: Array, upper: Array) -> None:
    """ExecutionError naming the first index vectors that aren't between the bounds, and how many there are."""
    dim = _index_vector_dim(op)
    assert dim is not None
    vectors = _vectors(indices, dim)
    low, high = (
        np.broadcast_to(_vectors(bound, dim) if bound.shape == indices.shape else bound.reshape(-1), vectors.shape)
        for bound in (lower, upper)
    )
    outside = (vectors < low) | (vectors > high)
    places = np.argwhere(outside.any(axis=-1))
    if not len(places):
        return
    count = int(np.prod(vectors.shape[:-1], dtype=np.int64))
    lines = [_line(place.tolist(), vectors, outside, low, high) for place in places[:_SHOWN]]
    if len(places) > _SHOWN:
        lines.append(f"\n  and {len(places) - _SHOWN} more")
    name = str(_attributes(op).get("op", "gather or scatter"))
    error = ExecutionError(
        f"{name} out of bounds: {len(places)} of {count} index vectors point outside{''.join(lines)}"
        f"\n  where: stablehlo.{name}{f' at {op.location}' if op.location else ''}"
    )
    error.operation, error.location = f"stablehlo.{name}", op.location
    raise error


def _vectors(values: Array, dim: int) -> Array:
    """`values` with index vectors along the last dimension."""
    return np.moveaxis(values, dim, -1) if dim < values.ndim else values[..., None]


def _attributes(op: Operation) -> Mapping[str, Attribute]:
    attributes = op.attributes.get("composite_attributes")
    return attributes if isinstance(attributes, dict) else {}


def _index_vector_dim(op: Operation) -> int | None:
    at = _attributes(op).get("index_vector_dim")
    return at.value if isinstance(at, IntegerAttr) else None


def _line(place: list[int], vectors: Array, outside: Array, low: Array, high: Array) -> str:
    """One offending index vector, and which of its elements should have been where."""
    vector, low, high = (values[tuple(place)] for values in (vectors, low, high))
    wrong = []
    for k in np.flatnonzero(outside[tuple(place)]).tolist():
        allowed = f"from {low[k]} to {high[k]}" if low[k] <= high[k] else "nowhere, as the dimension is empty"
        wrong.append(f"element {k} may be {allowed}" if len(vector) > 1 else f"it may be {allowed}")
    where = f" at {place}" if place else ""
    return f"\n  index vector {vector.tolist()}{where}: {', '.join(wrong)}"
