"""`to_onnx`: a program as a checked ONNX model."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import cast

import onnx
from onnx import helper

from hlogen.door import strict
from hlogen.export.errors import ExportError
from hlogen.export.onnx.check import checked
from hlogen.export.onnx.graph import FUNCTIONS, Edge, Graph, as_utf8
from hlogen.export.onnx.plain.rewrite import plain
from hlogen.export.onnx.program import Lowerer
from hlogen.export.onnx.refusals import require_exportable, require_opset
from hlogen.export.onnx.types import entered, interface, left
from hlogen.ir import Attribute, Function, HasModule, ProgramLike, TensorType, Type
from hlogen.mlir.reader import read
from hlogen.program.calls import entry_of

# What to_onnx takes for a program.


@strict
def to_onnx(program: ProgramLike, opset: int = 21, *, entry: str | None = None) -> onnx.ModelProto:
    """The program as an ONNX model, accepted by ONNX's checker and its strict shape inference.

    `program` is what a function made with `hlogen.function` is, a module, or the text, bytes or path of one. The model
    has the inputs and outputs of the function `entry`: without a name ``@main``, or else the only public function.
    `opset` is from 18 to 26; the model's IR version is the oldest that has it, so that onnxruntime loads it.

    Raises ConstraintError where the program breaks the specification, and ExportError with all that has no form in
    a model, before anything is made.
    """
    require_opset(opset)
    module = program.module if isinstance(program, HasModule) else read(program)
    function = entry_of(module, entry)
    require_exportable(module, function, opset)
    source = module.source or module.name or "a program"
    module, function, missing = plain(module, function)
    graph = Graph(opset)
    given = _arguments(graph, function)
    lowerer = Lowerer(module, function)
    try:
        results = lowerer.block(function.body, given, graph)
    except RecursionError:
        raise ExportError(
            f"@{function.name} can't be written as an ONNX model: its calls or regions are too deep"
        ) from None
    if errors := [*missing, *map(str, lowerer.errors)]:
        listed = "\n".join(f"  {error}" for error in dict.fromkeys(errors))
        raise ExportError(f"@{function.name} can't be written as an ONNX model of opset {opset}:\n{listed}")
    outputs = [left(graph, edge, _element(type)) for edge, type in zip(results, function.type.results, strict=True)]
    proto = graph.proto(outputs, function.name, _result_names(graph, function))
    functions = list(lowerer.functions_made.values())
    model = helper.make_model(
        proto,
        functions=functions,
        opset_imports=[helper.make_opsetid("", opset), *([helper.make_opsetid(FUNCTIONS, 1)] if functions else [])],
        producer_name="hlogen",
        producer_version=_own_version(),
        doc_string=as_utf8(f"@{function.name} of {source}"),
    )
    model.ir_version = helper.find_min_ir_version_for(list(model.opset_import)[:1])
    return checked(model, graph)


def _arguments(graph: Graph, function: Function) -> list[Edge]:
    arguments = []
    for number, argument in enumerate(function.arguments):
        dtype = interface(_element(argument.type), graph.opset)
        shape = cast(TensorType, argument.type).static_shape
        edge = graph.argument(dtype, shape, argument.name or f"arg{number}")
        arguments.append(entered(graph, edge, _element(argument.type)))
    return arguments


def _element(type: Type) -> Type:
    return cast(TensorType, type).element_type


def _result_names(graph: Graph, function: Function) -> list[str]:
    """The names that JAX gives results, where there are some; result0, result1 and so on otherwise."""
    count = len(function.type.results)
    described = function.operation.attributes.get("res_attrs")
    entries: Sequence[Attribute] = (
        described if isinstance(described, tuple) and len(described) == count else [{}] * count
    )
    names = []
    for number, entry in enumerate(entries):
        info = entry.get("jax.result_info") if isinstance(entry, dict) else None
        names.append(graph.name(info if isinstance(info, str) and info else f"result{number}"))
    return names


@cache  # looking through what is installed takes longer than writing a small model
def _own_version() -> str:
    try:
        return version("hlogen")
    except PackageNotFoundError:
        return ""
