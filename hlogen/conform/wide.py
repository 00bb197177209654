"""A program with all its floats in f64, in which differences are sharp."""

from __future__ import annotations

from collections.abc import Mapping

import interpreter
from hlogen.errors import HlogenError
from hlogen.ir import (
    Attribute,
    ComplexType,
    DenseElements,
    FloatType,
    FunctionType,
    Module,
    Operation,
    TensorType,
    Type,
    Value,
    dtype_of,
)
from hlogen.ir.types import F64
from hlogen.program.copy import Copier


def widened(module: Module, entry: str) -> Module | None:
    """The program in f64; None where it isn't one: bits of floats are looked at, or something has types of its own."""
    copier = _Widened()
    wide = Module([copier.again(op) for op in module.operations], module.attributes, module.name, module.location)
    try:
        interpreter.load(wide, entry)
    except HlogenError:
        return None
    return wide


class _Widened(Copier):
    def type(self, value: Value) -> Type:
        return _wide(value.type)

    def again(self, operation: Operation, attributes: Mapping[str, Attribute] | None = None) -> Operation:
        said = operation.attributes if attributes is None else attributes
        return super().again(operation, {name: _wide_attribute(value) for name, value in said.items()})


def _wide(type: Type) -> Type:
    if not isinstance(type, TensorType):
        return type
    element = type.element_type
    if isinstance(element, FloatType):
        element = F64
    elif isinstance(element, ComplexType):
        element = ComplexType(F64)
    return TensorType(type.shape, element, type.bounds)


def _wide_attribute(value: Attribute) -> Attribute:
    if isinstance(value, DenseElements):
        type = _wide(value.type)
        assert isinstance(type, TensorType)
        return value if type == value.type else DenseElements(type, value.array.astype(dtype_of(type.element_type)))
    if isinstance(value, FunctionType):
        return FunctionType(tuple(map(_wide, value.inputs)), tuple(map(_wide, value.results)))
    return value
