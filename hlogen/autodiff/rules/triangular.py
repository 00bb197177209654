"""cholesky and triangular_solve, as functions of the one triangle that they read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.autodiff.registry import Tangent, Tangents, jvp, transpose
from hlogen.autodiff.rules.partial import only
from hlogen.autodiff.site import Site, sum_of
from hlogen.builder.elementwise import add, multiply, negate
from hlogen.builder.emit import emit_constant
from hlogen.builder.matrices import adjoint, conjugated, is_complex, matrix_product, swapped
from hlogen.builder.shape import broadcast_in_dim
from hlogen.builder.tensor import Tensor
from hlogen.builder.triangular import Transpose, triangular_solve
from hlogen.ir import EnumAttr


@jvp("stablehlo.cholesky")
def cholesky_jvp(site: Site, tangents: Tangents) -> Tensor:
    return factor_tangent(site.results[0], only(tangents), lower=site.attribute("lower", False))


def factor_tangent(factor: Tensor, tangent: Tensor, *, lower: bool) -> Tensor:
    """l (l^-1 A l^-H), of the last factor the lower triangle with half the diagonal; A is Hermitian, the tangent's
    triangle that `lower` names is read.

    Without `lower`, the result is the adjoint of that for the adjoint of the operand.
    """
    if not lower:
        factor, tangent = adjoint(factor), adjoint(tangent)
    factor = weighted(factor, below=1, diagonal=1)  # what stands in the other triangle is left open
    inner = triangular_solve(factor, hermitian(tangent, lower=True), left_side=True, lower=True)
    inner = triangular_solve(factor, inner, left_side=False, lower=True, transpose_a="ADJOINT")
    result = matrix_product(factor, weighted(inner, below=1, diagonal=0.5))
    return result if lower else adjoint(result)


@jvp("stablehlo.triangular_solve")
def triangular_solve_jvp(site: Site, tangents: Tangents) -> Tensor:
    words = {name: site.attribute(name) for name in ("left_side", "lower", "unit_diagonal", "transpose_a")}
    return solution_tangent(site.operands[0], site.results[0], tangents, **words)


def solution_tangent(
    a: Tensor,
    x: Tensor,
    tangents: Tangents,
    *,
    left_side: bool,
    lower: bool,
    unit_diagonal: bool,
    transpose_a: Transpose,
) -> Tensor:
    """The solution for the right side that is left: op(a) x' = b' - op(a') x."""
    a_tangent, b_tangent = tangents
    rest = b_tangent
    if a_tangent is not None:
        moved = weighted(a_tangent, below=1, diagonal=0 if unit_diagonal else 1, lower=lower)
        if transpose_a != "NO_TRANSPOSE":
            moved = adjoint(moved) if transpose_a == "ADJOINT" else swapped(moved)
        product = matrix_product(moved, x) if left_side else matrix_product(x, moved)
        rest = sum_of(b_tangent, negate(product))
    assert rest is not None
    return triangular_solve(
        a, rest, left_side=left_side, lower=lower, unit_diagonal=unit_diagonal, transpose_a=transpose_a
    )


@transpose("stablehlo.triangular_solve", separately=(1,))
def transpose_triangular_solve(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Sequence[Tangent]:
    """Linear in b, by the transpose of op(a)."""
    a = site.inputs[0]
    assert a is not None
    turned = {"NO_TRANSPOSE": "TRANSPOSE", "TRANSPOSE": "NO_TRANSPOSE", "ADJOINT": "NO_TRANSPOSE"}
    of_a = site.attribute("transpose_a")
    if of_a == "ADJOINT":
        a = conjugated(a)
    return [None, site.emit([a, only(cotangents)], transpose_a=EnumAttr("transpose", turned[of_a]))[0]]


def hermitian(matrix: Tensor, *, lower: bool) -> Tensor:
    """The Hermitian matrix that a triangle stands for, read as LAPACK reads it."""
    read = weighted(matrix, below=1, diagonal=0.5, lower=lower)
    return add(read, adjoint(read))


def weighted(matrix: Tensor, *, below: float, diagonal: float, lower: bool = True) -> Tensor:
    """Times `below` in the strict triangle that `lower` names, `diagonal` on the diagonal, and zero elsewhere."""
    size = matrix.type.static_shape[-1]
    triangle = np.tril(np.ones((size, size)), -1) if lower else np.triu(np.ones((size, size)), 1)
    weights = (triangle * below + np.eye(size) * diagonal).astype(np.complex128 if is_complex(matrix) else np.float64)
    scale = emit_constant(weights, matrix.element_type, weights.shape)
    return multiply(
        matrix,
        broadcast_in_dim(scale, matrix.type.static_shape, broadcast_dimensions=[matrix.rank - 2, matrix.rank - 1]),
    )
