"""gather, dynamic_gather, scatter, select_and_scatter: every layout, index type, body and promise."""

from __future__ import annotations

import numpy as np

from hlogen.conform.generate.dimensions import Layout, draw_layout
from hlogen.conform.generate.valid import PROMOTIONS
from hlogen.fuzz.elements import indices
from hlogen.fuzz.grammar.registry import row
from hlogen.fuzz.site import (
    ANY,
    BOOLEANS,
    INDICES,
    NUMBERS,
    SMALL_FLOATS,
    Site,
    integers,
    type_of,
)
from hlogen.ir import Attribute, ElementType, TensorType, Value, dtype_of, parse_element_type
from hlogen.ir.types import I64


@row("stablehlo.gather")
def gather(site: Site) -> None:
    layout = draw_layout(site.draw, collapsed_zeros=True)
    operand = site.like(TensorType(layout.operand_shape, site.element(ANY)))
    starts, is_sorted, _ = _starts(site, layout)
    attributes: dict[str, Attribute] = {
        "dimension_numbers": layout.gather_numbers(), "slice_sizes": integers(layout.slice_sizes),
        "indices_are_sorted": is_sorted,
    }  # fmt: skip
    site.emit("stablehlo.gather", [operand, starts], **attributes)


@row("stablehlo.dynamic_gather")
def dynamic_gather(site: Site) -> None:
    layout = draw_layout(site.draw, collapsed_zeros=True)
    operand = site.like(TensorType(layout.operand_shape, site.element(ANY)))
    starts, is_sorted, _ = _starts(site, layout)
    sizes = site.constant(TensorType((len(layout.slice_sizes),), I64), np.array(layout.slice_sizes, np.int64))
    result = TensorType(layout.result_shape, type_of(operand).element_type)
    attributes: dict[str, Attribute] = {
        "dimension_numbers": layout.gather_numbers(), "indices_are_sorted": is_sorted,
    }  # fmt: skip
    site.emit("stablehlo.dynamic_gather", [operand, starts, sizes], [result], **attributes)


@row("stablehlo.scatter")
def scatter(site: Site) -> None:
    layout = draw_layout(site.draw, collapsed_zeros=False)
    count = site.integer(2, 3) if site.chance(15) else 1
    allowed = (*NUMBERS, *BOOLEANS, *SMALL_FLOATS)
    types = tuple(site.element(allowed) for _ in range(count))
    inside = tuple(_wider(site, type) for type in types) if site.chance(10) else types
    inputs = [site.like(TensorType(layout.operand_shape, type)) for type in types]
    starts, is_sorted, is_unique = _starts(site, layout)
    updates = [site.like(TensorType(layout.result_shape, type)) for type in types]
    region = site.body(inside)
    attributes: dict[str, Attribute] = {
        "scatter_dimension_numbers": layout.scatter_numbers(), "indices_are_sorted": is_sorted,
        "unique_indices": is_unique,
    }  # fmt: skip
    results = [TensorType(layout.operand_shape, type) for type in inside]
    site.emit("stablehlo.scatter", [*inputs, starts, *updates], results, [region], **attributes)


def _wider(site: Site, type: ElementType) -> ElementType:
    return parse_element_type(site.choice(PROMOTIONS.get(str(type), (str(type),))))


def _starts(site: Site, layout: Layout) -> tuple[Value, bool, bool]:
    """The index vectors, and whether they are promised to be sorted and unique."""
    element = site.choice(INDICES)
    shape = layout.indices_shape
    limits = [layout.operand_shape[d] - layout.slice_sizes[d] for d in layout.start_index_map]
    at = layout.index_vector_dim
    moved = tuple(size for d, size in enumerate(shape) if d != at)
    wild = site.chance(45)
    columns = [indices(site.draw, element, moved, max(limit, 0), wild=wild) for limit in limits]
    if at < len(shape):
        array = np.stack(columns, at) if columns else np.empty(shape, np.int64)
    else:
        (array,) = columns
    single = layout.index_vectors <= 1  # the only case in which both promises are kept whatever the indices
    is_sorted, is_unique = single and site.chance(20), single and site.chance(20)
    type = TensorType(shape, element)
    if not (is_sorted or is_unique):  # not a value that is there: its elements may be anything
        there = [value for value in site.values if value.type == type]
        if there and site.chance(20):
            return site.choice(there), False, False
    return site.argument(type, array.astype(dtype_of(element))), is_sorted, is_unique
