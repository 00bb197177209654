"""Stops a run at the first operation that makes a NaN, an infinity, or a result that its type can't hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlogen.door import strict
from hlogen.errors import UsageError
from hlogen.ir import Operation, TensorType
from interpreter.debug.overflow import overflowed
from interpreter.debug.statistics import described
from interpreter.errors import Trapped
from interpreter.execution.listener import Listener, Loaded
from interpreter.execution.names import Names
from interpreter.execution.traits import Makes
from interpreter.kernels.registry import kernels
from interpreter.values.array import Array
from interpreter.values.digits import digits
from interpreter.values.made import aligned, is_floating, made

KINDS = ("nan", "inf", "overflow")

_FIRST = 6


@dataclass(frozen=True)
class _Caught:
    what: str
    count: int
    result: int
    index: tuple[int, ...]


class Trap(Listener):
    """A listener that raises Trapped, with operands and place, at the first operation that makes one of `kinds`.

    "nan" is a NaN that no operand accounts for, "inf" an infinity that comes of finite operands, "overflow" a result
    that is out of its type's range: an infinity where the exact result is finite, an integer that has wrapped around, a
    conversion that doesn't fit. Elementwise operations are judged by element, others as wholes: they have made one
    where no operand holds any. Constants are as the program wants them.
    """

    @strict
    def __init__(self, *kinds: str, first: int = _FIRST) -> None:
        for kind in kinds or ("",):
            if kind not in KINDS:
                raise UsageError(f"a trap is for {', '.join(map(repr, KINDS))}, not {kind!r}")
        self.kinds = kinds
        self.first = first
        self.names: Names | None = None

    def on_start(self, *executables: Loaded) -> None:
        self.names = Names(*(executable.plan for executable in executables))

    def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        if kernels()[op.name].traits.makes is Makes.NOTHING:  # constants are as the program wants them
            return
        for kind in self.kinds:
            caught = self._caught(kind, op, operands, results)
            if caught is not None:
                raise Trapped(self._message(caught, op, operands, results), kind, caught.index, tuple(operands))

    def _caught(self, kind: str, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> _Caught | None:
        for number, result in enumerate(results):
            found = None
            if kind == "overflow":
                found = overflowed(op, operands, result) if isinstance(result, np.ndarray) else None
                what = f"leaves the range of {_element(op, number)} in"
            else:
                if is_floating(result):
                    met = kernels()[op.name].traits.by_element(op, operands)
                    found = made(kind, result, met or operands, by_element=met is not None)
                what = f"makes {'NaN' if kind == 'nan' else 'an infinity'} in"
            if found is not None and found.any():
                index = tuple(int(x) for x in np.unravel_index(int(found.argmax()), found.shape))
                return _Caught(what, int(np.count_nonzero(found)), number, index)
        return None

    def _message(self, caught: _Caught, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> str:
        result = results[caught.result]
        which = f"result {caught.result}" if len(results) > 1 else "result"
        at = f"{which}[{', '.join(map(str, caught.index))}]" if caught.index else which
        lines = [
            f"{op.name} {caught.what} {caught.count} of {result.size} element{'' if result.size == 1 else 's'}; "
            f"first {at} = {digits(result[caught.index])}{_from(op, operands, result, caught.index)}"
        ]
        for value, operand in zip(op.operands, operands, strict=True):
            name = self.names.of(value) if self.names is not None else f"operand {op.operands.index(value)}"
            lines.append(f"  {name}: {value.type}: {described(operand, self.first)}")
        return "\n".join(lines)


def _from(op: Operation, operands: Sequence[Any], result: Array, index: tuple[int, ...]) -> str:
    met = kernels()[op.name].traits.by_element(op, operands) or ()
    fitted = [aligned(x, result) for x in met if isinstance(x, np.ndarray)]
    values = [digits(x[index]) for x in fitted if x is not None]
    return f" from {', '.join(values)}" if values else ""


def _element(op: Operation, number: int) -> str:
    type = op.results[number].type
    return str(type.element_type if isinstance(type, TensorType) else type)
