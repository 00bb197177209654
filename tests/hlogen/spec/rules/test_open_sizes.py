"""Of every operation: where sizes are open, nothing that is said forbids what they may be."""

from __future__ import annotations

import random
from dataclasses import replace

from helpers.valid_operations import examples, the_operation

from hlogen.errors import UsageError
from hlogen.ir import Block, Operation, TensorType, Type
from hlogen.mlir.reader import read
from hlogen.spec.operations import CONSTRAINED, check_operation
from hlogen.spec.result_types import infer

LEAST_INFERRED = 70  # operations, of some hundred, whose results follow from operands


def opened(type: Type, draw: random.Random, extra: int) -> Type:
    """The type with some sizes open, some of these with a bound that is `extra` above what they are."""
    if not isinstance(type, TensorType):
        return type
    sizes = [None if draw.random() < 0.5 else size for size in type.shape]
    bounds = [
        size + extra if known is None and size is not None and draw.random() < 0.5 else None
        for size, known in zip(type.shape, sizes, strict=True)
    ]
    has_bounds = any(bound is not None for bound in bounds)
    return replace(type, shape=tuple(sizes), bounds=tuple(bounds) if has_bounds else None)


def admits(type: Type, other: Type) -> bool:
    """Whether a value of the type may be of the other, whose sizes are known."""
    if not isinstance(type, TensorType) or not isinstance(other, TensorType):
        return type == other
    if type.rank != other.rank or type.element_type != other.element_type:
        return False
    bounds = type.bounds or (None,) * type.rank
    return all(
        known == size or (known is None and (bound is None or size <= bound))
        for known, bound, size in zip(type.shape, bounds, other.shape, strict=True)
    )


def test_open_sizes_break_no_rule_and_admit_the_results() -> None:
    draw = random.Random(5)
    inferred = set()
    for name, texts in examples().items():
        op, _ = the_operation(read(texts[0]))
        operands, results = ([value.type for value in of] for of in (op.operands, op.results))
        for number in range(4):
            extra = number % 2
            types = [opened(type, draw, extra) for type in operands]
            block = Block(types)
            declared = [opened(type, draw, extra) for type in results] if number < 3 else results
            open_ = Operation(name, block.arguments, declared, op.attributes, op.regions)
            assert check_operation(open_) == [], open_
            try:
                found = infer(name, types, op.attributes, op.regions)
            except UsageError:
                continue
            inferred.add(name)
            assert len(found) == len(results), open_
            assert all(map(admits, found, results)), (name, list(map(str, types)), list(map(str, found)))
    assert len(inferred) > LEAST_INFERRED
    assert inferred <= CONSTRAINED.keys()
