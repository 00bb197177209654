"""Arrays with padding around their elements and between them (spec: pad)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.errors import ExecutionError
from interpreter.memory.available import require_available
from interpreter.values.array import Array


def padded(operand: Array, padding_value: Array, padding: Sequence[tuple[int, int, int]]) -> Array:
    """`operand` with (low, high, interior) padding per dimension; negative edges take elements away."""
    shape, source, target = [], [], []
    for dim, (low, high, interior) in zip(operand.shape, padding, strict=True):
        step = interior + 1
        size = dim + low + high + max(dim - 1, 0) * interior
        if size < 0:
            raise ExecutionError(
                f"padding low {low}, high {high} and interior {interior} leaves less than nothing of {dim}"
            )
        first = -(min(low, 0) // step)  # the first and the last operand index that stays
        last = min((size - 1 - low) // step, dim - 1)
        kept = last >= first
        shape.append(size)
        source.append(slice(first, last + 1) if kept else slice(0))
        target.append(slice(low + first * step, low + last * step + 1, step) if kept else slice(0))
    if all(low <= 0 and high <= 0 and not interior for low, high, interior in padding):
        return operand[tuple(source)]
    require_available(shape, operand.itemsize, "a padded operand")
    result = np.empty(shape, operand.dtype)
    result[...] = padding_value
    result[tuple(target)] = operand[tuple(source)]
    return result
