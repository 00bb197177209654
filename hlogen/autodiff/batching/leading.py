"""Operations on batches of matrices and transforms of the last dimensions: a batch is one more dimension in front."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.registry import batched_all, batching
from hlogen.autodiff.site import Site
from hlogen.builder.tensor import Tensor


@batching("stablehlo.cholesky", "stablehlo.fft", "stablehlo.triangular_solve")
def leading(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    (type,) = site.result_types
    return site.emit(batched_all(site, is_batched, size), [type.batched(size)])[0]
