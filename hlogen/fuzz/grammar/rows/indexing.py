"""gather, dynamic_gather, scatter, select_and_scatter: every layout, index type, body and promise."""

from __future__ import annotations

import numpy as np

from hlogen.conform.generate.dimensions import Layout, draw_layout
from hlogen.conform.generate.valid import PROMOTIONS
from hlogen.fuzz.elements import Array, indices
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


def _promises(site: Site, layout: Layout, columns: list[Array], *, is_inside: bool) -> tuple[bool, bool]:
    """Whether the index vectors are promised to be sorted and unique, which they then are; the former sorts them.

    The text may be read in two ways where there are batching dims, the index map isn't in order or windows come before
    batches in the result, clamping may change the order of vectors that aren't inside, and updates of several elements
    may overlap though their vectors differ: there nothing is promised.
    """
    if layout.index_vectors <= 1:
        return site.chance(20), site.chance(20)
    vectors = np.stack([each.reshape(-1) for each in columns], 1) if columns else np.empty((layout.index_vectors, 0))
    in_order = list(layout.start_index_map) == sorted(layout.start_index_map)
    if layout.operand_batching_dims or not in_order:
        return False, False
    rank = len(layout.result_shape)
    are_batches_first = list(layout.offset_dims) == list(range(rank - len(layout.offset_dims), rank))
    is_sorted = are_batches_first and (is_inside or len(columns) <= 1) and site.chance(25)
    if is_sorted and columns:
        order = np.lexsort(vectors.T[::-1])
        for each in columns:
            each[...] = each.reshape(-1)[order].reshape(each.shape)
    are_apart = all(layout.slice_sizes[d] == 1 for d in layout.start_index_map)
    is_unique = are_apart and len(np.unique(vectors, axis=0)) == layout.index_vectors and site.chance(40)
    return is_sorted, is_unique


def _starts(site: Site, layout: Layout) -> tuple[Value, bool, bool]:
    """The index vectors, and whether they are promised to be sorted and unique."""
    element = site.choice(INDICES)
    shape = layout.indices_shape
    limits = [layout.operand_shape[d] - layout.slice_sizes[d] for d in layout.start_index_map]
    at = layout.index_vector_dim
    moved = tuple(size for d, size in enumerate(shape) if d != at)
    wild = site.chance(45)
    columns = [indices(site.draw, element, moved, max(limit, 0), wild=wild) for limit in limits]
    is_inside = not wild and all(limit >= 0 for limit in limits)
    is_sorted, is_unique = _promises(site, layout, columns, is_inside=is_inside)
    if at < len(shape):
        array = np.stack(columns, at) if columns else np.empty(shape, np.int64)
    else:
        (array,) = columns
    type = TensorType(shape, element)
    if not (is_sorted or is_unique):  # not a value that is there: its elements may be anything
        there = [value for value in site.values if value.type == type]
        if there and site.chance(20):
            return site.choice(there), False, False
    return site.argument(type, array.astype(dtype_of(element))), is_sorted, is_unique
