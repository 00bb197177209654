"""Whether a scatter has its inputs for itself: some backends write into them, or keep equal ones in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hlogen.analysis.view import integers_of
from hlogen.ir import Block, DenseElements, Function, Module, Operation, Region, Value
from hlogen.program.structure import Structure, callee

# What may give a tensor that somebody else has too.
_PASSES_ON = {
    "stablehlo.optimization_barrier",
    "stablehlo.while",
    "stablehlo.if",
    "stablehlo.case",
    "stablehlo.composite",
    "stablehlo.custom_call",
    "stablehlo.tuple",
    "stablehlo.get_tuple_element",
    "stablehlo.return",
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
        self._structure = Structure(module)
        self._uses = Counter(operand for operation in module.walk() for operand in operation.operands)
        self._passed_on = Counter(
            operand for operation in module.walk() if not _is_new(operation) for operand in operation.operands
        )
        self._blocks = {operation: block for block in self._structure.owners for operation in block.operations}
        # The functions that are run as programs, and never called.
        self._entries = {
            block
            for name, function in module.functions.items()
            if not function.is_private and name not in self._structure.calls
            for region in function.operation.regions
            for block in region.blocks
        }

    def is_own(self, value: Value, op: Operation) -> bool:
        """Whether `op` alone reads this tensor, in this run of its block and in any other."""
        waiting, seen = [(value, op)], set[tuple[Value, Operation]]()
        while waiting:
            value, op = waiting.pop()
            if (value, op) in seen:
                continue
            seen.add((value, op))
            home = value.owner if isinstance(value.owner, Block) else self._blocks[value.owner]
            # What reads a value before its block ends doesn't mind what becomes of it after that.
            uses = self._passed_on if op is home.terminator else self._uses
            sources = self._sources(value)
            if home is not self._blocks[op] or uses[value] > 1 or sources is None:
                return False
            waiting += sources
        return True

    def _sources(self, value: Value) -> list[tuple[Value, Operation]] | None:
        """The values that may be the same tensor, each with the operation that hands it on; None if nobody knows."""
        made = value.owner
        if isinstance(made, Block):
            return self._given(made, value.index)
        if _is_new(made):
            return []
        if made.name == "stablehlo.optimization_barrier":
            return [(made.operands[value.index], made)]
        if made.name == "stablehlo.while":
            return self._given(made.regions[1].block, value.index)
        if made.name == "func.call":
            called = self._structure.functions.get(callee(made) or "")
            if called is None or called.is_declaration:
                return None
            return _returned(called.operation.regions, value.index)
        return _returned(made.regions, value.index) if made.name in ("stablehlo.if", "stablehlo.case") else None

    def _given(self, block: Block, index: int) -> list[tuple[Value, Operation]] | None:
        """What an argument of a block may be."""
        around = self._structure.owners[block]
        if around.name == "func.func":
            calls = self._structure.calls.get(Function(around).name, [])
            is_first = block is around.regions[0].blocks[0]
            return [(call.operands[index], call) for call in calls] if is_first and calls is not None else None
        if around.name != "stablehlo.while" or block is not around.regions[1].block:
            return None
        returned = _returned(around.regions[1:], index)
        return returned and [(around.operands[index], around), *returned]

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


def _is_new(operation: Operation) -> bool:
    """Whether what an operation gives is nobody else's."""
    return operation.name.startswith("stablehlo.") and operation.name not in _PASSES_ON


def _returned(regions: Sequence[Region], index: int) -> list[tuple[Value, Operation]] | None:
    """What each of some regions returns at a place; None for one of several blocks, or of none."""
    ends = [region.block.terminator for region in regions if len(region.blocks) == 1]
    known = [(end.operands[index], end) for end in ends if end is not None]
    return known if len(known) == len(regions) else None


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
