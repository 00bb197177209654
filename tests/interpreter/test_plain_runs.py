"""Runs of which nothing is asked do without most of what is around others, and end as they do."""

import numpy as np
import pytest

import interpreter
from hlogen.errors import ExecutionError, UsageError
from interpreter.execution.context import running

ADD = """func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.divide %x, %y : tensor<3xf32>
  return %0 : tensor<3xf32>
}"""
DRAWN = """func.func @main() -> tensor<4xf32> {
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM
    : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
LOST = """func.func @main(%x: tensor<2xf32>, %at: tensor<1xi32>) -> tensor<f32> {
  %0 = "stablehlo.gather"(%x, %at) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0]>, slice_sizes = array<i64: 0>} : (tensor<2xf32>, tensor<1xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}"""


def test_warnings_are_off_and_results_are_the_caller_s_own():
    program = interpreter.load(ADD)
    x, y = np.ones(3, np.float32), np.array([0, 1, 2], np.float32)
    with np.errstate(divide="raise"):
        for _ in range(4):
            (found,) = program(x, y)
            assert found.tolist() == [np.inf, 1, 0.5]
            found[:] = 7
        assert np.geterr()["divide"] == "raise"
    assert x.tolist() == [1, 1, 1]


def test_wrong_arguments_are_said_in_every_run():
    program = interpreter.load(ADD)
    x = np.ones(3, np.float32)
    for _ in range(3):
        outer = running.asked
        with pytest.raises(UsageError, match=r"takes 2 arguments, got 1"):
            program(x)
        with pytest.raises(UsageError, match=r"argument 1 \(y\): expected tensor<3xf32>, got float64 array"):
            program(x, np.ones(3))
        assert running.asked is outer
        program(x, x)


def test_what_a_run_meets_is_said_in_every_run():
    program = interpreter.load(LOST)
    x = np.ones(2, np.float32)
    for _ in range(3):
        assert program(x, np.array([0], np.int32))[0] == 1
        with pytest.raises(ExecutionError, match="collapsed dimension 0 has slice size 0"):
            program(x, np.array([5], np.int32))


def test_every_run_draws_the_same():
    program = interpreter.load(DRAWN)
    first, *others = [program()[0].tolist() for _ in range(4)]
    assert all(other == first for other in others)
    assert program(seed=1)[0].tolist() != first
    assert program()[0].tolist() == first


def test_what_is_asked_for_is_heeded_behind_plain_runs():
    program = interpreter.load(ADD)
    x = np.ones(3, np.float32)
    for _ in range(3):
        program(x, x)
    with pytest.raises(ExecutionError, match="may take no more"):
        program(x, x, max_steps=0)
    with pytest.raises(ExecutionError):
        program(x, x, max_memory=1)
    with pytest.raises(UsageError, match="seed"):
        program(x, x, seed=False)
