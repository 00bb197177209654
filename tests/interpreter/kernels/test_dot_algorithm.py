"""dot_general's algorithm and precision_config, against exact rationals rounded where the algorithm says so."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from helpers.exact import FORMATS, Format, rounded
from helpers.one_op import dtype, run_op, word

import hlogen as hl
import interpreter
from hlogen.backends import backend
from hlogen.errors import ExecutionError
from hlogen.ir import DotDimensionNumbers, OpaqueAttr

MATRICES = DotDimensionNumbers((), (), (1,), (0,))


def algorithm(
    lhs: str, rhs: str, accumulation: str, components: tuple[int, int] = (1, 1), operations: int = 1, fast: bool = False
) -> OpaqueAttr:
    return OpaqueAttr(
        f"#stablehlo.dot_algorithm<lhs_precision_type = {lhs}, rhs_precision_type = {rhs}, accumulation_type = "
        f"{accumulation}, lhs_component_count = {components[0]}, rhs_component_count = {components[1]}, "
        f"num_primitive_operations = {operations}, allow_imprecise_accumulation = {str(fast).lower()}>"
    )


def product(type: str, lhs: np.ndarray, rhs: np.ndarray, given: object, result: str | None = None, **more: object):
    attributes = {"dot_dimension_numbers": MATRICES, "algorithm": given, **more}
    text = f"{lhs.shape[0]}x{rhs.shape[1]}x{result or type}"
    return run_op("stablehlo.dot_general", [(type, lhs), (type, rhs)], text, attributes)


def components(value: Fraction, format: Format, count: int) -> list[Fraction]:
    found = []
    for _ in range(count):
        part = rounded(value, format)
        assert part is not None
        found.append(part)
        value -= part
    return found


# The number of products, and which components of lhs and rhs they are of.
PAIRS = {
    1: [(0, 0)],
    3: [(0, 0), (0, 1), (1, 0)],
    4: [(0, 0), (0, 1), (1, 0), (1, 1)],
    6: [(0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0)],
    9: [(i, j) for i in range(3) for j in range(3)],
}


@pytest.mark.parametrize(
    ("type", "lhs_type", "rhs_type", "accumulation", "count", "operations"),
    [
        ("f32", "tf32", "tf32", "f32", 1, 1),
        ("f32", "bf16", "bf16", "f32", 1, 1),
        ("f32", "bf16", "bf16", "f32", 2, 3),
        ("f32", "bf16", "bf16", "f32", 3, 6),
        ("f32", "bf16", "bf16", "f32", 3, 9),
        ("f32", "bf16", "bf16", "f32", 2, 4),
        ("f32", "tf32", "tf32", "f32", 2, 3),
        ("f32", "bf16", "tf32", "f32", 1, 1),
        ("f32", "f16", "f16", "f32", 1, 1),
        ("f32", "f8E5M2", "f8E4M3FN", "f32", 1, 1),
        ("f32", "f32", "f32", "f64", 1, 1),
        ("f32", "f64", "f64", "f64", 1, 1),
        ("f64", "bf16", "bf16", "f64", 3, 6),
        ("f64", "f64", "f64", "f64", 1, 1),
        ("bf16", "bf16", "bf16", "f32", 1, 1),
        ("f8E4M3FN", "f8E5M2", "f8E5M2", "f32", 1, 1),
    ],
)
def test_operands_are_split_and_products_added_up(type, lhs_type, rhs_type, accumulation, count, operations) -> None:
    draw = np.random.default_rng(operations)
    lhs, rhs = (draw.normal(size=shape).astype(dtype(type)) for shape in ((3, 5), (5, 4)))
    counts = (count, count) if operations != 6 else (1, 1)  # the registered names are spelled with (1, 1)
    found = product(type, lhs, rhs, algorithm(lhs_type, rhs_type, accumulation, counts, operations))
    for i, j in np.ndindex(3, 4):
        total = size = Fraction(0)
        for k in range(5):
            left = components(Fraction(float(lhs[i, k])), FORMATS[lhs_type], count)
            right = components(Fraction(float(rhs[k, j])), FORMATS[rhs_type], count)
            terms = [left[a] * right[b] for a, b in PAIRS[operations]]
            total, size = total + sum(terms), size + sum(map(abs, terms))
        error = 5 * operations * size * Fraction(1, 1 << FORMATS[accumulation].precision)
        bounds = [rounded(total + off, FORMATS[type]) for off in (-error, error)]
        assert bounds[0] <= Fraction(float(found[i, j])) <= bounds[1]


@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_a_small_accumulation_type_rounds_each_product_and_each_sum(name: str) -> None:
    draw = np.random.default_rng(5)
    lhs, rhs = (draw.normal(size=shape).astype(dtype("f32")) for shape in ((2, 40), (40, 3)))
    found = product("f32", lhs, rhs, algorithm(name, name, name))
    format = FORMATS[name]

    def near(value: Fraction) -> Fraction:
        result = rounded(value, format)
        assert result is not None
        return result

    for i, j in np.ndindex(2, 3):
        total = Fraction(0)
        for k in range(40):
            total = near(total + near(near(Fraction(float(lhs[i, k]))) * near(Fraction(float(rhs[k, j])))))
        assert Fraction(float(found[i, j])) == total


def test_digits_below_the_precision_types_are_dropped() -> None:
    lhs, rhs = np.float32([[1 + 2**-12, 1 + 2**-9]]), np.float32([[1.0], [1.0]])
    assert product("f32", lhs, rhs, algorithm("tf32", "tf32", "f32")).item() == 2 + 2**-9
    assert product("f32", lhs, rhs, algorithm("bf16", "bf16", "f32")).item() == 2
    assert product("f32", lhs, rhs, algorithm("bf16", "bf16", "f32", operations=3)).item() == 2 + 2**-9 + 2**-12
    assert product("f32", lhs, rhs, algorithm("bf16", "bf16", "f32", fast=True)).item() == 2


def test_infinities_have_no_smaller_components() -> None:
    lhs, rhs = np.float32([[np.inf, 1.0], [2.0, np.nan]]), np.float32([[1.0], [3.0]])
    for operations in (1, 3, 6, 9):
        found = product("f32", lhs, rhs, algorithm("bf16", "bf16", "f32", operations=operations))
        assert np.isposinf(found[0, 0])
        assert np.isnan(found[1, 0])


def test_integers_are_rounded_to_the_precision_types_as_in_the_specs_example() -> None:
    lhs, rhs = np.int64([[1, 2], [3, 4]]), np.int64([[1, 0], [0, 1]])
    assert product("i64", lhs, rhs, algorithm("tf32", "tf32", "f32")).tolist() == [[1, 2], [3, 4]]
    large = np.int64([[2049, 0], [0, 1]])  # tf32 has 11 bits
    assert product("i64", large, rhs, algorithm("tf32", "tf32", "f32")).tolist() == [[2048, 0], [0, 1]]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (algorithm("f64", "f64", "f32"), "lhs_precision_type = f64 and accumulation_type = f32"),
        (algorithm("bf16", "f32", "bf16"), "rhs_precision_type = f32 and accumulation_type = bf16"),
        (algorithm("bf16", "bf16", "f32", (2, 2), 2), "num_primitive_operations = 2; of 2 and 2 components, 1, 3, 4"),
        (algorithm("bf16", "bf16", "f32", (0, 1)), "lhs_component_count = 0, expected at least 1"),
        (algorithm("bf16", "bf16", "f32", operations=7), "of 3 and 3 components, 1, 3, 6, 8, 9"),
        (OpaqueAttr("#stablehlo.dot_algorithm<lhs_precision_type = f32>"), "lacks rhs_precision_type"),
    ],
)
def test_what_is_not_computed_is_refused(given: OpaqueAttr, said: str) -> None:
    x = np.ones((2, 2), np.float32)
    with pytest.raises(ExecutionError, match=said):
        product("f32", x, x, given)


def test_an_algorithm_stands_beside_no_precision_and_no_complex_numbers() -> None:
    x, tf32 = np.ones((2, 2), np.float32), algorithm("tf32", "tf32", "f32")
    for words in (["HIGHEST", "DEFAULT"], ["HIGH", "HIGH"]):
        config = tuple(word("precision", each) for each in words)
        with pytest.raises(ExecutionError, match=rf"precision_config is \[{words[0]}, {words[1]}\] beside an algo"):
            product("f32", x, x, tf32, precision_config=config)
    with pytest.raises(ExecutionError, match="about real numbers"):
        product("complex<f32>", x.astype(np.complex64), x.astype(np.complex64), tf32)


def test_every_precision_is_met() -> None:
    x = np.float32([[1 + 2**-23, 2**-20], [3, 4]])
    for words in (["DEFAULT", "HIGH"], ["HIGHEST", "HIGHEST"]):
        found = product("f32", x, x, None, precision_config=tuple(word("precision", each) for each in words))
        np.testing.assert_array_equal(found, (x.astype(np.float64) @ x).astype(np.float32))
    for wrong in (("HIGH",), ("HIGH", "LOW"), ("HIGH",) * 3):
        with pytest.raises(ExecutionError, match="expected two of DEFAULT, HIGH, HIGHEST"):
            product("f32", x, x, None, precision_config=tuple(word("precision", each) for each in wrong))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("[#stablehlo<precision HIGH>, #stablehlo<precision HIGHEST>]", None),
        ("[]", None),
        ("[#stablehlo<precision HIGH>]", r"precision_config is \[HIGH\], expected two of DEFAULT, HIGH, HIGHEST"),
    ],
)
def test_precision_of_convolutions(words: str, said: str | None) -> None:
    text = f"""func.func @main(%x: tensor<1x4x1xf32>, %y: tensor<2x1x1xf32>) -> tensor<1x3x1xf32> {{
  %0 = "stablehlo.convolution"(%x, %y) {{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64,
    batch_group_count = 1 : i64, precision_config = {words}
  }} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}}"""
    x, y = np.float32([[[1], [2], [3], [4]]]), np.float32([[[1]], [[10]]])
    module = hl.parse(text, verify=False)
    if said is None:
        assert interpreter.run(module, x, y)[0].reshape(-1).tolist() == [21, 32, 43]
    else:
        with pytest.raises(ExecutionError, match=said):
            interpreter.run(module, x, y)


@pytest.mark.parametrize(
    ("lhs", "accumulation", "operations", "rtol"),
    [("bf16", "f32", 3, 2e-5), ("bf16", "f32", 6, 2e-6), ("f32", "f32", 1, 2e-6), ("f64", "f64", 1, 2e-6)],
)
def test_xla_computes_the_same(lhs: str, accumulation: str, operations: int, rtol: float) -> None:
    """XLA's CPU backend splits operands, cutting digits off where this rounds."""
    text = f"""func.func @main(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>) -> tensor<4x5xf32> {{
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT],
    algorithm = <lhs_precision_type = {lhs}, rhs_precision_type = {lhs}, accumulation_type = {accumulation},
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = {operations},
      allow_imprecise_accumulation = false> : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}}"""
    draw = np.random.default_rng(8)
    x, y = draw.uniform(1, 2, (4, 6)).astype(np.float32), draw.uniform(1, 2, (6, 5)).astype(np.float32)
    (ours,), (theirs,) = interpreter.run(text, x, y), backend("xla").run(hl.parse(text), x, y)
    np.testing.assert_allclose(ours, theirs, rtol=rtol)
