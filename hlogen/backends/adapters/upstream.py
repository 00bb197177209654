"""Runs programs on upstream's interpreter through the bindings. Lives in a worker process."""

from __future__ import annotations

from typing import Any

import numpy as np

from hlogen.backends.errors import Refused
from hlogen.backends.protocol import Signature
from hlogen.backends.registry import adapter
from hlogen.ir import DenseElements, TensorType
from hlogen.ir.printer import attribute_text
from hlogen.mlir import provider
from hlogen.mlir.dense import dense_from_attribute
from hlogen.mlir.legalize import LOWERS_CHLO


@adapter("upstream", what="upstream's interpreter, through the bindings")
class Upstream:
    """What is compiled is the module as the bindings have it: the interpreter walks it anew in every run."""

    reads = "module"  # of the same bindings

    def __init__(self) -> None:
        self._bindings = provider.find()
        if not hasattr(self._bindings.stablehlo, "eval_module"):
            raise ImportError(f"{self._bindings.package} has no eval_module")

    def compile(self, program: Any, signature: Signature) -> tuple[Any, Signature]:
        if "chlo." in program.operation.get_asm(large_elements_limit=1):
            self._bindings.run_passes(program, LOWERS_CHLO)
        return program, signature

    def run(self, compiled: tuple[Any, Signature], arguments: list[np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
        bindings = self._bindings
        module, signature = compiled
        with module.context as context, bindings.ir.Location.unknown(module.context):
            attributes = [
                bindings.ir.Attribute.parse(attribute_text(DenseElements(type, array)))
                for type, array in zip(signature.arguments, arguments, strict=True)
            ]
            results = self._evaluate(context, module, attributes)
            return [_read(result, type) for result, type in zip(results, signature.results, strict=True)]

    def _evaluate(self, context: Any, module: Any, attributes: list[Any]) -> Any:
        messages: list[str] = []

        def note(diagnostic: Any) -> bool:
            messages.append(diagnostic.message)
            return True

        handler = context.attach_diagnostic_handler(note)
        try:
            return self._bindings.stablehlo.eval_module(module, attributes)
        except Exception as error:  # noqa: BLE001 - whatever the bindings raise, upstream's words belong to it
            raise Refused("; ".join([str(error), *messages])) from None
        finally:
            handler.detach()

    def verify(self, program: bytes) -> tuple[str, ...]:
        """Why upstream's parser and verifier refuse the program, in their words; empty where they accept it."""
        context = self._bindings.context()
        try:
            self._bindings.ir.Module.parse(program, context)
        except self._bindings.ir.MLIRError as error:
            return tuple(diagnostic.message for diagnostic in error.error_diagnostics) or (str(error),)
        return ()

    def version(self) -> dict[str, str]:
        return {self._bindings.distribution: self._bindings.version, "StableHLO": self._bindings.stablehlo_version}


def _read(result: Any, type: TensorType) -> np.ndarray[Any, Any]:
    if not type.is_static:
        type = type.with_shape(tuple(result.type.shape))
    elements = dense_from_attribute(result, type)
    if elements is None:
        raise ValueError(f"can't read the result {str(result)[:200]}")
    return np.array(elements.array)
