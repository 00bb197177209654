"""What the interpreter's values are: NumPy arrays; beside them tuples of values, and None for a token."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from hlogen.ir import TensorType, Type

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


def narrowed(type: Type, other: Type) -> Type:
    """The type with the dimensions that it leaves open, or only bounds, as the other one has them."""
    if not isinstance(type, TensorType) or not isinstance(other, TensorType) or type.rank != other.rank:
        return type
    if type.is_static:
        return type
    none = (None,) * type.rank
    shape = [b if a is None else a for a, b in zip(type.shape, other.shape, strict=True)]
    bounds = [
        None if dim is not None else b if a is None else a if b is None else min(a, b)
        for dim, a, b in zip(shape, type.bounds or none, other.bounds or none, strict=True)
    ]
    return TensorType(tuple(shape), type.element_type, tuple(bounds) if any(b is not None for b in bounds) else None)
