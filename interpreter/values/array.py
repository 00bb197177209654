"""What the interpreter's values are: NumPy arrays; beside them tuples of values, and None for a token."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from hlogen.ir import TensorType

Array: TypeAlias = npt.NDArray[Any]


def as_array(value: Any) -> Any:
    """A kernel's result as the array it stands for: NumPy gives scalars where the rank is 0."""
    return np.asarray(value) if isinstance(value, (np.generic, bool, int, float, complex)) else value


def fits(shape: tuple[int, ...], type: TensorType) -> bool:
    """Whether a type, of whose dimensions some may be open or bounded, has arrays of this shape."""
    return len(shape) == type.rank and all(
        known in (None, dim) and (bound is None or dim <= bound)
        for dim, known, bound in zip(shape, type.shape, type.bounds or (None,) * type.rank, strict=True)
    )
