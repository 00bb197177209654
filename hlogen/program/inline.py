"""Programs written out: calls replaced by what they call, asynchronous operations by what they start, and elements of
tuples by themselves.
"""

from __future__ import annotations

from hlogen.errors import UsageError
from hlogen.ir import Block, Function, IntegerAttr, Module, Operation, Value
from hlogen.program.copy import Copier
from hlogen.program.structure import CALLS, blocks_of, callee

_TUPLES = ("stablehlo.tuple", "stablehlo.get_tuple_element")

# What is gone where all of it could be written out.
WRITTEN_OUT = frozenset({*CALLS, *_TUPLES, "stablehlo.async_start", "stablehlo.async_done"})


class Inliner(Copier):
    """Copies what is in a module, in which no function may call itself."""

    def __init__(self, module: Module) -> None:
        super().__init__()
        self.functions = module.functions
        self._callers: list[str] = []
        self._has_tuples = False
        self._started: dict[Value, list[Value]] = {}  # what the operation gives that a future stands for

    def body(self, function: Function) -> Block:
        """A copy of the body of a function, everything that it calls written out in it."""
        copy = self.entered(function.body)
        self._callers.append(function.name)
        self.fill(function.body, copy.operations)
        if self._has_tuples:
            _without_unused_tuples(copy, set())
        return copy

    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        self._has_tuples |= operation.name in _TUPLES
        name = operation.name
        if name == "stablehlo.async_start":
            self._started[operation.result] = self.written_out(operation.regions[0].block, operation, copies)
        elif name == "stablehlo.async_done" and operation.operands[0] in self._started:
            self.stands(operation.results, self._started[operation.operands[0]])
        elif name in CALLS:
            self._call(operation, copies)
        elif name == "stablehlo.get_tuple_element" and (element := self._element(operation)) is not None:
            self.stands(operation.results, [element])
        else:
            super().operation(operation, copies)

    def written_out(self, block: Block, operation: Operation, copies: list[Operation]) -> list[Value]:
        """Adds the operations of a block that is entered with the operands of `operation`; gives what it returns."""
        self.stands(block.arguments, self.now(operation.operands))
        self.fill(block, copies)
        return list(copies.pop().operands)

    def _call(self, operation: Operation, copies: list[Operation]) -> None:
        name = callee(operation)
        assert name is not None
        if name in self._callers:
            raise UsageError(f"@{name} calls itself ({operation.place}), and a program has no recursion")
        if name not in self.functions or self.functions[name].is_declaration:
            raise UsageError(f"@{name}, called at {operation.place}, has no body in the program")
        self._callers.append(name)
        self.stands(operation.results, self.written_out(self.functions[name].body, operation, copies))
        self._callers.pop()

    def _element(self, operation: Operation) -> Value | None:
        """The element that a get_tuple_element takes, where the tuple is put together in the program."""
        made_by, index = self.now(operation.operands)[0].owner, operation.attributes.get("index")
        if not isinstance(made_by, Operation) or made_by.name != "stablehlo.tuple":
            return None
        return made_by.operands[index.value] if isinstance(index, IntegerAttr) else None


def _without_unused_tuples(block: Block, used: set[Value]) -> None:
    """Takes the tuples out of `block` that nothing behind them uses; `used` learns what the rest uses."""
    kept = []
    for operation in reversed(block.operations):
        if operation.name == "stablehlo.tuple" and operation.result not in used:
            continue
        for inner in blocks_of(operation):
            _without_unused_tuples(inner, used)
        used.update(operation.operands)
        kept.append(operation)
    block.operations = kept[::-1]
