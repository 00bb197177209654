"""What rules are written with: rows of operations with one operand, lone tangents, multiples, common types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from hlogen.autodiff.registry import Tangents, jvp
from hlogen.autodiff.site import Site, full_like
from hlogen.builder.elementwise import multiply, uniform_dequantize
from hlogen.builder.tensor import Tensor
from hlogen.ir import ComplexType, ElementType, FloatType, QuantizedType

# (tangent, operand, result) -> the result's tangent.
UnaryRule: TypeAlias = "Callable[[Tensor, Tensor, Tensor], Tensor]"


def unary(rules: Mapping[str, UnaryRule]) -> None:
    """Registers rules of operations of one operand and one result."""
    for name, rule in rules.items():

        @jvp(name)
        def of_site(site: Site, tangents: Tangents, rule: UnaryRule = rule) -> Tensor:
            return rule(only(tangents), site.operands[0], site.results[0])


def scaled(value: Tensor, number: complex) -> Tensor:
    """`value` times a number."""
    return multiply(value, full_like(value, number))


def only(values: Tangents) -> Tensor:
    """The lone tangent or cotangent of an operation with one operand or result, which is never None."""
    (value,) = values
    assert value is not None
    return value


def given(values: Sequence[Tensor | None]) -> list[Tensor]:
    """The ones that aren't None."""
    return [value for value in values if value is not None]


def dequantized(tensor: Tensor) -> Tensor:
    """The floats that weights stand for, which are quantized where the other operand isn't (hybrid)."""
    return uniform_dequantize(tensor) if isinstance(tensor.element_type, QuantizedType) else tensor


def widest(*types: ElementType) -> ElementType:
    """The widest of the types; f32 where two are equally wide and neither holds the other."""
    found = max(types, key=_width)
    if any(type != found and _width(type) == _width(found) for type in types):
        return FloatType("f32")
    return found


def _width(type: ElementType) -> int:
    if isinstance(type, ComplexType):
        return 2 * type.element_type.width
    assert isinstance(type, FloatType)  # what has derivatives
    return type.width
