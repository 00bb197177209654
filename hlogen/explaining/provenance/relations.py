"""Which elements of an operand an element of a result depends on: relations between index spaces, on whole masks.

A relation is asked both ways: `back` takes a mask over the result and gives the operand's elements that these depend
on, `forward` takes a mask over the operand and gives the elements of the result that depend on these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Protocol, TypeAlias

import numpy as np

Shape: TypeAlias = tuple[int, ...]
Mask: TypeAlias = "np.ndarray[Any, np.dtype[np.bool_]]"
Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
# A boolean array over some dimensions of the result, then some of the operand, and which these are.
Factor: TypeAlias = tuple[Any, Sequence[int], Sequence[int]]


class Relation(Protocol):
    """Between the elements of a result and those of an operand."""

    def back(self, result: Mask) -> Mask: ...

    def forward(self, operand: Mask) -> Mask: ...


@dataclass(frozen=True)
class Edge:
    """That result number `result` depends on operand number `operand`.

    With `is_control`, the operand decides which elements are taken, which branch runs or how often, and doesn't go into
    the value itself.
    """

    operand: int
    result: int
    relation: Relation
    is_control: bool = False


@dataclass(frozen=True)
class Whole:
    """Every element of the result depends on every element of the operand."""

    operand_shape: Shape
    result_shape: Shape

    def back(self, result: Mask) -> Mask:
        return np.full(self.operand_shape, result.any())

    def forward(self, operand: Mask) -> Mask:
        return np.full(self.result_shape, operand.any())


@dataclass(frozen=True)
class Alike:
    """An element of the result depends on the element at the same index; the operand is broadcast as NumPy does it."""

    operand_shape: Shape
    result_shape: Shape

    def back(self, result: Mask) -> Mask:
        ahead = result.ndim - len(self.operand_shape)
        single = [ahead + d for d, size in enumerate(self.operand_shape) if size != result.shape[ahead + d]]
        axes = (*range(ahead), *single)
        return result.any(axes).reshape(self.operand_shape) if axes else result

    def forward(self, operand: Mask) -> Mask:
        return np.broadcast_to(operand, self.result_shape)


@dataclass(frozen=True)
class Pairs:
    """Element ``results[i]`` of the result depends on element ``operands[i]`` of the operand, counted row by row."""

    operands: Numbers
    results: Numbers
    operand_shape: Shape
    result_shape: Shape

    def back(self, result: Mask) -> Mask:
        return _marked(self.operands[result.reshape(-1)[self.results]], self.operand_shape)

    def forward(self, operand: Mask) -> Mask:
        return _marked(self.results[operand.reshape(-1)[self.operands]], self.result_shape)


def moved(numbers: Any, operand_shape: Shape) -> Pairs:
    """Each element of the result is the operand's element of this number, counted row by row; -1 is none."""
    flat = np.asarray(numbers).reshape(-1)
    results = np.flatnonzero(flat >= 0)
    return Pairs(flat[results], results, operand_shape, np.shape(numbers))


@dataclass(frozen=True)
class Product:
    """An index of the result and one of the operand go together where they do so dimension by dimension.

    `same` pairs dimensions of the operand with those of the result whose indices are equal; a factor says of some
    dimensions which indices go together. All others go with any.
    """

    operand_shape: Shape
    result_shape: Shape
    same: Mapping[int, int]
    factors: Sequence[Factor] = ()

    def back(self, result: Mask) -> Mask:
        return self._through(result, self._result_labels, self.operand_shape, self._operand_labels)

    def forward(self, operand: Mask) -> Mask:
        return self._through(operand, self._operand_labels, self.result_shape, self._result_labels)

    @property
    def _result_labels(self) -> list[int]:
        return list(range(len(self.result_shape)))

    @property
    def _operand_labels(self) -> list[int]:
        new = count(len(self.result_shape))
        return [self.same[d] if d in self.same else next(new) for d in range(len(self.operand_shape))]

    def _through(self, mask: Mask, labels: Sequence[int], shape: Shape, wanted: Sequence[int]) -> Mask:
        of_result, of_operand = self._result_labels, self._operand_labels
        terms: list[Any] = [mask.astype(np.float32), labels]
        known = set(labels)
        for matrix, result_dims, operand_dims in self.factors:
            of_factor = [*(of_result[d] for d in result_dims), *(of_operand[d] for d in operand_dims)]
            terms += [np.asarray(matrix, np.float32), of_factor]
            known.update(of_factor)
        kept = [label for label in wanted if label in known]
        found = np.einsum(*terms, kept, optimize=len(terms) > 4) > 0
        spread = found.reshape([size if label in known else 1 for size, label in zip(shape, wanted, strict=True)])
        return np.broadcast_to(spread, shape)


@dataclass(frozen=True)
class Where:
    """A relation of those elements of the result alone that `where` marks."""

    where: Mask
    relation: Relation

    def back(self, result: Mask) -> Mask:
        return self.relation.back(result & self.where)

    def forward(self, operand: Mask) -> Mask:
        return self.relation.forward(operand) & self.where


def _marked(numbers: Numbers, shape: Shape) -> Mask:
    mask = np.zeros(shape, bool)
    mask.reshape(-1)[numbers] = True
    return mask
