"""The generator: one seed, one program; every corner of the space is reached; valid means valid."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from helpers.hypothesis_draw import HypothesisDraw
from hypothesis import find, settings
from hypothesis import strategies as st

from hlogen.conform.generate import OPS, Body, Case, SeededDraw, draw_case, draw_invalid_case
from hlogen.conform.generate.case import single_op_module
from hlogen.conform.generate.dimensions import draw_layout
from hlogen.ir import IntegerType, TensorType, dtype_of


@cache
def cases() -> list[Case]:
    return [draw_case(SeededDraw(seed)) for seed in range(2000)]


def test_one_seed_gives_one_program() -> None:
    for seed in range(50):
        first, second = draw_case(SeededDraw(seed)), draw_case(SeededDraw(seed))
        assert str(first) == str(second)
        assert str(draw_invalid_case(SeededDraw(seed))) == str(draw_invalid_case(SeededDraw(seed)))


CORNERS: dict[str, Callable[[Case], bool]] = {
    "rank 0": lambda case: case.layout.operand_shape == (),
    "rank 4": lambda case: len(case.layout.operand_shape) == 4,
    "batching dims": lambda case: bool(case.layout.operand_batching_dims),
    "batching dims in another order than the indices'": lambda case: (
        list(case.layout.start_indices_batching_dims) != sorted(case.layout.start_indices_batching_dims)
    ),
    "permuted map": lambda case: list(case.layout.start_index_map) != sorted(case.layout.start_index_map),
    "partial map": lambda case: len(case.layout.start_index_map) < len(case.layout.operand_shape),
    "empty index vectors": lambda case: not case.layout.start_index_map and case.layout.index_vectors > 0,
    "index_vector_dim == rank": lambda case: case.layout.index_vector_dim == len(case.layout.indices_shape),
    "index_vector_dim in front": lambda case: case.layout.index_vector_dim == 0 and len(case.layout.indices_shape) > 1,
    "index_vector_dim inside": lambda case: 0 < case.layout.index_vector_dim < len(case.layout.indices_shape) - 1,
    "offset dims before batch dims": lambda case: (
        0 in case.layout.offset_dims and len(case.layout.result_shape) > len(case.layout.offset_dims)
    ),
    "no offset dims": lambda case: not case.layout.offset_dims and bool(case.layout.operand_shape),
    "empty operand": lambda case: 0 in case.layout.operand_shape,
    "empty result": lambda case: 0 in case.layout.result_shape,
    "slice size 0": lambda case: 0 in case.layout.slice_sizes and 0 not in case.layout.operand_shape,
    "long dimension": lambda case: max(case.layout.operand_shape, default=0) >= 100,
    "negative index": lambda case: any(int(value) < 0 for value in case.indices.flat),
    "index beyond i64": lambda case: any(int(value) >= 2**63 for value in case.indices.flat),
    "promises": lambda case: case.indices_are_sorted and (case.op != "scatter" or case.unique_indices),
    "constant indices": lambda case: len(case.element_types) in case.constants,
}


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("op", OPS)
def test_every_corner_is_reached(op: str, corner: str) -> None:
    assert sum(case.op == op and CORNERS[corner](case) for case in cases()) >= 3


@pytest.mark.parametrize("collapsed_zeros", [True, False])
def test_collapsed_slices_of_size_0_where_operand_has_elements(collapsed_zeros: bool) -> None:
    """They are drawn where asked for alone: what a gather reads there is undefined."""
    layouts = [draw_layout(SeededDraw(seed), collapsed_zeros=collapsed_zeros) for seed in range(1000)]
    sizes = [(one.slice_sizes[d], one.operand_shape[d]) for one in layouts for d in one.collapsed_slice_dims]
    assert any(size == 0 != dim for size, dim in sizes) == collapsed_zeros
    assert any(size == dim == 0 for size, dim in sizes)


SCATTERS = {
    "several inputs": lambda case: len(case.element_types) > 1,
    "promotion": lambda case: case.promotes,
    "results that depend on another input": lambda case: (
        len(case.element_types) > 1 and case.body.results[0][0] == "select"
    ),
    "capture": lambda case: "captured" in str(case.body.results),
    "assignment": lambda case: case.body.results == (("new", 0),),
    **{
        op: lambda case, op=op: op in case.body.ops
        for op in ("add", "multiply", "minimum", "maximum", "and", "or", "xor")
    },
}


@pytest.mark.parametrize("kind", SCATTERS)
def test_every_kind_of_body_is_reached(kind: str) -> None:
    assert sum(case.op == "scatter" and SCATTERS[kind](case) for case in cases()) >= 3


def test_every_element_and_index_type_is_reached() -> None:
    elements = {str(element) for case in cases() for element in case.element_types}
    assert len(elements) == 31  # all that StableHLO names, but tf32, plus one quantized
    indices = {str(case.index_type) for case in cases()}
    assert indices == {"i4", "i8", "i16", "i32", "i64", "ui4", "ui8", "ui16", "ui32", "ui64"}


def test_slice_sizes_have_a_type_of_their_own() -> None:
    """Dynamic_gather's two lists of integers needn't be of one type, and implementations may take them to be."""
    dynamic = [case for case in cases() if case.op == "dynamic_gather"]
    drawn = {(str(case.index_type), str(case.slice_sizes_type)) for case in dynamic}
    in_programs = {tuple(str(type.element_type) for type in case.operand_types[1:]) for case in dynamic}
    assert in_programs == drawn
    assert {sizes for _, sizes in drawn} == {"i8", "i32", "i64", "ui64"}
    assert len(drawn) > 30  # of 40


def test_operands_have_the_types_of_the_program() -> None:
    for case in cases():
        assert len(case.operands) == len(case.operand_types)
        for operand, type in zip(case.operands, case.operand_types, strict=True):
            assert operand.shape == type.shape
            assert operand.dtype == dtype_of(type.element_type)


def test_promises_are_kept() -> None:
    """With at most one index vector there is nothing to be out of order."""
    for case in cases():
        assert not (case.indices_are_sorted or case.unique_indices) or case.layout.index_vectors <= 1


def test_damages_are_told() -> None:
    for seed in range(200):
        case = draw_invalid_case(SeededDraw(seed))
        assert case.damages
        assert all(damage in str(case) for damage in case.damages)


def test_a_found_program_shrinks() -> None:
    def draws(draw: st.DrawFn) -> Case:
        return draw_case(HypothesisDraw(draw))

    strategy = st.composite(draws)()
    small = find(
        strategy, lambda case: case.op == "scatter" and case.updates[0].size > 1, settings=settings(max_examples=2000)
    )
    assert small.updates[0].size == 2
    assert str(small.element_types[0]) == "i32"


def test_a_body_becomes_a_region() -> None:
    i32 = IntegerType(32)
    body = Body((i32,), (("add", ("multiply", ("old", 0), ("captured", 0, 2)), ("new", 0)),))
    type, index = TensorType((2,), i32), TensorType((1,), i32)
    module = single_op_module("stablehlo.scatter", (type, index, TensorType((), i32)), (type,), {}, body)
    names = [op.name for op in module.walk()]
    assert names == [
        "func.func",
        "stablehlo.constant",
        "stablehlo.scatter",
        "stablehlo.multiply",
        "stablehlo.add",
        "stablehlo.return",
        "func.return",
    ]
    assert body.depth == 2
    assert body.ops == {"add", "multiply"}


def test_updated_places_are_those_of_the_formula() -> None:
    for case in cases():
        if case.op != "scatter" or case.layout.operand_batching_dims or len(case.layout.operand_shape) != 1:
            continue
        layout = case.layout
        counted = sum(1 for _ in case.updated_places())
        starts = case.start_vectors[:, 0] if layout.start_index_map else np.zeros(layout.index_vectors, object)
        window = layout.slice_sizes[0] if layout.offset_dims else 1
        places = [start + w for start in starts for w in range(window)]
        assert counted == sum(0 <= place < layout.operand_shape[0] for place in places)
