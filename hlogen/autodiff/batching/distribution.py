"""Collectives on a batch: each process has its own, and the dimensions that they name are one further on."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.registry import Unbatched, batched_all, batching, without
from hlogen.autodiff.site import Site
from hlogen.builder.emit import i64
from hlogen.builder.tensor import Tensor

_DIMENSIONS = ("all_gather_dim", "scatter_dimension", "split_dimension", "concat_dimension")

without("stablehlo.partition_id", "stablehlo.replica_id", because="it takes nothing that could be batched")
without(
    *("stablehlo.send", "stablehlo.outfeed"),
    because="who takes what it gives away expects it without a batch",
)
without(
    *("stablehlo.recv", "stablehlo.infeed", "stablehlo.after_all"),
    because="it takes tokens, which are the same for the whole batch",
)


@batching("stablehlo.all_gather", "stablehlo.reduce_scatter", "stablehlo.all_to_all")
def along_dimensions(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    _refuse_captured(site, is_batched)
    shifted = {name: i64(site.attribute(name) + 1) for name in _DIMENSIONS if name in site.attributes}
    operands = batched_all(site, is_batched, size, site.at.operands)
    types = [type.batched(size) for type in site.result_types]
    return site.emit(operands, types, **shifted)


@batching(
    *("stablehlo.all_reduce", "stablehlo.collective_reduce"),
    *("stablehlo.collective_broadcast", "stablehlo.collective_permute"),
)
def element_by_element(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor | Unbatched]:
    """Each operand by itself, batched or not."""
    _refuse_captured(site, is_batched)
    if any(is_batched[site.at.roots]):
        raise site.error("has roots that differ along the batch\n  fix: loop over the batch")
    flags = is_batched[site.at.inputs]
    types = [type.batched(size) if flag else type for type, flag in zip(site.result_types, flags, strict=True)]
    results = site.emit(site.operands, types)
    return [result if flag else Unbatched(result) for result, flag in zip(results, flags, strict=True)]


def _refuse_captured(site: Site, is_batched: Sequence[bool]) -> None:
    if any(is_batched[site.at.captured]):
        raise site.error(
            "has a computation of values that differ along the batch, and it is one for the whole batch\n"
            "  fix: gather the operands with hl.all_gather, and hl.reduce them"
        )
