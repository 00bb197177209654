"""CHLO's scan, ragged_dot, broadcasting operations and constants, against loops written from their descriptions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import interpreter
from hlogen.errors import ExecutionError

SCAN = """
func.func @main(%x: tensor<2x{n}xf32>, %init: tensor<2xi32>) -> (tensor<2x{n}xf32>, tensor<2xi32>) {{
  %0:2 = chlo.scan(%x) inits(%init) dimension=1 {reverse} {{
  ^bb0(%e: tensor<2xf32>, %count: tensor<2xi32>):
    %one = stablehlo.constant dense<1> : tensor<2xi32>
    %next = stablehlo.add %count, %one : tensor<2xi32>
    %factor = stablehlo.convert %count : (tensor<2xi32>) -> tensor<2xf32>
    %scaled = stablehlo.multiply %e, %factor : tensor<2xf32>
    stablehlo.return %scaled, %next : tensor<2xf32>, tensor<2xi32>
  }} : (tensor<2x{n}xf32>, tensor<2xi32>) -> (tensor<2x{n}xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x{n}xf32>, tensor<2xi32>
}}
"""


@pytest.mark.parametrize("is_reverse", [False, True])
@pytest.mark.parametrize("size", [3, 0])
def test_scan(size, is_reverse) -> None:
    reverse = "attributes {is_reverse = true}" if is_reverse else ""
    x, init = np.arange(2 * size, dtype=np.float32).reshape(2, size) + 1, np.array([0, 10], np.int32)
    outputs, carry = interpreter.run(SCAN.format(n=size, reverse=reverse), x, init)
    expected, count = np.zeros_like(x), init.copy()
    for place in reversed(range(size)) if is_reverse else range(size):
        expected[:, place] = x[:, place] * count
        count += 1
    assert outputs.tolist() == expected.tolist()
    assert carry.tolist() == count.tolist()


def test_a_scan_of_more_outputs_than_carries() -> None:
    """Sums so far, and what they are of, of integers; the last carry is the sum of all."""
    x = np.array([3, -1, 4, 1, 5], np.int32)
    program = """func.func @main(%x: tensor<5xi32>, %init: tensor<i32>) -> (tensor<5xi32>, tensor<5xi32>, tensor<i32>) {
  %0:3 = chlo.scan(%x) inits(%init) dimension=0 {
  ^bb0(%e: tensor<i32>, %sum: tensor<i32>):
    %next = stablehlo.add %e, %sum : tensor<i32>
    %twice = stablehlo.add %e, %e : tensor<i32>
    stablehlo.return %sum, %twice, %next : tensor<i32>, tensor<i32>, tensor<i32>
  } : (tensor<5xi32>, tensor<i32>) -> (tensor<5xi32>, tensor<5xi32>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<5xi32>, tensor<5xi32>, tensor<i32>
}"""
    before, twice, total = interpreter.run(program, x, np.int32(10))
    assert before.tolist() == [10, 13, 12, 16, 17]
    assert (twice.tolist(), int(total)) == ((2 * x).tolist(), 22)


def ragged_dot(numbers: str, types: str, *arguments: np.ndarray[Any, Any]) -> Any:
    operands, result = types.split(" -> ")
    lhs, rhs, sizes = operands.split(", ")
    program = f"""
func.func @main(%l: {lhs}, %r: {rhs}, %g: {sizes}) -> {result} {{
  %0 = "chlo.ragged_dot"(%l, %r, %g) {{
    ragged_dot_dimension_numbers = #chlo.ragged_dot<{numbers}>,
    precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]
  }} : ({operands}) -> {result}
  return %0 : {result}
}}
"""
    return interpreter.run(program, *arguments)[0]


FREE = """lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2],
    rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]"""
CONTRACTING = """lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1],
    rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []"""
BATCHING = """lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2],
    rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []"""


def whole(*shape: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(len(shape)).integers(-3, 4, shape).astype(np.float32)


@pytest.mark.parametrize("sizes", [(2, 0, 3), (1, 1, 1), (5, 0, 0), (0, 0, 0), (4, 4, 4)])
def test_ragged_dot_with_a_free_dimension(sizes) -> None:
    lhs, rhs = whole(2, 5, 3), whole(3, 2, 3, 4)
    types = "tensor<2x5x3xf32>, tensor<3x2x3x4xf32>, tensor<3xi32> -> tensor<2x5x4xf32>"
    result = ragged_dot(FREE, types, lhs, rhs, np.array(sizes, np.int32))
    group_of = [group for group, size in enumerate(sizes) for _ in range(size)]
    for batch, row in np.ndindex(2, 5):
        expected = lhs[batch, row] @ rhs[group_of[row], batch] if row < len(group_of) else np.zeros(4)
        assert result[batch, row].tolist() == expected.tolist()


@pytest.mark.parametrize("sizes", [(2, 0, 3), (1, 1, 1)])
def test_ragged_dot_with_a_contracting_dimension(sizes) -> None:
    lhs, rhs = whole(2, 5), whole(5, 4)
    types = "tensor<2x5xf32>, tensor<5x4xf32>, tensor<3xi64> -> tensor<3x2x4xf32>"
    result = ragged_dot(CONTRACTING, types, lhs, rhs, np.array(sizes))
    start = 0
    for group, size in enumerate(sizes):
        assert result[group].tolist() == (lhs[:, start : start + size] @ rhs[start : start + size]).tolist()
        start += size


@pytest.mark.parametrize("sizes", [[5, -5, 11], [-1, 0, 0]])
def test_no_group_has_less_than_no_elements(sizes) -> None:
    with pytest.raises(ExecutionError, match="a group can't have less than 0 elements"):
        ragged_dot(
            FREE,
            "tensor<2x5x3xf32>, tensor<3x2x3x4xf32>, tensor<3xi64> -> tensor<2x5x4xf32>",
            whole(2, 5, 3),
            whole(3, 2, 3, 4),
            np.array(sizes),
        )


def test_ragged_dot_with_a_batching_dimension() -> None:
    lhs, rhs = whole(4, 2, 3), whole(4, 3, 2)
    types = "tensor<4x2x3xf32>, tensor<4x3x2xf32>, tensor<2xi64> -> tensor<4x2x2xf32>"
    assert ragged_dot(BATCHING, types, lhs, rhs, np.array([1, 3])).tolist() == (lhs @ rhs).tolist()


def test_broadcasting() -> None:
    program = """
func.func @main(%x: tensor<3x1xf32>, %y: tensor<2xf32>, %z: tensor<3xf32>, %p: tensor<i1>)
    -> (tensor<3x2xf32>, tensor<3x2xi1>, tensor<3x2xf32>, tensor<3x1xf32>, tensor<3x2xf32>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<3x1xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %1 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>}
    : (tensor<3x1xf32>, tensor<2xf32>) -> tensor<3x2xi1>
  %2 = chlo.broadcast_subtract %0, %z {broadcast_dimensions = array<i64: 0>}
    : (tensor<3x2xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  %3 = "chlo.constant_like"(%x) {value = 2.5 : f32} : (tensor<3x1xf32>) -> tensor<3x1xf32>
  %4 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<3x1xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  return %0, %1, %2, %3, %4 : tensor<3x2xf32>, tensor<3x2xi1>, tensor<3x2xf32>, tensor<3x1xf32>, tensor<3x2xf32>
}
"""
    x, y, z = whole(3, 1), whole(2), whole(3)
    results = interpreter.run(program, x, y, z, True)
    expected = [x + y, x < y, x + y - z[:, None], np.full((3, 1), 2.5), np.broadcast_to(x, (3, 2))]
    assert [result.tolist() for result in results] == [value.tolist() for value in expected]


def test_shapes_that_do_not_broadcast() -> None:
    program = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
    assert interpreter.run(program, whole(3), whole(1))[0].shape == (3,)
    with pytest.raises(ExecutionError, match=r"shapes \[3\] and \[2\] don't broadcast"):
        interpreter.run(program, whole(3), whole(2))


def test_operands_of_other_ranks_meet_lane_by_lane() -> None:
    """The sanitizer looks at all lanes at once: 2 lanes of a number beside the 3 elements that all lanes have."""
    program = """
func.func @main(%x: tensor<2xi8>, %y: tensor<3xi8>) -> tensor<2xi8> {
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<i8>):
    %1 = chlo.broadcast_add %y, %a : (tensor<3xi8>, tensor<i8>) -> tensor<3xi8>
    %2 = stablehlo.slice %1 [0:1] : (tensor<3xi8>) -> tensor<1xi8>
    %3 = stablehlo.reshape %2 : (tensor<1xi8>) -> tensor<i8>
    stablehlo.return %3 : tensor<i8>
  }) {dimensions = array<i64: 0>} : (tensor<2xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}
"""
    with pytest.warns(interpreter.SanitizerWarning, match="1 of 6 elements\n    127 \\+ 1") as told:
        interpreter.run(program, np.array([0, 1], np.int8), np.array([5, 127, 9], np.int8), sanitize=True)
    assert len(told) == 1


def test_broadcast_dimensions_are_one_for_each_dimension() -> None:
    program = """
func.func @main(%x: tensor<2x1x4xf32>, %y: tensor<2x4xf32>) -> tensor<2x1x4xf32> {
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0>}
    : (tensor<2x1x4xf32>, tensor<2x4xf32>) -> tensor<2x1x4xf32>
  return %0 : tensor<2x1x4xf32>
}
"""
    with pytest.raises(ExecutionError, match="should say, in order, which of 3 dimensions each of the 2 dimensions"):
        interpreter.load(program)


@pytest.mark.parametrize("dimensions", ["2", "0, 1", "1, 0"])
def test_broadcast_dimensions_that_say_nothing(dimensions: str) -> None:
    program = f"""
func.func @main(%x: tensor<1x4xf32>, %y: tensor<4xf32>) -> tensor<1x4xf32> {{
  %0 = chlo.broadcast_add %x, %y {{broadcast_dimensions = array<i64: {dimensions}>}}
    : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}}
"""
    with pytest.raises(ExecutionError, match="should say, in order, which of 2 dimensions each of the 1 dimensions"):
        interpreter.load(program)


@pytest.mark.parametrize(("written", "value"), [("true", True), ("false", False)])
def test_constants_like_booleans(written: str, value: bool) -> None:
    program = f"""func.func @main(%x: tensor<2xi1>) -> tensor<2xi1> {{
  %0 = "chlo.constant_like"(%x) {{value = {written}}} : (tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}}"""
    assert interpreter.run(program, [True, False])[0].tolist() == [value, value]
