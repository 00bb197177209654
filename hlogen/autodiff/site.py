"""Site: one operation of a program, where a rule derives or batches it; and the small words that rules share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hlogen.builder.elementwise import add, convert
from hlogen.builder.emit import emit, emit_constant
from hlogen.builder.shape import reshape, transpose
from hlogen.builder.sizes import Size, broadcast_to_sizes, size_of_value, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import located, usage_error
from hlogen.errors import UsageError
from hlogen.forking import cached_property
from hlogen.ir import (
    Attribute,
    ComplexType,
    ElementType,
    FloatType,
    Operation,
    QuantizedType,
    Region,
    TensorType,
    TokenType,
    Type,
    Value,
    dtype_of,
)
from hlogen.program.copy import copied
from hlogen.program.structure import captured

# How a function, and how a region, says what it returns.
RETURNS = ("func.return", "stablehlo.return")

# What stands for each value of the program that is derived in the program that is built.
Environment = Mapping[Value, Tensor]


class Groups:
    """Where a site's inputs stand, by the names that the specification has for them.

    It indexes whatever there is one of per input: values, types, tangents, flags (``tangents[site.at.updates]``).
    Every operation has operands and captured values. The others are those of operations with an input for each result:
    `reduce` and `reduce_window` have initial values behind them, `scatter` indices and updates, collectives roots.
    """

    def __init__(self, operands: int, results: int) -> None:
        self.operands, self.captured = slice(0, operands), slice(operands, None)
        self.inputs, self.init_values = slice(0, results), slice(results, 2 * results)
        self.scatter_indices, self.updates = results, slice(results + 1, 2 * results + 1)
        self.roots = slice(results, operands)


class Site:
    """An operation of the program that is derived, and its values in the program that is built.

    `inputs` are its operands, then the values that its regions capture (`captured`), each once. Where only the types
    matter, because an input has no value (the tangents of a linear operation), it is None.
    """

    def __init__(self, operation: Operation, inputs: Sequence[Tensor | None], environment: Environment) -> None:
        self.operation = operation
        self.inputs = tuple(inputs)
        self.likes: tuple[Tensor | None, ...] = self.inputs  # what has the shapes of the inputs that have no value
        self.environment = environment
        self.results: tuple[Tensor, ...] = ()  # the operation's results there, once they are emitted
        self.known: tuple[Tensor, ...] | None = None  # the results, where they are there before
        self.mask: Tensor | None = None  # where a batch is run: which examples get here (i1 each); None: all of them

    @property
    def name(self) -> str:
        return self.operation.name

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        return self.operation.attributes

    @property
    def operands(self) -> tuple[Tensor, ...]:
        """The operands' values."""
        return self.inputs[self.at.operands]  # type: ignore[return-value]  # None only where types matter

    def value(self, number: int) -> Tensor:
        """An input that has a value."""
        found = self.inputs[number]
        assert found is not None
        return found

    @property
    def captured_inputs(self) -> dict[Value, Tensor]:
        """What stands for each of `captured`."""
        return by_value(self.captured, self.inputs[self.at.captured])

    @property
    def at(self) -> Groups:
        """Where the inputs of each name stand."""
        return Groups(len(self.operation.operands), len(self.operation.results))

    @cached_property
    def captured(self) -> tuple[Value, ...]:
        """The values of the derived program that the regions use from outside."""
        return captured(self.operation)

    @cached_property
    def input_types(self) -> tuple[TensorType, ...]:
        """Of what is tensors alone: UsageError of anything else."""
        return self._types((*self.operation.operands, *self.captured))

    @property
    def result_types(self) -> tuple[TensorType, ...]:
        """Of what is tensors alone: UsageError of anything else."""
        return self._types(self.operation.results)

    @property
    def tangent_types(self) -> tuple[TensorType, ...]:
        """The types of the results but for tokens, which have no tangents: UsageError of anything else."""
        return self._types([value for value in self.operation.results if not is_token(value)])

    @property
    def is_static(self) -> bool:
        """Whether the program says all sizes of the inputs and the results."""
        values = (*self.operation.operands, *self.captured, *self.operation.results)
        return all(value.type.is_static for value in values if isinstance(value.type, TensorType))

    def sizes(self, number: int) -> list[Size]:
        """The sizes of an input, whether or not it has a value."""
        for values in (self.inputs, self.likes):
            like = values[number] if number < len(values) else None
            if like is not None:
                return sizes_of(like)
        value = (*self.operation.operands, *self.captured)[number]
        return [size_of_value(value, at) for at in range(tensor_type(value).rank)]

    def zeros(self, number: int) -> Tensor:
        """Zeros of the type of an input."""
        type = tensor_type((*self.operation.operands, *self.captured)[number])
        if type.is_static:
            return zeros(type)
        return broadcast_to_sizes(emit_constant(0, type.element_type, ()), self.sizes(number), ())

    def attribute(self, name: str, default: Any = None) -> Any:
        """An attribute in Python's own words: an array of numbers is a tuple, an integer an int, an enum its name."""
        value: Any = self.attributes.get(name, default)
        for plain in ("values", "value"):
            if not isinstance(value, (str, bool)) and hasattr(value, plain):
                return getattr(value, plain)
        return value

    def emit(
        self,
        operands: Sequence[Tensor],
        result_types: Sequence[Type] | None = None,
        **attributes: Attribute,
    ) -> tuple[Tensor, ...]:
        """The same operation on other operands, of its own result types if none are given, some attributes replaced."""
        merged = {**self.attributes, **attributes} if attributes else self.attributes
        types = [value.type for value in self.operation.results] if result_types is None else result_types
        return emit(self.name, operands, merged, self.copied_regions(), types)

    def computed(self) -> tuple[Tensor, ...]:
        """The operation's results: those that are known, else the operation is emitted."""
        return self.emit(self.operands) if self.known is None else self.known

    def copied_regions(self) -> list[Region]:
        if not self.operation.regions:
            return []
        values = {value: self.environment[value].value for value in self.captured}
        return [copied(region, values) for region in self.operation.regions]

    def _types(self, values: Sequence[Value]) -> tuple[TensorType, ...]:
        for value in values:
            if not isinstance(value.type, TensorType):
                raise self.error(
                    f"has a {value.type}, and only tensors are derived and batched\n"
                    "  fix: pass on the tensors themselves, or keep what is derived or batched away from it"
                )
        return tuple(tensor_type(value) for value in values)

    def error(self, message: str) -> UsageError:
        """The error that the operation can't be derived or batched: `message` says why, and a fix."""
        with located(None):
            target = self.attributes.get("call_target_name")
            name = self.name if target is None else f"{self.name} @{target}"
            text = f"{name} ({self.operation.place}): {message}"
            return usage_error(text)


def is_token(value: Value) -> bool:
    """Whether a value only says what comes before what: it has no tangent, and is the same for a whole batch."""
    return isinstance(value.type, TokenType)


def tensor_type(value: Value) -> TensorType:
    """The type of a value that is a tensor; rules see no tuples, and only those of loops and branches tokens."""
    if not isinstance(value.type, TensorType):
        raise UsageError(f"{value!r} is no tensor, and only tensors are derived and batched")
    return value.type


def is_differentiable(type: Type) -> bool:
    """True for tensors of floats and complex numbers: what has tangents and cotangents.

    f8E8M0FNU has none: there is no zero in it, and nothing negative.
    """
    if not isinstance(type, TensorType) or type.element_type == FloatType("f8E8M0FNU"):
        return False
    return isinstance(type.element_type, (FloatType, ComplexType))


def by_value(values: Sequence[Value], found: Sequence[Tensor | None]) -> dict[Value, Tensor]:
    """What there is (tangents, for example), by the value that each belongs to."""
    return {value: tensor for value, tensor in zip(values, found, strict=True) if tensor is not None}


def zeros(type: TensorType) -> Tensor:
    """A constant of zeros of a static type, ValueError of others; the zero of a quantized type is its zero point."""
    element, shape = type.element_type, type.static_shape
    if not isinstance(element, QuantizedType):
        return emit_constant(0, element, shape)
    points = np.array(element.zero_points, dtype_of(element))
    points = points[0] if element.axis is None else points.reshape(-1, *[1] * (type.rank - 1 - element.axis))
    return emit_constant(np.broadcast_to(points, shape), element)


def zeros_like(value: Tensor) -> Tensor:
    """Zeros of the type of `value`; where a dimension is dynamic, of the shape that it has when the program runs."""
    return full_like(value, 0)


def full_like(value: Tensor, number: complex) -> Tensor:
    """`number` in every element of the type of `value`."""
    if value.type.is_static:
        return emit_constant(number, value.element_type, value.shape)
    return spread(emit_constant(number, value.element_type, ()), value)


def spread(value: Tensor, like: Tensor) -> Tensor:
    """`value` in the shape of `like`, which it has already or else is a scalar."""
    return value if value.rank == like.rank else broadcast_to_sizes(value, sizes_of(like), ())


def dense(value: Tensor | None, type: TensorType) -> Tensor:
    """`value`, or zeros of `type` where it is None: rules write None for a tangent or cotangent that is all zero."""
    return zeros(type) if value is None else value


def sum_of(first: Tensor | None, second: Tensor | None) -> Tensor | None:
    """The sum of two tangents or cotangents, either of which may be None for zero."""
    if first is None or second is None:
        return first if second is None else second
    return add(first, second)


def converted(value: Tensor, element_type: ElementType) -> Tensor:
    """`value` in an element type, itself if it has that."""
    return value if value.element_type == element_type else convert(value, element_type)


def reshaped(value: Tensor, shape: Sequence[int]) -> Tensor:
    """`value` in `shape`, itself if it has that."""
    return value if value.shape == tuple(shape) else reshape(value, shape)


def permuted(value: Tensor, order: Sequence[int]) -> Tensor:
    """`value` with its dimensions in another order, itself if that is the one it has."""
    return value if list(order) == sorted(order) else transpose(value, permutation=order)


def whole_number(value: object) -> int | None:
    """A Python or NumPy integer as an int; None for what is neither."""
    return int(value) if isinstance(value, (int, np.integer)) and not isinstance(value, bool) else None
