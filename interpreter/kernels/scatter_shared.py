"""How threads share a scatter that runs as machine code, where that gives the same bits.

by parts    each thread folds what lands on its part of a dimension: for windows of many elements, as each thread goes
            through all index vectors
on copies   each thread folds its part of the updates, all but the first into an array of their own, which is folded
            into the result in the end: for integers, whose sums and the like don't depend on the order
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import Any

import numpy as np

from hlogen.ir import IntegerType, Operation, ScatterDimensionNumbers
from interpreter.compiled import tier
from interpreter.compiled.scatter import shared_dimension
from interpreter.compiled.tier import Code
from interpreter.execution.blocks import BlockPlan
from interpreter.kernels import bodies
from interpreter.kernels.arithmetic import ON_INTEGERS
from interpreter.kernels.scatter_landing import Shape
from interpreter.values.array import Array
from interpreter.values.attributes import tensor_type
from interpreter.values.threads import cores, parts, together

SHARED = 1 << 19  # updates from which on threads share them

_COPIED = 8  # as many updates for each element of the result are worth a copy of it for each thread
_PIECE = 1 << 22  # updates of a call, behind which Python looks for signals


class Sharing:
    """How the threads may share a scatter."""

    def __init__(self, op: Operation, body: BlockPlan, numbers: ScatterDimensionNumbers) -> None:
        self._numbers = numbers
        self._is_plain = not any(step.regions for step in body.steps)  # no loops, which look for signals themselves
        self._ufunc = _of_integers(op) if len(op.results) == 1 else None

    def dimension(self, input_shape: Shape, indices_shape: Shape, update_shape: Shape) -> int | None:
        """The dimension of inputs of which each thread has a part; None where they had better not."""
        if prod(update_shape) < SHARED or not self._is_plain:
            return None
        return shared_dimension(self._numbers, input_shape, update_shape)

    def call(self, code: Code, rows: int, size: int, dim: int | None, arrays: Sequence[Array]) -> None:
        """Runs code on all updates, `size` of them in so many rows: by parts of `dim`, if that isn't None.

        `arrays` are what is folded into, then what code takes besides.
        """
        if dim is not None:
            _call_by_parts(code, rows, size, arrays[0].shape[dim], list(map(np.ascontiguousarray, arrays)))
        elif self._ufunc is not None and arrays[0].size * _COPIED * cores() <= size:
            _call_on_copies(code, rows, size, list(map(np.ascontiguousarray, arrays)), self._ufunc)
        else:
            tier.call(code, rows, size, arrays, in_order=True)


def _call_by_parts(code: Code, rows: int, size: int, dim: int, arrays: Sequence[Array]) -> None:
    run = partial(_in_pieces, code, 0, rows, max(1, rows * _PIECE // size))
    together([partial(run, part, arrays) for part in parts(dim, cores())])


def _call_on_copies(code: Code, rows: int, size: int, arrays: Sequence[Array], ufunc: np.ufunc) -> None:
    result, *others = arrays
    ranges, step = parts(rows, cores()), max(1, rows * _PIECE // size)
    copies = [result, *(np.full_like(result, _neutral(ufunc, result.dtype)) for _ in ranges[1:])]
    together([
        partial(_in_pieces, code, *part, step, (), [copy, *others]) for copy, part in zip(copies, ranges, strict=True)
    ])  # fmt: skip
    for copy in copies[1:]:
        ufunc(result, copy, out=result)


def _in_pieces(code: Code, begin: int, end: int, step: int, part: Sequence[int], arrays: Sequence[Array]) -> None:
    for at in range(begin, end, step):
        code(at, min(end, at + step), *part, *arrays)


def _of_integers(op: Operation) -> np.ufunc | None:
    """What a scatter's body does to integers, which doesn't depend on the order; None of any other body."""
    applied, type = bodies.only_operation(op.regions[0].block), tensor_type(op.result).element_type
    if applied is None or not isinstance(type, IntegerType) or type.width < 8:
        return None
    return ON_INTEGERS.get(applied.name)


def _neutral(ufunc: np.ufunc, dtype: np.dtype[Any]) -> int:
    """What leaves every integer as it is."""
    limits = np.iinfo(dtype)
    if ufunc in (np.maximum, np.minimum):
        return limits.min if ufunc is np.maximum else limits.max
    if ufunc is np.bitwise_and:
        return -1 if limits.min else limits.max
    return 1 if ufunc is np.multiply else 0
