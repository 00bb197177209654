"""Result types of dot_general and the other ops of linear algebra."""

from __future__ import annotations

from hlogen.ir.attributes import DotDimensionNumbers
from hlogen.ir.types import QuantizedType, Type
from hlogen.spec.dims import differ, dims_of
from hlogen.spec.inference.registry import Signature, rule, tensor


@rule("stablehlo.dot_general")
def dot_general(op: Signature) -> tuple[Type, ...]:
    """Batching dimensions, then the rest of lhs, then that of rhs. A declared result may have another element type."""
    lhs, rhs = op.tensors("lhs", "rhs")
    numbers = op.attribute("dot_dimension_numbers", DotDimensionNumbers, "#stablehlo.dot<...>")
    pairs = (
        ("batching", numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions),
        ("contracting", numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions),
    )
    op.dimensions("lhs's dimensions", (*pairs[0][1], *pairs[1][1]), lhs.rank)
    op.dimensions("rhs's dimensions", (*pairs[0][2], *pairs[1][2]), rhs.rank)
    left, right = dims_of(lhs), dims_of(rhs)
    for kind, lhs_dims, rhs_dims in pairs:
        if len(lhs_dims) != len(rhs_dims):
            raise op.error(
                f"lhs_{kind}_dimensions = {list(lhs_dims)} and rhs_{kind}_dimensions = {list(rhs_dims)} go in pairs, "
                "so there are equally many"
            )
        for a, b in zip(lhs_dims, rhs_dims, strict=True):
            if differ(left[a], right[b]):
                raise op.error(
                    f"{kind} dimensions differ in size: dimension {a} of lhs {lhs} is {left[a]}, "
                    f"dimension {b} of rhs {rhs} is {right[b]}"
                )
    batch = [left[a] if left[a].size is not None else right[b] for a, b in zip(*pairs[0][1:], strict=True)]
    rest = [dim for at, dim in enumerate(left) if at not in (*pairs[0][1], *pairs[1][1])]
    rest += [dim for at, dim in enumerate(right) if at not in (*pairs[0][2], *pairs[1][2])]
    if op.declared is not None:
        return tensor([*batch, *rest], op.declared_tensor().element_type)
    if isinstance(lhs.element_type, QuantizedType) or isinstance(rhs.element_type, QuantizedType):
        raise op.error("the result type of a quantized product doesn't follow from the operands; give it")
    return tensor([*batch, *rest], op.same_element_type({"lhs": lhs, "rhs": rhs}))


@rule("stablehlo.cholesky")
def cholesky(op: Signature) -> tuple[Type, ...]:
    a = op.tensor("a")
    if a.rank < 2 or differ(dims_of(a)[-1], dims_of(a)[-2]):
        raise op.error(f"a is {a}, expected square matrices")
    return (a,)


@rule("stablehlo.triangular_solve")
def triangular_solve(op: Signature) -> tuple[Type, ...]:
    a, b = op.tensors("a", "b")
    op.same_element_type({"a": a, "b": b})
    if a.rank < 2 or a.rank != b.rank or differ(dims_of(a)[-1], dims_of(a)[-2]):
        raise op.error(f"a is {a} and b is {b}, expected square matrices a and matrices b of the same rank")
    return (b,)
