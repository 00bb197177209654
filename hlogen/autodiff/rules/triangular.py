"""cholesky and triangular_solve, as functions of the one triangle that they read."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.registry import Tangent, Tangents, jvp, transpose
from hlogen.autodiff.rules.partial import only, scaled
from hlogen.autodiff.site import Site, sum_of
from hlogen.builder.elementwise import add, negate
from hlogen.builder.matrices import adjoint, conjugated, kept, matrix_product, swapped
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
    factor = triangle(factor)  # what stands in the other triangle is left open
    inner = triangular_solve(factor, hermitian(tangent, lower=True), left_side=True, lower=True)
    inner = triangular_solve(factor, inner, left_side=False, lower=True, transpose_a="ADJOINT")
    result = matrix_product(factor, _lower_with_half_the_diagonal(inner))
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
        moved = triangle(a_tangent, lower=lower, diagonal=not unit_diagonal)
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
    half = _lower_with_half_the_diagonal(matrix if lower else adjoint(matrix))
    return add(half, adjoint(half))


def triangle(matrix: Tensor, *, lower: bool = True, diagonal: bool = True) -> Tensor:
    """The triangle that `lower` names, with the diagonal or without, and zero elsewhere, whatever stood there."""
    if lower:
        return kept(matrix, "GE" if diagonal else "GT")
    return kept(matrix, "LE" if diagonal else "LT")


def _lower_with_half_the_diagonal(matrix: Tensor) -> Tensor:
    return add(kept(matrix, "GT"), scaled(kept(matrix, "EQ"), 0.5))
