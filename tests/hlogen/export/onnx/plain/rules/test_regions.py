"""Loops, branches, calls and computations that hold complex numbers: against the interpreter, or NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.onnx_parts import drawn, require_close, results_of

import interpreter

C = "tensor<3xcomplex<f32>>"


def hold(text: str, *args: Any) -> list[np.ndarray[Any, Any]]:
    wanted = interpreter.run(text, *args)
    found = results_of(text, [array.dtype for array in wanted], *args)
    require_close(found, wanted)
    return found


def test_a_loop_a_branch_and_a_call() -> None:
    text = f"""func.func @main(%a: {C}, %n: tensor<i32>) -> ({C}, tensor<i32>) {{
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %r:2 = stablehlo.while(%x = %a, %i = %zero) : {C}, tensor<i32>
       cond {{
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
       }} do {{
        %y = stablehlo.multiply %x, %a : {C}
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %y, %j : {C}, tensor<i32>
       }}
      %large = stablehlo.compare GT, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %b = "stablehlo.if"(%large) ({{
        %k = func.call @f(%r#0) : ({C}) -> {C}
        stablehlo.return %k : {C}
      }}, {{
        stablehlo.return %a : {C}
      }}) : (tensor<i1>) -> {C}
      return %b, %r#1 : {C}, tensor<i32>
    }}
    func.func private @f(%a: {C}) -> {C} {{
      %0 = stablehlo.negate %a : {C}
      return %0 : {C}
    }}"""
    a = drawn((3,), np.complex64)
    power, count = hold(text, a, np.int32(3))
    require_close([power], [-(a**4)])
    assert count == 3
    require_close(hold(text, a, np.int32(0))[:1], [a])


@pytest.mark.parametrize("body", ["add", "multiply"])
def test_sums_and_products(body: str) -> None:
    z = "complex<f64>"
    text = f"""func.func @main(%a: tensor<4x5x{z}>, %i: tensor<{z}>) -> tensor<4x{z}> {{
      %0 = stablehlo.reduce(%a init: %i) applies stablehlo.{body} across dimensions = [1]
        : (tensor<4x5x{z}>, tensor<{z}>) -> tensor<4x{z}>
      return %0 : tensor<4x{z}>
    }}"""
    a, start = drawn((4, 5), np.complex128), drawn((), np.complex128, 1)
    (found,) = hold(text, a, start)
    require_close([found], [a.sum(1) + start if body == "add" else a.prod(1) * start])


def test_several_sums_at_once() -> None:
    z = "complex<f64>"
    text = f"""func.func @main(%a: tensor<3x{z}>, %b: tensor<3x{z}>, %i: tensor<{z}>, %j: tensor<{z}>)
        -> (tensor<{z}>, tensor<{z}>) {{
      %0:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0]
        : (tensor<3x{z}>, tensor<3x{z}>, tensor<{z}>, tensor<{z}>) -> (tensor<{z}>, tensor<{z}>)
       reducer(%p: tensor<{z}>, %q: tensor<{z}>) (%r: tensor<{z}>, %s: tensor<{z}>) {{
        %t = stablehlo.add %p, %q : tensor<{z}>
        %u = stablehlo.add %r, %s : tensor<{z}>
        stablehlo.return %t, %u : tensor<{z}>, tensor<{z}>
       }}
      return %0#0, %0#1 : tensor<{z}>, tensor<{z}>
    }}"""
    a, b, i, j = (drawn(shape, np.complex128, seed) for seed, shape in enumerate([(3,), (3,), (), ()]))
    require_close(hold(text, a, b, i, j), [a.sum() + i, b.sum() + j])


@pytest.mark.parametrize("body", ["add", "multiply"])
def test_scatters_drop_what_is_out_of_bounds(body: str) -> None:
    z = "complex<f64>"
    text = f"""func.func @main(%a: tensor<4x{z}>, %i: tensor<5x1xi32>, %u: tensor<5x{z}>) -> tensor<4x{z}> {{
      %0 = "stablehlo.scatter"(%a, %i, %u) ({{
      ^bb0(%x: tensor<{z}>, %y: tensor<{z}>):
        %z = stablehlo.{body} %x, %y : tensor<{z}>
        stablehlo.return %z : tensor<{z}>
      }}) {{scatter_dimension_numbers = #stablehlo.scatter<
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
      }} : (tensor<4x{z}>, tensor<5x1xi32>, tensor<5x{z}>) -> tensor<4x{z}>
      return %0 : tensor<4x{z}>
    }}"""
    a, rows, updates = drawn((4,), np.complex128), np.array([1, 1, 9, 0, 3]), drawn((5,), np.complex128, 1)
    wanted = a.copy()
    for row, update in zip(rows.tolist(), updates, strict=True):
        if row < 4:
            wanted[row] = wanted[row] + update if body == "add" else wanted[row] * update
    (found,) = hold(text, a, rows.reshape(5, 1).astype(np.int32), updates)
    require_close([found], [wanted])


def test_a_sort_by_modulus_takes_other_operands_along() -> None:
    z = "complex<f32>"
    text = f"""func.func @main(%a: tensor<6x{z}>, %b: tensor<6xi32>) -> (tensor<6x{z}>, tensor<6xi32>) {{
      %0:2 = "stablehlo.sort"(%a, %b) ({{
      ^bb0(%x: tensor<{z}>, %y: tensor<{z}>, %p: tensor<i32>, %q: tensor<i32>):
        %m = stablehlo.abs %x : (tensor<{z}>) -> tensor<f32>
        %n = stablehlo.abs %y : (tensor<{z}>) -> tensor<f32>
        %c = stablehlo.compare LT, %m, %n : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }}) {{dimension = 0 : i64, is_stable = true}} : (tensor<6x{z}>, tensor<6xi32>) -> (tensor<6x{z}>, tensor<6xi32>)
      return %0#0, %0#1 : tensor<6x{z}>, tensor<6xi32>
    }}"""
    a, order = drawn((6,), np.complex64), np.arange(6, dtype=np.int32)
    numbers, places = hold(text, a, order)
    assert places.tolist() == np.argsort(np.abs(a)).tolist()
    assert numbers.tolist() == a[places].tolist()


def test_map() -> None:
    z = "complex<f32>"
    text = f"""func.func @main(%a: tensor<6x{z}>, %b: tensor<6xf32>) -> tensor<6x{z}> {{
      %0 = "stablehlo.map"(%a, %b) ({{
      ^bb0(%x: tensor<{z}>, %y: tensor<f32>):
        %m = stablehlo.complex %y, %y : tensor<{z}>
        %n = stablehlo.multiply %x, %m : tensor<{z}>
        stablehlo.return %n : tensor<{z}>
      }}) {{dimensions = array<i64: 0>}} : (tensor<6x{z}>, tensor<6xf32>) -> tensor<6x{z}>
      return %0 : tensor<6x{z}>
    }}"""
    a, b = drawn((6,), np.complex64), drawn((6,), np.float32, 1)
    (found,) = hold(text, a, b)
    require_close([found], [(a * (b + 1j * b)).astype(np.complex64)])
