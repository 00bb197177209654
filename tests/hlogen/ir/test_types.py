"""Types as values: ranges, shapes, what is kept where a part changes."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from hlogen.ir import IntegerType, OpaqueType, TensorType, dtype_of, parse_element_type, parse_type, tensor
from hlogen.ir.types import float_text, is_boolean, is_future, is_integer

PER_AXIS = "!quant.uniform<i8:f32:{}, {{0.5:1, 0.25}}>"


@pytest.mark.parametrize("text", [f"{sign}{width}" for sign in ("i", "ui", "si") for width in (2, 4, 8, 16, 32, 64)])
def test_integers_have_the_range_of_their_dtype(text: str) -> None:
    type = parse_element_type(text)
    assert isinstance(type, IntegerType)
    info: Any = ml_dtypes.iinfo if type.width < 8 else np.iinfo
    info = info(dtype_of(type))
    assert (type.minimum, type.maximum) == (info.min, info.max)
    assert type.is_unsigned is text.startswith("u")
    assert (is_integer(type), is_boolean(type), type.is_boolean) == (True, False, False)


def test_a_boolean_is_no_integer() -> None:
    boolean = parse_element_type("i1")
    assert isinstance(boolean, IntegerType)
    assert (boolean.minimum, boolean.maximum, boolean.is_unsigned, boolean.is_boolean) == (0, 1, True, True)
    assert (is_integer(boolean), is_boolean(boolean)) == (False, True)
    for text, is_one in (("ui1", True), ("si1", True), ("f32", False), ("index", False)):
        type = parse_element_type(text)
        assert (is_integer(type), is_boolean(type)) == (is_one, False), text
    signed = parse_element_type("si1")
    assert isinstance(signed, IntegerType)
    assert (signed.minimum, signed.maximum) == (-1, 0)


def test_shapes() -> None:
    static, dynamic = tensor("2x3x0xf32"), tensor("2x?xf32")
    assert (static.rank, static.is_static, static.static_shape, static.size) == (3, True, (2, 3, 0), 0)
    assert (tensor("f32").size, tensor("2x5xi1").size) == (1, 10)
    assert (dynamic.rank, dynamic.is_static, dynamic.shape) == (2, False, (2, None))
    for ask in (lambda: dynamic.static_shape, lambda: dynamic.size):
        with pytest.raises(ValueError, match=r"^tensor<2x\?xf32> has dynamic dimensions$"):
            ask()


@pytest.mark.parametrize("encoding", ["#stablehlo.bounds<4, ?>", "#my.layout<1>"])
def test_what_is_kept_where_a_part_changes(encoding: str) -> None:
    type = parse_type(f"tensor<?x3xf32, {encoding}>")
    assert isinstance(type, TensorType)
    assert str(type.with_element_type(parse_element_type("i8"))) == f"tensor<?x3xi8, {encoding}>"
    assert str(type.with_shape([2, None])) == "tensor<2x?xf32>"  # which it isn't said of
    assert str(type.batched(5)) == "tensor<5x?x3xf32>"


@pytest.mark.parametrize(
    ("axis", "dimension", "batched"),
    [(0, 0, (7, 2, 3)), (1, 0, (7, 2, 3)), (0, 1, (2, 7, 3)), (1, 1, (2, 7, 3)), (0, 2, (2, 3, 7)), (1, 2, (2, 3, 7))],
)
def test_a_quantization_axis_stays_that_of_its_dimension(axis: int, dimension: int, batched: tuple[int, ...]) -> None:
    type = TensorType((2, 3), parse_element_type(PER_AXIS.format(axis)))
    moved = axis + (dimension <= axis)
    assert type.batched(7, dimension) == TensorType(batched, parse_element_type(PER_AXIS.format(moved)))
    assert batched[moved] == type.shape[axis]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.0"), (-0.0, "-0.0"), (1.0, "1.0"), (1e16, "1.0e+16"), (1.5e-7, "1.5e-07"), (1e22, "1.0e+22"),
        (123456789.0, "123456789.0"), (5e-324, "5.0e-324"), (0.1, "0.1"), (-1e300, "-1.0e+300"),
    ],
)  # fmt: skip
def test_a_float_has_a_point_before_its_exponent(value: float, text: str) -> None:
    assert float_text(value) == text
    assert float(text).hex() == value.hex()


def test_futures() -> None:
    assert is_future(OpaqueType("!stablehlo.future<tensor<f32>>"))
    assert not is_future(OpaqueType("!stablehlo.futures"))
    assert not is_future(tensor("f32"))
