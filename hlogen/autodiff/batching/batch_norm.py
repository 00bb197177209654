"""batch_norm_* on a batch: each entry is normalized by itself, so they become what they are decomposed to."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.registry import batched_all, batching
from hlogen.autodiff.rules.batch_norm import decomposed
from hlogen.autodiff.site import Site
from hlogen.builder.tensor import Tensor


@batching("stablehlo.batch_norm_grad", "stablehlo.batch_norm_inference", "stablehlo.batch_norm_training")
def batch_norm(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    return decomposed(site, batched_all(site, is_batched, size), leading=1)
