"""The slow model against the specification's own worked examples, and its corners against values computed by hand."""

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from model import bodies
from model.dynamic_gather import dynamic_gather
from model.gather import ModelError, gather
from model.scatter import scatter

# The example that the specification gives for both ops (gather: Examples, scatter: Examples).
OPERAND = np.arange(1, 49, dtype=np.int32).reshape(2, 3, 4, 2)
INDICES = np.array(
    [[[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 9]]], [[[0, 0], [2, 1], [2, 2]], [[1, 2], [0, 1], [1, 0]]]]
)
DIMS: dict[str, Any] = {"start_index_map": [2, 1], "index_vector_dim": 3}


def test_gather_example_of_the_specification():
    result = gather(
        OPERAND,
        INDICES,
        offset_dims=[3, 4],
        collapsed_slice_dims=[1],
        operand_batching_dims=[0],
        start_indices_batching_dims=[1],
        slice_sizes=[1, 1, 2, 2],
        result_shape=(2, 2, 3, 2, 2),
        **DIMS,
    )
    expected = [
        [
            [[[1, 2], [3, 4]], [[3, 4], [5, 6]], [[13, 14], [15, 16]]],
            [[[33, 34], [35, 36]], [[35, 36], [37, 38]], [[41, 42], [43, 44]]],
        ],
        [
            [[[1, 2], [3, 4]], [[13, 14], [15, 16]], [[21, 22], [23, 24]]],
            [[[43, 44], [45, 46]], [[33, 34], [35, 36]], [[27, 28], [29, 30]]],
        ],
    ]
    assert result.dtype == np.int32
    np.testing.assert_array_equal(result, expected)


def test_scatter_example_of_the_specification():
    before = OPERAND.astype(np.int64)
    (result,) = scatter(
        [before],
        INDICES,
        [np.ones((2, 2, 3, 2, 2), np.int64)],
        bodies.add,
        update_window_dims=[3, 4],
        inserted_window_dims=[1],
        input_batching_dims=[0],
        scatter_indices_batching_dims=[1],
        scatter_dims_to_operand_dims=[2, 1],
        index_vector_dim=3,
    )
    expected = [
        [
            [[3, 4], [6, 7], [6, 7], [7, 8]],
            [[9, 10], [11, 12], [15, 16], [17, 18]],
            [[17, 18], [19, 20], [22, 23], [24, 25]],
        ],
        [
            [[25, 26], [28, 29], [30, 31], [31, 32]],
            [[35, 36], [38, 39], [38, 39], [39, 40]],
            [[41, 42], [44, 45], [46, 47], [47, 48]],
        ],
    ]
    np.testing.assert_array_equal(result, expected)
    np.testing.assert_array_equal(before, OPERAND)  # the inputs are left as they were


def test_dynamic_gather_example_of_the_specification():
    result = dynamic_gather(
        np.arange(1, 25).reshape(3, 4, 2),
        np.array([[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 2]]]),
        np.array([1, 2, 2]),
        offset_dims=[2, 3],
        collapsed_slice_dims=[0],
        start_index_map=[1, 0],
        index_vector_dim=2,
    )
    expected = [
        [[[1, 2], [3, 4]], [[3, 4], [5, 6]], [[13, 14], [15, 16]]],
        [[[9, 10], [11, 12]], [[11, 12], [13, 14]], [[17, 18], [19, 20]]],
    ]
    np.testing.assert_array_equal(result, expected)


def test_gather_clamps_at_both_ends_whatever_the_index_type():
    dims: Any = {"offset_dims": [1], "collapsed_slice_dims": [], "start_index_map": [0], "slice_sizes": [2]}
    operand = np.arange(5)
    starts = np.array([-(2**63), -1, 0, 3, 4, 2**63 - 1])
    result = gather(operand, starts, index_vector_dim=1, **dims)
    np.testing.assert_array_equal(result, [[0, 1], [0, 1], [0, 1], [3, 4], [3, 4], [3, 4]])
    unsigned = gather(operand, np.array([2**64 - 1, 1], np.uint64), index_vector_dim=1, **dims)
    np.testing.assert_array_equal(unsigned, [[3, 4], [1, 2]])


def test_gather_of_a_collapsed_slice_size_0_has_no_value():
    with pytest.raises(ModelError, match=r"operand\[3\], out of bounds for \(3,\)"):
        gather(
            np.arange(3),
            np.array([5]),
            offset_dims=[],
            collapsed_slice_dims=[0],
            start_index_map=[0],
            index_vector_dim=1,
            slice_sizes=[0],
        )


def test_gather_refuses_another_result_shape_than_c22s():
    with pytest.raises(ModelError, match="C22"):
        gather(
            np.arange(3),
            np.array([1]),
            offset_dims=[],
            collapsed_slice_dims=[0],
            start_index_map=[0],
            index_vector_dim=1,
            slice_sizes=[1],
            result_shape=(2,),
        )


def scatter_1d(inputs, indices, updates, body, **more):
    """Scalars scattered into a vector: index i of `indices` says where update i goes."""
    return scatter(
        inputs,
        np.asarray(indices),
        updates,
        body,
        update_window_dims=[],
        inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0],
        index_vector_dim=1,
        **more,
    )


def test_scatter_folds_duplicates_in_lexicographic_order_by_default():
    def body(old, new):
        return np.int64(old * 10 + new)

    (result,) = scatter_1d([np.zeros(2, np.int64)], [1, 1, 1], [np.array([1, 2, 3])], body)
    np.testing.assert_array_equal(result, [0, 123])


def test_scatter_takes_any_schedule():
    def body(old, new):
        return np.int64(old * 10 + new)

    outcomes = set()
    for schedule in itertools.permutations([(0,), (1,), (2,)]):
        (result,) = scatter_1d([np.zeros(2, np.int64)], [1, 1, 1], [np.array([1, 2, 3])], body, schedule=schedule)
        outcomes.add(int(result[1]))
    assert outcomes == {123, 132, 213, 231, 312, 321}


def test_scatter_drops_single_elements_of_a_window():
    (result,) = scatter(
        [np.zeros(4, np.int64)],
        np.array([3, -1]),
        [np.array([[1, 2], [3, 4]])],
        bodies.add,
        update_window_dims=[1],
        inserted_window_dims=[],
        scatter_dims_to_operand_dims=[0],
        index_vector_dim=1,
    )
    np.testing.assert_array_equal(result, [4, 0, 0, 1])


def test_scatter_index_arithmetic_has_no_width():
    (result,) = scatter(
        [np.zeros(3, np.int64)],
        np.array([2**63 - 1]),
        [np.array([[1, 2]])],
        bodies.add,
        update_window_dims=[1],
        inserted_window_dims=[],
        scatter_dims_to_operand_dims=[0],
        index_vector_dim=1,
    )
    np.testing.assert_array_equal(result, [0, 0, 0])


def test_scatter_promotes_inputs_and_updates_to_the_body_type():
    (result,) = scatter_1d(
        [np.array([1, 2], np.float32)],
        [0, 0],
        [np.array([2**-30, 2**-30], np.float32)],
        bodies.add,
        result_dtypes=[np.float64],
    )
    assert result.dtype == np.float64
    np.testing.assert_array_equal(result, [1 + 2**-29, 2])


def test_scatter_rounds_every_application_in_the_element_type():
    ones = np.ones(8, ml_dtypes.bfloat16)
    (result,) = scatter_1d([np.array([256], ml_dtypes.bfloat16)], [0] * 8, [ones], bodies.add)
    assert float(result[0]) == 256


def test_scatter_of_several_inputs_gives_the_body_all_of_them():
    def argmax(old, old_at, new, new_at):
        return (new, new_at) if new > old else (old, old_at)

    values, places = scatter_1d(
        [np.zeros(2, np.float32), np.full(2, -1)],
        [0, 1, 0, 0],
        [np.array([3, 1, 5, 4], np.float32), np.arange(4)],
        argmax,
    )
    np.testing.assert_array_equal(values, [5, 1])
    np.testing.assert_array_equal(places, [2, 1])


def test_scatter_refuses_a_body_that_changes_the_element_type():
    with pytest.raises(ModelError, match="returned float64, not float32"):
        scatter_1d([np.zeros(1, np.float32)], [0], [np.ones(1, np.float32)], lambda old, new: np.float64(old + new))


@pytest.mark.parametrize(
    ("body", "dtype", "old", "new", "expected"),
    [
        (bodies.add, np.int8, 127, 1, -128),
        (bodies.add, ml_dtypes.uint4, 15, 2, 1),
        (bodies.multiply, ml_dtypes.int2, -2, -1, -2),
        (bodies.subtract, np.uint64, 0, 1, 2**64 - 1),
        (bodies.add, np.bool_, True, True, True),
        (bodies.multiply, np.bool_, True, False, False),
        (bodies.minimum, np.int64, -(2**63), 2**63 - 1, -(2**63)),
        (bodies.maximum, np.uint64, 2**63, 5, 2**63),
        (bodies.bitwise_xor, np.int8, -1, 1, -2),
        (bodies.bitwise_and, ml_dtypes.int4, -1, 5, 5),
        (bodies.bitwise_or, np.bool_, False, True, True),
        (bodies.replace, np.float16, 1, 2, 2),
        (bodies.maximum, np.complex64, 1 + 2j, 1 + 3j, 1 + 3j),
    ],
)
def test_bodies_on_single_elements(body, dtype, old, new, expected):
    old, new, expected = (np.array(x).astype(dtype)[()] for x in (old, new, expected))
    result = body(old, new)
    assert np.asarray(result).dtype == dtype
    assert result == expected


def test_extrema_let_nan_through_and_order_the_zeros():
    nan, one = np.float32("nan"), np.float32(1)
    minus_zero, zero = np.float32(-0.0), np.float32(0.0)
    for extremum in (bodies.minimum, bodies.maximum):
        assert np.isnan(extremum(nan, one))
        assert np.isnan(extremum(one, nan))
    assert np.signbit(bodies.minimum(zero, minus_zero))
    assert np.signbit(bodies.minimum(minus_zero, zero))
    assert not np.signbit(bodies.maximum(minus_zero, zero))
    assert not np.signbit(bodies.maximum(zero, minus_zero))
