"""The slow model of what any schedule of a scatter may give: element by element, all orders, by brute force.

It shares no code with the interpreter. What lands on an element is found by the specification's own index arithmetic;
what its value can then be, by folding the updates in every order, or in every binary tree where reassociation is asked
for. Beyond a limit of work it falls back on algebra: the bodies that are associative and commutative in their type, and
exact rational bounds of float sums and products. Where neither decides, it says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any, TypeAlias

import numpy as np
from model.algebra import float_has, integer_fold
from model.bodies import is_integer
from model.enumeration import (
    Applied,
    Scalars,
    all_orders,
    all_trees,
    distinct_of,
    key,
    keyed,
)
from model.gather import Array
from model.scatter import Landing, landing_of

Place: TypeAlias = tuple[int, ...]

# Applications of the body that one element is worth before algebra has to do.
LIMIT = 3000
_COMMUTATIVE = ("add", "multiply", "and", "or", "xor", "minimum", "maximum")


@dataclass(frozen=True)
class Update:
    """One element of updates: where it goes, and its N values as the body gets them."""

    index: tuple[int, ...]
    landing: Landing
    values: Scalars


class Scatter:
    """A scatter with its operands.

    `update_computation` takes 2N NumPy scalars and returns N. `ops` names, for each result, the body where it is one
    well-known op on the old and the new value of that result: "add", ..., "new", "old"; None for any other.
    """

    def __init__(
        self,
        inputs: Sequence[Array],
        scatter_indices: Array,
        updates: Sequence[Array],
        update_computation: Callable[..., Scalars],
        *,
        ops: Sequence[str | None],
        result_dtypes: Sequence[Any],
        **dimension_numbers: Any,
    ) -> None:
        self.body = update_computation
        self.ops = ops
        dtypes = [np.dtype(dtype) for dtype in result_dtypes]
        self.numbers = dimension_numbers
        with np.errstate(all="ignore"):
            self.inputs = tuple(array.astype(dtype) for array, dtype in zip(inputs, dtypes, strict=True))
            self.shape = inputs[0].shape
            self.updates = [
                Update(
                    index,
                    landing_of(index, scatter_indices, len(self.shape), **dimension_numbers),
                    tuple(update[index].astype(dtype) for update, dtype in zip(updates, dtypes, strict=True)),
                )
                for index in np.ndindex(*updates[0].shape)
            ]
        self.landing: dict[Place, list[Update]] = {}
        for update in self.updates:
            if update.landing.is_in_bounds(self.shape):
                self.landing.setdefault(update.landing.result_index, []).append(update)
        self._possible: dict[tuple[Place, bool], Possible] = {}

    @property
    def contested(self) -> list[Place]:
        return [place for place, updates in self.landing.items() if len(updates) > 1]

    def old(self, place: Place) -> Scalars:
        return tuple(array[place] for array in self.inputs)

    def results(self, found: Iterable[tuple[Place, Scalars]]) -> tuple[Array, ...]:
        """The inputs with these elements instead."""
        results = tuple(array.copy() for array in self.inputs)
        for place, values in found:
            for result, value in zip(results, values, strict=True):
                result[place] = value
        return results

    def fold(self, old: Scalars, updates: Iterable[Scalars]) -> Scalars:
        """The updates applied one by one."""
        with np.errstate(all="ignore"):
            return reduce(lambda value, new: self.body(*value, *new), updates, old)

    def any_order(self, rng: np.random.Generator) -> tuple[Array, ...]:
        """What a random schedule gives."""
        return self.results((place, self.in_any_order(place, rng)) for place in self.landing)

    def any_tree(self, rng: np.random.Generator) -> tuple[Array, ...]:
        """What random trees give, one for each element."""
        return self.results((place, self.in_any_tree(place, rng)) for place in self.landing)

    def in_extreme_orders(self) -> list[tuple[Array, ...]]:
        """What schedules give that take the updates by size, where sums and products stray furthest."""
        keys: list[Callable[[Scalars], Any]] = [
            lambda values: complex(values[0]).real,
            lambda values: max(abs(complex(values[0]).real), abs(complex(values[0]).imag)),
        ]
        return [
            self.results(
                (place, self.fold(self.old(place), sorted((u.values for u in updates), key=by, reverse=backwards)))
                for place, updates in self.landing.items()
            )
            for by in keys
            for backwards in (False, True)
        ]

    def in_any_order(self, place: Place, rng: np.random.Generator) -> Scalars:
        updates = [update.values for update in self.landing[place]]
        return self.fold(self.old(place), (updates[i] for i in rng.permutation(len(updates))))

    def in_any_tree(self, place: Place, rng: np.random.Generator) -> Scalars:
        updates = [update.values for update in self.landing[place]]
        values = [self.old(place), *(updates[i] for i in rng.permutation(len(updates)))]
        with np.errstate(all="ignore"):
            while len(values) > 1:
                i = int(rng.integers(len(values) - 1))
                values[i : i + 2] = [self.body(*values[i], *values[i + 1])]
        return values[0]

    def possible(self, place: Place, *, reassociate: bool = False) -> Possible:
        known = (place, reassociate)
        if known not in self._possible:
            updates = [update.values for update in self.landing.get(place, [])]
            self._possible[known] = possible(self.old(place), updates, self.body, self.ops, reassociate=reassociate)
        return self._possible[known]

    def judge(self, results: Sequence[Array], legal: Sequence[Array], *, reassociate: bool = False) -> bool | None:
        """Whether some schedule gives each element of `results`; None where that isn't known.

        `legal` is what some schedule gives, so that only elements that differ from it need a look.
        """
        known: bool | None = True
        for place in differing(results, legal):
            is_possible = self.possible(place, reassociate=reassociate).has(tuple(array[place] for array in results))
            if is_possible is False:
                return False
            known = known and is_possible
        return known

    def is_close(self, results: Sequence[Array], legal: Sequence[Array], orders: int, *, reassociate: bool) -> bool:
        """Whether what makes `results` impossible shows only by going through more than so many orders."""
        for place in differing(results, legal):
            found, values = self.possible(place, reassociate=reassociate), tuple(array[place] for array in results)
            if found.has(values) is False and (found.orders <= orders or found.is_refused(values)):
                return False
        return True


@dataclass(frozen=True)
class Possible:
    """What the N values of one element can be."""

    old: Scalars
    updates: Sequence[Scalars]
    ops: Sequence[str | None]
    reassociate: bool
    values: Sequence[Scalars] | None  # all that there is; None where finding it was too much work

    @cached_property
    def keys(self) -> frozenset[Hashable] | None:
        return None if self.values is None else frozenset(map(self.key, self.values))

    def has(self, values: Scalars) -> bool | None:
        """Whether some order gives `values`; None where that isn't known."""
        if self.keys is not None:
            return self.key(values) in self.keys
        each = [self._has_one(i, value) for i, value in enumerate(values)]
        if False in each:
            return False
        return True if len(each) == 1 and each[0] else None

    def is_refused(self, values: Scalars) -> bool:
        """Whether algebra alone tells that no order gives `values`."""
        return any(self._has_one(i, value) is False for i, value in enumerate(values))

    @property
    def orders(self) -> int:
        """How many ways there are to combine the updates: permutations, times trees where these are asked for."""
        k = len(self.updates)
        return math.factorial(k) * (math.comb(2 * k, k) // (k + 1) if self.reassociate else 1)

    def key(self, values: Scalars) -> Hashable:
        """Equal for values that count as equal: all NaNs are."""
        return tuple(key(value) for value in values)

    def _has_one(self, i: int, value: Any) -> bool | None:
        """Whether `value` can be result i, by algebra."""
        op, old, updates = self.ops[i], self.old[i], [update[i] for update in self.updates]
        if op == "new":
            return key(value) in {key(update) for update in updates}
        if op == "old":
            return key(value) == key(old)
        if op not in _COMMUTATIVE and not (op == "subtract" and not self.reassociate):
            return None
        dtype = np.asarray(old).dtype
        if is_integer(dtype) or dtype == np.bool_:
            return int(value) == integer_fold(op, old, updates)
        parts = [(old, updates, value)]
        if dtype.kind == "c":
            if op == "multiply":
                return None
            parts = [
                (old.real, [u.real for u in updates], value.real),
                (old.imag, [u.imag for u in updates], value.imag),
            ]
        found = [float_has(op, *part) for part in parts]
        if False in found:
            return False
        return True if all(found) else None


def possible(
    old: Scalars,
    updates: Sequence[Scalars],
    body: Callable[..., Scalars],
    ops: Sequence[str | None],
    *,
    reassociate: bool = False,
    limit: int = LIMIT,
) -> Possible:
    """What `old` can become when all `updates` are applied to it, in any order."""
    explore = all_trees if reassociate else all_orders
    distinct, counts = distinct_of(updates)
    values = None
    if math.prod(count + 1 for count in counts) <= limit:  # so many parts of the updates there are
        with np.errstate(all="ignore"):
            values = explore(keyed(old), distinct, counts, Applied(body, limit))
    return Possible(old, updates, ops, reassociate, values)


def differing(first: Sequence[Array], second: Sequence[Array]) -> list[Place]:
    """The places at which any of the arrays differ."""
    places: dict[Place, None] = {}
    for a, b in zip(first, second, strict=True):
        if a.tobytes() == b.tobytes():
            continue
        for place in np.ndindex(*a.shape):
            if key(a[place]) != key(b[place]):
                places[place] = None
    return list(places)
