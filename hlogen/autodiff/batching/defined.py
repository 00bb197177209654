"""Operations that are, on a batch, what they are defined to be on each entry (`hlogen.definitions`)."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batch import batch_block
from hlogen.autodiff.batching.registry import Unbatched, batching
from hlogen.autodiff.site import Site
from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import defined
from hlogen.ir import Block
from hlogen.program.copy import closed


@batching("stablehlo.batch_norm_grad", "stablehlo.batch_norm_inference", "stablehlo.batch_norm_training")
def batch_definition(site: Site, is_batched: Sequence[bool], size: int) -> list[Tensor | Unbatched]:
    block = defined(site.operation)
    assert block is not None  # those of batch norms are for all shapes
    return batch_inside(closed(block, site.captured), site, is_batched, size)


def batch_inside(block: Block, site: Site, is_batched: Sequence[bool], size: int) -> list[Tensor | Unbatched]:
    """The batch of `block`, which does what the operation does to its inputs."""
    pairs = zip(block.arguments, site.inputs, strict=True)
    environment = {argument: value for argument, value in pairs if value is not None}
    batched = [argument for argument, flag in zip(block.arguments, is_batched, strict=True) if flag]
    outcome = batch_block(block, environment, batched, size)
    return [value if flag else Unbatched(value) for value, flag in outcome]
