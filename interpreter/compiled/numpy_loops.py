"""NumPy's own functions, called from machine code: what they give is what NumPy gives, to the bit.

A function of NumPy's runs over arrays by an inner loop in C for each combination of element types, which takes the
addresses of the arrays, sizes and strides, and touches nothing of Python's. The structure that has their addresses is
part of NumPy's public C interface (`PyUFuncObject`); what is read there is held against what NumPy says in Python.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import cache

import numpy as np

from interpreter.compiled.elements import NotCompiled

PREFIX = "numpy."  # of the names of inner loops in machine code


@cache
def name_of(function: str, types: str) -> str:
    """The name of the inner loop of one of NumPy's functions on these types, as ``d`` or ``ff``: of operands, and of
    the result. NotCompiled where there is none."""
    _find(function, types)
    return f"{PREFIX}{function}.{types}"


def symbols(text: str) -> Iterator[tuple[str, int]]:
    """The inner loops that a function's text names, and where they are."""
    for line in text.splitlines():
        if line.startswith("declare ") and f"@{PREFIX}" in line:
            name = line.partition(f"@{PREFIX}")[2].partition("(")[0]
            yield PREFIX + name, _find(*name.split("."))


@cache
def _find(function: str, types: str) -> int:
    ufunc = getattr(np, function)
    try:
        number = [one.replace("->", "") for one in ufunc.types].index(types)
    except ValueError:
        raise NotCompiled(f"{function} on {types}") from None
    structure = _Ufunc.from_address(id(ufunc) + object.__basicsize__)
    codes = bytes(np.dtype(one).num for one in types)
    is_known = (structure.nin, structure.nout, structure.ntypes) == (ufunc.nin, ufunc.nout, ufunc.ntypes)
    if not is_known or ctypes.string_at(structure.types + number * len(codes), len(codes)) != codes:
        raise NotCompiled("functions that aren't as NumPy has them elsewhere")
    if structure.data and ctypes.cast(structure.data, ctypes.POINTER(ctypes.c_void_p))[number]:
        raise NotCompiled(f"{function} on {types}, which is given more than arrays")
    address: int | None = ctypes.cast(structure.functions, ctypes.POINTER(ctypes.c_void_p))[number]
    if not address:
        raise NotCompiled(f"{function} on {types}")
    return address


class _Ufunc(ctypes.Structure):
    """PyUFuncObject behind what all of Python's objects have."""

    _fields_ = (
        ("nin", ctypes.c_int),
        ("nout", ctypes.c_int),
        ("nargs", ctypes.c_int),
        ("identity", ctypes.c_int),
        ("functions", ctypes.c_void_p),
        ("data", ctypes.c_void_p),
        ("ntypes", ctypes.c_int),
        ("_unused", ctypes.c_int),
        ("name", ctypes.c_void_p),
        ("types", ctypes.c_void_p),
    )
