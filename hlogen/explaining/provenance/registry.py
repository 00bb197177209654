"""What an operation that has run depends on: a rule for each, or for each family, in the files of `rules/`.

    @rule("stablehlo.reverse")
    def reverse(ran: Ran) -> Iterable[Edge]: ...

An operation without a rule that works element by element depends on the same elements of its operands; any other, on
all of them (`edges_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from hlogen.explaining.provenance.relations import Alike, Edge, Shape, Whole, moved
from hlogen.ir import Operation
from hlogen.registry import Registry
from interpreter.execution.blocks import PlannedStep
from interpreter.execution.traits import Gives
from interpreter.kernels.registry import traits_of


@dataclass(frozen=True)
class Ran:
    """One run of an operation: what it was given, what its regions took from outside, and what it gave.

    Values are arrays; None stands for a token. Operands and results that are tuples stand here as their leaves, and
    then no rule is asked.
    """

    step: PlannedStep
    operands: Sequence[Any]
    captured: Sequence[Any]
    results: Sequence[Any]

    @property
    def op(self) -> Operation:
        return self.step.op

    def shapes(self, operand: int, result: int = 0) -> tuple[Shape, Shape]:
        """Of an operand and of a result, as relations take them."""
        return self.operands[operand].shape, self.results[result].shape


Rule: TypeAlias = Callable[[Ran], Iterable[Edge]]
TABLE: Registry[Rule] = Registry(f"{__package__}.rules", "a rule of provenance")
rule = TABLE.register

# What is gone into, so that its operations are followed one by one.
CONTROL_FLOW = ("stablehlo.while", "stablehlo.if", "stablehlo.case")


def edges_of(ran: Ran) -> Iterable[Edge]:
    """What each result depends on; operands come first, then captured values, counted on."""
    op, traits = ran.op, ran.step.traits
    known = TABLE.rows().get(op.name)
    if _has_tuples(ran):
        return whole(ran, range(len(ran.operands) + len(ran.captured)))
    if known is not None:
        edges = known(ran)
    elif traits.elementwise:
        edges = [Edge(i, 0, Alike(*ran.shapes(i))) for i in range(len(ran.operands))]
    elif traits.meets is not None:
        edges = _meeting(ran)
    else:
        edges = whole(ran, range(len(ran.operands)))
    taken = len(ran.operands)
    return [*edges, *whole(ran, range(taken, taken + len(ran.captured)))]


def has_map(name: str) -> bool:
    """Whether more is known of an operation than that all of a result depends on all of each operand."""
    traits = traits_of(name)
    is_followed = name in TABLE.rows() or name in CONTROL_FLOW or traits.elementwise or traits.meets is not None
    return is_followed or traits.gives is Gives.OPERANDS


def whole(
    ran: Ran, operands: Iterable[int], results: Iterable[int] | None = None, *, control: bool = False
) -> list[Edge]:
    """That all of these operands go into all elements of the results."""
    values = [*ran.operands, *ran.captured]
    wanted = range(len(ran.results)) if results is None else [*results]
    return [
        Edge(i, j, Whole(np.shape(values[i]), np.shape(ran.results[j])), control)
        for i in operands
        for j in wanted
        if values[i] is not None and ran.results[j] is not None
    ]


def numbered(array: Any) -> Any:
    """The number of each element, counted row by row."""
    return np.arange(array.size).reshape(array.shape)


def _meeting(ran: Ran) -> list[Edge]:
    meets = ran.step.traits.meets
    assert meets is not None
    met = meets(ran.op, [numbered(x) for x in ran.operands])
    shape = ran.results[0].shape
    return [Edge(i, 0, moved(np.broadcast_to(numbers, shape), ran.operands[i].shape)) for i, numbers in enumerate(met)]


def _has_tuples(ran: Ran) -> bool:
    return len(ran.operands) != len(ran.op.operands) or len(ran.results) != len(ran.op.results)
