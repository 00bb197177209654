"""Update computations: expressions over the old and the new values, and the regions they become.

An expression is a tuple: ``("old", i)``, ``("new", i)``, ``("constant", i, value)``, ``("captured", i, value)`` (a
constant defined outside the region), ``(op, a, b)`` with the name of a binary StableHLO op, or
``("select", direction, a, b, x, y)``: x where `a direction b` holds, else y. `i` says which of the N inputs' element
types the value has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from hlogen.conform.generate.draw import Draw, chance, choice
from hlogen.ir import (
    Block,
    ComplexType,
    DenseElements,
    ElementType,
    EnumAttr,
    FloatType,
    IntegerType,
    Operation,
    QuantizedType,
    Region,
    TensorType,
    Value,
    dtype_of,
)

Expression: TypeAlias = "tuple[Any, ...]"

_INTEGER_OPS = ("add", "multiply", "minimum", "maximum", "and", "or", "xor", "subtract")
_BOOLEAN_OPS = ("or", "and", "xor", "minimum", "maximum", "add", "multiply")
_FLOAT_OPS = ("add", "maximum", "minimum", "multiply", "subtract")
_COMPLEX_OPS = ("add", "multiply", "subtract")
LEAVES = ("old", "new", "constant", "captured")


@dataclass(frozen=True)
class Body:
    """An update computation: the element types E0 ... EN-1 of its values, and its N results."""

    element_types: tuple[ElementType, ...]
    results: tuple[Expression, ...]

    @property
    def ops(self) -> set[str]:
        """The ops of all its expressions, without the leaves."""
        return {node[0] for result in self.results for node in nodes(result)} - set(LEAVES)

    @property
    def depth(self) -> int:
        """How many ops follow one another: 0 for a body that only passes a value on."""
        return max(_depth(result) for result in self.results)

    def region(self) -> tuple[list[Operation], Region]:
        """The region, and the operations that must stand before the op that has it."""
        scalars = [TensorType((), element) for element in self.element_types]
        block = Block([*scalars, *scalars])
        outside: list[Operation] = []
        values = [self._emit(result, block, outside) for result in self.results]
        block.operations.append(Operation("stablehlo.return", values))
        return outside, Region([block])

    def _emit(self, expression: Expression, block: Block, outside: list[Operation]) -> Value:
        kind, *rest = expression
        if kind == "old":
            return block.arguments[int(rest[0])]
        if kind == "new":
            return block.arguments[len(self.element_types) + int(rest[0])]
        if kind in ("constant", "captured"):
            type = TensorType((), self.element_types[rest[0]])
            value = DenseElements(type, np.array(rest[1]).astype(dtype_of(type.element_type)))
            constant = Operation("stablehlo.constant", (), [type], {"value": value})
            (outside if kind == "captured" else block.operations).append(constant)
            return constant.result
        if kind == "select":
            direction, *operands = rest
            a, b, x, y = (self._emit(operand, block, outside) for operand in operands)
            attributes = {"comparison_direction": EnumAttr("comparison_direction", direction)}
            compare = Operation("stablehlo.compare", [a, b], [TensorType((), IntegerType(1))], attributes)
            select = Operation("stablehlo.select", [compare.result, x, y], [x.type])
            block.operations += [compare, select]
            return select.result
        a, b = (self._emit(operand, block, outside) for operand in rest)
        op = Operation(f"stablehlo.{kind}", [a, b], [a.type])
        block.operations.append(op)
        return op.result


def draw_body(draw: Draw, element_types: Sequence[ElementType]) -> Body:
    """A well-known body most of the time, else any expressions; those of several inputs may depend on each other."""
    count = len(element_types)
    if count > 1 and chance(draw, 60):
        return Body(tuple(element_types), _cross_dependent(draw, element_types))
    return Body(tuple(element_types), tuple(_draw_result(draw, element_types, i) for i in range(count)))


def nodes(expression: Expression) -> list[Expression]:
    """The expression and all inside of it."""
    found = [expression]
    for part in expression[1:]:
        if isinstance(part, tuple):
            found += nodes(part)
    return found


def ops_of(element: ElementType) -> tuple[str, ...]:
    """The binary ops that every implementation of the type should have."""
    if isinstance(element, IntegerType):
        return _BOOLEAN_OPS if element.is_boolean else _INTEGER_OPS
    if isinstance(element, ComplexType):
        return _COMPLEX_OPS
    if isinstance(element, QuantizedType) or (isinstance(element, FloatType) and element.name == "f8E8M0FNU"):
        return ()
    return _FLOAT_OPS


def _draw_result(draw: Draw, element_types: Sequence[ElementType], i: int) -> Expression:
    ops = ops_of(element_types[i])
    kind = draw.integer(0, 9)
    if kind < 2 or not ops:
        return ("old", i) if chance(draw, 5) else ("new", i)
    if kind < 8:
        return (choice(draw, ops), ("old", i), ("new", i))
    return _draw_expression(draw, element_types, i, 2)


def _draw_expression(draw: Draw, element_types: Sequence[ElementType], i: int, depth: int) -> Expression:
    ops = ops_of(element_types[i])
    if depth == 0 or not ops or chance(draw, 15):
        leaf = choice(draw, LEAVES)
        return (leaf, i) if leaf in ("old", "new") else (leaf, i, choice(draw, (1, 0, 1)))
    if chance(draw, 20):
        j = draw.integer(0, len(element_types) - 1)
        if not isinstance(element_types[j], (ComplexType, QuantizedType)):
            operands = [_draw_expression(draw, element_types, which, depth - 1) for which in (j, j, i, i)]
            return ("select", choice(draw, ("LT", "GE", "EQ")), *operands)
    operands = [_draw_expression(draw, element_types, i, depth - 1) for _ in range(2)]
    return (choice(draw, ops), *operands)


def _cross_dependent(draw: Draw, element_types: Sequence[ElementType]) -> tuple[Expression, ...]:
    """Every result chosen by comparing the values of one input, as argmax does."""
    ordered = [j for j, element in enumerate(element_types) if not isinstance(element, (ComplexType, QuantizedType))]
    if not ordered:
        return tuple(("new", i) for i in range(len(element_types)))
    key = choice(draw, ordered)
    direction = choice(draw, ("GT", "LE", "NE"))
    return tuple(
        ("select", direction, ("new", key), ("old", key), ("new", i), ("old", i)) for i in range(len(element_types))
    )


def _depth(expression: Expression) -> int:
    if expression[0] in LEAVES:
        return 0
    return 1 + max(_depth(part) for part in expression[1:] if isinstance(part, tuple))
