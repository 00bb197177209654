"""sort on a batch: one more dimension that isn't sorted."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.registry import batching, repeated
from hlogen.autodiff.forward import replay_block
from hlogen.autodiff.site import Site
from hlogen.builder.emit import emit, i64
from hlogen.builder.inner import region
from hlogen.builder.sizes import broadcast_to_sizes, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.ir import TensorType


@batching("stablehlo.sort")
def batch_sort(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    """What the comparator uses from outside and differs along the batch is sorted along with the operands, so that the
    comparator gets it with them."""
    count = len(site.operands)
    type = site.input_types[0]
    own = sizes_of(site.operands[0])[is_batched[0] :]
    operands = [
        value if batched else repeated(value, size) for value, batched in zip(site.operands, is_batched, strict=False)
    ]
    varying = [value for value, batched in zip(site.captured, is_batched[site.at.captured], strict=True) if batched]
    for value in varying:
        tensor = site.captured_inputs[value]
        if tensor.rank != 1:
            raise site.error(
                f"its comparator uses a {value.type} that differs along the batch\n"
                "  fix: let it use scalars, or sort that along with the operands"
            )
        operands.append(broadcast_to_sizes(tensor, [size, *own], [0]))
    comparator = site.operation.regions[0].block

    def with_varying(arguments: list[Tensor]) -> list[Tensor]:
        values = dict(zip(comparator.arguments, arguments, strict=False))
        values.update(zip(varying, arguments[2 * count :: 2], strict=True))
        return replay_block(comparator, {**site.captured_inputs, **values})

    scalars = [TensorType((), value.element_type) for value in operands for _ in range(2)]
    derived = region(scalars, "comparator of sort", with_varying)
    dimension = i64(site.attribute("dimension", -1) % type.rank + 1)
    types = [value.type for value in operands]
    results = emit(site.name, operands, {**site.attributes, "dimension": dimension}, [derived], types)
    return results[:count]


@batching("chlo.top_k")
def batch_top_k(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    """It orders the last dimension, whatever is before it."""
    return site.emit(site.operands, [type.batched(size) for type in site.result_types])
