"""A finished graph becomes a model: its constants are put in, and ONNX says that it is valid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import onnx
from onnx import helper, numpy_helper

from hlogen.export.errors import ExportError
from hlogen.export.onnx.graph import Graph, inner_graphs, onnx_type, used_names
from hlogen.export.onnx.sizes import is_known

# Constants above this many bytes are checked by their type alone: their elements say nothing about shapes.
_LOOKED_AT = 1 << 16
# Data is propagated where the model computes what these nodes have their shape from, and where no tensor of rank 1 has
# more elements than this: ONNX takes any of them for a shape, and makes a note about every element, gigabytes of them
# for the elements of a large table.
_SHAPED_BY_DATA = ("Expand", "Reshape", "Slice")
_MOST_PROPAGATED = 1 << 17
# What one tensor of a protobuf message may have.
_MOST_BYTES = (1 << 31) - 1


def checked(model: onnx.ModelProto, graph: Graph) -> onnx.ModelProto:
    """The model with the constants of `graph`, once ONNX's checker and strict shape inference have accepted it.

    What is inferred must be what the graph's edges say.
    """
    used = set(used_names(model.graph.node))
    constants = [(name, array) for name, array in graph.initializers.items() if name in used]
    small = [(name, array) for name, array in constants if array.nbytes <= _LOOKED_AT]
    large = [(name, array) for name, array in constants if array.nbytes > _LOOKED_AT]
    for name, array in large:
        if array.nbytes > _MOST_BYTES:
            raise ExportError(
                f"a constant of {array.nbytes:,} bytes ({name}: {array.dtype}{list(array.shape)}) doesn't fit into a "
                "model, where a tensor may have 2 GB\n  fix: make it an argument of the program"
            )
    model.graph.initializer.extend(numpy_helper.from_array(array, name) for name, array in small)
    light = onnx.ModelProto()
    light.CopyFrom(model)
    light.graph.input.extend(
        helper.make_tensor_value_info(name, onnx_type(array.dtype), array.shape) for name, array in large
    )
    message = light.SerializeToString()
    onnx.checker.check_model(message)  # but for what its full check is, the inference of shapes
    propagates = _computes_shapes(light, graph) and all(
        edge.rank != 1 or not is_known(edge.size) or edge.size <= _MOST_PROPAGATED for edge in graph.edges.values()
    )
    inferred = onnx.shape_inference.infer_shapes(message, check_type=True, strict_mode=True, data_prop=propagates)
    _require_as_inferred(inferred, graph)
    model.graph.initializer.extend(numpy_helper.from_array(array, name) for name, array in large)
    return model


def _computes_shapes(model: onnx.ModelProto, graph: Graph) -> bool:
    """Whether the shape of something depends on what isn't a constant of the graph."""
    return any(
        name not in graph.initializers
        for outer in (model.graph, *model.functions)
        for one in _graphs(outer)
        for node in one.node
        if node.op_type in _SHAPED_BY_DATA
        for name in node.input[1:]
    )


def _require_as_inferred(model: onnx.ModelProto, graph: Graph) -> None:
    for value in _values(model.graph):
        edge = graph.edges.get(value.name)
        tensor = value.type.tensor_type
        if edge is None or not tensor.HasField("shape"):
            continue
        assert tensor.elem_type == onnx_type(edge.dtype), f"ONNX infers another element type for {edge}: {value}"
        dims = tensor.shape.dim
        known = [dim.dim_value if dim.HasField("dim_value") else None for dim in dims]
        fits = len(known) == edge.rank and all(
            a is None or a == b or not is_known(b) for a, b in zip(known, edge.shape, strict=True)
        )
        assert fits, f"ONNX infers another shape for {edge}: {known}"


def _values(graph: onnx.GraphProto) -> Iterator[onnx.ValueInfoProto]:
    for one in _graphs(graph):
        yield from one.value_info
        yield from one.output


def _graphs(graph: Any) -> Iterator[Any]:
    """A graph or function with the graphs inside of it."""
    yield graph
    for node in graph.node:
        for inner in inner_graphs(node):
            yield from _graphs(inner)
