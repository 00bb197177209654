"""Runs programs on upstream's interpreter through the bindings. Lives in a worker process."""

from __future__ import annotations

from typing import Any

import numpy as np

from hlogen.backends.entry import prepare
from hlogen.backends.registry import adapter
from hlogen.ir import DenseElements, TensorType
from hlogen.ir.printer import attribute_text
from hlogen.mlir import provider
from hlogen.mlir.dense import dense_from_attribute
from hlogen.mlir.legalize import LOWERS_CHLO


@adapter("upstream", what="upstream's interpreter, through the bindings")
class UpstreamExecutor:
    """Every call parses, verifies, evaluates: the interpreter keeps nothing."""

    def __init__(self) -> None:
        self._bindings = provider.find()
        if not hasattr(self._bindings.stablehlo, "eval_module"):
            raise ImportError(f"{self._bindings.package} has no eval_module")

    def run(self, program: bytes, entry: str, args: list[Any]) -> tuple[np.ndarray[Any, Any], ...]:
        bindings = self._bindings
        context = bindings.context()
        prepared = prepare(bindings, context, program, entry, args)
        signature = prepared.signature
        inputs = signature.lower_arguments(signature.checked(args))
        if b"chlo" in program:
            bindings.run_passes(prepared.module, LOWERS_CHLO)
        with context, bindings.ir.Location.unknown(context):
            attributes = [
                bindings.ir.Attribute.parse(attribute_text(DenseElements(type, array)))
                for type, array in zip(signature.argument_parts(), inputs, strict=True)
            ]
            results = self._evaluate(context, prepared.module, attributes)
            parts = [_read(result, type) for result, type in zip(results, signature.result_parts(), strict=True)]
        return signature.raise_results(parts)

    def _evaluate(self, context: Any, module: Any, attributes: list[Any]) -> Any:
        messages: list[str] = []

        def note(diagnostic: Any) -> bool:
            messages.append(diagnostic.message)
            return True

        handler = context.attach_diagnostic_handler(note)
        try:
            return self._bindings.stablehlo.eval_module(module, attributes)
        except Exception as error:  # noqa: BLE001 - whatever the bindings raise, upstream's words belong to it
            raise ValueError("; ".join([str(error), *messages])) from None
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
