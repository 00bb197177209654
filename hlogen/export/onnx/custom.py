"""Composites that people say the form of need none of what they are decomposed to."""

from __future__ import annotations

from hlogen.custom import known, said
from hlogen.ir import Module, Operation
from hlogen.program.copy import Copier


def without_decompositions(module: Module) -> Module:
    """The module, in which composites with a form of their own (`hl.custom_rules`) don't name a decomposition."""
    if not known("onnx") or not any(map(_has_form, module.walk())):
        return module
    copier = _Leaving()
    operations = [copier.again(operation) for operation in module.operations]
    return Module(operations, module.attributes, module.name, module.location, module.source)


class _Leaving(Copier):
    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        if not _has_form(operation):
            super().operation(operation, copies)
            return
        kept = {name: value for name, value in operation.attributes.items() if name != "decomposition"}
        copies.append(self.again(operation, kept))


def _has_form(operation: Operation) -> bool:
    return operation.name == "stablehlo.composite" and said(operation.called, "onnx") is not None
