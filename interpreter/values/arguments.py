"""What goes in and what comes out: arguments become arrays of the declared type, exactly or not at all.

The interpreter sees arguments through read-only views, so nothing of theirs is written, and a result that is still
read-only at the end is one that isn't its own: it is copied.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np

from hlogen.door import described
from hlogen.errors import UsageError
from hlogen.ir import (
    ComplexType,
    ElementType,
    FloatType,
    IndexType,
    IntegerType,
    TensorType,
    TokenType,
    TupleType,
    Type,
    dtype_of,
)
from hlogen.ir.dtypes import rounded
from interpreter.values.array import Array

_MOST_DEEP = 32  # lists in lists, of what NumPy goes through element by element


def taking(type: Type, what: str) -> Callable[[Any], Any]:
    """`argument_value` of this type; an array that is exactly of it is taken in no time."""
    if not isinstance(type, TensorType) or not type.is_static:
        return lambda value: argument_value(value, type, what)
    dtype, shape = dtype_of(type.element_type), type.static_shape

    def taken(value: Any) -> Any:
        if value.__class__ is not np.ndarray or value.shape != shape:
            return argument_value(value, type, what)
        given = value.dtype
        if given is dtype:
            seen: Array = value.view()
        elif given == dtype:
            seen = value.view(dtype)
        else:
            return argument_value(value, type, what)
        seen.setflags(write=False)
        return seen

    return taken


def argument_value(value: Any, type: Type, what: str) -> Any:
    """`value` as the interpreter's value of `type`; UsageError, opening with `what`, where it isn't exactly one."""
    if isinstance(type, TokenType):
        return value
    if isinstance(type, TupleType):
        if not isinstance(value, tuple) or len(value) != len(type.element_types):
            raise UsageError(f"{what}: expected {type}, got {_described(value)}; give a tuple of that length")
        pairs = enumerate(zip(value, type.element_types, strict=True))
        return tuple(argument_value(v, t, f"{what}, element {i}") for i, (v, t) in pairs)
    if not isinstance(type, TensorType):
        raise UsageError(f"{what}: arguments of type {type} can't be given")
    array = _from_python(value, type, what) if _is_python(value) else _from_array(value, type, what)
    _check_shape(array, value, type, what)
    view: Array = array.view(dtype_of(type.element_type))  # an equal dtype may still be marked as not NumPy's own
    view.setflags(write=False)
    return view


def copied(value: Any) -> Any:
    """A value that shares no memory with another, as it lies in memory; tuples part by part."""
    if isinstance(value, tuple):
        return tuple(map(copied, value))
    return value.copy(order="K") if isinstance(value, np.ndarray) else value


def owned_results(results: Sequence[Any]) -> tuple[Any, ...]:
    """The results as writeable arrays that share no memory with arguments, constants or one another."""
    if len(results) == 1 and is_own(results[0]):
        return (results[0],)
    handed_out: dict[int, Array] = {}  # by the array whose memory it is

    def owned(result: Any) -> Any:
        if isinstance(result, tuple):
            return tuple(owned(element) for element in result)
        if isinstance(result, np.ndarray):
            owner = owner_of(result)
            if not (result.flags.writeable and owner.flags.writeable) or _is_part(result) or id(owner) in handed_out:
                result = owner = result.copy()
            handed_out[id(owner)] = result
        return result

    own = tuple(owned(result) for result in results)
    handed_out.clear()  # `owned` refers to itself, so what it holds would live until the garbage collector runs
    return own


def is_own(result: Any) -> bool:
    """True for an array that has all its memory to itself."""
    return result.__class__ is np.ndarray and result.base is None and result.flags.writeable


def owner_of(array: Array) -> Array:
    """The array whose memory this one shows: itself, unless it is a view."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _is_part(result: Array) -> bool:
    """True where the array keeps more memory alive than it shows, or shows some of it twice."""
    base = result.base
    return base is not None and (
        not isinstance(base, np.ndarray) or base.nbytes != result.nbytes or 0 in result.strides
    )


def _is_python(value: Any) -> bool:
    return isinstance(value, (bool, int, float, complex, list, tuple)) and not isinstance(value, np.generic)


def _from_array(value: Any, type: TensorType, what: str) -> Array:
    if isinstance(value, np.ma.MaskedArray):
        raise UsageError(f"{what}: expected {type}, got a masked array; fill it first (.filled(...))")
    array = None
    try:
        if isinstance(value, (np.ndarray, np.generic)) or hasattr(value, "__array__"):
            array = np.asarray(value)
        elif hasattr(value, "__dlpack__"):
            array = np.from_dlpack(value)
    except Exception as error:  # whatever the object's own code raises
        raise UsageError(
            f"{what}: expected {type}, got {_described(value)}, which NumPy can't take: {error}"
        ) from error
    if array is None:
        raise UsageError(f"{what}: expected {type}, got {_described(value)}; give a NumPy array")
    dtype = dtype_of(type.element_type)
    if array.dtype != dtype:
        native = array.dtype.newbyteorder("=")
        if native != dtype:
            _check_shape(array, value, type, what, f"; convert with .astype({dtype_name(dtype)})")
            raise UsageError(
                f"{what}: expected {type}, got {_described(value)}; convert with .astype({dtype_name(dtype)})"
            )
        array = array.astype(native)
    return array


def _rounded(number: Any, dtype: np.dtype[Any]) -> Any:
    """A number of Python's as `dtype` takes it: a float is rounded once."""
    return rounded(np.asarray(number), dtype) if isinstance(number, float) and dtype.itemsize < 4 else number


def _from_python(value: Any, type: TensorType, what: str) -> Array:
    """Python numbers have no width, so they take the declared type where it holds them: only floats are rounded."""
    dtype = dtype_of(type.element_type)
    wrong = f"{what}: expected {type}, got {_described(value)}"
    try:
        given = np.array(value, dtype=object)
    except ValueError:
        raise UsageError(f"{wrong}; its lists differ in length") from None
    if given.ndim > _MOST_DEEP:
        raise UsageError(f"{wrong}; its lists are nested too deeply")
    array: Array = np.empty(given.shape, dtype)
    for index, number in np.ndenumerate(given):
        problem = _unfit(number, type)
        if problem:
            raise UsageError(f"{wrong}: {problem}")
        try:
            array[index] = _rounded(number, dtype)
        except OverflowError:  # an int beyond all floats
            problem = f"{number} is out of range for {type.element_type}"
        else:
            problem = _misrounded(array[index], number, type.element_type)
        if problem:
            raise UsageError(f"{wrong}: {problem}")
    return array


def _unfit(number: Any, type: TensorType) -> str | None:
    """Why a Python number isn't an element of the type; None where it is."""
    element = type.element_type
    if isinstance(number, (list, tuple)):
        return "its lists differ in length"
    if isinstance(element, IntegerType) and element.is_boolean:
        return None if isinstance(number, (bool, np.bool_)) else f"{number!r} is no bool"
    if isinstance(number, (bool, np.bool_)):
        return f"{number!r} is a bool"
    if isinstance(element, (IntegerType, IndexType)):
        if not isinstance(number, (int, np.integer)):
            return f"{number!r} is no int"
        bounds = element if isinstance(element, IntegerType) else IntegerType(64)
        if not bounds.minimum <= int(number) <= bounds.maximum:
            return f"{number} is out of range for {element}: {bounds.minimum} .. {bounds.maximum}"
        return None
    if isinstance(element, FloatType):
        return None if isinstance(number, (int, float)) else f"{number!r} is no real number"
    if isinstance(element, ComplexType):
        return None if isinstance(number, (int, float, complex)) else f"{number!r} is no number"
    return f"give an array of {dtype_name(dtype_of(element))} instead"


def _misrounded(stored: Any, number: Any, element: ElementType) -> str | None:
    """Why a number may not become `stored`: ints are never rounded, and a float only to one of its own kind."""
    if not isinstance(element, (FloatType, ComplexType)):
        return None
    kept = complex(stored)
    for part, now in ((number.real, kept.real), (number.imag, kept.imag)):
        if isinstance(part, int):
            if part != now:
                return f"{part} has no exact {element}; give a float to have it rounded"
        elif math.isnan(part) != math.isnan(now) or math.isinf(part) != math.isinf(now) or _saturates(part, element):
            return f"{part} is out of range for {element}"
    return None


def _saturates(number: float, element: ElementType) -> bool:
    """True beyond the limit of the types that have neither infinity nor NaN to say so."""
    if not isinstance(element, FloatType) or element.width > 6:
        return False
    return abs(number) > float(ml_dtypes.finfo(dtype_of(element)).max)  # type: ignore[no-untyped-call]  # has no types


def _check_shape(array: Array, value: Any, type: TensorType, what: str, hint: str = "") -> None:
    bounds = type.bounds or (None,) * type.rank
    fits = array.ndim == type.rank and all(
        (dim is None or dim == actual) and (bound is None or actual <= bound)
        for dim, bound, actual in zip(type.shape, bounds, array.shape, strict=True)
    )
    if not fits:
        raise UsageError(f"{what}: expected {type}, got {_described(value)}{hint}")


def _described(value: Any) -> str:
    if isinstance(value, np.generic):
        return f"a NumPy scalar of {value.dtype}"
    if _is_python(value) and not isinstance(value, (list, tuple)):
        return f"the {described(value)}"
    if isinstance(value, (list, tuple)):
        return f"a {type(value).__name__} of {len(value)}"
    if isinstance(value, type):
        return described(value)
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"{value.dtype} array of shape {tuple(value.shape)}"
    return f"a {type(value).__name__}"


def dtype_name(dtype: np.dtype[np.generic]) -> str:
    """How to write `dtype` in Python: ``np.int64``, ``ml_dtypes.bfloat16``."""
    home = "np" if dtype.type.__module__ == "numpy" else "ml_dtypes"
    return f"{home}.{'bool' if dtype == np.bool_ else dtype.name}"
