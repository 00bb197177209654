"""Sums over N and letters before those over entries: products of all rows with all rows.

Where fewer pairs of rows there are than entries, or not many more, that takes less than what it replaces.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from hlogen.builder.shape import reshape
from hlogen.builder.tensor import Tensor
from hlogen.sparse.einsum import einsum
from hlogen.sparse.form import Factor, Form
from hlogen.sparse.lowerings.parts import BATCH, ENTRY, names_of, sizes_of

# A matrix product takes less per element: so many pairs for each entry are worth it.
PAIRS_PER_ENTRY = 4
# Shorter sums are none.
SHORTEST = 2


def paired(form: Form, sizes: Mapping[str, int]) -> tuple[int, int] | None:
    """Two operands that have what no other factor has, so that all rows with all can be multiplied and summed up."""
    for one, other in combinations(range(len(form.operands)), 2):
        pairs = form.operands[one].size * form.operands[other].size
        length = math.prod(sizes[name] for name in _summed(form, one, other))
        if pairs <= PAIRS_PER_ENTRY * form.count and length >= SHORTEST:
            return one, other
    return None


def pairs_size(form: Form, operands: Sequence[Tensor], numbers: tuple[int, int]) -> int:
    """How many elements the pairs have for each of N, 0 where they are summed over N."""
    one, other = (form.operands[number] for number in numbers)
    summed = _summed(form, *numbers)
    if BATCH in summed:
        return 0
    sizes = sizes_of(form, operands)
    letters = {*one.letters, *other.letters} - summed
    return one.size * other.size * math.prod(sizes[letter] for letter in letters)


def with_pairs(form: Form, operands: Sequence[Tensor], numbers: tuple[int, int]) -> tuple[Form, list[Tensor]]:
    """The form where two operands are one, whose rows are all pairs of theirs, and what it is of."""
    one, other = numbers
    left, right = form.operands[one], form.operands[other]
    summed = _summed(form, one, other)
    letters = "".join(name for name in dict.fromkeys(left.letters + right.letters) if name not in summed)
    is_batched = BATCH not in summed and (left.is_batched or right.is_batched)
    front = BATCH if is_batched else ""
    named = [(operands[number], names_of(form.operands[number])) for number in numbers]
    rows = [(tensor, names.replace(ENTRY, row)) for (tensor, names), row in zip(named, "12", strict=True)]
    products = einsum(rows, f"{front}12{letters}")
    shape = products.type.static_shape
    size = left.size * right.size
    merged = reshape(products, [*shape[: len(front)], size, *shape[len(front) + 2 :]])
    factor = Factor(left.index * right.size + right.index, size, letters, is_batched)
    others = [number for number in range(len(operands)) if number not in numbers]
    factors = (factor, *(form.operands[number] for number in others), form.result)
    return replace(form, factors=factors), [merged, *(operands[number] for number in others)]


def _summed(form: Form, one: int, other: int) -> set[str]:
    """What two operands have and no other factor."""
    names = [{*names_of(factor)} - {ENTRY} for factor in form.factors]
    others = set().union(*(names[number] for number in range(len(names)) if number not in (one, other)))
    return (names[one] & names[other]) - others
