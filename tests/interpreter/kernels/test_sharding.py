"""What a program says about sharding is nothing that is computed."""

from __future__ import annotations

import numpy as np

import hlogen as hl
import interpreter

PROGRAM = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %table: tensor<8xf32>)
    -> (tensor<4xi32>, tensor<4xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<4x1xi32>
  %2 = sdy.sharding_constraint %a <@mesh, [{}]> : tensor<4xi32>
  %3 = "stablehlo.gather"(%table, %1) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  } : (tensor<8xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return %2, %3 : tensor<4xi32>, tensor<4xf32>
}
"""
ARGUMENTS = np.array([3, 1, 4, 1], np.int32), np.arange(8, dtype=np.float32)


def test_a_run():
    given, gathered = interpreter.run(PROGRAM, *ARGUMENTS)
    np.testing.assert_array_equal(given, ARGUMENTS[0])
    np.testing.assert_array_equal(gathered, [0, 1, 2, 3])
    assert not np.shares_memory(given, ARGUMENTS[0])


def test_what_any_order_gives():
    assert (
        interpreter.admissible(PROGRAM, *ARGUMENTS).contains(interpreter.run(PROGRAM, *ARGUMENTS)).status
        == "admissible"
    )


def test_facts_go_through():
    (gather,) = hl.analyze(hl.parse(PROGRAM)).operations
    assert all(str(proof.verdict) == "Verdict.HOLDS" for proof in gather.proofs.values())
