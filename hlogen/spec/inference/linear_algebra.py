"""Result types of dot_general and the other ops of linear algebra."""

from __future__ import annotations

from hlogen.ir.attributes import DotDimensionNumbers, EnumAttr
from hlogen.ir.types import F32, F64, ComplexType, ElementType, FloatType, QuantizedType, TensorType, Type
from hlogen.spec.dims import Dim, differ, dims_of
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
        return tensor([*batch, *rest], declared_element_type(op, lhs, rhs))
    return tensor([*batch, *rest], product_element_type(op, lhs, rhs, "product"))


def declared_element_type(op: Signature, lhs: TensorType, rhs: TensorType) -> ElementType:
    """That of the declared result, which is quantized where both operands are."""
    result = op.declared_tensor()
    left, right, made = (isinstance(type.element_type, QuantizedType) for type in (lhs, rhs, result))
    if made != left or (left and not right):
        raise op.error(
            f"lhs is {lhs}, rhs is {rhs}, the result {result}: expected lhs and rhs quantized where the result is, "
            "or rhs alone"
        )
    return result.element_type


def product_element_type(op: Signature, lhs: TensorType, rhs: TensorType, what: str) -> ElementType:
    """That of both operands; of floats and quantized values (hybrid), the floats'."""
    if isinstance(lhs.element_type, QuantizedType):
        raise op.error(f"the result type of a quantized {what} doesn't follow from the operands; give its element type")
    if isinstance(rhs.element_type, QuantizedType):
        if rhs.element_type.expressed_type != lhs.element_type:
            raise op.error(
                f"lhs is {lhs} and rhs is {rhs}, expected the expressed type of rhs in lhs, or both quantized"
            )
        return lhs.element_type
    return op.same_element_type({"lhs": lhs, "rhs": rhs})


@rule("stablehlo.cholesky")
def cholesky(op: Signature) -> tuple[Type, ...]:
    a = op.tensor("a")
    _require_inexact(op, "a", a)
    if a.rank < 2 or differ(dims_of(a)[-1], dims_of(a)[-2]):
        raise op.error(f"a is {a}, expected square matrices")
    return (a,)


@rule("stablehlo.triangular_solve")
def triangular_solve(op: Signature) -> tuple[Type, ...]:
    a, b = op.tensors("a", "b")
    _require_inexact(op, "a", a)
    op.same_element_type({"a": a, "b": b})
    if a.rank < 2 or a.rank != b.rank or differ(dims_of(a)[-1], dims_of(a)[-2]):
        raise op.error(f"a is {a} and b is {b}, expected square matrices a and matrices b of the same rank")
    side = -2 if op.attributes.get("left_side") is not False else -1
    if any(map(differ, dims_of(a)[:-2], dims_of(b)[:-2])) or differ(dims_of(a)[-1], dims_of(b)[side]):
        raise op.error(
            f"a is {a} and b is {b}, expected one batch shape and dimension {b.rank + side} of b as large as those of "
            f"the matrices a (left_side = {str(side == -2).lower()})"
        )
    return (b,)


@rule("stablehlo.fft")
def fft(op: Signature) -> tuple[Type, ...]:
    operand, length = op.tensor("operand"), op.integers("fft_length")
    kind = op.attribute("fft_type", EnumAttr, "#stablehlo<fft_type ...>").value
    if kind not in ("FFT", "IFFT", "RFFT", "IRFFT"):
        raise op.error(f"fft_type = {kind}, expected FFT, IFFT, RFFT or IRFFT")
    if not 1 <= len(length) <= min(3, operand.rank):
        raise op.error(f"fft_length = {list(length)}, expected 1 to 3 sizes, and no more than operand {operand} has")
    type = operand.element_type
    is_real = type in (F32, F64)
    if is_real != (kind == "RFFT") or not (is_real or isinstance(type, ComplexType)):
        wanted = "floats of f32 or f64" if kind == "RFFT" else "complex numbers"
        raise op.error(f"operand is {operand}, expected {wanted} for {kind}")
    dims = list(dims_of(operand))
    if kind in ("FFT", "IFFT"):
        if any(map(differ, dims[-len(length) :], map(Dim, length))):
            raise op.error(
                f"fft_length = {list(length)} differs from the last sizes of operand {operand}: the specification "
                f"leaves open what {kind} does then (C4 is about real tensors alone); give the operand's own sizes"
            )
        return (operand,)
    wanted_dims = [Dim(size) for size in length]
    half = Dim(0 if length[-1] == 0 else length[-1] // 2 + 1)
    if kind == "IRFFT":
        wanted_dims[-1] = half
    if any(map(differ, dims[-len(length) :], wanted_dims)):
        raise op.error(f"operand is {operand}, expected last dimensions {[dim.size for dim in wanted_dims]} for {kind}")
    dims[-1] = half if kind == "RFFT" else Dim(length[-1])
    return tensor(dims, ComplexType(type) if isinstance(type, FloatType) else _part_type(type))


def _part_type(type: ElementType) -> ElementType:
    return type.element_type if isinstance(type, ComplexType) else type


def _require_inexact(op: Signature, name: str, type: TensorType) -> None:
    if not isinstance(type.element_type, (FloatType, ComplexType, QuantizedType)):
        raise op.error(f"{name} is {type}, expected floats, complex or quantized")
