"""Why a call has failed, as far as its arguments tell: the reasons that there are, the most telling first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from inspect import BoundArguments, Parameter, Signature, signature
from types import FrameType
from typing import Any

from hlogen.door.annotations import Taken, resolved
from hlogen.door.described import described
from hlogen.door.frames import is_users

_MOST_DEEP = 32  # lists in lists; NumPy's arrays have 64 dimensions at most
_MOST_BITS = 64
_MOST_LOOKED_AT = 10_000


def explanation(
    error: Exception, function: Callable[..., Any], given: tuple[Sequence[Any], Mapping[str, Any]] | None = None
) -> str | None:
    """What is wrong with the arguments, where that explains `error` and that isn't the caller's own.

    Where they aren't given, they are what the parameters are in the frame of the call.
    """
    if given is not None and isinstance(error, TypeError) and (found := _unbound(function, *given)) is not None:
        return found
    frames = list(_frames(error, function))
    if not frames:
        return None
    if given is None:
        bound = _signature(function).bind_partial()
        bound.arguments = {name: frames[0].f_locals[name] for name in bound.signature.parameters}
    else:
        bound = _signature(function).bind(*given[0], **given[1])
    name = _name(function)
    for frame in frames[1:]:
        if is_users(frame):
            whose = _whose_method(frame, bound)
            if whose is None and not _is_special(frame):
                return None
            if whose is not None:
                return (
                    f"{whose} of {name} can't be used: {frame.f_code.co_qualname} raises "
                    f"{type(error).__name__}: {_text(error)}"
                )
    return _misfit(function, bound) or _out_of_bounds(error, bound, name)


def _unbound(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> str | None:
    """Which arguments are missing, or which there aren't; None where each has its parameter."""
    try:
        _signature(function).bind(*args, **kwargs)
    except TypeError:
        pass
    else:
        return None
    # What is called is an object, such as a function of a program, which is known by its own name.
    name = getattr(args[0], "__name__", _name(function)) if function.__name__ == "__call__" else _name(function)
    parameters = _signature(function).parameters
    by_place = [one for one in parameters.values() if one.kind in _BY_PLACE and one.name != "self"]
    takes_any = any(one.kind is Parameter.VAR_POSITIONAL for one in parameters.values())
    given = list(args[1:] if "self" in parameters else args)
    for key in kwargs:
        if key not in parameters and not any(one.kind is Parameter.VAR_KEYWORD for one in parameters.values()):
            there = [
                one.name for one in parameters.values() if one.kind in _BY_NAME and one.name not in ("self", *kwargs)
            ]
            near = [word for word in _OTHER_WORDS.get(key, ()) if word in there] or get_close_matches(key, there, 1)
            hint = f"did you mean {near[0]}?" if near else f"it takes {_listed(there)}"
            if not there and takes_any:
                hint = "it takes its arguments by place alone"
            return f"{name} has no argument {key}; {hint}"
    if not takes_any and len(given) > len(by_place):
        named = [
            one.name for one in parameters.values() if one.kind is Parameter.KEYWORD_ONLY and one.name not in kwargs
        ]
        beyond = given[len(by_place) :]
        if 0 < len(beyond) <= len(named):
            written = ", ".join(f"{key}={_short(value)}" for key, value in zip(named, beyond, strict=False))
            which = "argument is keyword-only" if len(beyond) == 1 else "arguments are keyword-only"
            taken = _arguments_of(len(by_place))
            return f"{name} takes {taken} by place, and the next {which}\n  fix: write {written}"
        return f"{name} takes {_arguments_of(len(by_place))}, not {len(given)}"
    for one, _ in zip(by_place, given, strict=False):
        if one.name in kwargs:
            return f"{name} gets {one.name} twice, by place and by name"
    missing = [
        one.name
        for at, one in enumerate(parameters.values())
        if one.default is Parameter.empty
        and one.kind in (*_BY_PLACE, Parameter.KEYWORD_ONLY)
        and one.name not in kwargs
        and (one.kind is Parameter.KEYWORD_ONLY or at >= len(args))
    ]
    return f"{name} needs {_listed(missing)}, too" if missing else None


# What NumPy, JAX and PyTorch call an argument, and what it may be called here.
_OTHER_WORDS = {
    **dict.fromkeys(
        ("axis", "dim", "dims", "axes"), ("axis", "dimension", "dimensions", "permutation", "iota_dimension")
    ),
    "argnums": ("wrt",),
    **dict.fromkeys(("in_dims", "out_dims"), ("in_axes", "out_axes")),
    **dict.fromkeys(("keepdim", "keep_dims"), ("keepdims",)),
    "element_type": ("dtype",),
    "dtype": ("element_type", "type"),
}

_BY_PLACE = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
_BY_NAME = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:]))) or "nothing"


def _arguments_of(count: int) -> str:
    return f"{count} argument{'' if count == 1 else 's'}" if count else "no arguments"


def _short(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - somebody's own
        return "..."
    return text if len(text) <= 20 else "..."


def misfit(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> str | None:
    """Which of the arguments isn't what the annotations say, if one isn't."""
    if _all_fit(function, args, kwargs):  # as nearly always
        return None
    try:
        bound = _signature(function).bind(*args, **kwargs)
    except TypeError:
        return None
    return _misfit(function, bound)


def _all_fit(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
    """Whether the arguments of a call that Python accepts are what the annotations say; False where it's not so plain.

    `inspect` would bind them in ten times the time.
    """
    positional, taken = _places(function)
    if len(args) > len(positional):  # some are of ``*args``
        return False
    given = [*zip(positional, args, strict=False), *kwargs.items()]
    return all(name in taken and ((takes := taken[name]) is None or _fits(takes, value)) for name, value in given)


@lru_cache(maxsize=1024)
def _places(function: Callable[..., Any]) -> tuple[tuple[str, ...], dict[str, Taken | None]]:
    """The names of the parameters that take arguments by place, and what each that has a name takes."""
    parameters = _signature(function).parameters.values()
    taken = _taken(function)
    with_name = [one.name for one in parameters if one.kind in (*_BY_PLACE, Parameter.KEYWORD_ONLY)]
    return (
        tuple(one.name for one in parameters if one.kind in _BY_PLACE),
        {name: None if name == "self" else taken.get(name) for name in with_name},
    )


def _misfit(function: Callable[..., Any], bound: BoundArguments) -> str | None:
    taken = _taken(function)
    for where, parameter, value in _arguments(bound):
        takes = taken.get(parameter)
        if takes is not None and not _fits(takes, value):
            return f"{where} of {_name(function)} is {takes.words}, not {described(value)}"
    return None


def _fits(takes: Taken, value: object) -> bool:
    try:
        return takes.fits(value)
    except Exception:  # noqa: BLE001 - of an object that raises where it is compared: whatever that is, it isn't taken
        return False


def _out_of_bounds(error: Exception, bound: BoundArguments, name: str) -> str | None:
    """What is of the right kind and still nothing that can be used."""
    for where, _, value in _arguments(bound):
        for one, depth in _within(value):
            if depth > _MOST_DEEP:
                return f"{where} of {name} is nested too deeply, or holds itself"
            if isinstance(error, UnicodeError) and isinstance(one, str) and not one.isascii():
                try:
                    one.encode()
                except UnicodeEncodeError:
                    return f"{where} of {name} has a text that is none, with half of a surrogate pair in it: {one!r}"
            if isinstance(error, (OverflowError, ValueError)) and type(one) is int and one.bit_length() > _MOST_BITS:
                return f"{where} of {name} has an integer of {one.bit_length()} bits; the widest have {_MOST_BITS}"
    if isinstance(error, MemoryError):
        sizes = [(getattr(value, "nbytes", 0), where) for where, _, value in _arguments(bound)]
        largest, where = max(((n, where) for n, where in sizes if isinstance(n, int)), default=(0, ""))
        which = f": {where} has {largest} bytes" if largest > 1 << 20 else ""
        return f"there isn't the memory for what {name} is asked for{which} ({_text(error)})"
    return None


@lru_cache(maxsize=1024)
def _signature(function: Callable[..., Any]) -> Signature:
    return signature(function)


@lru_cache(maxsize=1024)
def _taken(function: Callable[..., Any]) -> dict[str, Taken]:
    found: dict[str, Taken] = {}
    for parameter in _signature(function).parameters.values():
        found |= resolved(parameter, function)
    return found


def _arguments(bound: BoundArguments) -> Iterator[tuple[str, str, Any]]:
    """Each argument with its name, and that of its parameter."""
    for name, value in bound.arguments.items():
        kind = bound.signature.parameters[name].kind
        if kind is Parameter.VAR_POSITIONAL:
            yield from ((f"{name}[{number}]", name, one) for number, one in enumerate(value))
        elif kind is Parameter.VAR_KEYWORD:
            yield from ((word, word, one) for word, one in value.items())
        elif name != "self":
            yield name, name, value


def _within(value: object) -> Iterator[tuple[object, int]]:
    """The value and what is in it, with how deep."""
    waiting = [(value, 0)]
    for _ in range(_MOST_LOOKED_AT):
        if not waiting:
            return
        one, depth = waiting.pop()
        yield one, depth
        if isinstance(one, Mapping) and type(one) is dict:
            waiting.extend((entry, depth + 1) for pair in one.items() for entry in pair)
        elif type(one) in (list, tuple, set, frozenset):
            waiting.extend((entry, depth + 1) for entry in one)  # type: ignore[attr-defined]  # types that have entries


def _frames(error: Exception, function: Callable[..., Any]) -> Iterator[FrameType]:
    """Those that the error came through, from that of the function on."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_frame.f_code is not function.__code__:
        traceback = traceback.tb_next
    while traceback is not None:
        yield traceback.tb_frame
        traceback = traceback.tb_next


def _is_special(frame: FrameType) -> bool:
    """Whether an object is asked there for what it is: not where it does what it was given for, which is its own."""
    name = frame.f_code.co_name
    return name.startswith("__") and name.endswith("__") and name != "__call__"


def _whose_method(frame: FrameType, bound: BoundArguments) -> str | None:
    """The argument that is asked there for what it is as a number, a list ..., or that has a part that is."""
    code = frame.f_code
    if not _is_special(frame) or not code.co_argcount:
        return None
    self = frame.f_locals.get(code.co_varnames[0])
    for where, _, value in _arguments(bound):
        if any(one is self for one, _ in _within(value)):
            return where
    return None


def _name(function: Callable[..., Any]) -> str:
    return function.__qualname__.removesuffix(".__init__")


def _text(error: Exception) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - somebody's own error, and what it says may fail
        return ""
