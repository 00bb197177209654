from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from hlogen.conform.opwise.closeness import Kind, apart, kind_of
from hlogen.ir import DotDimensionNumbers, OpaqueAttr, Operation, tensor
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
        ("stablehlo.reduce", "4xf32", Kind.SUMMED),
        ("stablehlo.dot_general", "4xf32", Kind.SUMMED),
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


def test_ulps_are_counted_across_zero():
    ours, theirs = np.full(4, steps(np.float32(0), 2)), -np.full(4, steps(np.float32(0), 5))
    assert apart(operation("stablehlo.add", "4xf32"), (), ours, theirs).max_ulps == 7


@pytest.mark.parametrize(("n", "differs"), [(15, False), (40, True)])
def test_approximated_functions_may_be_off_by_some_ulps(n, differs):
    ours = np.full(4, 1.5, np.float32)
    found = apart(operation("stablehlo.tanh", "4xf32", 1), (ours,), ours, np.full(4, steps(ours[0], n)))
    assert (found is not None) is differs


def test_sums_may_be_off_by_the_rounding_of_what_they_are_made_of():
    numbers = DotDimensionNumbers((), (), (0,), (0,))
    op = operation("stablehlo.dot_general", "f32", dot_dimension_numbers=numbers)
    x = np.full(10000, 100, np.float32)
    ours = np.array(3, np.float32)  # of terms of up to 10,000
    assert apart(op, (x, x), ours, np.array(3.01, np.float32)) is None
    assert apart(op, (x, x), ours, np.array(4, np.float32)).max_abs == 1


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
