"""Sums of cotangents. One that is zero except in a part is added there, in time that doesn't grow with the whole."""

from __future__ import annotations

from hlogen.autodiff.registry import Tangent
from hlogen.builder.elementwise import add
from hlogen.builder.emit import emit_one
from hlogen.builder.shape import dynamic_slice, dynamic_update_slice
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import require_scope
from hlogen.ir import DenseElements, Operation, Value
from hlogen.program.bodies import only_operation
from hlogen.program.copy import copied


def total_of(first: Tangent, second: Tangent) -> Tangent:
    """The sum of two cotangents, either of which may be None for zero."""
    if first is None or second is None:
        return first if second is None else second
    for whole, part in ((first, second), (second, first)):
        maker = part.value.owner
        if isinstance(maker, Operation) and maker.operands and _is_zero(maker.operands[0]):
            scope = require_scope("a sum of cotangents")
            _, *rest = (Tensor(operand, scope) for operand in maker.operands)
            if maker.name == "stablehlo.dynamic_update_slice":
                update, *starts = rest
                there = dynamic_slice(whole, starts, slice_sizes=update.type.static_shape)
                return dynamic_update_slice(whole, add(there, update), starts)
            if (
                maker.name == "stablehlo.scatter"
                and len(maker.results) == 1
                and only_operation(maker.regions[0].block) == "stablehlo.add"
            ):
                regions = [copied(region) for region in maker.regions]
                return emit_one(maker.name, [whole, *rest], maker.attributes, regions, whole.type)
    return add(first, second)


def _is_zero(value: Value) -> bool:
    """True for constants that are all zero."""
    maker = value.owner
    if not isinstance(maker, Operation):
        return False
    if maker.name == "stablehlo.broadcast_in_dim":
        return _is_zero(maker.operands[0])
    if maker.name != "stablehlo.constant":
        return False
    elements = maker.attributes["value"]
    if not isinstance(elements, DenseElements) or elements.array.size == 0:
        return False
    return not elements.array.flat[0] and (elements.is_splat or not elements.array.any())
