"""Constants: initializers of the model, but for those that repeat one value, which are expanded when it runs."""

from __future__ import annotations

from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.types import carried
from hlogen.ir import DenseElements


@lowering("stablehlo.constant")
def constant(site: LoweringContext) -> Edge:
    elements, element_type = site.attribute("value"), site.type.element_type
    assert isinstance(elements, DenseElements)
    if not elements.is_splat:
        return site.graph.constant(carried(elements.array, element_type))
    value = carried(elements.array[(0,) * elements.array.ndim], element_type)
    return ops.full(site.graph, value, elements.array.shape, value.dtype)
