"""Shapes that the program leaves open, and that don't agree when it runs."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.one_op import i64, program

import interpreter
from hlogen.errors import ExecutionError
from hlogen.ir import tensor


def floats(*shape: int) -> np.ndarray:
    return np.ones(shape, np.float32)


def test_equal_shapes_run() -> None:
    add = program("stablehlo.add", [tensor("?x3xf32"), tensor("2x?xf32")], [tensor("?x?xf32")])
    (result,) = interpreter.run(add, floats(2, 3), floats(2, 3))
    assert result.tolist() == [[2, 2, 2], [2, 2, 2]]


@pytest.mark.parametrize("other", [(1,), (2,)])
def test_operands_are_not_broadcast(other: tuple[int]) -> None:
    add = program("stablehlo.add", [tensor("?xf32"), tensor("?xf32")], [tensor("?xf32")])
    message = rf"the operands' shapes should be the same, but they are \[3\] and \[{other[0]}\]"
    with pytest.raises(ExecutionError, match=message):
        interpreter.run(add, floats(3), floats(*other))


def test_scalars_of_select_and_clamp_may_stand_beside_any_shape() -> None:
    select = program("stablehlo.select", [tensor("i1"), tensor("?xf32"), tensor("?xf32")], [tensor("?xf32")])
    (result,) = interpreter.run(select, np.array(True), floats(3), floats(3))
    assert result.tolist() == [1, 1, 1]


def test_a_result_that_is_not_of_its_type() -> None:
    absolute = program("stablehlo.abs", [tensor("?xf32")], [tensor("2xf32")])
    with pytest.raises(ExecutionError, match=r"the result has shape \[3\], which isn't of its type tensor<2xf32>"):
        interpreter.run(absolute, floats(3))


def test_shapes_that_cannot_be_joined() -> None:
    joined = program(
        "stablehlo.concatenate", [tensor("?x?xf32"), tensor("?x?xf32")], [tensor("?x?xf32")], {"dimension": i64(0)}
    )
    with pytest.raises(ExecutionError, match=r"the operands' shapes \[1, 2\] and \[1, 3\] don't fit together"):
        interpreter.run(joined, floats(1, 2), floats(1, 3))


def test_a_body_on_many_elements_at_once() -> None:
    text = """
    func.func @main(%x: tensor<4xf32>, %size: tensor<1xi32>) -> tensor<4xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a: tensor<f32>):
        %1 = stablehlo.dynamic_broadcast_in_dim %a, %size, dims = []
          : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
        %2 = stablehlo.add %1, %1 : tensor<?xf32>
        %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0]
          : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    (result,) = interpreter.run(text, np.float32([1, 2, 3, 4]), np.array([5], np.int32))
    assert result.tolist() == [10, 20, 30, 40]
