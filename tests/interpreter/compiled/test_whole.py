"""Operations on whole arrays as one function of machine code: NumPy's bits, and nothing left to NumPy's calls."""

from __future__ import annotations

import os
import re
import signal
import threading
from ast import literal_eval
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.reruns import bits_but_of_nans, require_same_bits

import interpreter
from hlogen.errors import HlogenError
from hlogen.fuzz.program import drawn, planned
from hlogen.ir import dtype_of, parse_element_type
from interpreter.compiled import assembled, fused, scatter, tier
from interpreter.compiled.part import WHOLE
from interpreter.values import threads
from interpreter.values.array import Array

LOOKS = ("stablehlo.broadcast_in_dim", "stablehlo.constant")  # which are only a part of something else
RUNS = 4  # as planned, optimized, then all at once, twice


def at_once(text: str, *arguments: Array) -> tuple[Array, ...]:
    """The results of a program that is one call of machine code in the end, which are NumPy's."""
    wanted = interpreter.load(text, compile="never")(*arguments)
    executable = interpreter.load(text, compile="always")
    for _ in range(RUNS):
        found = executable(*arguments)
        for one, other in zip(found, wanted, strict=True):
            assert one.tobytes() == other.tobytes()
            assert (one.shape, one.dtype) == (other.shape, other.dtype)
    require_same_bits(text, arguments, compile="always")
    (instruction,) = executable.plan.code.instructions
    assert instruction[1].__module__ == "interpreter.compiled.assembled"
    return tuple(found)


def values(*shape: int, seed: int = 0, dtype: Any = np.float32) -> Array:
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


@pytest.fixture
def alone(monkeypatch):
    """Single operations are worth it."""
    monkeypatch.setattr(fused, "_FEWEST", 1)


def check(op: str, seeds: Sequence[int]) -> int:
    """Holds random programs that begin with an operation against NumPy; gives how often machine code ran."""
    calls = 0
    plain = tier.call

    def call(*given: Any, **said: Any) -> None:
        nonlocal calls
        calls += 1
        plain(*given, **said)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tier, "call", call)
        for seed in seeds:
            form = drawn(planned(op, seed, (1, 3, 8)[seed % 3])).form
            try:
                interpreter.load(form.module, form.entry)
            except HlogenError:  # quantized numbers that nothing computes
                continue
            require_same_bits(form.module, form.arguments, entry=form.entry, compile="always")
    return calls


@campaign.every(2)
@pytest.mark.parametrize("op", sorted(WHOLE.rows()))
def test_each_row(op, alone, every):
    assert check(op, range(0, 4, every)) or op in LOOKS


@pytest.mark.campaign
@pytest.mark.parametrize("op", sorted(WHOLE.rows()))
def test_each_row_often(op, alone):
    assert check(op, range(100, 400))


@pytest.mark.campaign
@pytest.mark.parametrize("cores", range(1, 9))
def test_any_number_of_threads(cores, alone, monkeypatch):
    monkeypatch.setattr(threads, "cores", lambda: cores)
    monkeypatch.setattr(tier, "SHARED", 8)
    monkeypatch.setattr(scatter, "_WINDOW", 1)
    for op in sorted(WHOLE.rows()):
        check(op, range(1000 * cores, 1000 * cores + 10))


def outcome(executable: interpreter.Executable, arguments: Sequence[Any], **limits: int) -> object:
    """The bits of the results, or the error's message."""
    try:
        return bits_but_of_nans(executable(*arguments, **limits))
    except HlogenError as error:
        return str(error)


@pytest.mark.parametrize("start", campaign.first(1, range(0, 600, 12)))
def test_limits_of_memory_and_steps_hold(start, alone):
    """Machine code is stopped where NumPy is, by the same message."""
    stopped = ended = 0
    for number, seed in enumerate(campaign.seeds(start, start + 12)):
        form = drawn(planned(sorted(WHOLE.rows())[seed % len(WHOLE.rows())], seed, (1, 8, 30)[number % 3])).form
        try:
            plain = interpreter.load(form.module, form.entry, compile="never")
            compiled = interpreter.load(form.module, form.entry, compile="always")
            needed = plain.memory_of(plain.values(form.arguments)).bytes
        except HlogenError:  # quantized numbers that nothing computes
            continue
        for _ in range(RUNS):
            outcome(compiled, form.arguments)
        limits = [{"max_memory": max(most, 0)} for most in (needed // 2, needed - 1, needed, 2 * needed)]
        for limit in (*limits, *({"max_steps": most} for most in (0, 2, 5, 1000))):
            wanted = outcome(plain, form.arguments, **limit)
            assert outcome(compiled, form.arguments, **limit) == wanted, (seed, limit)
            stopped, ended = stopped + isinstance(wanted, str), ended + (not isinstance(wanted, str))
    assert stopped > 20
    assert ended > 20


@pytest.mark.parametrize("size", [1, 256, 257, 700])
@pytest.mark.parametrize("type", ["f32", "f64", "bf16"])
def test_functions_of_numpys_run_in_strips(size, type):
    """What is computed before and behind them, of the same elements, goes together."""
    t = f"tensor<2x{size}x{type}>"
    text = f"""func.func @main(%x: {t}, %y: tensor<{size}x{type}>) -> ({t}, {t}) {{
  %0 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<{size}x{type}>) -> {t}
  %1 = stablehlo.multiply %x, %0 : {t}
  %2 = stablehlo.exponential %1 : {t}
  %3 = stablehlo.add %2, %1 : {t}
  %4 = stablehlo.tanh %3 : {t}
  %5 = stablehlo.atan2 %4, %x : {t}
  %6 = stablehlo.compare LT, %1, %2 : ({t}, {t}) -> tensor<2x{size}xi1>
  %7 = stablehlo.select %6, %5, %2 : tensor<2x{size}xi1>, {t}
  return %7, %3 : {t}, {t}
}}"""
    dtype = dtype_of(parse_element_type(type))
    at_once(text, values(2, size, dtype=dtype), values(size, seed=1, dtype=dtype))


@pytest.mark.share(2)
@pytest.mark.parametrize("length", [1, 3, 16, 17, 31, 255])
@pytest.mark.parametrize("dimensions", ["0", "2", "1, 2"])
def test_sums_are_added_in_the_tree_of_neighbours(length, dimensions):
    shape = [3, 67, 2]
    shape[int(dimensions[0])] = length
    kept = "x".join(str(n) for d, n in enumerate(shape) if str(d) not in dimensions)
    whole = "x".join(map(str, shape))
    text = f"""func.func @main(%x: tensor<{whole}xf32>, %i: tensor<f32>) -> tensor<{kept}xf32> {{
  %0 = stablehlo.multiply %x, %x : tensor<{whole}xf32>
  %1 = stablehlo.subtract %0, %x : tensor<{whole}xf32>
  %2 = stablehlo.reduce(%1 init: %i) applies stablehlo.add across dimensions = [{dimensions}]
    : (tensor<{whole}xf32>, tensor<f32>) -> tensor<{kept}xf32>
  %3 = stablehlo.negate %2 : tensor<{kept}xf32>
  return %3 : tensor<{kept}xf32>
}}"""
    x, init = values(*shape), values()
    (found,) = at_once(text, x, init)

    def tree(lines: list[Array]) -> Array:
        if len(lines) == 1:
            return lines[0]
        paired = [one + other for one, other in zip(lines[0::2], lines[1::2], strict=False)]
        return tree(paired + lines[2 * len(paired) :])

    axes = [int(d) for d in dimensions.split(", ")]
    terms = np.moveaxis(x * x - x, axes, range(len(axes))).reshape(-1, *found.shape)
    np.testing.assert_array_equal(found, -(init + tree(list(terms))))


def test_sums_of_a_few():
    """Of each length whose tree is written out, and of the first whose isn't."""
    lengths = range(1, 18)
    parameters = ", ".join(f"%x{n}: tensor<{n}x3xf32>" for n in lengths)
    lines = [
        f"  %r{n} = stablehlo.reduce(%x{n} init: %i) applies stablehlo.add across dimensions = [0]"
        f" : (tensor<{n}x3xf32>, tensor<f32>) -> tensor<3xf32>"
        for n in lengths
    ]
    results, kinds = ", ".join(f"%r{n}" for n in lengths), ", ".join("tensor<3xf32>" for _ in lengths)
    text = "\n".join(
        [
            f"func.func @main({parameters}, %i: tensor<f32>) -> ({kinds}) {{",
            *lines,
            f"  return {results} : {kinds}",
            "}",
        ]
    )
    at_once(text, *(values(n, 3, seed=n) * np.float32(1e3) ** values(n, 3) for n in lengths), values())


def test_what_an_odd_number_leaves_stays_behind():
    """Of a body that isn't commutative, at each level of the tree."""
    length = 31
    text = f"""func.func @main(%x: tensor<{length}x3xf32>, %i: tensor<f32>) -> tensor<3xf32> {{
  %0 = stablehlo.negate %x : tensor<{length}x3xf32>
  %1 = "stablehlo.reduce"(%0, %i) <{{dimensions = array<i64: 0>}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }}) : (tensor<{length}x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}}"""
    at_once(text, values(length, 3), values())


X3 = values(3, 4, 5)


def padded(lows: Sequence[int], highs: Sequence[int], interiors: Sequence[int]) -> Array:
    """By the specification's formula: element i of X3 is at low + i * (interior + 1), where that is inside; else -7."""
    there = list(zip(lows, highs, interiors, X3.shape, strict=True))
    result = np.full(
        [low + max(n - 1, 0) * (between + 1) + 1 + high for low, high, between, n in there], np.float32(-7)
    )
    for index in np.ndindex(*X3.shape):
        at = tuple(low + i * (between + 1) for i, (low, _, between, _) in zip(index, there, strict=True))
        if all(0 <= i < n for i, n in zip(at, result.shape, strict=True)):
            result[at] = X3[index]
    return result


VIEWS: dict[str, tuple[str, Array]] = {
    "pad": ("pad %x, %p, low = [1, 0, 2], high = [0, 1, 3], interior = [0, 1, 2]",
            padded([1, 0, 2], [0, 1, 3], [0, 1, 2])),
    "pad that cuts": ("pad %x, %p, low = [-1, 0, -2], high = [0, -3, 1], interior = [0, 0, 0]",
                      padded([-1, 0, -2], [0, -3, 1], [0, 0, 0])),
    "pad that cuts between": ("pad %x, %p, low = [-1, -2, -3], high = [-2, -3, -1], interior = [1, 2, 1]",
                              padded([-1, -2, -3], [-2, -3, -1], [1, 2, 1])),
    "pad that leaves padding": ("pad %x, %p, low = [-4, 0, 0], high = [3, 0, 0], interior = [1, 0, 0]",
                                padded([-4, 0, 0], [3, 0, 0], [1, 0, 0])),
    "concatenate 0": ("concatenate %x, %x, dim = 0", np.concatenate([X3, X3], 0)),
    "concatenate 1": ("concatenate %x, %x, dim = 1", np.concatenate([X3, X3], 1)),
    "concatenate 2": ("concatenate %x, %x, dim = 2", np.concatenate([X3, X3], 2)),
    "reverse": ("reverse %x, dims = [0, 2]", X3[::-1, :, ::-1]),
    "transpose": ("transpose %x, dims = [2, 0, 1]", X3.transpose(2, 0, 1)),
    "slice": ("slice %x [0:3:2, 1:4, 1:5:3]", X3[0:3:2, 1:4, 1:5:3]),
    "reshape": ("reshape %x", X3.reshape(5, 2, 6)),
    "broadcast": ("broadcast_in_dim %x, dims = [2, 0, 3]",
                  np.broadcast_to(X3.transpose(1, 0, 2)[:, None], (4, 2, 3, 5))),
}  # fmt: skip


@pytest.mark.parametrize(("shape", "order"), [("3x4x5", [0, 1, 2]), ("5x3x4", [1, 2, 0])])
def test_elements_are_moved(shape, order):
    """Of an operand as it lies, and of one that is itself only looked at in another order."""
    t, lines, names, kinds, results = "tensor<3x4x5xf32>", [], [], [], []
    for number, (name, (what, wanted)) in enumerate(VIEWS.items()):
        results.append(wanted)
        to = f"tensor<{'x'.join(map(str, results[-1].shape))}xf32>"
        kind = {"pad": f"({t}, tensor<f32>) -> {to}", "concatenate": f"({t}, {t}) -> {to}", "reverse": t}
        lines.append(f"  %r{number} = stablehlo.{what} : {kind.get(name.split()[0], f'({t}) -> {to}')}")
        names.append(f"%r{number}")
        kinds.append(to)
    text = f"""func.func @main(%o: tensor<{shape}xf32>, %i: tensor<f32>) -> ({", ".join(kinds)}) {{
  %n = stablehlo.negate %o : tensor<{shape}xf32>
  %p = stablehlo.negate %i : tensor<f32>
  %x = stablehlo.transpose %n, dims = {order} : (tensor<{shape}xf32>) -> {t}
""" + "\n".join([*lines, f"  return {', '.join(names)} : {', '.join(kinds)}", "}"])
    found = at_once(text, -np.ascontiguousarray(X3.transpose(np.argsort(order))), np.float32(7))
    for one, wanted, (name, _) in zip(found, results, VIEWS.items(), strict=True):
        np.testing.assert_array_equal(one, wanted, name)


def test_windows_that_grow_or_shrink():
    """Each element is folded from the left, of initial values and elements in their order, or to the same bits."""
    x = {"f32": (values(2, 9) * 1e3).astype(np.float32), "i32": np.arange(-7, 11, dtype=np.int32).reshape(2, 9)}
    operations = {"add": np.add, "multiply": np.multiply, "maximum": np.maximum}
    cases = [
        (body, type, init, padding)
        for body, type, init in (
            ("add", "f32", 0), ("add", "i32", 0), ("add", "i32", 3), ("multiply", "i32", 1), ("multiply", "i32", 0),
            ("maximum", "f32", 2), ("multiply", "f32", 1),
        )
        for padding in ((8, 0), (0, 8), (3, 5), (8, 3))
    ]  # fmt: skip
    lines, names, kinds = [], [], []
    for number, (body, type, init, (low, high)) in enumerate(cases):
        to = f"tensor<2x{1 + low + high}x{type}>"
        lines.append(f"""  %c{number} = stablehlo.constant dense<{init}> : tensor<i32>
  %i{number} = stablehlo.convert %c{number} : (tensor<i32>) -> tensor<{type}>
  %r{number} = "stablehlo.reduce_window"(%n{type}, %i{number}) <{{window_dimensions = array<i64: 1, 9>,
    padding = dense<[[0, 0], [{low}, {high}]]> : tensor<2x2xi64>}}> ({{
    ^bb0(%a: tensor<{type}>, %b: tensor<{type}>):
      %s = stablehlo.{body} %a, %b : tensor<{type}>
      stablehlo.return %s : tensor<{type}>
  }}) : (tensor<2x9x{type}>, tensor<{type}>) -> {to}""")
        names.append(f"%r{number}")
        kinds.append(to)
    text = f"""func.func @main(%f32: tensor<2x9xf32>, %i32: tensor<2x9xi32>) -> ({", ".join(kinds)}) {{
  %nf32 = stablehlo.negate %f32 : tensor<2x9xf32>
  %ni32 = stablehlo.negate %i32 : tensor<2x9xi32>
""" + "\n".join([*lines, f"  return {', '.join(names)} : {', '.join(kinds)}", "}"])
    given = x["f32"], x["i32"]
    wanted = interpreter.load(text, compile="never")(*given)
    executable = interpreter.load(text, compile="always")
    for _ in range(RUNS):
        found = executable(*given)
    for one, other, (body, type, init, (low, high)) in zip(found, wanted, cases, strict=True):
        assert one.tobytes() == other.tobytes(), (body, type, init, low, high)
        line = np.pad(-x[type], [(0, 0), (low, high)], constant_values=init)
        for place in range(1 + low + high):
            folded = np.full(2, init, line.dtype)
            for column in line[:, place : place + 9].T:
                folded = operations[body](folded, column)
            if type == "i32" or body == "maximum":
                np.testing.assert_array_equal(one[:, place], folded)
            else:
                np.testing.assert_allclose(one[:, place], folded, rtol=1e-5, atol=1e-2)


def product_of(types: tuple[str, str], result: str, contracting: str) -> str:
    return f"""func.func @main(%x: tensor<{types[0]}>, %y: tensor<{types[1]}>) -> tensor<{result}> {{
  %0 = stablehlo.dot_general %x, %y, {contracting} : (tensor<{types[0]}>, tensor<{types[1]}>) -> tensor<{result}>
  %1 = stablehlo.negate %0 : tensor<{result}>
  return %1 : tensor<{result}>
}}"""


def test_products_along_several_dimensions_in_any_order(alone):
    text = product_of(
        ("2x3x4x5xf32", "4x6x2x3xf32"), "3x5x6xf32", "batching_dims = [1] x [3], contracting_dims = [0, 2] x [2, 0]"
    )
    x, y = np.arange(120).reshape(2, 3, 4, 5), np.arange(144).reshape(4, 6, 2, 3)
    (found,) = at_once(text, (x % 7).astype(np.float32), (y % 5).astype(np.float32))
    np.testing.assert_array_equal(found, -np.einsum("abcd,ceab->bde", x % 7, y % 5))


def test_products_in_a_wider_type(alone):
    """No sum of these is one of f32."""
    text = product_of(("2x3xf32", "3x2xf32"), "2x2xf64", "contracting_dims = [1] x [0]")
    x, y = values(2, 3), values(3, 2, seed=1)
    (found,) = at_once(text, x, y)
    np.testing.assert_allclose(found, -(x.astype(np.float64) @ y.astype(np.float64)), rtol=1e-15)
    assert (found != found.astype(np.float32)).all()


def test_gathers_with_batching_dims_wherever_the_index_vectors_are():
    """result[i, j, 0, k] is operand[clamp(start[i, j, 0]), j, i, clamp(start[i, j, 1]) + k]."""
    x, indices = values(4, 3, 2, 5), np.random.default_rng(0).integers(-1, 5, (2, 3, 1, 2), np.int32)
    at = [np.moveaxis(indices, 3, d) for d in range(4)]
    types = [f"tensor<{'x'.join(map(str, one.shape))}xi32>" for one in at]
    to = "tensor<2x3x1x4xf32>"
    lines = [
        f"""  %r{d} = "stablehlo.gather"(%n, %i{d}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [3],
    collapsed_slice_dims = [0], operand_batching_dims = [1, 2], start_index_map = [0, 3],
    start_indices_batching_dims = {[axis + (axis >= d) for axis in (1, 0)]}, index_vector_dim = {d}>,
    slice_sizes = array<i64: 1, 1, 1, 4>}}> : (tensor<4x3x2x5xf32>, {type}) -> {to}
  %s{d} = stablehlo.negate %r{d} : {to}"""
        for d, type in enumerate(types)
    ]
    parameters = ", ".join(f"%i{d}: {type}" for d, type in enumerate(types))
    text = f"""func.func @main(%x: tensor<4x3x2x5xf32>, {parameters}) -> ({", ".join([to] * 4)}) {{
  %n = stablehlo.add %x, %x : tensor<4x3x2x5xf32>
""" + "\n".join([*lines, f"  return %s0, %s1, %s2, %s3 : {', '.join([to] * 4)}", "}"])
    for found in at_once(text, x, *map(np.ascontiguousarray, at)):
        for i, j in np.ndindex(2, 3):
            row, column = np.clip(indices[i, j, 0], 0, [3, 1])
            np.testing.assert_array_equal(found[i, j, 0], -2 * x[row, j, i, column : column + 4])


@pytest.mark.share(2)
@pytest.mark.parametrize("type", ["f32", "f64", "bf16"])
@pytest.mark.parametrize("inner", [1, 4, 5, 33])
@pytest.mark.parametrize("order", ["0, 1, 2", "0, 2, 1", "2, 0, 1"])
def test_products_are_numpys(type, inner, order):
    """Of operands as they lie, and of those that are looked at in another order."""
    there = [4, 3, inner]
    permuted = [int(d) for d in order.split(", ")]
    given = [0] * 3
    for d, source in enumerate(permuted):
        given[source] = there[d]
    before, behind = ("x".join(map(str, shape)) for shape in (given, there))
    text = f"""func.func @main(%x: tensor<{before}x{type}>, %y: tensor<4x{inner}x6x{type}>) -> tensor<4x3x6x{type}> {{
  %0 = stablehlo.add %x, %x : tensor<{before}x{type}>
  %1 = stablehlo.transpose %0, dims = [{order}] : (tensor<{before}x{type}>) -> tensor<{behind}x{type}>
  %2 = stablehlo.dot_general %1, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]
    : (tensor<{behind}x{type}>, tensor<4x{inner}x6x{type}>) -> tensor<4x3x6x{type}>
  %3 = stablehlo.negate %2 : tensor<4x3x6x{type}>
  return %3 : tensor<4x3x6x{type}>
}}"""
    dtype = dtype_of(parse_element_type(type))
    at_once(text, values(*given, dtype=dtype), values(4, inner, 6, seed=1, dtype=dtype))


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("lhs", "rhs", "numbers", "window", "groups"),
    [
        ("2x5x6x3", "3x2x3x4", "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", "", (1, 1)),
        ("2x3x5x6", "4x3x2x2", "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", "pad = [[1, 0], [2, -1]]", (1, 1)),
        ("2x5x6x4", "3x2x2x6", "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", "stride = [2, 1]", (2, 1)),
        ("4x5x6x3", "3x2x3x4", "[b, 0, 1, f]x[0, 1, i, o]->[f, 0, b, 1]", "rhs_dilate = [1, 2]", (1, 2)),
        ("1x9x1", "4x1x1", "[b, 0, f]x[0, i, o]->[b, 0, f]", "lhs_dilate = [2], reverse = [1]", (1, 1)),
        ("3x4", "4x5", "[b, f]x[i, o]->[b, f]", "", (1, 1)),
        # mostly padding: windows are made of what there is
        (
            "2x3x2x4",
            "2x3x2x6",
            "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
            "stride = [2, 1], pad = [[4, 5], [3, -1]], lhs_dilate = [3, 5], rhs_dilate = [2, 1], reverse = [1, 0]",
            (2, 1),
        ),
        ("4x2x3x2", "5x2x2x4", "[b, f, 0, 1]x[0, i, 1, o]->[b, 0, f, 1]", "pad = [[9, 9], [8, 8]]", (1, 2)),
    ],
)
@pytest.mark.parametrize("type", ["f32", "bf16"])
def test_convolutions_are_products_of_windows(lhs, rhs, numbers, window, groups, type):
    function = (
        f"stablehlo.convolution(%0, %w) dim_numbers = {numbers}, window = {{{window}}} "
        f"{{feature_group_count = {groups[0]} : i64, batch_group_count = {groups[1]} : i64}}"
        f" : (tensor<{lhs}x{type}>, tensor<{rhs}x{type}>) -> "
    )
    shape = _inferred(lhs, rhs, numbers, window, groups)
    text = f"""func.func @main(%x: tensor<{lhs}x{type}>, %w: tensor<{rhs}x{type}>) -> tensor<{shape}x{type}> {{
  %0 = stablehlo.add %x, %x : tensor<{lhs}x{type}>
  %1 = {function}tensor<{shape}x{type}>
  %2 = stablehlo.tanh %1 : tensor<{shape}x{type}>
  return %2 : tensor<{shape}x{type}>
}}"""
    dtype = dtype_of(parse_element_type(type))
    at_once(text, *(values(*map(int, one.split("x")), dtype=dtype) for one in (lhs, rhs)))


def _inferred(lhs: str, rhs: str, numbers: str, window: str, groups: tuple[int, int]) -> str:
    """The shape of a convolution, by the specification's formula."""
    of_lhs, of_rhs, of_result = (
        [one.strip() for one in part.strip("[]").split(",")] for part in re.split("x|->", numbers)
    )
    sizes, kernel = ([int(n) for n in one.split("x")] for one in (lhs, rhs))
    said = dict(re.findall(r"(\w+) = (\[[\[\]\d, -]+\])", window))
    found = {"b": sizes[of_lhs.index("b")] // groups[1], "f": kernel[of_rhs.index("o")]}
    for d in range(len(sizes) - 2):
        size, length = sizes[of_lhs.index(str(d))], kernel[of_rhs.index(str(d))]
        stride, lhs_dilate, rhs_dilate = (
            literal_eval(said.get(name, "[1, 1]"))[d] for name in ("stride", "lhs_dilate", "rhs_dilate")
        )
        low, high = literal_eval(said.get("pad", "[[0, 0], [0, 0]]"))[d]
        padded = low + (size - 1) * lhs_dilate + 1 + high
        found[str(d)] = (padded - (length - 1) * rhs_dilate - 1) // stride + 1
    return "x".join(str(found[one]) for one in of_result)


@pytest.mark.share(2)
@pytest.mark.parametrize("direction", ["LT", "GE", "EQ", "NE"])
@pytest.mark.parametrize("dimension", [0, 1])
def test_sorts_by_whatever_comparator(direction, dimension):
    """Floats with NaNs, and comparators that contradict themselves, are in the order of the kernel's merge sort."""
    t = "tensor<37x5xf32>"
    text = f"""func.func @main(%x: {t}, %y: tensor<37x5xi32>) -> ({t}, tensor<37x5xi32>) {{
  %0:2 = "stablehlo.sort"(%x, %y) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
      %1 = stablehlo.compare {direction}, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.compare GT, %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %3 = stablehlo.xor %1, %2 : tensor<i1>
      stablehlo.return %3 : tensor<i1>
  }}) : ({t}, tensor<37x5xi32>) -> ({t}, tensor<37x5xi32>)
  return %0#0, %0#1 : {t}, tensor<37x5xi32>
}}"""
    x = np.random.default_rng(0).integers(-2, 3, (37, 5)).astype(np.float32)
    x[::7] = np.nan
    at_once(text, x, np.random.default_rng(1).integers(0, 4, (37, 5), np.int32))


@pytest.mark.parametrize("type", ["f32", "f64", "bf16", "f16"])
@pytest.mark.parametrize("direction", ["LT", "GE", "EQ", "NE"])
def test_total_orders_of_one_nan(type, direction):
    """As JAX compares in sorts: -0.0 is less than 0.0, and every NaN stands for one that is more than all numbers."""
    t, nan = (
        f"tensor<5x6x{type}>",
        {"f32": "0x7FC00000", "f64": "0x7FF8000000000000", "bf16": "0x7FC0", "f16": "0x7E00"},
    )
    text = f"""func.func @main(%x: {t}, %y: {t}) -> (tensor<5x6xi1>, {t}) {{
  %nan = stablehlo.constant dense<{nan[type]}> : {t}
  %0 = stablehlo.compare NE, %x, %x : ({t}, {t}) -> tensor<5x6xi1>
  %1 = stablehlo.select %0, %nan, %x : tensor<5x6xi1>, {t}
  %2 = stablehlo.compare NE, %y, %y : ({t}, {t}) -> tensor<5x6xi1>
  %3 = stablehlo.select %2, %nan, %y : tensor<5x6xi1>, {t}
  %4 = stablehlo.compare {direction}, %1, %3, TOTALORDER : ({t}, {t}) -> tensor<5x6xi1>
  %5 = stablehlo.select %4, %x, %y : tensor<5x6xi1>, {t}
  return %4, %5 : tensor<5x6xi1>, {t}
}}"""
    few = np.array([0.0, -0.0, 1.0, -1.0, np.nan, -np.nan, np.inf, -np.inf, 0.5])
    rng = np.random.default_rng(0)
    at_once(text, *(rng.choice(few, (5, 6)).astype(dtype_of(parse_element_type(type))) for _ in range(2)))


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("window", "padding", "more"),
    [
        ("1, 3", "[[0, 0], [0, 0]]", ""),
        ("2, 3", "[[1, 0], [2, 1]]", "window_strides = array<i64: 2, 1>"),
        ("2, 2", "[[-1, 3], [0, 0]]", "base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 3, 1>"),
        ("1, 70", "[[0, 0], [69, 0]]", ""),
        ("4, 1", "[[0, 3], [0, 0]]", ""),
        ("2, 3", "[[1, 0], [2, 0]]", ""),
    ],
)
@pytest.mark.parametrize(("body", "type"), [("add", "f32"), ("maximum", "f32"), ("add", "i32"), ("multiply", "i32")])
def test_windows_are_folded_from_the_left(window, padding, more, body, type):
    """Also where each sees all that its neighbour does."""
    t = f"tensor<{type}>"
    attributes = f"window_dimensions = array<i64: {window}>, padding = dense<{padding}> : tensor<2x2xi64>, {more}"
    x = (values(4, 70) * 10).astype(dtype_of(parse_element_type(type)))
    before, behind = np.array(literal_eval(padding)).T
    sizes = np.array([int(n) for n in window.split(",")])
    strides, base, dilation = (np.array(found) for found in _steps(more))
    spans = (np.array(x.shape) - 1) * base + 1 + before + behind - (sizes - 1) * dilation - 1
    shape = "x".join(map(str, spans // strides + 1))
    text = f"""func.func @main(%x: tensor<4x70x{type}>, %i: {t}) -> tensor<{shape}x{type}> {{
  %0 = stablehlo.{body} %x, %x : tensor<4x70x{type}>
  %1 = "stablehlo.reduce_window"(%0, %i) <{{{attributes.rstrip(", ")}}}> ({{
    ^bb0(%a: {t}, %b: {t}):
      %2 = stablehlo.{body} %a, %b : {t}
      stablehlo.return %2 : {t}
  }}) : (tensor<4x70x{type}>, {t}) -> tensor<{shape}x{type}>
  %2 = stablehlo.negate %1 : tensor<{shape}x{type}>
  return %2 : tensor<{shape}x{type}>
}}"""
    is_left_to_numpy = "70" in window or window == "4, 1"
    for init in (0, 1, -3):
        given = x, np.array(init, x.dtype)
        if is_left_to_numpy and (body == "add" or type == "i32") and (type == "f32" or "70" in window):
            require_same_bits(text, given, compile="always")
        else:
            at_once(text, *given)


def _steps(more: str) -> list[list[int]]:
    """Window strides, base and window dilations."""
    found = dict(re.findall(r"(\w+) = array<i64: ([\d, ]+)>", more))
    names = ("window_strides", "base_dilations", "window_dilations")
    return [[int(n) for n in found.get(name, "1, 1").split(",")] for name in names]


def test_results_have_memory_of_their_own():
    """A result twice, an argument as it is, parts of one array, and one number everywhere."""
    text = """func.func @main(%x: tensor<4x3xf32>)
    -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<3x4xf32>, tensor<2x3xf32>, tensor<12xf32>) {
  %0 = stablehlo.add %x, %x : tensor<4x3xf32>
  %1 = stablehlo.multiply %0, %x : tensor<4x3xf32>
  %2 = stablehlo.subtract %1, %x : tensor<4x3xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %4 = stablehlo.slice %2 [1:3, 0:3] : (tensor<4x3xf32>) -> tensor<2x3xf32>
  %5 = stablehlo.reshape %2 : (tensor<4x3xf32>) -> tensor<12xf32>
  return %2, %2, %x, %3, %4, %5
    : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<3x4xf32>, tensor<2x3xf32>, tensor<12xf32>
}"""
    at_once(text, values(4, 3))


STATES = {
    "swapped": "%b, %a, %c",
    "moved on": "%b, %c, %a",
    "made of each other": "%sum, %difference, %c",
    "read behind": "%twice, %of_old, %c",
    "transposed": "%turned, %b, %c",
    "written in part": "%written, %b, %read",
    "written in part, and read as it was": "%written, %a, %c",
    "one for all": "%sum, %sum, %sum",
    "constant": "%a, %zero, %b",
    "a view of what is new": "%looked, %twice, %upside_down",
}


GATHERS = [  # operand, start_indices, result, dimension numbers, slice sizes
    ("9x5", "6x1", "6x5",
     "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1", "1, 5"),
    ("5x9", "6", "5x6",
     "offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1", "5, 1"),
    ("7x6x5", "3x2x4", "2x2x3x4",
     "offset_dims = [1, 2], collapsed_slice_dims = [2], start_index_map = [2, 0, 1], index_vector_dim = 0", "2, 3, 1"),
    ("3x8x2", "3x4x1", "3x4x2",
     "offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], "
     "start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2", "1, 1, 2"),
    ("4x3", "2", "2x3", "offset_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0", "2, 3"),
    ("8", "1", "", "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0", "1"),
]  # fmt: skip


@pytest.mark.parametrize(("operand", "indices", "result", "numbers", "sizes"), GATHERS)
@pytest.mark.parametrize("type", ["f32", "bf16", "i8"])
def test_gathers_are_read_where_they_are_needed(operand, indices, result, numbers, sizes, type, alone):
    """By what is computed of them, the functions of NumPy's among it, and as results of their own."""
    x, i, t = (f"tensor<{f'{dims}x' if dims else ''}{element}>" for dims, element in
               ((operand, type), (indices, "i8"), (result, type)))  # fmt: skip
    unary = "not" if type == "i8" else "exponential"
    said = f"{{dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = array<i64: {sizes}>}}"
    text = f"""func.func @main(%x: {x}, %i: {i}, %y: {t}) -> ({t}, {t}, {t}) {{
  %0 = stablehlo.negate %x : {x}
  %1 = "stablehlo.gather"(%0, %i) {said} : ({x}, {i}) -> {t}
  %2 = stablehlo.add %1, %y : {t}
  %3 = stablehlo.{unary} %2 : {t}
  %4 = stablehlo.multiply %3, %1 : {t}
  %5 = "stablehlo.gather"(%x, %i) {said} : ({x}, {i}) -> {t}
  return %1, %4, %5 : {t}, {t}, {t}
}}"""
    shapes = [[int(n) for n in dims.split("x")] if dims else [] for dims in (operand, indices, result)]
    dtype = dtype_of(parse_element_type(type))
    rng = np.random.default_rng(0)
    given = [(10 * rng.standard_normal(shape)).astype(dtype) for shape in shapes]
    given[1] = rng.integers(-3, 12, shapes[1], np.int8)
    at_once(text, *given)


@pytest.mark.parametrize("cores", [1, 3])
@pytest.mark.parametrize("share", [False, True])
def test_updates_are_computed_where_they_land(cores, share, monkeypatch):
    """Messages along edges: what is gathered from both ends, added where it arrives; indices beyond are dropped."""
    monkeypatch.setattr(threads, "cores", lambda: cores)
    if share:
        monkeypatch.setattr(tier, "SHARED", 100)
        monkeypatch.setattr(scatter, "_WINDOW", 2)
    nodes, edges, messages = "tensor<40x33xf32>", "tensor<90x1xi32>", "tensor<90x33xf32>"
    numbers = (
        "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>"
    )
    landing = (
        "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
        "index_vector_dim = 1>"
    )
    said = f"{{dimension_numbers = {numbers}, slice_sizes = array<i64: 1, 33>}} : ({nodes}, {edges}) -> {messages}"
    text = f"""func.func @main(%x: {nodes}, %s: {edges}, %r: {edges}, %b: tensor<33xf32>, %z: {nodes})
    -> ({nodes}, {nodes}) {{
  %0 = "stablehlo.gather"(%x, %s) {said}
  %1 = "stablehlo.gather"(%x, %r) {said}
  %2 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<33xf32>) -> {messages}
  %3 = stablehlo.subtract %0, %1 : {messages}
  %4 = stablehlo.multiply %3, %2 : {messages}
  %5:2 = "stablehlo.scatter"(%z, %x, %r, %4, %0) ({{
  ^bb0(%old: tensor<f32>, %most: tensor<f32>, %new: tensor<f32>, %other: tensor<f32>):
    %6 = stablehlo.add %old, %new : tensor<f32>
    %7 = stablehlo.maximum %most, %other : tensor<f32>
    stablehlo.return %6, %7 : tensor<f32>, tensor<f32>
  }}) {{scatter_dimension_numbers = {landing}}}
    : ({nodes}, {nodes}, {edges}, {messages}, {messages}) -> ({nodes}, {nodes})
  %8 = stablehlo.add %5#0, %x : {nodes}
  return %8, %5#1 : {nodes}, {nodes}
}}"""
    ends = np.random.default_rng(1).integers(-2, 43, (2, 90, 1), np.int32)
    at_once(text, values(40, 33), *ends, values(33, seed=1), values(40, 33, seed=2))


def test_threads_share_a_scatter_of_what_is_gathered(monkeypatch):
    """Whose updates are large, and nowhere in memory."""
    monkeypatch.setattr(threads, "cores", lambda: 3)
    monkeypatch.setattr(tier, "SHARED", 500)
    monkeypatch.setattr(scatter, "_WINDOW", 2)
    tasks: list[tuple[int, int]] = []
    plain = tier.call

    def call(code: Any, rows: int, size: int, *more: Any, **said: Any) -> None:
        tasks.append((rows, size))
        plain(code, rows, size, *more, **said)

    monkeypatch.setattr(tier, "call", call)
    text = """func.func @main(%x: tensor<9x8xf32>, %s: tensor<90xi32>, %r: tensor<90xi32>) -> tensor<9x8xf32> {
  %0 = "stablehlo.gather"(%x, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}
    : (tensor<9x8xf32>, tensor<90xi32>) -> tensor<90x8xf32>
  %1 = "stablehlo.scatter"(%x, %r, %0) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %2 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<9x8xf32>, tensor<90xi32>, tensor<90x8xf32>) -> tensor<9x8xf32>
  %3 = stablehlo.negate %1 : tensor<9x8xf32>
  return %3 : tensor<9x8xf32>
}"""
    ends = np.random.default_rng(1).integers(-2, 12, (2, 90), np.int32)
    at_once(text, values(9, 8), *ends)
    assert (9, 720) in tasks


def test_overlapping_windows_are_folded_in_the_order_of_update_indices(alone):
    """Wherever the axis of the window is: each sum of f32 is rounded, so its order shows."""
    x, rng = values(12), np.random.default_rng(0)
    starts = rng.integers(-2, 11, (9, 1), np.int32)
    updates = (values(4, 9, seed=1) * 10.0 ** rng.integers(0, 6, (4, 9))).astype(np.float32)
    for window in (0, 1):
        shape = "4x9" if window == 0 else "9x4"
        u = f"tensor<{shape}xf32>"
        text = f"""func.func @main(%x: tensor<12xf32>, %i: tensor<9x1xi32>, %u: {u}) -> tensor<12xf32> {{
  %0 = stablehlo.negate %u : {u}
  %1 = "stablehlo.scatter"(%x, %i, %0) <{{scatter_dimension_numbers = #stablehlo.scatter<
    update_window_dims = [{window}], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %2 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }}) : (tensor<12xf32>, tensor<9x1xi32>, {u}) -> tensor<12xf32>
  return %1 : tensor<12xf32>
}}"""
        given = updates if window == 0 else np.ascontiguousarray(updates.T)
        (found,) = at_once(text, x, starts, given)
        wanted = x.copy()
        for index in np.ndindex(*given.shape):
            place = starts[index[1 - window], 0] + index[window]
            if 0 <= place < 12:
                wanted[place] += -given[index]
        assert found.tobytes() == wanted.tobytes()


def test_a_gather_that_is_in_memory_by_then():
    """What is computed of it reads it there, where a reduction had asked for it before."""
    at_once(
        """func.func @main(%x: tensor<20x8xf32>, %i: tensor<5xi32>, %z: tensor<f32>) -> tensor<5x8xf32> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}
    : (tensor<20x8xf32>, tensor<5xi32>) -> tensor<5x8xf32>
  %s = stablehlo.reduce(%g init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<5x8xf32>, tensor<f32>) -> tensor<5xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<5xf32>) -> tensor<5x8xf32>
  %d = stablehlo.subtract %g, %b : tensor<5x8xf32>
  return %d : tensor<5x8xf32>
}""",
        values(20, 8),
        np.array([0, 3, 19, 40, -1], np.int32),
        np.float32(0),
    )


def test_a_gather_of_what_a_loop_carries():
    """Elements are read before any is written over."""
    text = """func.func @main(%x: tensor<300x4xf32>, %i: tensor<300xi32>) -> tensor<300x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %many = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%a = %zero, %s = %x) : tensor<i32>, tensor<300x4xf32>
  cond {
    %c = stablehlo.compare LT, %a, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %g = "stablehlo.gather"(%s, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
      collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}
      : (tensor<300x4xf32>, tensor<300xi32>) -> tensor<300x4xf32>
    %n = stablehlo.add %g, %s : tensor<300x4xf32>
    %b = stablehlo.add %a, %one : tensor<i32>
    stablehlo.return %b, %n : tensor<i32>, tensor<300x4xf32>
  }
  return %0#1 : tensor<300x4xf32>
}"""
    at_once(text, values(300, 4), np.random.default_rng(0).permutation(300).astype(np.int32))


@pytest.mark.parametrize("state", STATES)
def test_what_loops_carry(state):
    """Whatever is written over is read before."""
    t = "tensor<3x3xf32>"
    text = f"""func.func @main(%x: {t}, %y: {t}, %z: {t}, %n: tensor<i32>) -> ({t}, {t}, {t}) {{
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %1:4 = stablehlo.while(%i = %0, %a = %x, %b = %y, %c = %z) : tensor<i32>, {t}, {t}, {t}
    cond {{
      %2 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }} do {{
      %3 = stablehlo.add %i, %one : tensor<i32>
      %half = stablehlo.constant dense<0.5> : {t}
      %zero = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]]> : {t}
      %sum = stablehlo.add %a, %b : {t}
      %difference = stablehlo.subtract %a, %b : {t}
      %twice = stablehlo.multiply %a, %half : {t}
      %turned = stablehlo.transpose %a, dims = [1, 0] : ({t}) -> {t}
      %looked = stablehlo.transpose %difference, dims = [1, 0] : ({t}) -> {t}
      %upside_down = stablehlo.reverse %sum, dims = [0] : {t}
      %of_old = stablehlo.dot_general %a, %twice, contracting_dims = [1] x [0] : ({t}, {t}) -> {t}
      %row = stablehlo.dynamic_slice %b, %i, %one, sizes = [1, 2] : ({t}, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %written = stablehlo.dynamic_update_slice %a, %row, %i, %i
        : ({t}, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> {t}
      %read = stablehlo.maximum %written, %c : {t}
      stablehlo.return %3, {STATES[state]} : tensor<i32>, {t}, {t}, {t}
    }}
  return %1#1, %1#2, %1#3 : {t}, {t}, {t}
}}"""
    given = [values(3, 3, seed=seed) for seed in range(3)]
    for turns in (0, 1, 5):
        at_once(text, *given, np.array(turns, np.int32))


def test_loops_and_branches_inside_of_each_other():
    text = """func.func private @grown(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %k: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %2:2 = stablehlo.while(%i = %0, %a = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %3 = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %4:2 = stablehlo.while(%j = %0, %b = %a) : tensor<i32>, tensor<4xf32>
        cond {
          %5 = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %5 : tensor<i1>
        } do {
          %6 = stablehlo.tanh %b : tensor<4xf32>
          %7 = stablehlo.add %j, %1 : tensor<i32>
          stablehlo.return %7, %6 : tensor<i32>, tensor<4xf32>
        }
      %8 = "stablehlo.case"(%i) ({
        %9 = stablehlo.reverse %4#1, dims = [0] : tensor<4xf32>
        stablehlo.return %9 : tensor<4xf32>
      }, {
        stablehlo.return %x : tensor<4xf32>
      }, {
        %9 = func.call @grown(%4#1) : (tensor<4xf32>) -> tensor<4xf32>
        stablehlo.return %9 : tensor<4xf32>
      }) : (tensor<i32>) -> tensor<4xf32>
      %10 = stablehlo.add %i, %1 : tensor<i32>
      stablehlo.return %10, %8 : tensor<i32>, tensor<4xf32>
    }
  return %2#1, %2#0 : tensor<4xf32>, tensor<i32>
}"""
    for turns in (0, 1, 4):
        at_once(text, values(4), np.array(turns, np.int32))


def test_memory_between_is_kept_for_the_next_run(monkeypatch):
    """Of whatever program; two that run at once have their own."""
    t = "tensor<512x512xf32>"
    scratch: list[Array] = []
    monkeypatch.setattr(assembled, "_kept", scratch)
    text = f"""func.func @main(%x: {t}) -> {t} {{
  %0 = stablehlo.tanh %x : {t}
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : ({t}, {t}) -> {t}
  %2 = stablehlo.add %1, %x : {t}
  return %2 : {t}
}}"""
    x = values(512, 512)
    at_once(text, x)
    (kept,) = scratch
    executable, start = interpreter.load(text, compile="always"), threading.Barrier(4)
    wanted = executable(x)[0].tobytes()
    assert scratch[0] is kept
    found = []

    def run():
        start.wait()
        found.extend(executable(x)[0].tobytes() for _ in range(5))

    workers = [threading.Thread(target=run) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [wanted] * 20
    assert len(scratch) == 1


def test_what_has_no_machine_code_stands_between():
    """NumPy runs it, on what was made before, and what comes behind goes on with what it gives."""
    text = """func.func @main(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %0 = stablehlo.add %x, %x : tensor<6xf32>
  %1 = stablehlo.multiply %0, %x : tensor<6xf32>
  %2 = stablehlo.subtract %1, %x : tensor<6xf32>
  %3 = chlo.lgamma %2 : tensor<6xf32> -> tensor<6xf32>
  %4 = stablehlo.add %3, %0 : tensor<6xf32>
  %5 = stablehlo.multiply %4, %2 : tensor<6xf32>
  %6 = stablehlo.subtract %5, %3 : tensor<6xf32>
  return %6, %2 : tensor<6xf32>, tensor<6xf32>
}"""
    require_same_bits(text, [values(6)], compile="always")
    executable = interpreter.load(text, compile="always")
    for _ in range(RUNS):
        executable(values(6))
    code = executable.plan.code
    assert code is not None
    assert len(code.instructions) == 3


def test_large_arrays_are_shared_by_threads(monkeypatch):
    monkeypatch.setattr(tier, "SHARED", 64)
    monkeypatch.setattr(threads, "cores", lambda: 3)
    text = """func.func @main(%x: tensor<50x7xf32>, %i: tensor<f32>) -> (tensor<50xf32>, tensor<7x50xf32>) {
  %0 = stablehlo.exponential %x : tensor<50x7xf32>
  %1 = stablehlo.multiply %0, %x : tensor<50x7xf32>
  %2 = stablehlo.reduce(%1 init: %i) applies stablehlo.add across dimensions = [1]
    : (tensor<50x7xf32>, tensor<f32>) -> tensor<50xf32>
  %3 = stablehlo.transpose %1, dims = [1, 0] : (tensor<50x7xf32>) -> tensor<7x50xf32>
  %4 = stablehlo.add %3, %3 : tensor<7x50xf32>
  return %2, %4 : tensor<50xf32>, tensor<7x50xf32>
}"""
    at_once(text, values(50, 7), values())


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
def test_a_loop_ends_where_it_is_interrupted():
    """Each turn works on so much that few of them are made between two looks."""
    text = """func.func @main(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = stablehlo.while(%a = %x) : tensor<1000xf32>
    cond {
      %1 = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %2 = stablehlo.tanh %a : tensor<1000xf32>
      stablehlo.return %2 : tensor<1000xf32>
    }
  return %0 : tensor<1000xf32>
}"""
    executable = interpreter.load(text, compile="always")
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            executable(values(1000))
    finally:
        timer.cancel()


def test_another_order_of_updates_is_that_of_numpys():
    """A scatter among other operations, which are one function as long as nobody asks for an order."""
    text = """func.func @main(%x: tensor<4xf32>, %at: tensor<9x1xi32>, %u: tensor<9xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.exponential %u : tensor<9xf32>
  %2 = "stablehlo.scatter"(%0, %at, %1) <{scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %3 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %3 : tensor<f32>
  }) : (tensor<4xf32>, tensor<9x1xi32>, tensor<9xf32>) -> tensor<4xf32>
  %4 = stablehlo.negate %2 : tensor<4xf32>
  return %4 : tensor<4xf32>
}"""
    given = values(4), np.array([[0, 0, 1, 0, 2, 0, 1, 0, 0]], np.int32).T, 1e3 * values(9)
    at_once(text, *given)
    executable = interpreter.load(text, compile="always")
    plain = interpreter.load(text, compile="never")
    for schedule in ("reverse", "lexicographic", 7) * 3:
        (found,), (wanted,) = (one(*given, schedule=schedule) for one in (executable, plain))
        assert found.tobytes() == wanted.tobytes(), schedule
