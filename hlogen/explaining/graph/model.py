"""The graph of a program as data: functions, regions and operations as they are nested, numbered in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import PurePath

from hlogen.explaining.maps import MAPS
from hlogen.explaining.provenance.registry import CONTROL_FLOW
from hlogen.explaining.provenance.tape import plain
from hlogen.explaining.provenance.traced import Provenance, Traced
from hlogen.ir import Block, Function, Operation, ProgramLike, Value
from hlogen.program.calls import callees_first
from hlogen.program.structure import callee
from interpreter.debug.statistics import described
from interpreter.executable import load, module_of
from interpreter.execution.names import Names

# What the regions of operations are for, in order; those of all others are bodies.
_REGIONS = {
    "stablehlo.while": ("condition", "body"),
    "stablehlo.if": ("true branch", "false branch"),
    "stablehlo.select_and_scatter": ("select", "scatter"),
    "stablehlo.sort": ("comparator",),
}
_FIRST = 4  # elements of a value


@dataclass(frozen=True)
class Used:
    """A value where it is used: what it is called, and the number of what gives it."""

    name: str
    node: int


@dataclass(frozen=True)
class Argument:
    """An argument of a function or a region; `given` is what a loop starts with there."""

    node: int
    name: str
    type: str
    given: Used | None = None


@dataclass(frozen=True)
class Scope:
    """A function, or a region of an operation: its arguments, its operations, and what it gives back."""

    name: str
    arguments: tuple[Argument, ...]
    operations: tuple[Node, ...]
    returns: tuple[Used, ...]

    def walk(self) -> Iterator[Node]:
        """All operations, those of regions behind the one that they are of."""
        for node in self.operations:
            yield node
            for region in node.regions:
                yield from region.walk()


@dataclass(frozen=True)
class Node:
    """An operation. `way` is how an answer passes it: ``data``, ``control``, or "" where it doesn't.

    `where` is its place without the file, ``:12:8``; `is_drawn` tells whether there is a picture of it by itself.

    `values` are what its results were when it ran for the last time, `times` how often it ran: None where nothing ran.
    """

    number: int
    op: Operation
    name: str
    operands: tuple[Used, ...]
    types: tuple[str, ...]
    place: str
    where: str
    is_drawn: bool
    calls: str | None
    regions: tuple[Scope, ...]
    values: tuple[str, ...]
    times: int | None
    way: str


@dataclass(frozen=True)
class Graph:
    """A program: the function that is run first, then those that it calls. `answer` is what was asked of a run."""

    functions: tuple[Scope, ...]
    answer: Provenance | None = None

    def walk(self) -> Iterator[Node]:
        """All operations, function by function."""
        for function in self.functions:
            yield from function.walk()


def graph_of(
    program: ProgramLike, entry: str = "main", traced: Traced | None = None, answer: Provenance | None = None
) -> Graph:
    """The graph of a program; with the values of a run of it, and the way that an answer of that run goes.

    Raises what `interpreter.load` raises.
    """
    executable = load(program, entry)
    functions: Mapping[str, Function] = module_of(program).functions
    order, _ = callees_first(functions, executable.name)
    drawn = _Drawn(Names(executable.plan), traced, answer)
    return Graph(tuple(drawn.function(functions[name]) for name in reversed(order)), answer)


class _Drawn:
    def __init__(self, names: Names, traced: Traced | None, answer: Provenance | None) -> None:
        self.names = names
        self.tape = None if traced is None else traced.tape
        self.way = {} if answer is None else answer.operations
        self.numbers: dict[Value, int] = {}
        self.count = 0

    def function(self, function: Function) -> Scope:
        return self.scope(f"@{function.name}", function.operation.regions[0].block, is_plain=True)

    def scope(self, name: str, block: Block, given: Sequence[Used] = (), *, is_plain: bool) -> Scope:
        """A function or a region; `is_plain`: its operations run one by one, on whole tensors, and are on the tape."""
        arguments = [
            Argument(self.numbered([value]), self.names.of(value), str(value.type), start)
            for value, start in zip_longest(block.arguments, given)
        ]
        *operations, terminator = block.operations
        nodes = [self.node(op, is_plain=is_plain) for op in operations]
        return Scope(name, tuple(arguments), tuple(nodes), self.used(terminator.operands))

    def node(self, op: Operation, *, is_plain: bool) -> Node:
        operands = self.used(op.operands)
        number = self.numbered(op.results)
        titles = _REGIONS.get(op.name, ())
        regions = [
            self.scope(
                titles[i] if i < len(titles) else "body" if len(op.regions) == 1 else f"branch {i}",
                region.block,
                operands if op.name == "stablehlo.while" else (),
                is_plain=is_plain and op.name in CONTROL_FLOW,
            )
            for i, region in enumerate(op.regions)
        ]
        values = () if self.tape is None else tuple(described(plain(x), _FIRST) for x in self.tape.last.get(op, ()))
        return Node(
            number,
            op,
            self.names.of_op(op),
            operands,
            tuple(str(value.type) for value in op.results),
            _place(op),
            str(op.location)[len(op.location.file) :] if op.location else "",
            is_plain and op.name in MAPS.rows(),
            callee(op),
            tuple(regions),
            values,
            self.tape.times[op] if self.tape is not None and is_plain else None,
            "" if op not in self.way else "control" if self.way[op] else "data",
        )

    def numbered(self, values: Sequence[Value]) -> int:
        self.numbers.update(dict.fromkeys(values, self.count))
        self.count += 1
        return self.count - 1

    def used(self, values: Sequence[Value]) -> tuple[Used, ...]:
        return tuple(Used(self.names.of(value), self.numbers[value]) for value in values)


def _place(op: Operation) -> str:
    """``model.mlir:12:8``, without the folder."""
    if op.location is None:
        return ""
    return PurePath(op.location.file).name + str(op.location)[len(op.location.file) :]
