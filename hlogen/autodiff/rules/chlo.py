"""Functions of the CHLO dialect that JAX leaves in its programs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hlogen.autodiff.registry import Tangents, constant, jvp, refused
from hlogen.autodiff.rules.partial import given, only, scaled, unary
from hlogen.autodiff.site import Site, full_like
from hlogen.builder.elementwise import add, divide, exponential, multiply, negate, rsqrt, subtract
from hlogen.builder.gather import gather
from hlogen.builder.operation import operation
from hlogen.builder.shape import reshape
from hlogen.builder.tensor import Tensor

constant("chlo.constant", "chlo.mulhi")
constant("chlo.constant_like", "chlo.is_inf", "chlo.is_neg_inf", "chlo.is_pos_inf")

refused(
    "chlo.next_after",
    reason="goes from one float to the next, which has no derivative",
    fix="cut the path before it with hl.stop_gradient",
)


@unary("chlo.acos")
def acos_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return negate(asin_jvp(tangent, operand, result))


@unary("chlo.acosh")
def acosh_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    # Two roots: the root of the product has the other sign on half of the complex plane.
    return multiply(tangent, multiply(rsqrt(subtract(operand, full_like(operand, 1))), rsqrt(add(operand, 1))))


@unary("chlo.asin")
def asin_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, rsqrt(_one_minus_square(operand)))


@unary("chlo.asinh")
def asinh_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, rsqrt(add(multiply(operand, operand), 1)))


@unary("chlo.atan")
def atan_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return divide(tangent, add(multiply(operand, operand), 1))


@unary("chlo.atanh")
def atanh_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return divide(tangent, _one_minus_square(operand))


@unary("chlo.cosh")
def cosh_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, _same("chlo.sinh", operand))


@unary("chlo.digamma")
def digamma_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, _polygamma(full_like(operand, 1), operand))


@unary("chlo.erf")
def erf_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, scaled(exponential(negate(multiply(operand, operand))), 2 / math.sqrt(math.pi)))


@unary("chlo.erf_inv")
def erf_inv_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, scaled(exponential(multiply(result, result)), math.sqrt(math.pi) / 2))


@unary("chlo.erfc")
def erfc_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return negate(erf_jvp(tangent, operand, result))


@unary("chlo.lgamma")
def lgamma_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, _same("chlo.digamma", operand))


@jvp("chlo.polygamma")
def polygamma_jvp(site: Site, tangents: Tangents) -> Tensor:
    """In the argument; the order is a whole number."""
    order, operand = site.operands
    if tangents[0] is not None:
        raise site.error("its order is a whole number, so it has no derivative in it\n  fix: make the order a constant")
    return multiply(given(tangents)[0], _polygamma(add(order, 1), operand))


@unary("chlo.sinh")
def sinh_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, _same("chlo.cosh", operand))


@unary("chlo.square")
def square_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, scaled(operand, 2))


@unary("chlo.tan")
def tan_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, add(multiply(result, result), 1))


@jvp("chlo.top_k")
def top_k_jvp(site: Site, tangents: Tangents) -> Sequence[Tensor | None]:
    """The tangents of the elements that were chosen."""
    tangent, indices = only(tangents), site.results[1]
    batch = list(range(tangent.rank - 1))
    chosen = gather(
        tangent,
        reshape(indices, (*indices.type.static_shape, 1)),
        offset_dims=[],
        collapsed_slice_dims=[tangent.rank - 1],
        operand_batching_dims=batch,
        start_indices_batching_dims=batch,
        start_index_map=[tangent.rank - 1],
        index_vector_dim=tangent.rank,
        slice_sizes=[*(min(size, 1) for size in tangent.type.static_shape[:-1]), 1],
    )
    return [chosen, None]


@jvp("chlo.zeta")
def zeta_jvp(site: Site, tangents: Tangents) -> Tensor:
    """In the second operand."""
    x, q = site.operands
    if tangents[0] is not None:
        raise site.error(
            "CHLO has no operation that gives its derivative in the first operand\n  fix: make that a constant"
        )
    (further,) = operation("chlo.zeta", [add(x, 1), q], result_types=[q.type])
    return multiply(given(tangents)[0], negate(multiply(x, further)))


def _one_minus_square(value: Tensor) -> Tensor:
    """1 - x * x, as (1 - x) * (1 + x): exact near 1."""
    return multiply(subtract(full_like(value, 1), value), add(value, 1))


def _same(name: str, operand: Tensor) -> Tensor:
    (result,) = operation(name, [operand], result_types=[operand.type])
    return result


def _polygamma(order: Tensor, operand: Tensor) -> Tensor:
    (result,) = operation("chlo.polygamma", [order, operand], result_types=[operand.type])
    return result
