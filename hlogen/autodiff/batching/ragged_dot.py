"""ragged_dot on a batch: one more dimension of its operands; one after another, where the groups differ."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.one_by_one import one_by_one
from hlogen.autodiff.batching.registry import batching
from hlogen.autodiff.ragged import Ragged
from hlogen.autodiff.site import Site
from hlogen.builder.tensor import Tensor

_BATCH = "batch"


@batching("chlo.ragged_dot")
def ragged_dot(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    if is_batched[2]:
        return one_by_one(site, is_batched, size)
    names = Ragged.of(site)
    lhs, rhs = (
        (operand, [_BATCH, *own] if batched else own)
        for operand, own, batched in zip(site.operands, (names.lhs, names.rhs), is_batched, strict=False)
    )
    element_type = site.result_types[0].element_type
    return [names.product(site, lhs, rhs, [_BATCH, *names.result], element_type)]
