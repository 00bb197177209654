"""Bounds of elementwise operations: for values inside of its operands' bounds, what a kernel gives is inside its own.

Bounds are drawn with infinities, zeros, the least and the greatest values of each type as ends; values are drawn
between them, ends and both zeros among them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import interpreter
from hlogen.ir import FloatType, IntegerType, dtype_of, parse_element_type
from interpreter.possible.admissible import Admissible
from interpreter.possible.boxes import comparable
from interpreter.possible.evaluate import Evaluation
from interpreter.possible.options import Options
from interpreter.possible.values import Possible, intervals

Array = np.ndarray[Any, Any]

SIZE = 1600
FLOATS = ("f32", "bf16", "f8E4M3FN", "f64", "f16", "f8E5M2", "f8E4M3", "f8E5M2FNUZ", "f4E2M1FN", "f6E3M2FN")
INTEGERS = ("i32", "ui8", "i64", "i8", "ui64", "i4", "ui16", "i2")

UNARY_FLOAT = (
    *("negate", "abs", "sign", "floor", "ceil", "round_nearest_even", "round_nearest_afz", "sqrt", "rsqrt", "cbrt"),
    *("exponential", "exponential_minus_one", "log", "log_plus_one", "tanh", "logistic", "sine", "cosine", "tan"),
    *("chlo.acos", "chlo.acosh", "chlo.asin", "chlo.asinh", "chlo.atan", "chlo.atanh", "chlo.cosh", "chlo.erf"),
    *("chlo.erf_inv", "chlo.erfc", "chlo.lgamma", "chlo.sinh", "chlo.square"),
)
BINARY_FLOAT = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "remainder", "power", "atan2")
UNARY_INTEGER = ("negate", "abs", "sign", "not", "popcnt")
BINARY_INTEGER = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "remainder", "and", "shift_left")
# What bounds are followed through, so that at least some of the elements should have some.
FOLLOWED = {
    *("negate", "abs", "floor", "ceil", "round_nearest_even", "sqrt", "exponential", "tanh", "logistic", "sine"),
    *("add", "subtract", "multiply", "divide", "maximum", "minimum", "clamp", "compare", "select", "convert"),
    *("chlo.acos", "chlo.acosh", "chlo.asin", "chlo.asinh", "chlo.atan", "chlo.atanh", "chlo.erf", "chlo.erf_inv"),
    *("chlo.erfc", "chlo.sinh", "chlo.square"),
}


def ends(rng: np.random.Generator, element: str) -> tuple[Array, Array]:
    type = parse_element_type(element)
    dtype = dtype_of(type)
    if isinstance(type, IntegerType):
        edge = np.array([type.minimum, type.maximum, 0, 1], object)
        near = rng.integers(max(type.minimum, -9), min(type.maximum, 9), (2, SIZE), endpoint=True).astype(object)
        drawn = np.where(rng.random((2, SIZE)) < 0.3, rng.choice(edge, (2, SIZE)), near).astype(dtype)
    else:
        with np.errstate(all="ignore"):
            large = np.array([np.inf, -np.inf, 1e300, -1e300, 1e30, 6e4, 448.0, 0.0, -0.0, 1e-30, 5e-324, -1.0, 1.0])
            drawn = np.where(rng.random((2, SIZE)) < 0.4, rng.choice(large, (2, SIZE)), rng.normal(size=(2, SIZE)) * 5)
            drawn = drawn.astype(dtype)
        drawn = np.where(drawn != drawn, np.ones((), dtype), drawn)
    numbers = comparable(drawn)
    is_ordered = numbers[0] <= numbers[1]
    return np.where(is_ordered, drawn[0], drawn[1]), np.where(is_ordered, drawn[1], drawn[0])


def inside(rng: np.random.Generator, low: Array, high: Array, element: str, may_be_nan: Array) -> Array:
    """Values between `low` and `high`."""
    least, most = comparable(low), comparable(high)
    if low.dtype.kind == "b":
        return np.where(rng.random(SIZE) < 0.5, low, high)
    with np.errstate(all="ignore"):
        if isinstance(parse_element_type(element), IntegerType):
            span = np.minimum(most.astype(object) - least.astype(object), 1 << 40).astype(np.int64)
            drawn = (least.astype(object) + (rng.random(SIZE) * span).astype(np.int64)).astype(low.dtype)
        else:
            finite = np.clip(least, -1e308, 1e308), np.clip(most, -1e308, 1e308)
            share = rng.choice([0.5, 1e-3, 1e-9, 0.999], SIZE) * rng.random(SIZE)
            drawn = (finite[0] * (1 - share) + finite[1] * share).astype(low.dtype)
            small = rng.choice([0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, 100.0], SIZE)
            drawn = np.where(
                (rng.random(SIZE) < 0.4) & (small >= least) & (small <= most), small.astype(low.dtype), drawn
            )
    kind = rng.random(SIZE)
    numbers = comparable(drawn)
    found = np.where((numbers >= least) & (numbers <= most), drawn, low)
    found = np.where(kind < 0.2, low, np.where(kind > 0.8, high, found))
    if may_be_nan.any():
        found = np.where(may_be_nan & (rng.random(SIZE) < 0.2), np.full((), np.nan).astype(low.dtype), found)
    return found


def check(text: str, elements: list[str], rng: np.random.Generator, *, name: str) -> None:
    executable = interpreter.load(text)
    operands, bounds = [], []
    for element in elements:
        if element == "i1":
            low, high = np.sort(rng.random((2, SIZE)) < 0.5, axis=0)
        else:
            low, high = ends(rng, element)
        is_open = rng.random(SIZE) < 0.8
        high = np.where(is_open, high, low)
        can_be_nan = isinstance(parse_element_type(element), FloatType) and low.dtype != "V" and has_nan(low.dtype)
        may_be_nan = is_open & (rng.random(SIZE) < 0.1) & can_be_nan
        nominal = inside(rng, low, high, element, may_be_nan & False)
        places = np.flatnonzero(is_open)
        operands.append(Possible(nominal, intervals(places, low[places], high[places], may_be_nan[places])))
        bounds.append((low, high, element, may_be_nan, is_open, nominal))
    evaluation = Evaluation(Options())
    with np.errstate(all="ignore"):
        found = Admissible(executable, evaluation, evaluation.run(executable.plan, operands))
    if name in FOLLOWED:
        assert found.open["unknown"] < SIZE
    for _ in range(3):
        values = [np.where(is_open, inside(rng, *bound), nominal) for *bound, is_open, nominal in bounds]
        verdict = found.contains(executable(*values))
        if verdict.status == "inadmissible":
            at = verdict.reasons[0].index
            taken = [
                f"{value[at]} of {low[at]} to {high[at]}" for value, (low, high, *_) in zip(values, bounds, strict=True)
            ]
            raise AssertionError(f"{name} of {', '.join(taken)}: {verdict.reasons[0]}")


def has_nan(dtype: np.dtype[Any]) -> bool:
    nan = np.full((), np.nan).astype(dtype)
    return bool(nan != nan)


def program(op: str, operands: list[str], result: str) -> str:
    types = [f"tensor<{SIZE}x{element}>" for element in operands]
    op = op if op.startswith("chlo.") else f"stablehlo.{op}"
    arguments = ", ".join(f"%{i}: {type}" for i, type in enumerate(types))
    values = ", ".join(f"%{i}" for i in range(len(types)))
    return f"""
    func.func @main({arguments}) -> tensor<{SIZE}x{result}> {{
      %r = "{op.split()[0]}"({values}) {op.partition(" ")[2]}
        : ({", ".join(types)}) -> tensor<{SIZE}x{result}>
      return %r : tensor<{SIZE}x{result}>
    }}
    """


def quick_first(elements: tuple[str, ...], quick: int) -> list[Any]:
    return [
        *elements[:quick],
        *(pytest.param(one, marks=pytest.mark.slow) for one in elements[quick::3]),
        *(pytest.param(one, marks=pytest.mark.campaign) for one in elements[quick:] if one not in elements[quick::3]),
    ]


@pytest.mark.parametrize("element", quick_first(FLOATS, 3))
def test_floats(element: str) -> None:
    rng = np.random.default_rng(FLOATS.index(element))
    for op in UNARY_FLOAT:
        check(program(op, [element], element), [element], rng, name=op)
    for op in BINARY_FLOAT:
        check(program(op, [element] * 2, element), [element] * 2, rng, name=op)
    common(element, rng)
    check(program("is_finite", [element], "i1"), [element], rng, name="is_finite")
    if element in ("f64", "f32", "f16", "bf16"):
        for exponent, mantissa in ((3, 2), (8, 0), (2, 23), (5, 10)):
            op = f"reduce_precision {{exponent_bits = {exponent} : i32, mantissa_bits = {mantissa} : i32}}"
            check(program(op, [element], element), [element], rng, name="reduce_precision")


@pytest.mark.parametrize("element", quick_first(INTEGERS, 2))
def test_integers(element: str) -> None:
    rng = np.random.default_rng(INTEGERS.index(element))
    is_signed = not element.startswith("u")
    for op in UNARY_INTEGER:
        if is_signed or op not in ("abs", "sign"):
            check(program(op, [element], element), [element], rng, name=op)
    for op in BINARY_INTEGER:
        check(program(op, [element] * 2, element), [element] * 2, rng, name=op)
    common(element, rng)


def common(element: str, rng: np.random.Generator) -> None:
    kind = "FLOAT" if element in FLOATS else "UNSIGNED" if element.startswith("u") else "SIGNED"
    for direction in ("EQ", "NE", "LT", "LE", "GT", "GE"):
        for compare_type in (kind, "TOTALORDER") if kind == "FLOAT" else (kind,):
            op = (
                f"compare {{comparison_direction = #stablehlo<comparison_direction {direction}>, "
                f"compare_type = #stablehlo<comparison_type {compare_type}>}}"
            )
            check(program(op, [element] * 2, "i1"), [element] * 2, rng, name="compare")
    check(program("select", ["i1", element, element], element), ["i1", element, element], rng, name="select")
    check(program("clamp", [element] * 3, element), [element] * 3, rng, name="clamp")
    for other in (*FLOATS, *INTEGERS, "i1"):
        check(program("convert", [element], other), [element], rng, name="to " + other)


def test_what_is_stored_for_a_sum_of_any_order() -> None:
    """Most sums are stored as one integer; one that lies between two of them as either, and what follows follows."""
    stored = "!quant.uniform<i8:f32, 0.5:3>"
    text = f"""func.func @main(%x: tensor<3x30xf32>) -> (tensor<3x{stored}>, tensor<3xf32>) {{
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<3x30xf32>, tensor<f32>) -> tensor<3xf32>
      %q = stablehlo.uniform_quantize %s : (tensor<3xf32>) -> tensor<3x{stored}>
      %d = stablehlo.uniform_dequantize %q : (tensor<3x{stored}>) -> tensor<3xf32>
      return %q, %d : tensor<3x{stored}>, tensor<3xf32>
    }}"""
    x = np.zeros((3, 30), np.float32)
    x[0, :10], x[1, :5], x[2, :3] = 0.1, [0.1, 0.2, 0.3, 0.15, 1e-9], [np.nan, 0.1, 0.7]
    found = interpreter.admissible(text, x)
    assert (found.of(0, 0).kind, found.of(0, 0).values.tolist()) == ("single", [5])  # 1 / 0.5 + 3
    assert (int(found.of(0, 1).low), int(found.of(0, 1).high)) == (4, 5)  # 0.75 / 0.5 + 3
    assert (found.of(1, 0).kind, float(found.of(1, 0).values[0])) == ("single", 1.0)
    assert (float(found.of(1, 1).low), float(found.of(1, 1).high)) == (0.5, 1.0)


@pytest.mark.parametrize("target", INTEGERS)
@pytest.mark.parametrize("source", ["f64", "f32", "bf16"])
def test_what_no_integer_is_like_becomes_anything(source: str, target: str) -> None:
    """What is behind the last integer of a type is the implementation's; a float before it becomes an integer."""
    dtype, type = dtype_of(parse_element_type(source)), parse_element_type(target)
    assert isinstance(type, IntegerType)
    behind = np.array([2.0**type.width / (1 if type.is_unsigned else 2), np.inf, 2.0 * type.minimum - 1], dtype)
    last = np.array([np.nextafter(behind[0], dtype.type(0)), 0, type.minimum], dtype)
    evaluation = Evaluation(Options())
    executable = interpreter.load(f"""
        func.func @main(%x: tensor<3x{source}>) -> tensor<3x{target}> {{
          %0 = stablehlo.convert %x : (tensor<3x{source}>) -> tensor<3x{target}>
          return %0 : tensor<3x{target}>
        }}""")
    for ends, unknown in ((last, 0), (behind, 3)):
        zeros = np.zeros(3, dtype)
        bounds = intervals(np.arange(3), np.minimum(ends, zeros), np.maximum(ends, zeros), np.zeros(3, bool))
        with np.errstate(all="ignore"):
            found = Admissible(executable, evaluation, evaluation.run(executable.plan, [Possible(zeros, bounds)]))
        assert found.open["unknown"] == unknown
