"""A run of a program that can be asked: what does this element depend on, and what does that one reach?

The run is kept (`tape.py`), and masks over the values of the program walk through it, backwards or forwards.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hlogen.door import public, strict
from hlogen.errors import UsageError
from hlogen.explaining.provenance.registry import has_map
from hlogen.explaining.provenance.relations import Edge, Mask
from hlogen.explaining.provenance.tape import Node, Tape, leaves, noded
from hlogen.explaining.provenance.words import is_integer, parsed_index, region_texts
from hlogen.ir import Operation, ProgramLike
from hlogen.notebook import Shown
from interpreter.envelope import Envelope
from interpreter.executable import load
from interpreter.execution.walk import walk
from interpreter.values.arguments import copied

_NAMED = re.compile(r"(?P<name>[^\[\]]*?)\s*(?:\[(?P<index>[^\[\]]*)\])?", re.ASCII)


@strict
def trace(
    program: ProgramLike,
    *args: Any,
    entry: str = "main",
    max_steps: int | None = None,
    max_memory: int | None = None,
    time_limit: float | None = None,
) -> Traced:
    """Runs the program on the interpreter and keeps the values of all operations, to be asked where each came from.

    `program`, `args`, `entry`, `max_steps` and `time_limit` are as in `interpreter.run`. `max_memory` is how many bytes
    the kept values may take; if not given, three quarters of what the machine has left. ExecutionError where they take
    more; else it raises what `run` raises.
    """
    executable = load(program, entry)
    around = Envelope((executable,), max_steps=max_steps, time_limit=time_limit)
    with around:
        values = executable.values(args)
        around.begin((values,))
        tape = Tape(max_memory)
        arguments = [noded(copied(value)) for value in values]  # questions come later
        results = walk(executable.plan, [*arguments], tape)
    names = [f"result {i}" if len(results) > 1 else "result" for i in range(len(results))]
    return Traced(
        executable.name,
        tape,
        _named(executable.argument_names, arguments),
        _named(names, results),
    )


@dataclass(frozen=True)
class Part:
    """The elements of one argument, or of one result, that an answer names: masks of its shape.

    `data` marks those whose values go in; `control` those that decide which elements are taken, which branch runs or
    how often a loop turns. An element may be in both.
    """

    name: str
    data: Mask
    control: Mask

    @property
    def mask(self) -> Mask:
        """Those in either."""
        return np.asarray(self.data | self.control)

    def __str__(self) -> str:
        both = self.data & self.control
        said = [(both, "data and control"), (self.data & ~both, "data"), (self.control & ~both, "control")]
        return "\n".join(f"{self.name}{text}  ({what})" for mask, what in said for text in region_texts(mask))


@public
@dataclass(frozen=True, eq=False, repr=False)
class Provenance(Shown):
    """The answer to one question: `of`, in words, depends on (or reaches, if `is_forward`) the elements of `parts`.

    `parts` has one for each argument, of `reaches` one for each result, in order; it is indexed by number or name.
    `operations` are those on the way, in the order in which they ran first, each with whether it is control alone.
    """

    of: str
    is_forward: bool
    parts: tuple[Part, ...]
    operations: Mapping[Operation, bool]

    def __getitem__(self, which: int | str) -> Part:
        return self.parts[
            _number(which, [part.name for part in self.parts], "result" if self.is_forward else "argument")
        ]

    @property
    def assumed(self) -> list[str]:
        """The names of operations on the way of which no map is known, so that all of their operands count."""
        return sorted({op.name for op in self.operations if op.operands and not has_map(op.name)})

    def as_json(self) -> dict[str, Any]:
        """The answer as JSON has it, with elements in words, as ``str()`` has them, and in numbers."""
        return {
            "of": self.of,
            "direction": "to" if self.is_forward else "from",
            "parts": [
                {
                    "name": part.name,
                    "shape": list(part.data.shape),
                    "data": region_texts(part.data),
                    "data_elements": int(part.data.sum()),
                    "control": region_texts(part.control),
                    "control_elements": int(part.control.sum()),
                }
                for part in self.parts
            ],
            "operations": [
                {"op": op.name, "place": str(op.location) if op.location else None, "is_control": is_control}
                for op, is_control in self.operations.items()
            ],
            "assumed": self.assumed,
        }

    def __str__(self) -> str:
        lines = [line for part in self.parts for line in str(part).splitlines() if line]
        if not lines:
            return f"{self.of} {'reaches no result' if self.is_forward else 'depends on no argument'}"
        says = "reaches" if self.is_forward else "depends on"
        assumed = ", ".join(self.assumed)
        more = [f"  (no map is known of {assumed}: all of each operand counts)"] if assumed else []
        return "\n".join([f"{self.of} {says}", *(f"  {line}" for line in lines), *more])


@public
@dataclass(frozen=True, eq=False)
class Traced:
    """A run of the function `name` that can be asked."""

    name: str
    tape: Tape = field(repr=False)
    arguments: Mapping[str, Node] = field(repr=False)
    results: Mapping[str, Node] = field(repr=False)

    def provenance(self, result: int | str = 0, index: Any = None) -> Provenance:
        """Which elements of the arguments the elements ``result[index]`` depend on, in this run.

        `result` is the number or the name of a result; the leaves of a tuple count one by one. `index` has numbers or
        slices for the first dimensions or all; None is all elements. UsageError where there is no such element.
        """
        node, wanted, said = _asked(self.results, result, index, "result")
        masks = _Masks()
        masks.add(node, wanted, is_control=False)
        on_the_way = dict[Operation, bool]()
        for row in reversed(self.tape.rows):
            if masks.met(row.results):
                masks.pass_by(row.op, row.results, on_the_way)
                for edge in row.edges():
                    masks.follow(row.results[edge.result], row.sources[edge.operand], edge, edge.relation.back)
        return Provenance(said, False, tuple(masks.parts(self.arguments)), dict([*on_the_way.items()][::-1]))

    def reaches(self, argument: int | str = 0, index: Any = None) -> Provenance:
        """Which elements of the results depend on the elements ``argument[index]``, in this run; asked likewise."""
        node, wanted, said = _asked(self.arguments, argument, index, "argument")
        masks = _Masks()
        masks.add(node, wanted, is_control=False)
        on_the_way = dict[Operation, bool]()
        for row in self.tape.rows:
            if masks.met(row.sources):
                for edge in row.edges():
                    masks.follow(row.sources[edge.operand], row.results[edge.result], edge, edge.relation.forward)
                masks.pass_by(row.op, row.results, on_the_way)
        return Provenance(said, True, tuple(masks.parts(self.results)), on_the_way)


class _Masks:
    """What is marked of each value: as data, and as control."""

    def __init__(self) -> None:
        self._of: dict[Node, dict[bool, Mask]] = defaultdict(dict)

    def met(self, nodes: Iterable[Node]) -> bool:
        return any(node in self._of for node in nodes)

    def add(self, node: Node, mask: Mask, *, is_control: bool) -> None:
        if mask.any():
            known = self._of[node].get(is_control)
            self._of[node][is_control] = mask if known is None else known | mask

    def follow(self, start: Node, end: Node, edge: Edge, through: Callable[[Mask], Mask]) -> None:
        """Marks `end` by what is marked of `start`; once it is control, it stays that."""
        for is_control, mask in [*self._of[start].items()] if start in self._of else ():
            self.add(end, through(mask), is_control=is_control or edge.is_control)

    def pass_by(self, op: Operation, results: Iterable[Node], operations: dict[Operation, bool]) -> None:
        """Notes the operation whose results these are, where anything of them is marked."""
        marked = [kind for node in results if node in self._of for kind in self._of[node]]
        if marked:
            operations[op] = all(marked) and operations.get(op, True)

    def parts(self, nodes: Mapping[str, Node]) -> Iterator[Part]:
        for name, node in nodes.items():
            found, nothing = self._of.get(node, {}), np.zeros(node.shape, bool)
            yield Part(name, found.get(False, nothing), found.get(True, nothing))


def _asked(nodes: Mapping[str, Node], which: int | str, index: Any, kind: str) -> tuple[Node, Mask, str]:
    """The value that is meant, the elements as a mask, and both in words."""
    if isinstance(which, str) and index is None:
        found = _NAMED.fullmatch(which.strip())
        if found is None:
            raise UsageError(f"name an element of a {kind} as in {next(iter(nodes), kind)}[1, 2], not {which!r}")
        which, index = found["name"] or "0", found["index"]
    name = [*nodes][_number(which, [*nodes], kind)]
    node = nodes[name]
    if not isinstance(node.array, np.ndarray):
        raise UsageError(f"{name} is a token, which has no elements")
    mask = np.zeros(node.shape, bool)
    mask[parsed_index(index, node.shape, name)] = True
    if not mask.size:
        raise UsageError(f"{name} has no elements: its shape is {list(node.shape)}")
    (text,) = region_texts(mask)
    return node, mask, f"{name}{text}"


def _number(which: int | str, names: Sequence[str], kind: str) -> int:
    if isinstance(which, str):
        if which in names:
            return names.index(which)
        number = _counted(which, names, kind)
    else:
        number = int(which) if is_integer(which) else -1
    if 0 <= number < len(names):
        return number
    there = f"there are {', '.join(names)}" if names else "there are none"
    raise UsageError(f"no {kind} is {which!r}; {there}")


def _counted(which: str, names: Sequence[str], kind: str) -> int:
    """The number that a text says, ``1`` or ``result 1``; -1 where it says none, or is that of a tuple."""
    digits = which.removeprefix(kind).strip()
    number = int(digits) if digits.isascii() and digits.isdigit() else -1
    is_of_tuple = 0 <= number < len(names) and names[number].startswith(f"{which}.")
    return -1 if is_of_tuple else number


def _named(names: Iterable[str], values: Iterable[Any]) -> dict[str, Node]:
    """Nodes by name, those of tuples by their places in it: ``arg0.1``."""
    found = dict[str, Node]()
    for name, value in zip(names, values, strict=True):
        parts = [*leaves(value)]
        found |= {f"{name}.{i}" if isinstance(value, tuple) else name: part for i, part in enumerate(parts)}
    return found


__all__ = ["Part", "Provenance", "Traced", "trace"]
