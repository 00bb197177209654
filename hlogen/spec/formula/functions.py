"""The functions that formulas call, by the specification's names (spec: Functions on types, on values, on shapes).

A size is an int where it is known and a Dim otherwise; a list is a tuple; what is meant of each of several operands is
an `Each`. A function whose argument isn't what it speaks of, such as the rank of a token, raises Undecided: that it
isn't is another constraint's to say.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, TypeAlias, TypeVar

from hlogen.ir.attributes import DenseElements
from hlogen.ir.errors import TypeSyntaxError
from hlogen.ir.type_parser import parse_type
from hlogen.ir.types import (
    FUTURE,
    I1,
    ComplexType,
    ElementType,
    FloatType,
    FunctionType,
    IntegerType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    Type,
    UnrankedTensorType,
    is_future,
)
from hlogen.spec.constraint import Undecided
from hlogen.spec.dims import Dim, any_true, differ, dims_of, exceeds
from hlogen.spec.element_types import is_promotable as promotable
from hlogen.spec.element_types import upstream_confuses, upstream_promotes

Size: TypeAlias = "int | Dim"
Truth3: TypeAlias = "bool | None"
BodyT = TypeVar("BodyT", bound=Callable[..., Any])


class Each(tuple[Any, ...]):
    """What ``inputs...`` stands for: all of them, of which each is meant."""


class Table(tuple[Any, ...]):
    """A constant of two dimensions by its rows, of which there may be none."""

    columns: int

    def __new__(cls, rows: Any, columns: int) -> Table:
        table = super().__new__(cls, rows)
        table.columns = columns
        return table


@dataclass(frozen=True)
class Called:
    """A function that an attribute names: whether there is one, None where nobody knows, and its type."""

    name: str
    exists: bool | None
    type: FunctionType | None

    def __str__(self) -> str:
        return f"@{self.name}"


FUNCTIONS: dict[str, Callable[..., Any]] = {}


def function(*names: str) -> Callable[[BodyT], BodyT]:
    """Lets formulas call the decorated function, by its own name where none is given."""

    def register(body: BodyT) -> BodyT:
        for name in names or (body.__name__,):
            if name in FUNCTIONS:
                raise ValueError(f"formulas have a function {name} already")
            FUNCTIONS[name] = body
        return body

    return register


def of_all(body: BodyT) -> BodyT:
    """Marks a function that takes what is meant of each as a whole."""
    vars(body)["of_all"] = True
    return body


def tensor(value: Any) -> TensorType:
    if isinstance(value, TensorType):
        return value
    raise Undecided


def element(value: Any) -> ElementType:
    """The element type of a tensor, or the value where it is one."""
    if isinstance(value, TensorType):
        return value.element_type
    if isinstance(value, (IntegerType, FloatType, ComplexType, QuantizedType)):
        return value
    raise Undecided


def quantized(value: Any) -> QuantizedType:
    type = element(value)
    if isinstance(type, QuantizedType):
        return type
    raise Undecided


def integer(value: Any) -> int:
    if isinstance(value, int):
        return value
    raise Undecided


def sizes(type: TensorType) -> tuple[Size, ...]:
    return tuple(dim if dim.size is None else dim.size for dim in dims_of(type))


def as_dim(size: Size) -> Dim:
    return Dim(size) if isinstance(size, int) else size


def baseline_of(type: Any) -> Any:
    """The element type without scales and zero points, as `baseline_type` has it."""
    if isinstance(type, QuantizedType):
        count = len(type.scales)
        storage = type.storage_type
        low = storage.minimum if type.storage_min is None else type.storage_min
        high = storage.maximum if type.storage_max is None else type.storage_max
        return replace(type, scales=(1.0,) * count, zero_points=(0,) * count, storage_min=low, storage_max=high)
    return type


# Tensors and their dimensions


@function("type", "types")
def type_of(value: Any) -> Any:
    if value is None:
        raise Undecided
    return value.type if isinstance(value, DenseElements) else value


@function()
def shape(value: Any) -> tuple[Size, ...]:
    if isinstance(value, TensorType):
        return sizes(value)
    if isinstance(value, Table):
        return (len(value), value.columns)
    if is_list(value):  # a constant of the program: a list, or a table
        rows = [len(row) if is_list(row) else None for row in value]
        if all(row is None for row in rows):
            return (len(value),)
        if len(set(rows)) == 1:
            return (len(value), integer(rows[0]))
    raise Undecided


@function()
def rank(value: Any) -> int:
    return len(shape(value))


@function()
def axes(value: Any) -> tuple[int, ...]:
    return tuple(range(rank(value)))


@function()
@of_all
def dim(value: Any, axis: Any) -> Any:
    """``dim(x, 1)``, ``dim(x, -1)``; of a list of axes the list of sizes."""
    if isinstance(value, Each):
        return Each(dim(one, axis) for one in value)
    if is_list(axis):
        return _as(axis, axis)(dim(value, at) for at in axis)
    found = shape(value)
    at = integer(axis)
    if not -len(found) <= at < len(found):
        raise Undecided
    return found[at]


@function("size", "num_elements")
def size(value: Any) -> Size:
    """How many entries a list has, how many elements a tensor."""
    if isinstance(value, TensorType):
        if 0 in value.shape:
            return 0
        most = [dim.largest for dim in dims_of(value)]
        bound = None if None in most else prod(each for each in most if each is not None)
        return bound if value.is_static and bound is not None else Dim(None, bound)
    if isinstance(value, TupleType):
        return len(value.element_types)
    return len(listed(value))


@function("range")
def range_of(stop: Any) -> tuple[int, ...]:
    return tuple(range(integer(stop)))


@function()
def is_static(value: Any) -> bool:
    """Whether all sizes of a tensor are known."""
    return tensor(value).is_static


# Lists


@function()
def concatenate(*lists: Any) -> tuple[Any, ...]:
    return tuple(entry for one in lists for entry in listed(one))


@function()
def is_unique(values: Any) -> bool:
    return len(set(listed(values))) == len(values)


@function()
def is_permutation(values: Any, count: Any) -> bool:
    return sorted(listed(values)) == [*range(integer(count))]


@function()
@of_all
def same(values: Any) -> Truth3:
    differs = any_true(None if (found := equal(values[0], value)) is None else not found for value in values[1:])
    return None if differs is None else not differs


@function("max")
def maximum(a: Any, b: Any) -> Any:
    return elementwise(max, a, b)


@function()
def without(values: Any, places: Any) -> tuple[Any, ...]:
    """The list without the entries at these places."""
    gone = set(places if isinstance(places, tuple) else (places,))
    return tuple(value for at, value in enumerate(listed(values)) if at not in gone)


@function()
def product(values: Any) -> Size:
    total: Size = 1
    for value in listed(values):
        total = elementwise(operator.mul, total, value)
    return total


def is_list(value: Any) -> bool:
    return isinstance(value, tuple) and not isinstance(value, Dim)


def listed(values: Any) -> tuple[Any, ...]:
    if is_list(values):
        return tuple(values)
    raise Undecided


# Element types


@function()
def element_type(value: Any) -> ElementType:
    return tensor(value).element_type


@function()
def baseline_element_type(value: Any) -> Any:
    return baseline_of(tensor(value).element_type)


@function()
def baseline_type(value: Any) -> Any:
    return tensor(value).with_element_type(baseline_of(tensor(value).element_type))


@function()
def complex_element_type(value: Any) -> ElementType:
    type = element(value)
    if isinstance(type, ComplexType):
        return type.element_type
    raise Undecided


@function("complex_of")
def complex_of(value: Any) -> ElementType:
    type = element(value)
    if isinstance(type, FloatType):
        return ComplexType(type)
    raise Undecided


@function()
def num_bits(value: Any) -> int:
    match element(value):
        case IntegerType() | FloatType() as type:
            return type.width
        case ComplexType() as type:
            return 2 * type.element_type.width
        case QuantizedType() as type:
            return type.storage_type.width
    raise Undecided


@function()
def is_complex(value: Any) -> bool:
    return isinstance(element(value), ComplexType)


@function()
def is_float(value: Any) -> bool:
    return isinstance(element(value), FloatType)


@function()
def is_boolean(value: Any) -> bool:
    type = element(value)
    return isinstance(type, IntegerType) and type.is_boolean


@function()
def is_integer(value: Any) -> bool:
    type = element(value)
    return isinstance(type, IntegerType) and not type.is_boolean


@function()
def is_signed_integer(value: Any) -> bool:
    return is_integer(value) and not is_unsigned_integer(value)


@function()
def is_unsigned_integer(value: Any) -> bool:
    type = element(value)
    return isinstance(type, IntegerType) and not type.is_boolean and type.is_unsigned


@function()
def is_promotable(a: Any, b: Any) -> bool:
    return promotable(element(a), element(b))


@function()
def is_token(value: Any) -> bool:
    return isinstance(value, TokenType)


@function()
def is_tensor(value: Any) -> bool:
    return isinstance(value, TensorType)


@function()
def future_types(value: Any) -> tuple[Type, ...]:
    """What a future will give."""
    try:
        type = parse_type(f"({str(value)[len(FUTURE) : -1]}) -> ()", of_mlir=True) if is_future(value) else None
    except TypeSyntaxError:
        type = None
    return _function_type(type).inputs


@function()
def tuple_element_types(value: Any) -> tuple[Type, ...]:
    if isinstance(value, TupleType):
        return tuple(value.element_types)
    raise Undecided


# Quantization


@function()
def is_quantized(value: Any) -> bool:
    return isinstance(element(value), QuantizedType)


@function()
def is_per_axis_quantized(value: Any) -> bool:
    type = element(value)
    return isinstance(type, QuantizedType) and type.is_per_axis


@function()
def is_per_tensor_quantized(value: Any) -> bool:
    type = element(value)
    return isinstance(type, QuantizedType) and not type.is_per_axis


@function()
def storage_type(value: Any) -> IntegerType:
    return quantized(value).storage_type


@function()
def expressed_type(value: Any) -> FloatType:
    return quantized(value).expressed_type


@function()
def quantization_dimension(value: Any) -> int:
    axis = quantized(value).axis
    if axis is None:
        raise Undecided
    return axis


@function()
def scales(value: Any) -> tuple[float, ...]:
    return quantized(value).scales


@function()
def zero_points(value: Any) -> tuple[int, ...]:
    return quantized(value).zero_points


# Input functions


@function()
def input_types(value: Any) -> tuple[Type, ...]:
    return _function_type(value).inputs


@function()
def output_types(value: Any) -> tuple[Type, ...]:
    return _function_type(value).results


def _function_type(value: Any) -> FunctionType:
    type = value.type if isinstance(value, Called) else value
    if isinstance(type, FunctionType):
        return type
    raise Undecided


# What formulas are compared and computed by


def equal(a: Any, b: Any) -> Truth3:
    """Whether two values are equal, None where sizes are open, which are never negative; types with ``?`` may be."""
    if isinstance(a, (int, Dim)) and isinstance(b, (int, Dim)):
        if any(isinstance(one, int) and one < 0 for one in (a, b)) and not (isinstance(a, int) and isinstance(b, int)):
            return False
        differs = differ(as_dim(a), as_dim(b))
        return None if differs is None else not differs
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        if a == b:
            return True
        if a.rank != b.rank or a.element_type != b.element_type:
            return False
        return _all(map(equal, sizes(a), sizes(b)))
    if isinstance(a, TupleType) and isinstance(b, TupleType):
        return equal(tuple(a.element_types), tuple(b.element_types))
    if is_list(a) and is_list(b):
        return _all(map(equal, a, b)) if len(a) == len(b) else False
    return bool(a == b)


def at_most(a: Any, b: Any) -> Truth3:
    exceeded = exceeds(as_dim(_a_size(a)), as_dim(_a_size(b)))
    return None if exceeded is None else not exceeded


def below(a: Any, b: Any) -> Truth3:
    a, b = _a_size(a), _a_size(b)
    if isinstance(a, int) and isinstance(b, int):
        return a < b
    if isinstance(a, int) and isinstance(b, Dim) and b.bound is not None and a >= b.bound:
        return False
    return None


# What is larger of larger sizes, so that it has a bound where they have; some only if the second is known.
RISING: set[Callable[[Any, Any], Any]] = {operator.add, operator.mul, max, min}
RISING_IN_FIRST: set[Callable[[Any, Any], Any]] = {operator.sub, operator.floordiv}


def elementwise(of: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """`of` of two sizes, or of the entries of a list and a size or a list as long."""
    if is_list(a) and is_list(b):
        if len(a) != len(b):
            raise Undecided
        return _as(a, b)(elementwise(of, x, y) for x, y in zip(a, b, strict=True))
    if is_list(a):
        return _as(a, a)(elementwise(of, x, b) for x in a)
    if is_list(b):
        return _as(b, b)(elementwise(of, a, y) for y in b)
    x, y = _a_size(a), _a_size(b)
    if isinstance(x, int) and isinstance(y, int):
        return of(x, y)
    low, high = as_dim(x).largest, as_dim(y).largest
    rises = of in RISING or (isinstance(y, int) and of in RISING_IN_FIRST)
    return Dim(None, of(low, high) if rises and low is not None and high is not None else None)


def _as(a: Any, b: Any) -> type[tuple[Any, ...]]:
    return Each if isinstance(a, Each) or isinstance(b, Each) else tuple


def _a_size(value: Any) -> Size:
    if isinstance(value, (int, Dim)):
        return value
    raise Undecided


def _all(answers: Sequence[Truth3] | Any) -> Truth3:
    undecided = False
    for answer in answers:
        if answer is False:
            return False
        undecided = undecided or answer is None
    return None if undecided else True


# Types that constraints build


@function()
def scalar(value: Any) -> TensorType:
    """``tensor<E>`` of the element type."""
    return TensorType((), tensor(value).element_type)


@function()
@of_all
def doubled(values: Any) -> tuple[Any, ...]:
    """Each entry twice in a row."""
    return tuple(value for value in listed(values) for _ in range(2))


@function()
def ones(count: Any) -> tuple[int, ...]:
    return (1,) * integer(count)


@function()
def zeros(rows: Any, columns: Any = None) -> tuple[Any, ...]:
    row = (0,) * integer(rows if columns is None else columns)
    return row if columns is None else Table((row,) * integer(rows), len(row))


@function()
def num_windows(sizes: Any, window: Any, strides: Any, dilation: Any, window_dilation: Any, padding: Any) -> Any:
    """How many windows there are along each dimension (spec: reduce_window, num_windows)."""
    if len({len(listed(one)) for one in (sizes, window, strides, dilation, window_dilation, padding)}) != 1:
        raise Undecided
    return tuple(map(_windows_along, sizes, window, strides, dilation, window_dilation, padding))


def _windows_along(size: Size, window: Size, stride: int, dilation: int, window_dilation: int, padding: Any) -> Size:
    if len(listed(padding)) != 2 or min(integer(stride), integer(dilation), integer(window_dilation)) < 1:
        raise Undecided
    if not isinstance(size, int) or not isinstance(window, int):
        return Dim(None)
    if window < 0 or not all(isinstance(one, int) for one in padding):
        raise Undecided
    padded = padding[0] + (0 if size == 0 else (size - 1) * dilation + 1) + padding[1]
    width = (window - 1) * window_dilation + 1
    return 0 if padded == 0 or width > padded else (padded - width) // stride + 1


@function()
def quotient_up(a: Any, b: Any) -> Any:
    """``ceil(a / b)``"""
    return elementwise(lambda x, y: -(-x // y) if y else _undecided(), a, b)


@function()
def replaced(values: Any, place: Any, value: Any) -> tuple[Any, ...]:
    """The list with another entry at that place."""
    entries, at = listed(values), integer(place)
    if not -len(entries) <= at < len(entries):
        raise Undecided
    at %= len(entries)
    return (*entries[:at], value, *entries[at + 1 :])


@function()
@of_all
def total(values: Any) -> Any:
    """The sum of sizes."""
    found: Any = 0
    for value in values:
        found = elementwise(operator.add, found, value)
    return found


def _undecided() -> Any:
    raise Undecided


@function()
def predicate() -> TensorType:
    """``tensor<i1>``, what functions that decide give."""
    return TensorType((), I1)


@function()
@of_all
def folds(body: Any, inputs: Any) -> bool:
    """Whether `body` takes two scalars of a type Ei for each input and gives one, to which the input is promotable."""
    type = _function_type(body)
    results = type.results
    return (
        len(results) == len(listed(inputs))
        and type.inputs == (*results, *results)
        and all(isinstance(one, TensorType) and one.rank == 0 for one in results)
        and all(is_promotable(tensor(given), one) for given, one in zip(inputs, results, strict=True))
    )


@function()
@of_all
def upstream_folds(body: Any, inputs: Any) -> bool:
    """What upstream's verifier asks instead of `folds`: floats of any width, and what is folded may have any shape."""
    type = _function_type(body)
    count = len(listed(inputs))
    if (len(type.inputs), len(type.results)) != (2 * count, count):
        return False
    return all(map(_upstream_folds_one, type.inputs[:count], type.inputs[count:], type.results, inputs))


def _upstream_folds_one(present: Type, new: Type, result: Type, given: Type) -> bool:
    if not isinstance(present, (TensorType, UnrankedTensorType)):
        return False
    if not isinstance(new, TensorType) or not isinstance(result, TensorType):
        return False
    return (
        (isinstance(present, UnrankedTensorType) or equal(shape(present), shape(result)) is not False)
        and new.rank <= result.rank
        and present.element_type == result.element_type
        and upstream_confuses(new.element_type, result.element_type)
        and upstream_promotes(tensor(given).element_type, result.element_type)
    )


@function()
def upstream_selects(select: Any, operand: Any) -> bool:
    """Whether upstream's verifier takes a function for one that selects: it asks for floats of any width."""
    type = _function_type(select)
    kinds = _kinds(type.inputs)
    return (
        type.results == (predicate(),)
        and kinds is not None
        and len(kinds) == 2
        and all(upstream_confuses(tensor(operand).element_type, one) for one in kinds)
    )


def _kinds(types: tuple[Type, ...]) -> list[Type] | None:
    """The element types of scalars, for which upstream's verifier takes what has no rank as well; None of others."""
    if all(isinstance(one, UnrankedTensorType) or (isinstance(one, TensorType) and not one.rank) for one in types):
        return [one.element_type for one in types if isinstance(one, (TensorType, UnrankedTensorType))]
    return None


@function()
def moved_element_type(operand: Any, result: Any) -> bool:
    """Whether `result` has the element type of `operand`, along whichever axis it is quantized."""
    a, b = tensor(operand).element_type, tensor(result).element_type
    if isinstance(a, QuantizedType) and a.is_per_axis and isinstance(b, QuantizedType) and b.is_per_axis:
        return replace(a, axis=b.axis) == b
    return a == b


@function()
def spread_element_type(operand: Any, result: Any) -> bool:
    """Whether `result` has the element type of `operand`, along whichever axis and with the scales it is quantized."""
    a, b = tensor(operand).element_type, tensor(result).element_type
    if isinstance(a, QuantizedType) and a.is_per_axis and isinstance(b, QuantizedType) and b.is_per_axis:
        return replace(a, axis=b.axis, scales=b.scales, zero_points=b.zero_points) == b
    return a == b


@function()
def part_type(value: Any) -> ElementType:
    """The type of the parts of complex numbers; floats are their own."""
    type = element(value)
    return type.element_type if isinstance(type, ComplexType) else type


@function()
def bitcast_shape(operand: Any, result: Any) -> tuple[Size, ...]:
    """The shape of `operand` read as elements as wide as those of `result`."""
    sizes_, wide, narrow = sizes(tensor(operand)), num_bits(operand), num_bits(result)
    if wide == narrow:
        return sizes_
    if narrow < wide:
        return (*sizes_, wide // narrow)
    return sizes_[:-1]


@function()
def convolved(
    lhs: Any,
    rhs: Any,
    strides: Any,
    padding: Any,
    lhs_dilation: Any,
    rhs_dilation: Any,
    dims: Any,
    input_spatial: Any,
    kernel_spatial: Any,
    output_spatial: Any,
    batch_groups: Any,
) -> tuple[Size, ...]:
    """The shape of a convolution's result; `dims` are those of lhs's batches, rhs's features, result's batches and
    features."""
    batch, features, out_batch, out_features = map(integer, dims)
    windows = num_windows(
        dim(lhs, tuple(input_spatial)), dim(rhs, tuple(kernel_spatial)), strides, lhs_dilation, rhs_dilation, padding
    )
    if sorted([*output_spatial, out_batch, out_features]) != [*range(len(windows) + 2)]:
        raise Undecided
    found: dict[int, Size] = dict(zip(output_spatial, windows, strict=True))
    found[out_batch] = elementwise(operator.floordiv, dim(lhs, batch), batch_groups or _undecided())
    found[out_features] = dim(rhs, features)
    return tuple(found[at] for at in range(len(found)))


@function()
def constant_type(value: Any, output: Any) -> bool | None:
    """Whether the constant has the type of the result, or where that is quantized its shape and storage type."""
    if not isinstance(value, DenseElements):
        return None
    type = tensor(output)
    if isinstance(type.element_type, QuantizedType):
        type = type.with_element_type(type.element_type.storage_type)
    return equal(value.type, type)


# Process groups


@function()
def ids_of(groups: Any) -> tuple[int, ...]:
    """The ids of a table of groups, without the padding of -1 behind them."""
    return tuple(id for row in listed(groups) for id in listed(row) if id != -1)


@function()
def divided(values: Any, place: Any, count: Any) -> tuple[Size, ...]:
    """The sizes with one of them divided."""
    return replaced(values, place, elementwise(operator.floordiv, _entry_at(values, place), count or _undecided()))


@function()
def multiplied(values: Any, place: Any, factor: Any) -> tuple[Size, ...]:
    """The sizes with one of them so many times as large."""
    return replaced(values, place, elementwise(operator.mul, _entry_at(values, place), factor))


@function()
def exchanged(values: Any, split: Any, concat: Any, count: Any) -> tuple[Size, ...]:
    """The sizes of what all_to_all gives: one dimension is split, the other as many times as long."""
    if split == concat:
        return listed(values)
    return multiplied(divided(values, split, count), concat, count)


def _entry_at(values: Any, place: Any) -> Any:
    entries, at = listed(values), integer(place)
    if not 0 <= at < len(entries):
        raise Undecided
    return entries[at]
