"""Programs that break rules of the specification: valid ones in which one thing was changed.

What may be changed is data: a row of `_CHANGES` finds the places of an operation where it can be made, and makes it at
one of them. Places and new values are decisions of the program's, so it shrinks as others do: it is drawn again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import chain
from typing import Any, TypeAlias

import numpy as np

from hlogen.backends import Backend
from hlogen.backends.process import WorkerBackend
from hlogen.conform.forms import Form
from hlogen.conform.generate.draw import choice
from hlogen.conform.verdicts import Outcome, Verdict, of_error
from hlogen.errors import HlogenError, UsageError
from hlogen.fuzz.choices import Choices
from hlogen.fuzz.elements import Array
from hlogen.fuzz.site import Inputs, integers, number
from hlogen.ir import (
    Attribute,
    Block,
    DenseArray,
    DenseElements,
    ElementType,
    EnumAttr,
    IntegerAttr,
    IntegerType,
    Operation,
    TensorType,
    Value,
    parse_element_type,
)
from hlogen.ir.types import I64
from hlogen.spec.constraint import Violation
from hlogen.spec.operations import check_operation, violations_of
from hlogen.spec.optable import OPS

CHANGE = "change"  # the step of a plan that changes a program


@dataclass(frozen=True)
class Broken(Form):
    """A program that is verified and not run. `violations` are the rules that it breaks; none where it is valid."""

    violations: tuple[Violation, ...] = field(kw_only=True, repr=False)

    @property
    def is_undefined(self) -> bool:
        """Whether constants give other sizes than the types say: verifiers may tell, and needn't."""
        return not self.violations and any(map(_contradicts, self.module.walk()))

    def expected(self) -> tuple[Array, ...]:
        raise UsageError("it is verified, and not run")

    @property
    def telling(self) -> Violation | None:
        """The one that a verifier that accepts the program is told of: not one that upstream's is known to accept."""
        unknown = (each for each in self.violations if each.upstream is None)
        return next(chain(unknown, self.violations), None)


def broken(form: Form) -> Broken:
    """The program, and what it breaks."""
    return Broken(form.id, form.module, form.entry, (), (), violations=tuple(violations_of(form.module)))


def _contradicts(op: Operation) -> bool:
    """Whether sizes that are constants can't be those of the result."""
    type = op.results[0].type if op.results else None
    if op.name in _OF_CONSTANTS and len(op.operands) > 2:
        given = [_constant(value) for value in op.operands[2:]]
        name, *attributes = _OF_CONSTANTS[op.name]
        constants = [integers(each.tolist()) if each.ndim == 1 else _wide(each) for each in given if each is not None]
        if len(constants) != len(attributes):
            return False
        said = {**op.attributes, **dict(zip(attributes, constants, strict=True))}
        types = [each.type for each in op.results]
        return bool(check_operation(Operation(name, op.operands[:2], types, said)))
    at = _OF_SHAPES.get(op.name)
    sizes = None if at is None or len(op.operands) <= at else _constant(op.operands[at])
    if sizes is None or not isinstance(type, TensorType):
        return False
    return any(
        given != size if size is not None else most is not None and given > most
        for given, size, most in zip(sizes.tolist(), type.shape, type.bounds or type.shape, strict=False)
    )


# Operations whose sizes are operands: the one that has them as attributes, or which operand the shape of the result is.
_OF_CONSTANTS = {
    "stablehlo.dynamic_pad": ("stablehlo.pad", "edge_padding_low", "edge_padding_high", "interior_padding"),
    "stablehlo.dynamic_conv": ("stablehlo.convolution", "padding"),
}
_OF_SHAPES = {
    "stablehlo.dynamic_iota": 0, "stablehlo.dynamic_reshape": 1, "stablehlo.dynamic_broadcast_in_dim": 1,
}  # fmt: skip


def _wide(array: Array) -> DenseElements:
    return DenseElements(TensorType(array.shape, I64), array.astype(np.int64))


def _constant(value: Value) -> Array | None:
    attribute = value.owner.attributes.get("value") if isinstance(value.owner, Operation) else None
    return attribute.array if isinstance(attribute, DenseElements) else None


def verified(form: Broken, backend: Backend) -> Outcome:
    """What a backend says of a program that it needn't run. UsageError for one in this process: it verifies nothing."""
    if not isinstance(backend, WorkerBackend):
        raise UsageError(f"{backend.name} has no verifier of its own: hlogen check judges programs for it")
    started = time.perf_counter()
    try:
        said = backend.verify(form.module)
    except HlogenError as error:
        verdict, message = of_error(error, is_compiling=True), str(error)
    else:
        wrong = Verdict.REFUSED if said else Verdict.ACCEPTED
        is_right = bool(said) == bool(form.violations)
        verdict, message = Verdict.PASS if is_right else wrong, "; ".join(said)
        if wrong is Verdict.ACCEPTED and form.telling is not None:
            message = str(form.telling)
    return Outcome(form.id, verdict, message, time.perf_counter() - started)


def told(form: Form) -> str:
    """What a verifier that accepts the program does: "accepts what (C5) of gather forbids"; "" of what is valid."""
    if not isinstance(form, Broken) or form.telling is None:
        return ""
    op, _, label = form.telling.id.partition(".")
    return f"accepts what ({label}) of {op} forbids"


def change(draw: Choices, inputs: Inputs, first: int) -> None:
    """Changes one thing of one operation of those from the place `first` on of the block that is drawn."""
    drawn = (inner for op in inputs.block.operations[first:] for inner in op.walk())
    found = [op for op in drawn if op.name in OPS and op.name != "stablehlo.constant"]
    if not found:
        return
    op = choice(draw, found[::-1])
    there = [(places, make) for name, make in _CHANGES.items() if (places := _PLACES[name](op))]
    if there:
        places, make = choice(draw, there)
        make(draw, op, choice(draw, places), inputs)
    used = {value for each in inputs.block.walk() for value in each.operands}
    inputs.block.arguments = tuple(value for value in inputs.block.arguments if value in used)


# ---- where: each is a place of an operation, as its change takes it

Place: TypeAlias = Any
Change: TypeAlias = "Callable[[Choices, Operation, Place, Inputs], None]"


def _numbers(op: Operation) -> list[tuple[str, str | None, int]]:
    """Integers of attributes: the attribute's name, the field of its class, the place in its list."""
    found: list[tuple[str, str | None, int]] = []
    for name, value in op.attributes.items():
        for part, values in _lists(value):
            found += [(name, part, at) for at in range(len(values))]
    return found


def _several(op: Operation) -> list[tuple[str, str | None]]:
    """Lists of integers in attributes."""
    return [
        (name, part)
        for name, value in op.attributes.items()
        for part, _ in _lists(value)
        if isinstance(value if part is None else getattr(value, part), (tuple, DenseArray))
    ]


def _lists(value: Attribute) -> list[tuple[str | None, list[int]]]:
    match value:
        case IntegerAttr():
            return [(None, [value.value])]
        case DenseArray() if isinstance(value.element_type, IntegerType) and value.element_type.width > 1:
            return [(None, [int(each) for each in value.values])]
        case DenseElements() if value.array.dtype.kind in "iu":
            return [(None, value.array.reshape(-1).tolist())]
        case EnumAttr():
            return []
        case _ if is_dataclass(value) and "DimensionNumbers" in type(value).__name__:
            each = ((part.name, getattr(value, part.name)) for part in fields(value))
            return [(name, list(given) if isinstance(given, tuple) else [given]) for name, given in each]
    return []


def _written(value: Attribute, part: str | None, numbers: Sequence[int]) -> Attribute:
    """The attribute with other numbers, of the class' field `part` if there is one."""
    if part is not None:
        is_list = isinstance(getattr(value, part), tuple)
        return replace(value, **{part: tuple(numbers) if is_list else numbers[0]})  # type: ignore[type-var]  # a class of dimension numbers
    match value:
        case IntegerAttr():
            return replace(value, value=numbers[0])
        case DenseArray():
            return integers(numbers)
    assert isinstance(value, DenseElements)
    low, high = np.iinfo(value.array.dtype).min, np.iinfo(value.array.dtype).max
    array = np.array([min(max(each, low), high) for each in numbers], value.array.dtype)
    return DenseElements(value.type, array.reshape(value.array.shape))


def _list_of(op: Operation, name: str, part: str | None) -> list[int]:
    return next(numbers for found, numbers in _lists(op.attributes[name]) if found == part)


def _words(op: Operation) -> list[str]:
    return [
        name
        for name, value in op.attributes.items()
        if isinstance(value, bool) or (isinstance(value, EnumAttr) and value.kind in _ENUMS)
    ]


def _tensors(op: Operation) -> list[tuple[str, int]]:
    """Operands and results that are tensors, by their number."""
    sides = (("operands", op.operands), ("results", op.results))
    return [(side, at) for side, values in sides for at, each in enumerate(values) if isinstance(each.type, TensorType)]


def _bodies(op: Operation) -> list[Block]:
    return [region.blocks[0] for region in op.regions if region.blocks and region.blocks[0].operations]


_PLACES: dict[str, Callable[[Operation], Sequence[Place]]] = {
    "number": _numbers,
    "list": _several,
    "role": lambda op: places if len(places := [each for each in _several(op) if each[1] is not None]) > 1 else [],
    "word": _words,
    "attribute": lambda op: list(op.attributes),
    "element type": _tensors,
    "shape": _tensors,
    "operand": lambda op: range(len(op.operands)),
    "result": lambda op: range(len(op.results)),
    "body's argument": lambda op: [(each, at) for each in _bodies(op) for at in range(len(each.arguments))],
    "body's arguments": _bodies,
    "body's result": _bodies,
}

# ---- what


def _number(draw: Choices, op: Operation, place: Place, inputs: Inputs) -> None:
    name, part, at = place
    numbers = _list_of(op, name, part)
    old = numbers[at]
    numbers[at] = choice(draw, (old + 1, old - 1, 0, 1, -1, 2, 3, old + 2, -2, -old, 1 << 31, (1 << 63) - 1))
    _set(op, name, _written(op.attributes[name], part, numbers))


def _list(draw: Choices, op: Operation, place: Place, inputs: Inputs) -> None:
    name, part = place
    numbers = _list_of(op, name, part)
    kind = choice(draw, ("drop", "append", "double", "swap")) if numbers else "append"
    at = draw.integer(0, len(numbers) - 1) if numbers else 0
    if kind == "drop":
        del numbers[at]
    elif kind == "double":
        numbers.insert(at, numbers[at])
    elif kind == "swap":
        numbers[at], numbers[0] = numbers[0], numbers[at]
    else:
        numbers.append(draw.integer(0, 4) - 1)
    _set(op, name, _written(op.attributes[name], part, numbers))


def _role(draw: Choices, op: Operation, place: Place, inputs: Inputs) -> None:
    """A dimension goes from one list to another."""
    name, source = place
    _, target = choice(draw, [each for each in _several(op) if each[0] == name and each != place])
    taken, given = _list_of(op, name, source), _list_of(op, name, target)
    moved = taken.pop(draw.integer(0, len(taken) - 1)) if taken else draw.integer(0, 3)
    given.append(moved)
    _set(op, name, _written(_written(op.attributes[name], source, taken), target, given))


_ENUMS = {
    "comparison_direction": ("EQ", "LT", "GT", "LE", "GE", "NE"),
    "comparison_type": ("FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"),
    "fft_type": ("FFT", "IFFT", "RFFT", "IRFFT"),
    "transpose": ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT", "TRANSPOSE_INVALID"),
    "rng_algorithm": ("DEFAULT", "THREE_FRY", "PHILOX"),
}


def _word(draw: Choices, op: Operation, place: Place, inputs: Inputs) -> None:
    value = op.attributes[place]
    if isinstance(value, EnumAttr):
        others = [word for word in _ENUMS[value.kind] if word != value.value]
        _set(op, place, replace(value, value=choice(draw, others)))
    else:
        _set(op, place, not value)


def _attribute(draw: Choices, op: Operation, place: Place, inputs: Inputs) -> None:
    """It is left out, or added as another operation has it."""
    added: list[tuple[str, Attribute]] = [
        (name, value) for name, value in _ADDED.items() if name in OPS[op.name].attributes and name not in op.attributes
    ]
    if added and draw.chance(50):
        _set(op, *choice(draw, added))
    else:
        op.attributes = {name: value for name, value in op.attributes.items() if name != place}


_ADDED: dict[str, Attribute] = {
    "compare_type": EnumAttr("comparison_type", "SIGNED"),
    "padding": DenseElements(TensorType((1, 2), I64), np.ones((1, 2), np.int64)),
    "window_strides": integers([0]),
    "base_dilations": integers([1]),
    "window_dilations": integers([2, 1]),
    "lhs_dilation": integers([2]),
    "rhs_dilation": integers([0]),
    "window_reversal": DenseArray(IntegerType(1), (True,)),
    "known_expanding_dimensions": integers([0]),
    "known_nonexpanding_dimensions": integers([0]),
    "dimension": number(3),
}

_ELEMENTS = tuple(
    map(
        parse_element_type,
        ("i32", "f32", "i64", "f64", "ui32", "i1", "i8", "complex<f32>", "bf16", "ui8", "i4", "f8E4M3FN",
         "!quant.uniform<i8:f32,0.5:3>", "!quant.uniform<i8:f32,0.25:3>", "!quant.uniform<i8:f32:0,{0.5:3,0.25}>",
         "!quant.uniform<i8:f32:1,{0.5}>", "!quant.uniform<ui8:f32,0.5>", "!quant.uniform<i32:f32,0.5>",
         "!quant.uniform<i8<-8:7>:f32,0.5:3>"),
    )
)  # fmt: skip


def _element_type(draw: Choices, op: Operation, place: Place, inputs: Inputs) -> None:
    type = _tensor(op, place)
    _retype(op, place, type.with_element_type(_another(draw, type.element_type)), inputs)


def _another(draw: Choices, element: ElementType) -> ElementType:
    return choice(draw, [each for each in _ELEMENTS if each != element])


def _shape(draw: Choices, op: Operation, place: Place, inputs: Inputs) -> None:
    _retype(op, place, _reshaped(draw, _tensor(op, place)), inputs)


def _reshaped(draw: Choices, type: TensorType) -> TensorType:
    """Another size, one dimension more or less, two in each other's place, or a size that only the run knows."""
    shape = list(type.shape)
    kind = choice(draw, ("size", "add", "remove", "swap", "dynamic", "bounded")) if shape else "add"
    at = draw.integer(0, len(shape) - 1) if shape else 0
    bounds: list[int | None] | None = None
    if kind == "add":
        shape.insert(at, draw.integer(1, 3))
    elif kind == "remove":
        del shape[at]
    elif kind == "swap":
        shape[at], shape[0] = shape[0], shape[at]
    elif kind == "dynamic":
        shape[at] = None
    elif kind == "bounded":
        bounds = [None] * len(shape)
        bounds[at], shape[at] = max((shape[at] or 0) + choice(draw, (0, 1, -1)), 0), None
    else:
        shape[at] = max(0, (shape[at] or 0) + choice(draw, (1, -1, 2)))
    return TensorType(tuple(shape), type.element_type, None if bounds is None else tuple(bounds))


def _tensor(op: Operation, place: tuple[str, int]) -> TensorType:
    type = getattr(op, place[0])[place[1]].type
    assert isinstance(type, TensorType)
    return type


def _retype(op: Operation, place: tuple[str, int], type: TensorType, inputs: Inputs) -> None:
    side, at = place
    if side == "results":
        op.results[at].type = type
    else:
        _operands(op, at, at + 1, [_argument(inputs, type)])


def _argument(inputs: Inputs, type: TensorType) -> Value:
    """An argument of the program that has no array: it isn't run."""
    return inputs.argument(type, np.empty(0))


def _operands(op: Operation, low: int, high: int, values: Sequence[Value]) -> None:
    op.operands = (*op.operands[:low], *values, *op.operands[high:])


def _operand(draw: Choices, op: Operation, place: Place, inputs: Inputs) -> None:
    """It is left out, there twice, or in another one's place."""
    kind = choice(draw, ("swap", "drop", "double"))
    other = draw.integer(0, len(op.operands) - 1)
    if kind == "drop":
        _operands(op, place, place + 1, [])
    elif kind == "double":
        _operands(op, place, place, [op.operands[place]])
    else:
        values = list(op.operands)
        values[place], values[other] = values[other], values[place]
        op.operands = tuple(values)


def _result(draw: Choices, op: Operation, place: Place, inputs: Inputs) -> None:
    """There is one more."""
    type = op.results[place].type
    op.results = (*op.results, Value(type, op, len(op.results)))


def _body_argument(draw: Choices, op: Operation, place: Place, inputs: Inputs) -> None:
    """A body takes another type: what is in it stays as it is."""
    block, at = place
    value = block.arguments[at]
    if not isinstance(value.type, TensorType):
        return
    if draw.chance(50):
        value.type = _reshaped(draw, value.type)
    else:
        value.type = value.type.with_element_type(_another(draw, value.type.element_type))
    if draw.chance(50):  # and so does what it computes of it
        for inner in block.operations[:-1]:
            for result in inner.results:
                if isinstance(result.type, TensorType) and inner.name != "stablehlo.constant":
                    result.type = value.type


def _body_arguments(draw: Choices, op: Operation, block: Place, inputs: Inputs) -> None:
    """A body takes one more."""
    types = [each.type for each in block.arguments] or [TensorType((), I64)]
    block.arguments = (*block.arguments, Value(types[-1], block, len(block.arguments)))


def _body_result(draw: Choices, op: Operation, block: Place, inputs: Inputs) -> None:
    """A body gives something else, one more or one less."""
    end = block.operations[-1]
    kind = choice(draw, ("other", "drop", "double")) if end.operands else "none"
    if kind == "other":
        type = end.operands[0].type
        if isinstance(type, TensorType):
            changed = type.with_element_type(_another(draw, type.element_type)) if draw.chance(50) else None
            _operands(end, 0, 1, [_argument(inputs, changed or _reshaped(draw, type))])
    elif kind == "drop":
        _operands(end, 0, 1, [])
    elif kind == "double":
        _operands(end, 0, 0, end.operands[:1])


def _set(op: Operation, name: str, value: Attribute) -> None:
    op.attributes = {**op.attributes, name: value}


_CHANGES: dict[str, Change] = {
    "number": _number,
    "list": _list,
    "role": _role,
    "word": _word,
    "attribute": _attribute,
    "element type": _element_type,
    "shape": _shape,
    "operand": _operand,
    "result": _result,
    "body's argument": _body_argument,
    "body's arguments": _body_arguments,
    "body's result": _body_result,
}
