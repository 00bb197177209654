"""Operations that move elements, on a batch: the dimensions that they name are one further on."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.registry import Unbatched, batched_all, batching, behind
from hlogen.autodiff.rules.shape import padded_mask
from hlogen.autodiff.site import Site, zeros
from hlogen.builder import shape as ops
from hlogen.builder.elementwise import clamp, select
from hlogen.builder.emit import emit_constant
from hlogen.builder.gather import gather
from hlogen.builder.scatter import scatter
from hlogen.builder.tensor import Tensor
from hlogen.ir import DenseElements, IntegerType, Operation, QuantizedType


@batching("stablehlo.broadcast_in_dim")
def broadcast_in_dim(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    dimensions = [0, *behind(site.attribute("broadcast_dimensions"))]
    shape = (size, *site.result_types[0].static_shape)
    return ops.broadcast_in_dim(site.operands[0], shape, broadcast_dimensions=dimensions)


@batching("stablehlo.reshape")
def reshape(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    return site.emit(site.operands, [site.result_types[0].batched(size)])[0]


@batching("stablehlo.transpose")
def transpose(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    return ops.transpose(site.operands[0], permutation=[0, *behind(site.attribute("permutation"))])


@batching("stablehlo.reverse")
def reverse(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    return ops.reverse(site.operands[0], dimensions=behind(site.attribute("dimensions")))


@batching("stablehlo.slice")
def slice(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    return ops.slice(
        site.operands[0],
        start_indices=[0, *site.attribute("start_indices")],
        limit_indices=[size, *site.attribute("limit_indices")],
        strides=[1, *site.attribute("strides")],
    )


@batching("stablehlo.concatenate")
def concatenate(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    return ops.concatenate(batched_all(site, is_batched, size), dimension=site.attribute("dimension") + 1)


@batching("stablehlo.pad")
def pad(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    operand, value = site.operands
    edges = {name: [0, *site.attribute(name)] for name in ("edge_padding_low", "edge_padding_high", "interior_padding")}
    if not is_batched[1]:
        return ops.pad(operand, value, **edges)
    # Each example has its own padding value, and pad takes only one: any, and the own ones are laid over it.
    (operand, value) = batched_all(site, is_batched, size)
    shape = (size, *site.result_types[0].static_shape)
    mask = ops.broadcast_in_dim(padded_mask(site), shape, broadcast_dimensions=range(1, len(shape)))
    values = ops.broadcast_in_dim(value, shape, broadcast_dimensions=[0])
    any_value = zeros(value.type.with_shape(())) if isinstance(value.element_type, QuantizedType) else 1
    return select(mask, ops.pad(operand, any_value, **edges), values)


@batching("stablehlo.dynamic_slice")
def dynamic_slice(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    """Where the slices start at different places, a gather, which moves slices inside as dynamic_slice does."""
    operand, *starts = site.operands
    sizes = site.attribute("slice_sizes")
    if not starts:  # a scalar, which is all of it
        return operand
    if not any(is_batched[1:]):
        return ops.dynamic_slice(operand, _from_zero(starts), slice_sizes=[size, *sizes])
    rank = len(sizes)
    is_shared = not is_batched[0]
    return gather(
        operand,
        _index_vectors(starts, is_batched[1:], size),
        offset_dims=range(1, rank + 1),
        collapsed_slice_dims=[],
        operand_batching_dims=[] if is_shared else [0],
        start_indices_batching_dims=[] if is_shared else [0],
        start_index_map=range(rank) if is_shared else range(1, rank + 1),
        index_vector_dim=1,
        slice_sizes=sizes if is_shared else [min(size, 1), *sizes],
    )


@batching("stablehlo.dynamic_update_slice")
def dynamic_update_slice(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    """Where the slices start at different places, a scatter, with the starts moved inside as they would be."""
    starts = site.operands[2:]
    operand, update = batched_all(site, is_batched, size)[:2]
    if not starts:  # a scalar, all of which is replaced
        return update
    if not any(is_batched[2:]):
        return ops.dynamic_update_slice(operand, update, _from_zero(starts))
    operand_type, update_type = site.input_types[:2]
    rank = operand_type.rank
    inside = [
        _clamped(start, whole - part)
        for start, whole, part in zip(starts, operand_type.static_shape, update_type.static_shape, strict=True)
    ]
    return scatter(
        operand,
        _index_vectors(inside, is_batched[2:], size),
        update,
        "set",
        update_window_dims=range(1, rank + 1),
        inserted_window_dims=[],
        input_batching_dims=[0],
        scatter_indices_batching_dims=[0],
        scatter_dims_to_operand_dims=range(1, rank + 1),
        index_vector_dim=1,
        unique_indices=True,  # one update in each example
    )


@batching("stablehlo.get_dimension_size")
def get_dimension_size(site: Site, is_batched: Sequence[bool], size: int) -> Unbatched:
    return Unbatched(ops.get_dimension_size(site.operands[0], dimension=site.attribute("dimension") + 1))


@batching("stablehlo.optimization_barrier")
def optimization_barrier(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor | Unbatched]:
    results = ops.optimization_barrier(*site.operands)
    return [result if batched else Unbatched(result) for result, batched in zip(results, is_batched, strict=True)]


def _from_zero(starts: Sequence[Tensor]) -> list[Tensor]:
    """The starts with one more for the batch dimension, all of which is meant."""
    return [emit_constant(0, starts[0].element_type, ()), *starts]


def _index_vectors(starts: Sequence[Tensor], is_batched: Sequence[bool], size: int) -> Tensor:
    """The starts of each example next to each other, [size, rank]."""
    columns = [
        ops.reshape(start, (size, 1)) if batched else ops.broadcast_in_dim(start, (size, 1), broadcast_dimensions=[])
        for start, batched in zip(starts, is_batched, strict=True)
    ]
    return ops.concatenate(columns, dimension=1)


def _clamped(start: Tensor, limit: int) -> Tensor:
    """Starts held between 0 and `limit`, or what their type can hold of it."""
    element_type = start.element_type
    assert isinstance(element_type, IntegerType)
    owner = start.value.owner
    if isinstance(owner, Operation) and owner.name == "stablehlo.constant":
        elements = owner.attributes["value"]
        if isinstance(elements, DenseElements) and elements.is_splat and 0 <= int(elements.array.flat[0]) <= limit:
            return start
    return clamp(0, start, min(limit, element_type.maximum))
