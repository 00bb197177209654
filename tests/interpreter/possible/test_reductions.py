"""Reductions, products and sorts: whatever tree, place of initial values, or order of equal elements, it is contained.

The trees are drawn and applied here, on NumPy scalars, as the specification writes them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from helpers.exact import FORMATS, rounded

import interpreter
from hlogen.ir import IntegerType, dtype_of, parse_element_type

Array = np.ndarray[Any, Any]

DTYPES = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "i32": np.int32,
    "i8": np.int8,
    "ui8": np.uint8,
}
BODIES: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda x, y: x + y,
    "multiply": lambda x, y: x * y,
    "maximum": lambda x, y: x if x != x else y if y != y else max(x, y),
    "minimum": lambda x, y: x if x != x else y if y != y else min(x, y),
}


def reduction(body: str, size: int, element: str) -> str:
    return f"""
    func.func @main(%x: tensor<{size}x{element}>, %init: tensor<{element}>) -> tensor<{element}> {{
      %r = stablehlo.reduce(%x init: %init) applies stablehlo.{body} across dimensions = [0]
        : (tensor<{size}x{element}>, tensor<{element}>) -> tensor<{element}>
      return %r : tensor<{element}>
    }}
    """


def in_some_tree(rng: np.random.Generator, leaves: Sequence[Any], body: Callable[[Any, Any], Any]) -> Any:
    if len(leaves) == 1:
        return leaves[0]
    middle = int(rng.integers(1, len(leaves))) if rng.random() < 0.7 else int(rng.choice([1, len(leaves) - 1]))
    return body(in_some_tree(rng, leaves[:middle], body), in_some_tree(rng, leaves[middle:], body))


def with_inits(rng: np.random.Generator, elements: Sequence[Any], init: Any) -> list[Any]:
    leaves = list(elements)
    for _ in range(int(rng.integers(0, 4))):
        leaves.insert(int(rng.integers(0, len(leaves) + 1)), init)
    return leaves or [init]


def numbers(rng: np.random.Generator, size: int, dtype: Any) -> Array:
    if np.dtype(dtype).kind in "iu":
        return rng.integers(0, 100, size).astype(dtype)
    kind = rng.integers(5)
    if kind == 0:
        return rng.integers(-8, 9, size).astype(dtype)
    if kind == 1:
        return rng.choice([0.0, -0.0, 1.0, -1.0, 0.5], size).astype(dtype)
    scales = rng.choice([1.0, 1e-3, 1e3, 1e4 if kind == 2 else 1.0, 1e30 if kind == 3 else 1.0], size)
    found = (rng.normal(size=size) * scales).astype(dtype)
    if kind == 4 and size:
        found[rng.integers(size)] = rng.choice([np.inf, -np.inf, np.nan])
    return found


def test_reduce_in_any_tree() -> None:
    examples = 250
    rng = np.random.default_rng(1)
    decided = 0
    with np.errstate(all="ignore"):
        for _ in range(examples):
            element = str(rng.choice(list(DTYPES)))
            body, size = str(rng.choice(list(BODIES))), int(rng.choice([0, 1, 2, 3, 4, 5, 7, 9, 30, 300]))
            dtype = DTYPES[element]
            x = numbers(rng, size, dtype)
            init = np.asarray(rng.choice([0, 0, 0, -0.0, 1]) if body != "maximum" else rng.choice([-50, 5])).astype(
                dtype
            )
            if body == "minimum":
                init = np.asarray(np.inf if np.dtype(dtype).kind not in "iu" else 127).astype(dtype)
            found = interpreter.admissible(reduction(body, size, element), x, init)
            for _ in range(12):
                value = in_some_tree(rng, with_inits(rng, list(x), init[()]), BODIES[body])
                verdict = found.contains([np.asarray(value, dtype)])
                assert verdict.status != "inadmissible", f"{body} {element} of {x!r} from {init!r}: {verdict}"
                decided += bool(verdict)
    assert decided > 8 * examples


@pytest.mark.parametrize(("body", "init"), [("add", 0.0), ("multiply", 1.0), ("maximum", -np.inf)])
def test_small_reductions_are_exact(body: str, init: float) -> None:
    """The set is that of all trees, gone through here: also of numbers whose sums are exact, unless they overflow."""
    rng = np.random.default_rng(2)
    largest = np.float32(2.0**127)

    def all_trees(leaves: list[Any]) -> set[Any]:
        if len(leaves) == 1:
            return {leaves[0]}
        pairs = ((all_trees(leaves[:m]), all_trees(leaves[m:])) for m in range(1, len(leaves)))
        return {BODIES[body](x, y) for left, right in pairs for x in left for y in right}

    sizes = set()
    for turn in range(60):
        x: Any = (rng.normal(size=int(rng.integers(1, 6))) * rng.choice([1.0, 1e2, 1e4])).astype(np.float32)
        x = x if turn < 40 else rng.choice([-largest, largest, np.float32(0.5)], len(x))
        with np.errstate(over="ignore", invalid="ignore"):
            expected = {str(v) for v in all_trees(list(x))}
        allowed = interpreter.admissible(reduction(body, len(x), "f32"), x, np.float32(init)).of(0)
        assert set(map(str, allowed.values)) == expected
        assert allowed.exact
        sizes.add(len(allowed.values))
    assert (max(sizes) > 1) == (body != "maximum")


def test_what_is_certain_is_a_single_value() -> None:
    """Sums of small integers in floats are exact, in any order; so are those of two numbers."""
    x = np.arange(1000, dtype=np.float32) - 400
    assert interpreter.admissible(reduction("add", 1000, "f32"), x, np.float32(0)).of(0).kind == "single"
    x = np.zeros(1000, np.float32)
    x[3], x[700] = 0.1, 1e10
    assert interpreter.admissible(reduction("add", 1000, "f32"), x, np.float32(0)).of(0).kind == "single"
    assert interpreter.admissible(reduction("add", 1000, "f32"), x + 1, np.float32(0)).of(0).kind == "interval"
    x[:] = 0.25
    assert interpreter.admissible(reduction("add", 1000, "f32"), x, np.float32(0)).of(0).kind == "single"


def test_sums_that_overflow_on_both_sides_may_be_nan() -> None:
    """Two neighbours of one sign are an infinity, which swallows the others one by one, or meets the other one."""
    x = np.tile(np.array([60000, -60000, -60000, 60000], np.float16), 20)
    allowed = interpreter.admissible(reduction("add", 80, "f16"), x, np.float16(0))
    for value in (0, np.inf, -np.inf, np.nan):
        assert allowed.contains([np.float16(value)]).status == "admissible"


def test_a_wrong_sum_is_not_contained() -> None:
    rng = np.random.default_rng(3)
    x = rng.normal(size=1000).astype(np.float32)
    found = interpreter.admissible(reduction("add", 1000, "f32"), x, np.float32(0))
    assert found.contains([x.sum(dtype=np.float32)])
    assert found.contains([x.sum(dtype=np.float64).astype(np.float32)])
    assert found.contains([x[:999].sum(dtype=np.float32)]).status == "inadmissible"


def test_an_initial_value_may_count_or_not() -> None:
    x = np.array([1, 2], np.int32)
    maximum = interpreter.admissible(reduction("maximum", 2, "i32"), x, np.int32(7)).of(0)
    assert (maximum.kind, sorted(maximum.values.tolist())) == ("set", [2, 7])
    assert interpreter.admissible(reduction("add", 2, "i32"), x, np.int32(7)).of(0).kind == "unknown"
    zeros = interpreter.admissible(reduction("maximum", 2, "f32"), np.array([-0.0, 0.0], np.float32), np.float32(-1))
    assert zeros.contains([np.float32(0.0)])
    assert zeros.contains([np.float32(-0.0)]).status == "inadmissible"  # by IEEE-754, it is less


def test_negative_zeros_add_up_to_one_unless_the_initial_value_is_another_zero() -> None:
    x = np.full(100, -0.0, np.float32)  # too many for all trees
    for init, zeros in ((-0.0, [-0.0]), (0.0, [-0.0, 0.0])):  # which needn't count
        found = interpreter.admissible(reduction("add", 100, "f32"), x, np.float32(init))
        assert [zero for zero in (-0.0, 0.0) if found.contains([np.float32(zero)])] == zeros


@pytest.mark.parametrize("body", ["maximum", "minimum"])
@pytest.mark.parametrize(("size", "zeros"), [(1, [0.0]), (1, [-0.0]), (2, [0.0]), (2, [-0.0]), (3, [-0.0, 0.0])])
def test_an_extremum_that_is_zero_has_the_sign_that_ieee_754_gives_it(body: str, size: int, zeros: list[float]) -> None:
    """Of all elements, and the initial value, which may count: exactly what the trees give. -0 is less than 0."""
    beyond = -1.0 if body == "maximum" else 1.0
    rows = np.array(list(product([*zeros, beyond], repeat=size)), np.float32)
    count, one_row = len(rows), reduction(body, size, "f32")
    text = (
        one_row.replace(f"tensor<{size}xf32>", f"tensor<{count}x{size}xf32>")
        .replace("dimensions = [0]", "dimensions = [1]")
        .replace("-> tensor<f32>", f"-> tensor<{count}xf32>")
        .replace("return %r : tensor<f32>", f"return %r : tensor<{count}xf32>")
    )
    for init in (-0.0, 0.0, beyond):
        found = interpreter.admissible(text, rows, np.float32(init))
        for number, row in enumerate(rows.tolist()):
            most = max if body == "maximum" else min
            expected = {str(most(leaves, key=lambda x: (x, math.copysign(1, x)))) for leaves in (row, [*row, init])}
            allowed = found.of(0, number)
            assert set(map(str, allowed.values.tolist())) == expected, f"{row} from {init}"


@pytest.mark.parametrize("element", ["f64", "f32", "bf16", "f16"])
def test_products_that_underflow_before_they_are_added(element: str) -> None:
    """Each may be rounded by itself, be fused into its addition, or be added up as it is."""
    format, dtype, count = FORMATS[element], DTYPES[element], 9
    smallest = Fraction(2) ** (format.lowest - format.precision + 1)
    text = f"""
    func.func @main(%x: tensor<{count}x{element}>, %y: tensor<{count}x{element}>) -> tensor<{element}> {{
      %r = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0]
        : (tensor<{count}x{element}>, tensor<{count}x{element}>) -> tensor<{element}>
      return %r : tensor<{element}>
    }}
    """

    def near(value: Fraction) -> Fraction:
        found = rounded(value, format)
        assert found is not None
        return found

    rng = np.random.default_rng(8)
    middle = (format.lowest - format.precision + 1) // 2
    for _ in range(10):
        x, y = ((rng.uniform(0.5, 2, count) * 2.0**scale).astype(dtype) for scale in (middle, middle + 1))
        products = [Fraction(float(a)) * Fraction(float(b)) for a, b in zip(x, y, strict=True)]
        fused = Fraction(0)
        for one in products:
            fused = near(fused + one)
        found = interpreter.admissible(text, x, y)
        for value in (sum(map(near, products)), fused, near(sum(products, Fraction(0)))):
            assert found.contains([dtype(float(value))]), f"{value / smallest} of {products}"
        wrong = sum(products, Fraction(0)) + (count + 2) * smallest
        assert found.contains([dtype(float(wrong))]).status == "inadmissible"


def test_products_of_matrices_in_any_order() -> None:
    text = """
    func.func @main(%x: tensor<3x40xELEMENT>, %y: tensor<40x2xELEMENT>) -> tensor<3x2xELEMENT> {
      %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
        : (tensor<3x40xELEMENT>, tensor<40x2xELEMENT>) -> tensor<3x2xELEMENT>
      return %r : tensor<3x2xELEMENT>
    }
    """
    rng = np.random.default_rng(4)
    with np.errstate(all="ignore"):
        for element in ("f64", "f32", "bf16", "f16"):
            dtype = DTYPES[element]
            for _ in range(10):
                x, y = numbers(rng, 120, dtype).reshape(3, 40), numbers(rng, 80, dtype).reshape(40, 2)
                found = interpreter.admissible(text.replace("ELEMENT", element), x, y)
                for _ in range(5):
                    products = [[list(x[i] * y[:, j]) for j in range(2)] for i in range(3)]
                    result = [[in_some_tree(rng, each, BODIES["add"]) for each in row] for row in products]
                    verdict = found.contains([np.array(result).astype(dtype)])
                    assert verdict.status != "inadmissible", f"{element}: {verdict}"
                wide = (x.astype(np.float64) @ y.astype(np.float64)).astype(dtype)  # as with a wide accumulator
                assert found.contains([wide]).status != "inadmissible"
                wrong = (x[:, 1:].astype(np.float64) @ y[1:].astype(np.float64)).astype(dtype)
                if element == "f64" and np.isfinite(wide).all() and (wrong != wide).any():
                    assert found.contains([wrong]).status == "inadmissible"


@pytest.mark.parametrize("is_stable", [True, False])
def test_equal_elements_of_an_unstable_sort(is_stable: bool) -> None:
    text = f"""
    func.func @main(%k: tensor<6xi32>, %v: tensor<6xf32>) -> (tensor<6xi32>, tensor<6xf32>) {{
      %r:2 = "stablehlo.sort"(%k, %v) ({{
      ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
        %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      }}) {{dimension = 0 : i64, is_stable = {str(is_stable).lower()}}}
        : (tensor<6xi32>, tensor<6xf32>) -> (tensor<6xi32>, tensor<6xf32>)
      return %r#0, %r#1 : tensor<6xi32>, tensor<6xf32>
    }}
    """
    keys, values = np.array([3, 1, 3, 2, 1, 3], np.int32), np.arange(6, dtype=np.float32)
    found = interpreter.admissible(text, keys, values)
    sorted_keys = np.array([1, 1, 2, 3, 3, 3], np.int32)
    assert found.contains([sorted_keys, np.array([1, 4, 3, 0, 2, 5], np.float32)])
    swapped = found.contains([sorted_keys, np.array([4, 1, 3, 5, 2, 0], np.float32)])
    assert swapped.status == ("inadmissible" if is_stable else "admissible")
    assert found.contains([sorted_keys, np.array([1, 4, 0, 3, 2, 5], np.float32)]).status == "inadmissible"
    if not is_stable:
        assert sorted(found.of(1, 4).values.tolist()) == [0.0, 2.0, 5.0]


def test_sliding_windows_in_any_tree() -> None:
    text = """
    func.func @main(%x: tensor<8xf32>, %init: tensor<f32>) -> tensor<8xf32> {
      %r = "stablehlo.reduce_window"(%x, %init) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %sum = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %sum : tensor<f32>
      }) {window_dimensions = array<i64: 5>, padding = dense<[[4, 0]]> : tensor<1x2xi64>}
        : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
      return %r : tensor<8xf32>
    }
    """
    rng = np.random.default_rng(5)
    for _ in range(40):
        x = (rng.normal(size=8) * rng.choice([1.0, 1e4, 1e8], 8)).astype(np.float32)
        found = interpreter.admissible(text, x, np.float32(0))
        padded = np.concatenate([np.zeros(4, np.float32), x])
        for _ in range(10):
            windows = [with_inits(rng, padded[i : i + 5], np.float32(0)) for i in range(8)]
            result = np.array([in_some_tree(rng, window, BODIES["add"]) for window in windows], np.float32)
            assert found.contains([result])
        assert found.contains([result + np.float32(1e-2) * np.abs(result).max()]).status == "inadmissible"


def test_select_and_scatter_in_any_tree() -> None:
    text = """
    func.func @main(%x: tensor<7xf32>, %source: tensor<5xf32>, %init: tensor<f32>) -> tensor<7xf32> {
      %r = "stablehlo.select_and_scatter"(%x, %source, %init) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %keeps = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %keeps : tensor<i1>
      }, {
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %sum = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %sum : tensor<f32>
      }) {window_dimensions = array<i64: 3>} : (tensor<7xf32>, tensor<5xf32>, tensor<f32>) -> tensor<7xf32>
      return %r : tensor<7xf32>
    }
    """
    rng = np.random.default_rng(6)
    opened = 0
    for _ in range(40):
        x = rng.integers(0, 4, 7).astype(np.float32)
        source = (rng.normal(size=5) * rng.choice([1.0, 1e4, 1e8], 5)).astype(np.float32)
        found = interpreter.admissible(text, x, source, np.float32(0))
        selected = [i + int(np.argmax(x[i : i + 3])) for i in range(5)]
        opened += sum(found.open.values())
        for _ in range(8):
            result = np.zeros(7, np.float32)
            for place in range(7):
                elements = [value for value, at in zip(source, selected, strict=True) if at == place]
                result[place] = in_some_tree(rng, with_inits(rng, elements, np.float32(0)), BODIES["add"])
            assert found.contains([result])
        largest = int(np.argmax(np.abs(source)))
        result[selected[largest]] += source[largest]
        assert found.contains([result]).status == "inadmissible"
    assert opened


# What changes nothing, of integers (their least and greatest values) and of booleans.
NEUTRAL: dict[str, Callable[[int, int], int]] = {
    "add": lambda least, greatest: 0,
    "multiply": lambda least, greatest: 1,
    "maximum": lambda least, greatest: least,
    "minimum": lambda least, greatest: greatest,
    "and": lambda least, greatest: -1 if least else greatest,
    "or": lambda least, greatest: 0,
    "xor": lambda least, greatest: 0,
}


@pytest.mark.share(2)
@pytest.mark.parametrize("element", ["i8", "ui8", "i32", "i4", "ui64", "i1"])
@pytest.mark.parametrize("body", NEUTRAL)
def test_from_what_changes_nothing_nothing_is_open(body: str, element: str) -> None:
    """Another initial value may count or not, or any number of times where each time tells."""
    type = parse_element_type(element)
    assert isinstance(type, IntegerType)
    least, greatest = (0, 1) if element == "i1" else (type.minimum, type.maximum)
    dtype = dtype_of(type)
    x = np.array([1, 1, 0] if element == "i1" else [5, 3, 6]).astype(dtype)
    neutral = NEUTRAL[body](least, greatest)
    text = reduction(body, 3, element)
    for init in {neutral, 0, 1, 2 if element != "i1" else 0, least, greatest}:
        given = np.asarray(init).astype(dtype)
        found = interpreter.admissible(text, x, given).of(0)
        results = [interpreter.run(text, x, np.asarray(each).astype(dtype))[0] for each in (init, neutral)]
        if results[0] == results[1]:
            assert found.kind == "single", init
        elif body in ("add", "multiply") and element != "i1":
            assert found.kind == "unknown", init
        else:
            assert (found.kind, sorted(map(int, found.values))) == ("set", sorted(map(int, results))), init


@pytest.mark.parametrize("compared", ["%a, %b", "%c, %d"], ids=["elements", "what is computed from them"])
def test_what_is_selected_by_an_order_may_be_any(compared: str) -> None:
    """Of 5, NaN and 1 it is 5 or 1, as ``(5 >= NaN) >= 1`` or ``5 >= (NaN >= 1)`` have it."""
    text = f"""
    func.func @main(%x: tensor<3xf32>, %source: tensor<1xf32>, %init: tensor<f32>) -> tensor<3xf32> {{
      %r = "stablehlo.select_and_scatter"(%x, %source, %init) ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c, %d = stablehlo.optimization_barrier %a, %b : tensor<f32>, tensor<f32>
        %keeps = stablehlo.compare GE, {compared} : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %keeps : tensor<i1>
      }}, {{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %sum = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %sum : tensor<f32>
      }}) {{window_dimensions = array<i64: 3>}} : (tensor<3xf32>, tensor<1xf32>, tensor<f32>) -> tensor<3xf32>
      return %r : tensor<3xf32>
    }}
    """
    x, source = np.array([5, np.nan, 1], np.float32), np.array([7], np.float32)
    found = interpreter.admissible(text, x, source, np.float32(0))
    assert found.open["unknown"] == 3
    selected = [found.contains([np.array(result, np.float32)]).status for result in ([7, 0, 0], [0, 0, 7])]
    assert sorted(selected) == ["admissible", "undecided"]
    decided = interpreter.admissible(text, np.array([5, 2, 1], np.float32), source, np.float32(0))
    assert (decided.open["unknown"] == 0) == (compared == "%a, %b")


def test_convolutions_in_any_order() -> None:
    text = """
    func.func @main(%x: tensor<1x2x9xf32>, %kernel: tensor<3x2x4xf32>) -> tensor<1x3x6xf32> {
      %r = "stablehlo.convolution"(%x, %kernel) {
        dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
        feature_group_count = 1 : i64, batch_group_count = 1 : i64
      } : (tensor<1x2x9xf32>, tensor<3x2x4xf32>) -> tensor<1x3x6xf32>
      return %r : tensor<1x3x6xf32>
    }
    """
    rng = np.random.default_rng(7)
    for _ in range(20):
        x, kernel = (rng.normal(size=shape).astype(np.float32) for shape in ((1, 2, 9), (3, 2, 4)))
        found = interpreter.admissible(text, x, kernel)
        result = np.zeros((1, 3, 6), np.float32)
        for o, place in np.ndindex(3, 6):
            products = list((x[0, :, place : place + 4] * kernel[o]).reshape(-1))
            result[0, o, place] = in_some_tree(rng, with_inits(rng, products, np.float32(0)), BODIES["add"])
        assert found.contains([result])
        result[0, 1, 2] -= products[-1]
        assert found.contains([result]).status == "inadmissible"


def test_open_elements_are_summed_by_bounds() -> None:
    """A sum over what a scatter leaves open lies between the least and the greatest that it may be."""
    text = """
    func.func @main(%x: tensor<4xELEMENT>, %i: tensor<5x1xi32>, %u: tensor<5xELEMENT>, %zero: tensor<ELEMENT>)
        -> (tensor<ELEMENT>, tensor<ELEMENT>, tensor<4xELEMENT>) {
      %0 = "stablehlo.scatter"(%x, %i, %u) ({
      ^bb0(%old: tensor<ELEMENT>, %new: tensor<ELEMENT>):
        stablehlo.return %new : tensor<ELEMENT>
      }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
            scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
        : (tensor<4xELEMENT>, tensor<5x1xi32>, tensor<5xELEMENT>) -> tensor<4xELEMENT>
      %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<4xELEMENT>, tensor<ELEMENT>) -> tensor<ELEMENT>
      %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.maximum across dimensions = [0]
        : (tensor<4xELEMENT>, tensor<ELEMENT>) -> tensor<ELEMENT>
      %3 = "stablehlo.sort"(%0) ({
      ^bb0(%a: tensor<ELEMENT>, %b: tensor<ELEMENT>):
        %less = stablehlo.compare LT, %a, %b : (tensor<ELEMENT>, tensor<ELEMENT>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      }) : (tensor<4xELEMENT>) -> tensor<4xELEMENT>
      return %1, %2, %3 : tensor<ELEMENT>, tensor<ELEMENT>, tensor<4xELEMENT>
    }
    """
    for element in ("i32", "f32"):
        dtype = DTYPES[element]
        x, updates = np.array([1, 2, 3, 4], dtype), np.array([10, 20, 5, 7, 30], dtype)
        indices = np.array([[0], [0], [2], [9], [2]], np.int32)
        found = interpreter.admissible(text.replace("ELEMENT", element), x, indices, updates, dtype(0))
        total, most = found.of(0), found.of(1)
        assert (total.kind, most.kind) == ("interval", "interval")
        assert 20.99 < float(total.low) <= 21 <= 56 <= float(total.high) < 56.01
        assert (float(most.low), float(most.high)) == (10, 30)
        assert [(float(found.of(2, i).low), float(found.of(2, i).high)) for i in (2, 3)] == [(5, 20), (10, 30)]
        assert [found.of(2, 0).kind, float(found.of(2, 0).values[0])] == ["single", 2]


def test_products_of_older_operations_are_in_any_order_too() -> None:
    """dot, einsum, ragged_dot and dynamic_conv are sums of products; of a unary einsum it is said why not."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(3, 20)).astype(np.float32), rng.normal(size=20).astype(np.float32)
    text = """func.func @main(%x: tensor<3x20xf32>, %y: tensor<20xf32>) -> tensor<3xf32> {
      %0 = "stablehlo.dot"(%x, %y) : (tensor<3x20xf32>, tensor<20xf32>) -> tensor<3xf32>
      return %0 : tensor<3xf32>
    }"""
    admissible = interpreter.admissible(text, x, y)
    for _ in range(10):
        order = rng.permutation(20)
        total = np.zeros(3, np.float32)
        for k in order:
            total = total + x[:, k] * y[k]
        assert admissible.contains([total])
    assert admissible.contains([total * np.float32(1.001)]).status == "inadmissible"
    einsum = text.replace('"stablehlo.dot"(%x, %y)', '"stablehlo.einsum"(%x, %y) {einsum_config = "ab,b->a"}')
    admissible = interpreter.admissible(einsum, x, y)
    assert admissible.contains([total])
    assert admissible.contains([total * np.float32(1.001)]).status == "inadmissible"
    ragged = """func.func @main(%x: tensor<3x20xf32>, %y: tensor<2x20x1xf32>, %g: tensor<2xi32>) -> tensor<3x1xf32> {
      %0 = "chlo.ragged_dot"(%x, %y, %g) {
        precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>],
        ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [],
          lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
          lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
      } : (tensor<3x20xf32>, tensor<2x20x1xf32>, tensor<2xi32>) -> tensor<3x1xf32>
      return %0 : tensor<3x1xf32>
    }"""
    groups = np.stack([-y, y]).reshape(2, 20, 1)
    admissible = interpreter.admissible(ragged, x, groups, np.array([1, 1], np.int32))
    given = (total * [-1, 1, 0]).astype(np.float32).reshape(3, 1)
    assert admissible.contains([given])
    assert admissible.contains([given * np.float32(1.001)]).status == "inadmissible"
    unary = """func.func @main(%x: tensor<3x20xf32>) -> tensor<3xf32> {
      %0 = "stablehlo.unary_einsum"(%x) {einsum_config = "ab->a"} : (tensor<3x20xf32>) -> tensor<3xf32>
      return %0 : tensor<3xf32>
    }"""
    admissible = interpreter.admissible(unary, x)
    assert admissible.open["unknown"] == 3
    assert "its sums have no bounds here" in str(admissible)
    text = """
    func.func @main(%x: tensor<1x20x1xf32>, %y: tensor<5x1x1xf32>, %p: tensor<1x2xi64>) -> tensor<1x18x1xf32> {
      %0 = "stablehlo.dynamic_conv"(%x, %y, %p) {
        dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
        feature_group_count = 1 : i64, batch_group_count = 1 : i64
      } : (tensor<1x20x1xf32>, tensor<5x1x1xf32>, tensor<1x2xi64>) -> tensor<1x18x1xf32>
      return %0 : tensor<1x18x1xf32>
    }"""
    signal, kernel, padding = x[:1].reshape(1, 20, 1), y[:5].reshape(5, 1, 1), np.array([[1, 1]])
    admissible = interpreter.admissible(text, signal, kernel, padding)
    padded = np.pad(signal.ravel(), 1)
    windows = np.lib.stride_tricks.sliding_window_view(padded, 5)
    for taps in (range(5), range(4, -1, -1)):
        total = np.zeros(18, np.float32)
        for k in taps:
            total = total + windows[:, k] * kernel[k, 0, 0]
        assert admissible.contains([total.reshape(1, 18, 1)])
    assert admissible.open["unknown"] == 0
    assert admissible.open["interval"] > 0


DOT = """func.func @main(%x: tensor<4xELEMENT>, %y: tensor<4xELEMENT>) -> tensor<ELEMENT> {
  %0 = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<
    lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>ALGORITHM
  } : (tensor<4xELEMENT>, tensor<4xELEMENT>) -> tensor<ELEMENT>
  return %0 : tensor<ELEMENT>
}"""


def dot(element: str, algorithm: tuple[str, str, str, int, str] | None = None) -> str:
    text = ""
    if algorithm is not None:
        lhs, rhs, accumulation, operations, imprecise = algorithm
        text = f""", algorithm = #stablehlo.dot_algorithm<lhs_precision_type = {lhs}, rhs_precision_type = {rhs},
          accumulation_type = {accumulation}, lhs_component_count = 1, rhs_component_count = 1,
          num_primitive_operations = {operations}, allow_imprecise_accumulation = {imprecise}>"""
    return DOT.replace("ELEMENT", element).replace("ALGORITHM", text)


def test_exact_sums_of_products_overflow_in_some_order() -> None:
    """All partial sums are multiples of 2**127, which is no help where 2**128 is one of them."""
    large = np.float32(2.0**127)
    x, one = np.array([large, -large, large, 0], np.float32), np.ones(4, np.float32)
    admissible = interpreter.admissible(dot("f32"), x, one)
    assert admissible.results[0] == large
    assert admissible.contains([np.array(np.inf, np.float32)]).status == "undecided"


def test_a_product_that_underflows_has_a_sign_unless_it_is_added_to_zero() -> None:
    tiny = np.array([2.0**-100, 0, 0, 0], np.float32)
    admissible = interpreter.admissible(dot("f32"), -tiny, tiny)
    for zero in (0.0, -0.0):
        assert admissible.contains([np.array(zero, np.float32)])
    assert admissible.contains([np.array(1e-30, np.float32)]).status == "inadmissible"


def test_products_by_an_algorithm_have_the_bounds_of_its_types() -> None:
    """Operands are rounded to bf16 and products added up in f32; in which order is open."""
    bfloat16 = DTYPES["bf16"]
    rng = np.random.default_rng(3)
    x, y = (rng.normal(size=4).astype(np.float32) for _ in range(2))
    admissible = interpreter.admissible(dot("f32", ("bf16", "bf16", "f32", 1, "false")), x, y)
    terms = x.astype(bfloat16).astype(np.float32) * y.astype(bfloat16).astype(np.float32)
    for order in permutations(range(4)):
        total = np.float32(0)
        for k in order:
            total = total + terms[k]
        assert admissible.contains([np.asarray(total)])
    assert admissible.contains([np.asarray(x @ y)]).status == "inadmissible"  # operands as they are

    half = np.float16
    a, b = x.astype(half), y.astype(half)
    admissible = interpreter.admissible(dot("f16", ("f32", "f32", "f32", 1, "false")), a, b)
    exact = (a.astype(np.float64) @ b.astype(np.float64)).astype(half)
    assert admissible.contains([np.asarray(exact)])
    assert admissible.contains([np.nextafter(exact, half(np.inf))[()] + 4 * np.spacing(exact)]).status == "inadmissible"


@pytest.mark.parametrize(("precision", "operations", "imprecise"), [("bf16", 3, "false"), ("f8E5M2", 1, "true")])
def test_algorithms_without_bounds(precision: str, operations: int, imprecise: str) -> None:
    x = np.array([0.1, 0.2, 0.3, 0.4], np.float32)
    admissible = interpreter.admissible(dot("f32", (precision, precision, "f32", operations, imprecise)), x, x)
    assert admissible.open["unknown"] == 1
    assert "by an algorithm that splits operands or is imprecise" in str(admissible)


@pytest.mark.parametrize(
    "line",
    [
        """"stablehlo.sort"(%t) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      }) {dimension = 0 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>""",
        """"stablehlo.reduce_window"(%t, %z) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %most = stablehlo.maximum %a, %b : tensor<f32>
        stablehlo.return %most : tensor<f32>
      }) {window_dimensions = array<i64: 1, 1>} : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>""",
    ],
)
def test_what_is_unknown_stays_so_in_whatever_way_it_lies_in_memory(line: str) -> None:
    text = f"""func.func @main(%x: tensor<2x2xf32>, %z: tensor<f32>) -> tensor<2x2xf32> {{
      %0 = "stablehlo.cholesky"(%x) {{lower = true}} : (tensor<2x2xf32>) -> tensor<2x2xf32>
      %t = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
      %1 = {line}
      return %1 : tensor<2x2xf32>
    }}"""
    x = np.array([[4, 2], [2, 5]], np.float32)
    assert interpreter.admissible(text, x, np.float32(-np.inf)).open["unknown"] == 4


def test_a_product_of_many_elements_is_unknown_and_the_verdict_says_why_once() -> None:
    x = np.linspace(0.5, 1.5, 64, dtype=np.float32)
    program = """
    func.func @main(%x: tensor<2x64xf32>) -> tensor<2xf32> {
      %init = stablehlo.constant dense<1.0> : tensor<f32>
      %r = stablehlo.reduce(%x init: %init) applies stablehlo.multiply across dimensions = [1]
        : (tensor<2x64xf32>, tensor<f32>) -> tensor<2xf32>
      return %r : tensor<2xf32>
    }
    """
    allowed = interpreter.admissible(program, np.stack([x, x]))
    verdict = allowed.contains(np.nextafter(allowed.results[0], np.float32(9))[None])
    assert verdict.status == "undecided"
    (line,) = [line for line in str(verdict).splitlines() if "all trees of many elements are too many" in line]
    assert line.strip().startswith("stablehlo.reduce: ")
