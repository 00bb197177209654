"""What a transfer function sees: one result of an operation, perhaps only the part of it at given indices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hlogen.analysis.fact import MAX_CONSTANT, Fact, Gap, fact_of, fact_of_type, fitted, restricted
from hlogen.analysis.lookup import Lookup
from hlogen.analysis.range import Interval, Range
from hlogen.ir import (
    DenseArray,
    DenseElements,
    EnumAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Operation,
    Shape,
    TensorType,
    Type,
    Value,
)

_INDEX = IntegerType(64)  # what `index` is at most


class View:
    """A result of `operation`: the elements at index ``at[d]`` along each dimension d of `at`."""

    __slots__ = ("at", "facts", "operation", "shape", "type", "value")

    def __init__(self, facts: Lookup, value: Value, operation: Operation, at: Mapping[int, int]) -> None:
        self.facts = facts
        self.value = value
        self.operation = operation
        self.at = at
        self.type = integer_type(value.type)
        self.shape = shape_at(value.type, at)

    @property
    def whole_shape(self) -> Shape:
        """The shape of the whole result."""
        return shape_of(self.value.type)

    def operand(self, number: int, at: Mapping[int, int] | None = None) -> Fact:
        """What is known of an operand, at these indices."""
        return self.facts.look(self.operation.operands[number], at or {})

    def prepare(self, parts: Iterable[tuple[int, Mapping[int, int]]]) -> None:
        """Lets all of these parts of operands be found at once, where one by one would take long."""
        self.facts.prepare((self.operation.operands[number], at) for number, at in parts)

    def operand_shape(self, number: int) -> Shape:
        return shape_of(self.operation.operands[number].type)

    def unknown(self) -> Fact:
        """What is known where nothing is."""
        return fact_of_type(self.type, self.shape)

    def fact(self, range: Range, steps: Sequence[Interval] | None = None, gap: Gap | None = None) -> Fact:
        """The fact of this range, steps and gaps, if the result's type holds it."""
        return fitted(fact_of(range, self.shape, steps, gap), self.type)

    def part(self, whole: Fact) -> Fact:
        """Of what is known of the whole result, what holds at the indices `at`."""
        return restricted(whole, self.at)

    def spend(self, elements: int) -> bool:
        """Whether a constant of so many elements may still be computed and kept."""
        effort = self.facts.effort
        if elements > min(MAX_CONSTANT, effort.elements):
            return False
        effort.elements -= elements
        return True

    def integer(self, name: str) -> int:
        return integer_of(self.operation, name)

    def integers(self, name: str, default: Sequence[int] | None = None) -> tuple[int, ...]:
        return integers_of(self.operation, name, default)


def is_analysed(type: Type) -> bool:
    """Whether there are facts about values of a type: tensors of integers and booleans."""
    return isinstance(type, TensorType) and isinstance(type.element_type, (IntegerType, IndexType))


def integer_type(type: Type) -> IntegerType:
    assert isinstance(type, TensorType)
    element_type = type.element_type
    if isinstance(element_type, IndexType):
        return _INDEX
    assert isinstance(element_type, IntegerType)
    return element_type


def shape_of(type: Type) -> Shape:
    assert isinstance(type, TensorType)
    return type.shape


def shape_at(type: Type, at: Mapping[int, int]) -> Shape:
    """The shape of the part of a tensor at given indices, which keeps its rank."""
    shape = shape_of(type)
    return tuple(1 if d in at else size for d, size in enumerate(shape)) if at else shape


def integer_of(operation: Operation, name: str) -> int:
    attribute = operation.attributes[name]
    assert isinstance(attribute, IntegerAttr)
    return attribute.value


def integers_of(operation: Operation, name: str, default: Sequence[int] | None = None) -> tuple[int, ...]:
    """A list of integers, however it is written."""
    attribute = operation.attributes.get(name)
    if attribute is None and default is not None:
        return tuple(default)
    return tuple(_each(attribute))


def word_of(operation: Operation, name: str) -> str:
    """An attribute that is one of several words, such as comparison_direction."""
    attribute = operation.attributes[name]
    assert isinstance(attribute, EnumAttr)
    return attribute.value


def _each(attribute: object) -> Iterator[int]:
    if isinstance(attribute, DenseArray):
        yield from map(int, attribute.values)
    elif isinstance(attribute, DenseElements):
        yield from map(int, attribute.array.reshape(-1))
    else:
        raise TypeError(f"{attribute} isn't a list of integers")
