"""What blocks return, use and capture, who calls whom in a module, and which operation a block belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hlogen.forking import cached_property
from hlogen.ir import Attribute, Block, Function, Module, OpaqueAttr, Operation, SymbolRef, Value

# The operations that call a function with their operands, and the attribute that names it.
CALLS = {"func.call": "callee", "stablehlo.composite": "decomposition"}


def returned(block: Block) -> tuple[Value, ...]:
    """The values that a block returns."""
    return block.operations[-1].operands if block.operations else ()


def defined(*blocks: Block) -> set[Value]:
    """The values that blocks define, and the regions inside of them."""
    found = set[Value]()
    for block in blocks:
        found.update(block.arguments)
        for operation in block.walk():
            found.update(operation.results)
            for inner in blocks_of(operation):
                found.update(inner.arguments)
    return found


def captured_by(*blocks: Block) -> tuple[Value, ...]:
    """The values that blocks use and don't define, regions inside of them included: each once, in the order of use."""
    own = defined(*blocks)
    used = (value for block in blocks for operation in block.walk() for value in operation.operands)
    return tuple(dict.fromkeys(value for value in used if value not in own))


def captured(operation: Operation) -> tuple[Value, ...]:
    """The values from outside that the regions of an operation use: each once, in the order of use."""
    return captured_by(*blocks_of(operation)) if operation.regions else ()


def blocks_of(operation: Operation) -> Iterator[Block]:
    """The blocks of an operation's regions; not those inside of them."""
    return (block for region in operation.regions for block in region.blocks)


def invariant(operation: Operation) -> list[bool]:
    """Which carries of a ``while`` its body returns as they are."""
    body = operation.regions[1].block
    return [value is argument for value, argument in zip(returned(body), body.arguments, strict=True)]


def callee(operation: Operation) -> str | None:
    """The name of the function that an operation calls with its operands."""
    attribute = CALLS.get(operation.name)
    called = operation.attributes.get(attribute) if attribute else None
    return called.name if isinstance(called, SymbolRef) else None


class Structure:
    """A finished module's functions and blocks, looked through once; of no module nothing is known."""

    def __init__(self, module: Module | None) -> None:
        self._module = module
        self._defined: dict[Operation, set[Value]] = {}
        self._captured: dict[Operation, tuple[Value, ...]] = {}

    def defined(self, operation: Operation) -> set[Value]:
        """The values that the regions of an operation define."""
        if operation not in self._defined:
            self._defined[operation] = defined(*blocks_of(operation))
        return self._defined[operation]

    def captured(self, operation: Operation) -> tuple[Value, ...]:
        """The values from outside that the regions of an operation use, each once."""
        if operation not in self._captured:
            self._captured[operation] = captured(operation)
        return self._captured[operation]

    @cached_property
    def functions(self) -> dict[str, Function]:
        return {} if self._module is None else self._module.functions

    @cached_property
    def owners(self) -> dict[Block, Operation]:
        """The operation that each block belongs to."""
        if self._module is None:
            return {}
        return {block: operation for operation in self._module.walk() for block in blocks_of(operation)}

    @cached_property
    def calls(self) -> dict[str, list[Operation] | None]:
        """The calls of each function by its name; None for one that is named elsewhere too."""
        found: dict[str, list[Operation] | None] = {}
        for operation in [] if self._module is None else self._module.walk():
            called = callee(operation)
            for name in names_in(operation):
                before = found.setdefault(name, [])
                if before is not None and name == called:
                    before.append(operation)
                else:
                    found[name] = None
        return found


def names_in(operation: Operation) -> Iterator[str]:
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
