"""custom_call: the routines of LAPACK that JAX on CPUs calls to factor and solve: potrf, getrf, trsm, gtsv."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.autodiff.registry import Tangent, Tangents, jvp, transpose
from hlogen.autodiff.rules.lapack_calls import getrf_attributes, letter
from hlogen.autodiff.rules.partial import only
from hlogen.autodiff.rules.triangular import factor_tangent, solution_tangent
from hlogen.autodiff.site import Site, sum_of, zeros_like
from hlogen.builder.elementwise import add, compare, convert, multiply, negate, select, subtract
from hlogen.builder.emit import emit, emit_constant
from hlogen.builder.inner import emit_while
from hlogen.builder.matrices import matrix_product, times_rows
from hlogen.builder.reduction import reduce
from hlogen.builder.shape import broadcast_in_dim, dynamic_slice, iota, pad, reshape
from hlogen.builder.tensor import Tensor
from hlogen.builder.triangular import Transpose, triangular_solve
from hlogen.ir import ElementType, IntegerType, TensorType

_TRANSPOSES: Mapping[str, Transpose] = {"N": "NO_TRANSPOSE", "T": "TRANSPOSE", "C": "ADJOINT"}


@jvp(*(f"@lapack_{prefix}potrf_ffi" for prefix in "sdcz"))
def potrf_jvp(site: Site, tangents: Tangents) -> Tangents:
    """The factor's; `info` has none."""
    return [factor_tangent(site.results[0], only(tangents), lower=letter(site, "uplo", "LU") == "L"), None]


@jvp(*(f"@lapack_{prefix}trsm_ffi" for prefix in "sdcz"))
def trsm_jvp(site: Site, tangents: Tangents) -> Tangents:
    found = solution_tangent(
        site.operands[0],
        site.results[0],
        tangents,
        left_side=letter(site, "side", "LR") == "L",
        lower=letter(site, "uplo", "LU") == "L",
        unit_diagonal=letter(site, "diag", "NU") == "U",
        transpose_a=_TRANSPOSES[letter(site, "trans_x", "NTC")],
    )
    return [found]


@jvp(*(f"@lapack_{prefix}gtsv_ffi" for prefix in "sdcz"))
def gtsv_jvp(site: Site, tangents: Tangents) -> Tangents:
    """The solution's, for the right side that is left: a x' = b' - a' x. LAPACK leaves the other results open."""
    *diagonals, _ = site.operands
    x = site.results[3]
    rest = tangents[3]
    for tangent, offset in zip(tangents, (-1, 0, 1), strict=False):
        if tangent is not None:
            rest = sum_of(rest, negate(times_rows(_shifted(x, offset), tangent)))
    if rest is None:
        return [None] * 5
    return [None, None, None, site.emit([*diagonals, rest])[3], None]


@transpose(*(f"@lapack_{prefix}gtsv_ffi" for prefix in "sdcz"), separately=(3,))
def transpose_gtsv(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Sequence[Tangent]:
    """Linear in b, by the transposed matrix: the diagonals below and above change places."""
    below, middle, above = (site.value(number) for number in range(3))
    cotangent = cotangents[3]
    if cotangent is None:
        return [None] * 4
    solved = site.emit([_moved(above, 1), middle, _moved(below, -1), cotangent])[3]
    return [None, None, None, solved]


def _shifted(x: Tensor, offset: int) -> Tensor:
    """The row `offset` further on, in each row."""
    edges = [0] * (x.rank - 2)
    zero = emit_constant(0, x.element_type, ())
    return pad(x, zero, edge_padding_low=[*edges, -offset, 0], edge_padding_high=[*edges, offset, 0])


def _moved(vector: Tensor, by: int) -> Tensor:
    """A vector's elements `by` places further on."""
    edges = [0] * (vector.rank - 1)
    zero = emit_constant(0, vector.element_type, ())
    return pad(vector, zero, edge_padding_low=[*edges, by], edge_padding_high=[*edges, -by])


@jvp(*(f"@lapack_{prefix}getrf_ffi" for prefix in "sdcz"))
def getrf_jvp(site: Site, tangents: Tangents) -> Tangents:
    """Of P a = l u: l tril(w) + triu(w) u for w = l^-1 P a' u^-1; pivots and `info` have none.

    Where `a` isn't square, l and u are made so with ones on the diagonal.
    """
    packed, pivots = site.results[:2]
    if 0 in packed.type.static_shape:
        return [None] * 3
    *_, rows, columns = packed.type.static_shape
    lower = _with(_fitted(packed, rows, rows), np.tril(np.ones((rows, rows)), -1), np.eye(rows))
    ones = np.diag((np.arange(columns) >= rows).astype(float))
    upper = _with(_fitted(packed, columns, columns), np.triu(np.ones((columns, columns))), ones)
    moved = matrix_product(_permutation(pivots, rows, packed.element_type), only(tangents))
    inner = triangular_solve(lower, moved, left_side=True, lower=True, unit_diagonal=True)
    inner = triangular_solve(upper, inner, left_side=False, lower=False)
    below = np.tril(np.ones((rows, columns)), -1)
    parts = matrix_product(lower, _with(inner, below)), matrix_product(_with(inner, 1 - below), upper)
    return [add(*parts), None, None]


def general_solution(site: Site, a: Tensor, b: Tensor) -> Tensor:
    """The solution of a x = b, by getrf, called as `site` calls a routine for matrices like `a`."""
    *batch, size, _ = a.type.static_shape
    prefix = {"complex<f32>": "c", "complex<f64>": "z"}[str(a.element_type)]
    types = [a.type, TensorType((*batch, size), IntegerType(32)), TensorType(tuple(batch), IntegerType(32))]
    packed, pivots, _ = emit(site.name, [a], getrf_attributes(site, prefix), result_types=types)
    moved = matrix_product(_permutation(pivots, size, a.element_type), b)
    inner = triangular_solve(packed, moved, left_side=True, lower=True, unit_diagonal=True)
    return triangular_solve(packed, inner, left_side=True, lower=False)


def _permutation(pivots: Tensor, rows: int, element_type: ElementType) -> Tensor:
    """The matrices P: `pivots` say for each row, from the first on, which one it changes places with, from 1 on."""
    *batch, count = pivots.type.static_shape
    kind = pivots.element_type
    start = [emit_constant(0, kind, ())] * len(batch)
    places = iota(TensorType((*batch, rows), kind), iota_dimension=len(batch))

    def exchange(carried: list[Tensor]) -> list[Tensor]:
        at, order = carried
        pivot = subtract(dynamic_slice(pivots, [*start, at], slice_sizes=[*batch, 1]), 1)
        is_here = compare(places, at, "EQ")
        is_there = compare(places, _along(pivot, rows), "EQ")
        here, there = (
            reduce(select(mask, order, zeros_like(order)), 0, [len(batch)], "add") for mask in (is_here, is_there)
        )
        here, there = (_along(reshape(each, [*batch, 1]), rows) for each in (here, there))
        return [add(at, 1), select(is_here, there, select(is_there, here, order))]

    first = emit_constant(0, kind, ())
    order = emit_while([first, places], lambda carried: compare(carried[0], count, "LT"), exchange)[1]
    whole = (*batch, rows, rows)
    wanted = broadcast_in_dim(order, whole, broadcast_dimensions=range(len(batch) + 1))
    return convert(compare(wanted, iota(TensorType(whole, kind), iota_dimension=len(batch) + 1), "EQ"), element_type)


def _along(value: Tensor, size: int) -> Tensor:
    """`value`, of a last dimension of size 1, repeated along it."""
    shape = (*value.type.static_shape[:-1], size)
    return broadcast_in_dim(value, shape, broadcast_dimensions=range(value.rank))


def _fitted(matrix: Tensor, rows: int, columns: int) -> Tensor:
    """The first rows and columns, as many; zeros where there aren't so many."""
    *batch, height, width = matrix.type.static_shape
    zero = emit_constant(0, matrix.element_type, ())
    none = [0] * len(batch)
    more = [*none, rows - height, columns - width]
    return pad(matrix, zero, edge_padding_low=[*none, 0, 0], edge_padding_high=more)


def _with(matrix: Tensor, weights: npt.NDArray[Any], added: npt.NDArray[Any] | None = None) -> Tensor:
    """`matrix` times `weights`, plus what is `added`, element by element."""
    result = multiply(matrix, _constant(weights, matrix))
    return result if added is None else add(result, _constant(added, matrix))


def _constant(values: npt.NDArray[Any], like: Tensor) -> Tensor:
    value = emit_constant(values, like.element_type, values.shape)
    return broadcast_in_dim(value, like.type.static_shape, broadcast_dimensions=[like.rank - 2, like.rank - 1])
