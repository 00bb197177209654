"""The goldens of the elementwise ops of one operand, and what the other elementwise tables are written with."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tools.golden_cases.case import ULPS, AnyOpCase, OpCase, Region, case
from tools.golden_cases.tensors import values

INF, NAN = math.inf, math.nan
WIDE = 64  # ULPs
I32_MIN, I32_MAX = -(2**31), 2**31 - 1
SMALL_FLOATS = (
    *("f8E3M4", "f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ"),
    *("bf16", "f16"),
)


def unary(op: str, name: str, title: str, type: str, elements: Sequence[Any], says: str, **more: Any) -> OpCase:
    return case(op, name, title, values(f"{len(elements)}x{type}", elements), says=says, **more)


def binary(op: str, name: str, title: str, type: str, pairs: Sequence[Any], says: str, **more: Any) -> OpCase:
    """Pairs of elements, one of lhs and one of rhs."""
    sides = [values(f"{len(pairs)}x{type}", [pair[side] for pair in pairs]) for side in (0, 1)]
    return case(op, name, title, *sides, says=says, **more)


def every_float(
    op: str, says: str, *operands: Sequence[float], differs: Mapping[str, Mapping[str, str]] | None = None, **more: Any
) -> Iterator[OpCase]:
    """One op on every floating-point type that implementations compute in, each in a part of one file.

    `differs` are known differences by type.
    """
    for type in (*SMALL_FLOATS, "f32", "f64"):
        yield case(
            op,
            f"element_type_{type}",
            f"elements of type {type}: the exact value, rounded once",
            *(values(f"{len(elements)}x{type}", elements) for elements in operands),
            says=says,
            file="element_types_float",
            differs=(differs or {}).get(type),
            **more,
        )


def one_operand() -> Iterator[AnyOpCase]:
    halves = [0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999997, 2.4, -2.6, 8388609.0]
    special = [INF, -INF, NAN]
    yield unary(
        "abs", "integers", "integer modulus", "i32", [-2, 0, 7, I32_MIN + 1], "For signed integers: integer modulus."
    )
    says = "For floats: `abs` from IEEE-754."
    yield unary("abs", "floats", "the sign is taken off", "f32", [-1.5, 2.5, -1e-45, -3e38], says)
    yield unary("abs", "infinities_and_nan", "of special values", "f32", special, says)
    yield unary("abs", "signed_zeros", "-0.0 becomes 0.0", "f32", [0.0, -0.0], says, bits=True)
    yield from every_float("abs", says, [1.5, -3.0, 0.5, -0.0])
    yield unary(
        "abs",
        "complex_numbers",
        "complex modulus, a real number",
        "complex<f32>",
        [3 + 4j, -5 - 12j, 1 + 1j, 2],
        "For complex numbers: complex modulus.",
        ulps=ULPS,
    )
    yield unary(
        "negate", "integers", "integer negation", "i32", [-2, 0, 7, I32_MAX], "For signed integers: integer negation."
    )
    says = "For floats: `negate` from IEEE-754."
    yield unary("negate", "floats", "the sign is the other", "f32", [-1.5, 2.5, 1e-45, INF], says)
    yield unary("negate", "infinities_and_nan", "of special values", "f32", special, says)
    yield unary("negate", "signed_zeros", "zeros have signs", "f32", [0.0, -0.0], says, bits=True)
    yield from every_float("negate", says, [1.5, -3.0, 0.5, 2.0])
    yield unary(
        "negate",
        "complex_numbers",
        "both parts",
        "complex<f32>",
        [3 + 4j, -5 - 12j],
        "For complex numbers: complex negation.",
    )
    says = "-1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero."
    yield unary("sign", "integers", "of integers", "i32", [-7, 0, 3, I32_MIN], says)
    yield unary("sign", "floats", "of floats", "f32", [-7.5, 3.0, 1e-30, -INF, INF], says)
    yield unary("sign", "nan", "of NaN", "f32", [NAN, 1.0], says)
    yield unary(
        "sign", "signed_zeros", "of zeros", "f32", [0.0, -0.0], says, bits=True, differs={"xla": "xla.constant-sign"}
    )
    yield from every_float("sign", says, [1.5, -3.0, 0.5])
    yield unary(
        "sign",
        "complex_numbers",
        "divided by their modulus",
        "complex<f32>",
        [3 + 4j, -5 - 12j, 0, 2j],
        "if is_complex(x): return divide(x, convert(abs(x), type(x)))",
        ulps=ULPS,
    )
    rounding = {
        "ceil": "roundToIntegralTowardPositive",
        "floor": "roundToIntegralTowardNegative",
        "round_nearest_even": "roundToIntegralTiesToEven",
        "round_nearest_afz": "roundToIntegralTiesToAway",
    }
    for op, ieee in rounding.items():
        says = f"Implements the `{ieee}` operation from the IEEE-754 specification."
        wrong = {"upstream": "upstream.rounding-of-f8E3M4"}
        wrong |= {"xla": "xla.constant-rounding-of-f8E3M4"} if op.startswith("round") else {}
        yield unary(op, "halves", "halves and their neighbours", "f32", halves, says)
        yield unary(op, "infinities_and_nan", "of special values", "f32", special, says)
        yield unary(
            op,
            "signed_zeros",
            "what becomes zero keeps its sign",
            "f32",
            [0.0, -0.0, -0.25, 0.25]
            if op in ("round_nearest_even", "round_nearest_afz")
            else [0.0, -0.0, -0.25 if op == "ceil" else 0.25],
            says,
            bits=True,
        )
        yield from every_float(op, says, [1.5, -2.5, 0.5, 3.0], differs={"f8E3M4": wrong})
    says = "For floats: `squareRoot` from IEEE-754."
    yield unary(
        "sqrt", "infinities_and_nan", "of special values; of negative numbers NaN", "f32", [INF, NAN, -1.0, -INF], says
    )
    yield unary("sqrt", "signed_zeros", "-0.0 is its own root", "f32", [0.0, -0.0, 4.0], says, bits=True)
    functions = {
        "cbrt": ([8.0, -27.0, 0.1, 1e30], "cubic root", "rootn(x, 3)"),
        "cosine": ([0.5, -1.25, 3.0, 10.0], "cosine", "cos"),
        "exponential": ([0.5, -1.25, 3.0, 10.0], "exponential", "exp"),
        "exponential_minus_one": ([0.5, -1.25, 1e-6, 10.0], "exponential minus one", "expm1"),
        "log": ([0.5, 1.25, 3.0, 1e30], "logarithm", "log"),
        "log_plus_one": ([0.5, -0.25, 1e-6, 1e30], "logarithm plus one", "logp1"),
        "logistic": ([0.5, -1.25, 3.0, -10.0], "logistic", "division(1, addition(1, exp(-x)))"),
        "rsqrt": ([0.5, 1.25, 4.0, 1e30], "reciprocal square root", "rSqrt"),
        "sine": ([0.5, -1.25, 3.0, 10.0], "sine", "sin"),
        "sqrt": ([0.5, 2.0, 9.0, 1e30], "square root", "squareRoot"),
        "tan": ([0.5, -1.25, 3.0, 10.0], "tangent", "tan"),
        "tanh": ([0.5, -1.25, 3.0, 1e-6], "hyperbolic tangent", "tanh"),
    }
    for op, (elements, name, ieee) in functions.items():
        says = f"For floats: `{ieee}` from IEEE-754."
        for type in ("f16", "bf16", "f32", "f64"):
            usual = [x if abs(x) < 100 and abs(x) > 1e-3 else 2.0 for x in elements] if type == "f16" else elements
            yield unary(
                op,
                f"element_type_{type}",
                f"{name} in {type}",
                type,
                usual,
                says,
                ulps=ULPS,
                file="element_types_float",
            )
        numbers = [0.5 + 1j, -1.25 - 0.5j, 2 - 0.25j]
        says = f"For complex numbers: complex {name}."
        yield unary(
            op,
            "complex_numbers",
            says[21:-1],
            "complex<f64>",
            numbers,
            says,
            ulps=1024,
            differs={"xla": "xla.complex-cbrt"} if op == "cbrt" else None,
        )
    limits = {
        "exponential": [INF, -INF, NAN], "exponential_minus_one": [INF, -INF, NAN], "log": [INF, NAN, 1.0],
        "log_plus_one": [INF, NAN], "logistic": [INF, -INF, NAN], "tanh": [INF, -INF, NAN], "cosine": [NAN, 0.0],
        "sine": [NAN, 0.0], "tan": [NAN, 0.0], "cbrt": [INF, -INF, NAN], "rsqrt": [INF, NAN, 4.0],
    }  # fmt: skip
    for op, elements in limits.items():
        yield unary(
            op,
            "infinities_and_nan",
            "the limits, and NaN of NaN",
            "f32",
            elements,
            f"For floats: `{functions[op][2]}` from IEEE-754.",
        )
    for op in ("sine", "tan", "tanh", "cbrt", "exponential_minus_one", "log_plus_one"):
        says = f"For floats: `{functions[op][2]}` from IEEE-754."
        yield unary(op, "signed_zeros", "an odd function keeps the sign of a zero", "f32", [0.0, -0.0], says, bits=True)
    far = {
        "cosine": [100.0, -1e5], "sine": [100.0, -1e5], "tan": [100.0, -1e5],
        "exponential": [88.3, -80.7, 89.0], "exponential_minus_one": [88.3, -80.7, 89.0],
        "log": [1e-30, 3e38, 1 + 2.0**-20], "log_plus_one": [1e-30, 3e38, -0.999],
        "logistic": [80.7, -79.3, 1e-30], "tanh": [20.0, -20.0, 1e-30],
        "cbrt": [1e-30, -3e38], "rsqrt": [1e-30, 3e38], "sqrt": [1e-30, 3e38],
    }  # fmt: skip
    for op, elements in far.items():
        yield unary(
            op,
            "far_from_one",
            "large and small numbers",
            "f32",
            elements,
            f"For floats: `{functions[op][2]}` from IEEE-754.",
            ulps=ULPS,
        )
    quadrants = [1 + 0.5j, -1 + 0.5j, -1 - 0.5j, 1 - 0.5j, 0.25j, -0.25j, 2, -2.5 + 1e-3j]
    for op in functions:
        yield unary(
            op,
            "complex_quadrants",
            "every quadrant, and the axes",
            "complex<f64>",
            quadrants,
            f"For complex numbers: complex {functions[op][1]}.",
            ulps=WIDE if op == "exponential_minus_one" else ULPS,
            differs={"xla": "xla.complex-cbrt"} if op == "cbrt" else None,
        )
    huge = {
        "abs": [3e30 + 4e30j, 1e-30 - 1e-30j, 2e38j],
        "sign": [3e30 + 4e30j, 3e-30 - 4e-30j],
        "sqrt": [3e30 + 4e30j, -3e30 + 4e30j],
        "rsqrt": [3e30 + 4e30j],
        "log": [3e30 + 4e30j, 3e-30 - 4e-30j],
        "tanh": [90 + 1j, -90 + 1j],
        "logistic": [100 + 1j, -80 + 1j],
    }
    for op, points in huge.items():
        yield unary(
            op,
            "complex_far_from_one",
            "what is between overflows or underflows on the straight way",
            "complex<f32>",
            points,
            f"For complex numbers: complex {op}.",
            ulps=WIDE,
        )
    says = "For floats: `rSqrt` from IEEE-754."
    yield unary("rsqrt", "zeros", "infinite, with the sign of the zero", "f32", [0.0, -0.0], says)
    says = "For floats: `log` from IEEE-754."
    yield unary("log", "zeros_and_negative_numbers", "-inf of zeros, NaN below", "f32", [0.0, -0.0, -1.0, -INF], says)
    says = "For floats: `logp1` from IEEE-754."
    yield unary("log_plus_one", "at_minus_one", "-inf at -1, NaN below", "f32", [-1.0, -2.0, -INF], says)
    says = "result = operand != inf, -inf or NaN: isFinite of IEEE-754"
    yield unary(
        "is_finite", "floats", "infinities and NaN aren't", "f32", [1.0, INF, -INF, NAN, -0.0, 3e38, 1e-45], says
    )
    for type in ("f16", "bf16", "f64"):
        yield unary(
            "is_finite",
            f"element_type_{type}",
            f"elements of type {type}",
            type,
            [1.0, INF, -INF, NAN, 0.0],
            says,
            file="element_types",
        )
    yield unary(
        "real",
        "complex_numbers",
        "the real part",
        "complex<f32>",
        [1 + 2j, -3j, -4],
        "Extracts the real part, element-wise, from the operand.",
    )
    yield unary(
        "imag",
        "complex_numbers",
        "the imaginary part",
        "complex<f32>",
        [1 + 2j, -3j, -4],
        "Extracts the imaginary part, element-wise, from the operand.",
    )
    yield unary(
        "real",
        "floats",
        "a float is its own real part",
        "f32",
        [1.5, -2.0],
        "Extracts the real part, element-wise, from the operand.",
    )
    yield unary(
        "imag",
        "floats",
        "a float has 0 there",
        "f32",
        [1.5, -2.0],
        "Extracts the imaginary part, element-wise, from the operand.",
    )
    yield binary(
        "complex",
        "from_parts",
        "real and imaginary part",
        "f32",
        [(1.0, 2.0), (-3.0, 0.5)],
        "Performs element-wise conversion to a complex value from a pair of real and imaginary values, lhs and rhs.",
    )
    yield binary(
        "complex",
        "from_parts_f64",
        "real and imaginary part",
        "f64",
        [(1.0, 2.0), (-3.0, 0.1)],
        "Performs element-wise conversion to a complex value from a pair of real and imaginary values, lhs and rhs.",
    )


def maps() -> Iterator[AnyOpCase]:
    says = "result[result_index] = computation(inputs...[result_index])"
    product = Region(
        "%x: tensor<i32>, %y: tensor<i32>",
        (
            "%0 = stablehlo.multiply %x, %y : tensor<i32>\n%1 = stablehlo.subtract %0, %x : "
            "tensor<i32>\nstablehlo.return %1 : tensor<i32>"
        ),
        lambda x, y: int(x) * int(y) - int(x),
    )
    yield case(
        "map",
        "two_inputs",
        "the inputs in their order",
        values("2x2xi32", [[1, 2], [3, 4]]),
        values("2x2xi32", [[5, 6], [7, 8]]),
        says=says,
        results="2x2xi32",
        dimensions=[0, 1],
        computation=product,
    )
    for type in ("i64", "ui8", "f64", "bf16"):
        same = Region(f"%x: tensor<{type}>", f"stablehlo.return %x : tensor<{type}>", lambda x: x)
        number = {"i64": 2**62 + 1, "ui8": 200, "f64": 1 + 2.0**-52, "bf16": 1 + 2.0**-7}[type]
        special = [number, 0, 1] if type[0] in "iu" else [number, -0.0, NAN]
        yield case(
            "map",
            f"element_type_{type}",
            f"elements of type {type}",
            values(f"3x{type}", special),
            says=says,
            results=f"3x{type}",
            file="element_types",
            bits=type[0] in "bf",
            dimensions=[0],
            computation=same,
        )
    positive = Region(
        "%x: tensor<f32>",
        (
            "%zero = stablehlo.constant dense<0.0> : tensor<f32>\n%0 = stablehlo.compare GT, %x, %zero : "
            "(tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %0 : tensor<i1>"
        ),
        lambda x: float(x) > 0,
    )
    yield case(
        "map",
        "another_element_type",
        "element_type(result) is the computation's",
        values("3xf32", [1, -2, NAN]),
        says=says,
        results="3xi1",
        dimensions=[0],
        computation=positive,
    )


CASES: Sequence[AnyOpCase] = [*one_operand(), *maps()]
