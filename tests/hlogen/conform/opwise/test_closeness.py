from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from hlogen.conform.opwise.closeness import Kind, apart, kind_of
from hlogen.ir import ConvDimensionNumbers, DenseArray, DotDimensionNumbers, IntegerType, OpaqueAttr, Operation, tensor
from hlogen.ir.dtypes import dtype_of


def operation(name, type, operands=2, **attributes):
    source = Operation("test.source", (), [tensor(type)] * operands)
    return Operation(name, source.results, [tensor(type)], attributes)


def steps(x, n):
    """The n-th number after x in its own type."""
    for _ in range(n):
        x = np.nextafter(x, x.dtype.type(np.inf))
    return x


@pytest.mark.parametrize(
    ("name", "type", "kind"),
    [
        ("stablehlo.add", "4xf32", Kind.EXACT),
        ("stablehlo.sqrt", "4xf32", Kind.EXACT),
        ("stablehlo.gather", "4xf32", Kind.EXACT),
        ("stablehlo.reduce", "4xi32", Kind.EXACT),
        ("stablehlo.exponential", "4xf32", Kind.APPROXIMATED),
        ("stablehlo.multiply", "4xcomplex<f32>", Kind.APPROXIMATED),
        ("chlo.erf", "4xf32", Kind.APPROXIMATED),
        ("chlo.broadcast_power", "4xf32", Kind.APPROXIMATED),
        ("chlo.scan", "4xf32", Kind.SUMMED),
        ("stablehlo.reduce", "4xf32", Kind.SUMMED),
        ("stablehlo.dot_general", "4xf32", Kind.SUMMED),
        ("stablehlo.einsum", "4xf32", Kind.SUMMED),
        ("stablehlo.unary_einsum", "4xf32", Kind.SUMMED),
        ("stablehlo.collective_reduce", "4xf32", Kind.SUMMED),
        ("stablehlo.cross-replica-sum", "4xf32", Kind.SUMMED),
        ("stablehlo.return", "4xf32", Kind.EXACT),
    ],
)
def test_what_is_allowed_goes_by_the_kind_of_operation(name, type, kind):
    assert kind_of(operation(name, type)) is kind


@pytest.mark.parametrize("type", ["4xf16", "4xf32", "4xf64", "4xbf16"])
def test_an_exact_operation_may_be_off_by_nothing(type):
    dtype = dtype_of(tensor(type).element_type)
    ours = np.array([1, -0.0, 3, np.nan], dtype)
    theirs = np.array([1, 0.0, 3, np.nan], dtype)
    op = operation("stablehlo.add", type)
    assert apart(op, (ours, ours), ours, theirs) is None
    theirs[2] = steps(theirs[2], 3)
    found = apart(op, (ours, ours), ours, theirs)
    assert (found.count, found.size, found.max_ulps, found.indices) == (1, 4, 3, ((2,),))
    assert found.max_abs == float(theirs[2]) - 3


@pytest.mark.parametrize("type", ["f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3B11FNUZ", "f8E4M3FN",
                                  "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU"])  # fmt: skip
def test_ulps_are_the_numbers_of_a_type_that_lie_between(type):
    dtype = dtype_of(tensor(f"1x{type}").element_type)
    every = np.arange(1 << int(type[1]), dtype=np.uint8).view(dtype)
    every = every[np.isfinite(every.astype(np.float64))]
    _, places = np.unique(every.astype(np.float64), return_inverse=True)  # -0.0 is where 0.0 is
    for by in range(1, len(every)):
        others = np.roll(every, by)
        between = np.abs(places - np.roll(places, by)).max()
        assert apart(operation("stablehlo.add", f"{len(every)}x{type}"), (), every, others).max_ulps == between, by


def test_ulps_are_counted_across_zero():
    ours, theirs = np.full(4, steps(np.float32(0), 2)), -np.full(4, steps(np.float32(0), 5))
    assert apart(operation("stablehlo.add", "4xf32"), (), ours, theirs).max_ulps == 7


@pytest.mark.parametrize(("n", "differs"), [(15, False), (40, True)])
def test_approximated_functions_may_be_off_by_some_ulps(n, differs):
    ours = np.full(4, 1.5, np.float32)
    found = apart(operation("stablehlo.tanh", "4xf32", 1), (ours,), ours, np.full(4, steps(ours[0], n)))
    assert (found is not None) is differs


DOT = DotDimensionNumbers((), (), (1,), (0,))
CONVOLUTION = ConvDimensionNumbers(0, 3, (1, 2), 2, 3, (0, 1), 0, 3, (1, 2))
# An operation, the shapes of its operands and result, its attributes; how many numbers an element of the result is made
# of, and how large the largest of these is where the operands' largest are 2 and 3.
SUMS = {
    "dot_general": ([(5, 49), (49, 3)], (5, 3), {"dot_dimension_numbers": DOT}, 49, 6),
    "convolution": ([(1, 12, 12, 4), (3, 3, 4, 10)], (1, 10, 10, 10), {"dimension_numbers": CONVOLUTION}, 36, 6),
    "dynamic_conv": ([(1, 12, 12, 4), (3, 3, 4, 10)], (1, 10, 10, 10), {"dimension_numbers": CONVOLUTION}, 36, 6),
    "reduce": ([(4, 100), ()], (4,), {}, 100, 3),
    "reduce_window": ([(20, 30), ()], (4, 6), {"window_dimensions": DenseArray(IntegerType(64), (5, 5))}, 25, 3),
    "scatter": ([(10,), (64,)], (10,), {}, 64, 3),
    "select_and_scatter": ([(144,), (12,), ()], (144,), {}, 144, 3),
    "fft": ([(81,)], (81,), {}, 81, 2),
    "cholesky": ([(8, 8)], (8, 8), {}, 64, 2),
    "triangular_solve": ([(6, 6), (6, 2)], (6, 2), {}, 36, 3),
}


@pytest.mark.parametrize("element", ["f16", "bf16", "f32", "f64", "complex<f32>"])
@pytest.mark.parametrize("name", SUMS)
def test_sums_may_be_off_by_the_rounding_of_what_they_are_made_of_and_no_more(name, element):
    shapes, result, attributes, terms, largest = SUMS[name]
    dtype = dtype_of(tensor(element).element_type)
    op = operation(f"stablehlo.{name}", "x".join([*map(str, result), element]), len(shapes), **attributes)
    operands = [np.full(shape, n, dtype) for n, shape in enumerate(shapes, 2)]
    operands[2:] = [np.zeros_like(x) for x in operands[2:]]
    eps = {"f16": 2**-10, "bf16": 2**-7, "f32": 2**-23, "f64": 2**-52, "complex<f32>": 2**-23}[element]
    allowed = (4 + terms**0.5) * eps * largest
    ours, below, above = (np.full(result, value, dtype) for value in (0, 0.9 * allowed, 1.15 * allowed))
    assert apart(op, operands, ours, below) is None
    found = apart(op, operands, ours, above)
    assert (found.count, found.max_abs) == (ours.size, abs(complex(above.flat[0])))


@pytest.mark.parametrize("element", ["f16", "bf16", "f32", "f64", "complex<f32>"])
@pytest.mark.parametrize("name", ["stablehlo.logistic", "stablehlo.power", "chlo.erf"])
@pytest.mark.parametrize("size", [1.0, -1024.0])
def test_functions_of_no_promised_accuracy_may_be_off_by_16_units_and_no_more(name, element, size):
    dtype = dtype_of(tensor(element).element_type)
    op = operation(name, f"3x{element}", 1)
    eps = {"f16": 2**-10, "bf16": 2**-7, "f32": 2**-23, "f64": 2**-52, "complex<f32>": 2**-23}[element]
    ours, below, above = (np.full(3, size * (1 + n * eps), dtype) for n in (0, 15, 20))
    assert apart(op, (ours,), ours, below) is None
    assert apart(op, (ours,), ours, above).count == 3


@pytest.mark.parametrize(
    ("text", "allowed"),  # of 64.0 in f32, where a unit is 2^-17: what is asked for, and a unit for either side
    [
        ("atol = 1.0e-2, rtol = 0.0, ulps = 0", 1e-2 + 2**-16),
        ("atol = 0.0, rtol = 1.0e-3, ulps = 0", 64e-3 + 2**-16),
        ("atol = 0.0, rtol = 0.0, ulps = 30", 32 * 2**-17),
        ("atol = 0.0, rtol = 0.0, ulps = 1", 3 * 2**-17),
        ("atol = 1.0e-2, rtol = 1.0e-3, ulps = 30", 64e-3 + 2**-16),
    ],
)
def test_a_tolerance_allows_the_largest_of_what_it_names_and_no_more(text, allowed):
    accuracy = f"#stablehlo.result_accuracy<{text}, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>"
    op = operation("stablehlo.exponential", "3xf32", 1, result_accuracy=OpaqueAttr(accuracy))
    ours = np.full(3, 64, np.float32)
    assert apart(op, (ours,), ours, ours + np.float32(0.95 * allowed)) is None
    assert apart(op, (ours,), ours, ours + np.float32(1.2 * allowed)).count == 3


@pytest.mark.parametrize("theirs", [[np.nan, 1], [np.inf, 1], [-np.inf, 1]])
def test_a_nan_or_infinity_on_one_side_differs_whatever_is_allowed(theirs):
    ours = np.array([0, 1], np.float32)
    for name in ("stablehlo.add", "stablehlo.log", "stablehlo.reduce"):
        found = apart(operation(name, "2xf32", 1), (ours,), ours, np.array(theirs, np.float32))
        assert (found.count, found.max_abs) == (1, np.inf)


@pytest.mark.parametrize("dtype", [np.int32, np.uint8, np.bool_, np.int64, ml_dtypes.int4])
def test_integers_are_equal_or_not(dtype):
    ours, theirs = np.array([[1, 0]]).astype(dtype), np.array([[1, 1]]).astype(dtype)
    op = operation("stablehlo.add", "1x2xi32")
    assert apart(op, (), ours, ours.copy()) is None
    found = apart(op, (), ours, theirs)
    assert (found.count, found.max_abs, found.max_ulps, found.indices) == (1, 1, None, ((0, 1),))


def test_another_shape_or_dtype_differs():
    op = operation("stablehlo.add", "2xf32")
    assert apart(op, (), np.zeros(2, np.float32), np.zeros(3, np.float32)) is not None
    assert apart(op, (), np.zeros(2, np.float32), np.zeros(2)) is not None


@pytest.mark.parametrize("name", ["exponential", "sqrt"])
def test_a_tolerance_of_the_operation_is_what_is_allowed(name):
    def asked(numbers):
        text = f"#stablehlo.result_accuracy<{numbers}, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>"
        return operation(f"stablehlo.{name}", "3xf32", 1, result_accuracy=OpaqueAttr(text))

    ours = np.float32([1, 2, np.inf])
    cases = (("rtol = 1.0e-2", 9e-3, False), ("rtol = 1.0e-2", 1.1e-2, True), ("ulps = 1", 5e-7, True))
    for numbers, off, differs in cases:
        theirs = np.float32([1, 2 * (1 + off), np.inf])
        assert (apart(asked(numbers), (ours,), ours, theirs) is not None) == differs
    assert apart(asked("rtol = 1.0e-2"), (ours,), ours, np.float32([1, 2, 3e38])) is not None
