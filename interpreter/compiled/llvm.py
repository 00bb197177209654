"""The only door to llvmlite: the text of functions becomes functions that take addresses."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from hlogen import forking
from interpreter.compiled import entry, numpy_loops
from interpreter.compiled.elements import NotCompiled
from interpreter.compiled.emit import LOOK


@dataclass(frozen=True)
class Function:
    """A function in LLVM's IR, of so many 64-bit numbers and, behind them, so many addresses.

    What is compiled takes the arrays themselves in place of these: contiguous ones of NumPy's.

    One that polls (Emitter.poll) runs as Python's own functions do, and ends early where an exception is raised in it.
    """

    text: str
    name: str
    n_numbers: int
    n_addresses: int
    polls: bool = False


@cache
def is_there() -> bool:
    """Whether llvmlite is installed; it isn't imported for that."""
    return find_spec("llvmlite") is not None


def compiled(function: Function) -> Callable[..., None]:
    """The function as machine code, loaded where it was made before. NotCompiled where it can't be made here."""
    from interpreter.compiled import kept  # files and their locks, which a run in NumPy needs nothing of

    binding, new_target = _llvm()
    if "half" in function.text and not _has_halves():
        raise NotCompiled("elements of type f16, which this processor doesn't convert")
    for call, name in _OF_C.items():
        if call in function.text:
            binding.add_symbol(name, _of_c(name))
    for name, address in numpy_loops.symbols(function.text):
        binding.add_symbol(name, address)
    text = function.text + entry.text(
        function.name, function.n_numbers, function.n_addresses, holds_lock=function.polls
    )
    key = kept.key(_here(), text)
    code = kept.get(key)
    if code is None:
        with _lock:
            code = _made(text)
        kept.put(key, code)
    with _lock:
        engine = binding.create_mcjit_compiler(binding.parse_assembly(""), new_target())
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
        engine.finalize_object()
        return entry.function(engine.get_function_address(entry.ENTRY), engine)


def _made(text: str) -> bytes:
    """An object file, in which all that is called or read elsewhere has its name, and no address."""
    binding, new_target = _llvm()
    try:
        module = binding.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        raise NotCompiled(f"LLVM refuses it: {error}") from error
    target = new_target()
    options = binding.create_pipeline_tuning_options(speed_level=_SPEED)
    options.loop_vectorization = True
    builder = binding.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)
    return target.emit_object(module)  # type: ignore[no-any-return]  # llvmlite has no types


@cache
def _here() -> str:
    """What machine code is made of besides a function's text: what it was made by, and for."""
    import llvmlite

    binding, new_target = _llvm()
    versions = [_VERSION, sys.version, np.__version__, llvmlite.__version__, binding.llvm_version_info]
    return repr([*versions, binding.get_default_triple(), new_target.keywords])


def _look() -> None:
    """Where Python sees to what waits for a thread: signals, and exceptions that others raise in it."""


_VERSION = 1  # of what `_made` does
_SPEED = 2
# Functions of C's, and what of a function's text calls them: some, LLVM calls for an instruction.
_OF_C = {"frem float": "fmodf", "frem double": "fmod", "@erf(": "erf", "@erfc(": "erfc"}
_lock = forking.lock()  # LLVM's parts are for one thread at a time


@cache
def _llvm() -> tuple[Any, partial[Any]]:
    """llvmlite's binding, and what makes a target for this processor."""
    try:
        import llvmlite.binding as binding

        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        new_target = partial(
            binding.Target.from_default_triple().create_target_machine,
            cpu=binding.get_host_cpu_name(),
            features=binding.get_host_cpu_features().flatten(),
            opt=_SPEED,
            jit=True,
        )
        new_target()
        for name in ("PyObject_CallNoArgs", "Py_DecRef"):
            binding.add_symbol(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)
        for name, address in {**entry.symbols(), LOOK: id(_look)}.items():
            binding.add_symbol(name, address)
    except (ImportError, OSError, RuntimeError) as error:
        raise NotCompiled(f"there is no compiler: {error}") from error
    return binding, new_target


@cache
def _of_c(name: str) -> int:
    """The address of a function of C's. NotCompiled where it isn't known: LLVM would end the process for want of it."""
    try:
        return int(ctypes.cast(getattr(ctypes.CDLL(None), name), ctypes.c_void_p).value or 0)
    except (AttributeError, OSError, TypeError) as error:  # TypeError: Windows has no one place for all
        raise NotCompiled(f"{name}, which isn't known here") from error


def _has_halves() -> bool:
    """Whether the processor converts f16 itself; otherwise LLVM would call a function that nobody has."""
    binding, _ = _llvm()
    features = binding.get_host_cpu_features()
    return bool(features.get("f16c") or features.get("fullfp16"))
