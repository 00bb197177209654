"""Operations that are derived as what they are defined to be (`hlogen.definitions`)."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.forward import jvp_of
from hlogen.autodiff.registry import Tangents, jvp
from hlogen.autodiff.site import Site
from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import defined


@jvp(
    "stablehlo.batch_norm_grad", "stablehlo.batch_norm_inference", "stablehlo.batch_norm_training",
    computes_results=True,
)  # fmt: skip
def defined_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    block = defined(site.operation)
    assert block is not None  # its shapes are static
    return jvp_of(block, site.operands, tangents)
