"""Operations that work element by element (spec: abs ... xor, compare, select, clamp, convert, bitcast_convert).

Operands are tensors of one type; numbers and NumPy arrays become constants of the tensors' element type, and what has
rank 0 is broadcast. The result has the operands' type where nothing else is said. Each raises UsageError, with the
actual types and the user's line, where shapes or element types differ or the operation isn't defined on them.
A name that Python reserves has an underscore after it: `and_`, `or_`, `not_`.

Of quantized operands the result has the type of theirs, unless `element_type` (``"!quant.uniform<i8:f32, 0.25>"``) says
otherwise: then the operands' scales and zero points may differ, too.

`result_accuracy`, where an operation has it, asks whoever runs it for "DEFAULT" or "HIGHEST" accuracy, or for results
within ``{"atol": 1e-6, "rtol": 0.0, "ulps": 2}`` of the true ones; what isn't given is 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from hlogen.builder.broadcasting import broadcast_all, common_shape, of_one_type, repeated_to
from hlogen.builder.emit import (
    as_tensor,
    described,
    element_type_from,
    emit_one,
    integer,
    one_of,
)
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.door import public
from hlogen.ir import (
    Attribute,
    ComplexType,
    ElementType,
    EnumAttr,
    FloatType,
    IntegerAttr,
    IntegerType,
    OpaqueAttr,
    QuantizedType,
)
from hlogen.ir.types import float_text
from hlogen.spec.dims import Dim, dims_of, tensor_of

ComparisonDirection = Literal["EQ", "NE", "GE", "GT", "LE", "LT"]
CompareType = Literal["FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"]
Requantized: TypeAlias = "QuantizedType | str | None"
ResultAccuracy: TypeAlias = 'Literal["DEFAULT", "HIGHEST"] | Mapping[str, float]'

_ACCURACY = "#stablehlo.result_accuracy<{}mode = #stablehlo.result_accuracy_mode<{}>>"


def elementwise(name: str, *operands: TensorLike, element_type: Requantized = None, **attributes: Attribute) -> Tensor:
    """The operation ``stablehlo.<name>`` of one operand, or of lhs and rhs."""
    labels = ("operand",) if len(operands) == 1 else ("lhs", "rhs")
    named = dict(zip(labels, operands, strict=True))
    if element_type is None:
        return emit_one(f"stablehlo.{name}", of_one_type(name, **named), attributes)
    target = element_type_from(element_type)
    tensors = [as_tensor(operand, label) for label, operand in named.items()]
    if not all(isinstance(each, QuantizedType) for each in (target, *(tensor.element_type for tensor in tensors))):
        given = " and ".join(str(tensor.type) for tensor in tensors)
        raise usage_error(
            f"element_type says how {name} quantizes its result; it is {target}, of {given}\n"
            "  fix: leave it out, and use hl.convert"
        )
    declared = tensors[0].type.with_element_type(target)
    return emit_one(f"stablehlo.{name}", tensors, attributes, declared=declared)


def accuracy(result_accuracy: ResultAccuracy | None) -> dict[str, Attribute]:
    """The attribute ``result_accuracy``, where it is asked for."""
    if result_accuracy is None:
        return {}
    if isinstance(result_accuracy, str):
        if result_accuracy not in ("DEFAULT", "HIGHEST"):
            raise usage_error(f"result_accuracy is DEFAULT, HIGHEST or a dict of tolerances, not {result_accuracy!r}")
        return {"result_accuracy": OpaqueAttr(_ACCURACY.format("", result_accuracy))}
    if not isinstance(result_accuracy, Mapping) or not {*result_accuracy} <= {"atol", "rtol", "ulps"}:
        raise usage_error(f"result_accuracy is a dict of atol, rtol and ulps, not {described(result_accuracy)}")
    ulps = integer(cast(int, result_accuracy.get("ulps", 0)), "ulps")
    absolute, relative = (tolerance(result_accuracy.get(name, 0.0), name) for name in ("atol", "rtol"))
    if ulps < 0:
        raise usage_error(f"ulps = {ulps}, expected at least 0")
    texts = {"atol": absolute and float_text(absolute), "rtol": relative and float_text(relative), "ulps": ulps}
    said = "".join(f"{name} = {text}, " for name, text in texts.items() if text)
    return {"result_accuracy": OpaqueAttr(_ACCURACY.format(said, "TOLERANCE"))}


def tolerance(value: float, what: str) -> float:
    """A finite float of at least 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.floating)) or not 0 <= value < np.inf:
        raise usage_error(f"{what} is a finite number of at least 0, not {value!r}")
    return float(value)


@public
def abs(operand: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """The absolute value (complex: the modulus) of signed integers, floats or complex."""
    return elementwise("abs", operand, element_type=element_type)


@public
def cbrt(
    operand: TensorLike, *, result_accuracy: ResultAccuracy | None = None, element_type: Requantized = None
) -> Tensor:
    """The cubic root of floats or complex."""
    return elementwise("cbrt", operand, element_type=element_type, **accuracy(result_accuracy))


@public
def ceil(operand: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """Floats rounded up."""
    return elementwise("ceil", operand, element_type=element_type)


@public
def cosine(
    operand: TensorLike, *, result_accuracy: ResultAccuracy | None = None, element_type: Requantized = None
) -> Tensor:
    """The cosine of floats or complex."""
    return elementwise("cosine", operand, element_type=element_type, **accuracy(result_accuracy))


@public
def count_leading_zeros(operand: TensorLike) -> Tensor:
    """The number of leading zero bits of integers."""
    return elementwise("count_leading_zeros", operand)


@public
def exponential(
    operand: TensorLike, *, result_accuracy: ResultAccuracy | None = None, element_type: Requantized = None
) -> Tensor:
    """e to the power of floats or complex."""
    return elementwise("exponential", operand, element_type=element_type, **accuracy(result_accuracy))


@public
def exponential_minus_one(
    operand: TensorLike, *, result_accuracy: ResultAccuracy | None = None, element_type: Requantized = None
) -> Tensor:
    """e to the power of floats or complex, minus one, exact near zero."""
    return elementwise("exponential_minus_one", operand, element_type=element_type, **accuracy(result_accuracy))


@public
def floor(operand: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """Floats rounded down."""
    return elementwise("floor", operand, element_type=element_type)


@public
def imag(operand: TensorLike) -> Tensor:
    """The imaginary part: of complex<f32> an f32; zero of a float."""
    return elementwise("imag", operand)


@public
def is_finite(operand: TensorLike) -> Tensor:
    """i1: whether floats are neither infinite nor NaN."""
    return elementwise("is_finite", operand)


@public
def log(
    operand: TensorLike, *, result_accuracy: ResultAccuracy | None = None, element_type: Requantized = None
) -> Tensor:
    """The natural logarithm of floats or complex."""
    return elementwise("log", operand, element_type=element_type, **accuracy(result_accuracy))


@public
def log_plus_one(
    operand: TensorLike, *, result_accuracy: ResultAccuracy | None = None, element_type: Requantized = None
) -> Tensor:
    """The natural logarithm of one plus floats or complex, exact near zero."""
    return elementwise("log_plus_one", operand, element_type=element_type, **accuracy(result_accuracy))


@public
def logistic(
    operand: TensorLike, *, result_accuracy: ResultAccuracy | None = None, element_type: Requantized = None
) -> Tensor:
    """1 / (1 + exp(-x)) of floats or complex."""
    return elementwise("logistic", operand, element_type=element_type, **accuracy(result_accuracy))


@public
def negate(operand: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """The negative of integers (unsigned ones wrap), floats or complex."""
    return elementwise("negate", operand, element_type=element_type)


@public
def not_(operand: TensorLike) -> Tensor:
    """The bits of integers inverted, or i1 negated (spec: not)."""
    return elementwise("not", operand)


@public
def popcnt(operand: TensorLike) -> Tensor:
    """The number of one bits of integers."""
    return elementwise("popcnt", operand)


@public
def real(operand: TensorLike) -> Tensor:
    """The real part: of complex<f32> an f32; a float itself."""
    return elementwise("real", operand)


@public
def round_nearest_afz(operand: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """Floats rounded to the nearest integer, ties away from zero."""
    return elementwise("round_nearest_afz", operand, element_type=element_type)


@public
def round_nearest_even(operand: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """Floats rounded to the nearest integer, ties to the even one."""
    return elementwise("round_nearest_even", operand, element_type=element_type)


@public
def rsqrt(
    operand: TensorLike, *, result_accuracy: ResultAccuracy | None = None, element_type: Requantized = None
) -> Tensor:
    """One over the square root of floats or complex."""
    return elementwise("rsqrt", operand, element_type=element_type, **accuracy(result_accuracy))


@public
def sign(operand: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """-1, 0 or 1 of signed integers and floats; complex: the value over its modulus."""
    return elementwise("sign", operand, element_type=element_type)


@public
def sine(
    operand: TensorLike, *, result_accuracy: ResultAccuracy | None = None, element_type: Requantized = None
) -> Tensor:
    """The sine of floats or complex."""
    return elementwise("sine", operand, element_type=element_type, **accuracy(result_accuracy))


@public
def sqrt(
    operand: TensorLike, *, result_accuracy: ResultAccuracy | None = None, element_type: Requantized = None
) -> Tensor:
    """The square root of floats or complex."""
    return elementwise("sqrt", operand, element_type=element_type, **accuracy(result_accuracy))


@public
def tan(
    operand: TensorLike, *, result_accuracy: ResultAccuracy | None = None, element_type: Requantized = None
) -> Tensor:
    """The tangent of floats or complex."""
    return elementwise("tan", operand, element_type=element_type, **accuracy(result_accuracy))


@public
def tanh(
    operand: TensorLike, *, result_accuracy: ResultAccuracy | None = None, element_type: Requantized = None
) -> Tensor:
    """The hyperbolic tangent of floats or complex."""
    return elementwise("tanh", operand, element_type=element_type, **accuracy(result_accuracy))


@public
def add(lhs: TensorLike, rhs: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """The sum of integers (wrapping), floats or complex; of i1 the logical or."""
    return elementwise("add", lhs, rhs, element_type=element_type)


@public
def and_(lhs: TensorLike, rhs: TensorLike) -> Tensor:
    """The bitwise and of integers, the logical and of i1 (spec: and)."""
    return elementwise("and", lhs, rhs)


@public
def atan2(lhs: TensorLike, rhs: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """The angle of the point (rhs, lhs), of floats or complex."""
    return elementwise("atan2", lhs, rhs, element_type=element_type)


@public
def complex(lhs: TensorLike, rhs: TensorLike) -> Tensor:
    """Complex values of their real and imaginary parts, both f32 or both f64."""
    return elementwise("complex", lhs, rhs)


@public
def divide(lhs: TensorLike, rhs: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """The quotient of integers (rounded toward zero), floats or complex."""
    return elementwise("divide", lhs, rhs, element_type=element_type)


@public
def maximum(lhs: TensorLike, rhs: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """The larger; of i1 the logical or; of complex by real part, then imaginary part; NaN where either is."""
    return elementwise("maximum", lhs, rhs, element_type=element_type)


@public
def minimum(lhs: TensorLike, rhs: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """The smaller; of i1 the logical and; of complex by real part, then imaginary part; NaN where either is."""
    return elementwise("minimum", lhs, rhs, element_type=element_type)


@public
def multiply(lhs: TensorLike, rhs: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """The product of integers (wrapping), floats or complex; of i1 the logical and."""
    return elementwise("multiply", lhs, rhs, element_type=element_type)


@public
def or_(lhs: TensorLike, rhs: TensorLike) -> Tensor:
    """The bitwise or of integers, the logical or of i1 (spec: or)."""
    return elementwise("or", lhs, rhs)


@public
def power(lhs: TensorLike, rhs: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """lhs to the power of rhs, of integers, floats or complex."""
    return elementwise("power", lhs, rhs, element_type=element_type)


@public
def remainder(lhs: TensorLike, rhs: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """What `divide` leaves, with the sign of lhs; of integers, floats or complex."""
    return elementwise("remainder", lhs, rhs, element_type=element_type)


@public
def shift_left(lhs: TensorLike, rhs: TensorLike) -> Tensor:
    """The bits of integers moved left by rhs places; 0 from the width on."""
    return elementwise("shift_left", lhs, rhs)


@public
def shift_right_arithmetic(lhs: TensorLike, rhs: TensorLike) -> Tensor:
    """The bits of integers moved right by rhs places, filled with the sign bit."""
    return elementwise("shift_right_arithmetic", lhs, rhs)


@public
def shift_right_logical(lhs: TensorLike, rhs: TensorLike) -> Tensor:
    """The bits of integers moved right by rhs places, filled with zeros."""
    return elementwise("shift_right_logical", lhs, rhs)


@public
def subtract(lhs: TensorLike, rhs: TensorLike, *, element_type: Requantized = None) -> Tensor:
    """The difference of integers (wrapping), floats or complex."""
    return elementwise("subtract", lhs, rhs, element_type=element_type)


@public
def xor(lhs: TensorLike, rhs: TensorLike) -> Tensor:
    """The bitwise exclusive or of integers, the logical one of i1."""
    return elementwise("xor", lhs, rhs)


@public
def compare(
    lhs: TensorLike,
    rhs: TensorLike,
    comparison_direction: ComparisonDirection | str,
    compare_type: CompareType | str | None = None,
) -> Tensor:
    """i1: how elements compare ("EQ", "NE", "GE", "GT", "LE", "LT").

    `compare_type` follows from the element type (C3): only for floats there is a choice, "FLOAT" (the default) or
    "TOTALORDER", which orders NaN and tells -0 from 0.
    """
    left, right = of_one_type("compare", lhs=lhs, rhs=rhs)
    direction = one_of(comparison_direction, ("EQ", "NE", "GE", "GT", "LE", "LT"), "comparison_direction")
    if compare_type is not None:
        one_of(compare_type, ("FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"), "compare_type")
    fitting = _compare_types(left.element_type)
    if compare_type is not None and compare_type not in fitting:
        raise usage_error(f"compare_type of {left.element_type} is {' or '.join(fitting)} (C3), not {compare_type}")
    attributes: dict[str, Attribute] = {
        "comparison_direction": EnumAttr("comparison_direction", direction),
        "compare_type": EnumAttr("comparison_type", compare_type or fitting[0]),
    }
    return emit_one("stablehlo.compare", [left, right], attributes)


@public
def select(pred: TensorLike, on_true: TensorLike, on_false: TensorLike) -> Tensor:
    """`on_true` where `pred` (i1) is true, `on_false` elsewhere; all three are broadcast, as by NumPy."""
    condition = as_tensor(pred, "pred")
    chosen = of_one_type("select", on_true=on_true, on_false=on_false)
    if condition.rank:
        shape = common_shape("select", {"pred": condition.shape, "on_true and on_false": chosen[0].shape})
        condition, *repeated = broadcast_all([condition, *chosen], shape)
        return emit_one("stablehlo.select", [condition, *repeated])
    return emit_one("stablehlo.select", [condition, *chosen])


@public
def clamp(min: TensorLike, operand: TensorLike, max: TensorLike) -> Tensor:
    """`operand` held between `min` and `max`, which have its type or rank 0, or are broadcast to its shape."""
    tensors = [value for value in (operand, min, max) if isinstance(value, Tensor)]
    if not tensors:
        raise usage_error("clamp needs a tensor among its operands\n  fix: make one with hl.constant")
    element_type = tensors[0].element_type
    low, middle, high = (
        as_tensor(value, what, element_type) for value, what in ((min, "min"), (operand, "operand"), (max, "max"))
    )
    shapes = {"min": low.shape, "operand": middle.shape, "max": high.shape}
    shape = common_shape("clamp", {what: shape for what, shape in shapes.items() if shape or what == "operand"})
    tensors = [low, middle, high]
    # Limits of rank 0 stay so.
    repeated = [each if each is not middle and not each.rank else repeated_to(shape, each, tensors) for each in tensors]
    return emit_one("stablehlo.clamp", repeated)


@public
def convert(operand: TensorLike, element_type: ElementType | str | npt.DTypeLike) -> Tensor:
    """`operand` with its elements converted to `element_type`, given as itself, as text or as a NumPy dtype.

    Floats become integers toward zero; i1 becomes 0 or 1; anything becomes i1 by being nonzero; complex loses its
    imaginary part on the way to what is real.
    """
    tensor = as_tensor(operand, "operand")
    target = element_type_from(element_type)
    if isinstance(tensor.element_type, QuantizedType) or isinstance(target, QuantizedType):
        raise usage_error(
            f"convert isn't defined from {tensor.element_type} to {target}\n"
            "  fix: use hl.uniform_quantize or hl.uniform_dequantize"
        )
    return emit_one("stablehlo.convert", [tensor], declared=tensor.type.with_element_type(target))


@public
def bitcast_convert(operand: TensorLike, element_type: ElementType | str | npt.DTypeLike) -> Tensor:
    """The bits of `operand` read as `element_type`.

    A narrower type adds a last dimension of size (old width / new width); a wider one takes away the last dimension,
    which must have size (new width / old width).
    """
    tensor = as_tensor(operand, "operand")
    target = element_type_from(element_type)
    before, after = _bits(tensor.element_type), _bits(target)
    if (
        before is None
        or after is None
        or isinstance(tensor.element_type, ComplexType) != isinstance(target, ComplexType)
    ):
        raise usage_error(f"bitcast_convert isn't defined from {tensor.element_type} to {target}")
    dims = dims_of(tensor.type)
    if after < before:
        if before % after:
            raise usage_error(
                f"bitcast_convert from {tensor.element_type} to {target}: {before} bits aren't a multiple of {after}"
            )
        dims = (*dims, Dim(before // after))
    elif after > before:
        if not dims or dims[-1].size is None or dims[-1].size * before != after:
            raise usage_error(
                f"bitcast_convert from {tensor.type} to {target} needs a last dimension of size {after}/{before}"
            )
        dims = dims[:-1]
    return emit_one("stablehlo.bitcast_convert", [tensor], declared=tensor_of(dims, target))


@public
def reduce_precision(operand: TensorLike, *, exponent_bits: int, mantissa_bits: int) -> Tensor:
    """Floats rounded to what a format of so many bits can hold, kept in their own type."""
    attributes: dict[str, Attribute] = {
        "exponent_bits": IntegerAttr(integer(exponent_bits, "exponent_bits"), IntegerType(32)),
        "mantissa_bits": IntegerAttr(integer(mantissa_bits, "mantissa_bits"), IntegerType(32)),
    }
    return emit_one("stablehlo.reduce_precision", [as_tensor(operand, "operand")], attributes)


@public
def uniform_quantize(operand: TensorLike, element_type: ElementType | str) -> Tensor:
    """Floats, or values quantized otherwise, quantized to `element_type`, such as ``"!quant.uniform<i8:f32, 0.5>"``."""
    tensor = as_tensor(operand, "operand")
    target = element_type_from(element_type)
    if not isinstance(target, QuantizedType):
        raise usage_error(f"uniform_quantize makes quantized values, not {target}\n  fix: use hl.convert")
    expressed = tensor.element_type
    if isinstance(expressed, QuantizedType):
        expressed = expressed.expressed_type
    if expressed != target.expressed_type:
        raise usage_error(f"uniform_quantize to {target} takes {target.expressed_type} values, not {tensor.type}")
    return emit_one("stablehlo.uniform_quantize", [tensor], declared=tensor.type.with_element_type(target))


@public
def uniform_dequantize(operand: TensorLike) -> Tensor:
    """The floats that quantized values stand for, of their expressed type."""
    return emit_one("stablehlo.uniform_dequantize", [as_tensor(operand, "operand")])


def _compare_types(element_type: ElementType) -> tuple[CompareType, ...]:
    """The types of comparison that C3 allows, the usual one first."""
    if isinstance(element_type, IntegerType):
        return ("UNSIGNED",) if element_type.is_unsigned else ("SIGNED",)
    return ("FLOAT",) if isinstance(element_type, ComplexType) else ("FLOAT", "TOTALORDER")


def _bits(element_type: ElementType) -> int | None:
    if isinstance(element_type, (IntegerType, FloatType)):
        return element_type.width
    if isinstance(element_type, ComplexType):
        return 2 * element_type.element_type.width
    return None
