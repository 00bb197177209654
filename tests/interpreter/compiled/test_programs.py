"""Whole programs as machine code: the slow model's results, and the bits of NumPy's."""

from __future__ import annotations

import random
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from helpers import campaign
from helpers.cases import all_same, expected
from helpers.flowing import FLOWS
from helpers.integer_programs import arguments_of, integer_program
from helpers.mixed_programs import mixed_program
from helpers.reruns import require_same_bits
from model.gather import ModelError

import interpreter
from hlogen.conform.generate import SeededDraw, draw_case
from interpreter.compiled import scatter as machine_scatter
from interpreter.compiled import tier
from interpreter.kernels import scatter, scatter_shared


@pytest.fixture
def by_machine(monkeypatch):
    """A list of what machine code ran on."""
    called: list[object] = []
    plain = tier.call

    def call(*given: Any, **said: Any) -> None:
        called.append(given)
        plain(*given, **said)

    monkeypatch.setattr(tier, "call", call)
    return called


@pytest.fixture
def found(monkeypatch):
    """A list of what there was machine code for, among gathers and scatters."""
    keys: list[object] = []
    plain: Any = tier.Compiled.__call__

    def look(self: tier.Compiled[Any], key: Any, size: int) -> tier.Code | None:
        code: tier.Code | None = plain(self, key, size)
        keys.extend([] if code is None else [key])
        return code

    monkeypatch.setattr(tier.Compiled, "__call__", look)
    return keys


def check(seed: int, ops: tuple[str, ...] = ("gather", "scatter")) -> None:
    """Holds one random gather or scatter against the slow model."""
    case = draw_case(SeededDraw(seed), ops)
    layout = random.Random(seed).choice([np.copy, np.asfortranarray, lambda x: np.repeat(x[..., None], 2, -1)[..., 0]])
    given = [layout(array) if array.ndim else array for array in case.args]
    try:
        wanted = expected(case)
    except ModelError:  # the specification gives no value
        return
    executable = interpreter.load(case.module, compile="always")
    for _ in range(2):
        results = executable(*given)
        assert all_same(results, wanted), f"seed {seed}: {case}\ngave {results}\ninstead of {wanted}"


def test_gathers_and_scatters(found):
    for seed in range(45):
        check(seed)
    assert len(found) > 25  # some have no machine code


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_scatters_that_threads_share(cores, monkeypatch, found):
    for module in (scatter, scatter_shared):
        monkeypatch.setattr(module, "SHARED", 2)
    monkeypatch.setattr(machine_scatter, "_WINDOW", 1)
    for name, value in {"_COPIED": 0, "_PIECE": 4}.items():
        monkeypatch.setattr(scatter_shared, name, value)
    monkeypatch.setattr(scatter_shared, "cores", lambda: cores)
    for seed in range(25 * cores, 25 * cores + 25):
        check(seed, ("scatter",))
    assert sum(key[-1] is not None for key in found) > 2  # by parts of a dimension


@pytest.mark.share(3)
@pytest.mark.parametrize("op", ["add", "multiply", "maximum", "minimum", "and", "or", "xor"])
@pytest.mark.parametrize("type", ["i8", "ui8", "i32", "ui64"])
def test_sums_of_integers_that_threads_share(op, type, monkeypatch):
    """Each folds into a copy of its own."""
    for module in (scatter, scatter_shared):
        monkeypatch.setattr(module, "SHARED", 2)
    monkeypatch.setattr(scatter_shared, "cores", lambda: 3)
    text = f"""func.func @main(%x: tensor<5x{type}>, %at: tensor<200x1xi32>, %u: tensor<200x{type}>)
    -> tensor<5x{type}> {{
  %0 = "stablehlo.scatter"(%x, %at, %u) ({{
  ^bb0(%old: tensor<{type}>, %new: tensor<{type}>):
    %1 = stablehlo.{op} %old, %new : tensor<{type}>
    stablehlo.return %1 : tensor<{type}>
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
    index_vector_dim = 1>}} : (tensor<5x{type}>, tensor<200x1xi32>, tensor<200x{type}>) -> tensor<5x{type}>
  return %0 : tensor<5x{type}>
}}"""
    rng = np.random.default_rng(0)
    limits = np.iinfo(type.replace("i", "int"))
    x, u = (rng.integers(limits.min, limits.max, n, limits.dtype, endpoint=True) for n in (5, 200))
    at = rng.integers(-1, 6, (200, 1), np.int32)
    wanted = x.copy()
    of_numpy = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}.get(op) or getattr(np, op)
    for (row,), value in zip(at, u, strict=True):
        if 0 <= row < 5:
            wanted[row] = of_numpy(wanted[row], value)
    (result,) = interpreter.load(text, compile="always")(x, at, u)
    assert result.tobytes() == wanted.tobytes()


@pytest.mark.campaign
@pytest.mark.parametrize("start", range(0, 3000, 300))
def test_many_gathers_and_scatters(start):
    for seed in range(start, start + 300):
        check(seed)


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.__name__)
def test_what_flows_through_regions(flow):
    require_same_bits(*flow(np.random.default_rng(0)), compile="always")


@campaign.every(2)
def test_programs_of_integers(every):
    for seed in range(0, 10, every):
        module = integer_program(seed)
        require_same_bits(module, arguments_of(module, np.random.default_rng(seed)), compile="always")


def test_static_and_dynamic_types_mixed():
    for seed in range(20):
        program, arguments = mixed_program(seed)
        require_same_bits(program, arguments, compile="always")


CHAIN = """func.func @main(%x: tensor<3x1x5xbf16>, %y: tensor<5xbf16>, %z: tensor<3x4x5xbf16>)
    -> (tensor<3x4x5xbf16>, tensor<3x4x5xi1>, tensor<3x4x5xbf16>) {
  %two = stablehlo.constant dense<2.0> : tensor<3x4x5xbf16>
  %row = stablehlo.constant dense<[[[1.0], [3.0], [0x7FC0], [-0.0]]]> : tensor<1x4x1xbf16>
  %rows = stablehlo.broadcast_in_dim %row, dims = [0, 1, 2] : (tensor<1x4x1xbf16>) -> tensor<3x4x5xbf16>
  %xs = stablehlo.broadcast_in_dim %x, dims = [0, 1, 2] : (tensor<3x1x5xbf16>) -> tensor<3x4x5xbf16>
  %ys = stablehlo.broadcast_in_dim %y, dims = [2] : (tensor<5xbf16>) -> tensor<3x4x5xbf16>
  %0 = stablehlo.multiply %z, %two : tensor<3x4x5xbf16>
  %1 = stablehlo.add %0, %xs : tensor<3x4x5xbf16>
  %2 = stablehlo.divide %1, %ys : tensor<3x4x5xbf16>
  %3 = stablehlo.maximum %2, %rows : tensor<3x4x5xbf16>
  %4 = stablehlo.compare LT, %3, %1 : (tensor<3x4x5xbf16>, tensor<3x4x5xbf16>) -> tensor<3x4x5xi1>
  return %3, %4, %ys : tensor<3x4x5xbf16>, tensor<3x4x5xi1>, tensor<3x4x5xbf16>
}"""


def test_operations_in_one_pass(by_machine):
    """The expected values are NumPy's on f32, rounded behind each operation."""
    rng = np.random.default_rng(0)
    x, y, z = (rng.standard_normal(shape).astype(ml_dtypes.bfloat16) for shape in ((3, 1, 5), (5,), (3, 4, 5)))

    def rounded(a: Any) -> Any:
        return a.astype(ml_dtypes.bfloat16).astype(np.float32)

    wide = [array.astype(np.float32) for array in (x, y, z)]
    one = rounded(rounded(wide[2] * 2) + wide[0])
    two = rounded(one / wide[1])
    three = np.maximum(two, np.array([1, 3, np.nan, -0.0], np.float32)[:, None])
    wanted = [three, three < one, np.broadcast_to(wide[1], (3, 4, 5))]
    executable = interpreter.load(CHAIN, compile="always")
    for turn in range(4):
        found = executable(x, y, z)
        for result, array in zip(found, wanted, strict=True):
            np.testing.assert_array_equal(result.astype(array.dtype), array)
        assert len(by_machine) == max(0, turn - 1)  # first as planned, then optimized, then all at once
    require_same_bits(CHAIN, [x, y, z], compile="always")


def test_what_a_function_takes_before_it_is_spread(by_machine):
    """In the function that is inlined, a broadcast is left out; its operand has fewer elements than its type says."""
    text = """func.func @main(%x: tensor<3x1xi32>, %y: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %0 = func.call @f(%x, %y) : (tensor<3x1xi32>, tensor<3x4xi32>) -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}
func.func private @f(%x: tensor<3x1xi32>, %y: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<3x1xi32>) -> tensor<3x4xi32>
  %1 = stablehlo.multiply %0, %y : tensor<3x4xi32>
  %2 = stablehlo.add %1, %y : tensor<3x4xi32>
  %3 = stablehlo.negate %2 : tensor<3x4xi32>
  %4 = stablehlo.subtract %3, %0 : tensor<3x4xi32>
  return %4 : tensor<3x4xi32>
}"""
    x, y = np.array([[1], [-2], [3]], np.int32), np.arange(12, dtype=np.int32).reshape(3, 4)
    executable = interpreter.load(text, compile="always")
    for _ in range(4):
        assert np.array_equal(executable(x, y)[0], -(x * y + y) - x)
    assert by_machine


REGIONS = """func.func @main(%x: tensor<40x3xf32>, %zero: tensor<f32>, %by: tensor<f32>)
    -> (tensor<40x3xf32>, tensor<3xf32>, tensor<40x3xf32>) {
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %1 = stablehlo.multiply %a, %by : tensor<f32>
    %2 = stablehlo.subtract %1, %a : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<40x3xf32>) -> tensor<40x3xf32>
  %3 = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.multiply %a, %b : tensor<f32>
    %5 = stablehlo.add %4, %b : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<40x3xf32>, tensor<f32>) -> tensor<3xf32>
  %6 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %7 = stablehlo.abs %a : tensor<f32>
    %8 = stablehlo.subtract %b, %by : tensor<f32>
    %9 = stablehlo.abs %b : tensor<f32>
    %10 = stablehlo.compare LT, %7, %9 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %10 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<40x3xf32>) -> tensor<40x3xf32>
  return %0, %3, %6 : tensor<40x3xf32>, tensor<3xf32>, tensor<40x3xf32>
}"""


def test_regions_on_many_elements(by_machine):
    x = np.random.default_rng(0).standard_normal((40, 3)).astype(np.float32)
    by = np.float32(3)
    mapped, reduced, ordered = interpreter.load(REGIONS, compile="always")(x, np.float32(0), by)
    assert by_machine
    assert np.array_equal(mapped, x * by - x)
    assert np.array_equal(ordered, np.take_along_axis(x, np.argsort(np.abs(x), 0, kind="stable"), 0))
    never = interpreter.load(REGIONS, compile="never")(x, np.float32(0), by)
    assert reduced.tobytes() == never[1].tobytes()
    require_same_bits(REGIONS, [x, np.float32(0), by], compile="always")


LOOP = """func.func @main(%n: tensor<i32>, %step: tensor<i64>) -> (tensor<i32>, tensor<i64>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<7> : tensor<i64>
  %y = stablehlo.constant dense<1.0> : tensor<f32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<i64>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %which = stablehlo.remainder %i, %three : tensor<i32>
    %d = "stablehlo.case"(%which) ({
      %0 = stablehlo.multiply %a, %step : tensor<i64>
      stablehlo.return %0 : tensor<i64>
    }, {
      %0 = func.call @halved(%a) : (tensor<i64>) -> tensor<i64>
      stablehlo.return %0 : tensor<i64>
    }, {
      %0:2 = stablehlo.while(%j = %which, %k = %a) : tensor<i32>, tensor<i64>
      cond {
        %more = stablehlo.compare GT, %j, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %1 = stablehlo.subtract %j, %one : tensor<i32>
        %2 = stablehlo.xor %k, %step : tensor<i64>
        stablehlo.return %1, %2 : tensor<i32>, tensor<i64>
      }
      stablehlo.return %0#1 : tensor<i64>
    }) : (tensor<i32>) -> tensor<i64>
    %odd = stablehlo.compare GT, %d, %x : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %e = "stablehlo.if"(%odd) ({
      %f = stablehlo.convert %d : (tensor<i64>) -> tensor<f32>
      %g = stablehlo.add %b, %f : tensor<f32>
      stablehlo.return %g : tensor<f32>
    }, {
      stablehlo.return %b : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %d, %e : tensor<i32>, tensor<i64>, tensor<f32>
  }
  return %r#0, %r#1, %r#2 : tensor<i32>, tensor<i64>, tensor<f32>
}
func.func private @halved(%a: tensor<i64>) -> tensor<i64> {
  %two = stablehlo.constant dense<2> : tensor<i64>
  %0 = stablehlo.divide %a, %two : tensor<i64>
  return %0 : tensor<i64>
}
"""


def _by_hand(n: int, step: int) -> tuple[Any, ...]:
    a, b = np.int64(7), np.float32(1)
    with np.errstate(over="ignore"):
        for i in range(n):
            match i % 3:
                case 0:
                    d = a * np.int64(step)
                case 1:
                    d = np.int64(abs(int(a)) // 2 * (1 if a >= 0 else -1))
                case _:
                    d = a ^ np.int64(step) ^ np.int64(step)
            if d > 7:
                b = b + np.float32(d)
            a = d
    return n, a, b


@pytest.mark.parametrize("n", [0, 1, 2, 100, 1000])
def test_loops_branches_and_calls(n, by_machine):
    """A loop becomes machine code at once, or where it is at; what it gives was computed by hand."""
    wanted = _by_hand(n, -5)
    always, never = (interpreter.load(LOOP, compile=mode) for mode in ("always", "never"))
    for executable in (always, always, never):
        assert [x.tobytes() for x in executable(np.int32(n), np.int64(-5))] == [
            np.asarray(x, t).tobytes() for x, t in zip(wanted, (np.int32, np.int64, np.float32), strict=True)
        ]
    assert len(by_machine) == 2
    require_same_bits(LOOP, [np.int32(n), np.int64(-5)], compile="always")


def test_a_gather_of_each_size_of_elements(found):
    for type, dtype in (("i8", np.int8), ("i16", np.int16), ("f32", np.float32), ("complex<f64>", np.complex128)):
        text = f"""func.func @main(%x: tensor<3x4x{type}>, %at: tensor<5x1xui8>) -> tensor<2x5x4x{type}> {{
  %0 = "stablehlo.gather"(%x, %at) {{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>}}
    : (tensor<3x4x{type}>, tensor<5x1xui8>) -> tensor<2x5x4x{type}>
  return %0 : tensor<2x5x4x{type}>
}}"""
        x, at = np.arange(12).reshape(3, 4).astype(dtype), np.array([[0], [1], [2], [255], [1]], np.uint8)
        starts = np.minimum(at[:, 0], 1).astype(int)
        wanted = np.stack([x[starts], x[starts + 1]])
        (result,) = interpreter.load(text, compile="always")(x, at)
        assert np.array_equal(result, wanted)
    assert len(found) == 4
