"""Stops a run at the first operation that makes a NaN, an infinity, or a result that its type can't hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from hlogen.errors import Trapped, UsageError
from hlogen.ir import Operation, TensorType
from interpreter.debug.overflow import aligned, overflowed
from interpreter.debug.statistics import described, is_floating
from interpreter.execution.names import Names
from interpreter.kernels.registry import kernels
from interpreter.values.array import Array
from interpreter.values.digits import digits

if TYPE_CHECKING:
    from interpreter.executable import Executable

KINDS = ("nan", "inf", "overflow")

# What passes values on: operations inside, before, or in other processes have been looked at themselves.
_PASSES = frozenset(
    {
        *("stablehlo.if", "stablehlo.case", "stablehlo.while", "func.call", "stablehlo.composite"),
        *("stablehlo.constant", "stablehlo.tuple", "stablehlo.get_tuple_element", "interpreter.run_parallel"),
        *("stablehlo.optimization_barrier", "sdy.sharding_constraint", "sdy.manual_computation"),
        *("stablehlo.async_done", "stablehlo.infeed", "stablehlo.recv", "stablehlo.all_gather", "stablehlo.all_to_all"),
        *("stablehlo.collective_broadcast", "stablehlo.collective_permute"),
    }
)
_FIRST = 6


@dataclass(frozen=True)
class _Caught:
    what: str
    count: int
    result: int
    index: tuple[int, ...]


class Trap:
    """A listener that raises Trapped, with operands and place, at the first operation that makes one of `kinds`.

    "nan" is a NaN that no operand accounts for, "inf" an infinity that comes of finite operands, "overflow" a result
    that is out of its type's range: an infinity where the exact result is finite, an integer that has wrapped around, a
    conversion that doesn't fit. Elementwise operations are judged by element, others as wholes: they have made one
    where no operand holds any. Constants are as the program wants them.
    """

    def __init__(self, *kinds: str, first: int = _FIRST) -> None:
        for kind in kinds or ("",):
            if kind not in KINDS:
                raise UsageError(f"a trap is for {', '.join(map(repr, KINDS))}, not {kind!r}")
        self.kinds = kinds
        self.first = first
        self.names: Names | None = None

    def on_start(self, *executables: Executable) -> None:
        self.names = Names(*(executable.plan for executable in executables))

    def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        if op.name in _PASSES:
            return
        for kind in self.kinds:
            caught = self._caught(kind, op, operands, results)
            if caught is not None:
                raise Trapped(self._message(caught, op, operands, results), kind, caught.index, tuple(operands))

    def _caught(self, kind: str, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> _Caught | None:
        for number, result in enumerate(results):
            if kind == "overflow":
                made = overflowed(op, operands, result) if isinstance(result, np.ndarray) else None
                what = f"leaves the range of {_element(op, number)} in"
            else:
                made = _made(kind, op, operands, result)
                what = f"makes {'NaN' if kind == 'nan' else 'an infinity'} in"
            if made is not None and made.any():
                index = tuple(int(x) for x in np.unravel_index(int(made.argmax()), made.shape))
                return _Caught(what, int(np.count_nonzero(made)), number, index)
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


def _made(kind: str, op: Operation, operands: Sequence[Any], result: Any) -> Array | None:
    """Where the result holds what the operands don't account for; None where there is nothing like that."""
    if not is_floating(result):
        return None
    wrong = np.asarray(np.isnan(result) if kind == "nan" else np.isinf(result))
    if not wrong.any():
        return None
    accounts = np.isnan if kind == "nan" else _not_finite
    for operand in operands:
        if is_floating(operand):
            of_operand = np.asarray(accounts(operand))
            if not of_operand.any():
                continue
            fitted = aligned(of_operand, result) if kernels()[op.name].elementwise else None
            if fitted is None:
                return None
            wrong = wrong & ~fitted
    return wrong


def _from(op: Operation, operands: Sequence[Any], result: Array, index: tuple[int, ...]) -> str:
    if not kernels()[op.name].elementwise:
        return ""
    fitted = [aligned(x, result) for x in operands if isinstance(x, np.ndarray)]
    values = [digits(x[index]) for x in fitted if x is not None]
    return f" from {', '.join(values)}" if values else ""


def _not_finite(x: Array) -> Array:
    finite: Array = np.isfinite(x)
    return ~finite


def _element(op: Operation, number: int) -> str:
    type = op.results[number].type
    return str(type.element_type if isinstance(type, TensorType) else type)
