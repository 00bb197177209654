"""How exact elementwise operations are: against mpmath's exact values, within the bounds that are stated."""

from __future__ import annotations

import cmath
import itertools
import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from helpers import campaign
from helpers.accuracy_measure import SMALL, Measured, measure, types_of
from helpers.accuracy_reference import REFERENCES
from helpers.one_op import dtype, elementwise

from hlogen.ir import parse_element_type
from interpreter.kernels.accuracy import stated
from interpreter.kernels.registry import kernels

FOUND = Path(__file__).parents[3] / "docs" / "accuracy.json"
NAN, INF = math.nan, math.inf


def hold(name: str, type: str, found: Measured) -> None:
    bound = stated(name, parse_element_type(type))
    assert bound is not None
    assert found.points > 0
    assert found.ulps <= bound, (
        f"{name} on {type} is off by {found.ulps:.4g} ULP at {found.where}: {found.result}, not {found.exact}"
    )


@pytest.mark.share(4)
@pytest.mark.parametrize("type", ["f64", "f32", "small", "complex<f64>", "complex<f32>"])
@pytest.mark.parametrize("name", REFERENCES)
def test_results_are_within_the_bounds(name: str, type: str) -> None:
    if type == "small":
        draw = np.random.default_rng(len(name))
        for each in draw.choice([x for x in SMALL if dtype(x).itemsize == 1], 2, replace=False):
            hold(name, each, measure(name, each, 10))
        for each in ("f16", "bf16"):
            hold(name, each, measure(name, each, 10))
    elif type in types_of(name):
        hold(name, type, measure(name, type, 20 if type[0] == "f" else 10))


@pytest.mark.campaign
@pytest.mark.parametrize("type", ["f64", "f32", *SMALL, "complex<f64>", "complex<f32>"])
@pytest.mark.parametrize("name", REFERENCES)
def test_many_results_are_within_the_bounds(name: str, type: str) -> None:
    if type in types_of(name):
        for seed in campaign.seeds(1, 4):
            hold(name, type, measure(name, type, 3000 if type[0] == "f" else 500, seed, exhaustive=True))


def test_every_elementwise_operation_of_floats_has_a_bound() -> None:
    """Those that only choose, compare or convert aside."""
    others = {
        *(f"stablehlo.{name}" for name in (
            "and", "bitcast_convert", "compare", "complex", "constant", "convert", "count_leading_zeros", "imag",
            "is_finite", "not", "or", "popcnt", "real", "reduce_precision", "select", "shift_left",
            "shift_right_arithmetic", "shift_right_logical", "uniform_dequantize", "uniform_quantize", "xor",
        )),
        *(f"chlo.{name}" for name in (
            "conj", "is_inf", "is_neg_inf", "is_pos_inf", "mulhi", "next_after",
        )),
    }  # fmt: skip
    rows = {name: kernel.traits for name, kernel in kernels().items() if not name.startswith("chlo.broadcast")}
    stating = {name for name, traits in rows.items() if traits.accuracy is not None}
    assert {name for name, traits in rows.items() if traits.elementwise} == stating | others
    assert stating - {"stablehlo.clamp"} == set(REFERENCES)
    for name, reference in REFERENCES.items():
        assert (rows[name].accuracy.complex_f64 is not None) == (reference.of_complex is not None), name


def test_the_page_shows_what_is_within_the_bounds() -> None:
    rows = json.loads(FOUND.read_text())["rows"]
    assert set(rows) == set(REFERENCES)
    for name, row in rows.items():
        assert set(row) == set(types_of(name)), name
        for type, (ulps, points) in row.items():
            bound = stated(name, parse_element_type(type), has_extended=True)
            assert bound is not None
            assert ulps <= bound
            assert points > 0


def test_a_machine_without_a_wider_type_has_bounds_of_its_own() -> None:
    logistic, f64, f32 = "stablehlo.logistic", parse_element_type("f64"), parse_element_type("f32")
    assert [stated(logistic, f64, has_extended=x) for x in (True, False)] == [1, 2]
    assert [stated(logistic, f32, has_extended=x) for x in (True, False)] == [0.501, 0.501]
    assert stated("stablehlo.sort", f64) is None
    assert stated(logistic, parse_element_type("i32")) is None


def test_a_unit_in_the_last_place_is_that_of_the_exact_value() -> None:
    """The measure itself, on values whose distance is known."""
    from helpers.accuracy_measure import measured

    one = np.array([1.0])
    assert measured("stablehlo.negate", "f64", [one], np.nextafter(-one, -2)).ulps == 1
    assert measured("stablehlo.negate", "f64", [one], np.nextafter(-one, 0)).ulps == 0.5
    assert measured("stablehlo.exponential", "f32", [np.float32([89])], np.float32([INF])).ulps == 0
    assert measured("stablehlo.exponential", "f32", [np.float32([88])], np.float32([INF])).ulps > 1e6
    assert measured("stablehlo.exponential", "f32", [np.float32([88])], np.float32([NAN])).ulps == INF


@pytest.mark.parametrize(("name", "bound"), [("cosine", 8), ("tan", 15), ("sine", 1)])
def test_the_hardest_angle(name: str, bound: float) -> None:
    """No float is nearer to a multiple of pi / 2; C libraries lose digits in bringing it there."""
    from helpers.accuracy_measure import measured

    angle = np.array([6381956970095103 * 2.0**797])
    assert measured(f"stablehlo.{name}", "f64", [angle], elementwise(f"stablehlo.{name}", "f64", angle)).ulps < bound


# Operations on 0, -0, infinity, -infinity and NaN, by IEEE-754 (and C's Annex F for what it doesn't name).
SPECIAL: dict[str, tuple[float, float, float, float, float]] = {
    "stablehlo.abs": (0.0, 0.0, INF, INF, NAN),
    "stablehlo.cbrt": (0.0, -0.0, INF, -INF, NAN),
    "stablehlo.ceil": (0.0, -0.0, INF, -INF, NAN),
    "stablehlo.cosine": (1, 1, NAN, NAN, NAN),
    "stablehlo.exponential": (1, 1, INF, 0.0, NAN),
    "stablehlo.exponential_minus_one": (0.0, -0.0, INF, -1, NAN),
    "stablehlo.floor": (0.0, -0.0, INF, -INF, NAN),
    "stablehlo.log": (-INF, -INF, INF, NAN, NAN),
    "stablehlo.log_plus_one": (0.0, -0.0, INF, NAN, NAN),
    "stablehlo.logistic": (0.5, 0.5, 1, 0.0, NAN),
    "stablehlo.negate": (-0.0, 0.0, -INF, INF, NAN),
    "stablehlo.round_nearest_afz": (0.0, -0.0, INF, -INF, NAN),
    "stablehlo.round_nearest_even": (0.0, -0.0, INF, -INF, NAN),
    "stablehlo.rsqrt": (INF, -INF, 0.0, NAN, NAN),
    "stablehlo.sign": (0.0, -0.0, 1, -1, NAN),
    "stablehlo.sine": (0.0, -0.0, NAN, NAN, NAN),
    "stablehlo.sqrt": (0.0, -0.0, INF, NAN, NAN),
    "stablehlo.tan": (0.0, -0.0, NAN, NAN, NAN),
    "stablehlo.tanh": (0.0, -0.0, 1, -1, NAN),
    "chlo.acos": (math.pi / 2, math.pi / 2, NAN, NAN, NAN),
    "chlo.acosh": (NAN, NAN, INF, NAN, NAN),
    "chlo.asin": (0.0, -0.0, NAN, NAN, NAN),
    "chlo.asinh": (0.0, -0.0, INF, -INF, NAN),
    "chlo.atan": (0.0, -0.0, math.pi / 2, -math.pi / 2, NAN),
    "chlo.atanh": (0.0, -0.0, NAN, NAN, NAN),
    "chlo.bessel_i1e": (0.0, -0.0, 0.0, -0.0, NAN),
    "chlo.cosh": (1, 1, INF, INF, NAN),
    "chlo.digamma": (NAN, NAN, INF, NAN, NAN),
    "chlo.erf": (0.0, -0.0, 1, -1, NAN),
    "chlo.erf_inv": (0.0, -0.0, NAN, NAN, NAN),
    "chlo.erfc": (1, 1, 0.0, 2, NAN),
    "chlo.lgamma": (INF, INF, INF, INF, NAN),
    "chlo.sinh": (0.0, -0.0, INF, -INF, NAN),
    "chlo.square": (0.0, 0.0, INF, INF, NAN),
    "chlo.tan": (0.0, -0.0, NAN, NAN, NAN),
}


def same(given: float, expected: float) -> bool:
    if expected != expected:
        return given != given
    return given == expected and math.copysign(1, given) == math.copysign(1, expected)


@pytest.mark.share(4)
@pytest.mark.parametrize("type", ["f64", "f32", "bf16", "f16", "f8E5M2"])
@pytest.mark.parametrize("name", [name for name, reference in REFERENCES.items() if reference.count == 1])
def test_special_values(name: str, type: str) -> None:
    found = elementwise(name, type, np.array([0.0, -0.0, INF, -INF, NAN]).astype(dtype(type)))
    expected = np.array(SPECIAL[name]).astype(dtype(type))
    for given, wanted in zip(found.astype(np.float64), expected.astype(np.float64), strict=True):
        assert same(float(given), float(wanted)), (found, expected)


COMPLEX: dict[str, Callable[[complex], complex]] = {
    "stablehlo.exponential": cmath.exp, "stablehlo.log": cmath.log, "stablehlo.sqrt": cmath.sqrt,
    "stablehlo.sine": cmath.sin, "stablehlo.cosine": cmath.cos, "stablehlo.tan": cmath.tan,
    "stablehlo.tanh": cmath.tanh, "chlo.sinh": cmath.sinh, "chlo.cosh": cmath.cosh, "chlo.asin": cmath.asin,
    "chlo.acos": cmath.acos, "chlo.atan": cmath.atan, "chlo.asinh": cmath.asinh, "chlo.acosh": cmath.acosh,
    "chlo.atanh": cmath.atanh,
}  # fmt: skip


@pytest.mark.parametrize("name", COMPLEX)
def test_branch_cuts_zeros_and_infinities_of_complex_functions(name: str) -> None:
    """As C's Annex G has them, by way of Python's cmath. What C leaves open beside a NaN isn't compared."""
    ends = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 1e300, -1e300, INF, -INF]
    numbers = [complex(x, y) for x, y in itertools.product(ends, ends)]
    for z, found in zip(numbers, elementwise(name, "complex<f64>", np.array(numbers)), strict=True):
        try:
            expected = COMPLEX[name](z)
        except (ValueError, OverflowError):  # what Python raises an error for
            continue
        for given, wanted in ((found.real, expected.real), (found.imag, expected.imag)):
            close = math.isclose(given, wanted, rel_tol=1e-14) and math.copysign(1, given) == math.copysign(1, wanted)
            assert close or wanted != wanted or (wanted == 0 and abs(given) < 1e-300), (name, z, found, expected)


LARGE = 1.7e308


@pytest.mark.parametrize(
    ("name", "operands", "expected"),
    [
        ("divide", (LARGE + LARGE * 1j, LARGE + LARGE * 1j), 1),
        ("divide", (LARGE + LARGE * 1j, 1 + 1j), LARGE),
        ("divide", (1e-310 + 1e-310j, 1e-310 + 1e-310j), 1),
        ("divide", (1e-320, 1e-320j), -1j),
        ("divide", (1 + 1j, complex(INF, INF)), 0),
        ("divide", (complex(INF, 1), 2), complex(INF, NAN)),
        ("divide", (1 + 2j, 0), complex(INF, INF)),
        ("divide", (-1 + 0j, 0), complex(-INF, NAN)),
        ("sign", (LARGE + LARGE * 1j,), math.sqrt(0.5) * (1 + 1j)),
        ("sign", (5e-324j,), 1j),
        ("abs", (1e308 + 1e308j,), math.sqrt(2) * 1e308),
        ("abs", (complex(INF, NAN),), INF),
        ("sqrt", (complex(LARGE, LARGE),), 1.4325e154 + 5.9336e153j),
        ("rsqrt", (1e308 + 0j,), 1e-154),
        ("cbrt", (LARGE + LARGE * 1j,), 6.0058e102 + 1.6093e102j),
        ("cbrt", (complex(INF, 0.0),), complex(INF, 0.0)),
        ("cbrt", (3e-320 - 5e-324j,), 3.1072e-107 - 1.7057e-111j),
        ("atan2", (3e-279 + 3.5e252j, -2.3e162 + 1.7e-141j), complex(-math.pi / 2, -6.5714e-91)),
        ("log_plus_one", (1e-20 + 1e-20j,), 1e-20 + 1e-20j),
        ("log_plus_one", (-5e-17 + 1e-8j,), complex(NAN, 1e-8)),
        ("log_plus_one", (LARGE + LARGE * 1j,), 710.0735 + 0.785398j),
        ("logistic", (-1e22 + 1e10j,), 0),
        ("logistic", (1e22 + 1e10j,), 1),
        ("logistic", (-800 + 1j,), 0),
        ("atan2", (3e-200 + 4e-201j, 2e200 + 1e200j), 0),
        ("atan2", (1e300 + 0j, 1e300 + 0j), math.pi / 4),
        ("atan2", (1 + 0j, -1 + 0j), 3 * math.pi / 4),
        ("atan2", (complex(-0.0, 0.0), -1 + 0j), -math.pi),
        ("exponential", (710 + 1.5j,), complex(1.58037e307, INF)),
    ],
)
def test_complex_numbers_neither_overflow_nor_cancel_on_the_way(name, operands, expected) -> None:
    given = [np.array([x], np.complex128) for x in operands]
    (found,) = elementwise(f"stablehlo.{name}", "complex<f64>", *given, result="f64" if name == "abs" else None)
    for part, wanted in ((found.real, complex(expected).real), (found.imag, complex(expected).imag)):
        assert wanted != wanted or part == wanted or math.isclose(part, wanted, rel_tol=1e-4, abs_tol=1e-300), found


def test_square_of_complex_numbers_has_no_cancellation_beyond_its_own() -> None:
    (found,) = elementwise("chlo.square", "complex<f64>", [1e242 + 1.5e158j])
    assert found == complex(INF, INF)
    (found,) = elementwise("chlo.square", "complex<f64>", [1 + (1 - 2**-53) * 1j])
    assert found.real == (2**-53) * (2 - 2**-53)


def test_the_largest_arguments() -> None:
    large = [1e306, 1.7e308]
    assert elementwise("chlo.lgamma", "f64", large).tolist() == [INF, INF]
    np.testing.assert_allclose(
        elementwise("chlo.bessel_i1e", "f64", large), [3.9894e-154, 3.0597e-155], rtol=1e-4
    )  # fmt: skip
    np.testing.assert_allclose(elementwise("chlo.digamma", "f64", large), [704.591, 709.725], rtol=1e-5)
