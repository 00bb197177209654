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


def _erf(t: Tensor, x: Tensor, y: Tensor) -> Tensor:
    del y
    return multiply(t, scaled(exponential(negate(multiply(x, x))), 2 / math.sqrt(math.pi)))


# t is the tangent, x the operand, y the result.
unary(
    {
        "chlo.acos": lambda t, x, y: negate(multiply(t, rsqrt(_one_minus_square(x)))),
        # Two roots: the root of the product has the other sign on half of the complex plane.
        "chlo.acosh": lambda t, x, y: multiply(t, multiply(rsqrt(subtract(x, full_like(x, 1))), rsqrt(add(x, 1)))),
        "chlo.asin": lambda t, x, y: multiply(t, rsqrt(_one_minus_square(x))),
        "chlo.asinh": lambda t, x, y: multiply(t, rsqrt(add(multiply(x, x), 1))),
        "chlo.atan": lambda t, x, y: divide(t, add(multiply(x, x), 1)),
        "chlo.atanh": lambda t, x, y: divide(t, _one_minus_square(x)),
        "chlo.cosh": lambda t, x, y: multiply(t, _same("chlo.sinh", x)),
        "chlo.digamma": lambda t, x, y: multiply(t, _polygamma(full_like(x, 1), x)),
        "chlo.erf": _erf,
        "chlo.erf_inv": lambda t, x, y: multiply(t, scaled(exponential(multiply(y, y)), math.sqrt(math.pi) / 2)),
        "chlo.erfc": lambda t, x, y: negate(_erf(t, x, y)),
        "chlo.lgamma": lambda t, x, y: multiply(t, _same("chlo.digamma", x)),
        "chlo.sinh": lambda t, x, y: multiply(t, _same("chlo.cosh", x)),
        "chlo.square": lambda t, x, y: multiply(t, scaled(x, 2)),
        "chlo.tan": lambda t, x, y: multiply(t, add(multiply(y, y), 1)),
    }
)


@jvp("chlo.polygamma")
def polygamma_jvp(site: Site, tangents: Tangents) -> Tensor:
    """In the argument; the order is a whole number."""
    order, operand = site.operands
    if tangents[0] is not None:
        raise site.error("its order is a whole number, so it has no derivative in it\n  fix: make the order a constant")
    return multiply(given(tangents)[0], _polygamma(add(order, 1), operand))


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
