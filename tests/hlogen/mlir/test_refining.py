"""Refining: upstream's passes fold constants, which may end the process that they run in."""

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.mlir.errors import BindingsError

PROGRAM = """func.func @main(%a: tensor<?xf32>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %0 = stablehlo.OP %seven, %n : tensor<i32>
  return %0 : tensor<i32>
}"""


@pytest.mark.parametrize(("op", "result"), [("divide", 2), ("remainder", 1)])
def test_what_ends_upstreams_passes_is_an_error(op: str, result: int) -> None:
    program = hl.parse(PROGRAM.replace("OP", op))
    assert f"dense<{result}>" in str(hl.transform.refine(program, [[3]]))
    try:
        said = str(hl.transform.refine(program, [[0]]))  # a release of upstream's may learn to
    except BindingsError as error:
        said = str(error)
    assert "return" in said or "upstream's passes, in a worker process: upstream crashed on it (signal SIG" in said
    assert f"dense<{result}>" in str(hl.transform.refine(program, [[3]]))


LOOPS = """func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  %1 = stablehlo.while(%k = %one) : tensor<i32>
  cond {
    %p = stablehlo.compare LE, %k, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %0, %1 : tensor<i32>, tensor<i32>
}"""


@pytest.mark.parametrize(("sizes", "loops"), [((0, 3), 1), ((2, 0), 1)])
def test_loops_that_never_run_are_left_out_and_no_others(sizes: tuple[int, int], loops: int) -> None:
    refined = hl.transform.refine(hl.parse(LOOPS), [[size] for size in sizes]).module
    kept = [op for op in refined.walk() if op.name == "stablehlo.while"]
    assert len(kept) == loops
    arguments = [np.zeros(size, np.float32) for size in sizes]
    assert [*map(int, interpreter.run(refined, *arguments))] == [sizes[0], sizes[1] + 1]
