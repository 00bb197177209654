"""What a scatter's update computation is, seen from its operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hlogen.autodiff.forward import replay_block
from hlogen.autodiff.site import Site
from hlogen.builder.regions import traced
from hlogen.builder.tensor import Tensor
from hlogen.ir import Operation, Region, TensorType, Value

# "set" gives the update, "keep" the element so far; None is any other computation.
Kind = Literal["set", "keep", "add", "subtract", "multiply", "minimum", "maximum"]

_IN_ANY_ORDER: dict[str, Kind] = {
    "stablehlo.add": "add",
    "stablehlo.multiply": "multiply",
    "stablehlo.minimum": "minimum",
    "stablehlo.maximum": "maximum",
}


def kinds_of(site: Site) -> list[Kind | None]:
    """One per result of the scatter: what becomes of the element so far and the update of the same number.

    The computation may work in wider types than the inputs (scatter C23), to which both are then converted first.
    """
    block = site.operation.regions[0].block
    count = len(site.operation.results)
    olds, news = block.arguments[:count], block.arguments[count:]
    return [_kind(*parts) for parts in zip(block.operations[-1].operands, olds, news, strict=True)]


def computation_with(site: Site, extra: Sequence[TensorType], captured: Sequence[Value] = ()) -> Region:
    """The update computation with further inputs, of which the update is taken; `extra` are their scalar types.

    The first of the further updates stand for `captured`, values that the computation uses from outside.
    """
    block = site.operation.regions[0].block
    types = [value.type for value in block.arguments if isinstance(value.type, TensorType)]
    count = len(site.operation.results)

    def update_computation(*scalars: Tensor) -> tuple[Tensor, ...]:
        old, rest = scalars[:count], scalars[count + len(extra) :]
        new, others = rest[:count], rest[count:]
        environment = dict(zip(block.arguments, (*old, *new), strict=True))
        environment.update((value, site.environment[value]) for value in site.captured)
        environment.update(zip(captured, others, strict=False))
        return (*replay_block(block, environment), *others)

    return traced(
        update_computation, [*types[:count], *extra, *types[count:], *extra], "update_computation of scatter"
    )[0]


def _kind(value: Value, old: Value, new: Value) -> Kind | None:
    if value is new:
        return "set"
    if value is old:
        return "keep"
    owner = value.owner
    if not isinstance(owner, Operation):
        return None
    operands = tuple(owner.operands)
    if owner.name == "stablehlo.subtract" and operands == (old, new):
        return "subtract"
    if operands in ((old, new), (new, old)):
        return _IN_ANY_ORDER.get(owner.name)
    return None
