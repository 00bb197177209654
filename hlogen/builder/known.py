"""What is known of integers before the program that is being built runs: from its operations, by `hlogen.analysis`.

It is what lets modes and derivatives do without clamps and masks, and promise that indices are sorted or unique.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from hlogen.analysis.effort import Effort
from hlogen.analysis.fact import Array
from hlogen.analysis.facts import Facts
from hlogen.analysis.view import is_analysed
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import current_scope
from hlogen.ir import Value

# The smallest and the largest value that integers may have; (0, -1) where there are none.
Range: TypeAlias = tuple[int, int]

# Where so little is left of what may be spent on constants, what was found is thrown away: it takes up memory. That is
# done so often; in programs with more of them, they are unknown from then on.
_LOW = Effort.elements // 2
_MOST_RENEWALS = 32


@dataclass
class Known:
    """What has been found of a program."""

    facts: Facts = field(default_factory=Facts)
    renewals: int = 0

    def ready(self) -> Facts:
        """The facts, with enough left to spend for another question."""
        if self.facts.effort.elements < _LOW and self.renewals < _MOST_RENEWALS:
            self.facts, self.renewals = Facts(), self.renewals + 1
        self.facts.effort.parts = Effort.parts  # what is found is kept, so this is spent once for each part
        return self.facts


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


def ranges_of(indices: Tensor, index_vector_dim: int, count: int) -> list[Range]:
    """What each of the `count` elements of the index vectors may be."""
    if any(size == 0 for d, size in enumerate(indices.shape) if d != index_vector_dim):
        return [(0, -1)] * count
    places = [{index_vector_dim: place} if index_vector_dim < indices.rank else {} for place in range(count)]
    found = [facts().of(indices.value, at).range for at in places]
    return [(0, -1) if range.is_empty else (range.low, range.high) for range in found]
