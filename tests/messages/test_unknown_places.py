"""What is said of operations without a place, as programs have them that say ``loc(unknown)``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import hlogen as hl
import interpreter
from hlogen.export.onnx import to_onnx
from hlogen.ir import Module

UNIFORM = """
  %s = stablehlo.constant dense<2> : tensor<1xi64>
  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>"""
REFUSED: dict[str, tuple[str, Callable[[Module], object]]] = {
    "the interpreter doesn't know": (
        """func.func @main() {
  "foo.bar"() : () -> ()
  return
}""",
        interpreter.load,
    ),
    "calls itself": (
        """func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = call @main(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}""",
        hl.grad,
    ),
    "has no body": (
        """func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = call @declared(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @declared(tensor<f32>) -> tensor<f32>""",
        hl.grad,
    ),
    "reaches the results only through integers": (
        """func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.convert %a : (tensor<f32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<f32>
  return %1 : tensor<f32>
}""",
        lambda module: hl.grad(module, wrt=0),
    ),
    "has no derivative rule": (
        """func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @unheard_of(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}""",
        hl.grad,
    ),
    "its way back runs its regions again": (
        f"""func.func @main(%n: tensor<i32>, %a: tensor<f32>, %b: tensor<f32>) -> tensor<2xf32> {{
  %i = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %0:2 = stablehlo.while(%j = %i, %y = %x) : tensor<i32>, tensor<2xf32> cond {{
    %c = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{{UNIFORM}
    %k = stablehlo.add %j, %j : tensor<i32>
    %z = stablehlo.multiply %y, %r : tensor<2xf32>
    stablehlo.return %k, %z : tensor<i32>, tensor<2xf32>
  }}
  return %0#1 : tensor<2xf32>
}}""",
        lambda module: hl.vjp(module, wrt="a"),
    ),
    "its body should take tensors of rank 0": (
        """func.func @main(%a: tensor<3x2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.reduce"(%a, %b) ({
  ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
    %1 = stablehlo.add %x, %y : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) {dimensions = array<i64: 0>} : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}""",
        hl.vjp,
    ),
    "random numbers aren't drawn": (
        f"""func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> tensor<2xf32> {{{UNIFORM}
  return %r : tensor<2xf32>
}}""",
        lambda module: to_onnx(module, opset=22),
    ),
}


@pytest.mark.parametrize("said", REFUSED)
def test_no_place_is_called_none(said: str) -> None:
    text, refused = REFUSED[said]
    module = hl.parse(text)
    for operation in module.walk():
        operation.location = None
    with pytest.raises(hl.HlogenError, match=said) as caught:
        refused(module)
    assert "None" not in str(caught.value)
