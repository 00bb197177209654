"""Dimension numbers of gather, scatter and their kin, given as a whole or one by one: the same, or a clear refusal."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl

GATHER = hl.GatherDimensionNumbers(
    offset_dims=(2,),
    collapsed_slice_dims=(1,),
    operand_batching_dims=(0,),
    start_indices_batching_dims=(0,),
    start_index_map=(1,),
    index_vector_dim=2,
)
SCATTER = hl.ScatterDimensionNumbers(
    update_window_dims=(2,),
    inserted_window_dims=(1,),
    input_batching_dims=(0,),
    scatter_indices_batching_dims=(0,),
    scatter_dims_to_operand_dims=(1,),
    index_vector_dim=2,
)
X, AT, U, SIZES = "2x4x3xf32", "2x5x1xi32", "2x5x3xf32", (1, 1, 3)


def gathered(**numbers):
    return str(hl.function(X, AT, name="main")(lambda x, i: hl.gather(x, i, slice_sizes=SIZES, **numbers)))


def gathered_by_sizes(**numbers):
    return str(hl.function(X, AT, "3xi32", name="main")(lambda x, i, sizes: hl.dynamic_gather(x, i, sizes, **numbers)))


def scattered(**numbers):
    return str(hl.function(X, AT, U, name="main")(lambda x, i, u: hl.scatter(x, i, u, "add", **numbers)))


@pytest.mark.parametrize(
    ("write", "whole"), [(gathered, GATHER), (gathered_by_sizes, GATHER), (scattered, SCATTER)], ids=lambda one: ""
)
def test_a_whole_is_the_same_as_its_parts(write, whole) -> None:
    assert write(**vars(whole)) == write(dimension_numbers=whole)


def test_checks_take_a_whole() -> None:
    assert hl.infer_gather(X, AT, dimension_numbers=GATHER, slice_sizes=SIZES) == hl.tensor(U)
    assert hl.infer_dynamic_gather(X, AT, "3xi32", dimension_numbers=GATHER, slice_sizes=SIZES) == hl.tensor(U)
    assert hl.infer_scatter(X, AT, U, dimension_numbers=SCATTER) == (hl.tensor(X),)
    broken = hl.GatherDimensionNumbers(**{**vars(GATHER), "collapsed_slice_dims": (2,)})
    for check, sizes in ((hl.check_gather, ()), (hl.check_dynamic_gather, ("3xi32",))):
        found = check(X, AT, *sizes, dimension_numbers=broken, slice_sizes=SIZES)
        assert found == check(X, AT, *sizes, **vars(broken), slice_sizes=SIZES) != []
    moved = hl.ScatterDimensionNumbers(**{**vars(SCATTER), "index_vector_dim": 7})
    assert [one.id for one in hl.check_scatter(X, AT, U, dimension_numbers=moved)] == ["scatter.C22"]


def test_entries_may_be_lists_and_integers_of_numpy() -> None:
    loose = hl.GatherDimensionNumbers(**{name: np.asarray(value) for name, value in vars(GATHER).items()})
    assert hl.infer_gather(X, AT, dimension_numbers=loose, slice_sizes=SIZES) == hl.tensor(U)
    assert gathered(dimension_numbers=loose) == gathered(dimension_numbers=GATHER)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        (
            {"dimension_numbers": GATHER, "offset_dims": [2]},
            "is given, and offset_dims beside it, .*leave out the one or",
        ),
        (
            {"dimension_numbers": GATHER, "operand_batching_dims": [], "index_vector_dim": 0},
            "is given, and operand_batching_dims and index_vector_dim beside it",
        ),
        (
            {"dimension_numbers": SCATTER},
            r"takes hl.GatherDimensionNumbers\(...\) or None, not ScatterDimensionNumbers",
        ),
        (
            {},
            "lack offset_dims, collapsed_slice_dims, start_index_map and index_vector_dim\n.*give them, or all as",
        ),
        (
            {name: value for name, value in vars(GATHER).items() if name != "start_index_map"},
            r"lack start_index_map\n.*give it, or all as dimension_numbers=hl.GatherDimensionNumbers\(...\)",
        ),
        ({"dimension_numbers": hl.GatherDimensionNumbers(*["2"])}, "offset_dims takes a list of integers"),
    ],
)
def test_what_does_not_fit_is_said_where_it_is_written(numbers, message) -> None:
    with pytest.raises(hl.UsageError, match=f"(?s){message}") as error:
        gathered(**numbers)
    assert f"where: {__file__}" in str(error.value)
    with pytest.raises(hl.UsageError, match=f"(?s){message}"):
        hl.check_gather(X, AT, slice_sizes=SIZES, **numbers)


def test_a_number_beyond_64_bits_is_refused() -> None:
    with pytest.raises(hl.UsageError, match=r"index_vector_dim has .*, which doesn't fit 64 bits"):
        gathered(dimension_numbers=hl.GatherDimensionNumbers(**{**vars(GATHER), "index_vector_dim": 1 << 70}))
