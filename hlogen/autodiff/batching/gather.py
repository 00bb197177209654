"""gather and dynamic_gather of a batch: `operand_batching_dims` where both sides are batched, else cheaper forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hlogen.autodiff.batching.registry import batching, behind
from hlogen.autodiff.site import Site
from hlogen.builder.elementwise import convert
from hlogen.builder.emit import emit_constant, i64_array
from hlogen.builder.known import integers_of
from hlogen.builder.shape import concatenate
from hlogen.builder.tensor import Tensor
from hlogen.ir import GatherDimensionNumbers, IntegerType

_I64 = IntegerType(64)


@batching("stablehlo.gather")
def batch_gather(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    numbers, keeps_order, slice_size = _batched(site, is_batched, size)
    slice_sizes = (*([] if slice_size is None else [slice_size]), *site.attribute("slice_sizes"))
    (result,) = site.emit(
        site.operands,
        [site.result_types[0].batched(size)],
        dimension_numbers=numbers,
        slice_sizes=i64_array(slice_sizes),
        indices_are_sorted=keeps_order,
    )
    return result


@batching("stablehlo.dynamic_gather")
def batch_dynamic_gather(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    operand, indices, slice_sizes = site.operands
    if is_batched[2]:
        raise site.error(
            "its slice_sizes differ along the batch, so its results would have different shapes\n"
            "  fix: compute them from what isn't batched"
        )
    numbers, keeps_order, slice_size = _batched(site, is_batched, size)
    if slice_size is not None:
        known = integers_of(slice_sizes.value)
        if known is not None:
            slice_sizes = emit_constant([slice_size, *map(int, known)], _I64)
        else:
            slice_sizes = concatenate([emit_constant([slice_size], _I64), convert(slice_sizes, _I64)], dimension=0)
    (result,) = site.emit(
        [operand, indices, slice_sizes],
        [site.result_types[0].batched(size)],
        dimension_numbers=numbers,
        indices_are_sorted=keeps_order,
    )
    return result


def _batched(site: Site, is_batched: Sequence[bool], size: int) -> tuple[GatherDimensionNumbers, bool, int | None]:
    """The dimension numbers, whether the indices are sorted, and the slice size in a batched operand's dimension 0."""
    numbers: GatherDimensionNumbers = site.attribute("dimension_numbers")
    is_sorted = bool(site.attribute("indices_are_sorted", False))
    of_operand, of_indices = is_batched[:2]
    numbers = replace(numbers, offset_dims=behind(numbers.offset_dims))
    if of_operand:
        numbers = replace(
            numbers,
            collapsed_slice_dims=behind(numbers.collapsed_slice_dims),
            operand_batching_dims=behind(numbers.operand_batching_dims),
            start_index_map=behind(numbers.start_index_map),
        )
    if of_indices:
        numbers = replace(
            numbers,
            start_indices_batching_dims=behind(numbers.start_indices_batching_dims),
            index_vector_dim=numbers.index_vector_dim + 1,
        )
    if of_operand and of_indices:
        numbers = replace(
            numbers,
            operand_batching_dims=(0, *numbers.operand_batching_dims),
            start_indices_batching_dims=(0, *numbers.start_indices_batching_dims),
        )
    elif of_operand:
        numbers = replace(numbers, offset_dims=(0, *numbers.offset_dims))
    # One batch of indices after another isn't sorted; the same ones for a batch of operands still are.
    keeps_order = is_sorted and (not of_indices or size <= 1)
    slice_size = None if not of_operand else min(size, 1) if of_indices else size
    return numbers, keeps_order, slice_size
