"""Index types too narrow for the dimensions that they index: a fact of the types, told when the operation runs."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.ir import IndexType, IntegerType, Operation, TensorType, Value
from interpreter.sanitizer.finding import Element
from interpreter.sanitizer.vectors import Component
from interpreter.sanitizer.watch import Event


def check_width(event: Event, indices: Value, components: Sequence[Component], is_known: bool) -> None:
    """bounds.narrow, where the indices aren't a constant, whose values are all there are."""
    if is_known or not isinstance(indices.type, TensorType):
        return
    element = indices.type.element_type
    integer = IntegerType(64) if isinstance(element, IndexType) else element
    if not isinstance(integer, IntegerType) or integer.width >= 64:
        return
    narrow = [component for component in components if component.limit > integer.maximum]
    if narrow:
        said = f"{integer} reaches up to {integer.maximum}: too narrow for {{count}} of {{total}} components"
        texts = [
            f"dimension {c.dimension} has size {c.dim}, starts go up to {c.limit}, {integer} to {integer.maximum}"
            for c in narrow
        ]
        event.report("bounds.narrow", said, len(narrow), len(components), lambda n: map(Element, texts[:n]))


def is_constant(value: Value) -> bool:
    return isinstance(value.owner, Operation) and value.owner.name == "stablehlo.constant"
