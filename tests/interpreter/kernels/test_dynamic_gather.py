"""dynamic_gather against the slow model, and slice sizes that only the run knows."""

import numpy as np
import pytest
from helpers.cases import all_same, expected
from helpers.drawing import cases
from hypothesis import given, settings
from model.gather import ModelError

import interpreter
from interpreter.kernels.index_space import PlanCache

PROGRAM = """func.func @main(%o: tensor<4x5xi32>, %i: tensor<2x2xi64>, %s: tensor<2xi32>) -> tensor<?x?x?xi32> {
  %0 = "stablehlo.dynamic_gather"(%o, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2],
    start_index_map = [0, 1], index_vector_dim = 1>}
    : (tensor<4x5xi32>, tensor<2x2xi64>, tensor<2xi32>) -> tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
}
"""
OPERAND = np.arange(20, dtype=np.int32).reshape(4, 5)
STARTS = np.array([[1, 1], [9, 9]])


@settings(max_examples=150, deadline=None)
@given(case=cases("dynamic_gather"))
def test_equals_the_slow_model(case):
    try:
        wanted = expected(case)
    except ModelError:
        with pytest.raises(interpreter.ExecutionError, match="slice size 0"):
            interpreter.run(case.module, *case.args)
    else:
        assert all_same(interpreter.run(case.module, *case.args), wanted)


def test_one_program_takes_different_sizes():
    run = interpreter.load(PROGRAM)
    (result,) = run(OPERAND, STARTS, np.array([1, 2], np.int32))
    assert result.tolist() == [[[6, 7]], [[18, 19]]]
    (result,) = run(OPERAND, STARTS, np.array([2, 1], np.int32))
    assert result.tolist() == [[[6], [11]], [[14], [19]]]


def test_plans_are_kept_for_so_many_shapes():
    made = []

    def make(key):
        made.append(key)
        return key

    plans = PlanCache(make, limit=2)
    assert [plans(key) for key in (1, 2, 1, 2, 3, 3, 1)] == [1, 2, 1, 2, 3, 3, 1]
    assert made == [1, 2, 3, 1]
    assert len(plans.made) == 2


@pytest.mark.parametrize("sizes", [(5, 1), (1, -1), (2**31 - 1, 0)])
def test_sizes_that_do_not_fit_are_named(sizes):
    with pytest.raises(
        interpreter.ExecutionError, match=r"slice_sizes\[[01]\] = -?\d+ isn't in 0 \.\. [45].*\n.*where"
    ):
        interpreter.run(PROGRAM, OPERAND, STARTS, np.array(sizes, np.int32))


def test_sizes_that_contradict_the_result_type_are_named():
    text = PROGRAM.replace("tensor<?x?x?xi32>", "tensor<2x1x2xi32>")
    with pytest.raises(
        interpreter.ExecutionError, match=r"the result has shape \(2, 2, 1\).*tensor<2x1x2xi32> \(C22\)"
    ):
        interpreter.run(text, OPERAND, STARTS, np.array([2, 1], np.int32))
