"""Random valid programs."""

from __future__ import annotations

import dataclasses

import numpy as np

from hlogen.conform.generate.bodies import draw_body
from hlogen.conform.generate.case import OPS, Case
from hlogen.conform.generate.dimensions import Layout, draw_layout
from hlogen.conform.generate.draw import Draw, chance, choice
from hlogen.conform.generate.values import Array, random_elements, random_indices
from hlogen.ir import ElementType, IntegerType, TensorType, dtype_of, parse_element_type

_COMMON = tuple(map(parse_element_type, ("i32", "f32", "i64", "f64", "bf16", "i1", "ui8", "i8")))
_OTHERS = tuple(
    map(
        parse_element_type,
        [
            "i16",
            "ui16",
            "ui32",
            "ui64",
            "f16",
            "complex<f32>",
            "complex<f64>",
            "i4",
            "ui4",
            "i2",
            "ui2",
            "f8E5M2",
            "f8E4M3FN",
            "f8E4M3",
            "f8E3M4",
            "f8E4M3FNUZ",
            "f8E4M3B11FNUZ",
            "f8E5M2FNUZ",
            "f8E8M0FNU",
            "f4E2M1FN",
            "f6E2M3FN",
            "f6E3M2FN",
            "!quant.uniform<i8:f32,0.5:3>",
        ],
    )
)
_INDEX_TYPES = tuple(map(parse_element_type, ("i32", "i64", "ui32", "i8", "ui8", "i16", "ui16", "ui64", "i4", "ui4")))

# The wider types that an update computation may work in (scatter C23).
PROMOTIONS = {
    "f32": ("f64",),
    "bf16": ("f32", "f64"),
    "f16": ("f32", "f64"),
    "f8E5M2": ("f16", "f32"),
    "i8": ("i16", "i32", "i64"),
    "i32": ("i64",),
    "ui8": ("ui16", "ui32"),
    "complex<f32>": ("complex<f64>",),
}


def draw_case(draw: Draw, ops: tuple[str, ...] = OPS) -> Case:
    """A valid program of one of `ops` with its arguments."""
    op = choice(draw, ops)
    layout = draw_layout(draw, collapsed_zeros=op != "scatter")
    index_type = choice(draw, _INDEX_TYPES)
    assert isinstance(index_type, IntegerType)
    element_types = tuple(_element_type(draw) for _ in range(_input_count(draw) if op == "scatter" else 1))
    body = None
    if op == "scatter":
        body = draw_body(draw, _promoted(draw, element_types))
    slice_sizes_type = None
    if op == "dynamic_gather":
        slice_sizes_type = choice(draw, (IntegerType(64), IntegerType(32), IntegerType(64, "unsigned"), IntegerType(8)))
        if max(layout.slice_sizes, default=0) > slice_sizes_type.maximum:
            slice_sizes_type = IntegerType(64)
    single = layout.index_vectors <= 1  # the only case in which both promises are kept whatever the indices
    case = Case(
        op,
        layout,
        element_types,
        index_type,
        (),
        body,
        slice_sizes_type,
        _constants(draw, op, len(element_types)),
        indices_are_sorted=single and chance(draw, 20),
        unique_indices=op == "scatter" and single and chance(draw, 20),
    )
    operands = _operands(draw, case)
    return dataclasses.replace(case, operands=operands)


def _element_type(draw: Draw) -> ElementType:
    return choice(draw, _OTHERS) if chance(draw, 35) else choice(draw, _COMMON)


def _input_count(draw: Draw) -> int:
    return draw.integer(2, 3) if chance(draw, 20) else 1


def _promoted(draw: Draw, element_types: tuple[ElementType, ...]) -> tuple[ElementType, ...]:
    if not chance(draw, 10):
        return element_types
    wider = (PROMOTIONS.get(str(element), (str(element),)) for element in element_types)
    return tuple(parse_element_type(choice(draw, names)) for names in wider)


def _constants(draw: Draw, op: str, inputs: int) -> frozenset[int]:
    constants = set()
    if chance(draw, 15):
        constants.add(inputs)  # the indices
    if op == "dynamic_gather" and chance(draw, 85):
        constants.add(2)  # the slice sizes: what an implementation with static shapes only can fold
    return frozenset(constants)


def _operands(draw: Draw, case: Case) -> tuple[Array, ...]:
    rng = np.random.default_rng(draw.integer(0, 2**32 - 1))
    specials, wild = chance(draw, 20), chance(draw, 60)
    layout = case.layout
    operands = []
    for number, type in enumerate(case.operand_types):
        if number == len(case.element_types):
            operands.append(random_indices(rng, type, _limits(layout), layout.index_vector_dim, wild=wild))
        elif case.slice_sizes_type is not None and number == len(case.element_types) + 1:
            operands.append(np.array(layout.slice_sizes, dtype_of(type.element_type)))
        else:
            operands.append(random_elements(rng, TensorType(type.shape, type.element_type), specials=specials))
    return tuple(operands)


def _limits(layout: Layout) -> list[tuple[int, int]]:
    return [(layout.operand_shape[d], layout.slice_sizes[d]) for d in layout.start_index_map]
