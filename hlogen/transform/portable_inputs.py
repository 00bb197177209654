"""Whether a scatter has its inputs for itself: some backends write into them, or keep equal ones in one place."""

from __future__ import annotations

from collections import Counter

from hlogen.analysis.view import integers_of
from hlogen.ir import Block, DenseElements, Module, Operation, Value

# What may give a tensor that somebody else has too.
_PASSES_ON = {
    "stablehlo.optimization_barrier",
    "stablehlo.while",
    "stablehlo.if",
    "stablehlo.case",
    "stablehlo.composite",
    "stablehlo.custom_call",
    "stablehlo.get_tuple_element",
}
# What makes a tensor of each element of another.
_ONE_BY_ONE = {
    "stablehlo.convert",
    "stablehlo.bitcast_convert",
    "stablehlo.broadcast_in_dim",
    "stablehlo.reshape",
}


class Inputs:
    """What a program does with its values."""

    def __init__(self, module: Module) -> None:
        self._uses = Counter(operand for operation in module.walk() for operand in operation.operands)
        self._blocks = {
            operation: block
            for around in module.walk()
            for region in around.regions
            for block in region.blocks
            for operation in block.operations
        }
        # The functions that are run as programs, rather than called.
        self._entries = {
            block
            for function in module.functions.values()
            if not function.is_private
            for region in function.operation.regions
            for block in region.blocks
        }

    def is_own(self, value: Value, op: Operation) -> bool:
        """Whether `op` alone reads this tensor, in this run of its block and in any other."""
        if self._uses[value] > 1:
            return False
        made = value.owner
        if isinstance(made, Block):
            return made in self._entries and made is self._blocks[op]
        is_new = made.name.startswith("stablehlo.") and made.name not in _PASSES_ON
        return is_new and self._blocks[made] is self._blocks[op]

    def are_different(self, first: Value, second: Value) -> bool:
        """Whether no backend that finds equal tensors takes these for one."""
        one, other = _source(first).owner, _source(second).owner
        if isinstance(one, Block) or isinstance(other, Block):
            return _source(first) is not _source(second) and one in self._entries and other in self._entries
        if one.name == other.name == "stablehlo.constant":
            return _bits(one) != _bits(other)
        if one.name == other.name == "stablehlo.pad" and one.attributes == other.attributes and _grows(one):
            return any(self.are_different(*pair) for pair in zip(one.operands, other.operands, strict=True))
        return False


def _source(value: Value) -> Value:
    """What a value's elements are made of, one by one."""
    while isinstance(value.owner, Operation) and value.owner.name in _ONE_BY_ONE:
        value = value.owner.operands[0]
    return value


def _bits(constant: Operation) -> bytes:
    elements = constant.attributes["value"]
    return elements.array.tobytes() if isinstance(elements, DenseElements) else b""


def _grows(pad: Operation) -> bool:
    """Whether a pad takes nothing away and adds something before or after."""
    edges = [edge for name in ("edge_padding_low", "edge_padding_high") for edge in integers_of(pad, name)]
    return min(edges) >= 0 and max(edges) > 0
