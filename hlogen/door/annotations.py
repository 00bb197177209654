"""What the annotation of a parameter takes: whether a value is of it, and in words what it is.

Annotations are meant generously, as the functions take them: whatever stands for an integer is an `int`, any list a
``Sequence``, and what an iterator would give isn't looked at. What can't be resolved, or has no meaning here, takes
anything.
"""

from __future__ import annotations

import builtins
import collections.abc
import inspect
import operator
import os
import sys
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from inspect import Parameter
from itertools import islice
from typing import Any

import numpy as np

_PACKAGES = ("hlogen", "interpreter")
_MOST_ENTRIES = 1000


@dataclass(frozen=True)
class Taken:
    """What a parameter takes."""

    fits: Callable[[object], bool]
    kinds: tuple[str, ...]

    @property
    def words(self) -> str:
        *first, last = sorted(self.kinds, key="None".__eq__)
        return f"{', '.join(first)} or {last}" if first else last

    def __or__(self, other: object) -> Alternatives:
        return Alternatives((self, other))

    def __ror__(self, other: object) -> Alternatives:
        return Alternatives((other, self))


@dataclass(frozen=True)
class Alternatives:
    """What ``|`` makes of annotations where Python itself can't."""

    parts: tuple[object, ...]

    def __or__(self, other: object) -> Alternatives:
        return Alternatives((*self.parts, other))

    def __ror__(self, other: object) -> Alternatives:
        return Alternatives((other, *self.parts))


def resolved(parameter: Parameter, function: Callable[..., Any]) -> dict[str, Taken]:
    """What `parameter` of `function` takes, or what each of the options does that it stands for."""
    annotation = parameter.annotation
    if annotation is Parameter.empty:
        return {}
    module = sys.modules[inspect.unwrap(function).__module__]
    if parameter.kind is Parameter.VAR_KEYWORD and isinstance(annotation, str):
        annotation = _evaluated(annotation, module)
    if typing.get_origin(annotation) is typing.Unpack:
        options = typing.get_args(annotation)[0]
        return {name: _taken(one, sys.modules[options.__module__]) for name, one in options.__annotations__.items()}
    return {parameter.name: _taken(annotation, module)}


def _taken(annotation: Any, module: types.ModuleType) -> Taken:
    """What an annotation takes, evaluated already, with parts that may be text."""
    if isinstance(annotation, Taken):
        return annotation
    if isinstance(annotation, str):
        return _of_text(annotation, module.__name__)
    if isinstance(annotation, typing.ForwardRef):
        return _taken(annotation.__forward_arg__, module)
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if origin is not None and origin in _PLAIN:
        return _PLAIN[origin]
    if isinstance(annotation, Alternatives):
        return _either([_taken(part, module) for part in annotation.parts])
    if origin in (typing.Union, types.UnionType):
        return _either([_taken(part, module) for part in parts])
    if origin is typing.Literal:
        return _one_of(parts)
    if origin is tuple and Ellipsis not in parts:
        return _of_parts([_taken(part, module) for part in parts])
    if origin in _LISTS:
        return _list_of(_taken(parts[0], module), _LISTS[origin])
    if origin in (dict, collections.abc.Mapping):
        return _mapping([_taken(part, module) for part in parts])
    if origin is np.ndarray:
        return _NumpyTyping.NDArray[parts]
    if isinstance(annotation, type) and origin is None:
        return _of_class(annotation)
    return ANYTHING


# ---- the kinds


def _is_integer(value: object) -> bool:
    if isinstance(value, (bool, np.bool_, type)):
        return False
    try:
        operator.index(value)  # type: ignore[arg-type]  # that is asked
    except Exception:  # noqa: BLE001 - whatever it raises, it is no integer
        return False
    return True


def _is_number(value: object) -> bool:
    return isinstance(value, (float, np.floating)) or _is_integer(value)


def _is_array(value: object) -> bool:
    if value is None or isinstance(value, (str, bytes, type)) or callable(value):
        return False
    if isinstance(value, range):  # whose numbers NumPy makes one by one
        value = (value[0], value[-1]) if value else ()
    try:
        kind = np.asarray(value).dtype.kind
    except Exception:  # noqa: BLE001 - whatever it raises, it is no array
        return False
    return kind not in "OSUMm"


def _is_dtype(value: object) -> bool:
    if value is None:
        return False
    try:
        np.dtype(value)  # type: ignore[call-overload]  # that is asked
    except Exception:  # noqa: BLE001 - whatever it raises, it is no dtype
        return False
    return True


def _is_text(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of a surrogate pair that stands for no byte: no file and no program can have it
        return False
    return True


ANYTHING = Taken(lambda value: True, ("anything",))
FUNCTION = Taken(callable, ("a function",))
ARRAY = Taken(_is_array, ("a number", "an array"))
_PLAIN: dict[Any, Taken] = {
    Any: ANYTHING,
    object: ANYTHING,
    None: Taken(lambda value: value is None, ("None",)),
    type(None): Taken(lambda value: value is None, ("None",)),
    bool: Taken(lambda value: isinstance(value, (bool, np.bool_)), ("True or False",)),
    int: Taken(_is_integer, ("an integer",)),
    float: Taken(_is_number, ("a number",)),
    complex: Taken(lambda value: isinstance(value, (complex, np.complexfloating)) or _is_number(value), ("a number",)),
    str: Taken(_is_text, ("a text",)),
    bytes: Taken(lambda value: isinstance(value, (bytes, bytearray, memoryview)), ("bytes",)),
    os.PathLike: Taken(lambda value: isinstance(value, os.PathLike) and not isinstance(value, type), ("a path",)),
    Callable: FUNCTION,
}
_LISTS: dict[Any, str] = {
    list: "a list",
    tuple: "a tuple",
    collections.abc.Sequence: "a list",
    collections.abc.Iterable: "a list",
    collections.abc.Collection: "a list",
    set: "a set",
    frozenset: "a set",
    collections.abc.Set: "a set",
}
# Aliases that are better known by what they are for.
_NAMED = {"ElementType": "an element type", "Type": "a type"}
_SEVERAL = {"an integer": "integers", "a number": "numbers", "a text": "texts", "True or False": "booleans"}


def _either(kinds: Sequence[Taken]) -> Taken:
    if any(kind is ANYTHING for kind in kinds):
        return ANYTHING
    words = dict.fromkeys(word for kind in kinds for word in kind.kinds)
    return Taken(lambda value: any(kind.fits(value) for kind in kinds), tuple(words))


def _one_of(choices: Sequence[Any]) -> Taken:
    def fits(value: object) -> bool:
        return isinstance(value, (str, int)) and any(
            isinstance(value, type(choice)) and value == choice for choice in choices
        )

    return Taken(fits, tuple(map(repr, choices)))


def _list_of(entry: Taken, what: str) -> Taken:
    def fits(value: object) -> bool:
        if isinstance(value, (str, bytes, bytearray, memoryview, Mapping, type)):
            return False
        try:
            iterator = iter(value)  # type: ignore[call-overload]  # that is asked
        except Exception:  # noqa: BLE001 - whatever it raises, it is no list
            return False
        if isinstance(value, Iterator):  # asking it for its entries would take them from whoever is called
            return what == "a list"
        if what == "a set" and not isinstance(value, collections.abc.Set):
            return False
        try:
            return all(entry.fits(one) for one in islice(iterator, _MOST_ENTRIES))
        except Exception:  # noqa: BLE001 - whatever it raises, its entries can't be had
            return False

    if entry is ANYTHING:
        return Taken(fits, (what,))
    several = _SEVERAL.get(entry.words)
    return Taken(fits, (f"{what} of {several}" if several else f"{what} ({entry.words} each)",))


def _of_parts(parts: Sequence[Taken]) -> Taken:
    def fits(value: object) -> bool:
        return (
            isinstance(value, (tuple, list))
            and len(value) == len(parts)
            and all(part.fits(one) for part, one in zip(parts, value, strict=True))
        )

    return Taken(fits, (f"a tuple of {len(parts)} ({', '.join(part.words for part in parts)})",))


def _mapping(parts: Sequence[Taken]) -> Taken:
    def fits(value: object) -> bool:
        if not isinstance(value, Mapping):
            return False
        return all(parts[0].fits(key) and parts[1].fits(one) for key, one in islice(value.items(), _MOST_ENTRIES))

    return Taken(fits, ("a dict",))


def _of_class(cls: type) -> Taken:
    article = "an" if cls.__name__[0] in "AEIOU" else "a"
    words = (f"{article} {cls.__name__}",)
    if not getattr(cls, "_is_protocol", False):
        return Taken(lambda value: isinstance(value, cls), words)
    members = {name: value for name, value in vars(cls).items() if isinstance(value, property)}
    if not members:
        return ANYTHING
    module = sys.modules[cls.__module__]

    def fits(value: object) -> bool:
        if isinstance(value, type):
            return False
        for name, member in members.items():
            try:
                found = getattr(value, name)
            except Exception:  # noqa: BLE001 - whatever it raises, it hasn't got that
                return False
            if not _taken(member.fget.__annotations__.get("return", Any), module).fits(found):
                return False
        return True

    return Taken(fits, ("a program",) if cls.__name__ == "HasModule" else words)


# ---- text


_being_taken: set[tuple[str, str]] = set()


@lru_cache(maxsize=4096)
def _of_text(text: str, module: str) -> Taken:
    if (text, module) in _being_taken:  # an alias that has itself in it
        return ANYTHING
    _being_taken.add((text, module))
    try:
        return _taken(_evaluated(text, sys.modules[module]), sys.modules[module])
    finally:
        _being_taken.discard((text, module))


def _evaluated(text: str, module: types.ModuleType) -> Any:
    """The annotation as Python has it; ANYTHING where a name in it is one for type checkers alone."""
    try:
        return eval(text, {}, _Names(module))
    except (AttributeError, KeyError, TypeError):
        return ANYTHING


class _Names(dict[str, Any]):
    """What names mean in annotations of a module; those of aliases what they mean where these are written."""

    def __init__(self, module: types.ModuleType) -> None:
        super().__init__()
        self.module = module

    def __missing__(self, name: str) -> Any:
        if name == "npt":
            return _NumpyTyping
        value = vars(self.module).get(name, vars(builtins).get(name, None))
        if value is None:
            value = _class_of_ours(name)
        found = _taken(value, _home(name, value) or self.module) if isinstance(value, str) else value
        return Taken(_taken(value, self.module).fits, (_NAMED[name],)) if name in _NAMED else found


class _Arrays:
    """NumPy's arrays, of whatever elements."""

    def __getitem__(self, elements: object) -> Taken:
        return Taken(lambda value: isinstance(value, np.ndarray), ("an array",))


class _NumpyTyping:
    """`numpy.typing`, whose aliases are made for type checkers."""

    ArrayLike = ARRAY
    DTypeLike = Taken(_is_dtype, ("a NumPy dtype",))
    NDArray = _Arrays()


def _class_of_ours(name: str) -> Any:
    """The class that a module has imported for type checkers alone; ANYTHING where nobody has needed it yet."""
    for module in list(sys.modules.values()):
        found = vars(module).get(name) if getattr(module, "__name__", "").partition(".")[0] in _PACKAGES else None
        if isinstance(found, type) and found.__module__ == module.__name__:
            return found
    return ANYTHING


def _home(name: str, value: str) -> types.ModuleType | None:
    """The module of ours that the alias `name` is written in."""
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").partition(".")[0] in _PACKAGES:
            written = getattr(module, "__annotations__", {})
            if name in written and vars(module).get(name) is value:
                return module
    return None
