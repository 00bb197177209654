"""Rows of the elementwise operations."""

import numpy as np
from helpers.derivatives import Row, distinct, normal

import hlogen as hl
from hlogen.ir import dtype_of

BOTH = ("f64", "complex<f64>")


def values(rng, shape, element_type, low, high):
    """Real parts between low and high; imaginary ones between -0.5 and 0.5."""
    drawn = rng.uniform(low, high, shape)
    if element_type.startswith("complex"):
        drawn = drawn + 1j * rng.uniform(-0.5, 0.5, shape)
    return np.asarray(drawn).astype(dtype_of(hl.tensor(element_type).element_type))


def unary(op, low=-1.0, high=1.0):
    def sampler(rng, element_type):
        function = hl.function(f"2x3x{element_type}", name="main")(op)
        return function, [values(rng, (2, 3), element_type, low, high)]

    return sampler


def binary(op, lhs=(-1.0, 1.0), rhs=(-1.0, 1.0)):
    def sampler(rng, element_type):
        function = hl.function(f"2x3x{element_type}", f"2x3x{element_type}", name="main")(op)
        return function, [values(rng, (2, 3), element_type, *lhs), values(rng, (2, 3), element_type, *rhs)]

    return sampler


def apart(op, count=2):
    """Operands whose elements are all at least 0.1 apart."""

    def sampler(rng, element_type):
        function = hl.function(*[f"2x3x{element_type}"] * count, name="main")(op)
        return function, list(distinct(rng, (count, 2, 3), element_type))

    return sampler


def away_from_zero(op):
    def sampler(rng, element_type):
        function = hl.function(f"2x3x{element_type}", name="main")(op)
        drawn = normal(rng, (2, 3), element_type)
        return function, [drawn + 0.3 * np.sign(drawn.real)]

    return sampler


def clamp(rng, element_type):
    """Bounds of rank 0 or of the operand's shape."""
    shapes = ["2x3x" if rng.random() < 0.5 else "" for _ in range(2)]
    low, high = (f"{shape}{element_type}" for shape in shapes)
    function = hl.function(low, f"4x2x3x{element_type}".removeprefix("4x"), high, name="main")(hl.clamp)
    drawn = distinct(rng, (3, 2, 3), element_type)
    bounds = [value if shape else value[0, 0] for value, shape in zip((drawn[0], drawn[2]), shapes, strict=True)]
    return function, [np.asarray(bounds[0]), drawn[1], np.asarray(bounds[1])]


def select(rng, element_type):
    shape = "2x3x" if rng.random() < 0.5 else ""
    function = hl.function(f"{shape}i1", f"2x3x{element_type}", f"2x3x{element_type}", name="main")(hl.select)
    pred = rng.random((2, 3)) < 0.5
    return function, [
        pred if shape else pred[0, 0],
        normal(rng, (2, 3), element_type),
        normal(rng, (2, 3), element_type),
    ]


def converted(target):
    def sampler(rng, element_type):
        function = hl.function(f"2x3x{element_type}", name="main")(lambda x: hl.sine(hl.convert(x, target)))
        return function, [normal(rng, (2, 3), element_type)]

    return sampler


def complex_of(rng, element_type):
    function = hl.function(f"2x3x{element_type}", f"2x3x{element_type}", name="main")(
        lambda x, y: hl.exponential(hl.complex(x, y))
    )
    return function, [normal(rng, (2, 3), element_type), normal(rng, (2, 3), element_type)]


def part(op):
    """Of a function of the value, so that it has a second derivative."""

    def sampler(rng, element_type):
        function = hl.function(f"2x3x{element_type}", name="main")(lambda x: op(x * x))
        return function, [normal(rng, (2, 3), element_type)]

    return sampler


def precise(x):
    """All that f64 has: what a format of fewer bits does to tangents is tested in test_elementwise."""
    return hl.reduce_precision(hl.sine(x), exponent_bits=11, mantissa_bits=52)


ROWS = [
    Row("stablehlo.abs", away_from_zero(hl.abs), BOTH),
    Row("stablehlo.add", binary(hl.add), BOTH),
    Row("stablehlo.atan2", binary(hl.atan2, (0.3, 1), (0.3, 1)), BOTH),
    Row("stablehlo.cbrt", unary(hl.cbrt, 0.5, 2), BOTH),
    Row("stablehlo.clamp", clamp, samples=6),
    Row("stablehlo.complex", complex_of),
    Row("stablehlo.convert", converted("complex<f64>"), BOTH),
    Row("stablehlo.convert", converted("f64"), BOTH),
    Row("stablehlo.cosine", unary(hl.cosine), BOTH),
    Row("stablehlo.divide", binary(hl.divide, rhs=(0.5, 2)), BOTH),
    Row("stablehlo.exponential", unary(hl.exponential), BOTH),
    Row("stablehlo.exponential_minus_one", unary(hl.exponential_minus_one), BOTH),
    Row("stablehlo.imag", part(hl.imag), BOTH),
    Row("stablehlo.log", unary(hl.log, 0.5, 2), BOTH),
    Row("stablehlo.log_plus_one", unary(hl.log_plus_one, -0.5, 2), BOTH),
    Row("stablehlo.logistic", unary(hl.logistic), BOTH),
    Row("stablehlo.maximum", apart(hl.maximum)),
    Row("stablehlo.minimum", apart(hl.minimum)),
    Row("stablehlo.multiply", binary(hl.multiply), BOTH),
    Row("stablehlo.negate", unary(hl.negate), BOTH),
    Row("stablehlo.power", binary(hl.power, (0.5, 2), (-2, 2)), BOTH),
    Row("stablehlo.real", part(hl.real), BOTH),
    Row("stablehlo.reduce_precision", unary(precise)),
    Row("stablehlo.remainder", binary(hl.remainder, (3.1, 3.3), (0.57, 0.61))),
    Row("stablehlo.rsqrt", unary(hl.rsqrt, 0.5, 2), BOTH),
    Row("stablehlo.select", select, BOTH),
    Row("stablehlo.sign", away_from_zero(hl.sign), ("complex<f64>",)),
    Row("stablehlo.sine", unary(hl.sine), BOTH),
    Row("stablehlo.sqrt", unary(hl.sqrt, 0.5, 2), BOTH),
    Row("stablehlo.subtract", binary(hl.subtract), BOTH),
    Row("stablehlo.tan", unary(hl.tan), BOTH),
    Row("stablehlo.tanh", unary(hl.tanh), BOTH),
]
