"""What stands for values of types that models haven't: which parts, inside and at inputs and outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from hlogen.errors import UsageError
from hlogen.ir import ComplexType, Operation, QuantizedType, TensorType, TokenType, TupleType, Type


def parts_of(type: Type) -> tuple[Type, ...]:
    """The types of what stands for a value of this type."""
    if isinstance(type, TensorType):
        element = type.element_type
        if isinstance(element, ComplexType):
            return (type.with_element_type(element.element_type),) * 2
        if isinstance(element, QuantizedType):
            return (type.with_element_type(element.storage_type),)
    elif isinstance(type, TokenType):
        return ()
    elif isinstance(type, TupleType):
        return tuple(part for inner in type.element_types for part in parts_of(inner))
    return (type,)


def is_plain(type: Type) -> bool:
    """Whether a value of this type stands for itself."""
    if isinstance(type, TensorType):
        return not isinstance(type.element_type, (ComplexType, QuantizedType))
    return not isinstance(type, (TokenType, TupleType))


def is_complex(type: Type) -> bool:
    return isinstance(type, TensorType) and isinstance(type.element_type, ComplexType)


def is_quantized(type: Type) -> bool:
    return isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType)


def require_alike(operation: Operation) -> None:
    """UsageError where what is stored means one thing in an operand and another in a result or in a region."""
    types = [type for type in types_met(operation) if is_quantized(type)]
    if len(set(map(_anywhere, types))) > 1:
        listed = ", ".join(map(str, dict.fromkeys(types)))
        raise UsageError(f"its tensors should be quantized alike, but they are {listed}; requantize before")


def _anywhere(type: Type) -> QuantizedType:
    """Its element type, whatever the axis is."""
    element = cast(TensorType, type).element_type
    assert isinstance(element, QuantizedType)
    if element.axis is None:
        return element
    if len(set(zip(element.scales, element.zero_points, strict=True))) == 1:  # repeated by a broadcast, maybe
        return replace(element, axis=0, scales=element.scales[:1], zero_points=element.zero_points[:1])
    return replace(element, axis=0)


def interface_of(type: Type) -> tuple[Type, ...]:
    """The types by which a value of this type comes into a model and leaves it: complex numbers as pairs."""
    if isinstance(type, TupleType):
        return tuple(whole for inner in type.element_types for whole in interface_of(inner))
    parts = parts_of(type)
    return (cast(TensorType, parts[0]).with_shape((*cast(TensorType, type).shape, 2)),) if is_complex(type) else parts


def types_met(operation: Operation) -> list[Type]:
    """The types of an operation's operands and results, and of its regions' arguments."""
    values = [*operation.operands, *operation.results]
    values += [argument for region in operation.regions for block in region.blocks for argument in block.arguments]
    return [value.type for value in values]


def elements_of(types: Sequence[Type]) -> list[Type]:
    """The types of which tuples are made, all the way down."""
    found: list[Type] = []
    for type in types:
        found += elements_of(type.element_types) if isinstance(type, TupleType) else [type]
    return found
