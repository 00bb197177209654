"""When two elements are the same value: the same bits, or both NaN."""

from __future__ import annotations

import numpy as np

from interpreter.values.array import Array

_WORDS = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


def is_nan(x: Array) -> Array:
    """Where elements are NaN; of complex ones, where either part is."""
    if x.dtype.kind in "biu":
        return np.zeros(x.shape, bool)
    with np.errstate(invalid="ignore"):  # ml_dtypes warns of comparing NaNs
        return np.asarray(x != x)


def is_same(x: Array, y: Array) -> Array:
    """Whether each element of `x` is that of `y`: bit by bit, but one NaN is as good as another."""
    if x.dtype.kind == "c":
        return np.asarray(is_same(x.real, y.real) & is_same(x.imag, y.imag))
    if x.dtype.kind in "biu":
        return np.asarray(x == y)
    same = np.asarray(_words(x) == _words(y))
    if not same.all():
        same |= is_nan(x) & is_nan(y)
    return same


def identities(x: Array) -> Array:
    """A number for each element of a 1-dimensional array: the same where, and only where, the elements are the same."""
    if x.dtype.kind == "c":
        pairs = np.stack([identities(x.real), identities(x.imag)], axis=1)
        return np.unique(pairs, axis=0, return_inverse=True)[1].reshape(-1)
    words = _words(x)
    nan = is_nan(x)
    if nan.any():
        words = words.copy()
        words[nan] = _words(np.full(1, np.nan).astype(x.dtype))
    return words


def _words(x: Array) -> Array:
    x = np.ascontiguousarray(x).reshape(x.shape)
    words: Array = x.view(_WORDS[x.dtype.itemsize])
    return words
