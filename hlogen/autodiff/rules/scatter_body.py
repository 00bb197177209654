"""What a scatter's update computation is, seen from its operations."""

from __future__ import annotations

from typing import Literal

from hlogen.autodiff.site import Site
from hlogen.ir import Operation, Value

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
