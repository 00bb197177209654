"""`to_onnx`: a program as a checked ONNX model."""

from __future__ import annotations

from os import PathLike
from typing import cast

import onnx
from onnx import helper

from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.program import Lowerer
from hlogen.ir import HasModule, TensorType, dtype_of
from hlogen.mlir.reader import read

# What to_onnx takes for a program.
Program = HasModule | str | PathLike[str] | bytes


def to_onnx(program: Program, opset: int = 21, *, entry: str = "main") -> onnx.ModelProto:
    """The program's function `entry` as an ONNX model of this opset, checked by ONNX's checker and shape inference."""
    module = program.module if isinstance(program, HasModule) else read(program)
    function = module.function(entry)
    graph = Graph(opset)
    arguments: list[Edge] = []
    for number, argument in enumerate(function.arguments):
        type = cast(TensorType, argument.type)
        arguments.append(
            graph.argument(dtype_of(type.element_type), type.static_shape, argument.name or f"arg{number}")
        )
    results = Lowerer(module).block(function.body, arguments, graph)
    proto = graph.proto(results, function.name, [graph.name(f"result{number}") for number in range(len(results))])
    proto.initializer.extend(graph.tensors())
    imports = [helper.make_opsetid("", opset)]
    model = helper.make_model(proto, opset_imports=imports, producer_name="hlogen")
    model.ir_version = helper.find_min_ir_version_for(imports)
    onnx.checker.check_model(model, full_check=True)
    return onnx.shape_inference.infer_shapes(model, strict_mode=True, data_prop=True)
