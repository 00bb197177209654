"""scatter of a batch: `input_batching_dims` where the indices are batched, else wider windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hlogen.autodiff.batching.registry import batched_all, batching, behind
from hlogen.autodiff.forward import replay_block
from hlogen.autodiff.site import Site, tensor_type, zeros
from hlogen.builder.emit import emit
from hlogen.builder.regions import traced
from hlogen.builder.shape import broadcast_in_dim
from hlogen.builder.tensor import Tensor
from hlogen.ir import Region, ScatterDimensionNumbers, TensorType, Value


@batching("stablehlo.scatter")
def batch_scatter(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    count = len(site.operation.results)
    numbers: ScatterDimensionNumbers = site.attribute("scatter_dimension_numbers")
    at = site.at
    indices, of_indices = site.operands[at.scatter_indices], is_batched[at.scatter_indices]
    inputs, updates = (batched_all(site, is_batched, size, group) for group in (at.inputs, at.updates))
    numbers = ScatterDimensionNumbers(
        behind(numbers.update_window_dims),
        behind(numbers.inserted_window_dims),
        behind(numbers.input_batching_dims),
        numbers.scatter_indices_batching_dims,
        behind(numbers.scatter_dims_to_operand_dims),
        numbers.index_vector_dim,
    )
    if of_indices:
        numbers = replace(
            numbers,
            input_batching_dims=(0, *numbers.input_batching_dims),
            scatter_indices_batching_dims=(0, *behind(numbers.scatter_indices_batching_dims)),
            index_vector_dim=numbers.index_vector_dim + 1,
        )
    else:
        numbers = replace(numbers, update_window_dims=(0, *numbers.update_window_dims))
    region, extra = _region(site, is_batched[at.captured])
    for value in extra:
        # What the update computation gets from outside comes along with the updates.
        inputs.append(zeros(value.type.with_shape(inputs[0].shape)))
        updates.append(broadcast_in_dim(value, updates[0].type.static_shape, broadcast_dimensions=[0]))
    attributes = {
        **site.attributes,
        "scatter_dimension_numbers": numbers,
        # One batch of indices after another isn't sorted. Each has its own batch of inputs, so places stay unique.
        "indices_are_sorted": bool(site.attribute("indices_are_sorted", False)) and (not of_indices or size <= 1),
    }
    types = [type.batched(size) for type in site.result_types]
    types += [value.type for value in inputs[count:]]
    return emit("stablehlo.scatter", [*inputs, indices, *updates], attributes, [region], types)[:count]


def _region(site: Site, is_batched: Sequence[bool]) -> tuple[Region, list[Tensor]]:
    """The update computation, and the batched values that it uses from outside: these become updates of their own."""
    captured = [value for value, is_one in zip(site.captured, is_batched, strict=True) if is_one]
    if not captured:
        return site.copied_regions()[0], []
    types = [tensor_type(value) for value in captured]
    for type in types:
        if type.rank:
            raise site.error(
                f"its update computation uses a {type} that differs along the batch, which can only be a scalar\n"
                "  fix: compute the scalar that it needs outside of the update computation"
            )
    return _with_updates(site, captured, types), [site.environment[value] for value in captured]


def _with_updates(site: Site, captured: Sequence[Value], types: Sequence[TensorType]) -> Region:
    """The update computation with further inputs; their updates stand for `captured`, and are their results."""
    block = site.operation.regions[0].block
    scalars_of_block = [tensor_type(value) for value in block.arguments]
    count, more = len(site.operation.results), len(types)

    def update_computation(*scalars: Tensor) -> tuple[Tensor, ...]:
        old, rest = scalars[:count], scalars[count + more :]
        new, others = rest[:count], rest[count:]
        environment = dict(zip(block.arguments, (*old, *new), strict=True))
        environment.update((value, site.environment[value]) for value in site.captured)
        environment.update(zip(captured, others, strict=True))
        return (*replay_block(block, environment), *others)

    argument_types = [*scalars_of_block[:count], *types, *scalars_of_block[count:], *types]
    return traced(update_computation, argument_types, "update_computation of scatter")[0]
