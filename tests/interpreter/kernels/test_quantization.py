"""uniform_quantize and uniform_dequantize, against the specification's formulas on exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from helpers.one_op import array, dtype, run_op
from helpers.quantized_model import Number, Quantized, dequantize, quantize, rounded

from hlogen.errors import ExecutionError

AXIS = "!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>"


def test_the_spec_s_examples() -> None:
    stored = np.array([10, 10], np.int8)
    np.testing.assert_allclose(run_op("stablehlo.uniform_dequantize", [(AXIS, stored)], "2xf32"), [4.0, 15.0])
    result = run_op("stablehlo.uniform_quantize", [("f32", [4.0, 15.0])], f"2x{AXIS}")
    assert result.tolist() == [10, 10]
    other = "!quant.uniform<i8:f32:0, {0.1:-20,0.2:-30}>"
    assert run_op("stablehlo.uniform_quantize", [(AXIS, stored)], f"2x{other}").tolist() == [20, 45]


@pytest.mark.parametrize("expressed", ["f32", "bf16"])
def test_limits_ties_and_infinity(expressed: str) -> None:
    type = f"!quant.uniform<i8<-100:100>:{expressed}, 0.5:1>"
    given = array(expressed, [0.25, 0.75, -0.25, 1000, -1000, np.inf, -np.inf, 0])
    # x / 0.5 + 1 is 1.5, 2.5, 0.5, ...; halves go to even
    assert run_op("stablehlo.uniform_quantize", [(expressed, given)], f"8x{type}").tolist() == [
        2,
        2,
        0,
        100,
        -100,
        100,
        -100,
        1,
    ]
    stored = np.array([-100, 100, 1], np.int8)
    result = run_op("stablehlo.uniform_dequantize", [(type, stored)], f"3x{expressed}").astype(float)
    assert result.tolist() == [-50.5, 49.5, 0]


def test_the_difference_with_the_zero_point_does_not_overflow() -> None:
    type = "!quant.uniform<u8:f32, 2.0:200>"
    stored = np.array([0, 255], np.uint8)
    assert run_op("stablehlo.uniform_dequantize", [(type, stored)], "2xf32").tolist() == [-400, 110]


def test_per_axis_parameters_belong_to_their_dimension() -> None:
    type = "!quant.uniform<i8:f32:1, {1.0, 2.0:1, 4.0:-1}>"
    stored = np.array([[1, 1, 1], [2, 3, 4]], np.int8)
    result = run_op("stablehlo.uniform_dequantize", [(type, stored)], "2x3xf32")
    assert result.tolist() == [[1, 0, 8], [2, 4, 20]]
    assert run_op("stablehlo.uniform_quantize", [("f32", result)], f"2x3x{type}").tolist() == stored.tolist()


def test_four_bits() -> None:
    type = "!quant.uniform<i4:f32, 1.0>"
    result = run_op("stablehlo.uniform_quantize", [("f32", [-20, -3.5, 9])], f"3x{type}")
    assert result.dtype == dtype("i4")
    assert result.astype(int).tolist() == [-8, -4, 7]


STORAGE = ["i4", "u4", "i8", "u8", "i16", "u16", "i32", "u32"]
EXPRESSED = ["f16", "bf16", "f32", "f64"]


def drawn_type(random: Random, storage: str, expressed: str) -> Quantized:
    """A type with any scale, and with a zero point that is often at an end of the range, or 0."""
    whole = Quantized(storage, expressed, Fraction(1)).storage_range
    low, high = sorted(random.sample(range(whole[0], whole[1] + 1), 2))
    limits = random.choice([None, (low, high), (whole[0], high), (low, whole[1]), (whole[0] + 1, whole[1])])
    ends = limits or whole
    zero_point = random.choice([*ends, min(max(0, ends[0]), ends[1]), random.randint(*ends)])
    scale = rounded(Fraction(2.0 ** random.uniform(-12, 12)), expressed)
    assert isinstance(scale, Fraction)
    return Quantized(storage, expressed, scale, zero_point, limits)


def stored_values(random: Random, type: Quantized) -> list[int]:
    low, high = type.storage_range
    if high - low < 20:
        return list(range(low, high + 1))
    return [low, low + 1, high - 1, high, type.zero_point, *(random.randint(low, high) for _ in range(25))]


def floats_around(random: Random, type: Quantized) -> list[float]:
    """Floats between two neighbouring integers, on them and beside the middle; and what is far out or isn't finite."""
    values = [0.0, -0.0, math.inf, -math.inf, math.nan]
    for stored in random.choices(stored_values(random, type), k=25) + list(type.storage_range):
        offset = random.choice([Fraction(1, 2), Fraction(-1, 2), Fraction(0), Fraction(random.random()), Fraction(2)])
        values.append(as_float(rounded((stored - type.zero_point + offset) * type.scale, type.expressed)))
    largest = float(np.finfo(np.float32).max) if type.expressed == "f32" else 60000.0
    return [*values, largest, -largest, 2.0**-14, -(2.0**-14)]


def as_float(x: Number) -> float:
    return float(x)


def as_number(x: Any) -> Number:
    return Fraction(float(x)) if math.isfinite(float(x)) else float(x)


def same(actual: Any, expected: list[Number]) -> bool:
    return [as_number(x) for x in actual.tolist()] == expected


@pytest.mark.share(2)
@pytest.mark.parametrize("expressed", EXPRESSED)
@pytest.mark.parametrize("storage", STORAGE)
def test_the_formulas_on_random_types(storage: str, expressed: str) -> None:
    random = Random(f"{storage} {expressed}")
    for _ in range(5):
        type, other = drawn_type(random, storage, expressed), drawn_type(random, random.choice(STORAGE), expressed)
        stored = stored_values(random, type)
        given = np.array(stored, np.int64).astype(dtype(str(type)))
        count = len(stored)
        result = run_op("stablehlo.uniform_dequantize", [(str(type), given)], f"{count}x{expressed}")
        expected = [dequantize(x, type) for x in stored]
        assert same(result.astype(np.float64), expected), type
        again = run_op("stablehlo.uniform_quantize", [(str(type), given)], f"{count}x{other}")
        assert again.astype(np.int64).tolist() == [quantize(x, other) for x in expected], (type, other)

        floats = array(expressed, floats_around(random, type))
        result = run_op("stablehlo.uniform_quantize", [(expressed, floats)], f"{len(floats)}x{type}")
        exact = [as_number(x) for x in floats]
        assert result.astype(np.int64).tolist() == [quantize(x, type) for x in exact], type


def test_nan_is_0_and_never_out_of_range() -> None:
    for limits, expected in (("", 0), ("<1:100>", 1), ("<-100:-5>", -5)):
        type = f"!quant.uniform<i8{limits}:f32, 0.5:{expected}>"
        assert run_op("stablehlo.uniform_quantize", [("f32", [np.nan])], f"1x{type}").tolist() == [expected]


def test_a_limit_that_the_expressed_type_does_not_have_is_kept_all_the_same() -> None:
    # 16777219 rounds to 16777220 in f32, 2 ** 31 - 1 to 2 ** 31
    type = "!quant.uniform<i32<-16777219:16777219>:f32, 1.0>"
    result = run_op("stablehlo.uniform_quantize", [("f32", [3e7, -3e7, np.inf])], f"3x{type}")
    assert result.tolist() == [16777219, -16777219, 16777219]
    result = run_op("stablehlo.uniform_quantize", [("f32", [3e9, -3e9])], "2x!quant.uniform<i32:f32, 1.0>")
    assert result.tolist() == [2**31 - 1, -(2**31)]


@pytest.mark.parametrize("axis", [0, 1, 2, 3])
def test_each_slice_along_any_axis_has_its_own_parameters(axis: int) -> None:
    random, shape = Random(axis), (2, 3, 4, 5)
    slices = [drawn_type(random, "i8", "f32") for _ in range(shape[axis])]
    slices = [Quantized("i8", "f32", s.scale, s.zero_point) for s in slices]
    pairs = ", ".join(f"{float(s.scale)!r}:{s.zero_point}" for s in slices)
    type = f"!quant.uniform<i8:f32:{axis}, {{{pairs}}}>"
    dims = "x".join(map(str, shape))
    stored = np.array([random.randint(-128, 127) for _ in range(120)], np.int8).reshape(shape)
    floats = run_op("stablehlo.uniform_dequantize", [(type, stored)], f"{dims}xf32")
    moved = stored * np.float32(0.37)
    quantized = run_op("stablehlo.uniform_quantize", [("f32", moved)], f"{dims}x{type}")
    for index in np.ndindex(shape):
        own = slices[index[axis]]
        assert as_number(floats[index]) == dequantize(int(stored[index]), own)
        assert quantized[index] == quantize(as_number(moved[index]), own)


@pytest.mark.parametrize(
    ("name", "operand", "result", "message"),
    [
        (
            "uniform_dequantize",
            "!quant.uniform<i8:f32, 0.5>",
            "1xf64",
            "gives the expressed type of .* not tensor<1xf64>",
        ),
        ("uniform_quantize", "f64", "1x!quant.uniform<i8:f32, 0.5>", "takes the expressed type of .*, not f64"),
        (
            "uniform_quantize",
            "!quant.uniform<i8:bf16, 0.5>",
            "1x!quant.uniform<i8:f32, 0.5>",
            "takes the expressed type of .*, not bf16",
        ),
        ("uniform_quantize", "f16", "1x!quant.uniform<i8:f16, 1.0e-10>", "scale 1e-10 of .* is 0.0 as f16"),
        ("uniform_quantize", "f32", "1x!quant.uniform<i8:f32:1, {0.5}>", "1 slices along its dimension 1"),
        ("uniform_quantize", "f32", "1x!quant.uniform<i8:f32:0, {0.5,0.25}>", "2 slices along its dimension 0"),
        ("uniform_dequantize", "i8", "1xf32", "expected a quantized tensor, found tensor<1xi8>"),
    ],
)
def test_types_that_make_no_sense_are_refused(name: str, operand: str, result: str, message: str) -> None:
    with pytest.raises(ExecutionError, match=message):
        run_op(f"stablehlo.{name}", [(operand, np.zeros(1, dtype(operand)))], result)
