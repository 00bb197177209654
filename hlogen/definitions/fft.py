"""fft, as products with the matrices of Fourier transforms: for sizes that aren't large."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from hlogen.analysis.view import integers_of, word_of
from hlogen.builder.elementwise import complex, real
from hlogen.builder.emit import emit_constant
from hlogen.builder.linear_algebra import dot_general
from hlogen.builder.shape import transpose
from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import definition
from hlogen.ir import Operation, TensorType

_LARGEST = 1024  # the matrix of a transform has the square of its size


@definition("stablehlo.fft")
def fft(op: Operation, operand: Tensor) -> Sequence[Tensor] | None:
    """Of real numbers, what is left out of the transform is the conjugate of what is there: it counts twice."""
    kind, lengths = word_of(op, "fft_type"), integers_of(op, "fft_length")
    if not operand.type.is_static or not cast(TensorType, op.result.type).size or max(lengths) > _LARGEST:
        return None
    last, *others = range(operand.rank - 1, operand.rank - 1 - len(lengths), -1)
    half = lengths[-1] // 2 + 1
    inverse = kind in ("IFFT", "IRFFT")
    if kind == "IRFFT":
        for axis in others:
            operand = _along(operand, axis, _matrix(operand.type.static_shape[axis], inverse))
        doubled = np.where((np.arange(half) == 0) | (2 * np.arange(half) == lengths[-1]), 1, 2)
        return [real(_along(operand, last, doubled[:, None] * _matrix(lengths[-1], inverse)[:half]))]
    matrix = _matrix(lengths[-1], inverse)
    if kind == "RFFT":
        operand, matrix = complex(operand, emit_constant(0, operand.element_type, operand.shape)), matrix[:, :half]
    made = _along(operand, last, matrix)
    for axis in others:
        made = _along(made, axis, _matrix(made.type.static_shape[axis], inverse))
    return [made]


def _matrix(size: int, inverse: bool) -> npt.NDArray[Any]:
    places = np.arange(size)
    turns = np.outer(places, places) % size / size  # the remainder first: it is exact
    matrix: npt.NDArray[Any] = np.exp((2j if inverse else -2j) * np.pi * turns)
    return matrix / size if inverse else matrix


def _along(x: Tensor, axis: int, matrix: npt.NDArray[Any]) -> Tensor:
    """The products of what lies along one dimension with a matrix."""
    weights = emit_constant(matrix, x.element_type, matrix.shape)
    made = dot_general(x, weights, lhs_contracting_dimensions=[axis], rhs_contracting_dimensions=[0])
    return transpose(made, permutation=[*range(axis), x.rank - 1, *range(axis, x.rank - 1)])
