"""Who calls whom in a module, and which operation a block belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from hlogen.ir import Attribute, Block, Function, Module, OpaqueAttr, Operation, SymbolRef, Value


class Structure:
    """A finished module's functions and blocks, looked through once; of no module nothing is known."""

    def __init__(self, module: Module | None) -> None:
        self._module = module
        self._defined: dict[Operation, set[Value]] = {}
        self._captured: dict[Operation, tuple[Value, ...]] = {}

    def defined(self, operation: Operation) -> set[Value]:
        """The values that the regions of an operation define."""
        if operation not in self._defined:
            found = set[Value]()
            for inner in operation.walk():
                if inner is not operation:
                    found.update(inner.results)
                for region in inner.regions:
                    for block in region.blocks:
                        found.update(block.arguments)
            self._defined[operation] = found
        return self._defined[operation]

    def captured(self, operation: Operation) -> tuple[Value, ...]:
        """The values from outside that the regions of an operation use, each once."""
        if operation not in self._captured:
            defined = self.defined(operation)
            used = (value for inner in operation.walk() if inner is not operation for value in inner.operands)
            self._captured[operation] = tuple(dict.fromkeys(value for value in used if value not in defined))
        return self._captured[operation]

    @cached_property
    def functions(self) -> dict[str, Function]:
        return {} if self._module is None else self._module.functions

    @cached_property
    def owners(self) -> dict[Block, Operation]:
        """The operation that each block belongs to."""
        if self._module is None:
            return {}
        return {
            block: operation
            for operation in self._module.walk()
            for region in operation.regions
            for block in region.blocks
        }

    @cached_property
    def calls(self) -> dict[str, list[Operation] | None]:
        """The calls of each function by its name; None for one that is named elsewhere too."""
        found: dict[str, list[Operation] | None] = {}
        for operation in [] if self._module is None else self._module.walk():
            called = callee(operation)
            for name in _names(operation):
                before = found.setdefault(name, [])
                if before is not None and name == called:
                    before.append(operation)
                else:
                    found[name] = None
        return found


def callee(operation: Operation) -> str | None:
    """The name of the function that an operation calls with its operands."""
    attribute = {"func.call": "callee", "stablehlo.composite": "decomposition"}.get(operation.name)
    called = operation.attributes.get(attribute) if attribute else None
    return called.name if isinstance(called, SymbolRef) else None


def returned(block: Block) -> tuple[Value, ...]:
    """The values that a block returns."""
    return block.operations[-1].operands if block.operations else ()


def _names(operation: Operation) -> Iterator[str]:
    """All functions that the attributes of an operation name, each as often as it does."""
    waiting: list[Attribute] = list(operation.attributes.values())
    while waiting:
        attribute = waiting.pop()
        if isinstance(attribute, SymbolRef):
            yield attribute.name
        elif isinstance(attribute, tuple):
            waiting += attribute
        elif isinstance(attribute, dict):
            waiting += attribute.values()
        elif isinstance(attribute, OpaqueAttr) and "@" in attribute.text:
            yield from re.findall(r"@([A-Za-z0-9_.$-]+)", attribute.text)
