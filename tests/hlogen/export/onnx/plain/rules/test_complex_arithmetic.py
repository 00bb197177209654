"""Complex numbers in models, which have their parts: against NumPy, in complex128."""

from __future__ import annotations

import cmath
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.onnx_parts import Array, calling, drawn, require_close, results_of

from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx

BINARY: dict[str, Callable[..., Any]] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "power": np.power,
}
UNARY: dict[str, Callable[..., Any]] = {
    "stablehlo.abs": np.abs,
    "stablehlo.cbrt": lambda x: x ** (1 / 3),
    "stablehlo.cosine": np.cos,
    "stablehlo.exponential": np.exp,
    "stablehlo.exponential_minus_one": np.expm1,
    "stablehlo.imag": np.imag,
    "stablehlo.log": np.log,
    "stablehlo.log_plus_one": np.log1p,
    "stablehlo.logistic": lambda x: 1 / (1 + np.exp(-x)),
    "stablehlo.negate": np.negative,
    "stablehlo.real": np.real,
    "stablehlo.rsqrt": lambda x: 1 / np.sqrt(x),
    "stablehlo.sign": lambda x: x / np.abs(x),
    "stablehlo.sine": np.sin,
    "stablehlo.sqrt": np.sqrt,
    "stablehlo.tan": np.tan,
    "stablehlo.tanh": np.tanh,
    "chlo.acos": np.arccos,
    "chlo.acosh": np.arccosh,
    "chlo.asin": np.arcsin,
    "chlo.asinh": np.arcsinh,
    "chlo.atan": np.arctan,
    "chlo.atanh": np.arctanh,
    "chlo.conj": np.conj,
    "chlo.cosh": np.cosh,
    "chlo.sinh": np.sinh,
    "chlo.square": np.square,
}
DTYPES = [np.complex64, np.complex128]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", BINARY)
def test_two_numbers(name: str, dtype: Any) -> None:
    x, y = drawn((3, 4), dtype), drawn((3, 4), dtype, 1)
    wanted = BINARY[name](x.astype(np.complex128), y.astype(np.complex128)).astype(dtype)
    require_close(results_of(calling(f"stablehlo.{name}", [x, y], wanted), [dtype], x, y), [wanted])


@pytest.mark.share(2)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", UNARY)
def test_one_number(name: str, dtype: Any) -> None:
    x = drawn((3, 4), dtype)
    wanted = UNARY[name](x.astype(np.complex128))
    wanted = wanted.astype(dtype if wanted.dtype.kind == "c" else dtype(0).real.dtype)
    tolerance = 1e-11 if dtype == np.complex128 else 5e-6
    require_close(results_of(calling(name, [x], wanted), [wanted.dtype], x), [wanted], tolerance)


@pytest.mark.parametrize(
    ("name", "x", "wanted"),
    [
        ("abs", 3e38 + 1e38j, abs(complex(3e38, 1e38))),
        ("abs", 3e-30 + 4e-30j, 5e-30),
        ("abs", complex(np.inf, np.nan), np.inf),
        ("sqrt", -4, 2j),
        ("sqrt", complex(-4, -0.0), -2j),
        ("sqrt", 2e38 - 2e38j, cmath.sqrt(2e38 - 2e38j)),
        ("exponential", complex(-np.inf, 3), 0),
        ("exponential", 100 + 1e-38j, complex(np.inf, 0)),  # the imaginary part isn't inf * 0
        ("exponential_minus_one", 1e-10 + 1e-10j, 1e-10 + 1e-10j),
        ("log", 1 + 1e-10j, 5e-21 + 1e-10j),
        ("log_plus_one", 1e-20 + 1e-20j, 1e-20 + 1e-20j),
        ("rsqrt", 1e-38 + 0j, 1e19),
        ("tanh", 100 + 1j, 1),
        ("tan", 1 - 200j, -1j),
        ("sign", 0, 0),
        ("logistic", -800 + 1j, 0),
        ("logistic", 800 + 1j, 1),
        ("cbrt", complex(np.inf, 0), complex(np.inf, 0)),
    ],
)
def test_neither_overflow_nor_cancellation(name: str, x: complex, wanted: complex) -> None:
    given = np.array([x], np.complex64)
    result = np.array([wanted], np.float32 if name == "abs" else np.complex64)
    if name == "exponential" and x.real == 100:
        result.imag = np.float32(np.exp(100.0) * 1e-38)
    (found,) = results_of(calling(f"stablehlo.{name}", [given], result), [result.dtype], given)
    np.testing.assert_allclose(found.real, result.real, rtol=1e-5, atol=1e-30)
    np.testing.assert_allclose(found.imag, result.imag, rtol=1e-5, atol=1e-24)


LARGEST, SMALLEST = 1.7976931348623157e308, 5e-324


@pytest.mark.parametrize(
    ("name", "x", "wanted"),
    [
        ("stablehlo.sqrt", complex(LARGEST, LARGEST), 1.4730945569055654e154 + 6.101757441282702e153j),
        ("stablehlo.sqrt", complex(-SMALLEST, 0), 2.2227587494850775e-162j),
        ("stablehlo.rsqrt", complex(SMALLEST, 0), 1 / 2.2227587494850775e-162),
        ("stablehlo.log", complex(LARGEST, LARGEST), complex(709.782712893384 + np.log(2) / 2, np.pi / 4)),
        ("stablehlo.log", complex(SMALLEST, -SMALLEST), complex(-744.4400719213812 + np.log(2) / 2, -np.pi / 4)),
        ("stablehlo.sign", complex(LARGEST, -LARGEST), complex(0.5**0.5, -(0.5**0.5))),
        ("stablehlo.sign", complex(SMALLEST, SMALLEST), complex(0.5**0.5, 0.5**0.5)),
        ("stablehlo.cbrt", complex(-LARGEST, 0), LARGEST ** (1 / 3) * cmath.exp(1j * np.pi / 3)),
        ("stablehlo.logistic", -745.1 + 1j, cmath.exp(-745.1 + 1j)),
        ("chlo.sinh", 1e-300 + 0j, 1e-300),
        ("chlo.sinh", 1e-10 + 1j, cmath.sinh(1e-10 + 1j)),
        ("chlo.cosh", 50 + 1j, cmath.cosh(50 + 1j)),
    ],
)
def test_the_ends_of_the_range(name: str, x: complex, wanted: complex) -> None:
    given, result = np.array([x]), np.array([wanted], np.complex128)
    (found,) = results_of(calling(name, [given], result), [np.complex128], given)
    np.testing.assert_allclose([found.real, found.imag], [result.real, result.imag], rtol=1e-13, atol=1e-323)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_small_numbers_of_hyperbolic_functions_keep_their_digits(dtype: Any) -> None:
    x = np.array([1e-10 + 2e-12j, 1e-3, -1e-30j], dtype)
    (found,) = results_of(calling("chlo.sinh", [x], x), [dtype], x)
    z = x.astype(complex)
    wanted = z + z**3 / 6 + z**5 / 120
    rtol = 4 * np.finfo(dtype).eps
    np.testing.assert_allclose([found.real, found.imag], [wanted.real, wanted.imag], rtol=rtol)


@pytest.mark.parametrize(
    ("x", "y", "wanted"),
    [
        (0, 2 + 1j, 0),
        (0, 0, 1),
        (0, -1, complex(np.nan, np.nan)),  # not 0
        (complex(np.inf, 0), 1, complex(np.inf, 0)),
        (2, 3, 8),
    ],
)
def test_powers(x: complex, y: complex, wanted: complex) -> None:
    given = np.array([x], np.complex64), np.array([y], np.complex64)
    expected = np.array([wanted], np.complex64)
    require_close(results_of(calling("stablehlo.power", given, expected), [np.complex64], *given), [expected])


@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_the_extremum_of_nan_is_nan_on_either_side(name: str) -> None:
    nan, other = np.array([complex(0, np.nan)] * 2, np.complex64), np.array([1, -1], np.complex64)
    for operands in ((nan, other), (other, nan)):
        (found,) = results_of(calling(f"stablehlo.{name}", operands, nan), [np.complex64], *operands)
        assert np.isnan(found).all()


@pytest.mark.parametrize(
    ("x", "y", "wanted"),
    [
        (1e38 + 1e38j, 1e38 + 1e38j, 1),
        (1 + 2j, 1e-38j, complex(np.inf, -1e38)),
        (2 - 4j, 2j, -2 - 1j),
        (2 - 4j, 2, 1 - 2j),
    ],
)
def test_quotients(x: complex, y: complex, wanted: complex) -> None:
    given = np.array([x], np.complex64), np.array([y], np.complex64)
    with np.errstate(over="ignore"):
        expected = np.array([wanted], np.complex64)
    if np.isinf(wanted.real):
        expected = np.array([2e38 - 1e38j], np.complex64)
    require_close(results_of(calling("stablehlo.divide", given, expected), [np.complex64], *given), [expected])


def test_comparisons_and_conversions() -> None:
    x, y = np.array([1 + 2j, 1 + 2j, np.nan], np.complex64), np.array([1 + 2j, 1 - 2j, np.nan], np.complex64)
    for direction, wanted in (("EQ", x == y), ("NE", x != y)):
        attributes = f"comparison_direction = #stablehlo<comparison_direction {direction}>"
        (found,) = results_of(calling("stablehlo.compare", [x, y], wanted, attributes=attributes), [bool], x, y)
        assert found.tolist() == wanted.tolist()
    for source, target in (
        (drawn((3,), np.complex64), np.complex128),
        (np.array([1, -2, 3], np.int32), np.complex64),
        (np.array([1, -2, 3], np.float64), np.complex64),
    ):
        wanted = source.astype(target)
        require_close(results_of(calling("stablehlo.convert", [source], wanted), [target], source), [wanted])


@pytest.mark.parametrize(
    ("direction", "holds"), [("LT", operator.lt), ("LE", operator.le), ("GT", operator.gt), ("GE", operator.ge)]
)
def test_order_is_that_of_pairs(direction: str, holds: Callable[..., bool]) -> None:
    numbers = [complex(a, b) for a in (-1, 0, -0.0, 2) for b in (-1, 0, 3)]
    x, y = (np.array(side, np.complex64) for side in zip(*((p, q) for p in numbers for q in numbers), strict=True))
    wanted = np.array([holds((p.real, p.imag), (q.real, q.imag)) for p, q in zip(x.tolist(), y.tolist(), strict=True)])
    attributes = f"comparison_direction = #stablehlo<comparison_direction {direction}>"
    (found,) = results_of(calling("stablehlo.compare", [x, y], wanted, attributes=attributes), [bool], x, y)
    assert found.tolist() == wanted.tolist()


@pytest.mark.parametrize("dtype", DTYPES)
def test_products_of_matrices(dtype: Any) -> None:
    x, y = drawn((2, 3, 4), dtype), drawn((2, 4, 5), dtype, 1)
    numbers = (
        "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
        "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>"
    )
    wanted = x @ y
    text = calling("stablehlo.dot_general", [x, y], wanted, attributes=numbers)
    require_close(results_of(text, [dtype], x, y, reference=False), [wanted])
    require_close(results_of(text, [dtype], x, y, reference=True), [wanted])


def moved(x: Array) -> list[tuple[str, Array, str]]:
    return [
        ("stablehlo.reshape", x.reshape(4, 3), ""),
        ("stablehlo.transpose", x.T, "permutation = array<i64: 1, 0>"),
        ("stablehlo.reverse", x[::-1], "dimensions = array<i64: 0>"),
        (
            "stablehlo.slice",
            x[1:3, ::2],
            "start_indices = array<i64: 1, 0>, limit_indices = array<i64: 3, 4>, strides = array<i64: 1, 2>",
        ),
        ("stablehlo.broadcast_in_dim", np.stack([x, x]), "broadcast_dimensions = array<i64: 1, 2>"),
    ]


@pytest.mark.parametrize("number", range(5))
def test_movement(number: int) -> None:
    x = drawn((3, 4), np.complex64)
    x[0, 0] = complex(-0.0, np.nan)
    name, wanted, attributes = moved(x)[number]
    (found,) = results_of(calling(name, [x], wanted, attributes=attributes), [x.dtype], x)
    assert np.ascontiguousarray(found).tobytes() == np.ascontiguousarray(wanted).tobytes()


def test_constants_and_counting() -> None:
    text = """func.func @main() -> (tensor<2xcomplex<f32>>, tensor<3xcomplex<f64>>, tensor<3xcomplex<f32>>) {
      %0 = stablehlo.constant dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f32>>
      %1 = stablehlo.constant dense<(0.5, -1.5)> : tensor<3xcomplex<f64>>
      %2 = stablehlo.iota dim = 0 : tensor<3xcomplex<f32>>
      return %0, %1, %2 : tensor<2xcomplex<f32>>, tensor<3xcomplex<f64>>, tensor<3xcomplex<f32>>
    }"""
    first, second, third = results_of(text, [np.complex64, np.complex128, np.complex64])
    assert (first.tolist(), second.tolist(), third.tolist()) == ([1 + 2j, 3 - 4j], [0.5 - 1.5j] * 3, [0, 1, 2])


def test_what_leaves_complex_numbers_as_they_are() -> None:
    x = drawn((3, 4), np.complex64)
    text = """func.func @main(%x: tensor<3x4xcomplex<f32>>) -> (tensor<3x4xcomplex<f32>>, tensor<i32>) {
      %0 = stablehlo.bitcast_convert %x : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
      %1 = stablehlo.custom_call @Sharding(%0) : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
      %2 = stablehlo.get_dimension_size %1, dim = 1 : (tensor<3x4xcomplex<f32>>) -> tensor<i32>
      return %1, %2 : tensor<3x4xcomplex<f32>>, tensor<i32>
    }"""
    same, size = results_of(text, [x.dtype, np.int32], x)
    assert (same.tobytes(), size.tolist()) == (x.tobytes(), 4)


def test_names_and_pairs_of_the_interface() -> None:
    model = to_onnx("""func.func @main(%z: tensor<2x3xcomplex<f32>>, %x: tensor<2xf32>) -> tensor<2x3xcomplex<f32>> {
      return %z : tensor<2x3xcomplex<f32>>
    }""")
    assert [given.name for given in model.graph.input] == ["z", "x"]
    (output,) = model.graph.output
    assert [dim.dim_value for dim in output.type.tensor_type.shape.dim] == [2, 3, 2]


def test_what_has_no_form_on_complex_numbers_is_listed() -> None:
    text = """func.func @main(%z: tensor<2xcomplex<f32>>, %w: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
      %0 = stablehlo.remainder %z, %w : tensor<2xcomplex<f32>>
      %1 = stablehlo.atan2 %0, %w : tensor<2xcomplex<f32>>
      return %1 : tensor<2xcomplex<f32>>
    }"""
    with pytest.raises(ExportError) as caught:
        to_onnx(text)
    lines = [line.strip() for line in str(caught.value).splitlines()]
    assert lines[1:] == [
        "stablehlo.remainder has no form in ONNX here for tensor<2xcomplex<f32>> (at -:2:12)",
        "stablehlo.atan2 has no form in ONNX here for tensor<2xcomplex<f32>> (at -:3:12)",
    ]


def test_refusals_of_all_stages_are_listed_together() -> None:
    """What rewriting refuses, and what lowering does."""
    text = """
    func.func @main(%x: tensor<4xcomplex<f64>>, %a: tensor<f64>, %q: tensor<3xui64>)
        -> (tensor<4x2xcomplex<f32>>, tensor<4xui32>, tensor<4xf64>) {
      %s = stablehlo.constant dense<4> : tensor<1xi64>
      %b = stablehlo.bitcast_convert %x : (tensor<4xcomplex<f64>>) -> tensor<4x2xcomplex<f32>>
      %r = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<4xf64>
      %1:2 = "stablehlo.rng_bit_generator"(%q) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}
        : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
      return %b, %1#1, %r : tensor<4x2xcomplex<f32>>, tensor<4xui32>, tensor<4xf64>
    }"""
    with pytest.raises(ExportError) as caught:
        to_onnx(text, opset=22)
    assert [line.strip() for line in str(caught.value).splitlines()] == [
        "@main can't be written as an ONNX model of opset 22:",
        "stablehlo.bitcast_convert (at -:5:12): the bits of tensor<4xcomplex<f64>> aren't read as "
        "tensor<4x2xcomplex<f32>>",
        "stablehlo.rng_bit_generator (at -:7:14): initial_state is tensor<3xui64>; THREE_FRY takes 2xui64",
        "stablehlo.rng (at -:6:12): random numbers aren't drawn in opset 22: onnxruntime draws them up to opset 21",
        "fix: use opset 21, or make numbers of random bits (rng_bit_generator)",
    ]
