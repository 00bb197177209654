"""How machine code is called: as a built-in function of Python's, which takes a tenth of the time that ctypes does.

It takes numbers, and arrays for the addresses of their elements: asking arrays for these in Python takes longer than
much that is computed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from interpreter.compiled.elements import NotCompiled

ENTRY = "entry"
_OF_PYTHON = {
    "PyLong_AsLongLong": "i64 @PyLong_AsLongLong(ptr)",
    "PyEval_SaveThread": "ptr @PyEval_SaveThread()",
    "PyEval_RestoreThread": "void @PyEval_RestoreThread(ptr)",
    "PyErr_Occurred": "ptr @PyErr_Occurred()",
    "Py_IncRef": "void @Py_IncRef(ptr)",
}
_NONE = "_Py_NoneStruct"
_FASTCALL = 0x80  # METH_FASTCALL: the arguments are in an array


def symbols() -> Mapping[str, int]:
    """The addresses of what `text` refers to."""
    found = {name: ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0 for name in _OF_PYTHON}
    return {**found, _NONE: id(None)}


def text(name: str, n_numbers: int, n_addresses: int, *, holds_lock: bool) -> str:
    """What Python calls, in LLVM's IR; `name` is the function that it calls itself, with numbers and addresses.

    Python's lock is let go of meanwhile, unless that function `holds_lock`: then exceptions may have been raised in it.
    """
    lines = [f"declare {what}" for what in _OF_PYTHON.values()]
    lines += [f"@{_NONE} = external global i8", f"define ptr @{ENTRY}(ptr %self, ptr %given, i64 %count) {{"]
    for k in range(n_numbers + n_addresses):
        lines += [f"  %place{k} = getelementptr ptr, ptr %given, i64 {k}", f"  %object{k} = load ptr, ptr %place{k}"]
    for k in range(n_numbers):
        lines.append(f"  %value{k} = call i64 @PyLong_AsLongLong(ptr %object{k})")
    for k in range(n_numbers, n_numbers + n_addresses):
        lines.append(f"  %within{k} = getelementptr i8, ptr %object{k}, i64 {_offset_of_address()}")
        lines.append(f"  %value{k} = load ptr, ptr %within{k}")
    kinds = ["i64"] * n_numbers + ["ptr"] * n_addresses
    call = f"  call void @{name}({', '.join(f'{kind} %value{k}' for k, kind in enumerate(kinds))})"
    if holds_lock:
        lines += [
            call,
            "  %error = call ptr @PyErr_Occurred()",
            "  %is_well = icmp eq ptr %error, null",
            "  br i1 %is_well, label %well, label %raised",
            "raised:",
            "  ret ptr null",
            "well:",
        ]
    else:
        lines += [
            "  %state = call ptr @PyEval_SaveThread()",
            call,
            "  call void @PyEval_RestoreThread(ptr %state)",
        ]
    return "\n".join([*lines, f"  call void @Py_IncRef(ptr @{_NONE})", f"  ret ptr @{_NONE}", "}", ""])


class _Method(ctypes.Structure):
    """PyMethodDef"""

    _fields_ = (
        ("name", ctypes.c_char_p), ("function", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p),
    )  # fmt: skip


def function(address: int, memory: Any) -> Callable[..., None]:
    """The function at this address, which `text` is; it keeps `memory`, where that is."""
    method = _Method(ENTRY.encode(), address, _FASTCALL, None)
    made: Callable[..., None] = _new()(ctypes.byref(method), (method, memory), None)
    return made


@cache
def _new() -> Any:
    kinds = ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p
    return ctypes.PYFUNCTYPE(ctypes.py_object, *kinds)(("PyCFunction_NewEx", ctypes.pythonapi))


@cache
def _offset_of_address() -> int:
    """Where an array has the address of its elements: right behind what all of Python's objects have."""
    x = np.empty(3)
    for offset in range(object.__basicsize__, 8 * object.__basicsize__, ctypes.sizeof(ctypes.c_void_p)):
        if ctypes.c_void_p.from_address(id(x) + offset).value == x.ctypes.data:
            return offset
    raise NotCompiled("arrays that aren't as NumPy has them elsewhere")
