"""Arithmetic of complex numbers on their parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from hlogen.builder.elementwise import ComparisonDirection, add, and_, compare, convert, or_, select, subtract
from hlogen.builder.emit import emit_constant
from hlogen.builder.tensor import Tensor
from hlogen.export.onnx.plain import numbers
from hlogen.export.onnx.plain.context import PartsContext
from hlogen.export.onnx.plain.numbers import Complex
from hlogen.export.onnx.plain.registry import complex_rule
from hlogen.export.onnx.plain.types import is_complex, parts_of
from hlogen.ir import EnumAttr, FloatType, TensorType
from hlogen.mlir.legalize import chlo_defined


def operand(site: PartsContext, number: int) -> Complex:
    """An operand, also where it is real."""
    real, *imaginary = site.parts(number)
    return real, (imaginary[0] if imaginary else emit_constant(0, real.element_type, real.shape))


_ARITHMETIC: dict[str, Callable[..., Complex]] = {
    "stablehlo.add": numbers.add,
    "stablehlo.multiply": numbers.multiply,
    "stablehlo.negate": numbers.negate,
    "stablehlo.subtract": numbers.subtract,
    "chlo.conj": numbers.conjugate,
    "chlo.square": numbers.square,
}
_FUNCTIONS: dict[str, Callable[..., Complex]] = {
    "stablehlo.cbrt": numbers.cbrt,
    "stablehlo.cosine": numbers.cosine,
    "stablehlo.divide": numbers.divide,
    "stablehlo.exponential": numbers.exponential,
    "stablehlo.exponential_minus_one": numbers.exponential_minus_one,
    "stablehlo.log": numbers.log,
    "stablehlo.log_plus_one": numbers.log_plus_one,
    "stablehlo.logistic": numbers.logistic,
    "stablehlo.power": numbers.power,
    "stablehlo.rsqrt": numbers.rsqrt,
    "stablehlo.sign": numbers.sign,
    "stablehlo.sine": numbers.sine,
    "stablehlo.sqrt": numbers.sqrt,
    "stablehlo.tan": numbers.tangent,
    "stablehlo.tanh": numbers.hyperbolic_tangent,
    "chlo.cosh": numbers.hyperbolic_cosine,
    "chlo.sinh": numbers.hyperbolic_sine,
    "chlo.tan": numbers.tangent,
}
_F64 = FloatType("f64")
_STRICTLY: dict[ComparisonDirection, ComparisonDirection] = {"LT": "LT", "LE": "LT", "GT": "GT", "GE": "GT"}


@complex_rule(*_ARITHMETIC)
def arithmetic(site: PartsContext) -> Sequence[Tensor]:
    return _ARITHMETIC[site.op.name](*_operands(site))


@complex_rule(*_FUNCTIONS)
def function(site: PartsContext) -> Sequence[Tensor]:
    """In f64, and rounded once: what parts cancel would leave few digits of f32."""
    wide = [(convert(real, _F64), convert(imaginary, _F64)) for real, imaginary in _operands(site)]
    narrow = site.parts(0)[0].element_type
    return [convert(part, narrow) for part in _FUNCTIONS[site.op.name](*wide)]


def _operands(site: PartsContext) -> list[Complex]:
    return [operand(site, number) for number in range(len(site.op.operands))]


@complex_rule(
    "chlo.acos",
    "chlo.acosh",
    "chlo.asin",
    "chlo.asinh",
    "chlo.atan",
    "chlo.atanh",
)
def by_definition(site: PartsContext) -> Sequence[Tensor]:
    type = site.op.result.type
    assert isinstance(type, TensorType)
    return site.written_out(
        chlo_defined(site.op.name, len(site.op.operands), str(type.element_type), type.static_shape)
    )


@complex_rule("stablehlo.complex")
def complex(site: PartsContext) -> Sequence[Tensor]:
    return site.all_parts


@complex_rule("stablehlo.real")
def real(site: PartsContext) -> Sequence[Tensor]:
    return site.parts(0)[:1]


@complex_rule("stablehlo.imag")
def imag(site: PartsContext) -> Sequence[Tensor]:
    return site.parts(0)[1:]


@complex_rule("stablehlo.abs")
def abs(site: PartsContext) -> Sequence[Tensor]:
    return [numbers.modulus(operand(site, 0))]


@complex_rule("stablehlo.convert")
def convert_(site: PartsContext) -> Sequence[Tensor]:
    """A real number has no imaginary part, and to become one is to lose it."""
    type = parts_of(site.op.result.type)[0]
    assert isinstance(type, TensorType)
    parts = operand(site, 0)[: 2 if is_complex(site.op.result.type) else 1]
    return [convert(part, type.element_type) for part in parts]


@complex_rule("stablehlo.bitcast_convert")
def bitcast_convert(site: PartsContext) -> Sequence[Tensor]:
    if site.op.operands[0].type != site.op.result.type:
        raise site.error(f"the bits of {site.op.operands[0].type} aren't read as {site.op.result.type}")
    return site.parts(0)


@complex_rule("stablehlo.compare")
def compare_(site: PartsContext) -> Sequence[Tensor]:
    """Real parts first; where these are equal, imaginary parts."""
    attribute = site.op.attributes["comparison_direction"]
    assert isinstance(attribute, EnumAttr)
    direction = cast(ComparisonDirection, attribute.value)
    (a, b), (c, d) = operand(site, 0), operand(site, 1)
    if direction == "NE":
        return [or_(compare(a, c, "NE"), compare(b, d, "NE"))]
    same = and_(compare(a, c, "EQ"), compare(b, d, direction))
    return [same if direction == "EQ" else or_(compare(a, c, _STRICTLY[direction]), same)]


@complex_rule("stablehlo.maximum", "stablehlo.minimum")
def extreme(site: PartsContext) -> Sequence[Tensor]:
    """By real parts, where these are equal by imaginary parts; NaN where either number has one."""
    (a, b), (c, d) = operand(site, 0), operand(site, 1)
    direction = "GT" if site.op.name == "stablehlo.maximum" else "LT"
    first = or_(compare(a, c, direction), and_(compare(a, c, "EQ"), compare(b, d, direction)))
    first = or_(and_(first, compare(d, d, "EQ")), or_(compare(a, a, "NE"), compare(b, b, "NE")))
    return select(first, a, c), select(first, b, d)


@complex_rule("stablehlo.dot_general", "stablehlo.convolution", "stablehlo.dynamic_conv")
def product(site: PartsContext) -> Sequence[Tensor]:
    """(a + b i) (c + d i) = a c - b d + (a d + b c) i, of sums of products too."""
    (a, b), (c, d) = operand(site, 0), operand(site, 1)
    rest = [part for number in range(2, len(site.op.operands)) for part in site.parts(number)]
    if not is_complex(site.op.result.type):
        raise site.error(f"a product of complex numbers that gives {site.op.result.type} isn't written")

    def of(x: Tensor, y: Tensor) -> Tensor:
        (made,) = site.again([x, y, *rest], parts_of(site.op.result.type)[:1])
        return made

    return subtract(of(a, c), of(b, d)), add(of(a, d), of(b, c))
