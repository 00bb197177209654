"""The table of simpler forms, one rule per operation, and what rules ask of operands."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.builder.emit import emit_one
from hlogen.builder.tensor import Tensor
from hlogen.ir import Attribute, DenseArray, DenseElements, Operation, TensorType, Type
from hlogen.registry import Registry
from hlogen.transform.rewrite import MatchedOp, Rule

CANONICAL: Registry[Rule] = Registry("hlogen.transform.canonical", "a simpler form")
canonical, canonical_forms = CANONICAL.register, CANONICAL.rows

# More elements than this aren't put into a program as a constant where they were computed.
MOST_FOLDED = 1024


def made_by(tensor: Tensor, name: str) -> Operation | None:
    """The operation ``stablehlo.<name>`` that gives a tensor in the new program, if it is that."""
    owner = tensor.value.owner
    return owner if isinstance(owner, Operation) and owner.name == f"stablehlo.{name}" else None


def elements_of(tensor: Tensor) -> DenseElements | None:
    """The elements of a constant; of quantized ones, whose elements are of another type, None."""
    made = made_by(tensor, "constant")
    elements = None if made is None else made.attributes.get("value")
    return elements if isinstance(elements, DenseElements) and elements.type == tensor.value.type else None


def is_all(tensor: Tensor, number: int) -> bool:
    """Whether all elements are known to be this integer."""
    elements = elements_of(tensor)
    if elements is None or not elements.is_splat:
        return False
    return bool(elements.array[(0,) * elements.array.ndim] == number)


def stands_for(site: MatchedOp, tensor: Tensor) -> list[Tensor] | None:
    """The only result is `tensor`; None where that has another type, as far as it is known."""
    return [tensor] if tensor.value.type == site.op.result.type else None


def again(site: MatchedOp, name: str, operands: list[Tensor], attributes: dict[str, Attribute]) -> list[Tensor]:
    """``stablehlo.<name>``, which gives the result."""
    return [emit_one(f"stablehlo.{name}", operands, attributes, result_type=site.op.result.type)]


def constant(array: npt.NDArray[Any], type: Type) -> Tensor:
    """A constant of elements as they lie in memory, of the shape and the element type of `type`."""
    assert isinstance(type, TensorType)
    return emit_one("stablehlo.constant", (), {"value": DenseElements(type, array)}, result_type=type)


def spread(elements: DenseElements, type: TensorType) -> npt.NDArray[Any]:
    """The only number that a constant has, everywhere in a tensor of this type."""
    return np.broadcast_to(elements.array[(0,) * elements.array.ndim], type.static_shape)


def dims(operation: Operation, attribute: str) -> tuple[int, ...]:
    """An attribute that is an array of integers."""
    value = operation.attributes.get(attribute)
    return tuple(int(each) for each in value.values) if isinstance(value, DenseArray) else ()


def shape_of(tensor: Tensor) -> tuple[int, ...] | None:
    """The sizes, where all are known."""
    type = tensor.value.type
    return type.static_shape if isinstance(type, TensorType) and type.is_static else None
