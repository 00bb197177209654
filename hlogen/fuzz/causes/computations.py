"""Mistakes about what is computed: another operation, in another type, of other arguments, without an element."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from hlogen.fuzz.causes.registry import cause
from hlogen.fuzz.causes.wrong import Alone, Results, Wrong
from hlogen.ir import (
    Attribute,
    Block,
    DenseArray,
    DenseElements,
    DotDimensionNumbers,
    ElementType,
    Operation,
    TensorType,
    Type,
    Value,
    dtype_of,
)
from hlogen.program.copy import Copier

# Operations that may be taken for each other: they have the same operands and results.
_ALIKE = (
    ("shift_right_logical", "shift_right_arithmetic"),
    ("maximum", "minimum"),
    ("round_nearest_afz", "round_nearest_even", "floor", "ceil"),
    ("and", "or", "xor"),
    ("add", "subtract"),
    ("sine", "cosine"),
    ("real", "imag"),
)


def _instead(other: str, names: tuple[str, ...]) -> Callable[[Wrong], Iterator[Results | bool | None]]:
    def model(wrong: Wrong) -> Iterator[Results | bool | None]:
        if wrong.alone is not None and wrong.alone.name in names and wrong.alone.name != other:
            yield wrong.alone.with_name(other).run()

    return model


for _names in _ALIKE:
    for _other in _names:
        cause(f"computes {_other} instead")(_instead(_other, _names))


@cause("hands a computation its arguments the other way round")
def crossed(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    if alone is not None and alone.op.regions and len(alone.op.regions[-1].blocks[0].arguments) > 1:
        yield alone.with_regions(_Crossed(by_pairs=alone.name == "sort")).run()


class _Crossed(Copier):
    """Blocks whose arguments are the other way round: the halves of them, or those of each pair."""

    def __init__(self, *, by_pairs: bool) -> None:
        super().__init__()
        self._by_pairs = by_pairs

    def entered(self, block: Block) -> Block:
        copy = super().entered(block)
        count = len(block.arguments)
        order = [at ^ 1 if self._by_pairs else (at + count // 2) % count for at in range(count)]
        if count % 2 == 0:
            self.stands(block.arguments, [copy.arguments[at] for at in order])
        return copy


@cause("computes in the type of the operands where the computation has a wider one")
def not_promoted(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    if alone is None or not alone.op.regions:
        return
    pairs = [
        (one, other.type)
        for one, other in zip(alone.types, alone.op.results, strict=False)
        if isinstance(other.type, TensorType)
    ]
    narrower: dict[ElementType, ElementType] = {
        wide.element_type: type.element_type for type, wide in pairs if type != wide
    }
    if not narrower:
        return
    with np.errstate(all="ignore"):
        results = alone.with_regions(_Retyped(narrower), [type for type, _ in pairs]).run()
        for computed in (results, wrong.expected):  # all the way, or in the end
            if computed is not None:
                narrow = (
                    each.astype(dtype_of(type.element_type)) for each, (type, _) in zip(computed, pairs, strict=True)
                )
                yield tuple(one.astype(other.dtype) for one, other in zip(narrow, wrong.expected, strict=True))


class _Retyped(Copier):
    """Regions in which values have other element types."""

    def __init__(self, elements: Mapping[ElementType, ElementType]) -> None:
        super().__init__()
        self._elements = elements

    def type(self, value: Value) -> Type:
        type = value.type
        if not isinstance(type, TensorType):
            return type
        element = self._elements.get(type.element_type, type.element_type)
        return type.with_element_type(element)

    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        super().operation(operation, copies)
        value, copy = operation.attributes.get("value"), copies[-1]
        if isinstance(value, DenseElements) and isinstance(copy.results[0].type, TensorType):
            type = copy.results[0].type
            array = value.array.astype(dtype_of(type.element_type))
            copy.attributes = {**copy.attributes, "value": DenseElements(type, array)}


@cause("leaves out the first or last of what it combines")
def left_out(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    if alone is None:
        return
    if alone.name == "reduce":
        dimensions = alone.attributes["dimensions"]
        assert isinstance(dimensions, DenseArray)
        for d in dimensions.values:
            for part in (slice(None, -1), slice(1, None)):
                yield _cut(alone, range(len(alone.op.results)), int(d), part).run()
    if alone.name == "dot_general":
        numbers = alone.attributes["dot_dimension_numbers"]
        assert isinstance(numbers, DotDimensionNumbers)
        for d in numbers.lhs_contracting_dimensions:
            for end in (0, -1):
                lhs = np.moveaxis(np.array(alone.operands[0]), d, 0)
                lhs[end : end + 1 or None] = 0
                yield alone.with_operand(0, np.moveaxis(lhs, 0, d)).run()


def _cut(alone: Alone, operands: range, d: int, part: slice) -> Alone:
    for at in operands:
        array = alone.operands[at][(slice(None),) * d + (part,)]
        alone = alone.with_operand(at, array, alone.types[at].with_shape(array.shape))
    return alone


@cause("puts equal elements in another order")
def unstable(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    if alone is None or alone.name != "sort" or not alone.operands[0].ndim:
        return
    dimension = int(alone.attributes["dimension"].value)  # type: ignore[union-attr]  # an integer
    turned = tuple(np.ascontiguousarray(np.flip(each, dimension)) for each in alone.operands)
    yield replace(alone, operands=turned).run()


@cause("rounds quotients down instead of towards zero")
def floored(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    if alone is None or alone.name not in ("divide", "remainder") or alone.operands[0].dtype.kind != "i":
        return
    with np.errstate(all="ignore"):
        compute = np.floor_divide if alone.name == "divide" else np.remainder
        wide = compute(*(each.astype(np.int64) for each in alone.operands))
    yield (np.where(alone.operands[1] == 0, wrong.expected[0], wide).astype(alone.operands[0].dtype),)


@cause("takes shifts modulo the width of the type")
def shifts(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    if alone is not None and alone.name.startswith("shift_"):
        width = alone.types[1].element_type.width  # type: ignore[union-attr]  # an integer type
        by = np.asarray(alone.operands[1].astype(object) % width)
        yield alone.with_operand(1, by.astype(alone.operands[1].dtype)).run()


@cause("takes NaN for a number")
def nan_compared(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    if alone is not None and alone.name == "compare" and alone.operands[0].dtype.kind not in "iub":
        is_nan = np.logical_or(*(each != each for each in alone.operands))
        yield bool(is_nan.any()) and not np.any((wrong.got[0] != wrong.expected[0]) & ~is_nan)


@cause("takes zeros for an operand")
def zeros(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    for at, array in enumerate(() if alone is None else alone.operands):
        assert alone is not None
        yield alone.with_operand(at, np.zeros_like(array)).run()


@cause("reads an operand one element off")
def one_off(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    for at, array in enumerate(() if alone is None else alone.operands):
        assert alone is not None
        flat = array.reshape(-1)
        if flat.size > 1:
            for moved in ((flat[1:], flat[-1:]), (flat[:1], flat[:-1]), (flat[1:], flat[:1]), (flat[-1:], flat[:-1])):
                yield alone.with_operand(at, np.concatenate(moved).reshape(array.shape)).run()


@cause("ignores an attribute")
def ignored(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    if alone is None:
        return
    for name, value in alone.attributes.items():
        for other in _others(value):
            yield _shaped(alone.with_attributes(**{name: other}), wrong)


def _others(value: Attribute) -> Iterator[Attribute]:
    """What an attribute may be taken for that nobody reads: its default, or its list in another order."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, DenseArray):
        values = value.values
        for taken in ((0,) * len(values), (1,) * len(values), values[::-1], tuple(sorted(values))):
            yield replace(value, values=taken)
    elif isinstance(value, DenseElements):
        yield DenseElements(value.type, np.zeros_like(value.array))


def _shaped(alone: Alone, wrong: Wrong) -> Results | None:
    results = alone.run()
    if results is None or any(one.shape != other.shape for one, other in zip(results, wrong.got, strict=True)):
        return None
    return results
