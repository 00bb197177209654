"""Communication, where an evaluation over all orders is of one process."""

from __future__ import annotations

import numpy as np
import pytest

import interpreter
from hlogen.errors import ExecutionError

TEXT = """func.func @main(%a: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.all_reduce"(%0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}"""
VALUES = np.array([1e8, 1, -1e8, 1], np.float32)


def test_alone_a_process_gets_its_own_value() -> None:
    admissible = interpreter.admissible(TEXT, VALUES)
    assert admissible.open["unknown"] == 0
    assert admissible.contains([np.float32(0), np.float32(0)])
    assert admissible.of(1).values.tolist() == admissible.of(0).values.tolist()


def test_groups_with_others_are_refused() -> None:
    text = TEXT.replace("dense<[[0]]> : tensor<1x1xi64>", "dense<[[0, 1]]> : tensor<1x2xi64>")
    with pytest.raises(ExecutionError, match=r"run it with interpreter\.run_parallel"):
        interpreter.admissible(text, VALUES)
