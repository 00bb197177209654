"""convolution against the specification's formula index by index, upstream's interpreter and XLA."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from helpers.one_op import dtype, i64, ints, program, run_op

import interpreter
from hlogen.backends import backend
from hlogen.errors import ExecutionError
from hlogen.ir import (
    Attribute,
    ConvDimensionNumbers,
    DenseArray,
    DenseElements,
    IntegerType,
    TensorType,
    parse_element_type,
    tensor,
)
from interpreter.kernels import convolution as module_under_test

NHWC = ConvDimensionNumbers(0, 3, (1, 2), 2, 3, (0, 1), 0, 3, (1, 2))
NCHW = ConvDimensionNumbers(0, 1, (2, 3), 1, 0, (2, 3), 0, 1, (2, 3))
MIXED = ConvDimensionNumbers(2, 0, (3, 1), 3, 1, (0, 2), 1, 2, (3, 0))


@dataclass(frozen=True)
class Case:
    """Shapes as (batch, spatial..., features) and (spatial..., inputs, outputs); the numbers say where they stand."""

    lhs: tuple[int, ...]
    rhs: tuple[int, ...]
    numbers: ConvDimensionNumbers = NHWC
    window_strides: Sequence[int] = (1, 1)
    padding: Sequence[tuple[int, int]] = ((0, 0), (0, 0))
    lhs_dilation: Sequence[int] = (1, 1)
    rhs_dilation: Sequence[int] = (1, 1)
    window_reversal: Sequence[bool] = (False, False)
    feature_group_count: int = 1
    batch_group_count: int = 1

    def attributes(self) -> dict[str, Attribute]:
        rank = len(self.window_strides)
        padding = np.array(self.padding, np.int64).reshape(rank, 2)
        return {
            "window_strides": ints(*self.window_strides),
            "padding": DenseElements(TensorType((rank, 2), IntegerType(64)), padding),
            "lhs_dilation": ints(*self.lhs_dilation),
            "rhs_dilation": ints(*self.rhs_dilation),
            "window_reversal": DenseArray(IntegerType(1), tuple(self.window_reversal)),
            "dimension_numbers": self.numbers,
            "feature_group_count": i64(self.feature_group_count),
            "batch_group_count": i64(self.batch_group_count),
        }

    def placed(self, lhs: np.ndarray, rhs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Both with their dimensions where the numbers put them."""
        return np.transpose(lhs, np.argsort(self.lhs_order)), np.transpose(rhs, np.argsort(self.rhs_order))

    @property
    def lhs_order(self) -> tuple[int, ...]:
        n = self.numbers
        return (n.input_batch_dimension, *n.input_spatial_dimensions, n.input_feature_dimension)

    @property
    def rhs_order(self) -> tuple[int, ...]:
        n = self.numbers
        return (*n.kernel_spatial_dimensions, n.kernel_input_feature_dimension, n.kernel_output_feature_dimension)

    @property
    def result_order(self) -> tuple[int, ...]:
        n = self.numbers
        return (n.output_batch_dimension, *n.output_spatial_dimensions, n.output_feature_dimension)


CASES = {
    "plain": Case((2, 4, 5, 3), (2, 3, 3, 2)),
    "the spec's example": Case((1, 4, 4, 1), (3, 3, 1, 1), window_strides=(4, 4), lhs_dilation=(2, 2)),
    "strides": Case((1, 6, 7, 2), (2, 2, 2, 3), window_strides=(2, 3)),
    "padding": Case((1, 3, 4, 2), (3, 2, 2, 2), padding=((1, 2), (0, 3))),
    "negative padding": Case((1, 6, 6, 2), (2, 2, 2, 2), padding=((-2, 1), (0, -1)), lhs_dilation=(2, 1)),
    "lhs_dilation": Case((1, 3, 4, 2), (2, 3, 2, 2), lhs_dilation=(3, 2), padding=((1, 0), (2, 2))),
    "rhs_dilation": Case((1, 7, 8, 2), (2, 3, 2, 2), rhs_dilation=(3, 2), window_strides=(1, 2)),
    "reversal": Case((1, 4, 5, 2), (3, 2, 2, 2), window_reversal=(True, False)),
    "reversal of both": Case((1, 6, 5, 1), (3, 2, 1, 2), window_reversal=(True, True), rhs_dilation=(2, 1)),
    "everything": Case(
        (2, 5, 4, 3), (3, 2, 3, 4), MIXED, (2, 1), ((1, 2), (3, -1)), (2, 3), (1, 2), (False, True),
    ),
    "features first": Case((2, 5, 4, 3), (3, 2, 3, 4), NCHW, padding=((1, 1), (0, 1))),
    "feature groups": Case((2, 4, 5, 6), (2, 3, 2, 9), feature_group_count=3),
    "depthwise": Case((2, 4, 5, 3), (2, 3, 1, 6), MIXED, feature_group_count=3, window_strides=(1, 2)),
    "batch groups": Case((6, 4, 5, 2), (2, 3, 2, 6), batch_group_count=3),
    "batch groups elsewhere": Case((4, 4, 5, 2), (2, 3, 2, 2), MIXED, batch_group_count=2, lhs_dilation=(2, 1)),
    "matrix": Case((3, 4), (4, 5), ConvDimensionNumbers(0, 1, (), 0, 1, (), 0, 1, ()), (), (), (), (), ()),
    "line": Case(
        (2, 7, 2), (3, 2, 2), ConvDimensionNumbers(1, 0, (2,), 2, 0, (1,), 2, 1, (0,)), (2,), ((1, 1),), (1,), (2,),
        (True,),
    ),
    "volume": Case(
        (1, 3, 3, 4, 2), (2, 2, 2, 2, 2), ConvDimensionNumbers(0, 4, (1, 2, 3), 3, 4, (0, 1, 2), 4, 0, (3, 1, 2)),
        (1, 2, 1), ((0, 0), (1, 1), (1, 0)), (1, 1, 2), (2, 1, 1), (False, False, True),
    ),
    "too small": Case((1, 2, 5, 2), (3, 2, 2, 2)),
    "padded away": Case((1, 2, 5, 2), (1, 2, 2, 2), padding=((-1, -1), (0, 0))),
    "padded further away": Case((1, 2, 5, 2), (0, 2, 2, 2), padding=((-3, -2), (0, 0))),
    "no batch": Case((0, 4, 5, 2), (2, 2, 2, 2)),
    "no features": Case((2, 4, 5, 0), (2, 2, 0, 2)),
    "no outputs": Case((2, 4, 5, 2), (2, 2, 2, 0)),
    "nothing but padding": Case((1, 0, 4, 2), (2, 2, 2, 1), padding=((1, 2), (0, 0)), lhs_dilation=(3, 1)),
    "no window": Case((1, 3, 4, 2), (0, 2, 2, 1), window_strides=(2, 1)),
}  # fmt: skip


def sizes(case: Case) -> list[int]:
    """The number of windows along each spatial dimension (C25)."""
    counts = []
    for at in range(len(case.window_strides)):
        dim, window = case.lhs[1 + at], case.rhs[at]
        dilated = 0 if dim == 0 else (dim - 1) * case.lhs_dilation[at] + 1
        padded = case.padding[at][0] + dilated + case.padding[at][1]
        width = 0 if window == 0 else (window - 1) * case.rhs_dilation[at] + 1
        counts.append(0 if padded == 0 or width > padded else (padded - width) // case.window_strides[at] + 1)
    return counts


def convolved(case: Case, lhs: np.ndarray, rhs: np.ndarray, exactly: Callable[[Any], Any]) -> np.ndarray:
    """The sums of products, in exact numbers, of lhs (batch, spatial..., features) and rhs (spatial..., in, out)."""
    batch_groups, feature_groups = case.batch_group_count, case.feature_group_count
    batch, outputs, inputs = case.lhs[0] // batch_groups, case.rhs[-1], case.rhs[-2]
    result = np.empty((batch, *sizes(case), outputs), object)
    for b, *place, out in np.ndindex(result.shape):
        group = out // (outputs // (batch_groups * feature_groups))
        total = exactly(0)
        for *offset, feature in np.ndindex(*case.rhs[:-2], inputs):
            source = []
            for at, step in enumerate(offset):
                if case.window_reversal[at]:
                    step = case.rhs[at] - 1 - step
                position = place[at] * case.window_strides[at] + step * case.rhs_dilation[at] - case.padding[at][0]
                index, rest = divmod(position, case.lhs_dilation[at])
                if rest or not 0 <= index < case.lhs[1 + at]:
                    break
                source.append(index)
            else:
                left = lhs[(
                    b + (group * batch if batch_groups > 1 else 0),
                    *source,
                    feature + (group * inputs if feature_groups > 1 else 0),
                )]  # fmt: skip
                total += exactly(left) * exactly(rhs[(*offset, feature, out)])
        result[(b, *place, out)] = total
    return result


def drawn(case: Case, type: str, seed: int = 3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    lhs, rhs = (rng.integers(-7, 8, shape) for shape in (case.lhs, case.rhs))
    if type.startswith("ui"):
        lhs, rhs = abs(lhs), abs(rhs)
    if type.startswith("complex"):
        return tuple((x + 1j * rng.integers(-7, 8, x.shape)).astype(dtype(type)) for x in (lhs, rhs))  # type: ignore[return-value]  # two
    return lhs.astype(dtype(type)), rhs.astype(dtype(type))


def result_text(case: Case, type: str) -> str:
    shape = (case.lhs[0] // case.batch_group_count, *sizes(case), case.rhs[-1])
    return "".join(f"{dim}x" for dim in np.array(shape)[np.argsort(case.result_order)]) + type


def run(case: Case, lhs: np.ndarray, rhs: np.ndarray, type: str) -> np.ndarray:
    """The result with its dimensions in the order batch, spatial, features."""
    left, right = case.placed(lhs, rhs)
    result = run_op("stablehlo.convolution", [(type, left), (type, right)], result_text(case, type), case.attributes())
    return np.transpose(result, case.result_order)


@pytest.mark.share(3)
@pytest.mark.parametrize("type", ["f32", "f64", "i32", "complex<f64>"])
@pytest.mark.parametrize("name", CASES)
def test_small_integers_come_out_exactly(name: str, type: str) -> None:
    case = CASES[name]
    lhs, rhs = drawn(case, type)
    expected = convolved(case, lhs, rhs, complex if type.startswith("complex") else int)
    assert run(case, lhs, rhs, type).tolist() == expected.tolist()


@pytest.mark.parametrize("name", CASES)
def test_windows_computed_in_parts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module_under_test, "_MOST_ELEMENTS", 7)
    test_small_integers_come_out_exactly(name, "i32")


@pytest.mark.parametrize("type", ["i4", "ui2", "i8", "ui8", "i16", "i64", "ui64"])
@pytest.mark.parametrize("name", ["plain", "everything", "depthwise", "batch groups"])
def test_integers_wrap(name: str, type: str) -> None:
    case = CASES[name]
    lhs, rhs = drawn(case, "i64")
    limits = parse_element_type(type)
    assert isinstance(limits, IntegerType)
    factor = limits.maximum // 3 or 1
    lhs, rhs = ((x * factor if scale else x).astype(dtype(type)) for x, scale in ((lhs, True), (rhs, False)))
    expected = convolved(case, lhs, rhs, int)
    span = 1 << limits.width
    wrapped = [(value - limits.minimum) % span + limits.minimum for value in expected.flat]
    assert [int(value) for value in run(case, lhs, rhs, type).flat] == wrapped


@pytest.mark.parametrize("name", ["plain", "everything", "depthwise", "batch groups"])
def test_narrow_floats_add_up_in_f32_and_round_once(name: str) -> None:
    case = CASES[name]
    rng = np.random.default_rng(5)
    lhs, rhs = (rng.normal(size=shape).astype(dtype("bf16")) for shape in (case.lhs, case.rhs))
    exact = convolved(case, lhs, rhs, lambda x: Fraction(float(x)))
    result = run(case, lhs, rhs, "bf16").astype(np.float64)
    np.testing.assert_allclose(result, exact.astype(np.float64), rtol=2**-8, atol=1e-5)


@pytest.mark.parametrize("type", ["f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E3M4", "f4E2M1FN"])
def test_floats_of_a_byte_and_less(type: str) -> None:
    """Sums of small integers that every one of them holds: 0, 1 and 2."""
    case = CASES["everything"]
    lhs, rhs = (np.zeros(shape) for shape in (case.lhs, case.rhs))
    lhs.flat[::7], rhs.flat[::5] = 1, 1
    lhs, rhs = lhs.astype(dtype(type)), rhs.astype(dtype(type))
    expected = convolved(case, lhs, rhs, lambda x: int(float(x)))
    assert expected.max() > 0
    assert run(case, lhs, rhs, type).astype(float).tolist() == np.minimum(expected, 2).tolist()


def test_booleans_are_an_or_of_ands() -> None:
    case = CASES["plain"]
    rng = np.random.default_rng(6)
    lhs, rhs = (rng.random(shape) < 0.2 for shape in (case.lhs, case.rhs))
    assert run(case, lhs, rhs, "i1").tolist() == (convolved(case, lhs, rhs, int) > 0).tolist()


def test_attributes_have_their_defaults() -> None:
    case = CASES["plain"]
    lhs, rhs = drawn(case, "i32")
    needed = ("dimension_numbers", "feature_group_count", "batch_group_count")
    attributes = {name: value for name, value in case.attributes().items() if name in needed}
    result = run_op("stablehlo.convolution", [("i32", lhs), ("i32", rhs)], result_text(case, "i32"), attributes)
    assert result.tolist() == convolved(case, lhs, rhs, int).tolist()


def test_dynamic_dimensions_are_those_of_the_arrays() -> None:
    case = CASES["everything"]
    lhs, rhs = case.placed(*drawn(case, "f32"))
    any_shape = tensor("?x?x?x?xf32")
    module = program("stablehlo.convolution", [any_shape] * 2, [any_shape], case.attributes())
    (result,) = interpreter.run(module, lhs, rhs)
    expected = convolved(case, *drawn(case, "f32"), int)
    assert np.transpose(result, case.result_order).tolist() == expected.tolist()


def test_infinities_meet_the_padding() -> None:
    """The padding is zeros, and the specification multiplies them too."""
    case = Case((1, 1, 1, 1), (1, 2, 1, 1), padding=((0, 0), (0, 1)))
    result = run(case, np.ones(case.lhs, np.float32), np.array([[[[1]], [[np.inf]]]], np.float32), "f32")
    assert np.isnan(result).all()


def test_a_large_one_takes_memory_in_proportion() -> None:
    """All windows written out would be 190 MB, lhs and result are 1 MB."""
    case = Case((1, 300, 300, 1), (25, 25, 1, 2))
    lhs, rhs = (np.ones(shape, np.float32) for shape in (case.lhs, case.rhs))
    tracemalloc.start()
    try:
        assert (run(case, lhs, rhs, "f32") == 625).all()
        assert tracemalloc.get_traced_memory()[1] < 40e6
    finally:
        tracemalloc.stop()


def test_a_list_of_another_length_is_refused() -> None:
    case = CASES["plain"]
    lhs, rhs = drawn(case, "f32")
    attributes = {**case.attributes(), "window_strides": ints(2, 2, 2)}
    with pytest.raises(ExecutionError, match=r"window_strides is \[2, 2, 2\], expected a value for each of 2 spatial"):
        run_op("stablehlo.convolution", [("f32", lhs), ("f32", rhs)], result_text(case, "f32"), attributes)


# What the others refuse or end on: windows of no elements, and in upstream's interpreter nothing to sum, and an output
# whose dimensions are in an order that isn't its own inverse.
OTHERWISE = {
    "xla": ("no window", "padded further away"),
    "upstream": ("no window", "padded further away", "no features", "volume"),
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_other_implementations_agree(name: str) -> None:
    other = backend(name)
    for label, case in CASES.items():
        if label in OTHERWISE[name]:
            continue
        lhs, rhs = case.placed(*drawn(case, "f32"))
        types = [TensorType(x.shape, parse_element_type("f32")) for x in (lhs, rhs)]
        module = program("stablehlo.convolution", types, [tensor(result_text(case, "f32"))], case.attributes())
        (expected,) = other.run(module, lhs, rhs)
        (result,) = interpreter.run(module, lhs, rhs)
        np.testing.assert_array_equal(result, expected, err_msg=label)
