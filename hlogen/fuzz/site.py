"""Where an operation of a random program is drawn: the values that it may take, and the block that it goes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np

from hlogen.conform.generate.bodies import draw_body
from hlogen.conform.generate.draw import chance, choice, shuffled, subset
from hlogen.fuzz.choices import Choices
from hlogen.fuzz.elements import Array, elements, indices
from hlogen.ir import (
    Attribute,
    Block,
    DenseArray,
    DenseElements,
    ElementType,
    FunctionType,
    IntegerAttr,
    IntegerType,
    Operation,
    QuantizedType,
    Region,
    SymbolRef,
    TensorType,
    Type,
    Value,
    parse_element_type,
)
from hlogen.ir.types import I1, I64
from hlogen.spec.result_types import infer

T = TypeVar("T")

_MAX_ELEMENTS = 64


def _types(text: str) -> tuple[ElementType, ...]:
    return tuple(map(parse_element_type, text.split()))


# Of each kind first those that programs use, then the others.
BOOLEANS = (I1,)
INTEGERS = _types("i32 i64 ui8 i8 ui32 i16 ui16 ui64 i4 ui4 i2 ui2")
FLOATS = _types("f32 f64 bf16 f16")
SMALL_FLOATS = _types(
    "f8E5M2 f8E4M3FN f8E4M3 f8E3M4 f8E4M3FNUZ f8E4M3B11FNUZ f8E5M2FNUZ f4E2M1FN f6E2M3FN f6E3M2FN f8E8M0FNU"
)
COMPLEX = _types("complex<f32> complex<f64>")
QUANTIZED = _types(
    "!quant.uniform<i8:f32,0.5:3> !quant.uniform<ui8:f32,0.25> !quant.uniform<i8<-127:127>:f32,0.1:-5> "
    "!quant.uniform<i16:f32,0.001> !quant.uniform<i32:f32,0.5> !quant.uniform<i4:f32,2.0:1> "
    "!quant.uniform<i8:bf16,0.5> !quant.uniform<ui8:f16,0.0078125:128>"
)
NUMBERS = (*INTEGERS, *FLOATS, *COMPLEX)
ORDERED = (*INTEGERS, *FLOATS)
ANY = (*NUMBERS, *BOOLEANS, *SMALL_FLOATS, *QUANTIZED)
INDICES: tuple[IntegerType, ...] = tuple(each for each in INTEGERS if isinstance(each, IntegerType))


class Inputs:
    """The arguments of a program while it is drawn, and their arrays."""

    def __init__(self) -> None:
        self.block = Block()
        self.arrays: list[Array] = []
        self.functions: list[Operation] = []  # beside the program's own

    def argument(self, type: TensorType, array: Array) -> Value:
        value = Value(type, self.block, len(self.arrays))
        self.block.arguments = (*self.block.arguments, value)
        self.arrays.append(array)
        return value


class Site:
    """One step of a program: its row takes operands and attributes from here, and emits operations.

    `values` are those of the program that may be taken, newest last. Every decision is one of `draw`, so the first of
    the possible answers has to be the simplest.
    """

    def __init__(
        self, op: str, draw: Choices, inputs: Inputs | None, block: Block, values: Sequence[Value], depth: int = 0
    ) -> None:
        self.op = op  # the one that is drawn
        self.draw = draw
        self.inputs = inputs  # None in a function beside the program's own, where all that is new is a constant
        self.block = block
        self.values = values
        self.depth = depth  # of regions around it
        self.made: list[Value] = []

    # ---- decisions

    def integer(self, low: int, high: int) -> int:
        return self.draw.integer(low, high)

    def chance(self, percent: int) -> bool:
        return chance(self.draw, percent)

    def choice(self, options: Sequence[T]) -> T:
        return choice(self.draw, options)

    def subset(self, items: Sequence[T], percent: int = 50) -> list[T]:
        return subset(self.draw, items, percent)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        return shuffled(self.draw, items) if self.chance(60) else list(items)

    def element(self, allowed: Sequence[ElementType]) -> ElementType:
        """An element type, the first ones of `allowed` oftener."""
        common = allowed[: max(1, len(allowed) // 2)]
        return self.choice(allowed if self.chance(40) else common)

    def shape(self, low: int = 0, high: int = 3, *, at_least: int = 0) -> tuple[int, ...]:
        """A shape of a rank from `low` to `high`, of few elements; none, too, unless dimensions have to be longer."""
        sizes: list[int] = []
        product = 1
        for _ in range(self.integer(low, high)):
            if not at_least and self.chance(4):
                sizes.append(0)
                continue
            sizes.append(self.integer(max(1, at_least), max(at_least, min(5, _MAX_ELEMENTS // product))))
            product *= sizes[-1]
        return tuple(sizes)

    # ---- operands

    def argument(self, type: TensorType, array: Array) -> Value:
        """A value from outside: an argument of the program as a rule, at times a constant.

        Constants of quantized types have no text that upstream reads.
        """
        if self.inputs is None or (not isinstance(type.element_type, QuantizedType) and self.chance(15)):
            return self.constant(type, array)
        return self.inputs.argument(type, array)

    def constant(self, type: TensorType, array: Array) -> Value:
        value = DenseElements(type, np.asarray(array))
        (result,) = self._append(Operation("stablehlo.constant", (), [type], {"value": value}))
        return result

    def new(self, type: TensorType) -> Value:
        """A value of elements that are drawn."""
        return self.argument(type, elements(self.draw, type, specials=self.chance(30)))

    def indices(self, element: IntegerType, shape: tuple[int, ...], limit: int) -> Value:
        """Indices from 0 to `limit` and around."""
        type = TensorType(shape, element)
        return self.argument(type, indices(self.draw, element, shape, max(limit, 0), wild=self.chance(40)))

    def tensor(
        self,
        allowed: Sequence[ElementType] = ANY,
        low: int = 0,
        high: int = 3,
        *,
        at_least: int = 0,
    ) -> Value:
        """A tensor of one of the element types and a rank from `low` to `high`: one that is there, or a new one.

        Its dimensions have `at_least` so many elements.
        """
        there = [
            value
            for value in self.values
            if isinstance(type := value.type, TensorType)
            and type.element_type in allowed
            and type.is_static
            and low <= type.rank <= high
            and (not at_least or min(type.static_shape, default=at_least) >= at_least)
        ]
        if there and self.chance(70):
            return there[-1 - self.integer(0, len(there) - 1)]
        return self.new(TensorType(self.shape(low, high, at_least=at_least), self.element(allowed)))

    def like(self, type: TensorType) -> Value:
        """A tensor of exactly this type."""
        there = [value for value in self.values if value.type == type]
        if there and self.chance(60):
            return there[-1 - self.integer(0, len(there) - 1)]
        return self.new(type)

    # ---- operations

    def emit(
        self,
        name: str,
        operands: Iterable[Value],
        results: Sequence[Type] | None = None,
        regions: Sequence[Region] = (),
        /,
        **attributes: Attribute,
    ) -> tuple[Value, ...]:
        """The results of an operation, whose types follow from the rest where `results` aren't given.

        Raises ConstraintError where it breaks a rule: then its row is wrong.
        """
        operands = tuple(operands)
        if name == "func.call":
            assert results is not None
            return self._append(Operation(name, operands, results, attributes))
        types = infer(name, [value.type for value in operands], attributes, regions, results)
        return self._append(Operation(name, operands, types, attributes, regions))

    def region(
        self, arguments: Sequence[TensorType], fill: Callable[[Site, tuple[Value, ...]], Iterable[Value]]
    ) -> Region:
        """A region whose values `fill` gives; it sees what is outside, too."""
        block = Block(arguments)
        inside = Site(self.op, self.draw, self.inputs, block, (*self.values, *block.arguments), self.depth + 1)
        block.operations.append(Operation("stablehlo.return", tuple(fill(inside, block.arguments))))
        return Region([block])

    def function(
        self, arguments: Sequence[TensorType], fill: Callable[[Site, tuple[Value, ...]], Sequence[Value]]
    ) -> tuple[SymbolRef, list[Type]]:
        """A private function beside the program's own, and the types of what it gives; it sees its arguments alone."""
        assert self.inputs is not None, "functions don't stand in functions"
        block = Block(arguments)
        results = tuple(fill(Site(self.op, self.draw, None, block, block.arguments, self.depth + 1), block.arguments))
        block.operations.append(Operation("func.return", results))
        types = [each.type for each in results]
        name = f"f{len(self.inputs.functions)}"
        type = FunctionType(tuple(arguments), tuple(types))
        attributes: dict[str, Attribute] = {"sym_name": name, "sym_visibility": "private", "function_type": type}
        self.inputs.functions.append(Operation("func.func", (), (), attributes, [Region([block])]))
        return SymbolRef((name,)), types

    def body(self, element_types: Sequence[ElementType]) -> Region:
        """A function of two scalars of each type, old ones first, as scatter and reductions take it."""
        outside, region = draw_body(self.draw, tuple(element_types)).region()
        for operation in outside:
            self._append(operation)
        return region

    def _append(self, operation: Operation) -> tuple[Value, ...]:
        self.block.operations.append(operation)
        self.made += operation.results
        self.values = (*self.values, *operation.results)
        return operation.results


def type_of(value: Value) -> TensorType:
    assert isinstance(value.type, TensorType)
    return value.type


def integers(values: Iterable[int]) -> DenseArray:
    """An attribute ``array<i64: ...>``."""
    return DenseArray(I64, tuple(values))


def number(value: int, type: IntegerType = I64) -> IntegerAttr:
    return IntegerAttr(value, type)
