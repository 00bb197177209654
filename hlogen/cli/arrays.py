"""Arguments of a run from .npy and .npz files or literals, and its results to them.

NumPy's files know no bf16, f8, i4 and the like: such arrays are stored as raw bytes (dtype ``V2``, ``V1``), and are
read back as what the program expects, where an element has as many bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from operator import itemgetter
from pathlib import Path
from tokenize import TokenError
from typing import IO, Any

import ml_dtypes
import numpy as np
import numpy.typing as npt

from hlogen.backends.plain import elements_of
from hlogen.cli.files import check_target, write_whole
from hlogen.cli.loudness import tell
from hlogen.cli.say import say
from hlogen.errors import UsageError
from hlogen.ir.dtypes import as_elements, dtype_of
from hlogen.ir.module import Function
from hlogen.ir.types import (
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    QuantizedType,
    TensorType,
    TokenType,
    Type,
)
from hlogen.lint.files import exists, missing
from hlogen.lint.formats import count

Array = npt.NDArray[Any]

_LITERAL = re.compile(r"\s*(\[|(-?\d+(\.\d+)?([eE][-+]?\d+)?|true|false|NaN|-?Infinity)\s*$)")
_SHOWN = 8  # drawn arguments in a note
_WIDTH = 40  # of a literal, as messages show it
_ARGUMENT_NAME = re.compile(r"arg(?:_|ument_?)?([0-9]+)$")
_RESULT_NAME = re.compile(r"result_([0-9]+)")
_COUNTED_NAME = re.compile(r"(?:arr|result)_[0-9]+$")  # what np.savez and --output call arrays that have no names


@dataclass(frozen=True)
class Given:
    """An array that the user gave: where it comes from, its name in an .npz file, the array or a literal's text."""

    source: str
    name: str | None
    value: Array | None
    literal: str | None = None


def read_arguments(
    inputs: Sequence[str], function: Function, random: int | None = None, *, is_told: bool = True
) -> list[Any]:
    """The arguments of `function` from files and literals, in order, each of the type that the function declares.

    Tokens, which hold nothing, aren't given: they are None. The arrays of an .npz file fill the arguments in order, or
    by name where they are called as the arguments are (``arg0``, ``arg1``, or the program's own names). Raises
    UsageError for a wrong count, dtype or shape, and where only some are called so.

    With a seed `random`, what isn't given is drawn, and where `is_told`, a note says what that is.
    """
    types = function.type.inputs
    counts = {prod(type.static_shape) if type.is_static else None for type in types if isinstance(type, TensorType)}
    given = [array for source in inputs for array in read_arrays(source, counts=None if None in counts else counts)]
    places = [index for index, type in enumerate(types) if not isinstance(type, TokenType)]
    ordered, named = _in_order(given, function)
    taken = dict(zip(named if random is not None and named is not None else places, ordered, strict=False))
    if len(taken) != len(ordered) or not taken.keys() <= {*places} or (random is None and len(taken) < len(places)):
        raise _wrong_count(ordered, function)
    drawn = [index for index in places if index not in taken]
    arrays = {index: _argument(index, array, types[index]) for index, array in taken.items()}
    if drawn:
        from hlogen.conform.drawn import draw  # which a run with its arguments needn't load

        arrays |= {index: draw(index, types[index], random or 0) for index in drawn}
    if drawn and is_told:
        tell(f"note: --random --seed {random} draws {_listed(drawn, function)}", err=True)
    return [arrays.get(index) for index in range(len(types))]


def read_results(paths: Sequence[str], function: Function) -> list[Array]:
    """The results of `function` from .npy and .npz files, in order, without its tokens.

    Those of an .npz file go by number where they are called ``result_0``, ``result_1``, ..., as --output calls them.
    Elements that NumPy hasn't may be their bits. Raises UsageError for a wrong count, dtype or shape.
    """
    types = [type for type in function.type.results if not isinstance(type, TokenType)]
    given: list[Given] = []
    for path in paths:
        arrays = read_arrays(path, "--results")
        numbers = [_RESULT_NAME.fullmatch(array.name or "") for array in arrays]
        if all(numbers):
            arrays = [array for _, array in sorted(zip(numbers, arrays, strict=True), key=_number_of_result)]
        given += arrays
    if len(given) != len(types):
        got = ", ".join(f"{_name(array)} {_describe(array)}" for array in given)
        raise UsageError(
            f"@{function.name} has {count(len(types), 'result')} ({', '.join(map(str, types))}), but --results "
            f"{'holds' if len(paths) == 1 else 'hold'} {count(len(given), 'array')} ({got})"
        )
    return [_result(index, array, type) for index, (array, type) in enumerate(zip(given, types, strict=True))]


def _number_of_result(named: tuple[Any, Given]) -> int:
    return int(named[0][1])


def _result(index: int, given: Given, type: Type) -> Array:
    where = f"result {index} ({_name(given)})"
    if given.value is None:
        raise UsageError(f"{where} is a literal; --results takes .npy and .npz files")
    if not isinstance(type, TensorType):
        raise UsageError(f"result {index} is of type {type}; --results can only judge tensors")
    try:
        value = elements_of(given.value, type)
    except UsageError as error:
        raise UsageError(f"{where} isn't of type {type}: {error}") from None
    return _fitting(where, value, type, "has")


def _listed(places: Sequence[int], function: Function) -> str:
    """Arguments with their types, the first of many."""
    shown = [f"{function.arguments[at].name or f'arg{at}'} ({function.type.inputs[at]})" for at in places[:_SHOWN]]
    rest = [f"and {len(places) - _SHOWN} more"] if len(places) > _SHOWN else []
    return ", ".join(shown) + "".join(f" {text}" for text in rest)


def write_results(path: str, results: Sequence[Any], force: bool, names: Sequence[str] | None = None) -> None:
    """Writes results to a new .npy (one result) or .npz file, all of it or nothing.

    In an .npz file they are called `names`, or ``result_0``, ``result_1``, ...; tokens, which are None, aren't there.
    """
    target = check_output(path, len(results), force)
    called = names or [f"result_{index}" for index in range(len(results))]
    held = {name: value for name, value in zip(called, results, strict=True) if value is not None}
    for index, value in enumerate(results):
        if value is not None and not isinstance(value, np.ndarray):
            raise UsageError(f"--output {path}: result {index} is no tensor, and only tensors can be written")
    if not held:
        raise UsageError(f"--output {path}: the results are tokens, which hold nothing to write")

    def write(file: IO[bytes]) -> None:
        if target.suffix == ".npy":
            np.save(file, next(iter(held.values())), allow_pickle=False)
        else:
            np.savez(file, **held)

    write_whole(target, write, force)


def check_output(path: str, results: int, force: bool) -> Path:
    """The path to write to; UsageError where `write_results` could not, so that a long run doesn't end with it."""
    target = Path(path)
    if target.suffix not in (".npy", ".npz"):
        raise UsageError(f"--output {path}: results are written as .npz, or as .npy where there is one result")
    if not results:
        raise UsageError(f"--output {path}: the program has no results to write")
    if target.suffix == ".npy" and results != 1:
        raise UsageError(f"--output {path}: an .npy file holds one array, the program has {results} results; use .npz")
    check_target(target, force)
    return target


def read_arrays(source: str, option: str = "--input", counts: Collection[int | None] | None = None) -> list[Given]:
    """The arrays of an .npy or .npz file in its order, or a literal.

    One that has none of the `counts` of elements isn't read: its shape and type are enough to say that it doesn't fit.
    """
    if not exists(source):
        if _LITERAL.match(source):
            return [Given(source if len(source) <= _WIDTH else f"{source[:_WIDTH]}..", None, None, source)]
        raise missing(source)
    if Path(source).is_dir():
        raise UsageError(f"{option} {source} is a folder; name an .npy or .npz file")
    if not Path(source).is_file():
        raise UsageError(f"{option} {source} is a device or a pipe; name an .npy or .npz file")
    name = None
    try:
        with Path(source).open("rb") as file:
            if (unread := _unread(file, counts)) is not None:
                return [Given(source, None, unread)]
            file.seek(0)
            loaded = np.load(file, allow_pickle=False)
            if isinstance(loaded, np.ndarray):
                return [Given(source, None, loaded)]
            given: list[Given] = []
            with loaded:
                for name in loaded.files:
                    with loaded.zip.open(loaded.zip.namelist()[len(given)]) as member:
                        unread = _unread(member, counts)
                    given.append(Given(source, name, _member(loaded[name]) if unread is None else unread))
            return given
    except MemoryError as error:
        raise UsageError(f"{option} {_of(source, name)} has no room in memory: {error}") from error
    except Exception as error:
        said = error.args[0] if isinstance(error, TokenError) and error.args else error  # behind it comes its place
        reason = str(said).strip().partition("\n")[0] or type(error).__name__
        if "pickle" in reason:
            reason = "it isn't an array file, or holds Python objects"
        raise UsageError(
            f"{option} {_of(source, name)} can't be read as a NumPy file: {reason}; write it with np.save or np.savez"
        ) from error


def _unread(file: IO[bytes], counts: Collection[int | None] | None) -> Array | None:
    """What stands for an array of a size that nobody wants, one element in all places; None where it is to be read."""
    try:
        read_header = _HEADERS[np.lib.format.read_magic(file)] if counts is not None else None
        if read_header is None:
            return None
        shape, _, dtype = read_header(file)
    except (KeyError, ValueError, EOFError):  # said by whoever reads it
        return None
    if counts is None or prod(shape) in counts or dtype.hasobject:
        return None
    return np.broadcast_to(np.zeros((), dtype), shape)


_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}


def _member(value: Any) -> Array:
    """What an .npz file holds; NumPy gives the bytes of a member that isn't an .npy file."""
    if not isinstance(value, np.ndarray):
        raise ValueError("it isn't an array file")
    return value


def _of(source: str, name: str | None) -> str:
    return source if name is None else f"{source}:{name}"


def _in_order(given: Sequence[Given], function: Function) -> tuple[Sequence[Given], Sequence[int] | None]:
    """The arrays in the order of the arguments: by name where they are named after them, else as they come.

    Beside them the numbers of the arguments that they are named after, where they are.

    UsageError where some are named after arguments and the rest leaves in doubt which is which.
    """
    names = {value.name: index for index, value in enumerate(function.arguments) if value.name}
    places = [_place(array, names, len(function.type.inputs)) for array in given]
    if None not in places and len(set(places)) == len(given):
        pairs = sorted(zip(places, given, strict=True), key=itemgetter(0))
        return [array for _, array in pairs], [place for place, _ in pairs if place is not None]
    for index, (array, place) in enumerate(zip(given, places, strict=True)):
        if place is not None and place in places[:index]:
            twin = given[places.index(place)]
            raise UsageError(
                f"{_name(twin)} and {_name(array)} are both named after argument {place} of @{function.name}; "
                "leave one of them out"
            )
    is_named = any(place is not None for place in places)
    strangers = [array for array, place in zip(given, places, strict=True) if place is None and array.name]
    is_moved = any(place not in (None, index) for index, place in enumerate(places))
    if is_named and (strangers or is_moved):
        others = [array for array, place in zip(given, places, strict=True) if place is None]
        some = ", ".join(_name(array) for array, place in zip(given, places, strict=True) if place is not None)
        wanted = ", ".join(value.name or f"arg{index}" for index, value in enumerate(function.arguments))
        raise UsageError(
            f"some arrays are named after arguments of @{function.name} ({some}) and some aren't "
            f"({', '.join(map(_name, strangers or others))}), so it isn't clear which is which; "
            f"name all of them after the arguments ({wanted}), or none to give them in order"
        )
    _warn_of_order(given, function)
    return given, None


def _warn_of_order(given: Sequence[Given], function: Function) -> None:
    """Says in which order arrays are taken whose names say nothing and whose types would fit another order too.

    Names get lost where other tools write a program anew: then the order alone decides what they decided before.
    """
    named = [array for array in given if array.name and not _COUNTED_NAME.match(array.name)]
    kinds = {(array.value.shape, array.value.dtype) for array in named if array.value is not None}
    if len(kinds) == len(named) or len(given) != len(function.type.inputs):
        return
    wanted = ", ".join(value.name or f"arg{index}" for index, value in enumerate(function.arguments))
    say(
        f"warning: {', '.join(map(_name, given))} aren't named after the arguments of @{function.name} ({wanted}); "
        "they are taken in this order",
        err=True,
    )


def _place(array: Given, names: Mapping[str, int], count: int) -> int | None:
    """The number of the argument that an array is named after."""
    if array.name is None:
        return None
    numbered = _ARGUMENT_NAME.match(array.name)
    place = names.get(array.name, int(numbered[1]) if numbered else None)
    return place if place is not None and place < count else None


def _wrong_count(given: Sequence[Given], function: Function) -> UsageError:
    types = [type for type in function.type.inputs if not isinstance(type, TokenType)]
    listed = ", ".join(map(str, types)) or "none"
    got = ", ".join(f"{_name(array)} {_describe(array)}" for array in given)
    were = f"{len(given)} {'was' if len(given) == 1 else 'were'} given ({got})" if given else "none was given"
    way_out = (
        "give one --input for each: an .npy file, a literal such as '[1, 2]', or an .npz file that holds several"
        if len(given) < len(types)
        else "leave out what is too much"
    )
    beside = " beside its tokens" if len(types) < len(function.type.inputs) else ""
    return UsageError(
        f"@{function.name} takes {len(types)} argument{'' if len(types) == 1 else 's'}{beside} ({listed}), "
        f"but {were}; {way_out}"
    )


def _argument(index: int, given: Given, type: Type) -> Array:
    if not isinstance(type, TensorType):
        raise UsageError(
            f"argument {index} is of type {type}; the command line can only give tensors, use interpreter.run"
        )
    where = f"argument {index} ({_name(given)})"
    value = _literal(where, given.literal, type) if given.literal is not None else given.value
    assert value is not None
    return _fitting(where, as_elements(value, type.element_type), type, "expects")


def _fitting(where: str, value: Array, type: TensorType, says: str) -> Array:
    """The array. UsageError where it isn't of the type that the program `says`."""
    expected = dtype_of(type.element_type)
    if value.dtype != expected:
        raise UsageError(
            f"{where} holds {value.dtype} elements, but the program {says} {type}; "
            f"convert it with array.astype({_spelling(expected)})"
        )
    fits = len(value.shape) == type.rank and all(
        dim is None or dim == size for dim, size in zip(type.shape, value.shape, strict=True)
    )
    if not fits:
        raise UsageError(f"{where} has shape {_shape(value)}, but the program {says} {type}")
    return value


def _literal(where: str, text: str, type: TensorType) -> Array:
    """A JSON value as an array of `type`; NaN and Infinity are allowed."""
    expected = dtype_of(type.element_type)
    element = type.element_type.storage_type if isinstance(type.element_type, QuantizedType) else type.element_type
    integer = IntegerType(64) if isinstance(element, IndexType) else element
    is_float = isinstance(element, (FloatType, ComplexType))
    try:
        nested = json.loads(text, parse_int=float if is_float else int)
        loose = np.array(nested)
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"{where} is no array: {error}; write numbers in brackets, such as [[1, 2], [3, 4]]"
        ) from error
    is_integer = isinstance(integer, IntegerType) and expected.kind != "b"
    kinds = "biuf" if is_float else "iu" if is_integer else "b"
    if is_integer and loose.dtype.kind in "fO":  # as integers are that no type of NumPy holds together
        whole = np.array(nested, object)
        if all(value.__class__ is int for value in whole.flat):
            loose, kinds = whole, "O"
    if loose.size and loose.dtype.kind not in kinds:  # an empty list is of no kind
        raise UsageError(f"{where} holds {_kind_of(loose)}, but the program expects {type}")
    if isinstance(integer, IntegerType) and is_integer and loose.size:
        for value in (int(loose.min()), int(loose.max())):
            if not integer.minimum <= value <= integer.maximum:
                raise UsageError(
                    f"{where} holds {value}, but {element} goes from {integer.minimum} to {integer.maximum}"
                )
    with np.errstate(all="ignore"):
        return loose.astype(expected)


def _kind_of(array: Array) -> str:
    return {"b": "booleans", "i": "integers", "u": "integers", "f": "fractions"}.get(array.dtype.kind, "no numbers")


def _spelling(dtype: np.dtype[Any]) -> str:
    return f"ml_dtypes.{dtype.name}" if hasattr(ml_dtypes, dtype.name) else f"np.{dtype.name}"


def _name(given: Given) -> str:
    return _of(given.source, given.name or None)


def _describe(given: Given) -> str:
    return "a literal" if given.value is None else f"{_shape(given.value)} {given.value.dtype}"


def _shape(array: Array) -> str:
    return "x".join(map(str, array.shape)) or "()"
