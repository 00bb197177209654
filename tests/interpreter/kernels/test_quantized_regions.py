"""reduce, reduce_window, select_and_scatter, scatter, sort and map on quantized tensors: their bodies see scalars."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from helpers.one_op import body, i64, ints, run_op, word
from helpers.quantized_arrays import H, Q, R, T, numbers, plain, stored, values_of
from helpers.quantized_model import Quantized, quantize

import interpreter
from hlogen.errors import ExecutionError
from hlogen.ir import Block, DenseElements, Operation, Region, ScatterDimensionNumbers, tensor

WIDE = Quantized("i32", "f32", Fraction(1, 2))


def test_reduce_applies_its_body_to_quantized_scalars() -> None:
    """The body's type may be wider (C6): the sum is exact there, and saturates in the narrow type."""
    x = values_of(Q, 12).reshape(3, 4)
    init = ("stablehlo.reduce", [(str(Q), x), (str(Q), stored(Q, Q.zero_point).reshape(()))])
    exact = [sum(numbers(row, Q), Fraction(0)) for row in x]
    for result in (WIDE, Quantized("i16", "f32", Fraction(1, 2), 5)):
        found = run_op(*init, f"3x{result}", {"dimensions": ints(1)}, [body(["stablehlo.add"], str(result))])
        assert found.tolist() == [quantize(value, result) for value in exact]
    found = run_op(*init, f"3x{Q}", {"dimensions": ints(1)}, [body(["stablehlo.maximum"], str(Q))])
    assert found.tolist() == [quantize(max(*numbers(row, Q), Fraction(0)), Q) for row in x]
    ones = np.full((1, 4), 127, np.int8)
    found = run_op("stablehlo.reduce", [(str(Q), ones), init[1][1]], f"1x{Q}", {"dimensions": ints(1)},
                   [body(["stablehlo.add"], str(Q))])  # fmt: skip
    assert found.tolist() == [127]


def test_reduce_window_pads_with_the_initial_value() -> None:
    x, zero = stored(Q, 4, 9, -3, 7), stored(Q, Q.zero_point).reshape(())
    attributes = {
        "window_dimensions": ints(3),
        "padding": DenseElements(tensor("1x2xi64"), np.array([[1, 1]])),
    }
    found = run_op(
        "stablehlo.reduce_window", [(str(Q), x), (str(Q), zero)], f"4x{WIDE}", attributes,
        [body(["stablehlo.add"], str(WIDE))],
    )  # fmt: skip
    padded = [Fraction(0), *numbers(x, Q), Fraction(0)]
    assert found.tolist() == [quantize(sum(padded[i : i + 3], Fraction(0)), WIDE) for i in range(4)]


def comparison(type: str, direction: str, count: int = 1) -> Region:
    block = Block([tensor(type)] * (2 * count))
    attributes = {"comparison_direction": word("comparison_direction", direction)}
    compare = Operation("stablehlo.compare", block.arguments[:2], [tensor("i1")], attributes)
    block.operations = [compare, Operation("stablehlo.return", compare.results)]
    return Region([block])


def test_select_and_scatter() -> None:
    x, source = stored(Q, 4, 9, -3, 7), stored(Q, 10, 20)
    attributes = {"window_dimensions": ints(2), "window_strides": ints(2)}
    operands = [(str(Q), x), (str(Q), source), (str(Q), stored(Q, 5).reshape(()))]
    regions = [comparison(str(Q), "GE"), body(["stablehlo.add"], str(Q))]
    found = run_op("stablehlo.select_and_scatter", operands, f"4x{Q}", attributes, regions)
    (init,) = numbers([5], Q)
    first, second = (quantize(init + y, Q) for y in numbers(source, Q))
    assert found.tolist() == [5, first, 5, second]


@pytest.mark.parametrize("direction", ["LT", "GT"])
@pytest.mark.parametrize("type", [Q, R, H])
def test_sort_orders_numbers(type: Quantized, direction: str) -> None:
    x, places = values_of(type, 12).reshape(2, 6), np.arange(12, dtype=np.int32).reshape(2, 6)
    region = comparison(str(type), direction, 1)
    region.blocks[0].arguments += Block([tensor("i32")] * 2).arguments
    found, order = run_op(
        "stablehlo.sort", [(str(type), x), ("i32", places)], [f"2x6x{type}", "2x6xi32"], {"dimension": i64(1)}, [region]
    )
    for row in range(2):
        pairs = list(zip(numbers(x[row], type), plain(places[row]), plain(x[row]), strict=True))
        pairs.sort(key=lambda pair: pair[0], reverse=direction == "GT")
        assert plain(found[row]) == [value for *_, value in pairs]
        assert plain(order[row]) == [place for _, place, _ in pairs]


def test_map_and_control_flow_hold_quantized_values() -> None:
    text = f"""func.func @main(%a: tensor<3x{T}>, %n: tensor<i32>) -> (tensor<3x{T}>, tensor<3x{T}>) {{
  %0 = "stablehlo.map"(%a, %a) ({{
  ^bb0(%x: tensor<{T}>, %y: tensor<{T}>):
    %s = stablehlo.add %x, %y : tensor<{T}>
    stablehlo.return %s : tensor<{T}>
  }}) {{dimensions = array<i64: 0>}} : (tensor<3x{T}>, tensor<3x{T}>) -> tensor<3x{T}>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, tensor<3x{T}>
  cond {{
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }} do {{
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %step = stablehlo.constant() <{{value = dense<5> : tensor<3xi8>}}> : () -> tensor<3x{T}>
    %w = stablehlo.add %v, %step : tensor<3x{T}>
    stablehlo.return %next, %w : tensor<i32>, tensor<3x{T}>
  }}
  return %0, %r#1 : tensor<3x{T}>, tensor<3x{T}>
}}"""
    given = stored(Q, 3, 10, -100)
    mapped, looped = interpreter.run(text, given, 4)
    assert mapped.tolist() == [quantize(x + x, Q) for x in numbers(given, Q)]
    assert looped.tolist() == [quantize(x + 4, Q) for x in numbers(given, Q)]


def test_a_body_of_another_expressed_type_is_refused() -> None:
    numbers_of = ScatterDimensionNumbers((), (0,), (), (), (0,), 1)
    attributes = {"scatter_dimension_numbers": numbers_of}
    other = "!quant.uniform<i32:bf16, 0.5>"
    operands = [(T, stored(Q, 1)), ("i32", np.zeros((1, 1), np.int32)), (T, stored(Q, 1))]
    with pytest.raises(ExecutionError, match=r"!quant.* can't be converted to .*bf16.*, which stands for other floats"):
        run_op("stablehlo.scatter", operands, f"1x{other}", attributes, [body(["stablehlo.add"], other)])
    wide = str(WIDE)
    found = run_op("stablehlo.scatter", operands, f"1x{wide}", attributes, [body(["stablehlo.add"], wide)])
    assert found.tolist() == [quantize(x + x, WIDE) for x in numbers([1], Q)]
