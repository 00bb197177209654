"""Special functions of the dialect chlo that ONNX has no operator for, by upstream's definition of them.

Of scalars, and not as `hlogen.definitions` has it, so that they can stand in bodies that are lowered by lanes.
"""

from __future__ import annotations

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.types import fitted
from hlogen.ir import Region
from hlogen.mlir.legalize import chlo_defined


@lowering(
    "chlo.bessel_i1e",
    "chlo.digamma",
    "chlo.erf_inv",
    "chlo.erfc",
    "chlo.lgamma",
    "chlo.polygamma",
    "chlo.zeta",
    elementwise=True,
)
def by_definition(site: LoweringContext) -> Edge:
    return _defined(site)


def _defined(site: LoweringContext) -> Edge:
    """The definition is one of scalars, lowered for all elements at once."""
    scalar = chlo_defined(site.op.name, len(site.inputs), str(site.type.element_type))
    (result,) = site.body_by_lanes(Region([scalar.body]), site.inputs)
    return ops.expand(site.graph, result, site.shape)


@lowering("chlo.erf", elementwise=True)
def erf(site: LoweringContext) -> Edge:
    """ONNX's operator; onnxruntime has none for f64."""
    if site.dtype == np.float64:
        return _defined(site)
    return fitted(site.graph, ops.node(site.graph, "Erf", site.inputs[0]), site.type.element_type)
