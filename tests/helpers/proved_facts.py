"""Holds what the analysis says of a program's values against what they are when it runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from hlogen.analysis.facts import Fact, Facts
from hlogen.ir import IndexType, IntegerType, Module, Operation, TensorType, Value


def broken(fact: Fact, arrays: Any) -> str | None:
    """What of `fact` isn't true of some arrays, stacked along a first dimension, in words; None where all is."""
    shape = arrays.shape[1:]
    if len(shape) != len(fact.shape) or any(n not in (None, m) for n, m in zip(fact.shape, shape, strict=True)):
        return f"the shape is {shape}"
    if arrays.size == 0:
        return None
    if fact.is_empty:
        return "there are elements"
    x = exact(arrays)
    low, high, step = fact.range
    if not low <= x.min() <= x.max() <= high or step < 1 or (step > 1 and np.any((x.astype(object) - low) % step)):
        return f"the range isn't {fact.range}"
    if fact.constant is not None:
        if fact.constant.shape != shape or not (x == exact(fact.constant)).all():
            return f"it isn't {fact.constant}"
        x = x[:1]  # all are the same
    if x.size == len(x):
        return None
    for d, (least, most) in enumerate(fact.steps):
        if shape[d] > 1:
            places = (slice(None),) * (d + 1)
            differences = x[*places, 1:] - x[*places, :-1]
            if not least <= differences.min() <= differences.max() <= most:
                return f"along {d}, the steps aren't {fact.steps[d]}"
    for count in range(1, len(shape) + 1):
        for dims in combinations(range(len(shape)), count):
            gap, width = fact.gap(dims), fact.width(dims)
            rows = np.sort(rows_of(x, dims), axis=1)
            if gap and rows.shape[1] > 1 and (rows[:, 1:] - rows[:, :-1]).min() < gap:
                return f"the gap over {dims} isn't {gap}"
            if (rows[:, -1] - rows[:, 0]).max() > width:
                return f"the width over {dims} isn't {width}"
    return None


def exact(array: Any) -> Any:
    """Integers in 64 bits, or Python's where differences might be larger."""
    words = array if array.dtype == np.uint64 else array.astype(np.int64)
    is_small = array.dtype.itemsize < 8 or not array.size or -(1 << 61) < int(words.min()) <= int(words.max()) < 1 << 61
    return words.astype(np.int64) if is_small else words.astype(object)


def rows_of(x: Any, dims: Sequence[int]) -> Any:
    """Each part that spans `dims` alone, in a row."""
    order = [0, *(d + 1 for d in range(x.ndim - 1) if d not in dims), *(d + 1 for d in dims)]
    size = int(np.prod([x.shape[d + 1] for d in dims]))
    return x.transpose(order).reshape(-1, size)


class Proved:
    """Sees a program run; `check` then says whether the facts about its values, and about parts of them, were true."""

    def __init__(self, module: Module, rng: np.random.Generator, parts: int = 2) -> None:
        self._seen: dict[Value, dict[tuple[int, ...], list[Any]]] = defaultdict(lambda: defaultdict(list))
        self.facts: dict[Value, list[tuple[Mapping[int, int], Fact]]] = {}
        analysis = Facts(module)
        analysis.lenient = False
        for operation in module.walk():
            for value in (*operation.results, *(x for region in operation.regions for x in region.block.arguments)):
                if isinstance(value.type, TensorType) and isinstance(value.type.element_type, (IntegerType, IndexType)):
                    asked = [{}, *(_place(value.type, rng) for _ in range(parts))]
                    self.facts[value] = [(at, analysis.of(value, at)) for at in asked if at is not None]
        # Found in another order, those of parts first, they are as true.
        again = Facts(module)
        again.lenient = False
        for facts in reversed(list(self.facts.items())):
            facts[1].extend([(at, again.of(facts[0], at)) for at, _ in facts[1][1:]])

    def on_op(self, op: Operation, operands: Any, results: Any) -> None:
        for value, array in zip(op.results, results, strict=True):
            self._see(value, array)
        for value, array in zip(op.operands, operands, strict=True):
            if not isinstance(value.owner, Operation):  # of arguments, there is no other sight
                self._see(value, array)

    def _see(self, value: Value, array: Any) -> None:
        if value in self.facts:
            self._seen[value][array.shape].append(array.copy())

    def check(self) -> int:
        """How many facts were held against how many arrays; AssertionError where one isn't true."""
        count = 0
        for value, by_shape in self._seen.items():
            for shape, arrays in by_shape.items():
                stacked = np.stack(arrays)
                for at, fact in self.facts[value]:
                    if len(shape) != len(fact.shape):  # many lanes of a computation at once
                        continue
                    count += len(stacked)
                    index = tuple(slice(at[d], at[d] + 1) if d in at else slice(None) for d in range(len(shape)))
                    part = stacked[:, *index]
                    wrong = broken(fact, part)
                    assert wrong is None, f"{wrong}\n{value.owner}\n{value}, at {at}\n{part}\n{fact}"
        return count


def _place(type: TensorType, rng: np.random.Generator) -> Mapping[int, int] | None:
    sized = [(d, n) for d, n in enumerate(type.shape) if n]
    if not sized:
        return None
    return {d: int(rng.integers(n)) for d, n in sized if rng.random() < 0.6} or {sized[-1][0]: 0}
