"""check_dynamic_gather and infer_dynamic_gather: slice sizes known or not, batching dimensions under gather's ids."""

from typing import Any

import pytest
from helpers.layouts import broken, gathers, unhurried
from hypothesis import given
from hypothesis import strategies as st

from hlogen.errors import UsageError
from hlogen.ir import GatherDimensionNumbers, IntegerType, TensorType, tensor
from hlogen.spec.constraint import ConstraintError, Truth
from hlogen.spec.dynamic_gather import check_dynamic_gather, infer_dynamic_gather
from hlogen.spec.dynamic_gather_constraints import DYNAMIC_GATHER
from hlogen.spec.gather import check_gather, infer_gather
from hlogen.spec.gather_facts import GatherFacts

OPERAND, INDICES, SIZES, RESULT = "3x4x2xi64", "2x3x2xi64", "3xi64", "2x3x2x2xi64"
VALID: dict[str, Any] = {
    "offset_dims": [2, 3],
    "collapsed_slice_dims": [0],
    "start_index_map": [1, 0],
    "index_vector_dim": 2,
}
BATCHED: dict[str, Any] = {
    "offset_dims": [2, 3],
    "collapsed_slice_dims": [],
    "operand_batching_dims": [0],
    "start_indices_batching_dims": [1],
    "start_index_map": [1, 2],
    "index_vector_dim": 2,
}


def ids(operand: str = OPERAND, indices: str = INDICES, sizes: str = SIZES, **changes: Any) -> list[str]:
    found = check_dynamic_gather(operand, indices, sizes, **{**VALID, **changes})
    assert all(violation.op == "stablehlo.dynamic_gather" for violation in found)
    return [violation.id.removeprefix("dynamic_gather.") for violation in found]


def test_the_specs_own_example_is_valid() -> None:
    assert ids(slice_sizes=[1, 2, 2], result_type=RESULT) == []
    assert ids(result_type=RESULT) == []
    assert infer_dynamic_gather(OPERAND, INDICES, SIZES, **VALID, slice_sizes=[1, 2, 2]) == tensor(RESULT)


def test_what_isnt_known_is_left_open() -> None:
    assert infer_dynamic_gather(OPERAND, INDICES, SIZES, **VALID) == tensor("2x3x?x?xi64")
    bounded = "tensor<?x3x2xi64, #stablehlo.bounds<5, ?, ?>>"
    inferred = infer_dynamic_gather(OPERAND, bounded, SIZES, **VALID)
    assert str(inferred) == "tensor<?x3x?x?xi64, #stablehlo.bounds<5, ?, ?, ?>>"


@pytest.mark.parametrize(
    ("expected", "changes"),
    [
        (["I1"], {"operand": "tensor<*xi64>"}),
        (["I2"], {"indices": "2x3x2xi1"}),
        (["I3"], {"sizes": "3x1xi64"}),
        (["I3"], {"sizes": "i64"}),
        (["I3"], {"sizes": "3xi1"}),
        (["I3"], {"sizes": "3xindex"}),
        (["I3"], {"sizes": "3xf32"}),
        (["I3"], {"sizes": "tensor<*xi64>"}),
        (["C1"], {"collapsed_slice_dims": []}),
        (["C2"], {"index_vector_dim": 4}),
        (["C3"], {"start_index_map": [1]}),
        (["C4"], {"offset_dims": [3, 2]}),
        (["C5"], {"offset_dims": [2, 4]}),
        (["C1", "C6"], {"collapsed_slice_dims": [0, 0]}),
        (["C6"], {"collapsed_slice_dims": [1, 0], "offset_dims": [2]}),
        (["C7"], {"collapsed_slice_dims": [3]}),
        (["C8"], {"slice_sizes": [2, 2, 2]}),
        (["C9"], {"start_index_map": [1, 1]}),
        (["C10"], {"start_index_map": [1, 3]}),
        (["C11"], {"sizes": "2xi64"}),
        (["C11"], {"sizes": "2xi64", "slice_sizes": [1, 2]}),
        (["C12"], {"slice_sizes": [1, 5, 2]}),
        (["C12"], {"slice_sizes": [1, -1, 2]}),
        (["C13"], {"slice_sizes": [1, 2, 2], "result_type": "2x3x2x3xi64"}),
        (["C13"], {"result_type": "2x4x2x2xi64"}),
        (["C13"], {"result_type": "2x3x2xi64"}),
        (["C14"], {"result_type": "2x3x2x2xi32"}),
        (["O1"], {"result_type": "tensor<*xi64>"}),
    ],
)
def test_one_change_breaks_just_this(expected: list[str], changes: dict[str, Any]) -> None:
    assert ids(**changes) == expected


@pytest.mark.parametrize("changes", [{"sizes": "?xi64"}, {"sizes": "3xui8"}, {"operand": "?x4x2xi64"}])
def test_valid_neighbours(changes: dict[str, Any]) -> None:
    assert ids(**changes) == []


@pytest.mark.parametrize(
    ("expected", "changes"),
    [
        ([], {}),
        (["gather.C6", "C1"], {"collapsed_slice_dims": [0]}),
        (["gather.C6"], {"operand_batching_dims": [0, 0], "start_indices_batching_dims": [1, 0], "offset_dims": [2]}),
        (["gather.C10"], {
            "operand_batching_dims": [2, 0], "start_indices_batching_dims": [0, 1], "offset_dims": [2],
            "start_index_map": [1], "indices": "2x3x1xi64",
        }),
        (["gather.C11"], {"operand_batching_dims": [3]}),
        (["gather.C12"], {"slice_sizes": [2, 2, 2]}),
        (["gather.C13"], {
            "operand_batching_dims": [0, 1], "start_indices_batching_dims": [1, 1], "offset_dims": [2],
            "start_index_map": [2], "indices": "2x3x1xi64",
        }),
        (["gather.C14"], {"start_indices_batching_dims": [3]}),
        (["gather.C15"], {"start_indices_batching_dims": [2]}),
        (["gather.C16"], {"start_indices_batching_dims": []}),
        (["gather.C17"], {"start_indices_batching_dims": [0]}),
        (["gather.C18"], {"start_index_map": [1, 0]}),
    ],
)  # fmt: skip
def test_batching_dimensions_are_checked_under_gathers_ids(expected: list[str], changes: dict[str, Any]) -> None:
    assert sorted(ids(**{**BATCHED, **changes})) == sorted(expected)


def test_what_depends_on_unknown_slice_sizes_is_unknown_and_all_else_holds() -> None:
    numbers = GatherDimensionNumbers((2, 3), (0,), (), (), (1, 0), 2)
    outcomes = DYNAMIC_GATHER.evaluate(
        GatherFacts(tensor(OPERAND), tensor(INDICES), numbers, None, tensor(RESULT), tensor(SIZES))
    )
    unknown = {id for id, outcome in outcomes.items() if outcome.verdict is Truth.UNKNOWN}
    assert unknown == {"dynamic_gather.C8", "dynamic_gather.C12", "dynamic_gather.C13", "gather.C12"}


def test_an_invalid_one_raises_when_inferred() -> None:
    with pytest.raises(ConstraintError, match=r"dynamic_gather\.C4"):
        infer_dynamic_gather(OPERAND, INDICES, SIZES, **{**VALID, "offset_dims": [3, 2]})
    with pytest.raises(UsageError, match="slice_sizes takes a list"):
        infer_dynamic_gather(OPERAND, INDICES, SIZES, **VALID, slice_sizes=3)  # on purpose


def test_every_constraint_has_its_twin_or_is_gathers_own() -> None:
    for constraint in DYNAMIC_GATHER:
        assert constraint.twin is not None or constraint.op == "gather", constraint.id


@unhurried
@given(gathers())
def test_with_known_sizes_it_infers_what_gather_does(
    case: tuple[list[int], list[int], list[int], dict[str, Any]],
) -> None:
    operand, indices, _, dims = case
    sizes = TensorType((len(operand),), IntegerType(64))
    gathered = infer_gather(typed(operand), typed(indices), **dims)
    assert infer_dynamic_gather(typed(operand), typed(indices), sizes, **dims) == gathered
    unknown = {**dims, "slice_sizes": None}
    inferred = infer_dynamic_gather(typed(operand), typed(indices), sizes, **unknown)
    assert inferred.shape == tuple(
        None if axis in dims["offset_dims"] else size for axis, size in enumerate(gathered.shape)
    )


@unhurried
@given(st.data(), gathers())
def test_with_known_sizes_it_is_valid_where_gather_is(
    data: st.DataObject, case: tuple[list[int], list[int], list[int], dict[str, Any]]
) -> None:
    operand, indices, result, dims = case
    (operand, indices, result), dims = data.draw(broken([operand, indices, result], dims))
    sizes = TensorType((len(dims["slice_sizes"]),), IntegerType(64))
    gather = check_gather(typed(operand), typed(indices), **dims, result_type=typed(result))
    dynamic = check_dynamic_gather(typed(operand), typed(indices), sizes, **dims, result_type=typed(result))
    assert (gather == []) == (dynamic == [])
    twins = {constraint.id: constraint.twin or constraint.id for constraint in DYNAMIC_GATHER}
    if not dims["operand_batching_dims"]:
        merged = {"gather.C6": "gather.C7"}  # what gather says in two constraints, dynamic_gather says in one
        assert {merged.get(v.id, v.id) for v in gather} == {twins[v.id] for v in dynamic}


def typed(shape: list[int]) -> TensorType:
    return TensorType(tuple(shape), IntegerType(32))
