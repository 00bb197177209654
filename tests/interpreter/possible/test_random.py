"""Random numbers: what is certain of them is their interval; of random bits, nothing is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import interpreter
from hlogen.ir import IntegerType, dtype_of, parse_element_type

Array = np.ndarray[Any, Any]


def drawing(type: str, distribution: str = "UNIFORM") -> str:
    return f"""func.func @main(%a: tensor<{type}>, %b: tensor<{type}>) -> tensor<4x{type}> {{
      %s = stablehlo.constant dense<4> : tensor<1xi64>
      %0 = stablehlo.rng %a, %b, %s, distribution = {distribution}
        : (tensor<{type}>, tensor<{type}>, tensor<1xi64>) -> tensor<4x{type}>
      return %0 : tensor<4x{type}>
    }}"""


@pytest.mark.parametrize(
    ("type", "dtype", "inside", "outside"),
    [
        ("f32", np.float32, [1, 1.5, 1.9999999, 1], [2, 0.99999994, np.nan]),
        ("f64", np.float64, [1, 1.5, 1.9999999999999998, 1], [2, 0.9999999999999999, np.inf]),
        ("i32", np.int32, [1, 1, 1, 1], [2, 0]),
    ],
)
def test_uniform_numbers_lie_between_a_and_b(type: str, dtype: Any, inside: list[float], outside: list[float]) -> None:
    admissible = interpreter.admissible(drawing(type), dtype(1), dtype(2))
    assert admissible.contains([np.array(inside, dtype)])
    for value in outside:
        given = np.array([*inside[:3], value], dtype)
        assert admissible.contains([given]).status == "inadmissible"


def test_of_normal_numbers_nothing_is_certain() -> None:
    admissible = interpreter.admissible(drawing("f32", "NORMAL"), np.float32(0), np.float32(1))
    verdict = admissible.contains([np.full(4, 100, np.float32)])
    assert verdict.status == "undecided"
    assert str(verdict).count("leaves to the implementation which numbers of a distribution are drawn") == 1


def test_bits_are_the_implementations_own() -> None:
    text = """func.func @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>) {
      %0:2 = "stablehlo.rng_bit_generator"(%a) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}
        : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
      return %0#0, %0#1 : tensor<2xui64>, tensor<3xui32>
    }"""
    admissible = interpreter.admissible(text, np.array([1, 2], np.uint64))
    assert admissible.open["unknown"] == 5
    assert admissible.contains(admissible.results)
    verdict = admissible.contains([admissible.results[0], np.zeros(3, np.uint32)])
    assert verdict.status == "undecided"
    assert str(verdict).splitlines()[-1].strip() == (
        "stablehlo.rng_bit_generator: the specification leaves the bits to the implementation, "
        "and to its variant of whichever algorithm"
    )


@pytest.mark.parametrize("bound", ["a", "b"])
def test_of_numbers_between_open_bounds_nothing_is_certain(bound: str) -> None:
    """Either bound is what the last of two updates leaves, so 0 or 5: the numbers may lie in [0, 9) or in [5, 9)."""
    given = {"a": "%one", "b": "%nine"} | {bound: "%open"}
    text = f"""func.func @main(%x: tensor<1xf32>, %u: tensor<2xf32>) -> tensor<3xf32> {{
      %i = stablehlo.constant dense<0> : tensor<2x1xi64>
      %s = stablehlo.constant dense<3> : tensor<1xi64>
      %one = stablehlo.constant dense<1.0> : tensor<f32>
      %nine = stablehlo.constant dense<9.0> : tensor<f32>
      %0 = "stablehlo.scatter"(%x, %i, %u) ({{
      ^bb0(%old: tensor<f32>, %new: tensor<f32>):
        stablehlo.return %new : tensor<f32>
      }}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
          scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}
        : (tensor<1xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<1xf32>
      %open = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
      %1 = stablehlo.rng {given["a"]}, {given["b"]}, %s, distribution = UNIFORM
        : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
      return %1 : tensor<3xf32>
    }}"""
    updates = np.array([4, 5], np.float32)
    found = interpreter.admissible(text, np.zeros(1, np.float32), updates)
    assert found.open["unknown"] == 3
    for value in (4.5, 8.5) if bound == "a" else (1.5, 4.5):
        assert found.contains([np.full(3, value, np.float32)]).status == "undecided"


@pytest.mark.parametrize("type", ["f16", "bf16", "f8E5M2", "f8E4M3FN", "f4E2M1FN", "f6E3M2FN", "f8E8M0FNU"])
def test_the_last_number_is_the_one_before_b(type: str) -> None:
    dtype = dtype_of(parse_element_type(type))
    with np.errstate(all="ignore"):  # NaN among them
        numbers = np.arange(2 ** (8 * dtype.itemsize), dtype=f"u{dtype.itemsize}").view(dtype).astype(np.float64)
    last = numbers[numbers < 4].max()
    found = interpreter.admissible(drawing(type), np.asarray(1).astype(dtype), np.asarray(4).astype(dtype)).of(0, 2)
    assert (found.kind, float(found.low), float(found.high)) == ("interval", 1, last)


@pytest.mark.parametrize("type", ["i2", "ui2", "i4", "ui4", "i8", "ui8", "i16", "i64", "ui64"])
def test_the_last_integer_is_the_one_before_b(type: str) -> None:
    element = parse_element_type(type)
    assert isinstance(element, IntegerType)
    a, b = element.minimum, element.maximum
    found = interpreter.admissible(drawing(type), *(np.asarray(x).astype(dtype_of(element)) for x in (a, b))).of(0, 2)
    assert (found.kind, int(found.low), int(found.high)) == ("interval", a, b - 1)
