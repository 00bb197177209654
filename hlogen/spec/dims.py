"""Dimension sizes that may be unknown, and what can be said about two of them before the program runs.

A comparison answers True or False where it is decided, None where only a run can tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from hlogen.ir.types import ElementType, TensorType


class Dim(NamedTuple):
    """A dimension size: known, or None with, perhaps, an upper bound."""

    size: int | None
    bound: int | None = None

    def __str__(self) -> str:
        if self.size is not None:
            return str(self.size)
        return "?" if self.bound is None else f"? (at most {self.bound})"

    @property
    def largest(self) -> int | None:
        """The largest size it can have, None where there is no limit."""
        return self.bound if self.size is None else self.size


@lru_cache(maxsize=4096)  # the constraints of one operation ask again and again, and programs repeat their types
def dims_of(tensor: TensorType) -> tuple[Dim, ...]:
    """The dimensions of a tensor with their bounds. Bounds of another length than the shape say nothing."""
    if tensor.bounds is None or len(tensor.bounds) != tensor.rank:
        return tuple(Dim(size) for size in tensor.shape)
    return tuple(
        Dim(size, None if size is not None else bound) for size, bound in zip(tensor.shape, tensor.bounds, strict=True)
    )


def tensor_of(dims: Sequence[Dim], element_type: ElementType) -> TensorType:
    """The tensor type of these dimensions; it has bounds where one of them has."""
    bounds = tuple(dim.bound if dim.size is None else None for dim in dims)
    has_bounds = any(bound is not None for bound in bounds)
    return TensorType(tuple(dim.size for dim in dims), element_type, bounds if has_bounds else None)


def differ(a: Dim, b: Dim) -> bool | None:
    """Whether two sizes that must be equal aren't."""
    if a.size is not None and b.size is not None:
        return a.size != b.size
    if a.size is not None and b.bound is not None and a.size > b.bound:
        return True
    if b.size is not None and a.bound is not None and b.size > a.bound:
        return True
    return None


def exceeds(a: Dim, b: Dim) -> bool | None:
    """Whether `a` is larger than `b`, which must be at least as large."""
    if a.size is None:
        return False if a.bound is not None and b.size is not None and a.bound <= b.size else None
    if b.size is not None:
        return a.size > b.size
    if b.bound is not None and a.size > b.bound:
        return True
    return False if a.size <= 0 else None


def unfit(declared: Dim, implied: Dim) -> bool | None:
    """Whether a result's declared size can't hold the implied one. A declared ``?`` without a bound holds any."""
    if declared.size is not None:
        return differ(declared, implied)
    if declared.bound is None:
        return False
    if implied.size is not None:
        return implied.size > declared.bound
    return False if implied.bound is not None and implied.bound <= declared.bound else None


def any_true(answers: Iterable[bool | None]) -> bool | None:
    """True where one answer is, None where one could be."""
    undecided = False
    for answer in answers:
        if answer:
            return True
        undecided = undecided or answer is None
    return None if undecided else False
