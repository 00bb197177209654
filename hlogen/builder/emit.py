"""Adds one operation to the program being built: operands checked and made tensors, result types inferred.

Also what every operation's arguments go through: numbers and arrays become constants, lists of dimensions
become tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from keyword import iskeyword
from typing import Any, TypeVar, cast

import numpy as np

from hlogen import door
from hlogen.builder.arrays import dense_elements
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import Scope, current_scope, require_scope, usage_error, user_location
from hlogen.builder.traced import Future, Token, Traced, Tuple
from hlogen.errors import UsageError
from hlogen.ir import (
    Attribute,
    DenseArray,
    ElementType,
    GatherDimensionNumbers,
    IntegerAttr,
    IntegerType,
    Location,
    Operation,
    QuantizedType,
    Region,
    ScatterDimensionNumbers,
    Shape,
    TensorType,
    TokenType,
    TupleType,
    Type,
    Value,
    parse_element_type,
)
from hlogen.ir.dtypes import element_type_of
from hlogen.ir.types import is_future
from hlogen.spec import arguments
from hlogen.spec.result_types import infer

I64 = IntegerType(64)
_Result = TypeVar("_Result")
_Numbers = TypeVar("_Numbers", GatherDimensionNumbers, ScatterDimensionNumbers)


def emit(
    name: str,
    operands: Sequence[Traced] = (),
    attributes: Mapping[str, Attribute] | None = None,
    regions: Sequence[Region] = (),
    result_types: Sequence[Type] | None = None,
    declared: Sequence[Type] | None = None,
) -> tuple[Tensor, ...]:
    """`emit_values` for an operation that gives tensors alone."""
    return cast("tuple[Tensor, ...]", emit_values(name, operands, attributes, regions, result_types, declared))


def emit_values(
    name: str,
    operands: Sequence[Traced] = (),
    attributes: Mapping[str, Attribute] | None = None,
    regions: Sequence[Region] = (),
    result_types: Sequence[Type] | None = None,
    declared: Sequence[Type] | None = None,
) -> tuple[Traced, ...]:
    """Adds the operation `name` and returns its results; without `result_types` the spec's rules infer them.

    `declared` are the types that the rules check where operands and attributes don't determine them.

    Raises UsageError, naming the user's line, where an operand belongs to another function or region, or where the
    spec's rules find no result type.
    """
    scope = current_scope() or require_scope(f"hl.{public_name(name)}")  # names take time
    location = user_location()
    for operand in operands:
        require_visible(operand, scope, name)
    if result_types is None:
        result_types = inferred_types(name, operands, attributes, regions, declared, location)
    operation = Operation(
        name, [operand.value for operand in operands], result_types, attributes, regions, location=location
    )
    scope.block.operations.append(operation)
    scope.values.update(operation.results)
    return tuple(traced_value(result, scope) for result in operation.results)


def traced_value(value: Value, scope: Scope) -> Traced:
    """What stands for `value`, which `scope` defines: a tensor, or what else it is."""
    match value.type:
        case TensorType():
            return Tensor(value, scope)
        case TokenType():
            return Token(value, scope)
        case TupleType():
            return Tuple(value, scope)
    return Future(value, scope) if is_future(value.type) else Traced(value, scope)


def inferred_types(
    name: str,
    operands: Sequence[Traced],
    attributes: Mapping[str, Attribute] | None = None,
    regions: Sequence[Region] = (),
    declared: Sequence[Type] | None = None,
    location: Location | None = None,
) -> tuple[Type, ...]:
    """The result types by the spec's rules; their UsageError gets the user's own line."""
    try:
        return infer(name, [operand.type for operand in operands], attributes or {}, regions, declared, location)
    except UsageError as error:
        raise usage_error(str(error), location) from None


def emit_one(
    name: str,
    operands: Sequence[Tensor] = (),
    attributes: Mapping[str, Attribute] | None = None,
    regions: Sequence[Region] = (),
    result_type: Type | None = None,
    declared: Type | None = None,
) -> Tensor:
    """`emit` for an operation with one result."""
    (result,) = emit(
        name,
        operands,
        attributes,
        regions,
        None if result_type is None else [result_type],
        None if declared is None else [declared],
    )
    return result


def emit_constant(value: TensorLike, element_type: ElementType | None = None, shape: Shape | None = None) -> Tensor:
    """A ``stablehlo.constant`` of a number or an array; see `hlogen.builder.arrays.dense_elements`."""
    if shape is not None and None in shape:
        raise usage_error(
            f"a number can't become a constant of the dynamic shape {_shape_text(shape)}\n"
            "  fix: make it an hl.constant of rank 0 and broadcast that with hl.dynamic_broadcast_in_dim"
        )
    elements = dense_elements(cast(Any, value), element_type, cast("tuple[int, ...] | None", shape))
    result_type = elements.type if element_type is None else elements.type.with_element_type(element_type)
    return emit_one("stablehlo.constant", (), {"value": elements}, result_type=result_type)


def as_tensor(value: TensorLike, what: str, element_type: ElementType | None = None) -> Tensor:
    """`value` itself, or a constant of it (of `element_type`, else of its own); `what` names it in messages."""
    if isinstance(value, Tensor):
        return value
    check_array(value, what, element_type)
    return emit_constant(value, element_type)


def as_value(value: Any, what: str, type: Type | None = None) -> Traced:
    """`value` itself, whatever it stands for, or a constant of it (of the element type of `type`)."""
    if isinstance(value, Traced):
        return value
    return as_tensor(value, what, type.element_type if isinstance(type, TensorType) else None)


def as_values(values: Sequence[Any], what: str) -> list[Traced]:
    """`as_value` of what an operation takes one by one."""
    for number, value in enumerate(values):
        if isinstance(value, (list, tuple)) and any(isinstance(entry, Traced) for entry in value):
            raise usage_error(f"{what}[{number}] is a list of values\n  fix: give them one by one: *values")
    return [as_value(value, f"{what}[{number}]") for number, value in enumerate(values)]


def as_tensors(values: TensorLike | Sequence[TensorLike], what: str) -> tuple[tuple[Tensor, ...], bool]:
    """One tensor or a list or tuple of them, as a tuple, and whether it was only one."""
    entries, is_single = listed(values)
    if is_single:
        return (as_tensor(entries[0], what),), True
    return tuple(as_tensor(entry, f"{what}[{number}]") for number, entry in enumerate(entries)), False


def listed(values: TensorLike | Sequence[TensorLike]) -> tuple[list[TensorLike], bool]:
    """What is given where one tensor or several may be, as a list, and whether it was only one: no list or tuple."""
    if isinstance(values, (list, tuple)):
        return list(values), False
    return [cast(TensorLike, values)], True


def broadcast_to(operand: Tensor, shape: Shape) -> Tensor:
    """`operand` repeated over `shape`, which is static; itself where it has it."""
    if operand.shape == shape:
        return operand
    result_type = TensorType(shape, operand.element_type)
    dimensions = tuple(range(len(shape) - operand.rank, len(shape)))
    attributes: dict[str, Attribute] = {"broadcast_dimensions": i64_array(dimensions)}
    return emit_one("stablehlo.broadcast_in_dim", [operand], attributes, result_type=result_type)


def require_visible(operand: Traced, scope: Scope, name: str) -> None:
    """UsageError where `operand` can't be used in `scope`: it belongs to another function or a finished region."""
    if operand._scope is scope or any(operand._scope is around for around in scope.chain()):
        return
    home = operand._scope
    raise usage_error(
        f"{name} uses a {operand.kind} of {home.what} ({home.location}), which can't be used in {scope.what}\n"
        "  fix: pass it as an argument, or return it as a result"
    )


def public_name(name: str) -> str:
    """The Python name of an operation: its own, with an underscore after it where Python reserves the word."""
    short = name.rpartition(".")[2]
    return f"{short}_" if iskeyword(short) else short


def integers(values: Iterable[int], what: str) -> tuple[int, ...]:
    """A list of dimensions or sizes as Python ints of 64 bits; UsageError where it isn't one."""
    return tuple(_in_64_bits(value, what) for value in _located(arguments.integers, what, values))


def integer(value: int, what: str) -> int:
    """A Python int of 64 bits; UsageError where it isn't one."""
    return _in_64_bits(_located(arguments.integer, what, value), what)


def numbers_of(cls: type[_Numbers], whole: _Numbers | None, **single: object) -> _Numbers:
    """The dimension numbers of a gather or a scatter: `whole`, or each in a keyword of its own."""
    numbers = _located(lambda _, given: arguments.numbers_of(cls, given, **single), "dimension_numbers", whole)
    for name, value in vars(numbers).items():
        for entry in value if isinstance(value, tuple) else (value,):
            _in_64_bits(entry, name)
    return numbers


def boolean(value: bool, what: str) -> bool:
    return _located(arguments.flag, what, value)


def booleans(values: Iterable[bool], what: str) -> tuple[bool, ...]:
    return _located(arguments.flags, what, values)


def text(value: object, what: str) -> str:
    """A text that a program can hold; UsageError where it is none. Bytes that are no UTF-8 are escaped as the reader
    does it."""
    if not isinstance(value, str):
        raise usage_error(f"{what} is a text, not {described(value)}")
    try:
        value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise usage_error(f"{what} has half of a surrogate pair in it, which no program holds: {value!r}") from None
    return value


def one_of(value: object, choices: Sequence[str], what: str) -> str:
    """One of the words of an enumeration; UsageError where it is none of them."""
    if not isinstance(value, str) or value not in choices:
        raise usage_error(f"{what} is one of {', '.join(choices)}, not {described(value)}")
    return value


def sizes(values: Iterable[int], what: str) -> tuple[int, ...]:
    """The sizes of a static shape."""
    found = integers(values, what)
    if any(size < 0 for size in found):
        raise usage_error(f"{what} {list(found)} has a negative size")
    return found


def i64_array(values: tuple[int, ...]) -> DenseArray:
    """``array<i64: ...>``."""
    return DenseArray(I64, values)


def i64(value: int) -> IntegerAttr:
    """``value : i64``."""
    return IntegerAttr(value, I64)


def element_type_from(value: Any, what: str = "element_type") -> ElementType:
    """An element type given as itself, as text (``"bf16"``) or as a NumPy dtype (``np.float32``)."""
    if isinstance(value, ElementType):
        return value
    try:
        if isinstance(value, str):
            return parse_element_type(value)
        if value is None or isinstance(value, Traced):  # NumPy takes the one for f64, the other for its own dtype
            raise TypeError
        return element_type_of(np.dtype(value))
    except UsageError as error:
        raise usage_error(str(error)) from None
    except (TypeError, ValueError):  # the latter of a dict
        raise usage_error(f"{what} is an element type such as 'f32' or np.float32, not {described(value)}") from None


def described(value: object) -> str:
    """A wrong argument in a message: its Python type and a short form of it."""
    if isinstance(value, Traced):
        return f"a {value.kind} ({value.type})"
    return door.described(value)


def _located(check: Callable[[str, object], _Result], what: str, value: object) -> _Result:
    """`check` with the user's own line in its error."""
    try:
        return check(what, value)
    except UsageError as error:
        if "\n  where: " in str(error):  # a tensor's own refusal to be a number
            raise
        raise usage_error(str(error)) from None


def _in_64_bits(value: int, what: str) -> int:
    if not -(1 << 63) <= value < 1 << 63:
        raise usage_error(f"{what} has {value}, which doesn't fit 64 bits")
    return value


def check_array(value: object, what: str, element_type: ElementType | None) -> None:
    """UsageError where `value` can't become a constant just because a tensor is wanted."""
    if value is None or callable(value) or isinstance(value, (str, bytes, dict, set, Region, Traced)):
        raise usage_error(f"{what} is a tensor, a number or a NumPy array, not {described(value)}")
    if isinstance(value, (list, tuple)) and any(isinstance(one, Tensor) for one in value):
        raise usage_error(
            f"{what} is a list with tensors in it, which isn't an array of numbers\n"
            "  fix: join them with hl.concatenate([...], dimension=0), scalars after hl.reshape(scalar, [1])"
        )
    if isinstance(element_type, QuantizedType):
        raise usage_error(
            f"{what} is {described(value)}: a value of {element_type}, or its storage integer?\n"
            "  fix: write the storage integers: hl.constant(integers, type)"
        )


def _shape_text(shape: Shape) -> str:
    return f"[{', '.join('?' if dim is None else str(dim) for dim in shape)}]"
