"""What a program says about sharding is nothing that is computed."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.ir import OpaqueAttr
from hlogen.spec.constraint import Truth

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
    assert all(proof.verdict is Truth.HOLDS for proof in gather.proofs.values())


MANUAL = """
sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func @main(%a: tensor<4x6xi32>) -> (tensor<4x6xi32>, tensor<6xi32>, tensor<4x2xi32>) {
  %0:3 = sdy.manual_computation(%a)
      in_shardings=[<@mesh, [{"x"}, {"y"}]>]
      out_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y", "x"}]>, <@mesh, [{"x"}, {?}]>]
      manual_axes={"x", "y"} (%b: tensor<2x2xi32>) {
    %1 = stablehlo.partition_id : tensor<ui32>
    %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.negate %b : tensor<2x2xi32>
    %5 = "stablehlo.all_reduce"(%b) ({
    ^bb0(%l: tensor<i32>, %r: tensor<i32>):
      %s = stablehlo.add %l, %r : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids,
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x2xi32>) -> tensor<2x2xi32>
    sdy.return %4, %3, %5 : tensor<2x2xi32>, tensor<1xi32>, tensor<2x2xi32>
  } : (tensor<4x6xi32>) -> (tensor<4x6xi32>, tensor<6xi32>, tensor<4x2xi32>)
  return %0#0, %0#1, %0#2 : tensor<4x6xi32>, tensor<6xi32>, tensor<4x2xi32>
}
"""


def test_a_manual_computation_on_the_parts_of_devices():
    """Device 3 * x + y has rows [2x, 2x + 2) and columns [2y, 2y + 2)."""
    a = np.arange(24, dtype=np.int32).reshape(4, 6)
    for negated, ids, sums in interpreter.run_parallel(MANUAL, [(a,)] * 6, 1, 6):
        np.testing.assert_array_equal(negated, -a)
        np.testing.assert_array_equal(ids, [0, 3, 1, 4, 2, 5])
        np.testing.assert_array_equal(sums, a.reshape(4, 3, 2).sum(1))


def test_axes_that_are_not_manual_split_nothing():
    """The others are whoever partitions the program's; here nobody does, and the parts are whole along them."""
    program = """
    sdy.mesh @mesh = <["x"=2, "y"=3]>
    func.func @main(%a: tensor<4x6xi32>) -> tensor<4xi32> {
      %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}]>]
          manual_axes={"x"} (%b: tensor<2x6xi32>) {
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %1 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [1]
          : (tensor<2x6xi32>, tensor<i32>) -> tensor<2xi32>
        sdy.return %1 : tensor<2xi32>
      } : (tensor<4x6xi32>) -> tensor<4xi32>
      return %0 : tensor<4xi32>
    }"""
    a = np.arange(24, dtype=np.int32).reshape(4, 6)
    for (sums,) in interpreter.run_parallel(program, [(a,)] * 6, 1, 6):
        np.testing.assert_array_equal(sums, a.sum(1))


def test_a_mesh_needs_as_many_processes_as_devices():
    a = np.zeros((4, 6), np.int32)
    for count, call in (
        ("1 replica x 1 partition has 1 process", lambda: interpreter.run(MANUAL, a)),
        ("2 replicas x 2 partitions has 4 processes", lambda: interpreter.run_parallel(MANUAL, [(a,)] * 4, 2, 2)),
    ):
        with pytest.raises(interpreter.ExecutionError) as caught:
            call()
        assert str(caught.value).removeprefix("process (0, 0): ").splitlines()[0] == (
            f"the mesh has 6 devices, but the grid of {count}; use interpreter.run_parallel with one process for each "
            "device (hlogen parallel --partitions 6)"
        )


BEFORE_SHARDY = """
func.func @main(%a: tensor<4x4xi32>) -> (tensor<4x4xi32>, tensor<4x2xi32>) {
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[2,2]<=[4]}"}
    : (tensor<4x4xi32>) -> tensor<4x4xi32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"}
    : (tensor<4x4xi32>) -> tensor<2x2xi32>
  %2 = stablehlo.negate %1 : tensor<2x2xi32>
  %3 = "stablehlo.all_reduce"(%1) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2,2]<=[4]}"}
    : (tensor<2x2xi32>) -> tensor<4x4xi32>
  %5 = stablehlo.custom_call @SPMDShardToFullShape(%3)
    {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<2x2xi32>) -> tensor<4x2xi32>
  return %4, %5 : tensor<4x4xi32>, tensor<4x2xi32>
}
"""


def test_shard_map_as_it_was_before_shardy():
    a = np.arange(16, dtype=np.int32).reshape(4, 4)
    for negated, sums in interpreter.run_parallel(BEFORE_SHARDY, [(a,)] * 4, 1, 4):
        np.testing.assert_array_equal(negated, -a)
        np.testing.assert_array_equal(sums, a.reshape(4, 2, 2).sum(1))
    for count, call in (
        ("1 process", lambda: interpreter.run(BEFORE_SHARDY, a)),
        ("2 processes", lambda: interpreter.run_parallel(BEFORE_SHARDY, [(a,)] * 2, 1, 2)),
    ):
        with pytest.raises(interpreter.ExecutionError) as caught:
            call()
        assert str(caught.value).removeprefix("process (0, 0): ").splitlines()[0] == (
            "the sharding {devices=[2,2]<=[4]} is for 4 devices and 2 dimensions, but the grid has "
            f"{count} and the value 2 dimensions; use interpreter.run_parallel with one process for each device "
            "(hlogen parallel --partitions 4)"
        )
    with pytest.raises(
        interpreter.ExecutionError, match=r"gives the shape \[2, 2\], but the result has type tensor<4x1xi32>"
    ):
        interpreter.run_parallel(BEFORE_SHARDY.replace("2x2xi32", "4x1xi32"), [(a,)] * 4, 1, 4)


NESTED = """
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8xi32>) -> tensor<4xi32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>]
      manual_axes={"a"} (%y: tensor<4xi32>) {
    %1 = sdy.manual_computation(%y) in_shardings=[<@mesh, [{"b"}]>] out_shardings=[<@mesh, [{}]>]
        manual_axes={"b"} (%z: tensor<2xi32>) {
      %2 = "stablehlo.all_reduce"(%z) ({
      ^bb0(%l: tensor<i32>, %r: tensor<i32>):
        %s = stablehlo.add %l, %r : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids,
          channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xi32>) -> tensor<2xi32>
      sdy.return %2 : tensor<2xi32>
    } : (tensor<4xi32>) -> tensor<2xi32>
    sdy.return %1 : tensor<2xi32>
  } : (tensor<8xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
"""


def test_a_manual_computation_inside_of_another():
    """Each half of the devices has a half of x: its two parts are added up within that half."""
    x = np.arange(8, dtype=np.int32)
    for (result,) in interpreter.run_parallel(NESTED, [(x,)] * 4, 1, 4):
        np.testing.assert_array_equal(result, [0 + 2, 1 + 3, 4 + 6, 5 + 7])


def test_a_sharding_that_leaves_axes_to_the_partitioner_is_refused():
    text = "{devices=[2,1,2]<=[4] last_tile_dims={manual}}"
    with pytest.raises(interpreter.ExecutionError, match="leaves axes to the partitioner, which is only run as Shardy"):
        interpreter.run_parallel(
            BEFORE_SHARDY.replace("{devices=[2,1,2]<=[4] last_tile_dim_replicate}", text),
            [(np.zeros((4, 4), np.int32),)] * 4,
            1,
            4,
        )


@pytest.mark.parametrize(
    "sharding",
    [
        ' {mhlo.sharding = "{devices=[2,2]<=[4]}"}\n    : (tensor<4x4xi32>)',  # of what is split
        ' {mhlo.sharding = "{devices=[2,2]<=[4]}"}\n    : (tensor<2x2xi32>)',  # of what is put together
    ],
)
def test_a_value_that_nothing_says_the_sharding_of(sharding):
    assert sharding in BEFORE_SHARDY
    text = BEFORE_SHARDY.replace(sharding, sharding.replace(' {mhlo.sharding = "{devices=[2,2]<=[4]}"}', ""))
    with pytest.raises(interpreter.ExecutionError, match=r"no mhlo\.sharding says how the value is split"):
        interpreter.run_parallel(text, [(np.zeros((4, 4), np.int32),)] * 4, 1, 4)


def test_a_body_that_takes_and_gives_nothing_runs_and_shardings_are_as_many_as_values() -> None:
    program = """func.func @main() {
      sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
        %x = stablehlo.constant dense<1.0> : tensor<4xf32>
        "check.expect_eq_const"(%x) {value = dense<2.0> : tensor<4xf32>} : (tensor<4xf32>) -> ()
        sdy.return
      } : () -> ()
      return
    }"""
    with pytest.raises(interpreter.CheckFailed, match=r"check.expect_eq: 4 of 4 elements differ"):
        interpreter.run(program)
    module = hl.parse(
        """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = sdy.manual_computation(%x) in_shardings=[<mesh<["a"=2]>, [{"a"}]>] out_shardings=[<mesh<["a"=2]>, [{"a"}]>]
        manual_axes={"a"} (%y: tensor<2xf32>) {
        sdy.return %y : tensor<2xf32>
      } : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    )
    (op,) = (op for op in module.walk() if op.name == "sdy.manual_computation")
    op.attributes = {**op.attributes, "out_shardings": OpaqueAttr("#sdy.sharding_per_value<[]>")}
    said = "^in_shardings and out_shardings say how 1 values are split, but there are 1 operands and 1 results\n"
    with pytest.raises(interpreter.ExecutionError, match=said):
        interpreter.load(module)
