"""Reductions of every element type, against the interpreter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from helpers.one_op import body, ints
from helpers.onnx_ops import Operations, assert_same
from helpers.onnx_runs import through_onnx
from helpers.onnx_values import ELEMENT_TYPES, FLOATS, INTEGERS, NARROW_FLOATS, elements, shape

import hlogen as hl
import interpreter
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.ir import Block, Operation, Region, tensor

Rng = np.random.Generator

_ORDERED = ("maximum", "minimum")
_LOGIC = ("and", "or", "xor")
_NEUTRAL = {"add": 0, "multiply": 1, "or": 0, "xor": 0}


def _operations(type: str) -> tuple[str, ...]:
    is_float = type in FLOATS or type in NARROW_FLOATS
    return ("add", "multiply", *_ORDERED) if is_float else ("add", "multiply", *_ORDERED, *_LOGIC)


def _init(rng: Rng, name: str, type: str, special: float) -> np.ndarray:
    if rng.random() < 0.5 or name not in _NEUTRAL:
        return elements(rng, type, (), special=special)
    return np.asarray(_NEUTRAL[name], np.float32).astype(elements(rng, type, ()).dtype)


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("opset", [18, 21, 26])
def test_bodies_of_one_operation(opset: int, seed: int) -> None:
    rng = np.random.default_rng([opset, seed])
    ops = Operations()
    for type in ELEMENT_TYPES:
        if type.startswith("f8") and opset < 19:
            continue
        for name in _operations(type):
            rounds = type not in INTEGERS and type != "i1" and name in ("add", "multiply")
            if rounds and type.startswith("f8"):
                continue  # each addition rounds by as much as a quarter
            dims = shape(rng, int(rng.integers(1, 4)), most=5 if name == "multiply" else 9)
            dimensions = sorted(rng.permutation(len(dims))[: rng.integers(0, len(dims) + 1)].tolist())
            if rounds and name == "multiply":
                dimensions = dimensions[:1]
            special = 0.02 if rounds else 0.3
            x, init = elements(rng, type, dims, special=special), _init(rng, name, type, special)
            ops.add(
                "stablehlo.reduce",
                x,
                init,
                attributes={"dimensions": ints(*dimensions)},
                regions=[body([f"stablehlo.{name}"], type)],
                types=[type, type],
                constants=(1,) if rng.random() < 0.5 else (),
                close=rounds,
            )
    ops.compare(opset=opset)


@pytest.mark.parametrize("opset", [18, 21])
def test_any_body(opset: int) -> None:
    """(a + b) + c isn't a + (b + c) here: the tree is the interpreter's."""
    rng = np.random.default_rng(opset)
    ops = Operations()
    for type in (*INTEGERS, *FLOATS):
        for steps in (["multiply", "add"], ["subtract"], ["maximum", "subtract"], []):
            dims = shape(rng, 2, most=9)
            ops.add(
                "stablehlo.reduce",
                elements(rng, type, dims, special=0),
                elements(rng, type, (), special=0),
                attributes={"dimensions": ints(int(rng.integers(2)))},
                regions=[_chain(steps, type)],
                types=[type, type],
            )
    ops.compare(opset=opset)


def _chain(steps: list[str], type: str) -> Region:
    """The steps applied to the first argument and the second, again and again."""
    block = Block([tensor(type)] * 2)
    value = block.arguments[0]
    for step in steps:
        operation = Operation(f"stablehlo.{step}", (value, block.arguments[1]), (tensor(type),))
        block.operations.append(operation)
        value = operation.result
    block.operations.append(Operation("stablehlo.return", (value,)))
    return Region([block])


_ARG = """
func.func @main(%x: tensor<4x{n}x{type}>, %lowest: tensor<{type}>) -> (tensor<4x{type}>, tensor<4xi32>) {{
  %numbers = stablehlo.iota dim = 1 : tensor<4x{n}xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %lowest), (%numbers init: %zero) across dimensions = [1]
    : (tensor<4x{n}x{type}>, tensor<4x{n}xi32>, tensor<{type}>, tensor<i32>) -> (tensor<4x{type}>, tensor<4xi32>)
   reducer(%a: tensor<{type}>, %b: tensor<{type}>) (%i: tensor<i32>, %j: tensor<i32>) {{
    %0 = stablehlo.compare {direction}, %a, %b : (tensor<{type}>, tensor<{type}>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a : (tensor<{type}>, tensor<{type}>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %b : (tensor<{type}>, tensor<{type}>) -> tensor<i1>
    %4 = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %b : tensor<i1>, tensor<{type}>
    %8 = stablehlo.select %6, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<{type}>, tensor<i32>
  }}
  return %r#0, %r#1 : tensor<4x{type}>, tensor<4xi32>
}}
"""


@pytest.mark.parametrize("direction", ["GT", "LT"])
@pytest.mark.parametrize("type", ["f64", "f32", "bf16", "f16", "i32", "i64", "i16", "ui8", "ui64"])
def test_the_place_of_the_largest_and_of_the_smallest(type: str, direction: str) -> None:
    rng = np.random.default_rng(1)
    for n in (1, 2, 7, 33, 0):
        program = _ARG.format(n=n, type=type, direction=direction)
        x, lowest = elements(rng, type, (4, n), special=0.3), elements(rng, type, (), special=0)
        expected = interpreter.run(program, x, lowest)
        for mine, theirs in zip(through_onnx(program, x, lowest), expected, strict=True):
            assert_same(mine, theirs, f"{type} {direction} {n}")


@pytest.mark.parametrize("direction", ["GT", "LT"])
def test_the_largest_of_two_zeros_is_the_last_and_its_place_the_first(direction: str) -> None:
    """-0.0 equals 0.0, so the body returns %b as the value, and the lower of the two places."""
    x = np.array([[0.0, -0.0, 0.0], [-0.0, 0.0, -0.0], [0.0, 0.0, -0.0], [-0.0, -0.0, 0.0]], np.float32)
    program = _ARG.format(n=3, type="f32", direction=direction)
    values, places = through_onnx(program, x, np.float32(-np.inf if direction == "GT" else np.inf))
    assert np.signbit(values).tolist() == np.signbit(x[:, -1]).tolist()
    assert places.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(("places", "most"), [("i8", 128), ("ui8", 256)])
def test_places_that_count_from_0_again(places: str, most: int) -> None:
    """Where they are too narrow for the dimension, the first of equal elements needn't have the lowest place."""
    dtype = np.dtype(places.replace("i", "int"))
    for n in (most, most + 1, most + 40):
        program = _ARG.format(n=n, type="f32", direction="GT").replace("i32", places)
        x = np.random.default_rng(1).permutation(4 * n).reshape(4, n).astype(np.float32)
        x[0, -1] = x[1, 0] = x[2, most - 1 :] = x[3, 3] = x[3, -1] = 1e9
        values, found = through_onnx(program, x, np.float32(-np.inf))
        assert (values == x.max(axis=1)).all()
        counted = np.broadcast_to(np.arange(n).astype(dtype), x.shape)
        assert (found == counted.min(axis=1, where=x == 1e9, initial=np.iinfo(dtype).max)).all(), n


def test_the_place_of_the_largest_where_the_body_does_not_look_for_nan() -> None:
    """Whatever the order, a NaN in front is passed over: ONNX's ArgMax would stay at it."""
    program = _ARG.format(n=3, type="f32", direction="GT").replace("stablehlo.compare NE", "stablehlo.compare LT")
    program = program.replace("stablehlo.compare LT, %a, %a", "stablehlo.compare GT, %a, %b")
    x = np.array([[np.nan, 1, 2], [np.nan, 2, 1], [1, 2, 3], [3, 2, 1]], np.float32)
    values, places = through_onnx(program, x, np.float32(-np.inf))
    assert values.tolist() == [2, 2, 3, 3]
    assert places.tolist() == [2, 1, 2, 0]


@pytest.mark.parametrize("direction", ["GT", "LT"])
@pytest.mark.parametrize("type", ["f64", "bf16", "i32", "i64", "ui8"])
def test_the_place_that_comes_with_the_initial_value(type: str, direction: str) -> None:
    """Of equal elements the lowest place counts, the initial value's among them, wherever that is."""
    dtype = elements(np.random.default_rng(1), type, ()).dtype
    limits = np.iinfo(dtype) if dtype.kind in "iu" else None
    worst = (-np.inf, np.inf) if limits is None else (limits.min, limits.max)
    neutral, least, most = (worst if direction == "GT" else worst[::-1])[0], min(worst), max(worst)
    x = np.array([[neutral] * 3, [5, neutral, 5], [least, 3, most], [neutral, neutral, 7]]).astype(dtype)
    for init in (neutral, 5):
        for place in (0, -1, 2, 9):

            def main(x, init=init, place=place):
                numbers = hl.iota("4x3xi32", iota_dimension=1)
                start = hl.constant(np.array(init, dtype), type)
                return hl.reduce([x, numbers], [start, np.int32(place)], [1], _place_of_best)

            def _place_of_best(a, i, b, j):
                first = hl.or_(hl.compare(a, b, direction), hl.compare(a, a, "NE"))
                is_lower = hl.and_(hl.compare(a, b, "EQ"), hl.compare(i, j, "LT"))
                return hl.select(first, a, b), hl.select(hl.or_(first, is_lower), i, j)

            candidates = np.concatenate([np.full((4, 1), init, dtype), x], 1).astype(object)
            best = (np.max if direction == "GT" else np.min)(candidates, 1)
            places = np.where(candidates == best[:, None], [place, 0, 1, 2], 99).min(1)
            program = hl.function(f"4x3x{type}", name="main")(main)
            found = through_onnx(str(program), x)
            assert found[0].astype(object).tolist() == best.tolist()
            assert found[1].tolist() == places.tolist(), (init, place)


def test_a_body_of_wider_elements() -> None:
    ops = Operations()
    rng = np.random.default_rng(3)
    x = rng.integers(-128, 128, (3, 50)).astype(np.int8)
    region = body(["stablehlo.add"], "i32")
    ops.add("stablehlo.reduce", x, np.int8(5), attributes={"dimensions": ints(1)}, regions=[region], results="3xi32")
    halves = rng.normal(size=(3, 50)).astype(np.float16)
    ops.add(
        "stablehlo.reduce",
        halves,
        np.float16(5),
        attributes={"dimensions": ints(1)},
        regions=[body(["stablehlo.add"], "f32")],
        results="3xf32",
        close=True,
    )
    ops.compare()


@pytest.mark.parametrize("op", ["reduce", "reduce_window"])
@pytest.mark.parametrize("given", [7, None])
def test_a_body_that_returns_what_it_is_not_given(op: str, given: int | None) -> None:
    """A constant, or what it captures: one value, and as many elements as any other."""

    @hl.function("3x4xf32", "3x4xi32", "i32", name="main")
    def program(x: hl.Tensor, n: hl.Tensor, captured: hl.Tensor) -> Sequence[hl.Tensor]:
        def body(a: hl.Tensor, i: hl.Tensor, b: hl.Tensor, j: hl.Tensor) -> tuple[hl.Tensor, hl.Tensor]:
            return a + b, captured if given is None else hl.constant(given, "i32")

        if op == "reduce":
            return hl.reduce([x, n], [0.0, 1], [1], body)
        return hl.reduce_window([x, n], [0.0, 1], body, window_dimensions=[1, 2])

    inputs = np.arange(12, dtype=np.float32).reshape(3, 4), np.ones((3, 4), np.int32), np.int32(5)
    for got, wanted in zip(through_onnx(program, *inputs), interpreter.run(program, *inputs), strict=True):
        np.testing.assert_array_equal(got, wanted, strict=True)


def test_sums_of_integers_are_exact() -> None:
    """Sums that f64 doesn't hold, and that wrap."""
    rng = np.random.default_rng(4)
    ops = Operations()
    for type in INTEGERS:
        for dimensions in ((0,), (1,), (2,), (0, 2), (0, 1), (1, 2), (0, 1, 2)):
            ops.add(
                "stablehlo.reduce",
                elements(rng, type, (5, 40, 7)),
                elements(rng, type, ()),
                attributes={"dimensions": ints(*dimensions)},
                regions=[body(["stablehlo.add"], type)],
                types=[type, type],
            )
    ops.compare(threads=2)


def test_zeros_and_nan_of_every_row() -> None:
    """All rows of three out of -0, +0, NaN, 1, -1 and infinity."""
    kinds = np.array([-0.0, 0.0, np.nan, 1.0, -1.0, np.inf, -np.inf])
    rows = np.stack(np.meshgrid(kinds, kinds, kinds), -1).reshape(-1, 3)
    ops = Operations()
    for type in (*FLOATS, "f8E5M2"):
        for name in _ORDERED:
            for init in (-np.inf, np.inf, 0.0, -0.0):
                x = rows.astype(elements(np.random.default_rng(0), type, ()).dtype)
                ops.add(
                    "stablehlo.reduce",
                    x,
                    np.float32(init).astype(x.dtype),
                    attributes={"dimensions": ints(1)},
                    regions=[body([f"stablehlo.{name}"], type)],
                    types=[type, type],
                )
    ops.compare()


@pytest.mark.parametrize("is_transposed", [False, True])
def test_a_sum_of_minus_zeros_is_minus_zero(is_transposed: bool) -> None:
    """And 0.0 where the initial value or an element is."""
    columns = np.array([[-0.0, -0.0, -0.0, -2.5, -1e-45], [-0.0, 0.0, -0.0, 3.0, -0.0]]).repeat(2, 0)
    ops = Operations()
    for type in FLOATS:
        x = columns.astype(elements(np.random.default_rng(0), type, ()).dtype)
        for init in (-0.0, 0.0):
            for dimensions in ((), (0,), (1,), (0, 1)):
                for constants in ((), (1,)):
                    ops.add(
                        "stablehlo.reduce",
                        np.ascontiguousarray(x.T) if is_transposed else x,
                        np.float32(init).astype(x.dtype),
                        attributes={"dimensions": ints(*dimensions)},
                        regions=[body(["stablehlo.add"], type)],
                        types=[type, type],
                        constants=constants,
                    )
    ops.compare(threads=2)


def test_a_sum_of_minus_zeros_behind_a_transposition() -> None:
    text = """
    func.func @main(%a: tensor<4x3xf32>) -> tensor<3xf32> {
      %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
      %i = stablehlo.constant dense<-0.0> : tensor<f32>
      %r = stablehlo.reduce(%t init: %i) applies stablehlo.add across dimensions = [1]
        : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
      return %r : tensor<3xf32>
    }"""
    (found,) = through_onnx(text, np.float32([[-0.0, -0.0, 1.0]] * 3 + [[-0.0, 0.0, -3.0]]))
    assert_same(found, np.float32([-0.0, 0.0, 0.0]), "sums")


_NOT_BY_LANES = """
func.func @main(%x: tensor<3xf32>, %init: tensor<f32>) -> tensor<f32> {
  %r = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %1 = stablehlo.reduce(%0 init: %b) applies stablehlo.add across dimensions = [0]
      : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
"""


def test_a_body_that_works_on_more_than_scalars_is_refused() -> None:
    with pytest.raises(ExportError, match=r"stablehlo.reduce.*broadcast_in_dim, which can't be computed for many"):
        to_onnx(_NOT_BY_LANES)
