"""Corners of transfer functions: sizes that a run decides, nothing to combine, other types, ties, long programs."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from helpers.proved_facts import Proved

import hlogen as hl
import interpreter
from hlogen.analysis.facts import Facts
from hlogen.analysis.judge import judge
from hlogen.ir import Module, Operation, Value

CORNERS: dict[str, tuple[str, list[Any]]] = {
    # An update of a size that a run decides needn't cover an operand of another such size.
    "a window of unknown size": (
        """
func.func @main() -> tensor<?xi32> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %7 = stablehlo.constant dense<7> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %x = stablehlo.dynamic_broadcast_in_dim %0, %five, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %u = stablehlo.dynamic_broadcast_in_dim %7, %two, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %r = stablehlo.dynamic_update_slice %x, %u, %7 : (tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}""",
        [],
    ),
    # A window over padding alone adds the initial value to itself.
    "a window without elements": (
        """
func.func @main(%x: tensor<0xi32>) -> tensor<1xi32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %one) <{
    window_dimensions = array<i64: 3>, padding = dense<[[3, 0]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<0xi32>, tensor<i32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}""",
        [np.zeros(0, np.int32)],
    ),
    # The body works in another type: -1 is its largest integer.
    "a body without signs": (
        """
func.func @main(%x: tensor<4xi8>) -> tensor<ui32> {
  %m = stablehlo.constant dense<-1> : tensor<4xi8>
  %two = stablehlo.constant dense<2> : tensor<i8>
  %y = stablehlo.minimum %x, %m : tensor<4xi8>
  %r = "stablehlo.reduce"(%y, %two) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %s = stablehlo.maximum %a, %b : tensor<ui32>
    stablehlo.return %s : tensor<ui32>
  }) : (tensor<4xi8>, tensor<i8>) -> tensor<ui32>
  return %r : tensor<ui32>
}""",
        [np.array([-1, -2, -3, -4], np.int8)],
    ),
    # What comes out of the inner loop depends on where the outer one is.
    "a loop that starts where another one is": (
        """
func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %10 = stablehlo.constant dense<10> : tensor<i32>
  %r:2 = stablehlo.while(%i = %0, %s = %n) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %10 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%j = %i, %t = %s) : tensor<i32>, tensor<i32>
    cond {
      %p = stablehlo.compare LE, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j1 = stablehlo.add %j, %1 : tensor<i32>
      %t1 = stablehlo.multiply %i, %j1 : tensor<i32>
      stablehlo.return %j1, %t1 : tensor<i32>, tensor<i32>
    }
    %i1 = stablehlo.add %i, %1 : tensor<i32>
    stablehlo.return %i1, %q#1 : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}""",
        [np.array(-3, np.int32)],
    ),
    # Cropped by negative padding, what is left begins inside of the padding between elements.
    "padding that crops": (
        """
func.func @main(%x: tensor<3xi32>) -> (tensor<6xi32>, tensor<2xi32>) {
  %c = stablehlo.constant dense<5> : tensor<3xi32>
  %y = stablehlo.maximum %x, %c : tensor<3xi32>
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.pad %y, %0, low = [-1], high = [0], interior = [2] : (tensor<3xi32>, tensor<i32>) -> tensor<6xi32>
  %b = stablehlo.pad %y, %0, low = [-3], high = [2], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
  return %a, %b : tensor<6xi32>, tensor<2xi32>
}""",
        [np.array([9, 8, 7], np.int32)],
    ),
    # Fractions are discarded towards zero, remainders have the dividend's sign, a clamp's maximum wins.
    "signs": (
        """
func.func @main(%n: tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>, tensor<7xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<7xi32>
  %3 = stablehlo.constant dense<3> : tensor<7xi32>
  %m3 = stablehlo.constant dense<-3> : tensor<7xi32>
  %low = stablehlo.constant dense<9> : tensor<i32>
  %high = stablehlo.constant dense<-2> : tensor<i32>
  %x = stablehlo.subtract %i, %3 : tensor<7xi32>
  %clamped = stablehlo.clamp %low, %n, %high : (tensor<i32>, tensor<7xi32>, tensor<i32>) -> tensor<7xi32>
  %y = stablehlo.subtract %x, %clamped : tensor<7xi32>
  %q = stablehlo.divide %x, %m3 : tensor<7xi32>
  %r = stablehlo.remainder %x, %m3 : tensor<7xi32>
  return %q, %r, %y : tensor<7xi32>, tensor<7xi32>, tensor<7xi32>
}""",
        [np.arange(7, dtype=np.int32)],
    ),
    # A window over padding has fewer products; a product of the least and the greatest is among them.
    "sums of products": (
        """
func.func @main(%x: tensor<1x1x4xi16>) -> (tensor<1x1x6xi16>, tensor<4x4xi16>, tensor<4x4xi8>) {
  %low = stablehlo.constant dense<-3> : tensor<i16>
  %high = stablehlo.constant dense<5> : tensor<i16>
  %y = stablehlo.clamp %low, %x, %high : (tensor<i16>, tensor<1x1x4xi16>, tensor<i16>) -> tensor<1x1x4xi16>
  %k = stablehlo.constant dense<[[[2, -7, 1]]]> : tensor<1x1x3xi16>
  %a = stablehlo.convolution(%y, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[2, 2]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x1x4xi16>, tensor<1x1x3xi16>) -> tensor<1x1x6xi16>
  %r = stablehlo.reshape %y : (tensor<1x1x4xi16>) -> tensor<4x1xi16>
  %b = stablehlo.dot_general %r, %r, contracting_dims = [1] x [1]
    : (tensor<4x1xi16>, tensor<4x1xi16>) -> tensor<4x4xi16>
  %s = stablehlo.convert %r : (tensor<4x1xi16>) -> tensor<4x1xi8>
  %c = stablehlo.dot_general %s, %s, contracting_dims = [1] x [1] : (tensor<4x1xi8>, tensor<4x1xi8>) -> tensor<4x4xi8>
  return %a, %b, %c : tensor<1x1x6xi16>, tensor<4x4xi16>, tensor<4x4xi8>
}""",
        [np.array([[[-9, 5, 0, 7]]], np.int16)],
    ),
    # What a window doesn't choose, keeps the initial value.
    "a computation on each element, and on those that windows choose": (
        """
func.func @main(%x: tensor<6xi32>, %n: tensor<i32>) -> (tensor<6xi32>, tensor<6xi32>) {
  %low = stablehlo.constant dense<-3> : tensor<i32>
  %high = stablehlo.constant dense<5> : tensor<i32>
  %m = stablehlo.clamp %low, %n, %high : tensor<i32>
  %y = stablehlo.clamp %low, %x, %high : (tensor<i32>, tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
  %a = "stablehlo.map"(%y, %x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.multiply %p, %m : tensor<i32>
    %t = stablehlo.subtract %s, %p : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
  %source = stablehlo.slice %y [0:6:2] : (tensor<6xi32>) -> tensor<3xi32>
  %b = "stablehlo.select_and_scatter"(%x, %source, %high) <{
    window_dimensions = array<i64: 2>, window_strides = array<i64: 2>
  }> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.minimum %p, %q : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6xi32>, tensor<3xi32>, tensor<i32>) -> tensor<6xi32>
  return %a, %b : tensor<6xi32>, tensor<6xi32>
}""",
        [np.array([4, -9, 8, 0, -1, 2], np.int32), np.array(-3, np.int32)],
    ),
    "bits with and without a sign, and some elements": (
        """
func.func @main(%x: tensor<6xi8>) -> (tensor<6xui8>, tensor<6xui8>, tensor<2xi8>) {
  %0 = stablehlo.constant dense<0> : tensor<6xi8>
  %1 = stablehlo.constant dense<1> : tensor<1xi32>
  %2 = stablehlo.constant dense<2> : tensor<1xi32>
  %5 = stablehlo.constant dense<5> : tensor<1xi32>
  %a = stablehlo.bitcast_convert %x : (tensor<6xi8>) -> tensor<6xui8>
  %y = stablehlo.maximum %x, %0 : tensor<6xi8>
  %b = stablehlo.bitcast_convert %y : (tensor<6xi8>) -> tensor<6xui8>
  %c = stablehlo.real_dynamic_slice %y, %1, %5, %2
    : (tensor<6xi8>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi8>
  return %a, %b, %c : tensor<6xui8>, tensor<6xui8>, tensor<2xi8>
}""",
        [np.array([4, -9, 127, 0, -1, 2], np.int8)],
    ),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_facts_hold_in_corners(corner: str) -> None:
    text, arguments = CORNERS[corner]
    module = hl.parse(text)
    proved = Proved(module, np.random.default_rng(0))
    interpreter.load(module)(*arguments, listeners=[proved])
    assert proved.check()


@pytest.mark.parametrize(("body", "start"), [("add", 0), ("max", 0), ("min", 7), ("xor", 0), ("mul", 1)])
def test_facts_hold_in_windows_of_any_kind(body: str, start: int) -> None:
    """Where windows lie over holes, padding or nothing but these, or skip elements, or elements are cut off."""
    edges = [(0, 0), (3, 0), (0, 3), (-1, -1), (1, -2), (-2, 3)]

    @hl.function("4xi32", name="main")
    def main(x):
        given = hl.clamp(3, x, 5)
        for base, window, stride, size, padding in product((1, 2), (1, 2), (1, 2), (1, 2, 4), edges):
            hl.reduce_window(
                given,
                start,
                body,
                window_dimensions=[size],
                window_strides=[stride],
                base_dilations=[base],
                window_dilations=[window],
                padding=[padding],
            )
        return given

    proved = Proved(main.module, np.random.default_rng(0))
    run = interpreter.load(main.module)
    for elements in ([3, 3, 3, 3], [5, 5, 5, 5], [3, 4, 5, 3], [5, 4, 3, 5]):
        run(np.array(elements, np.int32), listeners=[proved])
    assert proved.check()


@pytest.mark.parametrize(("is_stable", "is_equal"), [(True, True), (False, False)])
def test_ties_of_an_unstable_sort_may_fall_differently(is_stable: bool, is_equal: bool) -> None:
    def main(x: Any) -> Any:
        keys = hl.broadcast_in_dim(hl.iota("6xi32") % 2, [4, 6], broadcast_dimensions=[1])
        values = hl.broadcast_in_dim(hl.iota("6xi32"), [4, 6], broadcast_dimensions=[1])
        return hl.sort([keys, values], lambda a, b, c, d: a < b, dimension=1, is_stable=is_stable)

    keys, values = (Facts().of(value) for value in returned(hl.function("i32", name="main")(main).module))
    assert keys.constant_along(0)  # which of two equal keys is first, nobody sees
    assert values.constant_along(0) is is_equal


def test_parts_are_found_along_thousands_of_operations() -> None:
    @hl.function("8x2xi32", "100x100xf32", name="main")
    def main(x: Any, table: Any) -> Any:
        for _ in range(3_000):
            x = hl.clamp(0, x, 99)
        return hl.gather(
            table,
            x,
            offset_dims=[1, 2],
            collapsed_slice_dims=[],
            start_index_map=[0, 1],
            index_vector_dim=1,
            slice_sizes=[1, 1],
        )

    (value,) = returned(main.module)
    assert isinstance(value.owner, Operation)
    assert judge(value.owner, Facts(main.module)).in_bounds.holds


def test_parts_of_what_a_function_passes_to_itself_are_unknown() -> None:
    module = hl.parse("""
func.func private @f(%x: tensor<8x2xi32>) -> tensor<8x2xi32> {
  %c = stablehlo.constant dense<1> : tensor<8x2xi32>
  %y = stablehlo.maximum %x, %c : tensor<8x2xi32>
  %z = func.call @f(%y) : (tensor<8x2xi32>) -> tensor<8x2xi32>
  return %z : tensor<8x2xi32>
}
func.func @main(%x: tensor<8x2xi32>) -> tensor<8x2xi32> {
  %z = func.call @f(%x) : (tensor<8x2xi32>) -> tensor<8x2xi32>
  return %z : tensor<8x2xi32>
}""")
    for operation in module.walk():
        if operation.name == "func.call":
            assert Facts(module).of(operation.result, {1: 0}).range == (-(1 << 31), (1 << 31) - 1, 1)


def returned(module: Module) -> tuple[Value, ...]:
    return module.function("main").body.operations[-1].operands
