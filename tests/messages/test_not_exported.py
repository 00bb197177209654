"""All that stands in the way of writing a program as a model is said at once, each thing with its places."""

from __future__ import annotations

import pytest

import hlogen as hl
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.ir import Region, SymbolRef

PROGRAM = """
func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = func.call @other(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1:2 = "stablehlo.custom_call"(%0) {call_target_name = "a"}
    : (tensor<4xf32>) -> (tensor<4xf32>, tensor<?xcomplex<f32>>)
  %2 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    %3 = "stablehlo.custom_call"(%0) {call_target_name = "b"} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %4 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %0 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %other = "stablehlo.custom_call"(%0) {call_target_name = "c"} : (tensor<4xf32>) -> tensor<*xf32>
  %5 = "stablehlo.custom_call"(%0) {call_target_name = "b"} : (tensor<4xf32>) -> tensor<4xf32>
  %6 = "stablehlo.custom_call"(%0) {call_target_name = "b"} : (tensor<4xf32>) -> tensor<4xf32>
  %7 = "stablehlo.custom_call"(%0) {call_target_name = "b"} : (tensor<4xf32>) -> tensor<4xf32>
  %8 = "stablehlo.custom_call"(%0) {call_target_name = "b"} : (tensor<4xf32>) -> tensor<4xf32>
  %9 = "stablehlo.custom_call"(%0) {call_target_name = "b"} : (tensor<4xf32>) -> tensor<4xf32>
  %10 = "stablehlo.custom_call"(%0) {call_target_name = "b"} : (tensor<4xf32>) -> tensor<4xf32>
  return %2, %4 : tensor<4xf32>, tensor<4xf32>
}
func.func private @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}"""
SAID = """\
@main can't be written as an ONNX model of opset 21:
  the body of stablehlo.if doesn't end with a return (at f.mlir:6:8)
  tensor<?xcomplex<f32>> has sizes that only the run knows, which complex and quantized tensors can't have (at \
f.mlir:4:10)
  the custom call @a: nothing is known of what it does (at f.mlir:4:10)
  the custom call @b: nothing is known of what it does (at f.mlir:9:10, f.mlir:18:8, f.mlir:19:8, f.mlir:20:8, \
f.mlir:21:8 and 2 more)
  stablehlo.if has a region that isn't one block (at f.mlir:12:8)
  a value of type tensor<*xf32>: only ranked tensors are written (at f.mlir:17:12)
  the custom call @c: nothing is known of what it does (at f.mlir:17:12)
  @gone is called and isn't in the program (at f.mlir:3:8)
  fix: make it static for the shapes at hand: hl.transform.refine(program, shapes)"""


def test_all_that_stands_in_the_way() -> None:
    module = hl.parse(PROGRAM, name="f.mlir")
    call, _, first, second, *_ = module.function("main").body.operations
    call.attributes = {"callee": SymbolRef(("gone",))}
    first.regions[1].block.operations.pop()
    second.regions = (second.regions[0], Region([second.regions[1].block] * 2))
    with pytest.raises(ExportError) as caught:
        to_onnx(module, opset=21)
    assert str(caught.value) == SAID
