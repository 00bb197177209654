"""What Python's operators build. They mean what they mean on NumPy arrays, where StableHLO's own operation differs."""

from __future__ import annotations

from hlogen.builder import elementwise, linear_algebra
from hlogen.builder.broadcasting import of_one_type
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.ir import ComplexType, IntegerType

_SAME_NAME = {"add", "subtract", "multiply", "power", "and", "or", "xor", "shift_left", "negate", "abs", "not"}
_SYMBOLS = {
    "true_divide": "/",
    "floor_divide": "//",
    "modulo": "%",
    "shift_right": ">>",
}  # in messages: hl has no such names
_COMPARISONS = {"LT", "LE", "GT", "GE", "EQ", "NE"}


def apply(operator: str, *operands: TensorLike) -> Tensor:
    """The result of an operator: an operation's name, a comparison direction, or one of the words below."""
    if operator in _SAME_NAME:
        return elementwise.elementwise(operator, *operands)
    if operator in _COMPARISONS:
        lhs, rhs = operands
        return elementwise.compare(lhs, rhs, operator)
    if operator == "matmul":
        return linear_algebra.matrix_product(*operands)
    lhs_tensor, rhs_tensor = of_one_type(_SYMBOLS[operator], lhs=operands[0], rhs=operands[1])
    match operator:
        case "true_divide":
            return _true_divide(lhs_tensor, rhs_tensor)
        case "floor_divide":
            return _floor_divide(lhs_tensor, rhs_tensor)
        case "modulo":
            return _modulo(lhs_tensor, rhs_tensor)
        case _:
            return _shift_right(lhs_tensor, rhs_tensor)


def _true_divide(lhs: Tensor, rhs: Tensor) -> Tensor:
    if isinstance(lhs.element_type, IntegerType):
        raise usage_error(
            f"/ of integers ({lhs.element_type}) would lose the fraction\n"
            "  fix: use // for the quotient rounded down, hl.divide for the one rounded toward zero, or convert first"
        )
    return elementwise.divide(lhs, rhs)


def _floor_divide(lhs: Tensor, rhs: Tensor) -> Tensor:
    """Rounded down: hl.divide rounds integers toward zero, so a negative inexact quotient is one too large."""
    _refuse_complex("//", lhs)
    if isinstance(lhs.element_type, IntegerType) and lhs.element_type.is_unsigned:
        return elementwise.divide(lhs, rhs)
    remainder = elementwise.remainder(lhs, rhs)
    if isinstance(lhs.element_type, IntegerType):
        quotient = elementwise.divide(lhs, rhs)
        return elementwise.select(_rounds_up(remainder, rhs), quotient - 1, quotient)
    # The floor of a rounded quotient would be too large for 1 // 0.1, so the remainder is taken off first.
    exact = elementwise.divide(lhs - remainder, rhs)
    lowered = elementwise.select(_rounds_up(remainder, rhs), exact - 1, exact)
    return elementwise.select(rhs == 0, elementwise.divide(lhs, rhs), elementwise.round_nearest_even(lowered))


def _modulo(lhs: Tensor, rhs: Tensor) -> Tensor:
    """With the divisor's sign: hl.remainder has the dividend's."""
    _refuse_complex("%", lhs)
    remainder = elementwise.remainder(lhs, rhs)
    if isinstance(lhs.element_type, IntegerType) and lhs.element_type.is_unsigned:
        return remainder
    return elementwise.select(_rounds_up(remainder, rhs), remainder + rhs, remainder)


def _rounds_up(remainder: Tensor, rhs: Tensor) -> Tensor:
    """True where the quotient rounded toward zero is above the exact one: a remainder of the other sign."""
    return (remainder != 0) & ((remainder < 0) != (rhs < 0))


def _shift_right(lhs: Tensor, rhs: Tensor) -> Tensor:
    if _is_signed(lhs):
        return elementwise.shift_right_arithmetic(lhs, rhs)
    return elementwise.shift_right_logical(lhs, rhs)


def _refuse_complex(operator: str, value: Tensor) -> None:
    if isinstance(value.element_type, ComplexType):
        raise usage_error(f"{operator} isn't defined on {value.element_type}")


def _is_signed(value: Tensor) -> bool:
    return isinstance(value.element_type, IntegerType) and not value.element_type.is_unsigned
