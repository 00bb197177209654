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
from hlogen.ir import Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes, Sizes
from interpreter.kernels.numerics import computed, element_type, is_complex, is_float, unsupported, working_dtype
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.kernels.result_shapes import of_operand
from interpreter.values.array import Array
from interpreter.values.attributes import flag


def memory_of_cholesky(op: Operation, sizes: Sizes) -> int:
    """The matrices in f64 or complex128, those that LAPACK gives, and where these are NaN; adjoints of complex ones."""
    (a,) = op.operands
    type, count = element_type(a.type), sizes.count(a)
    dtype = working_dtype(type, wide=True)
    converted = 0 if dtype == dtype_of(type) else dtype.itemsize
    conjugated = 0 if flag(op, "lower", default=False) or not is_complex(type) else dtype.itemsize
    return count * (converted + conjugated + dtype.itemsize + 1) - sizes.bytes(a)


@kernel(
    "stablehlo.cholesky",
    shape=of_operand,
    quantized=Quantized.ON_FLOATS,
    makes=Makes.NUMBERS,
    memory=memory_of_cholesky,
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
    factor[np.isnan(factor).any((-2, -1))] = np.nan  # some LAPACKs let NaN through
    return factor


def _upper(a: Array) -> Any:
    return adjoint(_lower(adjoint(a)))


def adjoint(a: Array) -> Array:
    """The conjugate transposes of a batch of matrices."""
    return a.swapaxes(-1, -2).conj()
