"""Branches that an open predicate chooses between."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter

PROGRAM = """func.func @main(%x: tensor<1xi1>, %u: tensor<2xi1>, %a: tensor<?xf32>, %b: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<i32>) {
  %i = stablehlo.constant dense<0> : tensor<2x1xi64>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%old: tensor<i1>, %new: tensor<i1>):
    stablehlo.return %new : tensor<i1>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<1xi1>, tensor<2x1xi64>, tensor<2xi1>) -> tensor<1xi1>
  %open = stablehlo.reshape %0 : (tensor<1xi1>) -> tensor<i1>
  %1:2 = "stablehlo.if"(%open) ({
    stablehlo.return %a, %three : tensor<?xf32>, tensor<i32>
  }, {
    stablehlo.return %b, %three : tensor<?xf32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<?xf32>, tensor<i32>)
  return %1#0, %1#1 : tensor<?xf32>, tensor<i32>
}"""
UPDATES = ([True, False], [False, True])  # the last of them chooses, and any may be the last


def outcomes(updates: list[bool], a: list[float], b: list[float]) -> Any:
    values = [np.array(value, np.float32) for value in (a, b)]
    return interpreter.admissible(PROGRAM, np.zeros(1, np.bool_), np.array(updates), *values)


@pytest.mark.parametrize("updates", UPDATES)
def test_elements_are_those_of_either_branch(updates: list[bool]) -> None:
    found = outcomes(updates, [1, 2], [1, 5])
    assert found.open == {"set": 1, "interval": 0, "sampled": 0, "unknown": 0}
    assert sorted(found.of(0, 1).values.tolist()) == [2, 5]
    assert found.of(0, 0).values.tolist() == [1]


@pytest.mark.parametrize("updates", UPDATES)
@pytest.mark.parametrize("values", [([1, 2], [1, 2, 3]), ([1, 2], [1]), ([], [1])])
def test_of_branches_that_differ_in_shape_nothing_is_known(updates: list[bool], values: Any) -> None:
    found = outcomes(updates, *values)
    taken = values[0 if updates[-1] else 1]
    assert found.results[0].tolist() == taken
    assert found.open == {"set": 0, "interval": 0, "sampled": 0, "unknown": len(taken)}
    assert found.of(1).kind == "single"


@pytest.mark.parametrize(("updates", "stops"), [([7, 1], False), ([1, 7], True)])
def test_a_check_of_what_is_open_stops_where_a_run_stops(updates: list[int], stops: bool) -> None:
    """By the index that the order of indices gives, 1 or 7."""

    @hl.function("3xf32", "2xi32", name="main")
    def main(x: Any, u: Any) -> Any:
        at = hl.scatter(
            hl.constant([0], "i32"), hl.constant([[0], [0]], "i32"), u, "set", update_window_dims=[],
            inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
        )  # fmt: skip
        return hl.take(x, at, mode="error")[0]

    args = np.array([1, 2, 3], np.float32), np.array(updates, np.int32)
    if not stops:
        assert interpreter.admissible(main, *args).results == interpreter.run(main, *args)
        return
    with pytest.raises(hl.ExecutionError) as ran:
        interpreter.run(main, *args)
    with pytest.raises(hl.ExecutionError) as judged:
        interpreter.admissible(main, *args)
    assert "index vector [7]" in str(ran.value)
    assert str(judged.value) == str(ran.value)
