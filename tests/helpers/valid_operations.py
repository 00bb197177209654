"""Valid operations, each alone in a program: of the rules' examples, and those that stand in the goldens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from hlogen.ir.attributes import Attribute, SymbolRef
from hlogen.ir.module import Block, Function, Module, Operation, Region, Value
from hlogen.ir.types import FunctionType
from hlogen.mlir import reader
from hlogen.program.copy import Copier
from hlogen.program.structure import captured
from hlogen.spec.operations import CONSTRAINED

ROOT = Path(__file__).resolve().parents[2]
MAIN = "alone"  # no other function of the goldens is called that
_LONGEST = 5000  # characters of a program
_NOT_VALID = ("invalid", "differences", "real")


@cache
def examples() -> Mapping[str, tuple[str, ...]]:
    """For each operation that has rules, the programs of its catalogue that keep them."""
    found: dict[str, tuple[str, ...]] = {}
    for name, row in CONSTRAINED.items():
        text = getattr(row, "valid", "") or next(one.fixed for one in row.constraints if one.fixed)
        module = reader.read(text)
        found[name] = tuple(alone(op, module) for op in module.walk() if op.name == name)[:1]
    return found


@cache
def operations() -> Mapping[str, tuple[str, ...]]:
    """The same, and every operation of the goldens besides."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for name, texts in examples().items():
        found[name].update(dict.fromkeys(texts))
    for path in sorted(ROOT.glob("golden/*/**/*.mlir")):
        if path.relative_to(ROOT).parts[1] in _NOT_VALID:
            continue
        for module in reader.read_all(path):
            for op in module.walk():
                if op.name in CONSTRAINED and len(text := alone(op, module)) <= _LONGEST:
                    found[op.name][text] = None
    return {name: tuple(texts) for name, texts in found.items()}


def alone(op: Operation, module: Module) -> str:
    """A program of this operation, the constants that it takes and the functions that it names."""
    constants: list[Operation] = []
    values: list[Value] = []
    for value in dict.fromkeys((*op.operands, *captured(op))):
        owner = value.owner
        if isinstance(owner, Operation) and owner.name == "stablehlo.constant" and value in op.operands:
            constants.append(owner)
        else:
            values.append(value)
    block = Block([value.type for value in values])
    copier = Copier(dict(zip(values, block.arguments, strict=True)))
    for one in (*constants, op):
        copier.operation(one, block.operations)
    return str(program(block, named_by(op, module)))


def program(block: Block, others: list[Operation]) -> Module:
    """A program whose function has this body, and returns nothing."""
    block.operations.append(Operation("func.return"))
    type = FunctionType(tuple(value.type for value in block.arguments), ())
    function = Operation("func.func", (), (), {"sym_name": MAIN, "function_type": type}, [Region([block])])
    return Module([function, *others])


def named_by(op: Operation, module: Module) -> list[Operation]:
    """What stands at the top of a module and is named by an operation, or by what that names."""
    by_name = {one.attributes.get("sym_name"): one for one in module.operations}
    found: dict[Operation, None] = {}
    waiting = [op]
    while waiting:
        for inner in waiting.pop().walk():
            for attribute in inner.attributes.values():
                for name in _symbols(attribute):
                    if (one := by_name.get(name)) is not None and one not in found:
                        found[one] = None
                        waiting.append(one)
    return list(found)


def _symbols(attribute: Attribute) -> Iterator[str]:
    if isinstance(attribute, SymbolRef):
        yield attribute.path[0]
    elif isinstance(attribute, tuple):
        for one in attribute:
            yield from _symbols(one)


def the_operation(module: Module) -> tuple[Operation, Block]:
    """The operation that such a program is about, and the block in which it stands."""
    body = Function(next(one for one in module.operations if one.attributes.get("sym_name") == MAIN)).body
    return body.operations[-2], body
