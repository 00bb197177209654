"""What is known of the integers of a tensor, whatever the program's inputs are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import prod
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from hlogen.analysis.range import NOTHING, ZERO, Interval, Range
from hlogen.ir import IntegerType, Shape

Array: TypeAlias = npt.NDArray[Any]

# The least difference of two elements that differ in position within some dimensions.
Gap: TypeAlias = Callable[[frozenset[int]], int]

# The gap where there are no two such elements.
FAR: Final = 1 << 80

# More elements than this are not kept as a constant.
MAX_CONSTANT: Final = 1 << 20

# So many elements of an array are looked at at once.
_BLOCK: Final = 1 << 20

# Gaps are looked for in all sets of dimensions up to so many dimensions.
_MAX_COMBINED: Final = 4


@dataclass(frozen=True, eq=False, slots=True)
class Fact:
    """What holds for all elements of a tensor of integers (i1 as 0 and 1), for every input of the program.

    `range` has every element. ``steps[d]`` has every difference of neighbours ``x[.., i+1, ..] - x[.., i, ..]`` along
    dimension d: (0, 0) is constant along it, (1, 1) counts up by one, with a low of 0 it is sorted; (0, 0) where there
    are no neighbours. `constant` is the values themselves, in 64 bits, where they are known and not many. Where the
    range is empty there are no elements, or the program never gets there, and anything holds.
    """

    range: Range
    shape: Shape
    steps: tuple[Interval, ...]
    constant: Array | None = None
    # Gaps that are larger than the steps say, by the dimensions along which positions differ.
    apart: Mapping[frozenset[int], int] = field(default_factory=dict)
    _gaps: dict[frozenset[int], int] = field(default_factory=dict, repr=False)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to know: no elements."""
        return self.range.is_empty

    def constant_along(self, d: int) -> bool:
        """Whether elements that differ in position along dimension `d` alone are equal."""
        return self.steps[d] == ZERO

    def gap(self, dims: Collection[int]) -> int:
        """The least difference of two elements whose positions differ within `dims`, and are equal elsewhere.

        0 where they may be equal; at least FAR where there are no two such elements.
        """
        wanted = frozenset(d for d in dims if self.shape[d] != 1)
        if not wanted or self.is_empty:
            return FAR
        if wanted not in self._gaps:
            self._gaps[wanted] = self._found_gap(wanted)
        return self._gaps[wanted]

    def width(self, dims: Collection[int]) -> int:
        """A bound on the difference of two elements whose positions differ within `dims`, and are equal elsewhere."""
        if self.is_empty:
            return 0
        total = 0
        for d in dims:
            step, size = self.steps[d], self.shape[d]
            if step == ZERO:
                continue
            if size is None:
                return self.range.width
            total += (size - 1) * step.reach
        return min(total, self.range.width)

    def _found_gap(self, wanted: frozenset[int]) -> int:
        if self.constant is not None:
            return _gap_of_array(self.constant, wanted)
        found = max((gap for dims, gap in self.apart.items() if wanted <= dims), default=0)
        found = max(found, gap_of_steps(self.shape, self.steps, wanted))
        step = self.range.step
        return -(-found // step) * step


def fact_of(range: Range, shape: Shape, steps: Sequence[Interval] | None = None, gap: Gap | None = None) -> Fact:
    """The fact of this range, steps (None for unknown ones) and gaps, each made as narrow as the others make it."""
    if range.is_empty or 0 in shape:
        return no_elements(shape)
    width, modulus = range.width, range.step
    found = []
    for d, size in enumerate(shape):
        if size == 1 or not width:
            found.append(ZERO)
            continue
        low, high = (-width, width) if steps is None else steps[d]
        low, high = max(low, -width), min(high, width)
        if size is not None:  # all of them together stay in the range
            if low > 0:
                high = min(high, width - (size - 2) * low)
            elif high < 0:
                low = max(low, -width - (size - 2) * high)
        low, high = -(-low // modulus) * modulus, high // modulus * modulus
        if low > high:  # only where there is no such tensor
            return no_elements(shape)
        found.append(Interval(low, high))
    kept = tuple(found)
    return Fact(range, shape, kept, None, {} if gap is None else _apart(shape, kept, gap))


def static(shape: Shape) -> tuple[int, ...]:
    """A shape that has no unknown sizes."""
    assert None not in shape
    return shape  # type: ignore[return-value]  # no size is None


def with_constant(fact: Fact, array: Array) -> Fact:
    """`fact` of a tensor whose integers are known to be these, in 64 bits."""
    return Fact(fact.range, fact.shape, fact.steps, array)


def no_elements(shape: Shape) -> Fact:
    """The fact of a tensor without elements."""
    constant = None
    if None not in shape and 0 in shape:
        constant = np.zeros(static(shape), np.int64)
    return Fact(NOTHING, shape, (ZERO,) * len(shape), constant)


def fact_of_type(type: IntegerType, shape: Shape) -> Fact:
    """What is known where nothing is: a value of its type."""
    return fact_of(Range.of_type(type), shape)


def fact_of_array(array: Array, *, keep: bool = True) -> Fact:
    """All that is to be known of some integers in 64 bits; `keep`s them as the constant where they aren't many."""
    shape = array.shape
    if 0 in shape:
        return no_elements(shape)
    # Along dimensions that a view repeats, one element is all.
    stored = array[tuple(slice(0, 1) if not stride else slice(None) for stride in array.strides)]
    low, high = int(stored.min()), int(stored.max())
    steps, step = [ZERO] * stored.ndim, 1
    if high - low >= 1 << 63:
        steps = [Interval(low - high, high - low) if size > 1 else ZERO for size in stored.shape]
    elif high > low:
        words = stored.view(np.int64)  # differences are exact, even if values aren't
        first, step = words[(0,) * words.ndim], 0
        rows = max(_BLOCK * len(words) // words.size, 1)
        for start in range(0, len(words), rows):  # as all differences would take the memory of the array again
            block = words[start : start + rows + 1]  # and the first row of the next
            step = int(np.gcd(step, np.gcd.reduce((block - first).reshape(-1))))
            for d in range(block.ndim):
                if block.shape[d] > 1:
                    differences = np.diff(block, axis=d)
                    found = Interval(int(differences.min()), int(differences.max()))
                    steps[d] = found if not start else steps[d].join(found)
    kept = array if keep and array.size <= MAX_CONSTANT else None
    return Fact(Range.of(low, high, max(step, 1)), shape, tuple(steps), kept)


def restricted(fact: Fact, at: Mapping[int, int]) -> Fact:
    """`fact` of the elements at index ``at[d]`` along each dimension d of `at`; these then have the size 1."""
    if not at:
        return fact
    shape = tuple(1 if d in at else size for d, size in enumerate(fact.shape))
    if fact.constant is not None:
        index = tuple(slice(at[d], at[d] + 1) if d in at else slice(None) for d in range(len(shape)))
        return fact_of_array(fact.constant[index])
    return fact_of(fact.range, shape, fact.steps, fact.gap)


def joined(first: Fact, second: Fact) -> Fact:
    """What holds for a tensor of which one of the two facts holds; both have the same rank."""
    if first is second:
        return first
    shape = tuple(a if a == b else None for a, b in zip(first.shape, second.shape, strict=True))
    for one, other in ((first, second), (second, first)):
        if other.is_empty:  # all elements are those of one, but there may be none
            return one if one.shape == shape else fact_of(one.range, shape, one.steps, one.gap)
    if first.constant is not None and second.constant is not None and np.array_equal(first.constant, second.constant):
        return first
    steps = [a.join(b) for a, b in zip(first.steps, second.steps, strict=True)]
    return fact_of(first.range.join(second.range), shape, steps, lambda dims: min(first.gap(dims), second.gap(dims)))


def fitted(fact: Fact, type: IntegerType) -> Fact:
    """What holds in `type` of integers that are `fact` before they are made to fit.

    What happens to one that doesn't fit, the specification leaves open: then only equal ones are known to stay equal.
    """
    if fact.is_empty or fact.range.fits(type):
        return fact
    anything = Range.of_type(type)
    full = Interval(-anything.width, anything.width)
    return fact_of(anything, fact.shape, [step if step == ZERO else full for step in fact.steps])


def in_words(array: Array, type: IntegerType) -> Array:
    """Integers of `type` in 64 bits, with or without a sign as the type has one."""
    return array.astype(np.uint64 if type.is_unsigned else np.int64, copy=False)


def with_values(fact: Fact, type: IntegerType) -> Fact:
    """`fact` of a tensor of `type` with its constant: also where all elements are one integer."""
    if fact.constant is not None:
        words = in_words(fact.constant, type)
        return fact if words is fact.constant else with_constant(fact, words)
    if fact.range.value is None or None in fact.shape or prod(static(fact.shape)) > MAX_CONSTANT:
        return fact
    word = np.array(fact.range.value, np.uint64 if type.is_unsigned else np.int64)
    return with_constant(fact, np.broadcast_to(word, static(fact.shape)))


def gap_of_steps(shape: Shape, steps: Sequence[Interval], dims: Collection[int]) -> int:
    """The gap that follows from steps: each dimension steps further than those of smaller steps together can reach."""
    gap, reached = FAR, 0
    for d in sorted(dims, key=lambda d: steps[d].reach):
        gap = min(gap, steps[d].least - reached)
        if gap <= 0:
            return 0
        size = shape[d]
        reached = FAR if size is None else reached + (size - 1) * steps[d].reach
    return gap


def _apart(shape: Shape, steps: tuple[Interval, ...], gap: Gap) -> dict[frozenset[int], int]:
    """The gaps that are larger than the steps say. One of several dimensions is looked for where each has one."""
    found: dict[frozenset[int], int] = {}

    def look(dims: frozenset[int]) -> int:
        gap_here = gap(dims)
        of_steps = gap_of_steps(shape, steps, dims)
        if gap_here > of_steps:
            found[dims] = gap_here
        return max(gap_here, of_steps)

    spread = [d for d, size in enumerate(shape) if size != 1 and steps[d] != ZERO]
    distinct = [d for d in spread if look(frozenset((d,)))]
    if len(distinct) > _MAX_COMBINED:
        look(frozenset(distinct))
        return found
    for count in range(2, len(distinct) + 1):
        for dims in combinations(distinct, count):
            look(frozenset(dims))
    return found


def _gap_of_array(array: Array, dims: frozenset[int]) -> int:
    """The least difference in any part of `array` that spans `dims` alone."""
    order = [*(d for d in range(array.ndim) if d not in dims), *dims]
    size = 1
    for d in dims:
        size *= array.shape[d]
    rows = np.sort(array.transpose(order).reshape(-1, size), axis=1)
    # In unsigned words the difference of sorted integers is exact.
    words = rows.view(np.uint64)
    return int((words[:, 1:] - words[:, :-1]).min())
