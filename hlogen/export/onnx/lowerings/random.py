"""Numbers drawn by ONNX's own generators, in f64: uniformly from [0, 1), or normally around 0."""

from __future__ import annotations

import numpy as np

from hlogen.export.errors import ExportError
from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.registry import lowering
from hlogen.ir import EnumAttr

_F64 = np.dtype(np.float64)
_NEWEST = 21  # opset 22 has other forms of ONNX's generators, which onnxruntime 1.31 has no kernels for


@lowering("hlogen:drawn")
def drawn(site: LoweringContext) -> Edge:
    distribution, shape = site.attribute("distribution"), site.type.static_shape
    assert isinstance(distribution, EnumAttr)
    if site.graph.opset > _NEWEST:
        raise ExportError(
            f"stablehlo.rng (at {site.op.place}): random numbers aren't drawn in opset {site.graph.opset}: "
            f"onnxruntime draws them up to opset {_NEWEST}"
            f"\n  fix: use opset {_NEWEST}, or make numbers of random bits (rng_bit_generator)"
        )
    zeros = ops.full(site.graph, 0, shape, _F64)
    if 0 in shape:
        return zeros
    op_type = "RandomNormalLike" if distribution.value == "NORMAL" else "RandomUniformLike"
    return site.graph.node(op_type, [zeros], _F64, shape)
