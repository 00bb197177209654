"""Tuples and tokens in models, and the ids of the one process that a model is."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.onnx_parts import drawn, results_of

from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx

PAIR = "tuple<tensor<i32>, tensor<2xcomplex<f32>>, !stablehlo.token>"


def test_tuples_inside_of_tuples() -> None:
    text = f"""func.func @main(%a: tensor<2xcomplex<f32>>, %b: tensor<i32>) -> (tensor<i32>, tensor<2xcomplex<f32>>) {{
      %t = stablehlo.create_token : !stablehlo.token
      %u = stablehlo.after_all %t, %t : !stablehlo.token
      %0 = stablehlo.tuple %b, %a, %u : {PAIR}
      %1 = stablehlo.tuple %a, %0 : tuple<tensor<2xcomplex<f32>>, {PAIR}>
      %2 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<2xcomplex<f32>>, {PAIR}>) -> {PAIR}
      %3 = stablehlo.get_tuple_element %2[1] : ({PAIR}) -> tensor<2xcomplex<f32>>
      %4 = stablehlo.get_tuple_element %2[0] : ({PAIR}) -> tensor<i32>
      return %4, %3 : tensor<i32>, tensor<2xcomplex<f32>>
    }}"""
    a = drawn((2,), np.complex64)
    number, numbers = results_of(text, [np.int32, np.complex64], a, np.int32(7))
    assert number == 7
    assert numbers.tolist() == a.tolist()


def test_tuples_at_inputs_and_outputs_are_their_elements() -> None:
    text = f"""func.func @main(%a: {PAIR}, %t: !stablehlo.token) -> ({PAIR}, tensor<i32>) {{
      %0 = stablehlo.get_tuple_element %a[0] : ({PAIR}) -> tensor<i32>
      return %a, %0 : {PAIR}, tensor<i32>
    }}"""
    a = drawn((2,), np.complex64)
    found = results_of(text, [np.int32, np.complex64, np.int32], np.int32(7), a)
    assert [array.tolist() for array in found] == [7, a.tolist(), 7]


def test_tokens_alone_are_nothing() -> None:
    with pytest.raises(ExportError, match="it returns nothing"):
        to_onnx("func.func @main(%t: !stablehlo.token) -> !stablehlo.token { return %t : !stablehlo.token }")


def test_a_model_is_one_process() -> None:
    text = """func.func @main() -> (tensor<ui32>, tensor<ui32>) {
      %0 = stablehlo.partition_id : tensor<ui32>
      %1 = stablehlo.replica_id : tensor<ui32>
      return %0, %1 : tensor<ui32>, tensor<ui32>
    }"""
    assert [int(array) for array in results_of(text, [np.uint32] * 2)] == [0, 0]
    collective = """func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "stablehlo.collective_permute"(%a) {
        source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    with pytest.raises(ExportError, match="it takes several processes, and a model is one"):
        to_onnx(collective)
