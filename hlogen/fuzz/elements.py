"""Elements of every type, from the simplest to those where implementations go wrong: limits, zeros, NaN, subnormals."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
import numpy.typing as npt

from hlogen.fuzz.choices import Choices
from hlogen.ir import ComplexType, ElementType, FloatType, IntegerType, QuantizedType, TensorType, dtype_of

Array: TypeAlias = npt.NDArray[Any]

_SMALL = (0, 1, 2, 3, -1, 4, 5, 7, -2, 8, 16, -3)
_FRACTIONS = (0.5, -0.5, 1.5, 0.25, -2.75, 3.140625, 0.1, 1e3, -1e-3, 10.0, 0.7, 6.0)


def elements(draw: Choices, type: TensorType, *, specials: bool) -> Array:
    """Elements for a tensor of static shape; with `specials` also those at the edges of the type."""
    element, shape = type.element_type, type.static_shape
    assert not isinstance(element, TensorType)
    count = int(np.prod(shape))
    if isinstance(element, ComplexType):
        table, plain = _table(element.element_type)
        parts = table[draw.integers((len(table) if specials else plain) - 1, 2 * count)]
        whole = np.empty(count, dtype_of(element))
        whole.real, whole.imag = parts[:count], parts[count:]
        return whole.reshape(shape)
    table, plain = _table(element)
    return np.asarray(table[draw.integers((len(table) if specials else plain) - 1, count)].reshape(shape))


def indices(draw: Choices, element: IntegerType, shape: tuple[int, ...], limit: int, *, wild: bool) -> Array:
    """Indices from 0 to `limit`; with `wild` also just outside of that, and the limits of their type."""
    low, high = element.minimum, element.maximum
    inside = range(min(limit, high) + 1)
    outside = (limit + 1, -1, limit + 2, -2, high, low, high - 1, limit + 1 + (high - low + 1) // 2)
    pool = [*inside, *(value for value in outside if low <= value <= high)] if wild else [*inside]
    table = np.array(pool, np.int64 if low < 0 else np.uint64).astype(dtype_of(element))
    return np.asarray(table[draw.integers(len(table) - 1, int(np.prod(shape)))].reshape(shape))


@cache
def _table(element: ElementType) -> tuple[Array, int]:
    """The elements that there may be, simplest first, and how many of them are plain."""
    if isinstance(element, QuantizedType):
        table, plain = _table(element.storage_type)
        if element.storage_min is None or element.storage_max is None:
            return table, plain
        is_one = (element.storage_min <= table) & (table <= element.storage_max)
        return table[is_one], int(is_one[:plain].sum())
    if isinstance(element, IntegerType):
        return _integers(element)
    assert isinstance(element, FloatType)
    return _floats(element)


def _integers(element: IntegerType) -> tuple[Array, int]:
    low, high = element.minimum, element.maximum
    plain = dict.fromkeys(value for value in _SMALL if low <= value <= high)
    edges = [high, low, high - 1, low + 1, high // 2, high // 2 + 1, low // 2, high // 3, 100, 127, 128, -128, 255, 256]
    edges += [1 << (element.width - 1), 1 << (element.width // 2)]
    values = [*plain, *dict.fromkeys(value for value in edges if low <= value <= high and value not in plain)]
    array = np.array(values, np.uint64 if low >= 0 else np.int64)
    return array.astype(dtype_of(element)), len(plain)


def _floats(element: FloatType) -> tuple[Array, int]:
    dtype = dtype_of(element)
    info: Any = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]  # has no types
    has_only_powers = element.name == "f8E8M0FNU"  # neither a zero nor a sign
    with np.errstate(all="ignore"):
        plain = np.array([1, 2, 4, 0.5, 8, 0.25] if has_only_powers else [*_SMALL, *_FRACTIONS]).astype(dtype)
        edges = [info.max, info.tiny, np.nan]
        if not has_only_powers:
            edges += [-0.0, np.inf, -np.inf, info.min, info.smallest_subnormal, -info.smallest_subnormal]
            edges += [1 + info.eps, float(info.max) / 2, float(info.tiny) / 2, -np.nan, 1 / 3, 1e30, -1e-30]
        rest = np.array([float(value) for value in edges]).astype(dtype)
    if element.name == "tf32":  # 32 bits are kept, of which 19 count
        plain, rest = (part.astype(np.float16).astype(dtype) for part in (plain, rest))
    whole = np.concatenate([plain, rest])
    _, first = np.unique(whole.view(f"u{dtype.itemsize}"), return_index=True)  # by bits
    kept = np.sort(first)
    return whole[kept], int((kept < len(plain)).sum())
