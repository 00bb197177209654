"""custom_call: QR by LAPACK's geqrf and geqp3, whose reflectors orgqr and ormqr multiply, as JAX on CPUs calls them.

q is the product of the reflectors 1 - tau v v^H, one for each column of v, and is written as one product:
q = e - v t v^H e, t upper triangular. Where a column is zero below the diagonal, LAPACK takes 1 for the reflector (tau
is 0). It is then meant to be the reflector of tau 2, near which it is smooth, and a change of sign.
"""

from __future__ import annotations

from typing import NamedTuple

from hlogen.autodiff.registry import Tangent, Tangents, jvp
from hlogen.autodiff.rules.lapack_calls import flag
from hlogen.autodiff.site import Site, full_like, sum_of, zeros_like
from hlogen.builder.elementwise import add, compare, complex, convert, divide, imag, multiply, negate, select, subtract
from hlogen.builder.emit import emit_constant
from hlogen.builder.matrices import (
    adjoint,
    along_rows,
    block,
    diagonal,
    identity,
    is_complex,
    kept,
    matrix_product,
    times_columns,
    times_rows,
    with_ones,
)
from hlogen.builder.shape import iota, pad
from hlogen.builder.tensor import Tensor
from hlogen.builder.triangular import triangular_solve
from hlogen.ir import TensorType


@jvp(*(f"@lapack_{prefix}geqrf_ffi" for prefix in "sdcz"))
def geqrf_jvp(site: Site, tangents: Tangents) -> Tangents:
    (tangent,) = tangents
    assert tangent is not None
    packed, taus = site.results
    return _packed_tangents(packed, taus, tangent)


@jvp(*(f"@lapack_{prefix}geqp3_ffi" for prefix in "sdcz"))
def geqp3_jvp(site: Site, tangents: Tangents) -> Tangents:
    """The columns in the order of the result, which has no tangent."""
    packed, order, taus = site.results
    tangent = tangents[0]
    assert tangent is not None
    *batch, _, columns = packed.type.static_shape
    shape = (*batch, columns, columns)
    places = iota(TensorType(shape, order.element_type), iota_dimension=len(batch))
    wanted = convert(compare(add(places, 1), along_rows(order, shape), "EQ"), packed.element_type)
    packed_tangent, taus_tangent = _packed_tangents(packed, taus, matrix_product(tangent, wanted))
    return [packed_tangent, None, taus_tangent]


@jvp(*(f"@lapack_{name}_ffi" for name in ("sorgqr", "dorgqr", "cungqr", "zungqr")))
def orgqr_jvp(site: Site, tangents: Tangents) -> Tangent:
    packed, taus = site.operands
    if 0 in packed.type.static_shape or 0 in taus.type.static_shape:
        return None
    return _product_tangent(packed, taus, *tangents)


@jvp(*(f"@lapack_{name}_ffi" for name in ("sormqr", "dormqr", "cunmqr", "zunmqr")), computes_results=True)
def ormqr_jvp(site: Site, tangents: Tangents) -> tuple[tuple[Tensor, ...], Tangents]:
    """Of q c, q^H c, c q or c q^H, for the whole square q."""
    left, transposed = flag(site, "left"), flag(site, "transpose")
    packed, taus, operand = site.operands
    results = site.emit(site.operands)
    if 0 in operand.type.static_shape or 0 in packed.type.static_shape:
        return results, [tangents[2]]
    *batch, rows, _ = packed.type.static_shape
    square_type = TensorType((*batch, rows, rows), packed.element_type)

    def applied(q: Tensor, c: Tensor) -> Tensor:
        q = adjoint(q) if transposed else q
        return matrix_product(q, c) if left else matrix_product(c, q)

    whole = _placed(packed, square_type)
    total: Tangent = None
    if tangents[2] is not None:
        reflectors = _Reflectors.of(whole, taus)
        total = applied(times_columns(reflectors.product(rows), _fitted(reflectors.signs, rows)), tangents[2])
    if tangents[0] is not None or tangents[1] is not None:
        moved = None if tangents[0] is None else _placed(tangents[0], square_type)
        total = sum_of(total, applied(_product_tangent(whole, taus, moved, tangents[1]), operand))
    return results, [total]


class _Reflectors(NamedTuple):
    """Their vectors, factors and signs, and what their product is made with."""

    v: Tensor  # rows x count, ones on the diagonal, zeros above
    taus: Tensor  # none of them 0
    signs: Tensor  # of each column of q
    inverse: Tensor  # of t: v^H v above the diagonal, and 1 / tau on it
    t: Tensor

    @staticmethod
    def of(packed: Tensor, taus: Tensor) -> _Reflectors:
        count = taus.type.static_shape[-1]
        v = with_ones(kept(block(packed, columns=count), "GT"))
        is_one = compare(taus, zeros_like(taus), "EQ")
        factors = add(taus, select(is_one, full_like(taus, 2), zeros_like(taus)))
        signs = select(is_one, full_like(taus, -1), full_like(taus, 1))
        inverse = kept(matrix_product(adjoint(v), v), "LT")
        shape = inverse.type.static_shape
        inverse = add(inverse, kept(along_rows(divide(full_like(factors, 1), factors), shape), "EQ"))
        whole = identity(shape, v.element_type)
        return _Reflectors(v, factors, signs, inverse, triangular_solve(inverse, whole, left_side=True, lower=False))

    def product(self, columns: int) -> Tensor:
        """The first columns of q, but for their signs."""
        first = matrix_product(self.v, matrix_product(self.t, adjoint(block(self.v, rows=columns))))
        shape = (*self.v.type.static_shape[:-1], columns)
        return subtract(identity(shape, self.v.element_type), first)


def _product_tangent(packed: Tensor, taus: Tensor, packed_tangent: Tangent, taus_tangent: Tangent) -> Tensor:
    """Of the first columns of q, as many as `packed` has."""
    columns, count = packed.type.static_shape[-1], taus.type.static_shape[-1]
    v, factors, signs, _, t = _Reflectors.of(packed, taus)
    top = adjoint(block(v, rows=columns))
    inside: Tangent = None  # of the inverse of t, negated
    total: Tangent = None
    if packed_tangent is not None:
        moved = kept(block(packed_tangent, columns=count), "GT")
        crossed = matrix_product(adjoint(moved), v)
        inside = negate(kept(add(crossed, adjoint(crossed)), "LT"))
        first = matrix_product(moved, matrix_product(t, top))
        total = add(first, matrix_product(v, matrix_product(t, adjoint(block(moved, rows=columns)))))
    if taus_tangent is not None:
        scaled = divide(taus_tangent, multiply(factors, factors))
        inside = sum_of(inside, kept(along_rows(scaled, t.type.static_shape), "EQ"))
    assert inside is not None
    t_tangent = matrix_product(matrix_product(t, inside), t)
    total = sum_of(total, matrix_product(v, matrix_product(t_tangent, top)))
    assert total is not None
    return times_columns(negate(total), _fitted(signs, columns))


def _packed_tangents(packed: Tensor, taus: Tensor, tangent: Tensor) -> Tangents:
    """Those of r, of the vectors below it, and of the factors.

    The first columns of q, e - q = v u for the upper triangular u = t v^H, tell them: a factorization in triangles.
    """
    *_, rows, columns = packed.type.static_shape
    count = min(rows, columns)
    if not count or 0 in packed.type.static_shape:
        return [None, None]
    reflectors = _Reflectors.of(packed, taus)
    q = reflectors.product(count)
    r = times_rows(kept(block(packed, rows=count), "LE"), reflectors.signs)
    square = block(r, columns=count)
    moved = triangular_solve(square, block(tangent, columns=count), left_side=False, lower=False)
    inside = matrix_product(adjoint(q), moved)
    turned = kept(inside, "GT")
    turned = subtract(turned, adjoint(turned))
    if is_complex(q):
        phases = imag(diagonal(inside))
        phases = along_rows(complex(zeros_like(phases), phases), inside.type.static_shape)
        turned = add(turned, kept(phases, "EQ"))
    r_tangent = subtract(matrix_product(adjoint(q), tangent), matrix_product(turned, r))
    r_tangent = times_rows(kept(r_tangent, "LE"), reflectors.signs)
    q_tangent = add(matrix_product(q, subtract(turned, inside)), moved)

    lower = block(reflectors.v, rows=count)
    whole = identity(lower.type.static_shape, lower.element_type)
    inverse = triangular_solve(lower, whole, left_side=True, lower=True, unit_diagonal=True)
    scaled = negate(matrix_product(matrix_product(q_tangent, adjoint(inverse)), reflectors.inverse))
    split = matrix_product(inverse, block(scaled, rows=count))
    v_tangent = kept(subtract(scaled, matrix_product(reflectors.v, kept(split, "LE"))), "GT")
    taus_tangent = multiply(diagonal(split), reflectors.taus)
    return [add(_placed(r_tangent, packed.type), _placed(v_tangent, packed.type)), taus_tangent]


def _placed(matrix: Tensor, type: TensorType) -> Tensor:
    """`matrix` with zeros to the right and below, of the shape of `type`."""
    missing = [size - found for size, found in zip(type.static_shape, matrix.type.static_shape, strict=True)]
    if not any(missing):
        return matrix
    zero = emit_constant(0, matrix.element_type, ())
    return pad(matrix, zero, edge_padding_low=[0] * matrix.rank, edge_padding_high=missing)


def _fitted(signs: Tensor, columns: int) -> Tensor:
    """Ones for the columns that have no reflector."""
    missing = columns - signs.type.static_shape[-1]
    one = emit_constant(1, signs.element_type, ())
    none = [0] * (signs.rank - 1)
    return pad(signs, one, edge_padding_low=[*none, 0], edge_padding_high=[*none, missing]) if missing else signs
