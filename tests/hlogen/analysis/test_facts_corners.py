"""Corners of transfer functions: sizes that a run decides, nothing to combine, other types, ties, long programs."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from helpers.one_op import ints
from helpers.proved_facts import Proved, broken

import hlogen as hl
import interpreter
from hlogen.analysis.facts import Facts
from hlogen.analysis.judge import judge
from hlogen.analysis.known import Known
from hlogen.ir import Block, Module, Operation, Region, Value, tensor

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
    # What has no elements says nothing of others, and others say nothing of how many elements it has.
    "tensors that turn out to be empty": (
        """
func.func @main(%n: tensor<i32>, %b: tensor<i1>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x3xi32>,
    tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) {
  %e = stablehlo.constant dense<> : tensor<0xi32>
  %c = stablehlo.constant dense<[5, 7]> : tensor<2xi32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %d = stablehlo.convert %e : (tensor<0xi32>) -> tensor<?xi32>
  %p = stablehlo.convert %d : (tensor<?xi32>) -> tensor<?xi1>
  %sum = stablehlo.reduce(%d init: %seven) applies stablehlo.add across dimensions = [0]
    : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  %least = stablehlo.reduce(%d init: %seven) applies stablehlo.minimum across dimensions = [0]
    : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  %dot = stablehlo.dot_general %d, %d, contracting_dims = [0] x [0] : (tensor<?xi32>, tensor<?xi32>) -> tensor<i32>
  %rows = stablehlo.reshape %e : (tensor<0xi32>) -> tensor<0x2xi32>
  %some = stablehlo.convert %rows : (tensor<0x2xi32>) -> tensor<?x2xi32>
  %m = stablehlo.constant dense<3> : tensor<2x3xi32>
  %dots = stablehlo.dot_general %some, %m, contracting_dims = [1] x [0]
    : (tensor<?x2xi32>, tensor<2x3xi32>) -> tensor<?x3xi32>
  %minus = stablehlo.negate %d : tensor<?xi32>
  %chosen = stablehlo.select %p, %minus, %d : tensor<?xi1>, tensor<?xi32>
  %joined = stablehlo.concatenate %d, %c, dim = 0 : (tensor<?xi32>, tensor<2xi32>) -> tensor<?xi32>
  %either = "stablehlo.if"(%b) ({
    stablehlo.return %d : tensor<?xi32>
  }, {
    %two = stablehlo.convert %c : (tensor<2xi32>) -> tensor<?xi32>
    stablehlo.return %two : tensor<?xi32>
  }) : (tensor<i1>) -> tensor<?xi32>
  %other = "stablehlo.if"(%b) ({
    %two = stablehlo.convert %c : (tensor<2xi32>) -> tensor<?xi32>
    stablehlo.return %two : tensor<?xi32>
  }, {
    stablehlo.return %d : tensor<?xi32>
  }) : (tensor<i1>) -> tensor<?xi32>
  %mapped = "stablehlo.map"(%d) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>):
    %q = "stablehlo.case"(%x) ({
      stablehlo.return %x : tensor<i32>
    }, {
      %y = stablehlo.negate %x : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %q : tensor<i32>
  }) : (tensor<?xi32>) -> tensor<?xi32>
  %size = stablehlo.get_dimension_size %either, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  return %sum, %least, %dot, %dots, %chosen, %joined, %either, %other, %mapped, %size : tensor<i32>, tensor<i32>,
    tensor<i32>, tensor<?x3xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>
}""",
        [np.array(3, np.int32), np.array(True)],
    ),
    # Of booleans, a sum is "or" and a product "and"; shifts of what has no sign, or is below 0; bits of other elements.
    "booleans, shifts and bits": (
        """
func.func @main(%p: tensor<4xi1>, %f: tensor<2xf32>, %t: tuple<tensor<2xi32>, tensor<i1>>) -> tensor<i1> {
  %true = stablehlo.constant dense<true> : tensor<4xi1>
  %false = stablehlo.constant dense<false> : tensor<4xi1>
  %q = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
  %a = stablehlo.add %p, %true : tensor<4xi1>
  %b = stablehlo.add %q, %false : tensor<4xi1>
  %c = stablehlo.multiply %p, %false : tensor<4xi1>
  %d = stablehlo.multiply %q, %true : tensor<4xi1>
  %e = stablehlo.add %p, %q : tensor<4xi1>
  %g = stablehlo.multiply %p, %q : tensor<4xi1>
  %dot = stablehlo.dot_general %p, %q, contracting_dims = [0] x [0] : (tensor<4xi1>, tensor<4xi1>) -> tensor<i1>
  %u = stablehlo.constant dense<[200, 3]> : tensor<2xui8>
  %i = stablehlo.constant dense<[-128, 3]> : tensor<2xi8>
  %by = stablehlo.constant dense<[1, 2]> : tensor<2xui8>
  %times = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %l = stablehlo.shift_right_arithmetic %u, %by : tensor<2xui8>
  %m = stablehlo.shift_right_logical %i, %times : tensor<2xi8>
  %n = stablehlo.shift_right_logical %u, %by : tensor<2xui8>
  %all = stablehlo.constant dense<[8, 2]> : tensor<2xi8>
  %out = stablehlo.shift_left %i, %all : tensor<2xi8>
  %o = stablehlo.shift_right_arithmetic %i, %times : tensor<2xi8>
  %bits = stablehlo.bitcast_convert %f : (tensor<2xf32>) -> tensor<2xi32>
  %bytes = stablehlo.bitcast_convert %u : (tensor<2xui8>) -> tensor<ui16>
  %part = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xi32>, tensor<i1>>) -> tensor<2xi32>
  return %dot : tensor<i1>
}""",
        [
            np.array([True, False, False, True]),
            np.array([-1.5, np.nan], np.float32),
            (np.array([3, -4], np.int32), np.array(True)),
        ],
    ),
    # What an integer isn't takes nothing away but at an end of its range.
    "other than an integer": (
        """
func.func @main(%n: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
  %low = stablehlo.constant dense<5> : tensor<i32>
  %high = stablehlo.constant dense<10> : tensor<i32>
  %x = stablehlo.clamp %low, %n, %high : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  %3 = stablehlo.constant dense<3> : tensor<3xi32>
  %5 = stablehlo.constant dense<5> : tensor<3xi32>
  %12 = stablehlo.constant dense<12> : tensor<3xi32>
  %7 = stablehlo.constant dense<7> : tensor<3xi32>
  %p = stablehlo.compare NE, %x, %3 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %q = stablehlo.compare NE, %x, %5 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %r = stablehlo.compare NE, %x, %12 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %a = stablehlo.select %p, %x, %7 : tensor<3xi1>, tensor<3xi32>
  %b = stablehlo.select %q, %x, %7 : tensor<3xi1>, tensor<3xi32>
  %c = stablehlo.select %r, %x, %7 : tensor<3xi1>, tensor<3xi32>
  return %a, %b, %c : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
}""",
        [np.array([5, 10, 6], np.int32)],
    ),
    # Of a row whose size a run decides, the places may be any; one known by name needs no decomposition.
    "the places of the largest": (
        """
func.func @main(%x: tensor<?xi32>, %z: tensor<4xi32>) -> tensor<2xi32> {
  %0:2 = chlo.top_k(%x, k = 2) : tensor<?xi32> -> (tensor<2xi32>, tensor<2xi32>)
  %1:2 = stablehlo.composite "chlo.top_k" %z {composite_attributes = {k = 2 : i64}, decomposition = @top}
    : (tensor<4xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return %0#1 : tensor<2xi32>
}
func.func private @top(%z: tensor<4xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %0:2 = chlo.top_k(%z, k = 2) : tensor<4xi32> -> (tensor<2xi32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xi32>, tensor<2xi32>
}""",
        [np.array([3, 1, 2], np.int32), np.array([4, 1, 9, 2], np.int32)],
    ),
    # A loop whose carries hand a number on, one to the next, for longer than anybody looks.
    "a long row of carries": (
        """
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %r:12 = stablehlo.while(%i = %0, %a = %1, %b = %1, %c = %1, %d = %1, %e = %1, %f = %1, %g = %1, %h = %1, %j = %1,
      %k = %1, %l = %1) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>,
      tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare NE, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %i1 = stablehlo.add %i, %1 : tensor<i32>
    %a1 = stablehlo.multiply %l, %i : tensor<i32>
    stablehlo.return %i1, %a1, %a, %b, %c, %d, %e, %f, %g, %h, %j, %k : tensor<i32>, tensor<i32>, tensor<i32>,
      tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>,
      tensor<i32>
  }
  return %r#11 : tensor<i32>
}""",
        [np.array(14, np.int32)],
    ),
    # Neighbours along any of five dimensions differ, and any two elements.
    "distances over five dimensions": (
        """
func.func @main(%n: tensor<i32>) -> tensor<2x2x2x2x2xi32> {
  %low = stablehlo.constant dense<0> : tensor<i32>
  %high = stablehlo.constant dense<9> : tensor<i32>
  %m = stablehlo.clamp %low, %n, %high : tensor<i32>
  %i = stablehlo.iota dim = 0 : tensor<32xi32>
  %j = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<i32>) -> tensor<32xi32>
  %x = stablehlo.add %i, %j : tensor<32xi32>
  %y = stablehlo.reshape %x : (tensor<32xi32>) -> tensor<2x2x2x2x2xi32>
  %three = stablehlo.constant dense<3> : tensor<2x2x2x2x2xi32>
  %z = stablehlo.multiply %y, %three : tensor<2x2x2x2x2xi32>
  return %z : tensor<2x2x2x2x2xi32>
}""",
        [np.array(4, np.int32)],
    ),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_facts_hold_in_corners(corner: str) -> None:
    text, arguments = CORNERS[corner]
    module = hl.parse(text)
    proved = Proved(module, np.random.default_rng(0))
    spent = Facts(module)
    spent.effort.parts = 0  # nothing more is found of parts than what holds of the whole
    for value, facts in proved.facts.items():
        facts.extend([(at, spent.of(value, at)) for at, _ in facts])
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


def test_parts_along_dimensions_whose_sizes_only_a_run_knows() -> None:
    module = hl.parse("""
func.func @main(%x: tensor<?xi32>)
    -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %low = stablehlo.constant dense<3> : tensor<i32>
  %high = stablehlo.constant dense<8> : tensor<i32>
  %c = stablehlo.constant dense<[20, 30]> : tensor<2xi32>
  %y = stablehlo.clamp %low, %x, %high : (tensor<i32>, tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  %0 = stablehlo.reverse %y, dims = [0] : tensor<?xi32>
  %1 = stablehlo.concatenate %c, %y, dim = 0 : (tensor<2xi32>, tensor<?xi32>) -> tensor<?xi32>
  %2 = stablehlo.concatenate %c, %c, dim = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
  %3 = stablehlo.pad %y, %high, low = [1], high = [0], interior = [1] : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  return %0, %1, %2, %3 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}""")
    results = interpreter.run(module, np.array([9, 1, 5], np.int32))
    for value, array in zip(returned(module), results, strict=True):
        for at in range(6):
            facts = Facts(module)
            facts.lenient = False
            fact = facts.of(value, {0: at})
            if at < len(array):  # of what isn't there, anything holds
                assert broken(fact, array[None, at : at + 1]) is None, (value.owner, at, fact)


def test_elements_stay_the_same_in_a_shape_of_bounded_sizes() -> None:
    module = hl.parse("""
func.func @main() -> tensor<?x1xi32, #stablehlo.bounds<2, ?>> {
  %c = stablehlo.constant dense<[20, 30]> : tensor<2xi32>
  %0 = stablehlo.reshape %c : (tensor<2xi32>) -> tensor<?x1xi32, #stablehlo.bounds<2, ?>>
  return %0 : tensor<?x1xi32, #stablehlo.bounds<2, ?>>
}""")
    assert Facts(module).of(returned(module)[0]).range == (20, 30, 10)


def test_bits_of_other_widths_say_nothing() -> None:
    module = hl.parse("""
func.func @main() -> (tensor<ui16>, tensor<2xui4>) {
  %c = stablehlo.constant dense<[200, 3]> : tensor<2xui8>
  %d = stablehlo.constant dense<5> : tensor<ui8>
  %0 = stablehlo.bitcast_convert %c : (tensor<2xui8>) -> tensor<ui16>
  %1 = stablehlo.bitcast_convert %d : (tensor<ui8>) -> tensor<2xui4>
  return %0, %1 : tensor<ui16>, tensor<2xui4>
}""")
    assert [Facts(module).of(value).range for value in returned(module)] == [(0, 65535, 1), (0, 15, 1)]


def test_where_an_operation_takes_no_integers_nothing_is_known() -> None:
    """Of a module that is made by hand, nobody has seen that it breaks the rules."""
    x, start = Block([tensor("4xf32"), tensor("i32")]).arguments
    inner = Block([tensor("i32"), tensor("i32")])
    add = Operation("stablehlo.add", inner.arguments, [tensor("i32")])
    inner.operations = [add, Operation("stablehlo.return", add.results)]
    body = Region([inner])
    for name, attributes in (
        ("stablehlo.reduce", {"dimensions": ints(0)}),
        ("stablehlo.reduce_window", {"window_dimensions": ints(4)}),
    ):
        op = Operation(name, [x, start], [tensor("i32")], attributes, [body])
        assert Facts().of(op.result).range == (-(1 << 31), (1 << 31) - 1, 1)


def test_what_is_found_while_a_program_is_built_is_given_up_where_it_takes_much_memory() -> None:
    known = Known()
    found = [known.ready()]
    assert known.ready() is found[0]
    for _ in range(40):
        known.facts.effort.elements = 0
        found.append(known.ready())
    assert len({id(facts) for facts in found}) == 1 + 32
