"""Reads attributes and types for the kernels' plans; a missing or wrong one is an error that names it."""

from __future__ import annotations

from typing import cast

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import (
    DenseArray,
    DenseElements,
    EnumAttr,
    IntegerAttr,
    Operation,
    SymbolRef,
    TensorType,
    UnitAttr,
    Value,
    dtype_of,
)
from hlogen.ir.printer import attribute_text
from interpreter.values.array import Array


def integer(op: Operation, name: str, default: int | None = None) -> int:
    value = op.attributes.get(name)
    if isinstance(value, IntegerAttr):
        return value.value
    if default is None or value is not None:
        raise wrong(op, name, "an integer")
    return default


def integers(op: Operation, name: str, default: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """A list of integers, however it is written: ``array<i64: 0, 1>``, ``dense<[0, 1]>``, ``[0, 1]``."""
    value = op.attributes.get(name)
    if isinstance(value, DenseArray):
        return tuple(int(entry) for entry in value.values)
    if isinstance(value, DenseElements):
        return tuple(int(entry) for entry in value.array.reshape(-1))
    if isinstance(value, tuple) and all(isinstance(entry, IntegerAttr) for entry in value):
        return tuple(cast(IntegerAttr, entry).value for entry in value)
    if default is None or value is not None:
        raise wrong(op, name, "a list of integers")
    return default


def integer_table(op: Operation, name: str) -> Array | None:
    """A two-dimensional constant such as reduce_window's ``padding``; None where it is left out."""
    value = op.attributes.get(name)
    if value is None:
        return None
    if not isinstance(value, DenseElements):
        raise wrong(op, name, "a constant")
    return value.array.astype(np.int64)


def flag(op: Operation, name: str, *, default: bool | None = None) -> bool:
    """True or false, or an attribute that only is there."""
    value = op.attributes.get(name)
    if isinstance(value, (bool, UnitAttr)):
        return value is not False
    if default is None or value is not None:
        raise wrong(op, name, "true or false")
    return default


def enum(op: Operation, name: str, default: str | None = None) -> str:
    value = op.attributes.get(name)
    if isinstance(value, EnumAttr):
        return value.value
    if default is None or value is not None:
        raise wrong(op, name, "one of its words")
    return default


def symbol(op: Operation, name: str) -> str:
    value = op.attributes.get(name)
    if isinstance(value, SymbolRef):
        return value.name
    raise wrong(op, name, "a function's @name")


def tensor_type(value: Value) -> TensorType:
    if not isinstance(value.type, TensorType):
        raise ExecutionError(f"expected a tensor, found {value.type}")
    return value.type


def result_shape(op: Operation) -> tuple[int, ...]:
    """The shape of the only result where the program fixes it; ExecutionError where it has dynamic dimensions."""
    type = tensor_type(op.result)
    if not type.is_static:
        raise ExecutionError(
            f"the result type {type} has dynamic dimensions, which {op.name} can't find out when it runs; "
            "use the operation's dynamic form or give the result a static shape"
        )
    return type.static_shape


def result_dtype(op: Operation) -> np.dtype[np.generic]:
    return dtype_of(tensor_type(op.result).element_type)


def wrong(op: Operation, name: str, expected: str) -> ExecutionError:
    """The error that says what an attribute is instead of what it should be."""
    return ExecutionError(f"attribute {name} of {op.name} should be {expected}, but it {state(op, name)}")


def state(op: Operation, name: str) -> str:
    """What an attribute is, in a message: "is missing", "is 3 : i64"."""
    found = op.attributes.get(name)
    return "is missing" if found is None else f"is {attribute_text(found)}"
