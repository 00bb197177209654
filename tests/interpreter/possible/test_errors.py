"""Errors whose result is the implementation's: anything may come of them, and of nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import interpreter

BINARY = """func.func @main(%x: tensor<4xi8>, %y: tensor<4xi8>) -> tensor<4xi8> {{
  %0 = stablehlo.{} %x, %y : tensor<4xi8>
  return %0 : tensor<4xi8>
}}"""
CONVERT = """func.func @main(%x: tensor<6xf32>) -> tensor<6xui8> {
  %0 = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xui8>
  return %0 : tensor<6xui8>
}"""


def open_places(text: str, *args: np.ndarray[Any, Any]) -> list[int]:
    admissible = interpreter.admissible(text, *args)
    return [at for at in range(args[0].size) if admissible.of(0, at).kind == "unknown"]


@pytest.mark.parametrize("op", ["divide", "remainder"])
def test_division_by_zero_and_of_the_lowest_by_minus_1(op: str) -> None:
    x, y = np.array([7, -128, -128, -127], np.int8), np.array([0, -1, 1, -1], np.int8)
    assert open_places(BINARY.format(op), x, y) == [0, 1]
    text = BINARY.format(op).replace("i8", "ui8")
    assert open_places(text, np.array([0, 1, 2, 3], np.uint8), np.array([255, 0, 2, 3], np.uint8)) == [1]


def test_by_a_constant_that_always_works_nothing_is_open() -> None:
    text = BINARY.format("divide").replace(
        "  %0 = stablehlo.divide %x, %y",
        "  %c = stablehlo.constant dense<[2, 3, 4, 5]> : tensor<4xi8>\n  %0 = stablehlo.divide %x, %c",
    )
    x = np.array([7, -128, -128, -127], np.int8)
    assert open_places(text, x, x) == []


def test_floats_beyond_an_integer_type() -> None:
    x = np.array([-0.5, 255.9, 256, -1, np.nan, np.inf], np.float32)
    assert open_places(CONVERT, x) == [2, 3, 4, 5]
