"""What a value is, in a line: its range, how many NaNs and infinities it holds, its first elements."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from interpreter.values.array import Array
from interpreter.values.digits import digits
from interpreter.values.made import has_integers


@dataclass(frozen=True)
class Statistics:
    """Of one array. `minimum`, `maximum` and `mean` are of the finite elements, None where there are none.

    Of complex numbers they are those of absolute values, of booleans `mean` is the part that is true.
    """

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    minimum: Any
    maximum: Any
    mean: float | None
    nans: int
    infs: int
    first: tuple[Any, ...]

    @classmethod
    def of(cls, array: Array, first: int = 4) -> Statistics:
        many = min(first, array.size) if array.size > 1 else array.size  # one alone is all that there is to say
        shown = tuple(array[np.unravel_index(i, array.shape)] for i in range(many))
        dtype = array.dtype
        if dtype == np.bool_ or has_integers(dtype):
            whole = array if dtype.isbuiltin == 1 else array.astype(np.int64)
            if not array.size:
                return cls(array.shape, dtype, None, None, None, 0, 0, ())
            return cls(array.shape, dtype, whole.min(), whole.max(), float(whole.mean()), 0, 0, shown)
        nan, inf = np.asarray(np.isnan(array)), np.asarray(np.isinf(array))
        nans, infs = int(np.count_nonzero(nan)), int(np.count_nonzero(inf))
        finite = array[~(nan | inf)] if nans or infs else array
        if dtype.kind == "c":
            finite = np.abs(finite)
        if not finite.size:
            return cls(array.shape, dtype, None, None, None, nans, infs, shown)
        wide = finite if dtype.isbuiltin == 1 and dtype.itemsize >= 4 else finite.astype(np.float32)
        low, high = wide.min(), wide.max()
        with np.errstate(all="ignore"):
            mean = float(wide.mean(dtype=np.float64))
        # the extremes in the type's own digits
        if dtype.kind != "c":
            low, high = low.astype(dtype), high.astype(dtype)
        return cls(array.shape, dtype, low, high, mean, nans, infs, shown)

    def __str__(self) -> str:
        size = math.prod(self.shape)
        if not size:
            return "empty"
        if size == 1:
            return digits(self.first[0])
        if self.dtype == np.bool_:
            said = [f"{self.mean:.1%} true"]
        elif self.minimum is None:
            said = ["no finite element"]
        else:
            what = "absolute " if self.dtype.kind == "c" else ""
            said = [f"{what}min {digits(self.minimum)}, max {digits(self.maximum)}, mean {self.mean:.6g}"]
        said += [f"{count} {name}" for count, name in ((self.nans, "NaN"), (self.infs, "inf")) if count]
        more = ", ..." if size > len(self.first) else ""
        shown = f"; [{', '.join(map(digits, self.first))}{more}]" if self.first else ""
        return f"{', '.join(said)}{shown}"


def described(value: Any, first: int = 4) -> str:
    """Any value of a run for people: an array's statistics, the parts of a tuple, a token."""
    if isinstance(value, tuple):
        return f"({'; '.join(described(part, first) for part in value)})"
    if isinstance(value, np.ndarray):
        return str(Statistics.of(value, first))
    return "a token" if value is None else str(value)
