"""sort against Python's own stable sort, with comparators of all kinds."""

from __future__ import annotations

import math
from functools import cmp_to_key

import numpy as np
import pytest
from helpers.one_op import array, dtype, i64, run_op, word

import interpreter
from hlogen.ir import Block, Operation, Region, tensor
from interpreter.kernels import sorting

NAN, INF = math.nan, math.inf


def comparator(
    types: list[str], direction: str, kind: str | None = None, *, operand: int = 0, swapped: bool = False
) -> Region:
    """Compares the elements of one input."""
    block = Block([tensor(type) for type in types for _ in range(2)])
    pair = block.arguments[2 * operand : 2 * operand + 2]
    attributes = {"comparison_direction": word("comparison_direction", direction)}
    if kind:
        attributes["compare_type"] = word("comparison_type", kind)
    compare = Operation("stablehlo.compare", pair[::-1] if swapped else pair, (tensor("i1"),), attributes)
    block.operations = [compare, Operation("stablehlo.return", compare.results)]
    return Region([block])


def stable(less: object, *columns: np.ndarray) -> list[int]:
    """The order in which Python sorts the rows of the columns."""

    def compare(i: int, j: int) -> int:
        pairs = [value for column in columns for value in (column[i], column[j])]
        back = [value for column in columns for value in (column[j], column[i])]
        return -1 if less(*pairs) else 1 if less(*back) else 0

    return sorted(range(len(columns[0])), key=cmp_to_key(compare))


@pytest.mark.share(3)
@pytest.mark.parametrize("type", ["i32", "ui8", "i4", "i64", "ui64", "i1"])
@pytest.mark.parametrize(("direction", "swapped"), [("LT", False), ("GT", False), ("LT", True)])
@pytest.mark.parametrize("dimension", [0, 1, -1, -2])
def test_integers(type: str, direction: str, swapped: bool, dimension: int) -> None:
    rng = np.random.default_rng(0)
    low, high = {"i4": (-8, 8), "i1": (0, 2), "ui8": (0, 256)}.get(type, (-40, 40) if type[0] == "i" else (0, 40))
    keys = rng.integers(low, high, (7, 9)).astype(dtype(type))
    rows = np.arange(63, dtype=np.int32).reshape(7, 9)
    sorted_keys, order = run_op(
        "stablehlo.sort",
        [(type, keys), ("i32", rows)],
        [f"7x9x{type}", "7x9xi32"],
        {"dimension": i64(dimension)},
        [comparator([type, "i32"], direction, swapped=swapped)],
    )
    descending = (direction == "GT") != swapped
    axis = dimension % 2
    for lane in range(keys.shape[1 - axis]):
        column = (keys[:, lane] if axis == 0 else keys[lane]).astype(object)
        expected = stable(lambda a, b, _a, _b: a > b if descending else a < b, column, column)
        at = (slice(None), lane) if axis == 0 else lane
        np.testing.assert_array_equal(order[at], rows[at][expected])
        np.testing.assert_array_equal(sorted_keys[at].astype(object), column[expected])


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 16, 17, 100])
@pytest.mark.parametrize("type", ["f32", "bf16", "f64"])
def test_any_comparator_is_merged_stably(size: int, type: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the second input, with the merge sort that any comparator would get."""
    monkeypatch.setattr(sorting, "_sort_key", lambda *_: None)
    rng = np.random.default_rng(size)
    values, keys = rng.integers(-9, 9, (3, size)).astype(dtype(type)), rng.integers(0, 6, (3, size)).astype(dtype(type))
    result, sorted_keys = run_op(
        "stablehlo.sort",
        [(type, values), (type, keys)],
        [f"3x{size}x{type}"] * 2,
        {"dimension": i64(1)},
        [comparator([type, type], "GT", operand=1)],
    )
    for row in range(3):
        expected = stable(lambda _a, _b, a, b: a > b, values[row].astype(float), keys[row].astype(float))
        np.testing.assert_array_equal(result[row].astype(float), values[row].astype(float)[expected])
        np.testing.assert_array_equal(sorted_keys[row].astype(float), keys[row].astype(float)[expected])


@pytest.mark.parametrize("type", ["f32", "bf16", "f16", "f64"])
def test_total_order(type: str) -> None:
    given = array(type, [NAN, 1, -0.0, INF, 0.0, -INF, -1, -0.0])
    result = run_op(
        "stablehlo.sort", [(type, given)], f"8x{type}", {"dimension": i64(0)}, [comparator([type], "LT", "TOTALORDER")]
    ).astype(float)
    np.testing.assert_array_equal(result, [-INF, -1, -0.0, -0.0, 0.0, 1, INF, NAN])
    assert np.signbit(result).tolist() == [True, True, True, True, False, False, False, False]


@pytest.mark.parametrize("direction", ["LT", "LE", "EQ", "NE", "GE"])
def test_the_result_is_always_a_permutation(direction: str) -> None:
    """Also for comparators that order nothing, and for NaN, which is in no order with anything."""
    given = np.float32([3, NAN, 1, 2, NAN, 2, 0, -1, 5])
    result = run_op(
        "stablehlo.sort", [("f32", given)], "9xf32", {"dimension": i64(0)}, [comparator(["f32"], direction)]
    )
    np.testing.assert_array_equal(np.sort(result), np.sort(given))


def test_a_comparator_of_several_keys() -> None:
    text = """
    func.func @main(%a: tensor<40xi32>, %b: tensor<40xf32>) -> (tensor<40xi32>, tensor<40xf32>) {
      %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%x: tensor<i32>, %y: tensor<i32>, %u: tensor<f32>, %v: tensor<f32>):
        %less = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %same = stablehlo.compare EQ, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %more = stablehlo.compare GT, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %both = stablehlo.and %same, %more : tensor<i1>
        %result = stablehlo.or %less, %both : tensor<i1>
        stablehlo.return %result : tensor<i1>
      }) : (tensor<40xi32>, tensor<40xf32>) -> (tensor<40xi32>, tensor<40xf32>)
      return %0#0, %0#1 : tensor<40xi32>, tensor<40xf32>
    }"""
    rng = np.random.default_rng(9)
    a, b = rng.integers(0, 5, 40).astype(np.int32), rng.integers(0, 9, 40).astype(np.float32)
    first, second = interpreter.run(text, a, b)
    expected = sorted(zip(a.tolist(), b.tolist(), strict=True), key=lambda row: (row[0], -row[1]))
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == expected


JAX_SORT = """
func.func @main(%x: tensor<3x50xTYPE>, %places: tensor<3x50xi32>) -> (tensor<3x50xTYPE>, tensor<3x50xi32>) {
  %0:2 = "stablehlo.sort"(%x, %places) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>, %i: tensor<i32>, %j: tensor<i32>):
    %zero = stablehlo.constant dense<0.0> : tensor<TYPE>
    %nan = stablehlo.constant dense<NAN> : tensor<TYPE>
    %a0 = stablehlo.compare EQ, %a, %zero : (tensor<TYPE>, tensor<TYPE>) -> tensor<i1>
    %a1 = stablehlo.select %a0, %zero, %a : tensor<i1>, tensor<TYPE>
    %a2 = stablehlo.compare NE, %a, %a : (tensor<TYPE>, tensor<TYPE>) -> tensor<i1>
    %a3 = stablehlo.select %a2, %nan, %a1 : tensor<i1>, tensor<TYPE>
    %b0 = stablehlo.compare EQ, %b, %zero : (tensor<TYPE>, tensor<TYPE>) -> tensor<i1>
    %b1 = stablehlo.select %b0, %zero, %b : tensor<i1>, tensor<TYPE>
    %b2 = stablehlo.compare NE, %b, %b : (tensor<TYPE>, tensor<TYPE>) -> tensor<i1>
    %b3 = stablehlo.select %b2, %nan, %b1 : tensor<i1>, tensor<TYPE>
    %r = stablehlo.compare DIRECTION, %OPERANDS, TOTALORDER : (tensor<TYPE>, tensor<TYPE>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<3x50xTYPE>, tensor<3x50xi32>) -> (tensor<3x50xTYPE>, tensor<3x50xi32>)
  return %0#0, %0#1 : tensor<3x50xTYPE>, tensor<3x50xi32>
}"""


@pytest.mark.parametrize(("type", "nan"), [("f32", "0x7FC00000"), ("bf16", "0x7FC0"), ("f64", "0x7FF8000000000000")])
@pytest.mark.parametrize(("direction", "operands"), [("LT", "a3, %b3"), ("GT", "a3, %b3"), ("LT", "b3, %a3")])
def test_comparing_a_function_of_the_elements(
    type: str, nan: str, direction: str, operands: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """JAX sorts floats so: zeros are one, and so are NaNs, which come last."""
    rng = np.random.default_rng(3)
    choices = np.array([0.0, -0.0, 1, -1, 2.5, INF, -INF, NAN, -NAN])
    x = rng.choice(choices, (3, 50)).astype(dtype(type))
    places = np.broadcast_to(np.arange(50, dtype=np.int32), (3, 50)).copy()
    text = JAX_SORT.replace("TYPE", type).replace("NAN", nan).replace("DIRECTION", direction)
    monkeypatch.setattr(sorting, "merge_order", lambda *_: pytest.fail("merged"))
    values, order = interpreter.run(text.replace("OPERANDS", operands), x, places)
    descending = (direction == "GT") != (operands != "a3, %b3")
    for row in range(3):
        keys = [(1, 0.0) if math.isnan(v) else (0, float(v) + 0.0) for v in x[row]]
        expected = sorted(range(50), key=lambda i: keys[i])
        if descending:
            expected = sorted(range(50), key=lambda i: (-keys[i][0], -keys[i][1]))
        assert order[row].tolist() == expected
        np.testing.assert_array_equal(values[row].astype(float), x[row].astype(float)[expected])


def test_a_comparator_that_treats_its_sides_differently_is_merged() -> None:
    text = """
    func.func @main(%x: tensor<9xi32>) -> tensor<9xi32> {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %more = stablehlo.add %a, %one : tensor<i32>
        %r = stablehlo.compare LE, %more, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %r : tensor<i1>
      }) : (tensor<9xi32>) -> tensor<9xi32>
      return %0 : tensor<9xi32>
    }"""
    x = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5], np.int32)
    for body in (text, text.replace("LE, %more", "LT, %a").replace("%b :", "%b :")):
        (result,) = interpreter.run(body, x)
        assert result.tolist() == sorted(x.tolist())


def test_a_scalar_is_sorted() -> None:
    result = run_op("stablehlo.sort", [("i32", [4])], "1xi32", {"dimension": i64(0)}, [comparator(["i32"], "LT")])
    assert result.tolist() == [4]


_LESS_OF_TWO = {
    "or, and": "%5 = stablehlo.and %e, %3 : tensor<i1>\n  %6 = stablehlo.or %1, %5 : tensor<i1>",
    "and, or": "%5 = stablehlo.and %3, %e : tensor<i1>\n  %6 = stablehlo.or %5, %1 : tensor<i1>",
    "select": "%6 = stablehlo.select %e, %3, %1 : tensor<i1>, tensor<i1>",
}
_ALMOST = {
    "equal of something else": "%7 = stablehlo.compare EQ, %c, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
    "  %6 = stablehlo.select %7, %3, %1 : tensor<i1>, tensor<i1>",
    "the wrong way round": "%6 = stablehlo.select %e, %1, %3 : tensor<i1>, tensor<i1>",
}


def _sort_of_two(less: str, kind: str) -> str:
    return f"""
func.func @main(%x: tensor<3x40xf32>, %y: tensor<3x40xf32>) -> (tensor<3x40xf32>, tensor<3x40xf32>) {{
  %0:2 = "stablehlo.sort"(%x, %y) <{{dimension = 1 : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.compare GT, %a, %b, {kind} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %e = stablehlo.compare EQ, %a, %b, {kind} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.compare LT, %c, %d, {kind} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    {less}
    stablehlo.return %6 : tensor<i1>
  }}) : (tensor<3x40xf32>, tensor<3x40xf32>) -> (tensor<3x40xf32>, tensor<3x40xf32>)
  return %0#0, %0#1 : tensor<3x40xf32>, tensor<3x40xf32>
}}
"""


@pytest.mark.parametrize("kind", ["FLOAT", "TOTALORDER"])
@pytest.mark.parametrize("less", [*_LESS_OF_TWO.values(), *_ALMOST.values()], ids=[*_LESS_OF_TWO, *_ALMOST])
@pytest.mark.parametrize("has_nan", [False, True])
def test_lexicographic_orders_are_those_of_the_merge_sort(
    less: str, kind: str, has_nan: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(0)
    x, y = rng.integers(-3, 3, (2, 3, 40)).astype(np.float32)
    x[:, ::5] = -0.0
    if has_nan:
        y[1, 7] = NAN
    program = _sort_of_two(less, kind)
    got = interpreter.run(program, x, y)
    monkeypatch.setattr(sorting, "_sort_key", lambda *_: None)
    merged = interpreter.run("// merged" + program, x, y)
    assert [a.tobytes() for a in got] == [a.tobytes() for a in merged]


def test_comparators_that_compare_no_elements_or_complex_ones() -> None:
    """What they give is taken from outside, or chosen there; of complex numbers the real parts come first."""
    program = """func.func @main(%x: tensor<5xi32>, %z: tensor<5xcomplex<f32>>, %no: tensor<i1>, %up: tensor<i1>)
        -> (tensor<5xi32>, tensor<5xi32>, tensor<5xcomplex<f32>>) {
      %0 = "stablehlo.sort"(%x) <{is_stable = true}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        stablehlo.return %no : tensor<i1>
      }) : (tensor<5xi32>) -> tensor<5xi32>
      %1 = "stablehlo.sort"(%x) ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %l = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %g = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c = stablehlo.select %up, %l, %g : tensor<i1>, tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<5xi32>) -> tensor<5xi32>
      %2 = "stablehlo.sort"(%z) ({
      ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
        %c = stablehlo.compare LT, %a, %b : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
      return %0, %1, %2 : tensor<5xi32>, tensor<5xi32>, tensor<5xcomplex<f32>>
    }"""
    x, z = np.array([3, -1, 7, 0, 2], np.int32), np.array([1 + 2j, 1 - 1j, 5j, -1, 1 + 1j], np.complex64)
    for up in (True, False):
        same, chosen, complexes = interpreter.run(program, x, z, False, up)
        assert same.tolist() == x.tolist()
        assert chosen.tolist() == sorted(x.tolist(), reverse=not up)
        assert complexes.tolist() == np.sort(z).tolist()


def test_the_total_order_of_a_type_without_signs_and_zeros() -> None:
    x = np.array([4.0, NAN, 0.5, 2.0]).astype(dtype("f8E8M0FNU"))
    body = [comparator(["f8E8M0FNU"], "LT", "TOTALORDER")]
    found = run_op("stablehlo.sort", [("f8E8M0FNU", x)], "4xf8E8M0FNU", {"dimension": i64(0)}, body)
    assert found.view(np.uint8).tolist() == sorted(x.view(np.uint8).tolist())
