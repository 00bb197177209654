"""custom_call: singular values and vectors by LAPACK's gesdd and gesvd, as JAX on CPUs calls them."""

from __future__ import annotations

from hlogen.autodiff.registry import Tangents, jvp
from hlogen.autodiff.rules.lapack_calls import called_with, letter
from hlogen.autodiff.rules.partial import only
from hlogen.autodiff.site import Site, converted, full_like, zeros, zeros_like
from hlogen.builder.elementwise import add, complex, divide, imag, multiply, negate, real, subtract
from hlogen.builder.matrices import (
    adjoint,
    along_columns,
    along_rows,
    block,
    diagonal,
    is_complex,
    kept,
    matrix_product,
    times_columns,
    times_rows,
    with_ones,
)
from hlogen.builder.shape import concatenate, slice
from hlogen.builder.tensor import Tensor
from hlogen.ir import TensorType


@jvp(*(f"@lapack_{prefix}{name}_ffi" for prefix in "sdcz" for name in ("gesdd", "gesvd")), computes_results=True)
def gesdd_jvp(site: Site, tangents: Tangents) -> tuple[tuple[Tensor, ...], Tangents]:
    """Where singular values are equal, or zero, singular vectors have no derivative: it is infinite or NaN, as in JAX.

    Vectors beyond the singular values (mode A of a matrix that isn't square) are any that complete the others; their
    tangents are the shortest that keep them orthogonal.
    """
    mode = letter(site, "mode", "ANS")
    if 0 in site.result_types[0].static_shape:
        return site.emit(site.operands), [None] * 5
    results = called_with(site, _thin(site), mode="S") if mode == "N" else site.emit(site.operands)
    over, values, u, vh, info = results
    count, tangent = values.type.static_shape[-1], only(tangents)
    u_thin, v_thin = block(u, columns=count), adjoint(block(vh, rows=count))
    inner = matrix_product(matrix_product(adjoint(u_thin), tangent), v_thin)
    moved = real(diagonal(inner))
    if mode == "N":
        unsaid = [zeros(type) for type in site.result_types[2:4]]
        return (over, values, *unsaid, info), [None, moved, None, None, None]
    factors = converted(values, u.element_type)
    gaps = converted(_reciprocal_gaps(values), u.element_type)
    of_u, of_v = times_columns(inner, factors), times_rows(inner, factors)
    inside_u, inside_v = (multiply(gaps, add(each, adjoint(each))) for each in (of_u, of_v))
    if is_complex(u):
        inside_u = add(inside_u, _phases(inner, values))
    u_moved, v_moved = matrix_product(u_thin, inside_u), matrix_product(v_thin, inside_v)
    rows, columns = tangent.type.static_shape[-2:]
    if rows > columns:
        u_moved = add(u_moved, _outside(u_thin, matrix_product(tangent, v_thin), factors))
    if columns > rows:
        v_moved = add(v_moved, _outside(v_thin, matrix_product(adjoint(tangent), u_thin), factors))
    u_moved, v_moved = _completed(u, u_thin, u_moved), _completed(adjoint(vh), v_thin, v_moved)
    return results, [None, moved, u_moved, adjoint(v_moved), None]


def _thin(site: Site) -> list[TensorType]:
    """The result types with as many singular vectors as singular values."""
    matrix, values, _, _, info = site.result_types
    *batch, rows, columns = matrix.static_shape
    count = min(rows, columns)
    shapes = (*batch, rows, count), (*batch, count, columns)
    return [matrix, values, *(TensorType(shape, matrix.element_type) for shape in shapes), info]


def _reciprocal_gaps(values: Tensor) -> Tensor:
    """1 / (the square of the singular value of the column - that of the row), 0 on the diagonal."""
    shape = (*values.type.static_shape, values.type.static_shape[-1])
    column, row = along_rows(values, shape), along_columns(values, shape)
    gaps = with_ones(multiply(add(column, row), subtract(column, row)))
    return kept(divide(full_like(gaps, 1), gaps), "NE")


def _phases(inner: Tensor, values: Tensor) -> Tensor:
    """How the vectors of u are turned: those of v aren't."""
    turned = divide(imag(diagonal(inner)), values)
    turned = along_rows(complex(zeros_like(turned), turned), inner.type.static_shape)
    return kept(turned, "EQ")


def _outside(vectors: Tensor, moved: Tensor, values: Tensor) -> Tensor:
    """The part of `moved` that is orthogonal to `vectors`, over the singular values."""
    rest = subtract(moved, matrix_product(vectors, matrix_product(adjoint(vectors), moved)))
    return divide(rest, along_rows(values, rest.type.static_shape))


def _completed(vectors: Tensor, thin: Tensor, moved: Tensor) -> Tensor:
    """The tangents of all `vectors`, from those of the first, which are `thin`."""
    shape, count = vectors.type.static_shape, thin.type.static_shape[-1]
    if shape[-1] == count:
        return moved
    others = slice(vectors, [0] * (len(shape) - 1) + [count], shape, [1] * len(shape))
    rest = negate(matrix_product(thin, matrix_product(adjoint(moved), others)))
    return concatenate([moved, rest], len(shape) - 1)
