"""How a batched function is held against what it should be: one run after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

import hlogen as hl
import interpreter

Array = npt.NDArray[Any]


def check_batches(
    function: Any, inputs: Sequence[Array], which: Sequence[bool], rng: np.random.Generator, tolerance: float = 1e-12
) -> None:
    """`function` of a batch gives what it gives entry by entry; `which` says what differs along the batch.

    `inputs` are one entry; the others are its elements in other orders (so the same kind of values). The batch
    dimensions of arguments and results are drawn.
    """
    size = 3
    pairs = list(zip(inputs, which, strict=True))
    axes = [int(rng.integers(value.ndim + 1)) if batched else None for value, batched in pairs]
    entries = [
        [value, *(_shuffled(rng, value) for _ in range(size - 1))] if batched else [value] * size
        for value, batched in pairs
    ]
    given = [
        np.stack(values, axis) if axis is not None else values[0] for values, axis in zip(entries, axes, strict=True)
    ]
    out_axes = [int(rng.integers(type.rank + 1)) for type in function.type.results]
    results = interpreter.run(hl.vmap(function, in_axes=axes, out_axes=out_axes, axis_size=size), *given)
    for number in range(size):
        expected = interpreter.run(function, *(values[number] for values in entries))
        for result, wanted, axis in zip(results, expected, out_axes, strict=True):
            got = np.take(result, number, axis)
            assert got.dtype == wanted.dtype
            np.testing.assert_allclose(got, wanted, rtol=tolerance, atol=tolerance)


def every_choice(count: int) -> list[list[bool]]:
    """All ways to batch some of `count` arguments."""
    return [[bool(bits >> at & 1) for at in range(count)] for bits in range(1, 1 << count)]


def _shuffled(rng: np.random.Generator, value: Array) -> Array:
    if value.ndim == 0 and value.dtype.kind in "fc":
        return np.asarray(value + rng.normal()).astype(value.dtype)
    return rng.permutation(value.reshape(-1)).reshape(value.shape)
