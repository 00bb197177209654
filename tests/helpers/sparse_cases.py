"""Drawn sparse products: entries of all kinds, sizes down to 0, flags, and the function that `hlogen.sparse` makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product as tuples
from typing import Any

import numpy as np
from helpers.sparse_model import ROWS, Array, Case, Terms

import hlogen as hl

FLAGS: list[Any] = list(tuples((False, True), repeat=3))
SCALES = ("none", "static", "operand")
# Which of i1, i2 and io are given; at least one list says how many entries there are (a scale does too).
INDEX_FORMS: list[Any] = list(tuples((True, False), repeat=3))
KINDS = (
    "any",
    "duplicates",
    "first empty",
    "last empty",
    "middle empty",
    "one row",
    "no entries",
    "sorted",
    "distinct",
)


@dataclass(frozen=True)
class Drawn:
    """A case, what stands for its scale, and values: x, y, s (ones where there is none)."""

    case: Case
    scale: str
    lowering: str
    values: tuple[Array, Array, Array]
    said_n: int | None  # n=, where it must be said or is

    def __str__(self) -> str:
        case = self.case
        entries = f"i1={case.i1} i2={case.i2} io={case.io} rows={case.rows} n={case.n} {dict(case.sizes)}"
        flags = f"shared1={case.shared1} shared2={case.shared2} out_accumulated={case.out_accumulated}"
        return f"{case.name} {entries} {flags} scale={self.scale}:{case.scale} {self.lowering}"

    @property
    def terms(self) -> Terms:
        return Terms(self.case)

    def function(self, name: str = "main") -> Any:
        """As a user writes it: of x, y, and the scale where it is an operand."""
        case = self.case
        static = case.scale if self.scale == "static" else None
        product = hl.sparse.SparseProduct.from_entries(case.i1, case.i2, case.io, static, sizes=case.rows)
        element_type = {"f": "f64", "c": "complex<f64>"}[self.values[0].dtype.kind]
        shapes = [*case.shapes[:2], *([(case.count,)] if self.scale == "operand" else [])]
        types = ["x".join([*map(str, shape), element_type]) for shape in shapes]
        flags = {"shared1": case.shared1, "shared2": case.shared2, "out_accumulated": case.out_accumulated}

        @hl.function(*types, name=name)
        def main(x, y, *scale):
            given = {"scale": scale[0]} if scale else {}
            operation = getattr(hl.sparse, case.name)
            return operation(product, x, y, **given, **flags, n=self.said_n, lowering=self.lowering)

        return main

    @property
    def inputs(self) -> list[Array]:
        return list(self.values if self.scale == "operand" else self.values[:2])


def drawn(
    rng: np.random.Generator,
    name: str,
    flags: tuple[bool, bool, bool] | None = None,
    *,
    given: tuple[bool, bool, bool] | None = None,
    scale: str | None = None,
    kind: str | None = None,
    lowering: str = "auto",
    smallest: int = 0,
    is_complex: bool = False,
    times: int = 1,
) -> Drawn:
    """A random product; what isn't said is drawn. Sizes are `smallest` to 4, or to so many `times` as much."""
    flags = flags if flags is not None else FLAGS[rng.integers(8)]
    given = given if given is not None else INDEX_FORMS[rng.integers(8)]
    scale = scale or SCALES[rng.integers(3)]
    kind = kind or KINDS[rng.integers(len(KINDS))]
    if not any(given) and scale != "static":
        given = tuple(np.arange(3) == rng.integers(3))  # one of them says how many there are
    count = 0 if kind == "no entries" else int(rng.integers(1, 6 * times + 1))
    rows, columns = [], []
    for number, is_given in enumerate(given):
        size = int(rng.integers(1, 4 * times + 1)) if count else int(rng.integers(smallest, 4))
        column = _column(rng, kind, number, count, size)
        if kind == "distinct":
            size = count + int(rng.integers(0, 2))
        if kind == "duplicates" and count > 1:
            column[1] = column[0]
        if not is_given:  # 0, 1, 2, ..: rows that no entry takes may follow
            size = count + int(rng.integers(0, 2))
        if kind == "last empty" and number == 2:
            size += 1
        rows.append(size)
        columns.append(column.tolist() if is_given else None)
    sizes = {letter: int(rng.integers(smallest, 3 * times + 1)) for letter in sorted(set("".join(ROWS[name])))}
    n = int(rng.integers(smallest, 3 * times + 1))
    values = _numbers(rng, (count,), is_complex)
    i1, i2, io = columns
    case = Case(
        name, i1, i2, io, values if scale != "none" else None, tuple(rows), count, n, tuple(sizes.items()), *flags
    )
    x, y, _ = (_numbers(rng, shape, is_complex) for shape in case.shapes)
    must_say = flags[0] and flags[1]
    said = n if must_say or rng.random() < 0.3 else None
    return Drawn(case, scale, lowering, (x, y, values if scale != "none" else np.ones(count)), said)


def _numbers(rng: np.random.Generator, shape: tuple[int, ...], is_complex: bool) -> Array:
    return rng.normal(size=shape) + (1j * rng.normal(size=shape) if is_complex else 0)


def _column(rng: np.random.Generator, kind: str, number: int, count: int, size: int) -> Array:
    """The rows that entries take, below `size`."""
    if kind == "distinct":
        return rng.permutation(count)
    column = rng.integers(0, max(size, 1), size=count)
    if number < 2:
        return column
    if kind == "first empty":
        return np.maximum(column, min(1, size - 1))
    if kind == "middle empty":
        return np.where(column == size // 2, 0, column)
    if kind == "one row":
        return np.full(count, size - 1)
    return np.sort(column) if kind == "sorted" else column


def covering(name: str, seed: int, per_flag: int) -> Iterator[Drawn]:
    """`per_flag` products for each of the flags; index forms, scales and kinds each go round, so all pairs come up."""
    rng = np.random.default_rng([seed, *name.encode()])
    forms = [INDEX_FORMS[number] for number in rng.permutation(8)]
    number = int(rng.integers(1000))
    for flags in FLAGS:
        for _ in range(per_flag):
            kind, scale = KINDS[number % len(KINDS)], SCALES[number // len(KINDS) % 3]
            yield drawn(rng, name, flags, given=forms[number % 8], scale=scale, kind=kind)
            number += 1
