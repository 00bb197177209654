"""What values are called: as the text says that a program was read from, else as MLIR prints them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from hlogen.errors import UsageError
from hlogen.ir import IntegerType, Operation, TensorType, Value
from interpreter.execution.blocks import BlockPlan

_SHOWN = 12  # names in a message


@dataclass(frozen=True)
class Named:
    """An operation of a program: what its results are called (``%3``, ``%cst_0``), and how many regions it is in."""

    name: str
    depth: int


class Names:
    """The names of the operations and values of programs that run together, one as a rule."""

    def __init__(self, *plans: BlockPlan) -> None:
        self._ops: dict[Operation, Named] = {}
        self._arguments: dict[Value, str] = {}
        for function in _functions(plans):
            self._name_function(function)

    def operations(self) -> Iterable[tuple[Operation, Named]]:
        return self._ops.items()

    def depth(self, op: Operation) -> int:
        named = self._ops.get(op)
        return 0 if named is None else named.depth

    def of_op(self, op: Operation) -> str:
        """``%3``, or "" where it has no results."""
        named = self._ops.get(op)
        return "" if named is None else named.name

    def of(self, value: Value) -> str:
        """``%3``, or ``%3#1`` for one of several results."""
        if isinstance(value.owner, Operation):
            name = self.of_op(value.owner) or "%?"
            return f"{name}#{value.index}" if len(value.owner.results) > 1 else name
        return self._arguments.get(value) or f"%{value.name or f'arg{value.index}'}"

    def _name_function(self, plan: BlockPlan) -> None:
        waiting = [([step.op for step in plan.steps], _Counters(arguments=plan.n_arguments), 0)]
        while waiting:  # a region goes on counting where the block around it has ended, as all its regions do
            operations, counters, depth = waiting.pop()
            for op in operations:
                self._ops[op] = Named(counters.name(op), depth)
            for op in operations:
                for region in op.regions:
                    inner = replace(counters)
                    for block in region.blocks:
                        self._arguments.update((value, inner.argument(value, op)) for value in block.arguments)
                        waiting.append((block.operations, inner, depth + 1))


@dataclass
class _Counters:
    """How MLIR goes on: the next numbers of results and arguments, and of names that are there already."""

    arguments: int
    results: int = 0
    conflicts: int = 0
    taken: frozenset[str] = frozenset()

    def name(self, op: Operation) -> str:
        if not op.results:
            return ""
        first = op.results[0]
        if first.name is not None:
            return f"%{first.name}"
        if first.number is not None:
            self.results = first.number + 1
            return f"%{first.number}"
        if op.name == "stablehlo.constant":
            is_integer = isinstance(first.type, TensorType) and isinstance(first.type.element_type, IntegerType)
            return self._hinted("c" if is_integer else "cst")
        self.results += 1
        return f"%{self.results - 1}"

    def argument(self, value: Value, op: Operation) -> str:
        if op.name == "stablehlo.while":  # counts as what MLIR calls it, whatever it is called here
            printed = self._hinted("iterArg")
        elif value.name is None:
            printed = f"%arg{self.arguments}"
            self.arguments += 1
        return f"%{value.name}" if value.name is not None else printed

    def _hinted(self, name: str) -> str:
        if name not in self.taken:
            self.taken |= {name}
            return f"%{name}"
        self.conflicts += 1
        return f"%{name}_{self.conflicts - 1}"


class Selection:
    """Operations that people name: by result (``%5``), by op (``stablehlo.log``, ``log``), by place (``f.mlir:4``)."""

    def __init__(self, what: Sequence[str]) -> None:
        for one in what:
            if not isinstance(one, str) or not one.strip():
                raise UsageError(f"name an operation by its result (%5), its op (log) or its place (:12), not {one!r}")
        self.what = tuple(what)

    def require(self, names: Names) -> None:
        """UsageError where one of them names no operation of the program."""
        for one in self.what:
            if not any(_is_named(one, op, named.name) for op, named in names.operations()):
                raise UsageError(f"no operation of the program is {_meant(one)}; {_there(one, names)}")

    def operations(self, names: Names) -> frozenset[Operation]:
        """Those of the program that are named."""
        return frozenset(op for op, named in names.operations() if (op, named.name) in self)

    def __contains__(self, item: tuple[Operation, str]) -> bool:
        op, name = item
        return any(_is_named(one, op, name) for one in self.what)


def place_of(op: Operation) -> str:
    """`` at file:line:column``, or nothing."""
    return f" at {op.location}" if op.location else ""


def _is_named(what: str, op: Operation, name: str) -> bool:
    if what.startswith("%"):
        return what.partition("#")[0] == name
    if ":" in what:
        if op.location is None:
            return False
        wanted = what.rstrip(":")
        places = (str(op.location), PurePath(str(op.location)).name, str(op.location)[len(op.location.file) :])
        return any(place == wanted or place.startswith(f"{wanted}:") for place in places)
    return what in (op.name, op.name.partition(".")[2])


def _meant(what: str) -> str:
    return f"called {what}" if what.startswith("%") else f"at {what}" if ":" in what else f"a {what}"


def _there(what: str, names: Names) -> str:
    if what.startswith("%"):
        there: Iterable[str] = (named.name for _, named in names.operations() if named.name)
    elif ":" in what:
        there = (str(op.location) for op, _ in names.operations() if op.location)
    else:
        there = (op.name for op, _ in names.operations())
    return listed(list(dict.fromkeys(there)))


def listed(names: Sequence[str]) -> str:
    """What there is, in a message: the first of many."""
    rest = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"there are {', '.join(names[:_SHOWN])}{rest}" if names else "there are none"


def _functions(plans: Sequence[BlockPlan]) -> Iterator[BlockPlan]:
    """The plans of entries and all functions that they call."""
    seen = set(map(id, plans))
    waiting, functions = list(plans), list(plans)
    while waiting:
        for step in waiting.pop().steps:
            for region in step.regions:
                if id(region.block) not in seen:
                    seen.add(id(region.block))
                    waiting.append(region.block)
                    if region.block.name.startswith("function"):
                        functions.append(region.block)
    return iter(functions)
