"""Composites and custom calls with rules of people's own on a batch.

A composite that has a derivative of its own stays one: it is a composite of the same name, which says of what batches
it is, so that its derivative is that of each example.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hlogen.autodiff.axes import along_bound
from hlogen.autodiff.batch import batch_block
from hlogen.autodiff.batching.one_by_one import called_one_by_one
from hlogen.autodiff.batching.registry import TABLE, BatchRule, Unbatched, batching, repeated
from hlogen.autodiff.custom.asked import Asked
from hlogen.autodiff.custom.call import Call
from hlogen.autodiff.flatten import flattened
from hlogen.autodiff.site import Site
from hlogen.builder.emit import described, emit
from hlogen.builder.function import built
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import located, require_scope
from hlogen.custom import Said, said_of
from hlogen.errors import UsageError
from hlogen.ir import Function
from hlogen.program.axes import axis_of
from hlogen.program.effects import IN_BOUNDS

_DERIVATIVES = ("vjp", "jvp", "transpose")


@TABLE.custom
def rule_of_said(words: Mapping[str, Said]) -> BatchRule | None:
    return custom if "vmap" in words else None


def custom(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor | Unbatched]:
    """By the rule; only where all examples get there, as a custom call may do anything."""
    if site.name == "stablehlo.composite":
        return composite(site, is_batched, size)
    if site.mask is not None:
        return called_one_by_one(site, is_batched, size)
    found = _by_rule(Call(site.operation), is_batched, size, site.operands)
    return [value if batched else Unbatched(value) for value, batched in found]


@batching("stablehlo.composite")
def composite(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor | Unbatched]:
    call = Call(site.operation)
    function = call.decomposition
    _require_unguarded(site, function.module)
    if not any(is_batched) and not along_bound(site.operation):
        results = emit(site.name, site.operands, call.alone, site.copied_regions(), site.result_types)
        return [Unbatched(result) for result in results]
    words = said_of(call.key)

    def on_batch(values: Sequence[Tensor]) -> list[tuple[Tensor, bool]]:
        if "vmap" in words and not call.sizes:
            return _by_rule(call, is_batched, size, values)
        block = flattened(function.module, Function(function.operation))
        batched = [argument for argument, flag in zip(block.arguments, is_batched, strict=True) if flag]
        return batch_block(block, dict(zip(block.arguments, values, strict=True)), batched, size)

    if not call.derivative and not any(word in words for word in _DERIVATIVES):
        return [value if batched else Unbatched(value) for value, batched in on_batch(site.operands)]

    def whole(*values: Tensor) -> tuple[Tensor, ...]:
        return tuple(value if batched else repeated(value, size) for value, batched in on_batch(values))

    attributes, made = call.batched(size, is_batched)
    if made is None:
        types = [operand.type for operand in site.operands]
        made = built(whole, types, f"{function.name}_vmap_{size}", private=True)
    attributes["decomposition"] = made.bring_along(require_scope(call.name))
    types_given = [type.batched(size) for type in site.result_types]
    return emit(site.name, site.operands, attributes, site.copied_regions(), types_given)


def _by_rule(call: Call, is_batched: Sequence[bool], size: int, values: Sequence[Tensor]) -> list[tuple[Tensor, bool]]:
    """Each result that the rule gives, and whether it is batched."""
    asked = Asked(call, "vmap")
    rule = asked.rule
    flags = call.inputs.unflatten(list(is_batched))
    with located(None):  # where the rule's own lines are
        returned = asked.given(
            rule, "vmap", *asked.rules.leading(call), size, list(flags), *call.inputs.unflatten(list(values))
        )
    given, which = asked.pair(rule, "vmap", returned, "the results, and which of them are batched")
    try:
        results = call.output.leaves_of(given, "vmap's result")
        batched = call.output.spread(which, "what vmap says is batched")
    except UsageError as problem:
        raise asked.error(rule, str(problem).split("\n  where:")[0]) from None
    found = []
    for value, flag, type, path in zip(
        results, batched, call.result_types, call.output.paths("vmap's result"), strict=True
    ):
        if not isinstance(flag, bool):
            raise asked.error(
                rule, f"vmap says {described(flag)} of a result, expected True where it is batched, else False"
            )
        wanted = type.batched(size) if flag else type
        if not isinstance(value, Tensor) or value.type != wanted:
            given = value.type if isinstance(value, Tensor) else described(value)
            raise asked.error(rule, f"{path} is {given}, expected {wanted}")
        found.append((value, flag))
    return found


def _require_unguarded(site: Site, module: Any) -> None:
    """UsageError where not all examples get here, and the composite does what only those that do may do."""
    if site.mask is None:
        return
    inside = (operation for function in module.functions.values() for operation in function.operation.walk())
    if any(
        operation.called == IN_BOUNDS or (operation.name == "stablehlo.custom_call" and axis_of(operation) is None)
        for operation in inside
    ):
        raise site.error(
            "it checks indices or calls something, and stands where only some examples of a batch get\n"
            "  fix: compute it before the branch or loop"
        )
