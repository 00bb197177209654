"""Large arrays, computed in chunks that stay in the processor's cache, with what is computed on the way.

New memory costs more than arithmetic on it, and what is taken on the way doesn't grow with the arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

from interpreter.values.array import Array

CHUNK = 1 << 14  # elements
LARGE = 1 << 16  # elements: what is taken for fewer of them is no matter


def chunked(run: Callable[..., Any], dtype: np.dtype[Any]) -> Callable[..., Any]:
    """`run`, which works element by element on arrays that broadcast and gives `dtype`, on a part of them at a time.

    A function of NumPy's own computes nothing on the way, and stays as it is.
    """
    if isinstance(run, np.ufunc):
        return run

    def on_chunks(*operands: Array) -> Any:
        arrays = [x for x in operands if x.ndim]  # the others are scalars
        if all(x.size < LARGE for x in arrays):
            return run(*operands)
        shape = arrays[0].shape
        if any(x.shape != shape for x in arrays):
            shape = np.broadcast_shapes(*(x.shape for x in arrays))
            operands = tuple(np.broadcast_to(x, shape) if x.ndim else x for x in operands)
        elif all(x.flags.c_contiguous for x in arrays):
            operands = tuple(x.reshape(-1) if x.ndim else x for x in operands)
        result = np.empty(next(x.shape for x in operands if x.ndim), dtype)
        for part in parts(result.shape):
            result[part] = run(*(x[part] if x.ndim else x for x in operands))
        return result.reshape(shape)

    return on_chunks


def parts(shape: Sequence[int]) -> Iterator[tuple[int | slice, ...]]:
    """Indices of all the parts that an array of this shape, with a dimension, is computed in."""
    axis = next(d for d in range(len(shape)) if prod(shape[d + 1 :]) <= CHUNK)
    step = CHUNK // max(1, prod(shape[axis + 1 :]))
    for before in product(*map(range, shape[:axis])):
        for start in range(0, shape[axis], step):
            yield (*before, slice(start, start + step))
