"""Systems of linear equations with triangular coefficients (spec: triangular_solve), by substitution in blocks.

Only the triangle that `lower` names is read, with `unit_diagonal` not even its diagonal. A zero on the diagonal divides
as zeros do. The whole solution is returned. Computed in f64 (complex128) and rounded once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes, Sizes
from interpreter.kernels.cholesky import adjoint
from interpreter.kernels.numerics import computed, element_type, is_complex, is_float, unsupported, working_dtype
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.values.array import Array
from interpreter.values.attributes import enum, flag

_BLOCK = 16  # unknowns that are found one by one; more of them in halves, joined by a matrix product


def memory_of_triangular_solve(op: Operation, sizes: Sizes) -> int:
    """Operands in f64 or complex128, conjugates of complex ones, the solution and, of many unknowns, its halves."""
    a, b = op.operands
    type, shape = element_type(b.type), sizes.shape(b)
    if not shape:
        return 0
    dtype = working_dtype(type, wide=True)
    converted = 0 if dtype == dtype_of(type) else dtype.itemsize * (sizes.count(a) + sizes.count(b))
    is_conjugated = is_complex(type) and enum(op, "transpose_a") == "ADJOINT"
    size = shape[-2] if flag(op, "left_side") else shape[-1]
    solution = dtype.itemsize * sizes.count(b)
    on_the_way = solution if size > _BLOCK else 2 * solution // max(size, 1)
    rounded = 0 if dtype == dtype_of(type) else sizes.bytes(b)
    conjugate = dtype.itemsize * sizes.count(a) if is_conjugated else 0
    return converted + max(conjugate + solution + on_the_way, solution + rounded) - sizes.bytes(b)


@kernel(
    "stablehlo.triangular_solve",
    quantized=Quantized.ON_FLOATS,
    makes=Makes.NUMBERS,
    memory=memory_of_triangular_solve,
    sums=True,
)
def triangular_solve(op: Operation, planner: Planner) -> Run:
    type = element_type(op.result.type)
    if not (is_float(type) or is_complex(type)):
        raise unsupported(op, type)
    left_side, lower, unit_diagonal = (flag(op, name) for name in ("left_side", "lower", "unit_diagonal"))
    transpose_a = enum(op, "transpose_a")
    if transpose_a not in ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"):
        raise ExecutionError(f"transpose_a is {transpose_a}, expected NO_TRANSPOSE, TRANSPOSE or ADJOINT")
    is_lower = lower == (transpose_a == "NO_TRANSPOSE")

    def solve(a: Array, b: Array) -> Any:
        """Any form is one of op(a) x = b with op(a) lower triangular, transposed or turned upside down."""
        if transpose_a != "NO_TRANSPOSE":
            a = adjoint(a) if transpose_a == "ADJOINT" else a.swapaxes(-1, -2)
        if not left_side:  # x op(a) = b, transposed
            a, b = a.swapaxes(-1, -2), b.swapaxes(-1, -2)
        if is_lower != left_side:
            a, b = a[..., ::-1, ::-1], b[..., ::-1, :]
        x = _solved(a, b, unit_diagonal)
        if is_lower != left_side:
            x = x[..., ::-1, :]
        return x if left_side else x.swapaxes(-1, -2)

    solution = computed(solve, type, wide=True)

    def run(a: Array, b: Array) -> Any:
        if not a.shape[-2] == a.shape[-1] == b.shape[-2 if left_side else -1] or a.shape[:-2] != b.shape[:-2]:
            raise ExecutionError(f"a has shape {list(a.shape)}, which doesn't fit the shape {list(b.shape)} of b (C3)")
        return solution(a, b)

    return run


def _solved(a: Array, b: Array, unit_diagonal: bool) -> Array:
    """The solution of a x = b, `a` lower triangular."""
    size = a.shape[-1]
    if size > _BLOCK:
        half = size // 2
        first = _solved(a[..., :half, :half], b[..., :half, :], unit_diagonal)
        rest = b[..., half:, :] - a[..., half:, :half] @ first
        return np.concatenate([first, _solved(a[..., half:, half:], rest, unit_diagonal)], -2)
    x = np.empty_like(b)
    for i in range(size):
        x[..., i, :] = b[..., i, :] - (a[..., i : i + 1, :i] @ x[..., :i, :])[..., 0, :]
        if not unit_diagonal:
            x[..., i, :] /= a[..., i, i, None]
    return x
