"""Runs that nobody looks at: from the second on they are shorter, and give the same bits."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from helpers.stored import real_inputs

import interpreter
from hlogen.mlir.reader import read

REAL = sorted((Path(__file__).parents[3] / "golden" / "real").glob("*.mlir"))


def steps_of(executable):
    """The operations that the shorter form of the entry function still runs."""
    return [entry[5].op.name.removeprefix("stablehlo.") for entry in executable.plan.code.instructions]


def run_thrice(program, *args):
    """The results of the first run; those of the second and third have the same bits, and a listener sees no less."""
    executable = interpreter.load(program)
    first, second, third = (executable(*args) for _ in range(3))
    looked_at = executable(*args, max_steps=1_000_000)
    for other in (second, third, looked_at):
        assert [x.tobytes() for x in other] == [x.tobytes() for x in first]
        assert [(x.shape, x.dtype) for x in other] == [(x.shape, x.dtype) for x in first]
    return executable, first


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_programs_from_jax(path):
    run_thrice(read(path), *real_inputs(path))


def test_what_depends_on_constants_alone_is_computed_once():
    executable, (result,) = run_thrice(
        """
        func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
          %c = stablehlo.constant dense<3> : tensor<i32>
          %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
          %1 = stablehlo.iota dim = 0 : tensor<4xi32>
          %2 = stablehlo.multiply %0, %1 : tensor<4xi32>
          %3 = stablehlo.add %x, %2 : tensor<4xi32>
          return %3 : tensor<4xi32>
        }
        """,
        np.arange(4, dtype=np.int32),
    )
    assert result.tolist() == [0, 4, 8, 12]
    assert steps_of(executable) == ["add"]


def test_constants_given_as_results_belong_to_the_caller():
    executable, _ = run_thrice(
        """
        func.func @main() -> (tensor<3xi32>, tensor<3xi32>) {
          %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
          %0 = stablehlo.add %c, %c : tensor<3xi32>
          return %0, %c : tensor<3xi32>, tensor<3xi32>
        }
        """
    )
    for result in executable():
        result[...] = 0
    assert [x.tolist() for x in executable()] == [[2, 4, 6], [1, 2, 3]]


def test_more_than_a_megabyte_is_not_kept():
    executable, (result,) = run_thrice(
        """
        func.func @main() -> tensor<1000000xi32> {
          %0 = stablehlo.iota dim = 0 : tensor<1000000xi32>
          %1 = stablehlo.add %0, %0 : tensor<1000000xi32>
          return %1 : tensor<1000000xi32>
        }
        """
    )
    assert result[-1] == 1999998
    assert steps_of(executable) == ["add"]


def test_small_functions_stand_where_they_are_called():
    executable, (result,) = run_thrice(
        """
        func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
          %0:2 = call @both(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
          %1 = call @both_once(%0#1) : (tensor<2xi32>) -> tensor<2xi32>
          %2 = stablehlo.subtract %1, %0#0 : tensor<2xi32>
          return %2 : tensor<2xi32>
        }
        func.func private @both(%a: tensor<2xi32>, %b: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
          %0 = stablehlo.add %a, %b : tensor<2xi32>
          return %a, %0 : tensor<2xi32>, tensor<2xi32>
        }
        func.func private @both_once(%a: tensor<2xi32>) -> tensor<2xi32> {
          %c = stablehlo.constant dense<10> : tensor<2xi32>
          %0:2 = call @both(%a, %c) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
          return %0#1 : tensor<2xi32>
        }
        """,
        np.array([1, 2], np.int32),
    )
    assert result.tolist() == [11, 12]
    assert steps_of(executable) == ["add", "add", "subtract"]


def test_errors_in_such_functions_name_their_place():
    program = """
func.func @main(%x: tensor<2xi32>, %i: tensor<2xi32>) -> tensor<?xi32> {
  %0 = call @reshaped(%x, %i) : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func private @reshaped(%x: tensor<2xi32>, %i: tensor<2xi32>) -> tensor<?xi32> {
  %0 = stablehlo.slice %i [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_reshape %x, %0 : (tensor<2xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}
"""
    executable = interpreter.load(program)
    x = np.array([1, 2], np.int32)
    for _ in range(3):
        assert executable(x, np.array([2, 0], np.int32))[0].tolist() == [1, 2]
        with pytest.raises(interpreter.ExecutionError, match=r"where: stablehlo.dynamic_reshape at -:8:8"):
            executable(x, np.array([3, 0], np.int32))


LARGE = "tensor<20000xf32>"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("%1 = stablehlo.add %0, %x : T\n %2 = stablehlo.multiply %1, %1 : T", id="dying operands"),
        pytest.param("%1 = stablehlo.add %0, %x : T\n %2 = stablehlo.add %1, %0 : T", id="an operand needed later"),
        pytest.param(
            """%1 = stablehlo.reshape %0 : (T) -> tensor<200x100xf32>
            %3 = stablehlo.add %0, %x : T
            %4 = stablehlo.reshape %1 : (tensor<200x100xf32>) -> T
            %2 = stablehlo.subtract %3, %4 : T""",
            id="views of an operand",
        ),
        pytest.param("%3 = stablehlo.add %x, %x : T\n %2 = stablehlo.add %3, %x : T", id="arguments"),
        pytest.param(
            """%5 = stablehlo.constant dense<0> : tensor<i32>
            %1 = stablehlo.add %0, %x : T
            %3:2 = stablehlo.while(%i = %5, %s = %0) : tensor<i32>, T cond {
              %n = stablehlo.constant dense<3> : tensor<i32>
              %7 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
              stablehlo.return %7 : tensor<i1>
            } do {
              %one = stablehlo.constant dense<1> : tensor<i32>
              %7 = stablehlo.add %i, %one : tensor<i32>
              %8 = stablehlo.add %s, %1 : T
              %9 = stablehlo.negate %8 : T
              stablehlo.return %7, %9 : tensor<i32>, T
            }
            %2 = stablehlo.add %3#1, %1 : T""",
            id="captured by a loop",
        ),
    ],
)
def test_memory_that_is_used_again(body):
    body = body.replace("T", LARGE).replace(f"L{LARGE}", "LT")
    program = (
        f"func.func @main(%x: {LARGE}) -> ({LARGE}, {LARGE}) {{\n %0 = stablehlo.multiply %x, %x : {LARGE}\n {body}\n"
    )
    program += f" return %2, %2 : {LARGE}, {LARGE}\n}}\n"
    x = np.random.default_rng(0).standard_normal(20000).astype(np.float32)
    before = x.copy()
    _, (first, second) = run_thrice(program, x)
    assert np.array_equal(x, before)
    assert not np.shares_memory(first, second)


@pytest.mark.parametrize(
    ("op", "steps"),
    [
        ("%2 = stablehlo.add %0, %y : T", ["add"]),
        ("%2 = stablehlo.add %0, %0 : T", ["broadcast_in_dim", "add"]),
        ("%2 = stablehlo.add %0, %1 : T", ["broadcast_in_dim", "add"]),
        ("%2 = stablehlo.negate %0 : T", ["broadcast_in_dim", "negate"]),
        ("%2 = stablehlo.select %p, %0, %1 : tensor<i1>, T", ["broadcast_in_dim", "select"]),
        ("%3 = stablehlo.transpose %0, dims = [0, 1] : (T) -> T\n %2 = stablehlo.add %3, %1 : T", None),
    ],
)
def test_what_elementwise_functions_repeat_themselves(op, steps):
    program = f"""
    func.func @main(%a: tensor<300x1xf32>, %b: tensor<1x400xf32>, %y: T, %p: tensor<i1>) -> T {{
      %9 = stablehlo.negate %a : tensor<300x1xf32>
      %0 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<300x1xf32>) -> T
      %1 = stablehlo.broadcast_in_dim %b, dims = [0, 1] : (tensor<1x400xf32>) -> T
      {op}
      return %2 : T
    }}""".replace("T", "tensor<300x400xf32>").replace("1xf32tensor", "T")
    rng = np.random.default_rng(0)
    a, b, y = (rng.standard_normal(shape).astype(np.float32) for shape in ((300, 1), (1, 400), (300, 400)))
    executable, _ = run_thrice(program, a, b, y, np.True_)
    if steps is not None:
        ran = steps_of(executable)
        assert [name for name in ran if name != "negate" or "negate" in op][-len(steps) :] == steps


def test_a_long_chain_holds_few_values():
    kind = "tensor<1000000xf32>"
    adds = "\n".join(f"%{i} = stablehlo.add %{i - 1}, %x : {kind}" for i in range(1, 50))
    program = (
        f"func.func @main(%x: {kind}) -> {kind} {{\n%0 = stablehlo.negate %x : {kind}\n{adds}\nreturn %49 : {kind}\n}}"
    )
    executable = interpreter.load(program)
    x = np.ones(1_000_000, np.float32)
    for _ in range(3):
        tracemalloc.start()
        try:
            executable(x)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 2.5 * x.nbytes


@pytest.mark.parametrize("op", ["power", "atan2"])
@pytest.mark.parametrize("first", ["2048x1", "1x2048"])
def test_what_is_computed_in_parts_is_so_where_an_operand_is_spread(op, first):
    kind = "tensor<2048x2048xf32>"
    program = f"""func.func @main(%a: tensor<{first}xf32>, %y: {kind}) -> {kind} {{
      %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<{first}xf32>) -> {kind}
      %1 = stablehlo.{op} %0, %y : {kind}
      return %1 : {kind}
    }}"""
    executable = interpreter.load(program)
    rng = np.random.default_rng(0)
    a, y = (rng.random([int(n) for n in dims.split("x")]).astype(np.float32) for dims in (first, "2048x2048"))
    found = set()
    for _ in range(3):
        tracemalloc.start()
        try:
            (result,) = executable(a, y)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        found.add(result.tobytes())
        assert peak < 1.1 * y.nbytes
    assert len(found) == 1
