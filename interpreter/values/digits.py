"""Numbers for people, in their own type's digits: the f32 nearest to 0.1 is 0.1, not 0.10000000149011612."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from interpreter.values.array import Array

# So many digits tell any two neighbours apart in every type that NumPy hasn't itself.
_MOST_DIGITS = 9


def digits(x: Any) -> str:
    """The shortest text that reads as `x` again in its own type; `x` is an element of an array, or of rank 0."""
    if isinstance(x, np.ndarray):
        x = x[()]
    # NumPy's own types print so by themselves (but not in f-strings); the floats of ml_dtypes don't.
    if not isinstance(x, np.generic) or isinstance(x, (np.number, np.bool_)) or "int" in x.dtype.name:
        return str(x)
    wide = float(x)
    if math.isfinite(wide):
        for count in range(1, _MOST_DIGITS + 1):
            short = float(f"{wide:.{count}g}")
            if np.asarray(short).astype(x.dtype) == x:
                return str(short)
    return str(wide)


def listed(values: Array, most: int) -> str:
    """The first of a one-dimensional array: "5.0, 6.0 and 3 more"."""
    shown = ", ".join(map(digits, values[:most]))
    return shown + (f" and {len(values) - most} more" if len(values) > most else "")
