"""The doors themselves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar, cast

from hlogen.door.frames import is_own, place_of
from hlogen.errors import HlogenError, UsageError

_Public = TypeVar("_Public", bound=Callable[..., Any])

# How Python itself calls what is in the hands of users: those methods of a class that are public without a name.
_BINARY = ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift")
_SPECIAL = frozenset(
    f"__{name}__"
    for name in (
        *("init", "call", "getitem", "setitem", "lt", "le", "eq", "ne", "gt", "ge"),
        *_BINARY,
        *(f"r{name}" for name in _BINARY),
    )
)


def public(given: _Public) -> _Public:
    """A function, or a class with its methods, that users call."""
    return cast(_Public, _behind(given, _guarded))


def strict(given: _Public) -> _Public:
    """`public`, where arguments that don't fit the annotations are refused even if nothing has failed of them."""
    return cast(_Public, _behind(given, _strict))


def explain(
    error: Exception,
    function: Callable[..., Any],
    given: tuple[Sequence[Any], Mapping[str, Any]] | None = None,
) -> None:
    """UsageError where it is the arguments `given` that made a call of `function` from outside fail with `error`.

    A function that has no time for `public`, which a call passes through, says this itself of what fails inside of it,
    without `given`: they are what its parameters are, which it mustn't have changed. It raises `error` afterwards.
    """
    if isinstance(error, HlogenError) or is_own(sys._getframe(2)):
        return
    from hlogen.door.explanation import explanation  # what it takes is of no use before something has failed

    found = explanation(error, function, given)
    if found is not None:
        what, fix_label, fix = found.partition("\n  fix: ")
        raise UsageError(f"{what}\n  where: {place_of(sys._getframe(2))}{fix_label}{fix}") from error


def _guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            explain(error, function, (args, kwargs))
            raise

    return called


def _strict(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        caller = sys._getframe(1)
        if is_own(caller):
            return function(*args, **kwargs)
        try:
            returned = function(*args, **kwargs)
        except Exception as error:
            explain(error, function, (args, kwargs))
            raise
        from hlogen.door.explanation import misfit  # as above

        found = misfit(function, args, kwargs)
        if found is not None:
            raise UsageError(f"{found}\n  where: {place_of(caller)}")
        return returned

    return called


def _behind(given: Any, way: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Any:
    if not isinstance(given, type):
        return way(given)
    for name, value in list(vars(given).items()):
        if name in _SPECIAL or not name.startswith("_"):
            if isinstance(value, (staticmethod, classmethod)):
                setattr(given, name, type(value)(way(value.__func__)))
            elif isinstance(value, FunctionType):
                setattr(given, name, way(value))
    return given
