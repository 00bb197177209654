"""What blocks capture and define, seen through regions in regions."""

from __future__ import annotations

import hlogen as hl
from hlogen.program.structure import callee, captured, captured_by, defined, invariant

LOOP = """
func.func @main(%a: tensor<f32>, %b: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%x = %i, %y = %a, %z = %b) : tensor<i32>, tensor<f32>, tensor<f32>
  cond {
    %p = stablehlo.compare LT, %x, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %odd = stablehlo.compare EQ, %x, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %w = "stablehlo.if"(%odd) ({
      %s = stablehlo.add %b, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }, {
      stablehlo.return %a : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    %next = stablehlo.add %x, %one : tensor<i32>
    stablehlo.return %next, %w, %z : tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}
"""


def test_captured_are_values_from_outside_in_the_order_of_their_use() -> None:
    module = hl.parse(LOOP)
    a, b, n = module.function("main").arguments
    loop = next(operation for operation in module.walk() if operation.name == "stablehlo.while")
    one = module.function("main").body.operations[1].result
    assert captured(loop) == (n, one, b, a)
    cond, body = (region.block for region in loop.regions)
    assert captured_by(cond) == (n,)
    branch = next(operation for operation in body.walk() if operation.name == "stablehlo.if")
    assert captured(branch) == (b, body.arguments[1], a)
    assert captured(body.operations[0]) == ()


def test_defined_reaches_into_regions() -> None:
    module = hl.parse(LOOP)
    loop = next(operation for operation in module.walk() if operation.name == "stablehlo.while")
    body = loop.regions[1].block
    inner = {result for operation in body.walk() for result in operation.results}
    assert defined(body) == {*body.arguments, *inner}
    assert len(inner) == 4


def test_invariant_carries_are_returned_as_they_are() -> None:
    loop = next(operation for operation in hl.parse(LOOP).walk() if operation.name == "stablehlo.while")
    assert invariant(loop) == [False, False, True]


def test_callee_is_the_function_that_gets_the_operands() -> None:
    module = hl.parse("""
    func.func @main(%a: tensor<f32>) -> tensor<f32> {
      %0 = func.call @one(%a) : (tensor<f32>) -> tensor<f32>
      %1 = stablehlo.composite "x.two" %0 {decomposition = @one} : (tensor<f32>) -> tensor<f32>
      return %1 : tensor<f32>
    }
    func.func private @one(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
    """)
    assert [callee(op) for op in module.function("main").body.operations] == ["one", "one", None]
