"""custom_call: eigenvalues and eigenvectors by LAPACK's syevd, heevd and geev, as JAX on CPUs calls them.

By perturbation theory, where eigenvalues differ from each other. Eigenvectors of equal ones have no derivative: it is
infinite or NaN, as in JAX; the eigenvalues' own is right.
"""

from __future__ import annotations

from hlogen.autodiff.registry import Tangent, Tangents, jvp
from hlogen.autodiff.rules.lapack import general_solution
from hlogen.autodiff.rules.lapack_calls import called_with, letter
from hlogen.autodiff.rules.partial import only
from hlogen.autodiff.rules.triangular import hermitian
from hlogen.autodiff.site import Site, converted, full_like, zeros_like
from hlogen.builder.elementwise import (
    abs,
    add,
    compare,
    complex,
    divide,
    imag,
    multiply,
    negate,
    real,
    select,
    subtract,
)
from hlogen.builder.matrices import (
    adjoint,
    along_columns,
    along_rows,
    conjugated,
    diagonal,
    kept,
    matrix_product,
    times_columns,
    with_ones,
)
from hlogen.builder.reduction import reduce
from hlogen.builder.shape import iota
from hlogen.builder.tensor import Tensor
from hlogen.ir import IntegerType, TensorType


@jvp("@lapack_ssyevd_ffi", "@lapack_dsyevd_ffi", "@lapack_cheevd_ffi", "@lapack_zheevd_ffi", computes_results=True)
def syevd_jvp(site: Site, tangents: Tangents) -> tuple[tuple[Tensor, ...], Tangents]:
    """Of the matrix that the triangle `uplo` stands for; it takes the eigenvectors, wanted or not."""
    lower, wanted = letter(site, "uplo", "LU") == "L", letter(site, "mode", "NV") == "V"
    results = called_with(site, mode="V")
    vectors, values, _ = results
    if 0 in vectors.type.static_shape:
        return results, [None] * 3
    inner = matrix_product(matrix_product(adjoint(vectors), hermitian(only(tangents), lower=lower)), vectors)
    moved = matrix_product(vectors, multiply(inner, converted(_reciprocal_gaps(values), inner.element_type)))
    return results, [moved if wanted else None, real(diagonal(inner)), None]


@jvp(*(f"@lapack_{prefix}geev_ffi" for prefix in "sdcz"), computes_results=True)
def geev_jvp(site: Site, tangents: Tangents) -> tuple[tuple[Tensor, ...], Tangents]:
    """Eigenvectors as LAPACK scales them: of length 1, the largest component real."""
    wants_left, wants_right = (letter(site, f"compute_{side}", "NV") == "V" for side in ("left", "right"))
    results = called_with(site, compute_right="V")
    *values, left, right, _ = results
    if 0 in right.type.static_shape:
        return results, [None] * len(results)
    value = complex(*values) if len(values) == 2 else values[0]
    tangent = only(tangents)
    if len(values) == 2:
        tangent = complex(tangent, zeros_like(tangent))
    inner = matrix_product(general_solution(site, right, tangent), right)
    moved = diagonal(inner)
    outgoing: list[Tangent] = [real(moved), imag(moved)] if len(values) == 2 else [moved]
    left_inner = None
    if wants_left:
        left_inner = matrix_product(general_solution(site, left, adjoint(tangent)), left)
    outgoing.append(None if left_inner is None else _scaled(left, left_inner, conjugated(value)))
    outgoing.append(_scaled(right, inner, value) if wants_right else None)
    return results, [*outgoing, None]


def _reciprocal_gaps(values: Tensor) -> Tensor:
    """1 / (the eigenvalue of the column - that of the row), 0 on the diagonal."""
    shape = (*values.type.static_shape, values.type.static_shape[-1])
    gaps = with_ones(subtract(along_rows(values, shape), along_columns(values, shape)))
    return kept(divide(full_like(gaps, 1), gaps), "NE")


def _scaled(vectors: Tensor, inner: Tensor, values: Tensor) -> Tensor:
    """The tangent of eigenvectors with a multiple of each added, so that it keeps its length and its largest
    component real."""
    moved = matrix_product(vectors, multiply(_reciprocal_gaps(values), inner))
    rows = vectors.rank - 2
    stretched = real(reduce(multiply(conjugated(vectors), moved), 0, [rows], "add"))
    is_largest = _is_largest(vectors)
    component, its_tangent = (
        reduce(select(is_largest, part, zeros_like(part)), 0, [rows], "add") for part in (real(vectors), imag(moved))
    )
    turned = divide(its_tangent, component)
    return add(moved, times_columns(vectors, complex(negate(stretched), negate(turned))))


def _is_largest(vectors: Tensor) -> Tensor:
    """Where the first of the largest components of each column stands."""
    size, rows = abs(vectors), vectors.rank - 2
    shape = vectors.type.static_shape
    largest = compare(size, along_rows(reduce(size, 0, [rows], "maximum"), shape), "EQ")
    places = iota(TensorType(shape, IntegerType(32)), iota_dimension=rows)
    first = reduce(select(largest, places, full_like(places, shape[rows])), shape[rows], [rows], "minimum")
    return compare(places, along_rows(first, shape), "EQ")
