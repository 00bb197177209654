"""Turns what a caller passes (lists, NumPy integers, texts of types) into plain values, or says what is wrong."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import wraps
from inspect import signature
from itertools import islice
from typing import Any, ParamSpec, TypeVar, cast, get_args

from hlogen.door import described
from hlogen.errors import UsageError
from hlogen.ir.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from hlogen.ir.module import Location, Region
from hlogen.ir.type_parser import parse_type, tensor
from hlogen.ir.types import Type

_Type = TypeVar("_Type")
_Facts = TypeVar("_Facts")
_Answer = TypeVar("_Answer")
_Arguments = ParamSpec("_Arguments")
_Numbers = TypeVar("_Numbers", GatherDimensionNumbers, ScatterDimensionNumbers)
_TYPES = get_args(Type)
_NO_LISTS = (str, bytes, bytearray, memoryview, dict, set, frozenset)  # they have entries, but none that is meant
_MOST_ENTRIES = 1 << 16  # far above what any list of dimensions or groups has
_MOST_BITS = 4096  # far above 64, so that integers out of range get their proper diagnosis, and printable


def of_arguments(
    read: Callable[_Arguments, tuple[_Facts, Location | None]],
) -> Callable[[Callable[[_Facts, Location | None], _Answer]], Callable[_Arguments, _Answer]]:
    """Lets a function of an operation's facts and place take the arguments that `read` makes them of, which has the
    signature of all such functions."""

    def decorate(function: Callable[[_Facts, Location | None], _Answer]) -> Callable[_Arguments, _Answer]:
        @wraps(function)
        def called(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Answer:
            return function(*read(*args, **kwargs))

        answer = signature(function).return_annotation
        called.__annotations__ = {**read.__annotations__, "return": answer}
        # what inspect asks for
        vars(called)["__signature__"] = signature(read).replace(return_annotation=answer)
        return called

    return decorate


def integer(name: str, value: object) -> int:
    """An int or anything that stands for one (NumPy's integers); booleans are refused."""
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        raise UsageError(f"{name} takes an integer, not the boolean {value!r}")
    try:
        number = operator.index(cast(Any, value))
    except TypeError:
        raise UsageError(f"{name} takes an integer, not {described(value)}") from None
    if number.bit_length() > _MOST_BITS:
        raise UsageError(f"{name} is an integer of {number.bit_length()} bits, which no dimension or size has")
    return number


def integers(name: str, value: object) -> tuple[int, ...]:
    """A sequence of ints."""
    is_list = type(value) in (list, tuple)
    entries = cast(Any, value) if is_list else _entries(name, value, "a list of integers such as [0, 1]")
    return tuple(integer(f"{name}[{at}]", entry) for at, entry in enumerate(entries))


def numbers_of(cls: type[_Numbers], whole: object, **single: object) -> _Numbers:
    """The dimension numbers of class `cls` as plain ints: `whole`, or where it is None each in a keyword of its own, of
    which those of batching dims may be None.

    UsageError where one of them isn't what it is meant to be, is missing, or stands beside `whole`.
    """
    given = {name: value for name, value in single.items() if value is not None}
    if whole is not None:
        if not isinstance(whole, cls):
            raise UsageError(f"dimension_numbers takes hl.{cls.__name__}(...) or None, not {described(whole)}")
        if given:
            raise UsageError(
                f"dimension_numbers is given, and {_listed(given)} beside it, of which it has its own\n"
                "  fix: leave out the one or the other"
            )
        given = vars(whole)
    optional = {field.name: () for field in fields(cls) if field.name.endswith("batching_dims")}
    missing = [field.name for field in fields(cls) if field.name not in given | optional]
    if missing:
        raise UsageError(
            f"the dimension numbers lack {_listed(missing)}\n"
            f"  fix: give {'it' if len(missing) == 1 else 'them'}, or all as dimension_numbers=hl.{cls.__name__}(...)"
        )
    plain: dict[str, Any] = {}
    for name, value in {**optional, **given}.items():
        read = integer if name == "index_vector_dim" else integers
        plain[name] = read(name, value)
    return cls(**plain)


def _listed(names: Iterable[str]) -> str:
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last


def flag(name: str, value: object) -> bool:
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return bool(value)
    raise UsageError(f"{name} takes True or False, not {described(value)}")


def flags(name: str, value: object) -> tuple[bool, ...]:
    """A sequence of booleans."""
    entries = _entries(name, value, "a list of booleans such as [True, False]")
    return tuple(flag(f"{name}[{at}]", entry) for at, entry in enumerate(entries))


def some_type(name: str, value: object) -> Type:
    """A type of hlogen.ir, or the text of one: "tensor<2x3xi32>", or short, "2x3xi32"."""
    if isinstance(value, _TYPES):
        return cast(Type, value)
    if isinstance(value, str):
        text = value.strip()
        return parse_type(text) if text.startswith(("tensor", "!", "tuple", "(")) else tensor(text)
    raise UsageError(f"{name} takes a tensor type such as hlogen.tensor('2x3xi32') or its text, not {described(value)}")


def some_types(name: str, value: object) -> tuple[Type, ...]:
    """A sequence of types; one alone counts as a sequence of one."""
    if isinstance(value, (str, *_TYPES)):
        return (some_type(name, value),)
    if not isinstance(value, Iterable) or isinstance(value, (bytes, dict)):
        raise UsageError(f"{name} takes a list of tensor types, not {described(value)}")
    return tuple(some_type(f"{name}[{at}]", entry) for at, entry in enumerate(value))


def optional_location(value: object) -> Location | None:
    return _optional("location", value, Location, "a hlogen.ir.Location")


def optional_region(name: str, value: object) -> Region | None:
    return _optional(name, value, Region, "a hlogen.ir.Region")


def _entries(name: str, value: object, what: str) -> list[Any]:
    if isinstance(value, _NO_LISTS) or not isinstance(value, Iterable):
        raise UsageError(f"{name} takes {what}, not {described(value)}")
    try:
        entries = list(islice(value, _MOST_ENTRIES + 1))
    except TypeError:  # a NumPy array of rank 0 says that it is iterable and isn't
        raise UsageError(f"{name} takes {what}, not {described(value)}") from None
    if len(entries) > _MOST_ENTRIES:
        raise UsageError(f"{name} has more than {_MOST_ENTRIES} entries")
    return entries


def _optional(name: str, value: object, cls: type[_Type], what: str) -> _Type | None:
    if value is None or isinstance(value, cls):
        return value
    raise UsageError(f"{name} takes {what} or None, not {described(value)}")
