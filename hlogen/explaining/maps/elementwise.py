"""Operations on elements: an element of the result is computed from the elements at its own index."""

from __future__ import annotations

from hlogen.explaining.formula import Index, Tensor, Touched, shape
from hlogen.explaining.maps import index_map
from hlogen.spec.optable import OPS

# Functions of CHLO that have one operand.
_OF_CHLO = (
    *("acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "conj", "cosh", "digamma", "erf", "erf_inv"),
    *("erfc", "is_inf", "is_neg_inf", "is_pos_inf", "lgamma", "sinh", "square", "tan"),
)


def _with(*operands: str, result: str = "result") -> list[str]:
    """The operations of the specification that compute by element and have these operands and this result."""
    by_element = ((name, op) for name, op in OPS.items() if op.kind == "elementwise")
    return [name for name, op in by_element if op.operands == operands and op.results == (result,)]


@index_map(
    *_with("operand"),
    "stablehlo.uniform_dequantize",
    "stablehlo.uniform_quantize",
    *(f"chlo.{name}" for name in _OF_CHLO),
    of="result",
    what="is computed from",
)
def unary(result_index: Index) -> Touched:
    return [("operand", result_index)]


@index_map(*_with("operand", result="output"), of="output", what="is computed from")
def reduce_precision(output_index: Index) -> Touched:
    return [("operand", output_index)]


@index_map(*_with("x", result="y"), of="y", what="is computed from")
def is_finite(y_index: Index) -> Touched:
    return [("x", y_index)]


@index_map("chlo.next_after", of="result", what="is computed from")
def next_after(result_index: Index) -> Touched:
    return [("x", result_index), ("y", result_index)]


@index_map("chlo.polygamma", of="result", what="is computed from")
def polygamma(result_index: Index) -> Touched:
    return [("n", result_index), ("x", result_index)]


@index_map("chlo.zeta", of="result", what="is computed from")
def zeta(result_index: Index) -> Touched:
    return [("x", result_index), ("q", result_index)]


@index_map(*_with("lhs", "rhs"), "chlo.mulhi", of="result", what="is computed from")
def binary(result_index: Index) -> Touched:
    return [("lhs", result_index), ("rhs", result_index)]


@index_map(*_with("pred", "on_true", "on_false"), of="result", what="is computed from")
def select(result_index: Index, pred: Tensor) -> Touched:
    pred_index = result_index if len(shape(pred)) > 0 else []
    return [("pred", pred_index), ("on_true", result_index), ("on_false", result_index)]


@index_map(*_with("min", "operand", "max"), of="result", what="is computed from")
def clamp(result_index: Index, min: Tensor, max: Tensor) -> Touched:
    min_index = result_index if len(shape(min)) > 0 else []
    max_index = result_index if len(shape(max)) > 0 else []
    return [("min", min_index), ("operand", result_index), ("max", max_index)]


@index_map(*_with("inputs..."), of="result", what="is computed from")
def map_(result_index: Index) -> Touched:
    return [("inputs", result_index)]
