"""Attributes: DenseElements compares by type and bits, keeps splats small, never shares memory with its maker."""

import copy
import pickle

import numpy as np
import pytest

from hlogen.errors import UsageError
from hlogen.ir import DenseElements, FloatAttr, IntegerAttr, SymbolRef, TensorType, dtype_of, parse_element_type, tensor


def test_elements_must_fit_the_type():
    with pytest.raises(UsageError, match="holds float32 elements, not float64"):
        DenseElements(tensor("2xf32"), np.zeros(2))
    with pytest.raises(UsageError, match=r"shape \(3,\)"):
        DenseElements(tensor("2xf32"), np.zeros(3, np.float32))
    with pytest.raises(ValueError, match="dynamic"):
        DenseElements(tensor("?xf32"), np.zeros(3, np.float32))


def test_the_array_is_its_own_and_read_only():
    source = np.arange(3, dtype=np.int32)
    elements = DenseElements(tensor("3xi32"), source)
    source[0] = 7
    assert elements.array.tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="read-only"):
        elements.array[0] = 1


def test_equality_is_by_bits_and_type():
    nan, other_nan = np.array([0x7FC00000, 0x7FC00001], np.uint32).view(np.float32)
    kind = tensor("1xf32")
    assert DenseElements(kind, np.array([nan])) == DenseElements(kind, np.array([nan]))
    assert DenseElements(kind, np.array([nan])) != DenseElements(kind, np.array([other_nan]))
    assert DenseElements(kind, np.array([0.0], np.float32)) != DenseElements(kind, np.array([-0.0], np.float32))
    assert DenseElements(tensor("1xi32"), np.zeros(1, np.int32)) != DenseElements(
        tensor("1x1xi32"), np.zeros((1, 1), np.int32)
    )
    assert DenseElements(kind, np.zeros(1, np.float32)) != "dense"


def test_a_splat_is_equal_to_what_has_its_element_everywhere():
    kind = tensor("3xf32")
    splat = DenseElements(kind, np.broadcast_to(np.float32(2), 3))
    for other, is_same in (([2, 2, 2], True), ([2, 3, 4], False), ([3, 2, 2], False), ([2, 2, 3], False)):
        whole = DenseElements(kind, np.array(other, np.float32))
        assert (splat == whole) is (whole == splat) is is_same
        assert (splat != whole) is (whole != splat) is not is_same


def test_what_is_equal_has_one_hash():
    kind = tensor("3xf32")
    splat, whole = (
        DenseElements(kind, value) for value in (np.broadcast_to(np.float32(2), 3), np.full(3, 2, np.float32))
    )
    assert splat == whole
    assert hash(splat) == hash(whole)
    hash(DenseElements(tensor("0xf32"), np.zeros(0, np.float32)))
    # A table of many constants of one type is no list to search.
    numbers = np.arange(100, dtype=np.float32)
    assert len({hash(DenseElements(tensor("f32"), number)) for number in numbers}) > 90


def test_a_splat_of_any_size_costs_nothing():
    kind = tensor("1048576x1048576xf32")
    splat = DenseElements(kind, np.broadcast_to(np.float32(1.5), kind.static_shape))
    assert splat.is_splat
    assert splat == DenseElements(kind, np.broadcast_to(np.float32(1.5), kind.static_shape))
    assert splat != DenseElements(kind, np.broadcast_to(np.float32(2.5), kind.static_shape))
    assert hash(splat) == hash(DenseElements(kind, np.broadcast_to(np.float32(1.5), kind.static_shape)))


@pytest.mark.parametrize("shape", [(), (1,), (1, 1)])
def test_one_element_is_a_splat(shape):
    assert DenseElements(
        tensor("x".join(map(str, shape)) + ("x" if shape else "") + "i32"), np.ones(shape, np.int32)
    ).is_splat


def test_no_element_is_no_splat():
    assert not DenseElements(tensor("0xi32"), np.zeros(0, np.int32)).is_splat


def test_numbers_convert():
    assert int(IntegerAttr(3, parse_element_type("i64"))) == 3
    assert [10, 20][IntegerAttr(1, parse_element_type("i64"))] == 20
    assert float(FloatAttr(1.5, parse_element_type("f32"))) == 1.5
    assert SymbolRef(("a", "b")).name == "b"


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
@pytest.mark.parametrize(("shape", "splat"), [((), True), ((1 << 40, 8), True), ((3,), False), ((2, 0), False)])
@pytest.mark.parametrize("element", ["f32", "bf16", "i4"])
def test_dense_elements_travel_and_a_splat_stays_one(way, shape, splat, element):
    type = TensorType(shape, parse_element_type(element))
    values = np.array(1) if splat else np.arange(np.prod(shape)).reshape(shape)
    array = np.broadcast_to(values.astype(dtype_of(type.element_type)), shape)
    given = DenseElements(type, array)
    arrived = way(given)
    assert arrived == given
    assert hash(arrived) == hash(given)
    assert arrived.is_splat == splat
    assert not arrived.array.flags.writeable
