"""Update computations with control flow, calls and more: vectorised over lanes, each lane as if it ran alone."""

import numpy as np
import pytest

import interpreter

N = 400
INDICES = np.random.default_rng(5).integers(-1, 41, (N, 1))
UPDATES = np.random.default_rng(6).integers(-20, 20, N, np.int32)
OPERAND = np.random.default_rng(7).integers(-20, 20, 40, np.int32)


def program(body, functions="", outside="", more=""):
    return f"""
func.func @main(%input: tensor<40xi32>, %i: tensor<{N}x1xi64>, %u: tensor<{N}xi32>{more}) -> tensor<40xi32> {{
  {outside}
  %0 = "stablehlo.scatter"(%input, %i, %u) ({{
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    {body}
    stablehlo.return %r : tensor<i32>
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
    index_vector_dim = 1>}} : (tensor<40xi32>, tensor<{N}x1xi64>, tensor<{N}xi32>) -> tensor<40xi32>
  return %0 : tensor<40xi32>
}}
{functions}
"""


def one_by_one(function):
    result = OPERAND.tolist()
    for (i,), update in zip(INDICES.tolist(), UPDATES.tolist(), strict=True):
        if 0 <= i < 40:
            value = function(result[i], update)
            result[i] = (value + 2**31) % 2**32 - 2**31
    return result


IF = """%zero = stablehlo.constant dense<0> : tensor<i32>
    %p = stablehlo.compare LT, %new, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = "stablehlo.if"(%p) ({
      %a = stablehlo.subtract %old, %new : tensor<i32>
      stablehlo.return %a : tensor<i32>
    }, {
      %b = stablehlo.add %old, %old : tensor<i32>
      stablehlo.return %b : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>"""
CASE = """%r = "stablehlo.case"(%new) ({
      stablehlo.return %old : tensor<i32>
    }, {
      %a = stablehlo.negate %old : tensor<i32>
      stablehlo.return %a : tensor<i32>
    }, {
      stablehlo.return %new : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>"""
WHILE = """%one = stablehlo.constant dense<1> : tensor<i32>
    %r, %n = stablehlo.while(%x = %old, %k = %new) : tensor<i32>, tensor<i32>
    cond {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %p = stablehlo.compare GT, %k, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %y = stablehlo.add %x, %new : tensor<i32>
      %l = stablehlo.subtract %k, %one : tensor<i32>
      stablehlo.return %y, %l : tensor<i32>, tensor<i32>
    }"""
CALL = "%r = func.call @f(%old, %new) : (tensor<i32>, tensor<i32>) -> tensor<i32>"
COMPOSITE = """%r = stablehlo.composite "test.f" %old, %new {decomposition = @f}
      : (tensor<i32>, tensor<i32>) -> tensor<i32>"""
CALLED = """func.func private @f(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.multiply %a, %b : tensor<i32>
  %1 = stablehlo.subtract %0, %a : tensor<i32>
  return %1 : tensor<i32>
}"""
SMALL_TENSORS = """%a = stablehlo.reshape %old : (tensor<i32>) -> tensor<1xi32>
    %b = stablehlo.reshape %new : (tensor<i32>) -> tensor<1xi32>
    %c = stablehlo.constant dense<[1, -3]> : tensor<2xi32>
    %ab = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %d = stablehlo.multiply %ab, %c : tensor<2xi32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<2xi32>, tensor<i32>) -> tensor<i32>"""
SEVERAL_RESULTS = """%a = stablehlo.reshape %old : (tensor<i32>) -> tensor<1xi32>
    %b = stablehlo.reshape %new : (tensor<i32>) -> tensor<1xi32>
    %ab = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %c = stablehlo.constant dense<[1, -3]> : tensor<2xi32>
    %s:2 = "stablehlo.sort"(%ab, %c) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>, %k: tensor<i32>, %l: tensor<i32>):
      %p = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) {dimension = 0 : i64, is_stable = true} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    %weights = stablehlo.constant dense<[5, 7]> : tensor<2xi32>
    %e = stablehlo.multiply %s#0, %c : tensor<2xi32>
    %f = stablehlo.multiply %s#1, %weights : tensor<2xi32>
    %d = stablehlo.add %e, %f : tensor<2xi32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<2xi32>, tensor<i32>) -> tensor<i32>"""
CONSTANT = "%r = stablehlo.constant dense<7> : tensor<i32>"


def _while(old, new):
    return old + new * max(new, 0)


@pytest.mark.parametrize(
    ("body", "functions", "function"),
    [
        (IF, "", lambda old, new: old - new if new < 0 else 2 * old),
        (CASE, "", lambda old, new: old if new == 0 else -old if new == 1 else new),
        (WHILE, "", _while),
        (CALL, CALLED, lambda old, new: old * new - old),
        (COMPOSITE, CALLED, lambda old, new: old * new - old),
        (SMALL_TENSORS, "", lambda old, new: old - 3 * new),
        (SEVERAL_RESULTS, "", lambda old, new: old - 3 * new - 16 if old <= new else new - 3 * old - 8),
        (CONSTANT, "", lambda old, new: 7),
    ],
    ids=["if", "case", "while", "call", "composite", "small tensors", "several results", "constant"],
)
def test_bodies_with_more_than_arithmetic(body, functions, function):
    (result,) = interpreter.run(program(body, functions), OPERAND, INDICES, UPDATES)
    assert result.tolist() == one_by_one(function)


@pytest.mark.parametrize("flag", [False, True])
def test_a_branch_that_all_lanes_take(flag):
    body = """%r = "stablehlo.if"(%flag) ({
      %a = stablehlo.multiply %old, %scale : tensor<i32>
      stablehlo.return %a : tensor<i32>
    }, {
      stablehlo.return %new : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>"""
    text = program(
        body,
        more=", %flag: tensor<i1>, %base: tensor<i32>",
        outside="%scale = stablehlo.add %base, %base : tensor<i32>",
    )
    (result,) = interpreter.run(text, OPERAND, INDICES, UPDATES, flag, 3)
    assert result.tolist() == one_by_one(lambda old, new: old * 6 if flag else new)


def test_a_table_from_outside_is_looked_up_lane_by_lane():
    body = """%v = stablehlo.dynamic_slice %table, %new, sizes = [1] : (tensor<5xi32>, tensor<i32>) -> tensor<1xi32>
    %s = stablehlo.reshape %v : (tensor<1xi32>) -> tensor<i32>
    %r = stablehlo.add %old, %s : tensor<i32>"""
    table = np.array([3, 1, 4, 1, 5], np.int32)
    text = program(body, more=", %table: tensor<5xi32>")
    (result,) = interpreter.run(text, OPERAND, INDICES, UPDATES, table)
    assert result.tolist() == one_by_one(lambda old, new: old + int(table[min(max(new, 0), 4)]))


@pytest.mark.parametrize("size", [1, 3, N])
def test_scalars_of_lanes_meet_a_table_from_outside(size):
    """The operands of select and clamp may differ in rank: scalars that differ by lane, a table that doesn't."""
    body = f"""%zero = stablehlo.constant dense<0> : tensor<i32>
    %p = stablehlo.compare LT, %new, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %a = stablehlo.select %p, %table, %other : tensor<i1>, tensor<{size}xi32>
    %b = stablehlo.clamp %old, %a, %new : (tensor<i32>, tensor<{size}xi32>, tensor<i32>) -> tensor<{size}xi32>
    %c = stablehlo.select %p, %b, %table : tensor<i1>, tensor<{size}xi32>
    %r = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<{size}xi32>, tensor<i32>) -> tensor<i32>"""
    rng = np.random.default_rng(8)
    table, other = (rng.integers(-30, 30, size, np.int32) for _ in range(2))
    text = program(body, more=f", %table: tensor<{size}xi32>, %other: tensor<{size}xi32>")
    (result,) = interpreter.run(text, OPERAND, INDICES, UPDATES, table, other)

    def function(old, new):
        return int(np.minimum(np.maximum(table, old), new).sum() if new < 0 else table.sum())

    assert result.tolist() == one_by_one(function)


def test_a_region_inside_that_takes_values_from_both_outsides():
    body = """%z = stablehlo.constant dense<0> : tensor<i32>
    %b = stablehlo.broadcast_in_dim %new, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %r = "stablehlo.reduce"(%b, %z) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %1 = stablehlo.add %x, %y : tensor<i32>
      %2 = stablehlo.add %1, %old : tensor<i32>
      %3 = stablehlo.add %2, %k : tensor<i32>
      stablehlo.return %3 : tensor<i32>
    }) {dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<i32>) -> tensor<i32>"""
    (result,) = interpreter.run(program(body, more=", %k: tensor<i32>"), OPERAND, INDICES, UPDATES, 5)
    applied = one_by_one(lambda old, new: 2 * (new + old + 5))
    assert result.tolist() == applied


def test_listeners_see_the_lanes():
    class Shapes(list):
        def on_op(self, op, operands, results):
            self.append((op.name, [x.shape for x in results]))

    seen = Shapes()
    interpreter.run(program(IF), OPERAND, INDICES, UPDATES, listeners=[seen])
    lanes = {shape for name, shapes in seen if name == "stablehlo.compare" for shape in shapes}
    assert max(lanes)[0] > 30  # nearly all targets at once
    assert seen[-1] == ("stablehlo.scatter", [(40,)])


CHECKED = """func.func @main(%x: tensor<5xi64>, %top: tensor<1xi64>) -> tensor<5xi1> {
  %low = stablehlo.constant dense<0> : tensor<1xi64>
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i64>):
    %i = stablehlo.reshape %a : (tensor<i64>) -> tensor<1x1xi64>
    %p = stablehlo.composite "hlogen.in_bounds" %i, %low, %top {composite_attributes = {
      index_vector_dim = 1 : i64, op = "gather"}, decomposition = @all} : (tensor<1x1xi64>, tensor<1xi64>,
      tensor<1xi64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xi64>) -> tensor<5xi1>
  return %0 : tensor<5xi1>
}
func.func private @all(%i: tensor<1x1xi64>, %low: tensor<1xi64>, %top: tensor<1xi64>) -> tensor<i1> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  return %p : tensor<i1>
}"""


@pytest.mark.parametrize("lane", [0, 1, 4, None])
@pytest.mark.parametrize("wrong", [-1, 9])
def test_what_is_checked_before_a_call_is_checked_in_every_lane(lane, wrong):
    x = np.array([0, 8, 3, 2, 1])
    if lane is None:
        assert interpreter.run(CHECKED, x, [8])[0].all()
        return
    x[lane] = wrong
    with pytest.raises(interpreter.ExecutionError) as caught:
        interpreter.run(CHECKED, x, [8])
    assert str(caught.value).splitlines()[:2] == [
        "gather out of bounds: 1 of 1 index vectors point outside",
        f"  index vector [{wrong}] at [0]: it may be from 0 to 8",
    ]
