"""The checks inside programs: what they let pass, what they refuse, and what they say then.

Expected verdicts follow from the definitions: equality of values, an absolute difference, a count of representable
numbers, which for small types is counted here by listing all of them.
"""

import itertools
from contextlib import nullcontext
from textwrap import dedent

import ml_dtypes
import numpy as np
import pytest

import interpreter
from hlogen.errors import CheckFailed, ExecutionError
from hlogen.ir import FloatType, dtype_of
from interpreter.kernels.check import ulp_difference


def run_op(check: str) -> None:
    interpreter.run(f"func.func @main() {{\n{check}\n  return\n}}")


def run_call(target: str, type: str, actual: str, expected: str) -> None:
    result = "tensor<i1>" if target == "check.eq" else "()"
    run_op(
        f"""
        %a = stablehlo.constant dense<{actual}> : {type}
        %b = stablehlo.constant dense<{expected}> : {type}
        {"%r = " if target == "check.eq" else ""}stablehlo.custom_call @{target}(%a, %b) {{has_side_effect = true}}
            : ({type}, {type}) -> {result}
        """
    )


def run_const(check: str, type: str, actual: str, expected: str, attributes: str = "") -> None:
    run_op(
        f"""
        %a = stablehlo.constant dense<{actual}> : {type}
        check.{check} %a, dense<{expected}> : {type}{attributes}
        """
    )


HOLDS = [
    ("check.expect_eq", "tensor<3xi64>", "[-2, 0, 2]", "[-2, 0, 2]"),
    ("check.expect_eq", "tensor<2xf32>", "[0.0, 0x7F800000]", "[-0.0, 0x7F800000]"),
    ("check.expect_eq", "tensor<0x2xi8>", "", ""),
    ("check.expect_eq", "tensor<2xcomplex<f32>>", "[(1.0, 2.0), (0.0, 0.0)]", "[(1.0, 2.0), (0.0, -0.0)]"),
    ("check.expect_eq", "tensor<2xi1>", "[true, false]", "[true, false]"),
    ("check.expect_eq", "tensor<2xui4>", "[15, 0]", "[15, 0]"),
    ("check.expect_eq", "tensor<2xf8E4M3FN>", "[1.5, -2.0]", "[1.5, -2.0]"),
    ("check.expect_almost_eq", "tensor<2xf64>", "[5.0, 0.0]", "[5.0009, -0.0009]"),
    ("check.expect_almost_eq", "tensor<2xf32>", "[0x7FC00000, 0xFF800000]", "[0x7FC00001, 0xFF800000]"),
    ("check.expect_almost_eq", "tensor<complex<f32>>", "(1.0, 2.0)", "(1.0005, 1.9995)"),
    ("check.expect_close", "tensor<2xf32>", "[1.0, 0.0]", "[1.0000003, 4.2e-45]"),
    ("check.expect_close", "tensor<f16>", "5.0", "5.010"),
    ("check.eq", "tensor<2xf32>", "[1.0, 2.0]", "[1.00009, 2.0]"),
    ("check.eq", "tensor<2xi32>", "[1, 2]", "[1, 2]"),
]
FAILS = [
    ("check.expect_eq", "tensor<3xi64>", "[-2, 0, 2]", "[-2, 0, 3]"),
    ("check.expect_eq", "tensor<f32>", "0x7FC00000", "0x7FC00000"),
    ("check.expect_eq", "tensor<complex<f32>>", "(1.0, 2.0)", "(1.0, 3.0)"),
    ("check.expect_almost_eq", "tensor<f64>", "5.0", "5.0011"),
    ("check.expect_almost_eq", "tensor<f32>", "0x7FC00000", "1.0"),
    ("check.expect_almost_eq", "tensor<f32>", "0x7F800000", "0xFF800000"),
    ("check.expect_almost_eq", "tensor<f32>", "0x7F800000", "3.4e38"),
    ("check.expect_almost_eq", "tensor<complex<f32>>", "(1.0, 2.0)", "(1.0, 2.1)"),
    ("check.expect_close", "tensor<f32>", "1.0", "1.0000005"),
    ("check.expect_close", "tensor<f32>", "0x7F800000", "0x7F7FFFFF"),
    ("check.expect_close", "tensor<complex<f32>>", "(1.0, 2.0)", "(1.0, -2.0)"),
    ("check.eq", "tensor<f32>", "1.0", "1.0002"),
    ("check.eq", "tensor<i32>", "1", "2"),
]


@pytest.mark.parametrize(("target", "type", "actual", "expected"), HOLDS)
def test_a_custom_call_that_holds(target, type, actual, expected):
    run_call(target, type, actual, expected)


@pytest.mark.parametrize(("target", "type", "actual", "expected"), FAILS)
def test_a_custom_call_that_fails(target, type, actual, expected):
    with pytest.raises(CheckFailed, match=target):
        run_call(target, type, actual, expected)


@pytest.mark.parametrize(
    ("check", "type", "actual", "expected", "attributes"),
    [
        ("expect_eq_const", "tensor<2xi32>", "[1, 2]", "[1, 2]", ""),
        ("expect_almost_eq_const", "tensor<f64>", "5.0", "5.0001", ""),
        ("expect_almost_eq_const", "tensor<f64>", "5.0", "5.1", " {tolerance = 0.2 : f64}"),
    ],
)
def test_a_constant_check_that_holds(check, type, actual, expected, attributes):
    run_const(check, type, actual, expected, attributes)


@pytest.mark.parametrize(
    ("check", "type", "actual", "expected", "attributes"),
    [
        ("expect_eq_const", "tensor<2xi32>", "[1, 2]", "[1, 3]", ""),
        ("expect_almost_eq_const", "tensor<f64>", "5.0", "5.0002", ""),
        ("expect_almost_eq_const", "tensor<f64>", "5.0", "5.3", " {tolerance = 0.2 : f64}"),
    ],
)
def test_a_constant_check_that_fails(check, type, actual, expected, attributes):
    with pytest.raises(CheckFailed):
        run_const(check, type, actual, expected, attributes)


@pytest.mark.parametrize(("low", "high", "holds"), [(0, 1, False), (0, 2, True), (2, 2, True), (3, 9, False)])
def test_expect_close_takes_its_limits_from_the_op(low, high, holds):
    check = f"""
        %a = stablehlo.constant dense<1.0> : tensor<f32>
        %b = stablehlo.constant dense<1.0000002> : tensor<f32>
        check.expect_close %a, %b, max_ulp_difference = {high}, min_ulp_difference = {low} : tensor<f32>, tensor<f32>
        """
    if holds:
        run_op(check)
    else:
        with pytest.raises(CheckFailed, match=f"{low} to {high} ULPs"):
            run_op(check)


@pytest.mark.parametrize(
    ("check", "tolerance"),
    [
        ("check.expect_almost_eq", 1e-4),
        ("check.expect_almost_eq_const", 1e-4),
        ("check.expect_almost_eq_const", 0.25),
        ("@check.expect_almost_eq", 1e-3),
        ("@check.eq", 1e-4),
    ],
)
@pytest.mark.parametrize("type", ["f64", "complex<f64>"])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_difference_of_all_that_is_allowed_holds_and_the_next_one_does_not(check, tolerance, type, sign):
    """From 0, so that nothing is rounded; of complex numbers in either part."""
    for difference, holds in ((tolerance, True), (np.nextafter(tolerance, 1), False)):
        number = repr(float(sign * difference))
        for actual in [number] if type == "f64" else [f"({number}, 0.0)", f"(0.0, {number})"]:
            expected, tensor = "0.0" if type == "f64" else "(0.0, 0.0)", f"tensor<{type}>"
            with pytest.raises(CheckFailed, match="1 of 1 elements differ") if not holds else nullcontext():
                if check.startswith("@"):
                    run_call(check[1:], tensor, actual, expected)
                elif check.endswith("_const"):
                    attributes = f" {{tolerance = {tolerance} : f64}}" if tolerance != 1e-4 else ""
                    run_const(check.removeprefix("check."), tensor, actual, expected, attributes)
                else:
                    run_op(
                        f"""
                        %a = stablehlo.constant dense<{actual}> : {tensor}
                        %b = stablehlo.constant dense<{expected}> : {tensor}
                        "{check}"(%a, %b) : ({tensor}, {tensor}) -> ()
                        """
                    )


def test_the_message_shows_the_first_differences_and_counts_the_others():
    with pytest.raises(CheckFailed) as failed:
        run_call("check.expect_eq", "tensor<3x3xi32>", "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]", "0")
    assert str(failed.value).startswith(
        dedent(
            """\
            check.expect_eq: 9 of 9 elements differ
              at [0, 0]: actual 1, expected 0
              at [0, 1]: actual 2, expected 0
              at [0, 2]: actual 3, expected 0
              at [1, 0]: actual 4, expected 0
              at [1, 1]: actual 5, expected 0
              and 4 more
            """
        )
    )
    assert failed.value.location is not None
    assert failed.value.location.line == 5


def test_closeness_of_integers_is_refused():
    with pytest.raises(ExecutionError, match="floating-point or complex elements, not i32"):
        run_call("check.expect_close", "tensor<i32>", "1", "1")


SMALL_FLOATS = ["f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E8M0FNU"]


@pytest.mark.parametrize("name", SMALL_FLOATS)
def test_ulps_of_small_floats_count_the_values_in_between(name):
    dtype = dtype_of(FloatType(name))
    width = FloatType(name).width
    everything = np.arange(2**width, dtype=np.uint8).view(dtype)
    finite = [x for x in everything if np.isfinite(np.float64(x))]
    ladder = sorted({float(x) for x in finite})  # 0.0 and -0.0 are one rung
    some = finite[:: max(1, len(finite) // 40)]
    for a, b in itertools.product(some, some):
        steps = ulp_difference(np.array(a), np.array(b), FloatType(name))
        assert int(steps) == abs(ladder.index(float(a)) - ladder.index(float(b)))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, ml_dtypes.bfloat16])
def test_ulps_follow_nextafter(dtype):
    name = {2: "f16", 4: "f32", 8: "f64"}[np.dtype(dtype).itemsize] if dtype != ml_dtypes.bfloat16 else "bf16"
    start = np.array([-1.0, -1e-3, 0.0, 1.0, 100.0]).astype(dtype)
    stepped = start
    for count in range(1, 6):
        stepped = (
            np.nextafter(stepped, np.array(np.inf).astype(dtype)) if dtype != ml_dtypes.bfloat16 else step(stepped)
        )
        assert (ulp_difference(start, stepped, FloatType(name)) == count).all()


def step(values):
    """The next larger bfloat16 of each value."""
    bits = values.view(np.int16).astype(np.int32)
    ordered = np.where(bits < 0, -(bits & 0x7FFF), bits) + 1
    return np.where(ordered < 0, -ordered | 0x8000, ordered).astype(np.uint16).view(ml_dtypes.bfloat16)


@pytest.mark.parametrize("check", ["close", "almost_eq"])
def test_a_check_of_two_types(check: str) -> None:
    with pytest.raises(ExecutionError, match=rf"check.expect_{check} compares values of one element type, got .*f64"):
        run_op(
            f"""
            %a = stablehlo.constant dense<1.0> : tensor<1xf32>
            %b = stablehlo.constant dense<1.0> : tensor<1xf64>
            "check.expect_{check}"(%a, %b) : (tensor<1xf32>, tensor<1xf64>) -> ()
            """
        )
