"""reduce_window, against the interpreter."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.one_op import body, ints
from helpers.onnx_ops import Operations, assert_same
from helpers.onnx_runs import through_onnx
from helpers.onnx_values import FLOATS, INTEGERS, elements, shape

import interpreter
from hlogen.ir import Attribute, DenseElements, tensor

Rng = np.random.Generator

_NAMES = ("add", "maximum", "minimum", "multiply", "and", "or", "xor")
_ROUNDED = ("add", "multiply")


def _add(rng: Rng, ops: Operations, type: str, name: str) -> None:
    rank = int(rng.integers(0, 4))
    dims = np.array(shape(rng, rank, most=6), np.int64)
    windows, strides = rng.integers(1, 4, rank), rng.integers(1, 4, rank)
    base, dilation = rng.integers(1, 3, rank), rng.integers(1, 3, rank)
    spread = np.where(dims > 0, (dims - 1) * base + 1, 0)
    low = rng.integers(-1, 3, rank)
    high = np.maximum(rng.integers(-1, 3, rank), -spread - low)
    high = np.where(spread + low + high < 0, -low - spread, high)
    spans = (windows - 1) * dilation + 1
    padded = spread + low + high
    counts = np.where(padded >= spans, (padded - spans) // strides + 1, 0)
    rounds = type in FLOATS and name in _ROUNDED
    attributes: dict[str, Attribute] = {
        "window_dimensions": ints(*windows.tolist()),
        "window_strides": ints(*strides.tolist()),
        "base_dilations": ints(*base.tolist()),
        "window_dilations": ints(*dilation.tolist()),
        "padding": DenseElements(tensor(f"{rank}x2xi64"), np.stack([low, high], 1).astype(np.int64)),
    }
    special = 0.0 if rounds else 0.3
    ops.add(
        "stablehlo.reduce_window",
        elements(rng, type, dims.tolist(), special=special),
        elements(rng, type, (), special=special) if not rounds else np.ones((), elements(rng, type, ()).dtype),
        attributes=attributes,
        regions=[body([f"stablehlo.{name}"], type)],
        results="".join(f"{count}x" for count in counts) + type,
        types=[type, type],
        constants=(1,) if rng.random() < 0.5 else (),
        close=rounds,
    )


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("opset", [18, 21, 26])
def test_windows_of_all_kinds(opset: int, seed: int) -> None:
    rng = np.random.default_rng([opset, seed])
    ops = Operations()
    for type in ("i1", *INTEGERS, *FLOATS):
        for name in _NAMES:
            if type not in FLOATS or name not in ("and", "or", "xor"):
                _add(rng, ops, type, name)
    ops.compare(opset=opset)


def _running(ops: Operations, x: np.ndarray, init: np.ndarray, name: str, type: str, d: int, is_reverse: bool) -> None:
    """As JAX writes cumsum, cummax ... along dimension `d`."""
    rest = x.shape[d] - 1
    windows, padding = [1] * x.ndim, np.zeros((x.ndim, 2), np.int64)
    windows[d] = rest + 1
    padding[d] = (0, rest) if is_reverse else (rest, 0)
    ops.add(
        "stablehlo.reduce_window",
        x,
        init,
        attributes={
            "window_dimensions": ints(*windows),
            "padding": DenseElements(tensor(f"{x.ndim}x2xi64"), padding),
        },
        regions=[body([f"stablehlo.{name}"], type)],
        results="".join(f"{dim}x" for dim in x.shape) + type,
        types=[type, type],
        constants=(1,),
        close=type in FLOATS and name in _ROUNDED,
    )


@pytest.mark.parametrize("is_reverse", [False, True])
@pytest.mark.parametrize("init", [0.0, -0.0])
def test_running_sums_of_minus_zeros(init: float, is_reverse: bool) -> None:
    """They start with the initial value: 0.0 + -0.0 is 0.0."""
    ops = Operations()
    for type in FLOATS:
        dtype = elements(np.random.default_rng(0), type, ()).dtype
        for row in ([-0.0] * 5, [-0.0, -0.0, 0.0, -0.0, -0.0]):
            x = np.array([row]).astype(dtype)
            _running(ops, x, np.float32(init).astype(dtype), "add", type, 1, is_reverse)
    ops.compare()


@pytest.mark.parametrize("is_reverse", [False, True])
def test_running_sums_products_and_extremes(is_reverse: bool) -> None:
    rng = np.random.default_rng(int(is_reverse))
    ops = Operations()
    for type in ("i1", *INTEGERS, *FLOATS):
        for name in ("add", "multiply", "maximum"):
            rounds = type in FLOATS and name in _ROUNDED
            dtype = elements(rng, type, ()).dtype
            if name == "maximum":
                init = elements(rng, type, (), special=0)
            else:
                init = np.float32(name == "multiply").astype(dtype)
            dims = (3, 5) if rounds and name == "multiply" else (3, 37)
            x = elements(rng, type, dims, special=0 if rounds else 0.2)
            _running(ops, x, init, name, type, int(rng.integers(2)) if dims[1] > 5 else 1, is_reverse)
    ops.compare()


@pytest.mark.parametrize("size", [1, 2, 7, 8, 9, 16, 21, 64, 100])
def test_long_windows(size: int) -> None:
    """Also with strides and dilation, where windows aren't each other's neighbours."""
    rng = np.random.default_rng(size)
    ops = Operations()
    for stride, dilation in ((1, 1), (3, 1), (1, 2), (2, 3)):
        span = (size - 1) * dilation + 1
        count = 4
        for type, name in (("i32", "add"), ("f32", "minimum"), ("ui8", "xor"), ("i64", "maximum")):
            ops.add(
                "stablehlo.reduce_window",
                elements(rng, type, (span + (count - 1) * stride, 2)),
                elements(rng, type, ()),
                attributes={
                    "window_dimensions": ints(size, 1),
                    "window_strides": ints(stride, 1),
                    "window_dilations": ints(dilation, 1),
                },
                regions=[body([f"stablehlo.{name}"], type)],
                results=f"{count}x2x{type}",
                types=[type, type],
            )
    ops.compare()


_TWO_INPUTS = """
func.func @main(%x: tensor<20xi32>, %y: tensor<20xi32>) -> (tensor<{count}xi32>, tensor<{count}xi32>) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = "stablehlo.reduce_window"(%x, %y, %one, %zero) ({{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %0 = stablehlo.multiply %a, %c : tensor<i32>
    %1 = stablehlo.multiply %b, %c : tensor<i32>
    %2 = stablehlo.add %1, %d : tensor<i32>
    stablehlo.return %0, %2 : tensor<i32>, tensor<i32>
  }}) {{window_dimensions = array<i64: {size}>, padding = dense<[[{low}, 0]]> : tensor<1x2xi64>}}
    : (tensor<20xi32>, tensor<20xi32>, tensor<i32>, tensor<i32>) -> (tensor<{count}xi32>, tensor<{count}xi32>)
  return %r#0, %r#1 : tensor<{count}xi32>, tensor<{count}xi32>
}}
"""


@pytest.mark.parametrize(("size", "low"), [(3, 0), (12, 0), (20, 19)])
def test_two_inputs_at_once_in_their_order(size: int, low: int) -> None:
    """A linear recurrence: its body is associative, and not commutative."""
    rng = np.random.default_rng(0)
    x, y = rng.integers(-9, 9, (2, 20)).astype(np.int32)
    program = _TWO_INPUTS.format(count=20 + low - size + 1, size=size, low=low)
    for mine, theirs in zip(through_onnx(program, x, y), interpreter.run(program, x, y), strict=True):
        assert_same(mine, theirs, f"{size} {low}")


@pytest.mark.share(3)
@pytest.mark.parametrize("dims", [(2, 3, 9, 8), (2, 9, 8, 3), (7,), (2, 5, 6, 7, 3)])
@pytest.mark.parametrize("awkward", [[], [np.nan], [-np.inf], [np.inf], [-0.0], [0.0, -0.0, np.nan, -np.inf]])
def test_pooling(dims: tuple[int, ...], awkward: list[float]) -> None:
    """NCHW, NHWC, of one and of three spatial dimensions; with the floats that MaxPool knows nothing of."""
    rng = np.random.default_rng(0)
    spatial = {4: (2, 3) if dims[1:2] == (3,) else (1, 2), 1: (0,), 5: (1, 2, 3)}[len(dims)]
    ops = Operations()
    for type in FLOATS:
        for size, stride, low, high in ((2, 2, 0, 0), (3, 2, 1, 1), (3, 1, 0, 2), (2, 3, 1, 0)):
            windows = [size if d in spatial else 1 for d in range(len(dims))]
            strides = [stride if d in spatial else 1 for d in range(len(dims))]
            edges = [(low, high) if d in spatial else (0, 0) for d in range(len(dims))]
            x = rng.normal(size=dims)
            if awkward:
                x = np.where(rng.random(dims) < 0.5, rng.choice(awkward, dims), x - 3)
            x = x.astype(elements(rng, type, ()).dtype)
            counts = [(dims[d] + sum(edges[d]) - windows[d]) // strides[d] + 1 for d in range(len(dims))]
            ops.add(
                "stablehlo.reduce_window",
                x,
                np.float32(-np.inf).astype(x.dtype),
                attributes={
                    "window_dimensions": ints(*windows),
                    "window_strides": ints(*strides),
                    "padding": DenseElements(tensor(f"{len(dims)}x2xi64"), np.array(edges, np.int64)),
                },
                regions=[body(["stablehlo.maximum"], type)],
                results="".join(f"{count}x" for count in counts) + type,
                constants=(1,),
            )
    ops.compare(opset=(18, 21, 26)[len(awkward) % 3])
