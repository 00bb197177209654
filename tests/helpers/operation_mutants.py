"""Operations of which one thing was changed: a type, an attribute, an operand, a result, a region.

`Mutants(seed, pool)[number]` is always the same program for the same pool, whatever came before it. The first ones go
through all operations of the pool.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from helpers.valid_operations import MAIN, the_operation

from hlogen.ir.attributes import (
    Attribute,
    ConvDimensionNumbers,
    DenseArray,
    DenseElements,
    DotDimensionNumbers,
    EnumAttr,
    FloatAttr,
    GatherDimensionNumbers,
    IntegerAttr,
    OpaqueAttr,
    ScatterDimensionNumbers,
    SymbolRef,
    UnitAttr,
)
from hlogen.ir.dtypes import dtype_of
from hlogen.ir.module import Block, Module, Operation, Region, Value
from hlogen.ir.printer import attribute_text, generic_text
from hlogen.ir.types import (
    F32,
    F64,
    I1,
    I32,
    I64,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    Type,
    UnrankedTensorType,
)
from hlogen.mlir import reader
from hlogen.program.copy import Copier
from hlogen.spec.operations import CONSTRAINED

_F16, _I8 = FloatType("f16"), IntegerType(8)
_ELEMENTS: tuple[Any, ...] = (
    F32, F64, _F16, FloatType("bf16"), FloatType("f8E4M3FN"), I1, I32, I64, _I8, IntegerType(4), IntegerType(16),
    IntegerType(32, "unsigned"), IntegerType(64, "unsigned"), IntegerType(8, "unsigned"),
    ComplexType(F32), ComplexType(F64), IndexType(),
    QuantizedType(_I8, F32, (0.5,), (3,)), QuantizedType(_I8, F32, (0.25,), (0,)),
    QuantizedType(IntegerType(4), F32, (0.5,), (3,)), QuantizedType(IntegerType(32), F32, (0.5,), (0,)),
)  # fmt: skip
_NO_TENSORS: tuple[Type, ...] = (TokenType(), TupleType((TensorType((2,), F32),)), TupleType(()), F32, I64)
_NUMBERS = (-2, -1, 0, 1, 2, 3, 4, 5, 7, 64, 1 << 31, (1 << 63) - 1, -(1 << 63))
_WORDS = (
    *(
        "EQ",
        "NE",
        "LT",
        "FLOAT",
        "TOTALORDER",
        "SIGNED",
        "UNSIGNED",
        "NOTYPE",
        "UNIFORM",
        "NORMAL",
        "DEFAULT",
        "PHILOX",
    ),
    *("THREE_FRY", "FFT", "IFFT", "RFFT", "IRFFT", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT", "TRANSPOSE_INVALID"),
    *("HIGH", "HIGHEST"),
)
_OTHER_ATTRIBUTES: tuple[Attribute, ...] = (
    True, "text", "", IntegerAttr(1, I64), IntegerAttr(1, I32), FloatAttr(1.0, F32), UnitAttr(), (), ("text",),
    DenseArray(I64, (0,)), DenseArray(I64, ()), DenseArray(I1, (True, False)), {},
    DenseElements(TensorType((2,), I64), np.zeros(2, np.int64)),
    DenseElements(TensorType((1, 2), I64), np.zeros((1, 2), np.int64)),
    DenseElements(TensorType((), F32), np.float32(1)),
    EnumAttr("precision", "HIGH"), EnumAttr("comparison_direction", "EQ"), SymbolRef(("nobody",)),
)  # fmt: skip
_NUMBER_IN_TEXT = re.compile(r"(?<![\w.])-?\d+\b")
_WORD_IN_TEXT = re.compile(r"\b(?:true|false|[iuf]\d+|bf16|tf32|f8E\w+)\b")


_NUMBERS_OF_DIMENSIONS = (
    GatherDimensionNumbers, ScatterDimensionNumbers, DotDimensionNumbers, ConvDimensionNumbers
)  # fmt: skip


class Mutant(NamedTuple):
    """A program with one change, the operation that it was made in, and what the change was."""

    text: str
    op: str
    change: str
    origin: str


class Mutants(Sequence[Mutant]):
    """Mutants without end of a pool of valid operations: the more rules an operation has, the more there are of it."""

    def __init__(self, seed: int, pool: Mapping[str, Sequence[str]]) -> None:
        self.seed = seed
        self.pool = pool
        self.names = sorted(pool)
        self._often = [name for name in self.names for _ in CONSTRAINED[name].constraints]

    def __len__(self) -> int:
        return 1 << 62

    def __getitem__(self, number: int) -> Mutant:  # type: ignore[override]  # there are no slices
        rng = random.Random(self.seed * (1 << 40) + number)
        name = self.names[number] if number < len(self.names) else rng.choice(self._often)
        origin = rng.choice(self.pool[name])
        while True:
            change = rng.choice(CHANGES)
            text = change(rng, _Case(origin, rng.choice(self.pool[name])))
            if text is not None and text != origin:
                return Mutant(text, name, change.__name__.strip("_"), origin)


@cache
def _read(text: str) -> Module:
    return reader.read(text)


class _Case:
    """A copy of a valid operation that may be changed; `another` is an operation of the same name."""

    def __init__(self, origin: str, another: str) -> None:
        module = _read(origin)
        copies: list[Operation] = []
        for op in module.operations:
            Copier().operation(op, copies)
        self.module = Module(copies)
        self.op, self.block = the_operation(self.module)
        self.another = another

    @property
    def other(self) -> Operation:
        return the_operation(_read(self.another))[0]

    def text(self) -> str:
        function = next(one for one in self.module.operations if one.attributes.get("sym_name") == MAIN)
        type = FunctionType(tuple(value.type for value in self.block.arguments), ())
        function.attributes = {**function.attributes, "function_type": type}
        return generic_text(self.module)

    def argument(self, type: Type) -> Value:
        """Another argument of the function."""
        value = Value(type, self.block, len(self.block.arguments))
        self.block.arguments = (*self.block.arguments, value)
        return value


def _put(values: tuple[Any, ...], at: int, *new: Any) -> tuple[Any, ...]:
    return (*values[:at], *new, *values[at + 1 :])


def _other_operand_type(rng: random.Random, case: _Case) -> str | None:
    if not case.op.operands:
        return None
    at = rng.randrange(len(case.op.operands))
    new = case.argument(other_type(rng, case.op.operands[at].type))
    case.op.operands = _put(case.op.operands, at, new)
    return case.text()


def _other_result_type(rng: random.Random, case: _Case) -> str | None:
    if not case.op.results:
        return None
    value = rng.choice(case.op.results)
    value.type = other_type(rng, value.type)
    return case.text()


def _other_operand(rng: random.Random, case: _Case) -> str | None:
    """One of the operands missing, doubled, or in the place of another."""
    operands = case.op.operands
    if not operands:
        case.op.operands = (case.argument(TensorType((2,), F32)),)
        return case.text()
    at = rng.randrange(len(operands))
    case.op.operands = _put(operands, at, *rng.choice(((), (operands[at],) * 2, (rng.choice(operands),))))
    return case.text()


def _other_result(rng: random.Random, case: _Case) -> str | None:
    """One of the results missing or doubled, or of the type of another."""
    types = tuple(value.type for value in case.op.results)
    if types:
        at = rng.randrange(len(types))
        types = _put(types, at, *rng.choice(((), (types[at],) * 2, (rng.choice(types),))))
    else:
        types = (TensorType((2,), F32),)
    case.op.results = tuple(Value(type, case.op, at) for at, type in enumerate(types))
    return case.text()


def _other_attribute(rng: random.Random, case: _Case) -> str | None:
    if not case.op.attributes:
        return None
    name = rng.choice(sorted(case.op.attributes))
    case.op.attributes = {**case.op.attributes, name: other_attribute(rng, case.op.attributes[name])}
    return case.text()


def _attribute_of_another_kind(rng: random.Random, case: _Case) -> str | None:
    names = sorted({*case.op.attributes, *case.other.attributes})
    if not names:
        return None
    case.op.attributes = {**case.op.attributes, rng.choice(names): rng.choice(_OTHER_ATTRIBUTES)}
    return case.text()


def _attribute_of_another(rng: random.Random, case: _Case) -> str | None:
    """An attribute of another operation of the same name, which may be one that this one hasn't."""
    attributes = case.other.attributes
    if not attributes:
        return None
    name = rng.choice(sorted(attributes))
    case.op.attributes = {**case.op.attributes, name: attributes[name]}
    return case.text()


def _missing_attribute(rng: random.Random, case: _Case) -> str | None:
    if not case.op.attributes:
        return None
    left_out = rng.choice(sorted(case.op.attributes))
    case.op.attributes = {name: value for name, value in case.op.attributes.items() if name != left_out}
    return case.text()


def _doubled_attribute(rng: random.Random, case: _Case) -> str | None:
    if not case.op.attributes:
        return None
    name = rng.choice(sorted(case.op.attributes))
    written = f"{name} = {attribute_text(case.op.attributes[name])}"
    return case.text().replace(written, f"{written}, {written}", 1)


def _other_constant(rng: random.Random, case: _Case) -> str | None:
    """Another value of a constant operand."""
    constants = [value.owner for value in case.op.operands if isinstance(value.owner, Operation)]
    if not constants:
        return None
    op = rng.choice(constants)
    value = op.attributes["value"]
    if not isinstance(value, DenseElements):
        return None
    op.attributes = {"value": _other_entry(rng, value)}
    return case.text()


def _other_region(rng: random.Random, case: _Case) -> str | None:
    """A region missing, doubled, in the place of another, or without its operations."""
    regions = case.op.regions
    if not regions:
        return None
    at = rng.randrange(len(regions))
    match rng.randrange(5):
        case 0:
            case.op.regions = _put(regions, at)
        case 1:
            case.op.regions = _put(regions, at, regions[at], Copier().region(regions[at]))
        case 2:
            if (from_another := rng.choice(regions)) is regions[at]:
                return None
            case.op.regions = _put(regions, at, Copier().region(from_another))
        case 3:
            regions[at].block.operations.pop()
        case _:
            case.op.regions = _put(regions, at, Region())
    return case.text()


def _other_region_argument(rng: random.Random, case: _Case) -> str | None:
    """Another type of an argument of a region, or one argument more or less; the body goes on with the old one."""
    regions = [region for region in case.op.regions if region.blocks]
    if not regions:
        return None
    block = rng.choice(regions).block
    if not block.arguments:
        block.arguments = (Value(TensorType((), F32), block, 0),)
        return case.text()
    at = rng.randrange(len(block.arguments))
    old = block.arguments[at]
    kind = rng.randrange(4)
    if kind == 0:
        block.arguments = _put(block.arguments, at, old, Value(old.type, block, at))
        return case.text()
    new = () if kind == 1 else (Value(other_type(rng, old.type), block, at),)
    block.arguments = _put(block.arguments, at, *new)
    if kind < 3 or not new:
        _replace_uses(block, old, case.argument(old.type))
    else:
        _replace_uses(block, old, new[0])
    return case.text()


def _other_region_result(rng: random.Random, case: _Case) -> str | None:
    """Another type of a value that a region returns, or one value more or less."""
    regions = [region for region in case.op.regions if region.blocks]
    if not regions:
        return None
    block = rng.choice(regions).block
    if (end := block.terminator) is None:
        return None
    if not end.operands:
        kind, at, old = 0, 0, case.argument(TensorType((), F32))
    else:
        kind, at = rng.randrange(4), rng.randrange(len(end.operands))
        old = end.operands[at]
    if kind == 1:
        end.operands = _put(end.operands, at)
        return case.text()
    new = case.argument(old.type if kind == 0 else other_type(rng, old.type))
    end.operands = _put(end.operands, at, *((old, new) if kind == 0 and end.operands else (new,)))
    return case.text()


def _replace_uses(block: Block, old: Value, new: Value) -> None:
    for op in block.walk():
        op.operands = tuple(new if value is old else value for value in op.operands)


Change = Callable[[random.Random, _Case], str | None]
CHANGES: tuple[Change, ...] = (
    *(_other_operand_type,) * 5, *(_other_result_type,) * 4, *(_other_operand,) * 2, _other_result,
    *(_other_attribute,) * 6, *(_attribute_of_another,) * 2, _attribute_of_another_kind, _missing_attribute,
    _doubled_attribute, _other_constant, _other_region, *(_other_region_argument,) * 2, *(_other_region_result,) * 2,
)  # fmt: skip


def other_type(rng: random.Random, type: Type) -> Type:
    """A type that differs from another in one thing."""
    if rng.random() < 0.06:
        return rng.choice(_NO_TENSORS)
    match type:
        case TensorType():
            return _other_tensor(rng, type)
        case TupleType(parts) if parts:
            at = rng.randrange(len(parts))
            new = rng.choice(((), (parts[at],) * 2, (other_type(rng, parts[at]),), (other_type(rng, parts[at]),)))
            return TupleType(_put(parts, at, *new))
        case OpaqueType(text):
            return OpaqueType(_other_in_text(rng, text))
    return TensorType((2,), rng.choice(_ELEMENTS))


def _other_tensor(rng: random.Random, type: TensorType) -> Type:
    shape, element = type.shape, type.element_type
    kind = rng.random()
    if kind < 0.35 and shape:
        at = rng.randrange(len(shape))
        dim = shape[at]
        sizes = {0, 1, 2, 3, None} if dim is None else {0, 1, 2, dim - 1, dim + 1, 2 * dim, dim // 2, None}
        new = rng.choice(sorted((size for size in sizes if size != dim and (size is None or size >= 0)), key=str))
        return TensorType(_put(shape, at, new), element)
    if kind < 0.45 and len(shape) > 1:
        a, b = rng.sample(range(len(shape)), 2)
        return TensorType(_put(_put(shape, a, shape[b]), b, shape[a]), element)
    if kind < 0.6:
        at = rng.randrange(len(shape) + 1)
        if shape and rng.random() < 0.5:
            return TensorType(_put(shape, at - 1 if at else 0), element)
        return TensorType((*shape[:at], rng.choice((1, 2, None)), *shape[at:]), element)
    if kind < 0.64:
        return UnrankedTensorType(element)
    if kind < 0.68:
        bounds = tuple(rng.choice((None, size if size is None else size + 1, 4)) for size in shape)
        return TensorType(
            tuple(None if bound is not None else size for size, bound in zip(shape, bounds, strict=True)),
            element,
            bounds if any(bounds) else None,
        )
    if isinstance(element, QuantizedType) and kind < 0.9:
        return TensorType(shape, _other_quantized(rng, element, shape))
    if kind < 0.8 and shape:
        axis = rng.randrange(len(shape))
        count = shape[axis] or 2
        if count <= 8:
            scales = tuple(rng.choice((0.5, 0.25, 1.0)) for _ in range(count))
            return TensorType(shape, QuantizedType(_I8, F32, scales, (0,) * count, axis))
    return TensorType(shape, rng.choice(_ELEMENTS), type.bounds, type.encoding)


def _other_quantized(rng: random.Random, type: QuantizedType, shape: Sequence[int | None]) -> QuantizedType:
    at = rng.randrange(len(type.scales))
    match rng.randrange(8):
        case 0:
            return replace(type, scales=_put(type.scales, at, rng.choice((0.125, 2.0, -1.0, 1e6))))
        case 1:
            return replace(type, zero_points=_put(type.zero_points, at, rng.choice((0, 1, -1, 127, 128, -129, 5))))
        case 2:
            return replace(
                type,
                storage_type=rng.choice(
                    (_I8, IntegerType(4), IntegerType(16), IntegerType(32), IntegerType(8, "unsigned"))
                ),
            )
        case 3:
            return replace(type, expressed_type=rng.choice((F32, _F16, F64, FloatType("bf16"))))
        case 4 if type.axis is not None:
            return replace(type, axis=rng.choice((type.axis + 1, max(type.axis - 1, 0), len(shape))))
        case 5:
            return replace(type, scales=(*type.scales, 0.5), zero_points=(*type.zero_points, 0))
        case 6 if type.axis is not None:
            return replace(type, axis=None, scales=type.scales[:1], zero_points=type.zero_points[:1])
        case 6 if shape:
            axis = rng.randrange(len(shape))
            count = shape[axis] or 1
            if 0 < count <= 8:
                return replace(
                    type, axis=axis, scales=type.scales[:1] * count, zero_points=type.zero_points[:1] * count
                )
    low, high = rng.choice(((-127, 127), (-100, 100), (0, 127), (-128, 128), (5, 4), (3, 3)))
    return replace(type, storage_min=low, storage_max=high)


def other_attribute(rng: random.Random, given: Attribute) -> Attribute:
    """An attribute that differs from another in one thing: a number, an entry, how many entries, a word, a type."""
    match given:
        case bool():
            return not given
        case str():
            return rng.choice(("", given + "x", "a.b", given[:-1]))
        case IntegerAttr(value, of):
            if rng.random() < 0.15:
                return IntegerAttr(value, rng.choice((I32, I64, IndexType(), IntegerType(32, "signed"))))
            width = getattr(of, "width", 64)
            number = rng.choice((value - 1, value + 1, *_NUMBERS))
            return IntegerAttr(max(min(number, (1 << (width - 1)) - 1), -(1 << (width - 1))), of)
        case FloatAttr(value, of):
            if rng.random() < 0.3:
                return FloatAttr(value, rng.choice((F32, F64, _F16)))
            return FloatAttr(rng.choice((0.0, -1.0, 2 * value, float("inf"), float("nan"))), of)
        case EnumAttr():
            return replace(given, value=rng.choice(_WORDS))
        case DenseArray(of, values):
            if rng.random() < 0.08:
                return DenseArray(rng.choice((I32, I64, IntegerType(8), I1)), tuple(map(int, values)))
            return DenseArray(of, _other_list(rng, values, boolean=of == I1))
        case DenseElements():
            return _other_dense(rng, given)
        case tuple():
            if not given:
                return (rng.choice(_OTHER_ATTRIBUTES),)
            at = rng.randrange(len(given))
            new = rng.choice(
                ((), (given[at],) * 2, (other_attribute(rng, given[at]),), (rng.choice(_OTHER_ATTRIBUTES),))
            )
            return _put(given, at, *new)
        case dict():
            return {**given, "more": True}
        case SymbolRef():
            return SymbolRef((rng.choice(("nobody", MAIN)),))
        case OpaqueAttr(text):
            return OpaqueAttr(_other_in_text(rng, text))
        case UnitAttr():
            return rng.choice((False, IntegerAttr(1, I64)))
    if isinstance(given, _NUMBERS_OF_DIMENSIONS):
        field = rng.choice(fields(given)).name
        old = getattr(given, field)
        is_list = isinstance(old, tuple)
        entry: Any = _other_list(rng, old) if is_list else rng.choice((old - 1, old + 1, *_NUMBERS[:8]))
        changed: Attribute = replace(given, **{field: entry})
        return changed
    return rng.choice(_OTHER_ATTRIBUTES)


def _other_list(rng: random.Random, values: tuple[Any, ...], boolean: bool = False) -> tuple[Any, ...]:
    def entry(old: int) -> Any:
        return not old if boolean else rng.choice((old - 1, old + 1, *_NUMBERS))

    if not values:
        return (entry(0),)
    at = rng.randrange(len(values))
    match rng.randrange(6):
        case 0:
            return _put(values, at)
        case 1:
            return _put(values, at, values[at], rng.choice((values[at], entry(values[at]))))
        case 2:
            return _put(values, at, rng.choice(values))
        case 3:
            return tuple(rng.sample(values, len(values)))
    return _put(values, at, entry(values[at]))


def _other_dense(rng: random.Random, given: DenseElements) -> DenseElements:
    array, type = given.array, given.type
    match rng.randrange(5):
        case 0 if array.ndim and array.shape[0] < 64:
            rows = rng.choice((array[:-1], np.concatenate([array, array[-1:]])))
            return _dense(type, rows)
        case 1 if array.ndim > 1 and array.shape[-1] < 64:
            return _dense(type, rng.choice((array[..., :-1], np.concatenate([array, array[..., -1:]], -1))))
        case 2:
            return _dense(type, rng.choice((array.reshape(-1), array[None], array.T)))
        case 3 if isinstance(type.element_type, IntegerType):
            element = rng.choice((I32, I64, _I8, I1))
            return DenseElements(TensorType(array.shape, element), array.astype(dtype_of(element)))
    return _other_entry(rng, given)


def _dense(type: TensorType, array: Any) -> DenseElements:
    return DenseElements(TensorType(array.shape, type.element_type), array)


def _other_entry(rng: random.Random, given: DenseElements) -> DenseElements:
    array = given.array.copy()
    if not array.size:
        return given
    at = rng.randrange(array.size)
    if array.dtype.kind in "iu":
        limits = np.iinfo(array.dtype)
        old = int(array.flat[at])
        new = rng.choice((old - 1, old + 1, *_NUMBERS[:8], int(array.flat[rng.randrange(array.size)])))
        array.flat[at] = max(min(new, int(limits.max)), int(limits.min))
    else:
        array.flat[at] = array.flat[rng.randrange(array.size)]
    return DenseElements(given.type, array)


def _other_in_text(rng: random.Random, text: str) -> str:
    """A number or a word of an attribute or a type that there is no class for."""
    places = [match.span() for match in _NUMBER_IN_TEXT.finditer(text)]
    words = [match.span() for match in _WORD_IN_TEXT.finditer(text)]
    if places and (not words or rng.random() < 0.5):
        (start, end), new = rng.choice(places), str(rng.choice(_NUMBERS[:10]))
    elif words:
        start, end = rng.choice(words)
        new = {"true": "false", "false": "true"}.get(text[start:end], rng.choice(("f32", "f64", "bf16", "i32", "tf32")))
    else:
        return text.replace("tensor<", "tensor<2x", 1)
    return text[:start] + new + text[end:]
