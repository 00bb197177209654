"""What programs have in them: cells of operation, element type, shape and feature, to be counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from hlogen.fuzz.grammar import GRAMMAR
from hlogen.ir import (
    DenseArray,
    DenseElements,
    DotDimensionNumbers,
    EnumAttr,
    GatherDimensionNumbers,
    Module,
    Operation,
    ScatterDimensionNumbers,
    TensorType,
    Type,
)

# The operation, the element types of its operands and results, what its first shape is like, and one feature.
Cell: TypeAlias = "tuple[str, str, str, str]"


def cells(module: Module) -> Iterator[Cell]:
    """The cells that a program is in: one for each feature of each operation that has a row of the grammar."""
    rows = GRAMMAR.rows()
    for operation in module.walk():
        if operation.name in rows and operation.name != "stablehlo.constant":
            types = [value.type for value in (*operation.operands, *operation.results)]
            elements = " ".join(dict.fromkeys(str(each.element_type) for each in types if isinstance(each, TensorType)))
            shape = _shape(types[0]) if types else "none"
            for feature in dict.fromkeys(_features(operation)):
                yield operation.name, elements, shape, feature


def _shape(type: Type) -> str:
    if not isinstance(type, TensorType) or not type.is_static:
        return "dynamic"
    if 0 in type.static_shape:
        return "empty"
    if not type.rank:
        return "scalar"
    return "ones" if type.size == 1 else f"rank {type.rank}"


def _features(operation: Operation) -> Iterator[str]:
    yield "plain"
    for name, value in operation.attributes.items():
        match value:
            case True:
                yield name
            case EnumAttr():
                yield f"{name} {value.value}"
            case DenseArray() if any(each not in (0, 1) for each in value.values):
                yield name
            case DenseElements() if np.any(value.array != 0):
                yield name
            case GatherDimensionNumbers() | ScatterDimensionNumbers() | DotDimensionNumbers():
                yield from (part for part, given in vars(value).items() if given)
    for region in operation.regions:
        for block in region.blocks:
            yield from (f"body {inner.name.partition('.')[2]}" for inner in block.operations[:-1])
    if operation.name == "stablehlo.scatter" and len(operation.results) > 1:
        yield "several inputs"


@dataclass
class Covered:
    """What is covered of an operation: its cells, and how often programs met one of them, or one that none met before.

    `newness` is the estimate of Good and Turing that the next meeting is with a new cell: what was met once, of all.
    """

    cells: int = 0
    meetings: int = 0
    once: int = 0

    @property
    def newness(self) -> float:
        return self.once / self.meetings if self.meetings else 1.0


def covered(counts: Mapping[Cell, int]) -> dict[str, Covered]:
    """What is covered, by operation."""
    found: dict[str, Covered] = defaultdict(Covered)
    for (op, *_), count in counts.items():
        of_op = found[op]
        of_op.cells += 1
        of_op.meetings += count
        of_op.once += count == 1
    return dict(found)


def weighted(ops: Sequence[str], counts: Counter[Cell]) -> tuple[str, ...]:
    """The operations, each once; and those that most likely have cells that nobody has met, twice more."""
    known = covered(counts)
    newest = sorted(ops, key=lambda op: known.get(op, Covered()).newness, reverse=True)
    extra = newest[: len(ops) // 4]
    return (*ops, *extra, *extra)
