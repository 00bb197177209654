"""check_gather and infer_gather: each constraint, all at once, dynamic sizes, random gathers against the formulas."""

from typing import Any

import numpy as np
import pytest
from helpers import literal_constraints
from helpers.layouts import broken, gathers, unhurried
from hypothesis import given
from hypothesis import strategies as st

from hlogen.errors import UsageError
from hlogen.ir import GatherDimensionNumbers, IntegerType, Location, TensorType, tensor
from hlogen.spec.catalogue import constraints
from hlogen.spec.constraint import ConstraintError, Truth
from hlogen.spec.gather import check_gather, infer_gather
from hlogen.spec.gather_constraints import GATHER
from hlogen.spec.gather_facts import GatherFacts

OPERAND, INDICES, RESULT = "2x3x4x2xi32", "2x2x3x2xi64", "2x2x3x2x2xi32"
VALID: dict[str, Any] = {
    "offset_dims": [3, 4],
    "collapsed_slice_dims": [1],
    "operand_batching_dims": [0],
    "start_indices_batching_dims": [1],
    "start_index_map": [2, 1],
    "index_vector_dim": 3,
    "slice_sizes": [1, 1, 2, 2],
}


def ids(operand: str = OPERAND, indices: str = INDICES, result: str | None = RESULT, **changes: Any) -> list[str]:
    found = check_gather(operand, indices, **{**VALID, **changes}, result_type=result)
    return [violation.id.removeprefix("gather.") for violation in found]


def test_the_specs_own_example_is_valid() -> None:
    assert ids() == []
    assert infer_gather(OPERAND, INDICES, **VALID) == tensor(RESULT)


# One change to the valid example, and everything that it breaks.
@pytest.mark.parametrize(
    ("expected", "changes"),
    [
        (["I1"], {"operand": "tensor<*xi32>"}),
        (["I1"], {"operand": "!stablehlo.token"}),
        (["I1"], {"operand": "tensor<2x3x4x2xindex>", "result": "2x2x3x2x2xindex"}),
        (["I1"], {"operand": "tensor<2x3x4x2xi3>", "result": "2x2x3x2x2xi3"}),
        (["I1"], {"operand": "tensor<2x3x4x2xsi32>", "result": "2x2x3x2x2xsi32"}),
        (["I1"], {"operand": "tensor<2x3x4x2x!foo.bar>", "result": "2x2x3x2x2x!foo.bar"}),
        (["I1"], {"operand": "tensor<2x3x4x2x!quant.uniform<i8:f32:1, {0.1,0.2,0.3}>>", "result": None}),
        (["I2"], {"indices": "2x2x3x2xi1"}),
        (["I2"], {"indices": "2x2x3x2xindex"}),
        (["I2"], {"indices": "2x2x3x2xf32"}),
        (["I2"], {"indices": "2x2x3x2xi128"}),
        (["I2"], {"indices": "tensor<*xi64>"}),
        (["C1"], {"collapsed_slice_dims": []}),
        (["C1"], {"offset_dims": [2, 3, 4]}),
        (["C2"], {"index_vector_dim": 5}),
        (["C2"], {"index_vector_dim": -1}),
        (["C3"], {"start_index_map": [2]}),
        (["C3"], {"start_index_map": []}),
        (["C3", "C22"], {"index_vector_dim": 4}),
        (["C4"], {"offset_dims": [4, 3]}),
        (["C4"], {"offset_dims": [3, 3]}),
        (["C5"], {"offset_dims": [3, 5]}),
        (["C5"], {"offset_dims": [-1, 3]}),
        (["C6"], {"collapsed_slice_dims": [0]}),
        (["C1", "C6"], {"collapsed_slice_dims": [1, 1]}),
        (["C1", "C6"], {"operand_batching_dims": [0, 0], "start_indices_batching_dims": [1, 2]}),
        (["C8"], {"collapsed_slice_dims": [4]}),
        (["C8"], {"collapsed_slice_dims": [-1]}),
        (["C9"], {"slice_sizes": [1, 2, 2, 2]}),
        (["C11"], {"operand_batching_dims": [4]}),
        (["C12"], {"slice_sizes": [2, 1, 2, 2]}),
        (["C14"], {"start_indices_batching_dims": [4]}),
        (["C14"], {"start_indices_batching_dims": [-1]}),
        (["C15"], {"start_indices_batching_dims": [3]}),
        (["C16"], {"start_indices_batching_dims": [1, 0]}),
        (["C16"], {"start_indices_batching_dims": []}),
        (["C17"], {"start_indices_batching_dims": [2]}),
        (["C18"], {"start_index_map": [2, 0]}),
        (["C18"], {"start_index_map": [2, 2]}),
        (["C19"], {"start_index_map": [2, 4]}),
        (["C19"], {"start_index_map": [2, -1]}),
        (["C20"], {"slice_sizes": [1, 1, 2]}),
        (["C20"], {"slice_sizes": []}),
        (["C21"], {"slice_sizes": [1, 1, 5, 2]}),
        (["C21"], {"slice_sizes": [1, 1, -1, 2]}),
        (["C21"], {"slice_sizes": [1, 1, 5, 2], "result": None}),
        (["C22"], {"result": "2x2x3x2x3xi32"}),
        (["C22"], {"result": "2x2x3x2xi32"}),
        (["C22"], {"result": "i32"}),
        (["O1"], {"result": "tensor<*xi32>"}),
        (["O1"], {"result": "2x2x3x2x2xindex"}),
        (["C23"], {"result": "2x2x3x2x2xi64"}),
        (["C22", "C23"], {"result": "2x2x3xf32"}),
        # Independent of each other, so all at once.
        (["I2", "C4", "C9", "C17", "C19"], {
            "indices": "2x2x3x2xi1", "offset_dims": [4, 3], "slice_sizes": [1, 2, 2, 2],
            "start_indices_batching_dims": [2], "start_index_map": [2, 9],
        }),
        # A rank of which nothing is known makes nothing up.
        (["I1", "I2"], {"operand": "tensor<*xi32>", "indices": "tensor<*xi64>"}),
        (["C1", "C6", "C8", "C10"], {
            "operand_batching_dims": [1, 0], "collapsed_slice_dims": [0, 9], "start_index_map": [2, 3],
            "start_indices_batching_dims": [2, 1],
        }),
    ],
)  # fmt: skip
def test_one_change_breaks_just_this(expected: list[str], changes: dict[str, Any]) -> None:
    assert ids(**changes) == expected


@pytest.mark.parametrize(
    "changes",
    [
        {"operand": "2x3x4x2x!quant.uniform<i8:f32, 0.5>", "result": "2x2x3x2x2x!quant.uniform<i8:f32, 0.5>"},
        {"operand": "2x3x4x2xi1", "result": "2x2x3x2x2xi1"},
        {"operand": "2x3x4x2xcomplex<f64>", "result": "2x2x3x2x2xcomplex<f64>"},
        {"indices": "2x2x3x2xui2"},
        {"slice_sizes": [0, 0, 0, 0], "result": "2x2x3x0x0xi32"},
        {"slice_sizes": np.array([1, 1, 2, 2], np.int32), "offset_dims": range(3, 5)},
        {"operand": "?x?x?x?xi32"},
        {"indices": "?x?x?x?xi64"},
        {"result": "?x?x?x?x?xi32"},
        {"indices": "?x2x3x2xi64", "result": "7x2x3x2x2xi32"},
        {"operand": "tensor<2x3x?x2xi32, #stablehlo.bounds<?, ?, 2, ?>>"},
        {"result": "tensor<2x2x3x?x2xi32, #stablehlo.bounds<?, ?, ?, 2, ?>>"},
    ],
)
def test_valid_neighbours(changes: dict[str, Any]) -> None:
    assert ids(**changes) == []


@pytest.mark.parametrize(
    ("expected", "changes"),
    [
        ("C3", {"indices": "tensor<2x2x3x?xi64, #stablehlo.bounds<?, ?, ?, 1>>"}),
        ("C17", {"indices": "tensor<2x?x3x2xi64, #stablehlo.bounds<?, 1, ?, ?>>"}),
        ("C21", {"operand": "tensor<2x3x?x2xi32, #stablehlo.bounds<?, ?, 1, ?>>"}),
    ],
)
def test_a_bound_too_small_is_a_violation_that_upstream_accepts(expected: str, changes: dict[str, Any]) -> None:
    arguments = {"operand": OPERAND, "indices": INDICES, **changes}
    (violation,) = check_gather(arguments["operand"], arguments["indices"], **VALID)
    assert violation.id == f"gather.{expected}"
    assert "at most 1" in violation.message
    assert violation.upstream is not None
    assert "accepts" in violation.upstream


def test_a_results_bound_too_small_breaks_c22() -> None:
    assert ids(result="tensor<2x2x3x?x2xi32, #stablehlo.bounds<?, ?, ?, 1, ?>>") == ["C22"]
    bounded = "tensor<?x2x3x2xi64, #stablehlo.bounds<3, ?, ?, ?>>"
    assert ids(indices=bounded, result="4x2x3x2x2xi32") == ["C22"]
    assert ids(indices=bounded, result="3x2x3x2x2xi32") == []


def test_inference_keeps_unknown_sizes_and_bounds() -> None:
    assert str(infer_gather(OPERAND, "?x2x3x2xi64", **VALID)) == "tensor<?x2x3x2x2xi32>"
    bounded = infer_gather(OPERAND, "tensor<?x2x?x2xi64, #stablehlo.bounds<5, ?, ?, ?>>", **VALID)
    assert str(bounded) == "tensor<?x2x?x2x2xi32, #stablehlo.bounds<5, ?, ?, ?, ?>>"
    assert str(infer_gather("?x3x?x2xf8E4M3FN", INDICES, **VALID)) == "tensor<2x2x3x2x2xf8E4M3FN>"


def test_rank_0_gathers() -> None:
    nothing: dict[str, Any] = dict.fromkeys(VALID, ())
    assert infer_gather("f32", "0xi32", **{**nothing, "index_vector_dim": 0}) == tensor("f32")
    assert infer_gather("f32", "7x0xi32", **{**nothing, "index_vector_dim": 1}) == tensor("7xf32")
    scalar = {**nothing, "collapsed_slice_dims": [0], "start_index_map": [0], "slice_sizes": [1], "index_vector_dim": 0}
    assert infer_gather("5xf32", "i32", **scalar) == tensor("f32")
    assert [v.id for v in check_gather("5xf32", "i32", **{**scalar, "index_vector_dim": 1})] == ["gather.C2"]


@pytest.mark.parametrize("vector", [0, 1, 2])
def test_a_result_of_wrong_rank_is_one_violation_wherever_the_index_vectors_are(vector: int) -> None:
    """Offset dims are held against the rank that the result should have: also where each element is an index."""
    indices = ["1x3xi64", "3x1xi64", "3x1xi64"][vector]
    numbers = {**VALID, "collapsed_slice_dims": [0], "operand_batching_dims": [], "start_indices_batching_dims": []}
    numbers |= {"start_index_map": [0], "index_vector_dim": vector, "slice_sizes": [1, 5]}
    rank = 2 + (vector == 2)
    numbers["offset_dims"] = [rank - 1]
    for result in ("f32", "3xf32", *(["3x1xf32"] if rank == 3 else [])):
        found = check_gather("4x5xf32", indices, **numbers, result_type=result)
        assert [violation.id for violation in found] == ["gather.C22"]
        assert f"rank {rank}" in found[0].message or str(rank) in found[0].message
    numbers["offset_dims"] = [rank]
    assert [violation.id for violation in check_gather("4x5xf32", indices, **numbers)] == ["gather.C5"]


def test_an_invalid_gather_raises_every_violation_when_inferred() -> None:
    with pytest.raises(ConstraintError, match="breaks 2 constraints") as error:
        infer_gather(OPERAND, INDICES, **{**VALID, "offset_dims": [4, 3], "start_index_map": [2, 9]})
    assert [v.id for v in error.value.violations] == ["gather.C4", "gather.C19"]


def test_the_location_stands_in_the_diagnostic() -> None:
    location = Location("model.py", 12, 5)
    (violation,) = check_gather(OPERAND, INDICES, **{**VALID, "offset_dims": [4, 3]}, location=location)
    assert violation.location == location
    assert violation.op == "stablehlo.gather"
    assert str(violation).startswith("model.py:12:5: error: stablehlo.gather breaks gather.C4: offset_dims = [4, 3]")


@pytest.mark.parametrize("name", [*VALID, "indices_are_sorted", "result_type", "location"])
@pytest.mark.parametrize("value", [1.5, "x", True, object(), [None], [1.5], {"a": 1}])
def test_what_is_of_the_wrong_kind_is_a_usage_error_that_names_it(name: str, value: object) -> None:
    if (name, value) == ("indices_are_sorted", True):
        return
    with pytest.raises(UsageError) as error:
        check_gather(OPERAND, INDICES, **{**VALID, name: value})
    assert name in str(error.value) or name == "result_type"


def test_what_depends_on_an_unknown_size_is_unknown_and_all_else_holds() -> None:
    numbers = GatherDimensionNumbers((3, 4), (1,), (0,), (1,), (2, 1), 3)
    facts = GatherFacts(tensor("2x?x4x2xi32"), tensor(INDICES), numbers, (1, 1, 2, 2), tensor(RESULT))
    outcomes = GATHER.evaluate(facts)
    assert list(outcomes) == [constraint.id for constraint in GATHER]
    assert {id for id, outcome in outcomes.items() if outcome.verdict is Truth.UNKNOWN} == {"gather.C21"}


def test_unknown_sizes_are_unknown_verdicts() -> None:
    facts = GatherFacts(
        tensor("?x3x4x2xi32"), tensor("2x2x3x?xi64"), None, (1, 1, 2, 2), tensor("2x2x3x2x2xi32"), malformed={}
    )
    outcomes = {id: outcome.verdict for id, outcome in GATHER.evaluate(facts).items()}
    assert outcomes["gather.C20"] is Truth.HOLDS
    assert outcomes["gather.C21"] is Truth.UNKNOWN
    assert outcomes["gather.C1"] is Truth.UNKNOWN
    assert outcomes["gather.C23"] is Truth.HOLDS


@unhurried
@given(gathers())
def test_random_valid_gathers_are_valid(case: tuple[list[int], list[int], list[int], dict[str, Any]]) -> None:
    operand, indices, result, dims = case
    assert infer_gather(typed(operand), typed(indices, 64), **dims) == typed(result)
    assert check_gather(typed(operand), typed(indices, 64), **dims, result_type=typed(result)) == []
    assert None not in literal_constraints.gather(operand, indices, result, dims).values()


@unhurried
@given(st.data(), gathers(), st.booleans())
def test_random_gathers_break_what_the_formulas_say(
    data: st.DataObject, case: tuple[list[int], list[int], list[int], dict[str, Any]], with_result: bool
) -> None:
    operand, indices, result, dims = case
    (operand, indices, result), dims = data.draw(broken([operand, indices, result], dims))
    declared = result if with_result else None
    expected = literal_constraints.gather(operand, indices, declared, dims)
    result_type = typed(result) if with_result else None
    found = check_gather(typed(operand), typed(indices, 64), **dims, result_type=result_type)
    for violation in found:
        # The formula is false, or means nothing: rank(result) of C5 is the implied one where the result's is wrong.
        assert expected[violation.id.removeprefix("gather.")] is not True, violation
        assert not {v.id for v in found} & {*constraints()[violation.id].needs}
    assert (found == []) == all(expected.values())


@unhurried
@given(st.data(), gathers())
def test_unknown_sizes_never_add_a_violation(
    data: st.DataObject, case: tuple[list[int], list[int], list[int], dict[str, Any]]
) -> None:
    operand, indices, result, dims = case
    hidden = [[None if data.draw(st.booleans()) else size for size in shape] for shape in (operand, indices, result)]
    types = [TensorType(tuple(shape), IntegerType(width)) for shape, width in zip(hidden, (32, 64, 32), strict=True)]
    assert check_gather(types[0], types[1], **dims, result_type=types[2]) == []


def typed(shape: list[int], width: int = 32) -> TensorType:
    return TensorType(tuple(shape), IntegerType(width))


@pytest.mark.parametrize(
    ("expected", "changes"),
    [
        (["C2", "C5"], {"index_vector_dim": 9, "offset_dims": [3, 7]}),
        (["C2", "C5"], {"index_vector_dim": 9, "offset_dims": [-1, 3], "result": None}),
        (["C2"], {"index_vector_dim": 9, "offset_dims": [4, 5], "result": None}),  # right for index_vector_dim = 4
        (["C5", "I2"], {"indices": "tensor<*xi64>", "offset_dims": [3, 7]}),
        (["C8", "C9"], {"collapsed_slice_dims": [1, 9], "offset_dims": [3], "slice_sizes": [1, 2, 2, 2]}),
        (["C8"], {"collapsed_slice_dims": [-3]}),
        (["C11", "C12"], {"operand_batching_dims": [0, 7], "start_indices_batching_dims": [1, 0], "offset_dims": [3],
                          "slice_sizes": [2, 1, 2, 2]}),
        (["C14", "C15"], {"operand_batching_dims": [0, 3], "start_indices_batching_dims": [3, 9], "offset_dims": [3],
                          "slice_sizes": [1, 1, 2, 1]}),
        (["C2", "C14"], {"index_vector_dim": 9, "start_indices_batching_dims": [9]}),
        (["C14"], {"indices": "2x2x3xi64", "index_vector_dim": 3, "start_indices_batching_dims": [3],
                   "start_index_map": [2]}),
        (["C14", "C17"], {"operand_batching_dims": [0, 3], "start_indices_batching_dims": [2, 9], "offset_dims": [3],
                          "slice_sizes": [1, 1, 2, 1]}),
    ],
)  # fmt: skip
def test_an_offence_hides_no_independent_one(expected: list[str], changes: dict[str, Any]) -> None:
    assert set(expected) <= set(ids(**changes))
    assert set(ids(**changes)) - set(expected) <= {"C22"}


def test_a_slice_size_that_breaks_c21_says_nothing_of_the_result() -> None:
    assert ids(slice_sizes=[1, 1, 2, 9]) == ["C21"]
    assert ids(slice_sizes=[1, 1, -2, 2]) == ["C21"]
    assert ids(slice_sizes=[1, 1, 9, 1]) == ["C21", "C22"]  # dim(result, 4) is 2 all the same
