"""Form: a multilinear form over entries, the one thing that all sparse products are.

    F(x, y, .., z) = sum over entries t, n and letters of  s[t] * x[n, i[t], ..] * y[n, j[t], ..] * .. * z[n, o[t], ..]

A product computes what stands before ``z``: the derivative of F with respect to its last factor. Its derivatives with
respect to the others are the same form with the factors in another order, so they are products too, to any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.forking import cached_property

Indices = npt.NDArray[np.int64]


def letters_beside(used: str) -> Iterator[str]:
    """Letters that aren't `used`: a, b, c, ..., and after z those of other alphabets."""
    letters = filter(str.isalpha, map(chr, range(ord("a"), 0xD800)))
    return (letter for letter in letters if letter not in used)


@dataclass(frozen=True, eq=False)
class Factor:
    """What one factor of the form is of each entry: its shape is (N, size, letters), (size, letters) if not batched.

    `index` says which of the `size` rows an entry takes. `letters` name the dimensions of a row, as in Einstein's
    summation.
    """

    index: Indices
    size: int
    letters: str
    is_batched: bool

    @cached_property
    def is_identity(self) -> bool:
        """Whether entry t takes row t, and there is no other."""
        return self.size == len(self.index) and bool((self.index == np.arange(self.size)).all())

    @cached_property
    def is_sorted(self) -> bool:
        return bool((np.diff(self.index) >= 0).all())

    @cached_property
    def is_unique(self) -> bool:
        """Whether no two entries take the same row."""
        if len(self.index) > self.size:
            return False
        ordered = np.sort(self.index)  # which takes a tenth of np.unique's time
        return bool((ordered[1:] != ordered[:-1]).all())


@dataclass(frozen=True, eq=False)
class Form:
    """`factors` are those of the operands, then that of the result; `batch` is the size of N.

    `coefficients` has s[t], None where it is 1; `lowering` is the name of one in `hlogen.sparse.lowerings`, or "auto".
    `name` is what the product is called, for people alone.
    """

    name: str
    factors: tuple[Factor, ...]
    batch: int
    coefficients: npt.NDArray[Any] | None
    lowering: str

    @property
    def operands(self) -> tuple[Factor, ...]:
        return self.factors[:-1]

    @property
    def result(self) -> Factor:
        return self.factors[-1]

    @property
    def count(self) -> int:
        """The number of entries."""
        return len(self.result.index)

    @property
    def is_sound(self) -> bool:
        """Whether rows are in range, and letters are such that every factor's derivative is a product."""
        words = [factor.letters for factor in self.factors]
        counts = Counter("".join(words))
        return (
            len(words) > 1
            and self.batch >= 0
            and all(word == "" or (word.isalpha() and len(set(word)) == len(word)) for word in words)
            and all(count > 1 for count in counts.values())
            and all(((factor.index >= 0) & (factor.index < factor.size)).all() for factor in self.factors)
            and (self.coefficients is None or self.coefficients.shape == (self.count,))
        )

    def fits(self, shapes: Sequence[Sequence[int]]) -> bool:
        """Whether factors can have these shapes: N and rows are the form's, letters agree."""
        sizes: dict[str, int] = {}
        for factor, shape in zip(self.factors, shapes, strict=True):
            front = [self.batch, factor.size] if factor.is_batched else [factor.size]
            rows = shape[len(front) :]
            if list(shape[: len(front)]) != front or len(rows) != len(factor.letters):
                return False
            if any(sizes.setdefault(letter, size) != size for letter, size in zip(factor.letters, rows, strict=True)):
                return False
        return True

    @cached_property
    def by_result(self) -> Form:
        """The same form, its entries sorted by the row of the result, and in a row by those of the operands.

        So a form that derivatives come back to is the one that they started from, entry by entry. An operand that has
        a row for each entry comes first, and stays in order where it can.
        """
        operands = sorted(self.operands, key=lambda factor: not factor.is_unique)
        keys: list[npt.NDArray[Any]] = []
        for factor in (self.result, *operands):
            keys.append(factor.index)
            if factor.is_unique:  # no two entries are alike so far
                break
        else:
            keys += [] if self.coefficients is None else [self.coefficients.real, self.coefficients.imag]
        order = np.lexsort(keys[::-1])
        return self if (order == np.arange(self.count)).all() else self.reordered(order)

    def reordered(self, order: Indices) -> Form:
        """The same form, its entries in another order, or only some of them."""
        factors = tuple(replace(factor, index=factor.index[order]) for factor in self.factors)
        coefficients = None if self.coefficients is None else self.coefficients[order]
        return replace(self, factors=factors, coefficients=coefficients)

    def turned(self, number: int) -> Form:
        """The form whose product is the derivative with respect to operand `number`.

        Its operands are those after that one, the cotangent of the result, and those before it: the cycle.
        """
        turned = (*self.factors[number + 1 :], *self.factors[: number + 1])
        return replace(self, factors=turned).by_result

    def spelled(self) -> str:
        """The letters, as Einstein's summation is written: ``a,ab->b``."""
        return f"{','.join(factor.letters for factor in self.operands)}->{self.result.letters}"

    def with_letter(self, has_it: Sequence[bool]) -> Form:
        """The form with one more letter, first among those of the factors that have it."""
        letter = next(letters_beside("".join(factor.letters for factor in self.factors)))
        factors = tuple(
            replace(factor, letters=letter + factor.letters) if given else factor
            for factor, given in zip(self.factors, has_it, strict=True)
        )
        return replace(self, factors=factors)
