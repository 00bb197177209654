"""Quantized tensors in models, which have what they store: against fractions, rounded where the text says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.one_op import dtype, ints, program, word
from helpers.onnx_runs import run_model
from helpers.quantized_arrays import H, Q, R, S, numbers, plain, stored, values_of
from helpers.quantized_model import Quantized, product, quantize, quotient, rounded, total

import interpreter
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.ir import DotDimensionNumbers, tensor

PER_AXIS = "!quant.uniform<i8:f32:1, {0.5:3, 0.25, 0.1:-7}>"
_BYTES = {"int4": np.int8, "uint4": np.uint8}


def on_onnxruntime(module: Any, *args: Any) -> list[Any]:
    return list(run_model(to_onnx(module), *(x.astype(_BYTES.get(x.dtype.name, x.dtype)) for x in args)))


@pytest.mark.parametrize("type", [Q, R, S, H])
def test_quantize(type: Quantized) -> None:
    floats = np.array([0, -0.0, 0.25, 0.75, 1.25, -0.25, 3, -200, 1e9, -1e9, np.inf, -np.inf], dtype(type.expressed))
    count = len(floats)
    module = program("stablehlo.uniform_quantize", [tensor(f"{count}x{type.expressed}")], [tensor(f"{count}x{type}")])
    (found,) = on_onnxruntime(module, floats)
    finite = [quantize(rounded_number(x, type), type) for x in floats[:-2].astype(np.float64).tolist()]
    assert plain(found) == [*finite, type.storage_range[1], type.storage_range[0]]


def rounded_number(x: float, type: Quantized) -> Any:
    from fractions import Fraction

    return rounded(Fraction(x), type.expressed)


@pytest.mark.parametrize("type", [Q, R, S, H])
def test_dequantize(type: Quantized) -> None:
    values = values_of(type, 20)
    module = program("stablehlo.uniform_dequantize", [tensor(f"20x{type}")], [tensor(f"20x{type.expressed}")])
    (found,) = on_onnxruntime(module, values)
    assert found.astype(np.float64).tolist() == [float(x) for x in numbers(values, type)]


@pytest.mark.parametrize("storage", ["i8", "u8", "i16", "u16", "i32", "u32"])
@pytest.mark.parametrize("end", ["low", "high"])
def test_the_difference_with_the_zero_point_is_exact_over_all_of_the_storage(storage: str, end: str) -> None:
    """It may need a bit more than what is stored: the spec computes it in integers that don't wrap."""
    bounds = np.iinfo({"i": "int", "u": "uint"}[storage[0]] + storage[1:])
    low, high = int(bounds.min), int(bounds.max)
    zero_point = low if end == "low" else high
    type = f"!quant.uniform<{storage}:f32, 0.5:{zero_point}>"
    values = [low, low + 1, (low + high) // 2, high - 1, high]
    module = program("stablehlo.uniform_dequantize", [tensor(f"5x{type}")], [tensor("5xf32")])
    (found,) = on_onnxruntime(module, np.array(values, bounds.dtype))
    assert found.tolist() == [float(np.float32(value - zero_point)) * 0.5 for value in values]


@pytest.mark.parametrize(("name", "function"), [("add", total), ("multiply", product), ("divide", quotient)])
@pytest.mark.parametrize("type", [Q, S])
def test_arithmetic(type: Quantized, name: str, function: Any) -> None:
    x, y = values_of(type, 30), values_of(type, 30, 1)
    y[y == type.zero_point] += 1  # nothing is divided by zero
    module = program(f"stablehlo.{name}", [tensor(f"30x{type}")] * 2, [tensor(f"30x{type}")])
    (found,) = on_onnxruntime(module, x, y)
    wanted = [
        quantize(function(a, b, type.expressed), type) for a, b in zip(numbers(x, type), numbers(y, type), strict=True)
    ]
    assert plain(found) == wanted


def test_what_is_stored_moves_as_it_is() -> None:
    x = values_of(Q, 6)
    (found,) = on_onnxruntime(
        program("stablehlo.reverse", [tensor(f"6x{Q}")], [tensor(f"6x{Q}")], {"dimensions": ints(0)}), x
    )
    assert plain(found) == plain(x)[::-1]
    with pytest.raises(ExportError, match="should be quantized alike"):
        to_onnx(program("stablehlo.reshape", [tensor(f"6x{Q}")], [tensor(f"2x3x{S}")]))


def test_order_is_that_of_the_floats() -> None:
    x, y = stored(Q, 3, 4, 5), stored(R, 128, 129, 140)
    module = program(
        "stablehlo.compare",
        [tensor(f"3x{Q}"), tensor(f"3x{R}")],
        [tensor("3xi1")],
        {"comparison_direction": word("comparison_direction", "LT")},
    )
    (found,) = on_onnxruntime(module, x, y)
    assert found.tolist() == [a < b for a, b in zip(numbers(x, Q), numbers(y, R), strict=True)]


def test_per_axis_and_products_as_the_interpreter_has_them() -> None:
    rng = np.random.default_rng(0)
    x = rng.integers(-128, 128, (4, 3)).astype(np.int8)
    rows = rng.integers(-128, 128, (2, 4)).astype(np.int8)
    floats = rng.normal(size=(4, 3)).astype(np.float32) * 20
    weights = "4x3x" + PER_AXIS.replace(":3,", ",").replace(":-7", "")
    numbers = {"dot_dimension_numbers": DotDimensionNumbers((), (), (1,), (0,))}
    turned = f"3x4x{PER_AXIS.replace('f32:1', 'f32:0')}"
    for module, *args in (
        (program("stablehlo.uniform_quantize", [tensor("4x3xf32")], [tensor("4x3x" + PER_AXIS)]), floats),
        (program("stablehlo.uniform_dequantize", [tensor("4x3x" + PER_AXIS)], [tensor("4x3xf32")]), x),
        (program("stablehlo.add", [tensor("4x3x" + PER_AXIS)] * 2, [tensor("4x3x" + PER_AXIS)]), x, x[::-1].copy()),
        (
            program("stablehlo.transpose", [tensor("4x3x" + PER_AXIS)], [tensor(turned)], {"permutation": ints(1, 0)}),
            x,
        ),
        (
            program(
                "stablehlo.dot_general",
                [tensor(f"2x4x{Q}"), tensor(weights)],
                [tensor("2x3x!quant.uniform<i32:f32, 0.25>")],
                numbers,
            ),
            rows,
            x,
        ),
    ):
        (found,), (wanted,) = on_onnxruntime(module, *args), interpreter.run(module, *args)
        assert (found.dtype, found.tolist()) == (wanted.dtype, wanted.tolist())


def test_bits_of_quantized_numbers_are_what_is_stored() -> None:
    x = values_of(Q, 5)
    (found,) = on_onnxruntime(program("stablehlo.bitcast_convert", [tensor(f"5x{Q}")], [tensor("5xi8")]), x)
    assert found.tolist() == x.tolist()


def test_what_is_stored_of_constants_and_sizes() -> None:
    rows, columns = (f"!quant.uniform<i8:f32:{axis}, {{0.5:3, 0.5:3}}>" for axis in (0, 1))  # alike along any axis
    types = f"tensor<2x{Q}>, tensor<3x{Q}>, tensor<i32>, tensor<2x2x{columns}>"
    found = on_onnxruntime(f"""func.func @main() -> ({types}) {{
      %0 = stablehlo.constant() {{value = dense<[2, -4]> : tensor<2xi8>}} : () -> tensor<2x{Q}>
      %1 = stablehlo.constant() {{value = dense<7> : tensor<3xi8>}} : () -> tensor<3x{Q}>
      %2 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<3x{Q}>) -> tensor<i32>
      %3 = stablehlo.constant() {{value = dense<[1, 2]> : tensor<2xi8>}} : () -> tensor<2x{rows}>
      %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<2x{rows}>) -> tensor<2x2x{columns}>
      return %0, %1, %2, %4 : {types}
    }}""")
    assert [one.tolist() for one in found] == [[2, -4], [7, 7, 7], 3, [[1, 2], [1, 2]]]


def test_logic_of_quantized_numbers_is_refused() -> None:
    with pytest.raises(ExportError, match=r"stablehlo.and has no form in ONNX here for tensor<5x!quant.uniform"):
        to_onnx(program("stablehlo.and", [tensor(f"5x{Q}")] * 2, [tensor(f"5x{Q}")]))
