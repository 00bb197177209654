"""`to_onnx`: a program as a checked ONNX model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import cast

import onnx
from onnx import helper

from hlogen.door import strict
from hlogen.errors import UsageError
from hlogen.export.errors import ExportError
from hlogen.export.onnx.check import checked
from hlogen.export.onnx.custom import without_decompositions
from hlogen.export.onnx.graph import FUNCTIONS, Edge, Graph, as_utf8, word
from hlogen.export.onnx.plain.rewrite import plain
from hlogen.export.onnx.program import Lowerer
from hlogen.export.onnx.refusals import require_exportable, require_opset
from hlogen.export.onnx.types import entered, interface, left
from hlogen.ir import Attribute, Function, HasModule, ProgramLike, TensorType, Type
from hlogen.mlir.reader import read
from hlogen.program.calls import entry_of


@strict
def to_onnx(
    program: ProgramLike,
    opset: int = 21,
    *,
    entry: str | None = None,
    dynamic_axes: Mapping[str, Mapping[int, str]] | None = None,
) -> onnx.ModelProto:
    """The program as an ONNX model, accepted by ONNX's checker and its strict shape inference.

    `program` is what a function made with `hlogen.function` is, a module, or the text, bytes or path of one. The model
    has the inputs and outputs of the function `entry`: without a name ``@main``, or else the only public function.
    `opset` is from 18 to 26; the model's IR version is the oldest that has it, so that onnxruntime loads it.

    A dynamic dimension of an input is one of the model, which runs with any size there. `dynamic_axes` names such
    dimensions, by input and number: with ``{"x": {0: "batch"}}``, dimension 0 of input ``x`` is called ``batch``;
    without, ``x_dim0``. Dimensions of one name have one size. An operation that has no form in a model without its
    sizes being known is refused.

    Raises UsageError where `dynamic_axes` names what isn't a dynamic dimension of an input, ConstraintError where the
    program breaks the specification, and ExportError with all that has no form in a model, before anything is made.
    """
    require_opset(opset)
    module = program.module if isinstance(program, HasModule) else read(program)
    entry = entry_of(module, entry).name
    module = without_decompositions(module)
    function = module.function(entry)
    require_exportable(module, function, opset)
    source = module.source or module.name or "a program"
    module, function, missing = plain(module, function)
    graph = Graph(opset)
    given = _arguments(graph, function, _labels(function, dynamic_axes or {}))
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


def _arguments(graph: Graph, function: Function, labels: Mapping[tuple[int, int], str]) -> list[Edge]:
    arguments = []
    for number, (name, type) in enumerate(_inputs(function)):
        dtype = interface(type.element_type, graph.opset)
        shape = [
            labels.get((number, d), f"{name}_dim{d}") if size is None else size for d, size in enumerate(type.shape)
        ]
        arguments.append(entered(graph, graph.argument(dtype, shape, name), type.element_type))
    return arguments


def _inputs(function: Function) -> list[tuple[str, TensorType]]:
    """What the function's arguments are called in the model, and their types."""
    return [
        (word(argument.name or f"arg{number}"), cast(TensorType, argument.type))
        for number, argument in enumerate(function.arguments)
    ]  # fmt: skip


def _labels(function: Function, dynamic_axes: Mapping[str, Mapping[int, str]]) -> dict[tuple[int, int], str]:
    """The names of dynamic dimensions, by the numbers of argument and dimension."""
    inputs = _inputs(function)
    known = {name: number for number, (name, _) in enumerate(inputs)}
    labels = {}
    for name, axes in dynamic_axes.items():
        if name not in known:
            raise UsageError(
                f"dynamic_axes names {name!r}, which is no input of @{function.name}; it has {', '.join(known)}"
            )
        type = inputs[known[name]][1]
        if not isinstance(axes, Mapping):
            raise UsageError(
                f"dynamic_axes[{name!r}] is a dict from dimensions to names, such as {{0: 'batch'}}, not {axes!r}"
            )
        for d, label in axes.items():
            if not isinstance(label, str) or not label.isidentifier():
                raise UsageError(f"dynamic_axes[{name!r}][{d!r}] = {label!r}, expected a name, such as 'batch'")
            if not isinstance(d, int) or not 0 <= d < type.rank or type.shape[d] is not None:
                dynamic = ", ".join(str(at) for at, size in enumerate(type.shape) if size is None) or "none"
                raise UsageError(
                    f"dynamic_axes names dimension {d!r} of {name}, a {type}; its dynamic dimensions: {dynamic}"
                )
            labels[known[name], d] = label
    return labels


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
