"""Batching: a block is run again on many inputs at once, each value batched on dimension 0 or the same for all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogen.autodiff.axes import along_bound, require_outside_of_folds
from hlogen.autodiff.batching.registry import TABLE, BatchRule, Unbatched
from hlogen.autodiff.forward import listed, site_of
from hlogen.autodiff.site import RETURNS, Site, is_token
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import located
from hlogen.errors import UsageError
from hlogen.ir import Block, Operation, Value
from hlogen.program.axes import axis_of
from hlogen.program.effects import IN_BOUNDS


def batch_block(
    block: Block,
    environment: dict[Value, Tensor],
    batched: Iterable[Value],
    size: int,
    mask: Tensor | None = None,
) -> list[tuple[Tensor, bool]]:
    """Emits what `block` computes on a batch of `size`; returns each result and whether it is batched.

    `environment` has a value for each argument of the block and each value that it uses from outside; `batched` are
    those of them that are batched, on dimension 0. Values of the block are added to `environment`. `mask` says which
    examples get here, if not all do: what stops a run, or is seen outside, is for those alone.
    """
    is_batched = set(batched)
    for operation in block.operations:
        if operation.name in RETURNS:
            return [(environment[value], value in is_batched) for value in operation.operands]
        with located(operation.location):
            site = site_of(operation, environment)
            flags = [value in is_batched for value in (*operation.operands, *site.captured)]
            site.mask = mask
            if not any(flags) and (mask is None or not _is_guarded(operation)) and not along_bound(operation):
                outcome: list[Tensor | Unbatched] = [Unbatched(result) for result in site.emit(site.operands)]
            else:
                rule = TABLE.of(operation)
                require_outside_of_folds(site)
                if rule is None:
                    raise site.error(
                        f"has no batching rule{TABLE.because(operation.name)}\n"
                        "  fix: compute it outside of hl.vmap, or loop over the batch"
                    )
                outcome = listed(_batched(rule, site, flags, size))
        for result, value in zip(operation.results, outcome, strict=True):
            if isinstance(value, Unbatched):
                environment[result] = value.value
            else:
                environment[result] = value
                if not is_token(result):
                    is_batched.add(result)
    return []


def _is_guarded(operation: Operation) -> bool:
    """Whether it holds what only examples that get there may run: a check, or a call of whatever it is."""
    return any(
        inner.called == IN_BOUNDS or (inner.name == "stablehlo.custom_call" and axis_of(inner) is None)
        for inner in operation.walk()
    )


def _batched(rule: BatchRule, site: Site, flags: Sequence[bool], size: int) -> object:
    """What the rule gives; UsageError where it needs to know a size that is dynamic."""
    try:
        return rule(site, flags, size)
    except ValueError as error:
        if isinstance(error, UsageError) or site.is_static:
            raise
        types = [value.type for value in (*site.operation.operands, *site.captured, *site.operation.results)]
        raise site.error(
            f"its batching needs static shapes, and this has {', '.join(map(str, types))}\n"
            "  fix: give the program's arguments static shapes"
        ) from None
