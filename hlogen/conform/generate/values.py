"""Random elements and indices: ordinary values, and those at the limits of their type and of the operand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np

from hlogen.ir import ComplexType, FloatType, IntegerType, QuantizedType, TensorType, dtype_of

Array = np.ndarray[Any, Any]


def random_elements(rng: np.random.Generator, type: TensorType, *, specials: bool) -> Array:
    """Elements of any value; with `specials` also infinities, NaN and negative zero where the type has them."""
    element, shape = type.element_type, type.static_shape
    dtype = dtype_of(element)
    if isinstance(element, QuantizedType):
        element = element.storage_type
    if isinstance(element, ComplexType):
        part = TensorType(shape, element.element_type)
        whole = np.empty(shape, dtype)
        whole.real, whole.imag = (random_elements(rng, part, specials=specials) for _ in range(2))
        return whole
    if isinstance(element, IntegerType):
        return np.asarray(_integers(rng, element, shape)).astype(dtype)
    assert isinstance(element, FloatType)
    return _floats(rng, element, shape, specials=specials)


def random_indices(
    rng: np.random.Generator, type: TensorType, limits: Sequence[tuple[int, int]], index_vector_dim: int, *, wild: bool
) -> Array:
    """Indices for dimensions of `limits`, pairs of a dimension's size and its slice's size.

    Most are inside or around the edges; `wild` ones are negative, huge, and the index type's own limits.
    """
    element, shape = type.element_type, type.static_shape
    assert isinstance(element, IntegerType)
    has_vectors = index_vector_dim < len(shape)
    moved = tuple(dim for d, dim in enumerate(shape) if d != index_vector_dim)
    columns = []
    for dim, size in limits:
        last = max(dim - size, 0)
        kinds = rng.integers(0, 8 if wild else 4, moved)
        candidates = [
            rng.integers(0, last, moved, endpoint=True),
            rng.integers(0, last, moved, endpoint=True),
            rng.integers(0, max(last // 2, 0), moved, endpoint=True),  # more duplicates
            rng.integers(0, max(dim, 1), moved, endpoint=True),
            rng.integers(last, dim + 2, moved, endpoint=True),
            rng.integers(-3, 0, moved),
            _integers(rng, element, moved),
            rng.choice(np.array([element.minimum, element.maximum, element.maximum - 1], object), moved),
        ]
        column = np.empty(moved, object)
        for kind, values in enumerate(candidates):
            column[kinds == kind] = np.asarray(values, object)[kinds == kind]
        columns.append(column)
    if has_vectors:
        whole = np.stack(columns, index_vector_dim) if columns else np.empty(shape, object)
    else:
        whole = columns[0]
    span = 1 << element.width  # a value that the type can't say becomes one that it can
    wrapped = np.array([(int(v) - element.minimum) % span + element.minimum for v in whole.flat], object)
    return wrapped.reshape(shape).astype(np.int64 if element.minimum < 0 else np.uint64).astype(dtype_of(element))


def _integers(rng: np.random.Generator, element: IntegerType, shape: tuple[int, ...]) -> Array:
    kind = np.int64 if element.minimum < 0 else np.uint64
    anything = rng.integers(element.minimum, element.maximum, shape, dtype=kind, endpoint=True)
    small = rng.integers(0, min(3, element.maximum), shape, endpoint=True).astype(kind)
    return np.where(rng.integers(0, 2, shape) == 0, small, anything)


def _floats(rng: np.random.Generator, element: FloatType, shape: tuple[int, ...], *, specials: bool) -> Array:
    dtype = dtype_of(element)
    small = rng.integers(-4, 4, shape, endpoint=True).astype(np.float64)
    fractions = rng.normal(scale=4, size=shape)
    values = np.where(rng.integers(0, 2, shape) == 0, small, fractions)
    if element.name == "f8E8M0FNU":  # powers of two alone
        values = np.exp2(rng.integers(-4, 4, shape, endpoint=True).astype(np.float64))
    if element.name == "tf32":
        values = values.astype(np.float16).astype(np.float64)
    with np.errstate(all="ignore"):
        array = np.asarray(values).astype(dtype)
    if not specials or element.name == "f8E8M0FNU":
        return array
    info = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]  # ml_dtypes has no types here
    extremes = [info.max, info.min, info.smallest_subnormal, -0.0]
    with np.errstate(all="ignore"):
        extremes += [value for value in (np.inf, -np.inf, np.nan) if _has(dtype, value)]
        pool = np.array(extremes).astype(dtype)
    return np.where(rng.integers(0, 3, shape) == 0, rng.choice(pool, shape), array).astype(dtype)


def _has(dtype: np.dtype[Any], value: float) -> bool:
    there = np.array(value).astype(dtype)
    return bool(np.isnan(there) if np.isnan(value) else there == value)
