"""What is known of integers before the program that is being built runs: from its operations, by `hlogen.analysis`.

It is what lets modes and derivatives do without clamps and masks, and promise that indices are sorted or unique.
"""

from __future__ import annotations

from typing import TypeAlias

from hlogen.analysis.fact import Array
from hlogen.analysis.facts import Facts
from hlogen.analysis.known import Known
from hlogen.analysis.view import is_analysed
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import current_scope
from hlogen.ir import Value

# The smallest and the largest value that integers may have; (0, -1) where there are none.
Range: TypeAlias = tuple[int, int]


def facts() -> Facts:
    """What has been found so far; of a program that isn't being built, nothing yet."""
    scope = current_scope()
    if scope is None:
        return Facts()
    root = scope.root
    if root.known is None:
        root.known = Known()
    return root.known.ready()


def integers_of(value: Value) -> Array | None:
    """The integers themselves, in 64 bits, where they are known and not many."""
    return facts().of(value).constant if is_analysed(value.type) else None


def range_of(integer: Tensor) -> Range:
    """What a scalar may be."""
    found = facts().of(integer.value).range
    return (0, -1) if found.is_empty else (found.low, found.high)


def ranges_of(indices: Tensor, index_vector_dim: int, count: int) -> list[Range]:
    """What each of the `count` elements of the index vectors may be."""
    if any(size == 0 for d, size in enumerate(indices.shape) if d != index_vector_dim):
        return [(0, -1)] * count
    places = [{index_vector_dim: place} if index_vector_dim < indices.rank else {} for place in range(count)]
    found = [facts().of(indices.value, at).range for at in places]
    return [(0, -1) if range.is_empty else (range.low, range.high) for range in found]
