"""An adapter made into what a worker process runs: it brings programs and arrays into the form that adapters take."""

from __future__ import annotations

import errno
import fnmatch
import importlib
import importlib.util
import io
import os
import re
import sys
import traceback
from collections.abc import Generator, Hashable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hlogen.backends.address import Address
from hlogen.backends.entry import EntryTypes, Prepared, prepare
from hlogen.backends.errors import CannotStartBackend, OracleError, OutOfMemory, Refused, Unsupported, WrongResults
from hlogen.backends.guarded import Guarded
from hlogen.backends.plain import from_plain, plain_dtype, to_plain
from hlogen.backends.recent import Recent
from hlogen.errors import HlogenError
from hlogen.ir import TensorType, dtype_of
from hlogen.mlir import provider
from hlogen.mlir.writer import readable
from hlogen.workers.limits import told_of_files
from hlogen.workers.process import is_out_of_memory

Arrays = tuple[np.ndarray[Any, Any], ...]

_MOST_COMPILED = 64
_OURS = "hlogen."


class Adapted:
    """The executor of a backend whose adapter is at `address`. A program that runs again isn't compiled again."""

    def __init__(self, address: Address) -> None:
        os.environ.update(address.environment)
        self._is_ours = address.module.startswith(_OURS)
        self._as_they_are = (MemoryError, HlogenError if self._is_ours else OracleError)
        self._adapter = _made(address)
        for method in ("compile", "run"):
            if not callable(getattr(self._adapter, method, None)):
                raise CannotStartBackend(f"{address.attribute} of {address.module} has no method {method}")
        self._reads = _form(getattr(self._adapter, "reads", "text"))
        self._takes_plain = bool(getattr(self._adapter, "plain_arrays", False))
        self._lacks = _patterns(getattr(self._adapter, "lacks", ()))
        self._bindings = provider.find()
        self._recent: Recent[tuple[EntryTypes, Any]] = Recent(_MOST_COMPILED)

    def version(self) -> dict[str, str]:
        version = getattr(self._adapter, "version", None)
        said = version() if callable(version) else version
        if said is None:
            return {}
        if isinstance(said, str):
            return {self.name(): said}
        return {str(name): str(number) for name, number in dict(said).items()}

    def name(self) -> str:
        """What the adapter calls its backend."""
        return str(getattr(self._adapter, "name", type(self._adapter).__name__))

    def run(self, program: bytes, entry: str, args: list[Any]) -> Arrays:
        """The results of the function `entry`."""

        def make() -> tuple[EntryTypes, Any]:
            return self._compiled(program, entry, args)

        # The arguments' shapes refine dynamic types, and arguments that don't fit have to be told so.
        return self._run(*self._recent.get((program, entry, *map(_kind, args)), make), args)

    def compile_and_run(self, program: bytes, entry: str, args: list[Any]) -> Generator[None, None, Arrays]:
        """As `run`, in these two steps. It is looked at whether the backend leaves its arguments as they are."""
        types, compiled = self._compiled(program, entry, args)
        yield
        return self._run(types, compiled, args, is_watched=True)

    def _run(self, types: EntryTypes, compiled: Any, args: list[Any], *, is_watched: bool = False) -> Arrays:
        arrays = types.lower_arguments(types.checked(args))
        if self._takes_plain:
            arrays = [to_plain(array, type) for array, type in zip(arrays, types.argument_parts(), strict=True)]
        guarded = Guarded(arrays) if is_watched else None
        try:
            given = self._adapter.run(compiled, guarded.arrays if guarded else arrays)
        except self._as_they_are:
            raise
        except Exception as error:
            raise self._explained(error, OracleError) from error
        results = _checked(given, types.result_parts())
        if guarded is not None:
            guarded.check(results)
        return types.raise_results(results)

    def verify(self, program: bytes) -> tuple[str, ...]:
        """Why it refuses the program; empty where it accepts it: compiles it, if its adapter has no `verify`."""
        verify = getattr(self._adapter, "verify", None)
        if callable(verify):
            return tuple(map(str, verify(program)))
        try:
            self._compiled(program, "main", None)
        except Refused as error:
            return (str(error),)
        return ()

    def _compiled(self, program: bytes, entry: str, args: list[Any] | None) -> tuple[EntryTypes, Any]:
        prepared = prepare(self._bindings, self._bindings.context_for(program), program, entry, args)
        if self._lacks:
            _refuse_lacking(prepared, self._lacks)
        text = self._written(prepared)
        try:
            return prepared.types, self._adapter.compile(text, prepared.types.signature())
        except self._as_they_are:
            raise
        except NotImplementedError as error:
            raise Unsupported(self._said(error)) from error
        except Exception as error:
            raise self._explained(error, Refused) from error

    def _written(self, prepared: Prepared) -> Any:
        form, version = self._reads
        if form == "module":
            return prepared.module
        if form == "generic":
            return prepared.module.operation.get_asm(print_generic_op_form=True)
        if form == "bytecode":
            written = io.BytesIO()
            prepared.module.operation.write_bytecode(written)
            return written.getvalue()
        if form == "portable":
            stablehlo = self._bindings.stablehlo
            return bytes(
                stablehlo.serialize_portable_artifact(prepared.module, version or stablehlo.get_current_version())
            )
        return readable(self._bindings, prepared.module)

    def _explained(self, error: Exception, otherwise: type[OracleError]) -> OracleError:
        """The error as a caller reads it: where in the author's own file it was raised, or that memory was short."""
        said = self._said(error)
        return OutOfMemory(said) if is_out_of_memory(said) else otherwise(said)

    def _said(self, error: Exception) -> str:
        if self._is_ours:
            return str(error) or type(error).__name__
        module = sys.modules.get(type(self._adapter).__module__)
        return _with_place(error, getattr(module, "__file__", None))


def _made(address: Address) -> Any:
    if address.folder and address.folder not in sys.path:
        sys.path.insert(0, address.folder)
    try:
        made = _attribute(address)(*address.arguments, **dict(address.options))
    except (MemoryError, HlogenError):
        raise
    except Exception as error:
        raise CannotStartBackend(_with_place(error, address.module)) from error
    return made


def _with_place(error: Exception, file: str | None) -> str:
    """The error, and where in the author's own file it was raised, or by what was called there."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    said = f"{type(error).__name__}: {error}{where}"
    return told_of_files(said) if isinstance(error, OSError) and error.errno == errno.EFBIG else said


def _attribute(address: Address) -> Any:
    if address.module.endswith(".py"):
        path = Path(address.module)
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
    else:
        module = importlib.import_module(address.module)
    found: Any = module
    for name in address.attribute.split("."):
        if not hasattr(found, name):
            there = ", ".join(name for name, value in vars(module).items() if isinstance(value, type)) or "none"
            raise CannotStartBackend(f"{address.module} has no {address.attribute}; its classes are {there}")
        found = getattr(found, name)
    if not callable(found):
        raise CannotStartBackend(f"{address.attribute} of {address.module} is no class")
    return found


def _checked(given: Any, types: Sequence[TensorType]) -> list[np.ndarray[Any, Any]]:
    """What a backend gave, as arrays of these types. WrongResults where they aren't."""
    if not isinstance(given, (tuple, list)):
        raise WrongResults(f"run gave {_a(given)}; it gives a list of arrays, one for each result")
    if len(given) != len(types):
        raise WrongResults(f"{len(given)} results came back, the program has {len(types)}")
    arrays = []
    for number, (value, type) in enumerate(zip(given, types, strict=True)):
        if isinstance(value, (bool, int, float, complex, str, bytes, list, tuple, dict)) or value is None:
            raise WrongResults(f"result {number} is {_a(value)}, not an array")
        if np.ma.is_masked(value):
            raise WrongResults(f"result {number} is a masked array in which elements are missing")
        try:
            array = np.asarray(value)
        except Exception as error:  # noqa: BLE001 - what isn't an array may raise what it likes
            raise WrongResults(f"result {number} is {_a(value)}, of which NumPy makes no array: {error}") from None
        dtype = dtype_of(type.element_type)
        if array.dtype != dtype and array.dtype == plain_dtype(type):
            try:
                array = from_plain(array, type)
            except ValueError as error:
                raise WrongResults(f"result {number} has type {type}: {error}") from None
        if array.dtype != dtype:
            raise WrongResults(f"result {number} has type {type}, so elements of {dtype}; {array.dtype} came back")
        if len(array.shape) != type.rank or any(
            size not in (None, got) for size, got in zip(type.shape, array.shape, strict=True)
        ):
            raise WrongResults(f"result {number} has type {type}; an array of shape {array.shape} came back")
        arrays.append(array)
    return arrays


def _a(value: Any) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"


_FORMS = ("text", "generic", "bytecode", "portable", "module")


def _form(said: Any) -> tuple[str, str]:
    form, _, version = str(said).partition(" ")
    if form not in _FORMS or (version and (form != "portable" or not re.fullmatch(r"\d+\.\d+\.\d+", version))):
        raise CannotStartBackend(
            f"reads is {said!r}; it is 'text', 'generic', 'bytecode', 'portable', or 'portable 1.8.0' for a version"
        )
    return form, version


def _patterns(said: Any) -> tuple[str, ...]:
    if isinstance(said, str) or not all(isinstance(pattern, str) for pattern in said):
        raise CannotStartBackend(f"lacks is {said!r}; it is a list of names such as 'f8*' and 'stablehlo.fft'")
    return tuple(said)


_OPERATION = re.compile(r'"(\w+\.\w+)"')
_ELEMENT = re.compile(r"(?:tensor|quant\.uniform)<(?:(?:\d+|\?)x)*(complex<\w+>|\w+)|(!quant)\.uniform")


def _refuse_lacking(prepared: Prepared, lacks: Sequence[str]) -> None:
    text = prepared.module.operation.get_asm(print_generic_op_form=True)
    operations = set(_OPERATION.findall(text))
    elements = {("quant" if quantized else element) for element, quantized in _ELEMENT.findall(text)}
    elements |= {"complex" for element in elements if element.startswith("complex<")}
    for pattern in lacks:
        for name in sorted(operations | elements):
            if fnmatch.fnmatchcase(name, pattern):
                what = "operation" if name in operations else "type"
                raise Unsupported(f"it has no {what} {name}, says its adapter (lacks: {pattern})")


def _kind(argument: Any) -> Hashable:
    if isinstance(argument, (np.ndarray, np.generic)):
        return argument.dtype, argument.shape
    return type(argument).__name__
