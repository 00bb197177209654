"""custom_call: the routines of LAPACK that JAX on CPUs calls to factor and solve: potrf, getrf, trsm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.autodiff.registry import Tangents, jvp
from hlogen.autodiff.rules.partial import only
from hlogen.autodiff.rules.triangular import factor_tangent, solution_tangent
from hlogen.autodiff.site import Site, zeros_like
from hlogen.builder.elementwise import add, compare, convert, multiply, select, subtract
from hlogen.builder.emit import emit_constant
from hlogen.builder.inner import emit_while
from hlogen.builder.matrices import matrix_product
from hlogen.builder.reduction import reduce
from hlogen.builder.shape import broadcast_in_dim, dynamic_slice, iota, pad, reshape
from hlogen.builder.tensor import Tensor
from hlogen.builder.triangular import Transpose, triangular_solve
from hlogen.ir import ElementType, IntegerAttr, TensorType

_TRANSPOSES: Mapping[str, Transpose] = {"N": "NO_TRANSPOSE", "T": "TRANSPOSE", "C": "ADJOINT"}


@jvp(*(f"@lapack_{prefix}potrf_ffi" for prefix in "sdcz"))
def potrf_jvp(site: Site, tangents: Tangents) -> Tangents:
    """The factor's; `info` has none."""
    return [factor_tangent(site.results[0], only(tangents), lower=_letter(site, "uplo", "LU") == "L"), None]


@jvp(*(f"@lapack_{prefix}trsm_ffi" for prefix in "sdcz"))
def trsm_jvp(site: Site, tangents: Tangents) -> Tangents:
    found = solution_tangent(
        site.operands[0],
        site.results[0],
        tangents,
        left_side=_letter(site, "side", "LR") == "L",
        lower=_letter(site, "uplo", "LU") == "L",
        unit_diagonal=_letter(site, "diag", "NU") == "U",
        transpose_a=_TRANSPOSES[_letter(site, "trans_x", "NTC")],
    )
    return [found]


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


def _letter(site: Site, name: str, choices: str) -> str:
    """What the call says by one of LAPACK's letters."""
    config = site.attributes.get("mhlo.backend_config", site.attributes.get("backend_config"))
    value = config.get(name) if isinstance(config, Mapping) else None
    letters = {ord(letter): letter for letter in choices}
    if not isinstance(value, IntegerAttr) or value.value not in letters:
        known = " or ".join(f"{number} ({letter})" for number, letter in letters.items())
        raise site.error(f"needs {name} in its backend_config, {known}, to say what it computes")
    return letters[value.value]
