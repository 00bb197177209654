"""Cholesky decompositions (spec: cholesky): a = l l^H with `lower`, a = u^H u without.

What the specification leaves open: `a` is read in the triangle that `lower` names alone, whatever stands in the other
one, and of its diagonal the real part; the other triangle of the result is zero; a matrix that isn't positive definite
has a result of NaN, its neighbours in the batch their own. XLA on CPU does the same. Computed in f64 (complex128) and
rounded once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Operation
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes
from interpreter.kernels.numerics import computed, element_type, is_complex, is_float, unsupported
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.kernels.result_shapes import of_operand
from interpreter.kernels.working import of_factorizations
from interpreter.values.array import Array
from interpreter.values.attributes import flag


@kernel(
    "stablehlo.cholesky",
    shape=of_operand,
    quantized=Quantized.ON_FLOATS,
    makes=Makes.NUMBERS,
    memory=of_factorizations,
    sums=True,
)
def cholesky(op: Operation, planner: Planner) -> Run:
    type = element_type(op.result.type)
    if not (is_float(type) or is_complex(type)):
        raise unsupported(op, type)
    decompose = computed(_lower if flag(op, "lower", default=False) else _upper, type, wide=True)

    def run(a: Array) -> Any:
        if a.shape[-2] != a.shape[-1]:
            raise ExecutionError(f"a has shape {list(a.shape)}, which isn't one of square matrices (C3)")
        return decompose(a)

    return run


def _lower(a: Array) -> Any:
    try:
        factor = np.linalg.cholesky(a)
    except np.linalg.LinAlgError:
        if a.ndim == 2:
            return np.full_like(a, np.nan)
        return np.stack([_lower(matrix) for matrix in a])
    return np.where(np.isnan(factor).any((-2, -1), keepdims=True), np.nan, factor)  # some LAPACKs let NaN through


def _upper(a: Array) -> Any:
    return adjoint(_lower(adjoint(a)))


def adjoint(a: Array) -> Array:
    """The conjugate transposes of a batch of matrices."""
    return a.swapaxes(-1, -2).conj()
