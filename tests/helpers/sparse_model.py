"""Sparse products as the formula says them, one elementary product after the other, and all their derivatives.

    z[n, io[t]] += s[t] * x[n, i1[t]] o y[n, i2[t]]

`terms` writes the formula out in plain loops over n, t and channels: a list of ``z += s * x * y`` of single numbers,
each with the places of its four numbers. Values and derivatives of any order are sums over that list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product as tuples
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Place = tuple[int, ...]

# The rows of x, y and z, and the elementary products that are added up in a row of z: all (x, y, z) of one entry.
ROWS: dict[str, tuple[str, str, str]] = {
    "mul": ("c", "c", "c"),
    "outer": ("a", "b", "ab"),
    "inner": ("c", "c", ""),
    "vecmat": ("a", "ab", "b"),
    "vecsca": ("c", "", "c"),
    "scavec": ("", "c", "c"),
    "mat_t_vec": ("ab", "a", "b"),
}


def _mul(sizes: dict[str, int]) -> Iterator[tuple[Place, Place, Place]]:
    for c in range(sizes["c"]):
        yield (c,), (c,), (c,)


def _outer(sizes: dict[str, int]) -> Iterator[tuple[Place, Place, Place]]:
    for a in range(sizes["a"]):
        for b in range(sizes["b"]):
            yield (a,), (b,), (a, b)


def _inner(sizes: dict[str, int]) -> Iterator[tuple[Place, Place, Place]]:
    for c in range(sizes["c"]):
        yield (c,), (c,), ()


def _vecmat(sizes: dict[str, int]) -> Iterator[tuple[Place, Place, Place]]:
    for a in range(sizes["a"]):
        for b in range(sizes["b"]):
            yield (a,), (a, b), (b,)


def _vecsca(sizes: dict[str, int]) -> Iterator[tuple[Place, Place, Place]]:
    for c in range(sizes["c"]):
        yield (c,), (), (c,)


def _scavec(sizes: dict[str, int]) -> Iterator[tuple[Place, Place, Place]]:
    for c in range(sizes["c"]):
        yield (), (c,), (c,)


def _mat_t_vec(sizes: dict[str, int]) -> Iterator[tuple[Place, Place, Place]]:
    for a in range(sizes["a"]):
        for b in range(sizes["b"]):
            yield (a, b), (a,), (b,)


_OF_ROWS: dict[str, Callable[[dict[str, int]], Iterator[tuple[Place, Place, Place]]]] = {
    "mul": _mul,
    "outer": _outer,
    "inner": _inner,
    "vecmat": _vecmat,
    "vecsca": _vecsca,
    "scavec": _scavec,
    "mat_t_vec": _mat_t_vec,
}


@dataclass(frozen=True)
class Case:
    """One product as a user writes it: entries in the order given (None: 0, 1, ...), sizes and flags."""

    name: str
    i1: Sequence[int] | None
    i2: Sequence[int] | None
    io: Sequence[int] | None
    scale: Array | None
    rows: tuple[int, int, int]  # M1, M2, Mo
    count: int  # T
    n: int
    sizes: tuple[tuple[str, int], ...]  # of the letters
    shared1: bool = False
    shared2: bool = False
    out_accumulated: bool = False

    @property
    def shapes(self) -> tuple[Place, Place, Place]:
        """The shapes of x, y and z."""
        sizes = dict(self.sizes)
        lone = (self.shared1, self.shared2, self.out_accumulated)
        x, y, z = (
            (*(() if alone else (self.n,)), rows, *(sizes[letter] for letter in letters))
            for alone, rows, letters in zip(lone, self.rows, ROWS[self.name], strict=True)
        )
        return x, y, z


class Terms:
    """``z[zs] += s[ss] * x[xs] * y[ys]``, one after the other; places are numbers in the flat arrays."""

    def __init__(self, case: Case) -> None:
        self.shapes = (*case.shapes[:2], (case.count,), case.shapes[2])
        found: list[tuple[int, int, int, int]] = []
        flat = [_flat(shape) for shape in self.shapes]
        sizes = dict(case.sizes)
        for n in range(case.n):
            for t in range(case.count):
                i1 = t if case.i1 is None else int(case.i1[t])
                i2 = t if case.i2 is None else int(case.i2[t])
                io = t if case.io is None else int(case.io[t])
                for x, y, z in _OF_ROWS[case.name](sizes):
                    places = (
                        (i1, *x) if case.shared1 else (n, i1, *x),
                        (i2, *y) if case.shared2 else (n, i2, *y),
                        (t,),
                        (io, *z) if case.out_accumulated else (n, io, *z),
                    )
                    found.append(tuple(number[place] for number, place in zip(flat, places, strict=True)))
        self.places = np.array(found, np.int64).reshape(-1, 4).T

    def form(self, values: Sequence[Array | None], wanted: int) -> Array:
        """The derivative of ``sum of z * s * x * y`` with respect to number `wanted` of (x, y, s, z)."""
        product = np.ones(self.places.shape[1])
        for number, value in enumerate(values):
            if number != wanted:
                product = product * np.asarray(value).ravel()[self.places[number]]
        result = np.zeros(int(np.prod(self.shapes[wanted])), product.dtype)
        np.add.at(result, self.places[wanted], product)
        return result.reshape(self.shapes[wanted])

    def value(self, x: Array, y: Array, s: Array) -> Array:
        """The product: z."""
        return self.form([x, y, s, None], 3)

    def gradients(self, x: Array, y: Array, s: Array, gz: Array) -> tuple[Array, Array, Array]:
        """The gradients of x, y and s where that of the result is `gz`."""
        gx, gy, gs = (self.form([x, y, s, gz], number) for number in range(3))
        return gx, gy, gs

    def pushed(self, values: Sequence[Array], tangents: Sequence[Array | None], wanted: int) -> Array:
        """The tangent of `form`, which is linear in every value: the sum with one of them moved."""
        total: Any = np.zeros(self.shapes[wanted])
        for number, tangent in enumerate(tangents):
            if number != wanted and tangent is not None:
                total = total + self.form([*values[:number], tangent, *values[number + 1 :]], wanted)
        return total


def _flat(shape: Place) -> dict[Place, int]:
    """The number of each place in the array of that shape, laid out flat."""
    return {place: number for number, place in enumerate(tuples(*(range(size) for size in shape)))}
