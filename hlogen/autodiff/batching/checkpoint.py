"""Checkpoints on a batch: a checkpoint, of the same policy, of the function on a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hlogen.autodiff.batch import batch_block
from hlogen.autodiff.batching.registry import Unbatched, batching
from hlogen.autodiff.composites import decomposition_of
from hlogen.autodiff.flatten import flattened
from hlogen.autodiff.site import Site
from hlogen.autodiff.tidy import tidy
from hlogen.builder.checkpoint import emit_checkpoint, emit_name, name_given
from hlogen.builder.composite import CHECKPOINT_NAME
from hlogen.builder.function import built
from hlogen.builder.tensor import Tensor
from hlogen.ir import Function
from hlogen.program.effects import CHECKPOINT


@batching(CHECKPOINT_NAME)
def named(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    return emit_name(site.operands[0], str(name_given(site.operation)))


@batching(CHECKPOINT)
def checkpoint(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor | Unbatched]:
    function = decomposition_of(site.operation)
    said = site.attributes.get("composite_attributes")
    mask = [] if site.mask is None else [site.mask]  # which examples get here

    def on_batch(*values: Tensor) -> tuple[Any, ...]:
        block = flattened(function.module, Function(function.operation))
        count = len(block.arguments)
        batched = [argument for argument, flag in zip(block.arguments, is_batched, strict=True) if flag]
        environment = dict(zip(block.arguments, values, strict=False))
        found = batch_block(block, environment, batched, size, *values[count:])
        return tuple(value if flag else None for value, flag in found), tuple(
            None if flag else value for value, flag in found
        )

    types = [operand.type for operand in (*site.operands, *mask)]
    made = built(on_batch, types, f"{function.name}_vmap_{size}", private=True)
    tidy(made)
    results = emit_checkpoint(made, [*site.operands, *mask], dict(said) if isinstance(said, dict) else {})
    batched, shared = made.output.unflatten(results)
    return [Unbatched(same) if one is None else one for one, same in zip(batched, shared, strict=True)]
