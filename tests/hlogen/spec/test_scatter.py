"""check_scatter and infer_scatter: each constraint, the region, N inputs, and random scatters against the formulas."""

from typing import Any

import pytest
from helpers import literal_constraints
from helpers.layouts import broken, gathers, unhurried
from hypothesis import given
from hypothesis import strategies as st

from hlogen.errors import UsageError
from hlogen.ir import (
    Block,
    IntegerType,
    Location,
    Operation,
    Region,
    ScatterDimensionNumbers,
    TensorType,
    Type,
    parse_type,
    tensor,
)
from hlogen.spec.catalogue import constraints
from hlogen.spec.constraint import ConstraintError, Truth
from hlogen.spec.scatter import check_scatter, infer_scatter
from hlogen.spec.scatter_constraints import SCATTER
from hlogen.spec.scatter_facts import ScatterFacts

INPUT, INDICES, UPDATE = "2x3x4x2xi64", "2x2x3x2xi64", "2x2x3x2x2xi64"
VALID: dict[str, Any] = {
    "update_window_dims": [3, 4],
    "inserted_window_dims": [1],
    "input_batching_dims": [0],
    "scatter_indices_batching_dims": [1],
    "scatter_dims_to_operand_dims": [2, 1],
    "index_vector_dim": 3,
}


def region(*types: str, returns: list[str] | None = None, terminator: str | None = "stablehlo.return") -> Region:
    """A block that takes `types` and ends in an op returning values of `returns` (its first half where not given)."""
    block = Block([parse_type(text) for text in types])
    wanted = [*types[: len(types) // 2]] if returns is None else returns
    made = Operation("test.make", (), [parse_type(text) for text in wanted])
    block.operations.append(made)
    if terminator is not None:
        block.operations.append(Operation(terminator, made.results))
    return Region([block])


def ids(inputs: Any = INPUT, indices: str = INDICES, updates: Any = UPDATE, **changes: Any) -> list[str]:
    found = check_scatter(inputs, indices, updates, **{**VALID, **changes})
    return [violation.id.removeprefix("scatter.") for violation in found]


def notes(inputs: Any, updates: Any, **changes: Any) -> dict[str, bool]:
    """The violations by label, with whether upstream is said to accept."""
    found = check_scatter(inputs, INDICES, updates, **{**VALID, **changes})
    return {violation.id.removeprefix("scatter."): violation.upstream is not None for violation in found}


def of(element_type: str) -> tuple[str, str]:
    return f"2x3x4x2x{element_type}", f"2x2x3x2x2x{element_type}"


def test_the_specs_own_example_is_valid() -> None:
    body = region("tensor<i64>", "tensor<i64>")
    assert ids(update_computation=body, result_types=INPUT) == []
    assert infer_scatter(INPUT, INDICES, UPDATE, **VALID, update_computation=body) == (tensor(INPUT),)


@pytest.mark.parametrize(
    ("expected", "changes"),
    [
        (["I1"], {"inputs": "tensor<*xi64>"}),
        (["I1"], {"inputs": "!stablehlo.token"}),
        (["I1", "I3"], {"inputs": "2x3x4x2xi3", "updates": "2x2x3x2x2xi3"}),
        (["I2"], {"indices": "2x2x3x2xi1"}),
        (["I2"], {"indices": "2x2x3x2xindex"}),
        (["I2"], {"indices": "2x2x3x2xsi32"}),
        (["I2"], {"indices": "2x2x3x2xui7"}),
        (["I2"], {"indices": "2x2x3x2xf32"}),
        (["I3"], {"updates": "tensor<*xi64>"}),
        (["C2"], {"inserted_window_dims": []}),
        (["C4"], {"updates": "2x2x3x2x3xi64"}),
        (["C4"], {"updates": "2x1x3x2x2xi64"}),
        (["C4"], {"updates": "2x2x3x2xi64"}),
        (["C4"], {"updates": "i64"}),
        (["C5"], {"inputs": [], "updates": []}),
        (["C5"], {"updates": [UPDATE, UPDATE]}),
        (["C5"], {"updates": []}),
        (["C6"], {"updates": "2x2x3x2x2xi32"}),
        (["C7"], {"update_window_dims": [4, 3]}),
        (["C7"], {"update_window_dims": [3, 3]}),
        (["C8"], {"update_window_dims": [3, 5]}),
        (["C8"], {"update_window_dims": [-1, 3]}),
        (["C9"], {"inserted_window_dims": [0]}),
        (["C2", "C9"], {"input_batching_dims": [0, 0], "scatter_indices_batching_dims": [1, 2]}),
        (["C11"], {"inserted_window_dims": [4]}),
        (["C13"], {"input_batching_dims": [4]}),
        (["C13"], {"input_batching_dims": [-1]}),
        (["C15"], {"scatter_indices_batching_dims": [4]}),
        (["C16"], {"scatter_indices_batching_dims": [3]}),
        (["C17"], {"scatter_indices_batching_dims": [1, 0]}),
        (["C18"], {"scatter_indices_batching_dims": [2]}),
        (["C19"], {"scatter_dims_to_operand_dims": [2]}),
        (["C20"], {"scatter_dims_to_operand_dims": [2, 0]}),
        (["C21"], {"scatter_dims_to_operand_dims": [2, 4]}),
        (["C22"], {"index_vector_dim": 5}),
        (["C22"], {"index_vector_dim": -1}),
        (["C24"], {"result_types": "2x3x4x3xi64"}),
        (["C24"], {"result_types": "2x3x4xi64"}),
        (["C24"], {"result_types": []}),
        (["C24"], {"result_types": [INPUT, INPUT]}),
        (["O1"], {"result_types": "tensor<*xi64>"}),
        # Independent of each other, so all at once.
        (["I2", "C4", "C6", "C20", "C21"], {
            "indices": "2x2x3x2xi1", "updates": "2x2x3x2x9xf32", "scatter_dims_to_operand_dims": [0, 9],
        }),
    ],
)  # fmt: skip
def test_one_change_breaks_just_this(expected: list[str], changes: dict[str, Any]) -> None:
    assert ids(**changes) == expected


@pytest.mark.parametrize(
    "changes",
    [
        {"updates": "2x2x3x1x0xi64"},
        {"indices": "2x2x3x2xui64"},
        {"inputs": "?x?x?x?xi64"},
        {"indices": "?x?x?x?xi64"},
        {"updates": "?x?x?x?x?xi64"},
        {"result_types": "2x?x4x2xi64"},
        {"inputs": "2x3x4x2xi1", "updates": "2x2x3x2x2xi1"},
        {"inputs": [INPUT, "?x3x4x2xf32"], "updates": [UPDATE, "2x2x3x?x2xf32"]},
    ],
)
def test_valid_neighbours(changes: dict[str, Any]) -> None:
    assert ids(**changes) == []


def test_shapes_of_several_inputs_and_updates() -> None:
    assert ids([INPUT, "2x3x4x3xf32"], updates=[UPDATE, "2x2x3x2x2xf32"]) == ["C1"]
    assert ids([INPUT, "2x3x4xf32"], updates=[UPDATE, "2x2x3x2x2xf32"]) == ["C1"]
    assert ids([INPUT, "2x3x4x2xf32"], updates=[UPDATE, "2x2x3x2x1xf32"]) == ["C3"]
    (odd,) = check_scatter([INPUT] * 3, INDICES, [UPDATE, UPDATE, "2x2x3x2x1xi64"], **VALID)
    assert odd.message == "shape(updates[0]) = [2, 2, 3, 2, 2], but shape(updates[2]) = [2, 2, 3, 2, 1]"
    (odd,) = check_scatter([INPUT, INPUT, "2x3x4x3xi64"], INDICES, [UPDATE] * 3, **VALID)
    assert odd.message == "shape(inputs[0]) = [2, 3, 4, 2], but shape(inputs[2]) = [2, 3, 4, 3]"
    # ? agrees with anything, so the second and third are compared with each other as well.
    updates = ["2x2x3x?x2xi64", "2x2x3x1x2xi64", "2x2x3x2x2xi64"]
    assert notes([INPUT] * 3, updates) == {"C3": True}
    bounded = "tensor<2x?x4x2xi64, #stablehlo.bounds<?, 2, ?, ?>>"
    assert notes([bounded, INPUT], [UPDATE, UPDATE]) == {"C1": True}


@pytest.mark.parametrize(
    ("input", "update", "accepted"),
    [
        ("f32", "f64", True),
        ("f64", "f32", True),
        ("bf16", "f16", True),
        ("i64", "i32", True),
        ("i32", "i64", False),
        ("i32", "ui32", True),
        ("i32", "i1", True),
        ("i1", "i32", False),
        ("i32", "f32", False),
        ("complex<f64>", "complex<f32>", True),
        ("!quant.uniform<i8:f32, 0.5>", "!quant.uniform<i8:f32, 0.25>", True),
        ("!quant.uniform<i8:f32, 0.5>", "!quant.uniform<i32:f32, 0.5>", False),
        ("!quant.uniform<i8:f32, 0.5>", "!quant.uniform<i8:f16, 0.5>", False),
        ("!quant.uniform<i8:f32, 0.5>", "i8", False),
    ],
)
def test_updates_of_another_element_type(input: str, update: str, accepted: bool) -> None:
    assert notes(of(input)[0], of(update)[1]) == {"C6": accepted}
    scalar = f"tensor<{input}>"
    assert notes(of(input)[0], of(update)[1], update_computation=region(scalar, scalar)) == {"C6": accepted}


@pytest.mark.parametrize(
    ("input", "computed"),
    [
        ("f32", "f64"), ("bf16", "f32"), ("f8E4M3FN", "bf16"), ("bf16", "f16"), ("i1", "i1"), ("i8", "i8"),
        ("i8", "i32"),
        ("i32", "ui32"), ("ui8", "i8"), ("complex<f32>", "complex<f64>"),
        ("!quant.uniform<i8:f32, 0.5>", "!quant.uniform<i32:f32, 0.25>"),
    ],
)  # fmt: skip
def test_promotion_widens_and_the_results_follow(input: str, computed: str) -> None:
    body = region(f"tensor<{computed}>", f"tensor<{computed}>")
    assert infer_scatter(of(input)[0], INDICES, of(input)[1], **VALID, update_computation=body) == (
        tensor(of(computed)[0]),
    )
    assert notes(*of(input), update_computation=body, result_types=of(computed)[0]) == {}


@pytest.mark.parametrize(
    ("input", "computed", "accepted"),
    [
        ("f64", "f32", True),
        ("i64", "i32", False),
        ("i1", "i32", True),
        ("i32", "i1", False),
        ("i32", "f32", False),
        ("f32", "i32", False),
        ("f32", "complex<f32>", False),
        ("complex<f64>", "complex<f32>", False),
        ("!quant.uniform<i32:f32, 0.5>", "!quant.uniform<i8:f32, 0.5>", False),
        ("!quant.uniform<i8:f32, 0.5>", "!quant.uniform<i8:f16, 0.5>", False),
        ("!quant.uniform<i8:f32, 0.5>", "f32", False),
    ],
)
def test_what_isnt_promotable_breaks_c23(input: str, computed: str, accepted: bool) -> None:
    body = region(f"tensor<{computed}>", f"tensor<{computed}>")
    assert notes(*of(input), update_computation=body, result_types=of(computed)[0]) == {"C23": accepted}


@pytest.mark.parametrize("vector", [0, 1, 2])
def test_updates_of_wrong_rank_are_one_violation_wherever_the_index_vectors_are(vector: int) -> None:
    indices = ["1x3xi64", "3x1xi64", "3x1xi64"][vector]
    rank = 2 + (vector == 2)
    numbers = {**dict.fromkeys(VALID, ()), "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0]}
    numbers |= {"index_vector_dim": vector, "update_window_dims": [rank - 1]}
    for updates in ("f32", "3xf32", *(["3x1xf32"] if rank == 3 else [])):
        (found,) = check_scatter("4x5xf32", indices, updates, **numbers)
        assert (found.id, found.fix) == ("scatter.C4", f"give updates {rank} dimensions")
    numbers["update_window_dims"] = [rank]
    others = check_scatter("4x5xf32", indices, "3x5xf32" if rank == 2 else "3x1x5xf32", **numbers)
    assert [violation.id for violation in others] == ["scatter.C8"]


S, D = "tensor<f32>", "tensor<f64>"


@pytest.mark.parametrize(
    ("says", "body", "accepted"),
    [
        ("takes 1 argument, expected 2", region(S, returns=[S]), False),
        ("takes 3 arguments, expected 2", region(S, S, S, returns=[S]), False),
        ("takes 0 arguments", region(returns=[S]), False),
        ("returns 0 values, expected 1", region(S, S, returns=[]), False),
        ("returns 2 values, expected 1", region(S, S, returns=[S, S]), False),
        ("takes f64 and f32 and returns f32", region(D, S, returns=[S]), False),
        ("takes f32 and f64 and returns f32", region(S, D, returns=[S]), True),
        ("takes f32 and f32 and returns f64", region(S, S, returns=[D]), False),
        ("tensor<1xf32> at position 0: expected a tensor of rank 0", region("tensor<1xf32>", S, returns=[S]), False),
        ("tensor<?xf32> at position 1", region(S, "tensor<?xf32>", returns=[S]), False),
        ("returns tensor<1xf32> at position 0", region(S, S, returns=["tensor<1xf32>"]), False),
        ("tensor<*xf32> at position 1", region(S, "tensor<*xf32>", returns=[S]), False),
        ("takes f32 at position 0: expected a tensor of rank 0", region("f32", S, returns=[S]), False),
        ("returns !stablehlo.token", region(S, S, returns=["!stablehlo.token"]), False),
        ("tensor<index> at position 0", region("tensor<index>", "tensor<index>"), False),
    ],
)
def test_the_type_of_the_update_computation(says: str, body: Region, accepted: bool) -> None:
    input, update = of("f32")
    found = check_scatter(input, INDICES, update, **VALID, update_computation=body)
    assert [violation.id for violation in found] == ["scatter.C23"]
    assert says in found[0].message
    assert (found[0].upstream is not None) == accepted


@pytest.mark.parametrize(("other", "accepted"), [(D, True), ("tensor<i32>", False)])
def test_upstream_accepts_a_computation_where_it_accepts_all_that_is_wrong(other: str, accepted: bool) -> None:
    input, update = of("f32")
    body = region(S, S, D, other, returns=[S, S])
    assert notes([input] * 2, [update] * 2, update_computation=body) == {"C23": accepted}


def test_every_problem_of_the_computation_is_named_at_once() -> None:
    input, update = of("f32")
    body = region(S, "tensor<2xf32>", S, returns=[])
    (violation,) = check_scatter(input, INDICES, update, **VALID, update_computation=body)
    assert violation.message.count(";") == 2


@pytest.mark.parametrize(
    ("says", "body"),
    [
        ("has 0 blocks", Region([])),
        ("has 2 blocks", Region([*region(S, S).blocks, *region(S, S).blocks])),
        ("ends in nothing, as it is empty", Region([Block([parse_type(S)] * 2)])),
        ("ends in test.make", region(S, S, terminator=None)),
        ("ends in func.return", region(S, S, terminator="func.return")),
    ],
)
def test_a_computation_that_is_no_function(says: str, body: Region) -> None:
    (violation,) = check_scatter(*of("f32")[:1], INDICES, of("f32")[1], **VALID, update_computation=body)
    assert violation.id == "scatter.I12"
    assert says in violation.message


def test_updates_of_another_element_type_are_told_beside_a_computation_that_is_no_function() -> None:
    """What upstream accepts is then asked of the inputs' own types."""
    for update, accepted in (("f64", True), ("i8", False)):
        for body in (Region([]), region(S, S, terminator=None), region(S, S, terminator="func.return")):
            assert notes(of("f32")[0], of(update)[1], update_computation=body) == {"I12": False, "C6": accepted}


def test_two_inputs_with_a_computation_of_four_arguments() -> None:
    inputs, updates = ["2x3x4x2xi32", "2x3x4x2xf32"], ["2x2x3x2x2xi32", "2x2x3x2x2xf32"]
    body = region("tensor<i64>", "tensor<f32>", "tensor<i64>", "tensor<f32>")
    assert infer_scatter(inputs, INDICES, updates, **VALID, update_computation=body) == (
        tensor("2x3x4x2xi64"),
        tensor("2x3x4x2xf32"),
    )
    swapped = region("tensor<f32>", "tensor<i32>", "tensor<f32>", "tensor<i32>")
    found = check_scatter(inputs, INDICES, updates, **VALID, update_computation=swapped)
    assert [violation.id for violation in found] == ["scatter.C23"]
    assert "inputs[0] has element type i32" in found[0].message
    assert "inputs[1] has element type f32" in found[0].message


def test_results_in_another_order_are_all_named() -> None:
    inputs, updates = ["2x3x4x2xi32", "2x3x4x2xf32"], ["2x2x3x2x2xi32", "2x2x3x2x2xf32"]
    body = region("tensor<i32>", "tensor<f32>", "tensor<i32>", "tensor<f32>")
    (found,) = check_scatter(
        inputs, INDICES, updates, **VALID, update_computation=body, result_types=["2x3x4x2xf32", "2x3x4x2xi32"]
    )
    assert (found.id, found.upstream) == ("scatter.C25", None)
    assert found.message == (
        "update_computation returns i32 for results[0], which has f32; update_computation returns f32 for results[1], "
        "which has i32"
    )
    assert found.fix == "make results[0] a tensor of i32; make results[1] a tensor of f32"


@pytest.mark.parametrize("at", range(3))
def test_of_three_inputs_the_one_that_is_wrong_is_named(at: int) -> None:
    elements = ["f32", "i32", "i64"]

    def said(*, updates: str = "", results: str = "", taken: str = "", returned: str = "") -> tuple[str, str, str]:
        def one_is(element: str, shape: str) -> list[str]:
            return [element if element and each == at else f"{shape}x{own}" for each, own in enumerate(elements)]

        scalars = [f"tensor<{own}>" for own in elements]
        computed = [f"tensor<{returned}>" if returned and each == at else own for each, own in enumerate(scalars)]
        takes = [*scalars, *(f"tensor<{taken}>" if taken and each == at else own for each, own in enumerate(scalars))]
        (violation,) = check_scatter(
            one_is("", "2x3x4x2"),
            INDICES,
            one_is(updates, "2x2x3x2x2"),
            **VALID,
            update_computation=region(*takes, returns=computed),
            result_types=one_is(results, "2x3x4x2"),
        )
        return violation.id, violation.message, violation.fix

    own = elements[at]
    assert said(updates="2x2x3x2x2xi8") == (
        "scatter.C6",
        f"inputs[{at}] has element type {own}, updates[{at}] has i8",
        f"convert updates[{at}] to {own}",
    )
    assert said(results=f"2x3x4x7x{own}") == (
        "scatter.C24",
        f"shape(results[{at}]) = [2, 3, 4, 7], but shape(inputs[{at}]) = [2, 3, 4, 2]",
        f"give results[{at}] the shape [2, 3, 4, 2]",
    )
    assert said(results="2x3x4x2xi8") == (
        "scatter.C25",
        f"update_computation returns {own} for results[{at}], which has i8",
        f"make results[{at}] a tensor of {own}",
    )
    said_of_body = f"for inputs[{at}] update_computation takes {own} and i8 and returns {own}, which should be one type"
    assert said(taken="i8")[:2] == ("scatter.C23", said_of_body)


@pytest.mark.parametrize(
    ("computed", "result", "accepted"),
    [
        ("f32", "f64", False),
        ("f64", "f32", False),
        ("i32", "ui32", False),
        ("!quant.uniform<i8:f32, 0.5>", "!quant.uniform<i8:f32, 0.25>", True),
        ("!quant.uniform<i8:f32, 0.5>", "!quant.uniform<i8:f32, 0.5:3>", True),
        ("!quant.uniform<i8:f32, 0.5>", "!quant.uniform<i8<-127:127>:f32, 0.5>", False),
        ("!quant.uniform<i8:f32, 0.5>", "!quant.uniform<u8:f32, 0.5>", False),
    ],
)
def test_results_have_the_computed_types(computed: str, result: str, accepted: bool) -> None:
    body = region(f"tensor<{computed}>", f"tensor<{computed}>")
    assert notes(*of(computed), update_computation=body, result_types=of(result)[0]) == {"C25": accepted}


Q, SCALED, WIDER = (f"!quant.uniform<{text}>" for text in ("i8:f32, 0.5", "i8:f32, 0.25", "i16:f32, 0.5"))


@pytest.mark.parametrize(
    ("label", "taken", "inputs", "updates", "results", "accepted"),
    [
        ("C25", Q, [Q, Q], [Q, Q], [SCALED, SCALED], True),
        ("C25", Q, [Q, Q], [Q, Q], [SCALED, WIDER], False),
        ("C25", Q, [Q, Q], [Q, Q], ["f32", SCALED], False),
        ("C6", "f64", ["f32", "f32"], ["f64", "f16"], ["f64", "f64"], True),
        ("C6", "f64", ["f32", "f32"], ["f64", "i32"], ["f64", "f64"], False),
        ("C6", "f64", ["f32", "f32"], ["i32", "f64"], ["f64", "f64"], False),
    ],
)
def test_upstream_accepts_what_is_wrong_in_two_places_where_it_accepts_both(
    label: str, taken: str, inputs: list[str], updates: list[str], results: list[str], accepted: bool
) -> None:
    body = region(*[f"tensor<{taken}>"] * 4)
    made = [of(text)[0] for text in results]
    given = [of(text)[0] for text in inputs], [of(text)[1] for text in updates]
    assert notes(*given, update_computation=body, result_types=made) == {label: accepted}


@pytest.mark.parametrize(
    ("expected", "changes"),
    [
        (["C4"], {"inputs": "tensor<2x3x4x?xi64, #stablehlo.bounds<?, ?, ?, 1>>"}),
        (["C4"], {"updates": "tensor<?x2x3x2x2xi64, #stablehlo.bounds<1, ?, ?, ?, ?>>"}),
        (["C4", "C18"], {"indices": "tensor<2x?x3x2xi64, #stablehlo.bounds<?, 1, ?, ?>>"}),
        (["C19"], {"indices": "tensor<2x2x3x?xi64, #stablehlo.bounds<?, ?, ?, 1>>"}),
    ],
)
def test_a_bound_too_small_is_a_violation_that_upstream_accepts(expected: list[str], changes: dict[str, Any]) -> None:
    arguments = {"inputs": INPUT, "indices": INDICES, "updates": UPDATE, **changes}
    found = check_scatter(arguments["inputs"], arguments["indices"], arguments["updates"], **VALID)
    assert [violation.id.removeprefix("scatter.") for violation in found] == expected
    assert all(violation.upstream for violation in found)


def test_a_bound_too_small_beside_a_size_that_differs_is_none_that_upstream_accepts() -> None:
    assert notes(INPUT, "tensor<?x9x3x2x2xi64, #stablehlo.bounds<1, ?, ?, ?, ?>>") == {"C4": False}


def test_a_results_bound_too_small_breaks_c24() -> None:
    assert ids(result_types="tensor<2x?x4x2xi64, #stablehlo.bounds<?, 2, ?, ?>>") == ["C24"]
    assert ids(result_types="tensor<2x?x4x2xi64, #stablehlo.bounds<?, 3, ?, ?>>") == []


def test_results_keep_unknown_sizes_and_bounds() -> None:
    bounded = tensor("tensor<2x?x4x2xi32, #stablehlo.bounds<?, 3, ?, ?>>")
    body = region("tensor<i64>", "tensor<i64>")
    (result,) = infer_scatter(bounded, INDICES, "2x2x3x2x2xi32", **VALID, update_computation=body)
    assert str(result) == "tensor<2x?x4x2xi64, #stablehlo.bounds<?, 3, ?, ?>>"
    assert infer_scatter(bounded, INDICES, "2x2x3x2x2xi32", **VALID) == (bounded,)


def test_rank_0_scatter() -> None:
    nothing: dict[str, Any] = dict.fromkeys(VALID, ())
    assert infer_scatter("f32", "0xi32", "f32", **{**nothing, "index_vector_dim": 0}) == (tensor("f32"),)


def test_an_invalid_scatter_raises_every_violation_when_inferred() -> None:
    with pytest.raises(ConstraintError, match="breaks 2 constraints") as error:
        infer_scatter(INPUT, INDICES, UPDATE, **{**VALID, "update_window_dims": [4, 3], "index_vector_dim": 9})
    assert [v.id for v in error.value.violations] == ["scatter.C7", "scatter.C22"]


def test_what_depends_on_an_unknown_size_or_body_is_unknown_and_all_else_holds() -> None:
    numbers = ScatterDimensionNumbers((3, 4), (1,), (0,), (1,), (2, 1), 3)
    indices, updates = tensor(INDICES), (tensor(UPDATE),)
    body = region("tensor<i64>", "tensor<i64>")
    outcomes = SCATTER.evaluate(ScatterFacts((tensor("2x?x4x2xi64"),), indices, updates, numbers, body))
    assert all(outcome.verdict is Truth.HOLDS for outcome in outcomes.values())
    outcomes = SCATTER.evaluate(ScatterFacts((tensor("?x3x4x2xi64"),), indices, updates, numbers))
    unknown = {"scatter.I12", "scatter.C18", "scatter.C23"}
    assert {id for id, outcome in outcomes.items() if outcome.verdict is Truth.UNKNOWN} == unknown


def test_without_a_region_nothing_is_said_of_it() -> None:
    facts = ScatterFacts((tensor(INPUT),), tensor(INDICES), (tensor(UPDATE),), None, results=(tensor("2x3x4x2xf32"),))
    outcomes = {id: outcome.verdict for id, outcome in SCATTER.evaluate(facts).items()}
    assert outcomes["scatter.I12"] is Truth.UNKNOWN
    assert outcomes["scatter.C23"] is Truth.UNKNOWN
    assert outcomes["scatter.C25"] is Truth.UNKNOWN
    assert outcomes["scatter.C24"] is Truth.HOLDS


def test_the_location_stands_in_the_diagnostic() -> None:
    (violation,) = check_scatter(
        INPUT, INDICES, UPDATE, **{**VALID, "update_window_dims": [4, 3]}, location=Location("a.mlir", 2, 3)
    )
    assert str(violation).startswith(
        "a.mlir:2:3: error: stablehlo.scatter breaks scatter.C7: update_window_dims = [4, 3]"
    )


@pytest.mark.parametrize(
    "name", [*VALID, "indices_are_sorted", "unique_indices", "update_computation", "result_types", "location"]
)
@pytest.mark.parametrize("value", [1.5, "x", object(), [1.5], {"a": 1}])
def test_what_is_of_the_wrong_kind_is_a_usage_error(name: str, value: object) -> None:
    with pytest.raises(UsageError):
        check_scatter(INPUT, INDICES, UPDATE, **{**VALID, name: value})


def as_scatter(case: tuple[list[int], list[int], list[int], dict[str, Any]]) -> tuple[list[list[int]], dict[str, Any]]:
    """A gather's shapes and dimension numbers read as those of the scatter that puts its slices back."""
    operand, indices, result, dims = case
    names = {
        "offset_dims": "update_window_dims",
        "collapsed_slice_dims": "inserted_window_dims",
        "operand_batching_dims": "input_batching_dims",
        "start_indices_batching_dims": "scatter_indices_batching_dims",
        "start_index_map": "scatter_dims_to_operand_dims",
        "index_vector_dim": "index_vector_dim",
    }
    return [operand, indices, result], {new: dims[old] for old, new in names.items()}


@unhurried
@given(gathers())
def test_random_valid_scatters_are_valid(case: tuple[list[int], list[int], list[int], dict[str, Any]]) -> None:
    (input, indices, update), dims = as_scatter(case)
    assert infer_scatter(typed(input), typed(indices, 64), typed(update), **dims) == (typed(input),)


@unhurried
@given(st.data(), gathers(), st.integers(0, 3))
def test_random_scatters_break_what_the_formulas_say(
    data: st.DataObject, case: tuple[list[int], list[int], list[int], dict[str, Any]], count: int
) -> None:
    shapes, dims = as_scatter(case)
    (input, indices, update), dims = data.draw(broken(shapes, dims))
    inputs = [input] * count
    updates = [update] * (count if data.draw(st.booleans()) else data.draw(st.integers(0, 3)))
    if data.draw(st.booleans()) and inputs:
        inputs[-1] = [*input, 1]
    expected = literal_constraints.scatter(inputs, indices, updates, dims)
    found = check_scatter(
        [typed(shape) for shape in inputs], typed(indices, 64), [typed(shape) for shape in updates], **dims
    )
    for violation in found:
        assert expected[violation.id.removeprefix("scatter.")] is not True, violation
        assert not {v.id for v in found} & {*constraints()[violation.id].needs}
    assert (found == []) == all(expected.values())


@unhurried
@given(st.data(), gathers())
def test_unknown_sizes_never_add_a_violation(
    data: st.DataObject, case: tuple[list[int], list[int], list[int], dict[str, Any]]
) -> None:
    shapes, dims = as_scatter(case)
    hidden: list[Type] = [
        TensorType(tuple(None if data.draw(st.booleans()) else size for size in shape), IntegerType(32))
        for shape in (*shapes, shapes[0])
    ]
    assert check_scatter(hidden[0], hidden[1], hidden[2], **dims, result_types=hidden[3]) == []


def typed(shape: list[int], width: int = 32) -> TensorType:
    return TensorType(tuple(shape), IntegerType(width))


def test_an_offence_hides_no_independent_one() -> None:
    assert ids(index_vector_dim=9, update_window_dims=[3, 7]) == ["C8", "C22"]
    whatever = {"inserted_window_dims": [], "input_batching_dims": [], "scatter_indices_batching_dims": []}
    one = ids("4xi32", "3xi64", "3xi32", **whatever, update_window_dims=[3], index_vector_dim=7)
    assert {"C8", "C22"} <= set(one)
    assert ids(indices="tensor<*xi64>", update_window_dims=[3, 7]) == ["I2", "C8"]
    assert ids([INPUT, "2x3x4x3xf32"], updates=[UPDATE]) == ["C1", "C5"]
    assert ids([INPUT], updates=[UPDATE, "2x2x3x2x1xf32"]) == ["C3", "C5"]
    assert ids(input_batching_dims=[0, 3], scatter_indices_batching_dims=[2, 9], update_window_dims=[3]) == [
        "C4",
        "C15",
        "C18",
    ]


def test_the_results_types_are_judged_where_the_inputs_are_not_promotable() -> None:
    body = region("tensor<f32>", "tensor<f32>")
    assert notes(*of("f64"), update_computation=body, result_types=of("i32")[0]) == {"C23": True, "C25": False}
    assert notes(*of("f64"), update_computation=body, result_types=of("f32")[0]) == {"C23": True}
    mixed = region("tensor<f32>", "tensor<f32>", returns=["tensor<f64>"])
    assert notes(*of("f32"), update_computation=mixed, result_types=of("f32")[0]) == {"C23": False}
    assert notes(*of("f32"), update_computation=mixed, result_types=of("i32")[0]) == {"C23": False, "C25": False}


def test_nothing_is_said_to_be_accepted_of_tf32() -> None:
    body = region("tensor<f16>", "tensor<f16>")
    assert notes("2x3x4x2xf16", "2x2x3x2x2xtf32", update_computation=body) == {"C6": False}
