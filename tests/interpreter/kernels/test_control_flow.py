"""Branches, loops, calls and custom calls, also inside of bodies that run on many elements at once."""

from __future__ import annotations

import numpy as np
import pytest

import interpreter
from hlogen.errors import CheckFailed
from interpreter.errors import UnsupportedOpError

COLLATZ = """
func.func private @next(%n: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %bit = stablehlo.and %n, %one : tensor<i32>
  %odd = stablehlo.compare EQ, %bit, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%odd) ({
    %triple = stablehlo.multiply %n, %three : tensor<i32>
    %more = stablehlo.add %triple, %one : tensor<i32>
    stablehlo.return %more : tensor<i32>
  }, {
    %half = stablehlo.divide %n, %two : tensor<i32>
    stablehlo.return %half : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @steps(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%value = %n, %count = %zero) : tensor<i32>, tensor<i32>
  cond {
    %going = stablehlo.compare NE, %value, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %going : tensor<i1>
  } do {
    %next = func.call @next(%value) : (tensor<i32>) -> tensor<i32>
    %more = stablehlo.add %count, %one : tensor<i32>
    stablehlo.return %next, %more : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}
"""


def collatz(n: int) -> int:
    count = 0
    while n != 1:
        n, count = (3 * n + 1 if n % 2 else n // 2), count + 1
    return count


def test_a_loop_with_calls_and_branches() -> None:
    run = interpreter.load(COLLATZ, entry="steps")
    for n in (1, 2, 7, 27):
        assert run(np.array(n, np.int32))[0] == collatz(n)


def test_the_same_on_every_element() -> None:
    text = (
        COLLATZ
        + """
    func.func @main(%x: tensor<5x8xi32>) -> tensor<5x8xi32> {
      %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
      ^bb0(%n: tensor<i32>):
        %steps = func.call @steps(%n) : (tensor<i32>) -> tensor<i32>
        stablehlo.return %steps : tensor<i32>
      }) : (tensor<5x8xi32>) -> tensor<5x8xi32>
      return %0 : tensor<5x8xi32>
    }"""
    )
    x = np.arange(1, 41, dtype=np.int32).reshape(5, 8)
    (result,) = interpreter.run(text, x)
    assert result.tolist() == [[collatz(int(n)) for n in row] for row in x]


CASE = """
func.func @main(%index: tensor<i32>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<i32>) {
  %0:2 = "stablehlo.case"(%index) ({
    %n = stablehlo.negate %x : tensor<2xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    stablehlo.return %n, %c : tensor<2xf32>, tensor<i32>
  }, {
    %n = stablehlo.add %x, %x : tensor<2xf32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %n, %c : tensor<2xf32>, tensor<i32>
  }, {
    %c = stablehlo.constant dense<2> : tensor<i32>
    stablehlo.return %x, %c : tensor<2xf32>, tensor<i32>
  }) : (tensor<i32>) -> (tensor<2xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<i32>
}"""


@pytest.mark.parametrize(("index", "branch"), [(0, 0), (1, 1), (2, 2), (3, 2), (-1, 2), (-(2**31), 2), (2**31 - 1, 2)])
def test_case_takes_the_last_branch_for_every_other_index(index: int, branch: int) -> None:
    x = np.float32([1.5, -2])
    value, number = interpreter.run(CASE, np.array(index, np.int32), x)
    assert number == branch
    np.testing.assert_array_equal(value, [-x, x + x, x][branch])


def test_a_loop_that_never_runs_and_one_without_state() -> None:
    text = """
    func.func @main(%x: tensor<3xi32>) -> tensor<3xi32> {
      %0 = stablehlo.while(%v = %x) : tensor<3xi32>
      cond {
        %no = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %no : tensor<i1>
      } do {
        %w = stablehlo.add %v, %v : tensor<3xi32>
        stablehlo.return %w : tensor<3xi32>
      }
      return %0 : tensor<3xi32>
    }"""
    x = np.array([1, 2, 3], np.int32)
    (result,) = interpreter.run(text, x)
    assert result.tolist() == [1, 2, 3]
    assert not np.shares_memory(result, x)


def test_values_pass_through_unchanged() -> None:
    text = """
    func.func @main(%x: tensor<2xi32>, %y: tensor<f32>) -> (tensor<2xi32>, tensor<f32>) {
      %0:2 = stablehlo.optimization_barrier %x, %y : tensor<2xi32>, tensor<f32>
      %1 = stablehlo.optimization_barrier %0#1 : tensor<f32>
      %2 = stablehlo.tuple %0#0, %1 : tuple<tensor<2xi32>, tensor<f32>>
      %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<2xi32>, tensor<f32>>) -> tensor<2xi32>
      %4 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<2xi32>, tensor<f32>>) -> tensor<f32>
      %5 = stablehlo.custom_call @Sharding(%3) : (tensor<2xi32>) -> tensor<2xi32>
      return %5, %4 : tensor<2xi32>, tensor<f32>
    }"""
    x, y = interpreter.run(text, np.array([3, 4], np.int32), np.array(1.5, np.float32))
    assert x.tolist() == [3, 4]
    assert y == 1.5


def test_a_composite_is_its_decomposition() -> None:
    text = """
    func.func private @twice.impl(%x: tensor<3xi32>) -> tensor<3xi32> {
      %0 = stablehlo.add %x, %x : tensor<3xi32>
      return %0 : tensor<3xi32>
    }
    func.func @main(%x: tensor<3xi32>) -> tensor<3xi32> {
      %0 = stablehlo.composite "my.twice" %x {decomposition = @twice.impl} : (tensor<3xi32>) -> tensor<3xi32>
      return %0 : tensor<3xi32>
    }"""
    (result,) = interpreter.run(text, np.array([1, 2, 3], np.int32))
    assert result.tolist() == [2, 4, 6]


def test_map_of_several_inputs_gives_another_type() -> None:
    text = """
    func.func @main(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xi1> {
      %0 = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0, 1>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      }) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
      return %0 : tensor<2x2xi1>
    }"""
    (result,) = interpreter.run(text, np.float32([[1, 2], [3, 4]]), np.float32([[2, 2], [2, 5]]))
    assert result.tolist() == [[True, False], [False, True]]


def test_a_shape_assertion_holds_or_tells_the_sizes() -> None:
    text = """
    func.func @main(%x: tensor<?xf32>) -> tensor<i32> {
      %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
      %least = stablehlo.constant dense<3> : tensor<i32>
      %holds = stablehlo.compare GE, %size, %least : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.custom_call @shape_assertion(%holds, %size, %least)
        {error_message = "size {0} isn't at least {1} {2}", has_side_effect = true}
        : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
      return %size : tensor<i32>
    }"""
    (size,) = interpreter.run(text, np.zeros(3, np.float32))
    assert size == 3
    with pytest.raises(CheckFailed, match=r"size 2 isn't at least 3 \{2\}"):
        interpreter.run(text, np.zeros(2, np.float32))


def test_an_unknown_custom_call_is_an_error_when_loading() -> None:
    text = """
    func.func @main(%x: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.custom_call @vendor.magic(%x) : (tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    }"""
    with pytest.raises(UnsupportedOpError, match=r"no meaning for the custom call @vendor\.magic; register one"):
        interpreter.load(text)
