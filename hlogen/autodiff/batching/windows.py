"""Windows on a batch: one more dimension, along which each window has one element."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.defined import batch_definition, batch_inside
from hlogen.autodiff.batching.registry import Unbatched, batched_all, batching
from hlogen.autodiff.rules.windows import as_reduce
from hlogen.autodiff.site import Site
from hlogen.builder.tensor import Tensor
from hlogen.definitions.windows import Windows


@batching("stablehlo.reduce_window")
def batch_reduce_window(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor | Unbatched]:
    """Initial values and captured values of a batch have no place in the operation, so the windows are written out."""
    at = site.at
    if any(is_batched[at.init_values]) or any(is_batched[at.captured]):
        return batch_inside(as_reduce(site), site, is_batched, size)
    inputs = batched_all(site, is_batched, size, at.inputs)
    types = [type.batched(size) for type in site.result_types]
    attributes = Windows.of(site.operation).batched(size).attributes
    return site.emit([*inputs, *site.operands[at.init_values]], types, **attributes)


@batching("stablehlo.select_and_scatter")
def batch_select_and_scatter(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor | Unbatched]:
    if any(is_batched[2:]):
        return batch_definition(site, is_batched, size)
    operands = batched_all(site, [*is_batched[:2], *[True] * (len(is_batched) - 2)], size)[:3]
    (type,) = site.result_types
    attributes = Windows.of(site.operation).batched(size).attributes
    names = ("window_dimensions", "window_strides", "padding")
    kept = {name: attributes[name] for name in names}
    return site.emit(operands, [type.batched(size)], **kept)
