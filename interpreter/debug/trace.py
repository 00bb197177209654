"""Prints what operations compute: all of them, or those that are named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hlogen.door import strict
from hlogen.ir import Operation, TensorType, Value
from interpreter.debug.statistics import described
from interpreter.execution.listener import Listener, Loaded
from interpreter.execution.names import Names, Selection, place_of
from interpreter.grid.grid import process_of_several

_FIRST = 4  # elements of a value in a trace
_FIRST_WATCHED = 12


class Trace(Listener):
    """A listener that prints each operation with its place, and each of its results with type and statistics.

    An operation is printed when it has run, so what stands inside of it comes before it, indented. `write` takes the
    lines, one or several at a time; `first` is how many elements of a value are shown.
    """

    @strict
    def __init__(self, write: Callable[[str], object] = print, *, first: int = _FIRST) -> None:
        self.write = write
        self.first = first
        self.names: Names | None = None

    def on_start(self, *executables: Loaded) -> None:
        self.names = Names(*(executable.plan for executable in executables))

    def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        self.write(self.text(op, results))

    def text(self, op: Operation, results: Sequence[Any]) -> str:
        """The operation in a line, and one for each result."""
        name = self._names.of_op(op)
        using = ", ".join(map(self._names.of, op.operands))
        head = f"{f'{name} = ' if name else ''}{op.name}({using}){place_of(op)}{_process()}"
        lines = [head, *self._values("  ", op.results, results)]
        indent = "  " * self._names.depth(op)
        return "\n".join(indent + line for line in lines)

    def _values(self, indent: str, values: Sequence[Value], arrays: Sequence[Any]) -> list[str]:
        return [
            f"{indent}{self._names.of(value)}: {value.type}{lanes_of(value, array)}: {described(array, self.first)}"
            for value, array in zip(values, arrays, strict=True)
        ]

    @property
    def _names(self) -> Names:
        assert self.names is not None, "a listener is told of a run's start"
        return self.names


class Watch(Trace):
    """A listener that prints the operations that are named, with their operands too.

    ``Watch("%5")`` by the name of a result, as the program's text has it or MLIR prints it; ``Watch("log")`` or
    ``Watch("stablehlo.log")`` by op; ``Watch("model.mlir:12")`` or ``Watch(":12")`` by place. Several may be named.
    UsageError at the run's start where one names no operation.
    """

    @strict
    def __init__(self, *what: str, write: Callable[[str], object] = print, first: int = _FIRST_WATCHED) -> None:
        super().__init__(write, first=first)
        self.selection = Selection(what)

    def on_start(self, *executables: Loaded) -> None:
        super().on_start(*executables)
        self.selection.require(self._names)

    def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        if (op, self._names.of_op(op)) in self.selection:
            lines = self.text(op, results).split("\n")
            indent = "  " * self._names.depth(op)
            used = self._values(f"{indent}  from ", op.operands, operands)
            self.write("\n".join([lines[0], *used, *lines[1:]]))


def lanes_of(value: Value, array: Any) -> str:
    """How often the operation ran at once, where that is a dimension in front."""
    if isinstance(value.type, TensorType) and isinstance(array, np.ndarray) and array.ndim == value.type.rank + 1:
        return f" on {len(array)} lanes"
    return ""


def _process() -> str:
    """Which process of a grid runs here."""
    process = process_of_several()
    return "" if process is None else f" in {process}"
