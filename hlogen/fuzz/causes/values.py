"""Mistakes that show in the elements alone: zeros, NaN, rounding, limits of types."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import ml_dtypes
import numpy as np

from hlogen.fuzz.causes.registry import cause
from hlogen.fuzz.causes.wrong import Results, Wrong
from hlogen.fuzz.elements import Array
from interpreter.values.same import is_same

_ULPS = 16


def _everywhere(wrong: Wrong, holds: Callable[[Array, Array], Array]) -> bool:
    """Whether it holds of all elements that aren't the same, as floats of 64 bits."""
    if not all(each.dtype.kind in "fcV" or "float" in each.dtype.name for each in wrong.got):
        return False
    for got, expected in zip(wrong.got, wrong.expected, strict=True):
        if got.shape != expected.shape:
            return False
        with np.errstate(all="ignore"):
            for part in ("real", "imag") if got.dtype.kind == "c" else ("",):
                one, other = (getattr(each, part) if part else each for each in (got, expected))
                is_right = is_same(one, other) | holds(one.astype(np.float64), other.astype(np.float64))
                if not np.all(is_right):
                    return False
    return True


@cause("gives zero the other sign")
def zeros(wrong: Wrong) -> Iterator[Results | bool | None]:
    yield _everywhere(wrong, lambda got, expected: (got == 0) & (expected == 0))


@cause("makes or loses a NaN")
def nans(wrong: Wrong) -> Iterator[Results | bool | None]:
    yield _everywhere(wrong, lambda got, expected: np.isnan(got) != np.isnan(expected))


@cause("overflows to infinity, or doesn't")
def overflow(wrong: Wrong) -> Iterator[Results | bool | None]:
    yield _everywhere(wrong, lambda got, expected: np.isinf(got) != np.isinf(expected))


@cause("rounds otherwise")
def rounded(wrong: Wrong) -> Iterator[Results | bool | None]:
    eps = [
        float(ml_dtypes.finfo(each.real.dtype).eps)  # type: ignore[no-untyped-call]  # has no types
        for each in wrong.got
        if each.dtype.kind in "fc" or "float" in each.dtype.name
    ]
    if eps:
        yield _everywhere(
            wrong, lambda got, expected: np.abs(got - expected) <= _ULPS * max(eps) * np.abs(expected) + 1e-300
        )


@cause("saturates where integers wrap")
def saturated(wrong: Wrong) -> Iterator[Results | bool | None]:
    for got, expected in zip(wrong.got, wrong.expected, strict=True):
        if got.dtype.kind not in "iu" or got.shape != expected.shape:
            return
        limits = np.iinfo(got.dtype)
        differs = got != expected
        if not np.isin(got[differs], [limits.min, limits.max]).all():
            return
    yield True


@cause("puts elements in other places")
def moved(wrong: Wrong) -> Iterator[Results | bool | None]:
    for got, expected in zip(wrong.got, wrong.expected, strict=True):
        if got.shape != expected.shape or sorted(_bits(got)) != sorted(_bits(expected)) or len(set(_bits(got))) < 3:
            return
    yield True


def _bits(array: Array) -> list[bytes]:
    return [each.tobytes() for each in array.reshape(-1)]
