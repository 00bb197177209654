"""Whether an array may be written over: where nothing else holds it, a result needs no memory of its own."""

from __future__ import annotations

from sys import getrefcount
from typing import Any, Protocol, runtime_checkable

import numpy as np

from interpreter.values.array import Array
from interpreter.values.threads import copied


@runtime_checkable
class Updating(Protocol):
    """What runs an operation whose results are its first operands, changed in places.

    Where one of those dies with the operation, it may be written over: then `over` is called, with a list that it may
    take operands out of (ownership.py).
    """

    n_updated: int  # how many of the operands are

    def __call__(self, *operands: Any) -> Any: ...

    def over(self, operands: list[Any]) -> Any: ...


def own(values: list[Any], index: int) -> Array:
    """``values[index]``, which `values` lets go of, to be written over: itself where nothing else holds it, or a copy.

    What an array's memory is seen through, a view or the caller's own array, holds the array; constants aren't
    writeable, or held by the program.
    """
    array, references = _taken(values, index)
    is_alone = references == _ALONE and array.base is None and array.flags.writeable and array.flags.c_contiguous
    return array if is_alone else copied(array)


def unshared(values: list[Any]) -> tuple[Any, ...]:
    """The values, which the list lets go of: arrays that something else holds, and those in tuples, as copies."""
    return tuple(
        own(values, index)
        if isinstance(values[index], np.ndarray)
        else unshared([*values[index]])
        if isinstance(values[index], tuple)
        else values[index]
        for index in range(len(values))
    )


def _taken(values: list[Any], index: int) -> tuple[Array, int]:
    array = values[index]
    values[index] = None
    return array, getrefcount(array)


_, _ALONE = _taken([np.empty(0)], 0)  # how many references are counted where there is no other
