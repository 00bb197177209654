"""sort: tangents are moved as the elements that they belong to."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.forward import replay_block
from hlogen.autodiff.registry import Tangents, jvp
from hlogen.autodiff.site import Site
from hlogen.builder.emit import emit
from hlogen.builder.gather import gather
from hlogen.builder.inner import region
from hlogen.builder.shape import iota, reshape
from hlogen.builder.tensor import Tensor
from hlogen.ir import IntegerAttr, IntegerType, Operation, TensorType


@jvp("stablehlo.sort", computes_results=True)
def sort_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    """Their places are sorted along with the operands, so tangents agree with the order that was found, whichever of
    the possible ones it is where elements are equal."""
    operands = site.operands
    type = operands[0].type
    dimension = site.attribute("dimension", -1) % type.rank
    if type.static_shape[dimension] < 2 or 0 in type.static_shape:
        return site.emit(operands), tangents[site.at.operands]
    results, order = _sorted_with_places(site, type, dimension)
    return results, [
        None if tangent is None else taken_along(tangent, order, dimension) for tangent in tangents[site.at.operands]
    ]


def _sorted_with_places(site: Site, type: TensorType, dimension: int) -> tuple[Sequence[Tensor], Tensor]:
    """The results, and for each place in them the place that its elements had before."""
    operands = site.operands
    for number, operand in enumerate(operands):
        if _counts_along(operand, dimension):
            unchanged = site.emit(operands)
            return unchanged, unchanged[number]
    width = 32 if type.static_shape[dimension] <= 1 << 31 else 64
    places = iota(TensorType(type.shape, IntegerType(width)), iota_dimension=dimension)
    comparator = site.operation.regions[0].block
    captured = site.captured_inputs

    def with_places(arguments: list[Tensor]) -> list[Tensor]:
        own = dict(zip(comparator.arguments, arguments, strict=False))
        return replay_block(comparator, {**captured, **own})

    scalars = [TensorType((), value.element_type) for value in (*operands, places) for _ in range(2)]
    derived = region(scalars, "comparator of sort", with_places)
    types = [*site.result_types, places.type]
    *results, order = emit(site.name, [*operands, places], site.attributes, [derived], types)
    return results, order


def _counts_along(operand: Tensor, dimension: int) -> bool:
    """True for an iota of integers that hold any place of the dimension: an argsort sorts one along already."""
    source = operand.value.owner
    return (
        isinstance(source, Operation)
        and source.name == "stablehlo.iota"
        and source.attributes.get("iota_dimension") == IntegerAttr(dimension, IntegerType(64))
        and isinstance(operand.element_type, IntegerType)
        and operand.type.static_shape[dimension] - 1 <= operand.element_type.maximum
    )


def taken_along(value: Tensor, places: Tensor, dimension: int) -> Tensor:
    """The elements of `value` at `places`, all in bounds, along `dimension`; in the other dimensions both agree."""
    others = [at for at in range(value.rank) if at != dimension]
    return gather(
        value,
        reshape(places, [*places.type.static_shape, 1]),
        offset_dims=[],
        collapsed_slice_dims=[dimension],
        operand_batching_dims=others,
        start_indices_batching_dims=others,
        start_index_map=[dimension],
        index_vector_dim=value.rank,
        slice_sizes=[min(1, size) for size in value.type.static_shape],
    )
