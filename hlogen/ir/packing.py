"""Operations as flat rows, and back: what pickle and deepcopy take, so that no depth or length of a program matters.

Values and blocks are numbers in the order of the text. Operands and successors may come later in it than their user.
An operation alone takes its regions along, and what it uses of others as arguments of a block that nothing else is in.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hlogen.ir.attributes import Attribute
from hlogen.ir.module import Block, Function, Location, Module, Operation, Region, Value
from hlogen.ir.types import Type

# Of a value: its type, its name and its number.
ValueRow = tuple[Type, str | None, int | None]


class Row(NamedTuple):
    """One operation; `regions` are the arguments of the blocks of each, whose operations follow, `sizes` many each."""

    name: str
    operands: tuple[int, ...]
    results: tuple[ValueRow, ...]
    attributes: Mapping[str, Attribute]
    regions: tuple[tuple[tuple[ValueRow, ...], ...], ...]
    sizes: tuple[int, ...]
    location: Location | None
    successors: tuple[int, ...]


class Packed(NamedTuple):
    """Operations as rows, in the order of the text."""

    outside: tuple[ValueRow, ...]  # what is used and stands nowhere in the operations; numbered last
    rows: list[Row]


def packed(operations: Sequence[Operation]) -> Packed:
    """Rows for operations, nested ones included."""
    order = [operation for top in operations for operation in top.walk()]
    values: dict[Value, int] = {}
    blocks: dict[Block, int] = {}
    for operation in order:
        for block in _blocks(operation):
            blocks[block] = len(blocks)
            for argument in block.arguments:
                values[argument] = len(values)
        for result in operation.results:
            values[result] = len(values)
    outside = list(dict.fromkeys(x for operation in order for x in operation.operands if x not in values))
    values.update({value: len(values) + number for number, value in enumerate(outside)})
    rows = [
        Row(
            operation.name,
            tuple(values[operand] for operand in operation.operands),
            _rows(operation.results),
            dict(operation.attributes),
            tuple(tuple(_rows(block.arguments) for block in region.blocks) for region in operation.regions),
            tuple(len(block.operations) for block in _blocks(operation)),
            operation.location,
            tuple(blocks[successor] for successor in operation.successors),
        )
        for operation in order
    ]
    return Packed(_rows(outside), rows)


def unpacked(packed: Packed) -> list[Operation]:
    """The operations that were packed, made anew."""
    values: list[Value] = []
    blocks: list[Block] = []
    found: list[tuple[Operation, Row]] = []
    top: list[Operation] = []
    waiting: list[tuple[list[Operation], int]] = []  # where the next operations go, and how many still do
    for row in packed.rows:
        regions = [
            Region([Block([type for type, _, _ in arguments]) for arguments in region]) for region in row.regions
        ]
        operation = Operation(row.name, (), [type for type, _, _ in row.results], row.attributes, regions, row.location)
        inner = list(_blocks(operation))
        for block, arguments in zip(inner, (one for region in row.regions for one in region), strict=True):
            blocks.append(block)
            values += _named(block.arguments, arguments)
        values += _named(operation.results, row.results)
        found.append((operation, row))
        while waiting and not waiting[-1][1]:
            waiting.pop()
        if waiting:
            place, left = waiting.pop()
            waiting.append((place, left - 1))
        else:
            place = top
        place.append(operation)
        waiting += reversed([(block.operations, size) for block, size in zip(inner, row.sizes, strict=True)])
    values += _named(Block([type for type, _, _ in packed.outside]).arguments, packed.outside)
    for operation, row in found:
        operation.operands = tuple(values[number] for number in row.operands)
        operation.successors = tuple(blocks[number] for number in row.successors)
    return top


def _blocks(operation: Operation) -> Iterable[Block]:
    return (block for region in operation.regions for block in region.blocks)


def _rows(values: Sequence[Value]) -> tuple[ValueRow, ...]:
    return tuple((value.type, value.name, value.number) for value in values)


def _named(values: Sequence[Value], rows: Sequence[ValueRow]) -> Sequence[Value]:
    for value, (_, name, number) in zip(values, rows, strict=True):
        value.name, value.number = name, number
    return values


def _module(packed: Packed, left_out: tuple[str, ...], *rest: Any) -> Module:
    module = Module(unpacked(packed), *rest)
    module.left_out = left_out
    return module


def _function(packed: Packed) -> Function:
    return Function(*unpacked(packed))


def _operation(packed: Packed) -> Operation:
    (operation,) = unpacked(packed)
    return operation


copyreg.pickle(
    Module,
    lambda x: (
        _module,
        (packed(x.operations), x.left_out, x.attributes, x.name, x.location, x.source, x.refusals),
    ),
)
copyreg.pickle(Function, lambda x: (_function, (packed([x.operation]),)))
# Places are a quarter of what is packed; as dataclasses, each takes three times as long.
copyreg.pickle(Location, lambda x: (Location, (x.file, x.line, x.column, x.origin)))
copyreg.pickle(Operation, lambda x: (_operation, (packed([x]),)))
