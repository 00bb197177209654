"""run_parallel, probe and print inside of programs, as upstream's tests write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.ir import Operation

FEEDS = """
func.func @reads(%t: !stablehlo.token) -> (tensor<2xi32>, !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  return %0#0, %0#1 : tensor<2xi32>, !stablehlo.token
}
func.func @one() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<1> : tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @two() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<2> : tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @main() -> (tensor<2xi32>, tensor<2xi32>) {
  %t = stablehlo.after_all : !stablehlo.token
  %0:4 = "interpreter.run_parallel"(%t, %t) {infeed = [@two, @one], programs = [[@reads, @reads]]}
    : (!stablehlo.token, !stablehlo.token) -> (tensor<2xi32>, !stablehlo.token, tensor<2xi32>, !stablehlo.token)
  return %0#0, %0#2 : tensor<2xi32>, tensor<2xi32>
}"""


def test_an_infeed_of_functions() -> None:
    first, second = interpreter.run(FEEDS)
    assert (first.tolist(), second.tolist()) == ([2, 2], [1, 1])
    with pytest.raises(interpreter.ExecutionError, match=r"process \(0, 1\): the infeed is empty"):
        interpreter.run(FEEDS.replace("[@two, @one]", "[@two]"))


def test_a_grid_inside_of_a_process_of_a_grid() -> None:
    program = """
    func.func @id() -> tensor<ui32> {
      %0 = stablehlo.replica_id : tensor<ui32>
      return %0 : tensor<ui32>
    }
    func.func @main() -> (tensor<ui32>, tensor<ui32>, tensor<ui32>) {
      %0:2 = "interpreter.run_parallel"() {programs = [[@id], [@id]]} : () -> (tensor<ui32>, tensor<ui32>)
      %1 = stablehlo.replica_id : tensor<ui32>
      return %0#0, %0#1, %1 : tensor<ui32>, tensor<ui32>, tensor<ui32>
    }"""
    results = interpreter.run_parallel(program, [(), (), ()], 3)
    assert [tuple(map(int, result)) for result in results] == [(0, 1, 0), (0, 1, 1), (0, 1, 2)]


def test_whoever_looks_on_sees_what_a_grid_inside_does() -> None:
    """What it writes goes where the host reads what is written, and its operations are those of the run."""
    program = """
    func.func @writes() {
      %t = stablehlo.after_all : !stablehlo.token
      %id = stablehlo.replica_id : tensor<ui32>
      %0 = "stablehlo.outfeed"(%id, %t) : (tensor<ui32>, !stablehlo.token) -> !stablehlo.token
      return
    }
    func.func @main() {
      "interpreter.run_parallel"() {programs = [[@writes], [@writes]]} : () -> ()
      return
    }"""
    written, met = [], []

    class Met(interpreter.Listener):
        def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
            met.append(op.name)

    interpreter.run_parallel(
        program, [()], 1, outfeed=lambda id, values: written.append((id, *map(int, values))), listeners=[Met()]
    )
    assert sorted(written) == [((0, 0), 0), ((1, 0), 1)]
    assert met.count("stablehlo.outfeed") == met.count("stablehlo.replica_id") == 2


def test_each_process_draws_numbers_of_its_own() -> None:
    """A seed gives the same numbers again, but not to two processes, be the grid inside of the program or outside."""
    program = """
    func.func @draw() -> tensor<8xf32> {
      %0 = stablehlo.constant dense<0.0> : tensor<f32>
      %1 = stablehlo.constant dense<1.0> : tensor<f32>
      %2 = stablehlo.constant dense<8> : tensor<1xi64>
      %3 = stablehlo.rng %0, %1, %2, distribution = UNIFORM
        : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
      return %3 : tensor<8xf32>
    }
    func.func @main() -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
      %0:3 = "interpreter.run_parallel"() {programs = [[@draw, @draw, @draw]]}
        : () -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
      return %0#0, %0#1, %0#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
    }"""

    def outside(seed: int) -> list[list[float]]:
        drawn = interpreter.run_parallel(program, [()] * 3, 1, 3, entry="draw", seed=seed)
        return [result.tolist() for (result,) in drawn]

    def inside(seed: int) -> list[list[float]]:
        return [result.tolist() for result in interpreter.run(program, seed=seed)]

    for draw in (outside, inside):
        first, second, third = draw(1)
        assert first != second != third != first
        assert draw(1) == [first, second, third] != draw(7)


PROBE = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = interpreter.probe %x, probe_id = "a/b" : tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  %2 = interpreter.probe %1, probe_id = "a/b" : tensor<2xf32>
  check.expect_serialized_eq %0, probe_id = "a/b" : tensor<2xf32>
  check.expect_serialized_eq %1, probe_id = "a/b", iter = 1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}"""


def test_what_passed_a_probe_is_compared_with() -> None:
    for _ in range(2):  # each run begins anew
        (result,) = interpreter.run(PROBE, np.array([1, 2], np.float32))
        assert result.tolist() == [2, 4]
    with pytest.raises(interpreter.CheckFailed, match=r"probe 'a/b' ran 2 times, there is no iteration 2"):
        interpreter.run(PROBE.replace("iter = 1", "iter = 2"), np.zeros(2, np.float32))
    with pytest.raises(
        interpreter.CheckFailed, match=r"expect_serialized_eq: 1 of 2 elements differ\n  at \[1\]: actual 3"
    ):
        interpreter.run(PROBE.replace("iter = 1", "iter = 0"), np.array([0, 3], np.float32))


def test_what_passed_a_probe_in_a_process_is_known_outside_and_inside() -> None:
    program = """
    func.func @probed(%x: tensor<2xf32>) {
      %0 = interpreter.probe %x, probe_id = "own" : tensor<2xf32>
      check.expect_serialized_eq %x, probe_id = "all" : tensor<2xf32>
      return
    }
    func.func @main(%x: tensor<2xf32>) {
      %0 = interpreter.probe %x, probe_id = "all" : tensor<2xf32>
      "interpreter.run_parallel"(%x, %x) {programs = [[@probed, @probed]]} : (tensor<2xf32>, tensor<2xf32>) -> ()
      check.expect_serialized_eq %x, probe_id = "own", iter = 1 : tensor<2xf32>
      return
    }"""
    nothing_before = "".join(line for line in program.splitlines(keepends=True) if '"all"' not in line)
    for text in (program, nothing_before):
        interpreter.run(text, np.array([1, 2], np.float32))
    with pytest.raises(interpreter.CheckFailed, match=r"probe 'own' ran 2 times, there is no iteration 2"):
        interpreter.run(program.replace("iter = 1", "iter = 2"), np.zeros(2, np.float32))


def test_print(capsys: pytest.CaptureFixture[str]) -> None:
    program = """func.func @main(%x: tensor<2xi32>) {
      interpreter.print %x : tensor<2xi32>
      return
    }"""
    interpreter.run(program, np.array([1, -2], np.int32))
    assert capsys.readouterr().out == "%x = tensor<2xi32> [ 1, -2]\n"


def test_a_deadlock_in_a_grid_inside_of_a_program() -> None:
    program = """
    func.func @gathers(%x: tensor<1xi32>) -> tensor<2xi32> {
      %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<1xi32>) -> tensor<2xi32>
      return %0 : tensor<2xi32>
    }
    func.func @ends(%x: tensor<1xi32>) -> tensor<1xi32> {
      return %x : tensor<1xi32>
    }
    func.func @main(%x: tensor<1xi32>) -> (tensor<2xi32>, tensor<1xi32>) {
      %0:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@gathers], [@ends]]}
        : (tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<1xi32>)
      return %0#0, %0#1 : tensor<2xi32>, tensor<1xi32>
    }"""
    with pytest.raises(
        interpreter.ExecutionError, match=r"^deadlock: .*\n  process \(0, 0\) waits at stablehlo.all_gath"
    ):
        interpreter.run(program, np.zeros(1, np.int32))


def test_arguments_that_are_not_as_many_as_the_programs_take() -> None:
    """Upstream's verifier sees it in text; nobody does in a module that is changed later."""
    module = hl.parse(
        """
    func.func @negated(%x: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.negate %x : tensor<i32>
      return %0 : tensor<i32>
    }
    func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
      %0:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@negated, @negated]]}
        : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
      return %0#0, %0#1 : tensor<i32>, tensor<i32>
    }"""
    )
    (op,) = (op for op in module.walk() if op.name == "interpreter.run_parallel")
    op.operands = op.operands[:1]
    said = "^the programs take 2 arguments together, but there are 1 operands\n"
    with pytest.raises(interpreter.ExecutionError, match=said):
        interpreter.load(module)
