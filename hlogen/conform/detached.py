"""A case of a .mlir test without its checks, for backends that don't know them: it returns what they compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hlogen.errors import UsageError
from hlogen.ir import (
    Attribute,
    Block,
    Function,
    FunctionType,
    Module,
    Operation,
    Region,
    SymbolRef,
)
from interpreter.kernels.check import Comparison, comparison, is_check


@dataclass(frozen=True)
class Detached:
    """A case with its checks taken out: `module` returns what they compare, `comparisons` says how."""

    module: Module
    entry: str
    comparisons: tuple[Comparison, ...]
    arguments: tuple[()] = ()

    def require(self, values: Sequence[Any]) -> None:
        """Raises CheckFailed for the first comparison that doesn't hold of what the module returned."""
        remaining = iter(values)
        for compare in self.comparisons:
            actual = next(remaining)
            compare.require(actual, compare.expected if compare.expected is not None else next(remaining))


def detach(module: Module, name: str) -> Detached:
    """Function `name` of `module`, which has no arguments, without its checks, and the functions that it needs.

    Raises UsageError for checks in these other functions or in a region: their values can't be returned.
    """
    function = module.function(name)
    needed = _needed(module.functions, name)
    checks = [op for op in function.body.operations if is_check(op)]
    if len(checks) != sum(is_check(op) for other in needed for op in module.function(other).operation.walk()):
        raise UsageError(f"checks outside of @{name}'s own block can't be run on another backend than the interpreter")
    compared = [operand for check in checks for operand in check.operands]
    block = Block()
    block.operations = [op for op in function.body.operations[:-1] if not is_check(op)]
    block.operations.append(Operation("func.return", compared))
    # Attributes of the results (layouts, names) describe the old ones.
    attributes = {key: value for key, value in function.operation.attributes.items() if key != "res_attrs"}
    attributes["function_type"] = FunctionType((), tuple(operand.type for operand in compared))
    operations = [Operation("func.func", (), (), attributes, [Region([block])], function.location)]
    operations += [module.function(other).operation for other in needed if other != name]
    return Detached(
        Module(operations, module.attributes, module.name, module.location, module.source),
        name,
        tuple(map(comparison, checks)),
    )


def _needed(functions: Mapping[str, Function], name: str) -> list[str]:
    """The functions that `name` refers to, itself included, directly or through others."""
    needed: list[str] = []
    pending = [name]
    while pending:
        found = pending.pop()
        if found in functions and found not in needed:
            needed.append(found)
            for op in functions[found].operation.walk():
                pending += _symbols(tuple(op.attributes.values()))
    return needed


def _symbols(attribute: Attribute) -> list[str]:
    if isinstance(attribute, SymbolRef):
        return [attribute.path[0]]
    if isinstance(attribute, tuple):
        return [symbol for part in attribute for symbol in _symbols(part)]
    return []
