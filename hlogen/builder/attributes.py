"""Attributes of any kind from Python's own values, for what only whoever runs a program understands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast, get_args

import numpy as np

from hlogen.builder.arrays import dense_elements
from hlogen.builder.emit import I64, described, text
from hlogen.builder.trace import usage_error
from hlogen.ir import Attribute, FloatAttr, FloatType, IntegerAttr, element_type_of
from hlogen.ir.types import IntegerType

_MOST_DEEP = 64  # lists and dicts in each other
_CLASSES = tuple(cls for cls in get_args(Attribute) if isinstance(cls, type))


def attribute_of(value: Any, what: str, depth: int = 0) -> Attribute:
    """The attribute of a Python value: an int is i64, a float f64; NumPy's scalars keep their types and its arrays are
    dense constants; lists and dicts go entry by entry, and attributes of `hlogen.ir` are themselves."""
    if depth > _MOST_DEEP:
        outermost = what.partition("[")[0]
        raise usage_error(f"{outermost} has more than {_MOST_DEEP} lists and dicts in each other, or one holds itself")
    match value:
        case bool() | np.bool_():
            return bool(value)
        case int():
            if not -(1 << 63) <= value < 1 << 63:
                raise usage_error(f"{what} is {value}, which doesn't fit 64 bits")
            return IntegerAttr(value, I64)
        case str():
            return text(value, what)
        case np.generic() if (number := _scalar(value)) is not None:
            return number
        case float():
            return FloatAttr(value, FloatType("f64"))
        case np.ndarray():
            return dense_elements(value, None, None)
        case list() | tuple():
            return tuple(attribute_of(entry, f"{what}[{number}]", depth + 1) for number, entry in enumerate(value))
        case dict():
            return attributes_of(value, what, depth + 1)
        case _ if isinstance(value, _CLASSES):
            return cast(Attribute, value)
    raise usage_error(
        f"{what} is {described(value)}, which no attribute holds\n  fix: give numbers, texts, lists, dicts"
    )


def attributes_of(values: Mapping[str, Any], what: str, depth: int = 0) -> dict[str, Attribute]:
    """A dict of attributes; UsageError where a name is no text."""
    if not isinstance(values, Mapping):
        raise usage_error(f"{what} is a dict of attributes, not {described(values)}")
    for name in values:
        if not isinstance(name, str) or not name:
            raise usage_error(f"{what} has the name {described(name)}, expected texts")
        text(name, f"a name in {what}")
    return {name: attribute_of(value, f"{what}[{name!r}]", depth) for name, value in values.items()}


def _scalar(value: np.generic) -> Attribute | None:
    """A NumPy scalar with its type, where it is an integer or a float."""
    type = element_type_of(value.dtype)
    if isinstance(type, IntegerType):
        return IntegerAttr(int(value), type)
    return FloatAttr(float(value), type) if isinstance(type, FloatType) else None
