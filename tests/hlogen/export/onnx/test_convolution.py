"""Convolutions of all kinds, against the interpreter."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.one_op import i64, ints
from helpers.onnx_ops import Operations
from helpers.onnx_runs import through_onnx
from helpers.onnx_values import FLOATS, INTEGERS, elements

from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.ir import Attribute, ConvDimensionNumbers, DenseArray, DenseElements, IntegerType, tensor

Rng = np.random.Generator

_TYPES = (*FLOATS, *INTEGERS)


def _numbers(rng: Rng, rank: int) -> ConvDimensionNumbers:
    orders = [rng.permutation(rank + 2).tolist() for _ in range(3)]
    lhs, rhs, result = ((order[0], order[1], tuple(order[2:])) for order in orders)
    return ConvDimensionNumbers(*lhs, *rhs, *result)


def _laid(dims: list[int], batch: int, feature: int, spatial: tuple[int, ...]) -> list[int]:
    """Sizes of batch, features and spatial dimensions where those stand."""
    placed = [0] * len(dims)
    for size, place in zip(dims, (batch, feature, *spatial), strict=True):
        placed[place] = size
    return placed


def _add(rng: Rng, ops: Operations, type: str) -> None:
    rank = int(rng.integers(0, 4))
    numbers = _numbers(rng, rank)
    feature_groups, batch_groups = [(1, 1), (1, 1), (2, 1), (1, 2), (3, 1), (1, 3)][rng.integers(6)]
    inputs, outputs = int(rng.integers(1, 3)), int(rng.integers(1, 3)) * feature_groups * batch_groups
    batch = int(rng.integers(0 if rng.random() < 0.1 else 1, 4)) * batch_groups
    sizes, windows = rng.integers(1, 7, rank), rng.integers(0 if rng.random() < 0.05 else 1, 4, rank)
    lhs_dilation, rhs_dilation, strides = (rng.integers(1, 3, rank) for _ in range(3))
    dilated = (sizes - 1) * lhs_dilation + 1
    low = rng.integers(-1, 4, rank)
    high = np.maximum(rng.integers(-1, 4, rank), -(dilated + np.minimum(low, 0)))
    high = np.maximum(high, -(dilated + low))
    spans = np.where(windows > 0, (windows - 1) * rhs_dilation + 1, 0)
    padded = dilated + low + high
    counts = np.where((padded > 0) & (spans <= padded), (padded - spans) // strides + 1, 0)
    padding = np.stack([low, high], 1)
    attributes: dict[str, Attribute] = {
        "window_strides": ints(*strides.tolist()),
        "lhs_dilation": ints(*lhs_dilation.tolist()),
        "rhs_dilation": ints(*rhs_dilation.tolist()),
        "window_reversal": DenseArray(IntegerType(1), tuple(bool(rng.integers(2)) for _ in range(rank))),
        "dimension_numbers": numbers,
        "feature_group_count": i64(feature_groups),
        "batch_group_count": i64(batch_groups),
    }
    n = numbers
    lhs_dims = _laid(
        [batch, inputs * feature_groups, *sizes.tolist()],
        n.input_batch_dimension,
        n.input_feature_dimension,
        n.input_spatial_dimensions,
    )
    rhs_dims = _laid(
        [inputs, outputs, *windows.tolist()],
        n.kernel_input_feature_dimension,
        n.kernel_output_feature_dimension,
        n.kernel_spatial_dimensions,
    )
    result_dims = _laid(
        [batch // batch_groups, outputs, *counts.tolist()],
        n.output_batch_dimension,
        n.output_feature_dimension,
        n.output_spatial_dimensions,
    )
    attributes["padding"] = DenseElements(tensor(f"{rank}x2xi64"), padding.astype(np.int64))
    ops.add(
        "stablehlo.convolution",
        elements(rng, type, lhs_dims, special=0),
        elements(rng, type, rhs_dims, special=0),
        attributes=attributes,
        results="".join(f"{dim}x" for dim in result_dims) + type,
        types=[type, type],
        close=type.startswith(("f", "b")),
    )


@pytest.mark.parametrize("seed", range(6))
def test_all_kinds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ops = Operations()
    for type in _TYPES:
        for _ in range(3):
            _add(rng, ops, type)
    ops.compare(opset=(19, 21, 26)[seed % 3])


_PADDED = """
func.func @main(%lhs: tensor<2x3x9xf32>, %rhs: tensor<4x3x3xf32>) -> (tensor<2x4x6xf32>, tensor<2x4x6xf32>) {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0],
    window = {stride = [2], pad = [[2, 3]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x3x9xf32>, tensor<4x3x3xf32>) -> tensor<2x4x6xf32>
  %padding = stablehlo.constant dense<[[2, 3]]> : tensor<1x2xi64>
  %1 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) {
    window_strides = array<i64: 2>, batch_group_count = 1 : i64, feature_group_count = 1 : i64,
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>
  } : (tensor<2x3x9xf32>, tensor<4x3x3xf32>, tensor<1x2xi64>) -> tensor<2x4x6xf32>
  return %0, %1 : tensor<2x4x6xf32>, tensor<2x4x6xf32>
}
"""


def test_a_padding_given_as_a_tensor() -> None:
    rng = np.random.default_rng(0)
    given = rng.normal(size=(2, 3, 9)).astype(np.float32), rng.normal(size=(4, 3, 3)).astype(np.float32)
    known, dynamic = through_onnx(_PADDED, *given)
    np.testing.assert_array_equal(known, dynamic)


def test_a_padding_that_the_program_computes_is_refused() -> None:
    text = """func.func @main(%x: tensor<1x4x1xf32>, %k: tensor<2x1x1xf32>, %p: tensor<1x2xi32>) -> tensor<1x5x1xf32> {
      %0 = "stablehlo.dynamic_conv"(%x, %k, %p) {
        dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64,
        batch_group_count = 1 : i64
      } : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi32>) -> tensor<1x5x1xf32>
      return %0 : tensor<1x5x1xf32>
    }"""
    with pytest.raises(ExportError) as raised:
        to_onnx(text)
    assert "the padding is computed when the program runs, a model needs to know it\n  fix: give a const" in str(
        raised.value
    )
