"""Operations on tensors inside of a body: all lanes at once give what each lane gives by itself."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl
import interpreter
from interpreter.execution.lanes import InLanes

STEPS = {
    "reshape": """
      %1 = stablehlo.reshape %a : (tensor<i32>) -> tensor<1x1xi32>
      %r = stablehlo.reshape %1 : (tensor<1x1xi32>) -> tensor<i32>""",
    "broadcast, slice and concatenate": """
      %1 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
      %2 = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
      %3 = stablehlo.concatenate %1, %2, dim = 1 : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x4xi32>
      %4 = stablehlo.slice %3 [1:2, 3:4] : (tensor<2x4xi32>) -> tensor<1x1xi32>
      %r = stablehlo.reshape %4 : (tensor<1x1xi32>) -> tensor<i32>""",
    "iota, reverse, transpose, pad": """
      %1 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
      %2 = stablehlo.iota dim = 1 : tensor<2x3xi32>
      %3 = stablehlo.multiply %1, %2 : tensor<2x3xi32>
      %4 = stablehlo.reverse %3, dims = [1] : tensor<2x3xi32>
      %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
      %6 = stablehlo.pad %5, %b, low = [-1, 1], high = [1, 0], interior = [0, 1]
        : (tensor<3x2xi32>, tensor<i32>) -> tensor<3x4xi32>
      %7 = stablehlo.broadcast_in_dim %6, dims = [2, 0] : (tensor<3x4xi32>) -> tensor<4x1x3xi32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %r = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2]
        : (tensor<4x1x3xi32>, tensor<i32>) -> tensor<i32>""",
    "three dimensions in turn": """
      %1 = stablehlo.iota dim = 0 : tensor<24xi32>
      %2 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i32>) -> tensor<24xi32>
      %3 = stablehlo.multiply %1, %2 : tensor<24xi32>
      %4 = stablehlo.reshape %3 : (tensor<24xi32>) -> tensor<2x3x4xi32>
      %5 = stablehlo.transpose %4, dims = [1, 2, 0] : (tensor<2x3x4xi32>) -> tensor<3x4x2xi32>
      %6 = stablehlo.broadcast_in_dim %5, dims = [2, 0, 1] : (tensor<3x4x2xi32>) -> tensor<4x2x3xi32>
      %7 = stablehlo.slice %5 [1:2, 2:3, 0:1] : (tensor<3x4x2xi32>) -> tensor<1x1x1xi32>
      %8 = stablehlo.slice %6 [1:2, 0:1, 2:3] : (tensor<4x2x3xi32>) -> tensor<1x1x1xi32>
      %9 = stablehlo.subtract %7, %8 : tensor<1x1x1xi32>
      %r = stablehlo.reshape %9 : (tensor<1x1x1xi32>) -> tensor<i32>""",
    "slices at places of their own": """
      %1 = stablehlo.iota dim = 0 : tensor<6xi32>
      %2 = stablehlo.dynamic_slice %1, %a, sizes = [2] : (tensor<6xi32>, tensor<i32>) -> tensor<2xi32>
      %3 = stablehlo.dynamic_update_slice %1, %2, %b : (tensor<6xi32>, tensor<2xi32>, tensor<i32>) -> tensor<6xi32>
      %4 = stablehlo.optimization_barrier %3 : tensor<6xi32>
      %5 = stablehlo.slice %4 [3:4] : (tensor<6xi32>) -> tensor<1xi32>
      %6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
      %size = stablehlo.get_dimension_size %4, dim = 0 : (tensor<6xi32>) -> tensor<i32>
      %r = stablehlo.add %6, %size : tensor<i32>""",
}


@pytest.mark.parametrize("case", STEPS)
def test_lanes_agree_with_single_runs(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body = STEPS[case]
    whole = f"""
    func.func @main(%x: tensor<4x5xi32>, %y: tensor<4x5xi32>) -> tensor<4x5xi32> {{
      %0 = "stablehlo.map"(%x, %y) <{{dimensions = array<i64: 0, 1>}}> ({{
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        {body}
        stablehlo.return %r : tensor<i32>
      }}) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
      return %0 : tensor<4x5xi32>
    }}"""
    single = interpreter.load(f"""
    func.func @main(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {{
      {body}
      return %r : tensor<i32>
    }}""")
    rng = np.random.default_rng(0)
    x, y = (rng.integers(-9, 9, (4, 5)).astype(np.int32) for _ in range(2))
    (result,) = interpreter.run(whole, x, y)
    expected = [[int(single(x[i, j], y[i, j])[0]) for j in range(5)] for i in range(4)]
    assert result.tolist() == expected
    if "reduce" not in body:  # which has no rule
        monkeypatch.setattr(InLanes, "lane_by_lane", lambda *_: pytest.fail("ran lane by lane"))
        interpreter.run(whole, x, y)


@pytest.mark.parametrize("type", ["i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"])
def test_slices_are_moved_inside_from_wherever_their_type_reaches(type: str) -> None:
    program = f"""
    func.func @main(%x: tensor<5x{type}>) -> tensor<5xi32> {{
      %0 = "stablehlo.map"(%x) <{{dimensions = array<i64: 0>}}> ({{
      ^bb0(%a: tensor<{type}>):
        %1 = stablehlo.iota dim = 0 : tensor<6xi32>
        %2 = stablehlo.dynamic_slice %1, %a, sizes = [2] : (tensor<6xi32>, tensor<{type}>) -> tensor<2xi32>
        %3 = stablehlo.constant dense<100> : tensor<1xi32>
        %4 = stablehlo.dynamic_update_slice %2, %3, %a : (tensor<2xi32>, tensor<1xi32>, tensor<{type}>) -> tensor<2xi32>
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %r = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0]
          : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
        stablehlo.return %r : tensor<i32>
      }}) : (tensor<5x{type}>) -> tensor<5xi32>
      return %0 : tensor<5xi32>
    }}"""
    element = hl.tensor(type).element_type
    starts = [element.minimum, 0, 1, 3, element.maximum]
    expected = []
    for start in starts:
        first = min(max(start, 0), 4)
        expected.append(100 + (first + 1 if start < 1 else first))
    (result,) = interpreter.run(program, np.array(starts, hl.ir.dtype_of(element)))
    assert result.tolist() == expected
