"""Runs programs on IREE: its compiler and its runtime, for the CPU unless told otherwise."""

from __future__ import annotations

import importlib.metadata
import re
from typing import Any

import numpy as np

from hlogen.backends.errors import OracleCrashed, Refused, Unsupported
from hlogen.backends.protocol import Signature
from hlogen.backends.registry import adapter
from hlogen.errors import MissingPackageError
from hlogen.ir import IntegerType

_DISTRIBUTIONS = ("iree-base-compiler", "iree-base-runtime")
_FRAME = re.compile(r"\bmlir::[\w:]+")  # where it was, by its stack
_OF_A_CRASH = ("PLEASE submit a bug report", "Stack dump", "Segmentation fault")  # in what the compiler says


@adapter("iree", what="IREE's compiler and runtime")
class Iree:
    """What is compiled are modules that are loaded, with their function ``main``."""

    reads = "portable"

    def __init__(self, *, target: str = "llvm-cpu", driver: str = "local-task", flags: tuple[str, ...] = ()) -> None:
        """`target` and `driver` are IREE's; `flags` are further ones of its compiler."""
        try:
            import iree.compiler
            import iree.runtime
        except ModuleNotFoundError as error:
            raise MissingPackageError(f'the package {error.name} is missing: pip install "hlogen[iree]"') from None
        self._compiler, self._runtime = iree.compiler, iree.runtime
        self._target = target
        cpu = ("--iree-llvmcpu-target-cpu=generic",) if target == "llvm-cpu" else ()
        # What it computes in is what the program says.
        self._flags = ["--iree-input-demote-f64-to-f32=false", *cpu, *flags]
        self._config = iree.runtime.Config(driver)

    def compile(self, program: bytes, signature: Signature) -> tuple[Any, Any]:
        for type in (*signature.arguments, *signature.results):
            if isinstance(type.element_type, IntegerType) and 1 < type.element_type.width < 8:
                raise Unsupported(f"IREE's runtime for Python has no arrays of {type.element_type}")
        tools = self._compiler.tools
        try:
            flatbuffer = self._compiler.compile_str(
                program, target_backends=[self._target], input_type="stablehlo", extra_args=self._flags
            )
        except tools.CompilerToolError as error:
            said = str(error)
            if any(word in said for word in _OF_A_CRASH):
                frame = _FRAME.search(said)
                raise OracleCrashed(f"the compiler died{f' in {frame[0]}' if frame else ''}") from None
            raise Refused(_first_line(said)) from None
        context = self._runtime.SystemContext(config=self._config)
        module = self._runtime.VmModule.copy_buffer(context.instance, flatbuffer)
        context.add_vm_module(module)
        return context, context.modules[module.name]["main"]

    def run(self, compiled: tuple[Any, Any], arguments: list[np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
        _, main = compiled
        given = main(*arguments)
        results = given if isinstance(given, (tuple, list)) else [] if given is None else [given]
        return [np.asarray(result) for result in results]

    def version(self) -> dict[str, str]:
        return {name: importlib.metadata.version(name) for name in _DISTRIBUTIONS}


def _first_line(said: str) -> str:
    """The first error that the compiler reports."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return next((line for line in lines if "error:" in line), lines[0] if lines else "no reason given")
