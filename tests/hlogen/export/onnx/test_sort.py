"""Sorting, by keys and by any comparator, against the interpreter: the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.one_op import i64
from helpers.onnx_ops import Operations, assert_same
from helpers.onnx_runs import through_onnx
from helpers.onnx_values import ELEMENT_TYPES, FLOATS, INTEGERS, elements, shape

import hlogen as hl
import interpreter
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.ir import Block, EnumAttr, Operation, Region, tensor

Rng = np.random.Generator


def _compared(type: str, direction: str, compare_type: str, others: tuple[str, ...] = ()) -> Region:
    """The comparator of the first input's elements."""
    block = Block([tensor(t) for t in (type, type, *(t for other in others for t in (other, other)))])
    attributes = {
        "comparison_direction": EnumAttr("comparison_direction", direction),
        "compare_type": EnumAttr("comparison_type", compare_type),
    }
    compare = Operation("stablehlo.compare", block.arguments[:2], (tensor("i1"),), attributes)
    block.operations = [compare, Operation("stablehlo.return", compare.results)]
    return Region([block])


@pytest.mark.parametrize("opset", [18, 21, 26])
def test_by_the_elements_of_one_input(opset: int) -> None:
    """Ties stay in order, which the numbers carried along show."""
    rng = np.random.default_rng(opset)
    ops = Operations()
    for type in ELEMENT_TYPES:
        if type.startswith("f8") and opset < 19:
            continue
        is_float = type in FLOATS or type.startswith("f8")
        for direction in ("LT", "GT"):
            for compare_type in ("FLOAT", "TOTALORDER") if is_float else ("SIGNED",):
                dims = shape(rng, int(rng.integers(1, 4)), most=9, zero=0.05)
                dimension = int(rng.integers(len(dims)))
                # a NaN of the FNUZ types has the bits of -0 and stands there in totalOrder
                special = 0.4 if compare_type == "TOTALORDER" and not type.endswith("FNUZ") else 0
                x = elements(rng, type, dims, special=special)
                numbers = np.arange(x.size, dtype=np.int32).reshape(dims)
                ops.add(
                    "stablehlo.sort",
                    x if opset >= 26 and not type.startswith("f8") else _without_signed_nan(x),
                    numbers,
                    attributes={"dimension": i64(dimension), "is_stable": True},
                    regions=[_compared(type, direction, compare_type, ("i32",))],
                    types=[type, "i32"],
                )
    ops.compare(opset=opset)


def _without_signed_nan(x: np.ndarray) -> np.ndarray:
    """Before opset 26, no operator of ONNX sees the sign of a NaN, which totalOrder goes by."""
    if x.dtype.kind in "biu" or x.dtype.name.startswith(("int", "uint")):
        return x
    return np.where(np.isnan(x.astype(np.float64)), np.float32(np.nan).astype(x.dtype), x)


_JAX = """
func.func @main(%x: tensor<{shape}xf32>, %y: tensor<{shape}xi32>, %z: tensor<{shape}xf64>)
    -> (tensor<{shape}xf32>, tensor<{shape}xi32>, tensor<{shape}xf64>) {{
  %0:3 = "stablehlo.sort"(%x, %y, %z) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>, %e: tensor<f64>, %f: tensor<f64>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %1 = stablehlo.compare EQ, %a, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %zero, %a : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.select %3, %nan, %2 : tensor<i1>, tensor<f32>
    %zero_0 = stablehlo.constant dense<0.0> : tensor<f32>
    %nan_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %5 = stablehlo.compare EQ, %b, %zero_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = stablehlo.select %5, %zero_0, %b : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.select %7, %nan_0, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare GT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.compare LT, %e, %f, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %11 = stablehlo.compare EQ, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %12 = stablehlo.and %11, %10 : tensor<i1>
    %13 = stablehlo.or %9, %12 : tensor<i1>
    %14 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %15 = stablehlo.compare EQ, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %16 = stablehlo.and %15, %13 : tensor<i1>
    %17 = stablehlo.or %14, %16 : tensor<i1>
    stablehlo.return %17 : tensor<i1>
  }}) : (tensor<{shape}xf32>, tensor<{shape}xi32>, tensor<{shape}xf64>)
    -> (tensor<{shape}xf32>, tensor<{shape}xi32>, tensor<{shape}xf64>)
  return %0#0, %0#1, %0#2 : tensor<{shape}xf32>, tensor<{shape}xi32>, tensor<{shape}xf64>
}}
"""


@pytest.mark.parametrize("dims", [(40,), (3, 25), (6, 2, 2), (1,), (0, 3)])
def test_by_several_keys_as_jax_writes_them(dims: tuple[int, ...]) -> None:
    rng = np.random.default_rng(len(dims))
    program = _JAX.format(shape="x".join(map(str, dims)), dimension=0)
    given = (
        _without_signed_nan(rng.choice(np.array([0.0, -0.0, 1.0, np.nan], np.float32), dims)),
        rng.integers(-1, 1, dims).astype(np.int32),
        _without_signed_nan(elements(rng, "f64", dims)),
    )
    for mine, theirs in zip(through_onnx(program, *given), interpreter.run(program, *given), strict=True):
        assert_same(mine, theirs, str(dims))


_ANY = """
func.func @main(%x: tensor<{n}x3xi32>, %y: tensor<{n}x3xf32>) -> (tensor<{n}x3xi32>, tensor<{n}x3xf32>) {{
  %0:2 = "stablehlo.sort"(%x, %y) <{{dimension = 0 : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    {comparator}
    stablehlo.return %r : tensor<i1>
  }}) : (tensor<{n}x3xi32>, tensor<{n}x3xf32>) -> (tensor<{n}x3xi32>, tensor<{n}x3xf32>)
  return %0#0, %0#1 : tensor<{n}x3xi32>, tensor<{n}x3xf32>
}}
"""
_COMPARATORS = {
    "by the difference": """
    %0 = stablehlo.subtract %a, %b : tensor<i32>
    %1 = stablehlo.constant dense<0> : tensor<i32>
    %r = stablehlo.compare LT, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>""",
    "not more or equal": """
    %0 = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = stablehlo.not %0 : tensor<i1>""",
    "by two inputs at once": """
    %0 = stablehlo.convert %a : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.convert %b : (tensor<i32>) -> tensor<f32>
    %2 = stablehlo.add %0, %c : tensor<f32>
    %3 = stablehlo.add %1, %d : tensor<f32>
    %r = stablehlo.compare GT, %2, %3 : (tensor<f32>, tensor<f32>) -> tensor<i1>""",
    "all are equal": """
    %r = stablehlo.constant dense<false> : tensor<i1>""",
    "of a function": """
    %0 = stablehlo.negate %a : tensor<i32>
    %1 = stablehlo.negate %b : tensor<i32>
    %r = stablehlo.compare GT, %1, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>""",
}


@pytest.mark.parametrize("comparator", _COMPARATORS)
def test_any_comparator(comparator: str) -> None:
    rng = np.random.default_rng(7)
    for dims in ((1, 3), (2, 3), (3, 3), (8, 3), (7, 2, 3)):
        n = "x".join(map(str, dims[:-1]))
        program = _ANY.format(n=n, comparator=_COMPARATORS[comparator])
        given = rng.integers(-4, 4, dims).astype(np.int32), rng.integers(-4, 4, dims).astype(np.float32)
        for mine, theirs in zip(through_onnx(program, *given), interpreter.run(program, *given), strict=True):
            assert_same(mine, theirs, f"{comparator} {n}")


def test_nan_with_a_sign_comes_first_in_total_order() -> None:
    """Where ONNX has an operator for bits."""
    ops = Operations()
    for type in ("f16", "bf16", "f32", "f64"):
        dtype = elements(np.random.default_rng(0), type, ()).dtype
        x = np.array([0.0, np.nan, -np.inf, -0.0, 1.0, np.nan, np.inf, -1.0]).astype(dtype)
        x.view(f"u{dtype.itemsize}")[1] |= 1 << (8 * dtype.itemsize - 1)
        ops.add(
            "stablehlo.sort",
            x,
            np.arange(8, dtype=np.int32),
            attributes={"dimension": i64(0), "is_stable": True},
            regions=[_compared(type, "LT", "TOTALORDER", ("i32",))],
            types=[type, "i32"],
        )
    arrays = through_onnx(ops.module, *ops.arrays, opset=26)
    assert [places.tolist() for places in arrays[1::2]] == [[1, 2, 7, 3, 0, 4, 6, 5]] * 4


@pytest.mark.parametrize("opset", [18, 26])
def test_top_k(opset: int) -> None:
    rng = np.random.default_rng(opset)
    ops = Operations()
    for type in (*INTEGERS, *FLOATS):
        for dims, k in (((9,), 4), ((2, 3, 5), 5), ((4, 6), 0), ((0, 3), 2)):
            x = _without_signed_nan(elements(rng, type, dims))
            results = ["".join(f"{dim}x" for dim in (*dims[:-1], k)) + element for element in (type, "i32")]
            ops.add("chlo.top_k", x, attributes={"k": i64(k)}, results=results, types=[type])
    ops.compare(opset=opset)


def test_a_comparator_that_works_on_more_than_scalars_is_refused() -> None:
    def before(a: Any, b: Any) -> Any:
        both = hl.reduce(hl.broadcast_in_dim(a - b, (2,), broadcast_dimensions=[]), 0, dimensions=[0], body=hl.add)
        return both < 0

    program = hl.function("3xi32", name="main")(lambda x: hl.sort(x, before))
    said = r"stablehlo\.sort .*: its comparator has stablehlo\.broadcast_in_dim, which can't be computed for many"
    with pytest.raises(ExportError, match=said):
        to_onnx(program)
