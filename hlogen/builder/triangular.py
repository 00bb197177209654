"""Triangular matrices (spec: cholesky, triangular_solve)."""

from __future__ import annotations

from typing import Literal

from hlogen.builder.emit import as_tensor, boolean, emit_one, one_of
from hlogen.builder.linear_algebra import pair
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.door import public
from hlogen.ir import Attribute, EnumAttr

Transpose = Literal["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]


@public
def cholesky(a: TensorLike, *, lower: bool = False) -> Tensor:
    """The lower triangular l of ``a = l @ adjoint(l)``, or the upper triangular u of ``a = adjoint(u) @ u``.

    `a` is a batch of Hermitian positive-definite matrices of floats or complex. What stands in the other triangle of
    the result is left open.
    """
    return emit_one("stablehlo.cholesky", [as_tensor(a, "a")], {"lower": boolean(lower, "lower")})


@public
def triangular_solve(
    a: TensorLike,
    b: TensorLike,
    *,
    left_side: bool,
    lower: bool,
    unit_diagonal: bool = False,
    transpose_a: Transpose = "NO_TRANSPOSE",
) -> Tensor:
    """The x of ``op(a) @ x = b``, or with ``left_side=False`` of ``x @ op(a) = b``, with b's type.

    `a` is a batch of square matrices, of which the triangle that `lower` names is read; with `unit_diagonal` its
    diagonal is taken to be 1. `transpose_a` says what op is. `a` and `b` are floats or complex.
    """
    of_a = one_of(transpose_a, ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"), "transpose_a")
    attributes: dict[str, Attribute] = {
        "left_side": boolean(left_side, "left_side"),
        "lower": boolean(lower, "lower"),
        "unit_diagonal": boolean(unit_diagonal, "unit_diagonal"),
        "transpose_a": EnumAttr("transpose", of_a),
    }
    return emit_one("stablehlo.triangular_solve", pair(a, b), attributes)
