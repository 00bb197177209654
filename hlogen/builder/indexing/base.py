"""Where counting starts: 0 as in Python, or 1 as in R and Julia. The one place that converts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from hlogen.builder.emit import boolean, described
from hlogen.builder.trace import usage_error
from hlogen.door import strict

Integers: TypeAlias = npt.NDArray[np.int64]

_base: ContextVar[int] = ContextVar("hlogen_index_base", default=0)


@strict
def index_base(base: int) -> AbstractContextManager[None]:
    """Inside the ``with``, `x[...]`, `x.at[...]`, `take` and their kin count indices from `base`, which is 0 or 1.

    ::

        with hl.index_base(1):
            first, last = x[1], x[x.shape[0]]
            middle = x[2:3]  # the second and the third

    With base 1 a slice's start and stop are both included, as in R and Julia (a step follows as in Python, and may be
    negative). A stop before the start gives nothing, as in ``x[1:0]``, and in ``x[5:]`` of 3 elements. Any other 0 and
    negative indices are errors, as is a slice with elements past the end. An integer tensor that holds 0 or less is
    out of bounds, and so is left to `mode`. The ids of `segment_sum` and its kin count so too. Dimension numbers
    (``axis``), `dynamic_slice_in_dim` and its kin, and the raw operations (`gather`, `dynamic_slice` ...) always count
    from 0. Each thread and each coroutine has its own base.
    """
    return _counting_from(_checked(base))


@contextmanager
def _counting_from(base: int) -> Iterator[None]:
    token = _base.set(base)
    try:
        yield
    finally:
        _base.reset(token)


def current_base(base: int | None = None) -> int:
    """`base` where it is given, else the one of the innermost `index_base`."""
    return _base.get() if base is None else _checked(base)


@dataclass(frozen=True)
class Counting:
    """How indices count: from `base`, which is 0 or 1; where it `wraps`, which is from 0 alone, negative ones from the
    end."""

    base: int
    wraps: bool

    @classmethod
    def chosen(cls, base: int | None, wrap_negative_indices: bool) -> Counting:
        """What a caller has chosen, from the innermost `index_base` where `base` is None."""
        start = current_base(base)
        return cls(start, boolean(wrap_negative_indices, "wrap_negative_indices") and not start)

    def limits(self, size: int) -> tuple[int, int]:
        """The least and the greatest index in bounds of a dimension of `size`."""
        return (-size if self.wraps else self.base), size - 1 + self.base


def constants_from_zero(values: Integers, size: int, counting: Counting, where: str, check: bool = True) -> Integers:
    """Constant indices into a dimension of `size`, counted from 0 and, if so they count, with negative ones wrapped.

    UsageError where one is out of bounds; without `check`, those are let through as they are, counted from 0.
    """
    lowest, highest = counting.limits(size)
    inside = (values >= lowest) & (values <= highest)
    if check and not inside.all():
        worst = int(values[~inside].flat[0])
        limits = f"from {lowest} to {highest}" if size else "none at all"
        counted = ", counted from 1" if counting.base else ""
        raise usage_error(
            f"index {worst} is out of bounds of {where}, which has size {size} (valid: {limits}{counted})"
        )
    if counting.base:
        return np.maximum(values, 0) - 1
    return np.where((values < 0) & inside, values + size, values)


def slice_from_zero(start: int | None, stop: int | None, step: int, size: int, base: int, where: str) -> range:
    """The positions, counted from 0, that a slice of a dimension of `size` takes."""
    if not base:
        return range(*slice(start, stop, step).indices(size))
    first, last = (1, size) if step > 0 else (size, 1)
    first, last = first if start is None else start, last if stop is None else stop
    is_empty = last < first if step > 0 else first < last
    for given in (start, stop):
        if given is not None and (given < 0 or (given == 0 and not is_empty)):
            raise usage_error(f"the slice of {where} has {given}: indices count from 1 here (index_base), and go up")
    if is_empty:
        return range(0)
    if max(first, last) > size:
        raise usage_error(
            f"the slice {first}:{last} of {where} reaches past its {size} elements\n"
            "  fix: with index_base(1), a slice's start and stop are both included and both inside"
        )
    return range(first - 1, last - 1 + (1 if step > 0 else -1), step)


def _checked(base: int) -> int:
    if isinstance(base, bool) or not isinstance(base, (int, np.integer)) or base not in (0, 1):
        raise usage_error(f"the index base is 0 or 1, not {described(base)}")
    return int(base)
