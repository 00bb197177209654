"""Result types of the ops that work element by element."""

from __future__ import annotations

from dataclasses import replace

from hlogen.ir.types import (
    F32,
    F64,
    I1,
    ComplexType,
    ElementType,
    FloatType,
    IntegerType,
    QuantizedType,
    TensorType,
    Type,
)
from hlogen.spec.dims import dims_of, tensor_of
from hlogen.spec.inference.registry import Signature, rule, tensor

BOOLEAN, INTEGER, FLOAT, COMPLEX, QUANTIZED = "boolean", "integer", "floating-point", "complex", "quantized"
ANY = (BOOLEAN, INTEGER, FLOAT, COMPLEX, QUANTIZED)
NUMBER = (INTEGER, FLOAT, COMPLEX, QUANTIZED)
REAL_OR_COMPLEX = (FLOAT, COMPLEX, QUANTIZED)

# The kinds of element that each op takes; the result has the operands' type.
UNARY = {
    "ceil": (FLOAT, QUANTIZED),
    "cbrt": REAL_OR_COMPLEX,
    "cosine": REAL_OR_COMPLEX,
    "count_leading_zeros": (INTEGER,),
    "exponential": REAL_OR_COMPLEX,
    "exponential_minus_one": REAL_OR_COMPLEX,
    "floor": (FLOAT, QUANTIZED),
    "log": REAL_OR_COMPLEX,
    "log_plus_one": REAL_OR_COMPLEX,
    "logistic": REAL_OR_COMPLEX,
    "negate": NUMBER,
    "not": (BOOLEAN, INTEGER),
    "popcnt": (INTEGER,),
    "reduce_precision": (FLOAT, QUANTIZED),
    "round_nearest_afz": (FLOAT, QUANTIZED),
    "round_nearest_even": (FLOAT, QUANTIZED),
    "rsqrt": REAL_OR_COMPLEX,
    "sign": NUMBER,
    "sine": REAL_OR_COMPLEX,
    "sqrt": REAL_OR_COMPLEX,
    "tan": REAL_OR_COMPLEX,
    "tanh": REAL_OR_COMPLEX,
}
BINARY = {
    "add": ANY,
    "and": (BOOLEAN, INTEGER),
    "atan2": REAL_OR_COMPLEX,
    "divide": NUMBER,
    "maximum": ANY,
    "minimum": ANY,
    "multiply": ANY,
    "or": (BOOLEAN, INTEGER),
    "power": NUMBER,
    "remainder": NUMBER,
    "shift_left": (INTEGER,),
    "shift_right_arithmetic": (INTEGER,),
    "shift_right_logical": (INTEGER,),
    "subtract": NUMBER,
    "xor": (BOOLEAN, INTEGER),
}


@rule(*(f"stablehlo.{name}" for name in UNARY))
def unary(op: Signature) -> tuple[Type, ...]:
    operand = op.tensor("operand")
    _require_kind(op, operand, UNARY[op.name.removeprefix("stablehlo.")])
    if op.name == "stablehlo.sign":
        _require_signed(op, operand)
    if op.name == "stablehlo.reduce_precision":
        for name, least in (("exponent_bits", 1), ("mantissa_bits", 0)):
            if not least <= op.integer(name) < 1 << 31:
                raise op.error(f"{name} = {op.integer(name)}, expected at least {least} and 31 bits")
    return (operand,)


@rule(*(f"stablehlo.{name}" for name in BINARY))
def binary(op: Signature) -> tuple[Type, ...]:
    lhs, rhs = op.tensors("lhs", "rhs")
    both = {"lhs": lhs, "rhs": rhs}
    for operand in (lhs, rhs):
        _require_kind(op, operand, BINARY[op.name.removeprefix("stablehlo.")])
    is_quantized = isinstance(lhs.element_type, QuantizedType) or isinstance(rhs.element_type, QuantizedType)
    if is_quantized and op.declared is not None:  # scales may differ between operands and result
        result = op.declared_tensor()
        op.same_shape({**both, "the result": result})
        if len({baseline(type.element_type) for type in (lhs, rhs, result)}) > 1:
            raise op.error(
                f"lhs is {lhs}, rhs is {rhs}, the result {result}: expected one type but for scales and zero points"
            )
        return (result,)
    return tensor(op.same_shape(both), op.same_element_type(both))


@rule("stablehlo.abs")
def absolute(op: Signature) -> tuple[Type, ...]:
    operand = op.tensor("operand")
    _require_kind(op, operand, NUMBER)
    _require_signed(op, operand)
    if isinstance(operand.element_type, ComplexType):
        return (operand.with_element_type(operand.element_type.element_type),)
    return (operand,)


@rule("stablehlo.real", "stablehlo.imag")
def part(op: Signature) -> tuple[Type, ...]:
    operand = op.tensor("operand")
    _require_kind(op, operand, (FLOAT, COMPLEX))
    if isinstance(operand.element_type, ComplexType):
        return (operand.with_element_type(operand.element_type.element_type),)
    return (operand,)


@rule("stablehlo.complex")
def complex(op: Signature) -> tuple[Type, ...]:
    lhs, rhs = op.tensors("lhs", "rhs")
    both = {"lhs": lhs, "rhs": rhs}
    element_type = op.same_element_type(both)
    if not isinstance(element_type, FloatType) or element_type not in (F32, F64):
        raise op.error(f"lhs is {lhs}, expected a tensor of f32 or f64")
    return tensor(op.same_shape(both), ComplexType(element_type))


@rule("stablehlo.is_finite")
def is_finite(op: Signature) -> tuple[Type, ...]:
    operand = op.tensor("x")
    _require_kind(op, operand, (FLOAT, QUANTIZED))
    return (operand.with_element_type(I1),)


@rule("stablehlo.compare")
def compare(op: Signature) -> tuple[Type, ...]:
    lhs, rhs = op.tensors("lhs", "rhs")
    both = {"lhs": lhs, "rhs": rhs}
    op.same_element_type(both)
    return tensor(op.same_shape(both), I1)


@rule("stablehlo.select")
def select(op: Signature) -> tuple[Type, ...]:
    pred, on_true, on_false = op.tensors("pred", "on_true", "on_false")
    op.predicate("pred", pred)
    branches = {"on_true": on_true, "on_false": on_false}
    element_type = op.same_element_type(branches)
    shape = op.same_shape(branches)
    if pred.rank:
        op.same_shape({"pred": pred, **branches})
    return tensor(shape, element_type)


@rule("stablehlo.clamp")
def clamp(op: Signature) -> tuple[Type, ...]:
    low, operand, high = op.tensors("min", "operand", "max")
    op.same_element_type({"min": low, "operand": operand, "max": high})
    for name, limit in (("min", low), ("max", high)):
        if limit.rank:
            op.same_shape({name: limit, "operand": operand})
    return (operand,)


@rule("stablehlo.convert")
def convert(op: Signature) -> tuple[Type, ...]:
    operand, result = op.tensor("operand"), op.declared_tensor()
    op.same_shape({"operand": operand, "the result": result})
    return (result,)


@rule("stablehlo.bitcast_convert")
def bitcast_convert(op: Signature) -> tuple[Type, ...]:
    """Equal widths keep the shape; a narrower result has a last dimension for the parts, a wider one eats it."""
    operand, result = op.tensor("operand"), op.declared_tensor()
    bits, wanted = _bits(op, operand.element_type), _bits(op, result.element_type)
    narrow, wide, parts = (result, operand, (bits, wanted)) if bits > wanted else (operand, result, (wanted, bits))
    if parts[0] % parts[1]:
        raise op.error(f"{operand} has {bits} bits per element and {result} {wanted}, and neither divides the other")
    expected = (
        dims_of(wide) if bits == wanted else (*dims_of(wide), dims_of(TensorType((parts[0] // parts[1],), I1))[0])
    )
    op.same_shape({f"{'the result' if bits > wanted else 'the operand'}": narrow, "expected": tensor_of(expected, I1)})
    return (result,)


@rule("stablehlo.map")
def map_(op: Signature) -> tuple[Type, ...]:
    inputs = op.variadic("inputs")
    shape = op.same_shape({f"inputs[{at}]": type for at, type in enumerate(inputs)})
    results = op.region_results(op.region(0, "computation"), "computation")
    if len(results) != 1:
        raise op.error(f"computation returns {len(results)} values, expected 1")
    return tensor(shape, op.as_tensor("computation's result", results[0]).element_type)


@rule("stablehlo.uniform_quantize")
def uniform_quantize(op: Signature) -> tuple[Type, ...]:
    operand, result = op.tensor("operand"), op.declared_tensor()
    op.same_shape({"operand": operand, "the result": result})
    return (result,)


@rule("stablehlo.uniform_dequantize")
def uniform_dequantize(op: Signature) -> tuple[Type, ...]:
    operand = op.tensor("operand")
    if not isinstance(operand.element_type, QuantizedType):
        raise op.error(f"operand is {operand}, expected a quantized tensor")
    return (operand.with_element_type(operand.element_type.expressed_type),)


def baseline(element_type: ElementType) -> ElementType:
    """The spec's `baseline_element_type`: without scales and zero points, of which a computed result has its own."""
    if not isinstance(element_type, QuantizedType):
        return element_type
    count = len(element_type.scales)
    return replace(element_type, scales=(1.0,) * count, zero_points=(0,) * count)


def _require_kind(op: Signature, operand: TensorType, kinds: tuple[str, ...]) -> None:
    if _kind(operand.element_type) not in kinds:
        wanted = kinds[0] if len(kinds) == 1 else f"{', '.join(kinds[:-1])} or {kinds[-1]}"
        raise op.error(f"an operand is {operand}, expected {wanted} elements")


def _require_signed(op: Signature, operand: TensorType) -> None:
    if isinstance(operand.element_type, IntegerType) and operand.element_type.is_unsigned:
        raise op.error(f"operand is {operand}, expected signed integers")


def _kind(element_type: ElementType) -> str | None:
    match element_type:
        case IntegerType():
            return BOOLEAN if element_type.is_boolean else INTEGER
        case FloatType():
            return FLOAT
        case ComplexType():
            return COMPLEX
        case QuantizedType():
            return QUANTIZED
        case _:
            return None


def _bits(op: Signature, element_type: ElementType) -> int:
    match element_type:
        case IntegerType() | FloatType():
            return element_type.width
        case ComplexType():
            return 2 * element_type.element_type.width
        case QuantizedType():
            return element_type.storage_type.width
        case _:
            raise op.error(f"{element_type} has no width in bits")
